"""Random valid option sets: a preset and overrides that are active and free of conflicts (end of part B)."""

from __future__ import annotations

from random import Random
from typing import Any

from .options import PRESETS, Options, active, conflict, resolve

BOOL: tuple[Any, ...] = (True, False)

# Every option of part B but crown_during_draw and the match options, with the values to draw from.
# The first ones decide which of the others have an effect.
VALUES: dict[str, tuple[Any, ...]] = {
    "deck": ("168", "165", "216", "205"),
    "guard_by": ("marked_black", "called"),
    "emperor_by": ("marked_red", "previous_head"),
    "scoring": ("free", "team2", "team4", "moegirl", "solo16"),
    "bombs": ("off", "on"),
    "low_last": ("off", "lowest_rank"),
    "tribute_mode": ("off", "camp", "place"),
    "abdication": ("off", "on", "double_holder_only"),
    "declarations": ("off", "guard_only", "all"),
    "open_solo": BOOL,
    "usurper": BOOL,
    "pass_mode": ("soft", "hard"),
    "early_end": ("team_out", "decided"),
    "first_drawer": ("rotate", "head", "tail", "emperor", "random"),
    "abdication_direction": ("with_play", "against_play"),
    "abdication_skip": (0, 1),
    "abdication_cost": ("none", "highest_card", "two"),
    "abdication_pool": BOOL,
    "abdication_full_circle": (
        "force_original",
        "redeal",
        "last_decliner",
        "force_first_eligible",
        "two_card_call",
        "original_loses",
    ),
    "call_restriction": ("none", "no_red", "no_jokers"),
    "call_threes": BOOL,
    "must_crown_with_triple": BOOL,
    "laowang": BOOL,
    "silent_solo": BOOL,
    "tribute_exclude_jokers": BOOL,
    "tribute_exclude_aces": BOOL,
    "tribute_face_up": BOOL,
    "tribute_return": ("none", "same_count"),
    "tribute_double_on_open": BOOL,
    "tribute_on_tie": BOOL,
    "tribute_emperor_takes_low": BOOL,
    "return_threes": ("any", "keep_one", "never"),
    "revolt_threshold": (1, 2, 3),
    "revolt_forces_reveal": BOOL,
    "declaration_multiplier": (2, 3),
    "declarations_stack": BOOL,
    "counter_double": BOOL,
    "open_solo_multiplier": (2, 3),
    "open_solo_second": ("zero", "lose"),
    "order": ("strict", "joker_strict"),
    "marked_red_high": BOOL,
    "three_twos_beat_red": BOOL,
    "twos_fill": BOOL,
    "twos_with_jokers": BOOL,
    "bomb_jokers": BOOL,
    "bomb_three_reds": BOOL,
    "bomb_natural_only": BOOL,
    "bomb_threes": BOOL,
    "emperor_defer": BOOL,
    "low_last_all_at_once": BOOL,
    "low_last_none": ("ignore", "next_rank", "buy"),
    "buy_from": ("emperor_or_next", "any_surplus"),
    "stuck_rank_last": BOOL,
    "stuck_penalty": (0, 3, 6),
    "team4_balance": BOOL,
    "emperor_x3": BOOL,
    "tie_24": ("tie", "people"),
    "tie_34": ("tie", "people"),
    "tie_23": ("tie", "emperor"),
    "solo_result": ("first_only", "first_win_last_lose", "top2_win_third_tie"),
    "direction": ("anticlockwise", "clockwise"),
    "zhan_pai": BOOL,
    "show_hand_counts": BOOL,
}

# Combinations that chance alone would seldom bring together.
BUNDLES: tuple[Options, ...] = (
    {"guard_by": "called", "abdication_full_circle": "two_card_call"},
    {"guard_by": "called", "abdication_full_circle": "two_card_call", "scoring": "team2"},
    {"guard_by": "called", "abdication_full_circle": "last_decliner"},
    {
        "guard_by": "called",
        "abdication_full_circle": "force_first_eligible",
        "abdication_cost": "highest_card",
    },
    {"emperor_by": "previous_head", "abdication_cost": "two"},
    {"low_last": "lowest_rank", "stuck_rank_last": True, "scoring": "team2", "stuck_penalty": 3},
    {"low_last": "lowest_rank", "low_last_none": "next_rank", "stuck_rank_last": True},
    {"low_last": "lowest_rank", "low_last_none": "buy", "deck": "205"},
    {"bombs": "on", "bomb_natural_only": False, "bomb_jokers": True, "bomb_three_reds": True},
    {"bombs": "on", "low_last": "lowest_rank", "bomb_threes": True},
    {"scoring": "team4", "open_solo": True, "declarations": "all", "declarations_stack": True},
    {"scoring": "solo16", "declarations": "all", "counter_double": True},
    {"three_twos_beat_red": True, "marked_red_high": True},
    {"three_twos_beat_red": True, "bombs": "on", "bomb_natural_only": False},
    {"bombs": "on", "bomb_natural_only": False, "low_last": "lowest_rank"},
    {"tribute_mode": "camp", "tribute_return": "same_count", "tribute_exclude_jokers": False},
    {"tribute_mode": "camp", "tribute_emperor_takes_low": True},
    {"pass_mode": "hard", "emperor_defer": True},
    {"abdication": "double_holder_only"},
    {"scoring": "team4", "emperor_x3": True, "usurper": True, "team4_balance": False},
    {
        "guard_by": "called",
        "abdication_full_circle": "two_card_call",
        "scoring": "team2",
        "declarations": "all",
        "counter_double": True,
    },
)

HARMLESS = ("direction", "zhan_pai", "show_hand_counts")


def without_inactive(case_options: Options) -> Options:
    """Drop overrides without effect until none is left."""
    while True:
        resolved = resolve(case_options)
        kept = {k: v for k, v in case_options.items() if k == "preset" or active(k, resolved)}
        if kept == case_options:
            return kept
        case_options = kept


def random_options(rng: Random) -> Options:
    while True:
        case_options: Options = {"preset": rng.choice(sorted(PRESETS))}
        if rng.random() < 0.5:
            case_options |= rng.choice(BUNDLES)
        density = rng.choice((0.05, 0.25, 0.5, 0.8))
        for name, values in VALUES.items():
            chance = 0.03 if name in HARMLESS else density
            if name not in case_options and rng.random() < chance and active(name, resolve(case_options)):
                case_options[name] = rng.choice(values)
        case_options = without_inactive(case_options)
        if not conflict(resolve(case_options)):
            return case_options
