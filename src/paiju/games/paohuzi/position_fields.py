"""A position of Paohuzi from its fields: cards are put where they are said to be; `filling` makes a state of it.

What contradicts itself, or leaves the law nothing to go on with, is refused: positions come from people and files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from paiju.core.errors import NotationError, PaijuError
from paiju.core.position import UNKNOWN, Fields, unknown_number
from paiju.core.rng import CUT
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import (
    DECK,
    HAND_SIZE,
    KINDS,
    STOCK_SIZE,
    Kind,
)
from paiju.games.paohuzi.cards import UNKNOWN as UNSEEN
from paiju.games.paohuzi.dealing import playing, right_of
from paiju.games.paohuzi.melds import IDENTICAL, QUADS, Meld, SetKind, same
from paiju.games.paohuzi.notation import card_text, parse_action, parse_card, parse_meld
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.state import ALONE, APART, MOST_IN_A_ROW, Left, Source, Start

FIELDS = (
    "view", "turn", "won", "answers", "offers", "dealer", "streak", "draws", "shown", "hands", "table", "piles",
    "smelled", "dead", "stock", "bottom", "turned", "pause",
)  # fmt: skip
"""All fields, in the order in which they are printed."""
DISCARD, DEALT, DRAWN_GAME = "discard", "dealt", "over"
"""What a turn says beside the sources of cards: a discard, heavenly sets, a draw game; or `cut`."""
GONE, THROWN, SPECTATOR, OUTRANKED = "gone", "!", "all", "outranked"
ONLY_PONG, ONLY_EAT = ":pong", ":eat"
TRIPLE = 3
_HIDDEN = (SetKind.UNEXPOSED_3, SetKind.UNEXPOSED_4)
_DEALT = ("won", "answers", "offers", "shown", "table", "piles", "smelled", "dead", "bottom", "turned")
"""What only cards that are dealt can say."""


class Turn(NamedTuple):
    """Whose turn it is and why: the source of an open card, or None with a `word` for the rest."""

    seat: int
    word: str
    source: Source | None
    card: Kind


class Places(NamedTuple):
    """Where the cards are said to be; unknown ones are `UNSEEN`."""

    turn: Turn
    hands: list[list[Kind]]
    melds: list[list[Meld]]
    piles: tuple[tuple[Left, ...], ...]
    stock: list[Kind]
    known: int

    def holes(self) -> bool:
        """Whether any card is unknown."""
        sets = any(UNSEEN in meld.cards for melds in self.melds for meld in melds)
        return (
            sets
            or (self.turn.source in ALONE and self.turn.card == UNSEEN)
            or any(UNSEEN in cards for cards in (*self.hands, self.stock))
        )


class Reader:
    """The fields of one position, read under its options; `filling` makes states of them."""

    def __init__(self, options: PaohuziOptions, fields: Fields) -> None:
        self.fields = fields
        self.rules: Rules = compile_rules(options)
        seats = self.rules.seats
        self.dealer = fields.number("dealer", 0, 0, seats - 1)
        self.order = playing(seats, self.dealer)
        self.viewer = self._viewer(seats)
        self.dead = fields.seats("dead", seats)
        turn = self._turn(seats)
        melds = [self._melds(part) for part in fields.parts("table", seats)]
        hands = [self._cards("hands", part.split()) for part in self._hand_parts(seats)]
        piles = tuple(tuple(map(self._left, part.split())) for part in fields.parts("piles", seats))
        stock, known = self._stock()
        self.marks = [self._smelled(part) for part in fields.parts("smelled", seats)]
        self.places = Places(turn, hands, melds, piles, stock, known)
        self.pool = self._count()
        self.start = self._begin()
        self.answers = self._read_answers(seats)
        self.offers = self._read_offers()
        self.pauses = self._pauses()
        self._check_places()

    @property
    def open(self) -> bool:
        """Whether cards are unknown."""
        return self.places.holes()

    def _viewer(self, seats: int) -> int | None:
        text = self.fields.text("view")
        self.is_view = "view" in self.fields
        if not self.is_view or text == SPECTATOR:
            return None
        return self.fields.read_number("view", text, 0, seats - 1)

    def _turn(self, seats: int) -> Turn:
        fields = self.fields
        words = fields.text("turn").split()
        if len(words) < 2:  # noqa: PLR2004 - a seat, and what it is asked
            raise fields.wrong("turn", "names a seat and what it is asked, as in `1 drawn s5` or `0 discard`")
        seat = fields.read_number("turn", words[0], 0, seats - 1)
        if seat not in self.order:
            raise fields.against("turn", "dealer", f"seat {seat} sits out")
        word = words[1]
        if word in (DISCARD, DEALT, DRAWN_GAME, Source.SHOWN, CUT):
            if len(words) > 2:  # noqa: PLR2004 - a seat and a word
                raise fields.wrong("turn", f"{word} takes no card")
            if word == Source.SHOWN and seat != self.dealer:
                raise fields.against("turn", "dealer", "the shown card is the dealer's")
            return Turn(seat, word, Source.SHOWN if word == Source.SHOWN else None, UNSEEN)
        if word not in tuple(Source) or len(words) != 3:  # noqa: PLR2004 - and a card
            known = ", ".join((*Source, DISCARD, DEALT, DRAWN_GAME, CUT))
            raise fields.wrong("turn", f"{word[:20]!r} and a card is none of {known}")
        source = Source(word)
        if words[2] == UNKNOWN and source not in ALONE:
            raise fields.wrong("turn", "the card lies open")
        return Turn(seat, word, source, UNSEEN if words[2] == UNKNOWN else self._card("turn", words[2]))

    def _card(self, name: str, text: str) -> Kind:
        try:
            return parse_card(text)
        except NotationError as error:
            raise self.fields.wrong(name, f"{text[:20]!r} is no card", None) from error

    def _cards(self, name: str, words: Iterable[str]) -> list[Kind]:
        cards: list[Kind] = []
        for word in words:
            number = unknown_number(word)
            cards += [self._card(name, word)] if number is None else [UNSEEN] * number
        return cards

    def _hand_parts(self, seats: int) -> list[str]:
        """The parts of the hands, with a bare `?` made the number of cards that are due."""
        fields = self.fields
        if "hands" not in fields:
            return [self._due(seat) if seat in self.order else "" for seat in range(seats)]
        parts = fields.parts("hands", seats)
        for seat, part in enumerate(parts):
            if UNKNOWN in part.split():
                due = int(self._due(seat)[:-1])
                have = len(self._cards("hands", [word for word in part.split() if word != UNKNOWN]))
                if have > due or part.split().count(UNKNOWN) > 1:
                    raise fields.wrong("hands", f"seat {seat} has {have} cards of {due}, and more of them")
                parts[seat] = (
                    part.replace(f" {UNKNOWN}", "").removeprefix(UNKNOWN) + f" {due - have}{UNKNOWN}"
                )
        return parts

    def _due(self, seat: int) -> str:
        """How many cards a seat has in hand, by its table sets and whether it must discard (PZ 3.2)."""
        turn = self._turn(self.rules.seats)
        if turn.word == CUT:
            return f"0{UNKNOWN}"
        melds = self._melds(self.fields.parts("table", self.rules.seats)[seat])
        quads = sum(meld.kind in QUADS for meld in melds)
        owed = turn.seat == seat and turn.word in (DISCARD, Source.SHOWN)
        cards = HAND_SIZE + owed + (max(0, quads - 1) if self.rules.parity else 0)
        return f"{max(0, cards - sum(len(meld.cards) for meld in melds))}{UNKNOWN}"

    def _melds(self, part: str) -> list[Meld]:
        return [self._meld(text.strip()) for text in part.split(",")] if part else []

    def _meld(self, text: str) -> Meld:
        head, _, rest = text.partition(" ")
        if rest.startswith("(") and rest.endswith(")"):
            kind = next((kind for kind in _HIDDEN if kind == head), None)
            if kind is not SetKind.UNEXPOSED_3:
                raise self.fields.wrong("table", f"{text[:20]!r}: only U3 lies face down")
            if rest == f"({UNKNOWN})":
                return Meld(kind, (UNSEEN,) * IDENTICAL[kind], known=False)
            return same(kind, self._card("table", rest[1:-1]), known=False)
        try:
            return parse_meld(text)
        except PaijuError as error:
            raise self.fields.wrong("table", f"{text[:30]!r} is no set") from error

    def _left(self, word: str) -> Left:
        thrown = word.endswith(THROWN)
        return Left(self._card("piles", word.removesuffix(THROWN)), thrown)

    def _smelled(self, part: str) -> tuple[int, int] | None:
        """What a seat may neither Pong nor eat, as bit sets; None where it is unknown."""
        if part == UNKNOWN:
            return None
        pong = eat = 0
        for word in part.split():
            card, colon, only = word.partition(":")
            if f"{colon}{only}" not in ("", ONLY_PONG, ONLY_EAT):
                raise self.fields.wrong("smelled", f"{word[:20]!r} is none of s5, s5:pong, s5:eat")
            bit = 1 << self._card("smelled", card)
            pong |= bit * (only != "eat")
            eat |= bit * (only != "pong")
        return pong, eat

    def _stock(self) -> tuple[list[Kind], int]:
        text = self.fields.text("stock") if "stock" in self.fields else UNKNOWN
        known, bar, rest = text.partition("|")
        if not bar:
            known, rest = "", text
        top = self._cards("stock", known.split())
        words = [] if rest.strip() == "-" else rest.split()
        if UNSEEN in top or UNKNOWN in known or words.count(UNKNOWN) > 1:
            raise self.fields.wrong("stock", "cards before the bar are known, and `?` alone stands once")
        self._stretch = (
            len(top) + len(self._cards("stock", words[: words.index(UNKNOWN)])) if UNKNOWN in words else -1
        )
        return top + self._cards("stock", [word for word in words if word != UNKNOWN]), len(top)

    def _read_answers(self, seats: int) -> list[tuple[int, Action]]:
        fields = self.fields
        given = []
        for text in fields.text("answers").split(",") if "answers" in fields else ():
            seat, _, action = text.strip().partition(" ")
            given.append((fields.read_number("answers", seat, 0, seats - 1), self._action("answers", action)))
        return given

    def _read_offers(self) -> tuple[tuple[Action, ...] | None, bool]:
        """What the viewer may do, None where it is not said, and whether he is outranked."""
        if "offers" not in self.fields:
            return None, False
        words = [word.strip() for word in self.fields.text("offers").split(",") if word.strip(" -")]
        if self.viewer is None:
            raise self.fields.against("offers", "view", "only a seat's view says what is offered")
        outranked = words[-1:] == [OUTRANKED]
        actions = words[:-1] if outranked else words
        return tuple(self._action("offers", word) for word in actions), outranked

    def _action(self, name: str, text: str) -> Action:
        try:
            return parse_action(text)
        except NotationError as error:
            raise self.fields.wrong(name, f"{text[:30]!r} is no action") from error

    # --- checking

    def _count(self) -> Counter[Kind]:
        """The cards that nobody names.

        Raises:
            PositionError: position.cards, for a fifth copy, or unknown cards that are too many or too few.
        """
        places, pool = self.places, Counter(DECK)
        named = {
            "turn": [places.turn.card] if places.turn.source in APART else [],
            "table": [card for melds in places.melds for meld in melds for card in meld.cards],
            "piles": [left.card for pile in places.piles for left in pile],
            "hands": [card for hand in places.hands for card in hand],
            "stock": places.stock,
        }
        unknown = 0
        for name, cards in named.items():
            unknown += cards.count(UNSEEN)
            pool.subtract(card for card in cards if card != UNSEEN)
            over = next((kind for kind in range(KINDS) if pool[kind] < 0), None)
            if over is not None:
                raise self.fields.cards(name, f"a fifth {card_text(over)}")
        rest = sum(pool.values()) - unknown
        if self._stretch >= 0 and rest >= 0:
            places.stock[self._stretch : self._stretch] = [UNSEEN] * rest
        elif rest:
            more = f"{rest} cards are nowhere" if rest > 0 else f"{-rest} cards too many"
            raise self.fields.cards("hands" if rest < 0 else "stock", f"{more}, the deck has {len(DECK)}")
        return pool

    def _begin(self) -> Start:
        fields = self.fields
        if self.places.turn.word == CUT:
            self.held = True
            return self._begin_with(UNSEEN, UNSEEN)
        words = fields.text("shown").split()
        self.held = words[1:] != [GONE]
        if words and len(words) > 1 + (not self.held):
            raise fields.wrong("shown", f"a card, and perhaps `{GONE}`")
        shown = self._card("shown", words[0]) if words else self._any_shown()
        stock = self.places.stock
        said = self._card("bottom", fields.text("bottom")) if "bottom" in fields else None
        bottom = stock[-1] if stock else said if said is not None else self.places.turn.card
        if stock and said is not None and said != bottom:
            raise fields.against("bottom", "stock", "the bottom card is the last of the stock")
        return self._begin_with(shown, bottom)

    def _begin_with(self, shown: Kind, bottom: Kind) -> Start:
        fields = self.fields
        return Start(
            self.dealer,
            fields.number("streak", 1, 1, MOST_IN_A_ROW),
            fields.number("draws", 0, 0, 1 << 20),
            self.order,
            right_of(self.rules.seats, self.order),
            shown,
            bottom,
            fields.number("turned", self.places.known, 0, STOCK_SIZE),
        )

    def _any_shown(self) -> Kind:
        """The dealer's shown card where nobody says it: one that he has not, else the first that he holds."""
        places, dealer = self.places, self.dealer
        own = [left.card for left in places.piles[dealer]]
        own += [card for meld in places.melds[dealer] if meld.known for card in meld.cards]
        self.held = not own
        cards = own or [card for card in places.hands[dealer] if card != UNSEEN] or list(self.pool.elements())
        return cards[0] if cards else 0

    def _pauses(self) -> bool:
        """Whether an open card is said to be one that nobody may claim."""
        pauses = self.fields.flag("pause")
        if pauses and (self.is_view or self.places.turn.source is None or "won" in self.fields):
            other = "view" if self.is_view else "turn"
            raise self.fields.against("pause", other, "it says that nobody may claim an open card")
        return pauses

    def _check_places(self) -> None:
        """What the law relies on."""
        fields, places, turn = self.fields, self.places, self.places.turn
        if turn.word == CUT:
            self._check_cut()
            return
        for seat in range(self.rules.seats):
            idle = seat not in self.order
            if idle and (places.hands[seat] or places.melds[seat] or places.piles[seat] or seat in self.dead):
                raise fields.against("hands", "dealer", f"seat {seat} sits out and has no cards")
        needs_stock = turn.word in (DISCARD, Source.THROWN, Source.SHOWN, Source.PAO)
        if not places.stock and needs_stock and "won" not in fields:
            raise fields.against("stock", "turn", "the deal is over with the last card")
        if places.stock and turn.word == DRAWN_GAME:
            raise fields.against("stock", "turn", "a draw game has no cards left")
        if turn.source in ALONE:
            kinds = (SetKind.EXPOSED_4,) if turn.source is Source.PAO else (*_HIDDEN, SetKind.SMELLED_3)
            last = places.melds[turn.seat][-1:]
            if not any(meld.kind in kinds and turn.card in (UNSEEN, meld.cards[0]) for meld in last):
                raise fields.against("turn", "table", f"the last set of seat {turn.seat} is not of that card")
        if turn.word == DEALT and "won" not in fields:
            raise fields.wrong("won", "says who holds the heavenly sets")
        if "won" in fields and turn.word in (DISCARD, DRAWN_GAME):
            raise fields.against("won", "turn", "nobody goes out with no card")

    def _check_cut(self) -> None:
        """Before the cut all cards lie in the pack (PZ 3.5)."""
        fields, places = self.fields, self.places
        if not self.rules.cut:
            raise fields.against("turn", "options", "nobody cuts at this table")
        if places.turn.seat != self.order[-1]:
            raise fields.against("turn", "dealer", f"seat {self.order[-1]} cuts")
        early = [name for name in _DEALT if name in fields]
        early += ["hands"] * any(places.hands) + ["stock"] * (places.known > 0)
        if early:
            raise fields.against(early[0], "turn", "nothing is dealt before the cut")
