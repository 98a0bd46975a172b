"""Sets and beating the slow way: every sub-multiset is tried, every pairing of cards is searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

from paiju.games.baohuang.cards import BIG, FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, TWO, Hand, Kind
from paiju.games.baohuang.options import BaohuangOptions, LowLast, Order, Switch

Cards = tuple[Kind, ...]
SMALL_JOKERS = range(FIRST_JOKER, BIG)


def values(o: BaohuangOptions, cards: Cards) -> list[float] | None:
    """What each card of a set counts, in no order; None if they make no set (BH A10, A12)."""
    ranks = {kind // 4 for kind in cards if kind < FIRST_JOKER}
    jokers = [kind for kind in cards if kind >= FIRST_JOKER]
    if TWO in ranks and jokers and not o.twos_with_jokers:
        return None
    base = ranks - {TWO} if o.twos_fill and len(ranks) > 1 else ranks
    if not cards or len(base) > 1:
        return None
    return [_joker(o, kind) if kind >= FIRST_JOKER else next(iter(base)) for kind in cards]


def _joker(o: BaohuangOptions, kind: Kind) -> float:
    if kind in SMALL_JOKERS:
        return 20
    if kind == LAOWANG:
        return 40
    return 30.5 if kind == MARKED_BIG and o.marked_red_high else 30


def beats(o: BaohuangOptions, new: list[float], old: list[float], search: str = "path") -> bool:
    """BH A11 by pairing: every new card above its partner, or (joker_strict) level with a natural one."""
    if len(new) != len(old):
        return False
    if o.order is Order.JOKER_STRICT and sorted(new) == sorted(old):
        return False
    level = o.order is Order.JOKER_STRICT
    above = [[a > b or (level and b < 20 and a == b) for b in old] for a in new]
    return _by_permutation(above) if search == "permutation" else _by_path(above)


def _by_permutation(above: list[list[bool]]) -> bool:
    return any(all(above[i][j] for i, j in enumerate(order)) for order in permutations(range(len(above))))


def _by_path(above: list[list[bool]]) -> bool:
    """Kuhn's search for a pairing of all."""
    partner: dict[int, int] = {}

    def place(i: int, tried: set[int]) -> bool:
        for j in range(len(above)):
            if above[i][j] and j not in tried:
                tried.add(j)
                if j not in partner or place(partner[j], tried):
                    partner[j] = i
                    return True
        return False

    return all(place(i, set()) for i in range(len(above)))


def bomb(o: BaohuangOptions, cards: Cards, drawn: Hand, low: int) -> float:
    """BH A18-56, 57: the worth of a bomb, 0 if the cards are none."""
    count = Counter(cards)
    if o.bombs is not Switch.ON or (o.bomb_natural_only and any(n > drawn[k] for k, n in count.items())):
        return 0
    colours = Counter("b" if k in SMALL_JOKERS else "r" for k in cards if FIRST_JOKER <= k < LAOWANG)
    if o.bomb_three_reds and len(cards) == 3 and colours["r"] == 3:
        return 30
    if len(cards) != 4:
        return 0
    if o.bomb_jokers and 4 in colours.values():
        return 30 if colours["r"] else 20
    rank = cards[0] // 4
    barred = o.low_last is LowLast.LOWEST_RANK and not o.bomb_threes and rank == low
    return 0 if cards[0] >= FIRST_JOKER or len(count) > 1 or barred else rank + 1


class Table:
    """What lies on the table: the values of a set, a bomb's worth, or the three twos over a red joker."""

    def __init__(self, o: BaohuangOptions, cards: Cards, drawn: Hand, low: int) -> None:
        self.values = values(o, cards)
        self.bomb = bomb(o, cards, drawn, low)
        self.twos = cards != () and all(kind // 4 == TWO for kind in cards) and len(cards) == 3
        if self.bomb and self.values is None:
            self.values = []


def laid_on(o: BaohuangOptions, new: Table, old: Table) -> bool:
    if new.bomb or old.bomb:
        return new.bomb > old.bomb
    assert new.values is not None
    assert old.values is not None
    lone_red = o.three_twos_beat_red and old.values == [30] and new.twos
    return lone_red or beats(o, new.values, old.values)


def multisets(hand: Hand) -> Iterator[Cards]:
    """Every choice of cards from a hand but the empty one."""
    kinds = [kind for kind in range(KINDS) if hand[kind]]
    for numbers in product(*(range(hand[kind] + 1) for kind in kinds)):
        cards = tuple(kind for kind, n in zip(kinds, numbers, strict=True) for _ in range(n))
        if cards:
            yield cards
