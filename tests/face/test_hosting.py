"""The embedder's side: entities for units, a host's own components and processors, and rules out of their reach."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import esper
import pytest

import enfilade as ef
from enfilade.components.position import Position
from enfilade.components.status import Status
from enfilade.components.unit import Unit
from enfilade.core.scenario.schema import Scenario, UnitEntry
from enfilade.hosting import private_esper
from enfilade.systems.processors import SystemProcessor
from tests.face.games import (
    SCENARIOS,
    by_scenario,
    crossroads,
    delta,
    drawn_order,
    hashes_of_game,
    play,
    red_to_move,
    standoff,
    untouched,
    yard,
)


@dataclass
class Sprite:
    """A component of the host's own."""

    column: int = -1
    row: int = -1
    shown: bool = True


class Draw:
    """A processor of the host's own: brings the sprites to where the units are."""

    def __init__(self, ecs: Any) -> None:
        self.ecs = ecs
        self.frames = 0

    def process(self) -> None:
        self.frames += 1
        for _, (sprite, position, status) in self.ecs.get_components(Sprite, Position, Status):
            sprite.column, sprite.row, sprite.shown = position.x, position.y, status.alive


def with_sprites(battle: ef.Battle) -> Draw:
    """Give every unit a sprite, and the battle's frame a processor that moves them."""
    for name in battle.names.units:
        battle.ecs.add_component(battle.entity(name), Sprite())
    draw = Draw(battle.ecs)
    battle.ecs.add_processor(draw)
    return draw


def sprite(battle: ef.Battle, name: str) -> Sprite:
    found: Sprite = battle.ecs.component_for_entity(battle.entity(name), Sprite)
    return found


@by_scenario
def test_every_unit_is_an_entity_with_windows_on_its_components(scenario: Scenario) -> None:
    battle = ef.Battle(scenario)
    entities = [battle.entity(name) for name in battle.names.units]
    assert len(set(entities)) == len(scenario.units)
    for name, entity in zip(battle.names.units, entities, strict=True):
        for component in battle.family.components:
            window = battle.ecs.component_for_entity(entity, component)
            assert window == getattr(battle.unit(name), component.__name__.lower())
        assert battle.ecs.component_for_entity(entity, Unit) == battle.unit(name)


def test_entity_of_a_unit_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ef.OrderError, match="there is no unit 'R9'"):
        crossroads().entity("R9")


def test_host_s_frame_moves_its_sprites_to_where_the_units_are() -> None:
    battle = red_to_move()
    draw = with_sprites(battle)
    battle.ecs.process()
    assert sprite(battle, "R1") == Sprite(0, 0)
    battle.step("R1 move A2")
    assert sprite(battle, "R1") == Sprite(0, 0), "the frame has not run yet"
    battle.ecs.process()
    assert sprite(battle, "R1") == Sprite(0, 1)
    assert draw.frames == 2


@pytest.mark.parametrize(
    ("battle", "line", "before", "after"),
    [
        (red_to_move(), "R1 move A3", (0, 0), (0, 2)),
        (ef.Battle(delta()), "R1 march 2-0", (0, 1), (2, 0)),
        (ef.Battle(yard()), "R2 move C1.4 S", (3, 1), (6, 1)),
    ],
    ids=["drill", "march", "mech"],
)
def test_windows_follow_play_undo_redo_and_restore(
    battle: ef.Battle, line: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    position = battle.ecs.component_for_entity(battle.entity(line.split()[0]), Position)
    kept = battle.snapshot()
    battle.step(line)
    assert (position.x, position.y) == after
    battle.undo()
    assert (position.x, position.y) == before
    battle.redo()
    assert (position.x, position.y) == after
    battle.restore(kept)
    assert (position.x, position.y) == before


def test_entity_of_a_lost_unit_stays_and_undo_brings_the_unit_back() -> None:
    battle = red_to_move()
    with_sprites(battle)
    entity = battle.entity("R1")
    battle.step("R1 move B1")
    battle.step("B1 fire", dice=(6, 6))
    battle.ecs.process()
    assert battle.ecs.entity_exists(entity)
    assert not sprite(battle, "R1").shown
    battle.undo()
    battle.ecs.process()
    assert battle.entity("R1") == entity
    assert sprite(battle, "R1") == Sprite(1, 0, shown=True)


@by_scenario
def test_neither_play_nor_undo_makes_or_deletes_entities(scenario: Scenario) -> None:
    battle = ef.Battle(scenario, 2)
    before = sorted(battle.ecs.get_entities())
    for _ in play(battle):
        assert sorted(battle.ecs.get_entities()) == before
        battle.undo()
        battle.redo()
        assert sorted(battle.ecs.get_entities()) == before


@pytest.mark.parametrize(
    ("component", "field", "value"),
    [(Position, "x", 3), (Position, "y", -1), (Status, "alive", False), (Unit, "type", 7), (Unit, "components", 0)],
)
@by_scenario
def test_writing_to_a_component_is_refused(scenario: Scenario, component: type, field: str, value: int) -> None:
    battle = ef.Battle(scenario)
    window = battle.ecs.component_for_entity(battle.entity("R1"), component)
    for either in (window, battle.unit("R1") if component is Unit else window):
        with untouched(battle), pytest.raises(TypeError, match="cannot modify read-only memory"):
            setattr(either, field, value)
    with untouched(battle), pytest.raises(TypeError, match="cannot modify read-only memory"):
        window.assign(bytes(component.dtype.itemsize))  # type: ignore[attr-defined]
    with untouched(battle), pytest.raises((TypeError, AttributeError, ValueError)):
        window.position = window


# Hosts that go wrong.


class Raises:
    """A processor that fails in every frame."""

    def __init__(self, battle: ef.Battle) -> None:
        self.battle = battle

    def process(self) -> None:
        raise RuntimeError("the host's texture is missing")


class Deletes:
    """A processor that deletes an entity of the battle in every frame."""

    def __init__(self, battle: ef.Battle) -> None:
        self.battle = battle

    def process(self) -> None:
        for entity in list(self.battle.ecs.get_entities())[:1]:
            self.battle.ecs.delete_entity(entity, immediate=True)


class Writes:
    """A processor that tries to move every unit."""

    def __init__(self, battle: ef.Battle) -> None:
        self.battle = battle

    def process(self) -> None:
        for _, position in self.battle.ecs.get_component(Position):
            with pytest.raises(TypeError):
                position.x = 0


class TakesComponents:
    """A processor that takes components away and puts others in their place."""

    def __init__(self, battle: ef.Battle) -> None:
        self.battle = battle

    def process(self) -> None:
        for entity, _ in self.battle.ecs.get_component(Status):
            self.battle.ecs.remove_component(entity, Status)
            self.battle.ecs.add_component(entity, Position.zeros())


class ClearsAll:
    """A processor that wipes the whole world of the host."""

    def __init__(self, battle: ef.Battle) -> None:
        self.battle = battle

    def process(self) -> None:
        self.battle.ecs.clear_database()


@pytest.mark.parametrize("kind", [Raises, Deletes, Writes, TakesComponents, ClearsAll])
@by_scenario
def test_host_that_goes_wrong_does_not_reach_the_rules(scenario: Scenario, kind: Callable[[ef.Battle], Any]) -> None:
    expected = hashes_of_game(ef.Battle(scenario, 4))
    battle = ef.Battle(scenario, 4, checked=True)
    with_sprites(battle)
    battle.ecs.add_processor(kind(battle))
    hashes = []
    for _ in play(battle):
        hashes.append(battle.game.hash())
        with untouched(battle):
            try:
                battle.ecs.process()
            except RuntimeError:
                assert kind is Raises
    assert hashes == expected
    assert battle.entity("R1")
    assert battle.roster().keys() == set(battle.names.units)


class Steps:
    """A processor that plays: it takes an order in every frame."""

    def __init__(self, battle: ef.Battle) -> None:
        self.battle = battle

    def process(self) -> None:
        if self.battle.outcome is None:
            self.battle.step(drawn_order(self.battle))


@by_scenario
def test_battle_stepped_inside_the_host_s_frame_plays_the_same_game(scenario: Scenario) -> None:
    expected, battle = ef.Battle(scenario, 4), ef.Battle(scenario, 4)
    list(play(expected))
    battle.ecs.add_processor(Steps(battle))
    frames = 0
    while battle.outcome is None:
        battle.ecs.process()
        frames += 1
    assert battle.digest == expected.digest
    assert frames == expected.step_number


def test_handler_of_the_host_s_events_that_steps_and_fails_does_not_reach_the_rules() -> None:
    battle, expected = red_to_move(), red_to_move()
    expected.step("R1 move A2")

    def on_click(order: str) -> None:
        battle.step(order)
        raise RuntimeError("the host's sound is missing")

    battle.ecs.set_handler("click", on_click)
    with pytest.raises(RuntimeError):
        battle.ecs.dispatch_event("click", "R1 move A2")
    assert battle.digest == expected.digest


# Re-entry.

BEGUN: dict[str, tuple[Callable[[], ef.Battle], str]] = {
    "drill": (red_to_move, "R1 move C1 via B1 C1"),
    "march": (lambda: ef.Battle(delta()), "R1 march 1-2 via 0-2"),
    "mech": (lambda: ef.Battle(yard()), "R2 move C1.4 S via C1"),
}
"""Battles in which red has a turn, and an order of its."""
by_family = pytest.mark.parametrize(("begun", "line"), BEGUN.values(), ids=BEGUN)

MEDDLING: dict[str, Callable[[ef.Battle, ef.Snapshot], Any]] = {
    "step": lambda battle, kept: battle.step("R1 done" if battle.family.name == "mech" else "red pass"),
    "undo": lambda battle, kept: battle.undo(),
    "redo": lambda battle, kept: battle.redo(),
    "restore": lambda battle, kept: battle.restore(kept),
    "rekey": lambda battle, kept: battle.rekey(5),
}


def meddle_in_steps(monkeypatch: pytest.MonkeyPatch, meddle: Callable[[], None]) -> None:
    """Call something in the middle of every pass of every step."""
    process = SystemProcessor.process

    def process_and_meddle(self: SystemProcessor) -> None:
        process(self)
        meddle()

    monkeypatch.setattr(SystemProcessor, "process", process_and_meddle)


@pytest.mark.rule("CORE-2.1")
@pytest.mark.parametrize("name", MEDDLING)
@by_family
def test_change_asked_for_in_the_middle_of_a_step_is_refused_and_the_step_goes_on(
    begun: Callable[[], ef.Battle], line: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, expected = begun(), begun()
    events = expected.step(line)
    kept = battle.snapshot()
    refusals = []

    def meddle() -> None:
        with pytest.raises(ef.BattleBusy, match="a step of this battle is under way") as refusal:
            MEDDLING[name](battle, kept)
        refusals.append(refusal)

    meddle_in_steps(monkeypatch, meddle)
    assert battle.step(line) == events
    assert refusals
    assert battle.digest == expected.digest
    monkeypatch.undo()
    list(play(battle, 1))
    list(play(expected, 1))
    assert battle.digest == expected.digest


@pytest.mark.parametrize("name", MEDDLING)
@by_family
def test_refusal_in_the_middle_of_a_step_that_nobody_catches_ends_the_step_and_nothing_has_changed(
    begun: Callable[[], ef.Battle], line: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = begun()
    kept = battle.snapshot()
    with monkeypatch.context() as patch:
        meddle_in_steps(patch, lambda: MEDDLING[name](battle, kept) and None)
        with untouched(battle), pytest.raises(ef.BattleBusy):
            battle.step(line)
    assert battle.step(line)


@by_family
def test_questions_in_the_middle_of_a_step_do_not_disturb_it(
    begun: Callable[[], ef.Battle], line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, expected = begun(), begun()
    events = expected.step(line)
    asked = []

    def ask() -> None:
        asked.append((str(battle), len(battle.legal), battle.roster(), battle.check(line), battle.view("blue")))

    meddle_in_steps(monkeypatch, ask)
    assert battle.step(line) == events
    assert asked
    assert battle.digest == expected.digest


@by_family
def test_other_battle_can_be_stepped_in_the_middle_of_a_step(
    begun: Callable[[], ef.Battle], line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle, other = begun(), crossroads()
    meddled: list[bool] = []

    def meddle() -> None:
        if not meddled:
            meddled.append(True)
            other.step("red bid 1")

    meddle_in_steps(monkeypatch, meddle)
    battle.step(line)
    monkeypatch.undo()
    expected = crossroads()
    expected.step("red bid 1")
    assert other.digest == expected.digest


# Instances of esper.


def test_every_battle_has_an_instance_of_esper_of_its_own() -> None:
    one, other = crossroads(), crossroads()
    assert one.ecs is not other.ecs
    assert one.ecs is not esper
    assert one.ecs is one.ecs
    with_sprites(one)
    assert other.ecs.get_component(Sprite) == []
    assert esper.get_component(Position) == []
    assert esper.get_component(Sprite) == []


def test_clone_and_view_have_instances_of_their_own() -> None:
    battle = red_to_move()
    with_sprites(battle)
    for other in (battle.clone(), battle.view("red")):
        assert other.ecs is not battle.ecs
        assert other.ecs.get_component(Sprite) == []
        assert len(other.ecs.get_component(Unit)) == 4


AMBUSH = standoff(units=[*standoff().units[:3], UnitEntry("G1", "green", "D4", known_to=[])])


@pytest.mark.parametrize(("scenario", "hidden"), [(AMBUSH, 3), (delta(), 7), (yard(), 7)])
def test_unit_that_a_side_does_not_know_has_no_components_in_its_view(scenario: Scenario, hidden: int) -> None:
    view = ef.Battle(scenario).view("red")
    unknown = view.names.units[hidden]
    assert view.ecs.components_for_entity(view.entity(unknown)) == (view.unit(unknown),)
    assert len(view.ecs.get_component(Position)) == len(scenario.units) - 1


def test_battle_in_the_host_s_own_esper_leaves_what_the_host_has_there() -> None:
    world = "a world of the host"
    esper.switch_world(world)
    try:
        own = esper.create_entity(Sprite(5, 5))
        battle = ef.Battle(standoff(), ecs=esper)
        assert battle.ecs is esper
        assert {entity for entity, _ in esper.get_component(Position)} == set(battle.stage.entities)
        assert own not in battle.stage.entities
        list(play(battle, 6))
        assert esper.component_for_entity(own, Sprite) == Sprite(5, 5)
        assert esper.component_for_entity(battle.entity("G1"), Position) == battle.unit("G1").position
    finally:
        esper.switch_world("default")
        esper.delete_world(world)
    assert battle.digest == _played(standoff(), 6)


def _played(scenario: ef.Scenario, orders: int) -> str:
    battle = ef.Battle(scenario)
    list(play(battle, orders))
    return battle.digest


def test_esper_is_first_made_when_somebody_asks_for_it() -> None:
    battle = crossroads()
    list(play(battle))
    assert battle._stage is None


def test_private_instance_is_esper_with_globals_of_its_own() -> None:
    one, other = private_esper(), private_esper()
    assert one.version == esper.version
    one.create_entity()
    assert list(other.get_entities()) == []


def test_battles_in_threads_keep_their_frames_and_their_games_apart() -> None:
    scenarios = SCENARIOS * 2
    expected = [hashes_of_game(ef.Battle(scenario, seed)) for seed, scenario in enumerate(scenarios)]
    found: list[list[int]] = [[] for _ in scenarios]
    sprites: list[dict[str, Sprite]] = [{} for _ in scenarios]

    def live(seed: int) -> None:
        battle = ef.Battle(scenarios[seed], seed)
        with_sprites(battle)
        for _ in play(battle):
            found[seed].append(battle.game.hash())
            battle.ecs.process()
        sprites[seed] = {name: sprite(battle, name) for name in battle.names.units}

    threads = [threading.Thread(target=live, args=(seed,)) for seed in range(len(scenarios))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
    for seed in range(len(scenarios)):
        battle = ef.Battle(scenarios[seed], seed)
        list(play(battle))
        for name in battle.names.units:
            unit = battle.unit(name)
            assert sprites[seed][name] == Sprite(unit.position.x, unit.position.y, unit.status.alive)
