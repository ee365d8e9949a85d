"""Writing scenarios as TOML."""

from __future__ import annotations

from typing import Any

import msgspec
import tomli_w

from .schema import Scenario


def scenario_text(scenario: Scenario) -> str:
    """The scenario as TOML, without what is left at its default; reading it gives the same scenario."""
    data: dict[str, Any] = msgspec.to_builtins(scenario)
    # A carriage return within several lines would be lost.
    return tomli_w.dumps(data, multiline_strings=b"\\r" not in msgspec.json.encode(data))
