"""What the pages show of the command line is what the command line prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from enfilade.cli import main

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(console|toml|\w+\.txt)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"# (\w+\.toml)\n")
LEFT_OUT = "..."


def said(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, int]:
    """What a command line prints, errors last, and its exit code."""
    name, *arguments = shlex.split(line)
    assert name == "enfilade", line
    code = main(arguments)
    printed = capsys.readouterr()
    return printed.out + printed.err, code


def is_as_shown(text: str, shown: str) -> bool:
    """Whether a text is as a page shows it; three dots stand for the rest of a line, or alone for any lines."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == LEFT_OUT else re.escape(line).replace(re.escape(LEFT_OUT), ".*") + "\n"
        for line in shown.splitlines()
    )
    return re.fullmatch(pattern, text) is not None


@pytest.mark.parametrize("page", ["docs/command-line.md", "docs/scenarios.md"])
def test_command_prints_what_the_page_shows(
    page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ENFILADE_KERNELS", "interpreted")
    commands, code = 0, 0
    for kind, block in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        if kind.endswith(".txt"):
            Path(kind).write_text(block, encoding="utf-8")
            continue
        if kind == "toml":
            named = NAMED.match(block)
            assert named is not None, block
            Path(named[1]).write_text(block, encoding="utf-8")
            continue
        for step in block.removeprefix("$ ").split("\n$ "):
            line, _, shown = step.partition("\n")
            if line == "echo $?":
                assert f"{code}" == shown.strip(), step
                continue
            text, code = said(line, capsys)
            assert is_as_shown(text, shown), f"{line}\n{text}"
            commands += 1
    assert commands >= 3
