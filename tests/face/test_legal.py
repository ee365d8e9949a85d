"""Legal orders as a sequence."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import Scenario
from enfilade.legal import Legal, StaleOrders
from tests.face.games import DRILL, bout, crossroads, delta, duel, fords, in_each, meeting, play, red_to_move, yard
from tests.mech_rules.boards import name_of


@pytest.mark.rule("CORE-1.2", "CORE-1.3", "CORE-1.4")
def test_legal_orders_of_a_duel_are_those_a_reader_counts() -> None:
    battle = ef.Battle(duel())
    assert [battle.text(order) for order in battle.legal] == ["red bid 0", "red bid 1", "red bid 2"]
    battle.step("bid 0")
    assert [battle.text(order) for order in battle.legal] == ["R1 move B1", "R1 move A2", "red draw", "red pass"]


def test_legal_orders_come_by_side_unit_kind_and_place() -> None:
    battle = red_to_move()
    moves = ["R1 move B1", "R1 move C1", "R1 move A2", "R1 move B2", "R1 move A3"]
    assert [battle.text(order) for order in battle.legal] == [*moves, "red draw", "red pass"]
    first = crossroads().legal
    assert [(order.side, order.number) for order in first] == [(s, n) for s in ("red", "blue") for n in range(3)]


@pytest.mark.rule("MARCH-6.4")
def test_legal_orders_of_a_meeting_are_those_a_reader_counts() -> None:
    battle = ef.Battle(meeting())
    marches = ["R1 march 0-0", "R1 march 1-0", "R1 march 0-1", "R1 march 1-1"]
    assert [battle.text(order) for order in battle.legal] == [*marches, "red pass"]
    battle.step("R1 march 1-1")
    marches = ["B1 march 2-1", "B1 march 1-2", "B1 march 2-2"]
    assert [battle.text(order) for order in battle.legal] == [*marches, "blue pass"]


@pytest.mark.parametrize(
    ("scenario", "orders"), [(DRILL[0], 99), (DRILL[1], 99), (delta(), 99), (fords(1), 2), (yard(), 99)]
)
def test_sequence_agrees_with_its_list_at_every_position_of_games(scenario: Scenario, orders: int) -> None:
    battle = ef.Battle(scenario, 3)
    for _ in play(battle, orders):
        legal = battle.legal
        listed = battle.legal_orders()
        assert len(legal) == len(listed)
        assert legal[:] == listed
        assert list(legal) == list(legal) == listed
        assert list(reversed(legal)) == listed[::-1]
        assert bool(legal) == bool(listed)
        assert len(set(map(repr, listed))) == len(listed), "no order twice"
        for rank in range(0, len(legal), 1 + len(legal) // 20):
            assert legal[rank] == legal[rank - len(legal)] == listed[rank]


@pytest.mark.parametrize(
    "cut",
    [
        slice(None),
        slice(2, 5),
        slice(-3, None),
        slice(None, None, 2),
        slice(None, None, -1),
        slice(5, 1, -2),
        slice(3, 3),
        slice(4, 2),
        slice(-100, 100),
        slice(100, 200),
        slice(6, None, 3),
    ],
)
def test_slice_of_the_sequence_is_the_slice_of_its_list(cut: slice) -> None:
    legal = red_to_move().legal
    assert legal[cut] == list(legal)[cut]


@pytest.mark.parametrize("rank", [7, 8, 1000, -8, -1000, 2**40])
def test_rank_beyond_the_sequence_is_an_index_error(rank: int) -> None:
    with pytest.raises(IndexError, match=f"no legal order with rank {rank}; there are 7"):
        red_to_move().legal[rank]


def drill_lines(battle: ef.Battle) -> list[str]:
    """Every order of the drill on its board, the path of a move left out."""
    squares = [f"{column}{row}" for column in "ABCD" for row in "1234"]
    lines = [f"{unit} move {square}" for unit in battle.names.units for square in squares]
    lines += [f"{unit} shove {square}" for unit in battle.names.units for square in squares]
    lines += [f"{unit} {kind}" for unit in battle.names.units for kind in ("fire", "hold")]
    lines += [f"{side} {kind}" for side in battle.names.sides for kind in ("draw", "pass")]
    return lines + [f"{side} bid {bid}" for side in battle.names.sides for bid in range(-1, 5)]


def march_lines(battle: ef.Battle) -> list[str]:
    """Every march on the board without a waypoint, and every pass."""
    width, height = battle.scenario.board_size()
    squares = [f"{column}-{row}" for row in range(height) for column in range(width)]
    lines = [f"{unit} march {square}" for unit in battle.names.units for square in squares]
    return lines + [f"{side} pass" for side in battle.names.sides]


def mech_lines(battle: ef.Battle) -> list[str]:
    """Every order of a mech battle on its board, the path of a move left out."""
    width, height = battle.scenario.board_size()
    cells = [name_of((x, y)) for y in range(height) for x in range(width)]
    ends = [f"{cell} {facing}" for cell in cells for facing in "NESW"]
    moves = [f"{kind} {end}" for kind in ("move", "fly", "teleport") for end in ends]
    moved = [f"{kind} {end}" for kind in ("push", "displace") for end in ends]
    attacks = [
        f"{kind} {target} {weapon}"
        for kind in ("fire", "strike")
        for target in battle.names.units
        for weapon in battle.scenario.weapons
    ]
    units, sides = battle.names.units, battle.names.sides
    of_units = [f"{unit} {rest}" for unit in units for rest in (*moves, *attacks, "done", "exit")]
    of_any = [f"{side} {unit} {rest}" for side in sides for unit in units for rest in moved]
    return [*of_units, *of_any, *(f"{side} hold" for side in sides)]


@pytest.mark.rule("CORE-1.2", "CORE-1.3", "MARCH-6.4")
@pytest.mark.parametrize(
    ("scenario", "lines_of", "orders"),
    [
        (DRILL[0], drill_lines, 30),
        (delta(), march_lines, 30),
        (delta(options={}), march_lines, 12),
        (bout(options={"turns": 3}), mech_lines, 2),
        pytest.param(yard(), mech_lines, 9, marks=pytest.mark.slow),
    ],
    ids=["drill", "march", "march without barriers", "bout", "mech"],
)
def test_every_legal_order_passes_the_check_and_every_other_order_on_the_board_does_not(
    scenario: Scenario, lines_of: Callable[[ef.Battle], list[str]], orders: int
) -> None:
    battle = ef.Battle(scenario, 2)
    lines = lines_of(battle)
    for _ in play(battle, orders):
        legal = {battle.text(order) for order in battle.legal}
        assert {line for line in lines if battle.check(line)} == legal


def bids_made() -> ef.Battle:
    battle = crossroads()
    battle.step("red bid 2")
    battle.step("blue bid 1")
    return battle


@pytest.mark.parametrize("battle", [bids_made(), ef.Battle(delta()), ef.Battle(yard())], ids=["drill", "march", "mech"])
def test_filters_keep_the_orders_they_name_in_their_order(battle: ef.Battle) -> None:
    everything = battle.legal_orders()
    for unit, kind, side in itertools.product(battle.names.units, battle.names.kind_of_word, battle.names.sides):
        assert list(battle.legal.of(unit)) == [order for order in everything if order.unit == unit]
        assert list(battle.legal.where(kind)) == [order for order in everything if order.kind == kind]
        assert list(battle.legal.by(side)) == (everything if side == "red" else []), "red alone owes the decision"
        both = [order for order in battle.legal.by(side) if order.unit == unit and order.kind == kind]
        assert list(battle.legal.of(unit).where(kind).by(side)) == both
        assert len(battle.legal.by(side).where(kind).of(unit)) == len(both)


def test_filter_of_a_filter_takes_the_last_name_given() -> None:
    battle = crossroads()
    assert [order.side for order in battle.legal.by("red").by("blue")] == ["blue"] * 3


@pytest.mark.parametrize(
    ("name", "argument", "problem"),
    [
        ("of", "R9", "there is no unit 'R9', expected one of R1"),
        ("where", "fly", "'fly' is no kind of order"),
        ("by", "purple", "there is no side 'purple'"),
    ],
)
def test_filter_by_a_name_that_does_not_exist_is_refused(name: str, argument: str, problem: str) -> None:
    with pytest.raises(ef.OrderError, match=problem):
        getattr(crossroads().legal, name)(argument)


def has(legal: Legal, order: object) -> bool:
    """Whether an order, a line, or anything else is a member."""
    return order in legal


def test_order_and_its_line_are_members_however_they_say_their_side() -> None:
    battle = red_to_move()
    listed = ef.Order("move", unit="R1", place=(1, 1))
    assert battle.legal[3] == listed
    for order in (listed, "R1 move B2", "red R1 move b2", battle.parse("R1 move B2"), battle.parse("red R1 move B2")):
        assert order in battle.legal
        assert battle.legal.index(order) == 3
        assert battle.legal.count(order) == 1
    for order in (ef.Order("pass"), ef.Order("pass", side="red"), "pass", "red pass"):
        assert order in battle.legal
        assert battle.legal.index(order) == 6
    assert ef.Order("move", unit="R1", place=[1, 1]) in battle.legal  # type: ignore[arg-type]


@pytest.mark.parametrize(("scenario", "orders"), [(DRILL[0], 99), (delta(), 5), (yard(), 3)])
def test_every_listed_order_is_a_member_by_its_line_and_at_its_rank(scenario: Scenario, orders: int) -> None:
    battle = ef.Battle(scenario, 3)
    for _ in play(battle, orders):
        for rank, order in enumerate(battle.legal):
            assert order in battle.legal
            assert has(battle.legal, battle.text(order))
            assert battle.legal.index(order) == rank


NO_MEMBERS: list[object] = [
    ef.Order("move", side="blue", unit="R1", place=(1, 1)),
    ef.Order("move", unit="R1", place=(3, 3)),
    ef.Order("move", unit="R1", place=(1, 1), path=((0, 1), (1, 1))),
    ef.Order("move", unit="R9", place=(1, 1)),
    ef.Order("move", unit="R1"),
    ef.Order("fly"),
    ef.Order("pass", side="purple"),
    "R1 move B2 via A2 B2",
    "blue R1 move B2",
    "B1 fire",
    "blue pass",
    "red bid 1",
    "nonsense",
    "",
    5,
    None,
    [],
]


@pytest.mark.parametrize("order", NO_MEMBERS, ids=repr)
def test_what_is_not_listed_is_no_member(order: object) -> None:
    legal = red_to_move().legal
    assert order not in legal
    assert legal.count(order) == 0
    with pytest.raises(ValueError, match="is not among <7 legal orders>"):
        legal.index(order)  # type: ignore[arg-type]


def test_order_by_another_path_than_the_canonical_one_is_legal_and_no_member() -> None:
    battle = red_to_move()
    assert battle.check("R1 move B2 via A2 B2")
    assert not has(battle.legal, "R1 move B2 via A2 B2")


def test_march_by_a_waypoint_is_legal_and_no_member_and_one_without_steps_is_a_member() -> None:
    battle = ef.Battle(delta())
    assert battle.check("R1 march 1-2 via 0-2")
    assert not has(battle.legal, "R1 march 1-2 via 0-2")
    assert has(battle.legal, "R1 march 1-2")
    assert has(battle.legal, "R1 march 0-1")
    assert not has(battle.legal, "B2 march 6-2"), "blue is not asked"


def test_member_of_the_whole_is_one_of_a_filter_only_if_it_passes() -> None:
    legal = red_to_move().legal
    assert has(legal.of("R1"), "R1 move B2")
    assert has(legal.where("move").by("red"), "R1 move B2")
    for other in (legal.where("draw"), legal.of("B1"), legal.by("blue")):
        assert not has(other, "R1 move B2")
    assert has(legal.where("pass"), "pass")
    assert not has(legal.of("R1"), "pass")


def test_rank_of_a_member_is_looked_for_between_two_ranks() -> None:
    legal = red_to_move().legal
    assert legal.index("R1 move B2", 3) == legal.index("R1 move B2", -4, 4) == 3
    for start, stop in ((4, None), (0, 3), (-3, None)):
        with pytest.raises(ValueError, match="is not among"):
            legal.index("R1 move B2", start, stop)


def test_line_without_its_side_is_no_member_while_several_sides_owe() -> None:
    legal = crossroads().legal
    assert not has(legal, "bid 1")
    assert has(legal, "red bid 1")
    assert has(legal, "blue bid 1")


def test_membership_looks_at_the_orders_of_one_unit_and_kind_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = red_to_move()
    asked = set()
    listing = battle.game.list

    def asking(side: int, unit: int, kind: int, start: int, room: int) -> int:
        asked.add((side, unit, kind))
        return listing(side, unit, kind, start, room)

    monkeypatch.setattr(battle.game, "list", asking)
    assert has(battle.legal, "R1 move B2")
    assert has(battle.legal, "red pass")
    move, passing = (battle.names.kind_of_word[word].number for word in ("move", "pass"))
    assert asked == {(0, 0, move), (0, len(battle.names.units), passing)}


def test_sequence_is_stale_once_the_game_has_moved_on() -> None:
    battle = red_to_move()
    legal = battle.legal
    remembered = list(legal)
    uses = (len, list, repr, lambda legal: legal[0], lambda legal: legal[1:2], lambda legal: remembered[0] in legal)
    battle.step("R1 move A2")
    for use in uses:
        with pytest.raises(StaleOrders, match="an earlier position; ask the battle again"):
            use(legal)
    battle.undo()
    assert list(battle.legal) == remembered


NARROWING: list[Callable[[Legal], Legal]] = [
    lambda legal: legal.of("R1"),
    lambda legal: legal.where("move"),
    lambda legal: legal.by("red"),
]


@pytest.mark.parametrize("narrow", NARROWING)
def test_filter_of_a_stale_sequence_is_stale(narrow: Callable[[Legal], Legal]) -> None:
    battle = red_to_move()
    legal = battle.legal
    battle.step("R1 move A2")
    with pytest.raises(StaleOrders):
        len(narrow(legal))


def test_iteration_notices_that_the_game_has_moved_on() -> None:
    battle = red_to_move()
    walk = iter(battle.legal)
    next(walk)
    battle.step("R1 move A2")
    with pytest.raises(StaleOrders):
        list(walk)


@pytest.mark.parametrize("change", ["undo", "redo", "restore"])
@in_each((red_to_move().to_scenario(), delta(), yard()))
def test_sequence_is_stale_after_every_kind_of_change(scenario: Scenario, change: str) -> None:
    battle = ef.Battle(scenario)
    position = battle.snapshot()
    battle.step(battle.legal[0])
    if change == "redo":
        battle.undo()
    legal = battle.legal
    if change == "restore":
        battle.restore(position)
    else:
        getattr(battle, change)()
    with pytest.raises(StaleOrders):
        len(legal)


def test_refused_order_leaves_the_sequence_in_use() -> None:
    battle = red_to_move()
    legal = battle.legal
    with pytest.raises(ef.IllegalOrder):
        battle.step("blue pass")
    with pytest.raises(ef.OrderError):
        battle.step("R1 fly A2")
    assert len(legal) == 7


def test_sequences_of_two_battles_do_not_meet() -> None:
    one, other = red_to_move(), crossroads()
    first, second = iter(one.legal), iter(other.legal)
    mixed = [(next(first), next(second)) for _ in range(6)]
    assert [pair[0] for pair in mixed] == list(one.legal)[:6]
    assert [pair[1] for pair in mixed] == list(other.legal)


@pytest.mark.parametrize("battle", [bids_made(), ef.Battle(delta()), ef.Battle(yard())], ids=["drill", "march", "mech"])
def test_sequence_longer_than_a_slice_of_the_desk_is_listed_whole(
    battle: ef.Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = list(battle.legal)
    for room in (1, 2, 3, len(listed) - 1, len(listed)):
        monkeypatch.setattr("enfilade.legal.ORDERS_MAX", room)
        monkeypatch.setattr("enfilade.systems.game.ORDERS_MAX", room)
        assert list(battle.legal) == listed
        assert battle.legal[1:7] == listed[1:7]
