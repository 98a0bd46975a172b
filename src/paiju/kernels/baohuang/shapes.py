"""What a play is: its cards, its rank as a bomb, what it does to the table (BH A10, A11, A18-56..58)."""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.cards import TWO
from paiju.games.baohuang.plays import BIG_STRENGTH, BOMB_SIZE, SMALL_STRENGTH, THREE
from paiju.kernels.baohuang.codes import FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT, SUITS_MASK
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER, TOTAL
from paiju.kernels.baohuang.records import LEVELS, NO_RANK, SUIT_BITS, SUIT_MASK
from paiju.kernels.jit import compiled, inlined

_BIGS = 2  # where the big jokers begin among `b B r R L`
_HIGH = 3  # the level of a marked big joker that is high


@inlined
def cards_in(suits: int) -> int:
    """Cards in a number of copies by suit."""
    return (
        (suits & SUIT_MASK)
        + (suits >> SUIT_BITS & SUIT_MASK)
        + (suits >> 2 * SUIT_BITS & SUIT_MASK)
        + (suits >> 3 * SUIT_BITS & SUIT_MASK)
    )


@inlined
def size_of(code: int) -> int:
    """Cards of a play."""
    naturals = cards_in(code >> NATURALS_AT & SUITS_MASK) + cards_in(code >> FILLS_AT)
    return naturals + int(TOTAL[code >> JOKERS_AT & JOKERS_MASK])


@compiled
def joker_bomb(r: Any, held: int, own: int) -> int:
    """Rank as a bomb of a set of jokers alone; `own` are the jokers its seat drew (BH A18-56, 57)."""
    total = int(TOTAL[held])
    if total not in (THREE, BOMB_SIZE):
        return 0
    if r.natural_bombs:
        for i in range(KINDS_OF_JOKER):
            if BY_KIND[held, i] > BY_KIND[own, i]:
                return 0
    red = int(BY_KIND[held, 2]) + int(BY_KIND[held, 3])
    black = int(BY_KIND[held, 0]) + int(BY_KIND[held, 1])
    if total == THREE:
        return BIG_STRENGTH + 1 if red == THREE and r.bomb_three_reds else 0
    if not r.bomb_jokers:
        return 0
    if red == BOMB_SIZE:
        return BIG_STRENGTH + 1
    return SMALL_STRENGTH + 1 if black == BOMB_SIZE else 0


@inlined
def suit_of_four(suits: int) -> int:
    """The suit of which a choice has exactly four cards and nothing else, -1 if there is none."""
    for suit in range(4):
        if suits == BOMB_SIZE << SUIT_BITS * suit:
            return suit
    return -1


@inlined
def drew_four(s: Any, r: Any, seat: int, rank: int, suit: int) -> bool:
    """Whether four cards of a kind are a bomb in a seat's hands: it drew them all, where that is asked."""
    if rank == r.barred_bomb:
        return False
    return not r.natural_bombs or (int(s.drawn[seat, rank]) >> SUIT_BITS * suit & SUIT_MASK) >= BOMB_SIZE


@compiled
def bomb_of(s: Any, r: Any, seat: int, code: int) -> int:
    """Rank as a bomb of a play, 0 if it is none."""
    held = code >> JOKERS_AT & JOKERS_MASK
    rank = code & 15
    if rank == NO_RANK:
        return joker_bomb(r, held, int(s.drawn_jokers[seat]))
    if held or code >> FILLS_AT:
        return 0
    suit = suit_of_four(code >> NATURALS_AT & SUITS_MASK)
    return rank + 1 if suit >= 0 and drew_four(s, r, seat, rank, suit) else 0


@inlined
def fits(s: Any, r: Any, held: int) -> bool:
    """Whether a set's jokers beat those on the table (BH A11): above each of them enough stronger ones."""
    big = high = top = 0
    for i in range(_BIGS, KINDS_OF_JOKER):
        n, level = int(BY_KIND[held, i]), int(r.levels[i])
        big += n
        high += n if level >= _HIGH else 0
        top += n if level > _HIGH else 0
    return big >= s.need and high >= s.need_big and top >= s.need_high and s.shut == 0


@inlined
def lone_big(s: Any) -> bool:
    """Whether a single big joker lies on the table, which three twos may beat (BH A18-16)."""
    return s.top_size == 1 and s.levels[1] == 1


@inlined
def lay(s: Any, r: Any, code: int, bomb: int) -> None:
    """Put a checked play on the table; three twos on a big joker make a one-card trick (BH A18-58)."""
    size, held = size_of(code), code >> JOKERS_AT & JOKERS_MASK
    on_big = s.has_top and size != s.top_size and not bomb and not s.top_bomb
    if s.need:
        for level in range(LEVELS):
            s.levels[level] = 0
        s.need = s.need_big = s.need_high = s.shut = s.closed = 0
    s.has_top, s.top_size, s.top_base, s.top_bomb = 1, size, code & 15, bomb
    if bomb:
        s.top_size, s.top_base = 0, NO_RANK
    elif on_big:
        s.top_size, s.top_base = 1, NO_RANK
        s.levels[2] = 1
        weigh(s, r)
    elif held:
        for i in range(KINDS_OF_JOKER):
            s.levels[int(r.levels[i])] += BY_KIND[held, i]
        weigh(s, r)


@inlined
def weigh(s: Any, r: Any) -> None:
    """What the jokers on the table ask of an answer, and whether there can be none."""
    s.shut = int(s.levels[4])
    s.need_high = s.shut + int(s.levels[_HIGH])
    s.need_big = s.need_high + int(s.levels[2]) + int(s.levels[1])
    s.need = s.need_big + int(s.levels[0])
    highest = s.shut
    if r.highest == _HIGH:
        highest = s.need_high
    elif r.highest < _HIGH:
        highest = s.need_big
    s.closed = 1 if highest and not r.bombs and not (r.three_twos and lone_big(s)) else 0


@inlined
def form(r: Any, copies: int, count: int) -> int:
    """The copies by suit that are taken for `count` cards of a rank (see `forms`)."""
    if not r.suited:
        return count
    place = 0
    for suit in range(4):
        place = 5 * place + (copies >> SUIT_BITS * suit & SUIT_MASK)
    return int(r.forms[place, count])


@inlined
def is_three_twos(s: Any, r: Any, rank: int, count: int) -> bool:
    """BH A18-16: three natural twos over a lone big joker."""
    return r.three_twos and rank == TWO and count == THREE and lone_big(s)
