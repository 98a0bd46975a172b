"""The turn engine (PZ 3.1): draws, forced sets, claims carried out, discards, and how a deal ends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from paiju.core import rng
from paiju.core.game import Event, Fact, Facts, Moment, put, whole
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import PONG, SHOWN_DRAWS, Action
from paiju.games.paohuzi.cards import (
    COPIES,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    cards_of,
    count,
    kinds_of,
    loose,
)
from paiju.games.paohuzi.claims import terms
from paiju.games.paohuzi.hands import dealt_sets, explain, forced, hidden, score_on, secret_sets, triple_of
from paiju.games.paohuzi.melds import RUN_OF, Meld, Part, SetKind, best_special, same
from paiju.games.paohuzi.options import ShownCard
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.scoring import Score, payments
from paiju.games.paohuzi.state import (
    ALONE,
    MOST_IN_A_ROW,
    NOBODY,
    Carry,
    Layout,
    Left,
    Phase,
    Result,
    ShownSet,
    Source,
    State,
    Window,
    deal_cards,
    shuffled,
    tell_deal,
)
from paiju.games.paohuzi.views import pause


def finish_won(state: State, seat: int) -> None:
    """The seat that leads the window goes out (PZ M17-M21)."""
    window = state.window
    assert window is not None
    source, drawer, card = window.source, window.seat, window.card
    on = terms(state, source, drawer, seat, card, last=window.last)
    won = score_on(state.rules, state.laid(seat), state.hands[seat], on)
    assert won is not None, "a Hu that was offered"
    parts = explain(state.rules, state.melds[seat], state.hands[seat], on, won)
    discarder = drawer if source is Source.THROWN else None
    apart = source in (Source.DRAWN, Source.THROWN)
    _finish(state, seat, won, parts, card=card, apart=apart, discarder=discarder)


def finish_sets(state: State, seat: int, won: Score) -> None:
    """A seat goes out with three quads or five triples in its dealt hand (PZ M22, 8.14)."""
    hand = state.hands[seat]
    special = best_special(hidden(hand).free, one_five_ten=state.rules.one_five_ten)
    _finish(state, seat, won, (*secret_sets(hand), *special))


def _finish(
    state: State,
    seat: int,
    won: Score,
    parts: tuple[Part, ...],
    *,
    card: int = UNKNOWN,
    apart: bool = False,
    discarder: int | None = None,
) -> None:
    returns = payments(state.rules, state.start.order, seat, won.final, discarder)
    sets = tuple(ShownSet(str(part.kind), part.cards, part.hu) for part in parts)
    why = "hu" if discarder is None else "discard"
    result = Result(
        returns, seat, won.hu, won.bottom, won.multiplier, won.final, card, apart, sets, won.items, won.extra, why
    )  # fmt: skip
    public: dict[str, Any] = {"seat": seat, "rule": "PZ M17" if card >= 0 else "PZ M22"}
    if card >= 0:
        public["card"] = card
    public["sets"] = tuple({"set": s.kind, "cards": s.cards, "hu": s.hu} for s in sets)
    public["items"] = tuple({"why": why, "amount": value, "rule": "PZ 3.7"} for why, value in won.items)
    public["extra"] = tuple({"why": why, "amount": value, "rule": "PZ §4"} for why, value in won.extra)
    public |= {"hu": won.hu, "bottom": won.bottom, "multiplier": won.multiplier, "final": won.final}
    state.tell("hu", public)
    _close(state, result)


def finish_drawn(state: State) -> int:
    """Nobody won with the last card (PZ 3.5)."""
    returns = [0] * state.rules.seats
    returns[state.start.dealer] = state.rules.draw_points
    _close(state, Result(tuple(returns)))
    return NOBODY


def _close(state: State, result: Result) -> None:
    state.result = result
    state.phase = Phase.OVER
    state.window = None
    hands = tuple(
        {"seat": seat, "cards": cards_of(state.hands[seat])} for seat in state.start.order
    )  # fmt: skip
    carry = carry_of(state)
    state.tell("over", {"winner": None if result.drawn_game else result.winner, "hands": hands,
                       "next_dealer": carry.dealer, "rule": "PZ 3.5"})  # fmt: skip
    rule = "PZ 3.5" if result.drawn_game else "PZ case 56"
    for seat, amount in enumerate(result.returns):
        items = ({"amount": amount, "why": result.why, "rule": rule},) if amount else ()
        state.tell("score", {"seat": seat, "amount": amount, "items": items})


def carry_of(state: State) -> Carry:
    """The next dealer, for how many deals in a row, after how many draw games (PZ 3.5, 8.16)."""
    result, start = state.result, state.start
    assert result is not None, "a deal that is over"
    draws = start.draws + 1 if result.drawn_game else 0
    if not result.drawn_game and result.winner != start.dealer:
        return Carry(result.winner, 1, draws)
    if start.streak >= MOST_IN_A_ROW or (result.drawn_game and state.rules.draw_moves):
        return Carry(start.right[start.dealer], 1, draws)
    return Carry(start.dealer, start.streak + 1, draws)


# --- the turn engine (PZ 3.1): draws, forced sets, claims carried out, discards


def is_idle(state: State) -> bool:
    """Whether a card lies open for claims, and nobody is asked about it any more, or at all."""
    window = state.window
    return window is not None and not window.asked


def deal(rules: Rules, seed: bytes | Layout, carry: Carry) -> State:
    """A deal up to its first pause (PZ 3.1): the cut where the table cuts, else heavenly sets, the shown card, dealt quads.

    Raises:
        UsageError: usage.seed.
        LayoutError: layout.cards.
    """
    state = shuffled(rules, seed, carry)
    if not rules.cut:
        _start(state)
    return state


def _start(state: State) -> None:
    deal_cards(state)
    tell_deal(state)
    if state.rules.heavenly_sets:
        for seat in state.start.order:
            won = dealt_sets(state.rules, state.hands[seat], state.start.draws)
            if won:
                finish_sets(state, seat, won)
                return
    if state.rules.shown is ShownCard.OFF:
        run(state, begin_play(state))
    else:
        _open(state, claims.open_shown(state))


def begin(rules: Rules, seed: bytes | Layout | State, carry: Carry) -> tuple[Moment[State], ...]:
    """As `deal`, in moments, or from the state of a position."""
    state = seed.copy() if isinstance(seed, State) else deal(rules, seed, carry)
    found = _moments(state)
    state.start = replace(state.start, opening=whole(found).events)
    return found


def acted(state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
    """A copy of the state after an action, up to the next decision, and what happened.

    An answer in a claim window has no events before the window is settled.
    """
    after = state.copy()
    act(after, seat, action)
    while is_idle(after):
        settle(after)
    return after, after.take_events()


def moments(state: State, seat: int, action: Action) -> tuple[Moment[State], ...]:
    """As `acted`, with a moment for each card that nobody may claim, and one for the end.

    An open window in which nobody is asked looks to every seat like one in which others are.
    """
    after = state.copy()
    act(after, seat, action)
    return _moments(after)


def _moments(state: State) -> tuple[Moment[State], ...]:
    """From a pause to the next decision; `state` itself goes on to be that of the last moment."""
    found = []
    while is_idle(state):
        found.append(Moment(state.copy(), state.take_events(), pause(state)))
        settle(state)
    return (*found, Moment(state, state.take_events(), pause(state)))


def act(state: State, seat: int, action: Action) -> None:
    """Carry an action out, up to the next pause or decision; the last answer that matters settles a window."""
    if state.window is None:
        following = _cut if state.phase is Phase.CUT else _discard
        run(state, following(state, seat, action))
        return
    window = state.window = claims.answered(state.window, seat, action)
    if not window.asked:
        settle(state)


def settle(state: State) -> None:
    """Carry the best answer about an open card out, if there is any (PZ 8.3, 8.4), and go on."""
    window = state.window
    assert window is not None
    state.window = None
    claims.forfeit(state, window)
    following = _unclaimed if window.leader == NOBODY else _claimed
    run(state, following(state, window))


def run(state: State, seat: int) -> None:
    """Draw until a card lies open, someone must decide or the deal is over."""
    while seat != NOBODY:
        seat = draw(state, seat)


def _open(state: State, window: Window) -> int:
    """Pause for claims on a card."""
    state.phase, state.window = Phase.CLAIM, window
    return NOBODY


def begin_play(state: State) -> int:
    """Lay the dealt quads; the dealer discards unless two are its own (PZ M8, case 45)."""
    for seat in state.start.order:
        hand = state.hands[seat]
        for kind in kinds_of(hand) if hidden(hand).quads else ():
            if count(hand, kind) == COPIES:
                lay_quad(state, seat, kind)
                _tell_quad(state, "ti", seat, same(SetKind.UNEXPOSED_4, kind), "PZ M8", secret=True)
    return after(state, state.start.dealer)


def lay_quad(state: State, seat: int, kind: Kind) -> None:
    """Put four of a kind, all dealt, on the table."""
    lay(state, seat, same(SetKind.UNEXPOSED_4, kind), COPIES * UNIT[kind])
    state.remember(seat, Action("quad", (kind,)))


def draw(state: State, seat: int) -> int:
    """A seat turns the top card: a forced set of its own, else a card for all (PZ 3.1)."""
    card, last = state.stock[0], len(state.stock) == 1
    seen = state.known > 0 or last
    state.stock = state.stock[1:]
    state.known -= state.known > 0
    state.turn = seat
    kind = forced(state.laid(seat), state.hands[seat], card)
    if kind is None:
        state.remember(seat, SHOWN_DRAWS[card])
        state.tell("draw", {"seat": seat, "card": card, "last": last, "rule": "PZ M10"})
        return _open(state, claims.open_window(state, Source.DRAWN, seat, card, last=last))
    public: Facts = {"seat": seat, "last": last, "rule": "PZ M10"}
    state.tell_some(None if seen else (seat,), "draw", public, {"card": card})
    lay_forced(state, seat, card, kind, seen=seen)
    return _ask_alone(state, Source.OWN, seat, card, last=last)


def _ask_alone(state: State, source: Source, seat: int, card: Kind, *, last: bool) -> int:
    """Ask a seat whose forced set completes its hand (PZ 3.1).

    If it does not, the deal pauses as well, for nobody can tell; but not where all see the seat discard, or out.
    """
    window = claims.ask_alone(state, source, seat, card, last=last)
    if not window.asked:
        discards = not last and claims.must_discard(state, seat) and loose(state.hands[seat])
        if state.dead[seat] or discards:
            return _own_passed(state, window)
    return _open(state, window)


def lay_forced(state: State, seat: int, card: Kind, kind: SetKind, *, seen: bool) -> None:
    """Lay the own forced set (PZ M8, M12, 8.9): three face down and one up, or three as they are."""
    if kind is SetKind.UNEXPOSED_4:
        secret = join(state, seat, card, kind, "ti")
        _tell_quad(state, "ti", seat, same(kind, card), "PZ M8", secret=secret)
        return
    if (state.no_pong[seat] | state.no_eat[seat]) >> card & 1:
        kind, seen = SetKind.SMELLED_3, True
    state.remember(seat, Action("smell" if kind is SetKind.SMELLED_3 else "wei", (card,) if seen else ()))
    if not seen:
        state.covered = (*state.covered, (seat, card))
    lay(state, seat, same(kind, card, known=seen), 2 * UNIT[card])
    public: Facts = {"seat": seat, "set": str(kind), "rule": "PZ M3"}
    state.tell_some(None if seen else (seat,), "wei", public, {"cards": (card,) * 3})


def join(state: State, seat: int, card: Kind, kind: SetKind, verb: str) -> bool:
    """The fourth card joins a triple of the seat, on the table or secret; `verb` is what is remembered. Whether it was secret."""
    triple = triple_of(state.laid(seat), state.hands[seat], card)
    assert triple is not None, "a quad needs a triple"
    old, rest = triple
    state.remember(seat, Action(verb, (card,) * (COPIES if old is None else 1)))
    if old is not None:
        others = tuple(m for m in state.melds[seat] if m.kind is not old or m.cards[0] != card)
        state.melds = put(state.melds, seat, others)
        _seen_to_leave(state, seat, card)
    lay(state, seat, same(kind, card), state.hands[seat] - rest)
    return old is None


def lay(state: State, seat: int, meld: Meld, used: Hand) -> None:
    """Put a set on the table; `used` are the cards of it that leave the hand."""
    if used:
        state.set_hand(seat, state.hands[seat] - used)
    state.melds = put(state.melds, seat, (*state.melds[seat], meld))
    if meld.known and count(used, state.start.shown):
        _seen_to_leave(state, seat, state.start.shown)


def _seen_to_leave(state: State, seat: int, card: Kind) -> None:
    if seat == state.start.dealer and card == state.start.shown:
        state.shown_held = False


def _tell_quad(state: State, verb: str, seat: int, quad: Meld, rule: str, *, secret: bool) -> None:
    """Four are laid; all see whether the three came from the hand or lay on the table."""
    triple = "hand" if secret else "table"
    state.tell(
        verb, {"seat": seat, "set": str(quad.kind), "cards": quad.cards, "rule": rule, "triple": triple}
    )


def _claimed(state: State, window: Window) -> int:
    """The leader of a window takes the card, or goes out with it."""
    leader, action = window.leader, window.answers[window.leader]
    assert action is not None
    if action.verb == "hu":
        state.window = window
        finish_won(state, leader)
        return NOBODY
    if action.verb == "pong":
        pong(state, leader, window)
    else:
        eat(state, leader, window, action)
    return after(state, leader)


def pong(state: State, seat: int, window: Window) -> None:
    """Lay the open card with a pair."""
    card = window.card
    lay(state, seat, same(SetKind.EXPOSED_3, card), 2 * UNIT[card])
    state.remember(seat, PONG)
    state.tell("pong", {"seat": seat, "card": card, "from": window.seat, "set": "E3", "rule": "PZ M11"})


def eat(state: State, seat: int, window: Window, action: Action) -> None:
    """Lay the open card in a sequence or mixed set, with further sets for the copies in the hand (PZ 3.4)."""
    taken = UNIT[window.card]  # the first set has the open card, each further one a copy of the hand
    state.remember(seat, action)
    for cards in action.sets:
        laid = RUN_OF[cards]
        lay(state, seat, Meld(laid.kind, cards), laid.code - taken)
        taken = 0
    public: dict[str, Fact] = {
        "seat": seat,
        "card": window.card,
        "from": window.seat,
        "sets": action.sets,
        "rule": "PZ 3.4",
    }
    state.tell("eat", public)


def _unclaimed(state: State, window: Window) -> int:
    """Nobody claims an open card: a forced Pao, or it stays in the pile (PZ M10, 8.4, 8.5)."""
    source = window.source
    if source is Source.SHOWN:
        return begin_play(state)
    if source in ALONE:
        return _own_passed(state, window)
    if window.pao != NOBODY and not window.last:
        return _pao(state, window)
    seat = window.seat
    pile = (*state.piles[seat], Left(window.card, source is Source.THROWN))
    state.piles = put(state.piles, seat, pile)
    state.tell("left", {"seat": seat, "card": window.card, "rule": "PZ M10"})
    return finish_drawn(state) if window.last else state.start.right[seat]


def _pao(state: State, window: Window) -> int:
    seat, card = window.pao, window.card
    secret = join(state, seat, card, SetKind.EXPOSED_4, "pao")
    _tell_quad(state, "pao", seat, same(SetKind.EXPOSED_4, card), "PZ M7", secret=secret)
    state.turn = seat
    if window.source is Source.THROWN and state.rules.ask_after_pao:
        return _ask_alone(state, Source.PAO, seat, card, last=False)
    return after(state, seat)


def _own_passed(state: State, window: Window) -> int:
    return finish_drawn(state) if window.last else after(state, window.seat)


def after(state: State, seat: int) -> int:
    """After a claim or forced set of `seat`: it discards, or its right neighbour draws (PZ 3.1, 3.3)."""
    state.turn = seat
    if not state.dead[seat] and claims.must_discard(state, seat):
        if loose(state.hands[seat]):
            state.phase = Phase.DISCARD
            return NOBODY
        state.dead = put(state.dead, seat, True)  # noqa: FBT003 - a value like any other
        state.remember(seat, Action("dead"))
        state.tell("dead", {"seat": seat, "rule": "PZ 8.10"})
    return state.start.right[seat]


def _cut(state: State, seat: int, action: Action) -> int:
    """The cards lifted go under the rest, and the pack is dealt (PZ 3.5)."""
    state.stock = rng.cut(state.stock, action.number)
    state.remember(seat, action)
    state.tell("cut", {"seat": seat, "number": action.number})
    _start(state)
    return NOBODY


def _discard(state: State, seat: int, action: Action) -> int:
    """Throw a loose card, and ask who wants it (PZ M10)."""
    (card,) = action.cards
    throw(state, seat, action)
    state.tell("discard", {"seat": seat, "card": card, "rule": "PZ M10"})
    return _open(state, claims.open_window(state, Source.THROWN, seat, card, last=False))


def throw(state: State, seat: int, action: Action) -> None:
    """Take a discarded card out of a hand (PZ 8.9)."""
    (card,) = action.cards
    state.set_hand(seat, state.hands[seat] - UNIT[card])
    state.remember(seat, action)
    _seen_to_leave(state, seat, card)
    if state.rules.own_discard_smells:
        claims.mark(state, seat, card, pong=True, eat=True)
