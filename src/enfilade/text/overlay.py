"""What is drawn over a board to show a ruling: a line of sight, what an order and its findings name, its ends."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from enfilade.battle import Battle
from enfilade.components.unit import Unit
from enfilade.core.orders.said import Finding, Order, Point, Sight, Verdict
from enfilade.systems.board_problems import legend_of

from .lines import BLOCKER, OBSTRUCTION, WAY, Marks, Place, cells_crossed

NAMED = "!"
"""Behind a unit that a ruling names."""
END = "+"


@dataclass(frozen=True)
class Overlay:
    """What is drawn over a board.

    Attributes:
        marks: signs of places, drawn where no unit stands.
        units: units that get a ``!``.
        notes: lines below the board that say what the signs mean.
    """

    marks: Marks = field(default_factory=dict)
    units: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()


def cells_under(unit: Unit) -> list[Place]:
    """The places under a unit's base, row by row; one for a unit that has no size."""
    return base_cells((unit.position.x, unit.position.y), unit.base.size)


def base_cells(place: Place, size: int) -> list[Place]:
    """The places under a base of so many a side, row by row."""
    side = max(size, 1)
    return [(place[0] + column, place[1] + row) for row in range(side) for column in range(side)]


def sight_overlay(battle: Battle, first: str, second: str, sight: Sight) -> Overlay:
    """A line of sight: ``+`` on its way, ``X`` on what blocks it, ``x`` on terrain that obstructs, ``!`` at units.

    A clear line is the one found, a blocked one that between the centres.
    """
    marks = dict.fromkeys(_line(battle, first, second, sight), WAY)
    marks |= dict.fromkeys(sight.obstructed_by, OBSTRUCTION)
    marks |= dict.fromkeys(sight.blockers, BLOCKER)
    meanings = {WAY: "on the line", BLOCKER: "blocks it", OBSTRUCTION: "obstructs it"}
    used = [f"{sign} {meaning}" for sign, meaning in meanings.items() if sign in marks.values()]
    used.append(f"{NAMED} {first} and {second}" + ("" if not sight.obstructing_units else ", and units that obstruct"))
    return Overlay(marks, frozenset((first, second, *sight.obstructing_units)), (", ".join(used),))


def _line(battle: Battle, first: str, second: str, sight: Sight) -> list[Place]:
    """The places that the line of a sight crosses; none when it is by no line."""
    if sight.witness is None and sight.visible:
        return []
    ends = sight.witness or (_centre(battle.unit(first)), _centre(battle.unit(second)))
    return cells_crossed(*ends)


def _centre(unit: Unit) -> Point:
    """The middle of a unit's base."""
    size = max(unit.base.size, 1)
    return (2 * unit.position.x + size, 2), (2 * unit.position.y + size, 2)


def verdict_overlay(battle: Battle, verdict: Verdict) -> Overlay:
    """What an order says and what was found about it.

    ``+`` is where the order leads, numbers are the steps of its path, ``X`` is what findings name, ``!`` is at the
    units of the order and of its findings, and at those on such places. An order against a target
    shows the line of sight as well.
    """
    order = verdict.order
    overlay = _target_overlay(battle, order)
    marks = overlay.marks | dict.fromkeys(_end_cells(battle, order), END)
    found = [place for finding in verdict.findings for place in _found_cells(battle, finding)]
    marks |= dict.fromkeys(found, BLOCKER)
    marks |= _path_marks(battle, order, marks)
    named = [name for finding in verdict.findings for name in _units_of(battle, finding)] + _units_on(battle, found)
    used = [
        *([f"{END} where the order leads"] if END in marks.values() and order.place is not None else []),
        *(["numbers are the steps of its path"] if order.path else []),
        *([f"{BLOCKER} what the findings name"] if found else []),
    ]
    notes = (*overlay.notes, *([", ".join(used)] if used else []))
    return Overlay(marks, overlay.units | {*named, *filter(None, (order.unit,))}, notes)


def _target_overlay(battle: Battle, order: Order) -> Overlay:
    """The line of sight to an order's target, where the rules know of one and both are in play."""
    pair = (order.unit, order.target)
    units = frozenset(filter(None, pair))
    if battle.family.sight is None or not all(pair) or not all(battle.unit(name).status.alive for name in pair):
        return Overlay(units=units)
    return sight_overlay(battle, *pair, battle.sight(*pair))


def _end_cells(battle: Battle, order: Order) -> list[Place]:
    """The places under a unit's base where an order leads it."""
    if order.place is None:
        return []
    return base_cells(order.place, battle.unit(order.unit).base.size if order.unit else 1)


def _found_cells(battle: Battle, finding: Finding) -> list[Place]:
    """The places that a finding names: of a step a whole block of the board, else those under the unit's base."""
    place = battle.names.notation.parse_place(str(finding.names.get("place", "")))
    if place is None:
        return []
    if "step" in finding.names:
        return block_cells(battle, place)
    unit = str(finding.names.get("unit", ""))
    return base_cells(place, battle.unit(unit).base.size if unit in battle.names.slots else 1)


def block_cells(battle: Battle, place: Place) -> list[Place]:
    """The places of the block of a board that a place lies in; the place itself where there are no blocks."""
    block = battle.names.notation.block
    return base_cells((place[0] // block * block, place[1] // block * block), block)


def _path_marks(battle: Battle, order: Order, taken: Marks) -> Marks:
    """The number of each step of a path, in the middle of a block or where there is room for it; not on terrain."""
    rows, legend = battle.scenario.map_rows(), legend_of(battle.scenario, battle.family)
    occupied = {cell for unit in battle.game.store.table("units") if unit.status.alive for cell in cells_under(unit)}
    marks: Marks = {}
    for step, place in enumerate(order.path, start=1):
        cells = block_cells(battle, place)
        middle = len(cells) // 2
        for cell in (*cells[middle:], *cells[:middle]):
            is_open = legend[rows[cell[1]][cell[0]]] == battle.family.terrain[0]
            if is_open and cell not in occupied and cell not in marks and cell not in taken:
                marks[cell] = str(step)
                break
    return marks


def _units_of(battle: Battle, finding: Finding) -> list[str]:
    """The units that a finding names."""
    names = (str(finding.names.get(key, "")) for key in ("unit", "target"))
    return [name for name in names if name in battle.names.slots]


def _units_on(battle: Battle, places: list[Place]) -> list[str]:
    """The units in play on some places."""
    pairs = zip(battle.names.units, battle.game.store.table("units"), strict=True)
    return [name for name, unit in pairs if unit.status.alive and not set(places).isdisjoint(cells_under(unit))]


def orders_overlay(battle: Battle, orders: Iterable[Order]) -> Overlay:
    """Where listed orders lead: ``+`` on each place that one names, ``!`` at each target and at who stands there."""
    listed = list(orders)
    places = list(dict.fromkeys(order.place for order in listed if order.place is not None))
    given = {order.unit for order in listed}
    met = frozenset(name for name in _units_on(battle, places) if name not in given)
    named = met.union(order.target for order in listed if order.target)
    corner = ", by the north-western cell of the base" if battle.names.notation.block > 1 else ""
    used = [
        *([f"{END} where listed orders lead{corner} ({len(places)})"] if places else []),
        *([f"{NAMED} targets and whoever stands there"] if named else []),
    ]
    return Overlay(dict.fromkeys(places, END), named, (", ".join(used),) if used else ())
