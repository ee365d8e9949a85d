"""A position as plain data and back: the same bytes at every step, and every misfit told."""

from typing import Any

import msgspec
import pytest

from enfilade.core.engine.store import Store
from enfilade.core.scenario.errors import ScenarioError
from enfilade.core.state.dump import dump_state, read_state
from tests.core.state.games import by_family, positions
from tests.drill_rules.boards import Situation


def read_back(store: Store, state: dict[str, Any]) -> bytes:
    """The row that a new store of the same layout has after reading a state into it."""
    other = Store(store.layout)
    other.arenas[0] = 0xA5
    read_state(other, state, "test")
    return bytes(other.arenas[0].data)


@pytest.mark.parametrize("seed", range(8))
@by_family
def test_every_position_of_a_game_is_read_back_to_the_same_bytes(family: str, seed: int) -> None:
    for game in positions(family, seed):
        state = dump_state(game.store)
        assert read_back(game.store, state) == game.snapshot()
        assert read_back(game.store, msgspec.json.decode(msgspec.json.encode(state))) == game.snapshot()


def test_dump_changes_nothing_and_names_only_fields_that_are_not_zero() -> None:
    situation = Situation("R1 . B1", bids="0")
    before = situation.game.snapshot()
    state = dump_state(situation.game.store)
    assert situation.game.snapshot() == before
    assert state["pending"] == [{}] * 4
    assert state["cards"] == []
    assert state["units"][1]["position"] == {"x": 2}
    assert state["units"][1]["allegiance"] == {"side": 1, "known_to": 0b11}
    assert state["drill_soldiers"] == [{"power": 2, "allowance": 2}] * 2


def test_vectors_lose_only_the_zeros_at_their_end() -> None:
    situation = Situation("R1 . B1", bids="0")
    frame = situation.game.world().pending[0]
    frame.path[0], frame.path[2] = 0, 5
    state = dump_state(situation.game.store)
    assert state["pending"][0] == {"path": [0, 0, 5]}
    assert read_back(situation.game.store, state) == situation.game.snapshot()


def spoiled(change: Any) -> ScenarioError:
    """The error that a changed state ends in."""
    situation = Situation("R1 . B1", bids="0")
    state = dump_state(situation.game.store)
    change(state)
    with pytest.raises(ScenarioError) as refusal:
        read_state(Store(situation.game.store.layout), state, "test")
    return refusal.value


@pytest.mark.parametrize(
    ("change", "place", "found"),
    [
        (lambda state: state.update(weather=[]), "state", "'weather'"),
        (lambda state: state.pop("clock"), "state.clock", "None"),
        (lambda state: state.update(units=state["units"][:1]), "state.units", "1 records"),
        (lambda state: state.update(units=5), "state.units", "5"),
        (lambda state: state["units"].__setitem__(1, "B1"), "state.units[1]", "'B1'"),
        (lambda state: state["clock"][0].update(weather=1), "state.clock[0]", "'weather'"),
        (lambda state: state["clock"][0].update(turn="one"), "state.clock[0].turn", "'one'"),
        (lambda state: state["clock"][0].update(turn=True), "state.clock[0].turn", "True"),
        (lambda state: state["clock"][0].update(turn=1.0), "state.clock[0].turn", "1.0"),
        (lambda state: state["clock"][0].update(turn=2**31), "state.clock[0].turn", "2147483648"),
        (lambda state: state["clock"][0].update(over=1), "state.clock[0].over", "1"),
        (
            lambda state: state["clock"][0].update(scores=[0] * 9),
            "state.clock[0].scores",
            "[0, 0, 0, 0, 0, 0, 0, 0, 0]",
        ),
        (lambda state: state["clock"][0].update(scores=[0, 2**31]), "state.clock[0].scores[1]", "2147483648"),
        (lambda state: state["clock"][0].update(scores=[True]), "state.clock[0].scores", "[True]"),
        (lambda state: state["units"][0].update(position=3), "state.units[0].position", "3"),
        (lambda state: state["units"][1]["position"].update(x=40_000), "state.units[1].position.x", "40000"),
        (lambda state: state["units"][0]["allegiance"].update(side=128), "state.units[0].allegiance.side", "128"),
    ],
)
def test_a_misfit_is_told_with_its_place_and_text(change: Any, place: str, found: str) -> None:
    (problem,) = spoiled(change).problems
    assert (problem.place, problem.found) == (place, found)


def test_all_misfits_are_told_at_once() -> None:
    def change(state: dict[str, Any]) -> None:
        state["clock"][0].update(turn="one", over=0, weather=1)
        state["cards"] = [{}]

    places = [problem.place for problem in spoiled(change).problems]
    assert places == ["state.clock[0]", "state.clock[0].turn", "state.clock[0].over", "state.cards"]
