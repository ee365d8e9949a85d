"""Every field of every record is world, derived, rules, memory or scratch: there is no state anywhere else."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

import enfilade.components
import enfilade.core
import enfilade.drill
import enfilade.systems
from enfilade import Battle, Scenario, load_scenario
from enfilade.components.record import Record
from enfilade.core.engine.layout import DESK_BLOCKS, LAYOUT_BYTES, Block, Layout, count_of, start_of

RULINGS = ("enfilade.core.relations.", "enfilade.core.board.hexes")
"""Where records are declared of which rulings without a battle make blocks of their own."""
PACKAGES = (enfilade.components, enfilade.core, enfilade.systems, enfilade.drill)
SCENARIOS = (load_scenario("crossroads"), load_scenario("fords"), load_scenario("alley"))


def record_classes(packages: tuple[ModuleType, ...]) -> set[type[Record]]:
    """Every record class that a module of these packages declares."""
    for package in packages:
        folder = Path(package.__path__[0])
        for file in folder.rglob("*.py"):
            parts = file.relative_to(folder).with_suffix("").parts
            importlib.import_module(".".join([package.__name__, *(part for part in parts if part != "__init__")]))
    names = tuple(f"{package.__name__}." for package in packages)
    return {record for record in subclasses(Record) if record.__module__.startswith(names)}


def subclasses(record: type[Record]) -> set[type[Record]]:
    """All classes made of a class."""
    found = set(record.__subclasses__())
    return found.union(*(subclasses(one) for one in found))


def parts_of(record: type[Record]) -> set[type[Record]]:
    """A record class and those nested in it."""
    found = {record}
    for name in record.field_names():
        window = getattr(record.zeros(), name)
        if isinstance(window, Record):
            found |= parts_of(type(window))
    return found


def layout(scenario: Scenario = SCENARIOS[0]) -> Layout:
    """The layout of a scenario."""
    return Battle(scenario).game.store.layout


def test_every_record_class_lies_in_a_table_of_some_block() -> None:
    homes = [part for scenario in SCENARIOS for spec in layout(scenario).specs for part in parts_of(spec.record)]
    homeless = {record for record in record_classes(PACKAGES) if not record.__module__.startswith(RULINGS)}
    assert homeless - set(homes) == set()
    assert len(set(homes)) >= 30


def test_every_record_of_a_table_is_declared_by_the_engine_or_the_family() -> None:
    assert {spec.record for scenario in SCENARIOS for spec in layout(scenario).specs} <= record_classes(PACKAGES)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_tables_of_a_row_do_not_overlap_and_begin_at_multiples_of_eight(scenario: Scenario) -> None:
    found = layout(scenario)
    rows = (
        ((Block.WORLD,), 0, found.world_bytes),
        ((Block.DERIVED,), 0, found.derived_bytes),
        (DESK_BLOCKS, LAYOUT_BYTES, found.desk_bytes),
    )
    for blocks, first, size in rows:
        spans = sorted(
            (found.starts[spec.name], found.starts[spec.name] + spec.record.dtype.itemsize * spec.count)
            for spec in found.specs
            if spec.block in blocks
        )
        end = first
        for start, stop in spans:
            assert start % 8 == 0
            assert end <= start < end + 8
            end = stop
        assert end <= size < end + 8
        assert size % 8 == 0


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_frozen_part_of_a_desk_ends_before_memory_and_scratch(scenario: Scenario) -> None:
    found = layout(scenario)
    for spec in found.specs:
        if spec.block is Block.RULES:
            assert found.starts[spec.name] + spec.record.dtype.itemsize * spec.count <= found.rules_bytes
        elif spec.block in DESK_BLOCKS:
            assert found.starts[spec.name] >= found.rules_bytes


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_kernels_find_each_table_where_it_lies(scenario: Scenario) -> None:
    game = Battle(scenario).game
    numbers = game.world().layout
    for spec in game.store.layout.specs:
        assert start_of(numbers, spec.slot) == game.store.layout.starts[spec.name]
        assert count_of(numbers, spec.slot) == spec.count


def test_fields_of_a_record_are_packed_without_gaps() -> None:
    for record in record_classes(PACKAGES):
        fields = record.dtype.fields
        assert fields is not None
        end = 0
        for name in record.field_names():
            kind, offset = fields[name][:2]
            assert offset == end
            end += kind.itemsize
        assert end == record.dtype.itemsize


def test_no_field_is_a_float_or_without_sign() -> None:
    for record in record_classes(PACKAGES):
        assert {kind.base.kind for kind, *_ in (record.dtype.fields or {}).values()} <= {"i", "b", "V"}
