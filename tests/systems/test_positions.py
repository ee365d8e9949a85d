"""Positions from outside: each is refused with a typed error, or it can be asked, listed and played."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import msgspec
import pytest

import enfilade as ef
from enfilade.systems.positions import PositionError
from tests.face.games import running_interpreted
from tests.systems.outside import ORDERS, Change, ask, bases, changed, changes, play

BASES = len(bases())


def swept(battle: ef.Battle, sample: list[Change], orders: int) -> tuple[int, int]:
    """Set each change up, ask and play what is not refused; how many were taken and refused."""
    taken = refused = 0
    begin = battle.snapshot()
    for number, change in enumerate(sample):
        battle.restore(begin)
        row = changed(battle.game, change)
        before = battle.digest
        try:
            battle.restore(msgspec.structs.replace(begin, row=row))
        except PositionError:
            assert battle.digest == before, change
            refused += 1
            continue
        taken += 1
        try:
            ask(battle)
            play(battle, orders, number)
        except Exception as problem:
            raise AssertionError(f"{change} was taken and led to {problem!r}") from problem
    return taken, refused


@pytest.mark.parametrize("which", range(BASES))
def test_any_number_of_a_position_changed_is_refused_or_can_be_played_interpreted(which: int) -> None:
    battle = bases()[which]
    count, orders = {"drill": (120, 8), "march": (50, 3), "mech": (50, 2)}[battle.family.name]
    sample = random.Random(which).sample(list(changes(battle.game)), count)
    with running_interpreted():
        taken, refused = swept(battle, sample, orders)
    assert taken > 5
    assert refused > count // 4


@pytest.mark.slow
@pytest.mark.parametrize("which", range(BASES))
def test_any_number_of_a_position_changed_is_refused_or_can_be_played_to_the_end(which: int) -> None:
    battle = bases()[which]
    taken, refused = swept(battle, random.Random(100 + which).sample(list(changes(battle.game)), 400), ORDERS)
    assert taken > 20
    assert refused > 150


COMPILED = """
from tests.systems.outside import *
from enfilade.core.engine.warm import compile_now
from enfilade.headless.loop import loop_entries, player, take_random_orders
from enfilade.systems.positions import PositionError
played = 0
for battle in bases():
    game = battle.game
    compile_now(loop_entries(game))
    assert player(game).is_loaded
    begin = game.snapshot()
    for number, change in enumerate(changes(game)):
        game.restore(begin)
        try:
            game.adopt(changed(game, change))
        except PositionError:
            continue
        game.list(-1, -1, -1, 0, game.count())
        with contextlib.suppress(ef.StepFault):
            take_random_orders(game, number, ORDERS)
        played += 1
print("played", played)
"""


@pytest.mark.slow
@pytest.mark.bounds
def test_no_position_that_is_taken_crashes_compiled_rules() -> None:
    environment = os.environ | {"ENFILADE_KERNELS": "compiled"}
    done = subprocess.run(
        [sys.executable, "-c", COMPILED], capture_output=True, text=True, timeout=300, env=environment, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[1]) > 3000
