"""The turn engine (PZ 3.1): as `turns` in the rules.

Functions that return a seat name the one that draws next; `NOBODY` means that someone must decide, or that
the deal is over.
"""

from __future__ import annotations

from paiju.games.paohuzi.cards import CARDS, COPIES, DEALT, IS_RED, KINDS, SEATS, STOCK_SIZE
from paiju.games.paohuzi.state import MOST_IN_A_ROW
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.actions import HU, PONG, RUN_BITS, THROW, VERB_BITS
from paiju.kernels.paohuzi.claims import (
    Score,
    answered,
    ask_alone,
    dealt_sets,
    forfeit,
    is_due,
    mark,
    open_shown,
    open_window,
    score_of,
)
from paiju.kernels.paohuzi.melds import join, lay_run, lay_same, leave_seen, refresh
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DISCARD,
    DRAWN,
    EXPOSED_3,
    EXPOSED_4,
    LEFT_SEAT,
    LEFT_THROWN,
    MOST_SEATS,
    NOBODY,
    ONES,
    OVER,
    OWN,
    PAO,
    SHOWN,
    SMELLED_3,
    THROWN,
    UNEXPOSED_3,
    UNEXPOSED_4,
    UNKNOWN,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    unit,
)
from paiju.kernels.records import Ints, below

_QUAD = 4
_TRIPLE = 3
_PAIR = 2
_RUN = (1 << RUN_BITS) - 1


@compiled
def start(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> None:
    """From the dealt cards to the first decision (PZ 3.1): heavenly sets, the shown card, dealt quads."""
    if rules.heavenly_sets:
        for place in range(SEATS):
            seat = int(state.order[place])
            won = dealt_sets(rules, sets, int(state.hand[seat]), int(state.draws))
            if won[0] >= 0:
                finish_sets(state, rules, seat, won)
                return
    open_shown(state, rules, sets)
    if state.asked or (state.pauses and rules.shown_asks):
        state.phase = CLAIM
    else:
        run(state, rules, sets, begin_play(state, rules))


@compiled
def run(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int) -> None:
    """Draw until someone must decide or the deal is over."""
    while seat != NOBODY:
        seat = draw(state, rules, sets, seat)


@compiled
def begin_play(state: StateRecord, rules: RulesRecord) -> int:
    """Lay the dealt quads; the dealer discards unless two are its own (PZ M8, case 45)."""
    for place in range(SEATS):
        seat = int(state.order[place])
        fours = int(state.hand[seat]) >> 2 & ONES
        for kind in range(KINDS if fours else 0):
            if count(fours, kind):
                lay_same(state, seat, UNEXPOSED_4, kind, 1, _QUAD * unit(kind))
    return after(state, rules, int(state.dealer))


@compiled
def draw(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int) -> int:
    """A seat turns the top card: a forced set of its own, else a card for all (PZ 3.1)."""
    card = int(state.stock[int(state.next)]) + 0  # as wide as every other number
    state.next += 1
    last = int(state.next == STOCK_SIZE)
    seen = int(state.known > 0 or last)
    state.known -= int(state.known > 0)
    state.turn = seat
    copies = count(int(state.hand[seat]), card)
    if copies == _TRIPLE or int(state.unexposed[seat]) >> card & 1:
        join(state, seat, card, UNEXPOSED_4)
    elif copies == _PAIR:
        forfeited = (int(state.no_pong[seat]) | int(state.no_eat[seat])) >> card & 1
        kind = SMELLED_3 if forfeited else UNEXPOSED_3
        lay_same(state, seat, kind, card, forfeited | seen, _PAIR * unit(card))
    else:
        open_window(state, rules, sets, DRAWN, seat, card, last)
        return _offer(state, rules, sets)
    if ask_alone(state, rules, sets, OWN, seat, card, last):
        state.phase = CLAIM
        return NOBODY
    return finish_drawn(state, rules) if last else after(state, rules, seat)


@compiled
def _offer(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> int:
    """Ask all who may claim the card of an open window; if nobody may, go on."""
    if state.asked or state.pauses:
        state.phase = CLAIM
        return NOBODY
    return _unclaimed(state, rules, sets)


@compiled
def _unclaimed(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> int:
    """Nobody claims an open card: a forced Pao, or it stays in the pile (PZ M10, 8.4, 8.5)."""
    if state.pao != NOBODY and not state.last:
        return _pao(state, rules, sets)
    seat = int(state.seat)
    thrown = int(state.source == THROWN)
    state.left[int(state.lefts)] = int(state.card) + LEFT_THROWN * thrown + LEFT_SEAT * seat
    state.lefts += 1
    return finish_drawn(state, rules) if state.last else int(state.right[seat])


@compiled
def _pao(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> int:
    seat, card = int(state.pao), int(state.card)
    join(state, seat, card, EXPOSED_4)
    state.turn = seat
    if state.source == THROWN and rules.ask_after_pao and ask_alone(state, rules, sets, PAO, seat, card, 0):
        state.phase = CLAIM
        return NOBODY
    return after(state, rules, seat)


@compiled
def after(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    """After a claim or forced set of `seat`: it discards, or its right neighbour draws (PZ 3.1, 3.3)."""
    state.turn = seat
    if not state.dead >> seat & 1 and is_due(rules, int(state.owned[seat]), int(state.quads[seat])):
        if state.loose[seat]:
            state.phase = DISCARD
            return NOBODY
        state.dead |= 1 << seat
    return int(state.right[seat])


@compiled
def act(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, action: int) -> None:
    """Do a legal action of a seat."""
    if state.phase == CLAIM:
        answer(state, rules, sets, seat, action)
    else:
        discard(state, rules, sets, seat, action - THROW)


@compiled
def answer(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, action: int) -> None:
    """Take an answer down; the last one that matters settles the window (PZ 8.3)."""
    answered(state, seat, action)
    if not state.asked:
        settle(state, rules, sets)


@compiled
def settle(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> None:
    """Carry the best answer about the open card out, if there is any, and go on."""
    run(state, rules, sets, _settle(state, rules, sets))


@compiled
def _settle(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> int:
    forfeit(state, rules)
    leader = int(state.leader)
    if leader == NOBODY:
        return _all_passed(state, rules, sets)
    action = int(state.answer[leader])
    if action == HU:
        finish_won(state, rules, sets, leader)
        return NOBODY
    card = int(state.card)
    if action == PONG:
        lay_same(state, leader, EXPOSED_3, card, 1, _PAIR * unit(card))
    else:
        _eat(state, sets, leader, action >> VERB_BITS)
    return after(state, rules, leader)


@compiled
def _all_passed(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> int:
    if state.source == SHOWN:
        return begin_play(state, rules)
    if state.source in (DRAWN, THROWN):
        return _unclaimed(state, rules, sets)
    return finish_drawn(state, rules) if state.last else after(state, rules, int(state.seat))


@compiled
def _eat(state: StateRecord, sets: SetsRecord, seat: int, runs: int) -> None:
    """Lay the runs of an eating; the first of them holds the eaten card (PZ 3.4)."""
    taken = unit(int(state.card))
    while runs:
        number = (runs & _RUN) - 1
        lay_run(state, sets, seat, number, int(sets.run_code[number]) - taken)
        taken = 0
        runs >>= RUN_BITS


@compiled
def discard(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, card: int) -> None:
    """Throw a loose card (PZ M10, 8.9)."""
    state.hand[seat] -= unit(card)
    refresh(state, seat)
    leave_seen(state, seat, card)
    if rules.own_discard_smells:
        mark(state, seat, 1 << card, 1, 1)
    open_window(state, rules, sets, THROWN, seat, card, 0)
    run(state, rules, sets, _offer(state, rules, sets))


# --- a deal up to the first question, its end, and the next dealer


@compiled
def finish_won(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int) -> None:
    """A seat goes out on the card of the window (PZ M17-M21)."""
    won = score_of(state, rules, sets, seat)
    source = int(state.source)
    state.apart = int(source in (DRAWN, THROWN))
    state.won_card = state.card
    _finish(state, rules, seat, won, int(state.seat) if source == THROWN else NOBODY)


@compiled
def finish_sets(state: StateRecord, rules: RulesRecord, seat: int, won: Score) -> None:
    """A seat goes out with three quads or five triples in its dealt hand (PZ M22, 8.14)."""
    state.apart, state.won_card = 0, UNKNOWN
    _finish(state, rules, seat, won, NOBODY)


@compiled
def _finish(state: StateRecord, rules: RulesRecord, seat: int, won: Score, discarder: int) -> None:
    """Every other playing seat pays the final score, or the discarder alone (PZ case 56, §4)."""
    state.phase, state.winner = OVER, seat
    state.won_hu, state.bottom, state.multiplier, state.final = won
    alone = discarder != NOBODY and rules.discarder_shares > 0
    for place in range(SEATS):
        payer = int(state.order[place])
        share = int(rules.discarder_shares) * int(payer == discarder) if alone else 1
        if payer != seat:
            state.returns[payer] -= share * won[3]
            state.returns[seat] += share * won[3]


@compiled
def finish_drawn(state: StateRecord, rules: RulesRecord) -> int:
    """Nobody won with the last card (PZ 3.5); nobody draws next."""
    state.phase, state.winner = OVER, NOBODY
    state.returns[int(state.dealer)] = rules.draw_points
    return NOBODY


@compiled
def carry_of(state: StateRecord, rules: RulesRecord) -> tuple[int, int, int]:
    """The next dealer, its deals in a row, and the draw games before (PZ 3.5, 8.16)."""
    dealer, winner = int(state.dealer), int(state.winner)
    draws = int(state.draws) + 1 if winner == NOBODY else 0
    if winner not in (NOBODY, dealer):
        return winner, 1, draws
    if state.streak >= MOST_IN_A_ROW or (winner == NOBODY and rules.draw_moves):
        return int(state.right[dealer]), 1, draws
    return dealer, int(state.streak) + 1, draws


# --- the cards of a deal, up to the moment before anyone is asked; who deals next

_OPPOSITE = 2


@compiled
def shuffle(chance: Ints, wall: Ints) -> None:
    """Fill `wall` with the eighty cards in random order."""
    for i in range(CARDS):
        j = below(chance, i + 1)
        wall[i] = wall[j]
        wall[j] = i // COPIES


@compiled
def carry(state: StateRecord, rules: RulesRecord, chance: Ints) -> None:
    """Set who deals next, for how many deals in a row, after how many draw games (PZ 3.5, 8.16)."""
    if state.phase == OVER:
        state.dealer, state.streak, state.draws = carry_of(state, rules)
    else:
        state.dealer, state.streak, state.draws = below(chance, int(rules.seats)), 1, 0


@compiled
def begin(state: StateRecord, rules: RulesRecord, wall: Ints) -> None:
    """Deal the cards, nobody asked yet (PZ M22, M23, 3.5)."""
    _clear(state)
    dealer = int(state.dealer)
    state.turn = dealer
    _seat(state, int(rules.seats))
    for place in range(SEATS):
        hand = 0
        for at in range(place, DEALT, SEATS):
            hand += unit(int(wall[at]))
        state.hand[int(state.order[place])] = hand
    shown = int(wall[DEALT])
    state.shown, state.shown_held = shown, 1
    state.hand[dealer] += unit(shown)
    for place in range(SEATS):
        refresh(state, int(state.order[place]))
    moved = 0
    while moved < STOCK_SIZE and IS_RED[int(wall[CARDS - 1 - moved])]:
        moved += 1
    state.known, state.face_up = moved, int(wall[CARDS - 1 - moved]) + 0
    for at in range(moved):
        state.stock[moved - 1 - at] = wall[CARDS - 1 - at]
    for at in range(STOCK_SIZE - moved):
        state.stock[moved + at] = wall[DEALT + 1 + at]


@compiled
def _clear(state: StateRecord) -> None:
    for seat in range(MOST_SEATS):
        state.hand[seat] = state.code[seat] = state.returns[seat] = 0
        state.hu[seat] = state.sets[seat] = state.quads[seat] = state.runs[seat] = 0
        state.exposed[seat] = state.unexposed[seat] = state.no_pong[seat] = state.no_eat[seat] = 0
    state.dead = state.next = state.lefts = 0
    state.final = state.won_hu = state.bottom = state.multiplier = state.apart = 0
    state.winner = state.won_card = NOBODY


@compiled
def _seat(state: StateRecord, seats: int) -> None:
    """The seats that play; of four the one opposite the dealer sits out (PZ 3.5)."""
    place = 0
    for offset in range(seats):
        seat = (int(state.dealer) + offset) % seats
        state.right[seat] = seat
        if seats == SEATS or offset != _OPPOSITE:
            state.order[place] = seat
            place += 1
    for at in range(SEATS):
        state.right[int(state.order[at])] = state.order[(at + 1) % SEATS]
