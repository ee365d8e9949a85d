"""Fixtures of the tests of battles."""

from collections.abc import Iterator

import pytest

import enfilade as ef
from enfilade.core.engine.kernel import KERNELS
from tests.face.games import SCENARIOS, running_interpreted


@pytest.fixture
def made_up_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Rules that a test makes run interpreted, and are no longer counted among the project's kernels afterwards."""
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    for scenario in SCENARIOS:
        ef.Battle(scenario)  # the families' own kernels exist before
    known = list(KERNELS)
    with running_interpreted():
        yield
    KERNELS[:] = known
