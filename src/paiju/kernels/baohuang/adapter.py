"""Between states of the rules and the kernel's records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    MARKED_BIG,
    SEATS,
    Hand,
)
from paiju.games.baohuang.phases.play import low_of
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import NOTHING, Phase, Result, Role, Roles, Stakes, State, Winner
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang import records as jokers
from paiju.kernels.baohuang.actions import weigh
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
    roles = state.roles
    _copy_roles(record, roles, state.stakes, roles.guards)
    if roles.solo and not roles.solo_shown and roles.called >= 0:
        laid = state.played[roles.emperor]
        record.identity_laid = laid[roles.called] + (laid[MARKED_BIG] if roles.called == BIG else 0)
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
    guards = [at for at, role in enumerate(view.roles) if role is Role.GUARD]
    _copy_roles(record, view, view.stakes, guards)
    if view.alone is False and not guards:
        record.guard = view.roles.index(None)
    _copy_play(records, view, fields(rules_for(view.options)))
    record.first_drawer = view.first_drawer
    return records


def _copy_roles(record: StateRecord, roles: Roles | View, stakes: Stakes, guards: Sequence[int]) -> None:
    """The roles, as far as they are known, and what everyone knows of them."""
    record.emperor, record.called = roles.emperor, roles.called
    record.guard, record.guard2 = (*guards, -1, -1)[:2]
    record.crown = _bits({roles.emperor, *guards})
    record.announced = roles.usurped or "solo" in stakes.factors
    record.shown, record.solo_shown = _bits(roles.shown), roles.solo_shown


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


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


def end_of(records: Records[StateRecord], origin: State) -> State:
    """The end of a deal that was played on in a record, its result and nothing more: hands and tricks stay those of `origin`."""
    record, end = fields(records), origin.copy()
    end.phase, end.queue, end.plan = Phase.OVER, (), NOTHING
    places, returns = tuple(map(int, record.places)), tuple(map(int, record.returns))
    end.result = Result(places, returns, _WINNERS[int(record.winner)], int(record.multiplier))
    return end
