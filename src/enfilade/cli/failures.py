"""Which exit code an error ends in."""

from __future__ import annotations

NO = 1
USAGE = 2
BAD_FILE = 3


def exit_code_of(problem: Exception) -> int:
    """2 for what was asked wrongly, 3 for a file that cannot be used.

    >>> exit_code_of(FileNotFoundError("a.enf")), exit_code_of(ValueError("-1 orders"))
    (3, 2)
    """
    from enfilade.core.scenario.errors import ScenarioError
    from enfilade.replays.errors import ReplayError
    from enfilade.replays.saves import SaveError

    return BAD_FILE if isinstance(problem, (OSError, ScenarioError, ReplayError, SaveError)) else USAGE
