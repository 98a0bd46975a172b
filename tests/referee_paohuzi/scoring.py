"""What a winning combination is worth (PZ M21, 3.6 to 3.8, section 4)."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from .cards import Cards, Set, is_large, is_red, points
from .options import Options


@dataclass(frozen=True)
class Win:
    """How the hand was won."""

    own_draw: bool = False
    last: bool = False  # with the face-up last card of the stock
    heavenly: str = ""  # "": no; "dealer" (天), "other" (地), "sets" (three quads, five triples)


@dataclass(frozen=True)
class Score:
    hu: int
    bottom: int
    multiplier: int
    final: int

    def as_dict(self) -> dict[str, int]:
        return asdict(self)


def hu_points(sets: list[Set], o: Options) -> int:
    return sum(points(one, o["one_five_ten"]) for one in sets)


def identical(sets: list[Set]) -> bool:
    """No Sequence and no Mixed set."""
    return all(one.kind not in ("Q", "X") for one in sets)


def akagiri_items(red: int, large: int, small: int, same: bool, win: Win) -> dict[str, int]:
    items = {}
    if red == 0:
        items["crow"] = 5
    elif red == 1:
        items["true_point"] = 4
    elif red in (4, 7, 11, 12):
        items["red_point"] = 2
    elif red == 10:
        items["false_point"] = 3
    elif red >= 13:
        items["red_crow"] = 4 + red - 13
    if same:
        items["identical"] = 5
    if large >= 18:
        items["large"] = 6 + large - 18
    if small >= 16:
        items["small"] = 8 + small - 16
    if win.last:
        items["last_card"] = 2
    return items


def wikipedia_items(red: int, large: int, small: int, same: bool, win: Win) -> dict[str, int]:
    items = {}
    if 10 <= red <= 12:
        items["red_point"] = 2
    if red == 1:
        items["one_red"] = 3
    if red >= 13:
        items["red_crow"] = 4
    if red == 0:
        items["crow"] = 5
    if same:
        items["identical"] = 4
    if same and 10 <= red <= 12:
        items["red_identical"] = 6
    if same and red == 0:
        items["crow_identical"] = 10
    if same and red >= 13:
        items["red_crow_identical"] = 8
    return items


def changde_items(red: int, large: int, small: int, same: bool, win: Win) -> dict[str, int]:
    items = {}
    if 10 <= red <= 12:
        items["red"] = 2
    if red == 1:
        items["one_red"] = 3
    if red >= 13:
        items["red_crow"] = 4
    if red == 0:
        items["black"] = 5
    if same:
        items["identical"] = 4
    return items


def huaihua_items(red: int, large: int, small: int, same: bool, win: Win) -> dict[str, int]:
    items = {}
    if red >= 10:
        items["red"] = 2 + red - 10
    if red == 1:
        items["one_red"] = 3
    if red == 0:
        items["black"] = 5
    if same:
        items["identical"] = 4
    if large >= 18:
        items["large"] = 4 + large - 18
    if small >= 16:
        items["small"] = 4 + small - 16
    if win.last:
        items["last_card"] = 2
    if win.heavenly in ("dealer", "sets"):
        items["tian"] = 4
    if win.heavenly == "other":
        items["di"] = 3
    return items


def shaoyang_items(red: int, large: int, small: int, same: bool, win: Win) -> dict[str, int]:
    if red >= 10:
        return {"red": 2}
    return {"black": 2} if red == 0 else {}


def no_items(red: int, large: int, small: int, same: bool, win: Win) -> dict[str, int]:
    return {}


ITEMS = {
    "akagiri": akagiri_items,
    "wikipedia": wikipedia_items,
    "changde_red_black": changde_items,
    "huaihua": huaihua_items,
    "shaoyang": shaoyang_items,
    "none": no_items,
}

BASES = {
    "minus_12_by_3": lambda hu: (hu - 12) // 3,
    "minus_6_by_3": lambda hu: (hu - 6) // 3,
    "minus_5_by_5_plus_1": lambda hu: (hu - 5) // 5 + 1,
    "hu": lambda hu: hu,
}


def items_of(cards: Cards, same: bool, win: Win, o: Options) -> dict[str, int]:
    red = sum(is_red(card) for card in cards)
    large = sum(is_large(card) for card in cards)
    return ITEMS[o["items"]](red, large, len(cards) - large, same, win)


def score(hu: int, cards: Cards, same: bool, win: Win, o: Options) -> Score:
    """Bottom number, multiplication number and final score. No minimum is looked at here."""
    items = items_of(cards, same, win, o)
    values = list(items.values()) or [1]
    multiplier = max(values) if o["multiplier_mode"] == "highest_single" else sum(values)
    doubled = win.heavenly and o["heavenly_bonus"] == "double_hu"
    bottom = max(0, BASES[o["base"]](2 * hu if doubled else hu))
    if win.heavenly and o["heavenly_bonus"] == "plus_ten":
        bottom += 10
    if win.own_draw:
        bottom += {"plus_one_base": 1, "plus_ten": 10}.get(o["self_draw"], 0)
    final = bottom * multiplier
    if (win.own_draw and o["self_draw"] == "times_two") or (
        win.heavenly and o["heavenly_bonus"] == "times_two"
    ):
        final *= 2
    if o["cap"] is not None:
        final = min(final, o["cap"])
    return Score(hu, bottom, multiplier, final)


def least_hu(items: dict[str, int], o: Options) -> int:
    """The hu a hand must have."""
    if o["min_hu_without_item"] is not None and not items:
        return int(o["min_hu_without_item"])
    return int(o["min_hu"])


def best(readings: list[list[Set]], win: Win, o: Options) -> Score | None:
    """The reading that is scored (PZ 3.6), among those that reach the minimum; None if there is none."""
    scores = []
    for sets in readings:
        cards = tuple(card for one in sets for card in one.cards)
        hu, same = hu_points(sets, o), identical(sets)
        if hu >= least_hu(items_of(cards, same, win, o), o):
            scores.append(score(hu, cards, same, win, o))
    if not scores:
        return None
    if o["partition"] == "highest_hu":
        return max(scores, key=lambda s: (s.hu, s.final, s.multiplier))
    return max(scores, key=lambda s: (s.final, s.hu, s.multiplier))
