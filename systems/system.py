"""What a system is: a place in the pass, the order kinds it owns, and five kernels that share one evaluation."""

from __future__ import annotations

from dataclasses import dataclass

from enfilade.core.engine.kernel import Kernel, kernel
from enfilade.core.orders.kinds import Kind
from enfilade.core.state.messages import OrderRecord
from enfilade.core.state.world import World

COMMAND = 1
DISRUPTION = 2
MOVEMENT = 3
FIRE = 4
CRUSH = 5
SEQUENCE = 6
PLACES = {
    "command": COMMAND,
    "disruption": DISRUPTION,
    "movement": MOVEMENT,
    "fire": FIRE,
    "crush": CRUSH,
    "sequence": SEQUENCE,
}
"""Places in a pass, in order; the number is what ``clock.phase`` holds when it is that system's turn."""

Advance = Kernel[[World], None]
Check = Kernel[[World, OrderRecord], None]
Count = Kernel[[World, int, int, int], int]
Member = Kernel[[World, int, int, int, int, OrderRecord], None]
Apply = Kernel[[World, OrderRecord], None]


@kernel
def no_advance(world: World) -> None:
    """Nothing happens."""


@kernel
def no_check(world: World, order: OrderRecord) -> None:
    """Nothing is found."""


@kernel
def no_count(world: World, side: int, unit: int, kind: int) -> int:
    """No order is legal."""
    return 0


@kernel
def no_member(world: World, side: int, unit: int, kind: int, index: int, out: OrderRecord) -> None:
    """There is no such order."""


@kernel
def no_apply(world: World, order: OrderRecord) -> None:
    """Nothing is done."""


@dataclass(frozen=True)
class System:
    """Rules at one place of the pass.

    Attributes:
        name: for messages, such as ``drill.movement``.
        place: one of ``PLACES``.
        kinds: the order kinds it owns.
        advance: does one thing (one grid entered, one shot decided); called only in its own phase.
        check: appends a finding for everything that forbids the order.
        count: how many legal orders of a kind a unit has (unit -1: the side itself).
        member: writes the legal order with that index, in canonical order, into ``out`` (kind, side and unit are set).
        apply: carries out a well-formed order; it need not be legal, but must end.
    """

    name: str
    place: str
    kinds: tuple[Kind, ...] = ()
    advance: Advance = no_advance
    check: Check = no_check
    count: Count = no_count
    member: Member = no_member
    apply: Apply = no_apply

    def __post_init__(self) -> None:
        if self.place not in PLACES:
            raise ValueError(f"system {self.name!r} wants place {self.place!r}, expected one of {', '.join(PLACES)}")

    @property
    def phase(self) -> int:
        """The value of ``clock.phase`` at which it is this system's turn."""
        return PLACES[self.place]
