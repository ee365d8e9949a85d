"""The drill's kernels, plain and compiled."""

from collections.abc import Iterator

import pytest

from enfilade.core.engine.kernel import Switch
from enfilade.systems.game import Game
from tests.drill_rules.against_oracle import FAMILY
from tests.drill_rules.boards import scenario_of


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def compiled(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Whether entries run their compiled code in this test."""
    before = Switch.compiled
    if request.param == "compiled":
        for entry in Game(scenario_of("R1 B1"), FAMILY).entries():
            assert entry.dispatcher
    Switch.compiled = request.param == "compiled"
    yield Switch.compiled
    Switch.compiled = before
