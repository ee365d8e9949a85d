"""Battles that are played, taken back, restored, rekeyed and recorded in any order: every log of them verifies."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import verify
from enfilade.systems.family import Plugin
from tests.face.games import running_interpreted
from tests.face.resting import PLUGIN

from .games import CROSSROADS, DELTA, DUEL, JOUST, MEETING

WAYS: tuple[str, ...] = (
    *("step",) * 6,
    *("rekey",) * 6,
    *("undo",) * 4,
    *("redo", "restore", "record") * 2,
    *("step_with_dice", "keep", "stop"),
)
SCENARIOS = (DUEL, CROSSROADS, DELTA, JOUST, MEETING)
KEYS = 2
"""So few that a key that was committed to is revealed, and comes again."""


class Done(NamedTuple):
    """An order that was taken: digests before and after it, and whether a key was set then."""

    before: str
    after: str
    keyed: bool = False


class Trial:
    """A battle to which anything is done, with what is known of it beforehand.

    Attributes:
        battle: the battle.
        told: what was done, for whoever must find out why a trial failed.
    """

    def __init__(
        self, number: int, folder: Path, scenario: Scenario = CROSSROADS, systems: tuple[Plugin, ...] = ()
    ) -> None:
        self.chance = random.Random(number)
        seed = self.chance.choice((number, number.to_bytes(16, "little")))
        self.battle = ef.Battle(scenario, seed, systems=systems, checked=number % 5 == 0)
        self.told: list[str] = []
        self._folder = folder
        self._systems = systems
        self._path: Path | None = None
        self._logs = 0
        self._done: list[Done] = []
        self._undone: list[Done] = []
        self._kept = [(self.battle.snapshot(), self.battle.digest)]

    def run(self, count: int) -> None:
        """Do so many things, and end the log."""
        for _ in range(count):
            way = self.chance.choice(WAYS)
            self.told.append(way)
            getattr(self, way)()
        self.stop()

    def step(self, faces: tuple[int, ...] = ()) -> None:
        """Take an order, unless the battle is over."""
        battle = self.battle
        if battle.outcome is not None:
            return
        before = battle.digest
        order = self.chance.choice(battle.legal_orders())
        self.told[-1] += f" {battle.text(order)} {faces}"
        try:
            battle.step(order, dice=faces)
        except ef.DiceFault:
            assert faces
            assert battle.digest == before
            return
        self._done.append(Done(before, battle.digest))
        self._undone.clear()

    def step_with_dice(self) -> None:
        """Take an order with given dice; often they do not fit, and nothing changes."""
        self.step(tuple(self.chance.randint(1, 6) for _ in range(self.chance.randint(1, 4))))

    def undo(self) -> None:
        """Take the latest order back."""
        if not self._done:
            with pytest.raises(ef.NothingToUndo):
                self.battle.undo()
            return
        self.battle.undo()
        assert self.battle.digest == self._done[-1].before
        self._undone.append(self._done.pop())

    def redo(self) -> None:
        """Take an order again; a key that was set after it, and orders after that key, are not taken again."""
        if not self._undone:
            with pytest.raises(ef.NothingToUndo):
                self.battle.redo()
            return
        again = self._undone.pop()
        assert self.battle.digest == again.before
        self.battle.redo()
        assert self.battle.digest == again.after
        self._done.append(again._replace(keyed=False))
        if again.keyed:
            self._undone.clear()

    def keep(self) -> None:
        """Keep the position."""
        self._kept.append((self.battle.snapshot(), self.battle.digest))

    def restore(self) -> None:
        """Go on from a position that was kept."""
        kept, digest = self.chance.choice(self._kept)
        self.battle.restore(kept)
        assert self.battle.digest == digest
        self._done.clear()
        self._undone.clear()

    def rekey(self) -> None:
        """Set a key, openly or committed to, or reveal it; what is refused changes nothing."""
        before = self.battle.digest
        seed, commit = self.chance.randrange(KEYS), self.chance.random() < 0.5
        self.told[-1] += f" {seed} {commit} in turn {self.battle.turn}"
        try:
            self.battle.rekey(seed, commit=commit)
        except ValueError:
            assert self._path is not None, "only a log has something against a key"
            assert self.battle.digest == before
            self.told[-1] += " refused"
            return
        self._done[-1:] = [order._replace(keyed=True) for order in self._done[-1:]]
        self._undone.clear()

    def record(self) -> None:
        """Begin a log here; the one before ends here."""
        commit = self.chance.random() < 0.3
        self.told[-1] += f" {commit}"
        path = self._folder / f"{self._logs}.enf"
        try:
            self.battle.record(path, commit=commit)
        except ValueError:
            assert commit, "only a seed to commit to can be missing"
            return
        self._logs += 1
        self.refuse_bad_log()
        self._path = path

    def stop(self) -> None:
        """End the log."""
        self.battle.stop_recording()
        self.refuse_bad_log()
        self._path = None

    def refuse_bad_log(self) -> None:
        """The log that ended here verifies, and ends in this position."""
        if self._path is not None:
            verification = verify(self._path, systems=self._systems)
            assert verification, verification.problem
            assert verification.complete
            assert verification.digest == self.battle.digest


def try_anything(folder: Path, first: int, count: int) -> None:
    """So many trials; one that fails says its number and what was done."""
    for number in range(first, first + count):
        scenario = SCENARIOS[number % len(SCENARIOS)]
        systems = (PLUGIN,) if scenario.family == "drill" and number % 4 == 1 else ()
        trial = Trial(number, folder, scenario, systems)
        try:
            trial.run(random.Random(-number).randint(10, 60))
        except Exception as problem:
            problem.add_note(f"trial {number}: {'; '.join(trial.told)}")
            raise


def test_logs_of_whatever_is_done_to_a_battle_verify(tmp_path: Path) -> None:
    with running_interpreted():
        try_anything(tmp_path, 0, 30)


@pytest.mark.slow
def test_many_more_logs_of_whatever_is_done_to_a_battle_verify(tmp_path: Path) -> None:
    try_anything(tmp_path, 1000, 300)
