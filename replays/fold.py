"""The game that a log tells: the fold of its records, played by the rules that it was recorded under."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from enfilade.core.engine.history import Cause, Line, Way
from enfilade.core.engine.keys import commitment_to_key, key_of_seed
from enfilade.core.orders.sentences import EDITIONS
from enfilade.core.orders.text import order_text
from enfilade.core.state.messages import FindingRecord
from enfilade.systems.families import family_of as installed_family_of
from enfilade.systems.game import StepFault
from enfilade.systems.naming import names_of
from enfilade.systems.positions import PositionError

from .errors import DamagedReplay, HiddenKey
from .header import FamilyOf, begin_game, play_to_start
from .reader import Log
from .records import (
    Check,
    Dice,
    End,
    Key,
    KeyChange,
    Keyframe,
    Order,
    Record,
    Restore,
    Undo,
    order_bytes,
)
from .schema import FieldDifference, differences
from .witness import Telling, Witness


class Divergence(NamedTuple):
    """Where a game does not go as its log says.

    Attributes:
        step: the step whose position differs, or that could not be taken.
        problem: what was found and what the log says.
        final: whether the game cannot go on from there.
    """

    step: int
    problem: str
    final: bool = False


class Fold:
    """A game that follows a log record by record.

    Attributes:
        log: what it follows.
        game: where it stands.
        names: the vocabulary of the game.
        line: the positions it has come through, without those that were taken back.
        faces: given for the latest order.
        given: for the next one.
        draws: dice rolled since the latest CHECK or RESTORE.
        legality: whether an order that the rules forbid ends the game.
        witness: tells its position as the log does.
    """

    def __init__(self, log: Log, family_of: FamilyOf = installed_family_of, *, legality: bool = True) -> None:
        """Set up the game of a log and bring it to its first decision.

        Args:
            log: what to follow.
            family_of: finds the rules of a scenario; by default among those installed.
            legality: whether an order that the rules forbid ends the game.

        Raises:
            RulesMismatch: the log was recorded under rules other than those installed.
            HiddenKey: its seed is committed to and not, or wrongly, revealed.
            DamagedReplay: its first passes cannot be played.
        """
        self.log = log
        self.game = begin_game(log.header, log.source, family_of)
        self.names = names_of(self.game.scenario, self.game.family)
        EDITIONS.note(self.game.family.edition, self.game.family.folders)
        self.faces: tuple[int, ...] = ()
        self.legality = legality
        self.witness = Witness(self.game)
        self.given: tuple[int, ...] = ()
        self.draws = 0
        self._begin()
        self.line = Line(self.game.snapshot(), self.game.clock.step)

    def _begin(self) -> None:
        header = self.log.header
        key = None if header.seed is None else key_of_seed(header.seed)
        if header.commitment is not None:
            key = self._committed_key(header.commitment)
            self.witness.secrets[key] = header.commitment
        try:
            play_to_start(self.game, key)
        except StepFault as problem:
            raise DamagedReplay(self.log.source, f"its first passes cannot be played: {problem}") from None

    def take(self, record: Record) -> Divergence | None:
        """Follow one record; where the game then differs from what the log says, how.

        Raises:
            HiddenKey: a key from here on is committed to and not, or wrongly, revealed.
        """
        if self.given and not isinstance(record, Order):
            return self._final(f"dice for an order, but then a {type(record).__name__} record")
        match record:
            case Order():
                return self._take_order(record)
            case Check():
                return self._compare_check(record)
            case Keyframe():
                return self._compare_rows(record.row, record.digest, record.commitment)
            case Undo():
                return self._go_back(record.step)
            case Restore():
                return self._restore(record)
            case Dice():
                self.given = record.faces
            case KeyChange():
                self._change_key(record)
            case End():
                return self._compare_end(record)
        return None

    def order_text(self, record: Order) -> str:
        """The line that says an order of this game; its numbers where it has none."""
        try:
            return order_text(self.names.orders(order_bytes(record))[0], self.names)
        except (KeyError, ValueError, IndexError):
            return f"order {record!r}"

    def adopt(self, row: bytes, commitment: bytes | None) -> None:
        """Go on from a row that the log holds, although the game came to another one.

        Raises:
            HiddenKey: the key in it is not revealed as it should be.
            PositionError: it is no position of the game, which is as it was.
        """
        self.game.adopt(self._with_key(row, commitment))
        self.line.add_row(self.game.clock.step, self.game.snapshot())
        self.draws = 0

    def go_to(self, way: Way) -> None:
        """Set the game to a position of its line."""
        self.game.go(way)

    def took(self, orders: Collection[Cause], draws: int) -> None:
        """Keep that the game has taken orders, without given dice, and agrees with the log of each.

        Args:
            orders: any number.
            draws: dice rolled since the latest CHECK or RESTORE.
        """
        self.draws = draws
        if orders:
            self.faces = ()
            self.line.add_orders(self.game.clock.step, orders)

    def _take_order(self, record: Order) -> Divergence | None:
        """Take an order with the dice given for it."""
        game = self.game
        cause = Cause(order_bytes(record), self.given)
        self.faces, self.given = self.given, ()
        game.order.assign(cause.order)
        if self.legality and game.check():
            return self._final(f"{self.order_text(record)} is illegal: {self._first_finding()}", 1)
        try:
            game.take(cause)
        except StepFault as problem:
            return self._final(f"{self.order_text(record)} cannot be carried out: {problem}")
        self.draws += game.notes.rolls
        self.line.add_order(game.clock.step, cause, game.snapshot)
        return None

    def _first_finding(self) -> str:
        """Why the order in hand is illegal, with the rule."""
        finding = self.names.finding(self.game.store.records("findings")[:1].tolist()[0], FindingRecord.field_names())
        return f"{finding.sentence()} [{finding.rule}]"

    def _compare_check(self, check: Check) -> Divergence | None:
        draws, self.draws = self.draws, 0
        step = self.game.clock.step
        if check.step != step:
            return Divergence(step, f"the game stands at step {step}, the log says {check.step}")
        hash64 = self.witness.hash64()
        if check.hash64 != hash64:
            return Divergence(step, f"the position has the hash {hash64:#018x}, the log says {check.hash64:#018x}")
        if check.draws != draws:
            return Divergence(step, f"{draws} dice were rolled, the log says {check.draws}")
        return None

    def _compare_rows(self, row: bytes, digest: bytes, commitment: bytes | None) -> Divergence | None:
        """Compare the position with the one that the log holds, field by field where they differ."""
        step = self.game.clock.step
        told = self.witness.telling()
        if told == Telling(row, digest, commitment):
            return None
        if commitment != told.commitment:
            return Divergence(step, "the position's dice key is secret in the log and not in the game, or the reverse")
        if len(row) != len(told.row) or digest != self.witness.digest_of(row):
            return Divergence(step, f"a row of {len(row)} bytes, expected {len(told.row)} with the digest it has")
        named = "; ".join(str(found) for found in self.differences(row, limit=3))
        return Divergence(step, f"the position differs (game / log): {named or 'in bytes that no field holds'}")

    def differences(self, row: bytes, limit: int) -> list[FieldDifference]:
        """The first fields in which the position differs from a row."""
        schema = self.log.header.schema
        found = differences((schema, self.witness.telling().row), (schema, row), self.log.header.units)
        return [difference for difference, _ in zip(found, range(limit), strict=False)]

    def _go_back(self, step: int) -> Divergence | None:
        """Go back to the nearest earlier position with this step number."""
        way = self.line.go_back(step)
        if way is None:
            return self._final(f"an undo to step {step}, where the game has not been")
        self.go_to(way)
        self.line.keep_row(self.game.snapshot)
        return None

    def _restore(self, record: Restore) -> Divergence | None:
        """Go on from a row."""
        size = len(self.game.snapshot())
        if len(record.row) != size or self.witness.digest_of(record.row) != record.digest:
            return self._final(f"a row to restore of {len(record.row)} bytes, expected {size} with the digest it has")
        try:
            self.adopt(record.row, record.commitment)
        except PositionError as problem:
            return self._final(f"a row to restore that is no position of this game: {problem}")
        return None

    def _with_key(self, row: bytes, commitment: bytes | None) -> bytes:
        """A row of the log with the dice key that is secret in it."""
        if commitment is None:
            return row
        return self.witness.key_place.with_key(row, self._committed_key(commitment))

    def _change_key(self, change: KeyChange) -> None:
        """Follow a KEY record."""
        match change.what, change.value:
            case Key.OPEN, int(key):
                self._set_key(key)
            case Key.COMMITTED, bytes(commitment):
                key = self._committed_key(commitment)
                self.witness.secrets[key] = commitment
                self._set_key(key)
            case Key.REVEALED, int(key):
                self._tell_secret(commitment_to_key(key))
            case Key.SEED, _:
                self._tell_secret(self.log.header.commitment)

    def _set_key(self, key: int) -> None:
        self.game.set_key(key)
        self.line.set_key(key, self.game.snapshot)

    def _tell_secret(self, commitment: bytes | None) -> None:
        """A commitment's key is no longer secret."""
        secrets = self.witness.secrets
        self.witness.secrets = {key: other for key, other in secrets.items() if other != commitment}

    def _committed_key(self, commitment: bytes) -> int:
        """The key behind a commitment, which may be revealed only later.

        Raises:
            HiddenKey: it is not, or wrongly.
        """
        story = self.log.keys
        if commitment not in story.keys:
            problem = story.wrong.get(commitment, "a key is committed to by no record")
            raise HiddenKey(self.log.source, f"it cannot be played on: {problem}")
        return story.keys[commitment]

    def _compare_end(self, end: End) -> Divergence | None:
        """Compare the last position with what END says."""
        step = self.game.clock.step
        result = self.witness.result()
        if end.steps != step or end.result != result:
            return Divergence(
                step, f"the game ends at step {step} with {result}, the log says {end.steps}, {end.result}"
            )
        digest = self.witness.telling().digest
        if end.digest != digest:
            return Divergence(step, f"the game ends with digest {digest.hex()}, the log says {end.digest.hex()}")
        return None

    def _final(self, problem: str, further: int = 0) -> Divergence:
        """A divergence after which the game cannot go on, at the present step or ``further`` on."""
        return Divergence(self.game.clock.step + further, problem, final=True)
