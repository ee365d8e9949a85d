"""The command line: ``enfilade COMMAND ...``.

Exit codes: 0 done or yes, 1 no (an illegal order, a failed verification), 2 wrong usage, 3 a bad file, 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterator, Sequence

from .commands import parser
from .failures import INTERRUPTED, exit_code_of, report

KERNELS = "ENFILADE_KERNELS"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    with _open_streams():
        chosen = parser().parse_args(arguments)
        with _kernels_run(chosen.kernels):
            return _run(chosen)


def _run(chosen: argparse.Namespace) -> int:
    """Run the command that was chosen; its exit code, however it ends."""
    try:
        return int(chosen.run(chosen))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as problem:
        report(problem, as_json=chosen.json)
        return exit_code_of(problem)


@contextlib.contextmanager
def _open_streams() -> Iterator[None]:
    """Let what is printed go nowhere where the process was started without an output."""
    with contextlib.ExitStack() as stack:
        for name, redirect in (("stdout", contextlib.redirect_stdout), ("stderr", contextlib.redirect_stderr)):
            if getattr(sys, name) is None:
                stack.enter_context(redirect(stack.enter_context(open(os.devnull, "w", encoding="utf-8"))))
        yield


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
