"""A set of options, compiled once, with the named items 名堂 and what each table pays for them (PZ 3.7, 3.8, §4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from paiju.core.game import MatchRules
from paiju.core.options import Compiled
from paiju.games.paohuzi.options import (
    Base,
    Bi,
    Choice,
    DiscarderPays,
    DrawGame,
    ItemTable,
    MultiplierMode,
    NoDiscard,
    PaohuziOptions,
    SelfDraw,
    ShownCard,
    SmellBlocks,
    SmellOn,
    Switch,
    TripleFourth,
)

# ruff: noqa: PLR2004 - a number stands in the name of its item


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


def earned(table: Table, facts: Facts, *, highest: bool) -> Earned:
    """The items of `table` that a hand has, or the `highest` of them, with what each adds to the multiplier (PZ 3.7, 3.8)."""
    items = tuple(
        (name, value + (SURPLUS[name](facts) if name in table.grows else 0))
        for name, value in table.times.items()
        if ITEMS[name](facts)
    )
    return (max(items, key=lambda item: item[1]),) if highest and items else items


def points(table: Table, facts: Facts) -> Earned:
    """The items of `table` that a hand has, with what each adds to the bottom number."""
    return tuple((name, value) for name, value in table.points.items() if ITEMS[name](facts))


# --- a set of options, compiled once: what hot code asks instead of asking options


BASES: Mapping[Base, Callable[[int], int]] = {
    Base.BY_3_FROM_12: lambda hu: (hu - 12) // 3,
    Base.BY_3_FROM_9: lambda hu: (hu - 9) // 3,
    Base.BY_3_FROM_6: lambda hu: (hu - 6) // 3,
    Base.BY_3_FROM_3: lambda hu: (hu - 3) // 3,
    Base.BY_3: lambda hu: hu // 3,
    Base.BY_5: lambda hu: (hu - 5) // 5 + 1,
    Base.HU: lambda hu: hu,
}
SELF_BOTTOM: Mapping[SelfDraw, Callable[[int], int]] = {
    SelfDraw.PLUS_ONE: lambda bottom: bottom + 1,
    SelfDraw.TWICE: lambda bottom: 2 * bottom,
    SelfDraw.NONE: lambda bottom: bottom,
    SelfDraw.PLUS_TEN: lambda bottom: bottom + 10,
}
DISCARDER_SHARES: Mapping[DiscarderPays, int] = {
    DiscarderPays.ALL: 0, DiscarderPays.ONCE: 1, DiscarderPays.THRICE: 3,
}  # fmt: skip
"""The number of shares that the discarder alone pays; 0: every other player pays one."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Compiled):
    """The compiled form of one option set; equal options share one object.

    A Pong that is refused stops further ones of that kind, and perhaps eating; an eating that is refused does so where `eats_smell`,
    and perhaps stops Pong too (PZ M15, M16).
    """

    options: PaohuziOptions
    seats: int
    match: MatchRules
    cut: bool
    shown: ShownCard
    heavenly_sets: bool
    quads_are_triples: bool
    own_pao: bool
    any_pao: bool
    break_pao: bool
    ask_after_pao: bool
    parity: bool
    bi: bool
    one_five_ten: bool
    eats_smell: bool
    pong_stops_eat: bool
    eat_stops_pong: bool
    own_discard_smells: bool
    discard_wins: bool
    discarder_shares: int
    min_hu: int
    table: Table
    highest_counts: bool
    base: Callable[[int], int]
    self_bottom: Callable[[int], int]
    by_hu: bool
    cap: int
    draw_doubles: bool
    draw_moves: bool
    draw_points: int

    def __reduce__(self) -> tuple[object, ...]:  # tables hold functions, which no pickle takes
        return compile_rules, (self.options,)


@lru_cache(maxsize=512)
def compile_rules(options: PaohuziOptions) -> Rules:
    """The rules of an option set."""
    fourth = options.exposed_triple_fourth
    return Rules(
        options=options,
        seats=options.seats,
        match=MatchRules.of(options),
        cut=options.cut,
        shown=options.heavenly_shown_card,
        heavenly_sets=options.heavenly_sets is Switch.ON,
        quads_are_triples=options.heavenly_quads_count_as_triples,
        own_pao=fourth is not TripleFourth.NEVER,
        any_pao=fourth is TripleFourth.ANY_DRAW,
        break_pao=options.break_pao_hu,
        ask_after_pao=options.hu_after_discard_pao and not options.win_on_hand_discard,
        parity=options.no_discard_rule is NoDiscard.PARITY,
        bi=options.bi is Bi.REQUIRED,
        one_five_ten=options.one_five_ten,
        eats_smell=options.smell_on is not SmellOn.PONG,
        pong_stops_eat=options.smell_blocks is SmellBlocks.BOTH,
        eat_stops_pong=options.smell_blocks is not SmellBlocks.SEPARATE,
        own_discard_smells=options.smell_on is SmellOn.OWN_DISCARD,
        discard_wins=options.win_on_hand_discard,
        discarder_shares=DISCARDER_SHARES[options.discarder_pays],
        min_hu=options.min_hu,
        table=TABLES[options.items],
        highest_counts=options.multiplier_mode is MultiplierMode.HIGHEST,
        base=BASES[options.base],
        self_bottom=SELF_BOTTOM[options.self_draw],
        by_hu=options.partition is Choice.HU,
        cap=options.cap,
        draw_doubles=options.draw_game is DrawGame.DOUBLED,
        draw_moves=options.draw_game is DrawGame.MOVES,
        draw_points=-10 if options.draw_game is DrawGame.DEALER_PAYS else 0,
    )
