"""How a deal ends: a win with its reasons, a draw game, and what is passed on (PZ M21, 3.5, case 56)."""

from __future__ import annotations

from typing import Any

from paiju.core.errors import UsageError
from paiju.core.game import Event
from paiju.games.paohuzi.cards import UNKNOWN, Hand, cards_of, count
from paiju.games.paohuzi.claims import terms
from paiju.games.paohuzi.combinations import explain, secret_sets
from paiju.games.paohuzi.hands import hidden
from paiju.games.paohuzi.partitions import Part
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.scoring import Score, payments
from paiju.games.paohuzi.sets import CATALOGUES
from paiju.games.paohuzi.state import (
    MOST_IN_A_ROW,
    NOBODY,
    Carry,
    Events,
    Phase,
    Result,
    Shown,
    Source,
    State,
)
from paiju.games.paohuzi.winning import score_on


def finish_won(state: State, seat: int, events: Events) -> None:
    """The seat that leads the window goes out (PZ M17-M21)."""
    window = state.window
    assert window is not None
    source, drawer, card = window.source, window.seat, window.card
    on = terms(state, source, drawer, seat, card, last=window.last)
    won = score_on(state.rules, state.laid[seat], state.hands[seat], on)
    assert won is not None, "a Hu that was offered"
    parts = explain(state.rules, state.melds[seat], state.hands[seat], on, won)
    discarder = drawer if source is Source.THROWN else None
    apart = source in (Source.DRAWN, Source.THROWN)
    _finish(state, seat, won, parts, events, card=card, apart=apart, discarder=discarder)


def finish_sets(state: State, seat: int, won: Score, events: Events) -> None:
    """A seat goes out with three quads or five triples in its dealt hand (PZ M22, 8.14)."""
    parts = _dealt_parts(state.hands[seat], one_five_ten=state.rules.one_five_ten)
    _finish(state, seat, won, parts, events)


def _dealt_parts(hand: Hand, *, one_five_ten: bool) -> tuple[Part, ...]:
    return (*secret_sets(hand), *_best_special(hidden(hand).free, one_five_ten=one_five_ten))


def _best_special(free: Hand, *, one_five_ten: bool) -> tuple[Part, ...]:
    best: tuple[Part, ...] = ()
    for run in CATALOGUES[one_five_ten].special:
        if all(count(free, kind) for kind in run.cards):
            rest = _best_special(free - run.code, one_five_ten=one_five_ten)
            parts = (Part(run.kind, run.cards, run.hu), *rest)
            best = max(best, parts, key=lambda found: sum(part.hu for part in found))
    return best


def _finish(
    state: State,
    seat: int,
    won: Score,
    parts: tuple[Part, ...],
    events: Events,
    *,
    card: int = UNKNOWN,
    apart: bool = False,
    discarder: int | None = None,
) -> None:
    returns = payments(state.rules, state.start.order, seat, won.final, discarder)
    sets = tuple(Shown(str(part.kind), part.cards, part.hu) for part in parts)
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
    events.append(Event("hu", public))
    _close(state, result, events)


def finish_drawn(state: State, events: Events) -> int:
    """Nobody won with the last card (PZ 3.5)."""
    returns = [0] * state.rules.seats
    returns[state.start.dealer] = state.rules.draw_points
    _close(state, Result(tuple(returns)), events)
    return NOBODY


def _close(state: State, result: Result, events: Events) -> None:
    state.result = result
    state.phase = Phase.OVER
    state.window = None
    hands = tuple(
        {"seat": seat, "cards": cards_of(state.hands[seat])} for seat in state.start.order
    )  # fmt: skip
    carry = carry_of(state)
    events.append(
        Event("over", {"winner": None if result.drawn_game else result.winner, "hands": hands,
                       "next_dealer": carry.dealer, "rule": "PZ 3.5"})
    )  # fmt: skip
    rule = "PZ 3.5" if result.drawn_game else "PZ case 56"
    for seat, amount in enumerate(result.returns):
        items = ({"amount": amount, "why": result.why, "rule": rule},) if amount else ()
        events.append(Event("score", {"seat": seat, "amount": amount, "items": items}))


def carry_of(state: State) -> Carry:
    """Who deals next, for how many deals in a row, after how many draw games (PZ 3.5, 8.16)."""
    result, start = state.result, state.start
    if result is None:
        raise UsageError("usage.unfinished", "a deal that is not over passes nothing on")
    draws = start.draws + 1 if result.drawn_game else 0
    if not result.drawn_game and result.winner != start.dealer:
        return Carry(result.winner, 1, draws)
    if start.streak >= MOST_IN_A_ROW or (result.drawn_game and moves(state.rules)):
        return Carry(start.right[start.dealer], 1, draws)
    return Carry(start.dealer, start.streak + 1, draws)


def moves(rules: Rules) -> bool:
    """Whether a draw game passes the deal on (PZ §4)."""
    return rules.draw_moves
