# ruff: noqa: E501  (a row a case reads best)
"""A bad scenario is refused with everything that is wrong with it, each with place, offending text and expectation."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import enfilade as ef
from enfilade.authoring import Option, Plugin
from enfilade.core.scenario import load
from enfilade.core.scenario.load import draft_of_text, parse_scenario, read_scenario
from enfilade.core.scenario.write import scenario_text
from enfilade.drill import FAMILY
from enfilade.library import draft_problems
from enfilade.systems.problems import find_problems

GOOD = """
name = "test"
family = "drill"
[board]
map = '''
..
.#
'''
[[sides]]
name = "red"
[[sides]]
name = "blue"
[[units]]
id = "R1"
side = "red"
at = "A1"
[[units]]
id = "B1"
side = "blue"
at = "B1"
"""


def problems_of(text: str) -> list[str]:
    with pytest.raises(ef.ScenarioError) as caught:
        ef.Battle(parse_scenario(text, "test"))
    return [str(problem) for problem in caught.value.problems]


def test_the_good_one_is_a_battle() -> None:
    assert len(ef.Battle(parse_scenario(GOOD)).legal) > 0


def test_every_problem_is_listed_at_once() -> None:
    text = GOOD.replace('at = "A1"', 'at = "Q9"\ntype = "tank"').replace(
        'side = "blue"\nat = "B1"', 'side = "pink"\nat = "B2"'
    )

    assert problems_of(text) == [
        "units[0] (R1).type: found 'tank', expected one of the types: no type is defined",
        "units[0] (R1).at: found 'Q9', expected a place on the board, up to B2",
        "units[1] (B1).side: found 'pink', expected one of red, blue",
        "units[1] (B1).at: found 'B2', expected an open square",
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('at = "B1"', 'at = "A1"', "units[1] (B1).at: found 'A1', expected a square of its own; R1 is there"),
        ('at = "B1"', 'at = "1B"', "units[1] (B1).at: found '1B', expected a place such as C7"),
        ('id = "B1"', 'id = "R1"', "units[1] (R1).id: found 'R1', expected a name of its own, letters and digits"),
        ('id = "B1"', 'id = "blue"', "units[1] (blue).id: found 'blue', expected a name of its own, letters and digits"),
        (".#", ".#.", "board.map row 2: found 3 characters, expected 2"),
        (".#", ".?", "board.map row 2 column 2: found '?', expected one of # ."),
        ("[board]", "[board]\nlegend = {w = 'water'}", "board.legend.w: found 'water', expected one of open, wall"),
        ('name = "blue"', 'name = "red"', "sides[1].name: found 'red', expected a name of its own, letters and digits"),
        ('name = "blue"', 'name = "blue"\nhostile = ["pink"]', "sides[1].hostile: found 'pink', expected another of red, blue"),
        ("[board]", "[cards]\njoker = 1\n[board]", "cards.joker: found 'joker', expected one of rally, hurry, blank"),
        ("[board]", "[cards]\nrally = 2000\n[board]", "cards: found 2000 cards, expected at most 1024"),
        ("[board]", "[options]\nrounds = 0\n[board]", "options.rounds: found 0, expected 1 to 99"),
        ("[board]", "[options]\nfog = true\n[board]", "options: found 'fog', expected one of tokens, rounds"),
        ('at = "A1"', 'at = "A1"\nwith = {power = 9}', "units[0] (R1).with.power: found 9, expected 0 to 6"),
        ('at = "A1"', 'at = "A1"\nfacing = 4', "units[0] (R1).facing: found 4, expected a direction of the board, 0 to 3"),
        ('at = "A1"', 'at = "A1"\nfacing = -1', "units[0] (R1).facing: found -1, expected a direction of the board, 0 to 3"),
        (".#", "??", "board.map row 2 column 1: found '?' (2 times), expected one of # ."),
        ("[board]", "[board]\nlegend = {wall = 'wall'}", "board.legend: found 'wall', expected one character"),
        ("[board]", "[board]\nlegend = {'' = 'wall'}", "board.legend: found '', expected one character"),
        ("[board]", "[board]\nheights = {hill = 1}", "board.heights: found 'hill', expected one of open, wall"),
        ("[board]", "[board]\nheights = {open = 40000}", "board.heights.open: found 40000, expected -32767 to 32767"),
        ("[board]", "[types]\nghost = {power = 9}\n[board]", "types.ghost.power: found 9, expected 0 to 6"),
        ("[board]", "[types]\nghost = {speed = 1}\n[board]", "types.ghost: found 'speed', expected one of power, allowance"),
        ("[board]", "[cards]\nrally = -1\n[board]", "cards.rally: found -1, expected 0 or more"),
        ('id = "B1"', 'id = "move"', "units[1] (move).id: found 'move', expected another word than 'move', which is an order kind"),
        ('id = "B1"', 'id = "via"', "units[1] (via).id: found 'via', expected another word than 'via', which the notation uses"),
        ('id = "B1"', 'id = "with"', "units[1] (with).id: found 'with', expected another word than 'with', which the notation uses"),
        ('id = "B1"', 'id = "É1"', "units[1] (É1).id: found 'É1', expected a name of letters A to Z, digits and '_', beginning with no digit"),
        ('id = "B1"', 'id = "Ｂ1"', "units[1] (Ｂ1).id: found 'Ｂ1', expected a name of letters A to Z, digits and '_', beginning with no digit"),
        ('id = "B1"', 'id = "B 1"', "units[1] (B 1).id: found 'B 1', expected a name of letters A to Z, digits and '_', beginning with no digit"),
        ('name = "blue"', 'name = "bid"', "sides[1].name: found 'bid', expected another word than 'bid', which is an order kind"),
    ],
)  # fmt: skip
def test_one_problem_is_named_with_its_place(old: str, new: str, expected: str) -> None:
    assert expected in problems_of(GOOD.replace(old, new))


TOO_MUCH = [
    (
        "a = " + "[" * 3000,
        "TOML: found tables or lists that are nested too deeply, expected at most 16 within one another",
    ),
    (
        GOOD + "[state]\na" + ".a" * 20 + " = 1",
        "state.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a: found another table or list, expected at most 16 within one another",
    ),
    (
        "name = 'x'\na = " + "9" * 5000,
        f"line 2: found {'9' * 200}... (5000 characters), expected a number of at most 64 bits",
    ),
    (
        GOOD + "[options]\nrounds = 0x" + "f" * 9000,
        "options.rounds: found a number of 36000 bits, expected a number of at most 64 bits",
    ),
    (
        GOOD + "[state]\na = [0, 9223372036854775808]",
        "state.a[1]: found a number of 64 bits, expected a number of at most 64 bits",
    ),
]


@pytest.mark.parametrize(("text", "expected"), TOO_MUCH, ids=["brackets", "keys", "digits", "hexadecimal", "64 bits"])
def test_more_than_a_scenario_can_hold_is_refused_with_its_place(text: str, expected: str) -> None:
    assert problems_of(text) == [expected]


def test_a_name_with_half_a_surrogate_pair_is_refused_with_its_place() -> None:
    scenario = parse_scenario(GOOD)
    scenario.title = "a\ud800"
    scenario.units[1].id = "\udfff"
    with pytest.raises(ef.ScenarioError) as caught:
        ef.Battle(scenario)
    assert [problem.place for problem in caught.value.problems] == ["units[1].id", "title"]
    str(caught.value).encode()


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("?" * 5000, "board.map: found 5000 x 1, expected at most 4096 each way"),
        (".\n" * 5000, "board.map: found 1 x 5000, expected at most 4096 each way"),
        (("?" * 1000 + "\n") * 1000, "board.map row 1 column 1: found '?' (1000000 times), expected one of # ."),
    ],
)
def test_a_large_map_has_few_problems(board: str, expected: str) -> None:
    scenario = parse_scenario(GOOD)
    scenario.board.map = board
    with pytest.raises(ef.ScenarioError) as caught:
        ef.Battle(scenario)
    assert [str(problem) for problem in caught.value.problems] == [expected]


def test_a_message_lists_the_first_of_many_problems_and_shortens_long_texts() -> None:
    scenario = parse_scenario(GOOD)
    scenario.units = [msgspec.structs.replace(scenario.units[0], side="x" * 100_000)] * 1000
    with pytest.raises(ef.ScenarioError) as caught:
        ef.Battle(scenario)
    assert len(caught.value.problems) > 1000
    assert len(str(caught.value)) < 20_000
    assert str(caught.value).endswith(f"... and {len(caught.value.problems) - 50} more")


def test_a_file_without_an_end_is_read_no_further_than_a_scenario_can_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "SCENARIO_BYTES_MAX", 1000)
    with pytest.raises(ef.ScenarioError, match="the file: found over 1000 bytes, expected a smaller file"):
        read_scenario(Path("/dev/zero"))


def test_text_that_is_no_toml_is_refused_with_line_and_column() -> None:
    assert problems_of("name = ")[0].startswith("TOML: found Invalid value (at end of document)")


def test_an_unknown_key_is_refused_with_its_place() -> None:
    (problem,) = problems_of(GOOD.replace('at = "A1"', 'at = "A1"\nspeed = 3'))

    assert problem == "units[0] (R1): found the key 'speed', expected one of id, side, at, type, facing, known_to, with"


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(ef.ScenarioError, match="expected UTF-8 text"):
        read_scenario(path)


def test_a_name_that_is_no_scenario_lists_those_that_are() -> None:
    with pytest.raises(ef.UnknownScenario, match=r"'nowhere', expected a file or one of: .*crossroads"):
        ef.load_scenario("nowhere")


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ({"clock": [{"step": "soon"}]}, "state.clock[0].step: found 'soon', expected a value like 0"),
        ({"clock": [{"pace": 3}]}, "state.clock[0]: found 'pace', expected one of step, turn"),
        ({"clock": []}, "state.clock: found 0 records, expected a list of 1 records"),
        ({"clock": [{"side": 4000}]}, "state.clock[0].side: found 4000, expected a value within the field's range"),
        ({"clock": [{"scores": [1] * 9}]}, "state.clock[0].scores: found [1, 1, 1, 1, 1, 1, 1, 1, 1], expected at most 8 numbers"),
        ({"clocks": []}, "state: found 'clocks', expected one of clock"),
    ],
)  # fmt: skip
def test_a_state_that_does_not_fit_is_refused_with_its_place(state: dict[str, object], expected: str) -> None:
    scenario = parse_scenario(GOOD)
    full = ef.Battle(scenario).to_scenario()
    full.state = full.state | state
    with pytest.raises(ef.ScenarioError) as caught:
        ef.Battle(full)

    assert any(str(problem).startswith(expected) for problem in caught.value.problems)


def test_writing_and_reading_a_scenario_gives_the_same_one() -> None:
    scenario = ef.load_scenario("crossroads")

    assert parse_scenario(scenario_text(scenario)) == scenario


def test_a_plugin_has_options_and_values_of_its_own() -> None:
    fog = Option("fog", False)
    weather = Option("weather", "dry", choices=("dry", "wet"))
    speed = Option("speed", 3, least=1, greatest=5)
    family = FAMILY.with_plugins((Plugin("sky", 1, (), options=(fog, weather), values=(speed,)),))
    chosen = parse_scenario(
        GOOD.replace("[board]", '[options]\nfog = true\nweather = "wet"\n[types.tank]\nspeed = 2\n[board]')
        .replace('at = "A1"', 'at = "A1"\ntype = "tank"')
        .replace('at = "B1"', 'at = "B1"\nwith = {speed = 5}')
    )
    assert find_problems(chosen, family) == []
    assert (fog.number(chosen), weather.of(chosen)) == (1, "wet")
    assert [speed.of_unit(chosen, slot) for slot in range(2)] == [2, 5]
    assert [speed.of_unit(parse_scenario(GOOD), slot) for slot in range(2)] == [3, 3]


def test_a_value_that_an_option_cannot_take_says_which_it_can() -> None:
    options = (Option("fog", False), Option("weather", "dry", choices=("dry", "wet")), Option("speed", 3, greatest=5))
    family = FAMILY.with_plugins((Plugin("sky", 1, (), options=options),))
    scenario = parse_scenario(GOOD.replace("[board]", '[options]\nfog = 1\nweather = "hail"\nspeed = true\n[board]'))
    assert [str(problem) for problem in find_problems(scenario, family)] == [
        "options.fog: found 1, expected true or false",
        "options.weather: found 'hail', expected one of dry, wet",
        "options.speed: found true, expected 0 to 5",
    ]


OVER_A_WALL = """
name = "over"
family = "mech"
[board]
map = '''
#..
...
...
'''
[[sides]]
name = "red"
allied = ["green"]
[[sides]]
name = "green"
allied = ["red"]
[[units]]
id = "R1"
side = "red"
at = "A1"
with = { kind = "high altitude", size = 1 }
[[units]]
id = "G1"
side = "green"
at = "A1.9"
"""
KINDS = "one of ground, flying, high altitude, installation"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("", "", []),
        # A high-altitude unit may be meant, and could be there.
        ('"high altitude"', '"high"', [f"units[0] (R1).with.kind: found 'high', expected {KINDS}"]),
        ('"high altitude"', "3", [f"units[0] (R1).with.kind: found 3, expected {KINDS}"]),
        ("size = 1", "size = 4", ["units[0] (R1).with.size: found 4, expected 1 to 3"]),
        # A flying unit could not, nor one of two cells in the corner of its grid, whatever its kind.
        (
            '"high altitude"',
            '"flying"',
            ["units[0] (R1).at: found 'A1', expected cells without terrain under the base"],
        ),
        (
            'at = "A1"\nwith = { kind = "high altitude", size = 1 }',
            'at = "A1.3"\nwith = { kind = "high", size = 2 }',
            [
                f"units[0] (R1).with.kind: found 'high', expected {KINDS}",
                "units[0] (R1).at: found 'A1.3', expected a cell from which 2 by 2 cells lie in one grid",
            ],
        ),
    ],
)
def test_what_rests_on_a_value_that_is_wrong_is_not_told(old: str, new: str, expected: list[str]) -> None:
    told = [str(problem) for problem in draft_problems(draft_of_text(OVER_A_WALL.replace(old, new), "over", Path()))]
    assert told == expected


def test_misspelt_kind_is_told_and_the_place_not_judged_by_another() -> None:
    (problem,) = problems_of(OVER_A_WALL.replace("kind =", "knd ="))
    assert problem.startswith("units[0] (R1).with: found 'knd', expected one of size, kind")


def test_ally_whose_name_cannot_be_read_is_not_asked_whether_it_is_named() -> None:
    (problem,) = [
        str(each)
        for each in draft_problems(draft_of_text(OVER_A_WALL.replace('name = "red"', "name = 3"), "over", Path()))
    ]
    assert problem == "sides[0].name: found 3, expected a text"
