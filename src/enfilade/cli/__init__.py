"""The command line: ``enfilade COMMAND ...``.

Exit codes: 0 done or yes, 1 no (an illegal order, a failed verification), 2 wrong usage, 3 a bad file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from .commands import parser
from .failures import exit_code_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    chosen = parser().parse_args(arguments)
    os.environ.setdefault("ENFILADE_KERNELS", chosen.kernels)
    try:
        return int(chosen.run(chosen))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as problem:
        print(f"enfilade: {problem}", file=sys.stderr)
        return exit_code_of(problem)
