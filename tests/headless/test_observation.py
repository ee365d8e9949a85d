"""Observations: the numbers of what a view of the side shows, and nothing that it does not."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.messages import NOBODY
from enfilade.headless import Observation
from enfilade.headless.observation import FRAME_FIELDS, UNIT_FIELDS
from tests.face.games import DRILL, MARCH, MECH, duel, in_each, open_delta, open_yard, running_interpreted
from tests.headless.test_batch import drawn_ranks
from tests.headless.test_random_games import drawn_drill, drawn_march

pytestmark = pytest.mark.bounds


def seen_by(view: ef.Battle, side: int) -> dict[str, list[Any]]:
    """What an observation holds of one game, read field by field from a view of a side; -1 looks at everything."""
    store, clock = view.game.store, view.game.clock
    rules = store.table("rules")[0]
    units = []
    for unit in store.table("units"):
        if unit.components == 0:
            units.append([0] * (3 + len(UNIT_FIELDS)))
            continue
        owner = unit.allegiance.side
        hostile = side != NOBODY and rules.hostile[side] >> owner & 1
        units.append([1, int(owner == side), int(hostile), *(field_of(unit, path) for path in UNIT_FIELDS.values())])
    frame = store.table("pending")[clock.depth - 1] if clock.depth else None
    seen: dict[str, list[Any]] = {
        "units": units,
        "clock": [
            side,
            *(clock.step, clock.turn, clock.phase, clock.decision, clock.unit, int(clock.over)),
            *(getattr(frame, name) if frame is not None else 0 for name in FRAME_FIELDS),
            *list(clock.scores)[: rules.sides],
        ],
    }
    if view.family.name in ("march", "mech"):
        seen["objectives"] = [holding.side for holding in store.table("holdings")]
    if view.family.name == "mech":
        seen["rubble"] = [int(rubble.gone) for rubble in store.table("rubble")]
    return seen


def field_of(record: Any, path: tuple[str, ...]) -> int:
    """A field by its names."""
    for name in path:
        record = getattr(record, name)
    return int(record)


def refuse_other(batch: ef.Batch, observed: Observation, sides: list[int]) -> None:
    """Every game is observed as a battle's view of the side shows it; one that is over as it is."""
    assert list(observed) == list(batch.observation_spec)
    for game, side in enumerate(sides):
        battle = batch.battle(game)
        view = battle if side == NOBODY else battle.view(batch.names.sides[side])
        assert {name: array[game].tolist() for name, array in observed.items()} == seen_by(view, side)


def observe_games(scenario: Scenario, games: int, steps: int, chance: random.Random) -> None:
    """Play games, and compare what their sides to move, and each side, know after every order."""
    batch = ef.Batch(scenario, games)
    for _ in range(steps):
        if batch.over.all():
            return
        sides = batch.sides.tolist()
        refuse_other(batch, batch.observe(), sides)
        looking = chance.randrange(len(batch.names.sides))
        fixed = [NOBODY if over else looking for over in batch.over.tolist()]
        refuse_other(batch, batch.observe(side=batch.names.sides[looking]), fixed)
        batch.step_unchecked(drawn_ranks(chance, batch))
    refuse_other(batch, batch.observe(), batch.sides.tolist())


@in_each((*DRILL, *MARCH, open_delta(), *MECH, open_yard()))
def test_observation_is_what_a_view_of_the_side_to_move_shows(scenario: Scenario) -> None:
    observe_games(scenario, 2, 60, random.Random(1))


@pytest.mark.parametrize("draw", [drawn_drill, drawn_march])
def test_observation_of_drawn_scenarios_hides_what_their_views_hide(draw: Any) -> None:
    for number in range(12):
        chance = random.Random(number)
        scenario = draw(chance)
        if any(not side.neutral for side in scenario.sides):
            observe_games(scenario, 2, 15, chance)


def test_bids_of_other_sides_leave_no_trace_in_an_observation() -> None:
    two = [ef.Batch(DRILL[0], 1, seed=3) for _ in range(2)]
    two[0].step([0])
    two[1].step([2])
    assert two[0].hash(0) != two[1].hash(0)
    assert two[0].sides.tolist() == two[1].sides.tolist() == [1]
    one, other = (batch.observe() for batch in two)
    assert all(np.array_equal(one[name], other[name]) for name in one)


def test_observing_changes_nothing_and_needs_no_compiler() -> None:
    batch = ef.Batch(DRILL[0], 2)
    before = batch._rows.store.arenas.tobytes(), batch._rows.store.derived.tobytes(), batch._rows.seats.tobytes()
    observed = batch.observe()
    with running_interpreted():
        plain = ef.Batch(DRILL[0], 2).observe()
    assert all(np.array_equal(observed[name], plain[name]) for name in plain)
    assert (
        batch._rows.store.arenas.tobytes(),
        batch._rows.store.derived.tobytes(),
        batch._rows.seats.tobytes(),
    ) == before


def test_first_position_of_a_duel_in_numbers() -> None:
    """R1 in the north-west corner, B1 in the south-east one; red is to bid first, nothing is under way."""
    batch = ef.Batch(duel(), 1)
    observed = batch.observe()
    columns = batch.observation_spec["units"].columns
    units = [dict(zip(columns, row, strict=True)) for row in observed["units"][0].tolist()]
    assert [(unit["x"], unit["y"], unit["side"], unit["alive"]) for unit in units] == [(0, 0, 0, 1), (2, 2, 1, 1)]
    assert [(unit["known"], unit["own"], unit["hostile"]) for unit in units] == [(1, 1, 0), (1, 0, 1)]
    clock = dict(zip(batch.observation_spec["clock"].columns, observed["clock"][0].tolist(), strict=True))
    assert (clock["side"], clock["step"], clock["over"], clock["pending_kind"]) == (0, 0, 0, 0)
    assert (clock["score_red"], clock["score_blue"]) == (0, 0)


def test_terrain_is_the_map_of_the_scenario() -> None:
    r"""
    .  .  .  .
    .  #  .  .
    .  .  #  .
    .  .  .  .
    """
    batch = ef.Batch(DRILL[0], 1)
    assert batch.terrain.shape == (4, 4, 4)
    assert batch.terrain.dtype == np.int16
    walls = batch.terrain[0] == batch.names.terrain.index("wall")
    assert np.argwhere(walls).tolist() == [[1, 1], [2, 2]]


def test_specification_says_shape_type_and_columns_of_every_array() -> None:
    for scenario in (DRILL[0], MARCH[0], MECH[0]):
        batch = ef.Batch(scenario, 3)
        for name, array in batch.observe().items():
            spec = batch.observation_spec[name]
            assert (array.shape, array.dtype) == (spec.shape, spec.dtype)
            assert len(spec.axes) == array.ndim
            assert not spec.columns or len(spec.columns) == array.shape[-1]


def test_arrays_that_are_given_are_written_and_given_back() -> None:
    batch = ef.Batch(MARCH[0], 3)
    out = {name: np.full(spec.shape, 77, spec.dtype) for name, spec in batch.observation_spec.items()}
    given = batch.observe(out)
    expected = batch.observe()
    assert all(given[name] is out[name] and np.array_equal(out[name], expected[name]) for name in out)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"units": None}, r"array 'units' is None, expected int16 of shape \(3, 9, 19\)"),
        (
            {"clock": np.zeros((3, 2), np.int32)},
            r"array 'clock' is of int32 and shape \(3, 2\), expected int32 of shape",
        ),
        (
            {"objectives": np.zeros((3, 3), np.int64)},
            r"array 'objectives' is of int64 and shape \(3, 3\), expected int16",
        ),
        ({"objectives": [[0] * 3] * 3}, r"array 'objectives' is \[\[0"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_and_none_is_written(change: dict[str, Any], message: str) -> None:
    batch = ef.Batch(MARCH[0], 3)
    out = {name: np.full(spec.shape, 77, spec.dtype) for name, spec in batch.observation_spec.items()} | change
    with pytest.raises(ef.BadArray, match=message):
        batch.observe(out)
    kept = [array for name, array in out.items() if name not in change]
    assert all((array == 77).all() for array in kept)


@pytest.mark.parametrize("out", [[1], 5, "red", np.zeros(3, np.int16)])
def test_arrays_without_their_names_are_refused(out: Any) -> None:
    with pytest.raises(ef.BadArray, match=r"arrays .*, expected a dict of those named units, clock, objectives"):
        ef.Batch(MARCH[0], 3).observe(out)


def test_list_in_the_place_of_an_array_is_quoted_in_short() -> None:
    batch = ef.Batch(MARCH[0], 3)
    out: dict[str, Any] = batch.observe() | {"units": [[[0] * 19] * 9] * 3}
    with pytest.raises(ef.BadArray, match=r"^array 'units' is .{1,60}, expected int16 of shape \(3, 9, 19\)$"):
        batch.observe(out)


def test_array_that_does_not_lie_in_one_piece_is_written_like_others() -> None:
    batch = ef.Batch(MARCH[0], 3)
    twice = {name: np.full((*spec.shape, 2), 77, spec.dtype) for name, spec in batch.observation_spec.items()}
    out = {name: array[..., 0] for name, array in twice.items()}
    assert not any(array.flags.c_contiguous for array in out.values())
    batch.observe(out)
    assert all(np.array_equal(out[name], array) for name, array in batch.observe().items())


def test_array_that_is_read_only_or_missing_is_refused() -> None:
    batch = ef.Batch(MARCH[0], 3)
    out = batch.observe()
    out["clock"].flags.writeable = False
    with pytest.raises(ef.BadArray, match="array 'clock' is read only"):
        batch.observe(out)
    del out["clock"]
    with pytest.raises(ef.BadArray, match="array 'clock' is None, expected int32"):
        batch.observe(out)


def test_side_that_is_none_is_refused() -> None:
    with pytest.raises(ef.BadBatch, match="there is no side 'grey', expected one of red, blue, green"):
        ef.Batch(DRILL[0], 1).observe(side="grey")
