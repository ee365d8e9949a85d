"""What can be wrong with a run of games, or with the file of its results."""

from __future__ import annotations

from pathlib import Path


class BadRun(ValueError):
    """A run is asked for that cannot be played."""


class MissingExtra(BadRun):
    """Something is asked for that needs a package which is not installed."""

    def __init__(self, wanted: str, package: str, extra: str) -> None:
        super().__init__(
            f"{wanted} needs the package {package!r}, expected it installed: pip install enfilade[{extra}]"
        )


class GameFailed(ValueError):
    """A game of a run could not be played to its end.

    Attributes:
        index, seed: which game.
        problem: why, as a sentence.
    """

    def __init__(self, index: int, seed: int, problem: str) -> None:
        super().__init__(index, seed, problem)
        self.index = index
        self.seed = seed
        self.problem = problem

    def __str__(self) -> str:
        return f"game {self.index} of the run, seed {self.seed}: {self.problem}"


class WorkersLost(ChildProcessError):
    """Workers ended in the middle of the same games again and again."""


class WorkersNotStarted(ChildProcessError):
    """Processes that are to play end while they start, and so would all others."""


class ResultsError(ValueError):
    """A file of results cannot be used.

    Attributes:
        path: which.
    """

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{str(path)!r}: {problem}")
        self.path = path


class ResultsExist(ResultsError):
    """There are results already, and nothing was said of going on or of beginning anew."""


class OtherRun(ResultsError):
    """The results in a file are of another run.

    Attributes:
        differences: what differs, each with both values.
    """

    def __init__(self, path: Path, differences: list[str]) -> None:
        super().__init__(path, f"results of another run: {'; '.join(differences)}")
        self.differences = differences


class DamagedResults(ResultsError):
    """A file is no results, or is damaged elsewhere than at its end."""


class NotReproduced(ValueError):
    """A game that is played again does not come to the position that its row tells."""
