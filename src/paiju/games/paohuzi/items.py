"""Named items 名堂: what they ask for, and what each table pays for them (PZ 3.7, 3.8, §4).

A table is data over the predicates of `ITEMS`. Not settled, and therefore left out, are the rows of PZ §4
that name something the rules of record do not define:

- Changde 全名堂 and 多红对: 听 (and 耍猴, 大团圆, 行行息, 假行行, 背靠背 of the former);
- Ningxiang and Changsha: 双漂 / 双飘, 三扁, 四扁;
- Loudi 放炮罚: 一块匾, and the duty to take a win;
- Xiangxiang 告胡子: who pays for a win on a discard, and which of its two caps holds when;
- Hengyang: other hand sizes and numbers of sets; Leiyang: 举手, payments for each 提, the gap in its units;
- Yongzhou: wild cards; Guilin: turn-up bonuses and 三笼五坎 as a factor.

Where a row is silent the default stands: one that does not name 天胡 doubles the hu of a heavenly hand
(PZ M22), one that names it pays the item instead. 天 is a hand won by heavenly sets, or by the dealer on his
shown card; 地 is another player's on that card.
"""

# ruff: noqa: PLR2004 - a number stands in the name of its item
from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from paiju.games.paohuzi.options import ItemTable, MultiplierMode


class Facts(NamedTuple):
    """What items may ask about a winning combination: all its cards, and how it was won."""

    reds: int
    larges: int
    smalls: int
    identical: bool = False
    last: bool = False
    heaven: bool = False
    earth: bool = False


ITEMS: Mapping[str, Callable[[Facts], bool]] = {
    "black": lambda f: f.reds == 0,
    "one_red": lambda f: f.reds == 1,
    "red_4_7_11_12": lambda f: f.reds in (4, 7, 11, 12),
    "red_10": lambda f: f.reds == 10,
    "red_10_to_12": lambda f: 10 <= f.reds <= 12,
    "red_10_up": lambda f: f.reds >= 10,
    "red_13_up": lambda f: f.reds >= 13,
    "large_18_up": lambda f: f.larges >= 18,
    "small_16_up": lambda f: f.smalls >= 16,
    "identical": lambda f: f.identical,
    "black_identical": lambda f: f.identical and f.reds == 0,
    "red_10_to_12_identical": lambda f: f.identical and 10 <= f.reds <= 12,
    "red_13_up_identical": lambda f: f.identical and f.reds >= 13,
    "last_card": lambda f: f.last,
    "heaven": lambda f: f.heaven,
    "earth": lambda f: f.earth,
}
"""The predicates that items stand on."""

SURPLUS: Mapping[str, Callable[[Facts], int]] = {
    "red_10_up": lambda f: f.reds - 10,
    "red_13_up": lambda f: f.reds - 13,
    "large_18_up": lambda f: f.larges - 18,
    "small_16_up": lambda f: f.smalls - 16,
}
"""Cards beyond the threshold of an item that grows."""


class Table(NamedTuple):
    """What one rule set pays: `times` go into the multiplier, `points` are added to the final score.

    `grows` names items that pay one more for each card beyond their threshold. `doubles` says that a
    heavenly hand counts its hu twice; `plain_min_hu` is the minimum of a hand without any item.
    """

    times: Mapping[str, int]
    grows: frozenset[str] = frozenset()
    points: Mapping[str, int] = {}
    doubles: bool = True
    plain_min_hu: int = 0


TABLES: Mapping[ItemTable, Table] = {
    ItemTable.AKAGIRI: Table(
        {
            "black": 5, "one_red": 4, "red_4_7_11_12": 2, "red_10": 3, "red_13_up": 4, "large_18_up": 6,
            "small_16_up": 8, "identical": 5, "last_card": 2,
        },
        frozenset({"red_13_up", "large_18_up", "small_16_up"}),
    ),
    ItemTable.WIKIPEDIA: Table(
        {
            "red_13_up_identical": 8, "black_identical": 10, "red_10_to_12_identical": 6, "red_13_up": 4,
            "black": 5, "red_10_to_12": 2, "one_red": 3, "identical": 4,
        },
    ),
    ItemTable.CHANGDE_RED_BLACK: Table(
        {"red_10_to_12": 2, "one_red": 3, "red_13_up": 4, "black": 5, "identical": 4},
    ),
    ItemTable.HUAIHUA: Table(
        {
            "red_10_up": 2, "one_red": 3, "black": 5, "identical": 4, "large_18_up": 4, "small_16_up": 4,
            "last_card": 2, "heaven": 4, "earth": 3,
        },
        frozenset({"red_10_up", "large_18_up", "small_16_up"}),
        doubles=False,
        plain_min_hu=18,
    ),
    ItemTable.SHAOYANG: Table({"red_10_up": 2, "black": 2}),
    ItemTable.SHAOYANG_BOPI: Table({}, points={"heaven": 10, "earth": 10}, doubles=False),
    ItemTable.CHENZHOU: Table({"heaven": 2, "earth": 2}, doubles=False),
}  # fmt: skip

Earned = tuple[tuple[str, int], ...]


def earned(table: Table, facts: Facts) -> Earned:
    """The items of `table` that a hand has, with what each adds to the multiplier."""
    return tuple(
        (name, value + (SURPLUS[name](facts) if name in table.grows else 0))
        for name, value in table.times.items()
        if ITEMS[name](facts)
    )


def points(table: Table, facts: Facts) -> Earned:
    """The items of `table` that a hand has, with what each adds to the bottom number."""
    return tuple((name, value) for name, value in table.points.items() if ITEMS[name](facts))


def _add(items: Earned) -> Earned:
    return items


def _highest(items: Earned) -> Earned:
    return (max(items, key=lambda item: item[1]),) if items else ()


COUNTED: Mapping[MultiplierMode, Callable[[Earned], Earned]] = {
    MultiplierMode.ADD: _add,
    MultiplierMode.HIGHEST: _highest,
}
"""Which of several items count (PZ 3.7, 3.8)."""
