"""Every rule option of Bao Huang (part B of the rules), its values, its default and what it needs, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import ClassVar

from paiju.core.options import Constraint, Options, Raw, TieBreak, both, either, rule, when


class Deck(StrEnum):
    """Which cards are played with (BH A1)."""

    D168 = "168"  # four packs from 6 up
    D165 = "165"  # the same with a single-pack set of three sixes missing
    D216 = "216"  # four full packs
    D205 = "205"  # four full packs with five threes left


class Direction(StrEnum):
    """Which way round play goes; a mirror of the display (BH A2)."""

    ANTICLOCKWISE = "anticlockwise"
    CLOCKWISE = "clockwise"


class FirstDrawer(StrEnum):
    """The first drawer of the next deal (BH A3)."""

    ROTATE = "rotate"
    HEAD = "head"
    TAIL = "tail"
    EMPEROR = "emperor"
    RANDOM = "random"


class GuardBy(StrEnum):
    """What makes a seat the guard (BH A4)."""

    MARKED_BLACK = "marked_black"  # who holds the marked small joker
    CALLED = "called"  # who holds the fourth copy of a card the emperor shows three of


class EmperorBy(StrEnum):
    """What makes a seat the emperor-to-be (BH A4)."""

    MARKED_RED = "marked_red"
    PREVIOUS_HEAD = "previous_head"


class CallRestriction(StrEnum):
    """Which cards may not be called (BH A12)."""

    NONE = "none"
    NO_RED = "no_red"
    NO_JOKERS = "no_jokers"


class Abdication(StrEnum):
    """The seats that may pass the crown on (BH A6)."""

    OFF = "off"
    ON = "on"
    DOUBLE_HOLDER_ONLY = "double_holder_only"


class AbdicationDirection(StrEnum):
    """Where a declined crown goes, seen in play order (BH A6)."""

    WITH_PLAY = "with_play"
    AGAINST_PLAY = "against_play"


class AbdicationCost(StrEnum):
    """What the second and later abdicators pay (BH A6)."""

    NONE = "none"
    HIGHEST_CARD = "highest_card"
    TWO = "two"


class FullCircle(StrEnum):
    """What happens when all five have declined (BH A6)."""

    FORCE_ORIGINAL = "force_original"
    REDEAL = "redeal"
    LAST_DECLINER = "last_decliner"
    FORCE_FIRST_ELIGIBLE = "force_first_eligible"
    TWO_CARD_CALL = "two_card_call"
    ORIGINAL_LOSES = "original_loses"


class TributeMode(StrEnum):
    """The direction of tribute: none, camp to camp, or last to first (BH A7)."""

    OFF = "off"
    CAMP = "camp"
    PLACE = "place"


class TributeReturn(StrEnum):
    """Whether tribute is given back in kind (BH A7)."""

    NONE = "none"
    SAME_COUNT = "same_count"


class ReturnThrees(StrEnum):
    """Which lowest cards may be returned (BH A18-35)."""

    ANY = "any"
    KEEP_ONE = "keep_one"
    NEVER = "never"


class Declarations(StrEnum):
    """The seats that may declare before play (BH A8)."""

    OFF = "off"
    GUARD_ONLY = "guard_only"
    ALL = "all"


class OpenSoloSecond(StrEnum):
    """What an announced solo in second place is worth (BH A16)."""

    ZERO = "zero"
    LOSE = "lose"


class Order(StrEnum):
    """Whether naturals must be beaten or may be equalled (BH A11)."""

    STRICT = "strict"
    JOKER_STRICT = "joker_strict"


class Switch(StrEnum):
    """Off or on."""

    OFF = "off"
    ON = "on"


class PassMode(StrEnum):
    """Whether a pass bars its seat from the trick (BH A13)."""

    SOFT = "soft"
    HARD = "hard"


class Wind(StrEnum):
    """The leader after a finished hand (BH A13)."""

    NEXT_PLAYER = "next_player"


class LowLast(StrEnum):
    """Whether the lowest rank must be played last (BH A14)."""

    OFF = "off"
    LOWEST_RANK = "lowest_rank"


class LowLastNone(StrEnum):
    """The duty of a seat without the lowest rank (BH A14)."""

    IGNORE = "ignore"
    NEXT_RANK = "next_rank"
    BUY = "buy"


class BuyFrom(StrEnum):
    """The seller of a lowest card (BH A14)."""

    EMPEROR_OR_NEXT = "emperor_or_next"
    ANY_SURPLUS = "any_surplus"


class Scoring(StrEnum):
    """How places become points (BH A16)."""

    FREE = "free"
    TEAM2 = "team2"
    TEAM4 = "team4"
    MOEGIRL = "moegirl"
    SOLO16 = "solo16"
    QINGDAO = "qingdao"  # what earlier records call `solo16`


class TieOrPeople(StrEnum):
    """A local switch between a tie and a win of the people (BH A16)."""

    TIE = "tie"
    PEOPLE = "people"


class TieOrEmperor(StrEnum):
    """A local switch between a tie and a win of the emperor's side (BH A16)."""

    TIE = "tie"
    EMPEROR = "emperor"


class SoloResult(StrEnum):
    """The place that a solo emperor must reach where there are no points (BH A16)."""

    FIRST_ONLY = "first_only"
    FIRST_WIN_LAST_LOSE = "first_win_last_lose"
    TOP2_WIN_THIRD_TIE = "top2_win_third_tie"


class EarlyEnd(StrEnum):
    """When a deal is over (BH A15)."""

    TEAM_OUT = "team_out"
    DECIDED = "decided"


class MatchEnd(StrEnum):
    """When a match is over (BH A17)."""

    ENDLESS = "endless"
    DEALS = "deals"
    TARGET = "target"


# --- every rule option of Bao Huang (part B of the rules), its default, and what it needs to mean anything

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

_deal, _roles, _transfers, _declarations, _play, _bombs, _lowest_last, _score, _table = (
    partial(rule, group=group)
    for group in (
        "deal",
        "roles",
        "transfers",
        "declarations",
        "play",
        "bombs",
        "lowest_last",
        "score",
        "table",
    )
)
_match = partial(rule, group="match", in_digest=False)


@dataclass(frozen=True, kw_only=True, repr=False)
class BaohuangOptions(Options):
    """One set of rules. Defaults are the preset `pagat`; field names are the option names."""

    game: ClassVar[str] = "baohuang"

    deck: Deck = _deal("BH A1", Deck.D168)
    direction: Direction = _deal("BH A2", Direction.ANTICLOCKWISE)
    first_drawer: FirstDrawer = _deal("BH A3", FirstDrawer.ROTATE)
    cut: bool = _deal("BH A3", False)

    guard_by: GuardBy = _roles("BH A4", GuardBy.MARKED_BLACK)
    emperor_by: EmperorBy = _roles("BH A4", EmperorBy.MARKED_RED)
    call_restriction: CallRestriction = _roles("BH A12", CallRestriction.NO_JOKERS, needs=_CALLED)
    call_threes: bool = _roles("BH A12", True, needs=_CALLED)
    must_crown_with_triple: bool = _roles("BH A6", False, needs=_CALLED)
    crown_during_draw: bool = _roles("BH A18-64", False, needs=_CALLED)
    silent_solo: bool = _roles("BH A4", True, needs=_OPEN_SOLO)
    abdication: Abdication = _roles("BH A6", Abdication.ON)
    abdication_direction: AbdicationDirection = _roles(
        "BH A6", AbdicationDirection.WITH_PLAY, needs=_ABDICATION
    )
    abdication_skip: int = _roles("BH A6", 0, needs=_ABDICATION, high=1)
    abdication_cost: AbdicationCost = _roles("BH A6", AbdicationCost.NONE, needs=_ABDICATION)
    abdication_pool: bool = _roles("BH A6", False, needs=_COST)
    abdication_full_circle: FullCircle = _roles("BH A6", FullCircle.FORCE_ORIGINAL, needs=_ABDICATION)

    tribute_mode: TributeMode = _transfers("BH A7", TributeMode.CAMP)
    tribute_exclude_jokers: bool = _transfers("BH A7", True, needs=_TRIBUTE)
    tribute_exclude_aces: bool = _transfers("BH A7", False, needs=either(_TRIBUTE, _COST, _BUYING))
    tribute_face_up: bool = _transfers("BH A7", False, needs=_CAMP)
    tribute_return: TributeReturn = _transfers("BH A7", TributeReturn.NONE, needs=_TRIBUTE)
    tribute_double_on_open: bool = _transfers(
        "BH A7", False, needs=both(_TRIBUTE, either(_ANY_DECLARATION, _OPEN_SOLO, _USURPER))
    )
    tribute_on_tie: bool = _transfers("BH A7", False, needs=when("tribute_mode", TributeMode.PLACE))
    tribute_emperor_takes_low: bool = _transfers("BH A18-34", False, needs=_CAMP)
    return_threes: ReturnThrees = _transfers(
        "BH A18-35",
        ReturnThrees.KEEP_ONE,
        needs=both(_TRIBUTE, when("tribute_return", TributeReturn.SAME_COUNT), _LOW_LAST),
    )

    declarations: Declarations = _declarations("BH A8", Declarations.OFF)
    revolt_threshold: int = _declarations(
        "BH A8", 1, needs=when("declarations", Declarations.ALL), low=1, high=3
    )
    revolt_forces_reveal: bool = _declarations("BH A8", False, needs=when("declarations", Declarations.ALL))
    declaration_multiplier: int = _declarations("BH A18-48", 2, needs=both(_ANY_DECLARATION, _POINTS), low=2)
    declarations_stack: bool = _declarations("BH A18-48", False, needs=both(_ANY_DECLARATION, _POINTS))
    counter_double: bool = _declarations(
        "BH A18-49", False, needs=both(either(_ANY_DECLARATION, _OPEN_SOLO), _POINTS)
    )
    open_solo: bool = _declarations("BH A8", False)
    open_solo_multiplier: int = _declarations(
        "BH A18-48", 2, needs=both(_OPEN_SOLO, _POINTS, when("emperor_x3", False)), low=2, high=3
    )
    open_solo_second: OpenSoloSecond = _declarations(
        "BH A16",
        OpenSoloSecond.ZERO,
        needs=both(when("scoring", Scoring.TEAM2), either(_OPEN_SOLO, _USURPER)),
    )
    usurper: bool = _declarations("BH A9", False)

    order: Order = _play("BH A11", Order.STRICT)
    marked_red_high: bool = _play("BH A11", False, needs=when("emperor_by", EmperorBy.MARKED_RED))
    three_twos_beat_red: bool = _play("BH A11", False)
    laowang: bool = _play("BH A12", True, needs=_CALLED)
    twos_fill: bool = _play("BH A10", False)
    twos_with_jokers: bool = _play("BH A18-59", True)
    bombs: Switch = _bombs("BH A10", Switch.OFF)
    bomb_jokers: bool = _bombs("BH A18-56", False, needs=_BOMBS)
    bomb_three_reds: bool = _bombs("BH A18-56", False, needs=_BOMBS)
    bomb_natural_only: bool = _bombs("BH A18-57", True, needs=_BOMBS)
    bomb_threes: bool = _bombs("BH A10", False, needs=both(_BOMBS, _LOW_LAST))
    pass_mode: PassMode = _play("BH A13", PassMode.SOFT)
    emperor_defer: bool = _play("BH A13", False)
    zhan_pai: bool = _play("BH A13", True)
    wind: Wind = _play("BH A13", Wind.NEXT_PLAYER)

    low_last: LowLast = _lowest_last("BH A14", LowLast.OFF)
    low_last_all_at_once: bool = _lowest_last("BH A14", False, needs=_LOW_LAST)
    low_last_none: LowLastNone = _lowest_last("BH A14", LowLastNone.IGNORE, needs=_LOW_LAST)
    buy_from: BuyFrom = _lowest_last("BH A14", BuyFrom.EMPEROR_OR_NEXT, needs=_BUYING)
    stuck_rank_last: bool = _lowest_last("BH A18-61", False, needs=_LOW_LAST)
    stuck_penalty: int = _lowest_last("BH A18-61", 0, needs=both(_LOW_LAST, when("stuck_rank_last"), _POINTS))

    scoring: Scoring = _score("BH A16", Scoring.FREE, retired=(Scoring.QINGDAO,))
    team4_balance: bool = _score("BH A16", False, needs=when("scoring", Scoring.TEAM4))
    emperor_x3: bool = _score(
        "BH A18-51", False, needs=both(when("scoring", Scoring.TEAM4), either(_OPEN_SOLO, _USURPER))
    )
    tie_24: TieOrPeople = _score("BH A16", TieOrPeople.TIE, needs=when("scoring", Scoring.MOEGIRL))
    tie_34: TieOrPeople = _score("BH A16", TieOrPeople.TIE, needs=when("scoring", Scoring.MOEGIRL))
    tie_23: TieOrEmperor = _score("BH A16", TieOrEmperor.TIE, needs=when("scoring", Scoring.MOEGIRL))
    solo_result: SoloResult = _score(
        "BH A18-53", SoloResult.FIRST_ONLY, needs=when("scoring", Scoring.FREE, Scoring.MOEGIRL)
    )
    early_end: EarlyEnd = _score("BH A15", EarlyEnd.TEAM_OUT)

    match_end: MatchEnd = _match("BH A17", MatchEnd.DEALS)
    match_length: int = _match("BH A17", 10, needs=when("match_end", MatchEnd.DEALS, MatchEnd.TARGET), low=1)
    tie_break: TieBreak = _match(
        "BH A17", TieBreak.SHARE, needs=when("match_end", MatchEnd.DEALS, MatchEnd.TARGET)
    )
    show_hand_counts: bool = _table("BH A18-24", True)

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


# --- named sets of rules, each as its differences to the default (`pagat`)

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
# crown on, over one seat; two revolts count and reveal the guard, then either side may counter.
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

# BH A1, A14: 205 cards with exactly five threes; who has none buys one from anyone who has several.
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
