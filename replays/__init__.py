"""What is remembered: the log's format, its recorder, its reader and its verifier."""

if __name__ != "enfilade.replays":
    raise ImportError(f"this folder is the package enfilade.replays: import that, not {__name__}")

from .diff import Difference, diff
from .errors import DamagedReplay, DivergedReplay, HiddenKey, ReplayError, RulesMismatch, UnknownContainer
from .export import json_lines, json_text, transcript
from .recorder import Recorder, RecorderClosed
from .salvage import Loss, Salvage, salvage
from .show import StoredPosition, Summary, position, stored_positions, summary
from .verify import Verification, verify

__all__ = [
    "DamagedReplay",
    "Difference",
    "DivergedReplay",
    "HiddenKey",
    "Loss",
    "Recorder",
    "RecorderClosed",
    "ReplayError",
    "RulesMismatch",
    "Salvage",
    "StoredPosition",
    "Summary",
    "UnknownContainer",
    "Verification",
    "diff",
    "json_lines",
    "json_text",
    "position",
    "salvage",
    "stored_positions",
    "summary",
    "transcript",
    "verify",
]
