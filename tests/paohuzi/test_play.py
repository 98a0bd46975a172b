"""Random deals under random options: invariants, windows, leaks, records."""

from __future__ import annotations

import dataclasses
import random

import pytest

from paiju.core.errors import RuleError
from paiju.core.game import Event
from paiju.core.match import Match
from paiju.core.reading import loads
from paiju.core.record import Recorder, dumps, replay
from paiju.games.paohuzi import GAME, views
from paiju.games.paohuzi.actions import DISCARDS, HU, PASS, PONG, Action
from paiju.games.paohuzi.cards import KINDS, cards_of, counts_of, hand_of, size
from paiju.games.paohuzi.melds import CATALOGUES, same
from paiju.games.paohuzi.state import Phase, Source, State
from tests.drawing import often, rounds
from tests.paohuzi.builders import random_deal, random_options, random_step
from tests.paohuzi.invariants import check

EVERY_ACTION = (
    PASS, HU, PONG, *DISCARDS, *(Action("eat", (), (run.cards,)) for run in CATALOGUES[True].runs),
)  # fmt: skip


def test_invariants(rng):
    for _ in range(often(60, 150)):
        state = random_deal(rng, random_options(rng))
        check(state)
        while GAME.actors(state):
            state, _, _, _ = random_step(rng, state)
            check(state)
        assert len(GAME.returns(state)) == state.rules.seats


def test_a_quad_event_says_where_its_triple_was(rng):
    """The owner's hand is three cards smaller where they came from it, or four as dealt, and else as it was.

    One deal in fifteen has a four whose three lay on the table.
    """
    seen: set[str] = set()
    for number in range(1000):
        if number >= 60 and seen == {"hand", "table"}:
            return
        before = random_deal(rng, random_options(rng))
        while GAME.actors(before):
            after, _, _, events = random_step(rng, before)
            laid = [event.public for event in events if event.kind in ("ti", "pao")]
            claims_ = [
                event for event in events if event.kind in ("dealt", "discard", "pong", "eat", "wei", "hu")
            ]
            if len(laid) == 1 and not claims_:
                seat = laid[0]["seat"]
                lost = size(before.hands[seat]) - size(after.hands[seat])
                held = counts_of(before.hands[seat])[
                    laid[0]["cards"][0]
                ]  # four, where they wait for a heavenly hand
                assert held >= 3 or laid[0]["triple"] == "table"
                assert lost == {"hand": held, "table": 0}[laid[0]["triple"]]
                seen.add(laid[0]["triple"])
            before = after
    pytest.fail(f"only {seen}")


def test_apply_accepts_exactly_the_legal_actions(rng):
    for _ in range(often(5, 15)):
        state = random_deal(rng, random_options(rng))
        while GAME.actors(state):
            for seat in range(state.rules.seats):
                legal = GAME.legal_actions(state, seat)
                assert bool(legal) == (seat in GAME.actors(state))
                assert len(set(legal)) == len(legal)
                for action in set(EVERY_ACTION) | set(legal):
                    text = GAME.action_text(state, action)
                    assert GAME.parse_action(state, seat, text) == action
                    if action in legal:
                        continue
                    with pytest.raises(RuleError) as refused:
                        GAME.apply(state, seat, action)
                    expected = "action.illegal" if legal else "action.not_your_turn"
                    assert refused.value.code == expected
            state, _, _, _ = random_step(rng, state)
        with pytest.raises(RuleError, match="game_over"):
            GAME.apply(state, 0, PASS)


def test_apply_is_pure(rng):
    for _ in range(15):
        state = random_deal(rng, random_options(rng))
        while GAME.actors(state):
            before = state.copy()
            after, _, _, _ = random_step(rng, state)
            assert all(getattr(state, name) is getattr(before, name) for name in State.__slots__)
            state = after


def settle(state, answers, order):
    """Answer a window in some order, leaving out who is no longer prompted."""
    events: list[Event] = []
    offers = state.window.offers
    for seat in order:
        if state.window is not None and state.window.offers is offers and seat in GAME.actors(state):
            state, sent = GAME.apply(state, seat, answers[seat])
            events += sent
    return state, events


def test_order_of_answers_does_not_matter(rng):
    seen = 0
    for _ in range(often(150, 400)):
        state = random_deal(rng, random_options(rng))
        while GAME.actors(state):
            actors = GAME.actors(state)
            if len(actors) > 1:
                seen += 1
                answers = {seat: rng.choice(GAME.legal_actions(state, seat)) for seat in actors}
                (one, sent), (other, events) = (settle(state, answers, o) for o in (actors, actors[::-1]))
                assert sent == events
                assert all(getattr(one, name) == getattr(other, name) for name in State.__slots__)
            state, _, _, _ = random_step(rng, state)
    assert seen > 50


def test_answers_stay_hidden_until_the_window_settles(rng):
    for _ in range(often(40, 100)):
        state = random_deal(rng, random_options(rng))
        while GAME.actors(state):
            after, seat, _, events = random_step(rng, state)
            window = state.window
            if window is not None and after.window is not None and after.window.offers is window.offers:
                assert events == ()
                for viewer in (*range(state.rules.seats), None):
                    if viewer != seat and viewer not in set(GAME.actors(state)) ^ set(GAME.actors(after)):
                        assert GAME.view(after, viewer) == GAME.view(state, viewer)
            state = after


def test_a_forced_set_that_completes_a_hand_looks_like_any_other(rng):
    seen = 0
    for number in range(10_000):
        if seen and number >= often(60, 300):
            break
        state = random_deal(rng, GAME.options({"min_hu": 6, "break_pao_hu": rng.random() < 0.5}))
        while GAME.actors(state):
            window = state.window
            if window is not None and window.source is Source.OWN:
                seen += 1
                passed, _ = GAME.apply(state, window.seat, PASS)
                if passed.phase is Phase.DISCARD and passed.turn == window.seat:
                    for viewer in {None, *range(state.rules.seats)} - {window.seat}:
                        assert GAME.view(passed, viewer) == GAME.view(state, viewer)
            state, _, _, _ = random_step(rng, state)
    assert seen


def leak(state, viewer, rng) -> str:
    """Names what a viewer can see of a completed deal that they cannot see of the true one; "" if nothing."""
    view = GAME.view(state, viewer)
    other = GAME.determinize(view, rng)
    seen = GAME.view(other, viewer)
    for field in dataclasses.fields(view):
        if getattr(view, field.name) != getattr(seen, field.name):
            return field.name
    if viewer is not None and GAME.legal_actions(state, viewer) != GAME.legal_actions(other, viewer):
        return "legal actions"
    return "" if bool(GAME.actors(other)) == bool(GAME.actors(state)) else "actors"


def scrambled(state, viewer, rng):
    """The same moment with the cards that the viewer does not see exchanged, made without `determinize`."""
    others = [seat for seat in state.start.order if seat != viewer]
    after = state.copy()
    after.stock = tuple(state.stock)
    middle = state.stock[state.known : -1]
    hidden = [card for seat in others for card in cards_of(state.hands[seat])] + list(middle)
    for seat in others:
        for at, meld in enumerate(after.melds[seat]):
            kinds = [kind for kind in range(KINDS) if hidden.count(kind) >= 3]
            if not meld.known and kinds:
                new = rng.choice(kinds)
                for _ in range(3):
                    hidden.remove(new)
                hidden += meld.cards
                own = (
                    *after.melds[seat][:at],
                    same(meld.kind, new, known=False),
                    *after.melds[seat][at + 1 :],
                )
                after.melds = (*after.melds[:seat], own, *after.melds[seat + 1 :])
    rng.shuffle(hidden)
    for seat in others:
        many = size(state.hands[seat])
        after.set_hand(seat, hand_of(hidden[:many]))
        del hidden[:many]
    after.stock = (
        *state.stock[: state.known],
        *hidden,
        *state.stock[max(state.known, len(state.stock) - 1) :],
    )
    after.no_pong = tuple(n if s == viewer else 0 for s, n in enumerate(state.no_pong))
    after.no_eat = tuple(n if s == viewer else 0 for s, n in enumerate(state.no_eat))
    return after


def leaks(state, viewer, rng) -> str:
    """As `leak`, and against exchanged cards where no window is open."""
    found = leak(state, viewer, rng)
    if found or state.phase is not Phase.DISCARD:
        return found
    other = scrambled(state, viewer, rng)
    own = viewer is not None and GAME.legal_actions(state, viewer) != GAME.legal_actions(other, viewer)
    return "exchanged cards" if own or GAME.view(other, viewer) != GAME.view(state, viewer) else ""


@rounds(1, 4)
def test_nothing_hidden_leaks(part, rng):
    """Where hardly any deal asks somebody, a waiting view may be completed to one that asks nobody: that is rare."""
    looks = idle = 0
    for _ in range(often(6, 12)):
        state = random_deal(rng, random_options(rng))
        while True:
            for viewer in (*range(state.rules.seats), None):
                found = leaks(state, viewer, rng)
                looks += 1
                nobody = found == "actors" and viewer not in GAME.actors(state)
                idle += nobody
                assert nobody or found == ""
            if not GAME.actors(state):
                break
            state, _, _, _ = random_step(rng, state)
    assert idle <= max(2, looks // 500)


def planted(name, value):
    real = views.view

    def view(state, viewer):
        return dataclasses.replace(real(state, viewer), **{name: value(state)})

    return view


PLANTED = {
    "asked": GAME.actors,
    "melds": lambda state: state.melds,
    "no_pong": lambda state: sum(state.no_pong),
    "known_top": lambda state: state.stock[: max(2, state.known)],
    "hand": lambda state: counts_of(state.hands[state.turn]),
}


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_leak_is_detected(monkeypatch, name):
    rng = random.Random(7)
    leaking = dataclasses.replace(GAME.verbs, view=planted(name, PLANTED[name]))
    monkeypatch.setattr(type(GAME), "verbs", leaking)
    found: set[str] = set()
    for _ in range(60):
        state = random_deal(rng, GAME.options({}))
        while GAME.actors(state) and not found:
            for viewer in (0, 1, 2, None):
                try:
                    found.add(leaks(state, viewer, rng))
                except Exception:
                    found.add("impossible")
            found.discard("")
            state, _, _, _ = random_step(rng, state)
    assert found


def test_completed_deals_can_be_played(rng):
    for _ in range(often(15, 40)):
        state = random_deal(rng, random_options(rng))
        while GAME.actors(state):
            if rng.random() < 0.2:
                viewer = rng.randrange(state.rules.seats)
                sampled = GAME.determinize(GAME.view(state, viewer), rng)
                while GAME.actors(sampled):
                    sampled, _, _, _ = random_step(rng, sampled)
                assert len(GAME.returns(sampled)) == state.rules.seats
            state, _, _, _ = random_step(rng, state)


def test_records_replay(rng):
    for _ in range(often(6, 12)):
        options = random_options(rng)
        recorder = Recorder(GAME, options, [f"p{seat}" for seat in range(options.seats)])
        match = Match.start(GAME, options)
        for _ in range(3):
            carry = match.carry or GAME.parse_carry(None)
            state = recorder.begin(rng.randbytes(32), [b"a"] * options.seats, carry)[-1].state
            while GAME.actors(state):
                seat = rng.choice(GAME.actors(state))
                state = recorder.act(state, seat, rng.choice(GAME.legal_actions(state, seat)))[-1].state
            match = match.after(state)
        text = dumps(recorder.record)
        read = loads(text.encode())
        assert dumps(read) == text
        steps = list(replay(GAME, read))
        assert steps[-1].state.result.returns == state.result.returns
        assert len(match.scores) == options.seats


def test_events_reveal_no_hidden_card(rng):
    """What others see of a concealed triple is that there is one."""
    seen = 0
    for _ in range(often(60, 200)):
        state = random_deal(rng, random_options(rng))
        events = list(GAME.opening(state))
        while GAME.actors(state):
            state, _, _, sent = random_step(rng, state)
            events += sent
        for event in events:
            data = GAME.event_json(state.rules.options, event)
            assert data["event"] == event.kind
            if event.kind == "wei" and event.private:
                seen += 1
                assert "cards" not in event.public
                assert "cards" in event.seen_by(event.public["seat"]).public
                assert "cards" not in event.seen_by(None).public
    assert seen
