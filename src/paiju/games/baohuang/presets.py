"""Named sets of rules, each as its differences to the default (`pagat`)."""

from __future__ import annotations

from collections.abc import Mapping

from paiju.core.options import Raw

_SCORED: dict[str, Raw] = {
    "abdication_direction": "against_play",
    "declarations": "all",
    "open_solo": True,
    "scoring": "team2",
    "match_end": "target",
    "match_length": 20,
}

_MOEGIRL: dict[str, Raw] = {
    "deck": "216",
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

_THREES: dict[str, Raw] = {**_MOEGIRL, "low_last": "lowest_rank"}

# BH A18-73: what the document tells without "in some places".
_QINGDAO: dict[str, Raw] = {**_MOEGIRL, "crown_during_draw": True, "pass_mode": "hard"}

# BH A1, A3, A6, A8: 165 cards, the head draws first, only who holds both marked cards may pass the
# crown on, over one seat; two revolts count and force the guard to show himself, then either side may counter.
_WEIHAI: dict[str, Raw] = {
    **_SCORED,
    "deck": "165",
    "first_drawer": "head",
    "abdication": "double_holder_only",
    "abdication_direction": "with_play",
    "abdication_skip": 1,
    "abdication_full_circle": "original_loses",
    "revolt_threshold": 2,
    "revolt_forces_reveal": True,
    "counter_double": True,
}

# BH A1, A14: 205 cards with exactly five threes; who has none buys one from anybody who has several.
_FIVE_THREES: dict[str, Raw] = {**_THREES, "deck": "205", "low_last_none": "buy", "buy_from": "any_surplus"}

PRESETS: Mapping[str, Mapping[str, Raw]] = {
    "pagat": {},
    "pagat-scored": _SCORED,
    "moegirl": _MOEGIRL,
    "moegirl-threes": _THREES,
    "qingdao": _QINGDAO,
    "sixes-last": {**_SCORED, "low_last": "lowest_rank"},
    "weihai": _WEIHAI,
    "five-threes": _FIVE_THREES,
}
