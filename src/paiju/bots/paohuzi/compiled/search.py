"""What the anchored search (`bots.anchored`) does in Paohuzi: actions tried in deals that a quick policy plays on."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from paiju.bots.anchored import MOST_TRIED, Halving, Rule, begin_trials, note_trial, plain_error, search
from paiju.bots.base import Thought
from paiju.bots.paohuzi.compiled.matches import kernel_rules, play_on, weights
from paiju.bots.paohuzi.compiled.outlook import see
from paiju.bots.paohuzi.compiled.policy import choose, values
from paiju.bots.paohuzi.compiled.records import PARAMETERS, SearchRecord, WeightsRecord, weights_of
from paiju.bots.paohuzi.compiled.sampling import KNOWN, SAMPLED, TRIAL, prepare, sample
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.views import View
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.actions import decode
from paiju.kernels.paohuzi.adapter import from_view
from paiju.kernels.paohuzi.claims import list_legal
from paiju.kernels.paohuzi.records import RulesRecord, SetsRecord, StateRecord
from paiju.kernels.paohuzi.turns import act
from paiju.kernels.records import Ints, Records, fields, new, stream

_FEWEST = 16
"""Deals before a rival is given up or chosen."""
_DROP, _SURE = 0.7, 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much a decision may cost: playouts, and seconds after which no further batch of them is begun.

    Without `seconds` the choice depends on nothing but seed and view.
    """

    playouts: int = 150
    seconds: float | None = None
    z: float = 1.0
    candidates: int = 4

    def rule(self) -> Rule:
        """The rule of this game with this budget."""
        return Rule(
            Halving(self.playouts), "anchor", plain_error, _DROP, _SURE, self.z, _FEWEST, self.seconds
        )


@compiled
def begin_search(
    search: Records[SearchRecord],
    root: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    weights: Records[WeightsRecord],
    guess: Records[WeightsRecord],
    most: int,
) -> int:
    """Take up the question of `seat` and `sizes`; candidates by their value to the policy, and how many there are.

    The first of them is the anchor, what the policy does.
    """
    q = search[0]
    q.states[KNOWN] = root[0]
    state, out = q.states[KNOWN], q.out
    q.codes[0] = choose(state, rules[0], sets[0], q.seat, weights[0], q.work, out)
    many = list_legal(state, rules[0], sets[0], q.seat, out)
    values(state, rules[0], sets[0], q.seat, weights[0], q.work, out, many)
    found = 1
    while found < min(most, many, MOST_TRIED):
        best = -1
        for i in range(many):
            known = False
            for j in range(found):
                known = known or q.codes[j] == out[i]
            if not known and (best < 0 or q.work.worth[i] > q.work.worth[best]):
                best = i
        q.codes[found] = out[best]
        found += 1
    begin_trials(q, found)
    see(state, sets[0], q.seat, weights[0], q.work)
    prepare(rules[0], sets[0], q, guess[0])
    return found


@compiled
def try_candidates(
    search: Records[SearchRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    weights: Records[WeightsRecord],
    guess: Records[WeightsRecord],
    deals: int,
) -> int:
    """Play the candidates that are alive in `deals` sampled deals, less those for which none was found; how many there were."""
    q = search[0]
    trial = q.states[TRIAL]
    played = 0
    for _ in range(deals):
        if not sample(rules[0], sets[0], q, guess[0]):
            continue
        played += 1
        anchor = 0.0
        for c in range(MOST_TRIED):
            if q.alive[c]:
                q.states[TRIAL] = q.states[SAMPLED]
                act(trial, rules[0], sets[0], q.seat, int(q.codes[c]))
                play_on(trial, rules[0], sets[0], weights[0], weights[0], 0, q.work, q.out)
                points = float(trial.returns[q.seat])
                if c == 0:
                    anchor = points
                note_trial(q, c, points, anchor)
    return played


class Search:
    """A search with its scratch, and what it plays out with; one object serves one thread."""

    def __init__(self, budget: Budget) -> None:
        """`tried` is the record of the candidates."""
        self._budget, self._rule = budget, budget.rule()
        self._weights, self._quick = weights("expected"), weights_of(PARAMETERS["playout"])
        self._guess = weights_of(PARAMETERS["guess"])
        self._search = new(SearchRecord)
        self.tried = fields(self._search)

    def think(self, view: View, seed: object) -> Thought:
        """The result for a view of its seat."""
        began, root = perf_counter(), from_view(view)
        found = self.begin(view, root, stream(seed, hashlib.sha256(np.asarray(root).tobytes()).hexdigest()))
        return search(self.tried, found, self.play, self._rule, began)

    def begin(self, view: View, root: Records[StateRecord], chance: Ints) -> int:
        """Take up the question of a view, of which `root` is the record; how many candidates there are, the anchor first."""
        assert view.viewer is not None
        self._rules = kernel_rules(view.options)
        self.tried.seat, self.tried.chance[:] = view.viewer, chance
        self.tried.sizes[: len(view.sizes)] = view.sizes
        return begin_search(
            self._search, root, *self._rules, self._weights, self._guess, self._budget.candidates
        )

    def play(self, deals: int) -> int:
        """Try what is alive in `deals` more sampled deals; how many there were."""
        return try_candidates(self._search, *self._rules, self._quick, self._guess, deals)


class SearchBot:
    """Plays the expected score, and looks further where there is a choice; the pack is cut where it is usual."""

    name = "search"

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        """Without `seconds` in the budget the same seed and views give the same plays."""
        self._seed, self._search = seed, Search(budget or Budget())

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Hu whenever it is offered, else what the search finds."""
        if thought := self.think(view, actions):
            return decode(thought.choice)
        return HU if HU in actions else actions[0]

    def think(self, view: View, actions: Sequence[Action]) -> Thought | None:
        """What the search finds; None where there is nothing to search: for a cut, and where a hand is complete."""
        if HU in actions or len(actions) == 1 or view.phase is Phase.CUT:
            return None
        return self._searched(view)

    def _searched(self, view: View) -> Thought:
        return self._search.think(view, self._seed)
