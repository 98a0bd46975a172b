"""The network that says who the guard is: what it reads, what it expects, and when it doubts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.net.features import CHANCE, OTHERS, REFUSALS
from paiju.bots.networks import Field, affine, one_thread, starts
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.records import RANKS

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

VERSION = 1
SIZES = 8
"""Sizes of sets that are told apart: 1 to 7, and larger ones."""

EVENT: tuple[Field, ...] = (
    Field("verb", 3),  # led, passed, beat
    Field("owner", SEATS),  # of the set on the table, seats after the actor; 0: none
    Field("emperor", SEATS),  # seats after the actor
    Field("imperial", 1),  # the set on the table is the emperor's
    Field("top_size", SIZES + 1),  # 0: none
    Field("top_rank", RANKS + 1),  # last: jokers alone
    Field("top_jokers", 2, 4),  # small, bigger
    Field("passes", 1, 4),
    Field("owner_size", 1, 32),
    Field("owner_guard", 1, CHANCE),  # by the heuristic's log-odds, the chance that the owner is the guard
    Field("refused_now", 1, 14),  # the lowest rank that it let scene of this size, plus 1
    Field("higher", 1, 8),  # higher ranks of which as many cards are unseen
    Field("after", 1, 4),  # seats before the owner that may still answer and hold enough cards
    Field("guard", 1, CHANCE),  # by the heuristic's log-odds, the chance that the actor is the guard
    Field("size", SIZES + 1),  # cards laid
    Field("rank", RANKS + 1),
    Field("jokers", 2, 4),
    Field("fills", 1, 4),
    Field("above", 1, 8),  # ranks higher than the play of which as many cards are unseen
    Field("alike", 1, 8),  # unseen cards of its rank, before it
    Field("left", 1, 32),  # the actor's cards
    Field("unseen_jokers", 2, 8),
    Field("unseen_twos", 1, 8),
    Field("sizes", OTHERS, 32),  # of the seats after the actor
    Field("guards", OTHERS, CHANCE),  # their chances to be the guard, by the heuristic
    Field("played", 3, 4),  # the actor's small jokers, bigger ones, twos
    Field("refused", REFUSALS, 14),
    Field("outs", 1, 4),
)
SEAT: tuple[Field, ...] = (
    Field("size", 1, 32),
    Field("jokers", 2, 4),  # played
    Field("guard", 1, CHANCE),
    Field("gone", 1),
)
TABLE: tuple[Field, ...] = (
    Field("emperor_size", 1, 32),
    Field("unseen_jokers", 2, 4),
    Field("own_jokers", 2, 2),
    Field("outs", 1, 4),
    Field("crowned", 1),  # the viewer is the emperor
)
EVENT_SIZE, SEAT_SIZE, TABLE_SIZE = (starts(fields)[-1] for fields in (EVENT, SEAT, TABLE))
SCENE = SEAT * OTHERS + TABLE
"""The seats after the emperor in order, then the table."""
SCENE_SIZE = OTHERS * SEAT_SIZE + TABLE_SIZE


# --- what players are expected to do: chances of each kind of action by what lay on the table, of a guard and of one of the people

_FIELDS = dict(zip((field.name for field in EVENT), zip(EVENT, starts(EVENT), strict=False), strict=True))
_DONE = ("verb", "size", "rank", "jokers", "fills", "above", "alike")
"""What an event shows of the action itself."""
_NARROWLY = 2
_SIZES, _HEIGHTS = (2, 3, 5), (5, 9)
_PASS, _WITH_JOKERS, _CLOSE, _FAR, _LEAD = range(5)
KINDS = _LEAD + (len(_SIZES) + 1) * (len(_HEIGHTS) + 1)
"""Answers: a pass, beaten with jokers, narrowly, by more; leads by size and height."""
STYLES = 4
"""Kinds of players: the heuristic, the network, people of many kinds, players who are greedy or unsteady."""
HIDDEN = 64
TALLIES = 3 + STYLES + STYLES - 1
"""Numbers of an event that are added up: 1, the surprise to who expects the heuristic, what that varies by; how much likelier a
guard does it than one of the people, in each style; how much likelier it is in the other styles than the heuristic's. Logarithms.
"""
EXPECTATION: dict[str, tuple[int, ...]] = {
    "expect.weight": (EVENT_SIZE, HIDDEN),
    "expect.bias": (HIDDEN,),
    "act.weight": (HIDDEN, STYLES * 2 * KINDS),
    "act.bias": (STYLES * 2 * KINDS,),
}
_NEVER = -30.0
_PRIOR = np.log(np.array([1 - 1 / OTHERS, 1 / OTHERS], np.float32))[:, None]


def _columns(name: str) -> slice:
    field, first = _FIELDS[name]
    return slice(first, first + field.size)


def circumstances() -> Array:
    """Factors of an event's numbers: nothing is left of the action, but that it is a lead."""
    factors = affine(EVENT)[0]
    for name in _DONE:
        factors[_columns(name)] = 0
    factors[_FIELDS["verb"][1]] = 1
    return factors


def kinds_of(events: Bytes) -> Numbers:
    """Which of the kinds each event's action is."""
    led, passed = (events[:, _FIELDS["verb"][1] + i] == 1 for i in range(2))
    rank, top, size = (events[:, _columns(name)].argmax(1) for name in ("rank", "top_rank", "size"))
    beaten = np.where(rank - top <= _NARROWLY, _CLOSE, _FAR)
    beaten[events[:, _columns("jokers")].any(1)] = _WITH_JOKERS
    lead = _LEAD + (len(_HEIGHTS) + 1) * np.digitize(size, _SIZES) + np.digitize(rank, _HEIGHTS)
    return np.asarray(np.where(led, lead, np.where(passed, _PASS, beaten)), np.int64)


def barred(events: Bytes) -> Flags:
    """Kinds that each event's action could not be: who leads answers nothing. Shape (events, KINDS)."""
    led = events[:, _FIELDS["verb"][1], None] == 1
    return np.asarray(led == (np.arange(KINDS) < _LEAD))


def tallied(weights: Mapping[str, Array], events: Bytes) -> Array:
    """The `TALLIES` of some events, shape (events, TALLIES)."""
    hidden = np.maximum((events * circumstances()) @ weights["expect.weight"] + weights["expect.bias"], 0)
    told = (hidden @ weights["act.weight"] + weights["act.bias"]).reshape(-1, STYLES, 2, KINDS)
    told = np.where(barred(events)[:, None, None], np.float32(_NEVER), told)
    told -= _total(told, 3)
    either = _total(told + _PRIOR, 2)[:, :, 0]
    expected, chances = either[:, 0], np.exp(either[:, 0])
    mean = (chances * expected).sum(1)
    rows, kinds = np.arange(len(events)), kinds_of(events)
    done, seen = told[rows, :, :, kinds], either[rows, :, kinds]
    first = np.stack([np.ones(len(events)), mean - seen[:, 0], (chances * expected**2).sum(1) - mean**2], 1)
    return np.concatenate([first, done[..., 1] - done[..., 0], seen[:, 1:] - seen[:, :1]], 1).astype(
        np.float32
    )


def _total(told: Array, axis: int) -> Array:
    """Logarithms of sums of exponentials."""
    most = told.max(axis, keepdims=True)
    return np.asarray(most + np.log(np.exp(told - most).sum(axis, keepdims=True)), np.float32)


# --- how far to trust what is believed

BELIEFS = 2 + STYLES
"""Of the network, of the heuristic, and what the actions tell by themselves if all play in one of the styles."""
WIDTH = 24
TABLE_CLUES, SEAT_CLUES, OUTPUTS = 20, 17, BELIEFS + 1
"""Outputs for each seat: how much each belief counts, and how much a blind guess."""
DOUBT: dict[str, tuple[int, ...]] = {
    "table.weight": (TABLE_CLUES, WIDTH),
    "table.bias": (WIDTH,),
    "seat.weight": (SEAT_CLUES, WIDTH),
    "doubt.weight": (WIDTH, OUTPUTS),
    "doubt.bias": (OUTPUTS,),
}
_MOST_CLUE, _MOST_BELIEF = 5.0, 8.0
_MOST_LOG = 50.0
_TINY = 1e-9
_STEADY = 2.0  # so much surprise says nothing of a player yet
_GUARD = starts(SEAT)[[field.name for field in SEAT].index("guard")]
_SHOWN = [at for at in range(SEAT_SIZE) if at != _GUARD]
_TABLE = dict(zip((field.name for field in TABLE), starts(TABLE), strict=False))


class Clues(NamedTuple):
    """What doubt is made of at some questions."""

    table: Array  # (questions, TABLE_CLUES)
    seat: Array  # (questions, 4, SEAT_CLUES)
    beliefs: Array  # (questions, 4, BELIEFS), logarithms
    possible: Flags  # (questions, 4)


def log_odds(scenes: Bytes, suspicion: float) -> Array:
    """What the heuristic believes of the four seats, as logarithms, from the bytes of scenes."""
    seats = scenes[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
    return np.asarray(suspicion * np.log(np.maximum(seats[..., _GUARD] / CHANCE, 1 / CHANCE / 2)))


def clues_of(scores: Array, odds: Array, tallies: Array, shown: Array, possible: Flags) -> Clues:
    """The clues of some questions from the network's scores, the heuristic's log-odds, what was tallied of each seat, the scenes."""
    own = shown[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
    count, surprise, vary = np.moveaxis(tallies[..., :3], 2, 0)
    told, styles = tallies[..., 3 : 3 + STYLES], tallies[..., 3 + STYLES :]
    beliefs = _centred(np.concatenate([scores[..., None], odds[..., None], told], 2), possible)
    network, heuristic = (chances_of(beliefs[..., i], possible) for i in range(2))
    strange = surprise / np.sqrt(vary + _STEADY)
    seat = np.concatenate(
        [
            beliefs / 2, styles / 2, own[..., _SHOWN],
            np.stack([network, heuristic, strange / 2, count / 15], 2),
        ],
        2,
    )  # fmt: skip
    table = [
        count.sum(1) / 50, surprise.sum(1) / np.sqrt(vary.sum(1) + _STEADY) / 3, strange.max(1) / 2, strange.min(1) / 2,
        _entropy(network), _entropy(heuristic), _apart(network, heuristic), _apart(heuristic, network), network.max(1),
        *_anybody(told, possible).T, *styles.sum(1).T / 3, possible.sum(1) - 3,
        *(shown[:, OTHERS * SEAT_SIZE + _TABLE[name]] for name in ("emperor_size", "outs", "crowned")),
    ]  # fmt: skip
    return Clues(_bounded(np.stack(table, 1)), _bounded(seat), beliefs, possible)


def doubted(weights: Mapping[str, Array], clues: Clues) -> Array:
    """The chances of the four seats at some questions, shape (questions, 4)."""
    read = clues.table @ weights["table.weight"] + weights["table.bias"]
    read = np.maximum(read[:, None] + clues.seat @ weights["seat.weight"], 0)
    told = np.asarray(read @ weights["doubt.weight"] + weights["doubt.bias"], np.float32)
    told[..., 0] = _share(told[..., 0])
    logits = (clues.beliefs * told[..., :BELIEFS]).sum(2)
    left = clues.possible.sum(1, keepdims=True)
    blind = _share((told[..., BELIEFS] * clues.possible).sum(1, keepdims=True) / left.astype(np.float32))
    return np.asarray(
        (1 - blind) * chances_of(logits, clues.possible) + blind * clues.possible / left, np.float32
    )


def chances_of(logits: Array, possible: Flags) -> Array:
    """A softmax over the seats that are possible."""
    held = np.where(possible, logits, -np.inf)
    raised = np.exp(held - held.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True), np.float32)


def _share(logit: Array) -> Array:
    return np.asarray((1 + np.tanh(logit / 2)) / 2, np.float32)


def _centred(beliefs: Array, possible: Flags) -> Array:
    """Beliefs less their mean over the seats that are possible; nothing of the others."""
    held = np.where(possible[..., None], beliefs, 0)
    mean = held.sum(1, keepdims=True) / possible.sum(1)[:, None, None]
    return np.asarray(
        np.where(possible[..., None], held - mean, 0).clip(-_MOST_BELIEF, _MOST_BELIEF), np.float32
    )


def _bounded(clues: Array) -> Array:
    return np.asarray(clues.clip(-_MOST_CLUE, _MOST_CLUE), np.float32)


def _entropy(chances: Array) -> Array:
    return np.asarray(-(chances * np.log(chances + _TINY)).sum(1))


def _apart(one: Array, other: Array) -> Array:
    """How far the second is from what the first says, in nats."""
    return np.asarray((one * np.log((one + _TINY) / (other + _TINY))).sum(1))


def _anybody(told: Array, possible: Flags) -> Array:
    """How much likelier what was done is if one of the seats is a guard than if none is, in each style; logarithms."""
    likelihoods = np.where(possible[..., None], np.exp(np.minimum(told, _MOST_LOG)), 0)
    return np.asarray(np.log(likelihoods.sum(1) / possible.sum(1)[:, None] + _TINY))


# --- the guard's network with NumPy: what events say is added up seat by seat, then seats are compared, then it doubts

OWN, REST = 4, 8
"""What sums are divided by: a seat's own, that of the others."""


def belief_shapes(read: int, tell: int, weigh: int) -> dict[str, tuple[int, ...]]:
    """The shapes of the weights that scores are made with, for some widths."""
    sizes = {
        "read": (EVENT_SIZE, read),
        "tell": (read, tell),
        "weigh": (2 * tell + 2 * SEAT_SIZE + TABLE_SIZE, weigh),
        "score": (weigh, 1),
    }
    made: dict[str, tuple[int, ...]] = {}
    for name, (inputs, outputs) in sizes.items():
        made |= {f"{name}.weight": (inputs, outputs), f"{name}.bias": (outputs,)}
    return made


def shapes(read: int, tell: int, weigh: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights."""
    return belief_shapes(read, tell, weigh) | EXPECTATION | DOUBT


class Questions(NamedTuple):
    """Who is the guard? Asked after the events `since` to `until` of a deal (rows, of each question).

    `scenes` is what the table showed, a row each; `possible` are the seats that may be the guard, shape (questions, 4).
    """

    since: Numbers
    until: Numbers
    scenes: Bytes
    possible: Flags


class GuardNetwork:
    """The network ready to be asked; it keeps its own copies of `weights`. `suspicion` is that of its heuristic."""

    def __init__(self, weights: Mapping[str, Array], suspicion: float) -> None:
        factor, zero = affine(EVENT)
        assert not zero.any()
        self._weights = {name: array.copy() for name, array in weights.items()}
        self._reading = np.ascontiguousarray(weights["read.weight"] * factor[:, None])
        self._factor = affine(SCENE)[0]
        self._suspicion = suspicion

    def chances(self, events: Bytes, seats: Numbers, asked: Questions) -> Array:
        """Chances to be the guard of the four seats after the emperor, shape (questions, 4); nothing for those not possible.

        `events` are rows of one deal or some, `seats` whose they are (0 to 3).
        """
        with one_thread():
            return doubted(self._weights, self.clues(events, seats, asked))

    def clues(self, events: Bytes, seats: Numbers, asked: Questions) -> Clues:
        """What doubt is made of, at the same questions."""
        w = self._weights
        read = np.maximum(events.astype(np.float32) @ self._reading + w["read.bias"], 0)
        told = np.concatenate([read @ w["tell.weight"] + w["tell.bias"], tallied(w, events)], 1)
        sums, tallies = np.split(_added(told, seats, asked), [-TALLIES], 2)
        shown = asked.scenes * self._factor
        odds = log_odds(asked.scenes, self._suspicion)
        return clues_of(self._scores(sums, shown), odds, tallies, shown, asked.possible)

    def _scores(self, sums: Array, shown: Array) -> Array:
        w = self._weights
        own = shown[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
        table = shown[:, None, OTHERS * SEAT_SIZE :].repeat(OTHERS, 1)
        others = sums.sum(1, keepdims=True) - sums
        rows = np.concatenate([sums / OWN, others / REST, own, own.sum(1, keepdims=True) - own, table], 2)
        hidden = np.maximum(rows @ w["weigh.weight"] + w["weigh.bias"], 0)
        return np.asarray((hidden @ w["score.weight"])[..., 0], np.float32)


def _added(told: Array, seats: Numbers, asked: Questions) -> Array:
    """What the events of each question tell, added up seat by seat, shape (questions, 4, numbers)."""
    rows = np.zeros((len(told) + 1, OTHERS, told.shape[1]))
    rows[np.arange(len(told)) + 1, seats] = told
    sums = rows.cumsum(0)
    return np.asarray(sums[asked.until] - sums[asked.since], np.float32)
