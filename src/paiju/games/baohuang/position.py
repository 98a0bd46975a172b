"""A position of Bao Huang as text, and back (docs/positions.md): how a state or a view is written down, and how fields are read.

`position_state` makes a state of what has been read: it deals unknown cards and refuses what no deal leads to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from paiju.core.errors import SEED_BYTES, RecordError, UsageError
from paiju.core.game import Game
from paiju.core.position import NONE, SPECTATOR, UNKNOWN, UNSEEN, Fields, by_seat, head_text, joined
from paiju.games.baohuang.cards import (
    EMPTY,
    LAOWANG,
    RANK_OF,
    SEATS,
    Hand,
    Kind,
    add,
    cards_of,
    holds,
    without_laowang,
)
from paiju.games.baohuang.notation import (
    card_text,
    carry_json,
    parse_cards_in_order,
    parse_carry,
)
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases.crowning import GUARD, REVOLTS, SOLO
from paiju.games.baohuang.phases.dealing import PAIR, TRIPLE, check_carried, drawers, even_sizes
from paiju.games.baohuang.plays import Cards, Shape
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import (
    NOBODY,
    Carry,
    Drawing,
    Due,
    Knows,
    Laid,
    Phase,
    Pile,
    Plan,
    Roles,
    Start,
    State,
)
from paiju.games.baohuang.views import View

FIELDS = (
    "view", "turn", "first", "carry", "seed", "handed", "deck", "hands", "drawn", "emperor", "called", "pair",
    "usurped", "shown", "innocent", "alone", "forced", "stakes", "countered", "known", "need", "payers", "receivers",
    "pile", "paid", "got", "passed", "pool", "crown", "trick", "plain", "played", "out", "stuck", "tricks",
)  # fmt: skip
"""All fields, in the order in which they are printed."""
VOID, SAME, OPENED, DEFER = "void", "=", "opened", "defer"
FACTORS = (SOLO, GUARD, REVOLTS)
_EMPEROR_PHASES = (Phase.CALL, Phase.USURP, Phase.DECLARE, Phase.COUNTER, Phase.PLAY)
_TRIBUTE_PHASES = (Phase.TRIBUTE, Phase.TAKE, Phase.GIVE_BACK)
_ASK_ONE = (Phase.CUT, Phase.DRAW, Phase.CROWN, Phase.CALL, Phase.PLAY)
_MOST_TRICKS = 400
_MOST_CARRY = 4
_FIELDS_OF_PHASES = {
    ("payers", "receivers", "pile", "paid", "got"): _TRIBUTE_PHASES,
    ("passed", "pool", "crown"): (Phase.CROWN,),
}
"""Fields that only some phases have."""
_TEN = 10


# --- writing


def trimmed(shown: State | View, *, past: bool) -> State | View:
    """A state or a view without what its text leaves out: the seed where no chance is left (BH A7), and without `past` the finished tricks."""
    tricks = shown.tricks if past else ()
    if isinstance(shown, View):
        return replace(shown, tricks=tricks)
    left = shown.copy()
    left.tricks = tricks
    if left.phase not in (Phase.CUT, Phase.DRAW, Phase.TRIBUTE) and left.plan.drawing is None:
        left.start = replace(left.start, seed=bytes(SEED_BYTES), pile=())
    return left


def text_of(game: Game, shown: State | View) -> str:
    """A state, or what a seat knows, as text; cards that are not seen are counts."""
    if isinstance(shown, State):
        return _state_text(game, shown)
    return _view_text(game, shown)


def _state_text(game: Game, state: State) -> str:
    write, drawing = _Writer(state.rules), state.plan.drawing
    if drawing is not None:
        parts = drawing.deck[: drawing.at], drawing.deck[drawing.at :]
        return write.line(
            game, state, state.roles, state.start, state.queue, deck=_bar(map(write.deck, parts))
        )
    drawn = [
        SAME
        if drawn_of(state.hands[seat], state.played[seat], state.roles.called) == hand
        else write.hand(hand)
        for seat, hand in enumerate(state.drawn)
    ]
    hands = map(write.hand, state.hands)
    return write.line(game, state, state.roles, state.start, state.queue, hands=hands, drawn=drawn)


def _view_text(game: Game, view: View) -> str:
    rules, drawing, viewer = compile_rules(view.options), view.plan.drawing, view.viewer
    write = _Writer(rules)
    start = Start(bytes(SEED_BYTES), (), view.first_drawer, view.carry, view.drawn_sizes)
    unseen_draw = view.phase is Phase.DRAW and not view.asked
    deck, drawn, hands = None, [SAME] * SEATS, [""] * SEATS
    if drawing is not None and not unseen_draw:
        size = len(rules.deck(first_deal=view.carry.first_deal))
        deck = _bar(f"{n}{UNKNOWN}" if n else "" for n in (drawing.at, size - drawing.at))
    if not (unseen_draw or (drawing is not None and not drawing.at)):
        hands = [_hand_of(view, seat, write) for seat in range(SEATS)]
    if viewer is not None and drawing is None:
        same = drawn_of(view.hand or EMPTY, view.played[viewer], view.called)
        drawn[viewer] = SAME if view.drawn in (None, same) else write.hand(view.drawn or EMPTY)
    seat = SPECTATOR if viewer is None else str(viewer)
    return write.line(game, view, view, start, view.asked, view=seat, deck=deck, hands=hands, drawn=drawn)


def _bar(parts: Iterable[str]) -> str:
    return " | ".join(parts).strip()


def _hand_of(view: View, seat: int, write: _Writer) -> str:
    """A hand as far as the viewer knows it."""
    if view.hands or (seat == view.viewer and view.hand is not None):
        return write.hand(view.hands[seat] if view.hands else view.hand or EMPTY)
    size = view.held(seat)
    return f"{size}{UNKNOWN}" if size else ""


class _Writer:
    """Writes cards as the options do, with or without suits."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def line(
        self, game: Game, shown: State | View, roles: Roles | View, start: Start, queue: Sequence[int], *,
        view: str | None = None, deck: str | None = None, hands: Iterable[str] = (), drawn: Sequence[str] = (),
    ) -> str:  # fmt: skip
        """The whole text; a state and a view of it have the most in common."""
        plan, pile = shown.plan, self.pile(shown.plan.pile)
        void = shown.result is not None and shown.result.void
        looks = top_of(self._rules, shown.trick, plain_set=False)
        laid = _total(shown.trick, *shown.tricks)
        written = {
            "view": view,
            "turn": VOID if void else " ".join((*map(str, queue), shown.phase)),
            "first": str(start.first_drawer),
            "carry": _carry(start.carry),
            "seed": start.seed.hex() if any(start.seed) else None,
            "handed": self.cards(start.pile) or None,
            "deck": deck or None,
            "hands": by_seat(hands),
            "drawn": by_seat(drawn) if {*drawn} - {SAME} else None,
            "emperor": str(roles.emperor) if roles.emperor >= 0 else None,
            "called": self.cards((roles.called,)) if roles.called >= 0 else None,
            "pair": _flag(roles.pair),
            "usurped": _flag(roles.usurped),
            "shown": _seats(sorted(roles.shown)),
            "innocent": _seats(sorted(roles.innocent)),
            "alone": _flag(roles.solo_shown),
            "forced": _flag(roles.forced),
            "stakes": " ".join(shown.stakes.factors) or None,
            "countered": _flag(shown.stakes.countered),
            "known": self.known(shown.known),
            "need": None if plan.need == TRIPLE else str(plan.need),
            "payers": _dues(plan.payers),
            "receivers": _dues(plan.receivers),
            "pile": pile if plan.payers else None,
            "paid": _dues(plan.paid),
            "got": _dues(plan.got),
            "passed": _seats(plan.passed),
            "pool": None if plan.payers else pile,
            "crown": _flag(plan.forced),
            "trick": self.laid(shown.trick) or None,
            "plain": _flag(bool(looks and looks.bomb and shown.top and not shown.top.bomb)),
            "played": by_seat(map(self.hand, shown.played)) if laid != shown.played else None,
            "out": _seats(shown.out),
            "stuck": _seats(shown.stuck),
            "tricks": ", ".join(map(self.laid, shown.tricks)) or None,
        }
        return joined(head_text(game, self._rules.options), written.items())

    def cards(self, cards: Iterable[Kind]) -> str:
        """Cards together."""
        return "".join(card_text(kind, suited=self._rules.suited) for kind in cards)

    def hand(self, hand: Hand) -> str:
        """A hand, lowest card first, the cards of each rank together."""
        return " ".join(self.cards(cards) for _, cards in groupby(cards_of(hand), key=RANK_OF.__getitem__))

    def deck(self, cards: Sequence[Kind]) -> str:
        """Cards in the order in which they are drawn, in tens."""
        return " ".join(self.cards(cards[at : at + _TEN]) for at in range(0, len(cards), _TEN))

    def pile(self, pile: Pile) -> str | None:
        """Cards in the middle with who paid them."""
        words = (f"{seat}:{UNKNOWN if kind == UNSEEN else self.cards((kind,))}" for seat, kind in pile)
        return " ".join(words) or None

    def known(self, known: Sequence[Knows]) -> str | None:
        """Cards that are known to be in a hand, in the order in which that was learned."""
        words = []
        for (viewer, holder), tokens in groupby(known, key=lambda token: token[:2]):
            who = f"{viewer}>{holder}" if viewer >= 0 else str(holder)
            words.append(f"{who}:{self.cards(token.kind for token in tokens)}")
        return " ".join(words) or None

    def laid(self, trick: Sequence[Laid]) -> str:
        """A trick, answer by answer."""
        return " ".join(
            f"{laid.seat}:{DEFER if laid.verb == DEFER else self.cards(laid.cards) or NONE}" for laid in trick
        )


def drawn_of(hand: Hand, played: Hand, called: Kind) -> Hand:
    """The hand as drawn of a seat that holds and has played this, if nothing has changed hands."""
    return add(without_laowang(hand, called), cards_of(without_laowang(played, called)))


def top_of(
    rules: Rules, laid: Sequence[Laid], *, plain_set: bool, drawn: Sequence[Hand] | None = None
) -> Shape | None:
    """What lies on the table after the answers of a trick; with `plain_set` the last play is no bomb.

    A play that is followed by one that is no bomb was none either.
    """
    plays = [one for one in laid if one.verb == "play"]
    shapes: list[Shape | None] = []
    bomb = not plain_set
    for one in reversed(plays):
        own = drawn is None or not rules.natural_bombs or holds(drawn[one.seat], one.cards)
        shape = rules.comparison.shape(one.cards, natural=bomb and own)
        bomb = shape is not None and shape.bomb > 0
        shapes.append(shape)
    top: Shape | None = None
    for shape in reversed(shapes):
        if shape is None or (top is not None and not rules.comparison.beats(shape, top)):
            return None
        top = rules.comparison.laid(shape, top)
    return top


def _total(*tricks: Sequence[Laid]) -> tuple[Hand, ...]:
    found = [EMPTY] * SEATS
    for laid in (laid for trick in tricks for laid in trick):
        found[laid.seat] = add(found[laid.seat], laid.cards)
    return tuple(found)


def _carry(carry: Carry) -> str | None:
    if carry == Carry():
        return None
    words = [NONE if carry.first_drawer is None else str(carry.first_drawer)]
    if before := carry_json(carry)["carry"]:
        words += [before["roles"], "".join(map(str, before["places"])), before["winner"]]
        words += [OPENED] * before["opened"]
    return " ".join(words)


def _dues(dues: Iterable[Due]) -> str | None:
    words = (f"{due.seat}:{due.count}{f'>{due.partner}' if due.partner >= 0 else ''}" for due in dues)
    return " ".join(words) or None


def _seats(seats: Iterable[int]) -> str | None:
    return " ".join(map(str, seats)) or None


def _flag(holds: bool) -> str | None:  # noqa: FBT001 - a field without a value
    return "" if holds else None


# --- reading


class Parsed:
    """The fields of one position, each read by itself. Cards that no field names are `UNSEEN`; `position_state` finds the guards by the cards."""

    def __init__(self, options: BaohuangOptions, fields: Fields) -> None:
        self.fields, self.rules = fields, compile_rules(options)
        self.is_view, self.viewer = "view" in fields, fields.viewer(SEATS)
        self.queue, self.phase, self.void = self._turn()
        self.roles = self._roles()
        self.start = self._start()
        drawing = self._drawing()
        self.trick = self._laid("trick", fields.text("trick"))
        self.tricks = self._tricks()
        self.played = self._played()
        self.out = fields.seats("out", SEATS)
        self.plan = self._plan(drawing)
        self.factors = self._stakes()
        self.countered, self.plain_set = fields.flag("countered"), fields.flag("plain")
        self.stuck = fields.seats("stuck", SEATS)
        self.known = self._known()
        self.hands = self._hands(drawing)
        self.drawn = self._drawn()

    @property
    def unseen_draw(self) -> bool:
        """Whether someone may be asked for the crown, and the viewer does not see who."""
        return self.phase is Phase.DRAW and not self.queue

    @property
    def to_come(self) -> Cards:
        """The cards that are still to be drawn."""
        drawing = self.plan.drawing
        return () if drawing is None else drawing.deck[drawing.at :]

    @property
    def open(self) -> bool:
        """Whether cards are unknown."""
        deck = () if self.plan.drawing is None else self.plan.drawing.deck
        return any(UNSEEN in cards for cards in (*self.hands, deck, [kind for _, kind in self.plan.pile]))

    @property
    def unplayed(self) -> bool:
        """Whether the deal was over before anyone was asked to play: the crown went round (BH A18-43)."""
        return self.phase is Phase.OVER and not any(self.played)

    @property
    def called_with(self) -> int:
        """How many copies of the called card the emperor has, or has played, at least; 0 where nothing is called, or for nobody."""
        if self.roles.called < 0 or self.roles.usurped:
            return 0
        return PAIR if self.roles.pair else TRIPLE

    @property
    def has_laowang(self) -> bool:
        """Whether the called card is 老王 in the hand of its guard (BH A12)."""
        return self.rules.crowning.laowang and self.called_with == TRIPLE

    # words of fields

    def _cards(self, name: str, text: str) -> list[Kind]:
        """The cards of a part of a field, with `UNSEEN` for unknown ones."""
        return self.fields.read_cards(name, text, self._parse)

    def _parse(self, word: str) -> Cards:
        return parse_cards_in_order(word, suited=self.rules.suited)

    def _seat(self, name: str, text: str) -> int:
        return self.fields.read_number(name, text, 0, SEATS - 1)

    def _pairs(self, name: str) -> list[tuple[str, str]]:
        """Words like `0:999`, split at the colon."""
        words = [word.partition(":") for word in self.fields.text(name).split()]
        return [(before, after) for before, _, after in words]

    def _laid(self, name: str, text: str) -> tuple[Laid, ...]:
        """`0:999 1:-`: who laid what, or nothing."""
        laid = []
        for word in text.split():
            seat, colon, what = word.partition(":")
            if not colon:
                raise self.fields.wrong(name, f"{word[:20]!r} is not as in 0:999 1:-")
            verb = {NONE: "pass", DEFER: DEFER}.get(what, "play")
            cards = tuple(sorted(self._cards(name, what))) if verb == "play" else ()
            if verb == "play" and (not cards or UNSEEN in cards):
                raise self.fields.wrong(name, f"{word[:20]!r} has no cards")
            laid.append(Laid(self._seat(name, seat), cards, verb))
        return tuple(laid)

    def _dues(self, name: str) -> tuple[Due, ...]:
        """`3:2>0`: seat 3 owes, or gets, two cards, directly to or from seat 0."""
        found = []
        for seat, rest in self._pairs(name):
            count, to, partner = rest.partition(">")
            owed = self.fields.read_number(name, count, 0, len(RANK_OF))
            found.append(Due(self._seat(name, seat), owed, self._seat(name, partner) if to else NOBODY))
        return tuple(found)

    def _pile(self, name: str) -> Pile:
        """`0:9 2:?`: the cards that lie in the middle, and by whom."""
        return tuple(
            (self._seat(name, seat), kind)
            for seat, text in self._pairs(name)
            for kind in ([UNSEEN] if text == UNKNOWN else self._cards(name, text))
        )

    def _known(self) -> tuple[Knows, ...]:
        """`2:R99`: all know seat 2 to hold these; `1>2:K`: seat 1 does."""
        found = []
        for seats, text in self._pairs("known"):
            viewer, to, holder = seats.rpartition(">")
            who = self._seat("known", viewer) if to else NOBODY
            at = self._seat("known", holder)
            found += [Knows(who, at, kind) for kind in self._cards("known", text)]
        return tuple(found)

    # fields

    def _turn(self) -> tuple[tuple[int, ...], Phase, bool]:
        fields = self.fields
        *seats, word = fields.text("turn").split() or [""]
        if word == VOID and not seats:
            return (), Phase.OVER, True
        if word not in tuple(Phase):
            known = ", ".join((*Phase, VOID))
            raise fields.wrong("turn", f"{word[:20]!r} is not one of {known}, after who is asked")
        phase = Phase(word)
        queue = tuple(self._seat("turn", seat) for seat in seats)
        hidden = phase is Phase.DRAW and self.is_view
        if len(set(queue)) != len(queue) or ((phase is Phase.OVER) is not (not queue) and not hidden):
            raise fields.wrong("turn", "must name who is asked, each once, and nobody where the deal is over")
        if phase in _ASK_ONE and len(queue) > 1:
            raise fields.wrong("turn", f"one seat is asked in {phase}")
        return queue, phase, False

    def _roles(self) -> Roles:
        """The roles that fields name."""
        fields, rules, phase = self.fields, self.rules, self.phase
        emperor = fields.number("emperor", NOBODY, 0, SEATS - 1)
        if phase in _EMPEROR_PHASES and emperor < 0:
            raise fields.wrong("emperor", f"must name the emperor in {phase}")
        early = rules.options.crown_during_draw and phase in _TRIBUTE_PHASES
        if emperor >= 0 and (self.void or phase not in (*_EMPEROR_PHASES, Phase.OVER)) and not early:
            raise fields.against("emperor", "turn", f"there is none in {phase}")
        called, usurped = NOBODY, fields.flag("usurped")
        if "called" in fields:
            called, *more = self._cards("called", fields.text("called")) or [UNSEEN]
            if more or called in (UNSEEN, LAOWANG):
                raise fields.wrong("called", "one card")
        calls = rules.crowning.guard_called and emperor >= 0 and phase is not Phase.CALL
        if calls and called < 0 and not usurped and phase is not Phase.OVER:
            raise fields.wrong("called", "must name the called card")
        if called >= 0 and not calls:
            raise fields.against("called", "turn", "nothing is called, or not yet")
        if phase is Phase.CALL and self.queue != (emperor,):
            raise fields.against("turn", "emperor", "only the emperor calls")
        shown, innocent = (frozenset(fields.seats(name, SEATS)) for name in ("shown", "innocent"))
        alone, pair, forced = map(fields.flag, ("alone", "pair", "forced"))
        return Roles(emperor, (), called, usurped, shown, innocent, alone, pair, forced)

    def _start(self) -> Start:
        fields = self.fields
        first, carry = fields.number("first", 0, 0, SEATS - 1), self._carry()
        size = len(self.rules.deck(first_deal=carry.first_deal))
        try:
            seed = bytes.fromhex(fields.text("seed")) if "seed" in fields else bytes(SEED_BYTES)
        except ValueError:
            seed = b""
        if len(seed) != SEED_BYTES:
            raise fields.wrong("seed", f"{2 * SEED_BYTES} hexadecimal digits")
        handed = tuple(self._cards("handed", fields.text("handed")))
        return Start(seed, handed, first, carry, even_sizes(size, first))

    def _carry(self) -> Carry:
        """`- EGPPP 13245 emperor opened`: who drew first there (`-`: by lot), roles, places, winner."""
        first, *words = self.fields.text("carry").split() or [NONE]
        before = None
        if words:
            roles, places, winner, opened, *_ = (*words, "", "", "")
            if opened not in ("", OPENED) or len(words) > _MOST_CARRY:
                raise self.fields.wrong("carry", f"nothing but {OPENED} follows who won")
            digits = [int(digit) for digit in places] if places.isascii() and places.isdigit() else []
            before = {"roles": roles, "places": digits, "winner": winner, "opened": opened == OPENED}
        drew = None if first == NONE else self._seat("carry", first)
        try:
            carry = parse_carry({"first_drawer": drew, "carry": before})
            check_carried(self.rules, carry)
        except RecordError as error:
            raise self.fields.wrong("carry", f"as in `0 EGPPP 13245 emperor`: {error.detail}") from error
        except UsageError as error:
            detail = f"no deal passes on these {error.facts['text']}"
            raise self.fields.against("carry", "options", detail) from error
        return carry

    def _drawing(self) -> Drawing | None:
        """The deck while it is drawn, and how much of it is: before the bar what was drawn."""
        fields, phase, size = self.fields, self.phase, sum(self.start.sizes)
        needed = phase in (Phase.CUT, Phase.DRAW)
        if "deck" not in fields:
            if needed and (self.queue or not self.is_view):
                raise fields.wrong(
                    "deck", f"must name what is drawn and what is still to be drawn in {phase}"
                )
            return None
        if not needed and phase is not Phase.CALL:
            raise fields.against("deck", "turn", "all cards are drawn")
        before, bar, after = fields.text("deck").partition("|")
        drawn, rest = self._cards("deck", before), self._cards("deck", after)
        if not bar or len(drawn) + len(rest) != size:
            raise fields.wrong("deck", f"{size} cards, with a bar behind those that are drawn")
        if phase is Phase.CUT and drawn:
            raise fields.against("deck", "turn", "nothing is drawn before the cut")
        if UNSEEN in drawn and {*drawn} != {UNSEEN}:
            raise fields.wrong("deck", "what is drawn is known as a whole, or stands in the hands")
        return Drawing((*drawn, *rest), len(drawn))

    def _hands(self, drawing: Drawing | None) -> list[list[Kind]]:
        """The hands; one that no field names has as many cards as were drawn, less those that were played."""
        fields, start = self.fields, self.start
        left = (max(0, n - len(laid)) for n, laid in zip(start.sizes, self.played, strict=True))
        sizes = [n * (seat not in self.out) for seat, n in enumerate(left)]
        if drawing is not None:
            order, drawn = drawers(start)[: drawing.at], drawing.deck[: drawing.at]
            if UNSEEN not in drawn:
                if "hands" in fields and any(fields.parts("hands", SEATS)):
                    raise fields.against(
                        "hands", "deck", "the drawn part of the deck says what the hands are"
                    )
                pairs = [*zip(order, drawn, strict=True)]
                return [sorted(kind for seat, kind in pairs if seat == own) for own in range(SEATS)]
            sizes = list(even_sizes(drawing.at, start.first_drawer))
        if "hands" not in fields:
            return [[UNSEEN] * size for size in sizes]
        parts = zip(fields.parts("hands", SEATS), sizes, strict=True)
        return [fields.read_hand(seat, part, due, self._parse) for seat, (part, due) in enumerate(parts)]

    def _tricks(self) -> tuple[tuple[Laid, ...], ...]:
        texts = self.fields.text("tricks").split(",") if "tricks" in self.fields else []
        if len(texts) > _MOST_TRICKS:
            raise self.fields.wrong("tricks", f"more than {_MOST_TRICKS}")
        return tuple(self._laid("tricks", text) for text in texts)

    def _played(self) -> list[list[Kind]]:
        """The cards that each seat has played, from the tricks if they are given."""
        tricks = self.tricks
        laid = [list(cards_of(hand)) for hand in _total(self.trick, *tricks)]
        if "played" not in self.fields:
            return laid
        named = [self._cards("played", part) for part in self.fields.parts("played", SEATS)]
        for seat in range(SEATS):
            missing = Counter(laid[seat]) - Counter(named[seat])
            if missing or UNSEEN in named[seat] or (tricks and sorted(named[seat]) != laid[seat]):
                other = "tricks" if tricks else "trick"
                raise self.fields.against("played", other, f"seat {seat} has played other cards")
        return named

    def _plan(self, drawing: Drawing | None) -> Plan:
        fields, phase = self.fields, self.phase
        for names, phases in _FIELDS_OF_PHASES.items():
            early = next((name for name in names if name in fields and phase not in phases), None)
            if early is not None:
                raise fields.against(early, "turn", f"there is none in {phase}")
        payers, receivers, paid, got = map(self._dues, ("payers", "receivers", "paid", "got"))
        pile = self._pile("pool" if phase is Phase.CROWN else "pile")
        need = fields.number("need", TRIPLE, PAIR, TRIPLE) if phase in (Phase.CROWN, Phase.CALL) else TRIPLE
        passed, forced = fields.seats("passed", SEATS), fields.flag("crown")
        return Plan(drawing, need, payers, receivers, paid, got, pile, passed, forced)

    def _drawn(self) -> list[list[Kind] | None]:
        """What each seat drew; None where that is what it holds and has played."""
        parts = self.fields.parts("drawn", SEATS)
        same = ("", SAME, UNKNOWN)
        return [None if part in same else sorted(self._cards("drawn", part)) for part in parts]

    def _stakes(self) -> tuple[str, ...]:
        factors = tuple(self.fields.text("stakes").split())
        if any(factor not in FACTORS for factor in factors) or len(set(factors)) != len(factors):
            known = ", ".join(FACTORS)
            raise self.fields.wrong("stakes", f"some of {known}, in the order in which they fell")
        return factors
