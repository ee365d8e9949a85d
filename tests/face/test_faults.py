"""Rules that go wrong: the step ends within its bound, in a typed fault, with the position as before."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable

import pytest

import enfilade as ef
from enfilade.core.engine.kernel import kernel
from enfilade.core.orders.say import emit
from enfilade.core.state import notes
from enfilade.core.state.dice import dice, die, pool
from enfilade.core.state.messages import EVENTS_MAX, OrderRecord
from enfilade.core.state.stack import push
from enfilade.core.state.world import World
from enfilade.drill import FAMILY
from enfilade.drill.reaction import REACTION_SYSTEM
from enfilade.drill.sequence import SEQUENCE_SYSTEM
from enfilade.drill.vocabulary import HOLD, MOVED, PASS, REACTION
from enfilade.systems.family import Family
from enfilade.systems.pipeline import PASSES_MAX
from tests.face.games import red_to_move, untouched

pytestmark = pytest.mark.usefixtures("made_up_rules")

NO_SYSTEM_S_PHASE = 99


def go_nowhere(world: World) -> None:
    """It is nobody's turn to do anything: the passes go round for ever."""
    world.clock[0].owes = 0
    world.clock[0].phase = NO_SYSTEM_S_PHASE


def ask_again_and_again(world: World) -> None:
    """A decision with a single answer, which leads to the same decision."""
    world.clock[0].owes = 1
    world.clock[0].decision = REACTION
    world.clock[0].unit = 0


def tell_without_end(world: World) -> None:
    for _ in range(EVENTS_MAX + 5):
        emit(world, MOVED, 0, -1)


def pile_up(world: World) -> None:
    for _ in range(6):
        push(world, PASS)


def owe_what_cannot_be_answered(world: World) -> None:
    world.clock[0].owes = 1
    world.clock[0].decision = 30
    world.clock[0].unit = -1


def roll_too_many(world: World) -> None:
    pool(world, 1, 0, 25, 5)


def sum_too_many(world: World) -> None:
    dice(world, 1, 0, 24, 6)


def drill_where_a_pass(goes_wrong: Callable[[World], None]) -> Family:
    """The drill, but passing does something that rules must not do."""

    def apply(world: World, order: OrderRecord) -> None:
        SEQUENCE_SYSTEM.apply(world, order)
        if order.kind == PASS:
            goes_wrong(world)

    wrong = dataclasses.replace(SEQUENCE_SYSTEM, apply=kernel(apply))
    systems = tuple(wrong if system is SEQUENCE_SYSTEM else system for system in FAMILY.systems)
    return dataclasses.replace(FAMILY, systems=systems)


@pytest.mark.rule("CORE-2.1")
@pytest.mark.parametrize(
    ("goes_wrong", "fault", "message"),
    [
        (go_nowhere, notes.TOO_MANY_PASSES, "a step took too many passes (in phase 99)"),
        (tell_without_end, notes.TOO_MANY_EVENTS, f"a step told too many events (event kind {MOVED})"),
        (pile_up, notes.TOO_MANY_FRAMES, f"more was under way than there is room for (order kind {PASS})"),
        (owe_what_cannot_be_answered, notes.NO_LEGAL_ORDER, "no order answers the decision owed (decision 30)"),
        (roll_too_many, notes.POOL_TOO_LARGE, "a roll of 25 dice cannot be weighed exactly"),
        (sum_too_many, notes.POOL_TOO_LARGE, "a roll of 24 dice cannot be weighed exactly"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_step_that_goes_wrong_ends_in_a_fault_and_leaves_the_position(
    goes_wrong: Callable[[World], None], fault: int, message: str
) -> None:
    battle = red_to_move(family=drill_where_a_pass(goes_wrong))
    battle.step("R1 move A2")
    battle.step("blue draw")
    digest = battle.digest
    battle.undo()
    battle.redo()
    orders = battle.orders
    with untouched(battle), pytest.raises(ef.StepFault) as raised:
        battle.step("green pass")
    assert raised.value.fault == fault
    assert str(raised.value) == message
    assert battle.orders == orders
    assert battle.digest == digest
    battle.step("G1 move D3")
    for _ in range(4):
        battle.undo()
    assert battle.step_number == 1


@pytest.mark.rule("CORE-2.1")
def test_passes_of_a_step_are_bounded() -> None:
    rounds = itertools.count()

    def advance(world: World) -> None:
        next(rounds)

    endless = dataclasses.replace(SEQUENCE_SYSTEM, advance=kernel(advance))
    systems = tuple(endless if system is SEQUENCE_SYSTEM else system for system in FAMILY.systems)
    with pytest.raises(ef.StepFault, match=r"too many passes \(in phase 6\)"):
        red_to_move(family=dataclasses.replace(FAMILY, systems=systems))
    assert next(rounds) == PASSES_MAX


@pytest.mark.rule("CORE-2.1", "CORE-2.2")
def test_decisions_taken_at_once_are_bounded_too() -> None:
    asked = itertools.count()

    def apply(world: World, order: OrderRecord) -> None:
        """Whatever is answered, R1 is asked again."""
        next(asked)
        ask_again_and_again(world)

    def count(world: World, side: int, unit: int, kind: int) -> int:
        """Nobody may do anything but hold."""
        return int(kind == HOLD)

    changed = {
        SEQUENCE_SYSTEM: dataclasses.replace(SEQUENCE_SYSTEM, apply=kernel(apply)),
        REACTION_SYSTEM: dataclasses.replace(REACTION_SYSTEM, apply=kernel(apply), count=kernel(count)),
    }
    systems = tuple(changed.get(system, system) for system in FAMILY.systems)
    battle = ef.Battle(red_to_move().to_scenario(), family=dataclasses.replace(FAMILY, systems=systems))
    with untouched(battle), pytest.raises(ef.StepFault, match="a step told too many events"):
        battle.step("red pass")
    assert next(asked) <= EVENTS_MAX + 2


def test_fault_of_the_first_passes_is_raised_when_the_battle_is_made() -> None:
    def advance(world: World) -> None:
        owe_what_cannot_be_answered(world)

    stuck = dataclasses.replace(SEQUENCE_SYSTEM, advance=kernel(advance))
    systems = tuple(stuck if system is SEQUENCE_SYSTEM else system for system in FAMILY.systems)
    with pytest.raises(ef.StepFault, match="no order answers the decision owed"):
        red_to_move(family=dataclasses.replace(FAMILY, systems=systems))


def test_error_in_the_middle_of_a_step_leaves_the_position() -> None:
    def stumble(world: World) -> None:
        world.units[0].position.x = 3
        raise ZeroDivisionError("a mistake in a rule")

    battle = red_to_move(family=drill_where_a_pass(stumble))
    with untouched(battle), pytest.raises(ZeroDivisionError):
        battle.step("red pass")
    battle.step("R1 move A2")


def test_fault_while_the_odds_are_counted_leaves_the_position() -> None:
    battle = red_to_move(family=drill_where_a_pass(lambda world: many_dice(world)))
    with untouched(battle), pytest.raises(ef.StepFault, match="a step rolled too often to be enumerated"):
        battle.odds("red pass")
    battle.step("red pass")


def many_dice(world: World) -> None:
    for _ in range(notes.ROLLS_MAX + 1):
        die(world, 1, 0, 1)
