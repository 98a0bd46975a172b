"""core.options with Bao Huang's declarations: needs, conflicts, latent values of presets, digests, schema."""

from __future__ import annotations

import dataclasses
import json
import random

import pytest

from paiju.core.errors import OptionError
from paiju.core.options import both, either, when
from paiju.games.baohuang import GAME
from paiju.games.baohuang.options import PRESETS, BaohuangOptions
from tests.drawing import often
from tests.unit.test_option_digests import Small

RULES = {declared.name: declared for declared in BaohuangOptions.declared()}


def refused(**given: object) -> OptionError:
    with pytest.raises(OptionError) as caught:
        GAME.options(given)
    return caught.value


def test_a_single_wrong_option_is_refused() -> None:
    for wrong, code in (
        ({"colour": "maybe"}, "option.type"),
        ({"size": "three"}, "option.type"),
        ({"size": True}, "option.type"),
        ({"size": "³"}, "option.type"),
        ({"size": "1" * 5000}, "option.type"),
        ({"size": 0}, "option.range"),
        ({"size": 10}, "option.range"),
        ({"size": -1}, "option.range"),
        ({"deep": True}, "option.inactive"),
        ({"colour": True, "size": 9}, "option.conflict"),
        ({"unknown": 1}, "option.unknown"),
    ):
        with pytest.raises(OptionError) as caught:
            Small.build({}, wrong)
        assert caught.value.code == code
        assert caught.value.option in (*wrong, "too_big")


def test_option_requirements_combine() -> None:
    need = both(either(when("a"), when("b", 1, 2)), when("c"))
    assert [[str(one) for one in case] for case in need] == [["a=true", "c=true"], ["b=1|2", "c=true"]]


@pytest.mark.parametrize("raw", ["true", "t", "yes", "y", "on", "1", "TRUE", True])
def test_true_is_read_in_several_spellings(raw: object) -> None:
    assert GAME.options({"open_solo": raw}).open_solo is True


@pytest.mark.parametrize("raw", ["false", "f", "no", "n", "off", "0", "No", False])
def test_false_is_read_in_several_spellings(raw: object) -> None:
    assert GAME.options({"open_solo": raw}).open_solo is False


@pytest.mark.parametrize(
    ("given", "code", "option"),
    [
        ({"preset": "nowhere"}, "option.preset", "preset"),
        ({"no_such": 1}, "option.unknown", "no_such"),
        ({"deck": "167"}, "option.choice", "deck"),
        ({"deck": ""}, "option.choice", "deck"),
        ({"cut": "perhaps"}, "option.type", "cut"),
        ({"match_length": "ten"}, "option.type", "match_length"),
        ({"match_length": 0}, "option.range", "match_length"),
        ({"revolt_threshold": 4, "declarations": "all"}, "option.range", "revolt_threshold"),
        ({"declaration_multiplier": 1, "preset": "pagat-scored"}, "option.range", "declaration_multiplier"),
        ({"abdication_skip": 2}, "option.range", "abdication_skip"),
        ({"call_threes": False}, "option.inactive", "call_threes"),
        ({"preset": "moegirl", "low_last_all_at_once": True}, "option.inactive", "low_last_all_at_once"),
        ({"stuck_penalty": 3, "low_last": "lowest_rank"}, "option.inactive", "stuck_penalty"),
        ({"abdication_pool": True}, "option.inactive", "abdication_pool"),
    ],
)
def test_wrong_values_of_options_are_refused(given: dict[str, object], code: str, option: str) -> None:
    error = refused(**given)
    assert (error.code, error.option) == (code, option)
    assert error.facts["option"] == option


def test_the_default_of_an_inactive_option_may_be_named() -> None:
    assert GAME.options({"preset": "pagat", "call_threes": True}) == BaohuangOptions()


# Part B, "Needs (otherwise inactive)": (option, a value that is not the default, what it needs)
CALLED = {"guard_by": "called"}
POINTS = {"scoring": "team2"}
LOW = {"low_last": "lowest_rank"}
TEAM4 = {"scoring": "team4"}
NEEDS: list[tuple[str, object, dict[str, object]]] = [
    ("call_restriction", "none", CALLED),
    ("call_threes", False, CALLED),
    ("must_crown_with_triple", True, CALLED),
    ("crown_during_draw", True, CALLED),
    ("laowang", False, CALLED),
    ("silent_solo", False, {"open_solo": True}),
    ("abdication_direction", "against_play", {"abdication": "on"}),
    ("abdication_skip", 1, {"abdication": "on"}),
    ("abdication_cost", "two", {"abdication": "on"}),
    ("abdication_full_circle", "redeal", {"abdication": "on"}),
    ("abdication_cost", "two", {"abdication": "off", **CALLED}),
    ("abdication_pool", True, {"abdication_cost": "two"}),
    ("tribute_exclude_jokers", False, {"tribute_mode": "camp"}),
    ("tribute_exclude_jokers", False, {"tribute_mode": "place"}),
    ("tribute_exclude_aces", True, {"tribute_mode": "camp"}),
    ("tribute_exclude_aces", True, {"tribute_mode": "off", "abdication_cost": "two"}),
    ("tribute_exclude_aces", True, {"tribute_mode": "off", "low_last_none": "buy", **LOW}),
    ("tribute_face_up", True, {"tribute_mode": "camp"}),
    ("tribute_emperor_takes_low", True, {"tribute_mode": "camp"}),
    ("tribute_return", "same_count", {"tribute_mode": "place"}),
    ("tribute_double_on_open", True, {"declarations": "guard_only"}),
    ("tribute_double_on_open", True, {"open_solo": True}),
    ("tribute_double_on_open", True, {"usurper": True}),
    ("tribute_on_tie", True, {"tribute_mode": "place"}),
    ("return_threes", "any", {"tribute_return": "same_count", **LOW}),
    ("revolt_threshold", 2, {"declarations": "all"}),
    ("revolt_forces_reveal", True, {"declarations": "all"}),
    ("declaration_multiplier", 3, {"declarations": "guard_only", **POINTS}),
    ("declarations_stack", True, {"declarations": "all", **POINTS}),
    ("counter_double", True, {"declarations": "all", **POINTS}),
    ("counter_double", True, {"open_solo": True, **POINTS}),
    ("open_solo_multiplier", 3, {"open_solo": True, **POINTS}),
    ("open_solo_second", "lose", {"open_solo": True, **POINTS}),
    ("open_solo_second", "lose", {"usurper": True, **POINTS}),
    ("team4_balance", True, TEAM4),
    ("emperor_x3", True, {"open_solo": True, **TEAM4}),
    ("emperor_x3", True, {"usurper": True, **TEAM4}),
    ("tie_24", "people", {"scoring": "moegirl"}),
    ("tie_34", "people", {"scoring": "moegirl"}),
    ("tie_23", "emperor", {"scoring": "moegirl"}),
    ("solo_result", "top2_win_third_tie", {"scoring": "moegirl"}),
    ("solo_result", "top2_win_third_tie", {"scoring": "free"}),
    ("low_last_all_at_once", True, LOW),
    ("low_last_none", "next_rank", LOW),
    ("stuck_rank_last", True, LOW),
    ("buy_from", "any_surplus", {"low_last_none": "buy", **LOW}),
    ("stuck_penalty", 3, {"stuck_rank_last": True, **LOW, **POINTS}),
    ("bomb_jokers", True, {"bombs": "on"}),
    ("bomb_three_reds", True, {"bombs": "on"}),
    ("bomb_natural_only", False, {"bombs": "on"}),
    ("bomb_threes", True, {"bombs": "on", **LOW}),
    ("marked_red_high", True, {"emperor_by": "marked_red"}),
]
# Bare rules on which nothing else depends; each need is taken away in turn.
BARE: dict[str, object] = {
    "abdication": "off", "tribute_mode": "off", "declarations": "off", "open_solo": False, "usurper": False,
    "low_last": "off", "bombs": "off", "scoring": "solo16", "guard_by": "marked_black",
}  # fmt: skip


@pytest.mark.parametrize(
    ("option", "value", "needs"), NEEDS, ids=[f"{n[0]}-{i}" for i, n in enumerate(NEEDS)]
)
def test_option_requirements_are_described(option: str, value: object, needs: dict[str, object]) -> None:
    assert getattr(GAME.options({option: value, **needs}), option) == value


@pytest.mark.parametrize(
    ("option", "value", "without"),
    [
        ("call_threes", False, {}),
        ("crown_during_draw", True, {}),
        ("silent_solo", False, {}),
        ("abdication_skip", 1, {"abdication": "off"}),
        ("abdication_cost", "two", {"abdication": "off"}),
        ("abdication_pool", True, {}),
        ("tribute_exclude_aces", True, {"tribute_mode": "off"}),
        ("tribute_exclude_jokers", False, {"tribute_mode": "off"}),
        ("tribute_face_up", True, {"tribute_mode": "place"}),
        ("tribute_emperor_takes_low", True, {"tribute_mode": "place"}),
        ("tribute_on_tie", True, {"tribute_mode": "camp"}),
        ("tribute_double_on_open", True, {}),
        ("return_threes", "any", {"tribute_return": "same_count"}),
        ("return_threes", "any", LOW),
        ("revolt_threshold", 2, {"declarations": "guard_only"}),
        ("declaration_multiplier", 3, {"declarations": "all"}),
        ("declaration_multiplier", 3, POINTS),
        ("declarations_stack", True, POINTS),
        ("counter_double", True, POINTS),
        ("counter_double", True, {"declarations": "all"}),
        ("open_solo_multiplier", 3, {"open_solo": True}),
        ("open_solo_multiplier", 3, {"open_solo": True, "emperor_x3": True, **TEAM4}),
        ("open_solo_second", "lose", {"open_solo": True, **TEAM4}),
        ("open_solo_second", "lose", POINTS),
        ("team4_balance", True, POINTS),
        ("emperor_x3", True, TEAM4),
        ("tie_24", "people", {}),
        ("solo_result", "top2_win_third_tie", POINTS),
        ("low_last_all_at_once", True, {}),
        ("buy_from", "any_surplus", LOW),
        ("stuck_penalty", 3, {"stuck_rank_last": True, **LOW}),
        ("stuck_penalty", 3, {**LOW, **POINTS}),
        ("bomb_threes", True, {"bombs": "on"}),
        ("bomb_threes", True, LOW),
        ("marked_red_high", True, {"emperor_by": "previous_head"}),
    ],
)
def test_an_option_without_its_requirement_is_inactive(
    option: str, value: object, without: dict[str, object]
) -> None:
    error = refused(**{option: value, **without})
    assert (error.code, error.option) == ("option.inactive", option)
    assert error.facts["needs"]


def test_the_emperor_factor_switches_the_open_solo_multiplier_off() -> None:
    rules = GAME.options({"preset": "pagat-scored", "scoring": "team4", "emperor_x3": True})
    assert "open_solo_multiplier" not in {declared.name for declared in rules.active()}


CONFLICTS: list[dict[str, object]] = [
    {"emperor_by": "previous_head", "abdication": "double_holder_only"},
    {"preset": "pagat-scored", "scoring": "team4", "team4_balance": True, "emperor_x3": True},
    {"tribute_face_up": True, "tribute_emperor_takes_low": True},
    {"guard_by": "called", "abdication": "double_holder_only"},
    {"abdication_full_circle": "two_card_call"},
]


@pytest.mark.parametrize("given", CONFLICTS)
def test_conflicting_options_are_refused(given: dict[str, object]) -> None:
    error = refused(**given)
    assert error.code == "option.conflict"
    assert error.facts["constraint"] in {constraint.name for constraint in BaohuangOptions.constraints()}


def test_every_constraint_is_met_by_one_conflict() -> None:
    named = {refused(**given).facts["constraint"] for given in CONFLICTS}
    assert named == {constraint.name for constraint in BaohuangOptions.constraints()}
    assert all(constraint.reason for constraint in BaohuangOptions.constraints())


# Part B: "Switched on by another override it has these values."
LATENT: dict[str, object] = {
    "call_restriction": "no_jokers", "call_threes": True, "must_crown_with_triple": False, "laowang": True,
    "revolt_threshold": 1, "revolt_forces_reveal": False, "declaration_multiplier": 2, "declarations_stack": False,
    "open_solo_multiplier": 2, "open_solo_second": "zero", "return_threes": "keep_one", "bomb_jokers": False,
    "bomb_three_reds": False, "bomb_natural_only": True, "bomb_threes": False, "low_last_all_at_once": False,
    "low_last_none": "ignore", "buy_from": "emperor_or_next", "team4_balance": False, "emperor_x3": False,
    "tie_24": "tie", "tie_34": "tie", "tie_23": "tie", "solo_result": "first_only",
}  # fmt: skip


@pytest.mark.parametrize("option", LATENT)
def test_a_latent_option_has_its_default(option: str) -> None:
    assert RULES[option].default == LATENT[option]


@pytest.mark.parametrize(
    ("preset", "given", "option", "value"),
    [
        ("moegirl", {"low_last": "lowest_rank"}, "low_last_all_at_once", True),
        ("pagat", {"low_last": "lowest_rank"}, "low_last_all_at_once", False),
        ("moegirl", {"scoring": "team2"}, "declaration_multiplier", 2),
        ("pagat", {"guard_by": "called"}, "laowang", True),
        ("moegirl", {"guard_by": "marked_black"}, "abdication_cost", "two"),
        ("pagat-scored", {"declarations": "off"}, "counter_double", False),
        ("weihai", {"declarations": "off"}, "revolt_threshold", 1),
        ("weihai", {"declarations": "off", "open_solo": False}, "counter_double", False),
        ("moegirl", {"tribute_mode": "camp"}, "tribute_on_tie", False),
        ("moegirl", {"tribute_mode": "off"}, "tribute_return", "none"),
        ("five-threes", {"low_last": "off"}, "low_last_none", "ignore"),
    ],
)
def test_a_preset_falls_back_where_its_value_means_nothing(
    preset: str, given: dict[str, object], option: str, value: object
) -> None:
    assert getattr(GAME.options({"preset": preset, **given}), option) == value


# Part B, the table of presets: every value that differs from pagat. Latent ones in parentheses are left out.
S = {"abdication_direction": "against_play", "declarations": "all", "open_solo": True, "scoring": "team2",
     "match_end": "target", "match_length": 20}  # fmt: skip
M = {
    "deck": "216", "first_drawer": "head", "guard_by": "called", "abdication_cost": "two",
    "abdication_full_circle": "redeal", "tribute_mode": "place", "tribute_exclude_jokers": False,
    "tribute_return": "same_count", "tribute_double_on_open": True, "tribute_on_tie": True, "declarations": "all",
    "revolt_threshold": 2, "revolt_forces_reveal": True, "open_solo": True, "emperor_defer": True,
    "scoring": "moegirl",
}  # fmt: skip
TABLE = {
    "pagat": {},
    "pagat-scored": S,
    "moegirl": M,
    "qingdao": M | {"crown_during_draw": True, "pass_mode": "hard"},
    "moegirl-threes": M | {"low_last": "lowest_rank", "low_last_all_at_once": True},
    "sixes-last": S | {"low_last": "lowest_rank"},
}


@pytest.mark.parametrize("preset", TABLE)
def test_presets_are_those_of_part_b(preset: str) -> None:
    assert GAME.options({"preset": preset}).differences() == TABLE[preset]


def test_town_presets_keep_their_deck() -> None:
    assert GAME.options({"preset": "weihai"}).deck == "165"
    assert GAME.options({"preset": "five-threes"}).deck == "205"


def test_the_default_preset() -> None:
    assert GAME.options({}) == GAME.options({"preset": "pagat"}) == BaohuangOptions()


def test_schema() -> None:
    schema = {entry["name"]: entry for entry in BaohuangOptions.schema()}
    assert list(schema) == list(RULES)
    json.dumps(list(schema.values()), allow_nan=False)
    assert schema["deck"] == {
        "name": "deck", "type": "choice", "default": "168", "choices": ["168", "165", "216", "205"],
        "group": "deal", "rule": "BH A1", "needs": [],
    }  # fmt: skip
    assert (schema["revolt_threshold"]["low"], schema["revolt_threshold"]["high"]) == (1, 3)
    assert schema["abdication_pool"]["needs"] == [
        [{"option": "abdication", "values": ["on", "double_holder_only"]},
         {"option": "abdication_cost", "values": ["highest_card", "two"]}],
        [{"option": "guard_by", "values": ["called"]},
         {"option": "abdication_cost", "values": ["highest_card", "two"]}],
    ]  # fmt: skip
    for entry in schema.values():
        assert entry["rule"].startswith("BH A")
        assert (entry["type"] == "int") is ("low" in entry)
        for case in entry["needs"]:
            assert all(need["option"] in schema for need in case)


def test_options_are_frozen_values() -> None:
    options = GAME.options({"preset": "moegirl"})
    assert hash(options) == hash(GAME.options({"preset": "moegirl"}))
    with pytest.raises(dataclasses.FrozenInstanceError):
        options.deck = "168"


def test_options_are_rebuilt_from_their_differences() -> None:
    for preset in PRESETS:
        options = GAME.options({"preset": preset})
        assert GAME.options(options.differences()) == options
        assert json.loads(json.dumps(options.differences())) == options.differences()


def test_random_values_are_refused_only_as_inactive_or_in_conflict(rng: random.Random) -> None:
    """What they make is rebuilt from its differences in `tests/properties/test_deals.py`."""
    made = 0
    for _ in range(often(60, 600)):
        drawn: dict[str, object] = {"preset": rng.choice(sorted(PRESETS))}
        for name in rng.sample(sorted(RULES), rng.randrange(7)):
            declared = RULES[name]
            drawn[name] = rng.choice(
                declared.choices or range(declared.low, min(declared.high, declared.low + 4) + 1)
            )
        try:
            GAME.options(drawn)
            made += 1
        except OptionError as error:
            assert error.code in ("option.inactive", "option.conflict")  # noqa: PT017 - most of what is drawn is no error
    assert made
