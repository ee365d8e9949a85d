"""``enfilade perft`` and ``enfilade compile``."""

from __future__ import annotations

import argparse
import json

from enfilade.battle import Battle
from enfilade.library import load_scenario
from enfilade.perft import perft as count_tree


def perft(chosen: argparse.Namespace) -> int:
    """Count the rule tree of a scenario."""
    found = count_tree(Battle(load_scenario(chosen.scenario)), chosen.depth)
    if chosen.json:
        print(
            json.dumps(
                {"depth": chosen.depth, "leaves": found.leaves, "positions": len(found.hashes), "split": found.split}
            )
        )
        return 0
    if chosen.split:
        for order, leaves in found.split.items():
            print(f"{order}: {leaves}")
    print(f"depth {chosen.depth}: {found.leaves} leaves, {len(found.hashes)} positions")
    return 0
