"""The legal orders of a position as a sequence: counted and picked by rank, listed only when someone iterates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from enfilade.core.orders.records import ORDERS_MAX
from enfilade.core.orders.said import Order
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
        """Whether this order is a member; an order that names another path than the canonical one is not."""
        return isinstance(order, Order) and any(order == member for member in self)

    def __repr__(self) -> str:
        return f"<{len(self)} legal orders>"

    def _listed(self, start: int, count: int) -> list[Order]:
        """Orders from a rank on, as many as there are."""
        self._refuse_stale()
        found: list[Order] = []
        while len(found) < count:
            written = self._battle.game.list(*self._filter, start + len(found), min(count - len(found), ORDERS_MAX))
            found += self._battle.listed_orders(written)
            if written == 0:
                break
        return found

    def _refuse_stale(self) -> None:
        if self._version != self._battle.version:
            raise StaleOrders("these legal orders belong to an earlier position; ask the battle again")
