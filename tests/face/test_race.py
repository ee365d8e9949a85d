"""The smallest family: what it leaves out has defaults, and what an author gets wrong in it is told."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import enfilade as ef
from enfilade.authoring import Kind, OrderRecord, System, World, kernel
from enfilade.bots import RandomBot
from enfilade.bots.match import play_match
from enfilade.core.orders.notation import LetteredSquares
from enfilade.core.scenario.schema import BoardEntry, Scenario, SideEntry, UnitEntry
from enfilade.systems import game
from enfilade.systems.game import InvariantBroken
from tests.face.race import FAMILY

pytestmark = pytest.mark.usefixtures("made_up_rules")
(RUNNING,) = FAMILY.systems


def track(columns: int = 5) -> Scenario:
    """A runner of each side on the first column."""
    row = "." * columns
    units = [UnitEntry("R1", "red", "A1"), UnitEntry("B1", "blue", "A2")]
    return Scenario("track", "race", [SideEntry("red"), SideEntry("blue")], BoardEntry(f"{row}\n{row}"), units)


def spoiled(**changes: Any) -> ef.Battle:
    """A checked battle whose family has other kernels."""
    systems = (dataclasses.replace(RUNNING, **changes),)
    return ef.Battle(track(), family=dataclasses.replace(FAMILY, systems=systems), checked=True)


def test_family_that_says_only_what_it_has_plays_on_open_squares_without_cards() -> None:
    battle = ef.Battle(track(), family=FAMILY, checked=True)
    assert isinstance(FAMILY.notation, LetteredSquares)
    assert (FAMILY.terrain, FAMILY.default_legend, FAMILY.card_names) == (("open",), {".": "open"}, ("",))
    for line in ("R1 run 2", "B1 run 1", "R1 run 1", "B1 run 2"):
        battle.step(line)
    # R1 has gone three of the four squares, so one is left, and no more.
    assert [battle.text(order) for order in battle.legal] == ["R1 run 1"]
    battle.step("R1 run 1")
    assert battle.outcome == ef.Outcome(("red",), "first on the last column", {"red": 0, "blue": 0})


def test_races_of_random_bots_come_to_an_end() -> None:
    for seed in range(5):
        battle = ef.Battle(track(9), seed, family=FAMILY, checked=True)
        assert play_match(battle, [RandomBot(seed)]).orders <= 2 * 8
        assert battle.outcome is not None


@kernel
def one_more(world: World, side: int, unit: int, kind: int) -> int:
    """Counts a run that the check refuses."""
    return 3


@kernel
def always_one(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """Writes the same run twice."""
    out.number = 1


def changing_count(world: World, side: int, unit: int, kind: int) -> int:
    """Counts one more each time, as no kernel may."""
    CALLS.append(unit)
    return len(CALLS)


CALLS: list[int] = []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"count": one_more}, "family 'race 1' lists the order 'B1 run 3', which its check refuses: wrong_steps"),
        ({"member": always_one}, "family 'race 1' lists the order 'B1 run 1' twice"),
    ],
)
def test_legal_orders_that_differ_from_the_check_break_a_checked_battle(changes: dict[str, Any], problem: str) -> None:
    battle = spoiled(**changes)
    before = battle.digest
    with pytest.raises(InvariantBroken, match=problem):
        battle.step("R1 run 1")
    assert battle.digest == before


def test_legal_orders_are_listed_as_many_as_are_counted() -> None:
    battle = spoiled(count=kernel(changing_count))
    with pytest.raises(InvariantBroken, match=r"family 'race 1' counts \d+ legal orders and lists \d+"):
        battle.step("R1 run 1")


def test_more_legal_orders_than_the_limit_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "LEGAL_CHECKED", 2)
    spoiled(count=one_more).step("R1 run 1")
    monkeypatch.setattr(game, "LEGAL_CHECKED", 3)
    with pytest.raises(InvariantBroken):
        spoiled(count=one_more).step("R1 run 1")


def test_battle_that_is_over_for_a_reason_its_family_lacks_is_a_typed_error() -> None:
    family = dataclasses.replace(FAMILY, results=("",))
    for checked in (False, True):
        battle = ef.Battle(track(2), family=family, checked=checked)
        with pytest.raises(ef.UnknownResult, match=r"clock\.reason is 1 under 'race 1', expected 0 to 0: ''"):
            battle.step("R1 run 1"), battle.outcome


def test_system_that_counts_orders_with_fields_and_writes_none_is_refused() -> None:
    system = System("bare", "sequence", RUNNING.kinds, count=RUNNING.count)
    problem = "system 'bare' counts the orders of kind 'run', expected a kernel 'member' that writes their number"
    with pytest.raises(ValueError, match=problem):
        dataclasses.replace(FAMILY, systems=(system,))
    for fields in ((), ("companions",)):
        plain = System("plain", "sequence", (Kind(130, "rest", (1,), fields),), count=RUNNING.count)
        assert dataclasses.replace(FAMILY, systems=(RUNNING, plain)).kinds
