"""Named sets of rules, each as its differences to the default (`akagiri`).

The towns are the rows of PZ §4 whose parameters are complete there; `items` lists what is not settled.
"""

from __future__ import annotations

from collections.abc import Mapping

from paiju.core.options import Raw

PRESETS: Mapping[str, Mapping[str, Raw]] = {
    "akagiri": {},
    # PZ 3.8: one item counts, the highest.
    "wikipedia": {"items": "wikipedia", "multiplier_mode": "highest_single"},
    # Changde 常德 红黑点, northern Hunan: few, small items on the classic base.
    "changde-red-black": {"items": "changde_red_black"},
    # Huaihua 怀化 红拐弯, western Hunan: fifteen hu with an item, eighteen without.
    "huaihua": {"items": "huaihua"},
    # Shaoyang 邵阳 字牌, central Hunan: ten hu, a unit for each five.
    "shaoyang": {"items": "shaoyang", "min_hu": 10, "base": "minus_5_by_5_plus_1", "self_draw": "none"},
    # Shaoyang 邵阳 剥皮: the hu are the points, and the first with a hundred wins.
    "shaoyang-bopi": {
        "items": "shaoyang_bopi",
        "min_hu": 10,
        "base": "hu",
        "self_draw": "plus_ten",
        "draw_game": "dealer_minus_10",
        "match_end": "target",
        "match_length": 100,
    },
    # Chenzhou 郴州 毛胡子, southern Hunan: nine hu, discards win and cost their player three shares.
    "chenzhou": {
        "items": "chenzhou",
        "min_hu": 9,
        "base": "minus_6_by_3",
        "self_draw": "times_two",
        "win_on_hand_discard": True,
        "discarder_pays": "discarder_3x",
        "draw_game": "deal_moves",
    },
}
