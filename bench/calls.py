"""Rows about single calls: into compiled code, and over the bytes of a row."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import xxhash

from enfilade.core.engine.hash import hash_row

from .kernels import interpreted, opened_step
from .registry import Bar, Figure, Peer, row
from .scenes import battle_at
from .timing import Effort, Watch, interleaved


@row(
    "entry-call",
    "a compiled entry called from Python: opens the world of a game and reads one field",
    "us",
    answer="step 12",
    bar=Bar(1.5),
)
def entry_call(effort: Effort) -> Figure:
    calls = effort.pick(100, 10_000)
    places = battle_at(8, orders=12).game.places
    plain = _plain_njit(places)

    def calling(function: Any) -> Any:
        def run(watch: Watch) -> str:
            with watch:
                for _ in range(calls):
                    answer = function(*places)
            watch.done = calls
            return f"step {answer}"

        return run

    ours, numba_alone = interleaved(effort.turns, calling(opened_step), calling(plain))
    return Figure(ours.each, ours.answer, (Peer("numba.njit of an empty function, same arguments", numba_alone.each),))


def _plain_njit(places: tuple[Any, ...]) -> Any:
    """An empty function with the arguments of an entry, as numba alone compiles it."""

    def nothing(arenas: Any, derived: Any, desks: Any, game: int, desk: int) -> int:
        return game

    if interpreted():
        return nothing
    import numba

    made = numba.njit(nothing)
    made(*places)
    return made


def _hash(effort: Effort, size: int, calls: int) -> Figure:
    """XXH64 of one row, against the published implementation and BLAKE2b of the same bytes."""
    data = (np.arange(size, dtype=np.int64) * 2_654_435_761 >> 7).astype(np.uint8)[None, :]
    text = data.tobytes()

    def ours(watch: Watch) -> str:
        with watch:
            for _ in range(calls):
                found = hash_row(data, 0)
        watch.done = calls
        return f"{found:016x}"

    def reference(watch: Watch) -> str:
        with watch:
            for _ in range(calls):
                found = xxhash.xxh64_intdigest(text)
        watch.done = calls
        return f"{found:016x}"

    def blake(watch: Watch) -> str:
        with watch:
            for _ in range(calls):
                found = hashlib.blake2b(text, digest_size=16)
        watch.done = calls
        return found.hexdigest()

    kernel, other, digest = interleaved(effort.turns, ours, reference, blake)
    assert kernel.answer == other.answer, f"{size} bytes hash to {kernel.answer}, the published XXH64 is {other.answer}"
    peers = (Peer("xxhash.xxh64", other.each), Peer("hashlib.blake2b", digest.each))
    return Figure(kernel.each, kernel.answer, peers, note=f"{size * kernel.rate / 1e9:.1f} bytes/ns")


@row("hash-6k", "XXH64 of a row of 6 KB, the check of a step", "us", answer="529e6c52a13dbfa9", bar=Bar(1.6))
def hash_6k(effort: Effort) -> Figure:
    return _hash(effort, 6_144, effort.pick(1, 5_000))


@row("hash-1m", "XXH64 of a row of 1 MB", "us", answer="cf0fb323fae8d5ee")
def hash_1m(effort: Effort) -> Figure:
    return _hash(effort, 1 << 20, effort.pick(1, 50))
