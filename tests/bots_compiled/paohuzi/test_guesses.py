"""Sampled hands are like those that the better bots hold."""

import numpy as np
import pytest

pytest.importorskip("numba")

from paiju.bots.base import make_bot
from paiju.games.paohuzi.actions import HU
from paiju.games.paohuzi.cards import KINDS, count, size
from paiju.games.paohuzi.game import GAME
from paiju.games.paohuzi.hands import waits
from paiju.kernels.records import stream
from tests.bots_compiled.paohuzi.sampling import sampled
from tests.playing import ByBots

WORLDS = 2
LATE = 14  # cards in the stock, when many hands wait for their last card
CERTAIN = 4.5  # standard errors
LIKE = {"waiting": 0.1, "triples": 0.1, "pairs": 0.3}
"""How far the means over many questions may be apart."""


def marks(state, seat):
    """What a hand looks like: whether it waits for a card, its triples, its pairs."""
    hand = state.hands[seat]
    copies = [count(hand, kind) for kind in range(KINDS)]
    waiting = bool(waits(hand, state.melds[seat], state.rules.options))
    return waiting, sum(many > 2 for many in copies), copies.count(2)


def questions(options, rng):
    """States late in a deal of the expected score, and who is prompted."""
    deal = GAME.deal(options, rng.randbytes(32))
    for state, _, view, legal, _ in ByBots(GAME, deal, [make_bot("expected", 0)] * 3):
        if len(legal) > 1 and HU not in legal and view.left <= LATE:
            yield state, view


@pytest.mark.parametrize("deals", [5, pytest.param(60, marks=pytest.mark.long)])
def test_sampled_hands_are_as_strong_as_real_ones(deals, rng):
    """The others' hands wait for their last card as often, and hold as many triples and pairs."""
    options, chance, apart = GAME.options({}), stream(rng.random()), []
    for _ in range(deals):
        found = []
        for state, view in questions(options, rng):
            others = [at for at in state.start.order if at != view.viewer]
            counterparts = [counterpart for _ in range(WORLDS) if (counterpart := sampled(view, chance))]
            for at in others if counterparts else ():
                real, guessed = marks(state, at), [marks(counterpart, at) for counterpart in counterparts]
                assert size(state.hands[at]) == size(counterparts[0].hands[at])
                found.append(np.subtract(real, np.mean(guessed, axis=0)))
        if found:
            apart.append(np.mean(found, axis=0))
    mean, error = np.mean(apart, axis=0), np.std(apart, axis=0, ddof=1) / len(apart) ** 0.5
    assert (np.abs(mean) < np.array(list(LIKE.values())) + CERTAIN * error).all(), (mean, error)
