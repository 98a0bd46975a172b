"""What an option of Bao Huang may be, where it is more than on or off or a number (part B of the rules)."""

from __future__ import annotations

from enum import StrEnum


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
    """Who draws first in the next deal (BH A3)."""

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
    """Who may pass the crown on (BH A6)."""

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
    """Who pays whom: nobody, camp to camp, or last to first (BH A7)."""

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
    """Who may declare before play (BH A8)."""

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
    """Who leads after a finished hand (BH A13)."""

    NEXT_PLAYER = "next_player"


class LowLast(StrEnum):
    """Whether the lowest rank must be kept for last (BH A14)."""

    OFF = "off"
    LOWEST_RANK = "lowest_rank"


class LowLastNone(StrEnum):
    """What a seat without the lowest rank does (BH A14)."""

    IGNORE = "ignore"
    NEXT_RANK = "next_rank"
    BUY = "buy"


class BuyFrom(StrEnum):
    """Who sells a lowest card (BH A14)."""

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
    """What a solo emperor must reach where there are no points (BH A16)."""

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


class TieBreak(StrEnum):
    """What equal totals at the end mean (BH A17)."""

    SHARE = "share"
    PLAY_ON = "play_on"
