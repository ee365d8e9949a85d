"""The policy that takes the order worth most at once, by exact odds, in compiled code.

Of the legal orders some are listed, by what they promise the best of these are tried on a draft of the game, in which
what the side does not know is hidden. What an order leads to is judged by the family's ``Worth``; where it rolls dice,
over all outcomes by their chances. After a move without dice the attacks that the same unit may make are tried as well.
The policy thinks neither of replies nor of what its side does not see, and never uses the game's dice.
"""

from __future__ import annotations

from typing import NamedTuple

from enfilade.components.record import Arena
from enfilade.core.engine.kernel import Entry, Kernel, entry, kernel, specialised
from enfilade.core.engine.philox import MASK_32, Words, philox
from enfilade.core.engine.uniform import uniform
from enfilade.core.orders.standing import kind_index
from enfilade.core.state.draft import (
    HAND,
    KNOWN,
    LISTED,
    LISTED_MAX,
    SEQUEL,
    TRIAL,
    beside,
    choices_of,
    copy_draft_order,
    copy_game,
    copy_order,
    draft_of,
    draft_order,
    keep_rolls,
    put_rolls_back,
)
from enfilade.core.state.messages import NOBODY, OrderRecord
from enfilade.core.state.notes import KEYED, NO_FAULT
from enfilade.core.state.observe import hide_in_draft
from enfilade.core.state.odometer import begin_outcomes, next_outcome, share_of_rolls
from enfilade.core.state.world import World, open_world
from enfilade.systems.family import Family
from enfilade.systems.game import Game
from enfilade.systems.legal import ANY, CountLegal, Filter, ListLegal, owes
from enfilade.systems.pipeline import Pipeline
from enfilade.systems.worth import Standing, Survey, Tally, attitude

from .policies import Choose, Policy, asked_side

GREEDY_STREAM = 0x0B077
SAMPLE_STREAM = 0x0B078

MOVES_TRIED = 8
"""Orders with a place that are tried: the most promising, of each unit one in each block of places."""
BLOCK = 3
"""Places across a block: a large grid."""
ATTACKS_TRIED = 8
ATTACK_GAIN = 1
"""An attack at once is worth so much more than the same one after a move that gains nothing."""
OTHERS_TRIED = 8
SEQUELS_TRIED = 3
"""Attacks that are tried after a move of the same unit."""
MOVES, ATTACKS, OTHERS, SEQUELS = 0, 8, 16, 24
"""Where the choices of each sort begin."""
CHOSEN_MAX = SEQUELS
ALL_LISTED = 32
"""Where there are more legal orders than this, they are listed unit by unit."""
UNITS_LISTED = 32
"""After so many no further units' orders are listed, unless none of them promises anything."""
LOOKED_AT_MAX = 4096
"""Orders of one decision that are looked at."""
ATTACKS_LISTED = 64
OUTCOMES_MAX = 64
"""Outcomes of an order's dice that are weighed; where there are more, ``SAMPLES`` rolls of the policy's own are."""
SAMPLES = 16
PARTS_BITS = 10
PARTS = 1 << PARTS_BITS
"""Worth is compared in these parts of one."""
NOTHING = -(1 << 62)
"""What an empty choice promises and is worth."""
COUNT_MAX = 1 << 32


class Player(NamedTuple):
    """Who chooses: a side, by the halves of a policy's key."""

    side: int
    key_low: int
    key_high: int


# Which orders come into question.


@kernel
def clear_choices(world: World, first: int, count: int) -> None:
    """Forget the choices from ``first`` on."""
    choices = choices_of(world)
    for index in range(first, first + count):
        choices[index].promise = NOTHING
        choices[index].worth = NOTHING


@kernel
def same_block(one: OrderRecord, other: OrderRecord) -> bool:
    """Whether two orders bring one unit into one block of places."""
    if one.unit != other.unit or one.x // BLOCK != other.x // BLOCK:
        return False
    return one.y // BLOCK == other.y // BLOCK


@kernel
def rival(world: World, order: OrderRecord, first: int, count: int, blocks: bool) -> int:
    """The choice that an order would have to beat: one in its block, or else the least promising, the last of these."""
    choices = choices_of(world)
    least = first
    for index in range(first, first + count):
        if blocks and choices[index].promise > NOTHING and same_block(order, draft_order(world, 1 + index)):
            return index
        if choices[index].promise <= choices[least].promise:
            least = index
    return least


@kernel
def suggest(world: World, listed: int, promise: int, first: int, count: int, blocks: bool) -> None:
    """Make one of the drafts' orders a choice if it promises more than one of ``count`` choices from ``first`` on."""
    index = rival(world, draft_order(world, listed), first, count, blocks)
    choice = choices_of(world)[index]
    if promise > choice.promise:
        choice.promise = promise
        copy_draft_order(world, listed, 1 + index)


@kernel
def weakness(world: World, target: int) -> int:
    """Targets that are nearly lost promise most."""
    slot = world.units[target]
    return -2 * slot.status.steps - (0 if slot.condition.disrupted else 1)


@kernel
def least_promise(world: World, first: int, count: int) -> int:
    """What the least promising of ``count`` choices from ``first`` on promises."""
    choices = choices_of(world)
    least = choices[first].promise
    for index in range(first + 1, first + count):
        least = min(least, choices[index].promise)
    return least


@kernel
def sort_other(world: World, listed: int) -> None:
    """Make a listed order that is no move a choice of its sort, if it is worth trying."""
    order = draft_order(world, listed)
    if world.kinds[kind_index(world, order.kind)].needs_target:
        suggest(world, listed, weakness(world, order.target), ATTACKS, ATTACKS_TRIED, False)
    else:
        suggest(world, listed, 0, OTHERS, OTHERS_TRIED, False)


@kernel
def is_move(world: World, order: OrderRecord) -> bool:
    """Whether an order brings a unit to a place and attacks nothing."""
    kind = world.kinds[kind_index(world, order.kind)]
    return kind.needs_unit and kind.has_place and not kind.needs_target


@specialised
def sorting(survey: Survey, standing: Standing) -> Kernel[[World, int, int], int]:
    """Make the best of the listed orders choices; the most that one of the moves promises.

    A move promises what its unit stands better by for the side: an enemy's unit the worse the better.
    """

    @kernel
    def sort(world: World, count: int, side: int) -> int:
        best = floor = 0
        before = NOTHING
        unit = kind = NOBODY
        towards = 1
        moves = False
        for listed in range(LISTED, LISTED + count):
            order = draft_order(world, listed)
            if order.unit != unit or order.kind != kind:
                unit, kind = order.unit, order.kind
                moves = is_move(world, order)
                floor = least_promise(world, MOVES, MOVES_TRIED)
                if moves:
                    slot = world.units[unit]
                    towards = attitude(world, side, slot.allegiance.side)
                    survey(world, slot.allegiance.side)
                    before = standing(world, unit, slot.position.x, slot.position.y, slot.facing.direction)
            if moves:
                promise = towards * (standing(world, unit, order.x, order.y, order.direction) - before)
                if promise > floor:
                    suggest(world, listed, promise, MOVES, MOVES_TRIED, True)
                    floor = least_promise(world, MOVES, MOVES_TRIED)
                    best = max(best, promise)
            else:
                sort_other(world, listed)
        return best

    return sort


@specialised
def looking(list_legal: ListLegal, sort: Kernel[[World, int, int], int]) -> Kernel[[World, int, int, int, int], int]:
    """Look at so many orders of a unit and a kind; the most that one of the moves among them promises."""

    @kernel
    def look(known: World, side: int, unit: int, kind: int, count: int) -> int:
        listing = draft_of(known, KNOWN, LISTED, LISTED_MAX)
        best = 0
        for start in range(0, min(count, LOOKED_AT_MAX), LISTED_MAX):
            room = min(LISTED_MAX, count - start)
            found = list_legal(listing, Filter(side, unit, kind), start, room)
            best = max(best, sort(known, found, side))
        return best

    return look


@specialised
def gathering(count_legal: CountLegal, look: Kernel[[World, int, int, int, int], int]) -> Kernel[[World, int], None]:
    """Fill the choices: from all legal orders, or unit by unit until enough moves are seen and one promises something.

    Attacks of all units and the orders of the side itself are looked at in any case.
    """

    @kernel
    def gather(known: World, side: int) -> None:
        clear_choices(known, 0, CHOSEN_MAX)
        count = count_legal(known, Filter(side, ANY, ANY), COUNT_MAX)
        if count <= ALL_LISTED:
            look(known, side, ANY, ANY, count)
            return
        looked_at = best = 0
        for unit in range(len(known.units)):
            if looked_at < UNITS_LISTED or (best <= 0 and looked_at < LOOKED_AT_MAX):
                count = count_legal(known, Filter(side, unit, ANY), COUNT_MAX)
                best = max(best, look(known, side, unit, ANY, count))
                looked_at += count
        look(known, side, len(known.units), ANY, ATTACKS_LISTED)
        clear_choices(known, ATTACKS, ATTACKS_TRIED)
        for index in range(known.rules[0].kinds):
            if known.kinds[index].needs_target:
                look(known, side, ANY, known.kinds[index].number, ATTACKS_LISTED)

    return gather


# What they are worth.


@specialised
def trying(take: Kernel[[World], int], settle: Kernel[[World], int]) -> Kernel[[World, World, int], bool]:
    """Take a choice on a draft, from another position; whether it could be finished."""

    @kernel
    def attempt(base: World, draft: World, choice: int) -> bool:
        copy_game(base, draft)
        copy_draft_order(draft, 1 + choice, HAND)
        take(draft)
        settle(draft)
        return draft.notes[0].fault == NO_FAULT

    return attempt


Attempt = Kernel[[World, World, int], bool]
Expect = Kernel[[World, World, int, Player], int]


@specialised
def sampling(attempt: Attempt, tally: Tally) -> Expect:
    """What a choice leads to, weighed after some rolls of the policy's own dice, in parts."""

    @kernel
    def sample(base: World, draft: World, choice: int, player: Player) -> int:
        low, high = base.clock[0].key_low, base.clock[0].key_high
        total = 0
        for number in range(SAMPLES):
            counter = Words(number, base.clock[0].step & MASK_32, SAMPLE_STREAM, 0)
            key = philox(counter, player.key_low, player.key_high)
            base.clock[0].key_low = key.first
            base.clock[0].key_high = key.second
            draft.notes[0].source = KEYED
            attempt(base, draft, choice)
            total += tally(draft, player.side) * PARTS
        base.clock[0].key_low = low
        base.clock[0].key_high = high
        return total // SAMPLES

    return sample


@specialised
def expecting(attempt: Attempt, tally: Tally, sample: Expect) -> Expect:
    """What a choice leads to, weighed by the chances of its outcomes, in parts; the first one stands on the draft."""

    @kernel
    def expect(base: World, draft: World, choice: int, player: Player) -> int:
        total = shares = 0
        for _ in range(OUTCOMES_MAX):
            share = share_of_rolls(draft)
            total += share * tally(draft, player.side)
            shares += share
            if not next_outcome(draft):
                return total // max(shares >> PARTS_BITS, 1)
            attempt(base, draft, choice)
        return sample(base, draft, choice, player)

    return expect


@kernel
def goes_on(draft: World, choice: int, side: int) -> bool:
    """Whether the unit of a choice that was taken may still do something, and that is for the same side to say."""
    clock = draft.clock[0]
    if clock.over or clock.unit == NOBODY or not owes(draft, side):
        return False
    return clock.unit == draft_order(draft, 1 + choice).unit


@specialised
def following(
    list_legal: ListLegal, attempt: Attempt, tally: Tally, expect: Expect
) -> Kernel[[World, World, Player], int]:
    """The most that a position is worth in which a unit may go on: as it is, or after its best attack; in parts."""

    @kernel
    def follow(trial: World, sequel: World, player: Player) -> int:
        listing = draft_of(trial, TRIAL, LISTED, LISTED_MAX)
        clear_choices(trial, SEQUELS, SEQUELS_TRIED)
        for index in range(list_legal(listing, Filter(player.side, ANY, ANY), 0, ATTACKS_LISTED)):
            order = draft_order(trial, LISTED + index)
            if trial.kinds[kind_index(trial, order.kind)].needs_target:
                promise = weakness(trial, order.target)
                suggest(trial, LISTED + index, promise, SEQUELS, SEQUELS_TRIED, False)
        best = tally(trial, player.side) * PARTS
        for choice in range(SEQUELS, SEQUELS + SEQUELS_TRIED):
            if choices_of(trial)[choice].promise > NOTHING:
                begin_outcomes(sequel)
                if attempt(trial, sequel, choice):
                    best = max(best, expect(trial, sequel, choice, player))
        return best

    return follow


@kernel
def kept_promise(known: World, trial: World, choice: int) -> int:
    """What a move has promised: nothing good when its unit has not come to its end. An attack promises hardly more."""
    if choice >= ATTACKS:
        return int(choice < OTHERS) * ATTACK_GAIN
    order = draft_order(known, 1 + choice)
    slot = trial.units[order.unit]
    has_come = slot.status.alive and slot.position.x == order.x and slot.position.y == order.y
    promise = choices_of(known)[choice].promise
    return promise if has_come else min(promise, 0)


@specialised
def valuing(
    attempt: Attempt, tally: Tally, expect: Expect, follow: Kernel[[World, World, Player], int]
) -> Kernel[[World, int, Player], int]:
    """What a choice is worth, in parts: what the side then has, and how its unit stands.

    One that cannot be finished on the draft changes nothing but that.
    """

    @kernel
    def value(known: World, choice: int, player: Player) -> int:
        trial = draft_of(known, TRIAL, HAND, 1)
        begin_outcomes(trial)
        if not attempt(known, trial, choice):
            return tally(known, player.side) * PARTS
        stands = kept_promise(known, trial, choice) * PARTS
        if trial.notes[0].rolls > 0:
            return stands + expect(known, trial, choice, player)
        if goes_on(trial, choice, player.side):
            return stands + follow(trial, draft_of(known, SEQUEL, HAND, 1), player)
        return stands + tally(trial, player.side) * PARTS

    return value


# Which one it is.


@kernel
def best_choice(world: World, player: Player) -> int:
    """The choice that is worth most, drawn among equal ones; -1 when there is none."""
    choices = choices_of(world)
    best = NOTHING
    equal = 0
    for index in range(CHOSEN_MAX):
        if choices[index].worth > best:
            best = choices[index].worth
            equal = 0
        equal += int(choices[index].worth == best and best > NOTHING)
    if equal == 0:
        return NOBODY
    counter = Words(0, world.clock[0].step & MASK_32, GREEDY_STREAM, 0)
    left = uniform(counter, player.key_low, player.key_high, equal)
    for index in range(CHOSEN_MAX):
        if choices[index].worth == best:
            if left == 0:
                return index
            left -= 1
    return NOBODY


@kernel
def is_same(one: OrderRecord, other: OrderRecord) -> bool:
    """Whether two listed orders of one unit and kind are the same; such orders name no path."""
    if one.target != other.target or one.x != other.x or one.y != other.y or one.number != other.number:
        return False
    if one.direction != other.direction or one.companion_count != other.companion_count:
        return False
    for index in range(one.companion_count):
        if one.companions[index] != other.companions[index]:
            return False
    return True


IsLegal = Kernel[[World, int, int], bool]


@specialised
def finding(list_legal: ListLegal) -> IsLegal:
    """Whether a choice is among the legal orders of the game itself, which may be fewer than the side knows."""

    @kernel
    def is_legal(world: World, choice: int, side: int) -> bool:
        listing = beside(world, LISTED, LISTED_MAX)
        order = draft_order(world, 1 + choice)
        unit = len(world.units) if order.unit == NOBODY else order.unit
        for start in range(0, LOOKED_AT_MAX, LISTED_MAX):
            count = list_legal(listing, Filter(side, unit, order.kind), start, LISTED_MAX)
            for index in range(count):
                if is_same(order, draft_order(world, LISTED + index)):
                    return True
            if count < LISTED_MAX:
                return False
        return False

    return is_legal


@specialised
def settling_on(
    list_legal: ListLegal, is_legal: Kernel[[World, int, int], bool]
) -> Kernel[[World, Player, bool], bool]:
    """Put the best choice into the hand: where units are unknown, the best one that is legal in the game itself.

    When no choice is, the first legal order is taken instead.
    """

    @kernel
    def settle_on(world: World, player: Player, is_blind: bool) -> bool:
        for _ in range(CHOSEN_MAX):
            choice = best_choice(world, player)
            if choice == NOBODY:
                break
            if not is_blind or is_legal(world, choice, player.side):
                copy_order(draft_order(world, 1 + choice), world.orders[0])
                return True
            choices_of(world)[choice].worth = NOTHING
        return list_legal(world, Filter(player.side, ANY, ANY), 0, 1) == 1

    return settle_on


@specialised
def choosing(
    gather: Kernel[[World, int], None],
    value: Kernel[[World, int, Player], int],
    settle_on: Kernel[[World, Player, bool], bool],
    hide: Kernel[[World, int], None],
    rebuild: Kernel[[World], None],
) -> Choose:
    """Look at what the side knows, try what promises most, and take the best."""

    @kernel
    def choose(world: World, side: int, key_low: int, key_high: int) -> bool:
        player = Player(asked_side(world, side), key_low, key_high)
        keep_rolls(world)
        known = draft_of(world, KNOWN, HAND, 1)
        copy_game(world, known)
        is_blind = hide_in_draft(known, player.side)
        hide(known, player.side)
        rebuild(known)
        gather(known, player.side)
        for choice in range(CHOSEN_MAX):
            if choices_of(known)[choice].promise > NOTHING:
                choices_of(known)[choice].worth = value(known, choice, player)
        put_rolls_back(world)
        return settle_on(world, player, is_blind)

    return choose


def greedy_choice(pipeline: Pipeline, family: Family) -> Choose:
    """The kernel of ``greedy`` for the rules that a pipeline joins."""
    worth = family.worth
    attempt = trying(pipeline.take_kernel, pipeline.settle_kernel)
    expect = expecting(attempt, worth.tally, sampling(attempt, worth.tally))
    follow = following(pipeline.list_legal, attempt, worth.tally, expect)
    look = looking(pipeline.list_legal, sorting(worth.survey, worth.standing))
    made: Choose = choosing(
        gathering(pipeline.count_legal, look),
        valuing(attempt, worth.tally, expect, follow),
        settling_on(pipeline.list_legal, finding(pipeline.list_legal)),
        family.hide,
        family.rebuild,
    )
    return made


GREEDY = Policy("greedy", greedy_choice)


@specialised
def choose_entry(choose: Choose) -> Entry[..., bool]:
    """A policy's choice for one game, for a bot in Python."""

    @entry
    def choose_order(
        arenas: Arena, derived: Arena, desks: Arena, game: int, desk: int, side: int, key_low: int, key_high: int
    ) -> bool:
        return choose(open_world(arenas, derived, desks, game, desk), side, key_low, key_high)

    return choose_order


def greedy_entry(game: Game) -> Entry[..., bool]:
    """The entry of ``greedy`` for the rules of a game."""
    made: Entry[..., bool] = choose_entry(greedy_choice(game.pipeline, game.family))
    return made
