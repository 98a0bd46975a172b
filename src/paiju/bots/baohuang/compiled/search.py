"""Search by playouts over sampled deals, and the bot that plays by it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Annotated

import numpy as np

from paiju.bots.anchored import (
    MOST_TRIED,
    Doubling,
    Rule,
    TriedRecord,
    begin_trials,
    doubtful_error,
    note_trial,
    search,
)
from paiju.bots.baohuang.compiled.matches import play_on
from paiju.bots.baohuang.compiled.memory import (
    MOST_WEIGHED,
    MemoryRecord,
    WeightsRecord,
    WorkRecord,
    known_state,
    memory_of,
    notice,
    player,
)
from paiju.bots.baohuang.compiled.policy import action_score, candidates, choose, see
from paiju.bots.baohuang.compiled.sampling import HiddenRecord, deal_hidden, look
from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.parameters import DEFAULT, Parameters
from paiju.bots.base import Thought
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.actions import PASS, decode, rank_of, size_of
from paiju.kernels.baohuang.listing import answers, list_all
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Ints, Records, fields, new, numbered

_USED = -1e300
FEW_LEFT = 20
"""Cards in hand from which on every lead is worth a try: the heuristic is weakest where jokers bring a hand out."""
LATE = 3
"""The number of times that the candidates are tried then."""


class SearchRecord(TriedRecord):
    """A search: what it knows of the deal, a sampled deal and a trial in it, and scratch."""

    states: Annotated[Records[StateRecord], StateRecord, 3]  # what is known, a sampled deal, a trial
    memories: Annotated[Records[MemoryRecord], MemoryRecord, 2]  # of what is known, of a trial
    work: WorkRecord
    hidden: HiddenRecord
    chance: Annotated[Ints, np.int64, 1]
    out: Annotated[Ints, np.int64, MOST_LISTED]


@compiled
def begin_search(
    search: Records[SearchRecord],
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    memory: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    most: int,
) -> int:
    """Take up the question of the seat to act; how many candidates there are (see `_rank`)."""
    q = search[0]
    q.states[0] = state[0]
    q.memories[0] = memory[0]
    found = _rank(q, rules[0], weights[0], most)
    begin_trials(q, found)
    look(q.states[0], rules[0], q.memories[0], weights[0], q.hidden)
    return found


@compiled
def _rank(search: SearchRecord, rules: RulesRecord, weights: WeightsRecord, most: int) -> int:
    """Write what is worth trying to `codes`: the heuristic's choice, then the others by its scores.

    A pass is always among them, a play that empties the hand stands alone, and plays that score alike stand for each
    other. Returns how many there are: at most `most`, `LATE` times as many for a lead with few cards left.
    """
    state, memory, work = search.states[0], search.memories[0], search.work
    codes, out, worth = search.codes, search.out, search.work.worth
    codes[0] = choose(state, rules, memory, weights, work, out)
    if size_of(int(codes[0])) == state.sizes[state.turn]:
        return 1
    bare = answers(state, rules)
    if state.has_top or state.sizes[state.turn] > FEW_LEFT:
        count = candidates(state, rules, out)
    else:
        most, count = LATE * most, min(list_all(state, rules, out), out.size)
    count = min(count, MOST_WEIGHED)
    see(state, rules, memory, weights, work)
    for i in range(count):
        code = int(out[i])
        worth[i] = _USED if code == codes[0] else action_score(state, rules, weights, work, code)
    found = 1
    if bare and codes[0] != PASS:
        codes[1] = PASS
        worth[0] = _USED
        found = 2
    while found < min(most, MOST_TRIED):
        best = _take_best(bare, count, out, worth)
        if best < 0:
            break
        codes[found] = out[best]
        found += 1
    return found


@inlined
def _take_best(bare: int, count: int, out: Ints, worth: Floats) -> int:
    """The index of the best score; it and plays of its rank that score alike are marked as used. -1: none is left."""
    best = 0
    for i in range(count):
        if worth[i] > worth[best]:
            best = i
    score = worth[best]
    if score <= _USED:
        return -1
    for i in range(best, count):
        if worth[i] == score and (
            i == best or (rank_of(int(out[i])) == rank_of(int(out[best])) and i >= bare)
        ):
            worth[i] = _USED
    return best


@compiled
def try_candidates(
    search: Records[SearchRecord],
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    deals: int,
    seed: int,
) -> int:
    """Play the candidates that are alive in `deals` more sampled deals, and return that number.

    Points are those of the viewer's side. Deal `n` depends on `seed` + `n` alone.
    """
    q = search[0]
    first = q.deals[0]
    for number in range(first, first + deals):
        numbered(q.chance, seed + number)
        q.states[1] = q.states[0]
        deal_hidden(q.states[1], rules[0], q.memories[0], q.hidden, q.chance)
        _try_all(q, rules[0], weights[0])
    return deals


@compiled
def try_in(
    search: Records[SearchRecord],
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    sampled: Records[StateRecord],
) -> None:
    """Play the candidates that are alive in one more deal, which the caller has sampled."""
    search[0].states[1] = sampled[0]
    _try_all(search[0], rules[0], weights[0])


@compiled
def _try_all(search: SearchRecord, rules: RulesRecord, weights: WeightsRecord) -> None:
    """Play the candidates that are alive in the deal in `states[1]`."""
    known, trial, memory = search.states[0], search.states[2], search.memories[1]
    side = 1 if known.crown >> known.turn & 1 else -1
    anchor = 0
    for c in range(MOST_TRIED):
        if search.alive[c]:
            search.states[2] = search.states[1]
            search.memories[1] = search.memories[0]
            if trial.guard >= 0 and trial.guard2 < 0:
                memory.knows = 1 << trial.guard
            points = side * play_after(
                trial, rules, memory, weights, search.work, int(search.codes[c]), search.out
            )
            if c == 0:
                anchor = points
            note_trial(search, c, points, anchor)


@compiled
def play_after(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    code: int,
    out: Ints,
) -> int:
    """S of a deal in which the seat to act does `code` and everyone plays by the heuristic from then on."""
    notice(state, rules, memory, weights, code)
    act(state, rules, code)
    return play_on(state, rules, memory, weights, work, out)


# --- what the anchored search (`bots.anchored`) does in Bao Huang: plays tried in deals that the heuristic plays on

_SEED_BITS = 40
_DEAL_BITS = 20


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: `deals` at most, fewer where `seconds` are over (None: the result is always the same).

    At most `candidates` are tried, three times as many for a lead with few cards left, where playouts are short.
    Three numbers count standard errors of a gain: `z` to leave the heuristic's choice, `drop` to give up a rival
    behind the best, `sure` above the heuristic's choice to end the search.
    """

    deals: int = 60
    candidates: int = 8
    z: float = 1.0
    drop: float = 1.5
    sure: float = 3.0
    seconds: float | None = None

    def rule(self) -> Rule:
        """The rule of this game with this budget.

        Dropping the worse half whatever the distance is quicker, but loses a quarter of the gain: with few deals
        the best is often not ahead.
        """
        return Rule(
            Doubling(self.deals), "best", doubtful_error, self.drop, self.sure, self.z, seconds=self.seconds
        )


class Search:
    """Searches one question after the other; one object serves one thread."""

    def __init__(self, budget: Budget, parameters: Parameters = DEFAULT) -> None:
        """`tried` is the record of the candidates."""
        self.budget = budget
        self.weights = player(parameters)
        self._rule = budget.rule()
        self._search = new(SearchRecord)
        self.tried = fields(self._search)

    def think(
        self,
        state: Records[StateRecord],
        rules: Records[RulesRecord],
        memory: Records[MemoryRecord],
        seed: int,
    ) -> Thought:
        """Search the question of the seat to act; `seed` (below 2**60) decides which deals are sampled.

        `state`, `rules` and `memory` are arrays of one record; of the hands hidden from that seat only the cards of all
        of them together count.
        """
        began = perf_counter()
        found = self.begin(state, rules, memory)
        return search(self.tried, found, partial(self.play, seed), self._rule, began)

    def begin(
        self, state: Records[StateRecord], rules: Records[RulesRecord], memory: Records[MemoryRecord]
    ) -> int:
        """Take a question up; how many candidates there are, the heuristic's choice first."""
        self._rules = rules
        return begin_search(self._search, state, rules, memory, self.weights, self.budget.candidates)

    def play(self, seed: int, deals: int) -> int:
        """Try what is alive in `deals` more sampled deals; how many there were."""
        return try_candidates(self._search, self._rules, self.weights, deals, seed)

    def play_in(self, sampled: Records[StateRecord]) -> None:
        """Try what is alive in a deal that the caller has sampled."""
        try_in(self._search, self._rules, self.weights, sampled)


def seed_of(*parts: object) -> int:
    """A seed for one question; the deals of different questions have nothing in common."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return (int.from_bytes(digest[:8], "big") & (1 << _SEED_BITS) - 1) << _DEAL_BITS


# --- the search as a `Bot`

NODES = Budget()
"""What a bot thinks with unless it is told otherwise: the same seed and views give the same plays."""


class SearchBot:
    """Plays what `Search` finds; before play, and after a call with two cards, for which it has no form, what the heuristic does."""

    name = "search"

    def __init__(self, seed: int, budget: Budget = NODES, parameters: Parameters = DEFAULT) -> None:
        """`seed` decides which deals are sampled; with `budget.seconds` the clock has a say too."""
        self._seed = seed
        self._heuristic = HeuristicBot(seed, parameters)
        self._parameters = parameters
        self._search = Search(budget, parameters)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The searched play."""
        thought = self.think(view, actions)
        if thought is not None:
            action = decode(thought.choice)
            if action in actions:
                return action
        return self._heuristic.choose(view, actions)

    def think(self, view: View, actions: Sequence[Action]) -> Thought | None:
        """What the search found, for hints; None where nothing is searched."""
        if view.phase is not Phase.PLAY or len(actions) == 1 or view.pair or view.viewer is None:
            return None
        return self._searched(view, seed_of(self._seed, view.viewer, len(view.tricks), len(view.trick)))

    def _searched(self, view: View, seed: int) -> Thought:
        rules = compile_rules(view.options)
        memory = memory_of(view, rules, self._parameters)
        return self._search.think(known_state(view, rules), rules_for(view.options), memory, seed)
