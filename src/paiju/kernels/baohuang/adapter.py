"""Between states of the rules and the kernel's records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from paiju.core.game import put
from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    KINDS,
    MARKED_BIG,
    SEATS,
    Hand,
    add,
)
from paiju.games.baohuang.phases.play import low_of
from paiju.games.baohuang.phases.transfers import forget_laid
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import NOTHING, Laid, Phase, Result, Role, State, Winner
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang import records as jokers
from paiju.kernels.baohuang.actions import decode, unpack, weigh
from paiju.kernels.baohuang.records import (
    LEVEL_OF_STRENGTH,
    MOST_CARDS,
    NO_RANK,
    PLANES,
    RANKS,
    SUIT_BITS,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import Records, fields, filling, new

Step = tuple[int, int, bool]  # a seat, the number of what it did, whether that ended the trick
_STRENGTH = {level: strength for strength, level in LEVEL_OF_STRENGTH.items()}
_WINNERS = {1: Winner.EMPEROR, -1: Winner.PEOPLE, 0: Winner.TIE}


def from_law(state: State) -> Records[StateRecord]:
    """The record of a state of the rules; only for the playing phase."""
    assert state.phase is Phase.PLAY, f"kernels know the playing phase alone, not {state.phase}"
    rules = fields(rules_for(state.rules.options))
    records = new(StateRecord)
    record = filling(records)
    _copy_hands(record, slice(SEATS), state.hands)
    record.drawn_jokers[:] = [jokers.number(hand[FIRST_JOKER:]) for hand in state.drawn]
    if state.rules.suited:
        record.suits[:] = [_packed(hand) for hand in state.hands]
    if state.rules.natural_bombs:
        record.drawn[:] = [_packed(hand) for hand in state.drawn]
    record.lows[:] = state.lows
    _copy_roles(record, state)
    _copy_play(records, state, rules)
    record.first_drawer = state.start.first_drawer
    return records


def from_view(view: View, hidden: Hand | None = None) -> Records[StateRecord]:
    """The record of a deal in its playing phase as its viewer knows it: of other hands only the sizes, of roles what is known.

    The cards `hidden` from the viewer are entered as those of one other hand: of hidden hands searches read only the cards of all together.

    Where the emperor is known to have a guard, but not which seat, `guard` is some hidden seat, which is not in the crown.
    """
    seat, hand, drawn = view.viewer, view.hand, view.drawn
    assert seat is not None
    assert hand is not None
    assert drawn is not None
    rules, records = compile_rules(view.options), new(StateRecord)
    record = filling(records)
    _copy_hands(record, seat, hand)
    record.sizes[:] = [view.held(at) if size is None else size for at, size in enumerate(view.sizes)]
    record.drawn_jokers[seat] = jokers.number(drawn[FIRST_JOKER:])
    if rules.suited:
        record.suits[seat] = _packed(hand)
    if hidden is not None:
        holder = (seat + 1) % SEATS
        size = int(record.sizes[holder])
        _copy_hands(record, holder, hidden)
        record.sizes[holder] = size
        if rules.suited:
            record.suits[holder] = _packed(hidden)
    if rules.natural_bombs:
        record.drawn[seat] = _packed(drawn)
    record.lows[:] = -1
    if rules.low_last:
        record.lows[seat] = low_of(rules, hand, view.played[seat])
    _copy_known_roles(record, view)
    _copy_play(records, view, fields(rules_for(view.options)))
    record.first_drawer = view.first_drawer
    return records


def _copy_known_roles(record: StateRecord, view: View) -> None:
    guards = [at for at, role in enumerate(view.roles) if role is Role.GUARD]
    record.emperor, record.called = view.emperor, view.called
    record.crown = _bits({view.emperor, *guards})
    if view.alone is False and not guards:
        guards = [view.roles.index(None)]
    record.guard, record.guard2 = (*guards, -1, -1)[:2]
    record.announced = view.usurped or "solo" in view.stakes.factors
    record.shown, record.solo_shown = _bits(view.shown), view.solo_shown


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _seats(bits: int) -> frozenset[int]:
    return frozenset(seat for seat in range(SEATS) if int(bits) >> seat & 1)


_LEAST = np.array([MOST_CARDS, *range(1, PLANES)])
"""By plane, how many cards of a rank it shows; the first one shows none."""


def _copy_hands(record: StateRecord, seats: int | slice, hands: Hand | tuple[Hand, ...]) -> None:
    """The hand of a seat, or those of several."""
    cards = np.array(hands)
    counts = cards[..., : 4 * RANKS].reshape(*cards.shape[:-1], RANKS, 4).sum(axis=-1)
    record.sizes[seats] = cards.sum(axis=-1)
    record.jokers[seats] = cards[..., FIRST_JOKER:] @ jokers.WEIGHTS
    record.counts[seats, :RANKS] = counts
    record.planes[seats] = (counts[..., None, :] >= _LEAST[:, None]) @ (1 << np.arange(RANKS))


def _packed(hand: Hand) -> list[int]:
    """Copies by suit of each rank, as `coding.pack` has them."""
    return [
        hand[at] | hand[at + 1] << SUIT_BITS | hand[at + 2] << 2 * SUIT_BITS | hand[at + 3] << 3 * SUIT_BITS
        for at in range(0, 4 * RANKS, 4)
    ]


def _copy_roles(record: StateRecord, state: State) -> None:
    roles = state.roles
    record.emperor, record.called = roles.emperor, roles.called
    record.guard, record.guard2 = (*roles.guards, -1, -1)[:2]
    record.crown = _bits({roles.emperor, *roles.guards})
    record.announced = roles.usurped or "solo" in state.stakes.factors
    record.shown, record.solo_shown = _bits(roles.shown), roles.solo_shown
    laid = state.played[roles.emperor]
    if roles.solo and not roles.solo_shown and roles.called >= 0:
        record.identity_laid = laid[roles.called] + (laid[MARKED_BIG] if roles.called == BIG else 0)


def _copy_play(records: Records[StateRecord], state: State | View, rules: RulesRecord) -> None:
    """The seat at turn, those that have left, the stakes, and the running trick."""
    record = filling(records)
    record.owner, record.top_base = -1, NO_RANK
    record.turn, record.multiplier = state.turn, state.multiplier
    record.outs, record.stucks = len(state.out), len(state.stuck)
    record.out[: record.outs], record.stuck[: record.stucks] = state.out, state.stuck
    record.gone = _bits(state.out + state.stuck)
    if state.top is None:
        return
    strengths = state.top.strengths
    record.has_top, record.top_bomb, record.top_size = 1, state.top.bomb, len(strengths)
    for strength in strengths:
        if strength >= RANKS:
            record.levels[LEVEL_OF_STRENGTH[strength]] += 1
    record.top_base = strengths[-1] if strengths and strengths[-1] < RANKS else NO_RANK
    record.owner, record.passes, record.barred = state.owner, state.passes, _bits(state.barred)
    record.debt, record.asked_again = state.debt, state.asked_again
    record.deferred = any(one.verb == "defer" for one in state.trick)
    weigh(fields(records), rules)


def to_law(records: Records[StateRecord], origin: State, log: Iterable[Step] = ()) -> State:
    """The state of the rules for a record.

    A record remembers no tricks and nothing that is only known or revealed: that is read off `origin` and `log`.

    Args:
        records: one record of play.
        origin: the state from which the record was made.
        log: what was done since, in order.
    """
    record = fields(records)
    after = origin.copy()
    over = record.turn < 0
    after.phase = Phase.OVER if over else Phase.PLAY
    after.queue = () if over else (int(record.turn),)
    after.hands = tuple(_hand(record, seat, suited=origin.rules.suited) for seat in range(SEATS))
    after.roles = replace(origin.roles, shown=_seats(record.shown), solo_shown=bool(record.solo_shown))
    after.lows = tuple(map(int, record.lows))
    after.top = _top(record)
    after.owner, after.passes, after.barred = int(record.owner), int(record.passes), _seats(record.barred)
    after.debt, after.asked_again = bool(record.debt), bool(record.asked_again)
    after.out = tuple(map(int, record.out[: record.outs]))
    after.stuck = tuple(map(int, record.stuck[: record.stucks]))
    _retell(after, log)
    if over:
        after.plan = NOTHING
        places, returns = tuple(map(int, record.places)), tuple(map(int, record.returns))
        after.result = Result(places, returns, _WINNERS[int(record.winner)], int(record.multiplier))
    return after


def _hand(record: StateRecord, seat: int, *, suited: bool) -> Hand:
    kinds = [0] * KINDS
    for rank in range(RANKS):
        for kind in unpack(rank, int(record.suits[seat, rank] if suited else record.counts[seat, rank])):
            kinds[kind] += 1
    kinds[FIRST_JOKER:] = jokers.copies(int(record.jokers[seat]))
    return tuple(kinds)


def _top(record: StateRecord) -> Shape | None:
    if not record.has_top:
        return None
    held = tuple(
        _STRENGTH[level] for level in reversed(range(len(record.levels))) for _ in range(record.levels[level])
    )
    naturals = (
        (int(record.top_base),) * (int(record.top_size) - len(held)) if record.top_base != NO_RANK else ()
    )
    return Shape(held + naturals, int(record.top_bomb))


def _retell(state: State, log: Iterable[Step]) -> None:
    """Tricks, cards laid and cards known, from what was done."""
    for seat, code, closed in log:
        action = decode(code)
        state.trick += (Laid(seat, action.cards, action.verb),)
        if action.verb == "play":
            state.played = put(state.played, seat, add(state.played[seat], action.cards))
            forget_laid(state, seat, action.cards)
        if closed:
            state.tricks, state.trick = (*state.tricks, state.trick), ()
