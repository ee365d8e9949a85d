"""Games on a Ray cluster: the one that ``RAY_ADDRESS`` names or that this process has joined, else one of this machine.

The package must be installed on every node, in the same version.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from .play import Played, Table
from .run import Run

_TABLES: list[Table] = []
"""In a worker: where it plays the run that it was given last."""


class RayEngine:
    """Plays in tasks of Ray."""

    lost: tuple[type[BaseException], ...]

    def __init__(self, run: Run, workers: int) -> None:
        """Play games of a run, so many at the same time as the cluster has room."""
        import ray
        from ray import exceptions

        self.workers = workers
        self.lost = (
            exceptions.WorkerCrashedError,
            exceptions.NodeDiedError,
            exceptions.LocalRayletDiedError,
            exceptions.ObjectLostError,
            exceptions.OutOfMemoryError,
            exceptions.TaskUnschedulableError,
        )
        self._ray = ray
        self._is_host = not ray.is_initialized()
        if self._is_host:
            ray.init(log_to_driver=False)
        self._run = ray.put(run)
        self._play = ray.remote(num_cpus=1, max_retries=0)(_play)  # whoever gathers tries again, and counts
        self._tasks: dict[Any, Future[Played]] = {}

    def submit(self, start: int, stop: int) -> Future[Played]:
        """Have these games played."""
        reference = self._play.remote(self._run, start, stop)
        future: Future[Played] = reference.future()
        self._tasks = {task: told for task, told in self._tasks.items() if not told.done()}
        self._tasks[reference] = future
        return future

    def close(self) -> None:
        """Give up what is under way, and leave a cluster that was begun for this run."""
        for reference, future in self._tasks.items():
            if not future.done():
                self._ray.cancel(reference, force=True)
        self._tasks.clear()
        if self._is_host:
            self._ray.shutdown()


def _play(run: Run, start: int, stop: int) -> Played:
    """Play games, in a task."""
    if not _TABLES or _TABLES[0].run != run:
        table = Table(run)
        table.make_ready()
        _TABLES[:] = [table]
    return _TABLES[0].play(start, stop)
