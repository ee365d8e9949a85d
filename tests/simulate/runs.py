"""Runs and rows that tests share, and bots of their own."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import enfilade as ef
from enfilade.bots import BOTS, RandomBot
from enfilade.core.scenario.schema import Scenario
from enfilade.simulate import Row, Run
from tests.face.games import duel, meeting

DUEL = duel()
MEETING = meeting(options={"turns": 3})


def run_of(scenario: Scenario = MEETING, **changes: Any) -> Run:
    """A run of the walker against the random one."""
    values: dict[str, Any] = {"scenario": scenario, "bots": ("walker", "random"), "seed": 5}
    return Run(**(values | changes))


def row_of(index: int, *winners: str, **changes: Any) -> Row:
    """A row in which red and blue have a unit each."""
    values: dict[str, Any] = {
        "index": index,
        "seed": index,
        "swapped": False,
        "winners": winners,
        "reason": "rounds played",
        "orders": 10,
        "turns": 2,
        "losses": {"red": {"": 0}, "blue": {"": 0}},
        "digest": f"{index:032x}",
    }
    return Row(**(values | changes))


class FailingBot(RandomBot):
    """Draws orders, and raises in its third decision."""

    def choose(self, view: ef.Battle) -> ef.Order:
        """One of the legal orders, or an error that names an address."""
        if view.step_number >= 2:
            raise RuntimeError(f"no idea, says {object()!r}")
        return super().choose(view)


@contextlib.contextmanager
def known_bot(name: str, make: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot is known in this process."""
    with monkeypatch.context() as patch:
        patch.setitem(BOTS, name, make)
        yield


def lines_of(path: Path) -> list[bytes]:
    """The lines of a file."""
    return path.read_bytes().splitlines(keepends=True)
