"""What a player reads when an order is refused: every finding of the mech family, in a position that leads to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

import enfilade as ef
from enfilade.core.scenario.schema import UnitValue
from enfilade.systems.shipped.mech import FAMILY
from tests.mech_rules.arms import armed, put_state
from tests.mech_rules.boards import battle_of, play

OPEN = ("... ... ...", "... ... ...", "... ... ...")
WEAPONS: dict[str, dict[str, UnitValue]] = {"rifle": {"range": 4}, "blade": {"melee": True}}


def open_board(**values: Any) -> ef.Battle:
    """A of 2 by 2 cells, and N far from it, on nine open grids."""
    rows = ("AA. ... ...", "AA. ... ...", "... ... ...", *OPEN, "... ... ...", "... ... ...", "... ... ..N")
    return battle_of(*rows, **values)


def arena(rows: tuple[str, ...] = ("N..", *OPEN[1:]), **values: Any) -> ef.Battle:
    """A and N with a rifle and a blade each; A looks north."""
    weapons: Mapping[str, Mapping[str, UnitValue]] = values.pop("weapons", WEAPONS)
    return armed(*rows, weapons=weapons, **values)


def lane(between: int, **values: Any) -> ef.Battle:
    """A and, so many grids north of it, N."""
    return arena(("N..", "...", "...", *["..."] * 3 * (between - 1), "A..", "...", "..."), **values)


def acted() -> ef.Battle:
    """A has moved and done nothing more, B of its side is still to be activated, and so is N."""
    battle = armed("A.B ... ..N", *OPEN[1:], weapons=WEAPONS, A={"jump": 1, "teleport": 1, "allowance": 1})
    play(battle, "A done, N done")
    return battle


def crush() -> ef.Battle:
    """A crushes N and O, and red decides where they go."""
    battle = battle_of("AAA N.O ...", "AAA ... ...", "AAA ... ...", "... ... ...", "... ... ...", "... ... ..P")
    play(battle, "A move B1 E")
    return battle


def cornered() -> ef.Battle:
    """A crushes N, which has nowhere to go."""
    battle = battle_of("AAA ..N #..", "AAA ... #..", "AAA ... #..", "... ### ...", "... ### ...", "... ### ...")
    play(battle, "A move B1 N")
    return battle


def reacting() -> ef.Battle:
    """A has entered a grid before B, and blue may fire at it with N, but not with O, which is disrupted."""
    rows = ("N.. ... O..", "... ... ...", "... ... ...", *OPEN, *OPEN, "A.. ... B..", "... ... ...", "... ... ...")
    battle = armed(*rows, weapons={"rifle": {}}, facing={"N": "S", "O": "S"}, options={"opportunity_fire": True})
    put_state(battle, "O", (2, True))
    play(battle, "A move A3.5 N")
    return battle


def pushing() -> ef.Battle:
    """A has struck N a grid away, to the north, and red decides where it comes to stand."""
    hammer: dict[str, dict[str, UnitValue]] = {"hammer": {"melee": True, "power": 1, "knockback": 1}}
    battle = armed(*OPEN, "N.. ... O..", *OPEN[:2], "A.. ... ...", *OPEN[:2], weapons=hammer, N={"armour": 0})
    battle.step("A strike N hammer", dice=(6,))
    return battle


Case = tuple[Callable[[], ef.Battle], str, str]
CASES: dict[str, Case] = {
    # Basic moves
    "has_acted": (acted, "A move A1.2 N", "A has already been activated in this turn [MECH-D13]"),
    "is_shut_down": (
        lambda: open_board(A={"stance": "shutdown"}),
        "A move B1 N",
        "A is shut down and does not move [MECH-D14]",
    ),
    "no_ground_unit": (
        lambda: open_board(A={"kind": "flying"}),
        "A move B1 N",
        "A does not move over the ground [MECH-1.2.1]",
    ),
    "no_change": (open_board, "A move A1 N", "A would stay as it is [MECH-1.2.0]"),
    "not_inside_grid": (
        open_board,
        "A move B1.3 N",
        "A would lie across the edge of a grid at B1.3 [MECH-1.2.1e]",
    ),
    "not_next_grid": (
        open_board,
        "A move B2 N via B2",
        "step 1, to B2, does not lead to a neighbouring grid [MECH-1.2.1a]",
    ),
    "grid_blocked": (
        lambda: battle_of("A.. ### ...", "... ### ...", "... ### ..N"),
        "A move B1 N via B1",
        "step 1: there is no free cell in B1 [MECH-1.2.1b]",
    ),
    "no_room": (
        lambda: battle_of("AA. ... ...", "AA. .#. ...", "... ... ..N"),
        "A move B1 N via B1",
        "step 1: A has no room in B1 [MECH-1.2.1e]",
    ),
    "cannot_slide": (
        lambda: battle_of("AA. #.. ...", "AA. ... ...", "... #.. ..N"),
        "A move B1.2 N via B1",
        "step 1: A cannot slide to B1 [MECH-1.2.1c]",
    ),
    "move_too_dear": (
        lambda: open_board(A={"allowance": 1}),
        "A move C1 N via B1 C1",
        "the path costs 2 by step 2 (allowance: 1) [MECH-1.2.1h]",
    ),
    "out_of_reach": (
        lambda: open_board(A={"allowance": 1}),
        "A move C1 N",
        "A cannot come to C1 with an allowance of 1 [MECH-1.2.1h]",
    ),
    "cells_taken": (
        lambda: battle_of("A.. .N. ...", *OPEN[1:]),
        "A move B1.2 N",
        "the cells at B1.2 are not free for A [MECH-1.2.1b]",
    ),
    "wrong_end": (open_board, "A move C1.5 N via B1", "the path does not end in the grid of C1.5 [MECH-D17]"),
    "crush_stops": (
        lambda: battle_of("AAA .%. ...", "AAA ... ...", "AAA ... ..N"),
        "A move C1 N via B1 C1",
        "A stops where it crushes, so there is no step 2 [MECH-1.2.6c]",
    ),
    "no_way": (
        lambda: battle_of("A#. ...", "##. ...", "... ..N"),
        "A move B1 N",
        "there is no way by which A can slide to B1 [MECH-1.2.1c]",
    ),
    "is_immobilized": (
        lambda: open_board(A={"immobilized": True}),
        "A move B1 N",
        "A is immobilized and does not move [MECH-X8]",
    ),
    # Flights and teleports
    "flight_immobilized": (
        lambda: open_board(A={"immobilized": True, "jump": 2}),
        "A fly B1 N",
        "A is immobilized and does not move [MECH-X8]",
    ),
    "has_flown": (acted, "A fly B1 N", "A has already been activated in this turn [MECH-D13]"),
    "flight_shut_down": (
        lambda: open_board(A={"stance": "shutdown", "jump": 2}),
        "A fly B1 N",
        "A is shut down and does not move [MECH-D14]",
    ),
    "cannot_fly": (open_board, "A fly B1 N", "A neither flies nor jumps [MECH-1.2.2a]"),
    "cannot_teleport": (open_board, "A teleport B1 N", "A does not teleport [MECH-1.2.3]"),
    "stays": (lambda: open_board(A={"jump": 2}), "A fly A1 N", "A would stay as it is [MECH-1.2.0]"),
    "straddles": (
        lambda: open_board(A={"jump": 2}),
        "A fly B1.6 N",
        "A would lie across the edge of a grid at B1.6 [MECH-1.2.1e]",
    ),
    "too_far": (
        lambda: open_board(A={"jump": 1}),
        "A fly C2.5 N",
        "C2.5 is too far for A (grids: 3, allowance: 1) [MECH-D6]",
    ),
    "no_landing": (
        lambda: battle_of("A.. .N. ...", *OPEN[1:], A={"kind": "flying"}),
        "A fly B1.9 N",
        "A cannot come down at B1.9: units or terrain are in the way [MECH-1.2.2f]",
    ),
    # Attacks
    "acted": (acted, "A fire N rifle", "A has already been activated in this turn [MECH-D13]"),
    "shut_down": (
        lambda: lane(2, A={"stance": "shutdown"}),
        "A fire N rifle",
        "A is shut down and does not attack [MECH-D14]",
    ),
    "no_enemy": (
        lambda: arena(("B.N", "...", "...", "A..", "...", "...")),
        "A strike B blade",
        "B is no enemy of A [MECH-D19]",
    ),
    "no_such_weapon": (
        lambda: lane(2, A={"weapons": ["blade"]}),
        "A fire N rifle",
        "A does not carry the weapon rifle [MECH-D19]",
    ),
    "not_for_fire": (
        lambda: lane(2),
        "A fire N blade",
        "the weapon blade strikes hand to hand and does not fire [MECH-D19]",
    ),
    "not_melee": (
        lambda: lane(2),
        "A strike N rifle",
        "the weapon rifle fires and does not strike hand to hand [MECH-D19]",
    ),
    "locked": (lambda: lane(1), "A fire N rifle", "A is locked by N and does not fire [MECH-1.2.5e]"),
    "not_in_front": (
        lambda: lane(2, facing={"A": "E"}),
        "A fire N rifle",
        "N is not in front of A [MECH-1.1.5d]",
    ),
    "not_seen": (
        lambda: arena(("N..", "...", "...", "###", "...", "...", "A..", "...", "...")),
        "A fire N rifle",
        "A does not see N [MECH-D2]",
    ),
    "barricaded": (
        lambda: arena(
            ("N..", "...", "...", "OOO", "OOO", "OOO", "A..", "...", "..."), O={"barricade": True, "size": 3}
        ),
        "A fire N rifle",
        "O in A2 is a barricade and hides N [MECH-X8]",
    ),
    "out_of_range": (
        lambda: lane(9),
        "A fire N rifle",
        "the weapon rifle does not reach N (grids: 9, at most: 8) [FORM-8.7]",
    ),
    "not_adjacent": (lambda: lane(2), "A strike N blade", "N is not adjacent to A [MECH-D19]"),
    "no_dice": (
        lambda: lane(8, weapons={"rifle": {"range": 4, "to_hit": 6, "power": 1}, "blade": {"melee": True}}),
        "A fire N rifle",
        "N is so hard to hit that A has no dice left for it [FORM-D7]",
    ),
    # Crush
    "not_crushed": (crush, "red P displace B2 N", "P is not crushed, and is not displaced now [MECH-D9]"),
    "no_displacement": (crush, "red N displace A1 N", "N cannot be displaced to A1 [MECH-D9]"),
    "only_swap": (
        cornered,
        "red N displace A1 N",
        "N has nowhere to go but to swap places with the crusher, which does not lead to A1 [MECH-1.2.6d]",
    ),
    # Reactions and forced moves
    "not_the_mover": (reacting, "N fire B rifle", "B is not the unit that has moved [FORM-D12]"),
    "too_disrupted": (reacting, "O fire A rifle", "O is disrupted and does not react [FORM-D12]"),
    "not_pushed": (pushing, "red O push C1 N", "O is not the unit that is moved by force now [MECH-1.2.4a]"),
    "no_push": (pushing, "red N push B1 N", "N cannot be moved by force to B1 [MECH-D21]"),
    # The sequence of play
    "no_exit": (open_board, "A exit", "A does not stand at an exit of its side [MECH-D13]"),
    "cannot_leave": (
        lambda: open_board(A={"stance": "shutdown"}),
        "A exit",
        "A is shut down and does not leave [MECH-D14]",
    ),
    "already_done": (acted, "A done", "A has already been activated in this turn [MECH-D13]"),
}


@pytest.mark.rule("CORE-1.2")
@pytest.mark.parametrize("reason", CASES)
def test_refusal_reads_as(reason: str) -> None:
    position, order, sentence = CASES[reason]
    verdict = position().check(order)
    told = {finding.reason: f"{finding.sentence()} [{finding.rule}]" for finding in verdict.findings}
    assert told[reason] == sentence


def test_every_reason_of_the_family_is_among_them() -> None:
    assert sorted(CASES) == sorted(reason.name for reason in FAMILY.reasons)


@pytest.mark.rule("MECH-X8")
@pytest.mark.parametrize(
    ("rows", "named"),
    [
        # Each line from A to N meets O, and P stands beside them.
        (("OOO P..", "OOO ...", "OOO ..."), ["O in A2 is a barricade and hides N"]),
        # O leaves free what is east of it, and P what is west: it takes both.
        (
            ("OO. ...", "OO. ...", "..P ..."),
            ["O in A2 is a barricade and hides N", "P in A2.9 is a barricade and hides N"],
        ),
        # O and P do it in one row, and Q in the other is not needed.
        (
            ("OOP ...", "OO. ...", "Q.. ..."),
            ["O in A2 is a barricade and hides N", "P in A2.3 is a barricade and hides N"],
        ),
    ],
)
def test_barricades_that_it_takes_to_hide_a_target_are_named_with_their_places(
    rows: tuple[str, ...], named: list[str]
) -> None:
    letters = {mark for row in rows for mark in row if mark in "OPQ"}
    board = ("NNN ...", "NNN ...", "NNN ...", *rows, "AAA ...", "AAA ...", "AAA ...")
    battle = armed(*board, weapons=WEAPONS, **{letter: {"barricade": True, "weapons": []} for letter in letters})
    assert battle.sight("A", "N").visible
    verdict = battle.check("A fire N rifle")
    assert [finding.sentence() for finding in verdict.findings if finding.reason == "barricaded"] == named
    assert {finding.names["target"] for finding in verdict.findings} == {"N"}
    assert battle.sight("A", "N").visible


@pytest.mark.rule("MECH-1.2.5e")
def test_each_enemy_that_locks_a_unit_is_named() -> None:
    battle = arena(("NO.", "...", "...", "A..", "...", "..."), P={})
    found = [finding.sentence() for finding in battle.check("A fire N rifle").findings if finding.reason == "locked"]
    assert found == ["A is locked by N and does not fire", "A is locked by O and does not fire"]


def test_lost_target_is_refused_for_that_alone() -> None:
    battle = armed(
        *("... .N. O..", "... ... ...", "... ... ..."),
        *("BBB AAA ...", "BBB AAA ...", "BBB AAA ..."),
        weapons=WEAPONS,
        N={"kind": "installation"},
    )
    play(battle, "A move B1 N")
    verdict = battle.check("B fire N rifle")  # out of turn as well
    assert [finding.reason for finding in verdict.findings] == ["not_owed", "unit_lost"]
    assert verdict.findings[1].sentence() == "N is no longer in play"
