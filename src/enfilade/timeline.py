"""Orders taken, taken back, and taken again: a game with its line of positions, told to a recorder as it goes.

Every change is made, then recorded; what cannot be recorded is taken back, so that game and log never differ.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from enfilade.core.engine.history import Cause, Line
from enfilade.core.state.derived import check_derived
from enfilade.core.state.messages import OrderRecord
from enfilade.replays.recorder import Recorder
from enfilade.systems.game import Game
from enfilade.systems.processors import Passes


class NothingToUndo(ValueError):
    """There is no order to take back, or none to take again."""


class Timeline:
    """The line of orders that led to a position, and those taken back from its end.

    Attributes:
        game: the game at the end of the line.
        checked: compare derived data with its rebuild and test the invariants after every pass, and legal orders with
            the check after every step.
        version: rises with every change.
    """

    def __init__(self, game: Game, *, checked: bool) -> None:
        """Begin a line at the game's position."""
        self.game = game
        self.checked = checked
        self.version = 0
        self._passes = Passes(game)
        self._recorder: Recorder | None = None
        self._path: Path | None = None
        self._recorded = 0  # orders since the log holds a whole position
        self.begin()

    def begin(self) -> None:
        """Begin the line anew at the game's present position."""
        self._line = Line(self.game.snapshot(), self.game.clock.step)
        self._undone: list[Cause] = []
        self._recorded = 0

    def taken(self) -> list[Cause]:
        """The orders that can be taken back, oldest first."""
        return self._line.causes()

    def take(self, order: bytes, faces: tuple[int, ...], look: Callable[[], None]) -> None:
        """Take an order that was found legal; when it cannot be finished or recorded the position is as before.

        Args:
            order: its packed record.
            faces: the dice given for it.
            look: called when the step is done and before it is recorded; what it raises undoes the step.

        Raises:
            StepFault: it could not be finished.
            OSError, RecorderClosed: it could not be recorded.
        """
        self._take(Cause(order, faces), look)
        self._undone.clear()

    def undo(self) -> None:
        """Take back the latest order.

        Raises:
            NothingToUndo: there is none since the position was set up.
            OSError, RecorderClosed: it could not be recorded; nothing has changed.
        """
        latest = self._line.positions[-1].cause
        if latest is None:
            raise NothingToUndo("no order can be taken back")
        with self._change():
            before = self._line.positions[-2].step
            way = self._line.way_to_earlier()
            self.game.go(way)
            self._record_undo(before)
        self._line.drop_present()
        self._undone.append(latest)

    def redo(self, look: Callable[[], None]) -> None:
        """Take the order again that was taken back last, with the same dice.

        A key set after it is not set again, and orders after that key, having had its dice, cannot be taken again.

        Args:
            look: as for ``take``.

        Raises:
            NothingToUndo: no order was taken back since the last one was taken.
            OSError, RecorderClosed: it could not be recorded; nothing has changed.
        """
        if not self._undone:
            raise NothingToUndo("no order can be taken again")
        self._take(self._undone[-1]._replace(key=None), look)
        if self._undone.pop().key is not None:
            self._undone.clear()

    def set_up(self, row: bytes, *, trusted: bool) -> None:
        """Go on from another position; orders before it can no longer be taken back.

        Args:
            row: of the position.
            trusted: whether it is known to be one of this game's, and need not be checked.

        Raises:
            ValueError: it is no position of this game.
            OSError, RecorderClosed: it could not be recorded; nothing has changed.
        """
        with self._change():
            (self.game.restore if trusted else self.game.adopt)(row)
            if self._recorder is not None:
                self._recorder.restore()
        self.begin()

    def rekey(self, key: int, *, turn: int, commit: bool) -> None:
        """Set another dice key from here on.

        Raises:
            ValueError: this turn's key was committed to and is another one; nothing has changed.
            OSError, RecorderClosed: it could not be recorded; nothing has changed.
        """
        with self._change():
            self.game.set_key(key)
            if self._recorder is not None:
                (self._recorder.commit if commit else self._recorder.key)(turn, key)
        self._line.set_key(key, self.game.snapshot)
        self._undone.clear()

    def is_recorded_in(self, path: Path) -> bool:
        """Whether the log that is being written is this file."""
        if self._recorder is None or self._path is None or not path.exists():
            return False
        return self._path.samefile(path)

    def record(self, recorder: Recorder | None, path: Path | None = None) -> None:
        """Tell everything to this recorder, into this file, from now on; the log of the one before ends here.

        Raises:
            OSError, RecorderClosed: the log before could not be ended; it is told no more all the same.
        """
        before, self._recorder = self._recorder, recorder
        self._path = path
        self._recorded = 0
        if before is not None:
            with before:
                before.end()

    @contextlib.contextmanager
    def _change(self) -> Iterator[None]:
        """Go back to the present position when the change cannot be finished."""
        try:
            yield
        except BaseException:
            self.game.go(self._line.way_to_present())
            raise
        self.version += 1

    def _take(self, cause: Cause, look: Callable[[], None]) -> None:
        with self._change():
            self._run(cause)
            look()
            self._record_order(cause)
        self._line.add_order(self.game.clock.step, cause, self.game.snapshot)

    def _run(self, cause: Cause) -> None:
        """Run a step and see that it stands."""
        self.game.order.assign(cause.order)
        with self.game.dice(cause.faces):
            self._passes.run_step(self._check if self.checked else None)
        if self.checked:
            self.game.check_legal_orders()

    def _check(self) -> None:
        """See that derived data is what it should be and that every invariant holds."""
        check_derived(self.game.store, self.game.rebuild)
        self.game.check_invariants()

    def _record_order(self, cause: Cause) -> None:
        if self._recorder is not None:
            if cause.faces:
                self._recorder.dice(cause.faces)
            self._recorder.order(OrderRecord(memoryview(cause.order)))
            self._recorder.stepped()
            self._recorded += 1

    def _record_undo(self, step: int) -> None:
        """Record that the game has gone back; to before the log began it goes back by the whole position."""
        if self._recorder is None:
            return
        if self._recorded > 0:
            self._recorder.undo(step)
            self._recorded -= 1
        else:
            self._recorder.restore()
