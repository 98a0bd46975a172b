"""The pieces of an action: every card that was shown has its moment, claimed or not, and all look alike."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from paiju.games.paohuzi import GAME, claims, turns
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.state import Phase, Source, State
from tests.paohuzi.builders import random_deal, random_options, random_step
from tests.paohuzi.test_play import scrambled

ALONE = (Source.OWN, Source.PAO)
ENOUGH = 4


def same(one, other) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in State.__slots__)


def walk(rng, deals, options=random_options):
    """Every decision of random deals: the state, who decides and what."""
    for _ in range(deals):
        state = random_deal(rng, options(rng))
        while GAME.actors(state):
            after, seat, action, _ = random_step(rng, state)
            yield state, seat, action
            state = after


def viewers(state):
    return (*range(state.rules.seats), None)


def test_the_pieces_make_up_the_action(rng):
    shown = 0
    for state, seat, action in walk(rng, 60):
        before = state.copy()
        after, events = GAME.apply(state, seat, action)
        pieces = GAME.steps(state, seat, action)
        assert same(state, before)
        assert same(pieces[-1][0], after)
        assert tuple(event for _, told in pieces for event in told) == events
        assert all(told for _, told in pieces[:-1])
        shown += len(pieces) - 1
    assert shown > 100


def test_every_open_card_has_its_moment(rng):
    """No piece has two cards that might be claimed one after the other."""
    for state, seat, action in walk(rng, 60):
        for after, told in GAME.steps(state, seat, action):
            opened = [event for event in told if event.kind in ("draw", "discard")]
            left = [event for event in told if event.kind == "left"]
            assert len(opened) <= 1 or any(after.dead)
            for before, event in pairwise(told):
                assert not (before.kind in ("draw", "discard") and event.kind == "left")
            assert len(left) <= 1


def test_a_moment_asks_nobody(rng):
    seen = set()
    for state, seat, action in walk(rng, 80):
        for moment, told in GAME.steps(state, seat, action)[:-1]:
            assert GAME.actors(moment) == ()
            assert moment.phase is Phase.CLAIM
            assert moment.window is not None
            seen.add(moment.window.source)
            for viewer in viewers(moment):
                assert not GAME.legal_actions(moment, seat)
                view = GAME.view(moment, viewer)
                assert view.offers == ()
                assert view.answer is None
                assert view.phase is Phase.CLAIM or moment.window.source in ALONE
                assert view.asked == (() if view.phase is Phase.CLAIM else (moment.window.seat,))
            if moment.window.source in (Source.DRAWN, Source.THROWN):
                assert told[-1].kind == ("draw" if moment.window.source is Source.DRAWN else "discard")
                assert told[-1].public["card"] == moment.window.card
    assert seen >= {Source.DRAWN, Source.THROWN, Source.OWN}


def test_the_deal_has_pieces_too(rng):
    moments = 0
    for _ in range(200):
        options = random_options(rng)
        seed, carry = rng.randbytes(32), GAME.parse_carry(None)
        state = GAME.deal(options, seed, carry)
        pieces = GAME.opening_steps(options, seed, carry)
        assert same(pieces[-1][0], state)
        assert tuple(event for _, told in pieces for event in told) == GAME.opening(state)
        if options.heavenly_shown_card is ShownCard.OFF:
            assert not any(moment.window.source is Source.SHOWN for moment, _ in pieces[:-1])
        elif pieces[0][0].window is not None:
            moments += 1
            assert pieces[0][0].window.source is Source.SHOWN
            assert [event.kind for event in pieces[0][1]] == ["dealt", "bottom"]
        else:  # over at once by heavenly sets
            assert pieces[0][0].result is not None
    assert moments


def unasked(state, viewer, rng):
    """The moment of the same window in a deal where nobody may claim; None if somebody may."""
    window = state.window
    other = scrambled(state, viewer, rng)
    other.window = None
    events = turns.Moments()
    if window.source in ALONE:
        card = other.melds[window.seat][-1].cards[0]
        if claims.ask_alone(other, window.source, window.seat, card, last=window.last):
            return None
        turns._keep_unasked(other, window.source, window.seat, card, events, last=window.last)
        if events.kept:
            return events.kept[0][0]
        turns.after(other, window.seat, events)
        return other
    if window.source is Source.SHOWN:
        opened = claims.open_shown(other)
        if not opened.asked:
            events.keep(other, opened)
    else:
        opened = claims.open_window(other, window.source, window.seat, window.card, last=window.last)
        if not opened.asked:
            turns.offer(other, opened, events)
    return events.kept[0][0] if events.kept else None


def low(rng):
    """Options under which hands are complete soon."""
    given = {"min_hu": rng.choice((0, 3, 6)), "break_pao_hu": rng.random() < 0.5}
    return GAME.options({**given, "hu_after_discard_pao": rng.random() < 0.5})


@pytest.mark.parametrize(
    ("options", "sources"),
    [(random_options, {Source.DRAWN, Source.THROWN}), (low, {Source.DRAWN, Source.OWN})],
)
def test_nobody_sees_whether_others_are_asked(rng, options, sources):
    seen: Counter[Source] = Counter()
    for state, _, _ in walk(rng, 3000, options):
        if all(seen[source] >= ENOUGH for source in sources):
            return
        window = state.window
        if window is None:
            continue
        for viewer in viewers(state):
            if viewer is not None and window.offers[viewer]:
                continue
            for _ in range(3):
                moment = unasked(state, viewer, rng)
                if moment is not None:
                    seen[window.source] += 1
                    assert GAME.view(moment, viewer) == GAME.view(state, viewer)
    pytest.fail(f"only {seen}")


def first(state, seat, action, viewer):
    """The first piece as a viewer sees it, and whether he has a claim there."""
    moment, told = GAME.steps(state, seat, action)[0]
    offers = moment.window.offers[viewer] if moment.window is not None else ()
    return [event.seen_by(viewer) for event in told], GAME.view(moment, viewer), bool(offers)


def test_a_discard_looks_alike_in_every_deal_that_a_viewer_thinks_possible(rng):
    seen = asked = 0
    for state, seat, action in walk(rng, 60):
        if action.verb != "discard":
            continue
        for viewer in range(state.rules.seats):
            twin = GAME.complete(GAME.view(state, viewer), rng)
            if action not in GAME.legal_actions(twin, seat):
                continue
            one, other = first(state, seat, action, viewer), first(twin, seat, action, viewer)
            if one[2] or other[2]:
                continue
            seen += 1
            asked += bool(GAME.steps(state, seat, action)[0][0].window.asked)
            assert one == other
    assert seen > 50
    assert asked


def test_a_planted_difference_is_seen(rng, monkeypatch):
    """A moment kept with another phase would tell that nobody is asked."""
    real = turns.Moments.keep

    def keep(self, state, window):
        real(self, state, window)
        self.kept[-1][0].phase = Phase.DISCARD
        self.kept[-1][0].window = None

    monkeypatch.setattr(turns.Moments, "keep", keep)
    with pytest.raises(AssertionError):
        test_nobody_sees_whether_others_are_asked(random.Random(5), random_options, {Source.DRAWN})
