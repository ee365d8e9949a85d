"""The mech family's kernels, plain and compiled."""

from collections.abc import Iterator

import pytest

from enfilade.systems.game import Game
from enfilade.systems.shipped.mech import FAMILY
from tests.face.games import running_compiled, running_interpreted
from tests.mech_rules.boards import scenario_of


@pytest.fixture(params=["interpreted", pytest.param("compiled", marks=[pytest.mark.slow, pytest.mark.bounds])])
def compiled(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Whether battles run their compiled code in this test."""
    is_compiled = request.param == "compiled"
    game = Game(scenario_of("A.. ..N", "... ...", "... ..."), FAMILY)
    running = running_compiled(*game.entries()) if is_compiled else running_interpreted()
    with running:
        yield is_compiled
