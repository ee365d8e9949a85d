"""Calls that are interrupted when they take too long."""

from __future__ import annotations

import math
import signal
import time

import pytest

from enfilade.bots.patience import TimeUp, within
from tests.face.games import can_interrupt_here


@can_interrupt_here
def test_what_a_call_returns_or_raises_in_time_is_its_own_and_no_timer_or_handler_is_left() -> None:
    before = signal.getsignal(signal.SIGALRM)
    assert within(5, lambda: 7) == 7
    with pytest.raises(KeyError):
        within(5, lambda: dict[str, int]()["a"])
    with pytest.raises(TimeUp):
        within(0.01, lambda: time.sleep(60))
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@can_interrupt_here
def test_timer_of_somebody_else_is_left_alone() -> None:
    signal.setitimer(signal.ITIMER_REAL, 50)
    try:
        assert within(0.01, lambda: time.sleep(0.03)) is None
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 40
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.mark.parametrize("seconds", [math.inf, 1e9])
def test_nothing_is_interrupted_after_very_long(seconds: float) -> None:
    assert within(seconds, lambda: 7) == 7
