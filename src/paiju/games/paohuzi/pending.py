"""What is asked in a deal whose past looks right: whether that looks right as well."""

from __future__ import annotations

from paiju.games.paohuzi import claims
from paiju.games.paohuzi.cards import UNKNOWN, loose
from paiju.games.paohuzi.state import ALONE, Phase, Source, State, Window
from paiju.games.paohuzi.viewing import View

_OWN_SETS = ("wei", "smell", "ti")


def agrees(view: View, state: State) -> bool:
    """Open the question of the view in `state`, no more answered than the view says; whether it looks like the view's."""
    if view.phase is Phase.OVER:
        return True
    if view.phase is Phase.DISCARD:
        return _must_discard(view, state)
    window = _opened(view, state)
    viewer = view.viewer
    if viewer is not None:
        if window.offers[viewer] != view.offers:
            return False
        if view.answer is not None:
            window = claims.answered(window, viewer, view.answer)
        elif view.offers and not view.asked:
            outranked = _outranked(window, viewer)
            if outranked is None:
                return False
            window = outranked
    state.window = window
    return True


def _must_discard(view: View, state: State) -> bool:
    """Whether the seat at turn has a card to throw, or goes out first with what it has just laid, which looks the same."""
    seat = view.turn
    source = _source_alone(view, state)
    if source is not None and seat != view.viewer:
        window = claims.ask_alone(state, source, seat, state.melds[seat][-1].cards[0], last=False)
        if window.asked:
            state.phase, state.window = Phase.CLAIM, window
            return True
    return bool(loose(state.hands[seat]))


def _source_alone(view: View, state: State) -> Source | None:
    """Where the seat at turn may just have laid a forced set that completes its hand."""
    verbs = [action.verb for _, action in (view.past or ())[-2:]]
    if verbs[-1:] == ["pao"]:
        return Source.PAO if verbs[0] == "discard" and state.rules.ask_after_pao else None
    return Source.OWN if verbs and verbs[-1] in _OWN_SETS else None


def _opened(view: View, state: State) -> Window:
    source = view.source
    if source in ALONE:
        card = view.card if view.card != UNKNOWN else state.melds[view.turn][-1].cards[0]
        return claims.ask_alone(state, source, view.turn, card, last=view.last)
    if source is Source.SHOWN:
        return claims.open_shown(state)
    assert source is not None
    return claims.open_window(state, source, view.turn, view.card, last=view.last)


def _outranked(window: Window, viewer: int) -> Window | None:
    """The window after an answer that outranks the viewer, with somebody left to wait for."""
    for seat, offers in enumerate(window.offers):
        for action in offers:
            after = claims.answered(window, seat, action)
            if seat != viewer and after.asked and viewer not in after.asked:
                return after
    return None
