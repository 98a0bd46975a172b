"""The kernel as Python steps it: list, check, apply, copy."""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.cards import TWO
from paiju.kernels.baohuang.actions import (
    DEFER,
    JOKERS_AT,
    NOTHING,
    PASS,
    bomb_of,
    fills_of,
    fits,
    is_three_twos,
    jokers_of,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.listing import answers, list_all, restriction, whole
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import (
    BY_KIND,
    DESK,
    HANDS,
    KINDS_OF_JOKER,
    NO_RANK,
    SUIT_BITS,
    SUIT_MASK,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled
from paiju.kernels.records import Ints, Records

REFUSED = -1
_CODES = 1 << 52
_PLAYS = 1 << JOKERS_AT


@compiled
def legal(state: Records[StateRecord], rules: Records[RulesRecord], out: Ints) -> int:
    """Write the legal actions of the seat to act, in the order of the rules, and return their number; 0 when over."""
    if state[0].turn < 0:
        return 0
    return list_all(state[0], rules[0], out)


@compiled
def step(state: Records[StateRecord], rules: Records[RulesRecord], action: int, out: Ints) -> int:
    """Carry an action out. As in the rules, any choice of suits is taken.

    Args:
        state: one record, which changes.
        rules: one record.
        action: the number of the action (`kernels.baohuang.actions`).
        out: written: the legal actions that follow, in the order of the rules.

    Returns:
        How many actions follow, 0 where the deal is over; `REFUSED` for an action that is not legal, which changes nothing.
    """
    if not is_legal(state[0], rules[0], action):
        return REFUSED
    act(state[0], rules[0], action)
    return list_all(state[0], rules[0], out) if state[0].turn >= 0 else 0


@compiled
def advance(desk: Any, action: int) -> int:
    """`step` on a desk: the quickest way from Python.

    `desk` are the bytes of a `DeskRecord` (an array of plain numbers is handed to a kernel in half the time that records
    take); interpreted, it is the record array itself.
    """
    at = desk.view(DESK)[0]
    return step(at.state, at.rules, action, at.out)


@compiled
def start(
    state: Records[StateRecord], rules: Records[RulesRecord], deck: Ints, chance: Ints, out: Ints
) -> int:
    """A new deal (see `dealing`), its legal actions in `out`, their number."""
    deal(state[0], rules[0], deck, chance)
    return list_all(state[0], rules[0], out)


@compiled
def clone(target: Records[StateRecord], source: Records[StateRecord]) -> None:
    """Make `target` the state that `source` is."""
    target[0] = source[0]


@compiled
def is_legal(state: StateRecord, rules: RulesRecord, code: int) -> bool:
    """Whether the seat to act may do what `code` says (BH A10, A11, A13, A14)."""
    if state.turn < 0 or code == NOTHING:
        return False
    if code in (PASS, DEFER):
        return code < answers(state, rules)
    return (
        _PLAYS <= code < _CODES
        and _is_held(state, rules, code)
        and _is_open(state, rules, code)
        and _beats(state, rules, code)
    )


@compiled
def _is_held(state: StateRecord, rules: RulesRecord, code: int) -> bool:
    """Whether the cards are a set (BH A10) and in the hand."""
    rank, held = rank_of(code), jokers_of(code)
    naturals, fills = naturals_of(code), fills_of(code)
    if rank > NO_RANK or held >= HANDS:
        return False
    for i in range(KINDS_OF_JOKER):
        if BY_KIND[held, i] > BY_KIND[state.jokers[state.turn], i]:
            return False
    if rank == NO_RANK:
        return held > 0 and naturals == 0 and fills == 0
    if fills and (not rules.twos_fill or rank == TWO):
        return False
    if held and not rules.twos_with_jokers and (fills or rank == TWO):
        return False
    return (
        naturals > 0 and _has(state, rules, rank, naturals) and (not fills or _has(state, rules, TWO, fills))
    )


@compiled
def _has(state: StateRecord, rules: RulesRecord, rank: int, suits: int) -> bool:
    """Whether the hand has these cards of a rank."""
    if not rules.suited:
        return suits <= state.counts[state.turn, rank]
    for suit in range(4):
        shift = SUIT_BITS * suit
        if suits >> shift & SUIT_MASK > int(state.suits[state.turn, rank]) >> shift & SUIT_MASK:
            return False
    return True


@compiled
def _is_open(state: StateRecord, rules: RulesRecord, code: int) -> bool:
    """BH A14: nothing of the rank that goes last, and lowest cards all at once where the table says so."""
    skip, only = restriction(state, rules, state.turn), whole(state, rules, state.turn)
    return (skip < 0 or rank_of(code) != skip) and (only == 0 or only == size_of(code))


@compiled
def _beats(state: StateRecord, rules: RulesRecord, code: int) -> bool:
    """Whether a set may be laid on what lies on the table (BH A11)."""
    if not state.has_top:
        return True
    bomb = bomb_of(state, rules, state.turn, code) if rules.bombs else 0
    if bomb or state.top_bomb:
        return bomb > state.top_bomb
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    if size != state.top_size:
        return held == 0 and fills_of(code) == 0 and is_three_twos(state, rules, rank, size)
    if rank < NO_RANK and state.top_base < NO_RANK:
        same = rank == state.top_base and held == 0 and state.need == 0
        if same or rank < state.top_base + rules.lowest_gain:
            return False
    return fits(state, rules, held)
