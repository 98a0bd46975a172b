"""PZ §7, recomputed from nothing after every event."""

from __future__ import annotations

from collections import Counter

from paiju.games.paohuzi import GAME, claims
from paiju.games.paohuzi.cards import CARDS, COPIES, HAND_SIZE, KINDS, cards_of, count, loose, size
from paiju.games.paohuzi.claims import rank
from paiju.games.paohuzi.melds import IDENTICAL, RUN_OF, RUNS, SetKind
from paiju.games.paohuzi.state import Phase, Source, State


def all_cards(state: State) -> Counter[int]:
    """Every card, wherever it lies."""
    cards: Counter[int] = Counter(state.stock)
    for hand in state.hands:
        cards.update(cards_of(hand))
    for melds in state.melds:
        cards.update(card for meld in melds for card in meld.cards)
    for pile in state.piles:
        cards.update(left.card for left in pile)
    window = state.window
    if window is not None and window.source in (Source.DRAWN, Source.THROWN):
        cards[window.card] += 1
    if state.result is not None and state.result.apart:
        cards[state.result.card] += 1
    return cards


def check(state: State) -> None:
    """All invariants that hold for any state between two decisions."""
    cards = all_cards(state)
    assert sum(cards.values()) == CARDS
    assert all(cards[kind] == COPIES for kind in range(KINDS))
    for seat in range(state.rules.seats):
        check_seat(state, seat)
    window = state.window
    if window is not None:
        check_window(state)
    if state.result is not None:
        check_result(state)
    assert bool(GAME.actors(state)) == (state.phase is not Phase.OVER)


def check_seat(state: State, seat: int) -> None:
    hand, melds = state.hands[seat], state.melds[seat]
    for meld in melds:
        if meld.kind in RUNS:
            assert RUN_OF[meld.cards].kind is meld.kind
        else:
            assert len(meld.cards) == IDENTICAL[meld.kind]
            assert len(set(meld.cards)) == 1
    triples = {m.cards[0] for m in melds if IDENTICAL.get(m.kind) == 3}
    if state.rules.bi or not state.start.draws:  # without 比 an eaten kind may stay in hand, never a triple
        assert not any(count(hand, kind) for kind in triples)
    playing = state.phase is not Phase.CUT and (
        state.window is None or state.window.source is not Source.SHOWN
    )
    if playing and state.result is None:
        assert all(count(hand, kind) < COPIES for kind in range(KINDS))
        check_size(state, seat)
    for meld in melds:
        if meld.kind is SetKind.SMELLED_3:
            assert meld.cards[0] not in state.stock


def check_size(state: State, seat: int) -> None:
    """Idle seats own 20 + max(0, q - 1) cards, with the exceptions of §7."""
    if seat not in state.start.order:
        assert state.hands[seat] == 0
        return
    laid = state.laid(seat)
    cards = claims.owned(state.hands[seat], laid)
    question = state.phase is Phase.DISCARD and state.turn == seat
    window = state.window
    alone = window is not None and window.source in (Source.OWN, Source.PAO) and window.seat == seat
    if question:
        assert loose(state.hands[seat])
    if state.dead[seat]:
        assert not loose(state.hands[seat])
    elif not question and not alone:
        quads = laid.quads if state.rules.parity else 0
        assert cards <= HAND_SIZE + max(0, quads - 1)
        dealt = sum(m.kind is SetKind.UNEXPOSED_4 for m in state.melds[seat])
        if state.rules.parity and dealt < 2 and laid.quads < 2:
            assert cards == HAND_SIZE


def check_window(state: State) -> None:
    window = state.window
    assert window is not None
    ranked = {}
    for seat, offered in enumerate(window.offers):
        assert not offered or offered[0].verb == "pass"
        assert not (offered and state.dead[seat])
        for action in offered[1:]:
            ranked.setdefault(rank(window, seat, action.verb), set()).add(seat)
        if window.last or window.pao >= 0:
            assert all(action.verb in ("pass", "hu") for action in offered)
    assert all(len(seats) == 1 for seats in ranked.values())
    assert claims.asking(window).asked == window.asked


def check_result(state: State) -> None:
    result = state.result
    assert result is not None
    if result.drawn_game:
        assert sum(result.returns) == state.rules.draw_points
        assert not state.stock
        return
    assert sum(result.returns) == 0
    assert all(result.returns[s] == 0 for s in range(state.rules.seats) if s not in state.start.order)
    assert result.final >= 0
    assert result.hu == sum(displayed.hu for displayed in result.sets)
    if result.card < 0:
        return
    assert len(result.sets) == 7
    quads = sum(len(displayed.cards) == 4 for displayed in result.sets)
    pairs = sum(len(displayed.cards) == 2 for displayed in result.sets)
    assert pairs == (quads > 0)
    assert result.hu >= state.rules.min_hu
    cards = Counter(card for displayed in result.sets for card in displayed.cards)
    own = Counter(cards_of(state.hands[result.winner] + state.laid(result.winner).code))
    own[result.card] += result.apart
    if state.start.shown == result.card and not result.apart and result.winner != state.start.dealer:
        own = cards if cards - own == Counter([result.card]) else own
    assert cards == own
    assert size(state.hands[result.winner]) >= 0
