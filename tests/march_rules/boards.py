"""March positions as text boards: built, asked and looked at in a test's own words.

A board is rows of words, one word a square: a character of terrain, the units that stand there, or both. ``.`` is open
ground, ``~`` water, ``R1`` a unit on open ground, ``hR1R2`` two units on a hill. The first letter of a unit is its side
(R red, B blue, G green, Y yellow, T town, in this order; the town is neutral); slots go by side, then by number. The
north-western square is 0-0. Banks are a second board of the same size: letters, ``+`` for a ford, ``.`` elsewhere.

A refusal is said as ``MARCH-5.2 step 3 at 3-3``: the rule, the step and the square that the first finding names, as far
as it names them; a legal order as an empty text.

Unless a test says otherwise a unit has the rules' own allowance of 4.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import enfilade as ef
from enfilade.core.orders.notation import NumberedSquares
from enfilade.core.scenario.schema import BoardEntry, ObjectiveEntry, Scenario, SideEntry, UnitEntry, UnitValue
from enfilade.systems.sequence.tables import play_of
from enfilade.systems.shipped.march import LEGEND

Square = tuple[int, int]
SIDES = {"R": "red", "B": "blue", "G": "green", "Y": "yellow", "T": "town"}
WORD = re.compile(r"([^RBGYT0-9]?)((?:[RBGYT][0-9]+)*)")
UNIT = re.compile(r"[RBGYT][0-9]+")
NOTATION = NumberedSquares()


def square(name: str) -> Square:
    """Column and row of a square's name."""
    place = NOTATION.parse_place(name)
    assert place is not None, name
    return place


def name_of(place: Square) -> str:
    """The name of a square."""
    return NOTATION.place_name(*place)


def words_of(text: str) -> list[list[str]]:
    """A text board as rows of words."""
    return [line.split() for line in text.strip().splitlines()]


def squares_of(text: str) -> Iterator[tuple[Square, str]]:
    """Every square of a text board with its word, row by row."""
    for row, words in enumerate(words_of(text)):
        for column, word in enumerate(words):
            yield (column, row), word


def joined(text: str) -> str:
    """A text board as the map of a scenario, units left out."""
    rows = [[match_word(word)[0] for word in words] for words in words_of(text)]
    return "\n".join("".join(row) for row in rows)


def match_word(word: str) -> tuple[str, list[str]]:
    """The terrain and the units of a square's word."""
    match = WORD.fullmatch(word)
    assert match is not None, word
    return match[1] or ".", UNIT.findall(match[2])


def slot_key(unit: str) -> tuple[int, int]:
    """Sorts units by side, then by number."""
    return list(SIDES).index(unit[0]), int(unit[1:])


def scenario_of(
    text: str,
    *,
    banks: str = "",
    sides: str = "",
    allied: Sequence[tuple[str, str]] = (),
    neutral: Iterable[str] = ("town",),
    hostile: Mapping[str, list[str]] | None = None,
    reserves: Iterable[str] = (),
    objectives: Iterable[ObjectiveEntry] = (),
    allowance: int | None = None,
    values: Mapping[str, Mapping[str, UnitValue]] | None = None,
    types: Mapping[str, Mapping[str, UnitValue]] | None = None,
    type_of: Mapping[str, str] | None = None,
    legend: dict[str, str] | None = None,
    ratings: dict[str, int] | None = None,
    **options: int | bool | str,
) -> Scenario:
    """The scenario of a board.

    Args:
        text: the board.
        banks: which squares lie on which bank.
        sides: their letters in the order of the scenario; those of the units in the order of ``SIDES`` when left out.
        allied: pairs of sides.
        neutral: sides that give no orders.
        hostile: the sides that a side says it is hostile to.
        reserves: units that are not in play.
        objectives: the objectives.
        allowance: of every unit.
        values: of units.
        types: values by type.
        type_of: the type of a unit.
        legend: over the family's.
        ratings: defensive ratings by terrain.
        **options: of the rules.
    """
    places = {unit: name_of(place) for place, word in squares_of(text) for unit in match_word(word)[1]}
    places |= dict.fromkeys(reserves, "")
    letters = sides or "".join(letter for letter in SIDES if any(unit[0] == letter for unit in places))
    pairs = [*allied, *((other, side) for side, other in allied)]
    of_all: dict[str, UnitValue] = {} if allowance is None else {"allowance": allowance}
    return Scenario(
        name="board",
        family="march",
        sides=[
            SideEntry(
                SIDES[letter],
                hostile=(hostile or {}).get(SIDES[letter]),
                allied=[other for side, other in pairs if side == SIDES[letter]],
                neutral=SIDES[letter] in neutral,
            )
            for letter in letters
        ],
        board=BoardEntry(joined(text), legend or {}, {}, ratings or {}, joined(banks)),
        units=[
            UnitEntry(
                unit,
                SIDES[unit[0]],
                places[unit],
                type=(type_of or {}).get(unit, ""),
                values={**of_all, **(values or {}).get(unit, {})},
            )
            for unit in sorted(places, key=slot_key)
        ],
        types=types or {},
        objectives=list(objectives),
        options=options,
    )


def battle_of(text: str, **changes: Any) -> ef.Battle:
    """A checked battle on a board; arguments as for ``scenario_of``."""
    return ef.Battle(scenario_of(text, **changes), checked=True)


def refusal(battle: ef.Battle, line: str) -> str:
    """Why an order is refused, in the form that the head of this file gives; empty when it is legal."""
    verdict = battle.check(line)
    if verdict.ok:
        return ""
    names = verdict.findings[0].names
    step = f" step {names['step']}" if "step" in names else ""
    return verdict.rule + step + (f" at {names['place']}" if "place" in names else "")


def play(battle: ef.Battle, lines: str) -> None:
    """Take orders, separated by commas."""
    for line in lines.split(","):
        battle.step(line.strip())


def legal(battle: ef.Battle) -> list[str]:
    """The legal orders as lines, in their order."""
    return [battle.text(order) for order in battle.legal]


def ends(battle: ef.Battle, unit: str) -> list[str]:
    """The squares that a unit may march to, in their order."""
    return [name_of(order.place) for order in battle.legal.of(unit) if order.place is not None]


def at(battle: ef.Battle, unit: str) -> str:
    """The square that a unit stands on."""
    return str(battle.roster()[unit]["at"])


def to_order(battle: ef.Battle) -> str:
    """The side that gives the next order; empty when the battle is over."""
    return battle.decision.side if battle.decision is not None else ""


def holders(battle: ef.Battle) -> list[str]:
    """Who holds each objective; empty for nobody."""
    numbers = [holding.side for holding in play_of(battle.game.world()).holdings]
    return [battle.names.sides[number] if number >= 0 else "" for number in numbers]


def scores(battle: ef.Battle) -> dict[str, int]:
    """The score of each side."""
    return {side: battle.game.clock.scores[number] for number, side in enumerate(battle.names.sides)}


def characters() -> dict[str, str]:
    """The character of each terrain in the family's legend."""
    return {terrain: character for character, terrain in LEGEND.items()}
