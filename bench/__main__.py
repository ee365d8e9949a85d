"""``python -m bench``: measure the rows and print the table."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from . import calls, face, growth, play, start
from .kernels import compile_all, interpreted
from .registry import ROWS, Result, WrongAnswer
from .report import as_json, as_page, as_text
from .timing import Effort

GROUPS = (calls, face, play, growth, start)
"""The modules whose rows there are, in the order of the table."""
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    command = argparse.ArgumentParser(prog="python -m bench", description="Measure, and check what was computed.")
    command.add_argument("--only", metavar="NAME", action="append", choices=list(ROWS.rows), help="this row alone")
    command.add_argument("--json", action="store_true", help="print JSON")
    command.add_argument("--quick", action="store_true", help="little work: whether the rows run, not how fast")
    command.add_argument("--write", action="store_true", help=f"write {PAGE.parent.name}/{PAGE.name} as well")
    return command


def main(arguments: list[str] | None = None) -> int:
    """Measure what the command line asks for; 1 when an answer was wrong, else 0."""
    command = parser()
    chosen = command.parse_args(arguments)
    if chosen.write and (chosen.only or chosen.quick or interpreted()):
        command.error("--write needs every row, compiled and not --quick")
    effort = Effort(quick=chosen.quick)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    compile_all()
    results: list[Result] = []
    for name in chosen.only or ROWS.rows:
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
