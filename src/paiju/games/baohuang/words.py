"""What the words of a position's fields say of Bao Huang: cards, laid sets, what is owed, what lies in the middle."""

from __future__ import annotations

from paiju.core.errors import NotationError
from paiju.core.position import UNKNOWN, Fields, unknown_number
from paiju.games.baohuang import notation
from paiju.games.baohuang.cards import KINDS, SEATS, Kind
from paiju.games.baohuang.plans import UNKNOWN as UNSEEN
from paiju.games.baohuang.plans import Due, Pile
from paiju.games.baohuang.state import NOBODY, Knows, Laid

NO_CARDS, DEFER = "-", "defer"


class Words:
    """Fields of a position, read word by word; `suited` says whether its cards name their suits."""

    def __init__(self, fields: Fields, *, suited: bool) -> None:
        self._fields, self._suited = fields, suited

    def cards(self, name: str, text: str) -> list[Kind]:
        """The cards of a part of a field, with `UNSEEN` for unknown ones."""
        cards: list[Kind] = []
        for word in text.split():
            number = unknown_number(word)
            if number is not None and number >= 0:
                cards += [UNSEEN] * number
                continue
            try:
                cards += notation.parse_cards_in_order(word, suited=self._suited)
            except NotationError as error:
                raise self._fields.wrong(
                    name, error.detail.partition(" in ")[0] + f": {word[:20]!r}"
                ) from error
        return cards

    def laid(self, name: str, text: str) -> tuple[Laid, ...]:
        """`0:999 1:-`: who laid what, or nothing."""
        laid = []
        for word in text.split():
            seat, colon, what = word.partition(":")
            if not colon:
                raise self._fields.wrong(name, f"{word[:20]!r} is not as in 0:999 1:-")
            number = self._fields.read_number(name, seat, 0, SEATS - 1)
            if what == NO_CARDS:
                laid.append(Laid(number, (), "pass"))
            elif what == DEFER:
                laid.append(Laid(number, (), DEFER))
            else:
                cards = tuple(sorted(self.cards(name, what)))
                if not cards or UNSEEN in cards:
                    raise self._fields.wrong(name, f"{word[:20]!r} has no cards")
                laid.append(Laid(number, cards, "play"))
        return tuple(laid)

    def dues(self, name: str) -> tuple[Due, ...]:
        """`3:2>0`: seat 3 owes, or gets, two cards, directly to or from seat 0."""
        found = []
        for word in self._fields.text(name).split():
            seat, _, rest = word.partition(":")
            count, to, partner = rest.partition(">")
            number = self._fields.read_number
            found.append(
                Due(
                    number(name, seat, 0, SEATS - 1),
                    number(name, count, 0, KINDS),
                    number(name, partner, 0, SEATS - 1) if to else NOBODY,
                )
            )
        return tuple(found)

    def pile(self, name: str) -> Pile:
        """`0:9 2:?`: the cards that lie in the middle, and by whom."""
        found = []
        for word in self._fields.text(name).split():
            seat, _, text = word.partition(":")
            cards = [UNSEEN] if text == UNKNOWN else self.cards(name, text)
            number = self._fields.read_number(name, seat, 0, SEATS - 1)
            found += [(number, kind) for kind in cards]
        return tuple(found)

    def known(self) -> tuple[Knows, ...]:
        """`2:R99`: all know seat 2 to hold these; `1>2:K`: seat 1 does."""
        found = []
        for word in self._fields.text("known").split():
            seats, _, text = word.partition(":")
            viewer, to, holder = seats.partition(">")
            number = self._fields.read_number
            who = number("known", viewer, 0, SEATS - 1) if to else NOBODY
            at = number("known", holder if to else viewer, 0, SEATS - 1)
            found += [Knows(who, at, kind) for kind in self.cards("known", text)]
        return tuple(found)
