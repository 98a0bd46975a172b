"""Search: sampled deals that agree with the view and with what forced sets imply, and choices that nothing hidden decides."""

from dataclasses import replace
from itertools import count as count_up
from itertools import islice

import numpy as np
import pytest

from paiju.kernels.records import fields

pytest.importorskip("numba")

from paiju.bots import anchored
from paiju.bots.base import make_bot
from paiju.bots.paohuzi.compiled import search
from paiju.bots.paohuzi.compiled.search import Budget, SearchBot
from paiju.games.paohuzi.actions import HU
from paiju.games.paohuzi.cards import COPIES, DEALT, KINDS, SEATS, UNKNOWN, count
from paiju.games.paohuzi.game import GAME
from paiju.games.paohuzi.melds import SetKind
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import Carry, Layout, deal_cards, shuffled
from paiju.kernels.records import stream
from tests.bots_compiled.paohuzi.sampling import sampled
from tests.drawing import often

OWN = (SetKind.UNEXPOSED_3, SetKind.SMELLED_3, SetKind.UNEXPOSED_4)
"""Sets that no card of another seat was claimed for."""
PRESETS = ("akagiri", "chenzhou", "shaoyang-bopi")


def moments(rng, options, deals):
    """States in which a seat has a choice without a win, as the better bots reach them."""
    for _ in range(deals):
        state = GAME.deal(options, rng.randbytes(32))
        bots = [
            make_bot(rng.choice(("greedy", "efficiency", "random")), seat) for seat in range(options.seats)
        ]
        while actors := GAME.actors(state):
            seat = rng.choice(actors)
            legal = GAME.legal_actions(state, seat)
            if len(legal) > 1 and HU not in legal:
                yield state, seat, legal
            state, _ = GAME.apply(state, seat, bots[seat].choose(GAME.view(state, seat), legal))


@pytest.mark.parametrize("preset", PRESETS)
def test_a_sampled_deal_has_the_view_of_the_real_one(preset, rng):
    """The seat's view of it is its own, and its choices are; a kernel's record has no past."""
    options, chance = GAME.options({"preset": preset}), stream(rng.random())
    seen = found = 0
    for state, seat, legal in moments(rng, options, 12):
        view = GAME.view(state, seat)
        counterpart = sampled(view, chance)
        seen += 1
        if counterpart is None:
            continue
        found += 1
        own = GAME.view(counterpart, seat)
        assert replace(own, past=view.past, turned=view.turned, covered=view.covered) == view
        assert GAME.legal_actions(counterpart, seat) == legal
    assert found > 0.97 * seen
    assert seen > 50


@pytest.mark.parametrize("preset", PRESETS)
def test_sampled_deals_respect_forced_sets(preset, rng):
    """What the real deal never shows, no sampled one shows; cards are neither lost nor doubled."""
    options, chance = GAME.options({"preset": preset}), stream(rng.random())
    for real, seat, _ in moments(rng, options, 12):
        for state in (real, sampled(GAME.view(real, seat), chance)):
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


def test_sampled_deals_differ(rng):
    options, chance = GAME.options({}), stream(rng.random())
    state, seat, _ = next(moments(rng, options, 20))
    view = GAME.view(state, seat)
    assert (
        len(
            {
                (counterpart.hands, counterpart.stock)
                for counterpart in (sampled(view, chance) for _ in range(20))
            }
        )
        == 20
    )


@pytest.mark.parametrize("preset", ["akagiri", "chenzhou"])
def test_equal_views_and_seeds_give_equal_choices(preset, rng):
    """Another deal that looks the same, another bot of the same seed, other questions before: the same action."""
    options, counterparts = GAME.options({"preset": preset}), 0
    used = SearchBot(5, Budget(playouts=60))
    for state, seat, legal in islice(moments(rng, options, 100), 25):
        view = GAME.view(state, seat)
        action = used.choose(view, legal)
        assert action in legal
        counterpart = GAME.determinize(view, rng)
        fresh = SearchBot(5, Budget(playouts=60))
        assert fresh.choose(GAME.view(counterpart, seat), GAME.legal_actions(counterpart, seat)) == action
        counterparts += counterpart != state
    assert counterparts > 10


def test_the_search_leaves_its_anchor_only_for_a_clear_gain(rng):
    """With an impossible threshold it is the expected score; with none it is not."""
    options, other, all_ = GAME.options({}), 0, 0
    shy, bold = SearchBot(1, Budget(playouts=150, z=1e9)), SearchBot(1, Budget(playouts=150, z=-1e9))
    for state, seat, legal in islice(moments(rng, options, 100), often(12, 30)):  # six in ten differ
        view = GAME.view(state, seat)
        anchor = make_bot("expected", 0).choose(view, legal)
        assert shy.choose(view, legal) == anchor
        other += bold.choose(view, legal) != anchor
        all_ += 1
    assert other > 0.05 * all_


def test_a_search_ends_as_soon_as_it_is_decided(rng):
    """With one rival: sooner than its playouts allow only for one that is behind, or far ahead; and often so."""
    bot, early, all_ = SearchBot(1, Budget(playouts=400, candidates=2)), 0, 0
    for state, seat, legal in islice(
        moments(rng, GAME.options({}), 100), often(20, 40)
    ):  # two of three end early
        thought = bot.think(GAME.view(state, seat), legal)
        (rival,) = thought.rivals
        if not rival.deals:  # no deal like this one was thought of; that is rare
            continue
        all_ += 1
        if thought.deals < 100:
            early += 1
            assert rival.gain < -0.7 * rival.error or rival.gain > 4.0 * rival.error
            assert (thought.choice == rival.code) == (rival.gain > 0.0)
    assert 0.2 * all_ < early < all_


def test_a_search_stops_at_its_time_limit(rng, monkeypatch):
    """By a clock that counts how often it is read: three looks allow more sampled deals than one, and far from all."""
    state, seat, legal = next(moments(rng, GAME.options({}), 20))
    samples = []
    for name in ("_DROP", "_SURE"):  # nothing but the clock ends it
        monkeypatch.setattr(search, name, 1e9)
    for looks in (1, 3):
        ticks = count_up()
        for module in (search, anchored):
            monkeypatch.setattr(module, "perf_counter", lambda ticks=ticks: next(ticks))
        bot = SearchBot(1, Budget(playouts=10**7, seconds=looks - 0.5))
        samples.append(bot.think(GAME.view(state, seat), legal).deals)
    assert 0 < samples[0] < samples[1] < 10**4


def test_a_win_is_taken():
    bot = SearchBot(1)
    assert bot.choose(None, (None, HU)) == HU
    assert bot.choose(None, ("only",)) == "only"


def test_the_playouts_are_paired(rng):
    """The anchor gains nothing over itself, in any sampled deal."""
    state, seat, legal = next(moments(rng, GAME.options({}), 20))
    bot = SearchBot(1, Budget(playouts=80))
    bot.choose(GAME.view(state, seat), legal)
    tried = fields(bot._search._search)
    assert tried.gains[0] == tried.squares[0] == 0.0
    assert np.any(tried.squares[1:] > 0.0)


def cards_of(hand):
    return [kind for kind in range(KINDS) for _ in range(count(hand, kind))]


def wall_of(dealt, hidden, real, counterpart, seat):
    """The wall of the counterpart: what has left hands and stock is the same in both, but for what `seat` has not seen laid.

    `hidden` are the places in the stock of cards that went to such sets, and whose they are.
    """
    swap = {at: {} for at in dealt.start.order}
    for at, melds in enumerate(GAME.view(real, seat).melds):
        for i, meld in enumerate(melds):
            if UNKNOWN in meld.cards:
                swap[at][real.melds[at][i].cards[0]] = counterpart.melds[at][i].cards[0]
    hands = []
    for at in dealt.start.order:
        gone = cards_of(dealt.hands[at] - real.hands[at])
        hands.append(cards_of(counterpart.hands[at]) + [swap[at].get(card, card) for card in gone])
        if at == dealt.start.dealer:
            hands[-1].remove(dealt.start.shown)
    drawn = dealt.stock[: len(dealt.stock) - len(real.stock)]
    stock = [swap[hidden[i]].get(card, card) if i in hidden else card for i, card in enumerate(drawn)]
    stock += counterpart.stock
    moved = dealt.known
    dealt_out = [hands[i % SEATS][i // SEATS] for i in range(DEALT)]
    return (*dealt_out, dealt.start.shown, *stock[moved:], *stock[:moved])


def concealed(events, seat):
    """The places in the stock of the cards that `seat` has not seen drawn, and who drew them."""
    draws = [event.seen_by(seat).public for event in events if event.kind == "draw"]
    return {i: facts["seat"] for i, facts in enumerate(draws) if "card" not in facts}


def as_told(event, seat, legal):
    """The legal action of a seat that an event tells of; the default if it tells of none."""
    facts = event.public
    if event.kind not in ("discard", "pong", "eat") or facts["seat"] != seat:
        return legal[0]
    wanted = [
        action
        for action in legal
        if action.verb == event.kind
        and (event.kind != "discard" or action.cards == (facts["card"],))
        and (event.kind != "eat" or action.sets == facts["sets"])
    ]
    return wanted[0] if wanted else legal[0]


def retold(state, seat, reported, view):
    """What a seat hears if everybody who is prompted does what has been sent, and the state then.

    At the end the others refuse silently what they are offered, until the seat has its `view`.
    """
    heard = [event.seen_by(seat) for event in GAME.opening(state)]
    while GAME.actors(state) and heard == reported[: len(heard)]:
        silent = len(heard) == len(reported)
        if silent and GAME.view(state, seat) == view:
            break
        for at in GAME.actors(state):
            if at not in GAME.actors(state):
                continue  # outranked by an answer before
            legal = GAME.legal_actions(state, at)
            state, events = GAME.apply(
                state, at, legal[0] if silent else as_told(reported[len(heard)], at, legal)
            )
            heard += [event.seen_by(seat) for event in events]
            if events or silent:
                break
    return state, heard


@pytest.mark.parametrize("preset", PRESETS)
def test_a_sampled_deal_has_the_history_that_the_seat_saw(preset, rng):
    """Played by the rules from its first card on: no forced set, no draw and no claim is other than it was.

    Only before the first claim: which card of a set was claimed, and from whom, is not in a view.
    """
    options, chance = GAME.options({"preset": preset}), stream(rng.random())
    seen = 0
    while seen < 40:
        secret = rng.randbytes(32)
        state, dealt = GAME.deal(options, secret), shuffled(compile_rules(options), secret, Carry())
        deal_cards(dealt)
        events = list(GAME.opening(state))
        bots = [make_bot(rng.choice(("greedy", "efficiency", "random")), 0) for _ in range(options.seats)]
        while actors := GAME.actors(state):
            seat = rng.choice(actors)
            view, legal = GAME.view(state, seat), GAME.legal_actions(state, seat)
            claimed = any(meld.kind not in OWN for melds in view.melds for meld in melds)
            if len(legal) > 1 and HU not in legal and len(actors) == 1 and not claimed:
                counterpart = sampled(view, chance)
                if counterpart is not None:
                    sent = [event.seen_by(seat) for event in events]
                    wall = wall_of(dealt, concealed(events, seat), state, counterpart, seat)
                    again = GAME.deal(options, Layout(wall), Carry(dealer=state.start.dealer))
                    end, heard = retold(again, seat, sent, view)
                    assert heard == sent
                    assert GAME.view(end, seat) == view
                    seen += 1
            state, more = GAME.apply(state, seat, bots[seat].choose(view, legal))
            events += more
