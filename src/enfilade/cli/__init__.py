"""The command line: ``enfilade COMMAND ...``.

Exit codes: 0 done or yes, 1 no (an illegal order, a failed verification), 2 wrong usage, 3 a bad file.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence

from .commands import parser
from .failures import exit_code_of, report

KERNELS = "ENFILADE_KERNELS"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    chosen = parser().parse_args(arguments)
    with _kernels_run(chosen.kernels):
        try:
            return int(chosen.run(chosen))
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except (ValueError, OSError) as problem:
            report(problem, as_json=chosen.json)
            return exit_code_of(problem)


@contextlib.contextmanager
def _kernels_run(policy: str) -> Iterator[None]:
    """Let rules run as a command wants it, unless the environment says how."""
    if KERNELS in os.environ:
        yield
        return
    os.environ[KERNELS] = policy
    try:
        yield
    finally:
        del os.environ[KERNELS]
