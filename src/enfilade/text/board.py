"""A board as lines of text, by the way its places are named."""

from __future__ import annotations

from enfilade.battle import Battle

from .grids import draw_grids
from .overlay import Overlay
from .places import Square
from .squares import draw_squares


def draw_board(battle: Battle, around: Square | None = None, *, over: Overlay | None = None) -> str:
    """The board as text, one line a row, without a newline at the end.

    A square shows the unit on it (with ``+n`` when n more stand there), else ``o`` where the last march began and ``+``
    on its way, else the terrain as on the map, with letters of banks and ``:`` for fords on open squares. Objectives
    have a ``*``, exits a ``>`` and charges that can still go off a ``^``; they are told below, with the last march.

    A board of large grids shows these apart, the letters of a column above and the number of a row beside the middle of
    each, so that the middle cell of B3 is below B and beside 3. Units are drawn on all their cells and listed below.

    Args:
        battle: what is drawn; it is not changed.
        around: of a board larger than 40 by 40 the square that the part that is drawn lies around; by default where the
            last march ended, else the first unit in play.
        over: signs of a ruling, which are drawn instead of the last march.

    >>> import enfilade as ef
    >>> for line in draw_board(ef.Battle(ef.load_scenario("crossroads"))).splitlines():
    ...     print("|" + line)
    |    A  B  C  D
    | 1  R1 R2 .  B1
    | 2  .  #  .  B2
    | 3  .  .  #  .
    | 4  .  G1 G2 .
    """
    draw = draw_grids if battle.names.notation.block > 1 else draw_squares
    return draw(battle, around, over)
