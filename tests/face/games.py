"""What tests of battles share: scenarios, games of drawn orders, a guard around questions, compiled code on request.

What the engine promises holds in every family. A test of a promise runs on ``SCENARIOS``, one scenario of each family,
by ``@by_scenario``; tests of many short games run on all of ``DRILL``, ``MARCH`` and ``MECH``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

import enfilade as ef
from enfilade.bots.patience import can_interrupt
from enfilade.core.engine.kernel import Entry, Switch
from enfilade.core.scenario.schema import (
    BoardEntry,
    ExitEntry,
    HazardEntry,
    ObjectiveEntry,
    Scenario,
    SideEntry,
    UnitEntry,
)
from enfilade.headless.policies import choose_rank

KEY = 0x1234_5678_9ABC_DEF0
"""The policy's key wherever a test has no reason for another."""


def crossroads(seed: int = 1, **options: Any) -> ef.Battle:
    """A battle of the drill's shipped scenario."""
    return ef.Battle(ef.load_scenario("crossroads"), seed, **options)


def duel(**changes: Any) -> Scenario:
    """Two units of two sides on three by three open squares, one round, one card: a game that can be counted.

       A  B  C
    1  R1 .  .
    2  .  .  .
    3  .  .  B1
    """
    values: dict[str, Any] = {
        "name": "duel",
        "family": "drill",
        "sides": [SideEntry("red"), SideEntry("blue")],
        "board": BoardEntry("...\n...\n..."),
        "units": [
            UnitEntry("R1", "red", "A1", values={"power": 1, "allowance": 1}),
            UnitEntry("B1", "blue", "C3", values={"power": 1, "allowance": 1}),
        ],
        "cards": {"hurry": 1},
        "options": {"rounds": 1},
    }
    return Scenario(**(values | changes))


def standoff(**changes: Any) -> Scenario:
    """Red may step into the sight of two blue units, or shove one of them; green looks on from a corner.

       A  B  C  D
    1  R1 .  B1 .
    2  .  .  .  .
    3  .  B2 .  .
    4  .  .  .  G1
    """
    values: dict[str, Any] = {
        "name": "standoff",
        "family": "drill",
        "sides": [SideEntry("red"), SideEntry("blue"), SideEntry("green")],
        "board": BoardEntry("....\n....\n....\n...."),
        "units": [
            UnitEntry("R1", "red", "A1"),
            UnitEntry("B1", "blue", "C1"),
            UnitEntry("B2", "blue", "B3"),
            UnitEntry("G1", "green", "D4"),
        ],
        "cards": {"rally": 1, "blank": 1},
        "options": {"rounds": 2},
    }
    return Scenario(**(values | changes))


def fords(turns: int) -> Scenario:
    """The shipped scenario, with few turns: about ten orders a turn, some 100 to 300 legal ones at each decision."""
    scenario = ef.load_scenario("fords")
    return msgspec.structs.replace(scenario, options=scenario.options | {"turns": turns})


def delta(**changes: Any) -> Scenario:
    """A march game with everything that its rules know of, on seven by six squares.

    Three sides that play, two of them allied, and a neutral one; a river of water from north to south and one between
    two banks from west to east, with fords; both switches of the terrain; stacks of one side and of two allied ones;
    units that not everybody knows, one that cannot leave its square and one that is not in play; objectives.

       0     1   2   3   4   5     6
    0  .     .   .   ~   .   B1 G1 .
    1  R1 R2 f   .   ~   .   h     .
    2  .     *   .   .   T1  .     B2
       - - - + - - - - - - - + - - -   banks a and b, fords +
    3  M     .   .   ~   .   *     .
    4  .     M   R3  ~   .   .     M
    5  .     .   .   *   G2  .     .
    """
    values: dict[str, Any] = {
        "name": "delta",
        "family": "march",
        "sides": [
            SideEntry("red"),
            SideEntry("blue", allied=["green"]),
            SideEntry("green", allied=["blue"]),
            SideEntry("town", neutral=True),
        ],
        "board": BoardEntry(
            "...~...\n.f.~.h.\n.......\nM..~...\n.M.~..M\n.......",
            ratings={"hill": 2},
            banks="aaaaaaa\naaaaaaa\na+aaa+a\nb+bbb+b\nbbbbbbb\nbbbbbbb",
        ),
        "types": {"foot": {"allowance": 2}, "horse": {"allowance": 3, "barred": ["water", "forest", "high mountain"]}},
        "units": [
            UnitEntry("R1", "red", "0-1", "foot"),
            UnitEntry("R2", "red", "0-1", "horse"),
            UnitEntry("R3", "red", "2-4", "foot", known_to=[]),
            UnitEntry("R4", "red", ""),
            UnitEntry("B1", "blue", "5-0", "horse"),
            UnitEntry("B2", "blue", "6-2", values={"allowance": 0}),
            UnitEntry("G1", "green", "5-0", "foot"),
            UnitEntry("G2", "green", "4-5", known_to=["blue"], values={"allowance": 1, "barred": ["water"]}),
            UnitEntry("T1", "town", "4-2", values={"allowance": 2}),
        ],
        "objectives": [
            ObjectiveEntry("1-2", "west ford", 2),
            ObjectiveEntry("5-3", "east ford", 3, "blue"),
            ObjectiveEntry("3-5", value=1),
        ],
        "options": {"turns": 3, "points": 5, "diagonal_corners": True, "river_banks": True},
    }
    return Scenario(**(values | changes))


def open_delta() -> Scenario:
    """The delta, where every side knows all units."""
    return delta(units=[msgspec.structs.replace(unit, known_to=None) for unit in delta().units])


def meeting(**changes: Any) -> Scenario:
    """Two units of two sides on three by three open squares, an objective between them, one turn: a game to count.

       0  1  2
    0  R1 .  .
    1  .  *  .
    2  .  .  B1
    """
    values: dict[str, Any] = {
        "name": "meeting",
        "family": "march",
        "sides": [SideEntry("red"), SideEntry("blue")],
        "board": BoardEntry("...\n...\n..."),
        "units": [
            UnitEntry("R1", "red", "0-0", values={"allowance": 1}),
            UnitEntry("B1", "blue", "2-2", values={"allowance": 1}),
        ],
        "objectives": [ObjectiveEntry("1-1")],
        "options": {"turns": 1},
    }
    return Scenario(**(values | changes))


ARSENAL: dict[str, dict[str, Any]] = {
    "cannon": {"power": 2, "range": 2},
    "rifle": {"power": 2, "steady": True},
    "mortar": {"power": 2, "to_hit": 5, "range": 3, "indirect": True, "omnidirectional": True},
    "carbine": {"power": 1, "range": 1, "melee_fire": True, "suppression": True},
    "ram": {"melee": True, "power": 1, "knockback": 1},
    "hook": {"power": 1, "drag": True},
    "blade": {"melee": True, "power": 2, "to_hit": 3},
}
"""Weapons of each kind: fire, steady, indirect and all round, while locked, hand to hand, and such that move."""


def yard(**changes: Any) -> Scenario:
    """A mech game with everything that its rules know of, on four by three grids.

    Three sides that play, two of them allied, and a neutral one; all terrain; bases of all sizes; units of all kinds,
    one that jumps and one that teleports; stances; weapons of each kind; a mine and a charge of a grid; opportunity
    fire; an exit; units that not everybody knows, one that is not in play; objectives, one among fragile terrain.

        A    B    C    D
    1   ttt  ... ..%  ..d     t R1, large
        ttt  kk. ...  ...     k R2, medium; d B2, flying
        ttt  kk. ...  ...
    2   ...  #.. ...  ...     s R3, small, jumps, unknown to others
        .s.  ... .x.  ...     x T1, an installation
        ...  ... ...  ..&
    3   ...  ... ...  bbb
        *..  -.. .e*  bbb     e G1, small, teleports; b B1, large
        ...  ... ...  bbb     G2 is at high altitude above the wall
    """
    values: dict[str, Any] = {
        "name": "yard",
        "family": "mech",
        "sides": [
            SideEntry("red"),
            SideEntry("blue", allied=["green"]),
            SideEntry("green", allied=["blue"]),
            SideEntry("town", neutral=True),
        ],
        "board": BoardEntry(
            "........%...\n............\n............\n"
            "...#........\n............\n...........&\n"
            "............\n...-........\n............",
            ratings={"wall": 1},
        ),
        "types": {
            "titan": {"size": 3, "allowance": 2, "armour": 3, "weapons": ["cannon", "ram"]},
            "knight": {"size": 2, "allowance": 2, "weapons": ["rifle", "carbine"]},
            "scout": {"allowance": 1, "jump": 1, "strength": 1, "weapons": ["blade"]},
        },
        "weapons": ARSENAL,
        "units": [
            UnitEntry("R1", "red", "A1", "titan", facing=1),
            UnitEntry("R2", "red", "B1.4", "knight", facing=1, values={"stance": "attack"}),
            UnitEntry("R3", "red", "A2.5", "scout", facing=2, known_to=[]),
            UnitEntry("R4", "red", "", "scout"),
            UnitEntry("B1", "blue", "D3", "titan", facing=3, values={"stance": "defence"}),
            UnitEntry(
                "B2", "blue", "D1.3", values={"kind": "flying", "allowance": 1, "has_front": False, "weapons": ["hook"]}
            ),
            UnitEntry("G1", "green", "C3.5", values={"teleport": 1, "allowance": 1, "weapons": ["mortar", "blade"]}),
            UnitEntry("G2", "green", "B2.1", known_to=["blue"], values={"kind": "high altitude", "allowance": 1}),
            UnitEntry("T1", "town", "C2.5", values={"kind": "installation", "fights": False, "mine_power": 2}),
        ],
        "objectives": [
            ObjectiveEntry("A3", "west gate", 2),
            ObjectiveEntry("C3", "east gate", 3, "blue"),
            ObjectiveEntry("C1", value=1),
        ],
        "hazards": [HazardEntry("B3", power=1, to_hit=2, trigger="leave", once=False)],
        "exits": [ExitEntry("A3", "red", "gate", 1), ExitEntry("D1", "blue")],
        "options": {"turns": 3, "points": 5, "flying_landing": "cells", "opportunity_fire": True},
    }
    return Scenario(**(values | changes))


def open_yard() -> Scenario:
    """The yard, where every side knows all units."""
    return yard(units=[msgspec.structs.replace(unit, known_to=None) for unit in yard().units])


def bout(**changes: Any) -> Scenario:
    """Two small units of two sides in two grids, one die each and one turn: a game that can be counted.

       A    B
    1  ...  ...
       R..  B..
       ...  ...
    """
    values: dict[str, Any] = {
        "name": "bout",
        "family": "mech",
        "sides": [SideEntry("red"), SideEntry("blue")],
        "board": BoardEntry("......\n......\n......"),
        "weapons": {"blade": {"melee": True, "power": 1}},
        "units": [
            UnitEntry("R", "red", "A1.4", facing=1, values={"allowance": 0, "armour": 1, "weapons": ["blade"]}),
            UnitEntry("B", "blue", "B1.4", facing=3, values={"allowance": 0, "armour": 1, "weapons": ["blade"]}),
        ],
        "objectives": [ObjectiveEntry("A1", holder="blue")],
        "options": {"turns": 1},
    }
    return Scenario(**(values | changes))


def joust(**changes: Any) -> Scenario:
    """A large unit and a small one on three by three grids: a short game with shots, blows, pushes and crushes.

        A    B    C
    1   RRR  ...  ...     a charge in B1
        RRR  ...  ...
        RRR  ...  ...
    2   ...  %..  ...     an objective in B2
        ...  ...  ...
        ...  ...  -..
    3   ...  ...  ...
        ...  ...  .B.
        ...  ...  ...
    """
    values: dict[str, Any] = {
        "name": "joust",
        "family": "mech",
        "sides": [SideEntry("red"), SideEntry("blue")],
        "board": BoardEntry("\n".join([*["........."] * 3, "...%.....", ".........", "......-..", *["........."] * 3])),
        "types": {"rider": {"allowance": 1, "weapons": ["lance", "fist"]}},
        "weapons": {
            "lance": {"power": 2, "range": 1, "knockback": 1},
            "fist": {"melee": True, "power": 2, "to_hit": 3, "suppression": True},
        },
        "units": [
            UnitEntry("R", "red", "A1", "rider", facing=1, values={"size": 3, "allowance": 2}),
            UnitEntry("B", "blue", "C3.5", "rider", facing=3, values={"jump": 1}),
        ],
        "objectives": [ObjectiveEntry("B2")],
        "hazards": [HazardEntry("B1", power=1)],
        "options": {"turns": 10, "opportunity_fire": True},
    }
    return Scenario(**(values | changes))


def alley(turns: int) -> Scenario:
    """The shipped scenario, with few turns: eight orders a turn at most."""
    scenario = ef.load_scenario("alley")
    return msgspec.structs.replace(scenario, options=scenario.options | {"turns": turns})


DRILL = (ef.load_scenario("crossroads"), standoff(), duel())
MARCH = (delta(), meeting(options={"turns": 3, "case2_neighbours": "edges"}), fords(1))
MECH = (yard(), bout(options={"turns": 3}), alley(1))
SCENARIOS = (DRILL[0], MARCH[0], MECH[0])
"""One of each family: what the engine promises is tried on all."""


def in_each(scenarios: Sequence[Scenario]) -> pytest.MarkDecorator:
    """Runs a test once with each of these scenarios as its ``scenario``."""
    return pytest.mark.parametrize("scenario", scenarios, ids=lambda scenario: scenario.name)


by_scenario = in_each(SCENARIOS)

can_interrupt_here = pytest.mark.skipif(not can_interrupt(), reason="Python code cannot be interrupted here")


def red_to_move(scenario: Scenario | None = None, seed: int = 1, **options: Any) -> ef.Battle:
    """The stand-off after the bids, when it is red's turn."""
    battle = ef.Battle(scenario if scenario is not None else standoff(), seed, **options)
    battle.step("red bid 2")
    battle.step("blue bid 0")
    assert battle.decision == ef.Decision("red", "activate")
    return battle


def drawn_order(battle: ef.Battle, key: int = KEY) -> ef.Order:
    """One of all legal orders, each equally likely, drawn as the compiled loop draws it."""
    legal = battle.legal
    return legal[choose_rank(key & 0xFFFFFFFF, key >> 32, battle.step_number, len(legal))]


def play(battle: ef.Battle, orders: int = 1000, key: int = KEY) -> Iterator[ef.Order]:
    """Takes drawn orders until the battle is over, and gives out each after it was taken."""
    for _ in range(orders):
        if battle.outcome is not None:
            return
        order = drawn_order(battle, key)
        battle.step(order)
        yield order


def hashes_of_game(battle: ef.Battle, key: int = KEY) -> list[int]:
    """The hash after each order of a whole game."""
    return [battle.game.hash() for _ in play(battle, key=key)]


def state_of(battle: ef.Battle) -> tuple[int, bytes, bytes, bytes]:
    """Hash, world, derived data and frozen rules of a battle."""
    store = battle.game.store
    return (
        battle.game.hash(),
        store.arenas.tobytes(),
        store.derived.tobytes(),
        store.desks[:, : store.layout.rules_bytes].tobytes(),
    )


@contextlib.contextmanager
def untouched(battle: ef.Battle, what: str = "what was called") -> Iterator[None]:
    """Fails when the battle is not the same afterwards, to the byte."""
    before = state_of(battle)
    log = battle.events_since(0)
    yield
    assert state_of(battle) == before, f"{what} changed the battle"
    assert battle.events_since(0) == log, f"{what} changed the log"


@contextlib.contextmanager
def running_compiled(*entries: Entry[..., Any]) -> Iterator[None]:
    """Runs these entries compiled, and whatever else is loaded; afterwards as before."""
    for entry in entries:
        assert entry.dispatcher
    before = Switch.compiled
    Switch.compiled = True
    try:
        yield
    finally:
        Switch.compiled = before


@contextlib.contextmanager
def running_interpreted() -> Iterator[None]:
    """Runs all rules interpreted, also those of battles that are made meanwhile; afterwards as before."""
    before = Switch.compiled
    Switch.compiled = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENFILADE_KERNELS", "interpreted")  # or the next battle would load its compiled code
        try:
            yield
        finally:
            Switch.compiled = before
