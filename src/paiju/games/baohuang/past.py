"""What has happened before play: who did what, and which cards changed hands. Tricks tell the rest."""

from __future__ import annotations

from typing import NamedTuple

from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.plays import Cards

NOWHERE = -1
PAID, GOT, DEALT = "paid", "got", "dealt"
"""Cards from a hand into the middle, out of the middle; all that a seat had drawn when somebody took the crown."""
_UNASKED = ("price", "bought", "cost", "claim")


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


def first_declined(past: Past) -> int:
    """At which step the crown was first declined; beyond the last where it never was."""
    return next((at for at, step in enumerate(past) if step.verb == "abdicate"), len(past))


def unasked(step: Step, *, crown: bool) -> bool:
    """Whether nobody chooses what is moved then; `crown`: after one was declined."""
    return step.verb in _UNASKED or (step.verb == PAID and crown)


def with_known_pool(past: Past) -> Past:
    """The past, with the cards that were paid for a declined crown, as far as who got them has seen them (BH A6)."""
    declined = first_declined(past)
    paid = [at for at in range(declined, len(past)) if past[at].verb == PAID]
    got = next((at for at in range(declined, len(past)) if past[at].verb == GOT), None)
    if got is None or not paid:
        return past
    known = list(past)
    cards = iter(past[got].cards)
    for at in paid:
        own = tuple(next(cards) for _ in past[at].cards)
        known[at] = past[at]._replace(cards=own if UNKNOWN not in own else past[at].cards)
    return tuple(known)
