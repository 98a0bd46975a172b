"""A position of Paohuzi as text, and back (docs/positions.md): how a state or a view is written down, and how fields are read.

    paohuzi akagiri; turn 1 drawn s5; dealer 0; shown b2; hands s1 s1 … / 20? / …; table U3 b6, s1-s2-s3 / U3 (?) / -;
    piles s4 b5! / - / -; smelled s4 s5:pong / - / ?; stock s2 | 15? b5

`drawn`, `thrown`, `shown`, `own` and `pao` are where an open card comes from, `discard` asks for one. `(b6)` lies face
down; `b5!` was thrown from a hand, not drawn; all have seen the cards before `|` go to the stock. `cut` asks where to
cut, nothing is dealt then and the stock is the pack. `position_state` makes a state of what has been read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from paiju.core.errors import NotationError, PaijuError
from paiju.core.game import Game
from paiju.core.position import NONE, SPECTATOR, UNKNOWN, UNSEEN, Fields, by_seat, head_text, joined
from paiju.core.rng import CUT
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import DECK, HAND_SIZE, KINDS, STOCK_SIZE, Kind, cards_of
from paiju.games.paohuzi.melds import IDENTICAL, QUADS, RUNS, Meld, SetKind, same
from paiju.games.paohuzi.notation import (
    action_text,
    card_text,
    cards_text,
    parse_action,
    parse_card,
    parse_meld,
    set_text,
)
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import (
    ALONE,
    APART,
    MOST_IN_A_ROW,
    Left,
    Phase,
    Result,
    Source,
    Start,
    State,
    playing,
    right_of,
    source_of,
)
from paiju.games.paohuzi.views import View

FIELDS = (  # in the order in which they are printed
    "view", "turn", "won", "answers", "offers", "dealer", "streak", "draws", "shown", "hands", "table", "piles",
    "smelled", "dead", "stock", "bottom", "turned", "pause",
)  # fmt: skip
DISCARD, DEALT, DRAWN_GAME = "discard", "dealt", "over"
"""What a turn names beside the sources of cards: a discard, heavenly sets, a draw game; or `cut`."""
GONE, THROWN, OUTRANKED = "gone", "!", "outranked"
ONLY_PONG, ONLY_EAT = ":pong", ":eat"
HIDDEN = (SetKind.UNEXPOSED_3, SetKind.UNEXPOSED_4)
_DEALT = ("won", "answers", "offers", "shown", "table", "piles", "smelled", "dead", "bottom", "turned")
"""Fields that need dealt cards."""


# --- writing


def _state_text(game: Game, state: State) -> str:
    window, start = state.window, state.start
    answers = window.answers if window else ()
    written = {
        "turn": _turn(state, window and window.source, window.card if window else UNSEEN),
        "answers": _answers([(seat, a) for seat, a in enumerate(answers) if a]),
        **_common(state, start, held=state.shown_held),
        "hands": by_seat(cards_text(cards_of(hand)) for hand in state.hands),
        "smelled": by_seat(_forfeited(*bits) for bits in zip(state.no_pong, state.no_eat, strict=True)),
        "stock": _stock(cards_text(state.stock[state.known :]), state.stock[: state.known]),
        "bottom": None if state.stock else card_text(start.bottom),
        "turned": None if start.turned == state.known else str(start.turned),
        "pause": "" if window and not window.asked and state.result is None else None,
    }
    return _line(game, state.rules.options, written)


def _view_text(game: Game, view: View) -> str:
    viewer, seats = view.viewer, range(len(view.sizes))
    others = () if view.phase is Phase.CUT else view.order
    forfeited = [
        _forfeited(view.no_pong, view.no_eat) if seat == viewer else UNKNOWN * (seat in others)
        for seat in seats
    ]
    written = {
        "view": SPECTATOR if viewer is None else str(viewer),
        "turn": _turn(view, view.source, view.card),
        "answers": _answers([(viewer, view.answer)] if viewer is not None and view.answer else []),
        "offers": _offers(view),
        **_common(view, view, held=view.shown_held),
        "hands": by_seat(_hand_of(view, seat) for seat in seats),
        "smelled": by_seat(forfeited),
        "stock": _seen_stock(view),
        "bottom": None if view.left else card_text(view.bottom),
        "turned": None if view.turned == len(view.known_top) else str(view.turned),
    }
    return _line(game, view.options, written)


def _common(shown: State | View, start: Start | View, *, held: bool) -> dict[str, str | None]:
    """The fields that a state and a view of it share."""
    result = shown.result
    gone = "" if held else f" {GONE}"
    return {
        "won": None if result is None or result.drawn_game else str(result.winner),
        "dealer": str(start.dealer),
        "streak": str(start.streak) if start.streak != 1 else None,
        "draws": str(start.draws) if start.draws else None,
        "shown": None if start.shown == UNSEEN else card_text(start.shown) + gone,
        "table": by_seat(map(_melds, shown.melds)),
        "piles": by_seat(map(_pile, shown.piles)),
        "dead": " ".join(str(seat) for seat, out in enumerate(shown.dead) if out) or None,
    }


def _line(game: Game, options: PaohuziOptions, written: dict[str, str | None]) -> str:
    return joined(head_text(game, options), [(name, written.get(name)) for name in FIELDS])


def _turn(shown: State | View, source: Source | None, card: int) -> str:
    """The seat at turn and its question, or how the deal ended."""
    if shown.result is not None:
        return _ended(shown.turn, shown.result, shown.melds)
    return f"{shown.turn} {shown.phase}" if source is None else _question(shown.turn, source, card)


def _question(seat: int, source: Source, card: int) -> str:
    named = "" if source is Source.SHOWN else f" {UNKNOWN if card == UNSEEN else card_text(card)}"
    return f"{seat} {source}{named}"


def _ended(seat: int, result: Result, melds: Sequence[Sequence[Meld]]) -> str:
    """Where the card of the last question came from, or that there was none."""
    source = source_of(result, melds)
    if source is None:
        return f"{seat} {DRAWN_GAME if result.drawn_game else DEALT}"
    return _question(seat, source, result.card)


def _answers(given: Iterable[tuple[int, Action]]) -> str | None:
    return ", ".join(f"{seat} {action_text(action)}" for seat, action in given) or None


def _offers(view: View) -> str | None:
    """What the viewer may do about an open card; `outranked` means that the viewer has no answer left to give."""
    if not view.offers:
        return None if view.source is None or view.viewer is None else NONE
    outranked = [OUTRANKED] if not view.asked and view.answer is None else []
    return ", ".join([*map(action_text, view.offers), *outranked])


def _hand_of(view: View, seat: int) -> str:
    if view.hands:
        counts: Sequence[int] | None = view.hands[seat]
    else:
        counts = view.hand if seat == view.viewer else None
    if counts is not None:
        return cards_text(kind for kind in range(KINDS) for _ in range(counts[kind]))
    return f"{view.sizes[seat]}{UNKNOWN}" if view.sizes[seat] else ""


def _melds(melds: Iterable[Meld]) -> str:
    return ", ".join(map(_meld, melds))


def _meld(meld: Meld) -> str:
    if meld.kind in RUNS:
        return set_text(meld.cards)
    card = UNKNOWN if meld.cards[0] == UNSEEN else card_text(meld.cards[0])
    return f"{meld.kind} {card}" if meld.known else f"{meld.kind} ({card})"


def _pile(pile: Iterable[Left]) -> str:
    return " ".join(card_text(left.card) + THROWN * left.thrown for left in pile)


def _forfeited(no_pong: int, no_eat: int) -> str:
    words = []
    for kind in range(KINDS):
        pong, eat = no_pong >> kind & 1, no_eat >> kind & 1
        if pong or eat:
            words.append(card_text(kind) + ("" if pong and eat else ONLY_PONG if pong else ONLY_EAT))
    return " ".join(words)


def _stock(cards: str, known: Sequence[int]) -> str:
    """The stock from the top, what all have seen of it before a bar."""
    return f"{cards_text(known)} | {cards}".strip() if known else cards or NONE


def _seen_stock(view: View) -> str:
    unknown = view.left - len(view.known_top)
    bottom = [card_text(view.bottom)] if unknown and view.bottom != UNSEEN else []
    unknown -= len(bottom)
    return _stock(" ".join([f"{unknown}{UNKNOWN}"] * (unknown > 0) + bottom), view.known_top)


def text_of(game: Game, shown: State | View) -> str:
    """A state, or what a seat knows, as text; cards that are not seen are counts."""
    return _state_text(game, shown) if isinstance(shown, State) else _view_text(game, shown)


# --- reading


def _parse(word: str) -> tuple[Kind]:
    return (parse_card(word),)


class Turn(NamedTuple):
    """Whose turn it is and why: the source of an open card, or None with a `word` for the rest."""

    seat: int
    word: str
    source: Source | None
    card: Kind


class Places(NamedTuple):
    """Where the cards lie; unknown ones are `UNSEEN`."""

    turn: Turn
    hands: list[list[Kind]]
    melds: list[list[Meld]]
    piles: tuple[tuple[Left, ...], ...]
    stock: list[Kind]
    known: int


class Parsed:
    """The fields of one position, each read by itself."""

    def __init__(self, options: PaohuziOptions, fields: Fields) -> None:
        self.fields = fields
        self.rules = compile_rules(options)
        seats = self.rules.seats
        self.dealer = fields.number("dealer", 0, 0, seats - 1)
        self.order = playing(seats, self.dealer)
        self.is_view, self.viewer = "view" in fields, fields.viewer(seats)
        self.dead = fields.seats("dead", seats)
        turn = self._turn(seats)
        melds = [self._melds(part) for part in fields.parts("table", seats)]
        hands = self._hands(turn, melds)
        piles = tuple(tuple(map(self._left, part.split())) for part in fields.parts("piles", seats))
        stock, known = self._stock()
        self.marks = [self._forfeited(part) for part in fields.parts("smelled", seats)]
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
        places = self.places
        sets = [card for melds in places.melds for meld in melds for card in meld.cards]
        alone = places.turn.source in ALONE and places.turn.card == UNSEEN
        return alone or any(UNSEEN in cards for cards in (*places.hands, places.stock, sets))

    def _turn(self, seats: int) -> Turn:
        fields = self.fields
        words = fields.text("turn").split()
        bare = (DISCARD, DEALT, DRAWN_GAME, Source.SHOWN, CUT)
        if len(words) != 3 - (words[1:2] != [] and words[1] in bare):  # a seat and a word, and mostly a card
            raise fields.wrong("turn", "must name a seat and its question, as in `1 drawn s5` or `0 discard`")
        seat, word = fields.read_number("turn", words[0], 0, seats - 1), words[1]
        if seat not in self.order:
            raise fields.against("turn", "dealer", f"seat {seat} sits out")
        if word == Source.SHOWN and seat != self.dealer:
            raise fields.against("turn", "dealer", "the shown card is the dealer's")
        if word in bare:
            return Turn(seat, word, Source.SHOWN if word == Source.SHOWN else None, UNSEEN)
        if word not in tuple(Source):
            raise fields.wrong("turn", f"{word[:20]!r} is not one of {', '.join((*Source, *bare))}")
        card = UNSEEN if words[2] == UNKNOWN else self._card("turn", words[2])
        if card == UNSEEN and Source(word) not in ALONE:
            raise fields.wrong("turn", "the card lies open")
        return Turn(seat, word, Source(word), card)

    def _card(self, name: str, text: str) -> Kind:
        try:
            return parse_card(text)
        except NotationError as error:
            raise self.fields.wrong(name, f"{text[:20]!r} is not a card") from error

    def _cards(self, name: str, text: str) -> list[Kind]:
        return self.fields.read_cards(name, text, _parse)

    def _hands(self, turn: Turn, melds: list[list[Meld]]) -> list[list[Kind]]:
        """The hands; one that no field names has as many unknown cards as are due."""
        parts = [UNKNOWN if seat in self.order else "" for seat in range(self.rules.seats)]
        if "hands" in self.fields:
            parts = self.fields.parts("hands", self.rules.seats)
        return [
            self.fields.read_hand(seat, part, self._due(seat, turn, melds[seat]), _parse)
            for seat, part in enumerate(parts)
        ]

    def _due(self, seat: int, turn: Turn, melds: list[Meld]) -> int:
        """The number of cards that a seat has in hand, by its table sets and whether it must discard (PZ 3.2)."""
        if turn.word == CUT:
            return 0
        quads = sum(meld.kind in QUADS for meld in melds)
        owed = turn.seat == seat and turn.word in (DISCARD, Source.SHOWN)
        cards = HAND_SIZE + owed + (max(0, quads - 1) if self.rules.parity else 0)
        return max(0, cards - sum(len(meld.cards) for meld in melds))

    def _melds(self, part: str) -> list[Meld]:
        return [self._meld(text.strip()) for text in part.split(",")] if part else []

    def _meld(self, text: str) -> Meld:
        head, _, rest = text.partition(" ")
        if rest.startswith("(") and rest.endswith(")"):
            kind = next((kind for kind in HIDDEN if kind == head), None)
            if kind is not SetKind.UNEXPOSED_3:
                raise self.fields.wrong("table", f"{text[:20]!r}: only U3 lies face down")
            if rest == f"({UNKNOWN})":
                return Meld(kind, (UNSEEN,) * IDENTICAL[kind], known=False)
            return same(kind, self._card("table", rest[1:-1]), known=False)
        try:
            return parse_meld(text)
        except PaijuError as error:
            raise self.fields.wrong("table", f"{text[:30]!r} is not a set") from error

    def _left(self, word: str) -> Left:
        thrown = word.endswith(THROWN)
        return Left(self._card("piles", word.removesuffix(THROWN)), thrown)

    def _forfeited(self, part: str) -> tuple[int, int] | None:
        """The kinds that a seat may not Pong and not eat, as bit sets; None where it is unknown."""
        if part == UNKNOWN:
            return None
        pong = eat = 0
        for word in part.split():
            card, colon, only = word.partition(":")
            if f"{colon}{only}" not in ("", ONLY_PONG, ONLY_EAT):
                raise self.fields.wrong("smelled", f"{word[:20]!r} is not one of s5, s5:pong, s5:eat")
            bit = 1 << self._card("smelled", card)
            pong |= bit * (only != "eat")
            eat |= bit * (only != "pong")
        return pong, eat

    def _stock(self) -> tuple[list[Kind], int]:
        text = self.fields.text("stock") if "stock" in self.fields else UNKNOWN
        known, bar, rest = text.partition("|")
        if not bar:
            known, rest = "", text
        top = self._cards("stock", known)
        before, after = "" if rest.strip() == NONE else rest, ""
        words = before.split()
        if UNKNOWN in words:
            at = words.index(UNKNOWN)
            before, after = " ".join(words[:at]), " ".join(words[at + 1 :])
        cards = top + self._cards("stock", before)
        if UNSEEN in top or UNKNOWN in known or words.count(UNKNOWN) > 1:
            raise self.fields.wrong("stock", "cards before the bar are known, and `?` alone appears once")
        self._stretch = len(cards) if UNKNOWN in words else -1
        return cards + self._cards("stock", after), len(top)

    def _read_answers(self, seats: int) -> list[tuple[int, Action]]:
        fields = self.fields
        given = []
        for text in fields.text("answers").split(",") if "answers" in fields else ():
            seat, _, action = text.strip().partition(" ")
            given.append((fields.read_number("answers", seat, 0, seats - 1), self._action("answers", action)))
        return given

    def _read_offers(self) -> tuple[tuple[Action, ...] | None, bool]:
        """What the viewer may do, None where no field names it, and whether a better claim outranks it."""
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
            raise self.fields.wrong(name, f"{text[:30]!r} is not an action") from error

    # --- checking

    def _count(self) -> Counter[Kind]:
        """The cards that nobody names.

        Raises:
            PositionError: position.cards, for a fifth copy, or unknown cards that are too many or too few.
        """
        places = self.places
        named: tuple[tuple[str, list[Kind]], ...] = (
            ("turn", [places.turn.card] if places.turn.source in APART else []),
            ("table", [card for melds in places.melds for meld in melds for card in meld.cards]),
            ("piles", [left.card for pile in places.piles for left in pile]),
            ("hands", [card for hand in places.hands for card in hand]),
            ("stock", places.stock),
        )
        pool, rest = self.fields.cards_left(DECK, named, card_text)
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
        named = self._card("bottom", fields.text("bottom")) if "bottom" in fields else None
        bottom = stock[-1] if stock else named if named is not None else self.places.turn.card
        if stock and named is not None and named != bottom:
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
        """The dealer's shown card where no field names it: one that is not in its hand any more, else the first that is."""
        places, dealer = self.places, self.dealer
        own = [left.card for left in places.piles[dealer]]
        own += [card for meld in places.melds[dealer] if meld.known for card in meld.cards]
        self.held = not own
        cards = own or [card for card in places.hands[dealer] if card != UNSEEN] or list(self.pool.elements())
        return cards[0] if cards else 0

    def _pauses(self) -> bool:
        """Whether the position is a pause on an open card that nobody may claim."""
        pauses = self.fields.flag("pause")
        if pauses and (self.is_view or self.places.turn.source is None or "won" in self.fields):
            other = "view" if self.is_view else "turn"
            raise self.fields.against("pause", other, "it says that nobody may claim an open card")
        return pauses

    def _check_places(self) -> None:
        """Check the facts that the rules rely on."""
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
            kinds = (SetKind.EXPOSED_4,) if turn.source is Source.PAO else (*HIDDEN, SetKind.SMELLED_3)
            last = places.melds[turn.seat][-1:]
            if not any(meld.kind in kinds and turn.card in (UNSEEN, meld.cards[0]) for meld in last):
                raise fields.against("turn", "table", f"the last set of seat {turn.seat} is not of that card")
        if turn.word == DEALT and "won" not in fields:
            raise fields.wrong("won", "must name who holds the heavenly sets")
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
