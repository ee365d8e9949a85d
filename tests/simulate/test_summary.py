"""What rows come to, counted by hand."""

from __future__ import annotations

import enfilade as ef
from enfilade.bots.match import UNFINISHED
from enfilade.simulate.comparison import comparison_of
from enfilade.simulate.summary import points_of, summary_of
from tests.face.games import standoff
from tests.simulate.runs import DUEL, row_of, run_of

FOUR = [
    row_of(0, "red", orders=4, turns=1),
    row_of(1, "blue", orders=6, turns=2),
    row_of(2, orders=8, turns=3, losses={"red": {"": 1}, "blue": {"": 1}}),
    row_of(3, "red", orders=10, turns=4, reason="last side in play", losses={"red": {"": 0}, "blue": {"": 1}}),
]


def test_wins_draws_reasons_and_losses_are_counted() -> None:
    found = summary_of(run_of(DUEL), FOUR)
    assert found.games == 4
    assert {side: share.count for side, share in found.sides.items()} == {"red": 2, "blue": 1}
    assert [(wins.bot, wins.wins.count) for wins in found.bots] == [("walker", 2), ("random", 1)]
    assert (found.draws.count, found.unfinished.count) == (1, 0)
    assert [(reason, share.count) for reason, share in found.reasons.items()] == [
        ("rounds played", 3),
        ("last side in play", 1),
    ]
    assert found.losses == {"red": {"": 0.25}, "blue": {"": 0.5}}
    assert (found.orders.median, found.turns.median) == (7, 2.5)


def test_unfinished_game_is_no_draw() -> None:
    found = summary_of(run_of(DUEL), [row_of(0, reason=UNFINISHED), row_of(1, "red")])
    assert (found.draws.count, found.unfinished.count) == (0, 1)


def test_first_side_is_told_only_where_bots_do_not_decide() -> None:
    assert summary_of(run_of(DUEL), FOUR).first_side is None
    alike = summary_of(run_of(DUEL, bots=("random", "random")), FOUR).first_side
    assert alike is not None
    assert (alike.count, alike.of) == (2, 3)
    swapped = summary_of(run_of(DUEL, paired=True), FOUR).first_side
    assert swapped is not None


def test_pairs_are_counted_by_the_points_of_the_first_bot() -> None:
    """The first bot wins both of a pair; then each side once, by red's wins; then a draw and a defeat."""
    rows = [
        row_of(0, "red"),
        row_of(1, "blue", swapped=True),
        row_of(2, "red"),
        row_of(3, "red", swapped=True),
        row_of(4),
        row_of(5, "red", swapped=True),
    ]
    found = summary_of(run_of(DUEL, paired=True), rows).pairs
    assert found is not None
    assert found.counts == (0, 1, 1, 0, 1)
    assert found.score.mean == (2 + 1 + 0.5) / 6
    assert (found.won.count, found.won.of) == (1, 2)


def test_bot_that_plays_two_sides_wins_with_either() -> None:
    """Red is played by the first bot, blue and green by the second; swapped it is the other way round."""
    run = run_of(standoff(), paired=True)
    assert [points_of(run, row_of(0, *winners)) for winners in (("red",), ("green",), ("red", "green"), ())] == [
        1.0,
        0.0,
        0.5,
        0.5,
    ]
    assert points_of(run, row_of(1, "blue", "green", swapped=True)) == 1.0


def test_text_names_what_was_counted() -> None:
    text = str(summary_of(run_of(DUEL), FOUR))
    assert "4 games" in text
    assert "2 of 4" in text
    assert "4 to 10, quartiles 5.5, 7, 8.5, mean 7.0" in text


def test_variants_are_compared_game_by_game() -> None:
    """Red wins games 0 and 3 of the first variant, 0, 1 and 3 of the second; game 1 has two orders more."""
    other = [FOUR[0], row_of(1, "red", orders=8, turns=2), FOUR[2], FOUR[3]]
    found = comparison_of(run_of(DUEL), FOUR, run_of(DUEL), other)
    assert (found.sides["red"].first, found.sides["red"].second) == (0.5, 0.75)
    assert found.sides["red"].difference == 0.25
    assert found.bots[1].difference == -0.25
    assert (found.orders.difference, found.turns.difference) == (0.5, 0)
    assert found.same == 3
    assert not found.sides["red"].is_clear
    assert "4 games of each variant" in str(found)


def test_difference_of_a_variant_against_itself_leaves_zero_in() -> None:
    found = comparison_of(run_of(DUEL), FOUR, run_of(DUEL), FOUR)
    assert found.same == 4
    assert found.sides["red"].difference == 0
    assert found.sides["red"].low < 0 < found.sides["red"].high


def test_side_that_plays_in_one_variant_alone_is_named() -> None:
    three = run_of(ef.load_scenario("crossroads"))
    for first, second, which in ((run_of(DUEL), three, "second"), (three, run_of(DUEL), "first")):
        found = comparison_of(first, FOUR, second, FOUR)
        assert list(found.sides) == ["red", "blue"]
        assert [line for line in str(found).splitlines() if "alone" in line] == [
            f"green plays in the {which} variant alone"
        ]
