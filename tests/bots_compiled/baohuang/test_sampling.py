"""Sampled deals are valid, and look the same to the seat they are dealt for."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from paiju.bots.baohuang.compiled.memory import MemoryRecord, begin, known_state, memory_of, weights_of
from paiju.bots.baohuang.compiled.sampling import HiddenRecord, deal_hidden, look
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import without_laowang
from paiju.games.baohuang.state import Phase
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.records import TOTAL, StateRecord
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import fields, layout, new, stream
from paiju.train.baohuang.tune import deal_numbered
from tests.drawing import often
from tests.kernels.baohuang.driving import options_for, playing
from tests.kernels.baohuang.states import to_law
from tests.strategies import MANNERS

SEATS = range(5)
WEIGHTS = weights_of(DEFAULT)


def memory_for(state):
    view = GAME.view(state, state.turn)
    return memory_of(view, state.rules, DEFAULT)


def looked(state):
    """What is hidden from the seat to act, read off one state."""
    hidden = new(HiddenRecord)
    memory = memory_for(state)
    look(from_law(state)[0], rules_for(state.rules.options)[0], memory[0], WEIGHTS[0], hidden[0])
    return hidden, memory


def sampled_state(state, hidden, memory, chance):
    record = from_law(state)
    deal_hidden(record[0], rules_for(state.rules.options)[0], memory[0], hidden[0], chance)
    return record


def as_law(sampled, state):
    """The rules engine's state of a sampled deal dealt for a seat of `state`."""
    s = fields(sampled)
    converted = to_law(sampled, state)
    order = [(int(s.emperor) + i) % 5 for i in range(1, 5)]
    guards = tuple(seat for seat in order if seat in (int(s.guard), int(s.guard2)))
    converted.roles = replace(converted.roles, guards=guards)
    view = GAME.view(state, state.turn)
    dealt = [
        tuple(map(sum, zip(*pair, strict=True)))
        for pair in zip(converted.hands, converted.played, strict=True)
    ]
    plain = [without_laowang(hand, view.called) for hand in dealt]
    converted.drawn = tuple(state.drawn[seat] if seat == state.turn else plain[seat] for seat in SEATS)
    return converted


def positions(state, rng, often):
    """States of a deal played somehow, at questions with a choice."""
    choose = rng.choice(MANNERS)
    while state.phase is Phase.PLAY:
        seat = state.turn
        if rng.random() < often and not state.roles.pair:
            yield state
        state, _ = GAME.apply(state, seat, choose(state, seat, rng))


def check_view(state):
    """A search that starts from the view samples the same deals as one that starts from the true one."""
    view = GAME.view(state, state.turn)
    (hidden, memory), dealt = looked(state), []
    for record in (from_law(state), known_state(view, state.rules)):
        read, chance = new(HiddenRecord), stream("deal")
        look(record[0], rules_for(state.rules.options)[0], memory[0], WEIGHTS[0], read[0])
        assert (np.asarray(read).tobytes()) == np.asarray(hidden).tobytes()
        deal_hidden(record[0], rules_for(state.rules.options)[0], memory[0], read[0], chance)
        dealt.append(record)
    one, other = map(fields, dealt)
    for name in layout(StateRecord).names:
        if name not in ("guard2", "solo_shown"):
            assert (one[name] == other[name]).all(), name


def check(state, rng, tell):
    tell((state.rules.options.differences(), state.turn))
    check_view(state)
    hidden, memory = looked(state)
    sampled = sampled_state(state, hidden, memory, stream(rng.getrandbits(32)))
    converted = as_law(sampled, state)
    view = GAME.view(state, state.turn)
    again = GAME.view(converted, state.turn)
    assert again == view
    for seat in SEATS:
        assert sum(converted.hands[seat]) == sum(state.hands[seat])
        for kind, copies in Counter(t.kind for t in view.known if t.holder == seat).items():
            held = converted.hands[seat][kind] + (converted.hands[seat][56] if kind == view.called else 0)
            assert held >= copies
    assert sum(map(np.array, converted.hands)).sum() == sum(map(np.array, state.hands)).sum()
    rules = rules_for(state.rules.options)
    copied = from_law(converted)
    for name in layout(StateRecord).names:
        if name not in ("drawn", "drawn_jokers", "identity_laid"):
            assert (fields(copied)[name] == fields(sampled)[name]).all(), name
    assert fields(rules).deck_size


def test_sampled_deals_agree_with_the_view_under_random_options(rng, tell):
    for _ in range(often(4, 8)):
        for state in positions(playing(rng, options_for(rng)), rng, 0.15):
            check(state, rng, tell)


@pytest.mark.parametrize("preset", GAME.presets())
def test_sampled_deals_agree_with_the_view_under_every_preset(preset, rng, tell):
    for state in positions(playing(rng, GAME.options({"preset": preset})), rng, 0.2):
        check(state, rng, tell)


def test_hidden_cards_do_not_influence_the_sampled_deals(rng):
    """Two states with equal views are looked at alike, and the same chance deals the same sampled deal.

    The other state is a sampled deal too, which the rules engine's view says is as good as the true one: it costs a thousandth of a completion.
    """
    others = 0
    while others < 100:
        for state in positions(playing(rng, options_for(rng)), rng, 0.15):
            one = looked(state)
            counterpart = as_law(sampled_state(state, *looked(state), stream(rng.getrandbits(32))), state)
            view, again = GAME.view(state, state.turn), GAME.view(counterpart, state.turn)
            if again.bombs != view.bombs:
                continue  # `as_law` takes received cards for drawn ones, which may make a bomb of a play that was none
            assert again == view
            others += counterpart.hands != state.hands
            other = looked(counterpart)
            assert one[0].tobytes() == other[0].tobytes()
            number = rng.getrandbits(32)
            samples = [
                sampled_state(s, h, m, stream(number)) for s, (h, m) in ((state, one), (counterpart, other))
            ]
            assert samples[0].tobytes() == samples[1].tobytes()


def asked_commoner(seed):
    """A fresh deal in the kernel in which a commoner is to act; rules, state, memory, place for what is hidden."""
    rules, state, memory, hidden = (
        rules_for(GAME.options({})),
        new(StateRecord),
        new(MemoryRecord),
        new(HiddenRecord),
    )
    deal_numbered(state[0], rules[0], seed, np.zeros(216, np.uint8), np.ones(1, np.int64))
    begin(state[0], rules[0], memory[0])
    s = fields(state)
    s.turn = next(seat for seat in SEATS if seat not in (s.emperor, s.guard))
    return rules, state, memory, hidden


def samples(question, seed, number):
    """Some sampled deals of a question."""
    rules, state, memory, hidden = question
    look(state[0], rules[0], memory[0], WEIGHTS[0], hidden[0])
    chance = stream(seed)
    for _ in range(number):
        sampled = state.copy()
        deal_hidden(sampled[0], rules[0], memory[0], hidden[0], chance)
        yield fields(sampled)


def test_a_seat_that_played_a_rank_is_unlikely_to_hold_more_of_it(seed):
    """But they may have more twos, of which a part is often laid."""
    question = asked_commoner(seed)
    s, m = fields(question[1]), fields(question[2])
    seat, other = [seat for seat in SEATS if seat not in (s.turn, s.emperor)][:2]
    m.played[seat, [5, 12]] = 1
    counts = np.array([sampled.counts[[seat, other]] for sampled in samples(question, seed, 400)]).mean(
        axis=0
    )
    assert counts[0, 5] < 0.2 * counts[1, 5]
    assert 0.2 * counts[1, 12] < counts[0, 12] < counts[1, 12]
    assert counts[0, 6] > counts[1, 6] * 0.9


def test_an_emperor_who_is_out_cannot_hold_the_guards_card(seed):
    question = asked_commoner(seed)
    s = fields(question[1])
    s.gone |= 1 << s.emperor
    for name in ("sizes", "jokers", "counts", "planes"):
        s[name][s.emperor] = 0
    memory = fields(question[2])
    memory.known[:] = 0
    memory.tokens[:] = 0
    for sampled in samples(question, seed, 100):
        assert sampled.guard >= 0
        held = sampled.counts[:, :13].sum(axis=1) + [TOTAL[int(jokers)] for jokers in sampled.jokers]
        assert (held == sampled.sizes).all()


def test_the_guard_is_drawn_by_the_believed_chances(seed):
    """And the emperor is alone as often as the parameters think."""
    question, tries = asked_commoner(seed), 4000
    _, state, memory, hidden = question
    m, commoner = fields(memory), int(fields(state).turn)
    m.odds[:] = [0.5 * seat for seat in SEATS]
    found = Counter(int(sampled.guard) for sampled in samples(question, seed, tries))
    chances = fields(hidden).chances
    assert sum(chances) == pytest.approx(1 - DEFAULT.solo)
    for seat in SEATS:
        error = (chances[seat] * (1 - chances[seat]) / tries) ** 0.5
        assert abs(found[seat] / tries - chances[seat]) <= 5 * error
    assert found[commoner] == 0
