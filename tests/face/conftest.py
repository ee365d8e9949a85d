"""Fixtures of the tests of battles."""

from collections.abc import Iterator

import pytest

from enfilade.core.engine.kernel import KERNELS
from tests.face.games import crossroads


@pytest.fixture
def made_up_rules() -> Iterator[None]:
    """Kernels that a test makes are no longer counted among the project's afterwards."""
    crossroads()  # the drill's own kernels exist before
    known = list(KERNELS)
    yield
    KERNELS[:] = known
