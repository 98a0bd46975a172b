"""Plays, passes, deferrals, wind, the end of a trick and of a deal, places and points (BH A13-A16)."""

from __future__ import annotations

from paiju.games.baohuang.cards import BIG, FIRST_JOKER, MARKED_SMALL, SEATS, TWO
from paiju.games.baohuang.plays import BOMB_SIZE
from paiju.kernels.baohuang.actions import (
    DEFER,
    PASS,
    bomb_of,
    cards_in,
    drew_four,
    fills_of,
    jokers_of,
    lay,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.records import (
    BY_KIND,
    KINDS_OF_JOKER,
    LEVELS,
    NO_RANK,
    SUIT_BITS,
    SUIT_MASK,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined

EMPEROR, GUARD, PEOPLE = 0, 1, 2
_ALL = (1 << SEATS) - 1


@inlined
def worth(state: StateRecord, rules: RulesRecord, emperor: int, guard: int, guard2: int, role: int) -> int:
    """Points of a role before the multiplier, from the places of emperor and guards (0: there is no guard)."""
    return int(rules.points[state.announced, emperor, guard, guard2, role])


@compiled
def ends(state: StateRecord, rules: RulesRecord) -> bool:
    """BH A15: over as soon as one team is out, or, where the table says so, once the result is certain."""
    over = state.gone & state.crown == state.crown or state.gone | state.crown == _ALL
    if not over and rules.decided:
        over = _is_decided(state, rules)
    if over:
        finish(state, rules)
    return over


@compiled
def finish(state: StateRecord, rules: RulesRecord) -> None:
    """Close the deal: places, points, winner; nobody is asked any more."""
    place = 0
    for i in range(state.outs):
        state.places[state.out[i]] = place = i + 1
    first = (int(state.out[state.outs - 1]) if state.outs else state.emperor) + 1
    for i in range(SEATS):
        seat = (first + i) % SEATS
        if not state.gone >> seat & 1:
            place += 1
            state.places[seat] = place
    for i in range(state.stucks):
        state.places[state.stuck[i]] = SEATS - i
    _pay(state, rules)
    state.turn = -1


@compiled
def _pay(state: StateRecord, rules: RulesRecord) -> None:
    emperor = int(state.places[state.emperor])
    guard = int(state.places[state.guard]) if state.guard >= 0 else 0
    guard2 = int(state.places[state.guard2]) if state.guard2 >= 0 else 0
    for seat in range(SEATS):
        role = EMPEROR if seat == state.emperor else GUARD if seat in (state.guard, state.guard2) else PEOPLE
        state.returns[seat] = worth(state, rules, emperor, guard, guard2, role) * state.multiplier
    for i in range(state.stucks):
        state.returns[state.stuck[i]] -= rules.stuck_penalty * state.multiplier
    value = worth(state, rules, emperor, guard, guard2, EMPEROR)
    state.winner = 1 if value > 0 else -1 if value < 0 else 0


@compiled
def _is_decided(state: StateRecord, rules: RulesRecord) -> bool:
    """BH A18-63: whether every order of the seats still playing gives the same points.

    Only the places of emperor and guards count, so all ways to place those of them that still play are tried.
    """
    first, last = state.outs + 1, SEATS - state.stucks
    known = False
    points = (0, 0, 0)
    for emperor in range(1, SEATS + 1):
        if _can_come(state, state.emperor, emperor, first, last):
            for guard in range(SEATS + 1):
                if guard != emperor and _can_come(state, state.guard, guard, first, last):
                    for guard2 in range(SEATS + 1):
                        free = guard2 not in (emperor, guard) or guard2 == 0
                        if free and _can_come(state, state.guard2, guard2, first, last):
                            now = (
                                worth(state, rules, emperor, guard, guard2, EMPEROR),
                                worth(state, rules, emperor, guard, guard2, GUARD),
                                worth(state, rules, emperor, guard, guard2, PEOPLE),
                            )
                            if known and now != points:
                                return False
                            known, points = True, now
    return True


@inlined
def _can_come(state: StateRecord, seat: int, place: int, first: int, last: int) -> bool:
    """Whether a seat (-1: nobody, who has place 0) may come to a place; seats out or stuck have theirs."""
    if seat < 0:
        return place == 0
    for i in range(state.outs):
        if state.out[i] == seat:
            return place == i + 1
    for i in range(state.stucks):
        if state.stuck[i] == seat:
            return place == SEATS - i
    return first <= place <= last


# --- plays, passes, deferrals, wind and the end of a trick (BH A13, A14), as the phase `play` of the rules has them

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
    """The trick is over: its winner leads, or the next seat with cards if the winner has finished (接风)."""
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
