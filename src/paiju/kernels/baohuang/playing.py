"""Plays, passes, deferrals, wind and the end of a trick (BH A13, A14), as the law's `trick` does them."""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.cards import BIG, FIRST_JOKER, MARKED_SMALL, SEATS, TWO
from paiju.games.baohuang.plays import BOMB_SIZE
from paiju.kernels.baohuang.codes import (
    DEFER,
    FILLS_AT,
    JOKERS_AT,
    JOKERS_MASK,
    NATURALS_AT,
    PASS,
    SUITS_MASK,
)
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.records import LEVELS, NO_RANK, SUIT_BITS, SUIT_MASK
from paiju.kernels.baohuang.result import ends
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, drew_four, lay, size_of
from paiju.kernels.jit import compiled, inlined

_LAOWANG_PLACE = KINDS_OF_JOKER - 1
_MARKED_SMALL_PLACE = MARKED_SMALL - FIRST_JOKER
_BIG_PLACE = BIG - FIRST_JOKER
_COPIES = 4


@compiled
def act(s: Any, r: Any, code: int) -> None:
    """Carry a legal action of the seat to act out."""
    if code > DEFER:
        play(s, r, code)
    else:
        answer(s, r, code)


@compiled
def play(s: Any, r: Any, code: int) -> None:
    """Lay cards on the table; the next seat is asked, or the deal is over."""
    seat = s.turn
    lay(s, r, code, bomb_of(s, r, seat, code) if r.bombs else 0)
    s.owner = seat
    s.passes = s.debt = s.asked_again = 0
    take(s, r, seat, code)
    if s.crown >> seat & 1 and (s.called >= 0 or code >> JOKERS_AT & JOKERS_MASK):
        _reveal(s, seat, code)
    if s.sizes[seat] == 0:
        s.out[s.outs] = seat
        s.outs += 1
        s.gone |= 1 << seat
        if ends(s, r):
            return
    ask_next(s, r, seat)


@inlined
def take(s: Any, r: Any, seat: int, code: int) -> None:
    """Take the cards of a play out of a hand."""
    rank = code & 15
    s.jokers[seat] -= code >> JOKERS_AT & JOKERS_MASK
    s.sizes[seat] -= size_of(code)
    if rank != NO_RANK:
        drop(s, r, seat, rank, code >> NATURALS_AT & SUITS_MASK)
        if code >> FILLS_AT:
            drop(s, r, seat, TWO, code >> FILLS_AT)


@inlined
def drop(s: Any, r: Any, seat: int, rank: int, suits: int) -> None:
    """Take cards of a rank out of a hand."""
    count = cards_in(suits)
    had = int(s.counts[seat, rank])
    s.counts[seat, rank] = had - count
    if r.suited:
        s.suits[seat, rank] -= suits
    for n in range(had - count + 1, had + 1):
        s.planes[seat, n] &= ~(1 << rank)


@compiled
def _reveal(s: Any, seat: int, code: int) -> None:
    """BH A5: the identity card, or the fourth called copy, shows which of the emperor's side plays it."""
    if seat != s.emperor:
        if _identity(s, code, 1):
            s.shown |= 1 << seat
    elif s.guard < 0 and not s.solo_shown:
        s.identity_laid += _identity(s, code, 0)
        if s.identity_laid >= (1 if s.called < 0 else _COPIES):
            s.solo_shown, s.identity_laid = 1, 0


@compiled
def _identity(s: Any, code: int, guard: int) -> int:
    """Cards of a play that tell who the guard is; the marked big joker is a big one when those are called."""
    held = code >> JOKERS_AT & JOKERS_MASK
    found = 0
    if guard or s.called < 0:
        found += int(BY_KIND[held, _MARKED_SMALL_PLACE])
    if guard:
        found += int(BY_KIND[held, _LAOWANG_PLACE])
    if s.called >= FIRST_JOKER:
        found += int(BY_KIND[held, s.called - FIRST_JOKER])
        if not guard and s.called == BIG:
            found += int(BY_KIND[held, _BIG_PLACE + 1])
    elif s.called >= 0:
        shift = SUIT_BITS * (s.called & 3)
        if code & 15 == s.called >> 2:
            found += code >> NATURALS_AT >> shift & SUIT_MASK
        if s.called >> 2 == TWO:
            found += code >> FILLS_AT >> shift & SUIT_MASK
    return found


@compiled
def answer(s: Any, r: Any, code: int) -> None:
    """Pass, or defer (BH A13)."""
    seat = s.turn
    s.passes += 1
    if code == PASS:
        if r.hard_pass:
            s.barred |= 1 << seat
    else:
        s.debt = 1
    if s.asked_again:
        close(s)
    else:
        ask_next(s, r, seat)


@inlined
def ask_next(s: Any, r: Any, seat: int) -> None:
    """Ask the next seat that may still answer; close the trick when there is none (BH A13)."""
    if r.gets_stuck and _remove_stuck(s, r, seat):
        return
    away = s.gone | s.barred
    candidate = seat + 1 if seat < SEATS - 1 else 0
    while candidate != s.owner:
        if not away >> candidate & 1:
            s.turn = candidate
            return
        candidate = candidate + 1 if candidate < SEATS - 1 else 0
    if s.debt and not s.gone >> s.emperor & 1:
        s.debt, s.asked_again, s.turn = 0, 1, s.emperor
        return
    close(s)


@compiled
def _remove_stuck(s: Any, r: Any, seat: int) -> bool:
    """BH A18-61: take away who would be asked next and is stuck, one after the other; whether that ends the deal."""
    candidate = (seat + 1) % SEATS
    while candidate != s.owner:
        if not (s.gone | s.barred) >> candidate & 1:
            if not _is_stuck(s, r, candidate):
                return False
            s.stuck[s.stucks] = candidate
            s.stucks += 1
            s.gone |= 1 << candidate
            if ends(s, r):
                return True
        candidate = (candidate + 1) % SEATS
    return False


@compiled
def _is_stuck(s: Any, r: Any, seat: int) -> bool:
    """Whether a seat has lowest cards only, and none of them fits: as a set or as a bomb."""
    low = int(s.lows[seat])
    count = int(s.counts[seat, low])
    if count != s.sizes[seat]:
        return False
    if not s.top_bomb and not s.need and s.top_base < low and s.top_size <= count:
        return r.all_at_once and s.top_size != count
    if not r.bombs or low + 1 <= s.top_bomb or (r.all_at_once and count != BOMB_SIZE):
        return True
    for suit in range(4):
        held = int(s.suits[seat, low]) >> SUIT_BITS * suit & SUIT_MASK
        if held >= BOMB_SIZE and drew_four(s, r, seat, low, suit):
            return False
    return True


@inlined
def close(s: Any) -> None:
    """The trick is over: its winner leads, or the next seat with cards if he has finished (接风)."""
    leader = s.owner
    while s.gone >> leader & 1:
        leader = leader + 1 if leader < SEATS - 1 else 0
    s.turn = leader
    clear(s)


@inlined
def clear(s: Any) -> None:
    """Nothing on the table."""
    s.owner = -1
    s.has_top = s.top_size = s.top_bomb = 0
    s.top_base = NO_RANK
    s.passes = s.barred = s.debt = s.asked_again = 0
    if s.need:
        s.need = s.need_big = s.need_high = s.shut = s.closed = 0
        for level in range(LEVELS):
            s.levels[level] = 0
