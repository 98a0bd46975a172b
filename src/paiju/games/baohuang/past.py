"""What has happened before play: who did what, and which cards changed hands. Tricks tell the rest."""

from __future__ import annotations

from typing import NamedTuple

from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.plays import Cards

NOWHERE = -1
PAID, GOT, DEALT = "paid", "got", "dealt"
"""Cards from a hand into the middle, out of the middle; all that a seat had drawn when somebody took the crown."""


class Step(NamedTuple):
    """A decision, by its verb, or cards that changed places: from hand to hand, by why they did, or under one of the words above.

    Cards of gifts and returns stand in the moves they lead to. `wait` has the hand that was asked, and how many cards were
    drawn then in `number`; `call` has its card, and how many of it were shown, `cut` its number. Cards that are not `open` are seen by `seat` and `to` alone.
    """

    verb: str
    seat: int
    cards: Cards = ()
    to: int = NOWHERE
    number: int = 0
    open: bool = False

    @property
    def moves(self) -> bool:
        """Whether cards go from hand to hand."""
        return self.to != NOWHERE

    @property
    def decides(self) -> bool:
        """Whether a seat decides something, rather than cards changing places."""
        return self.to == NOWHERE and self.verb not in (PAID, GOT, DEALT)

    def seen_by(self, viewer: int | None) -> Step | None:
        """The same as a viewer has seen it; None for a question in the draw that was another's (BH A18-70)."""
        if self.open or not self.cards or viewer in (self.seat, self.to):
            return self
        return None if self.verb == "wait" else self._replace(cards=(UNKNOWN,) * len(self.cards))


Past = tuple[Step, ...]


def seen_past(past: Past | None, viewer: int | None) -> Past | None:
    """A past as a viewer has seen it."""
    if past is None:
        return None
    return tuple([seen for step in past if (seen := step.seen_by(viewer)) is not None])
