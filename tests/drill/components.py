"""What the drill keeps beyond the engine's own records: three tables of its own and a derived one."""

from __future__ import annotations

from typing import NamedTuple

from enfilade.authoring import (
    EXTENSION_SLOT,
    Block,
    Record,
    Scenario,
    Table,
    TableSpec,
    World,
    count_of,
    flag,
    i8,
    i16,
    kernel,
    start_of,
    table,
)

SOLDIERS = EXTENSION_SLOT
PARTIES = EXTENSION_SLOT + 1
ROUND = EXTENSION_SLOT + 2
OCCUPANTS = EXTENSION_SLOT + 3


class Soldier(Record):
    """What the drill adds to a unit, in the same slot."""

    power: i16  # dice of its shot
    allowance: i16  # steps of its move
    shaken: flag
    fired: flag  # has used its shot in this round


class Party(Record):
    """What the drill knows of a side."""

    units: i16  # left in play
    tokens: i16
    bid: i8  # in this round, -1 none yet
    hurry: i16  # added to allowances in this round
    drew: flag
    passed: flag


class Round(Record):
    """Where the round stands."""

    stage: i16  # NEW_ROUND, BIDS_MADE or TURNS
    began: i8  # side that began the latest round
    last: i16  # number of the last round
    rallying: i8  # side whose units recover, -1 none


class Occupant(Record):
    """Derived: the unit on a square, -1 none."""

    unit: i16


SOLDIER_DTYPE = Soldier.dtype
PARTY_DTYPE = Party.dtype
ROUND_DTYPE = Round.dtype
OCCUPANT_DTYPE = Occupant.dtype


class Drill(NamedTuple):
    """The drill's own tables of one game."""

    soldiers: Table[Soldier]  # (units,)
    parties: Table[Party]  # (sides,)
    round: Table[Round]  # (1,)
    occupants: Table[Occupant]  # (height * width,), row by row


def drill_tables(scenario: Scenario) -> list[TableSpec]:
    """The extension tables of a scenario: of its units, its sides and its squares."""
    width, height = scenario.board_size()
    return [
        TableSpec("drill_soldiers", SOLDIERS, Block.WORLD, Soldier, len(scenario.units), per_unit=True),
        TableSpec("drill_parties", PARTIES, Block.WORLD, Party, len(scenario.sides)),
        TableSpec("drill_round", ROUND, Block.WORLD, Round, 1),
        TableSpec("drill_occupants", OCCUPANTS, Block.DERIVED, Occupant, width * height),
    ]


@kernel
def open_drill(world: World) -> Drill:
    """The drill's tables of a game."""
    layout = world.layout
    return Drill(
        table(world.data, start_of(layout, SOLDIERS), count_of(layout, SOLDIERS), SOLDIER_DTYPE),
        table(world.data, start_of(layout, PARTIES), count_of(layout, PARTIES), PARTY_DTYPE),
        table(world.data, start_of(layout, ROUND), 1, ROUND_DTYPE),
        table(world.derived, start_of(layout, OCCUPANTS), count_of(layout, OCCUPANTS), OCCUPANT_DTYPE),
    )
