"""Many games of one scenario at once, each waiting for the rank of an order: the arena of a learner, or of a search."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from enfilade.battle import Battle
from enfilade.core.engine.keys import key_of_seed
from enfilade.core.engine.layout import Block
from enfilade.core.engine.warm import compile_now
from enfilade.core.orders.said import Order, Outcome
from enfilade.core.scenario.schema import Scenario
from enfilade.core.state.notes import NO_FAULT
from enfilade.systems.families import rules_of
from enfilade.systems.family import Family, Plugin, nothing_hidden
from enfilade.systems.game import Game, StepFault
from enfilade.systems.legal import ANY

from .advance import advancer, hide_games_entry
from .loop import ORDERS_MAX
from .observation import Array, ArraySpec, BadArray, Observation, Observer, terrain_planes
from .policies import Policy
from .rows import GAMES_MAX, THREADS_MAX, GameRows, is_series, is_whole, refuse_number
from .seats import IDLE, RESET, STEP, seat_records
from .seeds import game_seed
from .shipped import Seating, seated_by_name

GAMES_A_THREAD = 8
"""Games below which a thread is not worth its waking."""


class BadBatch(ValueError):
    """A batch cannot be made or begun like that."""


class BadRank(ValueError):
    """A rank stands for no legal order, or its game is over.

    Attributes:
        game: the first game of which this is so.
        rank: that was given.
        legal: how many legal orders the game has; 0 when it takes no more.
    """

    def __init__(self, game: int, rank: int, legal: int) -> None:
        self.game = game
        self.rank = rank
        self.legal = legal
        expected = f"0 to {legal - 1}" if legal else "none, since the game takes no more orders; reset it"
        super().__init__(f"rank {rank} for game {game}, expected {expected}")


class Batch:
    """Games of one scenario in one array, advanced together by compiled code.

    Every game waits for the *rank* of an order among the legal ones of its side to move, ``battle.legal.by(side)``
    of the same battle; of several sides that owe a decision the first one is to move. The game of a seed is that of
    ``ef.Battle(scenario, seed)``, whatever the other games do and however many threads there are. Games are numbered
    from 0. Arrays that a property gives are copies.

    Attributes:
        scenario: what is played.
        family: by which rules.
        names: the vocabulary of its battles.
        games: how many there are.
        threads: that advance them.
        auto_reset: whether ``step`` begins games anew that were over before it.
        observation_spec: the arrays of an observation, by name, see ``observe``.
        terrain: the map, shape (4, height, width), int16: kind, height, rating and bank of each cell.
    """

    def __init__(
        self,
        scenario: Scenario,
        games: int,
        *,
        seed: int | bytes = 0,
        threads: int = 1,
        auto_reset: bool = False,
        orders_max: int | None = None,
        opponents: Mapping[str, Policy | str] | None = None,
        family: Family | None = None,
        systems: tuple[Plugin, ...] = (),
    ) -> None:
        """Set up games and play each to its first decision, as ``reset`` does.

        Compiled code is compiled or loaded first, under every policy but ``interpreted``.

        Args:
            scenario: what is played; one with a state is played on from there.
            games: 1 to 1,048,576.
            seed: of the run, from which come the seeds of games that are given none.
            threads: 1 to 256; a call uses no more than one for every eight games.
            auto_reset: let ``step`` begin a game anew, by its next seed and without regard to its rank, that was over
                or cut short before it. So the last position and the outcome can be looked at after the step that led
                to them.
            orders_max: orders after which a game is cut short: it is not over, but takes no more. Without it there is
                no limit.
            opponents: policies that play some of the sides, by the names of these, with the keys of their games. Their
                orders are taken within the calls, and are not among ``order_counts``.
            family: instead of the one the scenario names, with the plug-ins it names.
            systems: further plug-ins.

        Raises:
            BadBatch: a number is out of range, or an opponent plays a side that cannot be played or the last one, or
                opponents are not by the names of sides.
            UnknownPolicy: there is no policy of this name.
            ScenarioError: with everything that is wrong with the scenario.
            UnknownFamily: the scenario names a family that is not there.
            StepFault: the passes before the first order could not be finished.
            TypeError: the scenario is no ``Scenario``, the seed neither a number nor bytes, or a kernel cannot be
                compiled.
        """
        if not isinstance(scenario, Scenario):
            raise TypeError(f"scenario {scenario!r}, expected a Scenario, see load_scenario")
        limit = ORDERS_MAX if orders_max is None else orders_max
        for what, number, least, most in (
            ("games", games, 1, GAMES_MAX),
            ("threads", threads, 1, THREADS_MAX),
            ("orders_max", limit, 1, ORDERS_MAX),
        ):
            _refuse_number(what, number, least, most)
        games, threads, limit = int(games), int(threads), int(limit)
        key_of_seed(seed)
        self.family = rules_of(scenario, family, systems)
        self._board = Game(copy.deepcopy(scenario), self.family)
        self._rows = GameRows(self._board, games, desks=threads, spare=threads)
        self.scenario = self._rows.scenario
        self.names = self._rows.names
        self.games = games
        self.threads = threads
        self.auto_reset = auto_reset
        self._orders_max = limit
        self._seed = seed
        self._seeds: list[int | bytes] = [0] * games
        self._begun = np.zeros(games, np.int64)  # how often each game began by a seed of the run
        self._seat = self._rows.seat[:games]
        self._clocks = self._rows.clocks[:games]
        self._pool: ThreadPoolExecutor | None = None
        seating = self._seated_opponents({} if opponents is None else opponents)
        self._players = seating.players
        self._advance = advancer(self._board, seating.policies)
        self._hide = hide_games_entry(self.family.hide)
        self._observer = Observer(self._rows, games)
        self.observation_spec: dict[str, ArraySpec] = self._observer.spec
        self.terrain = terrain_planes(self._rows)
        hides = () if self.family.hide is nothing_hidden else (self._hide,)
        compile_now((*self._board.entries(), self._advance, *hides))
        self.reset()

    # What changes games

    def reset(self, seeds: Iterable[int | bytes] | None = None, *, games: Sequence[int] | Array | None = None) -> None:
        """Begin games anew, and play each to its first decision.

        Args:
            seeds: one for each of these games, in their order, as ``ef.Battle`` takes them. Left out, game g gets those
                of the run: ``game_seed(seed, g + games * n)`` where it began by n such seeds before.
            games: numbers of the games; all when left out.

        Raises:
            BadBatch: there are more or fewer seeds than games, or a number is no game's, or they do not come one after
                another; nothing is changed.
            TypeError: a seed is neither a number nor bytes.
            StepFault: the passes before the first order could not be finished; that game has no side to move.
        """
        numbers = self._numbers(games)
        given = None if seeds is None else self._given_seeds(seeds, len(numbers))
        for place, number in enumerate(numbers):
            self._seat_anew(number, None if given is None else given[place])
        self._run()

    def step(self, ranks: npt.ArrayLike) -> None:
        """Take one order in every game.

        Args:
            ranks: shape (games,), whole numbers: of the order of each game, 0 to ``legal_counts`` - 1. With
                ``auto_reset`` those of games that are over or cut short may be anything.

        Raises:
            BadArray: ``ranks`` has another shape, or no whole numbers of at most 64 bits with a sign.
            BadRank: a rank is out of range, or its game is over or cut short; no game is changed.
            StepFault: a step could not be finished; that game stands as before it, the others have taken theirs.
        """
        try:
            wanted = np.asarray(ranks)
        except ValueError:
            raise BadArray(f"ranks {ranks!r}, expected an array of shape ({self.games},)") from None
        if wanted.dtype.kind not in "iu" or not np.can_cast(wanted.dtype, np.int64):
            raise BadArray(f"ranks of {wanted.dtype}, expected whole numbers, int64 at most")
        self._refuse_shape(wanted)
        wrong = (wanted < 0) | (wanted >= self.legal_counts)
        if self.auto_reset:
            wrong &= ~self._ended
        if wrong.any():
            game = int(np.argmax(wrong))
            raise BadRank(game, int(wanted[game]), int(self.legal_counts[game]))
        self._step(wanted)

    def step_unchecked(self, ranks: npt.NDArray[np.int64]) -> None:
        """Take one order in every game, whatever the ranks are.

        The contract: a rank stands for the legal order of that number after division by how many there are, so that
        every number stands for one; a game that is over or cut short stays as it is, or with ``auto_reset`` begins
        anew. No rank makes a step hang or break a game.

        Args:
            ranks: shape (games,), int64.

        Raises:
            BadArray: ``ranks`` is no int64 array of this shape.
            StepFault: a step could not be finished; that game stands as before it, the others have taken theirs.
        """
        if getattr(ranks, "dtype", None) != np.int64:
            raise BadArray(f"ranks of {getattr(ranks, 'dtype', type(ranks).__name__)}, expected an int64 array")
        self._refuse_shape(ranks)
        self._step(ranks)

    # What is asked

    @property
    def legal_counts(self) -> npt.NDArray[np.int64]:
        """How many legal orders the side to move of each game has, shape (games,); 0 when it takes no more."""
        return np.where(self._is_cut, 0, self._seat["legal"])

    @property
    def sides(self) -> npt.NDArray[np.int16]:
        """The number of the side to move in each game, shape (games,); -1 when it is over."""
        return self._seat["side"].copy()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether each game is over by its rules, shape (games,)."""
        return self._clocks["over"].copy()

    @property
    def truncated(self) -> npt.NDArray[np.bool_]:
        """Whether each game was cut short after ``orders_max`` orders without being over, shape (games,)."""
        return self._is_cut

    @property
    def scores(self) -> npt.NDArray[np.int32]:
        """The score of each side of each game, shape (games, sides); final when it is over."""
        return self._clocks["scores"][:, : len(self.names.sides)].copy()

    @property
    def order_counts(self) -> npt.NDArray[np.int32]:
        """Orders that each game has taken since it began, shape (games,)."""
        return self._seat["orders"].copy()

    @property
    def seeds(self) -> tuple[int | bytes, ...]:
        """The seed of each game."""
        return tuple(self._seeds)

    def outcomes(self) -> list[Outcome | None]:
        """How each game ended, None while it goes on or was cut short.

        Raises:
            UnknownResult: the rules end one for a reason that their family does not have.
        """
        return [self._rows.outcome(number) for number in range(self.games)]

    def observe(self, out: Mapping[str, Array] | None = None, *, side: str | None = None) -> Observation:
        """What the side to move of each game may know, as numbers.

        - ``units``, int16, (games, units, columns), units by slot. The row of a unit that the side does not know is
          zero; ``known`` is 1 in all others. ``own`` and ``hostile`` tell whose it is as the side sees it.
        - ``clock``, int32, (games, columns): the side that looks, the clock, what is under way last
          (``pending_kind`` is 0 when nothing is), and the scores, sides in order.
        - ``objectives``, int16, (games, objectives): the side that holds each, -1 nobody; where rules have them.
        - ``rubble``, int16, (games, large grids): whether the fragile terrain of each is gone; where rules have it.

        ``observation_spec`` has shapes, types and columns. A game that is over hides nothing.

        Args:
            out: arrays to write into, those of ``observation_spec``; new ones when left out.
            side: whose view it is in all games, instead of the side to move of each.

        Returns:
            The arrays by name.

        Raises:
            BadArray: an array is missing, read only, or has another shape or type, or they are not by their names;
                nothing is written.
            BadBatch: there is no such side.
        """
        if out is not None:
            self._observer.refuse_arrays(out)
        if side is not None and side not in self.names.sides:
            raise BadBatch(f"there is no side {side!r}, expected one of {', '.join(self.names.sides)}")
        arrays = self._observer.arrays() if out is None else {name: out[name] for name in self.observation_spec}
        sides = self.sides
        if side is not None:
            sides[~self.over] = self.names.sides.index(side)
        known = self._observer.known(self._rows, sides)
        self._observer.write(self._rows, self._seen_by(sides, known), known, sides, arrays)
        return arrays

    def orders(self, game: int, ranks: Iterable[int] | None = None) -> list[Order]:
        """Legal orders of the side to move of one game.

        Args:
            game: its number.
            ranks: of the orders, all when left out.

        Raises:
            BadBatch: there is no such game.
            BadRank: a rank is out of range, or no whole number.
            BadArray: the ranks are no numbers one after another.
        """
        self._refuse_game(game)
        legal = int(self.legal_counts[game])
        if ranks is not None and not is_series(ranks):
            raise BadArray(f"ranks {ranks!r}, expected some numbers, or none for all orders")
        wanted = range(legal) if ranks is None else list(ranks)
        for rank in wanted:
            if not is_whole(rank) or not 0 <= rank < legal:
                raise BadRank(game, rank, legal)
        board, side = self._board, int(self._seat["side"][game])
        board.restore(self._rows.store.arenas[game].tobytes())
        if ranks is None:
            return self.names.orders(board.listed(side, ANY, ANY, 0, legal))
        return self.names.orders(b"".join(board.listed(side, ANY, ANY, rank, 1) for rank in wanted))

    def battle(self, game: int) -> Battle:
        """A battle that stands where a game does, with its dice key; it and the game go their own ways.

        Raises:
            BadBatch: there is no such game.
        """
        self._refuse_game(game)
        copied = self._board.copy()
        copied.restore(self._rows.store.arenas[game].tobytes())
        return Battle.of_game(copied)

    def hash(self, game: int) -> int:
        """The 64-bit hash of a game's position, which equal games share.

        Raises:
            BadBatch: there is no such game.
        """
        self._refuse_game(game)
        return self._rows.hash(game)

    def __len__(self) -> int:
        return self.games

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "a batch is neither copied nor pickled; use battle(game), or another batch that is begun by the same seeds "
            "and given the same ranks"
        )

    def __repr__(self) -> str:
        over = int(np.count_nonzero(self.over))
        return f"<batch of {self.games} games of {self.scenario.name!r}, {over} of them over>"

    # Inside

    def _seated_opponents(self, opponents: Mapping[str, Policy | str]) -> Seating:
        """Who plays which side; all others get their orders from outside.

        Raises:
            BadBatch: a side is none that plays, or no side is left.
            UnknownPolicy: there is no policy of this name.
        """
        if not isinstance(opponents, Mapping):
            raise BadBatch(f"opponents {opponents!r}, expected a dict of policies by the names of sides")
        playing = [side.name for side in self.scenario.sides if not side.neutral]
        for side in opponents:
            if side not in playing:
                raise BadBatch(f"an opponent plays {side!r}, expected one of {', '.join(playing)}")
        if set(playing) == set(opponents):
            raise BadBatch(f"opponents play all of {', '.join(playing)}, expected a side that is left to the batch")
        return seated_by_name(self.names.sides, opponents)

    @property
    def _is_cut(self) -> npt.NDArray[np.bool_]:
        """Games that have taken all orders that they may and are not over."""
        cut: npt.NDArray[np.bool_] = (self._seat["orders"] >= self._orders_max) & ~self._clocks["over"]
        return cut

    @property
    def _ended(self) -> npt.NDArray[np.bool_]:
        """Games that take no more orders."""
        return self._clocks["over"] | self._is_cut

    def _step(self, ranks: Array) -> None:
        """Take the orders of these ranks, and begin games anew that have ended, if that is wanted."""
        ended = self._ended
        self._seat["rank"] = ranks
        self._seat["task"] = np.where(ended, IDLE, STEP)
        if self.auto_reset:
            for number in np.flatnonzero(ended).tolist():
                self._seat_anew(number, None)
        self._run()

    def _seat_anew(self, number: int, seed: int | bytes | None) -> None:
        """Have a game begin anew by a seed, or by its next one of the run."""
        if seed is None:
            seed = game_seed(self._seed, number + self.games * int(self._begun[number]))
            self._begun[number] += 1
        self._rows.seat_seed(number, seed)
        self._seeds[number] = seed
        self._seat["task"][number] = RESET

    def _run(self) -> None:
        """Do what the seats ask for, each thread a part of the games.

        Raises:
            StepFault: a step could not be finished.
        """
        self._seat["fault"] = NO_FAULT
        parts = max(1, min(self.threads, self.games // GAMES_A_THREAD))
        if parts == 1:
            faults = self._run_part(0, 1)
        else:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads, "enfilade-batch")
            faults = sum(self._pool.map(lambda part: self._run_part(part, parts), range(parts)))
        if faults:
            self._raise_fault()

    def _run_part(self, part: int, parts: int) -> int:
        """Do what the seats of one part of the games ask for, at the desk of its number; how many faults there were."""
        rows = self._rows
        store = rows.store
        return self._advance(
            store.arenas,
            store.derived,
            store.desks,
            rows.seats,
            self.games * part // parts,
            self.games * (part + 1) // parts,
            part,
            self.games + part,
            rows.begin,
            rows.starts,
            self._players,
        )

    def _raise_fault(self) -> None:
        """Raise the fault of the first game that has one."""
        game = int(np.argmax(self._seat["fault"] != NO_FAULT))
        try:
            self._rows.refuse_fault(game)
        except StepFault as problem:
            problem.add_note(f"in game {game} of the batch, seed {self._seeds[game]!r}")
            raise

    def _seen_by(self, sides: Array, known: Array) -> Array:
        """The rows of the games; where the family itself hides anything from sides, copies without that.

        Args:
            sides: who looks at each game.
            known: shape (games, units): which units they know.
        """
        store = self._rows.store
        if self.family.hide is nothing_hidden:
            return store.arenas
        seen, seats = store.arenas.copy(), self._rows.seats.copy()
        for table in store.layout.in_block(Block.WORLD):
            if table.per_unit:
                self._rows.rows_of(table.name, seen)[: self.games][~known] = 0
        seat_records(seats)["side"][: self.games] = sides
        self._hide(seen, store.derived.copy(), store.desks[:1].copy(), seats, 0, self.games, 0)
        return seen

    def _numbers(self, games: Sequence[int] | Array | None) -> list[int]:
        """Numbers of games.

        Raises:
            BadBatch: one is no game's.
        """
        if games is None:
            return list(range(self.games))
        numbers = _listed("games", games, "the numbers of some, such as [0]")
        for number in numbers:
            self._refuse_game(number)
        return numbers

    def _given_seeds(self, seeds: Iterable[int | bytes], expected: int) -> list[int | bytes]:
        """Seeds that were given, one for each game.

        Raises:
            BadBatch: there are more or fewer.
        """
        given = _listed("seeds", seeds, f"{expected}, one a game")
        if len(given) != expected:
            raise BadBatch(f"{len(given)} seeds, expected {expected}, one a game")
        for seed in given:
            key_of_seed(seed)
        return given

    def _refuse_game(self, game: int) -> None:
        _refuse_number("game", game, 0, self.games - 1)

    def _refuse_shape(self, ranks: Array) -> None:
        if ranks.shape != (self.games,):
            raise BadArray(f"ranks of shape {ranks.shape}, expected ({self.games},), one a game")


def _listed(what: str, values: Iterable[Any], expected: str) -> list[Any]:
    """Values in a list.

    Raises:
        BadBatch: they do not come one after another.
    """
    if not is_series(values):
        raise BadBatch(f"{what} {values!r}, expected {expected}")
    return list(values.tolist() if isinstance(values, np.ndarray) else values)


def _refuse_number(what: str, number: object, least: int, most: int) -> None:
    """Refuse a number that is no whole one, or out of range.

    Raises:
        BadBatch: it is.
    """
    try:
        refuse_number(what, number, least, most)
    except ValueError as problem:
        raise BadBatch(str(problem)) from None
