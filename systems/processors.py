"""The systems as esper processors: the driver of a live battle. A processor only calls the kernel of its system."""

from __future__ import annotations

from collections.abc import Callable

import esper

from enfilade.core.engine.kernel import Entry

from .game import Game
from .pipeline import PASS_ON
from .system import System


def clock_field(game: Game, name: str) -> memoryview:
    """A field of a game's clock where it lies in its row, shape (1,): read much faster than through the record."""
    return game.store.records("clock")[name].data.toreadonly()


class SystemProcessor(esper.Processor):
    """One system in the passes of one game."""

    def __init__(self, game: Game, system: System, advance: Entry[..., None]) -> None:
        """Drive ``system`` in ``game`` through its entry."""
        self.system = system
        self.phase = system.phase
        self._now = clock_field(game, "phase")
        self._owes = clock_field(game, "owes")
        self._over = clock_field(game, "over")
        self._advance = advance
        self._places = game.places

    def process(self) -> None:
        """Do one thing, if the phase is the system's own and no decision is owed."""
        if self._now[0] == self.phase and self._owes[0] == 0 and not self._over[0]:
            self._advance(*self._places)


def processors_of(game: Game) -> tuple[SystemProcessor, ...]:
    """The processors of the systems that act in a game, in the order of a pass."""
    pairs = zip(game.pipeline.acting, game.pipeline.advances, strict=True)
    return tuple(SystemProcessor(game, system, advance) for system, advance in pairs)


class Passes:
    """The passes of one game over its processors."""

    def __init__(self, game: Game) -> None:
        """Make the processors of a game."""
        self._take = game.pipeline.take
        self._after_pass = game.pipeline.after_pass
        self._places = game.places
        self._now = clock_field(game, "phase")
        self._processors = processors_of(game)

    def run_step(self, watch: Callable[[], None] | None = None) -> None:
        """Take the order in hand and pass over the processors until the game waits; ``raise_fault`` tells if it stands.

        ``watch`` is called after the order was taken and after every pass, in the middle of whatever is under way.
        """
        state = self._take(*self._places)
        while state == PASS_ON:
            if watch is not None:
                watch()
            for processor in self._processors:
                if processor.phase == self._now[0]:
                    processor.process()
            state = self._after_pass(*self._places)
        if watch is not None:
            watch()
