"""Every rule option of Bao Huang (part B of the rules), its default, and what it needs to mean anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from paiju.core.options import Constraint, Options, both, either, rule, when
from paiju.games.baohuang.option_values import (
    Abdication,
    AbdicationCost,
    AbdicationDirection,
    BuyFrom,
    CallRestriction,
    Deck,
    Declarations,
    Direction,
    EarlyEnd,
    EmperorBy,
    FirstDrawer,
    FullCircle,
    GuardBy,
    LowLast,
    LowLastNone,
    MatchEnd,
    OpenSoloSecond,
    Order,
    PassMode,
    ReturnThrees,
    Scoring,
    SoloResult,
    Switch,
    TieBreak,
    TieOrEmperor,
    TieOrPeople,
    TributeMode,
    TributeReturn,
    Wind,
)

POINT_SCORINGS = (Scoring.TEAM2, Scoring.TEAM4, Scoring.SOLO16, Scoring.QINGDAO)

_CALLED = when("guard_by", GuardBy.CALLED)
_ABDICATION = either(when("abdication", Abdication.ON, Abdication.DOUBLE_HOLDER_ONLY), _CALLED)
_COST = both(_ABDICATION, when("abdication_cost", AbdicationCost.HIGHEST_CARD, AbdicationCost.TWO))
_TRIBUTE = when("tribute_mode", TributeMode.CAMP, TributeMode.PLACE)
_CAMP = when("tribute_mode", TributeMode.CAMP)
_ANY_DECLARATION = when("declarations", Declarations.GUARD_ONLY, Declarations.ALL)
_OPEN_SOLO = when("open_solo")
_USURPER = when("usurper")
_POINTS = when("scoring", *POINT_SCORINGS)
_LOW_LAST = when("low_last", LowLast.LOWEST_RANK)
_BUYING = both(_LOW_LAST, when("low_last_none", LowLastNone.BUY))
_BOMBS = when("bombs", Switch.ON)


@dataclass(frozen=True, kw_only=True)
class BaohuangOptions(Options):
    """One set of rules. Defaults are the preset `pagat`; field names are the option names."""

    game: ClassVar[str] = "baohuang"

    deck: Deck = rule("BH A1", Deck.D168, group="deal")
    direction: Direction = rule("BH A2", Direction.ANTICLOCKWISE, group="deal")
    first_drawer: FirstDrawer = rule("BH A3", FirstDrawer.ROTATE, group="deal")
    cut: bool = rule("BH A3", False, group="deal")

    guard_by: GuardBy = rule("BH A4", GuardBy.MARKED_BLACK, group="roles")
    emperor_by: EmperorBy = rule("BH A4", EmperorBy.MARKED_RED, group="roles")
    call_restriction: CallRestriction = rule(
        "BH A12", CallRestriction.NO_JOKERS, group="roles", needs=_CALLED
    )
    call_threes: bool = rule("BH A12", True, group="roles", needs=_CALLED)
    must_crown_with_triple: bool = rule("BH A6", False, group="roles", needs=_CALLED)
    crown_during_draw: bool = rule("BH A18-64", False, group="roles", needs=_CALLED)
    silent_solo: bool = rule("BH A4", True, group="roles", needs=_OPEN_SOLO)
    abdication: Abdication = rule("BH A6", Abdication.ON, group="roles")
    abdication_direction: AbdicationDirection = rule(
        "BH A6", AbdicationDirection.WITH_PLAY, group="roles", needs=_ABDICATION
    )
    abdication_skip: int = rule("BH A6", 0, group="roles", needs=_ABDICATION, high=1)
    abdication_cost: AbdicationCost = rule("BH A6", AbdicationCost.NONE, group="roles", needs=_ABDICATION)
    abdication_pool: bool = rule("BH A6", False, group="roles", needs=_COST)
    abdication_full_circle: FullCircle = rule(
        "BH A6", FullCircle.FORCE_ORIGINAL, group="roles", needs=_ABDICATION
    )

    tribute_mode: TributeMode = rule("BH A7", TributeMode.CAMP, group="transfers")
    tribute_exclude_jokers: bool = rule("BH A7", True, group="transfers", needs=_TRIBUTE)
    tribute_exclude_aces: bool = rule(
        "BH A7", False, group="transfers", needs=either(_TRIBUTE, _COST, _BUYING)
    )
    tribute_face_up: bool = rule("BH A7", False, group="transfers", needs=_CAMP)
    tribute_return: TributeReturn = rule("BH A7", TributeReturn.NONE, group="transfers", needs=_TRIBUTE)
    tribute_double_on_open: bool = rule(
        "BH A7",
        False,
        group="transfers",
        needs=both(_TRIBUTE, either(_ANY_DECLARATION, _OPEN_SOLO, _USURPER)),
    )
    tribute_on_tie: bool = rule(
        "BH A7", False, group="transfers", needs=when("tribute_mode", TributeMode.PLACE)
    )
    tribute_emperor_takes_low: bool = rule("BH A18-34", False, group="transfers", needs=_CAMP)
    return_threes: ReturnThrees = rule(
        "BH A18-35",
        ReturnThrees.KEEP_ONE,
        group="transfers",
        needs=both(_TRIBUTE, when("tribute_return", TributeReturn.SAME_COUNT), _LOW_LAST),
    )

    declarations: Declarations = rule("BH A8", Declarations.OFF, group="declarations")
    revolt_threshold: int = rule(
        "BH A8", 1, group="declarations", needs=when("declarations", Declarations.ALL), low=1, high=3
    )
    revolt_forces_reveal: bool = rule(
        "BH A8", False, group="declarations", needs=when("declarations", Declarations.ALL)
    )
    declaration_multiplier: int = rule(
        "BH A18-48", 2, group="declarations", needs=both(_ANY_DECLARATION, _POINTS), low=2
    )
    declarations_stack: bool = rule(
        "BH A18-48", False, group="declarations", needs=both(_ANY_DECLARATION, _POINTS)
    )
    counter_double: bool = rule(
        "BH A18-49", False, group="declarations", needs=both(either(_ANY_DECLARATION, _OPEN_SOLO), _POINTS)
    )
    open_solo: bool = rule("BH A8", False, group="declarations")
    open_solo_multiplier: int = rule(
        "BH A18-48",
        2,
        group="declarations",
        needs=both(_OPEN_SOLO, _POINTS, when("emperor_x3", False)),
        low=2,
        high=3,
    )
    open_solo_second: OpenSoloSecond = rule(
        "BH A16",
        OpenSoloSecond.ZERO,
        group="declarations",
        needs=both(when("scoring", Scoring.TEAM2), either(_OPEN_SOLO, _USURPER)),
    )
    usurper: bool = rule("BH A9", False, group="declarations")

    order: Order = rule("BH A11", Order.STRICT, group="play")
    marked_red_high: bool = rule(
        "BH A11", False, group="play", needs=when("emperor_by", EmperorBy.MARKED_RED)
    )
    three_twos_beat_red: bool = rule("BH A11", False, group="play")
    laowang: bool = rule("BH A12", True, group="play", needs=_CALLED)
    twos_fill: bool = rule("BH A10", False, group="play")
    twos_with_jokers: bool = rule("BH A18-59", True, group="play")
    bombs: Switch = rule("BH A10", Switch.OFF, group="bombs")
    bomb_jokers: bool = rule("BH A18-56", False, group="bombs", needs=_BOMBS)
    bomb_three_reds: bool = rule("BH A18-56", False, group="bombs", needs=_BOMBS)
    bomb_natural_only: bool = rule("BH A18-57", True, group="bombs", needs=_BOMBS)
    bomb_threes: bool = rule("BH A10", False, group="bombs", needs=both(_BOMBS, _LOW_LAST))
    pass_mode: PassMode = rule("BH A13", PassMode.SOFT, group="play")
    emperor_defer: bool = rule("BH A13", False, group="play")
    zhan_pai: bool = rule("BH A13", True, group="play")
    wind: Wind = rule("BH A13", Wind.NEXT_PLAYER, group="play")

    low_last: LowLast = rule("BH A14", LowLast.OFF, group="lowest_last")
    low_last_all_at_once: bool = rule("BH A14", False, group="lowest_last", needs=_LOW_LAST)
    low_last_none: LowLastNone = rule("BH A14", LowLastNone.IGNORE, group="lowest_last", needs=_LOW_LAST)
    buy_from: BuyFrom = rule("BH A14", BuyFrom.EMPEROR_OR_NEXT, group="lowest_last", needs=_BUYING)
    stuck_rank_last: bool = rule("BH A18-61", False, group="lowest_last", needs=_LOW_LAST)
    stuck_penalty: int = rule(
        "BH A18-61", 0, group="lowest_last", needs=both(_LOW_LAST, when("stuck_rank_last"), _POINTS)
    )

    scoring: Scoring = rule("BH A16", Scoring.FREE, group="score", retired=(Scoring.QINGDAO,))
    team4_balance: bool = rule("BH A16", False, group="score", needs=when("scoring", Scoring.TEAM4))
    emperor_x3: bool = rule(
        "BH A18-51",
        False,
        group="score",
        needs=both(when("scoring", Scoring.TEAM4), either(_OPEN_SOLO, _USURPER)),
    )
    tie_24: TieOrPeople = rule(
        "BH A16", TieOrPeople.TIE, group="score", needs=when("scoring", Scoring.MOEGIRL)
    )
    tie_34: TieOrPeople = rule(
        "BH A16", TieOrPeople.TIE, group="score", needs=when("scoring", Scoring.MOEGIRL)
    )
    tie_23: TieOrEmperor = rule(
        "BH A16", TieOrEmperor.TIE, group="score", needs=when("scoring", Scoring.MOEGIRL)
    )
    solo_result: SoloResult = rule(
        "BH A18-53",
        SoloResult.FIRST_ONLY,
        group="score",
        needs=when("scoring", Scoring.FREE, Scoring.MOEGIRL),
    )
    early_end: EarlyEnd = rule("BH A15", EarlyEnd.TEAM_OUT, group="score")

    match_end: MatchEnd = rule("BH A17", MatchEnd.DEALS, group="match", in_digest=False)
    match_length: int = rule(
        "BH A17",
        10,
        group="match",
        needs=when("match_end", MatchEnd.DEALS, MatchEnd.TARGET),
        low=1,
        in_digest=False,
    )
    tie_break: TieBreak = rule(
        "BH A17",
        TieBreak.SHARE,
        group="match",
        needs=when("match_end", MatchEnd.DEALS, MatchEnd.TARGET),
        in_digest=False,
    )
    show_hand_counts: bool = rule("BH A18-24", True, group="table")

    @classmethod
    def constraints(cls) -> tuple[Constraint, ...]:
        """Part B, conflicts; the rules document repeats this table."""
        return _CONSTRAINTS

    @property
    def points(self) -> bool:
        """Whether deals are worth points rather than a win, a loss or a tie."""
        return self.scoring in POINT_SCORINGS

    @property
    def suited(self) -> bool:
        """BH A18-26: cards have a suit when something asks for suits."""
        return self.guard_by is GuardBy.CALLED or self.bombs is Switch.ON


_CONSTRAINTS: tuple[Constraint, ...] = (
    Constraint(
        "previous_head_with_double_holder_only",
        "without marked cards nobody can hold both identity cards, so nobody could ever abdicate",
        lambda o: o.emperor_by is EmperorBy.PREVIOUS_HEAD and o.abdication is Abdication.DOUBLE_HOLDER_ONLY,
    ),
    Constraint(
        "team4_balance_with_emperor_x3",
        "the balanced table fixes a solo emperor's share at four, emperor_x3 wants another factor for it",
        lambda o: o.team4_balance and o.emperor_x3,
    ),
    Constraint(
        "face_up_with_emperor_takes_low",
        "either the receivers choose from the open cards, or the emperor takes the low ones unasked",
        lambda o: o.tribute_face_up and o.tribute_emperor_takes_low,
    ),
    Constraint(
        "double_holder_only_with_called_guard",
        "a called guard has no marked card that the emperor could hold as well",
        lambda o: o.abdication is Abdication.DOUBLE_HOLDER_ONLY and o.guard_by is GuardBy.CALLED,
    ),
    Constraint(
        "two_card_call_without_called_guard",
        "a call with two cards needs a guard who is called",
        lambda o: o.abdication_full_circle is FullCircle.TWO_CARD_CALL and o.guard_by is not GuardBy.CALLED,
    ),
)
