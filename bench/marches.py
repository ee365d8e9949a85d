"""Rows about the march family: whole games, paths, large battles, fresh processes."""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path

from enfilade.battle import Battle
from enfilade.core.engine.kernel import Entry
from enfilade.core.scenario.schema import Scenario
from enfilade.generate import generate_scenario
from enfilade.library import load_scenario, save_scenario
from enfilade.systems.shipped.march import ALLOWANCE, LEGEND, barred_terrains
from tests.oracles.march import Square, contact, squares

from .growth import checked, exponent, kept
from .loops import random_player, unit_player
from .paths import ends_counted, ends_walked
from .peers import PYTHON_CHESS, chess_games, rates_of, spiel_contenders
from .play import Player, as_rules_see_it, finished, through_battle
from .registry import Bar, Figure, Peer, row
from .scenes import fords, land
from .start import SAME, START_TIME, compile_seconds, first_order
from .timing import Contender, Effort, Watch, interleaved

GAMES = 40
PEER_GAMES = 50
CROWD = 100
CROWDED = 24
"""Squares to each unit where paths are tested, so that there is much in the way."""
UNITS, WIDTH, LARGE_SEED = 2_000, 512, 7
FIRST = "W1 march 0-1: 1 events"
TOLD = "10 units 80 events, 32 units 132 events, 100 units 129 events"


def loop_figure(effort: Effort, player: Player) -> Figure:
    """Whole games in a compiled loop beside open_spiel's chess."""
    peers = spiel_contenders(effort.pick(1, PEER_GAMES))
    ours, *theirs = interleaved(effort.turns, finished(player, effort.pick(1, GAMES), fords()), *peers.values())
    return Figure(ours.rate, as_rules_see_it(ours.answer), rates_of(peers, theirs))


@row(
    "march-play-all",
    "whole games of the scenario fords in the compiled loop: all legal orders counted, one drawn",
    "orders/s",
    answer="118 orders, scores [3, 5, 0]",
    bar=Bar(1, at_least=True, of_peers=True),
    rate=True,
)
def play_all(effort: Effort) -> Figure:
    return loop_figure(effort, random_player)


@row(
    "march-play-unit",
    "the same, one unit's orders at a time",
    "orders/s",
    answer="82 orders, scores [3, 5, 0]",
    rate=True,
)
def play_unit(effort: Effort) -> Figure:
    return loop_figure(effort, unit_player)


@row(
    "march-play-battle",
    "the same through Battle: len(legal), one by rank, step with events and undo",
    "orders/s",
    answer="118 orders, scores [3, 5, 0]",
    rate=True,
)
def play_battle(effort: Effort) -> Figure:
    peers = {PYTHON_CHESS: chess_games(1)}
    ours, *theirs = interleaved(effort.turns, through_battle(fords()), *peers.values())
    return Figure(ours.rate, as_rules_see_it(ours.answer), rates_of(peers, theirs))


class PlainMap:
    """A scenario as plain Python sees it: squares in sets, marches in fractions."""

    def __init__(self, scenario: Scenario) -> None:
        self.width, self.height = scenario.board_size()
        self.allowances = [ALLOWANCE.of_unit(scenario, slot) for slot in range(len(scenario.units))]
        self.places = [self._square(unit.at) for unit in scenario.units]
        self.enemies = [
            {place for place, other in zip(self.places, scenario.units, strict=True) if other.side != unit.side}
            for unit in scenario.units
        ]
        terrain = {
            (x, y): LEGEND[sign] for y, line in enumerate(scenario.board.map.split()) for x, sign in enumerate(line)
        }
        impassable = {
            barred: {square for square, kind in terrain.items() if kind in barred}
            for barred in set(barred_terrains(scenario))
        }
        self.impassable = [impassable[barred] for barred in barred_terrains(scenario)]

    @staticmethod
    def _square(text: str) -> Square:
        column, row = text.split("-")
        return int(column), int(row)

    def ends(self, slot: int) -> list[Square]:
        """The squares that the allowance of a unit reaches."""
        x, y = self.places[slot]
        reach = self.allowances[slot]
        return [
            (column, row)
            for row in range(max(y - reach, 0), min(y + reach, self.height - 1) + 1)
            for column in range(max(x - reach, 0), min(x + reach, self.width - 1) + 1)
        ]

    def is_free(self, slot: int, end: Square) -> bool:
        """Whether nothing blocks the march of a unit."""
        start = self.places[slot]
        if not self.impassable[slot].isdisjoint(squares(start, end)[1:]):
            return False
        return self.enemies[slot].isdisjoint(contact(start, end, "corners"))

    def count(self) -> int:
        """How many marches are free."""
        return sum(self.is_free(slot, end) for slot in range(len(self.places)) for end in self.ends(slot))


@row(
    "march-path",
    f"marches tested against terrain and units: all ends of {CROWD} units, as legal orders are counted",
    "marches/s",
    answer="5439 of 5697 marches are free",
    rate=True,
)
def path(effort: Effort) -> Figure:
    scenario = land(CROWD, CROWDED)
    places = Battle(scenario, seed=1).game.places
    plain = PlainMap(scenario)
    marches = sum(len(plain.ends(slot)) for slot in range(CROWD))

    def counting(counted: Entry[..., int], times: int) -> Contender:
        def run(watch: Watch) -> str:
            with watch:
                found = counted(*places, times)
            watch.done = times * marches
            return f"{found // times} of {marches} marches are free"

        return run

    def in_fractions(watch: Watch) -> str:
        with watch:
            found = plain.count()
        watch.done = marches
        return f"{found} of {marches} marches are free"

    ours, walked, fractions = interleaved(
        effort.pick(1, 9),
        counting(ends_counted, effort.pick(1, 200)),
        counting(ends_walked, effort.pick(1, 10)),
        in_fractions,
    )
    assert ours.answer == walked.answer == fractions.answer, (ours.answer, walked.answer, fractions.answer)
    peers = (
        Peer("every order checked, step by step", walked.rate),
        Peer("plain Python in fractions, from the rules' text", fractions.rate),
    )
    return Figure(ours.rate, ours.answer, peers)


@row(
    "march-load",
    f"a battle of {UNITS} units on {WIDTH} by {WIDTH} squares from its TOML file on disk to the first position",
    "s",
    answer="2000 units on 512 by 512 squares, 64 objectives, 64025 orders",
)
def load(effort: Effort) -> Figure:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "battle.toml"
        save_scenario(generate_scenario(LARGE_SEED, units=UNITS, width=WIDTH, height=WIDTH), file)
        scenario = load_scenario(file)

        def reading(watch: Watch) -> str:
            with watch:
                found = load_scenario(file)
            watch.done = 1
            width, height = found.board_size()
            return f"{len(found.units)} units on {width} by {height} squares, {len(found.objectives)} objectives"

        def setting_up(watch: Watch) -> str:
            with watch:
                battle = Battle(scenario, seed=1)
            watch.done = 1
            return f"{len(battle.legal)} orders"

        def toml_alone(watch: Watch) -> str:
            with watch:
                found = tomllib.loads(file.read_text(encoding="utf-8"))
            watch.done = 1
            return f"{len(found['units'])} units"

        read, ready, toml = interleaved(effort.pick(1, 9), reading, setting_up, toml_alone)
        size = file.stat().st_size
    note = f"{read.seconds:.3f} reading, {ready.seconds:.3f} setting up; {size / 1e6:.1f} MB"
    peer = Peer("tomllib alone reads the file", toml.seconds)
    return Figure(read.seconds + ready.seconds, f"{read.answer}, {ready.answer}", (peer,), note=note)


@row("march-growth", "growth of one march with the units, checked and carried out", "power", answer=TOLD, bar=Bar(0.3))
def growth(effort: Effort) -> Figure:
    return exponent(effort, land, checked)


@row("march-growth-kept", "the same through Battle.step, kept for undo", "power", answer=TOLD, bar=Bar(0.3))
def growth_kept(effort: Effort) -> Figure:
    return exponent(effort, land, kept)


@row(
    "march-start-interpreted",
    "process start to the first march carried out, interpreted",
    "s",
    answer=FIRST,
    bar=Bar(0.5),
    missed=START_TIME,
)
def start_interpreted(effort: Effort) -> Figure:
    return first_order(effort, "interpreted", "fords", loads_numba=False)


@row(
    "march-start-compiled",
    "process start to the first march, compiled code from a warm cache",
    "s",
    answer=FIRST,
    bar=Bar(2),
)
def start_compiled(effort: Effort) -> Figure:
    return first_order(effort, "compiled", "fords", loads_numba=True)


@row("march-compile", "compiling all entries of the march family into an empty cache", "s", answer=SAME, bar=Bar(75))
def compile_family(effort: Effort) -> Figure:
    return compile_seconds(effort, "land", 8)
