"""The role-aware heuristic of Bao Huang as a bot: the compiled policy asked about a view, and decisions before play."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache, cached_property, lru_cache
from statistics import fmean, pstdev
from typing import NamedTuple

import numpy as np

from paiju.bots.baohuang import compiled
from paiju.bots.baohuang.compiled.memory import WorkRecord, by_face, deck_counts, memory_of, player
from paiju.bots.baohuang.compiled.policy import UNTHINKABLE, hand_worth, score
from paiju.bots.baohuang.parameters import DEFAULT, Parameters
from paiju.bots.base import gumbel
from paiju.games.baohuang.actions import (
    ABDICATE,
    COUNTER,
    CROWN,
    DECLARE,
    DECLINE,
    DEFER,
    PASS,
    QUIET,
    REVOLT,
    USURP,
    WAIT,
    Action,
)
from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    TWO,
    Hand,
    Kind,
    add,
    hand_of,
    remove,
)
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Phase, Role
from paiju.games.baohuang.views import View
from paiju.kernels import baohuang as kernel
from paiju.kernels import cache as compiled_code
from paiju.kernels.baohuang.actions import encode
from paiju.kernels.baohuang.adapter import from_view
from paiju.kernels.baohuang.records import RANKS
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import INTERPRETED, interpreted
from paiju.kernels.records import filling, new


class Policy(NamedTuple):
    """The functions of `compiled.policy` that Python calls."""

    score: Callable[..., None]
    hand_worth: Callable[..., float]


COMPILED = Policy(score, hand_worth)
_GROUPS = (kernel.CACHE_GROUP, compiled.CACHE_GROUP)


@cache
def _policy() -> Policy:
    """The policy compiled, or as it stands where nobody has compiled it: decided once, so that no table waits for that later."""
    ready = not INTERPRETED and compiled_code.is_ready(_GROUPS)
    return COMPILED if ready else _as_it_stands()


@cache
def _as_it_stands() -> Policy:
    return Policy(interpreted(score), interpreted(hand_worth))


# --- a question of the playing phase, as its seat sees it


class Piece(NamedTuple):
    """What some laid cards take out of a hand; `fillers` are twos standing for another rank."""

    rank: int
    naturals: int
    fillers: int
    small: int
    big: int


@lru_cache(1 << 16)
def piece_of(cards: Cards) -> Piece:
    """What some laid cards are made of; rank -1 for jokers alone."""
    ranks = [RANK_OF[kind] for kind in cards if kind < FIRST_JOKER]
    big = sum(kind >= BIG for kind in cards)
    small = len(cards) - len(ranks) - big
    rank = ranks[0] if ranks else -1
    fillers = ranks.count(TWO) if rank < TWO else 0
    return Piece(rank, len(ranks) - fillers, fillers, small, big)


class Rival(NamedTuple):
    """Another seat still playing: its hand size, and how much of a friend it is, from -1 to 1."""

    seat: int
    size: int
    friendship: float


class Sight:
    """What the policy thinks of some actions of the seat to act, and what it read to find that.

    `worth` is in turns saved and `standing` the chance that a play stands, by action; `state`, `work` and `weights` are the
    records of the policy.
    """

    def __init__(
        self,
        view: View,
        actions: Sequence[Action],
        parameters: Parameters = DEFAULT,
        forgotten: Sequence[int] = (0,) * RANKS,
        policy: Policy | None = None,
    ) -> None:
        """`forgotten` are cards by rank that were played, and that the seat takes to be in other hands."""
        self.view, self.actions = view, actions
        self.rules = compile_rules(view.options)
        state, memory = from_view(view), memory_of(view, self.rules, parameters)
        assert view.viewer is not None
        filling(state).turn = view.viewer
        work, weights = new(WorkRecord), player(parameters)
        codes = np.array([encode(action) for action in actions], np.int64)
        worth, standing = np.zeros(len(codes)), np.zeros(len(codes))
        (policy or _policy()).score(
            state, rules_for(view.options), memory, weights, work, np.array(forgotten, np.int64), codes, worth, standing
        )  # fmt: skip
        self.worth, self.standing = worth.tolist(), standing.tolist()
        self.state, self.work, self.weights = filling(state), filling(work), filling(weights)
        self.friendship: list[float] = list(map(float, self.work.friendship))

    @property
    def leads(self) -> bool:
        """Whether nothing lies on the table."""
        return self.view.top is None

    @cached_property
    def size(self) -> int:
        """Cards in hand."""
        return int(self.state.sizes[self.work.seat])

    @cached_property
    def ranks(self) -> list[int]:
        """Copies in hand by rank."""
        return [int(self.state.counts[self.work.seat, rank]) for rank in range(RANKS)]

    @cached_property
    def rivals(self) -> list[Rival]:
        """The other seats still playing."""
        work = self.work
        return [
            Rival(int(work.rival[i]), int(work.cards_of[i]), float(work.friend[i]))
            for i in range(work.rivals)
        ]


# --- the playing phase: the highest score is played

Nudge = Callable[[Piece | None], float]
"""What is added to the score of a play (None: a pass), so that a weaker player takes others now and then."""


def best_play(sight: Sight, places: Sequence[int], nudge: Nudge | None = None) -> Action:
    """The choice of a lead or an answer, of the actions at some places; the last cards are laid whatever `nudge` says."""
    actions = [sight.actions[at] for at in places]
    best, best_score = actions[0], float("-inf")
    for at, action in zip(places, actions, strict=True):
        if action == DEFER:
            continue
        if len(action.cards) == sight.size:
            return action
        score = sight.worth[at]
        if score <= UNTHINKABLE:
            continue
        if nudge:
            score += nudge(piece_of(action.cards) if action.cards else None)
        if score > best_score:
            best, best_score = action, score
    return DEFER if best == PASS and DEFER in actions[:2] and _may_want_it_back(sight) else best


def _may_want_it_back(sight: Sight) -> bool:
    """Whether the emperor would rather be asked again: the owner of the standing set is no known friend."""
    return sight.friendship[sight.view.owner] < 1


# --- the phases before play, decided by what the hand is worth beside random hands of the same deck

_SAMPLES = 100
_WHOLE = 4


def best_before(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """The answer in any phase before play."""
    match view.phase:
        case Phase.CROWN | Phase.USURP | Phase.DECLARE | Phase.COUNTER:
            above, bold, quiet = _threshold(parameters, view, actions)
            return bold if strength(parameters, view) > above else quiet
        case Phase.TRIBUTE | Phase.TAKE | Phase.GIVE_BACK:
            return _transfer(parameters, view, actions)
        case Phase.CALL:
            # The lowest rank, whose fourth copy becomes the guard's best card; not all four copies, to have a guard.
            hand = _hand(view)
            return min(actions, key=lambda call: (hand[call.cards[0]] >= _WHOLE, RANK_OF[call.cards[0]]))
        case Phase.DRAW:
            # Nothing is lost by waiting: the crown is offered again once all cards are drawn.
            return WAIT
    return actions[0]


def _threshold(parameters: Parameters, view: View, actions: Sequence[Action]) -> tuple[float, Action, Action]:
    """The strength above which a hand does the first action, else the second."""
    match view.phase:
        case Phase.CROWN:
            hand = _hand(view)
            alone = hand[MARKED_BIG] and hand[MARKED_SMALL]
            return parameters.solo_above if alone else parameters.crown_above, CROWN, ABDICATE
        case Phase.USURP:
            return parameters.usurp_above, USURP, DECLINE
        case Phase.COUNTER:
            people = view.roles[view.viewer or 0] is Role.COMMONER
            above = parameters.counter_people_above if people else parameters.counter_crown_above
            return above, COUNTER, QUIET
    if REVOLT in actions:
        return parameters.revolt_above, REVOLT, QUIET
    if view.emperor == view.viewer:
        return parameters.open_solo_above, DECLARE, QUIET
    raises = view.options.points
    return parameters.declare_above if raises else parameters.declare_free_above, DECLARE, QUIET


def strength(parameters: Parameters, view: View) -> float:
    """The worth of the viewer's hand in standard deviations above a random hand's."""
    rules = compile_rules(view.options)
    mean, deviation = _scale(parameters, rules)
    return (_worth(parameters, rules, _hand(view)) - mean) / deviation


def _worth(parameters: Parameters, rules: Rules, hand: Hand) -> float:
    unseen = tuple(
        [max(0, a - b) for a, b in zip(deck_counts(rules.deck(first_deal=True)), hand, strict=True)]
    )
    faces = np.array([by_face(hand), by_face(unseen)], np.int64)
    size = len(rules.first_deck) // SEATS
    return _policy().hand_worth(player(parameters), new(WorkRecord), faces[0], faces[1], size)


@lru_cache(64)
def _scale(parameters: Parameters, rules: Rules) -> tuple[float, float]:
    """Mean and standard deviation of a random hand's worth; the sample is always the same."""
    rng = random.Random(0)
    size = len(rules.first_deck) // SEATS
    sample = [_worth(parameters, rules, hand_of(rng.sample(rules.first_deck, size))) for _ in range(_SAMPLES)]
    return fmean(sample), pstdev(sample)


def _hand(view: View) -> Hand:
    assert view.hand is not None
    return view.hand


def _transfer(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """Cards that change hands: of a tribute the ranks are fixed, and identical cards are kept together."""
    hand = _hand(view)
    match view.phase:
        case Phase.TRIBUTE:
            return max(actions, key=lambda gift: sum(n * n for n in remove(hand, gift.cards)))
        case Phase.TAKE:
            rules = compile_rules(view.options)
            return max(actions, key=lambda take: _worth(parameters, rules, add(hand, take.cards)))
    return _return(parameters, view, actions)


def _return(parameters: Parameters, view: View, actions: Sequence[Action]) -> Action:
    """Cards that are least missed, one after the other; where the lowest are protected, without those."""
    rules = compile_rules(view.options)
    size = len(actions[0].cards)
    for first in (0, rules.low_rank + 1):
        given = _least_missed(parameters, rules, _hand(view), size, first)
        choice = Action("return", given)
        if choice in actions:
            return choice
    return actions[0]


def _least_missed(
    parameters: Parameters, rules: Rules, hand: Hand, size: int, first: int
) -> tuple[Kind, ...]:
    """`size` naturals from rank `first` up: each time the one whose loss leaves the best hand; suits make no difference."""
    given: list[Kind] = []
    for _ in range(size):
        kinds = sorted(
            {kind >> 2: kind for kind in reversed(range(4 * first, FIRST_JOKER)) if hand[kind]}.values()
        )
        if not kinds:
            break
        rest = {kind: remove(hand, (kind,)) for kind in kinds}
        kind = max(kinds, key=lambda k: _worth(parameters, rules, rest[k]))
        given.append(kind)
        hand = rest[kind]
    return tuple(sorted(given))


# --- the heuristic as a `Bot`


class HeuristicBot:
    """Plays by weights: what each play is worth in turns saved, for a seat that knows who is on its side.

    With a `temperature`, in turns, it draws among the plays by how good they look: of two, one that is `temperature` better is
    taken e times as often. Plays that lose many turns are hardly ever taken, so it plays like a weaker judge, not like a thrower
    of dice.
    """

    name = "heuristic"

    def __init__(self, seed: int, parameters: Parameters = DEFAULT, temperature: float = 0.0) -> None:
        """A bot with other `parameters` is another player; at temperature 0 `seed` decides nothing."""
        self._parameters, self._temperature = parameters, temperature
        self._random = random.Random(seed)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The best-scored action."""
        if len(actions) == 1:
            return actions[0]
        if view.phase is not Phase.PLAY:
            return best_before(self._parameters, view, actions)
        sight = self.sight(view, actions)
        places = self._considered(sight)
        return actions[places[0]] if len(places) == 1 else best_play(sight, places, self._nudge())

    def sight(self, view: View, actions: Sequence[Action]) -> Sight:
        """The question as this bot sees it; `view` must be of the playing phase."""
        return Sight(view, actions, self._parameters)

    def _considered(self, sight: Sight) -> Sequence[int]:
        """The places of the actions that are compared: all."""
        return range(len(sight.actions))

    def _nudge(self) -> Nudge | None:
        """Gumbel noise, the same for plays that differ in suits alone; None at temperature 0."""
        drawn: dict[Piece | None, float] = {}

        def nudge(piece: Piece | None) -> float:
            if piece not in drawn:
                drawn[piece] = self._temperature * gumbel(self._random)
            return drawn[piece]

        return nudge if self._temperature else None
