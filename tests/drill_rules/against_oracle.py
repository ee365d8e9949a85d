"""The engine's drill and the oracle's side by side: the same scenarios, orders and positions in one form."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import enfilade.drill
from enfilade.core.orders.kinds import FORCED
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry
from enfilade.core.state.cards import IN_DECK
from enfilade.core.state.messages import OrderRecord
from enfilade.drill.components import open_drill
from enfilade.drill.vocabulary import CARD_NAMES
from enfilade.systems.game import Game
from tests.oracles import drill

FAMILY = enfilade.drill.FAMILY
KINDS = {kind.name: kind.number for kind in FAMILY.kinds}
KIND_NAMES = {number: name for name, number in KINDS.items()}
DECISIONS = {"bid": "bid", "activate": "act", "react": "react", "displace": "shove"}
DECISION_NAMES = {decision.number: DECISIONS[decision.name] for decision in FAMILY.decisions}
SIDES = ("red", "blue", "green", "yellow")


def random_scenario(chance: random.Random) -> Scenario:
    """A board of 3 by 3 to 6 by 6 with walls, two to four sides of one to three units, and options."""
    width, height = chance.randint(3, 6), chance.randint(3, 6)
    squares = [(x, y) for y in range(height) for x in range(width)]
    walls = {square for square in squares if chance.random() < chance.choice((0.1, 0.3))}
    names = SIDES[: chance.randint(2, 4)]
    open_squares = [square for square in squares if square not in walls]
    chance.shuffle(open_squares)
    units = []
    for side in names:
        for number in range(chance.randint(1, 3)):
            if open_squares:
                x, y = open_squares.pop()
                values = {"power": chance.choice((0, 1, 2, 3, 5)), "allowance": chance.choice((0, 1, 2, 2))}
                own = values if chance.random() < 0.8 else {}
                units.append(UnitEntry(f"{side[0].upper()}{number}", side, f"{'ABCDEF'[x]}{y + 1}", values=own))
    chance.shuffle(units)
    options: dict[str, int | bool | str] = {"tokens": chance.randint(0, 4), "rounds": chance.randint(1, 4)}
    paired = len(names) == 4 and chance.random() < 0.5
    return Scenario(
        name="random",
        family="drill",
        sides=[SideEntry(side, every_second(names, side) if paired else None) for side in names],
        board=BoardEntry(
            "\n".join("".join("#" if (x, y) in walls else "." for x in range(width)) for y in range(height))
        ),
        units=units,
        cards={name: chance.randint(0, 2) for name in CARD_NAMES[1:]},
        options=options if chance.random() < 0.8 else {},
    )


def every_second(names: tuple[str, ...], side: str) -> list[str]:
    """The sides that a side is hostile to when red and green, blue and yellow are friends."""
    return [other for other in names if (names.index(other) - names.index(side)) % 2 == 1]


def oracle_of(scenario: Scenario) -> drill.Position:
    """The oracle's position at the start of a scenario."""
    rows = scenario.board.map.strip("\n").splitlines()
    names = scenario.side_names()
    hostile = drill.all_hostile(len(names))
    for index, side in enumerate(scenario.sides):
        if side.hostile is not None:
            hostile = {pair for pair in hostile if pair[0] != index or names[pair[1]] in side.hostile}
    return drill.Position(
        width=len(rows[0]),
        height=len(rows),
        walls={(x, y) for y, row in enumerate(rows) for x, character in enumerate(row) if character == "#"},
        units=[
            soldier_of(names.index(unit.side), unit.at, {**scenario.types.get(unit.type, {}), **unit.values})
            for unit in scenario.units
        ],
        teams=[drill.Team(int(scenario.options.get("tokens", 3))) for _ in names],
        cards=[name for name, count in scenario.cards.items() for _ in range(count)],
        hostile=hostile,
        rounds=int(scenario.options.get("rounds", 4)),
    )


def soldier_of(side: int, at: str, values: Mapping[str, Any]) -> drill.Soldier:
    """A unit of the oracle, with its defaults where nothing is said."""
    soldier = drill.Soldier(side, ("ABCDEFGHI".index(at[0]), int(at[1:]) - 1))
    soldier.power = int(values.get("power", soldier.power))
    soldier.allowance = int(values.get("allowance", soldier.allowance))
    return soldier


def started(scenario: Scenario) -> Game:
    """The engine's game after the passes before the first order."""
    game = Game(scenario, FAMILY)
    game.set_key(1)
    game.start()
    return game


def as_order(order: OrderRecord) -> drill.Order:
    """An order of the engine in the oracle's form."""
    kind = KIND_NAMES[order.kind]
    place = (order.x, order.y) if kind in ("move", "shove") else None
    number = order.number if kind == "bid" else None
    return order.side, kind, order.unit if order.unit >= 0 else None, place, number


def engine_orders(game: Game) -> list[drill.Order]:
    """The engine's legal orders in its order."""
    count = game.count()
    assert game.list(-1, -1, -1, 0, count) == count
    return [as_order(game.store.table("orders")[index]) for index in range(count)]


def write_order(game: Game, order: drill.Order, path: list[drill.Square] | None = None) -> None:
    """Put an order in the engine's hand."""
    side, kind, unit, place, number = order
    record = game.order
    record.assign(bytes(OrderRecord.dtype.itemsize))
    record.kind = KINDS[kind]
    record.side = side
    record.direction = record.target = -1
    record.unit = -1 if unit is None else unit
    record.x, record.y = place or (0, 0)
    record.number = number or 0
    record.length = len(path or [])
    for index, (x, y) in enumerate(path or []):
        record.path[index] = y * game.world().rules[0].width + x


def engine_view(game: Game) -> dict[str, Any]:
    """Everything that the rules speak of, as the engine has it."""
    world = game.world()
    own = open_drill(world)
    clock = world.clock[0]
    sides = range(world.rules[0].sides)
    units = zip(world.units, own.soldiers, strict=True)
    frames = [(KIND_NAMES[world.pending[index].kind], world.pending[index].unit) for index in range(clock.depth)]
    return {
        "round": clock.turn,
        "starter": own.round[0].began,
        "teams": [
            (party.tokens, party.bid if party.bid >= 0 else None, party.passed, party.drew, party.hurry == 1)
            for party in own.parties
        ],
        "units": [
            ((unit.position.x, unit.position.y), soldier.shaken, unit.status.done, soldier.fired)
            if unit.status.alive
            else None
            for unit, soldier in units
        ],
        "cards": [CARD_NAMES[card.kind] for card in world.cards if card.place == IN_DECK],
        "under way": frames,
        "owed": DECISION_NAMES[clock.decision] if clock.owes else None,
        "sides": [side for side in sides if (clock.owes >> side) & 1],
        "unit": clock.unit if clock.unit >= 0 else None,
        "over": clock.over,
        "winners": [side for side in sides if (clock.winners >> side) & 1],
        "scores": [clock.scores[side] for side in sides] if clock.over else [],
    }


def oracle_view(position: drill.Position) -> dict[str, Any]:
    """Everything that the rules speak of, as the oracle has it."""
    march = position.march
    frames = [("move", march.mover)] if march is not None else []
    if march is not None and march.victim is not None:
        frames.append(("shove", march.victim))
    return {
        "round": position.round,
        "starter": position.starter if position.starter is not None else len(position.teams) - 1,
        "teams": [(team.tokens, team.bid, team.passed, team.drew, team.hurried) for team in position.teams],
        "units": [
            (unit.square, unit.shaken, unit.moved, unit.fired) if unit.square is not None else None
            for unit in position.units
        ],
        "cards": position.cards,
        "under way": frames,
        "owed": position.owed.kind if position.owed is not None else None,
        "sides": sorted(position.owed.sides) if position.owed is not None else [],
        "unit": position.owed.unit if position.owed is not None else None,
        "over": position.over,
        "winners": position.winners,
        "scores": position.scores,
    }


def engine_told(game: Game) -> list[drill.Order]:
    """The orders that the engine's last step took at once."""
    world = game.world()
    told = []
    for index in range(game.notes.events):
        event = world.events[index]
        if event.kind == FORCED:
            order = OrderRecord.zeros()
            order.kind, order.side, order.number = event.numbers[0], event.numbers[1], event.numbers[2]
            order.unit, order.x, order.y = event.unit, event.x, event.y
            told.append(as_order(order))
    return told
