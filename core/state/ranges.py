"""What must hold in a position that comes from outside before any rule may read it: every index leads somewhere.

Interpreted, an index out of range is an error in the middle of a rule; compiled, it reads what lies beside the table.
What a family keeps in tables of its own is the family's to check.
"""

from __future__ import annotations

from collections.abc import Iterator

from enfilade.core.scenario.errors import Problem

from .cards import IN_DECK, SPENT, Card
from .pending import FRAMES_MAX, PATH_MAX, Frame
from .world import World

DECISIONS_MAX = 31
KEY_WORD_MAX = 0xFFFFFFFF


def range_problems(world: World, types: int, card_kinds: int, results: int) -> list[Problem]:
    """Everything in the engine's own tables that is out of its range.

    Args:
        world: the position.
        types: unit types of the scenario; a unit's type is 0 to this number.
        card_kinds: kinds of cards of the family, the hidden one included.
        results: reasons of the family for which a battle may be over.
    """
    found = [*_clock_problems(world, results), *_unit_problems(world, types)]
    for index, card in enumerate(world.cards):
        found += _card_problems(f"state.cards[{index}]", card, world.rules[0].sides, card_kinds)
    for index in range(min(max(world.clock[0].depth, 0), FRAMES_MAX)):
        found += _frame_problems(f"state.pending[{index}]", world.pending[index], world)
    return found


def _outside(place: str, value: int, least: int, greatest: int) -> Iterator[Problem]:
    """A problem, unless the value lies between two ends, both included."""
    if not least <= value <= greatest:
        yield Problem(place, str(value), f"{least} to {greatest}")


def _clock_problems(world: World, results: int) -> Iterator[Problem]:
    clock = world.clock[0]
    sides = world.rules[0].sides
    ranges = {
        "step": (0, 2**31 - 1),
        "turn": (0, 2**31 - 1),
        "decision": (0, DECISIONS_MAX),
        "owes": (0, (1 << sides) - 1),
        "side": (-1, sides - 1),
        "unit": (-1, len(world.units) - 1),
        "depth": (0, FRAMES_MAX),
        "winners": (0, (1 << sides) - 1),
        "reason": (0, results - 1),
        "key_low": (0, KEY_WORD_MAX),
        "key_high": (0, KEY_WORD_MAX),
    }
    for name, (least, greatest) in ranges.items():
        yield from _outside(f"state.clock[0].{name}", getattr(clock, name), least, greatest)


def _unit_problems(world: World, types: int) -> Iterator[Problem]:
    rules = world.rules[0]
    for index, unit in enumerate(world.units):
        place = f"state.units[{index}]"
        yield from _outside(f"{place}.position.x", unit.position.x, 0, rules.width - 1)
        yield from _outside(f"{place}.position.y", unit.position.y, 0, rules.height - 1)
        yield from _outside(f"{place}.allegiance.side", unit.allegiance.side, 0, rules.sides - 1)
        yield from _outside(f"{place}.type", unit.type, 0, types)


def _card_problems(place: str, card: Card, sides: int, card_kinds: int) -> Iterator[Problem]:
    yield from _outside(f"{place}.kind", card.kind, 0, card_kinds - 1)
    yield from _outside(f"{place}.place", card.place, IN_DECK, SPENT)
    yield from _outside(f"{place}.side", card.side, -1, sides - 1)


def _frame_problems(place: str, frame: Frame, world: World) -> Iterator[Problem]:
    last_unit = len(world.units) - 1
    yield from _outside(f"{place}.side", frame.side, -1, world.rules[0].sides - 1)
    yield from _outside(f"{place}.unit", frame.unit, 0, last_unit)
    yield from _outside(f"{place}.other", frame.other, -1, last_unit)
    yield from _outside(f"{place}.length", frame.length, 0, PATH_MAX)
    yield from _outside(f"{place}.at", frame.at, 0, frame.length)
    for index, square in enumerate(frame.path):
        yield from _outside(f"{place}.path[{index}]", square, 0, len(world.cells) - 1)
    for index, companion in enumerate(frame.companions):
        yield from _outside(f"{place}.companions[{index}]", companion, -1, last_unit)
