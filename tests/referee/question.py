"""One question to one seat, and the state that the phases of a deal share."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import cards as card
from . import options
from .cards import Cards
from .options import Options

Carry = dict[str, Any]


class Refused(Exception):
    """An action the rules do not allow; `code` as in the conformance files."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class Answer:
    word: str
    cards: Cards = field(default_factory=list)


@dataclass(frozen=True)
class Question:
    """`words` are whole answers; with a `verb` the seat may also name cards that pass `fits`."""

    seat: int
    words: tuple[str, ...] = ()
    verb: str = ""
    fits: Callable[[Cards], bool] = lambda cards: False
    listing: Callable[[], Iterable[str]] = lambda: ()  # the card sets, as texts
    choose: Callable[[Cards], Cards | None] = lambda cards: cards  # ranks without suits -> cards

    def answers(self) -> Iterable[str]:
        """Every legal answer; lazily, since the sets to return can be very many."""
        yield from self.words
        for cards in self.listing():
            yield f"{self.verb} {cards}"

    def read(self, text: str) -> Answer:
        text = " ".join(text.split())
        if text in self.words:
            return Answer(*text.split()[:1], text.split()[1:])
        word, _, rest = text.partition(" ")
        if not self.verb or word != self.verb:
            raise Refused("action.illegal")
        try:
            cards: Cards | None = card.parse(rest)
        except ValueError:
            raise Refused("action.illegal") from None
        cards = self.choose(cards or [])
        if not cards or not self.fits(cards):
            raise Refused("action.illegal")
        return Answer(word, cards)


Phase = Generator[Question, Answer, None]


def from_sets(seat: int, verb: str, sets: Callable[[], Iterable[Sequence[str]]]) -> Question:
    """A question whose legal card sets can be enumerated."""
    return Question(
        seat,
        verb=verb,
        fits=lambda cards: any(card.canonical(one) == cards for one in sets()),
        listing=lambda: (card.text(one) for one in sets()),
    )


@dataclass
class Table:
    """Everything about a deal. Seats count upwards in play order."""

    o: Options
    hands: list[Cards]
    first_drawer: int
    carry: Carry | None
    pile: Cards | None = None  # the face-down tribute as it is handed out, where known
    shuffle: Callable[[Cards], Cards] | None = None  # makes one where it is not
    drawn: list[Cards] = field(default_factory=list)
    used_pile: Cards | None = None
    emperor: int = -1
    guards: list[int] = field(default_factory=list)
    called: str = ""
    two_card_call: bool = False
    laowang: int | None = None  # the seat that held L when the call was made
    usurped: bool = False
    announced: bool = False  # announced solo, or usurper
    known: set[int] = field(default_factory=set)  # guards publicly known before play
    opened: bool = False
    multiplier: int = 1
    lost_by_abdication: bool = False
    void: bool = False
    finished: list[int] = field(default_factory=list)
    stuck: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hands = [card.canonical(hand) for hand in self.hands]
        self.drawn = [list(hand) for hand in self.hands]

    @property
    def solo(self) -> bool:
        return not self.guards

    def around(self, seat: int) -> list[int]:
        """All five seats in play order, this one first."""
        return [(seat + step) % 5 for step in range(5)]

    def roles(self) -> str:
        return "".join("E" if s == self.emperor else "G" if s in self.guards else "P" for s in range(5))

    def identity(self, one: str) -> bool:
        """The emperor card and the guard card, which no payment, tribute or return may move."""
        return one == "R" or (one == "B" and self.o["guard_by"] == "marked_black")

    def has_emperor_card(self) -> bool:
        return self.o["emperor_by"] == "marked_red" or self.carry is None

    def holder(self) -> int:
        """Who holds the emperor card, or is emperor-to-be (row 44)."""
        if self.has_emperor_card():
            return next(seat for seat in range(5) if "R" in self.hands[seat])
        assert self.carry is not None
        return int(self.carry["places"].index(1))

    def take(self, seat: int, cards: Iterable[str]) -> None:
        self.hands[seat] = card.without(self.hands[seat], cards)

    def give(self, seat: int, cards: Iterable[str]) -> None:
        self.hands[seat] = card.canonical([*self.hands[seat], *cards])

    def move(self, source: int, target: int, cards: Iterable[str]) -> None:
        cards = list(cards)
        self.take(source, cards)
        self.give(target, cards)

    def no_aces(self, one: str) -> bool:
        return not (self.o["tribute_exclude_aces"] and one[0] == "A")

    def highest(self, hand: Cards, allowed: Callable[[str], bool]) -> str | None:
        """Row 29: of the highest rank, the kind with the fewest copies left in the hand, then by suit."""
        candidates = [one for one in hand if allowed(one)]
        if not candidates:
            return None
        top = max(card.worth(one) for one in candidates)
        kinds = {one for one in candidates if card.worth(one) == top}
        return min(kinds, key=lambda kind: (hand.count(kind), card.order(kind)))

    def suited(self) -> bool:
        return options.suited(self.o)
