"""How long a bot is waited for: one that does not answer is interrupted, where the system can do that."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

Answer = TypeVar("Answer")

WAIT_MAX = 1_000_000.0
"""Seconds; nothing is interrupted after longer ones."""


class TimeUp(BaseException):
    """Raised within a bot that is not waited for any longer; it is no ``Exception``, so that no bot catches it."""


def can_interrupt() -> bool:
    """Whether Python code can be interrupted here: in the main thread, on POSIX, where nobody else has a timer."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return False
    is_python_s = signal.getsignal(signal.SIGALRM) is not None  # else a handler of other code, which cannot be put back
    return is_python_s and signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """What a call returns, interrupted when it takes longer, or however long it takes where that cannot be done.

    The interruption comes between two instructions of Python; compiled code is left to come to its end.

    Raises:
        TimeUp: it was interrupted.
    """
    if not seconds <= WAIT_MAX or not can_interrupt():
        return call()
    is_awaited = [True]

    def interrupt(number: int, frame: FrameType | None) -> None:
        if is_awaited:
            raise TimeUp

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            return call()
        finally:
            is_awaited.clear()  # the timer may go off from here on, once
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
