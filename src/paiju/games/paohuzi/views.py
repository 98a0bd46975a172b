"""What one viewer may know of a deal: an allow-list, built field by field (PZ §7, M4-M6, 8.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from paiju.core.game import Pause
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import UNKNOWN, Kind, counts_of, size
from paiju.games.paohuzi.melds import Meld
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import ALONE, Left, Past, Phase, Result, Source, State, Window

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A deal as `viewer` knows it; None is a spectator.

    In a claim window `asked` names the viewer or nobody: who else may claim, and what was answered, stays
    hidden until the window is settled. `offers` and `answer` are the viewer's own. `turn` is the seat whose
    card lies open, or that must discard; `card` is that card (-1: none, or not seen), `source` where it came
    from. `shown` and `bottom` are -1 before the pack is cut, all of which is `left` then. `melds` show -1 for cards that lie face down. `no_pong`, `no_eat` are the viewer's smelled kinds as
    bit sets. `known_top` are the next cards of the stock as far as everybody knows them, `left` is its size; `turned` red cards
    went to its top when it was made.
    `shown_held`: the dealer's shown card has not been seen to leave his hand. `past` is what all have seen happen, as in
    `state.State`; `covered` are the kinds of the triples laid face down, in their order, -1 where they are another's.
    `hands` are all hands, once the deal is over.
    """

    options: PaohuziOptions
    viewer: int | None
    phase: Phase
    asked: tuple[int, ...]
    offers: tuple[Action, ...]
    answer: Action | None
    turn: int
    source: Source | None
    card: Kind
    last: bool
    dealer: int
    streak: int
    draws: int
    order: tuple[int, ...]
    hand: Counts | None
    sizes: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    piles: tuple[tuple[Left, ...], ...]
    no_pong: int
    no_eat: int
    dead: tuple[bool, ...]
    shown: Kind
    shown_held: bool
    known_top: tuple[Kind, ...]
    bottom: Kind
    left: int
    turned: int
    result: Result | None
    past: Past | None = None
    covered: tuple[Kind, ...] = ()
    hands: tuple[Counts, ...] = ()

    @property
    def waiting(self) -> bool:
        """Whether the table waits for answers of others."""
        return self.phase is Phase.CLAIM and not self.asked


class _Question(NamedTuple):
    phase: Phase
    asked: tuple[int, ...] = ()
    offers: tuple[Action, ...] = ()
    answer: Action | None = None
    source: Source | None = None
    card: Kind = UNKNOWN
    last: bool = False


def view(state: State, viewer: int | None) -> View:
    """The view of `viewer` on `state`."""
    start = state.start
    question = _question(state, viewer)
    over = state.result is not None
    return View(
        options=state.rules.options,
        viewer=viewer,
        phase=question.phase,
        asked=question.asked,
        offers=question.offers,
        answer=question.answer,
        turn=state.turn,
        source=question.source,
        card=question.card,
        last=question.last,
        dealer=start.dealer,
        streak=start.streak,
        draws=start.draws,
        order=start.order,
        hand=None if viewer is None else counts_of(state.hands[viewer]),
        sizes=tuple(map(size, state.hands)),
        melds=tuple(_melds(state, seat, open_=over or seat == viewer) for seat in range(state.rules.seats)),
        piles=state.piles,
        no_pong=0 if viewer is None else state.no_pong[viewer],
        no_eat=0 if viewer is None else state.no_eat[viewer],
        dead=state.dead,
        shown=start.shown,
        shown_held=state.shown_held,
        known_top=state.stock[: state.known],
        bottom=start.bottom,
        left=len(state.stock),
        turned=start.turned,
        result=state.result,
        past=state.past,
        covered=tuple([kind if over or seat == viewer else UNKNOWN for seat, kind in state.covered]),
        hands=tuple(map(counts_of, state.hands)) if over else (),
    )


def pause(state: State) -> Pause:
    """What everybody sees the table wait for."""
    return Pause.OPEN if _question(state, None).phase is Phase.CLAIM else Pause.NONE


def _melds(state: State, seat: int, *, open_: bool) -> tuple[Meld, ...]:
    return tuple(
        meld if open_ or meld.known else Meld(meld.kind, (UNKNOWN,) * len(meld.cards), known=False)
        for meld in state.melds[seat]
    )


def _question(state: State, viewer: int | None) -> _Question:
    window = state.window
    if window is None:
        return _Question(state.phase, () if state.phase is Phase.OVER else (state.turn,))
    if window.source in ALONE and viewer != window.seat:
        return _asked_alone(state, window)
    offers: tuple[Action, ...] = ()
    answer: Action | None = None
    asked: tuple[int, ...] = ()
    if viewer is not None:
        offers, answer = window.offers[viewer], window.answers[viewer]
        asked = tuple(seat for seat in window.asked if seat == viewer)
    return _Question(Phase.CLAIM, asked, offers, answer, window.source, window.card, window.last)


def _asked_alone(state: State, window: Window) -> _Question:
    """A forced set that completes a hand looks to the others like one that does not: its owner discards."""
    seat = window.seat
    if not window.last and claims.must_discard(state, seat) and state.hands[seat]:
        return _Question(Phase.DISCARD, (seat,))
    return _Question(Phase.CLAIM, source=window.source, last=window.last)
