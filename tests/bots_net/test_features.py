"""What the network sees: the same from a view and from the kernel, and nothing hidden from the seat."""

import numpy as np
import pytest

from paiju.bots.baohuang.compiled.memory import WorkRecord, weights_of
from paiju.bots.baohuang.compiled.memory import notice as notice_memory
from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.net import features as trails
from paiju.bots.baohuang.net.features import ACTION, ACTION_SIZE, STATE, STATE_SIZE, question
from paiju.bots.baohuang.net.network import Question, question_of
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.networks import affine
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.actions import decode, encode
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.records import new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import fields, new
from tests.kernels.baohuang.driving import KernelDeal, options_for, playing

PRESETS = ["pagat", "moegirl", "sixes-last", "weihai", "random"]
ROOM = 1 << 12
HEURISTIC = weights_of(DEFAULT)


class Asker:
    """Asks one question; what it wrote is copied."""

    def __init__(self):
        self.work, self.codes = new(WorkRecord), new_actions()

    def ask(self, records, rules):
        vector, plays = np.zeros(STATE_SIZE, np.uint8), np.zeros((ROOM, ACTION_SIZE), np.uint8)
        best = np.zeros(1, np.int64)
        count = question(
            records.state,
            rules,
            records.memory,
            records.trail,
            HEURISTIC,
            self.work,
            self.codes,
            vector,
            plays,
            best,
        )
        return self.codes[:count].tolist(), vector.tolist(), plays[:count].tolist(), int(best[0])


def read(state, seat):
    view = GAME.view(state, seat)
    return question_of(view, state.rules)


def positions(state, rng):
    """Questions of a deal, most of them what the heuristic makes of it: the state, and the kernel's records."""
    counterpart, bots = KernelDeal(state), [HeuristicBot(0) for _ in range(5)]
    memory, trail = read(state, state.turn).memory, new(trails.TrailRecord)
    fields(memory).knows = sum(int(fields(read(state, seat).memory).knows) for seat in range(5))
    trails.begin(trail[0])
    while state.queue:
        legal = GAME.legal_actions(state, state.turn)
        if len(legal) > 1:
            yield state, Question(counterpart.record, memory, trail)
        action = bots[state.turn].choose(GAME.view(state, state.turn), legal)
        if rng.random() < 0.2:
            action = legal[rng.randrange(len(legal))]
        code = encode(action)
        notice_memory(counterpart.record[0], counterpart.rules[0], memory[0], HEURISTIC[0], code)
        trails.notice(counterpart.record[0], trail[0], code)
        counterpart.apply(action)
        state, _ = GAME.apply(state, state.turn, action)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_view_gives_the_same_features_as_the_table(preset, rng, tell):
    asker = Asker()
    state = playing(rng, options_for(rng) if preset == "random" else GAME.options({"preset": preset}))
    rules = rules_for(state.rules.options)
    questions = 0
    for now, stored in positions(state, rng):
        tell(GAME.view(now, now.turn))
        assert asker.ask(read(now, now.turn), rules) == asker.ask(stored, rules)
        questions += 1
    assert questions


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_change_nothing(preset, rng, tell):
    """Deals are played until samples have differed: one deal may have few questions before nothing is hidden."""
    asker, differing = Asker(), 0
    for _ in range(20):
        state = playing(rng, options_for(rng) if preset == "random" else GAME.options({"preset": preset}))
        rules = rules_for(state.rules.options)
        for now, _ in positions(state, rng):
            if rng.random() < 0.5:
                continue
            tell(GAME.view(now, now.turn))
            view, known = GAME.view(now, now.turn), read(now, now.turn)
            deals = [GAME.determinize(view, rng, history=False) for _ in range(2)]
            samples = [known._replace(state=from_law(deal)) for deal in deals]
            differing += bool((samples[0].state["counts"] != samples[1].state["counts"]).any())
            assert asker.ask(samples[0], rules) == asker.ask(samples[1], rules) == asker.ask(known, rules)
        if differing:
            break
    assert differing


def test_vectors_hold_numbers_worked_out_from_the_view(rng):
    """Some numbers worked out from the view alone."""
    asker = Asker()
    state = playing(rng, GAME.options({}))
    places, at = {}, 0
    for field in STATE:
        places[field.name] = slice(at, at + field.size)
        at += field.size
    plays, at = {}, 0
    for field in ACTION:
        plays[field.name] = slice(at, at + field.size)
        at += field.size
    for now, stored in positions(state, rng):
        view = GAME.view(now, now.turn)
        codes, vector, rows, best = asker.ask(stored, rules_for(now.rules.options))
        if len(codes) == 1:
            continue
        assert vector[places["own"]] == [sum(view.hand[4 * rank : 4 * rank + 4]) for rank in range(13)]
        for i in range(4):
            assert vector[places[f"size{i + 1}"]] == [view.sizes[(view.viewer + 1 + i) % 5]]
        assert vector[places["lead"]] == [view.top is None]
        for code, row in zip(codes, rows, strict=True):
            cards = decode(code).cards
            assert row[plays["size"]] == [len(cards)]
            assert row[plays["left"]] == [sum(view.hand) - len(cards)]
        assert [row[plays["best"]] for row in rows].index([1]) == best
        assert rows[best][plays["gap"]] == [0]


def test_every_feature_byte_has_one_scale():
    for layout, size in ((STATE, STATE_SIZE), (ACTION, ACTION_SIZE)):
        factors, zeros = affine(layout)
        assert factors.shape == zeros.shape == (size,)
        assert (factors > 0).all()
