"""States of the rules as the kernel's records say them, to compare the two."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from paiju.core.game import put
from paiju.games.baohuang.cards import FIRST_JOKER, KINDS, SEATS, Hand, add
from paiju.games.baohuang.phases.transfers import forget_laid
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.state import Laid, Phase, State
from paiju.kernels.baohuang import records as jokers
from paiju.kernels.baohuang.actions import decode, unpack
from paiju.kernels.baohuang.adapter import end_of
from paiju.kernels.baohuang.records import LEVEL_OF_STRENGTH, NO_RANK, RANKS, StateRecord
from paiju.kernels.records import Records, fields

Step = tuple[int, int, bool]  # a seat, the number of what it did, whether that ended the trick
_STRENGTH = {level: strength for strength, level in LEVEL_OF_STRENGTH.items()}


def to_law(records: Records[StateRecord], origin: State, log: Iterable[Step] = ()) -> State:
    """The state of the rules for a record.

    A record remembers no tricks and nothing that is only known or revealed: that is read off `origin` and `log`.

    Args:
        records: one record of play.
        origin: the state from which the record was made.
        log: what was done since, in order.
    """
    record = fields(records)
    over = record.turn < 0
    after = end_of(records, origin) if over else origin.copy()
    if not over:
        after.phase, after.queue = Phase.PLAY, (int(record.turn),)
    after.hands = tuple(_hand(record, seat, suited=origin.rules.suited) for seat in range(SEATS))
    after.roles = replace(origin.roles, shown=_seats(record.shown), solo_shown=bool(record.solo_shown))
    after.lows = tuple(map(int, record.lows))
    after.top = _top(record)
    after.owner, after.passes, after.barred = int(record.owner), int(record.passes), _seats(record.barred)
    after.debt, after.asked_again = bool(record.debt), bool(record.asked_again)
    after.out = tuple(map(int, record.out[: record.outs]))
    after.stuck = tuple(map(int, record.stuck[: record.stucks]))
    _retell(after, log)
    return after


def _seats(bits: int) -> frozenset[int]:
    return frozenset(seat for seat in range(SEATS) if int(bits) >> seat & 1)


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
