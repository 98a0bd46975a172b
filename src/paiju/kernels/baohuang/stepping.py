"""The kernel as Python steps it: list, check, apply, copy."""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.cards import TWO
from paiju.kernels.baohuang.codes import (
    DEFER,
    FILLS_AT,
    JOKERS_AT,
    JOKERS_MASK,
    NATURALS_AT,
    NOTHING,
    PASS,
    SUITS_MASK,
)
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.jokers import BY_KIND, HANDS, KINDS_OF_JOKER
from paiju.kernels.baohuang.listing import answers, restriction, whole
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.quick import list_all
from paiju.kernels.baohuang.records import DESK, NO_RANK, SUIT_BITS, SUIT_MASK
from paiju.kernels.baohuang.shapes import bomb_of, fits, is_three_twos, size_of
from paiju.kernels.jit import compiled

REFUSED = -1
_CODES = 1 << 52
_PLAYS = 1 << JOKERS_AT


@compiled
def legal(state: Any, rules: Any, out: Any) -> int:
    """Write the legal actions of the seat to act, in the law's order, and return their number; 0 when over."""
    if state[0].turn < 0:
        return 0
    return list_all(state[0], rules[0], out)


@compiled
def step(state: Any, rules: Any, action: int, out: Any) -> int:
    """Carry `action` out, write the legal actions that follow to `out`, and return their number (0: over).

    An action that is not legal changes nothing and returns `REFUSED`. As in the law, any choice of suits is taken.
    """
    s, r = state[0], rules[0]
    if not is_legal(s, r, action):
        return REFUSED
    act(s, r, action)
    return list_all(s, r, out) if s.turn >= 0 else 0


@compiled
def advance(desk: Any, action: int) -> int:
    """`step` on a desk: the quickest way from Python.

    `desk` are the bytes of a `DESK` (an array of plain numbers is handed to a kernel in half the time that records
    take); interpreted, it is the record array itself.
    """
    at = desk.view(DESK)[0]
    return step(at.state, at.rules, action, at.out)


@compiled
def start(state: Any, rules: Any, deck: Any, chance: Any, out: Any) -> int:
    """A new deal (see `dealing`), its legal actions in `out`, their number."""
    s, r = state[0], rules[0]
    deal(s, r, deck, chance)
    return list_all(s, r, out)


@compiled
def clone(target: Any, source: Any) -> None:
    """Make `target` the state that `source` is."""
    target[0] = source[0]


@compiled
def is_legal(s: Any, r: Any, code: int) -> bool:
    """Whether the seat to act may do what `code` says (BH A10, A11, A13, A14)."""
    if s.turn < 0 or code == NOTHING:
        return False
    if code in (PASS, DEFER):
        return code < answers(s, r)
    return _PLAYS <= code < _CODES and _is_held(s, r, code) and _is_open(s, r, code) and _beats(s, r, code)


@compiled
def _is_held(s: Any, r: Any, code: int) -> bool:
    """Whether the cards are a set (BH A10) and in the hand."""
    rank, held = code & 15, code >> JOKERS_AT & JOKERS_MASK
    naturals, fills = code >> NATURALS_AT & SUITS_MASK, code >> FILLS_AT
    if rank > NO_RANK or held >= HANDS:
        return False
    for i in range(KINDS_OF_JOKER):
        if BY_KIND[held, i] > BY_KIND[s.jokers[s.turn], i]:
            return False
    if rank == NO_RANK:
        return held > 0 and naturals == 0 and fills == 0
    if fills and (not r.twos_fill or rank == TWO):
        return False
    if held and not r.twos_with_jokers and (fills or rank == TWO):
        return False
    return naturals > 0 and _has(s, r, rank, naturals) and (not fills or _has(s, r, TWO, fills))


@compiled
def _has(s: Any, r: Any, rank: int, suits: int) -> bool:
    """Whether the hand has these cards of a rank."""
    if not r.suited:
        return suits <= s.counts[s.turn, rank]
    for suit in range(4):
        shift = SUIT_BITS * suit
        if suits >> shift & SUIT_MASK > int(s.suits[s.turn, rank]) >> shift & SUIT_MASK:
            return False
    return True


@compiled
def _is_open(s: Any, r: Any, code: int) -> bool:
    """BH A14: nothing of the rank that goes last, and lowest cards all at once where the table says so."""
    skip, only = restriction(s, r, s.turn), whole(s, r, s.turn)
    return (skip < 0 or code & 15 != skip) and (only == 0 or only == size_of(code))


@compiled
def _beats(s: Any, r: Any, code: int) -> bool:
    """Whether a set may be laid on what lies on the table (BH A11)."""
    if not s.has_top:
        return True
    bomb = bomb_of(s, r, s.turn, code) if r.bombs else 0
    if bomb or s.top_bomb:
        return bomb > s.top_bomb
    rank, held, size = code & 15, code >> JOKERS_AT & JOKERS_MASK, size_of(code)
    if size != s.top_size:
        return held == 0 and code >> FILLS_AT == 0 and is_three_twos(s, r, rank, size)
    if rank < NO_RANK and s.top_base < NO_RANK:
        same = rank == s.top_base and held == 0 and s.need == 0
        if same or rank < s.top_base + r.lowest_gain:
            return False
    return fits(s, r, held)
