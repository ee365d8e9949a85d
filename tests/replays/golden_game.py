"""The game of the golden log of container version 1, which has every type of record.

``python -m tests.replays.golden_game`` plays it and writes the log, its facts and its transcript into ``golden/``. The
log of a released version is never made anew: it shows that such logs stay readable.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from enfilade.core.scenario.schema import Scenario
from enfilade.replays import transcript
from tests.replays import plain_log
from tests.replays.games import CROSSROADS, Recording, choose

FOLDER = Path(__file__).parent / "golden"
LOG = FOLDER / "crossroads-v1.enf"
FACTS = FOLDER / "crossroads-v1.json"
TRANSCRIPT = FOLDER / "crossroads-v1.txt"
SEED = 20


def play(scenario: Scenario) -> bytes:
    """Record the game; each order is chosen by the step number."""
    recording = Recording(scenario, SEED, commit=True, keyframes_every=8)
    game, recorder = recording.game, recording.recorder

    def go_on(steps: int) -> None:
        for _ in range(steps):
            recording.step((7 * game.clock.step + 3) % game.count())

    go_on(6)
    recorder.note("red thinks again")
    row = game.snapshot()
    go_on(3)
    recording.back_to(row)
    go_on(2)
    game.set_key(0x1122334455667788)
    recorder.key(game.clock.turn, game.key)
    go_on(4)
    game.set_key(0x8877665544332211)
    recorder.commit(9, game.key)
    _roll_ones(recording)
    go_on(3)
    recorder.key(9, game.key)
    late = game.snapshot()
    go_on(2)
    game.restore(late)
    recorder.restore()
    while not game.clock.over:
        go_on(1)
    recorder.end()
    return recording.data


def _roll_ones(recording: Recording) -> None:
    """Play until an order rolls dice, and let players roll ones for it."""
    game = recording.game
    while True:
        row = game.snapshot()
        rank = (7 * game.clock.step + 3) % game.count()
        choose(game, rank)
        game.step()
        rolls = game.notes.rolls
        game.restore(row)
        recording.step(rank, (1,) * rolls)
        if rolls:
            return


def facts(data: bytes) -> dict[str, Any]:
    """What is expected of the log, found by the second reader."""
    log = plain_log.split(data)
    end = log.records[-1][1]
    return {
        "blake2b": hashlib.blake2b(data, digest_size=16).hexdigest(),
        "engine": log.header["engine"],
        "rules": log.header["rules"],
        "kinds": [log.kinds().count(kind) for kind in range(1, 10)],
        "checks": [[step, f"{hash64:016x}", draws] for step, hash64, draws in log.of(plain_log.CHECK)],
        "digests": [fields[1].hex() for kind, fields in log.records if kind in (plain_log.KEYFRAME, plain_log.RESTORE)],
        "steps": end[1],
        "digest": end[2].hex(),
    }


def main() -> None:
    """Write the golden files."""
    data = play(CROSSROADS)
    LOG.write_bytes(data)
    FACTS.write_text(json.dumps(facts(data), indent=1) + "\n", encoding="utf-8")
    TRANSCRIPT.write_text("\n".join(transcript(data)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
