"""Asking changes nothing: every public way to read a battle, found by looking at the class."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import enfilade as ef
from enfilade.components.unit import Unit
from enfilade.core.scenario.schema import Scenario
from enfilade.legal import Legal
from enfilade.perft import perft
from enfilade.text import draw_board
from tests.face.games import by_scenario, delta, drawn_order, in_each, play, red_to_move, untouched, yard

CHANGES = {"step", "undo", "redo", "restore", "rekey"}
"""What changes a battle, as the docstring of the class lists it."""
QUESTIONS = {
    "drill": ("R1 move B3", "B1 fire", "G2 hold", "R2 shove A1", "red bid 9", "blue draw", "green pass", "R1 move Z9"),
    "march": (
        *("R1 march 1-2", "R2 march 0-5", "R2 march 1-2 via 0-2", "R3 march 2-2", "R4 march 1-1", "B1 march 5-3"),
        *("B2 march 6-2", "G1 march 4-1 via 6-5", "T1 march 4-3", "green pass", "town pass", "R1 march 77-77"),
    ),
    "mech": (
        *(
            "R1 move B1 N",
            "R1 move A3 E via A2 A3",
            "R2 move C1.4 S",
            "R3 fly B2 N",
            "R4 move A1 N",
            "R2 fire B1 rifle",
        ),
        *(
            "R1 strike B1 blade",
            "B1 move D1.4 N",
            "B2 fly C1 W",
            "G1 teleport D3 N",
            "G1 fire R1 mortar",
            "G2 fly B3 N",
        ),
        *("T1 done", "R2 displace B2.4 N", "R3 displace B3 N", "R1 done", "R1 move Z9 N"),
    ),
}
"""Orders of units of every side, most of them refused, for some reason or another."""


def plain_order(battle: ef.Battle) -> ef.Order:
    """An order without place or target."""
    return ef.Order("done", unit="R1") if battle.family.name == "mech" else ef.Order("pass", side="red")


Question = Callable[[ef.Battle, Path], Any]

SAMPLES: dict[str, Question] = {
    "unit": lambda battle, folder: battle.unit("R1"),
    "entity": lambda battle, folder: battle.entity("B2"),
    "text": lambda battle, folder: battle.text(plain_order(battle)),
    "giver": lambda battle, folder: battle.giver(plain_order(battle)),
    "parse": lambda battle, folder: [battle.parse(line) for line in QUESTIONS[battle.family.name]],
    "check": lambda battle, folder: [battle.check(line) for line in QUESTIONS[battle.family.name]],
    "odds": lambda battle, folder: battle.odds(drawn_order(battle)) if battle.decisions else None,
    "events_since": lambda battle, folder: [battle.events_since(0, side="blue"), battle.events_since(3)],
    "side_number": lambda battle, folder: battle.side_number("green"),
    "view": lambda battle, folder: battle.view("blue"),
    "sight": lambda battle, folder: asked_sight(battle),
    "record": lambda battle, folder: battle.record(folder / "game.enf"),
    "save": lambda battle, folder: battle.save(folder / "game.sav"),
}
"""Calls with arguments; what takes none is called as it is."""


def asked_sight(battle: ef.Battle) -> list[ef.Sight]:
    """The sight between all units in play; under rules without sight it is refused."""
    names = [name for name, known in battle.roster().items() if known["alive"]]
    if battle.family.sight is None:
        with pytest.raises(ef.NoSight):
            battle.sight(names[0], names[-1])
        return []
    return [battle.sight(first, second) for first in names for second in names]


def public_names(kind: type) -> list[str]:
    """Public attributes of a class, other ways to make one left out."""
    names = [name for name in dir(kind) if not name.startswith("_")]
    return [name for name in names if not isinstance(inspect.getattr_static(kind, name), classmethod)]


def needs_arguments(value: Any) -> bool:
    parameters = list(inspect.signature(value).parameters.values())[1:]
    return any(parameter.default is parameter.empty for parameter in parameters)


def reading(name: str) -> Question:
    return lambda battle, folder: getattr(battle, name)


def calling(name: str) -> Question:
    return lambda battle, folder: getattr(battle, name)()


def questions() -> dict[str, Question]:
    """Every public way to read a battle. A new one that takes arguments wants a sample above."""
    found: dict[str, Question] = {}
    for name in public_names(ef.Battle):
        if name in CHANGES:
            continue
        value = inspect.getattr_static(ef.Battle, name)
        if isinstance(value, property):
            found[name] = reading(name)
        elif name in SAMPLES:
            found[name] = SAMPLES[name]
        else:
            assert not needs_arguments(value), f"Battle.{name} takes arguments: SAMPLES needs a call of it"
            found[name] = calling(name)
    return found


OTHER_QUESTIONS: dict[str, Question] = {
    "str": lambda battle, folder: str(battle),
    "repr": lambda battle, folder: repr(battle),
    "draw_board": lambda battle, folder: draw_board(battle),
    "every legal order": lambda battle, folder: [battle.check(order).sentence() for order in battle.legal],
    "legal filtered": lambda battle, folder: [
        list(battle.legal.of("R1")),
        list(battle.legal.where(plain_order(battle).kind).by("red")),
    ],
    "legal repr": lambda battle, folder: repr(battle.legal),
    "sentences": lambda battle, folder: [event.sentence() for event in battle.events_since(0)],
    "JSON": lambda battle, folder: msgspec.json.encode([battle.decision, battle.events_since(0), battle.outcome]),
    "hash": lambda battle, folder: battle.game.hash(),
    "esper query": lambda battle, folder: [list(unit.items()) for _, (unit,) in battle.ecs.get_components(Unit)],
    "esper frame": lambda battle, folder: battle.ecs.process(),
    "perft of one order": lambda battle, folder: perft(battle, 1),
    "game in a view": lambda battle, folder: game_in_a_view(battle),
    "game in a clone": lambda battle, folder: len(list(play(battle.clone(), 3))),
    "undo in a clone": lambda battle, folder: undone_clone(battle),
    "stop_recording": lambda battle, folder: battle.stop_recording(),
}


def game_in_a_view(battle: ef.Battle) -> int:
    """Play on what red knows, up to an order that only a unit which red does not know may give; how many orders."""
    view = battle.view("red")
    orders = 0
    while orders < 3 and view.legal:
        view.step(drawn_order(view))
        orders += 1
    return orders


def undone_clone(battle: ef.Battle) -> None:
    clone = battle.clone()
    for _ in play(clone, 1):
        clone.undo()


def test_names_that_change_a_battle_are_those_of_its_docstring() -> None:
    docstring = inspect.getdoc(ef.Battle) or ""
    assert all(f"``{name}``" in docstring for name in CHANGES)


@pytest.mark.parametrize("name", [name for name in public_names(ef.Battle) if name not in CHANGES])
@by_scenario
def test_public_reading_of_a_battle_changes_nothing_in_it(scenario: Scenario, name: str, tmp_path: Path) -> None:
    ask = questions()[name]
    battle = ef.Battle(scenario, 2)
    for _ in play(battle, 25):
        with untouched(battle, f"Battle.{name}"):
            ask(battle, tmp_path)
    battle.stop_recording()


@pytest.mark.parametrize("name", OTHER_QUESTIONS)
@by_scenario
def test_question_changes_nothing_in_a_battle(scenario: Scenario, name: str, tmp_path: Path) -> None:
    battle = ef.Battle(scenario, 2)
    for number, _ in enumerate(play(battle, 25)):
        if number % 4 == 0 or number > 22:
            with untouched(battle, name):
                OTHER_QUESTIONS[name](battle, tmp_path)


@pytest.mark.parametrize("name", ["of", "where", "by", "index", "count", "__contains__", "__reversed__"])
@in_each((red_to_move().to_scenario(), delta(), yard()))
def test_reading_of_legal_orders_changes_nothing(scenario: Scenario, name: str) -> None:
    battle = ef.Battle(scenario)
    order = battle.legal[3]
    arguments = {"of": ("R1",), "where": (order.kind,), "by": ("red",), "__reversed__": ()}.get(name, (order,))
    with untouched(battle, f"Legal.{name}"):
        found = getattr(battle.legal, name)(*arguments)
        if name in ("of", "where", "by", "__reversed__"):
            assert list(found)


def test_legal_orders_have_no_public_reading_that_is_not_tried_here() -> None:
    assert set(public_names(Legal)) == {"of", "where", "by", "index", "count"}


@by_scenario
def test_battle_that_is_asked_everything_plays_as_one_that_is_asked_nothing(scenario: Scenario, tmp_path: Path) -> None:
    asked, left_alone = ef.Battle(scenario, 9), ef.Battle(scenario, 9)
    everything = {**questions(), **OTHER_QUESTIONS}
    for number, order in enumerate(play(left_alone)):
        if number % 5 == 0:
            for name, ask in everything.items():
                if name not in ("record", "stop_recording"):
                    ask(asked, tmp_path)
        asked.step(order)
        assert asked.game.hash() == left_alone.game.hash(), f"after step {number + 1}"
    assert asked.outcome is not None
    assert asked.events_since(0) == left_alone.events_since(0)


@by_scenario
def test_order_that_is_refused_changes_nothing(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 2)
    for _ in play(battle, 25):
        for line in QUESTIONS[battle.family.name]:
            if not battle.check(line):
                with untouched(battle, line), pytest.raises(ef.IllegalOrder):
                    battle.step(line)
