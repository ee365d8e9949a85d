"""Orders taken, taken back, and taken again: a game with a history, driven through its processors."""

from __future__ import annotations

from enfilade.core.engine.history import History, Taken
from enfilade.core.state.derived import check_derived
from enfilade.systems.game import Game
from enfilade.systems.processors import processors_of, run_step


class NothingToUndo(ValueError):
    """There is no order to take back, or none to take again."""


class Timeline:
    """The line of orders that led to a position, and those taken back from its end.

    Attributes:
        game: the game at the end of the line.
        checked: compare derived data with its rebuild and test the invariants after every step.
    """

    def __init__(self, game: Game, *, checked: bool) -> None:
        """Begin a line at the game's position."""
        self.game = game
        self.checked = checked
        self._processors = processors_of(game)
        self._history = History(game.store.arenas.shape[1])
        self._undone: list[Taken] = []

    def taken(self) -> list[Taken]:
        """The orders that can be taken back, oldest first."""
        return self._history.orders()

    def take(self, order: bytes, faces: tuple[int, ...]) -> None:
        """Take an order that was found legal; when it cannot be finished the position is as before.

        Raises:
            StepFault: it could not be finished.
        """
        self._take(order, faces)
        self._undone.clear()

    def undo(self) -> None:
        """Take back the latest order.

        Raises:
            NothingToUndo: there is none, or it is too long ago.
        """
        if not len(self._history):
            raise NothingToUndo("no order can be taken back")
        self._undone.append(self._take_back())

    def redo(self) -> Taken:
        """Take the order again that was taken back last, with the same dice; which one it was.

        Raises:
            NothingToUndo: no order was taken back since the last one was taken.
        """
        if not self._undone:
            raise NothingToUndo("no order can be taken again")
        taken = self._undone.pop()
        self._take(taken.order, taken.faces)
        return taken

    def withdraw(self) -> None:
        """Take the latest order back as if it had never been taken."""
        self._take_back()

    def begin_anew(self) -> None:
        """Forget all orders: the position was set up from outside."""
        self._history.clear()
        self._undone.clear()

    def branch(self) -> None:
        """Note that something other than an order changed the position, such as another dice key."""
        self._history.require_row()
        self._undone.clear()

    def _take(self, order: bytes, faces: tuple[int, ...]) -> None:
        row = self.game.snapshot() if self._history.wants_row() else None
        self._history.push(Taken(order, faces, row))
        try:
            self._run(order, faces)
        except BaseException:
            self._take_back()
            raise

    def _run(self, order: bytes, faces: tuple[int, ...]) -> None:
        """Run a step and see that it stands."""
        self.game.order.assign(order)
        self.game.give_dice(faces)
        run_step(self.game, self._processors)
        self.game.raise_fault()
        self.game.refuse_unused_dice(faces)
        if self.checked:
            check_derived(self.game.store, self.game.rebuild)
            self.game.check_invariants()

    def _take_back(self) -> Taken:
        """Restore the position before the latest order: from its row, or from an earlier row and what followed it."""
        way = self._history.way_to_end()
        assert way[0].row is not None, "a way begins with a row"
        self.game.restore(way[0].row)
        for taken in way[:-1]:
            self.game.order.assign(taken.order)
            self.game.give_dice(taken.faces)
            self.game.step()
            self.game.raise_fault()
        return self._history.pop()
