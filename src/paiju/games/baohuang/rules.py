"""A set of options, compiled once: nothing else in the rules reads options.

What the phases of a deal ask is in a record for each; `Rules` holds them, the cards, and what play asks.
"""

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
    Abdication,
    AbdicationCost,
    AbdicationDirection,
    BaohuangOptions,
    BuyFrom,
    CallRestriction,
    Declarations,
    EarlyEnd,
    EmperorBy,
    FirstDrawer,
    FullCircle,
    GuardBy,
    LowLast,
    LowLastNone,
    OpenSoloSecond,
    PassMode,
    ReturnThrees,
    Scoring,
    SoloResult,
    Switch,
    TieBreak,
    TributeMode,
    TributeReturn,
)
from paiju.games.baohuang.plays import Comparison, Generator, SetRules

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

    during_draw: bool
    head_is_heir: bool
    guard_called: bool
    first_callable: tuple[Kind, ...]
    later_callable: tuple[Kind, ...]
    laowang: bool
    abdication: Abdication
    heir_step: int
    cost: AbdicationCost
    pool: bool
    full_circle: FullCircle

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
    mode: TributeMode
    on_tie: bool
    doubles: bool
    face_up: bool
    emperor_takes_low: bool
    gives_back: bool
    returned_lows: Callable[[int], int] | None
    buys: bool
    any_seller: bool


@dataclass(frozen=True, slots=True)
class Declaring:
    """What may be declared before play (BH A8, A9)."""

    usurper: bool
    guards: bool
    revolts: bool
    solos: bool
    silent_solo: bool
    threshold: int
    forces_reveal: bool
    counters: bool

    @property
    def opens(self) -> bool:
        """Whether anything can make a deal open (BH A18-47)."""
        return self.usurper or self.guards or self.revolts or self.solos


@dataclass(frozen=True, slots=True)
class Score:
    """How places become points (BH A15, A16).

    `factors` are those of the declarations and of a usurper by their cause; where `stacks` they multiply each other. `patterns` are the
    winners of some places of the emperor's side.
    """

    scoring: Scoring
    points: bool
    factors: Mapping[str, int]
    stacks: bool
    balance: bool
    triple_solo: bool
    second_loses: bool
    solo_result: SoloResult
    patterns: Mapping[tuple[int, ...], str]
    stuck_penalty: int
    ends_decided: bool

    def multiplier(self, causes: Iterable[str], *, usurped: bool = False, countered: bool = False) -> int:
        """The factor on points (BH A18-45, 48, 49, 51, 65); 1 where there are none."""
        if not self.points:
            return 1
        if usurped:
            return self.factors["usurped"]
        factors = [self.factors[cause] for cause in causes] or [1]
        return (prod(factors) if self.stacks else max(factors)) * (1 + countered)


@dataclass(frozen=True, slots=True, eq=False)
class Rules(Compiled):
    """The compiled form of one option set; equal options share one object."""

    options: BaohuangOptions
    seats: ClassVar[int] = SEATS
    match: MatchRules
    first_drawer: FirstDrawer
    cut: bool
    show_counts: bool
    suited: bool
    low_rank: int
    low_last: bool
    next_rank: bool
    all_at_once: bool
    hard_pass: bool
    defers: bool
    gets_stuck: bool
    zhan_pai: bool
    natural_bombs: bool
    naturals: tuple[Kind, ...]
    first_deck: tuple[Kind, ...]
    later_deck: tuple[Kind, ...]
    comparison: Comparison
    generator: Generator
    crowning: Crowning
    transfers: Transfers
    declaring: Declaring
    score: Score

    @property
    def defers_once(self) -> bool:
        """Whether the emperor may defer only once in a trick (BH A18-72)."""
        return self.defers and self.hard_pass

    def deck(self, *, first_deal: bool) -> tuple[Kind, ...]:
        """All cards of a deal (BH A1)."""
        return self.first_deck if first_deal else self.later_deck

    def __reduce__(self) -> tuple[object, ...]:  # tables hold functions, which no pickle takes
        return compile_rules, (self.options,)


@lru_cache(maxsize=128)  # each grows to some 20 to 70 MB of plays as it is played; making one takes 1.4 ms
def compile_rules(options: BaohuangOptions) -> Rules:
    """The rules of an option set."""
    low_rank = lowest_rank(options.deck)
    sets = _sets(options)
    comparison = Comparison(sets)
    play_on = options.tie_break is TieBreak.PLAY_ON
    return Rules(
        options=options,
        match=MatchRules(str(options.match_end), options.match_length, play_on=play_on),
        first_drawer=options.first_drawer,
        cut=options.cut,
        show_counts=options.show_hand_counts,
        suited=options.suited,
        low_rank=low_rank,
        low_last=options.low_last is LowLast.LOWEST_RANK,
        next_rank=options.low_last_none is LowLastNone.NEXT_RANK,
        all_at_once=options.low_last_all_at_once,
        hard_pass=options.pass_mode is PassMode.HARD,
        defers=options.emperor_defer,
        gets_stuck=options.stuck_rank_last,
        zhan_pai=options.zhan_pai,
        natural_bombs=sets.bombs and options.bomb_natural_only,
        naturals=naturals_of(options.deck),
        first_deck=_deck(options, first_deal=True),
        later_deck=_deck(options, first_deal=False),
        comparison=comparison,
        generator=Generator(comparison, bombs=sets.bombs, twos_fill=sets.twos_fill),
        crowning=_crowning(options),
        transfers=_transfers(options),
        declaring=_declaring(options),
        score=_score(options),
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


def _sets(options: BaohuangOptions) -> SetRules:
    # BH A10, A18-56: whether four of the lowest rank are a bomb though that rank goes last.
    barred = options.low_last is LowLast.LOWEST_RANK and not options.bomb_threes
    return SetRules(
        order=options.order,
        marked_big_high=options.marked_red_high,
        laowang=_has_laowang(options),
        twos_fill=options.twos_fill,
        twos_with_jokers=options.twos_with_jokers,
        three_twos_beat_red=options.three_twos_beat_red,
        bombs=options.bombs is Switch.ON,
        bomb_jokers=options.bomb_jokers,
        bomb_three_reds=options.bomb_three_reds,
        no_bomb_rank=lowest_rank(options.deck) if barred else -1,
    )


def _has_laowang(options: BaohuangOptions) -> bool:
    return options.laowang and options.guard_by is GuardBy.CALLED


def _crowning(options: BaohuangOptions) -> Crowning:
    step = 1 + options.abdication_skip
    return Crowning(
        during_draw=options.crown_during_draw,
        head_is_heir=options.emperor_by is EmperorBy.PREVIOUS_HEAD,
        guard_called=options.guard_by is GuardBy.CALLED,
        first_callable=_callable(options, _deck(options, first_deal=True)),
        later_callable=_callable(options, _deck(options, first_deal=False)),
        laowang=_has_laowang(options),
        abdication=Abdication.OFF if options.must_crown_with_triple else options.abdication,
        heir_step=-step if options.abdication_direction is AbdicationDirection.AGAINST_PLAY else step,
        cost=options.abdication_cost,
        pool=options.abdication_pool,
        full_circle=options.abdication_full_circle,
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
        mode=options.tribute_mode,
        on_tie=options.tribute_on_tie,
        doubles=options.tribute_double_on_open,
        face_up=options.tribute_face_up,
        emperor_takes_low=options.tribute_emperor_takes_low,
        gives_back=options.tribute_return is not TributeReturn.NONE,
        returned_lows=RETURNED_LOWS[options.return_threes] if protected else None,
        buys=low_last and options.low_last_none is LowLastNone.BUY,
        any_seller=options.buy_from is BuyFrom.ANY_SURPLUS,
    )


def _declaring(options: BaohuangOptions) -> Declaring:
    return Declaring(
        usurper=options.usurper,
        guards=options.declarations is not Declarations.OFF,
        revolts=options.declarations is Declarations.ALL,
        solos=options.open_solo,
        silent_solo=options.silent_solo,
        threshold=options.revolt_threshold,
        forces_reveal=options.revolt_forces_reveal,
        counters=options.counter_double,
    )


def _score(options: BaohuangOptions) -> Score:
    patterns: Mapping[tuple[int, ...], str] = {
        (2, 3): options.tie_23,
        (2, 4): options.tie_24,
        (3, 4): options.tie_34,
    }
    return Score(
        scoring=options.scoring,
        points=options.points,
        factors={
            "guard": options.declaration_multiplier,
            "revolt": options.declaration_multiplier,
            "solo": 1 if options.emperor_x3 else options.open_solo_multiplier,
            "usurped": 1 if options.emperor_x3 else 2,
        },
        stacks=options.declarations_stack,
        balance=options.team4_balance,
        triple_solo=options.emperor_x3,
        second_loses=options.open_solo_second is OpenSoloSecond.LOSE,
        solo_result=options.solo_result,
        patterns=patterns if options.scoring is Scoring.MOEGIRL else {},
        stuck_penalty=options.stuck_penalty,
        ends_decided=options.early_end is EarlyEnd.DECIDED,
    )
