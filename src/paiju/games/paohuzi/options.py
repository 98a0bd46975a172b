"""Every rule option of Paohuzi (PZ §1), its default and what it needs, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import ClassVar

from paiju.core.options import Options, Raw, TieBreak, rule, when


class Switch(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


class DiscarderPays(StrEnum):
    """The payers of a win on a discard."""

    ALL = "all"  # everyone pays, as after a drawn card
    ONCE = "discarder_1x"
    THRICE = "discarder_3x"


class ShownCard(StrEnum):
    """The seats that may win on the dealer's shown card."""

    EVERYONE = "everyone"
    DEALER_ONLY = "dealer_only"
    OFF = "off"


class TripleFourth(StrEnum):
    """Which draws make an exposed triple a quad."""

    OWN_DRAW = "own_draw"
    ANY_DRAW = "any_draw"
    NEVER = "never"


class NoDiscard(StrEnum):
    """Whether the second quad saves a discard."""

    PARITY = "parity"
    OFF = "off"


class SmellOn(StrEnum):
    """What forfeits the claim to a card."""

    PONG_AND_EAT = "declined_pong_and_eat"
    PONG = "declined_pong"
    OWN_DISCARD = "plus_own_discard"


class SmellBlocks(StrEnum):
    """The actions that a forfeited claim forbids."""

    BOTH = "both"
    SEPARATE = "separate"
    PONG_ONLY = "pong_only_blocks_pong"


class Bi(StrEnum):
    """比: whether all own copies must be laid too."""

    REQUIRED = "required"
    OFF = "off"


class HuOrder(StrEnum):
    """The order of several wins."""

    DRAWER_FIRST = "drawer_first_then_right"


class MultiplierMode(StrEnum):
    """Whether items add up."""

    ADD = "add"
    HIGHEST = "highest_single"


class ItemTable(StrEnum):
    """The tables of named items."""

    AKAGIRI = "akagiri"
    WIKIPEDIA = "wikipedia"
    CHANGDE_RED_BLACK = "changde_red_black"
    HUAIHUA = "huaihua"
    SHAOYANG = "shaoyang"
    SHAOYANG_BOPI = "shaoyang_bopi"
    CHENZHOU = "chenzhou"


class Base(StrEnum):
    """From hu to the bottom number."""

    BY_3_FROM_12 = "minus_12_by_3"  # (hu - 12) // 3
    BY_3_FROM_9 = "minus_9_by_3"  # (hu - 9) // 3: 15 to 17 are two units
    BY_3_FROM_6 = "minus_6_by_3"  # (hu - 6) // 3
    BY_3_FROM_3 = "minus_3_by_3"  # (hu - 3) // 3
    BY_3 = "by_3"  # hu // 3
    BY_5 = "minus_5_by_5_plus_1"  # (hu - 5) // 5 + 1
    HU = "hu"  # the hu themselves


class SelfDraw(StrEnum):
    """What an own draw adds to the bottom number."""

    PLUS_ONE = "plus_one_base"
    TWICE = "times_two"
    NONE = "none"
    PLUS_TEN = "plus_ten"


class Choice(StrEnum):
    """Which of several partitions is scored."""

    SCORE = "highest_score"
    HU = "highest_hu"


class DrawGame(StrEnum):
    """The effect of a deal without a winner."""

    NOBODY = "nobody_scores"
    DEALER_PAYS = "dealer_minus_10"
    DOUBLED = "next_deal_doubled"
    MOVES = "deal_moves"  # nobody scores, and the right neighbour deals


class MatchEnd(StrEnum):
    """When a match ends."""

    DEALS = "deals"
    TARGET = "target"
    ENDLESS = "endless"


_BOUNDED = when("match_end", MatchEnd.DEALS, MatchEnd.TARGET)

_deal, _play, _winning, _score = (
    partial(rule, group=group) for group in ("deal", "play", "winning", "score")
)
_match = partial(rule, group="match", in_digest=False)


@dataclass(frozen=True, kw_only=True, repr=False)
class PaohuziOptions(Options):
    """The rules of a Paohuzi table; defaults are the preset `akagiri`."""

    game: ClassVar[str] = "paohuzi"

    seats: int = _deal("PZ 3.5", 3, low=3, high=4)
    cut: bool = _deal("PZ 3.5", False)
    heavenly_shown_card: ShownCard = _deal("PZ M22", ShownCard.EVERYONE)
    heavenly_sets: Switch = _deal("PZ M22", Switch.ON)
    heavenly_quads_count_as_triples: bool = _deal("PZ M22", True, needs=when("heavenly_sets", Switch.ON))

    exposed_triple_fourth: TripleFourth = _play("PZ M7", TripleFourth.OWN_DRAW)
    no_discard_rule: NoDiscard = _play("PZ 3.2", NoDiscard.PARITY)
    bi: Bi = _play("PZ 3.4", Bi.REQUIRED)
    one_five_ten: bool = _play("PZ §4", False)
    smell_on: SmellOn = _play("PZ M15", SmellOn.PONG_AND_EAT)
    smell_blocks: SmellBlocks = _play("PZ M16", SmellBlocks.BOTH)

    min_hu: int = _winning("PZ M21", 15, low=0, high=200)
    win_on_hand_discard: bool = _winning("PZ M19", False)
    discarder_pays: DiscarderPays = _winning("PZ §4", DiscarderPays.ALL, needs=when("win_on_hand_discard"))
    break_pao_hu: bool = _winning("PZ M20", False)
    hu_after_discard_pao: bool = _winning("PZ case 21", False)
    hu_order: HuOrder = _winning("PZ M20", HuOrder.DRAWER_FIRST)

    items: ItemTable = _score("PZ 3.7", ItemTable.AKAGIRI)
    multiplier_mode: MultiplierMode = _score("PZ 3.8", MultiplierMode.ADD)
    base: Base = _score("PZ M21", Base.BY_3_FROM_12)
    self_draw: SelfDraw = _score("PZ M21", SelfDraw.PLUS_ONE)
    partition: Choice = _score("PZ 3.6", Choice.SCORE)
    cap: int = _score("PZ §4", 0)
    draw_game: DrawGame = _score("PZ 3.5", DrawGame.NOBODY)

    match_end: MatchEnd = _match("PZ §1", MatchEnd.DEALS)
    match_length: int = _match("PZ §1", 10, needs=_BOUNDED, low=1)
    tie_break: TieBreak = _match("PZ §1", TieBreak.SHARE, needs=_BOUNDED)


# --- named sets of rules, each as its differences to the default (`akagiri`)

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
