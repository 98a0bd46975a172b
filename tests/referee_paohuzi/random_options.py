"""Random valid option sets: a preset and overrides that change something."""

from __future__ import annotations

from random import Random
from typing import Any

from .options import PRESETS, Options, active, resolve

BOOL: tuple[Any, ...] = (True, False)

VALUES: dict[str, tuple[Any, ...]] = {
    "cut": BOOL,
    "win_on_hand_discard": BOOL,
    "discarder_pays": ("all", "discarder_1x", "discarder_3x"),
    "min_hu": (6, 10, 12, 14, 15, 16, 18, 21),
    "heavenly_shown_card": ("everyone", "dealer_only", "off"),
    "heavenly_sets": ("on", "off"),
    "heavenly_quads_count_as_triples": BOOL,
    "exposed_triple_fourth": ("own_draw", "any_draw", "never"),
    "break_pao_hu": BOOL,
    "hu_after_discard_pao": BOOL,
    "no_discard_rule": ("parity", "off"),
    "smell_on": ("declined_pong_and_eat", "declined_pong", "plus_own_discard"),
    "smell_blocks": ("both", "separate", "pong_only_blocks_pong"),
    "bi": ("required", "off"),
    "multiplier_mode": ("add", "highest_single"),
    "self_draw": ("plus_one_base", "times_two", "none"),
    "partition": ("highest_score", "highest_hu"),
    "draw_game": ("nobody_scores", "dealer_minus_10", "next_deal_doubled"),
    "one_five_ten": BOOL,
    "cap": (None, 10, 20, 50, 100),
}

SELDOM = ("win_on_hand_discard", "no_discard_rule", "cap", "self_draw", "draw_game")
SCORING = (
    "min_hu",
    "break_pao_hu",
    "exposed_triple_fourth",
    "multiplier_mode",
    "self_draw",
    "partition",
    "one_five_ten",
    "cap",
)

WEIGHTS = {"akagiri": 14, "wikipedia": 2}


def only_changes(case_options: Options) -> Options:
    """Drop overrides that have no effect or repeat the preset."""
    preset = PRESETS[case_options["preset"]]
    while True:
        o = resolve(case_options)
        kept = {k: v for k, v in case_options.items() if k == "preset" or (v != preset[k] and active(k, o))}
        if kept == case_options:
            return kept
        case_options = kept


def random_options(
    rng: Random, presets: tuple[str, ...], *, four: bool = False, scoring_only: bool = False
) -> Options:
    preset = rng.choices(presets, [WEIGHTS.get(name, 1) for name in presets])[0]
    case_options: Options = {"preset": preset}
    if rng.random() < 0.25:
        return case_options
    density = rng.choice((0.05, 0.15, 0.4))
    for name in SCORING if scoring_only else VALUES:
        chance = density / 3 if name in SELDOM else density
        if rng.random() < chance:
            case_options[name] = rng.choice(VALUES[name])
    if four and not scoring_only and rng.random() < 0.1:
        case_options["seats"] = 4
    return only_changes(case_options)
