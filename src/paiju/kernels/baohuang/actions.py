"""Actions as numbers, and what a play is: its cards, its rank as a bomb, what it does to the table (BH A10, A11, A18-56..58)."""

from __future__ import annotations

from functools import lru_cache

from paiju.games.baohuang.actions import DEFER as LAW_DEFER
from paiju.games.baohuang.actions import PASS as LAW_PASS
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import FIRST_JOKER, TWO
from paiju.games.baohuang.plays import BIG_STRENGTH, BOMB_SIZE, SMALL_STRENGTH, THREE
from paiju.kernels.baohuang import records
from paiju.kernels.baohuang.records import (
    BY_KIND,
    KINDS_OF_JOKER,
    LEVELS,
    NO_RANK,
    SUIT_BITS,
    SUIT_MASK,
    TOTAL,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined

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


@lru_cache(1 << 14)
def _encode_cards(cards: tuple[int, ...]) -> int:
    if cards[0] < 0 or cards[-1] >= FIRST_JOKER + records.KINDS_OF_JOKER:
        return NOTHING
    held = tuple(cards.count(FIRST_JOKER + i) for i in range(records.KINDS_OF_JOKER))
    if any(n > most for n, most in zip(held, records.MOST, strict=True)):
        return NOTHING
    ranks = sorted({kind >> 2 for kind in cards if kind < FIRST_JOKER})
    code = records.number(held) << JOKERS_AT
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
    rank, held = rank_of(code), records.copies(jokers_of(code))
    cards: tuple[int, ...] = ()
    if rank != NO_RANK:
        cards = unpack(rank, naturals_of(code)) + unpack(TWO, fills_of(code))
    return Action("play", cards + tuple(FIRST_JOKER + i for i, n in enumerate(held) for _ in range(n)))


# --- what a play is: its cards, its rank as a bomb, what it does to the table (BH A10, A11, A18-56..58)

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
    naturals = cards_in(naturals_of(code)) + cards_in(fills_of(code))
    return naturals + int(TOTAL[jokers_of(code)])


@compiled
def joker_bomb(rules: RulesRecord, held: int, own: int) -> int:
    """Rank as a bomb of a set of jokers alone; `own` are the jokers its seat drew (BH A18-56, 57)."""
    total = int(TOTAL[held])
    if total not in (THREE, BOMB_SIZE):
        return 0
    if rules.natural_bombs:
        for i in range(KINDS_OF_JOKER):
            if BY_KIND[held, i] > BY_KIND[own, i]:
                return 0
    red = int(BY_KIND[held, 2]) + int(BY_KIND[held, 3])
    black = int(BY_KIND[held, 0]) + int(BY_KIND[held, 1])
    if total == THREE:
        return BIG_STRENGTH + 1 if red == THREE and rules.bomb_three_reds else 0
    if not rules.bomb_jokers:
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
def drew_four(state: StateRecord, rules: RulesRecord, seat: int, rank: int, suit: int) -> bool:
    """Whether four cards of a kind are a bomb in a seat's hands: it drew them all, where that is asked."""
    if rank == rules.barred_bomb:
        return False
    return (
        not rules.natural_bombs or (int(state.drawn[seat, rank]) >> SUIT_BITS * suit & SUIT_MASK) >= BOMB_SIZE
    )


@compiled
def bomb_of(state: StateRecord, rules: RulesRecord, seat: int, code: int) -> int:
    """Rank as a bomb of a play, 0 if it is none."""
    held = jokers_of(code)
    rank = rank_of(code)
    if rank == NO_RANK:
        return joker_bomb(rules, held, int(state.drawn_jokers[seat]))
    if held or fills_of(code):
        return 0
    suit = suit_of_four(naturals_of(code))
    return rank + 1 if suit >= 0 and drew_four(state, rules, seat, rank, suit) else 0


@inlined
def fits(state: StateRecord, rules: RulesRecord, held: int) -> bool:
    """Whether a set's jokers beat those on the table (BH A11): above each of them enough stronger ones."""
    big = high = top = 0
    for i in range(_BIGS, KINDS_OF_JOKER):
        n, level = int(BY_KIND[held, i]), int(rules.levels[i])
        big += n
        high += n if level >= _HIGH else 0
        top += n if level > _HIGH else 0
    return big >= state.need and high >= state.need_big and top >= state.need_high and state.shut == 0


@inlined
def lone_big(state: StateRecord) -> bool:
    """Whether a single big joker lies on the table, which three twos may beat (BH A18-16)."""
    return state.top_size == 1 and state.levels[1] == 1


@inlined
def lay(state: StateRecord, rules: RulesRecord, code: int, bomb: int) -> None:
    """Put a checked play on the table; three twos on a big joker make a one-card trick (BH A18-58)."""
    size, held = size_of(code), jokers_of(code)
    on_big = state.has_top and size != state.top_size and not bomb and not state.top_bomb
    if state.need:
        for level in range(LEVELS):
            state.levels[level] = 0
        state.need = state.need_big = state.need_high = state.shut = state.closed = 0
    state.has_top, state.top_size, state.top_base, state.top_bomb = 1, size, rank_of(code), bomb
    if bomb:
        state.top_size, state.top_base = 0, NO_RANK
    elif on_big:
        state.top_size, state.top_base = 1, NO_RANK
        state.levels[2] = 1
        weigh(state, rules)
    elif held:
        for i in range(KINDS_OF_JOKER):
            state.levels[int(rules.levels[i])] += BY_KIND[held, i]
        weigh(state, rules)


@inlined
def weigh(state: StateRecord, rules: RulesRecord) -> None:
    """What the jokers on the table ask of an answer, and whether there can be none."""
    state.shut = int(state.levels[4])
    state.need_high = state.shut + int(state.levels[_HIGH])
    state.need_big = state.need_high + int(state.levels[2]) + int(state.levels[1])
    state.need = state.need_big + int(state.levels[0])
    highest = state.shut
    if rules.highest == _HIGH:
        highest = state.need_high
    elif rules.highest < _HIGH:
        highest = state.need_big
    state.closed = 1 if highest and not rules.bombs and not (rules.three_twos and lone_big(state)) else 0


@inlined
def first_suits_of(rules: RulesRecord, copies: int, count: int) -> int:
    """The copies by suit that are taken for `count` cards of a rank (see `suits`)."""
    if not rules.suited:
        return count
    place = 0
    for suit in range(4):
        place = 5 * place + (copies >> SUIT_BITS * suit & SUIT_MASK)
    return int(rules.first_suits[place, count])


@inlined
def is_three_twos(state: StateRecord, rules: RulesRecord, rank: int, count: int) -> bool:
    """BH A18-16: three natural twos over a lone big joker."""
    return rules.three_twos > 0 and rank == TWO and count == THREE and lone_big(state)
