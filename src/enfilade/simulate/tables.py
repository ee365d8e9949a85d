"""Rows of games as a table, in CSV or in Parquet: one column for each number, losses included."""

from __future__ import annotations

import csv
import importlib.util
import io
import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from .errors import BadRun, MissingExtra
from .run import Row

ROWS_TOGETHER = 1 << 16
"""Rows of a group of a Parquet file, and rows that are turned into columns at a time."""
PLAIN = ("index", "seed", "swapped", "winners", "reason", "orders", "turns", "digest", "faults", "forfeit")

Write = Callable[[Iterable[Row], Path], None]


def columns_of(row: Row) -> list[str]:
    """The names of the columns; every row of a run has the same."""
    return [*PLAIN, *losses_of(row)]


def losses_of(row: Row) -> dict[str, int]:
    """Losses by the name of their column: ``lost``, the side, the type."""
    return {f"lost {side} {kind}".rstrip(): lost for side, kinds in row.losses.items() for kind, lost in kinds.items()}


def write_csv(rows: Iterable[Row], path: Path) -> None:
    """Write rows as CSV; several winners are separated by spaces.

    Raises:
        OSError: the file could not be written.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        for number, row in enumerate(rows):
            if number == 0:
                table.writerow(columns_of(row))
            table.writerow(_cells(row))


def _cells(row: Row) -> list[Any]:
    """The cells of a row."""
    plain = {name: getattr(row, name) for name in PLAIN}
    plain["winners"] = " ".join(row.winners)
    plain["swapped"] = "true" if row.swapped else "false"
    return [*plain.values(), *losses_of(row).values()]


def write_parquet(rows: Iterable[Row], path: Path) -> None:
    """Write rows as Parquet; winners are a list of names.

    Raises:
        MissingExtra: polars is not installed.
        OSError: the file could not be written.
    """
    refuse_parquet()
    import polars

    parts = [polars.DataFrame(_columns(part), schema=_schema(polars, part[0])) for part in _parts(rows)]
    table = io.BytesIO()
    polars.concat(parts, rechunk=True).write_parquet(table, row_group_size=ROWS_TOGETHER)
    path.write_bytes(table.getbuffer())  # an error that polars raises does not say what the system says


def refuse_parquet() -> None:
    """See that Parquet can be written.

    Raises:
        MissingExtra: polars is not installed.
    """
    if importlib.util.find_spec("polars") is None:
        raise MissingExtra("Parquet", "polars", "analysis")


def _parts(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Rows in lists, so that not all of them are objects at once."""
    left = iter(rows)
    while part := list(itertools.islice(left, ROWS_TOGETHER)):
        yield part


def _columns(rows: list[Row]) -> dict[str, list[Any]]:
    """Rows as columns."""
    plain = {name: [getattr(row, name) for row in rows] for name in PLAIN}
    losses = [losses_of(row) for row in rows]
    return plain | {name: [lost[name] for lost in losses] for name in losses[0]}


def _schema(polars: Any, row: Row) -> dict[str, Any]:
    """The type of each column."""
    kinds = {"swapped": polars.Boolean, "winners": polars.List(polars.String)}
    kinds |= dict.fromkeys(("reason", "digest", "forfeit"), polars.String)
    return {name: kinds.get(name, polars.Int64) for name in columns_of(row)}


TABLES: dict[str, Write] = {".csv": write_csv, ".parquet": write_parquet}
"""What writes the table of a suffix."""
LINES = ".jsonl"
"""The suffix of a file that is the journal itself."""


def refuse_suffix(path: Path) -> None:
    """See that a file has a suffix that says its form, and that this form can be written.

    Raises:
        BadRun: it has none such.
        MissingExtra: a package that it needs is not installed.
    """
    known = (*TABLES, LINES)
    if path.suffix not in known:
        raise BadRun(f"file {str(path)!r}, expected a name that ends in one of {', '.join(known)}")
    if TABLES.get(path.suffix) is write_parquet:
        refuse_parquet()
