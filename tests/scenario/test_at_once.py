# ruff: noqa: E501  (a row a case reads best)
"""Everything that is wrong with a file is told in one go, and nothing that only follows from it."""

from __future__ import annotations

import pytest

import enfilade as ef
from enfilade.core.scenario.findings import PROBLEMS_MAX
from enfilade.core.scenario.load import draft_of_text, parse_scenario
from enfilade.library import draft_problems

MARCH = """
name = "march"
family = "march"
[board]
map = '''
.~..
....
..h.
'''
[types.foot]
allowance = 3
[types.horse]
allowance = 5
[[sides]]
name = "west"
allied = ["north"]
[[sides]]
name = "east"
[[sides]]
name = "north"
allied = ["west"]
[[objectives]]
at = "0-0"
value = 2
holder = "west"
[[units]]
id = "W1"
side = "west"
type = "foot"
at = "0-0"
[[units]]
id = "N1"
side = "north"
type = "horse"
at = "0-0"
[[units]]
id = "E1"
side = "east"
at = "3-2"
[options]
turns = 6
points = 2
"""


def told(text: str) -> list[str]:
    """Everything that is wrong with the scenario in a text."""
    return [str(problem) for problem in draft_problems(draft_of_text(text, "test"))]


def changed(*changes: tuple[str, str]) -> str:
    """The good scenario with some texts of it replaced."""
    text = MARCH
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_the_good_one_has_no_problems_and_is_a_battle() -> None:
    assert told(MARCH) == []
    assert len(ef.Battle(parse_scenario(MARCH)).legal) > 0


def test_form_map_sides_units_objectives_and_options_are_told_together() -> None:
    text = """
name = 3
family = "march"
colour = "red"
[board]
map = '''
....
...
.?..
....
'''
banks = '''
aab
++!
...
'''
ratings = { hill = 9, lava = 1, forest = "x" }
[types.foot]
allowance = "far"
[[sides]]
name = "west"
[[sides]]
name = "east"
neutral = 1
[[sides]]
name = "north"
[[objectives]]
at = "9-9"
[[objectives]]
at = "1-0"
value = 1000
holder = "nobody"
[[units]]
id = "W1"
side = "west"
type = "tank"
at = "0-0"
with = { barred = ["lava"] }
[[units]]
id = "N1"
side = "north"
at = "0-0"
[[units]]
id = 7
side = "purple"
at = "x"
speed = 3
[options]
turns = 1.5
pionts = 3
river_banks = "yes"
"""
    terrains = "open, water, hill, forest, forested hill, mountain, high mountain, desert, high desert, marsh, swamp"
    assert told(text) == [
        "the file: found the key 'colour', expected one of name, family, sides, board, units, plugins, title, "
        "description, type_files, types, weapons, objectives, exits, hazards, cards, options, state",
        "name: found 3, expected a text",
        "sides[1].neutral: found 1, expected true or false",
        "board.ratings.forest: found 'x', expected a whole number",
        "units[2]: found the key 'speed', expected one of id, side, at, type, facing, known_to, with",
        "units[2].id: found 7, expected a text",
        "options.turns: found 1.5, expected a whole number, true or false, or a text",
        f"board.ratings: found 'lava', expected one of {terrains}",
        "board.ratings.hill: found 9, expected 0 to 4",
        "board.map row 2: found 3 characters, expected 4",
        "board.map row 3 column 2: found '?', expected one of % . = D F M d f h m ~",
        "board.banks: found 3 rows, expected 4, as the map has",
        "board.banks: found 3 columns, expected 4, as the map has",
        "board.banks row 2 column 3: found '!', expected letters, '.' and '+'",
        "types.foot.allowance: found 'far', expected 0 to 14",
        f"units[0] (W1).with.barred: found the list ['lava'], expected a list of some of {terrains}",
        "units[1] (N1).at: found '0-0', expected a square without enemies and neutrals; W1 begins there",
        "units[2].side: found 'purple', expected one of west, east, north",
        "units[2].at: found 'x', expected a place such as 11-4",
        "objectives[0].at: found '9-9', expected a place on the board, up to 3-3",
        "objectives[1].value: found 1000, expected 1 to 99",
        "objectives[1].holder: found 'nobody', expected one of west, east, north",
        "options: found 'pionts', expected one of diagonal_corners, river_banks, case2_neighbours, turns, points",
        "options.river_banks: found 'yes', expected true or false",
    ]


def test_unit_with_unknown_type_still_stands_in_the_way_of_an_enemy() -> None:
    text = changed(('type = "foot"\nat = "0-0"', 'type = "tank"\nat = "0-0"'), ('at = "3-2"', 'at = "0-0"'))
    assert told(text) == [
        "units[0] (W1).type: found 'tank', expected one of the types: foot, horse",
        "units[2] (E1).at: found '0-0', expected a square without enemies and neutrals; W1, N1 begins there",
    ]


WRONG_TYPES = [
    ('name = "march"', "name = 3", "name: found 3, expected a text"),
    ('name = "march"', "name = true", "name: found true, expected a text"),
    ('name = "march"', "name = 2020-01-31", "name: found 2020-01-31, expected a text"),
    ('name = "march"', "name = [1]", "name: found the list [1], expected a text"),
    ('name = "march"', "name = {a = 1}", "name: found the table {'a': 1}, expected a text"),
    ('name = "march"', "", "the file: found no key 'name', expected one"),
    ('name = "march"', 'name = "march"\ntitle = nan', "title: found nan, expected a text"),
    ('name = "march"', 'name = "march"\nplugins = "x"', "plugins: found 'x', expected a list"),
    ('name = "march"', 'name = "march"\nplugins = [1]', "plugins[0]: found 1, expected a text"),
    ('name = "march"', 'name = "march"\ncards = 1', "cards: found 1, expected a table"),
    ('name = "march"', 'name = "march"\nstate = []', "state: found the list [], expected a table"),
    ('name = "march"', 'name = "march"\ntype_files = "x.toml"', "type_files: found 'x.toml', expected a list"),
    ('name = "north"\nallied = ["west"]', 'name = "north"\nallied = ["west"]\nneutral = "no"', "sides[2].neutral: found 'no', expected true or false"),
    ('name = "east"', 'name = "east"\nhostile = "west"', "sides[1].hostile: found 'west', expected a list"),
    ('name = "east"', 'name = "east"\nhostile = ["west", 1]', "sides[1].hostile[1]: found 1, expected a text"),
    ('value = 2', "value = 2.0", "objectives[0].value: found 2.0, expected a whole number"),
    ('value = 2', "value = true", "objectives[0].value: found true, expected a whole number"),
    ('at = "3-2"', 'at = "3-2"\nfacing = "N"', "units[2] (E1).facing: found 'N', expected a whole number"),
    ('at = "3-2"', 'at = "3-2"\nwith = 3', "units[2] (E1).with: found 3, expected a table"),
    ('at = "3-2"', 'at = "3-2"\nwith = { allowance = 1.0 }', "units[2] (E1).with.allowance: found 1.0, expected a whole number, true or false, a text, or a list"),
    ('at = "3-2"', 'at = "3-2"\nwith = { barred = [1] }', "units[2] (E1).with.barred[0]: found 1, expected a text"),
    ('turns = 6', "turns = []", "options.turns: found the list [], expected a whole number, true or false, or a text"),
    ('[types.foot]\nallowance = 3', "[types]\nfoot = 3", "types.foot: found 3, expected a table"),
    ("[board]", "[board]\nheights = { 'high mountain' = 'x' }", "board.heights.'high mountain': found 'x', expected a whole number"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "expected"), WRONG_TYPES)
def test_value_of_a_wrong_type_is_the_one_problem(old: str, new: str, expected: str) -> None:
    assert told(changed((old, new))) == [expected]


def test_unit_or_side_that_is_no_table_leaves_the_number_of_the_others() -> None:
    text = """
name = "x"
family = "march"
board = {}
sides = ["west", { name = "east" }, 3]
units = [4, { id = "E1", side = "east", at = "99-0" }, { id = "W1", side = "west", at = "0-0" }]
"""
    assert told(text) == [
        "sides[0]: found 'west', expected a table",
        "sides[2]: found 3, expected a table",
        "units[0]: found 4, expected a table",
        "units[1] (E1).at: found '99-0', expected a place on the board, up to 14-14",
    ]


NO_MORE = {
    "a side's name is no text: sides that others name are not judged": (
        [('name = "east"', "name = 1")],
        ["sides[1].name: found 1, expected a text"],
    ),
    "a side's name is another's: sides that others name are not judged": (
        [('name = "east"', 'name = "west"')],
        ["sides[1].name: found 'west', expected a name of its own, letters and digits"],
    ),
    "sides are missing: nothing that names a side is judged": (
        [('[[sides]]\nname = "west"\nallied = ["north"]', ""), ('[[sides]]\nname = "east"', ""), ('[[sides]]\nname = "north"\nallied = ["west"]', "")],
        ["the file: found no key 'sides', expected one"],
    ),
    "a map of another type: no place is judged by it": (
        [("map = '''\n.~..\n....\n..h.\n'''", "map = 3"), ('at = "3-2"', 'at = "99-0"')],
        ["board.map: found 3, expected a text"],
    ),
    "a map that is misspelt: no place is judged by the family's own": (
        [("map = '''", "mpa = '''"), ('at = "3-2"', 'at = "99-0"')],
        ["board: found the key 'mpa', expected one of map, legend, heights, ratings, banks"],
    ),
    "a legend that is misspelt: characters are not judged": (
        [("[board]", "[board]\nlegned = { w = 'water' }"), ("..h.", "..w.")],
        ["board: found the key 'legned', expected one of map, legend, heights, ratings, banks"],
    ),
    "a key of the legend that is no character: characters are not judged": (
        [("[board]", "[board]\nlegend = { ww = 'water' }"), ("..h.", "..w.")],
        ["board.legend: found 'ww', expected one character"],
    ),
    "a terrain of another type: characters are not judged": (
        [("[board]", "[board]\nlegend = { w = 3 }"), ("..h.", "..w.")],
        ["board.legend.w: found 3, expected a text"],
    ),
    "types that are no table: no unit's type is judged": (
        [("[types.foot]\nallowance = 3\n[types.horse]\nallowance = 5", ""), ('name = "march"', 'name = "march"\ntypes = 3')],
        ["types: found 3, expected a table"],
    ),
    "types that are misspelt: no unit's type is judged": (
        [("[types.foot]", "[typs.foot]"), ("[types.horse]", "[typs.horse]")],
        ["the file: found the key 'typs', expected one of name, family, sides, board, units, plugins, title, description, type_files, types, weapons, objectives, exits, hazards, cards, options, state"],
    ),
    "a file of types that is not there: no unit's type is judged": (
        [('name = "march"', 'name = "march"\ntype_files = ["nowhere.toml"]'), ('type = "horse"', 'type = "tank"')],
        ["type_files[0]: found 'nowhere.toml', which is not there, expected a file in the folder of the scenario or below it"],
    ),
    "a plug-in that is not there: names that it may declare are not judged": (
        [('name = "march"', 'name = "march"\nplugins = ["fog"]'), ("turns = 6", "turns = 6\nfog = true"), ('at = "3-2"', 'at = "3-2"\nwith = { torch = 1 }')],
        ["plugins[0]: found 'fog', expected none: nothing is installed"],
    ),
    "an objective that cannot be read: what all are worth is not judged": (
        [("value = 2", 'value = "2"'), ("points = 2", "points = 9")],
        ["objectives[0].value: found '2', expected a whole number"],
    ),
    "objectives that are misspelt: what all are worth is not judged": (
        [("[[objectives]]", "[[objective]]")],
        ["the file: found the key 'objective', expected one of name, family, sides, board, units, plugins, title, description, type_files, types, weapons, objectives, exits, hazards, cards, options, state"],
    ),
    "an option of another type: the family's own rules on options are not asked": (
        [("points = 2", 'points = "many"')],
        ["options.points: found 'many', expected 0 to 9999"],
    ),
    "an alliance of one side: units of the two on one square are not judged": (
        [('name = "north"\nallied = ["west"]', 'name = "north"')],
        ["sides[0].allied: found 'north', expected a side that names 'west' as its ally"],
    ),
    "an alliance that is misspelt: units of the two on one square are not judged": (
        [('name = "north"\nallied', 'name = "north"\nalied')],
        ["sides[2]: found the key 'alied', expected one of name, hostile, allied, neutral"],
    ),
    "neutrality that cannot be read: whether any side plays is not judged": (
        [('name = "west"\nallied = ["north"]', 'name = "west"\nneutral = true'), ('name = "east"', 'name = "east"\nneutral = 1'), ('name = "north"\nallied = ["west"]', 'name = "north"\nneutral = true'), ('holder = "west"', ""), ('side = "north"\ntype = "horse"\nat = "0-0"', 'side = "north"\ntype = "horse"\nat = "1-1"')],
        ["sides[1].neutral: found 1, expected true or false"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", NO_MORE)
def test_what_only_follows_is_not_told(case: str) -> None:
    changes, expected = NO_MORE[case]
    assert told(changed(*changes)) == expected


def test_what_the_family_finds_is_told_beside_a_broken_unit() -> None:
    text = changed(("points = 2", "points = 3"), ('side = "east"', 'side = "purple"'))
    assert told(text) == [
        "units[2] (E1).side: found 'purple', expected one of west, east, north",
        "options.points: found 3, expected at most 2, what all objectives are worth",
    ]


def test_place_beyond_every_row_of_a_ragged_map_is_told() -> None:
    text = changed((".~..", ".~..."), ('at = "3-2"', 'at = "5-2"'))
    assert told(text) == [
        "board.map row 1: found 5 characters, expected 4",
        "units[2] (E1).at: found '5-2', expected a place on the board, up to 4-2",
    ]


def test_the_rows_that_differ_from_most_are_told_even_when_the_first_does() -> None:
    assert told(changed((".~..", ".~"))) == ["board.map row 1: found 2 characters, expected 4"]


def test_unit_on_a_square_that_is_not_known_is_not_judged() -> None:
    scenario = """
name = "wall"
family = "drill"
board = { map = "..\\n?" }
sides = [{ name = "red" }]
units = [{ id = "R1", side = "red", at = "A2" }, { id = "R2", side = "red", at = "B2" }]
"""
    assert told(scenario) == [
        "board.map row 2: found 1 characters, expected 2",
        "board.map row 2 column 1: found '?', expected one of # .",
    ]


def test_family_that_is_not_there_hides_nothing_that_needs_no_rules() -> None:
    text = changed(
        ('family = "march"', 'family = "chess"'),
        ("..h.", "..?"),
        ('side = "east"', 'side = "purple"'),
        ("value = 2", "value = 0"),
        ('id = "N1"', 'id = "N 1"'),
        ('at = "3-2"', 'at = "C9"'),
    )
    assert told(text) == [
        "family: found 'chess', expected one of drill, march, mech",
        "board.map row 3: found 3 characters, expected 4",
        "units[1] (N 1).id: found 'N 1', expected a name of letters A to Z, digits and '_', beginning with no digit",
        "units[2] (E1).side: found 'purple', expected one of west, east, north",
        "objectives[0].value: found 0, expected 1 to 99",
    ]


def test_state_is_judged_when_nothing_else_is_wrong() -> None:
    state = '\n[[state.clock]]\nstep = "soon"\n'
    places = {problem.split(":")[0] for problem in told(MARCH + state)}
    assert {"state.clock[0].step", "state.units"} <= places
    assert told(changed(("turns = 6", "turns = 0")) + state) == ["options.turns: found 0, expected 1 to 999"]


def test_reading_tells_all_that_is_wrong_with_the_form() -> None:
    text = changed(("turns = 6", "turns = 1.5"), ('side = "east"', "side = 3"), ('name = "east"', ""))
    with pytest.raises(ef.ScenarioError) as caught:
        parse_scenario(text, "test")
    assert str(caught.value) == (
        "scenario 'test' has 3 problem(s):\n"
        "  sides[1]: found no key 'name', expected one\n"
        "  units[2] (E1).side: found 3, expected a text\n"
        "  options.turns: found 1.5, expected a whole number, true or false, or a text"
    )


def test_setting_up_a_battle_tells_all_that_the_rules_say() -> None:
    text = changed(("turns = 6", "turns = 0"), ('side = "east"', 'side = "purple"'), ("..h.", "..?."))
    with pytest.raises(ef.ScenarioError) as caught:
        ef.Battle(parse_scenario(text))
    assert [problem.place for problem in caught.value.problems] == [
        "board.map row 3 column 3",
        "units[2] (E1).side",
        "options.turns",
    ]


def test_no_more_problems_are_told_than_anybody_reads() -> None:
    text = 'name = "x"\nfamily = "march"\nboard = {}\nunits = []\nsides = [' + "1," * (PROBLEMS_MAX + 10) + "]"
    problems = told(text)
    assert len(problems) == PROBLEMS_MAX + 1
    assert problems[-1] == "the file: found over 10000 problems, expected fewer; no more are told"


def test_more_types_and_banks_than_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("enfilade.systems.problems.TYPES_MAX", 1)
    monkeypatch.setattr("enfilade.systems.board_problems.BANKS_MAX", 1)
    banks = MARCH.replace("[types.foot]", "banks = '''\naabb\naabb\naabb\n'''\n[types.foot]")
    assert [text for text in told(banks) if "at most" in text] == [
        "board.banks: found 2 different letters, expected at most 1",
        "types: found 2 types, expected at most 1",
    ]
