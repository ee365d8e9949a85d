"""docs/rules.md is up to date, and every rule has a function and a test."""

from pathlib import Path

import pytest

from docs.generate_rules import ROOT as CHECKOUT
from docs.generate_rules import Coverage, find_problems, read_coverage, render_page, stale_page

RULEBOOK_PAGE = """\
# Toy

- **TOY-10** A later rule.
- **TOY-2.1** A unit moves
  one cell. Then it stops.
"""

PRODUCT = '''\
class Mover:
    def step(self):
        """TOY-2.1, TOY-10: moves."""

def helper():
    """Mentions TOY-9, but implements nothing."""
'''

TESTS = """\
import pytest
pytestmark = pytest.mark.rule("TOY-10")

class TestMover:
    @pytest.mark.rule("TOY-2.1")
    def test_one_cell(self): ...
"""

PAGE_ROWS = """\
| [TOY-2.1](rulebook/toy.md) | A unit moves one cell. | [`Mover.step`](../core/toy.py) \
| [`TestMover.test_one_cell`](../tests/core/test_toy.py) |
| [TOY-10](rulebook/toy.md) | A later rule. | [`Mover.step`](../core/toy.py) \
| [`test_toy.py`](../tests/core/test_toy.py) |
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with two rules, both covered."""
    root = tmp_path.resolve()
    for path, text in {
        "docs/rulebook/toy.md": RULEBOOK_PAGE,
        "core/toy.py": PRODUCT,
        "tests/core/test_toy.py": TESTS,
    }.items():
        (root / path).parent.mkdir(parents=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def coverage() -> Coverage:
    return read_coverage()


def test_page_is_up_to_date(coverage: Coverage) -> None:
    assert stale_page(CHECKOUT, coverage) == []


def test_every_rule_is_applied_and_shown(coverage: Coverage) -> None:
    assert find_problems(coverage) == []


def test_page_lists_rules_in_the_order_of_their_numbers(checkout: Path) -> None:
    assert render_page(read_coverage(checkout)).endswith("|---|---|---|---|\n" + PAGE_ROWS)


def test_covered_rules_are_no_problem(checkout: Path) -> None:
    assert find_problems(read_coverage(checkout)) == []


def test_rule_without_function_or_test_is_a_problem(checkout: Path) -> None:
    (checkout / "core/toy.py").unlink()
    (checkout / "tests/core/test_toy.py").unlink()
    assert find_problems(read_coverage(checkout)) == [
        "docs/rulebook/toy.md: no function applies TOY-2.1",
        "docs/rulebook/toy.md: no function applies TOY-10",
        "docs/rulebook/toy.md: no test shows TOY-2.1",
        "docs/rulebook/toy.md: no test shows TOY-10",
    ]


def test_number_that_no_page_has_is_a_problem(checkout: Path) -> None:
    (checkout / "core/extra.py").write_text('def extra():\n    """TOY-3: unheard of."""\n', encoding="utf-8")
    (checkout / "tests/test_extra.py").write_text("pytest.mark.rule('TOY-4')\n", encoding="utf-8")
    assert find_problems(read_coverage(checkout)) == [
        "core/extra.py: extra names TOY-3, which no rulebook page has",
        "tests/test_extra.py: the file names TOY-4, which no rulebook page has",
    ]


def test_rule_in_two_places_is_refused(checkout: Path) -> None:
    (checkout / "docs/rulebook/again.md").write_text("- **TOY-10** Again.\n", encoding="utf-8")
    with pytest.raises(ValueError, match="rule TOY-10 is already in docs"):
        read_coverage(checkout)


def test_missing_page_is_stale(checkout: Path) -> None:
    assert stale_page(checkout, read_coverage(checkout)) == [
        "docs/rules.md is stale: run python docs/generate_rules.py"
    ]
