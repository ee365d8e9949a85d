"""What must hold in every position of the mech family; for checks, not for rules."""

from __future__ import annotations

from enfilade.core.board.grids import GRID, LARGE, placement_at, placements
from enfilade.core.orders.decisions import ATTACK, DISPLACEMENT, FORCED_MOVE, REACTION
from enfilade.core.relations.crushing import can_crush, is_crusher
from enfilade.core.relations.hostility import hostile
from enfilade.core.rulebook.chassis import INSTALLATION
from enfilade.core.state.grids import Grids, free_cells, grid_at, grids_of, has_terrain, rebuild_grids, takes_room
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.parties import rebuild_parties
from enfilade.core.state.pending import Frame
from enfilade.core.state.stack import top
from enfilade.core.state.world import World
from enfilade.systems.crush.displacement import is_in, is_victim
from enfilade.systems.fire.direct.eligibility import is_enemy
from enfilade.systems.interruptions import ANSWERED, BEFORE_CRUSH, DISPLACING, PUSH, PUSHING, REACTIONS
from enfilade.systems.movement.flight.words import FLY, TELEPORT
from enfilade.systems.movement.forced.push import count_ends
from enfilade.systems.movement.journey import CHANGED_GRID
from enfilade.systems.movement.slide.words import MOVE
from enfilade.systems.sequence.soundness import (
    can_still_order,
    half_hidden,
    hides_units,
    wrong_departures,
    wrong_end,
    wrong_holdings,
)
from enfilade.systems.system import FIRE, SEQUENCE

KNOCKBACK_MAX = 12
"""MECH-X8: grids that a weapon moves its target away at most."""


def broken_invariants(world: World) -> list[str]:
    """MECH-X2, MECH-D9, MECH-D13, MECH-D18, MARCH-7.1 to MARCH-7.4: what does not hold in a position."""
    return misplaced_bases(world) or [
        *bases_together(world),
        *misplaced_decision(world),
        *stale_activity(world),
        *wrong_holdings(world),
        *wrong_end(world),
        *wrong_departures(world),
        *half_hidden(world),
    ]


def misplaced_bases(world: World) -> list[str]:
    """MECH-D1, MECH-X2: bases of units in play that have no size or do not lie in one grid."""
    return [
        f"MECH-X2: unit {slot}, {unit.base.size} cells at ({unit.position.x}, {unit.position.y}), is not in one grid"
        for slot, unit in enumerate(world.units)
        if unit.status.alive
        and not (
            unit.base.size >= 1
            and unit.position.x % GRID + unit.base.size <= GRID
            and unit.position.y % GRID + unit.base.size <= GRID
        )
    ]


def bases_together(world: World) -> list[str]:
    """MECH-1.2.1b, MECH-D9, MECH-D18: bases on terrain or on one another, in the middle of a crush too."""
    grids = grids_of(world)
    taken: dict[tuple[bool, int, int], int] = {}
    broken = []
    for slot, unit in enumerate(world.units):
        if not unit.status.alive:
            continue
        is_high = not takes_room(grids, slot)
        x, y, size = unit.position.x, unit.position.y, unit.base.size
        for cell in [(column, row) for row in range(y, y + size) for column in range(x, x + size)]:
            if (is_high, *cell) in taken:
                broken.append(f"MECH-1.2.1b: units {taken[is_high, *cell]} and {slot} stand on the cell {cell}")
            elif not is_high and has_terrain(world, grids, *cell):
                broken.append(f"MECH-1.2.1b: unit {slot} stands on terrain, on the cell {cell}")
            taken[is_high, *cell] = slot
    return broken


def misplaced_decision(world: World) -> list[str]:
    """MECH-D13, MECH-D9: a decision is owed by the side and about the unit whose turn it is, with what is under way."""
    clock = world.clock[0]
    if clock.owes == 0:
        return []
    if is_partly_hidden(world):
        return []
    if clock.decision == DISPLACEMENT:
        return misplaced_displacement(world)
    if clock.decision == REACTION:
        return misplaced_reaction(world)
    if clock.decision == FORCED_MOVE:
        return misplaced_push(world)
    broken = [] if clock.depth == 0 else [f"MECH-D13: {clock.depth} things are under way between two orders"]
    if clock.side == NOBODY or clock.owes != 1 << clock.side:
        return [*broken, f"MECH-D13: it is the turn of side {clock.side}, and {clock.owes:#b} owe an order"]
    if clock.decision == ATTACK:
        return [*broken, *misplaced_attack(world)]
    if clock.unit != NOBODY:
        broken.append(f"MECH-D13: the decision is about unit {clock.unit}, expected any unit")
    if not can_still_order(world, clock.side):
        broken.append(f"MECH-D13: side {clock.side} owes an order and has no unit left to activate")
    return broken


def is_partly_hidden(world: World) -> bool:
    """Whether a side may not see what is under way: of its frame nothing but the kind is left."""
    blank = Frame.zeros()
    for frame in list(world.pending)[: world.clock[0].depth]:
        blank.kind = frame.kind
        if hides_units(world) and frame.tobytes() == blank.tobytes():
            return True
    return False


def stale_activity(world: World) -> list[str]:
    """MECH-D13: units that have done something in an activation which is not theirs."""
    clock = world.clock[0]
    if is_partly_hidden(world):
        return []
    first = world.pending[0]
    active = {clock.unit}
    if clock.depth > 0:
        active.add(first.other if first.kind == PUSH else first.unit)
    return [
        f"MECH-D13: unit {slot} has moved or attacked, and is not the one that is activated"
        for slot, unit in enumerate(world.units)
        if slot not in active and (unit.activity.moved or unit.activity.attacked)
    ]


def misplaced_attack(world: World) -> list[str]:
    """MECH-D13: an attack is decided of a unit in play that has moved in its activation and not attacked."""
    clock = world.clock[0]
    if clock.unit == NOBODY:
        return [] if hides_units(world) else ["MECH-D13: an attack is decided of no unit"]
    unit = world.units[clock.unit]
    is_active = unit.status.alive and not unit.status.done and not unit.activity.attacked
    if is_active and unit.allegiance.side == clock.side:
        return []
    return [f"MECH-D13: an attack is decided of unit {clock.unit} of side {clock.side}, which may not attack now"]


def misplaced_displacement(world: World) -> list[str]:
    """MECH-1.2.6, MECH-D9: a displacement is decided by the side of a large ground unit that enters the next grid."""
    clock = world.clock[0]
    frame = world.pending[0]
    if clock.depth != 1 or frame.kind != MOVE or frame.stage != DISPLACING or frame.unit == NOBODY:
        return ["MECH-D9: a displacement is decided, and no unit crushes"]
    grids = grids_of(world)
    crusher = world.units[frame.unit]
    broken = []
    if not crusher.status.alive or not is_crusher(world, grids, frame.unit):
        broken.append(f"MECH-1.2.6a: unit {frame.unit} crushes, and is no large ground unit in play")
    if not is_on_its_move(world, frame.unit):
        broken.append(f"MECH-D13: unit {frame.unit} crushes, and is not on its move")
    if clock.owes != 1 << crusher.allegiance.side or clock.side != crusher.allegiance.side or clock.unit != NOBODY:
        broken.append(f"MECH-1.2.6d: side {crusher.allegiance.side} crushes, and {clock.owes:#b} owe the decision")
    if frame.at >= frame.length or not enters_neighbour(world, grids, frame):
        return [*broken, "MECH-D9: the crusher does not enter a grid next to its own"]
    units = range(len(world.units))
    is_any_left = hides_units(world) or any(is_victim(world, grids, frame, unit) for unit in units)
    if frame.direction != 1 or not is_any_left:
        broken.append("MECH-D9: a displacement is decided, and no unit is left to be displaced")
    if any(is_in(world, grids, frame, unit) and is_not_moved(world, grids, frame.unit, unit) for unit in units):
        broken.append("MECH-D9: a unit that is not moved by force, or no smaller one, is being displaced")
    return broken


def enters_neighbour(world: World, grids: Grids, frame: Frame) -> bool:
    """MECH-1.2.1a, MECH-X2: whether a crusher comes to stand in a grid next to its own, all of it."""
    cell = frame.path[frame.at]
    width = world.rules[0].width
    own = world.units[frame.unit].position
    away = abs(cell % width // GRID - own.x // GRID) + abs(cell // width // GRID - own.y // GRID)
    return away == 1 and cell % width % GRID == 0 and cell // width % GRID == 0


def is_not_moved(world: World, grids: Grids, crusher: int, unit: int) -> bool:
    """MECH-1.2.4f, MECH-1.2.6b, MECH-X8: whether a unit is none that a crusher displaces."""
    is_too_large = world.units[unit].base.size >= LARGE and not grids.chassis[crusher].crushes_large
    return grids.chassis[unit].kind == INSTALLATION or is_too_large


def is_on_its_move(world: World, unit: int) -> bool:
    """MECH-D13: whether a unit of the side whose turn it is has moved to another grid and not attacked."""
    slot = world.units[unit]
    is_under_way = slot.activity.moved == CHANGED_GRID and not slot.activity.attacked and not slot.status.done
    return is_under_way and slot.allegiance.side == world.clock[0].side


def misplaced_reaction(world: World) -> list[str]:
    """MECH-D20, FORM-D12: a reaction is decided by a side hostile to the unit whose journey is under way below it."""
    clock = world.clock[0]
    frame = world.pending[1]
    broken = misplaced_journey(world) if clock.depth == 2 else ["FORM-D12: a reaction is decided, and nobody moves"]
    if broken:
        return broken
    mover = world.units[frame.unit].allegiance.side
    sides = [side for side in range(world.rules[0].sides) if clock.owes >> side & 1]
    if clock.unit != NOBODY or len(sides) != 1 or not hostile(world, sides[0], mover) or frame.number >> sides[0] & 1:
        return [f"FORM-D12: {clock.owes:#b} owe a reaction to a unit of side {mover}"]
    return []


def misplaced_journey(world: World) -> list[str]:
    """MECH-D20, FORM-D12: the two lowest frames are the move of a unit on its move, and reactions to that."""
    journey, frame = world.pending[0], world.pending[1]
    if frame.kind != REACTIONS or journey.kind not in (MOVE, FLY, TELEPORT):
        return ["FORM-D12: a reaction is decided, and nobody moves"]
    if frame.unit == NOBODY or frame.unit != journey.unit or not world.units[frame.unit].status.alive:
        return [f"FORM-D12: a reaction to unit {frame.unit} is decided, and unit {journey.unit} moves"]
    if not is_on_its_move(world, frame.unit):
        return [f"MECH-D13: unit {frame.unit} moves, and is not on its move"]
    is_at_border = journey.stage == BEFORE_CRUSH and journey.at < journey.length
    if journey.stage != ANSWERED and not is_at_border:
        return [f"FORM-D12: a reaction is decided at stage {journey.stage} of a move"]
    if journey.kind != MOVE and journey.at < journey.length:
        return [f"MECH-D10: unit {frame.unit} flies or teleports, and is to enter another grid"]
    return wrong_path(derived_anew(world), journey, frame)


def derived_anew(world: World) -> World:
    """The tables of a position with derived data of its own: of one from outside nothing has been derived yet."""
    anew = world._replace(derived=memoryview(bytearray(world.derived)))
    rebuild_parties(anew)
    rebuild_grids(anew)
    return anew


def wrong_path(world: World, frame: Frame, begin: Frame) -> list[str]:
    """MECH-1.2.1a, MECH-1.2.1e: places still to be entered where the base would not lie on free cells of the next grid.

    Args:
        world: the tables.
        frame: the journey.
        begin: whose ``x``, ``y`` are the cells on which the unit stood when its way was interrupted.
    """
    width, size = world.rules[0].width, world.units[frame.unit].base.size
    grids = grids_of(world)
    broken = []
    column, row = begin.x // GRID, begin.y // GRID
    for x, y in [divmod(frame.path[step], width)[::-1] for step in range(frame.at, frame.length)]:
        index = grid_at(grids, x, y)
        is_next = abs(x // GRID - column) + abs(y // GRID - row) == 1
        is_inside = x % GRID + size <= GRID and y % GRID + size <= GRID
        room = placements(free_cells(world, grids, frame.unit, index), size) if takes_room(grids, frame.unit) else -1
        has_room = bool(room >> placement_at(x, y) & 1) or can_crush(world, grids, frame.unit, index)
        if not is_next or not is_inside or not has_room:
            broken.append(f"MECH-1.2.1e: unit {frame.unit} is on the way to ({x}, {y}), where it has no room")
        column, row = x // GRID, y // GRID
    return broken


def misplaced_push(world: World) -> list[str]:
    """MECH-1.2.4a, MECH-D21: a forced move is decided by the side of the attacker, of a unit that can go somewhere."""
    clock = world.clock[0]
    frame = top(world)
    if clock.depth not in (1, 3) or frame.kind != PUSH or frame.stage != PUSHING:
        return ["MECH-1.2.4a: a forced move is decided, and no unit is moved by force"]
    if frame.unit == NOBODY or frame.other == NOBODY or frame.unit == frame.other:
        return [f"MECH-1.2.4a: unit {frame.unit} is moved by force by unit {frame.other}"]
    anew = derived_anew(world)
    grids = grids_of(anew)
    is_movable = world.units[frame.unit].status.alive and grids.chassis[frame.unit].kind != INSTALLATION
    attacker = world.units[frame.other]
    if not is_movable or not attacker.status.alive or not 0 <= frame.length <= KNOCKBACK_MAX:
        return [f"MECH-1.2.4f: unit {frame.unit} cannot be moved by force by unit {frame.other}"]
    if frame.side != attacker.allegiance.side or clock.owes != 1 << frame.side or clock.unit != NOBODY:
        return [f"MECH-1.2.4a: side {attacker.allegiance.side} moves by force, and {clock.owes:#b} owe the decision"]
    if frame.number != (SEQUENCE if clock.depth == 1 else FIRE):
        return [f"MECH-1.2.4a: phase {frame.number} comes after a forced move"]
    if not count_ends(anew, grids, frame):
        return [f"MECH-D21: unit {frame.unit} cannot be moved by force anywhere"]
    return misplaced_attacker(world, frame) if clock.depth == 1 else misplaced_reactor(world, frame)


def misplaced_attacker(world: World, frame: Frame) -> list[str]:
    """MECH-D13: a unit that moves an enemy by force in its own activation has attacked in it."""
    attacker = world.units[frame.other]
    is_active = attacker.activity.attacked and not attacker.status.done
    if is_active and attacker.allegiance.side == world.clock[0].side and is_enemy(world, frame.other, frame.unit):
        return []
    return [f"MECH-D13: unit {frame.other} moves unit {frame.unit} by force, and has not attacked it"]


def misplaced_reactor(world: World, frame: Frame) -> list[str]:
    """FORM-D12: a unit that moves another one by force between two grids has fired at it, the mover, in reaction."""
    broken = misplaced_journey(world)
    if broken:
        return broken
    has_fired = world.units[frame.other].status.done and is_enemy(world, frame.other, frame.unit)
    if has_fired and frame.unit == world.pending[0].unit:
        return []
    return [f"FORM-D12: unit {frame.other} moves unit {frame.unit} by force, and has not fired at it"]
