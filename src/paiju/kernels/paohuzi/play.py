"""What a caller does with a kernel: deal, list, step, clone, and play deals at random.

Records come as arrays of one element; `sets_of` and `rules_of` make those that stay the same.
"""

from __future__ import annotations

from typing import Any

from paiju.games.paohuzi.cards import CARDS, COPIES, DEALT, IS_RED, SEATS, STOCK_SIZE
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.claims import actor_of, list_legal, list_offers
from paiju.kernels.paohuzi.eating import THROW, Actions
from paiju.kernels.paohuzi.ending import carry_of
from paiju.kernels.paohuzi.packing import unit
from paiju.kernels.paohuzi.records import CLAIM, DESK, MOST_SEATS, NOBODY, OVER, STATE, Record, Records, new
from paiju.kernels.paohuzi.table import refresh
from paiju.kernels.paohuzi.turns import answer, discard, start

Chance = Any
Wall = Any
"""An array of eighty kinds."""
Tally = Any
"""What `playouts` is told and tells: an array of `TALLY` numbers."""

DEALS, DECISIONS, CHOICES, RETURNS = range(4)
TALLY = RETURNS + MOST_SEATS

_OPPOSITE = 2


@compiled
def clone(state: Records, into: Records) -> None:
    """Copy a deal; under 100 ns inside a kernel."""
    into[0] = state[0]


@compiled
def renew(state: Records) -> None:
    """Make up what is derived in a record that was filled by hand."""
    for seat in range(MOST_SEATS):
        refresh(state[0], seat)


@compiled
def actor(state: Records) -> int:
    """The seat that must decide, the lowest of several; -1 when the deal is over."""
    return actor_of(state[0])


@compiled
def legal(rules: Records, sets: Records, state: Records, seat: int, out: Actions) -> int:
    """Write the legal actions of a seat into `out`, in the law's order; how many there are."""
    return list_legal(rules[0], sets[0], state[0], seat, out)


@compiled
def offers(rules: Records, sets: Records, state: Records, seat: int, out: Actions) -> int:
    """Write what a seat may answer in the open window into `out`, answered or not; how many there are."""
    return list_offers(rules[0], sets[0], state[0], seat, out)


@compiled
def step(rules: Records, sets: Records, state: Records, seat: int, action: int, out: Actions) -> int:
    """Do a legal action of a seat (-1: of `actor`), then list those of the next `actor`; 0 when all is over.

    An action that is not legal is not refused: the deal that follows is worth nothing.
    """
    act(rules[0], sets[0], state[0], seat if seat >= 0 else actor_of(state[0]), action)
    return list_legal(rules[0], sets[0], state[0], actor_of(state[0]), out)


@compiled
def advance(desk: Any, action: int) -> int:
    """`step` of the `actor` on a desk: the quickest way from Python.

    `desk` are the bytes of a `DESK` (an array of plain numbers is handed to a kernel in half the time that records
    take); interpreted, it is the record array itself.
    """
    at = desk.view(DESK)[0]
    return step(at.rules, at.sets, at.state, NOBODY, action, at.out)


@compiled
def act(rules: Record, sets: Record, state: Record, seat: int, action: int) -> None:
    """Do a legal action of a seat."""
    if state.phase == CLAIM:
        answer(rules, sets, state, seat, action)
    else:
        discard(rules, sets, state, seat, action - THROW)


@compiled
def shuffle(chance: Chance, wall: Wall) -> None:
    """Fill `wall` with the eighty cards in random order."""
    for i in range(CARDS):
        j = below(chance, i + 1)
        wall[i] = wall[j]
        wall[j] = i // COPIES


@compiled
def deal(rules: Records, sets: Records, state: Records, wall: Wall, out: Actions) -> int:
    """A new deal up to its first decision, and the actions of its `actor`.

    `wall` are the eighty cards as the law's `Layout` has them; `dealer`, `streak` and `draws` of the record
    say what the deal before passed on (PZ 3.5).
    """
    begin(rules[0], state[0], wall)
    start(rules[0], sets[0], state[0])
    return list_legal(rules[0], sets[0], state[0], actor_of(state[0]), out)


@compiled
def prepare(rules: Records, state: Records, chance: Chance, wall: Wall) -> None:
    """Shuffle a wall for the next `deal`, and say who deals it after the deal that `state` holds the end of."""
    shuffle(chance, wall)
    carry(rules[0], state[0], chance)


@compiled
def carry(rules: Record, state: Record, chance: Chance) -> None:
    """Set who deals next, for how many deals in a row, after how many draw games (PZ 3.5, 8.16)."""
    if state.phase == OVER:
        state.dealer, state.streak, state.draws = carry_of(rules, state)
    else:
        state.dealer, state.streak, state.draws = below(chance, int(rules.seats)), 1, 0


@compiled
def begin(rules: Record, state: Record, wall: Wall) -> None:
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
def _clear(state: Record) -> None:
    for seat in range(MOST_SEATS):
        state.hand[seat] = state.code[seat] = state.returns[seat] = 0
        state.hu[seat] = state.sets[seat] = state.quads[seat] = state.runs[seat] = 0
        state.exposed[seat] = state.unexposed[seat] = state.no_pong[seat] = state.no_eat[seat] = 0
    state.dead = state.next = state.lefts = 0
    state.final = state.won_hu = state.bottom = state.multiplier = state.apart = 0
    state.winner = state.won_card = NOBODY


@compiled
def _seat(state: Record, seats: int) -> None:
    """Who plays; of four the one opposite the dealer sits out (PZ 3.5)."""
    place = 0
    for offset in range(seats):
        seat = (int(state.dealer) + offset) % seats
        state.right[seat] = seat
        if seats == SEATS or offset != _OPPOSITE:
            state.order[place] = seat
            place += 1
    for at in range(SEATS):
        state.right[int(state.order[at])] = state.order[(at + 1) % SEATS]


@compiled
def playout(rules: Records, sets: Records, state: Records, chance: Chance, out: Actions) -> tuple[int, int]:
    """Play a deal to its end at random, each legal action as likely as any other.

    Returns the decisions, and those with more than one legal action.
    """
    decisions = choices = 0
    while state[0].phase != OVER:
        seat = actor_of(state[0])
        many = list_legal(rules[0], sets[0], state[0], seat, out)
        decisions += 1
        choices += int(many > 1)
        act(rules[0], sets[0], state[0], seat, int(out[below(chance, many)]))
    return decisions, choices


@compiled
def playouts(
    rules: Records, sets: Records, state: Records, chance: Chance, wall: Wall, out: Actions, tally: Tally
) -> None:
    """Deal and play as many deals of a match as `tally[DEALS]` says, at random.

    Adds to the other entries of `tally` what was played: decisions, real choices, and from `RETURNS` on the
    returns by seat.
    """
    for _ in range(tally[DEALS]):
        shuffle(chance, wall)
        carry(rules[0], state[0], chance)
        begin(rules[0], state[0], wall)
        start(rules[0], sets[0], state[0])
        decisions, choices = playout(rules, sets, state, chance, out)
        tally[DECISIONS] += decisions
        tally[CHOICES] += choices
        for seat in range(MOST_SEATS):
            tally[RETURNS + seat] += state[0].returns[seat]


def new_state() -> Records:
    """An empty record of a deal."""
    return new(STATE)
