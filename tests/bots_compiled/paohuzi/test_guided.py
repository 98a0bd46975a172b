"""The search with the network: it uses the network's values, keeps the policy as its anchor, and reads nothing hidden."""

from itertools import islice
from pathlib import Path

import pytest

pytest.importorskip("numba")

from paiju.bots.base import make_bot
from paiju.bots.paohuzi.compiled import search as plain
from paiju.bots.paohuzi.levels import net as net_bot
from paiju.bots.paohuzi.net.network import Budget, SearchBot
from paiju.games.paohuzi.game import GAME
from paiju.kernels.paohuzi.actions import decode
from tests.bots_compiled.paohuzi.test_search import moments

OPTIONS = GAME.options({})
ALONE = plain.Budget(playouts=60)
FEWEST = 16
"""Sampled deals before any rival is chosen."""


def guided(seed, **budget):
    return SearchBot(seed, Budget(**{"playouts": 60, **budget}), ALONE)


def test_equal_views_and_seeds_give_equal_choices(rng):
    """Another deal that looks the same, another bot of the same seed, other questions before: the same action."""
    used, counterparts = guided(5), 0
    for state, seat, legal in islice(moments(rng, OPTIONS, 100), 25):
        action = used.choose(GAME.view(state, seat), legal)
        assert action in legal
        counterpart = GAME.determinize(GAME.view(state, seat), rng)
        assert guided(5).choose(GAME.view(counterpart, seat), GAME.legal_actions(counterpart, seat)) == action
        counterparts += counterpart != state
    assert counterparts > 10


def test_the_policy_stays_the_anchor(rng):
    """With an impossible threshold the choice is the expected score, and it is what rivals are held against."""
    shy = guided(1, z=1e9)
    for state, seat, legal in islice(moments(rng, OPTIONS, 100), 20):
        view = GAME.view(state, seat)
        expected = make_bot("expected", 0).choose(view, legal)
        assert shy.choose(view, legal) == expected
        assert decode(shy.think(view, legal).anchor) == expected


def test_a_search_that_trusts_only_the_network_plays_the_network(rng):
    """Where its word outweighs all sampled deals, the action that it values most is chosen."""
    bot, net, others, questions = guided(1, trust=10**9, z=0.0), net_bot(0, anchor=0.0), 0, 0
    for state, seat, legal in moments(rng, OPTIONS, 100):
        view = GAME.view(state, seat)
        thought = bot.think(view, legal)
        if thought.deals < FEWEST and len(thought.rivals) > 0:  # no deal like this one was thought of
            continue
        assert decode(thought.choice) == net.choose(view, legal)
        others += thought.choice != thought.anchor
        questions += 1
        if questions >= 30 and others:
            break
    assert others


@pytest.mark.parametrize(("preset", "path"), [("chenzhou", None), ("akagiri", Path("nowhere.safetensors"))])
def test_without_a_network_the_guided_search_is_the_plain_search(preset, path, rng):
    """Under rules that it was not trained on, and where there are no weights."""
    given = {} if path is None else {"path": path}
    bot = SearchBot(3, Budget(playouts=60), ALONE, **given)
    for state, seat, legal in islice(moments(rng, GAME.options({"preset": preset}), 100), 10):
        view = GAME.view(state, seat)
        assert bot.choose(view, legal) == plain.SearchBot(3, ALONE).choose(view, legal)
