"""States of the rules as the kernel's records say them, to compare the two."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.core.game import Event
from paiju.games.paohuzi import turns
from paiju.games.paohuzi.cards import KINDS, Hand
from paiju.games.paohuzi.hands import dealt_sets
from paiju.games.paohuzi.melds import Meld, same
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import Left, Phase, Result, Start, State, Window
from paiju.kernels.paohuzi.actions import KINDS_OF_SET, decode
from paiju.kernels.paohuzi.adapter import PHASES, SOURCES
from paiju.kernels.paohuzi.claims import list_offers
from paiju.kernels.paohuzi.records import (
    ALL_RUNS,
    BITS,
    FIELD,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    NOBODY,
    UNANSWERED,
    StateRecord,
    new_actions,
)
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import Ints, Records, fields


def to_law(records: Records[StateRecord], options: PaohuziOptions, opening: Sequence[Event] = ()) -> State:
    """The state of the rules for a kernel's record; `opening` are the events of the deal, which no record keeps."""
    record, rules = fields(records), compile_rules(options)
    seats = range(rules.seats)
    melds = tuple(tuple(map(decode_meld, record.meld[seat][: record.sets[seat]])) for seat in seats)
    start = Start(
        int(record.dealer), int(record.streak), int(record.draws), _ints(record.order),
        _ints(record.right[: rules.seats]), int(record.shown), int(record.face_up), opening=tuple(opening),
    )  # fmt: skip
    state = State(
        rules=rules, start=start, phase=PHASES[record.phase], turn=int(record.turn),
        hands=tuple(unpack(record.hand[seat]) for seat in seats), melds=melds,
        piles=tuple(map(tuple, _piles_of(record, rules.seats))),
        no_pong=_ints(record.no_pong[: rules.seats]), no_eat=_ints(record.no_eat[: rules.seats]),
        dead=tuple(bool(record.dead >> seat & 1) for seat in seats), stock=_ints(record.stock[record.next :]),
        known=int(record.known), shown_held=bool(record.shown_held),
    )  # fmt: skip
    if state.phase is Phase.CLAIM:
        state.window = _window_of(records, state)
    elif state.phase is Phase.OVER:
        state.result = _result_of(record, state)
    return state


def _ints(values: Ints) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


def _piles_of(record: StateRecord, seats: int) -> list[list[Left]]:
    piles: list[list[Left]] = [[] for _ in range(seats)]
    for left in _ints(record.left[: record.lefts]):
        card = left % LEFT_THROWN
        piles[left // LEFT_SEAT].append(Left(card, bool(left & LEFT_THROWN)))
    return piles


def _window_of(records: Records[StateRecord], state: State) -> Window:
    record, seats, out = fields(records), range(state.rules.seats), new_actions()
    rules, sets = rules_for(state.rules.options)[0], sets_for(state.rules.options)[0]
    given = [int(record.answer[seat]) for seat in seats]
    return Window(
        SOURCES[record.source], int(record.seat), int(record.card),
        tuple(tuple(map(decode, out[: list_offers(records[0], rules, sets, seat, out)])) for seat in seats),
        _ints(record.best[: state.rules.seats]),
        tuple(None if number == UNANSWERED else decode(number) for number in given),
        tuple(seat for seat in seats if record.asked >> seat & 1),
        int(record.lead), int(record.leader), int(record.pao), bool(record.last),
    )  # fmt: skip


def _result_of(record: StateRecord, state: State) -> Result:
    """The result as the rules find it, with the sets of the winning combination."""
    winner, over = int(record.winner), state.copy()
    if winner == NOBODY:
        return Result(_ints(record.returns[: state.rules.seats]))
    if record.won_card < 0:
        won = dealt_sets(state.rules, state.hands[winner], state.start.draws)
        assert won is not None, "heavenly sets"
        turns.finish_sets(over, winner, won)
    else:
        over.window = Window(
            SOURCES[record.source], int(record.seat), int(record.card), (), (), (), (), last=bool(record.last)
        )
        turns.finish_won(over, winner)
    assert over.result is not None, "a deal that was won"
    return over.result


def unpack(packed: int) -> Hand:
    """A hand of the kernel as a hand of the rules."""
    return sum((int(packed) >> BITS * kind & FIELD) << 4 * kind for kind in range(KINDS))


_KINDS = {number: kind for kind, number in KINDS_OF_SET.items()}


def decode_meld(number: int) -> Meld:
    """A number of the kernel as a set on the table."""
    number = int(number)
    known, kind, what = bool(number & KNOWN_BIT), number & KNOWN_BIT - 1, number >> MELD_SHIFT
    if kind in _KINDS:
        return same(_KINDS[kind], what, known=known)
    return Meld(ALL_RUNS[what].kind, ALL_RUNS[what].cards, known)
