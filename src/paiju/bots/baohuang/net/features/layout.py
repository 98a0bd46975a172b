"""What the network is shown: version 1 of its numbers, each one byte.

A *vector* is `uint8`: counts as they are, flags 0 or 1, chances in 255ths, log-odds in 32nds above 128. The network
sees `(byte - zero) / scale`; both stand here, so that a stored sample, a batch in training and a decision at the
table are the same numbers. A layout never changes once weights were published for it: another one is a new version.
"""

from __future__ import annotations

from paiju.bots.towers import Field, starts
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.jokers import KINDS_OF_JOKER
from paiju.kernels.baohuang.records import RANKS

VERSION = 1
CHANCE = 255
ODDS_ZERO, ODDS_UNIT = 128, 32
OTHERS = SEATS - 1
SIZES = 6
"""Sizes of sets that are told apart: 1 to 5, and larger ones."""
HAND_SIZES = 5
REFUSALS = 8
GAP_UNIT = 32
"""Scores of the heuristic are told apart to a 32nd of a turn, up to 255 of them behind the best."""


# One seat other than the viewer's, in the order of play from the viewer on.
RIVAL: tuple[Field, ...] = (
    Field("size", 1, 32),
    Field("near", HAND_SIZES),  # one-hot: 1 to 5 cards left
    Field("gone", 1),
    Field("place", 1, 5),
    Field("played", RANKS + 2, 8),  # by rank, small and bigger jokers
    Field("answered", 2),  # in the running trick: passed, played
    Field("barred", 1),
    Field("reacted", 4, 8),  # let the emperor's sets stand, beat them, the same for other seats' sets
    Field("odds", 1, ODDS_UNIT, ODDS_ZERO),  # log-odds of being the guard, from what everybody saw
    Field("friend", 1, CHANCE),  # the chance to be on the viewer's side, for who knows what the viewer knows
    Field("refused", REFUSALS, 14),  # the lowest rank that it let stand, by size, plus 1; 0: none
    Field("emperor", 1),
    Field("shown", 1),  # known to be a guard by everybody
)
RIVAL_SIZE = sum(field.size for field in RIVAL)

STATE: tuple[Field, ...] = (
    Field("own", RANKS, 4),
    Field("own_jokers", KINDS_OF_JOKER, 2),
    Field("groups", SIZES, 4),  # own ranks by copies held
    Field("ranks", 1, 8),  # how many of them there are
    Field("left", 1, 32),  # own cards
    Field("stands", RANKS, CHANCE),  # own ranks: the chance that all of it stands when laid
    Field("unseen", RANKS + 2, 8),  # by rank, small and bigger jokers
    *(Field(f"{field.name}{i + 1}", *field[1:]) for i in range(OTHERS) for field in RIVAL),
    Field("role", 3),  # emperor, guard, commoner
    Field("known", 1),  # a guard everybody knows
    Field("alone", 1),  # known to the viewer: the emperor has no guard
    Field("kept", 1),  # a rank in hand may not be played yet
    Field("lead", 1),
    Field("top_size", 1, 8),
    Field("top_sizes", SIZES),
    Field("top_rank", RANKS + 1),  # one-hot; last: jokers alone
    Field("need", 2, 2),  # jokers above a small one, above a big one that an answer must have
    Field("bomb", 1),
    Field("owner", OTHERS),
    Field("owner_friend", 1, CHANCE),  # the chance that the owner is on the viewer's side
    Field("passes", 1, 4),
    Field("after", 1, 4),  # seats before the owner that may still answer and hold enough cards
    Field("again", 2),  # the emperor owes an answer; is asked again
    Field("rules", 6),  # suits, lowest last, bombs, barred after a pass, more than 168 cards, a called guard
)

ACTION: tuple[Field, ...] = (
    Field("verb", 2),  # pass, defer
    Field("rank", RANKS + 1),  # one-hot; last: jokers alone
    Field("sizes", 8),  # one-hot: 1 to 7 cards, more
    Field("size", 1, 8),
    Field("naturals", 1, 8),
    Field("fills", 1, 4),
    Field("laid", KINDS_OF_JOKER, 2),
    Field("whole", 1),  # all copies of its rank
    Field("rest", 1, 8),  # copies of its rank kept
    Field("groups", 1, 8),  # own ranks after it
    Field("left", 1, 32),  # own cards after it
    Field("out", 1),  # nothing left
    Field("stands", 1, CHANCE),  # the chance that it stands; of a pass: that the set on the table does
    Field("higher", 1, 8),  # higher ranks of which as many cards are unseen
    Field("above", 1, 8),  # ranks above the set on the table
    Field("owner_friend", 1, CHANCE),  # the chance that what it beats, or lets stand, is a friend's
    Field("able", 2, 4),  # seats with as many cards, with exactly as many
    Field("shows", 1),  # shows the viewer as guard
    Field("bomb", 1),
    Field("best", 1),  # the heuristic's choice
    Field("gap", 1, GAP_UNIT),  # how far its score is behind the heuristic's best
)


STATE_SIZE = starts(STATE)[-1]
ACTION_SIZE = starts(ACTION)[-1]
