"""The march family's kernels, plain and compiled."""

from collections.abc import Iterator

import pytest

from enfilade.systems.game import Game
from enfilade.systems.shipped.march import FAMILY
from tests.face.games import running_compiled, running_interpreted
from tests.march_rules.boards import scenario_of


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def compiled(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Whether battles run their compiled code in this test."""
    is_compiled = request.param == "compiled"
    running = running_compiled(*Game(scenario_of("R1"), FAMILY).entries()) if is_compiled else running_interpreted()
    with running:
        yield is_compiled
