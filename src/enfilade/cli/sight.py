"""``enfilade sight``: whether two units of a position, or two places of a map of characters, see each other."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from enfilade.battle import Battle
from enfilade.core.orders.said import Place, Point, Ratio, Sight
from enfilade.library import scenarios
from enfilade.text import draw_board
from enfilade.text.overlay import sight_overlay

from .failures import NO
from .map_sight import map_sight
from .rulings import position
from .sources import STANDARD_INPUT, is_position

OF_MAPS = ("board", "lines", "spine")
OF_POSITIONS = ("map", "step", "after", "seed")


def sight(chosen: argparse.Namespace) -> int:
    """Say whether A and B see each other; exit code 1 when they do not.

    Raises:
        ValueError: an option is given that means nothing for what is asked about.
    """
    if not names_position(chosen):
        _refuse_options(chosen, OF_POSITIONS, "a scenario, a save or a log")
        return map_sight(chosen)
    _refuse_options(chosen, OF_MAPS, "a map of characters; the rules of a scenario say how its units see")
    battle = position(chosen, chosen.source)
    found = battle.sight(chosen.a, chosen.b)
    drawing = draw_board(battle, over=sight_overlay(battle, chosen.a, chosen.b, found)) if chosen.map else ""
    if chosen.json:
        told = {**msgspec.to_builtins(found), "sentence": found.sentence()}
        print(json.dumps(told | ({"drawing": drawing} if chosen.map else {})))
    else:
        print("\n".join(_lines(battle, found)) + (f"\n\n{drawing}" if chosen.map else ""))
    return 0 if found else NO


def names_position(chosen: argparse.Namespace) -> bool:
    """Whether it is a position that is asked about: a shipped scenario, a .toml file, a save or a log."""
    name = chosen.source
    if chosen.board is not None or name == STANDARD_INPUT:
        return False
    return name in scenarios() or Path(name).suffix == ".toml" or is_position(name)


def _refuse_options(chosen: argparse.Namespace, names: tuple[str, ...], owner: str) -> None:
    """Refuse options that are for something else.

    Raises:
        ValueError: one of them is given.
    """
    for name in names:
        if getattr(chosen, name) not in (None, False, []):
            raise ValueError(f"--{name} with {chosen.source!r}, expected it with {owner}")


def _lines(battle: Battle, found: Sight) -> Iterator[str]:
    """A sight in lines of words."""
    yield f"{'visible' if found else 'not visible'}: {found}"
    if found.witness is not None:
        start, end = found.witness
        yield f"  line: from {_point(start)} to {_point(end)}, in cells from the north-western corner"
    if found.blockers:
        yield f"  blocked between the centres by: {_places(battle, found.blockers)}"
    if found:
        between = [*found.obstructing_units, *filter(None, [_places(battle, found.obstructed_by)])]
        yield f"  obstructed by: {', '.join(between) or 'nothing'}"


def _places(battle: Battle, places: tuple[Place, ...]) -> str:
    """Names of places."""
    return ", ".join(battle.names.notation.place_name(*place) for place in places)


def _point(point: Point) -> str:
    """An exact point."""
    return "(" + ", ".join(_number(ratio) for ratio in point) + ")"


def _number(ratio: Ratio) -> str:
    """A whole number, or a fraction."""
    return f"{ratio[0]}/{ratio[1]}" if ratio[1] != 1 else str(ratio[0])
