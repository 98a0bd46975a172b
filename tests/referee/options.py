"""Options of part B: presets, overrides, and which options have an effect at all."""

from __future__ import annotations

from typing import Any

Options = dict[str, Any]

POINT_SCORINGS = ("team2", "team4", "solo16")

# Column P, and for options under "-" the value they have when another override switches them on.
PAGAT: Options = {
    "deck": 168,
    "direction": "anticlockwise",
    "first_drawer": "rotate",
    "guard_by": "marked_black",
    "emperor_by": "marked_red",
    "call_restriction": "no_jokers",
    "call_threes": True,
    "must_crown_with_triple": False,
    "crown_during_draw": False,
    "silent_solo": True,
    "abdication": "on",
    "abdication_direction": "with_play",
    "abdication_skip": 0,
    "abdication_cost": "none",
    "abdication_pool": False,
    "abdication_full_circle": "force_original",
    "tribute_mode": "camp",
    "tribute_exclude_jokers": True,
    "tribute_exclude_aces": False,
    "tribute_face_up": False,
    "tribute_return": "none",
    "tribute_double_on_open": False,
    "tribute_on_tie": False,
    "tribute_emperor_takes_low": False,
    "return_threes": "keep_one",
    "declarations": "off",
    "revolt_threshold": 1,
    "revolt_forces_reveal": False,
    "declaration_multiplier": 2,
    "declarations_stack": False,
    "counter_double": False,
    "open_solo": False,
    "open_solo_multiplier": 2,
    "open_solo_second": "zero",
    "usurper": False,
    "order": "strict",
    "marked_red_high": False,
    "three_twos_beat_red": False,
    "laowang": True,
    "twos_fill": False,
    "twos_with_jokers": True,
    "bombs": "off",
    "bomb_jokers": False,
    "bomb_three_reds": False,
    "bomb_natural_only": True,
    "bomb_threes": False,
    "pass_mode": "soft",
    "emperor_defer": False,
    "zhan_pai": True,
    "wind": "next_player",
    "low_last": "off",
    "low_last_all_at_once": False,
    "low_last_none": "ignore",
    "buy_from": "emperor_or_next",
    "stuck_rank_last": False,
    "stuck_penalty": 0,
    "scoring": "free",
    "team4_balance": False,
    "emperor_x3": False,
    "tie_24": "tie",
    "tie_34": "tie",
    "tie_23": "tie",
    "solo_result": "first_only",
    "early_end": "team_out",
    "match_end": "deals",
    "match_length": 10,
    "tie_break": "share",
    "show_hand_counts": True,
}

PAGAT_SCORED: Options = PAGAT | {
    "abdication_direction": "against_play",
    "declarations": "all",
    "open_solo": True,
    "scoring": "team2",
    "match_end": "target",
    "match_length": 20,
}

SIXES_LAST: Options = PAGAT_SCORED | {"low_last": "lowest_rank"}

MOEGIRL: Options = PAGAT | {
    "deck": 216,
    "first_drawer": "head",
    "guard_by": "called",
    "abdication_cost": "two",
    "abdication_full_circle": "redeal",
    "tribute_mode": "place",
    "tribute_exclude_jokers": False,
    "tribute_return": "same_count",
    "tribute_double_on_open": True,
    "tribute_on_tie": True,
    "declarations": "all",
    "revolt_threshold": 2,
    "revolt_forces_reveal": True,
    "open_solo": True,
    "emperor_defer": True,
    "low_last_all_at_once": True,
    "scoring": "moegirl",
}

MOEGIRL_THREES: Options = MOEGIRL | {"low_last": "lowest_rank", "low_last_all_at_once": True}

PRESETS: dict[str, Options] = {
    "pagat": PAGAT,
    "pagat-scored": PAGAT_SCORED,
    "sixes-last": SIXES_LAST,
    "moegirl": MOEGIRL,
    "moegirl-threes": MOEGIRL_THREES,
}


def resolve(case_options: Options) -> Options:
    """Preset plus overrides -> a value for every option."""
    resolved = dict(PRESETS[case_options.get("preset", "pagat")])
    for name, value in case_options.items():
        if name == "preset":
            continue
        if name not in resolved:
            raise KeyError(f"unknown option {name}")
        resolved[name] = int(value) if name == "deck" else value
    return resolved


def points(o: Options) -> bool:
    return o["scoring"] in POINT_SCORINGS


def suited(o: Options) -> bool:
    """Row 26."""
    return o["guard_by"] == "called" or o["bombs"] == "on"


def low_last(o: Options) -> bool:
    return bool(o["low_last"] != "off")


def marked_red_high(o: Options) -> bool:
    return bool(o["marked_red_high"]) and o["emperor_by"] == "marked_red"


def emperor_x3(o: Options) -> bool:
    return bool(o["emperor_x3"]) and o["scoring"] == "team4" and not o["team4_balance"]


def active(name: str, o: Options) -> bool:
    """The list 'Needs' under table B."""
    called = o["guard_by"] == "called"
    declared = o["declarations"] != "off"
    buys = low_last(o) and o["low_last_none"] == "buy"
    abdicates = o["abdication"] != "off" or called
    tributes = o["tribute_mode"] != "off"
    if name in ("call_restriction", "call_threes", "must_crown_with_triple", "laowang"):
        return called
    if name == "abdication_pool":
        return abdicates and o["abdication_cost"] != "none"
    if name.startswith("abdication_"):
        return abdicates
    if name in ("tribute_face_up", "tribute_emperor_takes_low"):
        return bool(o["tribute_mode"] == "camp")
    if name == "tribute_on_tie":
        return bool(o["tribute_mode"] == "place")
    if name == "tribute_double_on_open":
        return tributes and (declared or o["open_solo"] or o["usurper"])
    if name == "tribute_exclude_aces":
        return tributes or (abdicates and o["abdication_cost"] != "none") or buys
    if name in ("tribute_exclude_jokers", "tribute_return"):
        return tributes
    if name == "return_threes":
        return tributes and o["tribute_return"] != "none" and low_last(o)
    if name in ("revolt_threshold", "revolt_forces_reveal"):
        return bool(o["declarations"] == "all")
    if name in ("declaration_multiplier", "declarations_stack"):
        return declared and points(o)
    if name == "counter_double":
        return (declared or o["open_solo"]) and points(o)
    if name == "silent_solo":
        return bool(o["open_solo"])
    if name == "open_solo_multiplier":
        return o["open_solo"] and points(o) and not emperor_x3(o)
    if name == "open_solo_second":
        return o["scoring"] == "team2" and bool(o["open_solo"] or o["usurper"])
    if name == "team4_balance":
        return bool(o["scoring"] == "team4")
    if name == "emperor_x3":
        return o["scoring"] == "team4" and bool(o["open_solo"] or o["usurper"])
    if name in ("tie_24", "tie_34", "tie_23"):
        return bool(o["scoring"] == "moegirl")
    if name == "solo_result":
        return o["scoring"] in ("free", "moegirl")
    if name in ("low_last_all_at_once", "low_last_none", "stuck_rank_last"):
        return low_last(o)
    if name == "buy_from":
        return buys
    if name == "stuck_penalty":
        return low_last(o) and o["stuck_rank_last"] and points(o)
    if name == "bomb_threes":
        return o["bombs"] == "on" and low_last(o)
    if name.startswith("bomb_"):
        return bool(o["bombs"] == "on")
    if name == "marked_red_high":
        return bool(o["emperor_by"] == "marked_red")
    return True


def conflict(o: Options) -> bool:
    """The list 'Conflicts' under table B."""
    called = o["guard_by"] == "called"
    return bool(
        (o["emperor_by"] == "previous_head" and o["abdication"] == "double_holder_only")
        or (o["scoring"] == "team4" and o["team4_balance"] and o["emperor_x3"])
        or (o["tribute_mode"] == "camp" and o["tribute_face_up"] and o["tribute_emperor_takes_low"])
        or (o["abdication"] == "double_holder_only" and called)
        or (o["abdication_full_circle"] == "two_card_call" and not called)
    )
