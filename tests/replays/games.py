"""Small games of each family, recorded."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import msgspec

from enfilade.core.engine.keys import key_of_seed
from enfilade.core.scenario.load import parse_scenario, read_scenario
from enfilade.core.scenario.schema import Scenario
from enfilade.replays import Recorder
from enfilade.systems.families import family_of
from enfilade.systems.game import Game
from tests.face.games import bout, delta, in_each, joust, meeting, yard

CROSSROADS = read_scenario(Path(str(resources.files("enfilade") / "scenarios" / "crossroads.toml")))
DUEL = parse_scenario(
    """
name = "duel"
family = "drill"
board.map = "..."
sides = [{ name = "red" }, { name = "blue" }]
units = [{ id = "R", side = "red", at = "A1" }, { id = "B", side = "blue", at = "C1" }]
types.veteran = { power = 6 }
options.rounds = 3
options.tokens = 1
"""
)
"""Two units in a row of three squares: a game of a few orders, with shots."""


DELTA = delta()
YARD = yard()
MEETING = meeting(options={"turns": 2})
"""Two units that meet: a march game of a few orders."""
BOUT = bout(options={"turns": 2})
"""Two units that stand and strike: a mech game of a few orders, with blows."""
JOUST = joust()
"""A mech game of two units that move."""
by_scenario = in_each((CROSSROADS, DELTA, YARD))


def long_game(rounds: int) -> Scenario:
    """Crossroads with more rounds."""
    return msgspec.structs.replace(CROSSROADS, options={"rounds": rounds})


class Recording:
    """A game that is recorded into memory while it is played.

    Attributes:
        game: the game.
        recorder: its recorder.
    """

    def __init__(
        self,
        scenario: Scenario = CROSSROADS,
        seed: int | bytes = 3,
        *,
        commit: bool = False,
        checks_every: int = 1,
        keyframes_every: int = 64,
        before: Callable[[Game], None] | None = None,
        draws: int = 0,
    ) -> None:
        """Begin a game and its log; ``before`` plays what shall not be recorded, ``draws`` says what is drawn then."""
        self.game = new_game(scenario, seed)
        self._random = random.Random(draws)
        if before is not None:
            before(self.game)
        self.file = io.BytesIO()
        self.recorder = Recorder(
            self.game, seed=seed, commit=commit, checks_every=checks_every, keyframes_every=keyframes_every
        )
        self.recorder.write_to(self.file)

    @property
    def data(self) -> bytes:
        """The log as it is so far."""
        return self.file.getvalue()

    def step(self, rank: int, faces: tuple[int, ...] = ()) -> None:
        """Take the legal order of that rank."""
        choose(self.game, rank)
        if faces:
            self.recorder.dice(faces)
        self.recorder.order(self.game.order)
        self.game.give_dice(faces)
        self.game.step()
        self.game.raise_fault()
        self.recorder.stepped()

    def play(self, steps: int = 1 << 30) -> None:
        """Take that many orders drawn from the legal ones, or as many as there are until the battle is over."""
        last = self.game.clock.step + steps
        while not self.game.clock.over and self.game.clock.step < last:
            self.step(self._random.randrange(self.game.count()))

    def back_to(self, row: bytes) -> None:
        """Undo to a row."""
        self.game.restore(row)
        self.recorder.undo(self.game.clock.step)

    def finish(self) -> bytes:
        """Play to the end; the log."""
        self.play()
        self.recorder.end()
        return self.data


def new_game(scenario: Scenario, seed: int | bytes) -> Game:
    """A game at its first decision."""
    game = Game(scenario, family_of(scenario))
    game.set_key(key_of_seed(seed))
    game.start()
    return game


def choose(game: Game, rank: int) -> None:
    """Take the legal order of that rank in hand."""
    assert game.list(-1, -1, -1, rank, 1) == 1


def play_some(game: Game, steps: int) -> None:
    """Take the last legal order that many times."""
    for _ in range(steps):
        choose(game, game.count() - 1)
        game.step()
        game.raise_fault()


def recorded(scenario: Scenario = CROSSROADS, seed: int | bytes = 3) -> bytes:
    """The log of a whole game."""
    return Recording(scenario, seed).finish()
