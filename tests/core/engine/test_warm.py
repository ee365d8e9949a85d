"""Compiled code that comes in the background: nobody waits, nothing is raised, and the game stays the same."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from enfilade.core.engine import cache, warm
from enfilade.core.engine.kernel import Entry, Switch, entry
from enfilade.core.engine.warm import Policy, compile_now, policy, prepare, wait
from tests.core.engine import toys
from tests.face.games import crossroads

CHECKOUT = Path(__file__).parents[3]
SECONDS_MAX = 120


@pytest.fixture(autouse=True)
def own_process_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cache folder, a background and a switch of this test alone; nothing was said before."""
    monkeypatch.setenv("ENFILADE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(warm, "_BACKGROUND", warm._Background())
    monkeypatch.setattr(cache, "_SAID", set())
    before = Switch.compiled
    Switch.compiled = False
    yield
    assert wait(SECONDS_MAX)
    Switch.compiled = before


@pytest.fixture
def auto(monkeypatch: pytest.MonkeyPatch) -> None:
    """The default policy, whatever this test run has."""
    monkeypatch.delenv("ENFILADE_KERNELS", raising=False)


@pytest.fixture
def summed(monkeypatch: pytest.MonkeyPatch) -> Entry[[int], int]:
    """The entry ``toys.summed`` without its code."""
    fresh = Entry(toys.summed.__wrapped__)
    monkeypatch.setattr(toys, "summed", fresh)
    monkeypatch.setattr(toys.twice, "_dispatcher", None)
    return fresh


def fresh(made: Any) -> Entry[..., Any]:
    """The same entry without its code, and without a name to go by."""
    return Entry(made.__wrapped__)


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the kernels' logger has said."""
    return [record.getMessage() for record in caplog.records if record.name == "enfilade.kernels"]


def filled_files(tmp_path: Path) -> list[Path]:
    """Compiled entries in the cache of this test."""
    return list((tmp_path / "cache").rglob("*.kernel"))


@pytest.mark.parametrize(("text", "expected"), [(kind.value, kind) for kind in Policy])
def test_policy_is_read_from_the_environment(text: str, expected: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", text)
    assert policy() is expected


def test_policy_is_auto_when_nothing_is_said(auto: None) -> None:
    assert policy() is Policy.AUTO


@pytest.mark.parametrize("ask", [prepare, compile_now])
def test_unknown_policy_is_refused_with_the_known_ones(ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", "compield")
    with pytest.raises(ValueError, match="ENFILADE_KERNELS is 'compield', expected one of auto, interpreted, compiled"):
        ask([])


def test_interpreted_policy_compiles_nothing(monkeypatch: pytest.MonkeyPatch, summed: Entry[..., Any]) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    prepare([summed])
    assert compile_now([summed]) == []
    assert wait(0)
    assert not summed.is_loaded
    assert not Switch.compiled


def test_compiled_policy_has_entries_loaded_at_once(monkeypatch: pytest.MonkeyPatch, summed: Entry[..., Any]) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", "compiled")
    prepare([summed])
    assert summed.is_loaded
    assert Switch.compiled
    assert summed(5) == 20


@entry
def wrong(number: int) -> int:
    return int(number * 0.5)


def test_entry_that_cannot_be_compiled_stays_plain_and_that_is_said_once(
    monkeypatch: pytest.MonkeyPatch, summed: Entry[..., Any], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ENFILADE_KERNELS", "compiled")
    for _ in range(2):
        prepare([wrong, summed])
    assert (wrong.is_loaded, summed.is_loaded, wrong(7)) == (False, True, 3)
    (message,) = said(caplog)
    assert "wrong stays interpreted: kernel" in message
    assert "as float64, expected integers alone" in message


def test_compile_now_tells_the_seconds_of_each_entry(auto: None, summed: Entry[..., Any]) -> None:
    heard: list[warm.Compiled] = []
    quotients = fresh(toys.quotients)
    done = compile_now([summed, quotients], heard.append)
    assert done == heard
    assert [found.name for found in done] == [summed.name, quotients.name]
    assert all(found.seconds > 0 for found in done)
    assert Switch.compiled
    assert compile_now([summed, quotients]) == []


def test_compile_now_raises_what_is_wrong_with_an_entry(auto: None) -> None:
    with pytest.raises(TypeError, match="expected integers alone"):
        compile_now([wrong])
    assert not Switch.compiled


@pytest.mark.slow
def test_helper_fills_the_cache_and_entries_are_loaded_from_it(
    auto: None, summed: Entry[..., Any], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    prepare([summed])
    assert summed(5) == 20
    assert wait(SECONDS_MAX)
    assert summed.is_loaded
    assert not toys.twice._dispatcher, "this process compiled nothing"
    assert Switch.compiled
    assert (len(filled_files(tmp_path)), said(caplog)) == (1, [])


def test_complete_cache_needs_no_helper(
    auto: None, summed: Entry[..., Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert fresh(summed).dispatcher
    monkeypatch.setattr(subprocess, "Popen", None)
    prepare([summed])
    assert wait(SECONDS_MAX)
    assert (summed.is_loaded, Switch.compiled, said(caplog)) == (True, True, [])


def test_entries_are_asked_for_once(auto: None, summed: Entry[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert fresh(summed).dispatcher
    loaded: list[tuple[Entry[..., Any], ...]] = []
    monkeypatch.setattr(warm, "_load", loaded.append)
    other = fresh(toys.quotients)
    monkeypatch.setattr(warm, "_after_helper", lambda entries: entries)
    for entries in ([summed], [summed], [summed, other], [other]):
        prepare(entries)
        assert wait(SECONDS_MAX)
    assert loaded == [(summed,), (other,)]


def test_entry_without_a_name_is_compiled_in_this_process(auto: None, caplog: pytest.LogCaptureFixture) -> None:
    @entry
    def local(number: int) -> int:
        return number + 1

    prepare([local])
    assert wait(SECONDS_MAX)
    assert local.is_loaded
    assert local(3) == 4
    (message,) = said(caplog)
    assert "kernels are compiled in this process" in message


def test_frozen_host_is_not_started_again(auto: None, summed: Entry[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(subprocess, "Popen", None)
    prepare([summed])
    assert wait(SECONDS_MAX)
    assert summed.is_loaded


@pytest.mark.parametrize("executable", ["", "/opt/game/game", None])
def test_program_that_is_not_python_is_no_helper(executable: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", executable)
    assert warm._helper_command() is None


def test_without_a_folder_to_write_entries_are_compiled_in_this_process(
    auto: None,
    summed: Entry[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ENFILADE_CACHE", str(tmp_path / "file" / "below"))
    monkeypatch.setattr(subprocess, "Popen", None)
    prepare([summed])
    assert wait(SECONDS_MAX)
    assert summed.is_loaded
    assert ["are not kept" in message for message in said(caplog)] == [True]


@pytest.mark.parametrize(
    ("program", "end"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "status -9"),
        (
            "import sys; sys.stdin.buffer.readline(); import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
            "status -",
        ),
        ("raise SystemExit(3)", "status 3"),
    ],
)
def test_after_a_helper_that_crashed_rules_stay_interpreted_and_that_is_said_once(
    program: str,
    end: str,
    auto: None,
    summed: Entry[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(warm, "HELPER_PROGRAM", program)
    prepare([summed])
    assert wait(SECONDS_MAX)
    assert not summed.is_loaded
    assert summed(5) == 20
    (message,) = said(caplog)
    assert f"the helper that compiles kernels ended with {end}" in message


def test_helper_that_cannot_import_the_rules_leaves_the_work_to_this_process(
    auto: None, summed: Entry[..., Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warm, "HELPER_PROGRAM", "import nothing_of_this_name")
    prepare([summed])
    assert wait(SECONDS_MAX)
    assert summed.is_loaded
    (message,) = said(caplog)
    assert message.endswith("status 1: ModuleNotFoundError: No module named 'nothing_of_this_name'")


def test_helper_that_takes_too_long_is_ended(
    auto: None, summed: Entry[..., Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warm, "HELPER_SECONDS_MAX", 0.2)
    monkeypatch.setattr(warm, "HELPER_PROGRAM", "import time; time.sleep(600)")
    prepare([summed])
    assert wait(20)
    assert not summed.is_loaded
    assert len(said(caplog)) == 1


def test_trouble_of_any_kind_in_the_background_never_reaches_the_host(
    auto: None, summed: Entry[..., Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", fail)
    prepare([summed])
    assert wait(SECONDS_MAX)
    assert said(caplog) == ["rules stay interpreted: OSError('no more processes')"]


@pytest.mark.slow
def test_damaged_file_is_compiled_again_in_the_background(
    auto: None, summed: Entry[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fresh(summed).dispatcher
    monkeypatch.setattr(toys.twice, "_dispatcher", None)
    (path,) = filled_files(tmp_path)
    path.write_bytes(path.read_bytes()[:100])
    prepare([summed])
    assert wait(SECONDS_MAX)
    assert summed.is_loaded
    assert not toys.twice._dispatcher, "this process compiled nothing"


def run_host(program: str, tmp_path: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a host's program in a process of its own, with the cache of this test."""
    script = tmp_path / "host.py"
    script.write_text(textwrap.dedent(program))
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), **variables}
    environment.pop("ENFILADE_KERNELS", None)
    return subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=SECONDS_MAX, env=environment
    )


def test_without_numba_a_game_plays_and_that_is_said_once(tmp_path: Path) -> None:
    found = run_host(
        """
        import sys
        class Blocker:
            def find_spec(self, name, path=None, target=None):
                if name.split(".")[0] in ("numba", "llvmlite"):
                    raise ImportError(f"{name} is blocked")
        sys.meta_path.insert(0, Blocker())
        from tests.face.games import crossroads
        from enfilade.core.engine import warm
        for seed in (1, 2):
            battle = crossroads(seed)
            warm.prepare(battle.game.entries())
            warm.prepare(battle.game.entries()[:3])
            for _ in range(5):
                battle.step(battle.legal[0])
            assert warm.wait(30)
        assert warm.compile_now(battle.game.entries()) == []
        print(battle.game.clock.step, "numba" in sys.modules)
        """,
        tmp_path,
    )
    assert (found.returncode, found.stdout) == (0, "5 False\n"), found.stderr
    assert found.stderr == "rules run interpreted: numba cannot be imported (numba is blocked)\n"


@pytest.mark.slow
def test_helper_finds_rules_on_the_host_s_path_and_does_not_run_the_host_again(tmp_path: Path) -> None:
    (tmp_path / "odd place").mkdir()
    (tmp_path / "odd place" / "oddrules.py").write_text(
        textwrap.dedent(
            """
            from enfilade.core.engine.kernel import entry, kernel
            @kernel
            def thrice(x: int) -> int:
                return 3 * x
            @entry
            def rule(x: int) -> int:
                return thrice(x) + 1
            """
        )
    )
    found = run_host(
        """
        import sys
        open(sys.argv[0] + ".runs", "a").write("run\\n")
        sys.path.insert(0, sys.argv[0].replace("host.py", "odd place"))
        import oddrules
        from enfilade.core.engine import warm
        warm.prepare([oddrules.rule])
        assert warm.wait(100)
        print(oddrules.rule.is_loaded, oddrules.thrice._dispatcher, oddrules.rule(4))
        """,
        tmp_path,
    )
    assert (found.returncode, found.stdout, found.stderr) == (0, "True None 13\n", "")
    assert (tmp_path / "host.py.runs").read_text() == "run\n"


HOST_WITH_HELPER = """
    import os, subprocess, sys, time
    from tests.face.games import crossroads
    from enfilade.core.engine import warm
    started = subprocess.Popen
    def start(*args, **options):
        helper = started(*args, **options)
        print(helper.pid, flush=True)
        return helper
    subprocess.Popen = start
    warm.prepare(crossroads().game.entries())
    """


def is_running(process: int) -> bool:
    """Whether a process is there and no corpse."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def assert_ends(process: int) -> None:
    """A process ends within seconds."""
    until = time.monotonic() + 10
    while is_running(process) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_running(process)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_helper_ends_when_its_host_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "host.py"
    script.write_text(textwrap.dedent(HOST_WITH_HELPER) + "time.sleep(600)\n")
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT), "ENFILADE_KERNELS": "auto"}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment) as host:
        assert host.stdout is not None
        helper = int(host.stdout.readline())
        time.sleep(1)
        assert is_running(helper)
        host.send_signal(signal.SIGKILL)
    assert_ends(helper)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes as Linux shows them")
def test_host_that_ends_does_not_wait_for_its_helper(tmp_path: Path) -> None:
    found = run_host(
        HOST_WITH_HELPER + "time.sleep(2); print(time.time(), flush=True)\n", tmp_path, ENFILADE_KERNELS="auto"
    )
    ended = time.time()
    helper, last = found.stdout.split()
    assert (found.returncode, found.stderr) == (0, "")
    assert ended - float(last) < 3
    assert_ends(int(helper))


@pytest.mark.slow
def test_host_that_ends_while_it_compiles_ends_in_good_order(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    found = run_host(
        """
        import time
        from tests.face.games import crossroads
        from enfilade.core.engine import warm
        warm.prepare(crossroads().game.entries())
        time.sleep(1.5)
        """,
        tmp_path,
        ENFILADE_CACHE=str(tmp_path / "file" / "below"),
    )
    assert found.returncode == 0
    assert "are not kept" in found.stderr
    assert len(found.stderr.splitlines()) == 1


def test_entries_that_a_helper_gets_come_back_as_they_were() -> None:
    entries = list(crossroads().game.entries())
    assert pickle.loads(pickle.dumps(entries)) == entries
