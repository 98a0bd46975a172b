"""Bao Huang's actions as numbers.

The steps of an option set stand in this order:

| steps | how many |
|---|---|
| `pass defer crown abdicate wait usurp decline declare revolt quiet counter` | 11 |
| `cut n`, where the deck is cut | cards of the deck - 1 |
| `call K`, where the guard is called | kinds of card |
| `card K`: one card of a tribute, a choice from the pile or a return, lowest first | kinds of card |
| `play …`: a rank, its copies, twos that fill, jokers beside | what the deck allows |
| `play …` of jokers alone | choices of jokers - 1 |
| `play …` of four identical cards, where these are bombs | natural kinds of which there are four |

Plays that differ only in suits are one step, as in the law's list, but for bombs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import ClassVar

from paiju.envs.spaces import Path, Space
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import FIRST_JOKER, JOKERS, LAOWANG, RANKS, TWO, Kind
from paiju.games.baohuang.notation import card_text, cards_text
from paiju.games.baohuang.options import BaohuangOptions, GuardBy, Switch
from paiju.games.baohuang.plays import BOMB_SIZE, Cards
from paiju.games.baohuang.rules import compile_rules

BARE = (
    "pass", "defer", "crown", "abdicate", "wait", "usurp", "decline", "declare", "revolt", "quiet", "counter",
)  # fmt: skip
CUT, CALL, CARD, PLAY = range(len(BARE), len(BARE) + 4)
NO_RANK = 13
_BY_CARDS = frozenset({"give", "take", "return"})

Set = tuple[int, int, int, tuple[int, ...]]
"""A play without its suits: rank (13: jokers alone), copies, filling twos, copies of `b B r R L`."""


class BaohuangSpace(Space):
    """Every step of an option set; `space(options)` makes one and keeps it."""

    FEATURES: ClassVar[tuple[str, ...]] = (
        "verb", "rank", "copies", "fills", "b", "B", "r", "R", "L", "cards", "bomb", "kind", "cut",
    )  # fmt: skip
    """`verb` numbers the rows of the table above; `rank` is 0 (a three) to 12 (a two), 13 without naturals, -1
    where there are no cards; `kind` is a card's kind for `call`, `card` and bombs, else -1."""

    def __init__(self, options: BaohuangOptions) -> None:
        self.options = options
        rules = compile_rules(options)
        decks = Counter(rules.first_deck) | Counter(rules.later_deck)
        laowang = options.laowang and options.guard_by is GuardBy.CALLED
        if laowang:
            decks[LAOWANG] = 1
        suited = rules.suited
        self._bombs = options.bombs is Switch.ON
        kinds = sorted(decks)
        calls = [kind for kind in kinds if kind < LAOWANG] if options.guard_by is GuardBy.CALLED else []
        cuts = range(1, len(rules.first_deck)) if options.cut else range(0)
        sets = list(_sets(options, decks))
        bombs = [kind for kind in kinds if kind < FIRST_JOKER and decks[kind] >= BOMB_SIZE]
        self._cut_at = len(BARE)
        self._call_at = self._at(len(BARE) + len(cuts), calls)
        self._card_at = self._at(len(BARE) + len(cuts) + len(calls), kinds)
        first = len(BARE) + len(cuts) + len(calls) + len(kinds)
        self._set_at = {key: first + i for i, key in enumerate(sets)}
        self._bomb_at = self._at(first + len(sets), bombs if self._bombs else [])
        self.texts = (
            *BARE,
            *(f"cut {n}" for n in cuts),
            *(f"call {card_text(kind, suited=suited)}" for kind in calls),
            *(f"card {card_text(kind, suited=suited)}" for kind in kinds),
            *map(_set_text, sets),
            *(f"play {cards_text((kind,) * BOMB_SIZE, suited=suited)}" for kind in self._bomb_at),
        )
        none = (-1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        self.features = (
            *((verb, *none, -1, 0) for verb in range(len(BARE))),
            *((CUT, *none, -1, n) for n in cuts),
            *((CALL, *none, kind, 0) for kind in calls),
            *((CARD, *none, kind, 0) for kind in kinds),
            *((PLAY, r, n, f, *held, n + f + sum(held), 0, -1, 0) for r, n, f, held in sets),
            *((PLAY, kind >> 2, 4, 0, 0, 0, 0, 0, 0, 4, 1, kind, 0) for kind in self._bomb_at),
        )

    @staticmethod
    def _at(first: int, kinds: list[Kind]) -> dict[Kind, int]:
        return {kind: first + i for i, kind in enumerate(kinds)}

    def path(self, action: Action) -> Path:
        """The steps of an action: one for each card that changes hands, else one."""
        verb, cards = action.verb, action.cards
        if verb == "play":
            if (
                self._bombs
                and len(cards) == BOMB_SIZE
                and cards[0] == cards[-1]
                and cards[0] in self._bomb_at
            ):
                return (self._bomb_at[cards[0]],)
            return (self._set_at[_set_of(cards)],)
        if verb in _BY_CARDS:
            return tuple(self._card_at[kind] for kind in sorted(cards))
        if verb == "call":
            return (self._call_at[cards[0]],)
        return (self._cut_at + action.number - 1,) if verb == "cut" else (BARE.index(verb),)


def _sets(options: BaohuangOptions, decks: Counter[Kind]) -> Iterator[Set]:
    copies = [sum(decks[kind] for kind in range(4 * rank, 4 * rank + 4)) for rank in range(TWO + 1)]
    beside = list(product(*(range(decks[FIRST_JOKER + i] + 1) for i in range(len(JOKERS)))))
    fills = copies[TWO] if options.twos_fill else 0
    for rank in range(TWO + 1):
        for n in range(1, copies[rank] + 1):
            for filled in range((fills if rank < TWO else 0) + 1):
                bare = not options.twos_with_jokers and (filled > 0 or rank == TWO)
                for held in beside[:1] if bare else beside:
                    yield rank, n, filled, held
    yield from ((NO_RANK, 0, 0, held) for held in beside[1:])


def _set_of(cards: Cards) -> Set:
    naturals = [kind >> 2 for kind in cards if kind < FIRST_JOKER]
    held = tuple(cards.count(FIRST_JOKER + i) for i in range(len(JOKERS)))
    rank = min(naturals, default=NO_RANK)
    copies = naturals.count(rank)
    return rank, copies, len(naturals) - copies, held


def _set_text(key: Set) -> str:
    rank, copies, fills, held = key
    cards = [RANKS[rank]] * copies if copies else []
    cards += [RANKS[TWO]] * fills
    cards += [letter for letter, n in zip(JOKERS, held, strict=True) for _ in range(n)]
    return f"play {' '.join(cards)}"


@lru_cache(maxsize=16)
def space(options: BaohuangOptions) -> BaohuangSpace:
    """The action space of an option set; equal options share it."""
    return BaohuangSpace(options)
