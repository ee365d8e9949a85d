"""What can be wrong with a log."""

from __future__ import annotations


class ReplayError(ValueError):
    """A log that cannot be used as asked.

    Attributes:
        source: file name, or what stands for it.
    """

    def __init__(self, source: str, problem: str) -> None:
        self.source = source
        super().__init__(f"log {source!r}: {problem}")


class UnknownContainer(ReplayError):
    """A log of a container version, or with flags, that this engine does not read."""


class DamagedReplay(ReplayError):
    """A log that is cut, altered, or put together from others.

    Attributes:
        offset: byte at which the first bad record begins.
        records: good records before it.

    The message ends with what can be done about it, where something can.
    """

    def __init__(self, source: str, problem: str, offset: int = 0, records: int = 0, advice: str = "") -> None:
        self.offset = offset
        self.records = records
        where = f"byte {offset}, after {records} good records: " if offset else ""
        super().__init__(source, where + problem + (f"; {advice}" if advice else ""))


class RulesMismatch(ReplayError):
    """A log of other rules than those installed; its keyframes can still be looked at."""


class HiddenKey(ReplayError):
    """A log whose dice key is committed to and not, or wrongly, revealed, so that it cannot be played on."""


class DivergedReplay(ReplayError):
    """A log that does not play to what it says.

    Attributes:
        step: the first step that differs.
    """

    def __init__(self, source: str, problem: str, step: int) -> None:
        self.step = step
        super().__init__(source, problem)
