"""One order of each game of a batch in one compiled call: taken by rank, then the legal orders of the next decision."""

from __future__ import annotations

from collections.abc import Sequence

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, Kernel, entry, kernel, specialised
from enfilade.core.state.messages import NOBODY
from enfilade.core.state.notes import NO_FAULT
from enfilade.core.state.world import World, open_world
from enfilade.systems.game import Game
from enfilade.systems.legal import ANY, CountLegal, Filter, ListLegal

from .loop import asking_of, beginning, copy_rows, replying
from .policies import LEGAL_MAX, Policy, asked_side
from .seats import IDLE, RESET, STEP, Seat, seat_of


@specialised
def looking(count_legal: CountLegal) -> Kernel[[World, Seat], None]:
    """Note at a seat which side is to move, of several the first, and how many legal orders it has."""

    @kernel
    def look(world: World, seat: Seat) -> None:
        seat.side = NOBODY
        seat.legal = 0
        if not world.clock[0].over:
            seat.side = asked_side(world, ANY)
            seat.legal = count_legal(world, Filter(seat.side, ANY, ANY), LEGAL_MAX)

    return look


@specialised
def stepping(
    list_legal: ListLegal, take: Kernel[[World], int], settle: Kernel[[World], int]
) -> Kernel[[World, Seat], None]:
    """Take the order at the seat's rank; a rank beyond the legal orders begins with the first of them again."""

    @kernel
    def step(world: World, seat: Seat) -> None:
        rank = seat.rank % seat.legal
        if list_legal(world, Filter(seat.side, ANY, ANY), rank, 1) == 1:
            take(world)
            settle(world)
            seat.orders += 1

    return step


Proceed = Kernel[[World, Seat, int, int, bool], bool]


@specialised
def proceeding(
    begin: Kernel[[World, int, int, bool], None],
    step: Kernel[[World, Seat], None],
    reply: Kernel[[World, int, int, int], None],
) -> Proceed:
    """Begin a game or take an order of it, and let policies answer for the sides that they play.

    Whether no step had a fault; the seat tells it.
    """

    @kernel
    def proceed(world: World, seat: Seat, task: int, players: int, starts: bool) -> bool:
        notes = world.notes[0]
        notes.fault = NO_FAULT
        if task == RESET:
            seat.orders = 0
            begin(world, seat.key_low, seat.key_high, starts)
        else:
            step(world, seat)
        reply(world, players, seat.key_low, seat.key_high)
        seat.fault = notes.fault
        seat.fault_number = notes.fault_number
        return notes.fault == NO_FAULT

    return proceed


@specialised
def advance_entry(proceed: Proceed, look: Kernel[[World, Seat], None]) -> Entry[..., int]:
    """Do what each seat asks for; how many faults there were.

    A game whose step has a fault stands as before it. One that could not begin has no side to move.
    """

    @entry
    def advance(
        arenas: Arena,
        derived: Arena,
        desks: Arena,
        seats: Arena,
        first: int,
        end: int,
        desk: int,
        spare: int,
        start: int,
        starts: bool,
        players: int,
    ) -> int:
        faults = 0
        for game in range(first, end):
            seat = seat_of(seats, game)[0]
            task = seat.task
            seat.task = IDLE
            if task == IDLE or (task == STEP and seat.legal < 1):
                continue
            copy_rows(arenas, derived, start if task == RESET else game, game if task == RESET else spare)
            world = open_world(arenas, derived, desks, game, desk)
            if proceed(world, seat, task, players, starts):
                look(world, seat)
                continue
            faults += 1
            if task == RESET:
                seat.side = NOBODY
                seat.legal = 0
            else:
                seat.orders -= 1
                copy_rows(arenas, derived, spare, game)
        return faults

    return advance


@specialised
def hide_games_entry(hide: Kernel[[World, int], None]) -> Entry[..., None]:
    """Hide from each of copied games what a family keeps from the side to move at its seat."""

    @entry
    def hide_games(arenas: Arena, derived: Arena, desks: Arena, seats: Arena, first: int, end: int, desk: int) -> None:
        for game in range(first, end):
            side = seat_of(seats, game)[0].side
            if side != NOBODY:
                hide(open_world(arenas, derived, desks, game, desk), side)

    return hide_games


def advancer(game: Game, policies: Sequence[Policy]) -> Entry[..., int]:
    """The entry that advances batches under the rules of a game, in which these policies can play."""
    pipeline = game.pipeline
    proceed = proceeding(
        beginning(pipeline.settle_kernel),
        stepping(pipeline.list_legal, pipeline.take_kernel, pipeline.settle_kernel),
        replying(asking_of(game, policies), pipeline.take_kernel, pipeline.settle_kernel),
    )
    made: Entry[..., int] = advance_entry(proceed, looking(pipeline.count_legal))
    return made
