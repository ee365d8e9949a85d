from enfilade.components.position import Position
from enfilade.components.status import Status
from enfilade.components.unit import COMPONENTS, UNIT_BYTES_MAX, Unit, component_bits


def test_unit_has_room_for_all_its_components() -> None:
    assert Unit.dtype.itemsize <= UNIT_BYTES_MAX


def test_every_component_is_the_field_of_its_name() -> None:
    for component in COMPONENTS:
        assert Unit.dtype[component.__name__.lower()] == component.dtype


def test_component_bits_are_places_in_the_list_of_components() -> None:
    assert [component_bits(component) for component in COMPONENTS] == [1, 2, 4, 8, 16, 32, 64]
    assert component_bits(Position, Status) == 0b10001
