"""A battle in play: what a client asks, orders, undoes, saves and draws."""

from __future__ import annotations

import contextlib
import copy
import operator
import weakref
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from enfilade.components.unit import Unit
from enfilade.core.engine.keys import checked_key, key_of_seed
from enfilade.core.engine.warm import prepare
from enfilade.core.orders.kinds import REDONE, RESTORED, UNDONE
from enfilade.core.orders.names import Names
from enfilade.core.orders.notation import place_of
from enfilade.core.orders.said import (
    Decision,
    Event,
    IllegalOrder,
    Objective,
    Order,
    OrderError,
    Outcome,
    Sight,
    Verdict,
    order_of,
)
from enfilade.core.orders.sentences import EDITIONS
from enfilade.core.orders.text import order_text, parse_order
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.dump import dump_state
from enfilade.core.state.enumerate import outcomes
from enfilade.core.state.messages import FindingRecord
from enfilade.replays.recorder import Recorder
from enfilade.replays.saves import game_of_save, read_save, write_save
from enfilade.systems.families import rules_of
from enfilade.systems.family import Family, Plugin
from enfilade.systems.game import Game, InvariantBroken, MalformedDice
from enfilade.systems.naming import names_of

from .hosting import Stage
from .legal import Legal
from .odds import Chance, Odds, merged
from .timeline import Timeline

FINDING_FIELDS = FindingRecord.field_names()


class BattleBusy(RuntimeError):
    """A battle was asked to change while a step is under way."""


class NoSight(ValueError):
    """Sight was asked for under rules that do not say which units see each other."""


class Snapshot(msgspec.Struct, frozen=True, weakref=True):
    """A position: the game's row, the digest of the content and the edition of the rules that it belongs to.

    ``view_of`` is the side that it shows, empty for a whole position.
    """

    row: bytes
    content: str
    rules: str
    view_of: str
    step: int

    def __repr__(self) -> str:
        return f"<snapshot of step {self.step}, {len(self.row)} bytes>"


OWN_SNAPSHOTS: weakref.WeakSet[Snapshot] = weakref.WeakSet()
"""Snapshots that battles of this process made: an equal one is a position, and need not be checked again."""


class Battle:
    """One battle.

    Orders are text (``"R1 move B3"``) or ``Order``. Everything that asks leaves the battle as it is; what changes it is
    ``step``, ``undo``, ``redo``, ``restore`` and ``rekey``.

    Attributes:
        scenario: what is played.
        family: by which rules.
        names: the vocabulary of this battle.
    """

    def __init__(
        self,
        scenario: Scenario,
        seed: int | bytes | None = None,
        *,
        family: Family | None = None,
        systems: tuple[Plugin, ...] = (),
        ecs: Any = None,
        checked: bool = False,
    ) -> None:
        """Set up a battle and play to its first decision.

        Args:
            scenario: from ``load_scenario`` or made by hand.
            seed: of the dice; 0 when left out, or what a scenario with a state carries on with.
            family: instead of the one the scenario names, with the plug-ins it names.
            systems: further plug-ins, for this battle alone.
            ecs: the instance of esper to use; by default a private one, made when first asked for.
            checked: compare derived data with its rebuild, test the invariants and compare legal orders with the check
                after every step.

        Raises:
            ScenarioError: with everything that is wrong with the scenario.
            UnknownFamily: the scenario names a family that is not there.
            TypeError: the scenario is no ``Scenario``, or the seed neither a number nor bytes.
        """
        if not isinstance(scenario, Scenario):
            raise TypeError(f"scenario {scenario!r}, expected a Scenario, see load_scenario")
        self.family = rules_of(scenario, family, systems)
        self._seed: int | bytes | None = seed if seed is not None or scenario.state else 0
        game = Game(copy.deepcopy(scenario), self.family)
        self.scenario = game.scenario
        prepare(game.entries())
        if self._seed is not None:
            game.set_key(key_of_seed(self._seed))
        if not scenario.state:
            game.start()
        self._adopt(game, names_of(self.scenario, self.family), checked, ecs)
        if not scenario.state:
            self._log += self._told()

    @classmethod
    def of_game(cls, game: Game, *, ecs: Any = None, checked: bool = False) -> Battle:
        """A battle around a game that is under way, such as one that a log or a save gave."""
        battle: Battle = object.__new__(cls)
        battle.scenario = game.scenario
        battle.family = game.family
        battle._seed = None
        prepare(game.entries())
        battle._adopt(game, names_of(game.scenario, game.family), checked, ecs)
        return battle

    def _adopt(self, game: Game, names: Names, checked: bool, ecs: Any = None) -> None:
        """Build everything around a game."""
        self.game = game
        self.names = names
        EDITIONS.note(self.family.edition, self.family.folders)
        self._timeline = Timeline(game, checked=checked)
        self._news: list[Event] = []  # of the latest step, in words
        self._log: list[Event] = []
        self._busy = False
        self._view_of = ""
        self._ecs = ecs
        self._stage: Stage | None = None
        self._findings = game.store.records("findings")
        self._events = game.store.records("events")

    def _copy(self, change: Callable[[Game], None] = lambda game: None) -> Battle:
        """A battle on a copy of the arrays, changed before anything else sees it, without history and seed."""
        game = self.game.copy()
        change(game)
        other: Battle = object.__new__(Battle)
        other.scenario = game.scenario
        other.family = self.family
        other._seed = None
        names = self.names if game.scenario is self.scenario else names_of(game.scenario, self.family)
        other._adopt(game, names, self._timeline.checked)
        other._view_of = self._view_of
        return other

    # What is asked

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions owed, one for each side that owes one, sides in order."""
        clock = self.game.clock
        sides = [number for number in range(len(self.names.sides)) if clock.owes >> number & 1]
        return tuple(self.names.decision(side, clock.decision, clock.unit) for side in sides)

    @property
    def decision(self) -> Decision | None:
        """The decision owed; of several that of the side that a view shows, else the first side's.

        None when the battle is over.
        """
        owed = self.decisions
        return next((decision for decision in owed if decision.side == self.side), owed[0] if owed else None)

    @property
    def side(self) -> str | None:
        """The side whose view this is; None when it shows everything."""
        return self._view_of or None

    @property
    def legal(self) -> Legal:
        """The legal orders, lazily: length, k-th member, filters.

        A view has those of its own side; ``legal.by`` gives those of another one, as far as the view shows them.
        """
        return Legal(self) if self.side is None else Legal(self).by(self.side)

    def legal_orders(self) -> list[Order]:
        """All members of ``legal``, listed."""
        return list(self.legal)

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended, None while it goes on.

        Raises:
            UnknownResult: the rules end it for a reason that their family does not have.
        """
        clock = self.game.clock
        if not clock.over:
            return None
        scores = {name: clock.scores[number] for number, name in enumerate(self.names.sides)}
        return Outcome(self.names.sides_in(clock.winners), self.family.result(clock.reason), scores)

    @property
    def step_number(self) -> int:
        """Orders taken so far."""
        return int(self.game.clock.step)

    @property
    def seed(self) -> int | bytes | None:
        """The seed that the dice key in force was made from; None when the key came from elsewhere."""
        in_force = self._seed is not None and key_of_seed(self._seed) == self.game.key
        return self._seed if in_force else None

    @property
    def version(self) -> int:
        """Rises with every change of the position."""
        return self._timeline.version

    @property
    def turn(self) -> int:
        """The turn or round that is played."""
        return int(self.game.clock.turn)

    @property
    def digest(self) -> str:
        """BLAKE2b-128 of the position and the scenario's content, 32 hexadecimal digits."""
        return self.game.digest

    def unit(self, name: str) -> Unit:
        """A window on a unit, read only; it follows the game.

        Raises:
            OrderError: no unit has this name.
        """
        window: Unit = self.game.store.table("units")[self.names.slot(name, name)]
        return window

    def text(self, order: Order) -> str:
        """The line that says an order; reading it gives the same order.

        Raises:
            OrderError: no line says it, since it does not have the form of its kind.
        """
        return order_text(order_of(order), self.names)

    def parse(self, text: str) -> Order:
        """The order that a line says.

        Raises:
            OrderError: it says none.
        """
        return parse_order(text, self.names)

    def check(self, order: Order | str, *, side: str | None = None) -> Verdict:
        """Whether an order is legal, and everything that speaks against it; of any unit, at any time.

        Raises:
            OrderError: the order says nothing the game understands.
        """
        said = self._take_in_hand(order, side)
        return self._verdict(said, self.game.check())

    def sight(self, first: str, second: str) -> Sight:
        """Whether two units in play see each other where they stand, and why; it is the same both ways.

        On a view what the side does not know of neither obstructs nor can be asked about.

        Returns:
            The sight: a witness line from the first unit to the second when they see each other by one, else what the
            line between their centres meets; the terrain and the units that obstruct.

        Raises:
            OrderError: there is no such unit, or it is not in play.
            NoSight: under the rules of this battle units do not see each other, or not by a line.
        """
        slots = [self._slot_in_play(name) for name in (first, second)]
        if self.family.sight is None:
            raise NoSight(f"sight from {first!r} to {second!r}: {self.family.edition!r} has no rule of sight for units")
        return self.family.sight(self.game.world(), self.names, slots[0], slots[1])

    def _slot_in_play(self, name: str) -> int:
        """Slot of a unit in play.

        Raises:
            OrderError: there is no such unit, or it is not in play.
        """
        if not self.unit(name).status.alive:
            raise OrderError(name, f"{name} is not in play", "a unit that is")
        return self.names.slots[name]

    def odds(self, order: Order | str, *, side: str | None = None) -> Odds:
        """The exact chances of what a legal order leads to, up to the next decision.

        Raises:
            OrderError: the order says nothing the game understands.
            IllegalOrder: the rules forbid it.
            TooManyOutcomes: the dice have more outcomes than can be visited.
        """
        other = self._copy()
        said = other._take_in_hand(order, side)
        findings = other.game.check()
        if findings:
            raise IllegalOrder(other._verdict(said, findings))
        chances = [
            Chance(probability, tuple(other._told()), other.game.hash())
            for probability in outcomes(other.game, other.game.step)
        ]
        return merged(chances, self.names)

    def events_since(self, number: int, *, side: str | None = None) -> list[Event]:
        """Events from the one with this number in the log on; with ``side`` only those the side knows of."""
        events = self._log[max(number, 0) :]
        if side is None:
            return events
        bit = 1 << self.side_number(side)
        return [event for event in events if event.known_to & bit]

    @property
    def event_count(self) -> int:
        """How many events there have been; what ``events_since`` counts from."""
        return len(self._log)

    @property
    def orders(self) -> list[Order]:
        """The orders taken and not taken back, oldest first."""
        return self.names.orders(b"".join(taken.order for taken in self._timeline.taken()))

    def side_number(self, side: str) -> int:
        """Number of a side.

        Raises:
            OrderError: no side has this name.
        """
        if side not in self.names.side_numbers:
            raise OrderError(side, f"there is no side {side!r}", "one of " + ", ".join(self.names.sides))
        return self.names.side_numbers[side]

    def giver(self, order: Order) -> int:
        """Number of the side that gives an order: that it says, its unit's own, or the only one that owes a decision.

        On a view it is the view's side when several owe a decision, that one among them.

        Raises:
            OrderError: it does not say, and several sides owe a decision; or no side has the name it says.
        """
        if order.side:
            return self.side_number(order.side)
        if order.unit and not self.names.kind(order.kind, repr(order)).any_side:
            return int(self.unit(order.unit).allegiance.side)
        owes = self.game.clock.owes
        if self.side is not None and owes >> self.side_number(self.side) & 1:
            return self.side_number(self.side)
        if owes & (owes - 1):
            text = self.text(order)
            raise OrderError(
                text, "several sides owe a decision", f"the side first, as in '{self.names.sides_in(owes)[0]} {text}'"
            )
        return max(owes.bit_length() - 1, 0)

    @property
    def objectives(self) -> tuple[Objective, ...]:
        """The objectives of the scenario, in its order, with who holds them now."""
        if not self.scenario.objectives:
            return ()
        holdings = self.game.store.table("holdings")
        return tuple(
            Objective(place_of(self.names.notation, entry.at), entry.value, entry.name, self.names.side(holding.side))
            for entry, holding in zip(self.scenario.objectives, holdings, strict=True)
        )

    def roster(self) -> dict[str, dict[str, Any]]:
        """What has become of each unit, by name.

        Its side and type, whether it is in play and where, its strength, and whether it has left the board by an exit.
        """
        departures = self.game.store.table("departures") if self.scenario.exits else ()
        left = [departure.exit > 0 for departure in departures] or [False] * len(self.names.units)
        types = ("", *sorted(self.scenario.types))
        return {
            name: {
                "side": self.names.side(unit.allegiance.side),
                "type": types[unit.type],
                "alive": unit.status.alive,
                "at": self.names.notation.place_name(unit.position.x, unit.position.y) if unit.status.alive else "",
                "steps": unit.status.steps,
                "left": has_left,
            }
            for name, unit, has_left in zip(self.names.units, self.game.store.table("units"), left, strict=True)
        }

    # What changes the battle

    def step(self, order: Order | str, *, side: str | None = None, dice: tuple[int, ...] = ()) -> list[Event]:
        """Take an order and play to the next decision.

        Args:
            order: text or ``Order``.
            side: who asks; refused when the order is not this side's.
            dice: faces rolled at the table, used instead of the key's dice.

        Returns:
            What happened, in order.

        Raises:
            OrderError: the order says nothing the game understands.
            IllegalOrder: the rules forbid it; nothing has changed.
            DiceFault: the faces do not fit what was rolled; nothing has changed.
            StepFault: the step cannot be finished; nothing has changed.
            OSError, RecorderClosed: it cannot be recorded; nothing has changed.
            BattleBusy: a step is under way.
        """
        with self._changing():
            said = self._take_in_hand(order, side)
            findings = self.game.check()
            if findings:
                raise IllegalOrder(self._verdict(said, findings))
            self._timeline.take(self.game.order.tobytes(), faces_of(dice), self._name)
            return self._tell()

    def undo(self) -> list[Event]:
        """Take back the latest order; the same position, to the byte.

        Raises:
            NothingToUndo: there is none since the battle or the latest ``restore`` began.
            OSError, RecorderClosed: it cannot be recorded; nothing has changed.
            BattleBusy: a step is under way.
        """
        with self._changing():
            self._timeline.undo()
            return self._announce(UNDONE)

    def redo(self) -> list[Event]:
        """Take the order again that was taken back last, with the same dice.

        A ``rekey`` after it is not done again, and orders after that ``rekey`` cannot be taken again.

        Raises:
            NothingToUndo: no order was taken back since the last one was taken or the dice key was set.
            OSError, RecorderClosed: it cannot be recorded; nothing has changed.
            BattleBusy: a step is under way.
        """
        with self._changing():
            self._timeline.redo(self._name)
            return self._announce(REDONE) + self._tell()

    def snapshot(self) -> Snapshot:
        """The position, to come back to with ``restore``."""
        own = (self.game.content_digest, self.family.edition, self._view_of)
        made = Snapshot(self.game.snapshot(), *own, self.step_number)
        OWN_SNAPSHOTS.add(made)
        return made

    def restore(self, snapshot: Snapshot) -> list[Event]:
        """Set up a position of this scenario. Orders before it can no longer be undone.

        Raises:
            ValueError: the snapshot belongs to another scenario or to other rules, or holds no position.
            TypeError: it is no snapshot.
            OSError, RecorderClosed: it cannot be recorded; nothing has changed.
            BattleBusy: a step is under way.
        """
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"snapshot {snapshot!r}, expected a Snapshot, see battle.snapshot()")
        with self._changing():
            own = (self.game.content_digest, self.family.edition, self._view_of)
            if (snapshot.content, snapshot.rules, snapshot.view_of) != own:
                problem = f"{snapshot!r} belongs to another scenario, to other rules or to a view"
                raise ValueError(f"{problem}, expected one of {self.scenario.name!r} under {self.family.edition!r}")
            self._timeline.set_up(snapshot.row, trusted=snapshot in OWN_SNAPSHOTS)
            return self._announce(RESTORED)

    def rekey(self, seed: int | bytes, *, commit: bool = False) -> None:
        """Set another dice key from here on, as a server does turn by turn.

        Args:
            seed: of the dice from now on.
            commit: write a commitment into the log instead of the key; it is revealed when the log ends.

        Raises:
            ValueError: this turn's key was committed to and is another one; nothing has changed.
            OSError, RecorderClosed: it cannot be recorded; nothing has changed.
            BattleBusy: a step is under way.
        """
        with self._changing():
            self._timeline.rekey(key_of_seed(seed), turn=self.turn, commit=commit)
            self._seed = seed

    # What is made of a battle

    def clone(self, key: int | None = None) -> Battle:
        """The same position as a battle of its own, with other dice, so that a search does not foresee this one's.

        Args:
            key: the clone's dice key; by default one derived from this battle's.

        Raises:
            ValueError: the key is no whole number of 64 bits.
        """
        other_key = checked_key(key) if key is not None else self.game.derived_key(b"clone")
        return self._copy(lambda game: game.set_key(other_key))

    def view(self, side: str) -> Battle:
        """What a side may know, as a battle of its own: unknown units, the deck and the dice key are zero.

        Its ``side`` is this side, and ``legal`` has this side's orders.

        Raises:
            OrderError: no side has this name.
        """
        number = self.side_number(side)
        other = self._copy(lambda game: game.keep_only_what_is_known_to(number))
        other._view_of = side
        other._log = self.events_since(0, side=side)
        return other

    def to_scenario(self) -> Scenario:
        """The position as a scenario; a battle set up from it has the same digest.

        Plug-ins that were given to this battle alone must be given to that one again.
        """
        return msgspec.structs.replace(self.scenario, state=dump_state(self.game.store))

    def record(self, path: str | Path, *, commit: bool = False) -> None:
        """Stream the log of this battle into a file from now on; a log that is being written ends.

        Args:
            path: the file, made anew.
            commit: write a commitment to the seed instead of the seed, and the seed at the end.

        Raises:
            ValueError: there is no seed to commit to.
            OSError: the file cannot be written; a log that is being written to another file goes on.
        """
        if self._timeline.is_recorded_in(Path(path)):
            self._timeline.record(None)
        self._timeline.record(Recorder.open(Path(path), self.game, seed=self.seed, commit=commit), Path(path))

    def save(self, path: str | Path) -> None:
        """Write the position into a file, whole or not at all.

        Raises:
            OSError: it could not be written; a file of that name is as it was.
        """
        write_save(self.game, Path(path))

    @classmethod
    def load(
        cls,
        path: str | Path,
        *,
        family: Family | None = None,
        systems: tuple[Plugin, ...] = (),
        ecs: Any = None,
        checked: bool = False,
    ) -> Battle:
        """The battle in a save file, without the orders that led to it. Arguments as for a new battle.

        Raises:
            SaveError: the file is no save, not whole, or of other rules.
            OSError: it could not be read.
        """
        save = read_save(Path(path))
        game = game_of_save(save, str(path), lambda scenario: rules_of(scenario, family, systems))
        return cls.of_game(game, ecs=ecs, checked=checked)

    def stop_recording(self) -> None:
        """End the log and close its file; nothing happens when none is written."""
        self._timeline.record(None)

    # The embedder's side

    @property
    def stage(self) -> Stage:
        """The entities of the units, made when first asked for."""
        if self._stage is None:
            self._stage = Stage(self.game, self._ecs)
        return self._stage

    @property
    def ecs(self) -> Any:
        """The instance of esper that this battle's entities live in; ``battle.ecs.process()`` is the host's frame."""
        return self.stage.ecs

    def entity(self, name: str) -> int:
        """The entity of a unit.

        Raises:
            OrderError: no unit has this name.
        """
        entity: int = self.stage.entities[self.names.slot(name, name)]
        return entity

    def __reduce__(self) -> NoReturn:
        raise TypeError("a battle is neither copied nor pickled; use clone(), snapshot(), save() or to_scenario()")

    def __str__(self) -> str:
        """The board as text, see ``enfilade.draw_board``."""
        from .text import draw_board

        return draw_board(self)

    def __repr__(self) -> str:
        state = "over" if self.game.clock.over else " and ".join(f"{d.side} to {d.kind}" for d in self.decisions)
        return f"<battle {self.scenario.name!r}, step {self.step_number}, {state}>"

    # Inside

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """Refuse to change the battle while it is changing."""
        if self._busy:
            raise BattleBusy("a step of this battle is under way; order after it has returned")
        self._busy = True
        try:
            yield
        finally:
            self._busy = False

    def _take_in_hand(self, order: Order | str, side: str | None) -> Order:
        """Write an order where kernels look for it."""
        said = self.parse(order) if isinstance(order, str) else order_of(order)
        if side is not None and said.side and said.side != side:
            raise OrderError(self.text(said), f"it is an order of {said.side}", f"one of {side}")
        number = self.side_number(side) if side else self.giver(said)
        self.names.write_order(said, number, self.game.order, order if isinstance(order, str) else "")
        return said

    def _verdict(self, order: Order, findings: int) -> Verdict:
        rows = self._findings[:findings].tolist()
        return Verdict(order, self.text(order), tuple(self.names.finding(row, FINDING_FIELDS) for row in rows))

    def _tell(self) -> list[Event]:
        """The events of the step, which ``_name`` has put into words, added to the log."""
        events = self._news
        self._log += events
        return events

    def _name(self) -> None:
        """Put into words what the step told, and see that there is a word for everything.

        Raises:
            InvariantBroken: a rule told of something its family does not declare.
        """
        try:
            self._news = self._told()
        except (KeyError, IndexError) as problem:
            raise InvariantBroken(f"a rule told of something that its family does not declare: {problem!r}") from None

    def _told(self) -> list[Event]:
        """The events of the step."""
        return self.names.told(self.step_number, self._events[: self.game.notes.events].tobytes())

    def _announce(self, kind: int) -> list[Event]:
        """An event of the engine's own about the log itself."""
        step = self.step_number
        event = Event(step, 0, self.names.events[kind].name, {"step": step}, 0xFF, self.names.family)
        self._log.append(event)
        return [event]


def faces_of(dice: Iterable[int]) -> tuple[int, ...]:
    """Rolled dice as a tuple of numbers.

    Raises:
        MalformedDice: they are no whole numbers.
    """
    try:
        return tuple(operator.index(face) for face in dice)
    except TypeError:
        raise MalformedDice(dice) from None
