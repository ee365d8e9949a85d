"""Scenarios that say something wrong of weapons and of those who carry them: all of it told, with its place."""

from __future__ import annotations

from typing import Any

import pytest

import enfilade as ef
from enfilade.core.rulebook.arsenal import ARSENAL_MAX, WEAPONS_MAX
from enfilade.core.scenario.load import parse_scenario
from tests.mech_rules.arms import armed_scenario

ROWS = ("A.. ..N", "... ...", "... ...")


def told(weapons: dict[str, dict[str, Any]], **changes: Any) -> list[str]:
    """What is wrong with a scenario of two units: place, found, expected."""
    with pytest.raises(ef.ScenarioError) as refused:
        ef.Battle(armed_scenario(*ROWS, weapons=weapons, **changes))
    return [f"{problem.place}: {problem.found}: {problem.expected}" for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"power": 0}, "weapons.gun.power: 0: 1 to 12"),
        ({"power": 13}, "weapons.gun.power: 13: 1 to 12"),
        ({"power": "many"}, "weapons.gun.power: 'many': 1 to 12"),
        ({"power": True}, "weapons.gun.power: true: 1 to 12"),
        ({"to_hit": 1}, "weapons.gun.to_hit: 1: 2 to 6"),
        ({"to_hit": 7}, "weapons.gun.to_hit: 7: 2 to 6"),
        ({"range": 0}, "weapons.gun.range: 0: 1 to 50"),
        ({"range": 51}, "weapons.gun.range: 51: 1 to 50"),
        ({"melee": 1}, "weapons.gun.melee: 1: true or false"),
        ({"steady": "yes"}, "weapons.gun.steady: 'yes': true or false"),
        (
            {"reach": 3},
            "weapons.gun: 'reach': one of melee, power, to_hit, range, indirect, omnidirectional, melee_fire, steady, "
            "knockback, drag, suppression",
        ),
    ],
)
def test_values_that_a_weapon_cannot_have(values: dict[str, Any], expected: str) -> None:
    assert told({"gun": values}) == [expected]


@pytest.mark.rule("MECH-X8", "MECH-D19")
@pytest.mark.parametrize("keyword", ["indirect", "omnidirectional", "melee_fire"])
def test_a_melee_weapon_has_no_keyword_of_fire(keyword: str) -> None:
    expected = "false: it is a keyword of fire, and this is a melee weapon"
    assert told({"axe": {"melee": True, keyword: True}}) == [f"weapons.axe.{keyword}: true: {expected}"]
    ef.Battle(armed_scenario(*ROWS, weapons={"axe": {"melee": True, keyword: False, "steady": True}}))


@pytest.mark.rule("MECH-X8")
@pytest.mark.parametrize("melee", [False, True])
def test_a_weapon_does_not_both_knock_back_and_drag(melee: bool) -> None:
    expected = "false: the weapon has knockback, which moves its target away"
    assert told({"gun": {"melee": melee, "knockback": 1, "drag": True}}) == [f"weapons.gun.drag: true: {expected}"]
    for values in ({"knockback": 0, "drag": True}, {"knockback": 2, "drag": False}):
        ef.Battle(armed_scenario(*ROWS, weapons={"gun": {"melee": melee, **values}}))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("big gun", "a name of letters A to Z, digits and '_', beginning with no digit"),
        ("", "a name of letters A to Z, digits and '_', beginning with no digit"),
        ("88mm", "a name of letters A to Z, digits and '_', beginning with no digit"),
        ("Gewöhr", "a name of letters A to Z, digits and '_', beginning with no digit"),
        ("via", "another word than 'via', which the notation uses"),
        ("fire", "another word than 'fire', which is an order kind"),
        ("x" * 65, "a name of at most 64 characters"),
    ],
)
def test_names_of_weapons_that_are_no_words(name: str, expected: str) -> None:
    (problem,) = told({name: {}})
    assert problem.startswith("weapons.")
    assert problem.endswith(expected)


@pytest.mark.parametrize(
    ("carried", "expected"),
    [
        (["rail"], "the list ['rail']: a list of some of gun"),
        (["gun", "rail"], "the list ['gun', 'rail']: a list of some of gun"),
        ("gun", "'gun': a list of some of gun"),
        (3, "3: a list of some of gun"),
        (["gun", "gun"], "'gun' more than once: each weapon once"),
    ],
)
def test_weapons_that_a_unit_cannot_carry(carried: Any, expected: str) -> None:
    assert told({"gun": {}}, N={"weapons": carried}) == [f"units[1] (N).with.weapons: {expected}"]


def test_a_unit_that_names_weapons_where_there_are_none() -> None:
    found = told({}, A={"weapons": ["gun"]})
    assert found == ["units[0] (A).with.weapons: the list ['gun']: an empty list: there are none"]


def test_a_unit_carries_eight_weapons_and_no_more() -> None:
    eight: dict[str, dict[str, Any]] = {f"w{number}": {} for number in range(WEAPONS_MAX)}
    battle = ef.Battle(armed_scenario(*ROWS, weapons=eight, A={"has_front": False}, N={"weapons": []}))
    assert len(battle.legal.where("fire")) == 8
    assert told({**eight, "w8": {}}, N={"weapons": []}) == ["units[0] (A).with.weapons: 9 weapons: at most 8"]


def test_a_scenario_has_so_many_weapons_and_no_more() -> None:
    many: dict[str, dict[str, Any]] = {f"w{number}": {} for number in range(ARSENAL_MAX)}
    last = f"w{ARSENAL_MAX - 1}"
    one = {"has_front": False, "weapons": [last]}
    battle = ef.Battle(armed_scenario(*ROWS, weapons=many, A=one, N={"weapons": []}))
    assert [battle.text(order) for order in battle.legal.where("fire")] == [f"A fire N {last}"]
    found = told({**many, "more": {}}, A={"weapons": []}, N={"weapons": []})
    assert found == [f"weapons: {ARSENAL_MAX + 1} weapons: at most {ARSENAL_MAX}"]


def test_values_and_options_of_attacks_that_cannot_be() -> None:
    values = {"stance": "angry", "save": 7, "strength": 3, "armour": -1, "has_front": "no"}
    options = {"maximum_band": "far", "obstructed_to_hit": 9}
    assert told({"gun": {}}, A=values, options=options) == [
        "units[0] (A).with.stance: 'angry': one of none, shutdown, defence, mobility, attack",
        "units[0] (A).with.save: 7: 2 to 6",
        "units[0] (A).with.strength: 3: 1 to 2",
        "units[0] (A).with.armour: -1: 0 to 12",
        "units[0] (A).with.has_front: 'no': true or false",
        "options.maximum_band: 'far': one of twice_exact, none",
        "options.obstructed_to_hit: 9: 0 to 4",
    ]


TEXT = '''name = "duel"
family = "mech"
{first}
[board]
map = """
......
......
......
"""
[[sides]]
name = "red"
[[sides]]
name = "blue"
[[units]]
id = "A"
side = "red"
at = "A1"
type = "tank"
[[units]]
id = "N"
side = "blue"
at = "B1"
with = {{ fights = false }}
[types.tank]
weapons = {weapons}
{last}
'''


@pytest.mark.parametrize(
    ("first", "weapons", "last", "expected"),
    [
        ("weapons = 3", '["gun"]', "", ["weapons: 3: a table"]),
        ("", '["gun"]', "[weapons]\ngun = 3", ["weapons.gun: 3: a table"]),
        (
            "",
            '["gun", "rail"]',
            "[weapons.gun]\npower = 99",
            [
                "types.tank.weapons: the list ['gun', 'rail']: a list of some of gun",
                "weapons.gun.power: 99: 1 to 12",
            ],
        ),
        ("", '["gun", "gun"]', "[weapons.gun]", ["types.tank.weapons: 'gun' more than once: each weapon once"]),
        (
            "",
            str([f"w{number}" for number in range(9)]),
            "\n".join(f"[weapons.w{number}]" for number in range(9)),
            ["types.tank.weapons: 9 weapons: at most 8"],
        ),
    ],
)
def test_files_that_say_something_wrong_of_weapons(first: str, weapons: str, last: str, expected: list[str]) -> None:
    with pytest.raises(ef.ScenarioError) as refused:
        ef.Battle(parse_scenario(TEXT.format(first=first, weapons=weapons, last=last)))
    assert [f"{problem.place}: {problem.found}: {problem.expected}" for problem in refused.value.problems] == expected


def test_a_type_arms_its_units_and_a_unit_may_say_otherwise() -> None:
    text = TEXT.format(first="", weapons='["gun"]', last="[weapons.gun]\n[weapons.axe]\nmelee = true\nsteady = true")
    scenario = parse_scenario(text.replace('type = "tank"', 'type = "tank"\nfacing = 1'))
    battle = ef.Battle(scenario)
    assert [battle.text(order) for order in battle.legal.where("fire")] == ["A fire N gun"]
    own = parse_scenario(text.replace('type = "tank"', 'type = "tank"\nfacing = 1\nwith = { weapons = ["axe"] }'))
    battle = ef.Battle(own)
    assert [battle.text(order) for order in battle.legal_orders() if order.kind != "move"] == [
        *("A strike N axe", "A done"),
    ]
