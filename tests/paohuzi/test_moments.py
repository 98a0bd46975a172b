"""The moments of an action: every card that is displayed has its moment, claimed or not, and all look alike."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from paiju.core.game import Pause, whole
from paiju.games.paohuzi import GAME, claims, turns, views
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.state import ALONE, Phase, Source, State
from tests.drawing import often, rounds
from tests.paohuzi.builders import random_deal, random_options, random_step
from tests.paohuzi.test_play import scrambled

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


def test_the_moments_of_an_action_add_up_to_it(rng):
    displayed = 0
    for state, seat, action in walk(rng, 60):
        before = state.copy()
        after, events = GAME.apply(state, seat, action)
        moments = GAME.moments(state, seat, action)
        assert same(state, before)
        assert same(moments[-1].state, after)
        assert whole(moments).events == events
        assert all(moment.events for moment in moments[:-1])
        displayed += len(moments) - 1
    assert displayed > 100


def test_every_open_card_has_its_moment(rng):
    """No moment has two cards that might be claimed one after the other."""
    for state, seat, action in walk(rng, 60):
        for after, events, *_ in GAME.moments(state, seat, action):
            opened = [event for event in events if event.kind in ("draw", "discard")]
            left = [event for event in events if event.kind == "left"]
            assert len(opened) <= 1 or any(after.dead)
            for before, event in pairwise(events):
                assert not (before.kind in ("draw", "discard") and event.kind == "left")
            assert len(left) <= 1


def test_no_seat_is_asked_during_a_moment(rng):
    seen = set()
    for state, seat, action in walk(rng, 80):
        for moment, events, pause, _ in GAME.moments(state, seat, action)[:-1]:
            assert GAME.actors(moment) == ()
            assert moment.phase is Phase.CLAIM
            assert moment.window is not None
            seen.add(moment.window.source)
            for viewer in viewers(moment):
                assert not GAME.legal_actions(moment, seat)
                view = GAME.view(moment, viewer)
                assert view.offers == ()
                assert view.answer is None
                assert pause is Pause.OPEN or moment.window.source in ALONE
                if moment.window.source in ALONE and viewer == moment.window.seat:
                    continue  # a player without a discard knows that no discard is due
                assert (view.phase is Phase.CLAIM) is (pause is Pause.OPEN)
                assert view.asked == (() if pause is Pause.OPEN else (moment.window.seat,))
            if moment.window.source in (Source.DRAWN, Source.THROWN):
                assert events[-1].kind == ("draw" if moment.window.source is Source.DRAWN else "discard")
                assert events[-1].public["card"] == moment.window.card
    assert seen >= {Source.DRAWN, Source.THROWN, Source.OWN}


def test_all_viewers_see_the_same_pause(rng):
    """What a table waits for follows from what somebody sees who holds no cards."""
    for state, seat, action in walk(rng, 60):
        for moment in GAME.moments(state, seat, action):
            view = GAME.view(moment.state, None)
            assert (moment.pause is Pause.OPEN) is (view.phase is Phase.CLAIM)
            assert moment.pause is not Pause.VEILED


def test_the_deal_is_split_into_moments_too(rng):
    displayed = 0
    for _ in range(200):
        options = replace(random_options(rng), cut=False)
        seed, carry = rng.randbytes(32), GAME.parse_carry(None)
        state = GAME.deal(options, seed, carry)
        moments = GAME.opening_moments(options, seed, carry)
        assert same(moments[-1].state, state)
        assert whole(moments).events == GAME.opening(state)
        first = moments[0].state
        if options.heavenly_shown_card is ShownCard.OFF:
            assert not any(moment.state.window.source is Source.SHOWN for moment in moments[:-1])
        elif first.window is not None:
            displayed += 1
            assert first.window.source is Source.SHOWN
            assert [event.kind for event in moments[0].events] == ["dealt", "bottom"]
        else:  # over at once by heavenly sets
            assert first.result is not None
    assert displayed


def unasked(state, viewer, rng):
    """The moment of the same window in a deal where nobody may claim; None if somebody may."""
    source, seat, last = state.window.source, state.window.seat, state.window.last
    other = scrambled(state, viewer, rng)
    other.window = None
    if source in ALONE:
        card = other.melds[seat][-1].cards[0]
        turns._ask_alone(other, source, seat, card, last=last)
    elif source is Source.SHOWN:
        turns._open(other, claims.open_shown(other))
    else:
        turns._open(other, claims.open_window(other, source, seat, state.window.card, last=last))
    return other if other.window is None or turns.is_idle(other) else None


def low(rng):
    """Options under which hands are complete soon."""
    given = {"min_hu": rng.choice((0, 3, 6)), "break_pao_hu": rng.random() < 0.5}
    return GAME.options({**given, "hu_after_discard_pao": rng.random() < 0.5})


@pytest.mark.parametrize(
    ("options", "sources"),
    [(random_options, {Source.DRAWN, Source.THROWN}), (low, {Source.DRAWN, Source.OWN})],
)
def test_no_seat_sees_whether_others_are_asked(rng, options, sources):
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
    """The first moment as a viewer sees it, and whether they have a claim there."""
    moment, events, *_ = GAME.moments(state, seat, action)[0]
    offers = moment.window.offers[viewer] if moment.window is not None else ()
    return [event.seen_by(viewer) for event in events], GAME.view(moment, viewer), bool(offers)


@rounds(1, 4)
def test_a_discards_moments_depend_only_on_what_the_viewer_knows(part, rng):
    seen = questions = 0
    for state, seat, action in walk(rng, often(8, 20)):
        if action.verb != "discard":
            continue
        for viewer in range(state.rules.seats):
            counterpart = GAME.determinize(GAME.view(state, viewer), rng)
            if action not in GAME.legal_actions(counterpart, seat):
                continue
            one, other = first(state, seat, action, viewer), first(counterpart, seat, action, viewer)
            if one[2] or other[2]:
                continue
            seen += 1
            questions += bool(GAME.moments(state, seat, action)[0].state.window.asked)
            assert one == other
    assert seen > often(20, 50)
    assert questions


def test_a_planted_difference_is_detected(rng, monkeypatch):
    """A moment of another phase would reveal that no seat is prompted."""
    real = views._question

    def telling(state, viewer):
        question = real(state, viewer)
        return question._replace(phase=Phase.DISCARD) if turns.is_idle(state) else question

    monkeypatch.setattr(views, "_question", telling)
    with pytest.raises(AssertionError):
        test_no_seat_sees_whether_others_are_asked(random.Random(5), random_options, {Source.DRAWN})
