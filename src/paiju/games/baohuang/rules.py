"""What follows from a set of options, worked out once: decks, plays, factors. What an option says itself is asked of `Rules.options`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import ClassVar

from paiju.core.game import MatchRules
from paiju.core.options import Compiled
from paiju.games.baohuang.cards import (
    ACE,
    BIG,
    COPIES,
    FIRST_JOKER,
    IDENTITY,
    KINDS,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    SMALL,
    Kind,
    lowest_rank,
    naturals_of,
)
from paiju.games.baohuang.options import (
    POINT_SCORINGS,
    Abdication,
    AbdicationDirection,
    BaohuangOptions,
    BuyFrom,
    CallRestriction,
    EmperorBy,
    GuardBy,
    LowLast,
    LowLastNone,
    PassMode,
    ReturnThrees,
    Scoring,
    TributeReturn,
)
from paiju.games.baohuang.plays import Comparison, Generator

LAST_CALLABLE: Mapping[CallRestriction, Kind] = {
    CallRestriction.NONE: BIG,
    CallRestriction.NO_RED: BIG - 2,
    CallRestriction.NO_JOKERS: FIRST_JOKER - 1,
}
RETURNED_LOWS: Mapping[ReturnThrees, Callable[[int], int]] = {
    ReturnThrees.ANY: lambda held: held,
    ReturnThrees.KEEP_ONE: lambda held: max(0, held - 1),
    ReturnThrees.NEVER: lambda held: 0,
}
"""The number of its lowest cards that a seat may give back (BH A18-35)."""


@dataclass(frozen=True, slots=True)
class Crowning:
    """How emperor and guard are found (BH A4, A6).

    `heir_step` leads from a seat to the one that a declined crown goes to. `first_callable` are the kinds that may be
    called in a first deal, `later_callable` in all others.
    """

    head_is_heir: bool
    guard_called: bool
    first_callable: tuple[Kind, ...]
    later_callable: tuple[Kind, ...]
    laowang: bool
    abdication: Abdication
    heir_step: int

    def heir(self, seat: int) -> int:
        """The seat that a crown goes to when `seat` declines it."""
        return (seat + self.heir_step) % SEATS

    def callable_kinds(self, *, first_deal: bool) -> tuple[Kind, ...]:
        """The kinds that may be called by who holds enough of them (BH A12, A18-36)."""
        return self.first_callable if first_deal else self.later_callable


@dataclass(frozen=True, slots=True)
class Transfers:
    """What changes hands before play (BH A7, A14).

    `reserved` are kinds that no payment takes, `reserved_from_tribute` those that tribute does not take. `returned_lows` says
    how many of the lowest cards in a hand may be given back, None where they are cards like others.
    """

    reserved: frozenset[Kind]
    reserved_from_tribute: frozenset[Kind]
    gives_back: bool
    returned_lows: Callable[[int], int] | None
    buys: bool
    any_seller: bool


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Compiled):
    """The compiled form of one option set; equal options share one object."""

    options: BaohuangOptions
    seats: ClassVar[int] = SEATS
    match: MatchRules
    suited: bool
    low_rank: int
    low_last: bool
    next_rank: bool
    hard_pass: bool
    defers: bool
    gets_stuck: bool
    natural_bombs: bool
    naturals: tuple[Kind, ...]
    first_deck: tuple[Kind, ...]
    later_deck: tuple[Kind, ...]
    comparison: Comparison
    generator: Generator
    crowning: Crowning
    transfers: Transfers
    factors: Mapping[str, int]
    patterns: Mapping[tuple[int, ...], str]

    @property
    def defers_once(self) -> bool:
        """Whether the emperor may defer only once in a trick (BH A18-72)."""
        return self.defers and self.hard_pass

    def multiplier(self, causes: Iterable[str], *, usurped: bool = False, countered: bool = False) -> int:
        """The factor on points (BH A18-45, 48, 49, 51, 65); 1 where there are none."""
        if self.options.scoring not in POINT_SCORINGS:
            return 1
        if usurped:
            return self.factors["usurped"]
        factors = [self.factors[cause] for cause in causes] or [1]
        return (prod(factors) if self.options.declarations_stack else max(factors)) * (1 + countered)

    def deck(self, *, first_deal: bool) -> tuple[Kind, ...]:
        """All cards of a deal (BH A1)."""
        return self.first_deck if first_deal else self.later_deck

    def __reduce__(self) -> tuple[object, ...]:  # tables hold functions, which no pickle takes
        return compile_rules, (self.options,)


@lru_cache(maxsize=128)  # each grows to some 20 to 70 MB of plays as it is played; making one takes 1.4 ms
def compile_rules(options: BaohuangOptions) -> Rules:
    """The rules of an option set."""
    low_rank = lowest_rank(options.deck)
    comparison = Comparison(options)
    return Rules(
        options=options,
        match=MatchRules.of(options),
        suited=options.suited,
        low_rank=low_rank,
        low_last=options.low_last is LowLast.LOWEST_RANK,
        next_rank=options.low_last_none is LowLastNone.NEXT_RANK,
        hard_pass=options.pass_mode is PassMode.HARD,
        defers=options.emperor_defer,
        gets_stuck=options.stuck_rank_last,
        natural_bombs=comparison.bombs and options.bomb_natural_only,
        naturals=naturals_of(options.deck),
        first_deck=_deck(options, first_deal=True),
        later_deck=_deck(options, first_deal=False),
        comparison=comparison,
        generator=Generator(comparison, bombs=comparison.bombs, twos_fill=options.twos_fill),
        crowning=_crowning(options),
        transfers=_transfers(options),
        factors=_factors(options),
        patterns=_patterns(options),
    )


def _deck(options: BaohuangOptions, *, first_deal: bool) -> tuple[Kind, ...]:
    """All cards of a deal, in a fixed order (BH A1).

    The marked red joker is missing after the first deal where the previous head is emperor (A18-44).
    """
    naturals = naturals_of(options.deck)
    cards = list(naturals) if options.suited else [kind & ~3 for kind in naturals]
    marked_small = options.guard_by is GuardBy.MARKED_BLACK
    marked_big = options.emperor_by is EmperorBy.MARKED_RED or first_deal
    cards += [SMALL] * 3 + [MARKED_SMALL if marked_small else SMALL]
    cards += [BIG] * 3 + [MARKED_BIG if marked_big else BIG]
    return tuple(cards)


def _has_laowang(options: BaohuangOptions) -> bool:
    return options.laowang and options.guard_by is GuardBy.CALLED


def _crowning(options: BaohuangOptions) -> Crowning:
    step = 1 + options.abdication_skip
    return Crowning(
        head_is_heir=options.emperor_by is EmperorBy.PREVIOUS_HEAD,
        guard_called=options.guard_by is GuardBy.CALLED,
        first_callable=_callable(options, _deck(options, first_deal=True)),
        later_callable=_callable(options, _deck(options, first_deal=False)),
        laowang=_has_laowang(options),
        abdication=Abdication.OFF if options.must_crown_with_triple else options.abdication,
        heir_step=-step if options.abdication_direction is AbdicationDirection.AGAINST_PLAY else step,
    )


def _callable(options: BaohuangOptions, deck: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """The kinds of which there are four copies, the marked red joker among the red ones (BH A12, A18-36)."""
    barred = -1 if options.call_threes else lowest_rank(options.deck)
    return tuple(
        kind
        for kind in range(LAST_CALLABLE[options.call_restriction] + 1)
        if RANK_OF[kind] != barred
        and deck.count(kind) + (deck.count(MARKED_BIG) if kind == BIG else 0) == COPIES
    )


def _transfers(options: BaohuangOptions) -> Transfers:
    aces = (kind for kind in range(FIRST_JOKER) if RANK_OF[kind] == ACE and options.tribute_exclude_aces)
    reserved = IDENTITY.union(aces)
    low_last = options.low_last is LowLast.LOWEST_RANK
    protected = low_last and options.return_threes is not ReturnThrees.ANY
    return Transfers(
        reserved=reserved,
        reserved_from_tribute=reserved.union(
            range(FIRST_JOKER, KINDS) if options.tribute_exclude_jokers else ()
        ),
        gives_back=options.tribute_return is not TributeReturn.NONE,
        returned_lows=RETURNED_LOWS[options.return_threes] if protected else None,
        buys=low_last and options.low_last_none is LowLastNone.BUY,
        any_seller=options.buy_from is BuyFrom.ANY_SURPLUS,
    )


def _factors(options: BaohuangOptions) -> dict[str, int]:
    return {
        "guard": options.declaration_multiplier,
        "revolt": options.declaration_multiplier,
        "solo": 1 if options.emperor_x3 else options.open_solo_multiplier,
        "usurped": 1 if options.emperor_x3 else 2,
    }


def _patterns(options: BaohuangOptions) -> Mapping[tuple[int, ...], str]:
    if options.scoring is not Scoring.MOEGIRL:
        return {}
    return {(2, 3): options.tie_23, (2, 4): options.tie_24, (3, 4): options.tie_34}
