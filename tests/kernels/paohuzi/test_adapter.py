"""From the rules to the kernel and back, at any moment of a deal; sampled deals that searches make; copies."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from paiju.core.errors import UsageError
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import STOCK_SIZE
from paiju.games.paohuzi.melds import SetKind, same
from paiju.games.paohuzi.state import Phase
from paiju.kernels.jit import INTERPRETED
from paiju.kernels.paohuzi.actions import decode, encode, encode_meld
from paiju.kernels.paohuzi.adapter import from_law
from paiju.kernels.paohuzi.playouts import advance, desk_for, playout, playouts, start
from paiju.kernels.paohuzi.records import StateRecord, new_actions
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import below, fields, layout, raw, stream
from tests.drawing import often
from tests.kernels.paohuzi.pairs import Seen, choose, difference, play_through, random_pair
from tests.kernels.paohuzi.states import decode_meld, to_law
from tests.paohuzi.builders import K1, position, random_deal, random_options
from tests.paohuzi.test_play import EVERY_ACTION

DEALS = 2 if INTERPRETED else often(10, 30)
UNUSED = {
    "offer": 0, "best": 0, "answer": 0, "source": 0, "seat": 0, "card": 0, "last": 0, "pao": 0, "lead": 0, "leader": 0,
    "asked": 0, "left": 0, "stock": 0,
}  # fmt: skip
"""Fields that may hold what is over: a settled window, cards already drawn, piles in another order."""


def test_a_state_survives_conversion_to_the_kernel_and_back(rng):
    for _ in range(DEALS):
        state = random_deal(rng, random_options(rng))
        if state.phase is Phase.CUT:
            with pytest.raises(UsageError):
                from_law(state)
            state, _ = GAME.apply(state, *choose(rng, state))
        while GAME.actors(state):
            records = from_law(state)
            assert difference(state, to_law(records, state.rules.options, state.start.opening)) == ""
            seat, action = choose(rng, state)
            state, _ = GAME.apply(state, seat, action)


def test_a_translated_state_plays_on(rng):
    """Half-way the kernel's state is exchanged for the rules engine's, translated; nothing that counts differs."""
    seen: Seen = Counter()
    for _ in range(DEALS):
        for pair in play_through(rng, random_pair(rng, random_options(rng)), seen):
            if rng.random() < 0.2:
                given = from_law(pair.law)
                for name in set(layout(StateRecord).names or ()) - set(UNUSED):
                    assert np.array_equal(given[0][name], pair.kernel[0][name]), (
                        name,
                        pair.trace,
                    )
                pair.kernel = given


def test_the_kernel_plays_sampled_deals_to_their_end(rng):
    """A deal that a bot samples, claim windows included, is played by the kernel as by the rules."""
    seen: Seen = Counter()
    for _ in range(DEALS):
        pair = random_pair(rng, random_options(rng))
        for _ in play_through(rng, pair, seen):
            if rng.random() < 0.1:
                break
        if not GAME.actors(pair.law):
            continue
        pair.law = GAME.determinize(GAME.view(pair.law, rng.randrange(pair.options.seats)), rng)
        pair.kernel = from_law(pair.law)
        pair.trace.append(f"a sampled deal: {pair.law}")
        for _ in play_through(rng, pair, seen):
            pass


def test_numbers_of_actions_and_sets(rng):
    assert len({encode(action) for action in EVERY_ACTION}) == len(EVERY_ACTION)
    for action in EVERY_ACTION:
        assert decode(encode(action)) == action
    for kind in (
        SetKind.EXPOSED_3,
        SetKind.UNEXPOSED_3,
        SetKind.SMELLED_3,
        SetKind.EXPOSED_4,
        SetKind.UNEXPOSED_4,
    ):
        for card in range(20):
            for known in (False, True):
                meld = same(kind, card, known=known)
                assert decode_meld(encode_meld(meld)) == meld


def test_constructed_positions_convert_or_are_refused():
    state = position({0: (K1, "s2 s7 s10 b3 b4 b5"), 1: ("", "s8"), 2: ("E3 s9", "s3 s4")}, min_hu=10)
    assert difference(state, to_law(from_law(state), state.rules.options)) == ""
    state.stock = (3,) * (STOCK_SIZE + 1)
    with pytest.raises(UsageError, match="more cards or sets"):
        from_law(state)


def test_a_copy_is_independent(rng):
    pair = random_pair(rng, GAME.options({"heavenly_sets": "off"}))
    copy = pair.kernel.copy()
    assert copy.tobytes() == pair.kernel.tobytes()
    before = copy.tobytes()
    playout(pair.kernel, pair.rules, pair.sets, stream(rng.random()), pair.out)
    assert copy.tobytes() == before
    assert fields(pair.kernel).phase == list(Phase).index(Phase.OVER)


def test_playouts_are_deals(rng):
    """What the kernel plays by itself, the rules engine accepts: the same chance, one action after another."""
    options = random_options(rng)
    rules, sets = rules_for(options), sets_for(options)
    for _ in range(DEALS):
        law = random_deal(rng, options)
        if law.phase is Phase.CUT:
            law, _ = GAME.apply(law, *choose(rng, law))
        if not GAME.actors(law):  # won as it was dealt
            continue
        kernel, out = from_law(law), new_actions()
        seed = rng.random()
        one, other = stream(seed), stream(seed)
        decisions, _ = playout(kernel, rules, sets, one, out)
        done = 0
        while GAME.actors(law):
            seat = GAME.actors(law)[0]
            legal = GAME.legal_actions(law, seat)
            law, _ = GAME.apply(law, seat, legal[int(below(other, len(legal)))])
            done += 1
        assert done == decisions
        assert tuple(fields(kernel).returns[: options.seats]) == GAME.returns(law)


def test_playouts_repeat(rng):
    deals = 3 if INTERPRETED else 50
    desks = [raw(desk_for(GAME.options({"preset": "huaihua"}), 7)) for _ in range(2)]
    decisions, choices = playouts(desks[0], deals)
    assert (decisions, choices) == playouts(desks[1], deals)
    assert deals < choices <= decisions


def test_stepping_from_python_does_what_the_rules_do(rng):
    made = desk_for(GAME.options({"preset": "huaihua"}), rng.random())
    desk, options = raw(made), GAME.options({"preset": "huaihua"})
    many = start(desk)
    while many:
        law = to_law(made["state"][0], options)
        seat = GAME.actors(law)[0]
        assert [decode(code) for code in made["out"][0, :many]] == list(GAME.legal_actions(law, seat))
        code = int(made["out"][0, rng.randrange(many)])
        many = advance(desk, code)
        after = to_law(made["state"][0], options)
        assert difference(GAME.apply(law, seat, decode(code))[0], after) == ""
