"""The claim window of a completed deal, so that it looks to the viewer like the one he sees."""

from __future__ import annotations

from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import PASS
from paiju.games.paohuzi.cards import UNKNOWN
from paiju.games.paohuzi.precedence import EAT_RANK, PONG_RANK
from paiju.games.paohuzi.state import ALONE, NOBODY, WORST, Source, State, Window
from paiju.games.paohuzi.viewing import View


def window_of(view: View, state: State) -> Window | None:
    """The window of a completed deal, if it looks like the view's."""
    assert view.source is not None
    window = _opened(view, state)
    viewer = view.viewer
    if viewer is not None and window.offers[viewer] != view.offers:
        return None
    if viewer is not None and view.answer is not None:
        window = claims.answered(window, viewer, view.answer)
    if view.asked:
        return window
    if viewer is not None and view.offers and view.answer is None:
        return _outranked(window, viewer)
    return window if window.asked else None


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
            left = after.asked
            if seat != viewer and left and viewer not in left:
                return after
    return None


def patched(view: View, state: State) -> Window:
    """A window that looks like the view's, with a seat that can only pass where somebody must be waited for."""
    source, viewer = view.source or Source.DRAWN, view.viewer
    seats = range(len(view.sizes))
    card = view.card if view.card != UNKNOWN else state.melds[view.turn][-1].cards[0]
    offers = tuple(view.offers if seat == viewer else () for seat in seats)
    window = Window(
        source,
        view.turn,
        card,
        offers,
        (WORST,) * len(seats),
        claims.NO_ANSWERS[len(seats)],
        (),
        last=view.last,
    )
    takes = any(action.verb in ("pong", "eat") for action in view.offers)
    if not takes:
        window = window._replace(pao=_opened(view, state).pao)
    if viewer is not None and view.offers:
        window = _with_best(
            window, viewer, _best(view, state, viewer, outranked=not view.asked and not view.answer)
        )
        if view.answer is not None:
            window = claims.answered(window, viewer, view.answer)
    if view.asked:
        return window
    waited = view.turn if source in ALONE else next(s for s in view.order if s != viewer and not view.dead[s])
    offers = tuple((PASS,) if seat == waited else offered for seat, offered in enumerate(window.offers))
    return _with_best(window._replace(offers=offers), waited, NOBODY)


def _with_best(window: Window, seat: int, best: int) -> Window:
    return claims.asking(window._replace(best=(*window.best[:seat], best, *window.best[seat + 1 :])))


def _best(view: View, state: State, viewer: int, *, outranked: bool) -> int:
    """The rank of the viewer's best claim; below every claim if he is not asked any more."""
    if outranked:
        return WORST
    verbs = {action.verb for action in view.offers}
    if "hu" in verbs:
        order, right = [view.turn], state.start.right
        while len(order) < len(view.order):
            order.append(right[order[-1]])
        return order.index(viewer)
    return PONG_RANK if "pong" in verbs else EAT_RANK + (viewer != view.turn)
