"""Kernels: annotations as signatures, plain and compiled calls, pickling, and what is refused."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numba
import numpy as np
import pytest
from numba import types

from enfilade import Battle
from enfilade.components.record import Arena, Record, Table, i16
from enfilade.core.engine.arena import Bytes, Ints, row, vector
from enfilade.core.engine.build import compile_kernel
from enfilade.core.engine.compiled import ViewType, WindowType, numba_type
from enfilade.core.engine.fingerprint import reached
from enfilade.core.engine.hash import hash_row
from enfilade.core.engine.kernel import KERNELS, U64, Entry, Kernel, Switch, entry, kernel, specialised
from enfilade.core.scenario.schema import Scenario
from tests.core.engine import toys
from tests.face.games import SCENARIOS, by_scenario

pytestmark = pytest.mark.bounds


class Spot(Record):
    x: i16
    y: i16


class Pair(NamedTuple):
    left: int
    right: bool


class Nest(NamedTuple):
    spots: Table[Spot]
    pair: Pair
    data: Bytes


named_tuple: Any = types.NamedTuple
unliteral: Any = types.unliteral
PAIR = named_tuple((types.int64, types.boolean), Pair)


@pytest.fixture
def compiled() -> Iterator[None]:
    """Entries that have compiled code run it in this test."""
    before = Switch.compiled
    Switch.compiled = True
    yield
    Switch.compiled = before


@pytest.mark.parametrize(
    ("hint", "expected"),
    [
        (int, types.int64),
        (bool, types.boolean),
        (type(None), types.none),
        (U64, types.uint64),
        (Spot, WindowType(Spot.dtype)),
        (Table[Spot], ViewType(Spot.dtype)),
        (Bytes, ViewType(np.dtype("u1"))),
        (Ints, ViewType(np.dtype("<i8"))),
        (Arena, types.Array(types.uint8, 2, "C")),
        (Pair, PAIR),
        (Nest, named_tuple((ViewType(Spot.dtype), PAIR, ViewType(np.dtype("u1"))), Nest)),
    ],
)
def test_annotation_stands_for_one_type(hint: Any, expected: Any) -> None:
    assert numba_type(hint) == expected


def test_vector_that_python_hands_in_is_an_array() -> None:
    assert numba_type(Ints, from_python=True) == types.Array(types.int64, 1, "C")


@pytest.mark.parametrize("hint", [float, str, list[int], "int", np.int32, tuple])
def test_annotation_without_kernel_type_is_refused(hint: Any) -> None:
    with pytest.raises(TypeError, match="has no kernel type"):
        numba_type(hint)


def test_records_with_the_same_fields_are_one_type_and_with_others_are_not() -> None:
    class Same(Record):
        x: i16
        y: i16

    class Other(Record):
        x: i16
        z: i16

    assert numba_type(Same) == numba_type(Spot)
    assert numba_type(Other) != numba_type(Spot)
    assert numba_type(Table[Same]) == numba_type(Table[Spot])


def test_kernel_says_its_annotations_in_the_order_of_its_parameters() -> None:
    assert toys.twice.hints() == (int, int)
    assert toys.open_toys.hints() == (Arena, int, toys.Toys)


@kernel
def without_annotation(x, y: int) -> int:  # type: ignore[no-untyped-def]  # noqa: ANN001
    return y


@kernel
def without_result(y: int):  # type: ignore[no-untyped-def]  # noqa: ANN201
    return y


@pytest.mark.parametrize(("made", "missing"), [(without_annotation, "x"), (without_result, "return")])
def test_missing_annotation_is_refused_by_name(made: Kernel[..., Any], missing: str) -> None:
    with pytest.raises(TypeError, match=f"has no annotation for '{missing}'"):
        _ = made.dispatcher


@kernel
def half(number: int) -> int:
    return int(number / 2)


@kernel
def mixed(word: U64, number: int) -> bool:
    return word * 0.5 > number


@kernel
def unified(word: U64, number: int) -> bool:
    larger = word
    if number > 3:
        larger = number
    return larger > 5


@kernel
def says_bool(number: int) -> bool:
    return number  # type: ignore[return-value]


@pytest.mark.parametrize("made", [half, mixed, unified])
def test_kernel_that_would_compute_a_float_does_not_compile(made: Kernel[..., Any]) -> None:
    with pytest.raises(TypeError, match=rf"kernel .*{made.__name__} would compute .* as float64, expected integers"):
        _ = made.dispatcher


def test_kernel_that_returns_something_else_than_it_says_does_not_compile() -> None:
    with pytest.raises(TypeError, match="says_bool returns int64, expected bool as annotated"):
        _ = says_bool.dispatcher


def test_kernel_that_calls_itself_does_not_compile() -> None:
    with pytest.raises(TypeError, match="around calls itself, expected loops with a bound"):
        _ = around.dispatcher


@entry
def around(number: int) -> int:
    return around(number - 1) if number > 0 else 0


def test_inner_kernel_called_from_python_runs_plain(compiled: None) -> None:
    assert toys.twice.dispatcher
    assert toys.twice(1 << 70) == 1 << 71


def test_entry_runs_compiled_only_when_loaded_and_switched_on() -> None:
    fresh = Entry(toys.summed.__wrapped__)
    before = Switch.compiled
    try:
        Switch.compiled = True
        assert fresh(1 << 33 >> 33) == 0
        assert not fresh.is_loaded
        assert fresh.dispatcher
        assert fresh.is_loaded
        with pytest.raises(TypeError):
            fresh("3")
        Switch.compiled = False
        with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
            fresh("3")
    finally:
        Switch.compiled = before


def test_compiled_entry_refuses_an_array_of_another_kind(compiled: None) -> None:
    assert hash_row.dispatcher
    with pytest.raises(TypeError):
        hash_row(np.zeros((1, 8), np.int64), 0)


@entry
def total_of(numbers: Ints) -> int:
    return total_in(numbers)


@kernel
def total_in(numbers: Ints) -> int:
    total = 0
    for i in range(len(numbers)):
        total += numbers[i]
    return total


@entry
def doubled(arenas: Arena, game: int) -> int:
    numbers = vector(row(arenas, game), 0, 2)
    numbers[1] = 2 * numbers[0]
    return total_in(numbers)


def test_vectors_come_from_python_and_from_a_row(compiled: None) -> None:
    rows = np.array([[1, 2], [-40, 7]], np.int64)
    plain = rows.copy()
    for made in (total_of, doubled):
        assert made.dispatcher
    assert total_of(rows[1]) == total_of.__wrapped__(rows[1]) == -33
    assert doubled(rows.view(np.uint8), 1) == -120
    assert doubled.__wrapped__(plain.view(np.uint8), 1) == -120
    assert rows.tolist() == plain.tolist() == [[1, 2], [-40, -80]]


def test_entry_compiles_once_all_that_it_reaches() -> None:
    assert set(reached(toys.read)) == {toys.read, toys.open_toys}
    assert len(reached(toys.SIX_TIMES, toys.summed)) == 3
    assert set(reached(toys.SIX_TIMES, toys.summed)) == {toys.SIX_TIMES, toys.summed, toys.twice}


def test_names_tell_where_a_kernel_comes_from_and_of_what_parts() -> None:
    assert toys.twice.name == "tests.core.engine.toys.twice"
    assert toys.SIX_TIMES.name == "tests.core.engine.toys.scaled.scale(twice, 3)"
    assert repr(toys.twice) == "<kernel tests.core.engine.toys.twice>"
    assert toys.SIX_TIMES.parts == (toys.twice, 3)


def test_factory_makes_one_kernel_of_the_same_parts() -> None:
    assert toys.scaled(toys.twice, 3) is toys.SIX_TIMES
    assert toys.scaled(toys.twice, 4) is not toys.SIX_TIMES
    assert KERNELS.count(toys.SIX_TIMES) == 1


@pytest.mark.parametrize("made", [toys.twice, toys.read, toys.SIX_TIMES, hash_row])
def test_kernel_pickles_by_name_or_by_factory_and_parts(made: Kernel[..., Any]) -> None:
    assert pickle.loads(pickle.dumps(made)) is made
    assert len(pickle.dumps(made)) < 200


def test_kernel_without_a_name_to_go_by_does_not_pickle() -> None:
    @kernel
    def local(x: int) -> int:
        return x

    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(local)


@by_scenario
def test_every_entry_of_a_family_pickles(scenario: Scenario) -> None:
    for made in Battle(scenario).game.entries():
        assert pickle.loads(pickle.dumps(made)) is made


NUMBA_FREE = """
import pickle, sys
from enfilade.core.engine.hash import hash_row
from tests.core.engine import toys
assert pickle.loads(pickle.dumps(hash_row)) is hash_row
assert pickle.loads(pickle.dumps(toys.SIX_TIMES)) is toys.SIX_TIMES
assert toys.SIX_TIMES(7) == 42
print("numba" in sys.modules, "llvmlite" in sys.modules)
"""


def test_kernels_are_made_called_and_pickled_without_numba() -> None:
    found = subprocess.run([sys.executable, "-c", NUMBA_FREE], capture_output=True, text=True, check=True)
    assert found.stdout == "False False\n"


def floats_in(dispatcher: Any) -> list[str]:
    """Every variable that numba's inference made a float, an oracle apart from what compiling refuses."""
    return [
        f"{name}: {kind}"
        for result in dispatcher.overloads.values()
        for name, kind in result.type_annotation.typemap.items()
        if "float" in str(kind) or "complex" in str(kind)
    ]


def test_a_float_is_seen_where_there_is_one() -> None:
    for made in (mixed, unified):
        assert floats_in(numba.njit([types.boolean(types.uint64, types.int64)])(made.__wrapped__))
    assert not floats_in(toys.twice.dispatcher)


@pytest.mark.slow
def test_no_kernel_of_a_family_has_a_float_and_each_returns_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENFILADE_CACHE", f"{__file__}/no-folder")
    games = [Battle(scenario).game for scenario in SCENARIOS]
    kernels = reached(*(made for game in games for made in game.entries()))
    assert len(kernels) > 250
    for made in kernels:
        dispatcher = compile_kernel(made) if made.is_entry else made.dispatcher
        assert not floats_in(dispatcher), made
        (result,) = dispatcher.overloads.values()
        assert unliteral(result.signature.return_type) == numba_type(made.hints()[-1]), made


@specialised
def constant(number: int) -> Kernel[[], int]:
    """A kernel that gives a number."""

    @kernel
    def give() -> int:
        return number

    return give


def test_specialised_kernels_of_other_parts_compile_to_other_code(compiled: None) -> None:
    three, six = toys.scaled(toys.twice, 3), toys.scaled(toys.twice, 6)
    assert three.dispatcher is not six.dispatcher
    assert (three(5), six(5)) == (30, 60)
    assert constant(4)() == 4
