"""Writing scenarios as TOML."""

from __future__ import annotations

from typing import Any

import msgspec
import tomli_w

from .schema import Scenario


def scenario_text(scenario: Scenario) -> str:
    """The scenario as TOML; reading it gives the same scenario."""
    data: dict[str, Any] = _without_nothing(msgspec.to_builtins(scenario))
    # A carriage return within several lines would be lost.
    return tomli_w.dumps(data, multiline_strings=b"\\r" not in msgspec.json.encode(data))


def _without_nothing(value: Any) -> Any:
    """The same data without keys that hold None, which TOML cannot say."""
    if isinstance(value, dict):
        return {key: _without_nothing(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [_without_nothing(item) for item in value]
    return value
