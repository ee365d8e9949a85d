"""The table: as text for a terminal, as JSON, and as a page of the documentation."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .registry import Result

HEAD = ("row", "what", "figure", "unit", "bar", "met", "peer", "its figure", "ratio")
PACKAGES = (
    "enfilade",
    "numpy",
    "numba",
    "msgpack",
    "msgspec",
    "esper",
    "chess",
    "open_spiel",
    "pgx",
    "jax",
    "pettingzoo",
    "xxhash",
)
MET = {None: "not measured", True: "met", False: "NOT MET"}
PAGE_HEAD = """# Benchmarks

Written by `{command}`; do not edit. Run from the checkout with the extra `bench` installed.

Every figure is the median of turns that the row and its peers took one after another in one process; every row comes
to an answer that is compared with the expected one, or it fails. A ratio says how many times as fast as the peer; a bar
of so many times the peers is one for the ratio to the fastest of them.

- Machine: {cpu}, {cores} cores, {system}; other work on it: load {load} before the run
- Versions: Python {python}, {versions}
"""


def machine() -> dict[str, Any]:
    """Where this was measured: processor, cores, system, versions."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": {name: version for name in PACKAGES if (version := _version_of(name))},
    }


def _version_of(package: str) -> str:
    """The version of a package that is installed, otherwise empty."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _cpu_model() -> str:
    """The processor's name, as Linux tells it; elsewhere what Python knows."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or "unknown"


def shown(figure: float) -> str:
    """A figure with three digits that count."""
    if figure == 0 or abs(figure) >= 1e7:
        return f"{figure:.3g}"
    if abs(figure) >= 1000:
        return f"{figure:,.0f}"
    return f"{figure:.3g}"


def lines_of(results: Iterable[Result]) -> list[tuple[str, ...]]:
    """The cells of the table; further peers of a row get lines of their own."""
    lines: list[tuple[str, ...]] = []
    for result in results:
        row, found = result.row, result.found
        met = {None: "", True: "yes", False: "NO"}[result.met]
        bar = str(row.bar) if row.bar is not None else ""
        what = f"{row.what} ({found.note})" if found.note else row.what
        own = (row.name, what, shown(found.figure), row.unit, bar, met)
        peers = [(peer.name, shown(peer.figure), f"{result.ratio(peer):.2g}x") for peer in found.peers]
        lines.append((*own, *(peers[0] if peers else ("", "", ""))))
        lines += [(*("" for _ in own), *peer) for peer in peers[1:]]
    return lines


def as_text(results: Sequence[Result]) -> str:
    """The table for a terminal: a line a row, then its peers."""
    width = max((len(result.row.name) for result in results), default=0)
    lines = []
    for result in results:
        row, found = result.row, result.found
        bar = f"  [{row.bar}: {MET[result.met]}]" if row.bar is not None else ""
        lines.append(f"{row.name:{width}}  {shown(found.figure):>10} {row.unit:9}{bar}  {row.what}")
        if found.note:
            lines.append(f"{'':{width}}  {'':10} {found.note}")
        for peer in found.peers:
            lines.append(f"{'':{width}}  {shown(peer.figure):>10} {row.unit:9}  {peer.name}, {result.ratio(peer):.2g}x")
    return "\n".join(lines)


def as_json(results: Sequence[Result], *, quick: bool, interpreted: bool) -> dict[str, Any]:
    """Everything, for machines."""
    return {
        "machine": machine(),
        "quick": quick,
        "interpreted": interpreted,
        "rows": [
            {
                "name": result.row.name,
                "what": result.row.what,
                "figure": result.found.figure,
                "unit": result.row.unit,
                "bar": str(result.row.bar) if result.row.bar is not None else None,
                "met": result.met,
                "answer": result.found.answer,
                "note": result.found.note,
                "peers": [
                    {"name": peer.name, "figure": peer.figure, "ratio": result.ratio(peer)}
                    for peer in result.found.peers
                ],
            }
            for result in results
        ],
    }


def as_page(results: Sequence[Result], command: str, load: float) -> str:
    """The page of the documentation; ``load`` is how many processes the machine ran before this one, on average."""
    about = machine()
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    head = PAGE_HEAD.format(command=command, load=f"{load:.1f}", **(about | {"versions": versions}))
    table = [HEAD, ("---",) * len(HEAD), *lines_of(results)]
    answers = [f"- `{result.row.name}`: {result.found.answer}" for result in results]
    body = "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in table)
    return f"{head}\n{body}\n{missed_bars(results)}\n## Answers\n\n" + "\n".join(answers) + "\n"


def missed_bars(results: Sequence[Result]) -> str:
    """Where the time goes of the rows that miss their bars."""
    missed = [f"- `{result.row.name}`: {result.row.missed}" for result in results if result.met is False]
    return "\n".join(["", "## Bars that are missed", "", *missed, ""]) if missed else ""
