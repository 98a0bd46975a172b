"""A state of Paohuzi from the fields of a position: places the cards that it names and deals the unknown ones.

Positions come from people and files, so contradictions and states that the rules cannot continue from are refused.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from paiju.core.errors import PositionError
from paiju.core.position import UNSEEN, Grammar, dealt
from paiju.games.paohuzi import claims, turns
from paiju.games.paohuzi.cards import (
    COPIES,
    HAND_SIZE,
    IS_RED,
    KINDS,
    STOCK_SIZE,
    count,
    hand_of,
    loose,
    size,
)
from paiju.games.paohuzi.determinize.draw import outranked
from paiju.games.paohuzi.hands import dealt_sets, forced
from paiju.games.paohuzi.melds import IDENTICAL, QUADS, RUNS, Meld, SetKind, same, tally
from paiju.games.paohuzi.notation import card_text, parse_action, parse_card, parse_meld
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.state import (
    ALONE,
    APART,
    MOST_IN_A_ROW,
    Left,
    Phase,
    Source,
    Start,
    State,
    Window,
    playing,
    right_of,
)

FIELDS = (  # in the order in which they are printed
    "view", "turn", "won", "answers", "offers", "dealer", "streak", "draws", "shown", "hands", "table", "piles",
    "smelled", "dead", "stock", "bottom", "turned", "pause",
)  # fmt: skip
DISCARD, DEALT, DRAWN_GAME = "discard", "dealt", "over"
"""What a turn says beside the sources of cards: a discard, heavenly sets, a draw game; or `cut`."""
GONE, THROWN, OUTRANKED = "gone", "!", "outranked"
ONLY_PONG, ONLY_EAT = ":pong", ":eat"
TRIPLE = 3
_HIDDEN = (SetKind.UNEXPOSED_3, SetKind.UNEXPOSED_4)
_DEALT = ("won", "answers", "offers", "shown", "table", "piles", "smelled", "dead", "bottom", "turned")
"""What only cards that are dealt can say."""


def _parse(word: str) -> tuple[Kind]:
    return (parse_card(word),)


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


class Reader:
    """The fields of one position, read under its options; `filling` makes states of them."""

    def __init__(self, options: PaohuziOptions, fields: Fields) -> None:
        self.fields = fields
        self.rules: Rules = compile_rules(options)
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
            raise fields.wrong("turn", f"{word[:20]!r} is none of {', '.join((*Source, *bare))}")
        card = UNSEEN if words[2] == UNKNOWN else self._card("turn", words[2])
        if card == UNSEEN and Source(word) not in ALONE:
            raise fields.wrong("turn", "the card lies open")
        return Turn(seat, word, Source(word), card)

    def _card(self, name: str, text: str) -> Kind:
        try:
            return parse_card(text)
        except NotationError as error:
            raise self.fields.wrong(name, f"{text[:20]!r} is no card", None) from error

    def _cards(self, name: str, text: str) -> list[Kind]:
        return self.fields.read_cards(name, text, _parse)

    def _hands(self, turn: Turn, melds: list[list[Meld]]) -> list[list[Kind]]:
        """The hands; of a seat of which nothing is said as many unknown cards as are due."""
        parts = [UNKNOWN if seat in self.order else "" for seat in range(self.rules.seats)]
        if "hands" in self.fields:
            parts = self.fields.parts("hands", self.rules.seats)
        return [
            self.fields.read_hand(seat, part, self._due(seat, turn, melds[seat]), _parse)
            for seat, part in enumerate(parts)
        ]

    def _due(self, seat: int, turn: Turn, melds: list[Meld]) -> int:
        """How many cards a seat has in hand, by its table sets and whether it must discard (PZ 3.2)."""
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

    def _forfeited(self, part: str) -> tuple[int, int] | None:
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
        top = self._cards("stock", known)
        before, after = "" if rest.strip() == NONE else rest, ""
        words = before.split()
        if UNKNOWN in words:
            at = words.index(UNKNOWN)
            before, after = " ".join(words[:at]), " ".join(words[at + 1 :])
        cards = top + self._cards("stock", before)
        if UNSEEN in top or UNKNOWN in known or words.count(UNKNOWN) > 1:
            raise self.fields.wrong("stock", "cards before the bar are known, and `?` alone stands once")
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
        """What the viewer may do, None where it is not said, and whether a better claim outranks it."""
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
        """The dealer's shown card where nobody says it: one that is not in its hand any more, else the first that is."""
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
        """What the rules rely on."""
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


# --- a state from what has been read: unknown cards are dealt at random, the question is opened

TRIES = 4000
_TRIPLE = 3


def state_of(parsed: Parsed, rng: random.Random | None) -> State:
    """The state; unknown cards are dealt by `rng`.

    Raises:
        PositionError: position.open without chance where cards are unknown; position.rare where no deal is found
            that fits; position.conflict.
    """
    if not parsed.open and parsed.viewer is None:
        return _state(parsed, parsed.places)
    if parsed.places.turn.word not in (Phase.CUT, DRAWN_GAME) and "won" not in parsed.fields:
        _check_cards(parsed, parsed.places)
    return dealt(lambda chance: _state(parsed, _filled(parsed, chance)), rng, TRIES if parsed.open else 1)


def _filled(parsed: Parsed, rng: random.Random) -> Places:
    """The places with unknown cards dealt."""
    places, pool = parsed.places, Counter(parsed.pool)
    melds = [list(own) for own in places.melds]
    hands = [list(hand) for hand in places.hands]
    stock = list(places.stock)
    hold = parsed.held and parsed.start.shown not in hands[parsed.dealer] and UNSEEN in hands[parsed.dealer]
    for seat, own in enumerate(melds):
        for at, meld in enumerate(own):
            if UNSEEN in meld.cards:
                kinds = [kind for kind in range(KINDS) if pool[kind] >= _TRIPLE]
                if not kinds:
                    raise PositionError("position.cards", "table", "no three cards alike are left", 0)
                kind = rng.choice(kinds)
                pool[kind] -= _TRIPLE
                own[at] = same(meld.kind, kind, known=False)
                hold = hold and not (seat == parsed.dealer and kind == parsed.start.shown)
    if hold and pool[parsed.start.shown]:
        pool[parsed.start.shown] -= 1
        hands[parsed.dealer][hands[parsed.dealer].index(UNSEEN)] = parsed.start.shown
    rest = list(pool.elements())
    rng.shuffle(rest)
    if stock and stock[-1] == UNSEEN:  # a red bottom card goes to the top (PZ M23)
        stock[-1] = rest.pop(next((at for at, card in enumerate(rest) if not IS_RED[card]), -1))
    for cards in (*hands, stock):
        for at, card in enumerate(cards):
            if card == UNSEEN:
                cards[at] = rest.pop()
    card = melds[places.turn.seat][-1].cards[0] if places.turn.source in ALONE else places.turn.card
    return places._replace(turn=places.turn._replace(card=card), hands=hands, melds=melds, stock=stock)


def _state(parsed: Parsed, places: Places) -> State:
    rules, turn, seats = parsed.rules, places.turn, range(parsed.rules.seats)
    melds = tuple(map(tuple, places.melds))
    marks = [found if found is not None else _public(parsed, seat) for seat, found in enumerate(parsed.marks)]
    start = parsed.start
    if turn.word != Phase.CUT and places.stock and start.bottom != places.stock[-1]:
        start = replace(start, bottom=places.stock[-1])
    state = State(
        rules, start, Phase.CLAIM, turn.seat, tuple(map(hand_of, places.hands)), melds,
        tuple(map(tally, melds)), places.piles, tuple(pong for pong, _ in marks), tuple(eat for _, eat in marks),
        tuple(seat in parsed.dead for seat in seats), tuple(places.stock), places.known, parsed.held,
    )  # fmt: skip
    if turn.word == DISCARD:
        _check_discard(parsed, state)
        state.phase = Phase.DISCARD
    elif turn.word == Phase.CUT:
        state.phase = Phase.CUT
    elif turn.source is not None:
        state.window = _window(parsed, state, turn)
    if "won" in parsed.fields or turn.word == DRAWN_GAME:
        _end(parsed, state, turn)
    elif turn.word != Phase.CUT:
        _check_cards(parsed, places)
        _check_reached(parsed, state, turn)
    return state


def _check_cards(parsed: Parsed, places: Places) -> None:
    """That no card lies where a deal has put it elsewhere: forced sets are laid, a red bottom card goes to the top (PZ 3.1, M23).

    Unknown cards are no contradiction.
    """
    against, stock, turn = parsed.fields.against, places.stock, places.turn
    if stock and stock[-1] != UNSEEN and IS_RED[stock[-1]] and parsed.start.turned < STOCK_SIZE:
        raise against("stock", "turned", "a red bottom card goes to the top")
    if not all(IS_RED[card] for card in stock[: places.known]):
        raise against("stock", "turned", "only red cards go from the bottom to the top")
    for seat in parsed.order:
        _check_sets(parsed, places, seat)
    if turn.source in APART:
        hand = hand_of(card for card in places.hands[turn.seat] if card != UNSEEN)
        known = [meld for meld in places.melds[turn.seat] if UNSEEN not in meld.cards]
        if turn.source is Source.DRAWN and forced(tally(known), hand, turn.card) is not None:
            raise against(
                "turn", "hands", f"seat {turn.seat} lays {card_text(turn.card)} and shows it to nobody"
            )
        if turn.source is Source.THROWN and count(hand, turn.card) > 1:
            raise against(
                "turn", "hands", f"{card_text(turn.card)} was one of three, of which nobody discards"
            )


def _check_sets(parsed: Parsed, places: Places, seat: int) -> None:
    """That a hand lacks the cards that are laid at once, and that the card whose claim a smelled triple forfeited lies open (PZ 7)."""
    against, hand, melds = parsed.fields.against, places.hands[seat], places.melds[seat]
    identical = [meld for meld in melds if meld.kind not in RUNS and meld.cards[0] != UNSEEN]
    laid = {meld.cards[0] for meld in identical}
    for kind in {*hand} - {UNSEEN}:
        if kind in laid or (hand.count(kind) == COPIES and places.turn.source is not Source.SHOWN):
            raise against("table", "hands", f"seat {seat} lays the fourth {card_text(kind)}")
    runs = (meld.cards for own in places.melds for meld in own if meld.kind in RUNS)
    piles = ([left.card for left in pile] for pile in places.piles)
    seen = {card for cards in (*runs, *piles) for card in cards}
    passed = next(
        (meld for meld in identical if meld.kind is SetKind.SMELLED_3 and meld.cards[0] not in seen), None
    )
    if passed is not None:
        raise against("table", "piles", f"the fourth {card_text(passed.cards[0])} was passed, and lies open")


def _check_reached(parsed: Parsed, state: State, turn: Turn) -> None:
    """That hands are as large as their sets leave them (PZ 3.2), and that someone may claim an open card."""
    against = parsed.fields.against
    for seat in parsed.order:
        hand, melds = state.hands[seat], state.melds[seat]
        owned = size(hand) + sum(len(meld.cards) for meld in melds)
        if owned not in _sizes_owned(parsed, state, seat, turn):
            raise against("hands", "table", f"seat {seat} cannot have {owned} cards with its sets")
        if state.dead[seat] and loose(hand):
            raise against("dead", "hands", f"seat {seat} has a card to discard")
    if state.window is not None and not parsed.is_view and bool(state.window.asked) is parsed.pauses:
        why = (
            "someone may claim the card"
            if parsed.pauses
            else "nobody may claim the card, and the deal goes on"
        )
        raise against("pause" if parsed.pauses else "turn", "hands", why)


def _sizes_owned(parsed: Parsed, state: State, seat: int, turn: Turn) -> range:
    """How many cards a seat may have in hand and on the table (PZ 3.2, 8.10)."""
    quads = state.laid[seat].quads
    rest = HAND_SIZE + (max(0, quads - 1) if parsed.rules.parity else 0)
    dealt = (
        HAND_SIZE if quads > 1 else rest
    )  # quads that were dealt are not made up for before that many claims
    if state.dead[seat]:
        return range(rest + 1, rest + quads + 2)
    if turn.seat == seat and turn.word in (DISCARD, Source.SHOWN):
        return range(rest + 1, rest + 2)
    return range(dealt, rest + 1 + (turn.seat == seat and turn.source in ALONE))


def _public(parsed: Parsed, seat: int) -> tuple[int, int]:
    """The claims that everyone knows a seat to have forfeited."""
    places = parsed.places
    kinds = {meld.cards[0] for meld in places.melds[seat] if meld.kind is SetKind.SMELLED_3}
    if parsed.rules.own_discard_smells:
        kinds |= {left.card for left in places.piles[seat] if left.thrown}
    bits = sum(1 << kind for kind in kinds)
    return bits, bits


def _check_discard(parsed: Parsed, state: State) -> None:
    if not loose(state.hands[state.turn]):
        raise parsed.fields.against("turn", "hands", f"seat {state.turn} has no loose card to discard")
    if state.dead[state.turn]:
        raise parsed.fields.against("turn", "dead", f"seat {state.turn} is out")


def _window(parsed: Parsed, state: State, turn: Turn) -> Window:
    assert turn.source is not None
    last = not state.stock and turn.source in (Source.DRAWN, Source.OWN)
    if turn.source is Source.SHOWN:
        window = claims.open_shown(state)
    elif turn.source in ALONE:
        window = claims.ask_alone(state, turn.source, turn.seat, turn.card, last=last)
    else:
        window = claims.open_window(state, turn.source, turn.seat, turn.card, last=last)
    for seat, action in parsed.answers:
        if action not in window.offers[seat] or window.answers[seat] is not None:
            raise parsed.fields.against("answers", "hands", f"seat {seat} is not offered {action.verb}")
        window = claims.answered(window, seat, action)
    if parsed.answers and not window.asked and "won" not in parsed.fields:
        raise parsed.fields.against("answers", "hands", "nobody is left to be asked")
    return window if parsed.viewer is None else _seen(parsed, window)


def _seen(parsed: Parsed, window: Window) -> Window:
    """The window, if it offers the viewer what the position names."""
    offers, is_outranked = parsed.offers
    seat = parsed.viewer
    assert seat is not None
    alone = window.source in ALONE and seat != window.seat
    named = offers is not None and "won" not in parsed.fields and not alone
    if named and window.offers[seat] != offers:
        raise parsed.fields.against("offers", "hands", "that is not what is offered")
    if not is_outranked:
        return window
    found = outranked(window, seat)
    if found is None:
        raise parsed.fields.against("offers", "hands", "nobody has a better claim")
    return found


def _end(parsed: Parsed, state: State, turn: Turn) -> None:
    fields, window = parsed.fields, state.window
    if turn.word == DRAWN_GAME:
        turns.finish_drawn(state)
        return
    winner = fields.number("won", 0, 0, parsed.rules.seats - 1)
    if window is None:
        won = dealt_sets(parsed.rules, state.hands[winner], state.start.draws)
        if not won:
            raise fields.against("won", "hands", f"seat {winner} has no heavenly sets")
        turns.finish_sets(state, winner, won)
    elif not any(action.verb == "hu" for action in window.offers[winner]):
        raise fields.against("won", "hands", f"seat {winner} cannot go out")
    else:
        state.window = window._replace(leader=winner)
        turns.finish_won(state, winner)


GRAMMAR = Grammar(FIELDS, Parsed, state_of, text_of, View)
