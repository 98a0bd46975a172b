"""What the phases before play must remember: each has a typed part of one record, empty outside of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from paiju.games.baohuang.cards import Kind
from paiju.games.baohuang.plays import Cards

UNKNOWN: Kind = -1
Pile = tuple[tuple[int, Kind], ...]  # (payer, kind) in the order in which they were paid


@dataclass(frozen=True, slots=True)
class Drawing:
    """A cut, or a draw that may stop for a crown: the deck, and how much of it is drawn."""

    deck: Cards
    at: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """Cards owed by a seat, or to it; `partner` is who gets them directly (place mode), else -1."""

    seat: int
    count: int
    partner: int = -1


@dataclass(frozen=True, slots=True)
class Tribute:
    """Who owes, who receives, what has been paid and what each receiver got.

    `pile` is what lies in the middle; `paid` and `got` are (seat, count) by place.
    """

    payers: tuple[Due, ...] = ()
    receivers: tuple[Due, ...] = ()
    pile: Pile = ()
    paid: tuple[Due, ...] = ()
    got: tuple[Due, ...] = ()


@dataclass(frozen=True, slots=True)
class Succession:
    """Who declined the crown, in order; what they paid into the pool; whether it is forced on the next.

    `need` is how many cards who is crowned must show for his call.
    """

    passed: tuple[int, ...] = ()
    pool: Pile = ()
    forced: bool = False
    need: int = 3


@dataclass(frozen=True, slots=True)
class Plan:
    """What is remembered before play.

    `drawing` is None once all cards are drawn; `need` is how many cards a call must show, 0 when nobody calls.
    """

    drawing: Drawing | None = None
    need: int = 0
    tribute: Tribute = Tribute()
    succession: Succession = Succession()

    @property
    def names_guards(self) -> bool:
        """Whether it is settled who is guard, once there is an emperor: all cards are drawn, and no call is due."""
        return self.drawing is None and not self.need

    @property
    def pile(self) -> Pile:
        """What lies in the middle, paid as tribute or for a declined crown."""
        return self.tribute.pile or self.succession.pool

    def seen_by(self, viewer: int | None, *, face_up: bool) -> Plan:
        """The same as a viewer may know it: no deck, and of a pile only his own cards, unless tribute lies face up."""
        if self is NOTHING:
            return self
        pile = self.tribute.pile
        if not (pile and face_up):
            pile = tuple((payer, kind if payer == viewer else UNKNOWN) for payer, kind in self.pile)
        return self._with(self.drawing and Drawing((), self.drawing.at), pile)

    def filled(self, deck: Cards, hidden: Iterator[Kind]) -> Plan:
        """A whole plan from one that was seen: with the deck, and with `hidden` for the cards not seen in a pile."""
        pile = tuple((payer, next(hidden) if kind == UNKNOWN else kind) for payer, kind in self.pile)
        return self._with(self.drawing and Drawing(deck, self.drawing.at), pile)

    def _with(self, drawing: Drawing | None, pile: Pile) -> Plan:
        if self.tribute.pile:
            return replace(self, drawing=drawing, tribute=replace(self.tribute, pile=pile))
        return replace(self, drawing=drawing, succession=replace(self.succession, pool=pile))


NOTHING = Plan()
