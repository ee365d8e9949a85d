"""The legal orders of a position as a sequence: counted and picked by rank, listed only when someone iterates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

import msgspec

from enfilade.core.orders.said import Order, OrderError, order_of
from enfilade.core.state.messages import ORDERS_MAX
from enfilade.systems.legal import ANY

if TYPE_CHECKING:
    from .battle import Battle


class StaleOrders(RuntimeError):
    """The game has moved on since these legal orders were asked for."""


class Legal(Sequence[Order]):
    """Legal orders in canonical order: owing side, unit by slot, kind by number, then the kind's own order.

    Orders of a side itself come after those of its units. The sequence belongs to one position; once the game has
    moved on, using it raises ``StaleOrders``.
    """

    def __init__(self, battle: Battle, side: int = ANY, unit: int = ANY, kind: int = ANY) -> None:
        """Look at the orders of a battle that pass a filter."""
        self._battle = battle
        self._version = battle.version
        self._filter = (side, unit, kind)

    def of(self, unit: str) -> Legal:
        """Those given to one unit.

        Raises:
            OrderError: no unit has this name.
        """
        side, _, kind = self._filter
        return self._narrowed(side, self._battle.names.slot(unit, unit), kind)

    def where(self, kind: str) -> Legal:
        """Those of one kind.

        Raises:
            OrderError: there is no such kind.
        """
        side, unit, _ = self._filter
        return self._narrowed(side, unit, self._battle.names.kind(kind, kind).number)

    def by(self, side: str) -> Legal:
        """Those of one side.

        Raises:
            OrderError: no side has this name.
        """
        _, unit, kind = self._filter
        return self._narrowed(self._battle.side_number(side), unit, kind)

    def _narrowed(self, side: int, unit: int, kind: int) -> Legal:
        """The orders of the same position that pass a filter."""
        self._refuse_stale()
        return Legal(self._battle, side, unit, kind)

    def __len__(self) -> int:
        self._refuse_stale()
        return self._battle.game.count(*self._filter)

    @overload
    def __getitem__(self, rank: int) -> Order: ...

    @overload
    def __getitem__(self, rank: slice) -> list[Order]: ...

    def __getitem__(self, rank: int | slice) -> Order | list[Order]:
        if isinstance(rank, slice):
            start, stop, step = rank.indices(len(self))
            if step != 1:
                return [self[index] for index in range(start, stop, step)]
            return self._listed(start, stop - start)
        count = len(self) if rank < 0 else 0
        found = self._listed(rank + count, 1) if rank + count >= 0 else []
        if not found:
            raise IndexError(f"there is no legal order with rank {rank}; there are {len(self)}")
        return found[0]

    def __iter__(self) -> Iterator[Order]:
        start = 0
        while True:
            found = self._listed(start, ORDERS_MAX)
            for order in found:
                self._refuse_stale()
                yield order
            if len(found) < ORDERS_MAX:
                return
            start += ORDERS_MAX

    def __contains__(self, order: object) -> bool:
        """Whether an order, or the line that says one, is a member; only those of its unit and kind are looked at.

        It may say its side where that goes without saying, or leave it out. Listed orders stand for the canonical path
        and name none, so an order that names a path is no member.
        """
        self._refuse_stale()
        try:
            said, chosen = self._listed_form(order)
        except OrderError:
            return False
        if any(mine not in (ANY, theirs) for mine, theirs in zip(self._filter, chosen, strict=True)):
            return False
        return said in iter(Legal(self._battle, *chosen))

    def index(self, order: Order | str, start: int = 0, stop: int | None = None) -> int:
        """Rank of an order, or of the line that says one.

        Raises:
            ValueError: it is no member, or not between these ranks.
        """
        if order in self:
            said, _ = self._listed_form(order)
            rank = next(rank for rank, member in enumerate(self) if member == said)
            if rank in range(*slice(start, stop).indices(len(self))):
                return rank
        raise ValueError(f"{order!r} is not among {self!r}")

    def count(self, order: object) -> int:
        """How often an order is a member: once or not at all."""
        return int(order in self)

    def _listed_form(self, order: object) -> tuple[Order, tuple[int, int, int]]:
        """An order as it would be listed, and the numbers of the side, the unit and the kind that list it.

        Raises:
            OrderError: it is none, or does not say its side and several owe a decision.
        """
        battle, names = self._battle, self._battle.names
        said = battle.parse(order) if isinstance(order, str) else order_of(order)
        kind = names.kind_of(said, repr(said))
        slot = names.slot(said.unit, repr(said)) if said.unit else len(names.units)
        giver = battle.giver(said)
        own = not kind.says_side and giver == battle.unit(said.unit).allegiance.side
        return msgspec.structs.replace(said, side="" if own else names.side(giver)), (giver, slot, kind.number)

    def __repr__(self) -> str:
        return f"<{len(self)} legal orders>"

    def _listed(self, start: int, count: int) -> list[Order]:
        """Orders from a rank on, as many as there are."""
        self._refuse_stale()
        return self._battle.names.orders(self._battle.game.listed(*self._filter, start, count))

    def _refuse_stale(self) -> None:
        if self._version != self._battle.version:
            raise StaleOrders("these legal orders belong to an earlier position; ask the battle again")
