"""The turn engine (PZ 3.1): draws, forced sets, claims carried out, discards.

Functions that return a seat name the one that draws next; `NOBODY` means that somebody must decide, or that
the deal is over.
"""

from __future__ import annotations

from paiju.core.game import Event, Fact
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import COPIES, UNIT, Hand, Kind, count, hand_of, kinds_of, loose
from paiju.games.paohuzi.ending import finish_drawn, finish_sets, finish_won
from paiju.games.paohuzi.hands import dealt_sets, forced, hidden, triple_of
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.sets import RUN_OF, Meld, SetKind, same, tally, with_meld
from paiju.games.paohuzi.state import NOBODY, Events, Left, Phase, Source, State, Window


class Moments(list[Event]):
    """Events that also keep each moment at which a card was shown for claims and nobody had one.

    `kept` are those moments, as states in which everybody sees an open window, with the number of events
    before each. The engine runs through them; a table shows every one as long as a window that is asked.
    """

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[tuple[State, int]] = []

    def keep(self, state: State, window: Window) -> None:
        """Remember `state` with `window` open, in which nobody is asked."""
        moment = state.copy()
        moment.phase, moment.window = Phase.CLAIM, window
        self.kept.append((moment, len(self)))


def start(state: State, events: Events) -> None:
    """From the dealt cards to the first decision (PZ 3.1): heavenly sets, the shown card, dealt quads."""
    window = show(state, events)
    if window is None:
        return
    if window.asked:
        state.window = window
        return
    if type(events) is Moments and state.rules.shown is not ShownCard.OFF:
        events.keep(state, window)
    run(state, begin_play(state, events), events)


def show(state: State, events: Events) -> Window | None:
    """The question about the dealer's shown card; None where heavenly sets have ended the deal (PZ 3.1)."""
    if state.rules.heavenly_sets:
        for seat in state.start.order:
            won = dealt_sets(state.rules, state.hands[seat], state.start.draws)
            if won:
                finish_sets(state, seat, won, events)
                return None
    return claims.open_shown(state)


def run(state: State, seat: int, events: Events) -> None:
    """Draw until somebody must decide or the deal is over."""
    while seat != NOBODY:
        seat = draw(state, seat, events)


def begin_play(state: State, events: Events) -> int:
    """Lay the dealt quads; the dealer discards unless he has two (PZ M8, case 45)."""
    for seat in state.start.order:
        hand = state.hands[seat]
        for kind in kinds_of(hand) if hidden(hand).quads else ():
            if count(hand, kind) == COPIES:
                lay(state, seat, same(SetKind.UNEXPOSED_4, kind), hand_of((kind,) * COPIES))
                events.append(_laid("ti", seat, SetKind.UNEXPOSED_4, kind, "PZ M8"))
    return after(state, state.start.dealer, events)


def draw(state: State, seat: int, events: Events) -> int:
    """A seat turns the top card: a forced set of its own, else a card for all (PZ 3.1)."""
    card, last = state.stock[0], len(state.stock) == 1
    seen = state.known > 0 or last
    state.stock = state.stock[1:]
    state.known -= state.known > 0
    state.turn = seat
    kind = forced(state.laid[seat], state.hands[seat], card)
    if kind is None:
        events.append(Event("draw", {"seat": seat, "card": card, "last": last, "rule": "PZ M10"}))
        return offer(state, claims.open_window(state, Source.DRAWN, seat, card, last=last), events)
    private: dict[int, dict[str, Fact]] = {} if seen else {seat: {"card": card}}
    public: dict[str, Fact] = {"seat": seat, "last": last, "rule": "PZ M10"}
    events.append(Event("draw", {**public, "card": card} if seen else public, private))
    _lay_forced(state, seat, card, kind, events, seen=seen)
    window = claims.ask_alone(state, Source.OWN, seat, card, last=last)
    if window:
        state.phase, state.window = Phase.CLAIM, window
        return NOBODY
    if type(events) is Moments:
        _keep_unasked(state, Source.OWN, seat, card, events, last=last)
    if last:
        return finish_drawn(state, events)
    return after(state, seat, events)


def _keep_unasked(
    state: State, source: Source, seat: int, card: Kind, events: Moments, *, last: bool
) -> None:
    """Keep the moment of a forced set that completes no hand; none if its owner is seen to discard anyway."""
    discards = not last and claims.must_discard(state, seat) and loose(state.hands[seat])
    if not state.dead[seat] and not discards:
        events.keep(state, claims.nobody_asked(state, source, seat, card, last=last))


def _lay_forced(state: State, seat: int, card: Kind, kind: SetKind, events: Events, *, seen: bool) -> None:
    """Lay the own forced set (PZ M8, M12, 8.9): three face down and one up, or three as they are."""
    if kind is SetKind.UNEXPOSED_4:
        _join(state, seat, card, kind)
        events.append(_laid("ti", seat, kind, card, "PZ M8"))
        return
    if (state.no_pong[seat] | state.no_eat[seat]) >> card & 1:
        kind, seen = SetKind.SMELLED_3, True
    lay(state, seat, same(kind, card, known=seen), 2 * UNIT[card])
    if seen:
        events.append(_laid("wei", seat, kind, card, "PZ M3"))
    else:
        private = {seat: {"cards": (card,) * 3}}
        events.append(Event("wei", {"seat": seat, "set": str(kind), "rule": "PZ M3"}, private))


def _join(state: State, seat: int, card: Kind, kind: SetKind) -> None:
    """The fourth card joins a triple of the seat, secret or on the table."""
    triple = triple_of(state.laid[seat], state.hands[seat], card)
    assert triple is not None, "a quad needs a triple"
    old, rest = triple
    if old is not None:
        kept = tuple(m for m in state.melds[seat] if m.kind is not old or m.cards[0] != card)
        _set_melds(state, seat, kept)
        _seen_to_leave(state, seat, card)
    lay(state, seat, same(kind, card), state.hands[seat] - rest)


def lay(state: State, seat: int, meld: Meld, used: Hand) -> None:
    """Put a set on the table; `used` are the cards of it that leave the hand."""
    if used:
        state.set_hand(seat, state.hands[seat] - used)
    melds, laid = state.melds, state.laid
    state.melds = (*melds[:seat], (*melds[seat], meld), *melds[seat + 1 :])
    state.laid = (*laid[:seat], with_meld(laid[seat], meld), *laid[seat + 1 :])
    if meld.known and count(used, state.start.shown):
        _seen_to_leave(state, seat, state.start.shown)


def _set_melds(state: State, seat: int, melds: tuple[Meld, ...]) -> None:
    state.melds = (*state.melds[:seat], melds, *state.melds[seat + 1 :])
    state.laid = (*state.laid[:seat], tally(melds), *state.laid[seat + 1 :])


def _seen_to_leave(state: State, seat: int, card: Kind) -> None:
    if seat == state.start.dealer and card == state.start.shown:
        state.shown_held = False


def _laid(verb: str, seat: int, kind: SetKind, card: Kind, rule: str) -> Event:
    cards = same(kind, card).cards
    return Event(verb, {"seat": seat, "set": str(kind), "cards": cards, "rule": rule})


def offer(state: State, window: Window, events: Events) -> int:
    """Ask all who may claim an open card; if nobody may, go on."""
    if window.asked:
        state.phase, state.window = Phase.CLAIM, window
        return NOBODY
    if type(events) is Moments:
        events.keep(state, window)
    return _unclaimed(state, window, events)


def answer(state: State, seat: int, action: Action, events: Events) -> None:
    """Take an answer down; the last one that matters settles the window (PZ 8.3)."""
    assert state.window is not None
    window = claims.answered(state.window, seat, action)
    state.window = window
    if not window.asked:
        run(state, settle(state, window, events), events)


def settle(state: State, window: Window, events: Events) -> int:
    """Carry the best answer of a window out (PZ 8.3, 8.4)."""
    state.window = None
    claims.smell(state, window)
    leader = window.leader
    if leader == NOBODY:
        return _UNCLAIMED[window.source](state, window, events)
    action = window.answers[leader]
    assert action is not None
    if action.verb == "hu":
        state.window = window
        finish_won(state, leader, events)
        return NOBODY
    if action.verb == "pong":
        _pong(state, leader, window, events)
    else:
        _eat(state, leader, window, action, events)
    return after(state, leader, events)


def _pong(state: State, seat: int, window: Window, events: Events) -> None:
    card = window.card
    lay(state, seat, same(SetKind.EXPOSED_3, card), 2 * UNIT[card])
    events.append(
        Event("pong", {"seat": seat, "card": card, "from": window.seat, "set": "E3", "rule": "PZ M11"})
    )


def _eat(state: State, seat: int, window: Window, action: Action, events: Events) -> None:
    taken = UNIT[window.card]
    for cards in action.sets:
        run_ = RUN_OF[cards]
        used = run_.code - taken if taken and count(run_.code, window.card) else run_.code
        taken = 0
        lay(state, seat, Meld(run_.kind, cards), used)
    public: dict[str, Fact] = {
        "seat": seat,
        "card": window.card,
        "from": window.seat,
        "sets": action.sets,
        "rule": "PZ 3.4",
    }
    events.append(Event("eat", public))


def _unclaimed(state: State, window: Window, events: Events) -> int:
    """Nobody claims an open card: a forced Pao, or it stays in the pile (PZ M10, 8.4, 8.5)."""
    if window.pao != NOBODY and not window.last:
        return _pao(state, window, events)
    seat = window.seat
    thrown = window.source is Source.THROWN
    pile = (*state.piles[seat], Left(window.card, thrown))
    state.piles = (*state.piles[:seat], pile, *state.piles[seat + 1 :])
    events.append(Event("left", {"seat": seat, "card": window.card, "rule": "PZ M10"}))
    return finish_drawn(state, events) if window.last else state.start.right[seat]


def _pao(state: State, window: Window, events: Events) -> int:
    seat, card = window.pao, window.card
    _join(state, seat, card, SetKind.EXPOSED_4)
    events.append(_laid("pao", seat, SetKind.EXPOSED_4, card, "PZ M7"))
    state.turn = seat
    if window.source is Source.THROWN and state.rules.ask_after_pao:
        alone = claims.ask_alone(state, Source.PAO, seat, card, last=False)
        if alone:
            state.phase, state.window = Phase.CLAIM, alone
            return NOBODY
        if type(events) is Moments:
            _keep_unasked(state, Source.PAO, seat, card, events, last=False)
    return after(state, seat, events)


def _shown_passed(state: State, window: Window, events: Events) -> int:
    return begin_play(state, events)


def _own_passed(state: State, window: Window, events: Events) -> int:
    return finish_drawn(state, events) if window.last else after(state, window.seat, events)


_UNCLAIMED = {
    Source.SHOWN: _shown_passed,
    Source.DRAWN: _unclaimed,
    Source.THROWN: _unclaimed,
    Source.OWN: _own_passed,
    Source.PAO: _own_passed,
}


def after(state: State, seat: int, events: Events) -> int:
    """After a claim or forced set of `seat`: it discards, or its right neighbour draws (PZ 3.1, 3.3)."""
    state.turn = seat
    if not state.dead[seat] and claims.must_discard(state, seat):
        if loose(state.hands[seat]):
            state.phase = Phase.DISCARD
            return NOBODY
        state.dead = (*state.dead[:seat], True, *state.dead[seat + 1 :])
        events.append(Event("dead", {"seat": seat, "rule": "PZ 8.10"}))
    return state.start.right[seat]


def discard(state: State, seat: int, action: Action, events: Events) -> None:
    """Throw a loose card, and ask who wants it (PZ M10, 8.9)."""
    run(state, offer(state, throw(state, seat, action, events), events), events)


def throw(state: State, seat: int, action: Action, events: Events) -> Window:
    """Throw a loose card; the question about it."""
    (card,) = action.cards
    state.set_hand(seat, state.hands[seat] - UNIT[card])
    _seen_to_leave(state, seat, card)
    if state.rules.own_discard_smells:
        claims.mark(state, seat, card, pong=True, eat=True)
    events.append(Event("discard", {"seat": seat, "card": card, "rule": "PZ M10"}))
    return claims.open_window(state, Source.THROWN, seat, card, last=False)
