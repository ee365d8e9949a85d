"""The command line: ``enfilade COMMAND ...``.

Exit codes: 0 done or yes, 1 no (an illegal order, a failed verification), 2 wrong usage, 3 a bad file, 4 a game that
could not be played to its end, 130 interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence

from .commands import parser
from .failures import INTERRUPTED, YES, exit_code_of, report
from .output import is_of_output, named_output, print_nothing_more

KERNELS = "ENFILADE_KERNELS"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    with _open_streams(), named_output():
        chosen = _chosen(arguments)
        with _kernels_run(chosen.kernels):
            code = _code_of(lambda: int(chosen.run(chosen)), as_json=chosen.json)
            return _code_of(_print_all, as_json=chosen.json) or code


def _chosen(arguments: Sequence[str] | None) -> argparse.Namespace:
    """What was chosen.

    Raises:
        SystemExit: it was a text of help, which is printed, or is wrong.
    """
    try:
        return parser().parse_args(arguments)
    except SystemExit as ended:
        raise SystemExit(_code_of(_print_all, as_json=False) or ended.code) from None


def _print_all() -> int:
    """Print what is not printed yet."""
    sys.stdout.flush()
    return YES


def _code_of(run: Callable[[], int], *, as_json: bool) -> int:
    """The exit code of what is run, however it ends; an error is told. Whoever reads no further has read enough."""
    try:
        return run()
    except KeyboardInterrupt:
        return INTERRUPTED
    except (ValueError, OSError) as problem:
        if is_of_output(problem):
            print_nothing_more()
            if isinstance(problem, BrokenPipeError):
                return YES
        report(problem, as_json=as_json)
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
