"""Options of rules section 1, the presets, and the regional tables of section 4 that are complete."""

from __future__ import annotations

from typing import Any

Options = dict[str, Any]

AKAGIRI: Options = {
    "seats": 3,
    "cut": False,
    "min_hu": 15,
    "win_on_hand_discard": False,
    "discarder_pays": "all",
    "heavenly_shown_card": "everyone",
    "heavenly_sets": "on",
    "heavenly_quads_count_as_triples": True,
    "exposed_triple_fourth": "own_draw",
    "break_pao_hu": False,
    "hu_after_discard_pao": False,
    "no_discard_rule": "parity",
    "smell_on": "declined_pong_and_eat",
    "smell_blocks": "both",
    "bi": "required",
    "hu_order": "drawer_first_then_right",
    "multiplier_mode": "add",
    "items": "akagiri",
    "base": "minus_12_by_3",
    "self_draw": "plus_one_base",
    "partition": "highest_score",
    "draw_game": "nobody_scores",
    "one_five_ten": False,
    "cap": None,
    "match_end": "deals",
    "match_length": 10,
    # Not options of section 1; only the regional rows move them.
    "min_hu_without_item": None,
    "heavenly_bonus": "double_hu",
    "draw_moves_deal": False,
}

WIKIPEDIA: Options = AKAGIRI | {"items": "wikipedia", "multiplier_mode": "highest_single"}

# 常德 红黑点
CHANGDE: Options = AKAGIRI | {"items": "changde_red_black"}

# 怀化 红拐弯
HUAIHUA: Options = AKAGIRI | {"items": "huaihua", "min_hu_without_item": 18, "heavenly_bonus": "items"}

# 邵阳字牌
SHAOYANG: Options = AKAGIRI | {
    "items": "shaoyang",
    "min_hu": 10,
    "base": "minus_5_by_5_plus_1",
    "self_draw": "none",
}

# 邵阳剥皮
SHAOYANG_BOPI: Options = AKAGIRI | {
    "items": "none",
    "min_hu": 10,
    "base": "hu",
    "self_draw": "plus_ten",
    "heavenly_bonus": "plus_ten",
    "draw_game": "dealer_minus_10",
    "match_end": "target",
    "match_length": 100,
}

# 郴州毛胡子
CHENZHOU: Options = AKAGIRI | {
    "items": "none",
    "min_hu": 9,
    "base": "minus_6_by_3",
    "self_draw": "times_two",
    "heavenly_bonus": "times_two",
    "win_on_hand_discard": True,
    "discarder_pays": "discarder_3x",
    "draw_moves_deal": True,
}

PRESETS: dict[str, Options] = {
    "akagiri": AKAGIRI,
    "wikipedia": WIKIPEDIA,
    "changde_red_black": CHANGDE,
    "huaihua": HUAIHUA,
    "shaoyang": SHAOYANG,
    "shaoyang_bopi": SHAOYANG_BOPI,
    "chenzhou": CHENZHOU,
}


def resolve(case_options: Options) -> Options:
    """Preset plus overrides -> a value for every option."""
    resolved = dict(PRESETS[case_options.get("preset", "akagiri")])
    for name, value in case_options.items():
        if name == "preset":
            continue
        if name not in resolved:
            raise KeyError(f"unknown option {name}")
        resolved[name] = value
    return resolved


def active(name: str, o: Options) -> bool:
    """Whether a change of this option can be noticed at all."""
    if name == "discarder_pays":
        return bool(o["win_on_hand_discard"])
    if name == "hu_after_discard_pao":
        return not o["win_on_hand_discard"]
    if name == "heavenly_quads_count_as_triples":
        return bool(o["heavenly_sets"] == "on")
    if name == "multiplier_mode":
        return o["items"] not in ("none", "wikipedia")
    return True
