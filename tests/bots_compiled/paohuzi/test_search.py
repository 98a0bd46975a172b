"""Search: worlds that agree with the view and with what forced sets imply, and choices that nothing hidden decides."""

import time

import numpy as np
import pytest

pytest.importorskip("numba")

from paiju.bots.base import make_bot
from paiju.bots.compiled.paohuzi.matches import weights
from paiju.bots.compiled.paohuzi.outlook import see
from paiju.bots.compiled.paohuzi.reading import from_view
from paiju.bots.compiled.paohuzi.records import SEARCH, new_work
from paiju.bots.compiled.paohuzi.search import Budget, SearchBot
from paiju.bots.compiled.paohuzi.worlds import imagine, prepare
from paiju.games.paohuzi.actions import HU
from paiju.games.paohuzi.cards import COPIES, KINDS, count
from paiju.games.paohuzi.law import GAME
from paiju.games.paohuzi.sets import SetKind
from paiju.kernels.chance import stream
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for, to_law
from paiju.kernels.paohuzi.play import new_state
from paiju.kernels.paohuzi.records import new

PRESETS = ("akagiri", "chenzhou", "shaoyang-bopi")


@compiled
def world_of(rules, sets, root, seat, w, k, q, chance, world):
    see(sets[0], root[0], seat, w[0], k[0])
    prepare(rules[0], root[0], seat, k[0], q[0])
    return imagine(rules[0], sets[0], root[0], seat, q[0], chance, world)


def imagined(view, chance):
    """A state of the law that a seat takes for possible, None if none was found."""
    rules, sets = compile_for(view.options)
    query, world = new(SEARCH), new_state()
    query[0]["sizes"][: len(view.sizes)] = view.sizes
    root = from_view(view)
    if not world_of(rules, sets, root, view.viewer, weights("expected"), new_work(), query, chance, world):
        return None
    return to_law(world, view.options)


def moments(rng, options, deals):
    """States in which a seat has a choice without a win, as the better bots reach them."""
    for _ in range(deals):
        state = GAME.deal(options, rng.randbytes(32))
        bots = [
            make_bot(rng.choice(("greedy", "efficiency", "random")), seat) for seat in range(options.seats)
        ]
        while asked := GAME.actors(state):
            seat = rng.choice(asked)
            legal = GAME.legal_actions(state, seat)
            if len(legal) > 1 and HU not in legal:
                yield state, seat, legal
            state, _ = GAME.apply(state, seat, bots[seat].choose(GAME.view(state, seat), legal))


@pytest.mark.parametrize("preset", PRESETS)
def test_an_imagined_deal_looks_like_the_real_one(preset, rng):
    """The seat's view of it is its own, and its choices are."""
    options, chance = GAME.options({"preset": preset}), stream(rng.random())
    seen = found = 0
    for state, seat, legal in moments(rng, options, 12):
        view = GAME.view(state, seat)
        twin = imagined(view, chance)
        seen += 1
        if twin is None:
            continue
        found += 1
        assert GAME.view(twin, seat) == view
        assert GAME.legal_actions(twin, seat) == legal
    assert found > 0.97 * seen
    assert seen > 50


@pytest.mark.parametrize("preset", PRESETS)
def test_forced_sets_are_respected(preset, rng):
    """What the real deal never shows, no imagined one shows; cards are neither lost nor doubled."""
    options, chance = GAME.options({"preset": preset}), stream(rng.random())
    for real, seat, _ in moments(rng, options, 12):
        for state in (real, imagined(GAME.view(real, seat), chance)):
            if state is None:
                continue
            piled = {left.card for pile in state.piles for left in pile}
            held = [0] * KINDS
            for at in state.start.order:
                for kind in range(KINDS):
                    copies = count(state.hands[at], kind)
                    held[kind] += copies
                    assert copies < COPIES
                    assert not (copies == 3 and kind in piled)
                for meld in state.melds[at]:
                    for card in meld.cards:
                        held[card] += 1
                    if (
                        meld.kind is SetKind.UNEXPOSED_3
                        and at != seat
                        and not meld.known
                        and state is not real
                    ):
                        assert meld.cards[0] not in piled
                    if meld.kind in (SetKind.UNEXPOSED_3, SetKind.EXPOSED_3):
                        assert not count(state.hands[at], meld.cards[0])
            for card in (*state.stock, *(left.card for pile in state.piles for left in pile)):
                held[card] += 1
            if state.window is not None:
                held[state.window.card] += 1
            assert held == [COPIES] * KINDS


def test_worlds_differ(rng):
    options, chance = GAME.options({}), stream(rng.random())
    state, seat, _ = next(iter(moments(rng, options, 1)))
    view = GAME.view(state, seat)
    assert len({(twin.hands, twin.stock) for twin in (imagined(view, chance) for _ in range(20))}) == 20


@pytest.mark.parametrize("preset", ["akagiri", "chenzhou"])
def test_equal_views_and_seeds_give_equal_choices(preset, rng):
    """Another deal that looks the same, another bot of the same seed, other questions before: the same action."""
    options, twins = GAME.options({"preset": preset}), 0
    used = SearchBot(5, Budget(playouts=60))
    for state, seat, legal in moments(rng, options, 4):
        view = GAME.view(state, seat)
        action = used.choose(view, legal)
        assert action in legal
        twin = GAME.complete(view, rng)
        fresh = SearchBot(5, Budget(playouts=60))
        assert fresh.choose(GAME.view(twin, seat), GAME.legal_actions(twin, seat)) == action
        twins += 1
    assert twins > 10


def test_search_leaves_its_anchor_only_for_a_clear_gain(rng):
    """With an impossible threshold it is the expected score; with none it is not."""
    options, other, all_ = GAME.options({}), 0, 0
    shy, bold = SearchBot(1, Budget(playouts=150, z=1e9)), SearchBot(1, Budget(playouts=150, z=-1e9))
    for state, seat, legal in moments(rng, options, 5):
        view = GAME.view(state, seat)
        anchor = make_bot("expected", 0).choose(view, legal)
        assert shy.choose(view, legal) == anchor
        other += bold.choose(view, legal) != anchor
        all_ += 1
    assert other > 0.05 * all_


def test_seconds_are_a_limit(rng):
    """A search that may go on for ever ends soon after its time; a batch of playouts takes some milliseconds."""
    state, seat, legal = next(iter(moments(rng, GAME.options({}), 1)))
    bot = SearchBot(1, Budget(playouts=10**7, seconds=0.05, z=1.5))
    bot.choose(GAME.view(state, seat), legal)
    began = time.process_time()
    bot.choose(GAME.view(state, seat), legal)
    assert time.process_time() - began < 1.0


def test_a_win_is_taken():
    bot = SearchBot(1)
    assert bot.choose(None, (None, HU)) == HU
    assert bot.choose(None, ("only",)) == "only"


def test_the_playouts_are_paired(rng):
    """The anchor gains nothing over itself, in any world."""
    state, seat, legal = next(iter(moments(rng, GAME.options({}), 1)))
    bot = SearchBot(1, Budget(playouts=80))
    bot.choose(GAME.view(state, seat), legal)
    query = bot._search._query[0]
    assert query["gain"][0] == query["square"][0] == 0.0
    assert np.any(query["square"][1:] > 0.0)
