"""Whether a deal can have had the past that was seen: it is played again, without the wins that nobody took.

Passing a Hu leaves no trace (PZ 8.6), so the costly part of every window, who could have won, is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping

from paiju.games.paohuzi import claims, turns
from paiju.games.paohuzi.actions import PONG, Action
from paiju.games.paohuzi.cards import COPIES, ONES, Kind, count, loose
from paiju.games.paohuzi.hands import forced
from paiju.games.paohuzi.precedence import EAT_RANK, PONG_RANK
from paiju.games.paohuzi.sets import SetKind
from paiju.games.paohuzi.state import NOBODY, WORST, Events, Past, Source, State, Window, cut_of
from paiju.games.paohuzi.witness import LEFT, Shown

_PAIR = 2
_TRIPLE = 3


class Retracing:
    """Plays a past on `state`, which holds the hands as dealt; afterwards it is what the past led to.

    `shown` are the cards that lay open, by their number in the past; `covered` the kinds of the triples that were laid face down,
    in their order.
    """

    def __init__(self, state: State, shown: Mapping[int, Shown], covered: tuple[Kind, ...]) -> None:
        self._state = state
        self._shown = shown
        self._covered = iter(covered)
        self._window: Window | None = None
        self._events: Events = []

    def fits(self, past: Past, *, begun: bool) -> bool:
        """Whether all of it can have happened; `begun` says that dealt quads are laid."""
        state, first = self._state, int(cut_of(past) > 0)
        for seat, action in past[first:]:
            if action.verb != "quad":
                break
            if count(state.hands[seat], action.cards[0]) != COPIES:
                return False
            turns.lay_quad(state, seat, action.cards[0])
            first += 1
        if begun and any(hand >> 2 & ONES for hand in state.hands):
            return False
        return all(self._step(at, *past[at]) for at in range(first, len(past)))

    def _step(self, at: int, seat: int, action: Action) -> bool:
        self._state.turn = seat
        self._events.clear()
        if action.verb in ("draw", "discard"):
            lays = self._draws if action.verb == "draw" else self._throws
            return lays(seat, action) and self._opens(self._shown[at])
        steps = {
            "pong": self._takes,
            "eat": self._takes,
            "ti": self._joins,
            "pao": self._joins,
            "dead": self._dies,
        }
        return steps.get(action.verb, self._draws_third)(seat, action)

    def _draws(self, seat: int, action: Action) -> bool:
        return forced(self._state.laid[seat], self._state.hands[seat], action.cards[0]) is None

    def _throws(self, seat: int, action: Action) -> bool:
        if not count(loose(self._state.hands[seat]), action.cards[0]):
            return False
        turns.throw(self._state, seat, action)
        return True

    def _dies(self, seat: int, _: Action) -> bool:
        state = self._state
        state.dead = (*state.dead[:seat], True, *state.dead[seat + 1 :])
        return not loose(state.hands[seat])

    def _opens(self, shown: Shown) -> bool:
        """A card lies open: what became of it, and who let it pass."""
        if shown.last:
            return True
        state, seat, card, fate = self._state, shown.seat, shown.card, shown.fate
        pao = claims.forced_pao(state, seat, card, drawn=shown.drawn)
        if pao != NOBODY:
            return fate not in (LEFT, "pong", "eat") and (fate != "pao" or shown.taker == pao)
        if fate == "pao":
            return False
        if fate not in (LEFT, "pong", "eat"):
            return True
        source = Source.DRAWN if shown.drawn else Source.THROWN
        taken = claims.takes_offered(state, seat, card, drawn=shown.drawn)
        offers = tuple([taken.get(at, ()) for at in range(state.rules.seats)])
        window = Window(source, seat, card, offers, (), (), (), leader=shown.taker)
        lead = {LEFT: WORST, "pong": PONG_RANK, "eat": EAT_RANK + (shown.taker != seat)}[fate]
        self._window = window._replace(lead=lead)
        claims.smell(state, self._window)
        return True

    def _takes(self, seat: int, action: Action) -> bool:
        """A Pong or eating that was on offer; what is smelled by it is marked already."""
        state, window = self._state, self._window
        if window is None or action not in window.offers[seat]:
            return False
        if action == PONG:
            turns.pong(state, seat, window, self._events)
        else:
            turns.eat(state, seat, window, action, self._events)
        return True

    def _draws_third(self, seat: int, action: Action) -> bool:
        state, seen = self._state, bool(action.cards)
        card = action.cards[0] if seen else next(self._covered)
        if forced(state.laid[seat], state.hands[seat], card) is not SetKind.UNEXPOSED_3:
            return False
        smelled = bool((state.no_pong[seat] | state.no_eat[seat]) >> card & 1)
        if smelled is not (action.verb == "smell"):
            return False
        turns.lay_forced(state, seat, card, SetKind.UNEXPOSED_3, self._events, seen=seen)
        return True

    def _joins(self, seat: int, action: Action) -> bool:
        """The fourth of a triple, from the hand or the table as it was seen."""
        state, card = self._state, action.cards[0]
        laid, held = state.laid[seat], count(state.hands[seat], card)
        if len(action.cards) == COPIES:
            if held != _TRIPLE:
                return False
        elif held or not (laid.unexposed | (laid.exposed if action.verb == "pao" else 0)) >> card & 1:
            return False
        kind = SetKind.UNEXPOSED_4 if action.verb == "ti" else SetKind.EXPOSED_4
        turns.join(state, seat, card, kind, action.verb)
        return True
