"""Games on a Ray cluster of two nodes, one of which is lost on the way. About half a minute."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enfilade.simulate import GameFailed, Progress, simulate
from tests.face.games import meeting
from tests.simulate.runs import MEETING

ray: Any = pytest.importorskip("ray")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds players there")]
BOTS = ("walker", "random")
CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of two nodes with a processor each, which this process has joined."""
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(CHECKOUT), os.environ.get("PYTHONPATH", "")]))
    made: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        made.add_node(num_cpus=1)
        ray.init(address=made.address, log_to_driver=False)
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def kill_player() -> bool:
    """Kill a process that plays games on the node where this runs, as soon as there is one; whether there was."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit() and is_player(folder):
                os.kill(int(folder.name), signal.SIGKILL)
                return True
        time.sleep(0.001)
    return False


def is_player(folder: Path) -> bool:
    """Whether a process is a worker of the node where this runs, and plays games."""
    try:
        parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        return parent == os.getppid() and (folder / "cmdline").read_bytes().startswith(b"ray::_play")
    except (OSError, ValueError):  # it has ended meanwhile
        return False


def test_lost_worker_and_lost_node_change_no_byte(cluster: Any, tmp_path: Path) -> None:
    local, there = tmp_path / "local.csv", tmp_path / "there.csv"
    scenario = meeting(options={"turns": 30})
    simulate(scenario, 120, bots=BOTS, paired=True, out=local)
    losses: list[str] = []
    killers: list[Any] = []
    was_killed: list[bool] = []

    def lose(progress: Progress) -> None:
        if not losses and progress.done >= 10:
            killers.append(ray.remote(num_cpus=0)(kill_player).remote())
            losses.append("a player")
        elif len(losses) == 1 and progress.done >= 50:
            was_killed.extend(ray.get(killers))
            cluster.remove_node(cluster.list_all_nodes()[-1], allow_graceful=False)
            losses.append("a node")

    simulate(scenario, 120, bots=BOTS, paired=True, out=there, engine="ray", workers=2, progress=lose)
    assert losses == ["a player", "a node"]
    assert was_killed == [True]
    assert there.read_bytes() == local.read_bytes()
    assert there.with_name("there.csv.journal").read_bytes() == local.with_name("local.csv.journal").read_bytes()


def test_interrupted_run_on_a_cluster_goes_on(cluster: Any, tmp_path: Path) -> None:
    def interrupt(progress: Progress) -> None:
        if progress.done >= 10:
            raise KeyboardInterrupt

    path = tmp_path / "games.jsonl"
    with pytest.raises(KeyboardInterrupt):
        simulate(MEETING, 100, bots=BOTS, out=path, engine="ray", workers=2, progress=interrupt)
    there = list(simulate(MEETING, 40, bots=BOTS, out=path, engine="ray", workers=2, resume=True))
    assert there == list(simulate(MEETING, 40, bots=BOTS))


def test_game_that_cannot_be_played_is_told_as_it_is_here(cluster: Any) -> None:
    with pytest.raises(GameFailed, match=r"game 0 of the run, seed [0-9]+: SlowBot"):
        simulate(MEETING, 4, bots=BOTS, engine="ray", workers=2, on_fault="raise", decision_seconds_max=1e-9)
