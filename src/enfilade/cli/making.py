"""``enfilade generate``: large battles from a seed."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

import msgspec

from enfilade.core.scenario.write import scenario_text
from enfilade.generate import BadSize, generate_scenario
from enfilade.library import save_scenario

STANDARD_OUTPUT = "-"


def generate(chosen: argparse.Namespace) -> int:
    """Make a large battle and write it."""
    width, height = _size(chosen.size)
    scenario = generate_scenario(chosen.seed, units=chosen.units, width=width, height=height)
    if chosen.out == STANDARD_OUTPUT:
        sys.stdout.write(msgspec.json.encode(scenario).decode() + "\n" if chosen.json else scenario_text(scenario))
        return 0
    save_scenario(scenario, Path(chosen.out))
    if chosen.json:
        told = {"name": scenario.name, "units": len(scenario.units), "columns": width, "rows": height}
        print(json.dumps(told | {"file": chosen.out}))
    else:
        print(f"{chosen.out}: {scenario.title}")
    return 0


def _size(text: str) -> tuple[int, int]:
    """Columns and rows, as in ``512x256``.

    Raises:
        BadSize: the text says none.
    """
    match = re.fullmatch(r"([0-9]{1,6})x([0-9]{1,6})", text)
    if match is None:
        raise BadSize(f"size {text!r}, expected columns and rows such as 512x512")
    return int(match[1]), int(match[2])
