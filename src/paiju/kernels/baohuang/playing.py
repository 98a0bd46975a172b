"""Plays, passes, deferrals, wind and the end of a trick (BH A13, A14), as the law's `trick` does them."""

from __future__ import annotations

from paiju.games.baohuang.cards import BIG, FIRST_JOKER, MARKED_SMALL, SEATS, TWO
from paiju.games.baohuang.plays import BOMB_SIZE
from paiju.kernels.baohuang.coding import (
    DEFER,
    PASS,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
)
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.records import LEVELS, NO_RANK, SUIT_BITS, SUIT_MASK, RulesRecord, StateRecord
from paiju.kernels.baohuang.result import ends
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, drew_four, lay, size_of
from paiju.kernels.jit import compiled, inlined

_LAOWANG_PLACE = KINDS_OF_JOKER - 1
_MARKED_SMALL_PLACE = MARKED_SMALL - FIRST_JOKER
_BIG_PLACE = BIG - FIRST_JOKER
_COPIES = 4


@compiled
def act(state: StateRecord, rules: RulesRecord, code: int) -> None:
    """Carry a legal action of the seat to act out."""
    if code > DEFER:
        play(state, rules, code)
    else:
        answer(state, rules, code)


@compiled
def play(state: StateRecord, rules: RulesRecord, code: int) -> None:
    """Lay cards on the table; the next seat is asked, or the deal is over."""
    seat = state.turn
    lay(state, rules, code, bomb_of(state, rules, seat, code) if rules.bombs else 0)
    state.owner = seat
    state.passes = state.debt = state.asked_again = 0
    take(state, rules, seat, code)
    if state.crown >> seat & 1 and (state.called >= 0 or jokers_of(code)):
        _reveal(state, seat, code)
    if state.sizes[seat] == 0:
        state.out[state.outs] = seat
        state.outs += 1
        state.gone |= 1 << seat
        if ends(state, rules):
            return
    ask_next(state, rules, seat)


@inlined
def take(state: StateRecord, rules: RulesRecord, seat: int, code: int) -> None:
    """Take the cards of a play out of a hand."""
    rank = rank_of(code)
    state.jokers[seat] -= jokers_of(code)
    state.sizes[seat] -= size_of(code)
    if rank != NO_RANK:
        drop(state, rules, seat, rank, naturals_of(code))
        if fills_of(code):
            drop(state, rules, seat, TWO, fills_of(code))


@inlined
def drop(state: StateRecord, rules: RulesRecord, seat: int, rank: int, suits: int) -> None:
    """Take cards of a rank out of a hand."""
    count = cards_in(suits)
    had = int(state.counts[seat, rank])
    state.counts[seat, rank] = had - count
    if rules.suited:
        state.suits[seat, rank] -= suits
    for n in range(had - count + 1, had + 1):
        state.planes[seat, n] &= ~(1 << rank)


@compiled
def _reveal(state: StateRecord, seat: int, code: int) -> None:
    """BH A5: the identity card, or the fourth called copy, shows which of the emperor's side plays it."""
    if seat != state.emperor:
        if _identity(state, code, 1):
            state.shown |= 1 << seat
    elif state.guard < 0 and not state.solo_shown:
        state.identity_laid += _identity(state, code, 0)
        if state.identity_laid >= (1 if state.called < 0 else _COPIES):
            state.solo_shown, state.identity_laid = 1, 0


@compiled
def _identity(state: StateRecord, code: int, guard: int) -> int:
    """Cards of a play that tell who the guard is; the marked big joker is a big one when those are called."""
    held = jokers_of(code)
    found = 0
    if guard or state.called < 0:
        found += int(BY_KIND[held, _MARKED_SMALL_PLACE])
    if guard:
        found += int(BY_KIND[held, _LAOWANG_PLACE])
    if state.called >= FIRST_JOKER:
        found += int(BY_KIND[held, state.called - FIRST_JOKER])
        if not guard and state.called == BIG:
            found += int(BY_KIND[held, _BIG_PLACE + 1])
    elif state.called >= 0:
        shift = SUIT_BITS * (state.called & 3)
        if rank_of(code) == state.called >> 2:
            found += naturals_of(code) >> shift & SUIT_MASK
        if state.called >> 2 == TWO:
            found += fills_of(code) >> shift & SUIT_MASK
    return found


@compiled
def answer(state: StateRecord, rules: RulesRecord, code: int) -> None:
    """Pass, or defer (BH A13)."""
    seat = state.turn
    state.passes += 1
    if code == PASS:
        if rules.hard_pass:
            state.barred |= 1 << seat
    else:
        state.debt = state.deferred = 1
    if state.asked_again:
        close(state)
    else:
        ask_next(state, rules, seat)


@inlined
def ask_next(state: StateRecord, rules: RulesRecord, seat: int) -> None:
    """Ask the next seat that may still answer; close the trick when there is none (BH A13)."""
    if rules.gets_stuck and _remove_stuck(state, rules, seat):
        return
    away = state.gone | state.barred
    candidate = seat + 1 if seat < SEATS - 1 else 0
    while candidate != state.owner:
        if not away >> candidate & 1:
            state.turn = candidate
            return
        candidate = candidate + 1 if candidate < SEATS - 1 else 0
    if state.debt and not state.gone >> state.emperor & 1:
        state.debt, state.asked_again, state.turn = 0, 1, state.emperor
        return
    close(state)


@compiled
def _remove_stuck(state: StateRecord, rules: RulesRecord, seat: int) -> bool:
    """BH A18-61: take away who would be asked next and is stuck, one after the other; whether that ends the deal."""
    candidate = (seat + 1) % SEATS
    while candidate != state.owner:
        if not (state.gone | state.barred) >> candidate & 1:
            if not _is_stuck(state, rules, candidate):
                return False
            state.stuck[state.stucks] = candidate
            state.stucks += 1
            state.gone |= 1 << candidate
            if ends(state, rules):
                return True
        candidate = (candidate + 1) % SEATS
    return False


@compiled
def _is_stuck(state: StateRecord, rules: RulesRecord, seat: int) -> bool:
    """Whether a seat has lowest cards only, and none of them fits: as a set or as a bomb."""
    low = int(state.lows[seat])
    count = int(state.counts[seat, low])
    if count != state.sizes[seat]:
        return False
    if not state.top_bomb and not state.need and state.top_base < low and state.top_size <= count:
        return rules.all_at_once > 0 and state.top_size != count
    if not rules.bombs or low + 1 <= state.top_bomb or (rules.all_at_once and count != BOMB_SIZE):
        return True
    for suit in range(4):
        held = int(state.suits[seat, low]) >> SUIT_BITS * suit & SUIT_MASK
        if held >= BOMB_SIZE and drew_four(state, rules, seat, low, suit):
            return False
    return True


@inlined
def close(state: StateRecord) -> None:
    """The trick is over: its winner leads, or the next seat with cards if he has finished (接风)."""
    leader = state.owner
    while state.gone >> leader & 1:
        leader = leader + 1 if leader < SEATS - 1 else 0
    state.turn = leader
    clear(state)


@inlined
def clear(state: StateRecord) -> None:
    """Nothing on the table."""
    state.owner = -1
    state.has_top = state.top_size = state.top_bomb = 0
    state.top_base = NO_RANK
    state.passes = state.barred = state.debt = state.asked_again = state.deferred = 0
    if state.need:
        state.need = state.need_big = state.need_high = state.shut = state.closed = 0
        for level in range(LEVELS):
            state.levels[level] = 0
