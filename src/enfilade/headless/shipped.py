"""The policies that are always there, by name."""

from __future__ import annotations

from .policies import RANDOM, RANDOM_UNIT, Policy

POLICIES: dict[str, Policy] = {policy.name: policy for policy in (RANDOM, RANDOM_UNIT)}
"""Policies of the package by name, in the order in which loops number them."""


class UnknownPolicy(ValueError):
    """There is no policy with this name, or what was given is none."""


def policy_of(policy: Policy | str) -> Policy:
    """A policy, or the one of a name.

    Raises:
        UnknownPolicy: there is none of this name.
    """
    if isinstance(policy, Policy):
        return policy
    if policy not in POLICIES:
        raise UnknownPolicy(f"there is no policy {policy!r}, expected one of: {', '.join(sorted(POLICIES))}")
    return POLICIES[policy]
