"""Between states and views of the rules and the kernel's records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from paiju.core.errors import UsageError
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import STOCK_SIZE, UNKNOWN
from paiju.games.paohuzi.melds import Meld, tally
from paiju.games.paohuzi.state import Left, Phase, Result, Source, Start, State, Window, right_of
from paiju.games.paohuzi.views import View
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.actions import encode, encode_meld
from paiju.kernels.paohuzi.claims import MAY_EAT, MAY_HU, MAY_PASS, MAY_PONG
from paiju.kernels.paohuzi.melds import refresh
from paiju.kernels.paohuzi.records import (
    BITS,
    LEFT_SEAT,
    LEFT_THROWN,
    MOST_MELDS,
    MOST_SEATS,
    NOBODY,
    UNANSWERED,
    UNEXPOSED_3,
    WORST,
    StateRecord,
    pack,
)
from paiju.kernels.records import Records, fields, filling, new


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
    """The kernel's record of a state of the rules; only for a deal that is not over.

    Raises:
        UsageError: usage.kernel_option, if the state holds more than any deal and a record has no room for it, or nothing is
            dealt yet.
    """
    assert state.phase is not Phase.OVER, "a record begins with a question"
    records = new(StateRecord)
    record = filling(records)
    if state.phase is Phase.CUT:
        raise _refused("the cut")
    if len(state.stock) > STOCK_SIZE or max(map(len, state.melds)) > MOST_MELDS:
        raise _refused("a state with more cards or sets than a deal has")
    _table(record, state, state.start, state.start.right)
    for seat in range(state.rules.seats):
        record.hand[seat] = pack(state.hands[seat])
        record.no_pong[seat], record.no_eat[seat] = state.no_pong[seat], state.no_eat[seat]
    record.next, record.known = STOCK_SIZE - len(state.stock), state.known
    record.stock[record.next :] = state.stock
    if state.window is not None:
        _window(record, state.window)
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
    _table(record, view, view, _right_of(view.options.seats, view.order))
    record.hand[seat] = sum(copies << BITS * kind for kind, copies in enumerate(view.hand))
    record.no_pong[seat], record.no_eat[seat] = view.no_pong, view.no_eat
    record.next, record.known = STOCK_SIZE - view.left, len(view.known_top)
    record.stock[record.next : record.next + record.known] = view.known_top
    if view.source is not None:
        record.source, record.seat, record.card = SOURCES.index(view.source), view.turn, view.card
        record.last, record.asked = view.last, 1 << seat
        record.offer[seat] = _offered(view.offers)
    renew(records)
    return records


def _table(record: StateRecord, shown: State | View, start: Start | View, right: Sequence[int]) -> None:
    """What lies on the table, the facts that hold all through a deal, and a window that nobody has answered."""
    record.phase, record.turn = PHASES.index(shown.phase), shown.turn
    record.shown_held, record.dead = shown.shown_held, _bits(shown.dead)
    for seat, melds in enumerate(shown.melds):
        _sets(record, seat, melds)
    _piles(record, shown.piles)
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


def end_of(records: Records[StateRecord], origin: State) -> State:
    """The end of a deal that was played on in a record: the numbers of its result, and what is left of the stock.

    Hands, sets and piles stay those of `origin`.
    """
    record, end = fields(records), origin.copy()
    end.phase, end.window = Phase.OVER, None
    end.stock = tuple(map(int, record.stock[record.next :]))
    returns = tuple(map(int, record.returns[: origin.rules.seats]))
    end.result = Result(
        returns, int(record.winner), int(record.won_hu), int(record.bottom), int(record.multiplier), int(record.final)
    )  # fmt: skip
    return end
