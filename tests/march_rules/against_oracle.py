"""The engine's marches and the oracle's side by side: the same scenarios, orders and positions in one form."""

from __future__ import annotations

import itertools
import random
from typing import Any, NamedTuple

import enfilade as ef
from enfilade.core.orders.said import Finding
from enfilade.core.scenario.schema import (
    BoardEntry,
    ObjectiveEntry,
    OptionValue,
    Scenario,
    SideEntry,
    UnitEntry,
    UnitValue,
)
from enfilade.systems.sequence.tables import play_of
from enfilade.systems.shipped.march import LEGEND, TERRAIN
from tests.march_rules.boards import Square, name_of, square
from tests.oracles import march_battle as oracle

NAMES = ("red", "blue", "green", "yellow", "orange")
NO_BANK, FORD = ".", "+"


class Size(NamedTuple):
    """How large a random board is at most, and how many units a side has."""

    sides: tuple[int, int]  # columns and rows
    units: int
    turns: int


SMALL = Size((7, 7), 3, 2)
MIDDLE = Size((12, 12), 3, 3)
LARGE = Size((20, 20), 4, 3)
WIDE = Size((70, 3), 3, 2)
"""Rows of more than 32 and 64 squares, which take several words of bits."""
TALL = Size((3, 40), 2, 2)
SIZES = (SMALL, MIDDLE, LARGE, WIDE, TALL)


# Random scenarios


def random_scenario(chance: random.Random, size: Size) -> Scenario:
    """A board with any terrain, banks, sides that are allied, hostile or neutral, stacks, and all options."""
    width, height = (chance.choice((most, chance.randint(1, most))) for most in size.sides)
    sides = random_sides(chance)
    playing = [side.name for side in sides if not side.neutral]
    objectives = random_objectives(chance, width, height, playing)
    types = {name: random_values(chance) for name in ("foot", "horse")}
    return Scenario(
        name="random",
        family="march",
        sides=sides,
        board=random_board(chance, width, height),
        units=random_units(chance, size, sides, [*types, ""]) or [UnitEntry("U0", sides[0].name, "")],
        types=types,
        objectives=objectives,
        options=random_options(chance, size, sum(objective.value for objective in objectives)),
    )


def placed(scenario: Scenario, chance: random.Random) -> Scenario:
    """The scenario with its units on the map, but for a few, where those that share a square are allied."""
    width, height = scenario.board_size()
    allied = {side.name: {side.name, *side.allied} for side in scenario.sides}
    there: dict[Square, list[str]] = {}
    for unit in scenario.units:
        for _ in range(20):
            place = (chance.randrange(width), chance.randrange(height))
            if there and chance.random() < 0.2:
                place = chance.choice(list(there))
            if chance.random() < 0.9 and all(other in allied[unit.side] for other in there.get(place, [])):
                there.setdefault(place, []).append(unit.side)
                unit.at = name_of(place)
                break
    return scenario


def random_sides(chance: random.Random) -> list[SideEntry]:
    """One to five sides, at least one of which plays."""
    names = NAMES[: chance.choice((1, 2, 2, 3, 3, 4, 5))]
    neutral = {name for name in names if chance.random() < 0.2}
    if len(neutral) == len(names):
        neutral.remove(chance.choice(names))
    sides = {name: SideEntry(name, neutral=name in neutral) for name in names}
    playing = [name for name in names if name not in neutral]
    for one, other in itertools.combinations(playing, 2):
        if chance.random() < 0.3:
            sides[one].allied.append(other)
            sides[other].allied.append(one)
    for name in playing:
        if chance.random() < 0.2:
            others = [other for other in playing if other != name and other not in sides[name].allied]
            sides[name].hostile = chance.sample(others, chance.randint(0, len(others)))
    return list(sides.values())


def random_board(chance: random.Random, width: int, height: int) -> BoardEntry:
    """Terrain from none to everywhere, and banks."""
    wild = chance.choice((0.0, 0.1, 0.3, 0.6))
    river = chance.choice((0.0, 0.3, 0.9))
    characters = chance.choice(([*LEGEND], ["~", "M", "h"], ["~"]))
    rows, banks = [], []
    for _ in range(height):
        rows.append("".join(chance.choice(characters) if chance.random() < wild else "." for _ in range(width)))
        banks.append("".join(chance.choice("aabbc+") if chance.random() < river else NO_BANK for _ in range(width)))
    return BoardEntry("\n".join(rows), banks="\n".join(banks))


def random_values(chance: random.Random) -> dict[str, UnitValue]:
    """An allowance and impassable terrains, or none of the two."""
    values: dict[str, UnitValue] = {}
    if chance.random() < 0.7:
        values["allowance"] = chance.choice((0, 1, 2, 3, 4, 5, 7, 10, 14))
    if chance.random() < 0.4:
        values["barred"] = chance.sample(TERRAIN, chance.randint(0, 4))
    return values


def random_units(chance: random.Random, size: Size, sides: list[SideEntry], types: list[str]) -> list[UnitEntry]:
    """Units in any order, not yet placed."""
    units = [
        UnitEntry(f"{side.name[0].upper()}{number}", side.name, "", chance.choice(types), values=random_values(chance))
        for side in sides
        for number in range(chance.randint(0, size.units))
    ]
    chance.shuffle(units)
    return units


def random_objectives(chance: random.Random, width: int, height: int, playing: list[str]) -> list[ObjectiveEntry]:
    """None to four objectives, some of them held."""
    places = [(column, row) for row in range(height) for column in range(width)]
    return [
        ObjectiveEntry(
            name_of(place),
            value=chance.choice((1, 2, 3, 99)),
            holder=chance.choice(playing) if chance.random() < 0.3 else "",
        )
        for place in chance.sample(places, min(len(places), chance.randint(0, 4)))
    ]


def random_options(chance: random.Random, size: Size, worth: int) -> dict[str, OptionValue]:
    """Any of the options."""
    options: dict[str, OptionValue] = {"turns": chance.randint(1, size.turns)}
    if chance.random() < 0.5:
        options["points"] = chance.randint(0, worth)
    if chance.random() < 0.5:
        options["diagonal_corners"] = chance.random() < 0.7
    if chance.random() < 0.5:
        options["river_banks"] = chance.random() < 0.7
    if chance.random() < 0.5:
        options["case2_neighbours"] = chance.choice(("corners", "edges"))
    return options


# The same for the oracle


def oracle_of(scenario: Scenario) -> oracle.Setup:
    """A scenario in the oracle's form."""
    width, height = scenario.board_size()
    banks = scenario.board.banks.split("\n") if scenario.board.banks else [NO_BANK * width] * height
    return oracle.Setup(
        width=width,
        height=height,
        terrain=tuple(tuple(LEGEND[character] for character in row) for row in scenario.map_rows()),
        banks=tuple(tuple(bank_of(character) for character in row) for row in banks),
        sides=tuple(oracle.Side(side.name, side.neutral, frozenset(side.allied)) for side in scenario.sides),
        units=tuple(unit_of(scenario, unit) for unit in scenario.units),
        objectives=tuple(
            oracle.Objective(square(objective.at), objective.value, objective.holder or None)
            for objective in scenario.objectives
        ),
        options=oracle.Options(**scenario.options),  # type: ignore[arg-type]
    )


def bank_of(character: str) -> str | None:
    """The oracle's bank for a character of the map of banks."""
    return {NO_BANK: None, FORD: oracle.FORD}.get(character, character)


def unit_of(scenario: Scenario, unit: UnitEntry) -> oracle.Unit:
    """A unit in the oracle's form: its own values over those of its type, and the oracle's where nothing is said."""
    values: dict[str, Any] = {**scenario.types.get(unit.type, {}), **unit.values}
    if "barred" in values:
        values["barred"] = frozenset(values["barred"])
    return oracle.Unit(unit.id, unit.side, square(unit.at) if unit.at else None, **values)


# Positions and orders in one form


def engine_orders(battle: ef.Battle) -> list[oracle.Order]:
    """The engine's legal orders in its order."""
    return [
        ("march", order.unit, order.place) if order.place is not None else (order.kind, order.side)
        for order in battle.legal_orders()
    ]


def as_order(order: oracle.Order, waypoint: Square | None = None) -> ef.Order:
    """An order of the oracle in the engine's form."""
    if len(order) == 2:
        return ef.Order("pass", side=order[1])
    return ef.Order("march", unit=order[1], place=order[2], path=(waypoint,) if waypoint is not None else ())


def engine_reason(battle: ef.Battle, unit: str, end: Square, waypoint: Square | None) -> oracle.Reason | None:
    """Why the engine refuses a march, whoever's turn it is; None when it is not on account of the march."""
    verdict = battle.check(as_order(("march", unit, end), waypoint))
    own = [finding for finding in verdict.findings if finding.rule.startswith("MARCH")]
    return reason_of(own[0]) if own else None


def reason_of(finding: Finding) -> oracle.Reason:
    """A finding in the oracle's form."""
    step, place = finding.names.get("step"), finding.names.get("place")
    return finding.rule, None if step is None else int(step), None if place is None else square(str(place))


def oracle_reason(
    setup: oracle.Setup, state: oracle.State, unit: str, end: Square, waypoint: Square | None
) -> oracle.Reason | None:
    """Why the oracle refuses a march; MARCH-D4 is about no step, so none is named."""
    reason = oracle.refusal(setup, state, unit, end, waypoint)
    return (reason[0], None, reason[2]) if reason is not None and reason[0] == "MARCH-D4" else reason


def engine_view(battle: ef.Battle) -> dict[str, Any]:
    """Everything that the rules speak of, as the engine has it."""
    world = battle.game.world()
    play = play_of(world)
    clock = world.clock[0]
    names = battle.names.sides
    units = dict(zip(battle.names.units, world.units, strict=True))
    return {
        "turn": clock.turn,
        "decisions": [decision.side for decision in battle.decisions],
        "squares": {
            name: (unit.position.x, unit.position.y) if unit.status.alive else None for name, unit in units.items()
        },
        "marched": {name for name, unit in units.items() if unit.status.done},
        "passed": {name for number, name in enumerate(names) if play.turn[0].passed >> number & 1},
        "holders": [names[holding.side] if holding.side >= 0 else None for holding in play.holdings],
        "scores": [clock.scores[number] for number in range(len(names))],
        "outcome": (battle.outcome.winners, battle.outcome.reason) if battle.outcome is not None else None,
    }


def oracle_view(setup: oracle.Setup, state: oracle.State) -> dict[str, Any]:
    """Everything that the rules speak of, as the oracle has it."""
    return {
        "turn": state.turn,
        "decisions": [state.decision] if state.decision is not None else [],
        "squares": state.squares,
        "marched": set(state.marched),
        "passed": set(state.passed),
        "holders": list(state.holders),
        "scores": [oracle.score(setup, state, side.name) for side in setup.sides],
        "outcome": (state.winners, state.reason) if state.over else None,
    }
