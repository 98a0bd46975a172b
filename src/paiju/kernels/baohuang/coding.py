"""Actions as numbers.

A play is one `int64`: base rank in bits 0-3 (13: jokers alone), the joker set's number in bits 4-11, copies of the
rank by suit in bits 12-31 (five bits each, ♠ lowest) and twos that fill the set likewise in bits 32-51. Every play
is at least 16; `PASS` and `DEFER` lie below. `NOTHING` is no action at all.
"""

from __future__ import annotations

from paiju.games.baohuang.actions import DEFER as LAW_DEFER
from paiju.games.baohuang.actions import PASS as LAW_PASS
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import FIRST_JOKER, TWO
from paiju.kernels.baohuang import jokers
from paiju.kernels.baohuang.records import NO_RANK, SUIT_BITS, SUIT_MASK
from paiju.kernels.jit import inlined

PASS, DEFER, NOTHING = 0, 1, -1
JOKERS_AT, NATURALS_AT, FILLS_AT = 4, 12, 32
RANK_BITS, JOKERS_MASK, SUITS_MASK = 0xF, 0xFF, 0xFFFFF


@inlined
def rank_of(code: int) -> int:
    """The base rank of a play, `NO_RANK` for jokers alone."""
    return code & RANK_BITS


@inlined
def jokers_of(code: int) -> int:
    """The number of a play's set of jokers."""
    return code >> JOKERS_AT & JOKERS_MASK


@inlined
def naturals_of(code: int) -> int:
    """Copies of a play's rank by suit, five bits each."""
    return code >> NATURALS_AT & SUITS_MASK


@inlined
def fills_of(code: int) -> int:
    """Twos that fill a play by suit, five bits each."""
    return code >> FILLS_AT


def encode(action: Action) -> int:
    """The number of an action; `NOTHING` for what is none of the playing phase.

    Cards that are no set (BH A10) may get a number that no hand can play, or `NOTHING`.
    """
    if action == LAW_PASS:
        return PASS
    if action == LAW_DEFER:
        return DEFER
    if (
        action.verb != "play"
        or action.number
        or not action.cards
        or tuple(sorted(action.cards)) != action.cards
    ):
        return NOTHING
    return _encode_cards(action.cards)


def _encode_cards(cards: tuple[int, ...]) -> int:
    if cards[0] < 0 or cards[-1] >= FIRST_JOKER + jokers.KINDS_OF_JOKER:
        return NOTHING
    held = tuple(cards.count(FIRST_JOKER + i) for i in range(jokers.KINDS_OF_JOKER))
    if any(n > most for n, most in zip(held, jokers.MOST, strict=True)):
        return NOTHING
    ranks = sorted({kind >> 2 for kind in cards if kind < FIRST_JOKER})
    code = jokers.number(held) << JOKERS_AT
    if not ranks:
        return code | NO_RANK
    if len({*ranks} - {TWO}) > 1:  # only twos may stand beside another rank (BH A10)
        return NOTHING
    fills = pack(cards, TWO) if len(ranks) > 1 else 0
    return code | ranks[0] | pack(cards, ranks[0]) << NATURALS_AT | fills << FILLS_AT


def pack(cards: tuple[int, ...], rank: int) -> int:
    """Copies of a rank by suit, five bits each."""
    return sum(cards.count(4 * rank + suit) << SUIT_BITS * suit for suit in range(4))


def unpack(rank: int, suits: int) -> tuple[int, ...]:
    """The cards of a rank that a number of copies by suit stands for."""
    return tuple(4 * rank + suit for suit in range(4) for _ in range(suits >> SUIT_BITS * suit & SUIT_MASK))


def decode(code: int) -> Action:
    """The action that a number stands for."""
    code = int(code)
    if code == PASS:
        return LAW_PASS
    if code == DEFER:
        return LAW_DEFER
    rank, held = rank_of(code), jokers.copies(jokers_of(code))
    cards: tuple[int, ...] = ()
    if rank != NO_RANK:
        cards = unpack(rank, naturals_of(code)) + unpack(TWO, fills_of(code))
    return Action("play", cards + tuple(FIRST_JOKER + i for i, n in enumerate(held) for _ in range(n)))
