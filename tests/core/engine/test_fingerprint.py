"""Fingerprints that several threads ask for at once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from enfilade.core.engine.fingerprint import NoFingerprint, fingerprint
from enfilade.core.engine.kernel import Entry, entry
from tests.core.engine import toys

SECONDS_MAX = 30


class Halting(Entry[[int], int]):
    """An entry whose first description stops half-way until it is let go on."""

    def __init__(self) -> None:
        super().__init__(toys.summed.__wrapped__)
        self.reached = threading.Event()
        self.let_go = threading.Event()

    def hints(self) -> tuple[Any, ...]:
        if not self.reached.is_set():
            self.reached.set()
            assert self.let_go.wait(SECONDS_MAX)
        return super().hints()


@entry
def endless(number: int) -> int:
    return endless(number - 1) if number > 0 else 0


def test_two_threads_ask_for_one_fingerprint_at_once() -> None:
    halting = Halting()
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(fingerprint, halting)
        assert halting.reached.wait(SECONDS_MAX)
        try:
            mine = fingerprint(halting)
        finally:
            halting.let_go.set()
        assert other.result(SECONDS_MAX) == mine == fingerprint(toys.summed)


def test_kernel_that_calls_itself_has_no_fingerprint_in_any_thread() -> None:
    with pytest.raises(NoFingerprint, match="endless calls itself, expected loops with a bound"):
        fingerprint(endless)
    with ThreadPoolExecutor(1) as pool, pytest.raises(NoFingerprint, match="endless calls itself"):
        pool.submit(fingerprint, endless).result(SECONDS_MAX)
