"""``python -m bench``: measure the rows and print the table."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from . import calls, face, growth, hexes, many_games, marches, mechs, open_ground, play, reaches, runs, sight, start
from .kernels import compile_all, interpreted
from .peers import open_spiel
from .registry import ROWS, Result, WrongAnswer
from .report import as_json, as_page, as_text
from .timing import Effort

GROUPS = (calls, face, play, growth, start, marches, hexes, open_ground, sight, mechs, reaches, many_games, runs)
"""The modules whose rows there are, in the order of the table."""
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(prog="python -m bench", description="Measure, and check what was computed.")
    command.add_argument(
        "--only", metavar="NAME", action="append", help="this row alone, or the rows that begin with this and a hyphen"
    )
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--quick", action="store_true", help="little work: whether the rows run, not how fast")
    command.add_argument("--write", action="store_true", help=f"write {PAGE.parent.name}/{PAGE.name} as well")
    return command


def rows_named(asked: Iterable[str]) -> list[str]:
    """The rows that are meant by these names, in the order of the table; none when one of them means no row."""
    found: set[str] = set()
    for name in asked:
        meant = {name} & ROWS.rows.keys() or {row for row in ROWS.rows if row.startswith(f"{name}-")}
        if not meant:
            return []
        found |= meant
    return [name for name in ROWS.rows if name in found]


def main(arguments: list[str] | None = None) -> int:
    """Measure what the command line asks for; 1 when an answer was wrong, else 0."""
    command = parser()
    chosen = command.parse_args(arguments)
    names = rows_named(chosen.only) if chosen.only else list(ROWS.rows)
    if not names:
        command.error(f"--only {' '.join(chosen.only)}, expected one of {', '.join(ROWS.rows)}")
    if chosen.write and (chosen.only or chosen.quick or interpreted() or open_spiel() is None):
        command.error("--write needs every row and every peer, compiled and not --quick")
    effort = Effort(quick=chosen.quick)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    compile_all()
    results: list[Result] = []
    for name in names:
        if sys.stderr.isatty():
            print(f"measuring {name}", file=sys.stderr)
        try:
            results.append(ROWS.rows[name].run(effort))
        except WrongAnswer as problem:
            print(problem, file=sys.stderr)
            return 1
    if chosen.write:
        PAGE.write_text(as_page(results, "python -m bench --write", load), encoding="utf-8")
    if chosen.json:
        print(json.dumps(as_json(results, quick=chosen.quick, interpreted=interpreted()), indent=1))
    else:
        print(as_text(results))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
