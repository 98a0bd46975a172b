"""All plays of a hand (BH A10, A13), from cached pieces: one piece for each rank, one for the jokers.

A piece depends on few numbers (copies of the rank by suit, the jokers, what lies on the table), and the same
pieces come back all through a deal; that is what makes the law quick.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product

from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import FIRST_JOKER, TWO, Hand
from paiju.games.baohuang.plays import BOMB_SIZE, THREE, Cards, Comparison, Shape

Suits = tuple[int, ...]  # copies by suit, or of the five jokers
Extra = tuple[Suits, Suits]  # twos that may fill a set, and jokers
Laid = tuple[Action, Shape]

_FIRST_KINDS = range(0, FIRST_JOKER, 4)
_NO_SUITS: Suits = (0, 0, 0, 0)
_PIECES = 1 << 16
_TABLES = 1 << 13


Key = tuple[int, Suits, Suits]  # rank (-1: jokers alone), copies, those of them the seat drew itself


class _Table(dict[Key, tuple[Action, ...]]):
    """Plays by rank and copies, beside given jokers and on a given set; made when first asked for."""

    def __init__(self, make: Callable[[Key], tuple[Action, ...]]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: Key) -> tuple[Action, ...]:
        if len(self) >= _PIECES:
            self.clear()
        made = self[key] = self._make(key)
        return made


class Generator:
    """Lists plays under one set of options; `bombs` says whether four of a kind must be told apart."""

    def __init__(self, comparison: Comparison, *, suited: bool, bombs: bool, twos_fill: bool) -> None:
        self._comparison = comparison
        self._suited = suited
        self._bombs = bombs
        self._twos_fill = twos_fill
        self._lead_table = lru_cache(_TABLES)(self._make_lead_table)
        self._follow_table = lru_cache(_TABLES)(self._make_follow_table)
        self._pieces = lru_cache(_PIECES)(self._make_piece)

    def leads(self, hand: Hand, drawn: Hand | None, skip_rank: int) -> tuple[Action, ...]:
        """Every play for a leader, lowest rank first; none with a card of `skip_rank`.

        `drawn` are the cards this seat drew itself, where only those make a bomb (BH A18-57).
        """
        plays: list[Action] = []
        jokers = hand[FIRST_JOKER:]
        table = self._lead_table((hand[4 * TWO : FIRST_JOKER] if self._twos_fill else _NO_SUITS, jokers))
        for rank in range(TWO + 1):
            copies = hand[4 * rank : 4 * rank + 4]
            if copies != _NO_SUITS and rank != skip_rank:
                plays += table[rank, copies, drawn[4 * rank : 4 * rank + 4] if drawn else copies]
        if any(jokers):
            plays += table[-1, jokers, drawn[FIRST_JOKER:] if drawn else jokers]
        return tuple(plays)

    def follows(self, hand: Hand, drawn: Hand | None, skip_rank: int, top: Shape) -> tuple[Action, ...]:
        """Every play that beats `top`, lowest rank first; none with a card of `skip_rank`."""
        size = len(top.strengths)
        jokers = hand[FIRST_JOKER:]
        twos = hand[4 * TWO : FIRST_JOKER] if self._twos_fill else _NO_SUITS
        loose = sum(jokers)
        if self._bombs:
            first = room = 0
        elif self._comparison.is_out_of_reach(top):
            return ()
        else:
            first = min(top.strengths[-1] + self._comparison.lowest_gain, TWO)
            room = 1 if size == 1 else max(size - loose - sum(twos), 1)
        counts = self._rank_counts(hand)
        jokers_fit = loose > 0 and (loose >= size or self._bombs)
        if not jokers_fit and max(counts[first:]) < room:
            return ()
        table = self._follow_table(_beside(twos, jokers, size - 1), top)
        plays: list[Action] = []
        for rank in range(first, TWO + 1):
            if counts[rank] and counts[rank] >= room and rank != skip_rank:
                copies = hand[4 * rank : 4 * rank + 4]
                plays += table[rank, copies, drawn[4 * rank : 4 * rank + 4] if drawn else copies]
        if jokers_fit:
            plays += table[-1, jokers, drawn[FIRST_JOKER:] if drawn else jokers]
        return tuple(plays)

    def _rank_counts(self, hand: Hand) -> tuple[int, ...]:
        if not self._suited:
            return hand[0:FIRST_JOKER:4]
        return tuple([sum(hand[kind : kind + 4]) for kind in _FIRST_KINDS])

    def _make_lead_table(self, extra: Extra) -> _Table:
        return _Table(lambda key: tuple([action for action, _ in self._pieces(key, extra)]))

    def _make_follow_table(self, extra: Extra, top: Shape) -> _Table:
        beats = self._comparison.beats
        size = len(top.strengths)
        return _Table(
            lambda key: tuple(
                [
                    action
                    for action, shape in self._pieces(key, extra)
                    if (len(action.cards) == size or shape.bomb or size == 1) and beats(shape, top)
                ]
            )
        )

    def _make_piece(self, key: Key, extra: Extra) -> tuple[Laid, ...]:
        rank, copies, own = key
        if rank < 0:
            return self._joker_piece(copies, own)
        twos, jokers = extra
        fills = self._forms(TWO, twos) if rank < TWO else ((),)
        laid: list[Laid] = []
        for naturals in self._forms(rank, copies)[1:]:
            for fill, added in product(fills, _joker_sets(jokers)):
                self._lay(naturals + fill + added, laid, natural=own[naturals[0] & 3] >= len(naturals))
        if self._bombs:
            self._lay_bombs(rank, own, copies, laid)
        return tuple(laid)

    def _joker_piece(self, jokers: Suits, own: Suits) -> tuple[Laid, ...]:
        laid: list[Laid] = []
        for cards in _joker_sets(jokers)[1:]:
            natural = all(cards.count(kind) <= own[kind - FIRST_JOKER] for kind in set(cards))
            self._lay(cards, laid, natural=natural)
        return tuple(laid)

    def _lay_bombs(self, rank: int, own: Suits, copies: Suits, laid: list[Laid]) -> None:
        """BH A18-56: every bomb is a play of its own, beside the plain set of four if there is one."""
        listed = {action.cards for action, _ in laid}
        for suit in range(4):
            cards = (4 * rank + suit,) * BOMB_SIZE
            if (
                min(own[suit], copies[suit]) >= BOMB_SIZE
                and cards not in listed
                and self._comparison.bomb_rank(cards)
            ):
                self._lay(cards, laid, natural=True)

    def _lay(self, cards: Cards, laid: list[Laid], *, natural: bool) -> None:
        shape = self._comparison.shape(cards, natural=natural)
        if shape is not None:
            laid.append((Action("play", cards), shape))

    def _forms(self, rank: int, copies: Suits) -> tuple[Cards, ...]:
        """For each count 0, 1, 2 …: the cards of a rank that keep most identical cards together."""
        return tuple(_form(rank, copies, n, no_bomb=self._bombs) for n in range(sum(copies) + 1))


@lru_cache(_PIECES)
def _beside(twos: Suits, jokers: Suits, most: int) -> Extra:
    """What may go beside a natural card into a set of `most` more: no more of each than that, for fewer tables."""
    return tuple(min(n, most) for n in twos), tuple(min(n, most) for n in jokers)


@lru_cache(_PIECES)
def _joker_sets(jokers: Suits) -> tuple[Cards, ...]:
    """Every choice among the jokers of a hand, smallest first; the first is no joker at all."""
    choices = product(*(range(n + 1) for n in jokers))
    sets = (tuple(FIRST_JOKER + i for i, n in enumerate(c) for _ in range(n)) for c in choices)
    return tuple(sorted(sets, key=lambda cards: (len(cards), cards)))


@lru_cache(_PIECES)
def _form(rank: int, copies: Suits, count: int, *, no_bomb: bool) -> Cards:
    """The `count` cards of a rank whose loss breaks fewest identical sets, ♠ ♥ ♣ ♦ where equal."""
    if sum(1 for n in copies if n) == 1:
        taken = copies if count == sum(copies) else tuple(count if n else 0 for n in copies)
    else:
        ways = (way for way in product(*(range(n + 1) for n in copies)) if sum(way) == count)
        taken = min(ways, key=lambda way: _breakage(copies, way, no_bomb=no_bomb))
    return tuple(4 * rank + suit for suit, n in enumerate(taken) for _ in range(n))


def _breakage(copies: Suits, taken: Suits, *, no_bomb: bool) -> tuple[bool, int, int, int, Suits]:
    pairs = list(zip(copies, taken, strict=True))
    whole_bomb = no_bomb and sum(taken) == BOMB_SIZE and BOMB_SIZE in taken
    fours = sum(1 for n, t in pairs if n >= BOMB_SIZE and t)
    triples = sum(1 for n, t in pairs if n == THREE and 0 < t < n)
    twins = sum(1 for n, t in pairs if n == THREE - 1 and 0 < t < n)
    return whole_bomb, fours, triples, twins, tuple(-t for t in taken)
