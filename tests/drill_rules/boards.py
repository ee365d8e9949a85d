"""Drill positions as text boards: built, played and looked at in a test's own words.

A board is rows of words: ``.`` an open square, ``#`` a wall, ``R1`` a unit. The first letter of a unit is its side
(R red, B blue, G green, Y yellow, in this order); slots go by side, then by number. Squares are named as in the
rulebook but in small letters, so that they are not taken for units: a1 is the north-west corner. Orders are lines:

    R1 move b2            R1 move b2 via b1 b2        R1 fire        B1 shove c1        red bid 2        red pass

Unless a test says otherwise a unit has power 2 and allowance 2, and a side 3 tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import enfilade.drill
from enfilade.components.unit import Unit
from enfilade.core.orders.kinds import FORCED
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry
from enfilade.core.state.messages import OrderRecord
from enfilade.drill.components import Party, Soldier, open_drill
from enfilade.drill.losses import lose
from enfilade.drill.vocabulary import CARD_NAMES
from enfilade.systems.game import Game

SIDES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow"}
FAMILY = enfilade.drill.FAMILY
KINDS = {kind.name: kind.number for kind in FAMILY.kinds}
KIND_NAMES = {kind.number: kind.name for kind in FAMILY.kinds}
DECISIONS = {decision.number: decision.name for decision in FAMILY.decisions}


class Found(NamedTuple):
    """A finding: reason, rule, the numbers that the reason names, and the square, "" without one."""

    reason: str
    rule: str
    numbers: tuple[int, ...] = ()
    square: str = ""


def rows_of(text: str) -> list[list[str]]:
    """A text board as rows of words."""
    return [line.split() for line in text.strip().splitlines()]


def square_name(x: int, y: int) -> str:
    """The name of a square."""
    return f"{'abcdefghi'[x]}{y + 1}"


def square_of(name: str) -> tuple[int, int]:
    """Column and row of a square's name."""
    return "abcdefghi".index(name[0]), int(name[1:]) - 1


def scenario_of(
    text: str,
    *,
    values: dict[str, dict[str, int]] | None = None,
    options: dict[str, int] | None = None,
    cards: dict[str, int] | None = None,
    hostile: dict[str, list[str]] | None = None,
    known_to: dict[str, list[str]] | None = None,
) -> Scenario:
    """The scenario of a board; ``values`` are power and allowance by unit."""
    rows = rows_of(text)
    places = {word: square_name(x, y) for y, row in enumerate(rows) for x, word in enumerate(row) if word not in ".#"}
    letters = [letter for letter in SIDES if any(unit[0] == letter for unit in places)]
    units = sorted(places, key=lambda unit: (list(SIDES).index(unit[0]), int(unit[1:])))
    return Scenario(
        name="board",
        family="drill",
        sides=[SideEntry(SIDES[letter], (hostile or {}).get(SIDES[letter])) for letter in letters],
        board=BoardEntry("\n".join("".join("#" if word == "#" else "." for word in row) for row in rows)),
        units=[
            UnitEntry(
                unit,
                SIDES[unit[0]],
                places[unit],
                values=(values or {}).get(unit, {}),
                known_to=(known_to or {}).get(unit),
            )
            for unit in units
        ],
        cards=cards or {},
        options=dict(options or {}),
    )


class Situation:
    """A game on a text board.

    Attributes:
        game: the game; its dice key is set, so rolls without given faces are fixed too.
    """

    def __init__(
        self,
        text: str,
        *,
        bids: str = "",
        values: dict[str, dict[str, int]] | None = None,
        options: dict[str, int] | None = None,
        cards: dict[str, int] | None = None,
        hostile: dict[str, list[str]] | None = None,
        known_to: dict[str, list[str]] | None = None,
    ) -> None:
        """Set a board up and begin the first round, with these bids of the sides in order such as ``"0 2"``."""
        scenario = scenario_of(text, values=values, options=options, cards=cards, hostile=hostile, known_to=known_to)
        self.game = Game(scenario, FAMILY)
        self.game.set_key(7)
        self.game.start()
        self.sides = scenario.side_names()
        self.units = [unit.id for unit in scenario.units]
        for side, bid in zip(self.sides, bids.split(), strict=False):
            self.step(f"{side} bid {bid}")

    # orders

    def write(self, line: str) -> OrderRecord:
        """Put an order in hand."""
        words = line.split()
        order = self.game.order
        order.assign(bytes(len(order.tobytes())))
        order.kind = KINDS[words[1]]
        order.target = order.unit = order.direction = -1
        if words[0] in self.units:
            order.unit = self.units.index(words[0])
            order.side = self.unit(words[0]).allegiance.side
        else:
            order.side = self.sides.index(words[0])
        if words[1] in ("move", "shove"):
            order.x, order.y = square_of(words[2])
        if words[1] == "bid":
            order.number = int(words[2])
        if "via" in words:
            self.write_path(order, words[words.index("via") + 1 :])
        return order

    def lose(self, *names: str) -> None:
        """Take units out of play, as if they had been lost before."""
        world = self.game.world()
        for name in names:
            lose(world, open_drill(world), self.units.index(name))

    def write_path(self, order: OrderRecord, squares: list[str]) -> None:
        """Name the path of the order in hand."""
        order.length = len(squares)
        for index, name in enumerate(squares):
            x, y = square_of(name)
            order.path[index] = y * self.game.world().rules[0].width + x

    def step(self, line: str, faces: Iterable[int] = ()) -> list[str]:
        """Take a legal order, with these faces of the dice; the events it told."""
        self.write(line)
        assert self.game.check() == 0, (line, self.findings_made())
        self.game.give_dice(tuple(faces))
        self.game.step()
        self.game.raise_fault()
        self.game.give_dice(())
        assert not FAMILY.invariants(self.game.world())
        return self.events()

    def play(self, *lines: str) -> None:
        """Take several orders, none of which rolls dice."""
        for line in lines:
            self.step(line)
            assert self.game.notes.rolls == 0

    def legal(self) -> list[str]:
        """The legal orders in canonical order."""
        count = self.game.count()
        assert self.game.list(-1, -1, -1, 0, count) == count
        return [self.line_of(self.game.store.table("orders")[index]) for index in range(count)]

    def line_of(self, order: OrderRecord) -> str:
        """An order as a line, without its path."""
        who = self.units[order.unit] if order.unit >= 0 else self.sides[order.side]
        kind = KIND_NAMES[order.kind]
        place = f" {square_name(order.x, order.y)}" if kind in ("move", "shove") else ""
        return f"{who} {kind}{place}" + (f" {order.number}" if kind == "bid" else "")

    def findings(self, line: str, side: str = "") -> list[Found]:
        """Everything that forbids an order; ``side`` gives it instead of the unit's own."""
        order = self.write(line)
        if side:
            order.side = self.sides.index(side)
        return self.look()

    def look(self) -> list[Found]:
        """Everything that forbids the order in hand; looking changes nothing."""
        before = self.game.snapshot()
        count = self.game.check()
        assert self.game.snapshot() == before
        found = self.findings_made()
        assert len(found) == count
        return found

    def findings_made(self) -> list[Found]:
        """The findings of the last evaluation."""
        reasons = {reason.number: reason for reason in FAMILY.all_reasons}
        found = []
        for index in range(self.game.notes.findings):
            finding = self.game.world().findings[index]
            reason = reasons[finding.reason]
            numbers = tuple(finding.numbers[: len(reason.numbers)])
            square = square_name(finding.x, finding.y) if finding.x >= 0 else ""
            found.append(Found(reason.name, reason.rule, numbers, square))
        return found

    # looking

    @property
    def board(self) -> list[list[str]]:
        """The board as rows of words."""
        world = self.game.world()
        width, height = world.rules[0].width, world.rules[0].height
        rows = [["#" if world.cells[y * width + x].kind else "." for x in range(width)] for y in range(height)]
        for name, unit in zip(self.units, world.units, strict=True):
            if unit.status.alive:
                rows[unit.position.y][unit.position.x] = name
        return rows

    @property
    def owed(self) -> str:
        """The decision owed, who owes it, and the unit it is about: ``react blue B1``."""
        clock = self.game.clock
        sides = [side for index, side in enumerate(self.sides) if (clock.owes >> index) & 1]
        about = [self.units[clock.unit]] if clock.unit >= 0 else []
        return " ".join([DECISIONS[clock.decision], *sides, *about]) if sides else ""

    @property
    def winners(self) -> list[str]:
        """The sides that have won; the battle must be over."""
        assert self.game.clock.over
        return [side for index, side in enumerate(self.sides) if (self.game.clock.winners >> index) & 1]

    @property
    def scores(self) -> list[int]:
        """The scores of the sides."""
        return list(self.game.clock.scores[: len(self.sides)])

    def events(self) -> list[str]:
        """What the last step told: name, unit, target, square where there is one, and numbers."""
        world = self.game.world()
        kinds = {event.number: event for event in FAMILY.all_events}
        told = []
        for index in range(self.game.notes.events):
            event = world.events[index]
            kind = kinds[event.kind]
            words = [kind.name, *(self.units[unit] for unit in (event.unit, event.target) if unit >= 0)]
            if "place" in kind.uses:
                words.append(square_name(event.x, event.y))
            if kind.number == FORCED:
                order = OrderRecord.zeros()
                order.kind, order.side, order.number = event.numbers[0], event.numbers[1], event.numbers[2]
                order.unit, order.x, order.y = event.unit, event.x, event.y
                words = [kind.name, *self.line_of(order).split()]
            for place, meaning in enumerate(kind.numbers):
                names = {"side": self.sides, "card": CARD_NAMES}.get(meaning)
                words.append(names[event.numbers[place]] if names else str(event.numbers[place]))
            told.append(" ".join(words))
        return told

    def unit(self, name: str) -> Unit:
        """The engine's record of a unit."""
        return self.game.world().units[self.units.index(name)]

    def soldier(self, name: str) -> Soldier:
        """The drill's record of a unit."""
        return open_drill(self.game.world()).soldiers[self.units.index(name)]

    def party(self, side: str) -> Party:
        """The drill's record of a side."""
        return open_drill(self.game.world()).parties[self.sides.index(side)]
