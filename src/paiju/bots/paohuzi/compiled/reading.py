"""From a view to the kernel: a state in which nothing stands but what the viewer knows."""

from __future__ import annotations

from functools import lru_cache

from paiju.games.paohuzi.cards import STOCK_SIZE, UNKNOWN, hand_of
from paiju.games.paohuzi.dealing import right_of
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.sets import tally
from paiju.games.paohuzi.viewing import View
from paiju.kernels.paohuzi.adapter import OFFERED, PHASES, SOURCES
from paiju.kernels.paohuzi.coding import encode_meld
from paiju.kernels.paohuzi.packing import pack
from paiju.kernels.paohuzi.records import (
    LEFT_SEAT,
    LEFT_THROWN,
    NOBODY,
    UNANSWERED,
    UNEXPOSED_3,
    WORST,
    StateRecord,
)
from paiju.kernels.paohuzi.stepping import renew
from paiju.kernels.records import Records, fields, new


def from_view(view: View) -> Records[StateRecord]:
    """A record of the deal as its viewer sees it: others' hands are empty, face-down sets and the stock blank.

    The viewer is one of the seats, and is asked something.
    """
    seat = view.viewer
    assert seat is not None
    records = new(StateRecord)
    record = fields(records)
    record.dealer, record.streak, record.draws = view.dealer, view.streak, view.draws
    record.order[:] = view.order
    record.right[: len(view.sizes)] = _right_of(view.options, view.order)
    record.shown, record.shown_held, record.face_up = view.shown, view.shown_held, view.bottom
    record.phase, record.turn = PHASES.index(view.phase), view.turn
    record.next, record.known = STOCK_SIZE - view.left, len(view.known_top)
    record.stock[record.next : record.next + record.known] = view.known_top
    record.dead = sum(1 << at for at, dead in enumerate(view.dead) if dead)
    record.winner = record.won_card = NOBODY
    _piles(record, view)
    for at in range(len(view.sizes)):
        _seat(record, view, at)
    _question(record, view, seat)
    renew(records)
    return records


@lru_cache(maxsize=16)
def _right_of(options: PaohuziOptions, order: tuple[int, ...]) -> tuple[int, ...]:
    return right_of(options.seats, order)


def _piles(record: StateRecord, view: View) -> None:
    for seat, pile in enumerate(view.piles):
        for left in pile:
            record.left[record.lefts] = left.card + LEFT_THROWN * left.thrown + LEFT_SEAT * seat
            record.lefts += 1


def _seat(record: StateRecord, view: View, seat: int) -> None:
    """The sets of a seat; of the viewer also the hand and what he may not claim."""
    melds = view.melds[seat]
    for at, meld in enumerate(melds):
        record.meld[seat, at] = UNEXPOSED_3 if UNKNOWN in meld.cards else encode_meld(meld)
    laid = tally(meld for meld in melds if UNKNOWN not in meld.cards)
    record.sets[seat], record.quads[seat], record.runs[seat] = len(melds), laid.quads, laid.runs
    record.exposed[seat], record.unexposed[seat] = laid.exposed, laid.unexposed
    record.hu[seat], record.code[seat] = laid.hu, pack(laid.code)
    if seat == view.viewer and view.hand is not None:
        record.hand[seat] = pack(hand_of([kind for kind, many in enumerate(view.hand) for _ in range(many)]))
        record.no_pong[seat], record.no_eat[seat] = view.no_pong, view.no_eat


def _question(record: StateRecord, view: View, seat: int) -> None:
    """The open window, as far as the viewer knows it."""
    record.pao, record.lead, record.leader = NOBODY, WORST, NOBODY
    record.best[:], record.answer[:] = WORST, UNANSWERED
    if view.source is None:
        return
    record.source, record.seat, record.card = SOURCES.index(view.source), view.turn, view.card
    record.last = view.last
    record.asked = 1 << seat
    record.offer[seat] = sum(OFFERED[verb] for verb in {action.verb for action in view.offers})
