"""When entries get their compiled code, so that a client never waits for it.

``ENFILADE_KERNELS`` says how rules run:

- ``auto`` (when unset): interpreted at first. A helper process compiles what the cache lacks, a background thread then
  loads numba and every entry, and the switch goes on.
- ``interpreted``: numba is never imported.
- ``compiled``: a battle is made only after its entries are loaded.

Whatever goes wrong, rules go on interpreted, which gives the same bits; the logger ``enfilade.kernels`` says so once.
"""

from __future__ import annotations

import atexit
import contextlib
import enum
import json
import os
import pickle
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO, Any, NamedTuple

from .cache import KernelCache, cache_folder, say_once
from .kernel import Entry, Switch

HELPER_SECONDS_MAX = 1800
"""A helper that takes longer is ended."""
HELPER_BYTES_MAX = 4 << 30
"""Address space of a helper, where the system can limit it."""
CLOSE_SECONDS_MAX = 10
"""How long the end of the process waits for the kernel that is being compiled."""
POLL_SECONDS = 0.02
HELPER_PROGRAM = """
import json, sys
sys.path[:] = json.loads(sys.stdin.buffer.readline())
from enfilade.core.engine.warm import fill_cache
sys.exit(fill_cache(sys.stdin.buffer))
"""
FILLED = 0
NOT_ALL_FILLED = 1
"""How a helper ends; anything else is a crash."""


class Policy(enum.Enum):
    """How rules run, by the value of ``ENFILADE_KERNELS``."""

    AUTO = "auto"
    INTERPRETED = "interpreted"
    COMPILED = "compiled"


class Compiled(NamedTuple):
    """An entry that was compiled or loaded, and how long it took."""

    name: str
    seconds: float


def policy() -> Policy:
    """What ``ENFILADE_KERNELS`` asks for.

    Raises:
        ValueError: it is none of the policies.
    """
    text = os.environ.get("ENFILADE_KERNELS", Policy.AUTO.value)
    try:
        return Policy(text)
    except ValueError:
        names = ", ".join(kind.value for kind in Policy)
        raise ValueError(f"ENFILADE_KERNELS is {text!r}, expected one of {names}") from None


def prepare(entries: Iterable[Entry[..., Any]]) -> None:
    """See to it that these entries get their compiled code, as the policy says. Never fails on account of the code.

    Raises:
        ValueError: ``ENFILADE_KERNELS`` is none of the policies.
    """
    chosen = policy()
    if chosen is Policy.AUTO:
        _BACKGROUND.ask(tuple(entries))
    elif chosen is Policy.COMPILED and _numba_is_there():
        _load(tuple(entries))


def compile_now(
    entries: Iterable[Entry[..., Any]], progress: Callable[[Compiled], None] | None = None
) -> list[Compiled]:
    """Compile entries, or load them from the cache, and turn the switch on; for whoever would rather wait.

    Under the policy ``interpreted``, or without numba, nothing is done.

    Args:
        entries: in this order.
        progress: called after each.

    Returns:
        What was done; nothing for an entry that was loaded before.

    Raises:
        TypeError: an entry cannot be compiled to what its annotations say.
    """
    if policy() is Policy.INTERPRETED or not _numba_is_there():
        return []
    done = []
    for entry in entries:
        if not entry.is_loaded:
            since = time.perf_counter()
            entry.dispatcher  # noqa: B018 - asking for it compiles
            done.append(Compiled(entry.name, time.perf_counter() - since))
            if progress is not None:
                progress(done[-1])
    Switch.compiled = True
    return done


def wait(timeout: float | None = None) -> bool:
    """Wait until nothing is under way in the background; whether that came about within so many seconds."""
    return _BACKGROUND.wait(timeout)


class _Background:
    """The one thread that loads entries, and the helper process that it waits for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: dict[Entry[..., Any], None] = {}
        self._waiting: list[tuple[Entry[..., Any], ...]] = []
        self._thread: threading.Thread | None = None

    def ask(self, entries: tuple[Entry[..., Any], ...]) -> None:
        """Load these entries, those that were not asked for before."""
        with self._lock:
            new = tuple(entry for entry in entries if entry not in self._asked)
            if not new or Switch.closing:
                return
            self._asked.update(dict.fromkeys(new))
            self._waiting.append(new)
            if self._thread is None or not self._thread.is_alive():  # a forked process has none of its parent's
                self._thread = threading.Thread(target=self._run, name="enfilade-kernels", daemon=True)
                self._thread.start()

    def wait(self, timeout: float | None) -> bool:
        """Wait until the thread has ended; whether it has."""
        thread = self._thread
        if thread is not None:
            thread.join(timeout)
        return thread is None or not thread.is_alive()

    def _run(self) -> None:
        """Load what is asked for until nothing is left."""
        while True:
            with self._lock:
                if not self._waiting or Switch.closing:
                    self._thread = None
                    return
                entries = self._waiting.pop(0)
            try:
                if _numba_is_there():
                    _load(_after_helper(entries))
            except Exception as problem:  # a host must never see it
                say_once("background", f"rules stay interpreted: {problem!r}")


def _numba_is_there() -> bool:
    """Whether numba can be imported and compiles; says once when not."""
    try:
        import numba
    except Exception as problem:  # a numba that does not fit numpy raises more than ImportError
        say_once("numba", f"rules run interpreted: numba cannot be imported ({problem})")
        return False
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        say_once("numba", "rules run interpreted: NUMBA_DISABLE_JIT is set")
        return False
    return True


def _load(entries: tuple[Entry[..., Any], ...]) -> None:
    """Compile or load entries, turn the switch on; an entry with which something is wrong stays plain."""
    for entry in entries:
        if Switch.closing:
            return
        try:
            entry.dispatcher  # noqa: B018 - asking for it compiles
        except Exception as problem:  # numba raises many kinds
            if not Switch.closing:
                say_once(f"entry {entry.name}", f"{entry.name} stays interpreted: {problem}")
    Switch.compiled = True


def _after_helper(entries: tuple[Entry[..., Any], ...]) -> tuple[Entry[..., Any], ...]:
    """Let a helper process compile what the cache lacks; the entries to load then."""
    lacking = [entry for entry in entries if not _is_filled(entry)]
    if not lacking or cache_folder() is None:
        return entries
    command = _helper_command()
    if command is None:
        return entries
    try:
        work = pickle.dumps(lacking)
    except Exception as problem:  # an entry made in a function has no name to go by
        say_once("pickle", f"kernels are compiled in this process: {problem}")
        return entries
    if _run_helper(command, work):
        return entries
    return tuple(entry for entry in entries if _is_filled(entry))


def _is_filled(entry: Entry[..., Any]) -> bool:
    """Whether the entry needs no compiling."""
    if entry.is_loaded:
        return True
    cache = KernelCache.of(entry)
    return cache is not None and cache.is_filled


def _helper_command() -> list[str] | None:
    """How to run Python code in another process, or None where ``sys.executable`` is not Python but the host itself."""
    is_python = Path(sys.executable or "").name.lower().startswith(("python", "pypy"))
    if getattr(sys, "frozen", False) or not is_python:
        return None
    return [sys.executable, "-P", "-c", HELPER_PROGRAM]


def _run_helper(command: list[str], work: bytes) -> bool:
    """Run a helper to its end; False when it crashed, so that its work had better not be tried in this process."""
    environment = os.environ | {"ENFILADE_KERNELS": Policy.INTERPRETED.value}
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
    with tempfile.TemporaryFile() as errors:
        helper = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            env=environment,
            creationflags=flags,
        )
        assert helper.stdin is not None
        with contextlib.suppress(OSError):  # a helper that ended at once
            helper.stdin.write(json.dumps([os.path.abspath(folder) for folder in sys.path]).encode() + b"\n" + work)
            helper.stdin.flush()
        status = _status_of(helper)
        with contextlib.suppress(OSError):
            helper.stdin.close()
        if status != FILLED and not Switch.closing:
            errors.seek(0)
            last = errors.read().decode(errors="replace").strip().rpartition("\n")[2]
            say_once("helper", f"the helper that compiles kernels ended with status {status}: {last or 'no message'}")
    return status in (FILLED, NOT_ALL_FILLED)


def _status_of(helper: subprocess.Popen[bytes]) -> int:
    """How a helper ends; one that takes too long, or that outlives its host, is ended."""
    until = time.monotonic() + HELPER_SECONDS_MAX
    while helper.poll() is None and time.monotonic() < until and not Switch.closing:
        time.sleep(POLL_SECONDS)
    if helper.poll() is None:
        helper.kill()
    return helper.wait()


def fill_cache(work: IO[bytes]) -> int:
    """What a helper does: compile the pickled entries that it reads; its exit status.

    It ends at once when ``work`` does, which is when the process that started it has ended, however that came about.
    """
    _be_modest()
    entries = pickle.load(work)
    threading.Thread(target=_end_with, args=(work,), daemon=True).start()
    status = FILLED
    for entry in entries:
        try:
            entry.dispatcher  # noqa: B018 - asking for it compiles
        except Exception as problem:  # numba raises many kinds
            print(f"{entry.name}: {problem}".replace("\n", " "), file=sys.stderr)
            status = NOT_ALL_FILLED
    sys.stderr.flush()
    os._exit(status)  # the watching thread holds the input; an orderly end would wait for it


def _end_with(work: IO[bytes]) -> None:
    """End this process when its input does."""
    work.read()
    os._exit(NOT_ALL_FILLED)


def _be_modest() -> None:
    """Leave the processor to the host, and bound the memory, as far as the system lets one."""
    with contextlib.suppress(ImportError, AttributeError, OSError, ValueError):
        import resource

        os.nice(5)
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = HELPER_BYTES_MAX if hard == resource.RLIM_INFINITY else min(hard, HELPER_BYTES_MAX)
        resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _close() -> None:
    """Stop what is under way before the interpreter goes: a thread in compiled code would not survive that."""
    Switch.closing = True
    _BACKGROUND.wait(CLOSE_SECONDS_MAX)


_BACKGROUND = _Background()
atexit.register(_close)
