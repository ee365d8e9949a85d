"""A third party's systems in somebody else's family: their tables are saved, hashed and undone with the rest."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

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
from enfilade.core.engine.slots import CHASSIS, TURN
from enfilade.core.orders.decisions import ACTIVATION
from enfilade.core.orders.sentences import Sentences
from enfilade.systems.families import family_of
from enfilade.systems.setup import build
from tests.face.games import delta, yard

FLAGS_SLOT = EXTENSION_SLOT + 20
SALUTE = 200
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


class Host(NamedTuple):
    """A family that takes up the plug-in.

    Attributes:
        scenario, lines: a game, and the orders after which red has a turn.
        activation: the decision that is then owed.
        edition: what the family with the plug-in is called.
        units: that may salute then.
        taken: the slot of one of the family's own tables and its name, as a refusal lists them.
    """

    scenario: ef.Scenario
    lines: tuple[str, ...]
    activation: int
    edition: str
    units: tuple[str, ...]
    taken: tuple[int, str]


HOSTS = {
    "drill": Host(
        ef.load_scenario("crossroads"),
        ("red bid 2", "blue bid 0"),
        2,
        "drill 3",
        ("R1", "R2"),
        (EXTENSION_SLOT, "'drill_soldiers' and 'flags' both want slot 32"),
    ),
    "march": Host(
        delta(), (), ACTIVATION, "march 1", ("R1", "R2", "R3"), (TURN, "'turn' and 'flags' both want slot 4")
    ),
    "mech": Host(
        yard(), (), ACTIVATION, "mech 1", ("R1", "R2", "R3"), (CHASSIS, "'chassis' and 'flags' both want slot 64")
    ),
}


@pytest.fixture(scope="module", params=HOSTS)
def host(request: pytest.FixtureRequest) -> Host:
    return HOSTS[request.param]


@pytest.fixture(scope="module")
def salutes(host: Host, tmp_path_factory: pytest.TempPathFactory) -> Plugin:
    folder = tmp_path_factory.mktemp("salutes")
    (folder / "sentences.en.toml").write_text('[reasons]\n[events]\nsaluted = "{unit} salutes"\n', encoding="utf-8")
    system = System(
        "salutes", "command", (Kind(SALUTE, "salute", (host.activation,)),), count=count_salutes, apply=apply_salute
    )
    return Plugin(
        "salutes",
        1,
        (system,),
        events=(EventKind(SALUTED, "saluted", (), ("unit",)),),
        folders=(folder,),
        tables=flag_tables,
    )


def battle_with(plugin: Plugin, host: Host) -> ef.Battle:
    battle = ef.Battle(host.scenario, 7, systems=(plugin,), checked=True)
    for line in host.lines:
        battle.step(line)
    return battle


def salutes_given(battle: ef.Battle) -> int:
    return int(battle.game.store.table("flags")[0].salutes)


def test_its_orders_are_legal_told_and_carried_out(salutes: Plugin, host: Host) -> None:
    battle = battle_with(salutes, host)

    assert [battle.text(order) for order in battle.legal.where("salute")] == [f"{unit} salute" for unit in host.units]
    assert [str(event) for event in battle.step("R1 salute")] == ["R1 salutes"]
    assert salutes_given(battle) == 1


def test_its_table_is_hashed_undone_and_set_up_again(salutes: Plugin, host: Host) -> None:
    battle = battle_with(salutes, host)
    before = battle.digest
    battle.step("R1 salute")
    after = battle.digest

    assert after != before
    scenario = battle.to_scenario()
    assert ef.Battle(scenario, systems=(salutes,)).digest == after
    battle.undo()
    assert (battle.digest, salutes_given(battle)) == (before, 0)


def test_the_edition_names_the_plugin(salutes: Plugin, host: Host) -> None:
    assert family_of(host.scenario).with_plugins((salutes,)).edition == f"{host.edition} + salutes 1"


def test_a_slot_that_is_taken_is_refused_by_name(host: Host) -> None:
    slot, problem = host.taken

    def clashing(scenario: ef.Scenario) -> list[TableSpec]:
        return [TableSpec("flags", slot, Block.WORLD, Flags, 1)]

    plugin = Plugin("clash", 1, (), tables=clashing)
    with pytest.raises(ValueError, match=problem):
        build(host.scenario, family_of(host.scenario).with_plugins((plugin,)))


def test_an_order_kind_that_is_taken_is_refused_by_name(salutes: Plugin, host: Host) -> None:
    double = System("double", "command", (Kind(SALUTE, "wave", (host.activation,)),))
    with pytest.raises(ValueError, match="'salute' and 'wave' both have number 200"):
        family_of(host.scenario).with_plugins((salutes, Plugin("double", 1, (double,)))).kinds  # noqa: B018


def test_a_scenario_that_names_a_plugin_nobody_announces_is_refused() -> None:
    scenario = ef.load_scenario("crossroads")
    scenario.plugins = ["mines"]
    with pytest.raises(ef.UnknownFamily, match=r"'mines' in enfilade\.plugins"):
        ef.Battle(scenario)


def test_its_sentences_come_from_its_own_folder(salutes: Plugin, host: Host) -> None:
    sentences = family_of(host.scenario).with_plugins((salutes,)).sentences()

    assert isinstance(sentences, Sentences)
    assert sentences.events["saluted"] == "{unit} salutes"
    assert {"fired", "marched", "attacked"} & sentences.events.keys()


def test_a_save_is_loaded_with_the_same_plugin_and_refused_without(salutes: Plugin, host: Host, tmp_path: Path) -> None:
    battle = battle_with(salutes, host)
    battle.step("R1 salute")
    battle.save(tmp_path / "a.sav")

    assert salutes_given(ef.Battle.load(tmp_path / "a.sav", systems=(salutes,))) == 1
    problem = rf"under the rules '{host.edition} \+ salutes 1', installed are '{host.edition}'"
    with pytest.raises(ef.SaveError, match=problem):
        ef.Battle.load(tmp_path / "a.sav")
