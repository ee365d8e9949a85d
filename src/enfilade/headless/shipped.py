"""The policies that are always there, by name, and who plays which side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from enfilade.core.engine.kernel import Entry
from enfilade.core.scenario.schema import Scenario
from enfilade.systems.game import Game

from .greedy import GREEDY, greedy_entry
from .loop import OUTSIDE, packed_players, player
from .policies import DRAWN, Policy

POLICIES: dict[str, Policy] = {policy.name: policy for policy in (*DRAWN, GREEDY)}
"""Policies of the package by name, in the order in which the loop of all of them numbers them."""


class UnknownPolicy(ValueError):
    """There is no policy of this name."""


class Seating(NamedTuple):
    """Who plays which side.

    Attributes:
        policies: those that a loop is made of.
        players: their numbers, side by side, as the loop is told of them.
    """

    policies: tuple[Policy, ...]
    players: int


def policy_of(policy: object) -> Policy:
    """A policy, or the one of a name.

    Raises:
        UnknownPolicy: there is none of this name.
    """
    if isinstance(policy, Policy):
        return policy
    if not isinstance(policy, str) or policy not in POLICIES:
        raise UnknownPolicy(f"there is no policy {policy!r}, expected one of: {', '.join(sorted(POLICIES))}")
    return POLICIES[policy]


def seated(scenario: Scenario, policies: Policy | str | Sequence[Policy | str]) -> Seating:
    """Seat policies at the sides of a scenario.

    One compiled loop holds all policies of the package and serves every pairing of them; where all sides only draw
    their orders, a smaller one does.

    Args:
        scenario: whose sides play; neutral ones do not.
        policies: of all sides, or one for each side that plays, sides in order; the last one plays all further sides.

    Raises:
        UnknownPolicy: there is no policy of this name.
        ValueError: there is no policy, or there are more than sides that play.
    """
    named = [policies] if isinstance(policies, str) or not isinstance(policies, Iterable) else list(policies)
    chosen = [policy_of(policy) for policy in named]
    playing = [number for number, side in enumerate(scenario.sides) if not side.neutral]
    if not 1 <= len(chosen) <= max(len(playing), 1):
        raise ValueError(f"{len(chosen)} policies {named!r}, expected 1 to {len(playing)}, one a side that plays")
    by_side = {side: chosen[min(place, len(chosen) - 1)] for place, side in enumerate(playing)}
    return _seating(len(scenario.sides), by_side)


def seated_by_name(sides: Sequence[str], policies: Mapping[str, Policy | str]) -> Seating:
    """Seat policies at some sides, by their names; the others get their orders from outside.

    Raises:
        UnknownPolicy: there is no policy of this name.
    """
    return _seating(len(sides), {sides.index(side): policy_of(policy) for side, policy in policies.items()})


def _seating(sides: int, policies: Mapping[int, Policy]) -> Seating:
    """Policies by the numbers of their sides, and the loop that they need."""
    chosen = tuple(dict.fromkeys(policies.values()))
    used = tuple(dict.fromkeys((*POLICIES.values(), *chosen)))
    if set(chosen) <= set(DRAWN):
        used = DRAWN if chosen else ()
    numbers = [used.index(policies[side]) if side in policies else OUTSIDE for side in range(sides)]
    return Seating(used, packed_players(numbers))


def policy_entries(game: Game) -> tuple[Entry[..., Any], ...]:
    """What games between all policies of the package need beside those that only draw, and the bot ``greedy``."""
    return (player(game, tuple(POLICIES.values())), greedy_entry(game))
