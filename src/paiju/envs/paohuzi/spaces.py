"""Paohuzi's actions as numbers.

The steps of an option set stand in this order:

| steps | how many |
|---|---|
| `pass hu pong` | 3 |
| `discard K` | 20 |
| `eat S`: a set that holds the eaten card, then each further set of 比 | 36, or 38 with 1-5-10 |
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from paiju.envs.spaces import Path, Space
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import KINDS
from paiju.games.paohuzi.melds import CATALOGUES
from paiju.games.paohuzi.notation import card_text, set_text
from paiju.games.paohuzi.options import PaohuziOptions

BARE = ("pass", "hu", "pong")
DISCARD, EAT = len(BARE), len(BARE) + 1
_FIRST_EAT = len(BARE) + KINDS


class PaohuziSpace(Space):
    """Every step of an option set; `space(options)` makes one and keeps it."""

    FEATURES: ClassVar[tuple[str, ...]] = ("verb", "card", "first", "second", "third", "hu")
    """`verb` 0..4 is pass, hu, pong, discard, eat; `card` the kind of a discard; `first` to `third` the kinds of
    a set and `hu` what it counts. Kinds are 0..19, -1 where there is none."""

    def __init__(self, options: PaohuziOptions) -> None:
        self.options = options
        runs = CATALOGUES[options.one_five_ten].runs
        self._run_at = {run.cards: _FIRST_EAT + i for i, run in enumerate(runs)}
        self.texts = (
            *BARE,
            *(f"discard {card_text(kind)}" for kind in range(KINDS)),
            *(f"eat {set_text(run.cards)}" for run in runs),
        )
        self.features = (
            *((verb, -1, -1, -1, -1, 0) for verb in range(len(BARE))),
            *((DISCARD, kind, -1, -1, -1, 0) for kind in range(KINDS)),
            *((EAT, -1, *run.cards, run.hu) for run in runs),
        )

    def path(self, action: Action) -> Path:
        """The steps of an action: one for each set that is eaten with, else one."""
        if action.verb == "eat":
            return tuple(self._run_at[cards] for cards in action.sets)
        if action.verb == "discard":
            return (DISCARD + action.cards[0],)
        return (BARE.index(action.verb),)


@lru_cache(maxsize=16)
def space(options: PaohuziOptions) -> PaohuziSpace:
    """The action space of an option set; equal options share it."""
    return PaohuziSpace(options)
