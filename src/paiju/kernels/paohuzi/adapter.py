"""Between states and views of the rules and the kernel's records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from paiju.core.errors import UsageError
from paiju.core.game import Event
from paiju.games.paohuzi import turns
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import STOCK_SIZE, UNKNOWN
from paiju.games.paohuzi.hands import dealt_sets
from paiju.games.paohuzi.melds import Meld, tally
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import Left, Phase, Result, Source, Start, State, Window, right_of, source_of
from paiju.games.paohuzi.views import View
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.actions import decode, decode_meld, encode, encode_meld
from paiju.kernels.paohuzi.claims import MAY_EAT, MAY_HU, MAY_PASS, MAY_PONG, list_offers
from paiju.kernels.paohuzi.melds import refresh
from paiju.kernels.paohuzi.records import (
    BITS,
    LEFT_SEAT,
    LEFT_THROWN,
    MOST_MELDS,
    MOST_SEATS,
    NOBODY,
    SHOWN,
    UNANSWERED,
    UNEXPOSED_3,
    WORST,
    StateRecord,
    new_actions,
    pack,
    unpack,
)
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import Ints, Records, fields, filling, new


@compiled
def renew(state: Records[StateRecord]) -> None:
    """Make up what is derived in a record that was filled by hand."""
    for seat in range(MOST_SEATS):
        refresh(state[0], seat)


PHASES = tuple(Phase)
SOURCES = tuple(Source)
_right_of = lru_cache(maxsize=64)(right_of)
_OFFERED = {"pass": MAY_PASS, "hu": MAY_HU, "pong": MAY_PONG, "eat": MAY_EAT}


def from_law(state: State) -> Records[StateRecord]:
    """The kernel's record of a state of the rules.

    Raises:
        UsageError: usage.kernel_option, if the state holds more than any deal and a record has no room for it, or nothing is
            dealt yet.
    """
    records = new(StateRecord)
    record = filling(records)
    if state.phase is Phase.CUT:
        raise _refused("the cut")
    if len(state.stock) > STOCK_SIZE or max(map(len, state.melds)) > MOST_MELDS:
        raise _refused("a state with more cards or sets than a deal has")
    _start(record, state.start, state.start.right)
    for seat, melds in enumerate(state.melds):
        _sets(record, seat, melds)
        record.hand[seat] = pack(state.hands[seat])
        record.no_pong[seat], record.no_eat[seat] = state.no_pong[seat], state.no_eat[seat]
    record.phase, record.turn = PHASES.index(state.phase), state.turn
    record.next, record.known = STOCK_SIZE - len(state.stock), state.known
    record.stock[record.next :] = state.stock
    record.shown_held, record.dead = state.shown_held, _bits(state.dead)
    _piles(record, state.piles)
    if state.window is not None:
        _window(record, state.window)
    if state.result is not None:
        _result(record, state, state.result)
    renew(records)
    return records


def _refused(text: str) -> UsageError:
    return UsageError("usage.kernel_option", f"the kernel does not play {text}", {"text": text})


def from_view(view: View) -> Records[StateRecord]:
    """The kernel's record of a deal as its viewer knows it: others' hands are empty, face-down sets and the stock blank.

    The viewer is one of the seats, and is asked something.
    """
    seat = view.viewer
    assert seat is not None
    assert view.hand is not None
    records = new(StateRecord)
    record = filling(records)
    _start(record, view, _right_of(view.options.seats, view.order))
    for at, melds in enumerate(view.melds):
        _sets(record, at, melds)
    record.hand[seat] = sum(copies << BITS * kind for kind, copies in enumerate(view.hand))
    record.no_pong[seat], record.no_eat[seat] = view.no_pong, view.no_eat
    record.phase, record.turn = PHASES.index(view.phase), view.turn
    record.next, record.known = STOCK_SIZE - view.left, len(view.known_top)
    record.stock[record.next : record.next + record.known] = view.known_top
    record.shown_held, record.dead = view.shown_held, _bits(view.dead)
    _piles(record, view.piles)
    if view.source is not None:
        record.source, record.seat, record.card = SOURCES.index(view.source), view.turn, view.card
        record.last, record.asked = view.last, 1 << seat
        record.offer[seat] = _offered(view.offers)
    renew(records)
    return records


def _start(record: StateRecord, start: Start | View, right: Sequence[int]) -> None:
    """The facts that hold all through a deal, and a window that nobody has answered."""
    record.dealer, record.streak, record.draws = start.dealer, start.streak, start.draws
    record.order[:] = start.order
    record.right[: len(right)] = right
    record.shown, record.face_up = start.shown, start.bottom
    record.winner = record.won_card = NOBODY
    record.pao, record.lead, record.leader = NOBODY, WORST, NOBODY
    record.best[:], record.answer[:] = WORST, UNANSWERED


def _sets(record: StateRecord, seat: int, melds: Sequence[Meld]) -> None:
    """The sets of a seat, and the sums of those that are known."""
    laid = tally(tuple(meld for meld in melds if UNKNOWN not in meld.cards))
    record.code[seat], record.hu[seat], record.sets[seat] = pack(laid.code), laid.hu, len(melds)
    record.quads[seat], record.runs[seat] = laid.quads, laid.runs
    record.exposed[seat], record.unexposed[seat] = laid.exposed, laid.unexposed
    for at, meld in enumerate(melds):
        record.meld[seat, at] = UNEXPOSED_3 if UNKNOWN in meld.cards else encode_meld(meld)


def _piles(record: StateRecord, piles: Sequence[Sequence[Left]]) -> None:
    for seat, pile in enumerate(piles):
        for left in pile:
            record.left[record.lefts] = left.card + LEFT_THROWN * left.thrown + LEFT_SEAT * seat
            record.lefts += 1


def _window(record: StateRecord, window: Window) -> None:
    record.source, record.seat, record.card = SOURCES.index(window.source), window.seat, window.card
    record.last, record.pao, record.lead, record.leader = window.last, window.pao, window.lead, window.leader
    record.asked = sum(1 << seat for seat in window.asked)
    for seat, offered in enumerate(window.offers):
        record.offer[seat] = _offered(offered)
        record.best[seat] = window.best[seat]
        given = window.answers[seat]
        record.answer[seat] = UNANSWERED if given is None else encode(given)


def _offered(actions: Sequence[Action]) -> int:
    """The verbs of some actions as bits."""
    return sum(_OFFERED[verb] for verb in {action.verb for action in actions})


def _bits(flags: Sequence[bool]) -> int:
    return sum(1 << at for at, flag in enumerate(flags) if flag)


def _result(record: StateRecord, state: State, result: Result) -> None:
    record.returns[: len(result.returns)] = result.returns
    record.winner, record.won_hu, record.bottom = result.winner, result.hu, result.bottom
    record.multiplier, record.final = result.multiplier, result.final
    record.won_card, record.apart = result.card, result.apart
    record.source, record.card = SOURCES.index(source_of(result, state.melds) or Source.SHOWN), result.card
    record.last = not state.stock
    record.seat = state.start.dealer if record.source == SHOWN else state.turn


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
