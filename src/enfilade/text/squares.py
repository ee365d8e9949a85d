"""A board of squares as lines of text: letters above, numbers at the side, units by name, terrain as on the map."""

from __future__ import annotations

from enfilade.battle import Battle


def draw_board(battle: Battle) -> str:
    """The board as text, one line a row, without a newline at the end.

    >>> import enfilade as ef
    >>> for line in draw_board(ef.Battle(ef.load_scenario("crossroads"))).splitlines():
    ...     print("|" + line)
    |    A  B  C  D
    | 1  R1 R2 .  B1
    | 2  .  #  .  B2
    | 3  .  .  #  .
    | 4  .  G1 G2 .
    """
    width, height = battle.scenario.board_size()
    cells = [list(row) for row in battle.scenario.map_rows()]
    for name, unit in zip(battle.names.units, battle.game.store.table("units"), strict=True):
        if unit.status.alive:
            cells[unit.position.y][unit.position.x] = name
    names = [battle.names.notation.place_name(column, 0).removesuffix("1") for column in range(width)]
    space = max(len(cell) for row in [*cells, names] for cell in row) + 1
    lines = [" " * 4 + _line(names, space)]
    lines += [f"{row + 1:>2}  {_line(cells[row], space)}" for row in range(height)]
    return "\n".join(lines)


def _line(cells: list[str], space: int) -> str:
    """Cells side by side, each as wide as the widest."""
    return "".join(cell.ljust(space) for cell in cells).rstrip()
