"""Mech positions in which units carry weapons, and what is asked of their attacks.

Boards are those of ``tests/mech_rules/boards.py``. A unit looks north unless ``facing`` says otherwise. A weapon is
fire of power 3, to-hit 4 and range 4 unless its values say otherwise; here every unit carries all weapons of the
board that its values do not name for it. Without values of its own a unit saves with two dice at 4 or more.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

import enfilade as ef
from enfilade.core.scenario.schema import Scenario, UnitValue
from tests.mech_rules.boards import scenario_of

FACINGS = "NESW"
Weapons = Mapping[str, Mapping[str, UnitValue]]


def armed_scenario(
    *rows: str,
    weapons: Weapons,
    facing: Mapping[str, str] | None = None,
    ratings: dict[str, int] | None = None,
    **changes: Any,
) -> Scenario:
    """The scenario of a board on which units have weapons.

    Args:
        *rows: the board.
        weapons: values of each weapon by its name.
        facing: where units look, one of ``N``, ``E``, ``S``, ``W``, by their letter.
        ratings: defence dice of each terrain.
        **changes: as for ``scenario_of``.
    """
    plain = scenario_of(*rows, **changes)
    units = [
        msgspec.structs.replace(
            unit,
            facing=FACINGS.index((facing or {}).get(unit.id, "N")),
            values={"weapons": list(weapons), **unit.values},
        )
        for unit in plain.units
    ]
    board = msgspec.structs.replace(plain.board, ratings=ratings or {})
    return msgspec.structs.replace(plain, board=board, units=units, weapons=weapons)


def armed(*rows: str, weapons: Weapons, **changes: Any) -> ef.Battle:
    """A checked battle on a board on which units have weapons; arguments as for ``armed_scenario``."""
    return ef.Battle(armed_scenario(*rows, weapons=weapons, **changes), checked=True)


def apart(distance: int, lead: str = "N..") -> list[str]:
    """A board one grid wide on which A in the south is so many grids from the unit in the north."""
    return [lead, "...", "...", *["..."] * 3 * (distance - 1), "A..", "...", "..."]


class Shot(NamedTuple):
    """How an attack is rolled: dice and what each needs, and the same for the saves against it."""

    dice: int
    needed: int
    saves: int
    save: int


def shot(battle: ef.Battle, line: str) -> Shot:
    """How an attack is rolled, as the events of its odds tell it; without a chance of a hit no saves are told."""
    attacked: set[tuple[int, int]] = set()
    saved: set[tuple[int, int]] = set()
    for chance in battle.odds(line):
        for event in chance.events:
            if event.kind in ("attacked", "saved"):
                told = (int(event.names["dice"]), int(event.names["needed"]))
                (attacked if event.kind == "attacked" else saved).add(told)
    (rolled,) = attacked
    (against,) = saved
    return Shot(*rolled, *against)


def needed(battle: ef.Battle, line: str) -> int:
    """What each die of an attack needs."""
    return shot(battle, line).needed


def save(battle: ef.Battle, line: str) -> int:
    """What each die against an attack needs."""
    return shot(battle, line).save


State = tuple[int, bool]
"""Steps that a unit has left, and whether it is disrupted; (0, False) when it is lost."""


def state_of(battle: ef.Battle, unit: str) -> State:
    """The state of a unit."""
    slot = battle.game.world().units[battle.names.slots[unit]]
    return (slot.status.steps, slot.condition.disrupted) if slot.status.alive else (0, False)


def put_state(battle: ef.Battle, unit: str, state: State) -> None:
    """Give a unit in play another state."""
    slot = battle.game.world().units[battle.names.slots[unit]]
    slot.status.steps, slot.condition.disrupted = state


def states_after(battle: ef.Battle, line: str, target: str) -> dict[State, Fraction]:
    """The chances of each state of a target after an attack, from the events of its odds."""
    chances: dict[State, Fraction] = {}
    for chance in battle.odds(line):
        state = after_events(chance.events, target, state_of(battle, target))
        chances[state] = chances.get(state, Fraction(0)) + chance.probability
    return chances


def after_events(events: tuple[ef.Event, ...], target: str, state: State) -> State:
    """The state of a unit after what events tell of it."""
    steps, disrupted = state
    for event in events:
        if event.names.get("unit") != target:
            continue
        if event.kind == "destroyed":
            return (0, False)
        steps -= event.kind == "reduced"
        disrupted = disrupted or event.kind == "disrupted"
    return steps, disrupted


def reasons(battle: ef.Battle, line: str) -> list[str]:
    """The rules of all findings against an order, in their order."""
    return [finding.rule for finding in battle.check(line).findings]
