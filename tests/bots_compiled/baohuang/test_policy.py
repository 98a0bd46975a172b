"""The policy of the heuristic: the same plays inside the kernel and from a view, compiled and as it stands."""

from dataclasses import replace

import numpy as np
import pytest

from paiju.bots.baohuang import heuristic
from paiju.bots.baohuang.compiled.memory import (
    MemoryRecord,
    WorkRecord,
    begin,
    memory_of,
    notice,
    weights_of,
)
from paiju.bots.baohuang.compiled.policy import UNTHINKABLE, choose, pass_score, play_score, see
from paiju.bots.baohuang.heuristic import COMPILED, HeuristicBot, Policy, Sight
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.games.baohuang.state import Phase
from paiju.kernels.baohuang.actions import decode, encode
from paiju.kernels.baohuang.adapter import from_view
from paiju.kernels.baohuang.listing import answers, list_all
from paiju.kernels.baohuang.records import new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled, interpreted
from paiju.kernels.records import fields, layout, new
from paiju.train.baohuang.tune import TUNED, parameters_of, vector
from tests.drawing import often, rounds
from tests.kernels.baohuang.driving import KernelDeal, options_for, playing

SEATS = range(5)
OUT, WORKED, VALUES = new_actions(), new(WorkRecord), np.zeros(1 << 16)


@compiled
def scores(state, rules, memory, weights, work, out, values):
    """Score every legal action of the seat to act, in the order of the rules; how many there are."""
    bare = answers(state, rules)
    count = min(list_all(state, rules, out), values.size)
    see(state, rules, memory, weights, work)
    for i in range(count):
        code = int(out[i])
        values[i] = (
            pass_score(state, weights, work) if i < bare else play_score(state, rules, weights, work, code)
        )
    return count


def shaken(rng, share=0.3):
    """Parameters that differ a little or much from the default ones."""
    values = vector(DEFAULT) * [rng.uniform(1 - share, 1 + share) for _ in vector(DEFAULT)]
    return parameters_of(values, DEFAULT)


class Table:
    """A deal in the rules, in the kernel and in a memory beside it."""

    def __init__(self, state, parameters):
        self.state, self.parameters, self.deal = state, parameters, KernelDeal(state)
        self.weights = weights_of(parameters)
        self.bots = [HeuristicBot(seat, parameters) for seat in SEATS]
        seen = [self.read(seat) for seat in SEATS]
        self.memory = seen[0].copy()
        fields(self.memory).knows = sum({int(fields(memory).knows) for memory in seen})
        fields(self.memory).known = self.seen_by_all()
        fields(self.memory).tokens = self.seen_by_all().sum(axis=1)

    def seen_by_all(self):
        known = np.zeros((5, 57), int)
        for token in self.state.known:
            known[token.holder, token.kind] += token.viewer == -1
        return known

    def read(self, seat):
        view = GAME.view(self.state, seat)
        return memory_of(view, self.state.rules, self.parameters)

    def ask(self):
        """Seat, what the rules engine allows, the bot's choice, the choice inside the kernel."""
        seat = self.state.turn
        legal = GAME.legal_actions(self.state, seat)
        slow = self.bots[seat].choose(GAME.view(self.state, seat), legal)
        record, rules = self.deal.record[0], self.deal.rules[0]
        fast = choose(record, rules, self.memory[0], self.weights[0], WORKED[0], OUT)
        return seat, legal, slow, decode(fast)

    def from_view(self, seat):
        """The choice compiled, from what the seat's view has alone."""
        view = GAME.view(self.state, seat)
        record, memory = from_view(view), self.read(seat)
        rules = rules_for(view.options)
        return decode(choose(record[0], rules[0], memory[0], self.weights[0], WORKED[0], OUT))

    def act(self, action):
        seat = self.state.turn
        notice(self.deal.record[0], self.deal.rules[0], self.memory[0], self.weights[0], encode(action))
        self.deal.apply(action)
        self.state, _ = GAME.apply(self.state, seat, action)

    def check_memory(self, seat):
        read, stored = fields(self.read(seat)), fields(self.memory)
        for name in layout(MemoryRecord).names:
            if name == "knows":
                assert read.knows == stored.knows & 1 << seat
            elif name == "known":
                assert (stored.known == self.seen_by_all()).all()
                assert (stored.known <= read.known).all()
            elif name == "tokens":
                assert (stored.tokens == stored.known.sum(axis=1)).all()
            else:
                assert (read[name] == stored[name]).all(), name


def follow(table, rng, tell, wild):
    """Play a deal to its end; now and then something else is played than the heuristic would."""
    while table.state.phase is not Phase.OVER:
        seat, legal, slow, fast = table.ask()
        tell((table.state.rules.options.differences(), seat, slow, fast))
        assert fast == slow
        if rng.random() < 0.05:
            table.check_memory(seat)
            assert table.from_view(seat) == fast
        table.act(rng.choice(legal) if rng.random() < wild else slow)


@pytest.mark.parametrize("preset", GAME.presets())
def test_every_preset_is_played_inside_the_kernel_as_by_the_bot(preset, rng, tell):
    follow(Table(playing(rng, GAME.options({"preset": preset})), DEFAULT), rng, tell, 0.1)


@rounds(1, 8)
def test_random_options_and_weights_are_played_inside_the_kernel_as_by_the_bot(part, rng, tell):
    for _ in range(often(6, 15)):
        table = Table(playing(rng, options_for(rng)), shaken(rng, rng.choice((0.0, 0.3, 0.9))))
        follow(table, rng, tell, rng.choice((0.0, 0.05, 0.3)))


def test_scores_are_the_same_compiled_and_as_they_stand(rng):
    """Of every legal action, by what the kernel knows and by what the view says."""
    plain = Policy(*map(interpreted, COMPILED))
    for preset in ("pagat", "weihai", "moegirl")[: often(2, 3)]:
        table = Table(playing(rng, GAME.options({"preset": preset})), shaken(rng))
        while table.state.phase is not Phase.OVER:
            seat, legal, slow, _ = table.ask()
            record = table.deal.record[0]
            args = table.deal.rules[0], table.memory[0], table.weights[0], WORKED[0], OUT, VALUES
            assert scores(record, *args) == len(legal)
            assert [decode(code) for code in OUT[: len(legal)]] == list(legal)
            view = GAME.view(table.state, seat)
            fast, stands = (Sight(view, legal, table.parameters, policy=one) for one in (COMPILED, plain))
            assert (fast.worth, fast.standing) == (stands.worth, stands.standing)
            for worth, expected in zip(fast.worth, VALUES, strict=False):
                assert worth in (expected, UNTHINKABLE)
            table.act(slow)


def test_a_hand_is_worth_the_same_compiled_and_as_it_stands(rng, monkeypatch):
    state = GAME.deal(GAME.options({}), rng.randbytes(32))
    found = set()
    for policy in (COMPILED, Policy(*map(interpreted, COMPILED))):
        monkeypatch.setattr(heuristic, "_policy", lambda policy=policy: policy)
        heuristic._scale.cache_clear()
        found.add(tuple(heuristic.strength(DEFAULT, GAME.view(state, seat)) for seat in SEATS))
    heuristic._scale.cache_clear()
    assert len(found) == 1


@pytest.mark.parametrize("preset", ["pagat", "five-threes", "moegirl", "weihai"])
def test_the_kernels_memory_of_a_new_deal_matches_the_view(preset, rng):
    """Deals in which nobody decided anything before play, called ones with 老王 and solo ones among them."""
    options = GAME.options({"preset": preset})
    for _ in range(10):
        state = GAME.deal(options, rng.randbytes(32))
        while state.phase not in (Phase.PLAY, Phase.OVER):
            (seat,) = GAME.actors(state)
            state, _ = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0])
        if state.phase is Phase.OVER:
            continue
        table = Table(state, DEFAULT)
        began = new(MemoryRecord)
        begin(table.deal.record[0], table.deal.rules[0], began[0])
        assert all(
            (fields(began)[name] == fields(table.memory)[name]).all() for name in layout(MemoryRecord).names
        )


def test_the_vector_holds_exactly_the_tuned_parameters(rng):
    values = vector(DEFAULT)
    assert parameters_of(values, DEFAULT) == DEFAULT
    shifted = parameters_of(values + 1, DEFAULT)
    assert (vector(shifted) == values + 1).all()
    assert replace(shifted, **{name: getattr(DEFAULT, name) for name in TUNED}) == DEFAULT
