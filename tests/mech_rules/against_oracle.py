"""The engine's moves and crushes and the oracle's side by side: the same positions, orders and answers in one form.

With ``fragile_stops`` off the oracle lets terrain that a crusher has destroyed on its way stop hiding it at once, and
the engine when the move has come there. So the switch is off only where nobody fights hand to hand.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

import enfilade as ef
from enfilade.core.rulebook.chassis import SHUTDOWN
from enfilade.core.scenario.schema import BoardEntry, OptionValue, Scenario, SideEntry, UnitEntry, UnitValue
from enfilade.systems.shipped.mech import LEGEND
from tests.mech_rules.boards import Cell, cell, fighting, name_of
from tests.oracles import mech_moves as oracle
from tests.oracles.squares import Grid

NAMES = ("red", "blue", "green", "yellow")
STANCES = ("none",) * 6 + ("shutdown", "mobility")
KINDS = ("ground",) * 6 + ("flying", "high altitude", "installation")
ORACLE_KINDS = {
    "ground": oracle.GROUND,
    "flying": oracle.FLYING,
    "high altitude": oracle.HIGH_ALTITUDE,
    "installation": oracle.INSTALLATION,
}
ORACLE_TERRAIN = {
    "open": (oracle.OPEN, 0),
    "low": (oracle.LOW, 1),
    "wall": (oracle.WALL, 3),
    "fragile": (oracle.FRAGILE, 1),
    "fragile wall": (oracle.FRAGILE, 3),
}
TRIES = 60


# Random positions


def random_position(chance: random.Random, most_grids: int = 5) -> Scenario:
    """One to five grids each way, terrain from none to much, up to six units of any size and kind, any sides."""
    wide, high = (chance.randint(1, most_grids) for _ in range(2))
    rows = random_terrain(chance, 3 * wide, 3 * high)
    sides = random_sides(chance)
    playing = [side.name for side in sides if not side.neutral]
    fighters = chance.choice((0.0, 0.4, 0.8))
    units = random_units(chance, rows, [*playing[:2], *(chance.choice(sides).name for _ in range(4))], fighters)
    options: dict[str, OptionValue] = {
        "fragile_stops": fighters > 0 or chance.random() < 0.5,
        "lock_on_exempts": chance.choice(("high_altitude", "high_altitude_and_flying")),
        "flying_landing": chance.choice(("grid", "cells")),
    }
    return Scenario("random", "mech", sides, BoardEntry("\n".join(map("".join, rows))), units, options=options)


def random_terrain(chance: random.Random, width: int, height: int) -> list[list[str]]:
    """Rows of map characters."""
    wild = chance.choice((0.0, 0.03, 0.1, 0.2, 0.35))
    marks = chance.choice(([*LEGEND], ["#"], ["-", "#"], ["%"], ["%", "&", "."]))
    return [[chance.choice(marks) if chance.random() < wild else "." for _ in range(width)] for _ in range(height)]


def random_sides(chance: random.Random) -> list[SideEntry]:
    """Two to four sides: allied, neutral, or hostile to some only; two of them play at least."""
    names = NAMES[: chance.choice((2, 2, 3, 4))]
    neutral = set(chance.sample(names, chance.randint(0, len(names) - 2)))
    sides = {name: SideEntry(name, neutral=name in neutral) for name in names}
    playing = [name for name in names if name not in neutral]
    for one, other in itertools.combinations(playing, 2):
        if chance.random() < 0.2:
            sides[one].allied.append(other)
            sides[other].allied.append(one)
    for name in playing:
        if chance.random() < 0.1:
            others = [other for other in playing if other != name and other not in sides[name].allied]
            sides[name].hostile = chance.sample(others, chance.randint(0, len(others)))
    return list(sides.values())


def random_units(chance: random.Random, rows: list[list[str]], sides: list[str], fighters: float) -> list[UnitEntry]:
    """Units of these sides, the first two of them in any case; terrain under a base is taken away."""
    units: list[UnitEntry] = []
    taken: dict[bool, set[Cell]] = {True: set(), False: set()}
    near = chance.random() < 0.5
    for number, side in enumerate(sides[: chance.randint(2, 6)]):
        for _ in range(TRIES):
            kind = chance.choice(KINDS)
            size = chance.choice((1, 1, 1, 2, 2, 3) if number else (1, 2, 3, 3))
            columns, lines = (min(len(axis) // 3, 3 if near else 5) for axis in (rows[0], rows))
            x, y = (3 * chance.randrange(grids) + chance.randint(0, 3 - size) for grids in (columns, lines))
            cells = oracle.cells_under((x, y), size)
            if not cells & taken[kind == "high altitude"]:
                break
        else:
            continue
        taken[kind == "high altitude"] |= cells
        if kind != "high altitude":
            for column, row in cells:
                rows[row][column] = "."
        values: dict[str, UnitValue] = {
            "size": size,
            "kind": kind,
            "allowance": chance.choice((0, 1, 2, 3, 4)),
            "jump": chance.choice((0, 0, 1, 2)),
            "teleport": chance.choice((0, 0, 0, 1, 2)),
            "fights": chance.random() < fighters,
            "stance": chance.choice(STANCES),
        }
        units.append(UnitEntry(f"{side[0].upper()}{number}", side, name_of((x, y)), values=fighting(values)))
    return units


# The same for the oracle


def board_of(battle: ef.Battle) -> oracle.Board:
    """The board as it is now: without the fragile terrain of grids in which it is destroyed."""
    rows = battle.scenario.map_rows()
    wide, high = len(rows[0]) // 3, len(rows) // 3
    terrain = [[ORACLE_TERRAIN[LEGEND[mark]] for mark in row] for row in rows]
    board = oracle.Board(
        wide,
        high,
        tuple(tuple(kind for kind, _ in row) for row in terrain),
        tuple(tuple(height for _, height in row) for row in terrain),
    )
    rubble = battle.game.store.table("rubble")
    return oracle.without_fragile(board, {(i % wide, i // wide) for i in range(wide * high) if rubble[i].gone})


def pieces_of(battle: ef.Battle, mover: str) -> dict[str, oracle.Piece]:
    """The units as they are now. The sides that are hostile to the mover's are one side, all others are the mover's."""
    pieces = {}
    world = battle.game.world()
    own = world.units[battle.names.slots[mover]].allegiance.side
    for entry, unit in zip(battle.scenario.units, world.units, strict=True):
        values = entry.values
        doubled = 2 if values["stance"] == "mobility" else 1
        is_hostile = world.rules[0].hostile[unit.allegiance.side] >> own & 1
        pieces[entry.id] = oracle.Piece(
            entry.id,
            "hostile" if is_hostile else "own",
            unit.position.x,
            unit.position.y,
            unit.base.size,
            unit.facing.direction,
            ORACLE_KINDS[str(values["kind"])],
            has_melee=bool(values["fights"]),
            shutdown=unit.condition.stance == SHUTDOWN,
            allowance=doubled * number(values["allowance"]),
            jump=doubled * number(values["jump"]),
            teleport=number(values["teleport"]),
            in_play=unit.status.alive,
        )
    return pieces


def number(value: UnitValue) -> int:
    """A value of a unit that is a number."""
    assert isinstance(value, int)
    return value


def switches_of(battle: ef.Battle) -> oracle.Switches:
    """The options of a scenario as switches of the oracle."""
    return oracle.Switches(**battle.scenario.options)  # type: ignore[arg-type]


class Case(NamedTuple):
    """One unit that may move, in both forms."""

    battle: ef.Battle
    board: oracle.Board
    pieces: dict[str, oracle.Piece]
    mover: oracle.Piece
    switches: oracle.Switches

    @property
    def everyone(self) -> list[oracle.Piece]:
        """All units."""
        return list(self.pieces.values())


def cases(battle: ef.Battle) -> list[Case]:
    """The units of the side that gives the next order, each as a mover."""
    side = battle.decision.side if battle.decision is not None else ""
    units = [entry.id for entry in battle.scenario.units if entry.side == side]
    found = []
    for name in units:
        pieces = pieces_of(battle, name)
        if pieces[name].in_play:
            found.append(Case(battle, board_of(battle), pieces, pieces[name], switches_of(battle)))
    return found


# Moves


def oracle_ends(case: Case) -> dict[Cell, int]:
    """The ends of a basic move with their costs, those that crush among them."""
    if case.mover.kind != oracle.GROUND or case.mover.shutdown:
        return {}
    plain = oracle.reach(case.board, case.everyone, case.mover, case.switches)
    crushing = oracle.crush_entries(case.board, case.everyone, case.mover, case.switches)
    return {(3 * x, 3 * y): cost for (x, y), cost in crushing.items()} | plain


def oracle_moves(case: Case, kind: str) -> list[tuple[int, int, int]]:
    """The moves of a kind, ends and facings, in the engine's order: by rows, then by columns, then by facings."""
    stay = (case.mover.x, case.mover.y, case.mover.facing)
    ends = {"move": oracle_ends, "fly": oracle_landings, "teleport": oracle_teleports}[kind](case)
    return [(x, y, facing) for x, y in sorted(ends, key=by_rows) for facing in range(4) if (x, y, facing) != stay]


def by_rows(place: Cell) -> Cell:
    """Sorts cells by rows, then by columns."""
    return place[1], place[0]


def oracle_landings(case: Case) -> Collection[Cell]:
    """The ends of a flight or a jump."""
    return () if case.mover.shutdown else oracle.landings(case.board, case.everyone, case.mover, case.switches)


def oracle_teleports(case: Case) -> Collection[Cell]:
    """The ends of a teleport."""
    return () if case.mover.shutdown else oracle.teleports(case.board, case.everyone, case.mover)


def engine_moves(case: Case, kind: str) -> list[tuple[int, int, int]]:
    """The engine's moves of a unit, of a kind, in its order."""
    return [
        (*order.place, order.facing)
        for order in case.battle.legal.of(case.mover.name).where(kind)
        if order.place is not None and order.facing is not None
    ]


def grid_of(place: Cell) -> Grid:
    """The grid of a cell."""
    return (place[0] // 3, place[1] // 3)


class Way(NamedTuple):
    """How a move went: what it cost, and where the unit stood in each grid that it entered."""

    cost: int
    places: list[Cell]


def way_taken(case: Case, end: Cell, events: list[ef.Event], ends_in_crush: bool) -> Way:
    """The way that events tell of; a crush in the last grid still goes on."""
    cost = next((int(event.names["cost"]) for event in events if event.kind == "moved"), 0)
    places = [cell(str(event.names["place"])) for event in events if event.kind in ("entered", "crushed_in")]
    return Way(cost, [*places, end] if ends_in_crush else places)


def standing_cost(case: Case, places: list[Cell]) -> int:
    """MECH-D17: what a way costs by where the unit stands in each grid that it leaves; freely shifted in the first."""
    start = oracle.starting(case.board, case.everyone, case.mover)
    own = oracle.leaving_cost(case.board, case.everyone, case.mover, start, case.switches)
    later = [oracle.lockers(case.board, case.everyone, case.mover, *place, case.switches) for place in places[:-1]]
    return own + sum(1 + len(names) for names in later) if places else 0


# Given paths


def random_path(chance: random.Random, case: Case) -> tuple[list[Grid], Cell]:
    """Grids of a path, mostly from one to the next, and an end, mostly in the last of them."""
    board = case.board
    here = grid_of((case.mover.x, case.mover.y))
    grids: list[Grid] = []
    for _ in range(chance.randint(1, 5)):
        around = oracle.neighbours(board, here)
        if chance.random() < 0.05 or not around:
            here = (chance.randrange(board.wide), chance.randrange(board.high))
        else:
            here = chance.choice(around)
        grids.append(here)
    if chance.random() < 0.05:
        return grids, (chance.randrange(3 * board.wide), chance.randrange(3 * board.high))
    return grids, chance.choice(sorted(oracle.placements_in(here, case.mover.size)))


def oracle_refusals(case: Case, grids: list[Grid], end: Cell) -> list[tuple[str, int] | None]:
    """Why the oracle refuses a path.

    An end on terrain or a unit, in a grid with room that the mover cannot slide to, breaks two rules in one step.
    Either may be named.
    """

    def refusal(end: Cell) -> tuple[str, int] | None:
        return oracle.path_refusal(case.board, case.everyone, case.mover, grids, end, case.switches)

    found = refusal(end)
    if found != ("MECH-1.2.1b", len(grids)):
        return [found]
    others = [refusal(other) for other in oracle.placements_in(grids[-1], case.mover.size)]
    cannot_slide = ("MECH-1.2.1c", len(grids))
    is_cut_off = all(other in (found, cannot_slide) for other in others)
    return [found, cannot_slide] if is_cut_off else [found]


def engine_refusal(case: Case, grids: list[Grid], end: Cell) -> tuple[str, int] | None:
    """The rule and the step for which the engine refuses a path; the last step when the finding names none.

    An end outside the last grid breaks MECH-D17 in the engine and MECH-1.2.1e in the oracle.
    """
    path = tuple((3 * x, 3 * y) for x, y in grids)
    verdict = case.battle.check(ef.Order("move", unit=case.mover.name, place=end, facing=0, path=path))
    if verdict.ok:
        return None
    rule = "MECH-1.2.1e" if verdict.reason == "wrong_end" else verdict.rule
    return rule, int(verdict.findings[0].names.get("step", len(grids)))


# Crush


def victims_of(case: Case, grid: Grid) -> list[oracle.Piece]:
    """The units that a crusher meets in a grid."""
    return [piece for piece in oracle.blocking(case.everyone, case.mover) if grid_of((piece.x, piece.y)) == grid]


def oracle_displacements(case: Case, previous: Grid, undecided: set[str]) -> dict[str, set[Cell]]:
    """Where each of the undecided victims may be put; a swap is a single place."""
    found = {}
    for name in sorted(undecided):
        given = oracle.displacements(case.board, case.everyone, case.mover, previous, case.pieces[name], undecided)
        found[name] = given if isinstance(given, set) else {given}
    return found


def in_order(allowed: dict[str, set[Cell]]) -> dict[str, list[tuple[int, int, int]]]:
    """Displacements by unit in the engine's order: by rows, then by columns, then by facings."""
    return {
        unit: [(x, y, facing) for x, y in sorted(places, key=by_rows) for facing in range(4)]
        for unit, places in allowed.items()
    }


class Displacing(NamedTuple):
    """One decision of a crush.

    Attributes:
        allowed: where the oracle lets each unit that is left be put.
        unit: the unit that is put somewhere now.
        put: the cell and the facing that it is given.
    """

    allowed: dict[str, set[Cell]]
    unit: str
    put: tuple[int, int, int]


def engine_displacements(battle: ef.Battle) -> dict[str, list[tuple[Any, ...]]]:
    """The engine's displacements by unit, cells and facings in its order."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for order in battle.legal_orders():
        assert order.kind == "displace"
        assert order.place is not None
        found.setdefault(order.unit, []).append((*order.place, order.facing))
    return found


def play_displacements(chance: random.Random, crush: ef.Battle, case: Case, grid: Grid) -> Iterator[Displacing]:
    """Displaces what a crusher meets in a grid, in any order; before each order gives out what both say of it."""
    mover = case.mover.name
    undecided = {piece.name for piece in victims_of(case, grid) if piece.kind != oracle.INSTALLATION}
    in_the_way_of_none = set(undecided)
    while undecided:
        pieces = pieces_of(crush, mover)
        now = Case(crush, board_of(crush), pieces, pieces[mover], case.switches)
        previous = grid_of((pieces[mover].x, pieces[mover].y))
        allowed = oracle_displacements(now, previous, in_the_way_of_none)
        allowed = {name: places for name, places in allowed.items() if name in undecided}
        unit = chance.choice(sorted(undecided))
        put = (*chance.choice(sorted(allowed[unit])), chance.randrange(4))
        yield Displacing(allowed, unit, put)
        assert crush.decision is not None
        side = crush.decision.side
        events = crush.step(ef.Order("displace", side=side, unit=unit, place=put[:2], facing=put[2]))
        undecided.remove(unit)
        if not any(event.kind == "must_swap" for event in events):
            in_the_way_of_none.remove(unit)
