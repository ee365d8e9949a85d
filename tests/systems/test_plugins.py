"""A third party's systems in somebody else's family: their tables are saved, hashed and undone with the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

import enfilade as ef
from enfilade.authoring import (
    EXTENSION_SLOT,
    NOBODY,
    Block,
    EventKind,
    Kind,
    OrderRecord,
    Plugin,
    Record,
    System,
    TableSpec,
    World,
    emit,
    i16,
    kernel,
    start_of,
    table,
)
from enfilade.core.orders.sentences import Sentences
from enfilade.drill import FAMILY
from enfilade.systems.setup import build

FLAGS_SLOT = EXTENSION_SLOT + 20
SALUTE = 200
ACTIVATION = 2
SALUTED = 100


class Flags(Record):
    """How often a salute was given."""

    salutes: i16


FLAGS_DTYPE = Flags.dtype


@kernel
def count_salutes(world: World, side: int, unit: int, kind: int) -> int:
    return 1


@kernel
def apply_salute(world: World, order: OrderRecord) -> None:
    table(world.data, start_of(world.layout, FLAGS_SLOT), 1, FLAGS_DTYPE)[0].salutes += 1
    emit(world, SALUTED, order.unit, NOBODY)


def flag_tables(scenario: ef.Scenario) -> list[TableSpec]:
    return [TableSpec("flags", FLAGS_SLOT, Block.WORLD, Flags, 1)]


@pytest.fixture(scope="module")
def salutes(tmp_path_factory: pytest.TempPathFactory) -> Plugin:
    folder = tmp_path_factory.mktemp("salutes")
    (folder / "sentences.en.toml").write_text('[reasons]\n[events]\nsaluted = "{unit} salutes"\n', encoding="utf-8")
    system = System(
        "salutes", "command", (Kind(SALUTE, "salute", (ACTIVATION,)),), count=count_salutes, apply=apply_salute
    )
    return Plugin(
        "salutes",
        1,
        (system,),
        events=(EventKind(SALUTED, "saluted", (), ("unit",)),),
        folders=(folder,),
        tables=flag_tables,
    )


def battle_with(plugin: Plugin) -> ef.Battle:
    battle = ef.Battle(ef.load_scenario("crossroads"), 7, systems=(plugin,))
    battle.step("red bid 2")
    battle.step("blue bid 0")
    return battle


def salutes_given(battle: ef.Battle) -> int:
    return int(battle.game.store.table("flags")[0].salutes)


def test_its_orders_are_legal_told_and_carried_out(salutes: Plugin) -> None:
    battle = battle_with(salutes)

    assert [battle.text(order) for order in battle.legal.where("salute")] == ["R1 salute", "R2 salute"]
    assert [str(event) for event in battle.step("R1 salute")] == ["R1 salutes"]
    assert salutes_given(battle) == 1


def test_its_table_is_hashed_undone_and_set_up_again(salutes: Plugin) -> None:
    battle = battle_with(salutes)
    before = battle.digest
    battle.step("R1 salute")
    after = battle.digest

    assert after != before
    scenario = battle.to_scenario()
    assert ef.Battle(scenario, systems=(salutes,)).digest == after
    battle.undo()
    assert (battle.digest, salutes_given(battle)) == (before, 0)


def test_the_edition_names_the_plugin(salutes: Plugin) -> None:
    assert FAMILY.with_plugins((salutes,)).edition == "drill 2 + salutes 1"


def test_a_slot_that_is_taken_is_refused_by_name(salutes: Plugin) -> None:
    def clashing(scenario: ef.Scenario) -> list[TableSpec]:
        return [TableSpec("flags", EXTENSION_SLOT, Block.WORLD, Flags, 1)]

    plugin = Plugin("clash", 1, (), tables=clashing)
    with pytest.raises(ValueError, match="'drill_soldiers' and 'flags' both want slot 32"):
        build(ef.load_scenario("crossroads"), FAMILY.with_plugins((plugin,)))


def test_an_order_kind_that_is_taken_is_refused_by_name(salutes: Plugin) -> None:
    double = System("double", "command", (Kind(SALUTE, "wave", (ACTIVATION,)),))
    with pytest.raises(ValueError, match="'salute' and 'wave' both have number 200"):
        FAMILY.with_plugins((salutes, Plugin("double", 1, (double,)))).kinds  # noqa: B018


def test_a_scenario_that_names_a_plugin_nobody_announces_is_refused() -> None:
    scenario = ef.load_scenario("crossroads")
    scenario.plugins = ["mines"]
    with pytest.raises(ef.UnknownFamily, match=r"'mines' in enfilade\.plugins"):
        ef.Battle(scenario)


def test_its_sentences_come_from_its_own_folder(salutes: Plugin) -> None:
    sentences = FAMILY.with_plugins((salutes,)).sentences()

    assert isinstance(sentences, Sentences)
    assert sentences.events["saluted"] == "{unit} salutes"
    assert sentences.events["fired"].startswith("{unit} fires")


def test_a_save_is_loaded_with_the_same_plugin_and_refused_without(salutes: Plugin, tmp_path: Path) -> None:
    battle = battle_with(salutes)
    battle.step("R1 salute")
    battle.save(tmp_path / "a.sav")

    assert salutes_given(ef.Battle.load(tmp_path / "a.sav", systems=(salutes,))) == 1
    with pytest.raises(ef.SaveError, match=r"under the rules 'drill 2 \+ salutes 1', installed are 'drill 2'"):
        ef.Battle.load(tmp_path / "a.sav")
