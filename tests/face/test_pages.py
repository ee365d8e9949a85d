"""What the pages quote is what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(?:python|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FOLDERS = (ROOT / "tests/drill", ROOT / "tests/face/resting", ROOT / "tests/face/race")
QUOTED = [*(path for folder in FOLDERS for path in sorted(folder.iterdir())), ROOT / "pyproject.toml"]


def quotes(page: str) -> list[str]:
    """The blocks of a page that are no examples to run."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [block for block in FENCE.findall(text) if not block.lstrip().startswith(">>>")]


def test_page_on_families_quotes_code() -> None:
    assert len(quotes("docs/writing-a-family.md")) > 10


@pytest.mark.parametrize("quote", quotes("docs/writing-a-family.md"))
def test_quote_is_in_the_code_word_for_word(quote: str) -> None:
    sources = [path.read_text(encoding="utf-8") for path in QUOTED if path.suffix in (".py", ".toml")]
    assert any(quote in source for source in sources)


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        *(f"docs/{page}.md" for page in ("hosting", "writing-a-family", "command-line", "scenarios", "simulate")),
    ],
)
def test_links_of_a_page_lead_to_files(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    assert links
    for link in links:
        file, _, heading = link.partition("#")
        target = (ROOT / page).parent.joinpath(file)
        assert target.is_file(), link
        assert not heading or f"\n## {heading}\n" in target.read_text(encoding="utf-8").lower(), link
