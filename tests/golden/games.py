"""Plays the golden games and writes them down: ``python -m tests.golden.games`` makes the files anew.

A change of any of these files is a change of rules: raise the family's revision and say why in CHANGELOG.md.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import enfilade as ef
from enfilade.bots import RandomBot
from enfilade.bots.match import play_match
from enfilade.core.engine.hash import digest
from enfilade.core.engine.store import Store
from enfilade.core.state.digests import component_digests

FOLDER = Path(__file__).parent / "files"
SEEDS = (1, 2, 3)


def play(scenario: str, seed: int) -> tuple[dict[str, Any], str]:
    """One golden game: its facts as plain data, and its transcript for readers."""
    battle = ef.Battle(ef.load_scenario(scenario), seed, checked=True)
    lines = [f"{scenario}, {battle.family.edition}, seed {seed}", "", str(battle), ""]
    digests = [position_digest(battle.game.store)]

    def told(order: ef.Order, events: list[ef.Event]) -> None:
        digests.append(position_digest(battle.game.store))
        lines.append(f"{battle.step_number:>3}  {battle.text(order)}")
        lines.extend(f"       {event.sentence()}" for event in events)

    play_match(battle, [RandomBot(seed), RandomBot(seed + 1)], told, on_fault="raise")
    outcome = battle.outcome
    assert outcome is not None
    lines += ["", str(battle), "", f"{' and '.join(outcome.winners) or 'nobody'} won: {outcome.reason}", ""]
    facts = {
        "edition": battle.family.edition,
        "seed": seed,
        "winners": list(outcome.winners),
        "components": component_digests(battle.game.store),
        "digests": digests,
    }
    return facts, "\n".join(lines)


def position_digest(store: Store) -> str:
    """One digest over the digests of all components: it does not depend on where in the row a field lies."""
    pairs = sorted(component_digests(store).items())
    return digest(*(part.encode() for pair in pairs for part in pair))


def facts_path(scenario: str, seed: int) -> Path:
    """Where the facts of a golden game lie."""
    return FOLDER / f"{scenario}-{seed}.json"


def transcript_path(scenario: str, seed: int) -> Path:
    """Where its transcript lies."""
    return FOLDER / f"{scenario}-{seed}.txt"


def signature(folder: Path = FOLDER) -> str:
    """One digest over all golden files, in order of their names."""
    files = sorted(path for path in folder.iterdir() if path.suffix in (".json", ".txt"))
    return digest(*(part for path in files for part in (path.name.encode(), path.read_bytes())))


def write_all() -> None:
    """Make all golden files anew."""
    FOLDER.mkdir(exist_ok=True)
    for scenario in ef.scenarios():
        for seed in SEEDS:
            facts, transcript = play(scenario, seed)
            facts_path(scenario, seed).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
            transcript_path(scenario, seed).write_text(transcript, encoding="utf-8")
    print(f"golden signature {signature()}")


if __name__ == "__main__":
    write_all()
