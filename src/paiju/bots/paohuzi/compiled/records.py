"""The working record of the policies: pieces of hands, what is known of a deal, and its parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

import numpy as np

from paiju.bots.anchored import TriedRecord
from paiju.bots.paohuzi.heuristic import completions
from paiju.games.paohuzi.cards import CARDS, KINDS, LARGE
from paiju.games.paohuzi.melds import CATALOGUES, SetKind, set_hu
from paiju.kernels.paohuzi.records import BITS, MOST_ACTIONS, MOST_SEATS, StateRecord
from paiju.kernels.records import Floats, Grid, Ints, Records, new

RUN, BEGINNING, PAIR, SINGLE, SPARE = range(5)
"""A complete run; two cards waiting for a third; the pair beside quads; one card waiting to be it; a card to throw."""
EATEN, OWN, PONGED = range(3)
"""How the third card comes: to a run, to a triple from the own draw, to a triple from elsewhere."""

MOST_THIRDS = 4


class Piece(NamedTuple):
    """A piece: its sort, the cards it takes, its hu (of a run), its number among the beginnings."""

    sort: int
    cards: tuple[int, ...]
    hu: int = 0
    beginning: int = -1


def _code(cards: tuple[int, ...]) -> int:
    return sum(1 << BITS * card for card in cards)


def _beginnings(*, one_five_ten: bool) -> list[tuple[tuple[int, int], list[tuple[int, int, int]]]]:
    """Two cards, and their thirds as (kind, hu, how)."""
    found: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for two, thirds in sorted(completions(one_five_ten=one_five_ten).items()):
        found[two] = [(third, hu, EATEN) for third, hu in thirds]
    for kind in range(KINDS):
        triples = [
            (kind, set_hu(SetKind.UNEXPOSED_3, kind), OWN),
            (kind, set_hu(SetKind.EXPOSED_3, kind), PONGED),
        ]
        found[kind, kind] = triples + found.get((kind, kind), [])
    return sorted(found.items())


def _pieces(kind: int, *, one_five_ten: bool) -> list[Piece]:
    """All pieces with a lowest kind, the spare card last."""
    found = [Piece(RUN, run.cards, run.hu) for run in CATALOGUES[one_five_ten].first[kind]]
    for number, (two, _) in enumerate(_beginnings(one_five_ten=one_five_ten)):
        if two[0] == kind:
            found.append(Piece(BEGINNING, two, 0, number))
    return [*found, Piece(PAIR, (kind, kind)), Piece(SINGLE, (kind,)), Piece(SPARE, (kind,))]


_ALL = [[_pieces(kind, one_five_ten=extra) for kind in range(KINDS)] for extra in (False, True)]
_STARTS = [_beginnings(one_five_ten=extra) for extra in (False, True)]

MOST_PIECES = max(len(pieces) for table in _ALL for pieces in table)
MOST_BEGINNINGS = max(map(len, _STARTS))


def _table(field: Callable[[Piece], int], fill: int = 0) -> np.ndarray[Any, np.dtype[np.int64]]:
    made = np.full((2, KINDS, MOST_PIECES), fill, np.int64)
    for extra, table in enumerate(_ALL):
        for kind, pieces in enumerate(table):
            made[extra, kind, : len(pieces)] = [field(piece) for piece in pieces]
    return made.reshape(2, KINDS * MOST_PIECES)


SORTS = _table(lambda piece: piece.sort)
"""This and the following tables are by piece: those of kind `k` are `k * MOST_PIECES` and the next ones, the spare card last."""
CODES = _table(lambda piece: _code(piece.cards))
PIECE_HU = _table(lambda piece: piece.hu)
NUMBERS = _table(lambda piece: piece.beginning, -1)
MANY = np.array([[len(pieces) for pieces in table] for table in _ALL], np.int64)


def _thirds(at: int, fill: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    made = np.full((2, MOST_BEGINNINGS, MOST_THIRDS), fill, np.int64)
    for extra, starts in enumerate(_STARTS):
        for number, (_, thirds) in enumerate(starts):
            made[extra, number, : len(thirds)] = [third[at] for third in thirds]
    return made


THIRD, THIRD_HU, THIRD_HOW = _thirds(0, -1), _thirds(1, 0), _thirds(2, 0)
"""By beginning: the kinds that complete it (-1: no more), the hu of the set, how the card comes."""
AWAITED = np.array(
    [[sum(1 << int(third) for third in {*row} if third >= 0) for row in table] for table in THIRD], np.int64
)
"""By beginning the kinds that complete it, as a bit set."""
ANYTHING = 1 << KINDS
AWAITED_BY = np.where(
    SORTS == BEGINNING,
    np.take_along_axis(AWAITED, np.maximum(NUMBERS, 0), 1),
    np.where(SORTS == SINGLE, 1 << np.arange(KINDS * MOST_PIECES) // MOST_PIECES, ANYTHING),
)
"""By piece the kinds that complete it, as a bit set; `ANYTHING` where it waits for none."""
IS_LARGE = np.array([kind >= LARGE for kind in range(KINDS)], np.int64)


# --- the records of the compiled players: the numbers they play by, and their scratch

NODES = 4
"""Plans are valued at this many times, evenly spread over the cards still to be drawn."""
MOST_DEPTH = 26
MOST_BEGUN = 8

EFFICIENCY, EXPECTED = range(2)
"""The two policies."""


class WeightsRecord:
    """The numbers that a policy plays by."""

    style: int
    slack: int  # how far beyond the shortest plans others are looked at
    nodes: int  # how many steps a look at one hand takes at most
    eat: float  # which share of the cards drawn completes a run: own draws, the left neighbour's cards
    pong: float  # the same for a pair: every draw, and discards
    barred: float  # the same for a forfeited kind
    win: float  # the same for the last card of all
    own: float  # how often a pair's third card is an own draw
    quad: float  # how much of the chance of a fourth copy counts
    threat: float  # the chance per card drawn that another seat wins, with no sets on its table
    threat_sets: float  # how much it grows with each set on its table
    together: float  # how plans add up: 1 as a sum, many as the best alone
    give_pong: float  # points for a discard that another seat may Pong
    give_eat: float  # points for a discard that the right neighbour may eat
    refusal: float  # points for letting a card pass
    base: float  # points per winning plan whatever it scores


class WorkRecord:
    """The chances of a seat with the cards that it has not seen, and the walk over its plans."""

    live: Annotated[Ints, np.int64, KINDS]  # copies that the seat has not seen
    unseen: float
    draws: float
    quads: float  # the chance of a fourth copy
    hope: int  # the most hu that fourth copies can bring
    survive: Annotated[Floats, np.float64, NODES]  # the chance that nobody else has won by then
    ready: Annotated[
        Ints, np.int64, MOST_BEGINNINGS
    ]  # 0 not looked at, -1 no card completes it, else how far it is worked out
    reached: Annotated[
        Floats, np.float64, MOST_BEGINNINGS
    ]  # how many of the copies to come complete a beginning, and how many win with it
    winning: Annotated[Floats, np.float64, MOST_BEGINNINGS]
    chance: Annotated[
        Grid[float], np.float64, MOST_BEGINNINGS, NODES
    ]  # that a beginning is completed by then
    last: Annotated[Grid[float], np.float64, MOST_BEGINNINGS, NODES]  # the same by the winning card
    share: Annotated[Grid[float], np.float64, MOST_BEGINNINGS, MOST_THIRDS]  # by which third
    single: Annotated[Grid[float], np.float64, KINDS, NODES]  # that the winning card pairs a card
    no_pong: int
    no_eat: int
    left: int  # from here on the goal: sets to form, a pair, hu, all cards owned, no runs so far
    pair: int
    hu: int
    cards: int
    alike: int
    due: int
    piece: Annotated[Ints, np.int64, KINDS * MOST_PIECES]  # that lies in a hand; its cards, its cost
    code: Annotated[Ints, np.int64, KINDS * MOST_PIECES]
    cost: Annotated[Ints, np.int64, KINDS * MOST_PIECES]
    first: Annotated[Ints, np.int64, KINDS + 1]  # by kind, the first of its pieces
    rest: Annotated[Ints, np.int64, MOST_DEPTH]  # from here on the walk over all plans, by depth
    room: Annotated[Ints, np.int64, MOST_DEPTH]
    kind: Annotated[Ints, np.int64, MOST_DEPTH]
    cursor: Annotated[Ints, np.int64, MOST_DEPTH]
    number: Annotated[Ints, np.int64, MOST_BEGUN]  # the beginnings of the plan at hand
    turn: Annotated[Ints, np.int64, MOST_BEGUN]
    least: int  # from here on what was found: the least distance, and by card to throw
    least_of: Annotated[Ints, np.int64, KINDS]
    accepts: int  # kinds that bring the shortest plans nearer, as bit sets
    accepts_of: Annotated[Ints, np.int64, KINDS]
    value: float
    value_of: Annotated[Floats, np.float64, KINDS]
    worth: Annotated[Floats, np.float64, MOST_ACTIONS]  # of the legal actions


class SearchRecord(TriedRecord):
    """A search: the question, what its deals agree with, and scratch."""

    seat: int
    states: Annotated[
        Records[StateRecord], StateRecord, 3
    ]  # what the seat knows, a sampled deal, a trial in it
    hidden: Annotated[Ints, np.int64, KINDS]  # cards that are in no place the seat knows
    pool: Annotated[Ints, np.int64, KINDS]
    piled: int  # kinds that lay open and were left in a pile
    own: Annotated[Ints, np.int64, MOST_SEATS]  # those of them that a seat drew or threw itself
    sizes: Annotated[Ints, np.int64, MOST_SEATS]
    cards: Annotated[Ints, np.int64, CARDS]
    work: WorkRecord
    others: Annotated[Records[WorkRecord], WorkRecord, MOST_SEATS]  # the outlooks of the other seats
    chance: Annotated[Ints, np.int64, 1]
    out: Annotated[Ints, np.int64, MOST_ACTIONS]


FAR = 99
"""A distance for hands without a plan."""


def weights_of(numbers: Mapping[str, float]) -> Records[WeightsRecord]:
    """A record of a policy from its numbers by name; those that are not given are 0."""
    made = new(WeightsRecord)
    for name, value in numbers.items():
        made[name] = value
    return made


# --- the numbers of the compiled players, tuned on training deals and then frozen

_TUNED: Mapping[str, float] = {
    "style": EXPECTED, "eat": 0.75, "pong": 2.332, "barred": 0.35, "win": 0.994, "own": 0.482, "quad": 0.307, "threat": 0.01,
    "threat_sets": 0.3, "together": 7.211, "give_pong": 0.013, "give_eat": 0.195, "refusal": -0.203, "base": 1.266,
}  # fmt: skip
"""By some sixty steps of evolution on kernel walls 20,000,000 to 25,000,000, all of them training deals."""

PARAMETERS: Mapping[str, Mapping[str, float]] = {
    "efficiency": {
        "style": EFFICIENCY, "nodes": 4_000, "eat": 1.0, "pong": 1.0, "barred": 1.0, "win": 1.0, "own": 0.5, "together": 1.0,
    },
    "expected": {**_TUNED, "slack": 1, "nodes": 4_000},
    "playout": {**_TUNED, "slack": 0, "nodes": 250},
    "guess": {**_TUNED, "slack": 0, "nodes": 60},
}  # fmt: skip
"""By bot, what searches play out with, and what they see others' hands with; `records.WeightsRecord` says what they mean."""
