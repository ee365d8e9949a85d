"""Whole games in one compiled loop: ask the policy of the side, take its order, pass until the next decision.

The loop is the second driver of the rules; the first is ``Battle.step``. Both call the same kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enfilade.components.record import Arena
from enfilade.core.engine.arena import row, vector
from enfilade.core.engine.kernel import Entry, Kernel, entry, kernel, specialised
from enfilade.core.state.fault import fail
from enfilade.core.state.notes import NO_FAULT, NO_LEGAL_ORDER
from enfilade.core.state.world import World, open_world
from enfilade.systems.game import Game
from enfilade.systems.legal import ANY, owes
from enfilade.systems.pipeline import begin_step

from .policies import DRAWN, Choose, Policy, asked_side, choose_rank
from .seats import WORD_BYTES, new_seats, seat_of, seat_records

PLAYER_BITS = 4
OUTSIDE = (1 << PLAYER_BITS) - 1
"""Instead of the number of a policy: the side gets its orders from outside the loop."""
PLAYERS_MAX = OUTSIDE
"""Policies of one loop at most."""
ORDERS_MAX = 1 << 30
"""Orders of one call and game at most."""
GOES_ON = -1
"""Instead of the row of a first position: games are played on from where they stand."""

Ask = Kernel[[World, int, int, int], bool]
"""Puts the order of the side that owes the decision in hand; parameters: world, players, key_low, key_high."""
Answer = Kernel[[World, int, int, int, int], bool]
"""As ``Choose``, by the policy of a number that comes after the world."""
PlayOn = Kernel[[World, int, int, int, int], int]
"""Plays a game on; parameters: world, players, key_low, key_high, orders at most. How many orders were taken."""


@kernel
def no_answer(world: World, number: int, side: int, key_low: int, key_high: int) -> bool:
    """No policy has this number."""
    return False


@specialised
def answer_or_rest(number: int, choose: Choose, rest: Answer) -> Answer:
    """The policy of one number, or the others."""

    @kernel
    def chained(world: World, asked: int, side: int, key_low: int, key_high: int) -> bool:
        if asked == number:
            return choose(world, side, key_low, key_high)
        return rest(world, asked, side, key_low, key_high)

    return chained


@kernel
def player_of(players: int, side: int) -> int:
    """The number of the policy that plays a side: four bits of ``players`` for each side, from the lowest on."""
    return (players >> (PLAYER_BITS * side)) & OUTSIDE


@kernel
def plays_all_that_owe(world: World, players: int, number: int) -> bool:
    """Whether one policy plays every side that owes the decision."""
    for side in range(world.rules[0].sides):
        if owes(world, side) and player_of(players, side) != number:
            return False
    return True


@specialised
def asking(answer: Answer) -> Ask:
    """Ask the policy of the side that owes the decision for an order; of several sides the first.

    Where one policy plays all of several sides that owe it, it may answer for any of them.
    """

    @kernel
    def ask(world: World, players: int, key_low: int, key_high: int) -> bool:
        clock = world.clock[0]
        side = asked_side(world, ANY)
        number = player_of(players, side)
        if clock.owes & (clock.owes - 1) != 0 and plays_all_that_owe(world, players, number):
            side = ANY
        return answer(world, number, side, key_low, key_high)

    return ask


@specialised
def playing(ask: Ask, take: Kernel[[World], int], settle: Kernel[[World], int]) -> PlayOn:
    """Play a game on until it is over, a step has a fault, or so many orders are taken.

    Where no order answers the decision nothing is taken, and that is the fault.
    """

    @kernel
    def play_on(world: World, players: int, key_low: int, key_high: int, orders: int) -> int:
        clock = world.clock[0]
        notes = world.notes[0]
        notes.fault = NO_FAULT
        taken = 0
        while taken < orders and not clock.over and notes.fault == NO_FAULT:
            if ask(world, players, key_low, key_high):
                take(world)
                settle(world)
                taken += 1
            else:
                fail(world, NO_LEGAL_ORDER, clock.decision)
        return taken

    return play_on


@specialised
def replying(
    ask: Ask, take: Kernel[[World], int], settle: Kernel[[World], int]
) -> Kernel[[World, int, int, int], None]:
    """Let policies answer until the side to move, of several the first, gets its orders from outside."""

    @kernel
    def reply(world: World, players: int, key_low: int, key_high: int) -> None:
        clock = world.clock[0]
        notes = world.notes[0]
        for _ in range(ORDERS_MAX):
            if clock.over or notes.fault != NO_FAULT or player_of(players, asked_side(world, ANY)) == OUTSIDE:
                return
            if ask(world, players, key_low, key_high):
                take(world)
                settle(world)
            else:
                fail(world, NO_LEGAL_ORDER, clock.decision)

    return reply


@kernel
def copy_row(arenas: Arena, source: int, target: int) -> None:
    """Copy one row of an arena over another."""
    words = arenas.shape[1] // WORD_BYTES
    read = vector(row(arenas, source), 0, words)
    written = vector(row(arenas, target), 0, words)
    for index in range(words):
        written[index] = read[index]


@kernel
def copy_rows(arenas: Arena, derived: Arena, source: int, target: int) -> None:
    """Copy the rows of one game over those of another."""
    copy_row(arenas, source, target)
    copy_row(derived, source, target)


@specialised
def beginning(settle: Kernel[[World], int]) -> Kernel[[World, int, int, bool], None]:
    """Give a game in its first position a dice key, and run the passes before the first order if it has any."""

    @kernel
    def begin(world: World, key_low: int, key_high: int, starts: bool) -> None:
        clock = world.clock[0]
        clock.key_low = key_low
        clock.key_high = key_high
        begin_step(world)
        clock.step -= 1
        if starts:
            settle(world)

    return begin


@specialised
def play_entry(play_on: PlayOn, begin: Kernel[[World, int, int, bool], None]) -> Entry[..., int]:
    """Play games to their ends, one after another; how many orders were taken.

    Each takes its keys from its seat, and leaves there how many orders it took and the fault that ended it. With a
    row of a first position every game begins there, with its seat's key for its dice as well.
    """

    @entry
    def play(
        arenas: Arena,
        derived: Arena,
        desks: Arena,
        seats: Arena,
        first: int,
        end: int,
        desk: int,
        start: int,
        starts: bool,
        players: int,
        orders: int,
    ) -> int:
        total = 0
        for game in range(first, end):
            seat = seat_of(seats, game)[0]
            seat.orders = 0
            if start != GOES_ON:
                copy_rows(arenas, derived, start, game)
            world = open_world(arenas, derived, desks, game, desk)
            notes = world.notes[0]
            notes.fault = NO_FAULT
            if start != GOES_ON:
                begin(world, seat.key_low, seat.key_high, starts)
            if notes.fault == NO_FAULT:
                seat.orders = play_on(world, players, seat.key_low, seat.key_high, orders)
            seat.fault = notes.fault
            seat.fault_number = notes.fault_number
            total += seat.orders
        return total

    return play


@specialised
def ask_entry(ask: Ask) -> Entry[..., bool]:
    """Put the order in hand that the loop would take next; whether there is one."""

    @entry
    def ask_player(
        arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, players: int, key_low: int, key_high: int
    ) -> bool:
        return ask(open_world(arenas, derived, desks, game, desk), players, key_low, key_high)

    return ask_player


def asking_of(game: Game, policies: Sequence[Policy]) -> Ask:
    """What asks these policies for an order under the rules of a game; each has its place among them as its number.

    Raises:
        ValueError: there are more policies than a loop has numbers for.
    """
    if len(policies) > PLAYERS_MAX:
        raise ValueError(f"{len(policies)} policies in one loop, expected at most {PLAYERS_MAX}")
    answer: Answer = no_answer
    for number, policy in reversed(list(enumerate(policies))):
        answer = answer_or_rest(number, policy.make(game.pipeline, game.family), answer)
    made: Ask = asking(answer)
    return made


def player(game: Game, policies: Sequence[Policy] = DRAWN) -> Entry[..., int]:
    """The loop for the rules of a game, in which these policies can play."""
    pipeline = game.pipeline
    play_on = playing(asking_of(game, policies), pipeline.take_kernel, pipeline.settle_kernel)
    made: Entry[..., int] = play_entry(play_on, beginning(pipeline.settle_kernel))
    return made


def asker(game: Game, policies: Sequence[Policy] = DRAWN) -> Entry[..., bool]:
    """What the loop of these policies begins each step with, for whoever takes the order elsewhere."""
    made: Entry[..., bool] = ask_entry(asking_of(game, policies))
    return made


def packed_players(numbers: Sequence[int]) -> int:
    """The numbers of the policies that play the sides, sides in order, as the loop is told of them."""
    return sum(number << PLAYER_BITS * side for side, number in enumerate(numbers))


def play_orders(game: Game, loop: Entry[..., int], key: int, orders: int, players: int = 0) -> int:
    """Play a game on with the key's dice, with whatever code is loaded.

    Args:
        game: played on from where it stands.
        loop: from ``player``, for the rules of this game.
        key: 64 bits for the policies.
        orders: at most.
        players: from ``packed_players``.

    Returns:
        How many orders were taken.

    Raises:
        StepFault: a step could not be finished.
    """
    seats = new_seats(1)
    seat = seat_records(seats)
    seat["key_low"], seat["key_high"] = key & 0xFFFFFFFF, key >> 32
    game.give_dice(())
    taken = loop(*game.places[:3], seats, 0, 1, 0, GOES_ON, False, players, orders)
    game.raise_fault()
    return taken


def take_random_orders(game: Game, key: int, steps: int = ORDERS_MAX) -> int:
    """Play a game with orders drawn from all legal ones and the key's dice, with whatever code is loaded.

    Args:
        game: played on from where it stands.
        key: 64 bits; the same key draws the same orders.
        steps: orders at most.

    Returns:
        How many were taken.

    Raises:
        StepFault: a step could not be finished.
    """
    return play_orders(game, player(game), key, steps)


def loop_entries(game: Game) -> tuple[Entry[..., Any], ...]:
    """Every entry that headless games need."""
    return (player(game), choose_rank)
