"""A set of options, compiled once: what hot code asks instead of asking options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from paiju.games.paohuzi.items import COUNTED, TABLES, Earned, Table
from paiju.games.paohuzi.options import (
    Base,
    Bi,
    Choice,
    DiscarderPays,
    DrawGame,
    NoDiscard,
    PaohuziOptions,
    SelfDraw,
    ShownCard,
    SmellBlocks,
    SmellOn,
    Switch,
    TripleFourth,
)


@dataclass(frozen=True, slots=True)
class Marks:
    """What a refusal or a discard forbids from then on: Pong, eating (PZ M16, 8.9)."""

    pong: bool
    eat: bool


_NO_MARKS = Marks(pong=False, eat=False)
_BOTH_MARKS = Marks(pong=True, eat=True)
AFTER_PONG: Mapping[SmellBlocks, Marks] = {
    SmellBlocks.BOTH: _BOTH_MARKS,
    SmellBlocks.SEPARATE: Marks(pong=True, eat=False),
    SmellBlocks.PONG_ONLY: Marks(pong=True, eat=False),
}
AFTER_EAT: Mapping[SmellBlocks, Marks] = {
    SmellBlocks.BOTH: _BOTH_MARKS,
    SmellBlocks.SEPARATE: Marks(pong=False, eat=True),
    SmellBlocks.PONG_ONLY: _BOTH_MARKS,
}

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
"""Shares that the discarder alone pays; 0: every other player pays one."""


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The compiled form of one option set; equal options share one object."""

    options: PaohuziOptions
    seats: int
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
    after_pong: Marks
    after_eat: Marks
    own_discard_smells: bool
    discard_wins: bool
    discarder_shares: int
    min_hu: int
    table: Table
    counted: Callable[[Earned], Earned]
    base: Callable[[int], int]
    self_bottom: Callable[[int], int]
    by_hu: bool
    cap: int
    draw_doubles: bool
    draw_moves: bool
    draw_points: int

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rules) and self.options == other.options)

    def __hash__(self) -> int:
        return hash(self.options)

    def __reduce__(self) -> tuple[object, ...]:  # tables hold functions, which no pickle takes
        return compile_rules, (self.options,)


@lru_cache(maxsize=512)
def compile_rules(options: PaohuziOptions) -> Rules:
    """The rules of an option set."""
    fourth = options.exposed_triple_fourth
    eats_smell = options.smell_on is not SmellOn.PONG
    return Rules(
        options=options,
        seats=options.seats,
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
        after_pong=AFTER_PONG[options.smell_blocks],
        after_eat=AFTER_EAT[options.smell_blocks] if eats_smell else _NO_MARKS,
        own_discard_smells=options.smell_on is SmellOn.OWN_DISCARD,
        discard_wins=options.win_on_hand_discard,
        discarder_shares=DISCARDER_SHARES[options.discarder_pays],
        min_hu=options.min_hu,
        table=TABLES[options.items],
        counted=COUNTED[options.multiplier_mode],
        base=BASES[options.base],
        self_bottom=SELF_BOTTOM[options.self_draw],
        by_hu=options.partition is Choice.HU,
        cap=options.cap,
        draw_doubles=options.draw_game is DrawGame.DOUBLED,
        draw_moves=options.draw_game is DrawGame.MOVES,
        draw_points=-10 if options.draw_game is DrawGame.DEALER_PAYS else 0,
    )
