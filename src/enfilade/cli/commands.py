"""The commands and their options. What a command does is in its own module, imported when it runs."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from typing import Any

from enfilade._version import __version__

SCENARIO_HELP = "name of a shipped scenario, or a file, or - for standard input"
LOG_HELP = "a log, or - for standard input"


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(prog="enfilade", description="A rules core for tactical wargames.")
    top.add_argument("--version", action="version", version=f"enfilade {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    _add_demo(commands)
    _add_run(commands)
    _add_legal(commands)
    _add_check(commands)
    _add_replay(commands)
    _add_perft(commands)
    _add_compile(commands)
    return top


def _command(commands: Any, name: str, function: str, help_text: str, *, kernels: str = "interpreted") -> Any:
    """One command: ``function`` is ``module:function`` within this package, ``kernels`` how rules run in it."""
    command = commands.add_parser(name, help=help_text, description=help_text)
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.set_defaults(run=_late(function), kernels=kernels)
    return command


def _late(function: str) -> Callable[[argparse.Namespace], int]:
    """A function of this package, imported when it is called."""
    module, name = function.split(":")

    def run(chosen: argparse.Namespace) -> int:
        found = getattr(importlib.import_module(f"enfilade.cli.{module}"), name)
        return int(found(chosen))

    return run


def _add_demo(commands: Any) -> None:
    demo = _command(commands, "demo", "play:demo", "play a battle between two bots, draw it, record and verify it")
    demo.add_argument("--seed", type=int, default=7, help="of dice and bots (default 7)")


def _add_run(commands: Any) -> None:
    run = _command(commands, "run", "play:run", "play a scenario between bots")
    run.add_argument("scenario", help=SCENARIO_HELP)
    run.add_argument("--bots", default="random", help="bots of the sides, separated by commas (default random)")
    run.add_argument("--seed", type=int, default=0, help="of dice and bots (default 0)")
    run.add_argument("--out", metavar="FILE", help="record the game into this file")


def _add_legal(commands: Any) -> None:
    legal = _command(commands, "legal", "rulings:legal", "list the legal orders of a position")
    legal.add_argument("scenario", help=SCENARIO_HELP)
    legal.add_argument("--unit", help="only orders given to this unit")
    legal.add_argument("--kind", help="only orders of this kind")
    legal.add_argument("--after", action="append", default=[], metavar="ORDER", help="take this order first")
    legal.add_argument("--seed", type=int, default=0, help="of the dice (default 0)")


def _add_check(commands: Any) -> None:
    check = _command(commands, "check", "rulings:check", "say whether an order is legal, and by which rule not")
    check.add_argument("scenario", help=SCENARIO_HELP)
    check.add_argument("order", help="such as 'R1 move B3', or - to read orders from standard input, line by line")
    check.add_argument("--after", action="append", default=[], metavar="ORDER", help="take this order first")
    check.add_argument("--seed", type=int, default=0, help="of the dice (default 0)")


def _add_perft(commands: Any) -> None:
    perft = _command(
        commands, "perft", "counting:perft", "count the positions of the rule tree, dice enumerated", kernels="compiled"
    )
    perft.add_argument("scenario", help=SCENARIO_HELP)
    perft.add_argument("--depth", type=int, default=2, help="orders deep (default 2)")
    perft.add_argument("--split", action="store_true", help="a line for each first order")


def _add_compile(commands: Any) -> None:
    compile_command = _command(
        commands, "compile", "counting:compile_kernels", "compile the kernels of a family ahead", kernels="compiled"
    )
    compile_command.add_argument("--scenario", default="crossroads", help=f"{SCENARIO_HELP} (default crossroads)")


def _add_replay(commands: Any) -> None:
    replay = commands.add_parser("replay", help="verify, show, compare, repair or export a recorded game")
    actions = replay.add_subparsers(metavar="ACTION", required=True)
    verify = _command(actions, "verify", "replay:verify", "see whether a log is whole and plays to its digests")
    verify.add_argument("file", help=LOG_HELP)
    show = _command(actions, "show", "replay:show", "draw the game of a log, or its position after a step")
    show.add_argument("file", help=LOG_HELP)
    show.add_argument("--step", type=int, help="the position after this step (default: the last)")
    diff = _command(actions, "diff", "replay:diff", "name the first difference between two logs")
    diff.add_argument("file", help=LOG_HELP)
    diff.add_argument("other", help=LOG_HELP)
    salvage = _command(actions, "salvage", "replay:salvage", "write what can be saved of a damaged log")
    salvage.add_argument("file", help=LOG_HELP)
    salvage.add_argument("out", help="file to write, or - for standard output")
    export = _command(actions, "export", "replay:export", "write a log as text, or as JSON lines with --json")
    export.add_argument("file", help=LOG_HELP)
    export.add_argument("--out", metavar="FILE", default="-", help="file to write (default: standard output)")
    for action in (verify, show, diff, export):
        action.add_argument("--tail", action="store_true", help="cut off the torn end that a killed process leaves")
