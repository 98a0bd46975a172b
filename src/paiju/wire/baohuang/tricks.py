"""The tricks of a Bao Huang deal as JSON, each made once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiju.games.baohuang import notation
from paiju.games.baohuang.cards import Hand, Kind, cards_of
from paiju.games.baohuang.state import Laid as LawLaid
from paiju.games.baohuang.suits import Faces
from paiju.games.baohuang.views import View
from paiju.wire.baohuang.typed import Card, Given, Laid

Pile = tuple[tuple[int, Kind], ...]


class Cards:
    """Cards of a table in notation; `faces` are what they show to the viewer where the rules know no suits."""

    def __init__(self, view: View, faces: Faces | None) -> None:
        self.suited = view.options.suited
        self.faces = faces

    def card(self, kind: Kind) -> Card | None:
        """A card; None for one that is not there."""
        return None if kind < 0 else notation.card_text(kind, suited=self.suited)

    def cards(self, kinds: Iterable[Kind]) -> list[Card]:
        """Cards in their order."""
        return [notation.card_text(kind, suited=self.suited) for kind in kinds]

    def hand(self, hand: Hand) -> list[Card]:
        """A hand, lowest first."""
        return self.cards(cards_of(hand))

    def faced(self, faces: Iterable[Kind]) -> list[Card]:
        """Cards with their suits."""
        return [notation.card_text(face, suited=True) for face in faces]

    def trick(self, trick: Sequence[LawLaid], before: int) -> list[Laid]:
        """A trick that came after `before` plays of the deal."""
        result: list[Laid] = []
        for at in trick:
            faces = None
            if self.faces:
                faces = self.faced(self.faces.laid[before] if at.cards else ())
                before += bool(at.cards)
            result.append({"seat": at.seat, "cards": self.cards(at.cards), "faces": faces, "verb": at.verb})
        return result

    def pile(self, pile: Pile) -> list[Given]:
        """What lies in the middle, and who gave it."""
        faces = self.faces.pile if self.faces else [None] * len(pile)
        return [
            {
                "seat": seat,
                "card": self.card(kind),
                "face": None if face is None else notation.card_text(face, suited=True),
            }
            for (seat, kind), face in zip(pile, faces, strict=True)
        ]


class Tricks:
    """The finished tricks of one deal: they are the same for all viewers and only become more."""

    def __init__(self) -> None:
        self._made: list[list[Laid]] = []
        self._plays = [0]

    def of(self, view: View, show: Cards) -> tuple[list[list[Laid]], list[Laid]]:
        """The finished tricks of `view`, which nobody may change, and the running one."""
        done = len(view.tricks)
        for trick in view.tricks[len(self._made) :]:
            self._made.append(show.trick(trick, self._plays[-1]))
            self._plays.append(self._plays[-1] + sum(bool(at.cards) for at in trick))
        return self._made[:done], show.trick(view.trick, self._plays[done])
