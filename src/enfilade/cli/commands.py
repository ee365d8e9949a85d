"""The commands and their options. What a command does is in its own module, imported when it runs."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable
from typing import Any

from enfilade._version import __version__

SCENARIO_HELP = "name of a shipped scenario, or a file, or - for standard input"
POSITION_HELP = f"{SCENARIO_HELP}; a file may also be a save or a replay log"
LOG_HELP = "a log, or - for standard input"
EXIT_CODES = {0: "done, or yes", 1: "no", 2: "wrong usage", 3: "a bad file", 4: "a game failed", 130: "interrupted"}
MORE = """\
example: enfilade demo --seed 3

environment:
  ENFILADE_KERNELS  how rules run: auto, interpreted or compiled
  ENFILADE_CACHE    folder of the compiled kernels
"""


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="enfilade",
        description="A rules core for tactical wargames.",
        epilog=f"{MORE}\n{_codes(EXIT_CODES)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"enfilade {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    _add_demo(commands)
    _add_run(commands)
    _add_legal(commands)
    _add_check(commands)
    _add_replay(commands)
    _add_sight(commands)
    _add_simulate(commands)
    _add_perft(commands)
    _add_validate(commands)
    _add_generate(commands)
    _add_compile(commands)
    _add_report(commands)
    return top


def _command(
    commands: Any,
    function: str,
    example: str,
    help_text: str,
    *,
    no: str = "",
    failed: str = "",
    kernels: str = "interpreted",
) -> Any:
    """One command.

    Args:
        commands: to which it is added.
        function: what runs it, as ``module:function`` within this package.
        example: a command line, without ``enfilade``; the command's name is in it.
        help_text: what it does.
        no: what exit code 1 means; nothing where it never comes.
        failed: what exit code 4 means; nothing where it never comes.
        kernels: how rules run in it.
    """
    meant = EXIT_CODES | {1: no, 4: failed}
    codes = {code: meaning for code, meaning in meant.items() if meaning}
    words = example.split()
    command = commands.add_parser(
        words[1] if words[0] == "replay" else words[0],
        help=help_text,
        description=help_text,
        epilog=f"example: enfilade {example}\n\n{_codes(codes)}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--json", action="store_true", help="print JSON instead of text")
    command.set_defaults(run=_late(function), kernels=kernels)
    return command


def _codes(codes: dict[int, str]) -> str:
    """Exit codes as lines of a help text."""
    return "\n".join(["exit codes:", *(f"  {code:<3}  {meaning}" for code, meaning in codes.items())])


def _late(function: str) -> Callable[[argparse.Namespace], int]:
    """A function of this package, imported when it is called."""
    module, name = function.split(":")

    def run(chosen: argparse.Namespace) -> int:
        found = getattr(importlib.import_module(f"enfilade.cli.{module}"), name)
        return int(found(chosen))

    return run


def _file_name(text: str) -> str:
    """The name of a file to write.

    Raises:
        argparse.ArgumentTypeError: it is empty.
    """
    if not text:
        raise argparse.ArgumentTypeError("the name is empty, expected that of a file")
    return text


def _add_position(command: Any) -> None:
    """The options of a command that asks about a position."""
    command.add_argument("--map", action="store_true", help="draw the board with what the ruling names")
    command.add_argument("--step", type=int, metavar="N", help="of a log: the position after step N (default the last)")
    command.add_argument("--after", action="append", default=[], metavar="ORDER", help="take this order first")
    command.add_argument("--seed", type=int, help="of the dice (default 0; a position's own go on)")


def _add_demo(commands: Any) -> None:
    demo = _command(
        commands,
        "play:demo",
        "demo --seed 3",
        "play a battle between two bots, draw it, record and verify it",
        no="the log does not verify",
    )
    demo.add_argument("--seed", type=int, default=7, help="of dice and bots (default 7)")


def _add_run(commands: Any) -> None:
    run = _command(commands, "play:run", "run crossroads --seed 5 --out game.enf", "play a scenario between bots")
    run.add_argument("scenario", help=SCENARIO_HELP)
    run.add_argument("--bots", default="random", help="bots of the sides, separated by commas (default random)")
    run.add_argument("--seed", type=int, default=0, help="of dice and bots (default 0)")
    run.add_argument("--out", metavar="FILE", type=_file_name, help="record the game into this file")


def _add_legal(commands: Any) -> None:
    legal = _command(
        commands,
        "rulings:legal",
        "legal crossroads --kind bid",
        "list the legal orders of a position",
        no="there is none",
    )
    legal.add_argument("scenario", help=POSITION_HELP)
    legal.add_argument("--unit", help="only orders given to this unit")
    legal.add_argument("--kind", help="only orders of this kind")
    _add_position(legal)


def _add_check(commands: Any) -> None:
    check = _command(
        commands,
        "rulings:check",
        "check crossroads 'red bid 2'",
        "say whether an order is legal, and by which rule not",
        no="it is illegal",
    )
    check.add_argument("scenario", help=POSITION_HELP)
    check.add_argument(
        "order",
        help="such as 'R1 move B3', or - to read orders from standard input, line by line; "
        "each is checked against the same position, none is taken",
    )
    _add_position(check)


def _add_sight(commands: Any) -> None:
    sight = _command(
        commands,
        "sight:sight",
        "sight alley R1 B2 --map",
        "say whether two units, or two places of a map of characters, see each other, and by which rule",
        no="they do not",
    )
    sight.add_argument(
        "source",
        metavar="SCENARIO_OR_MAP",
        help="a shipped scenario, the .toml file of one, a save or a log; or a text file, one character a place, or - "
        "for one from standard input",
    )
    sight.add_argument(
        "a", metavar="A", help="a unit; or a place, on squares and open ground with a size if wanted, as in C7:2"
    )
    sight.add_argument("b", metavar="B", help="the other unit or place")
    _add_position(sight)
    sight.add_argument(
        "--board",
        choices=("square", "hex", "ground"),
        help="of a map of characters; square: digits are heights and # is 3; hex: o obscures, # blocks, digits are "
        "elevations; ground: a step a character, # walls, ~ ditches (default square)",
    )
    sight.add_argument(
        "--lines", choices=("any", "centres"), help="on a map of squares the lines that count (default any)"
    )
    sight.add_argument(
        "--spine",
        choices=("two_or_more", "both_sides"),
        help="on a map of hexes what blocks a line along sides (default two_or_more)",
    )


def _add_simulate(commands: Any) -> None:
    simulate = _command(
        commands,
        "simulate:simulate",
        "simulate crossroads --games 100 --bots greedy,random --out games.csv",
        "play many games of a scenario between bots, and say what they come to",
        failed="a game could not be played to its end",
        kernels="compiled",
    )
    simulate.add_argument("scenario", help=f"{SCENARIO_HELP}; with --replay a file of results")
    simulate.add_argument("--games", type=int, metavar="N", help="how many (default 1000)")
    simulate.add_argument("--bots", help="bots of the sides, separated by commas (default random)")
    simulate.add_argument("--seed", type=int, help="of the run (default 0)")
    simulate.add_argument("--paired", action="store_true", help="play every seed twice, the two bots swapped")
    simulate.add_argument(
        "--against", metavar="SCENARIO", help="play this variant with the same seeds too, and compare"
    )
    simulate.add_argument("--workers", type=int, metavar="W", help="games at the same time (default: processors here)")
    simulate.add_argument("--engine", metavar="local|ray", help="where games are played (default local)")
    simulate.add_argument(
        "--out",
        metavar="FILE",
        type=_file_name,
        help="rows of the games: .jsonl, .csv or .parquet; of --replay the log",
    )
    simulate.add_argument("--resume", action="store_true", help="go on with the results in the file")
    simulate.add_argument("--overwrite", action="store_true", help="begin anew where there are results")
    simulate.add_argument(
        "--on-fault",
        choices=("forfeit", "raise", "random"),
        help="when a bot fails its side loses, the run ends, or a random order is taken (default forfeit)",
    )
    simulate.add_argument(
        "--decision-seconds", type=float, metavar="S", help="that a bot may take for a decision (default: any time)"
    )
    simulate.add_argument("--orders", type=int, metavar="N", help="orders of a game at most (default 1000000)")
    simulate.add_argument(
        "--replay", type=int, metavar="ROW", help="record this game of a file of results, with no option but --out"
    )


def _add_perft(commands: Any) -> None:
    perft = _command(
        commands,
        "counting:perft",
        "perft crossroads --depth 2 --split",
        "count the leaves and positions of the rule tree, dice enumerated",
        kernels="compiled",
    )
    perft.add_argument("scenario", help=SCENARIO_HELP)
    perft.add_argument("--depth", type=int, default=2, help="orders deep (default 2)")
    perft.add_argument("--split", action="store_true", help="a line for each first order")


def _add_validate(commands: Any) -> None:
    validate = _command(
        commands,
        "validation:validate",
        "validate ford.toml",
        "say whether scenarios are valid, or everything that is wrong with them",
    )
    validate.add_argument("files", nargs="+", metavar="FILE", help=SCENARIO_HELP)


def _add_generate(commands: Any) -> None:
    generate = _command(
        commands,
        "making:generate",
        "generate --seed 7 --units 200 --size 128x96 --out large.toml",
        "make a large battle",
    )
    generate.add_argument("--seed", type=int, default=0, help="the same seed makes the same battle (default 0)")
    generate.add_argument("--units", type=int, default=2_000, help="of both sides together (default 2000)")
    generate.add_argument("--size", default="512x512", metavar="CxR", help="columns and rows (default 512x512)")
    generate.add_argument(
        "--out", metavar="FILE", type=_file_name, default="-", help="file to write (default: standard output)"
    )


def _add_compile(commands: Any) -> None:
    compile_command = _command(
        commands,
        "counting:compile_kernels",
        "compile --scenario crossroads",
        "compile the kernels of a family ahead",
        kernels="compiled",
    )
    compile_command.add_argument("--scenario", default="crossroads", help=f"{SCENARIO_HELP} (default crossroads)")


def _add_report(commands: Any) -> None:
    _command(
        commands,
        "environment:report",
        "report",
        "say what is installed and how it runs here, for a report of a bug",
        kernels="auto",
    )


def _add_replay(commands: Any) -> None:
    replay = commands.add_parser("replay", help="verify, show, compare, repair or export a recorded game")
    actions = replay.add_subparsers(metavar="ACTION", required=True)
    verify = _command(
        actions,
        "replay:verify",
        "replay verify game.enf",
        "see whether a log is whole and plays to its digests",
        no="it was not ended, or plays otherwise than told",
    )
    verify.add_argument("file", help=LOG_HELP)
    show = _command(
        actions, "replay:show", "replay show game.enf --step 4", "draw the game of a log, or its position after a step"
    )
    show.add_argument("file", help=LOG_HELP)
    show.add_argument("--step", type=int, help="the position after this step (default: the last)")
    diff = _command(
        actions,
        "replay:diff",
        "replay diff game.enf other.enf",
        "name the first difference between two logs",
        no="they differ",
    )
    diff.add_argument("file", help=LOG_HELP)
    diff.add_argument("other", help=LOG_HELP)
    salvage = _command(
        actions,
        "replay:salvage",
        "replay salvage torn.enf saved.enf",
        "write what can be saved of a damaged log",
        no="written, but something is lost, or the log was not ended",
    )
    salvage.add_argument("file", help=LOG_HELP)
    salvage.add_argument("out", type=_file_name, help="file to write, or - for standard output")
    export = _command(
        actions,
        "replay:export",
        "replay export game.enf --out game.txt",
        "write a log as text, or as JSON lines with --json",
    )
    export.add_argument("file", help=LOG_HELP)
    export.add_argument(
        "--out", metavar="FILE", type=_file_name, default="-", help="file to write (default: standard output)"
    )
    for action in (verify, show, diff, export):
        action.add_argument("--tail", action="store_true", help="cut off the torn end that a killed process leaves")
