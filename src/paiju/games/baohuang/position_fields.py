"""The fields of a position of Bao Huang as they are read, and unknown cards dealt at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from paiju.core.errors import SEED_BYTES, RecordError, UsageError
from paiju.core.position import UNKNOWN, Fields
from paiju.games.baohuang import notation
from paiju.games.baohuang.cards import (
    BIG,
    COPIES,
    FIRST_JOKER,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    SEATS,
    Kind,
)
from paiju.games.baohuang.notation import NO_CARDS, Words
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases import dealing
from paiju.games.baohuang.phases.dealing import check_carried, drawers, even_sizes
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import NOBODY, Carry, Laid, Phase, Pile, Start, Succession, Tribute
from paiju.games.baohuang.state import UNKNOWN as UNSEEN
from paiju.games.baohuang.views import plain

FIELDS = (
    "view", "turn", "first", "carry", "seed", "handed", "deck", "hands", "drawn", "emperor", "called", "pair",
    "usurped", "shown", "innocent", "alone", "forced", "stakes", "countered", "known", "need", "payers", "receivers",
    "pile", "paid", "got", "passed", "pool", "crown", "trick", "plain", "played", "out", "stuck", "tricks",
)  # fmt: skip
"""All fields, in the order in which they are printed."""
SPECTATOR, VOID, SAME, OPENED = "all", "void", "=", "opened"
FACTORS = ("solo", "guard", "revolt")
_EMPEROR_PHASES = (Phase.CALL, Phase.USURP, Phase.DECLARE, Phase.COUNTER, Phase.PLAY)
_MOST_TRICKS = 400
_CALL_NEEDS = (2, 3)
_MOST_CARRY = 4


class Said(NamedTuple):
    """Who is said to be what."""

    emperor: int
    called: Kind
    pair: bool
    usurped: bool
    shown: frozenset[int]
    innocent: frozenset[int]
    alone: bool
    forced: bool


class Reader:
    """The fields of one position, read under its options."""

    def __init__(self, options: BaohuangOptions, fields: Fields) -> None:
        self.fields = fields
        self.rules: Rules = compile_rules(options)
        self.words = Words(fields, suited=self.rules.suited)
        text = fields.text("view")
        self.is_view = "view" in fields
        self.viewer = (
            fields.read_number("view", text, 0, SEATS - 1) if self.is_view and text != SPECTATOR else None
        )
        self.queue, self.phase, self.void = self._turn()
        self.roles = self._roles()
        self.start = self._start()
        self.deck, self.at = self._deck()
        self.trick = self.words.laid("trick", fields.text("trick"))
        self.tricks = self._tricks()
        self.played = self._played()
        self.out = fields.seats("out", SEATS)
        self.stuck = fields.seats("stuck", SEATS)
        self.tribute, self.succession, self.need = self._plan()
        self.known = self.words.known()
        self.hands = self._hands()
        self.pool = self._count()
        self.drawn = self._drawn()
        self.stakes = self._stakes()
        self._check_holder()

    @property
    def marked_holder(self) -> int:
        """Who has the marked red joker, or has played it; nobody where none is marked or the cards alone say it (BH A4)."""
        if self.rules.crowning.head_is_heir and not self.start.carry.first_deal:
            return NOBODY
        if self.phase in (Phase.CROWN, Phase.DRAW) and self.queue:
            return self.queue[0]
        unplayed = self.phase is Phase.OVER and not any(self.played)  # the crown went round (BH A18-43)
        return NOBODY if unplayed else self.roles.emperor

    @property
    def called_with(self) -> int:
        """How many copies of the called card the emperor has, or has played, at least; 0 where nothing is called, or for nobody."""
        if self.roles.called < 0 or self.roles.usurped:
            return 0
        return _CALL_NEEDS[not self.roles.pair]

    @property
    def has_laowang(self) -> bool:
        """Whether the called card is 老王 in the hand of its guard (BH A12)."""
        return self.rules.crowning.laowang and self.called_with > _CALL_NEEDS[0]

    def _check_holder(self) -> None:
        """That no card that only the emperor can have lies elsewhere."""
        called, emperor, holder = self.roles.called, self.roles.emperor, self.marked_holder
        rest = list(self.deck[self.at :]) if self.deck is not None else []
        for name, cards in (("hands", self.hands), ("played", self.played), ("deck", [rest])):
            elsewhere = [own for seat, own in enumerate(cards) if seat != holder or name == "deck"]
            if holder != NOBODY and any(MARKED_BIG in own for own in elsewhere):
                place = name if name in self.fields else "hands"
                raise self.fields.against(
                    place, "emperor", f"seat {holder} has the marked red joker, or has played it"
                )
        others = [
            kind
            for cards in (self.hands, self.played)
            for seat, own in enumerate(cards)
            for kind in own
            if seat != emperor and kind in (called, LAOWANG)
        ]
        if self.called_with and len(others) > COPIES - self.called_with:
            raise self.fields.against(
                "hands", "called", f"the emperor has {self.called_with} of the called card"
            )
        if self.has_laowang and any(called in own for seat, own in enumerate(self.played) if seat != emperor):
            raise self.fields.against("called", "played", "its guard plays it as L")

    @property
    def open(self) -> bool:
        """Whether cards are unknown."""
        hidden_pile = any(kind == UNSEEN for _, kind in (*self.tribute.pile, *self.succession.pool))
        return hidden_pile or any(UNSEEN in cards for cards in (*self.hands, self.deck or ()))

    @property
    def drawing(self) -> bool:
        """Whether cards are still to be drawn."""
        return self.deck is not None

    def _turn(self) -> tuple[tuple[int, ...], Phase, bool]:
        fields = self.fields
        *seats, word = fields.text("turn").split() or [""]
        if word == VOID and not seats:
            return (), Phase.OVER, True
        if word not in tuple(Phase):
            raise fields.wrong(
                "turn", f"{word[:20]!r} is none of {', '.join((*Phase, VOID))}, after who is asked"
            )
        phase = Phase(word)
        queue = tuple(fields.read_number("turn", seat, 0, SEATS - 1) for seat in seats)
        hidden = phase is Phase.DRAW and self.is_view
        if len(set(queue)) != len(queue) or ((phase is Phase.OVER) is not (not queue) and not hidden):
            raise fields.wrong("turn", "names who is asked, each once, and nobody where the deal is over")
        one = phase in (Phase.CUT, Phase.DRAW, Phase.CROWN, Phase.CALL, Phase.PLAY)
        if one and len(queue) > 1:
            raise fields.wrong("turn", f"one seat is asked in {phase}")
        return queue, phase, False

    def _roles(self) -> Said:
        fields = self.fields
        emperor = fields.number("emperor", NOBODY, 0, SEATS - 1)
        if self.phase in _EMPEROR_PHASES and emperor < 0:
            raise fields.wrong("emperor", f"says who is emperor, in {self.phase}")
        early = self.rules.crowning.during_draw and self.phase in (Phase.TRIBUTE, Phase.TAKE, Phase.GIVE_BACK)
        if emperor >= 0 and (self.void or self.phase not in (*_EMPEROR_PHASES, Phase.OVER)) and not early:
            raise fields.against("emperor", "turn", f"there is none in {self.phase}")
        called = self._called()
        later = emperor >= 0 and self.phase is not Phase.CALL
        usurped = fields.flag("usurped")
        if (
            later
            and self.rules.crowning.guard_called
            and called < 0
            and not usurped
            and self.phase is not Phase.OVER
        ):
            raise fields.wrong("called", "says which card was called")
        if called >= 0 and not (later and self.rules.crowning.guard_called):
            raise fields.against("called", "turn", "nothing is called, or not yet")
        if self.phase is Phase.CALL and self.queue != (emperor,):
            raise fields.against("turn", "emperor", "only the emperor calls")
        return Said(
            emperor, called, fields.flag("pair"), usurped, frozenset(fields.seats("shown", SEATS)),
            frozenset(fields.seats("innocent", SEATS)), fields.flag("alone"), fields.flag("forced"),
        )  # fmt: skip

    def _called(self) -> Kind:
        if "called" not in self.fields:
            return NOBODY
        cards = self.words.cards("called", self.fields.text("called"))
        if len(cards) != 1 or cards[0] in (UNSEEN, LAOWANG):
            raise self.fields.wrong("called", "one card")
        return cards[0]

    def _start(self) -> Start:
        fields = self.fields
        first = fields.number("first", 0, 0, SEATS - 1)
        carry = self._carry()
        size = len(self.rules.deck(first_deal=carry.first_deal))
        try:
            seed = bytes.fromhex(fields.text("seed")) if "seed" in fields else bytes(SEED_BYTES)
        except ValueError:
            seed = b""
        if len(seed) != SEED_BYTES:
            raise fields.wrong("seed", f"{2 * SEED_BYTES} hexadecimal digits")
        return Start(
            seed,
            tuple(self.words.cards("handed", fields.text("handed"))),
            first,
            carry,
            even_sizes(size, first),
        )

    def _carry(self) -> Carry:
        """`- EGPPP 13245 emperor opened`: who drew first there (`-`: by lot), roles, places, winner."""
        first_text, *words = self.fields.text("carry").split() or [NO_CARDS]
        first = None if first_text == NO_CARDS else self.fields.read_number("carry", first_text, 0, SEATS - 1)
        before = None
        if words:
            roles, places, winner, opened, *_ = (*words, "", "", "")
            if opened not in ("", OPENED) or len(words) > _MOST_CARRY:
                raise self.fields.wrong("carry", f"nothing but {OPENED} follows who won")
            digits = [int(digit) for digit in places] if places.isascii() and places.isdigit() else []
            before = {"roles": roles, "places": digits, "winner": winner, "opened": opened == OPENED}
        try:
            carry = notation.parse_carry({"first_drawer": first, "carry": before})
            check_carried(self.rules, carry)
        except RecordError as error:
            raise self.fields.wrong("carry", f"as in `0 EGPPP 13245 emperor`: {error.detail}") from error
        except UsageError as error:
            raise self.fields.against(
                "carry", "options", f"no deal passes on these {error.facts['text']}"
            ) from error
        return carry

    def _deck(self) -> tuple[Cards | None, int]:
        """The deck while it is drawn, and how much of it is: before the bar what was drawn."""
        fields, size = self.fields, sum(self.start.sizes)
        needed = self.phase in (Phase.CUT, Phase.DRAW)
        if "deck" not in fields:
            if needed and not (self.is_view and not self.queue):
                raise fields.wrong("deck", f"says what is drawn and what is to be drawn, in {self.phase}")
            return None, 0
        if not needed and self.phase is not Phase.CALL:
            raise fields.against("deck", "turn", "all cards are drawn")
        before, bar, after = fields.text("deck").partition("|")
        drawn, rest = self.words.cards("deck", before), self.words.cards("deck", after)
        if not bar or len(drawn) + len(rest) != size:
            raise fields.wrong("deck", f"{size} cards, with a bar behind those that are drawn")
        if self.phase is Phase.CUT and drawn:
            raise fields.against("deck", "turn", "nothing is drawn before the cut")
        if UNSEEN in drawn and any(kind != UNSEEN for kind in drawn):
            raise fields.wrong("deck", "what is drawn is known as a whole, or stands in the hands")
        return (*drawn, *rest), len(drawn)

    def _hands(self) -> list[list[Kind]]:
        fields = self.fields
        sizes = self._sizes()
        if self.deck is not None and UNSEEN not in self.deck[: self.at]:
            if "hands" in fields and any(fields.parts("hands", SEATS)):
                raise fields.against("hands", "deck", "the drawn part of the deck says what the hands are")
            hands: list[list[Kind]] = [[] for _ in range(SEATS)]
            for seat, kind in zip(drawers(self.start)[: self.at], self.deck, strict=False):
                hands[seat].append(kind)
            return [sorted(hand) for hand in hands]
        if "hands" not in fields:
            return [[UNSEEN] * size for size in sizes]
        return [self._hand(seat, part, sizes[seat]) for seat, part in enumerate(fields.parts("hands", SEATS))]

    def _hand(self, seat: int, part: str, due: int) -> list[Kind]:
        words = part.split()
        cards = self.words.cards("hands", " ".join(word for word in words if word != UNKNOWN))
        if UNKNOWN in words:
            if words.count(UNKNOWN) > 1 or len(cards) > due:
                raise self.fields.wrong(
                    "hands", f"seat {seat} has {len(cards)} cards of {due}, and more of them"
                )
            cards += [UNSEEN] * (due - len(cards))
        return cards

    def _sizes(self) -> list[int]:
        """How many cards a hand has that nothing is said of: as many as were drawn, less those that were played."""
        sizes = self.start.sizes
        if self.deck is not None:
            order = drawers(self.start)[: self.at]
            return [order.count(seat) for seat in range(SEATS)]
        return [
            0 if seat in self.out else max(0, sizes[seat] - len(self.played[seat])) for seat in range(SEATS)
        ]

    def _tricks(self) -> tuple[tuple[Laid, ...], ...]:
        if "tricks" not in self.fields:
            return ()
        texts = self.fields.text("tricks").split(",")
        if len(texts) > _MOST_TRICKS:
            raise self.fields.wrong("tricks", f"more than {_MOST_TRICKS}")
        return tuple(self.words.laid("tricks", text) for text in texts)

    def _played(self) -> list[list[Kind]]:
        """What each seat has played, which the tricks say if they are there."""
        told: list[list[Kind]] = [[] for _ in range(SEATS)]
        for trick in (*self.tricks, self.trick):
            for laid in trick:
                told[laid.seat] += laid.cards
        if "played" not in self.fields:
            return told
        said = [self.words.cards("played", part) for part in self.fields.parts("played", SEATS)]
        for seat in range(SEATS):
            missing = Counter(told[seat]) - Counter(said[seat])
            if missing or UNSEEN in said[seat] or (self.tricks and sorted(said[seat]) != sorted(told[seat])):
                raise self.fields.against(
                    "played", "tricks" if self.tricks else "trick", f"seat {seat} has played other cards"
                )
        return said

    def _plan(self) -> tuple[Tribute, Succession, int]:
        fields, phase = self.fields, self.phase
        tribute = Tribute(
            self.words.dues("payers"),
            self.words.dues("receivers"),
            self.words.pile("pile"),
            self.words.dues("paid"),
            self.words.dues("got"),
        )
        succession = Succession(
            fields.seats("passed", SEATS), self.words.pile("pool"), fields.flag("crown"),
            fields.number("need", 3, *_CALL_NEEDS) if phase is Phase.CROWN else 3,
        )  # fmt: skip
        if tribute != Tribute() and phase not in (Phase.TRIBUTE, Phase.TAKE, Phase.GIVE_BACK):
            raise fields.against("payers", "turn", f"no tribute in {phase}")
        if succession != Succession() and phase is not Phase.CROWN:
            raise fields.against("passed", "turn", f"nobody is asked for the crown in {phase}")
        need = fields.number("need", 3, *_CALL_NEEDS) if phase is Phase.CALL else 0
        return tribute, succession, need

    def _count(self) -> Counter[Kind]:
        """The cards that nobody names.

        Raises:
            PositionError: position.cards, for cards that the deck has not, or unknown ones that are too many or too few.
        """
        deck = self.rules.deck(first_deal=self.start.carry.first_deal)
        pool = Counter(deck)
        unknown = 0
        rest = self.deck[self.at :] if self.deck is not None else ()
        named: dict[str, Sequence[Kind]] = {
            "played": [kind for cards in self.played for kind in cards],
            "pile": [kind for _, kind in self.tribute.pile],
            "pool": [kind for _, kind in self.succession.pool],
            "deck": rest,
            "hands": [kind for hand in self.hands for kind in hand],
        }
        for name, cards in named.items():
            unknown += list(cards).count(UNSEEN)
            pool.subtract(self.face(kind) for kind in cards if kind != UNSEEN)
            over = next((kind for kind, n in pool.items() if n < 0), None)
            if over is not None:
                card = notation.card_text(over, suited=self.rules.suited)
                place = (
                    name
                    if name in self.fields
                    else "deck"
                    if self.drawing
                    else "tricks"
                    if name == "played"
                    else name
                )
                raise self.fields.cards(place, f"more copies of {card} than the deck has")
        left = sum(pool.values()) - unknown
        unseen_draw = self.phase is Phase.DRAW and not self.queue
        pool_gone = self.void and left > 0  # what was paid for a declined crown goes down with the deal
        if left and not unseen_draw and not pool_gone:
            more = f"{left} cards are nowhere" if left > 0 else f"{-left} cards too many"
            raise self.fields.cards("hands", f"{more}, the deck has {len(deck)}")
        return +pool

    def face(self, kind: Kind) -> Kind:
        """The kind under which a card was drawn."""
        if kind == LAOWANG and self.roles.called < 0:
            raise self.fields.against("hands", "called", "L is a copy of the called card")
        return plain(kind, self.roles.called)

    def _drawn(self) -> list[list[Kind] | None]:
        """What each seat drew; None where that is what it holds and has played."""
        parts = self.fields.parts("drawn", SEATS)
        return [
            None if part in ("", SAME, UNKNOWN) else sorted(self.words.cards("drawn", part)) for part in parts
        ]

    def _stakes(self) -> tuple[str, ...]:
        factors = tuple(self.fields.text("stakes").split())
        if any(factor not in FACTORS for factor in factors) or len(set(factors)) != len(factors):
            raise self.fields.wrong(
                "stakes", f"some of {', '.join(FACTORS)}, in the order in which they fell"
            )
        return factors


# --- the unknown cards of a position of Bao Huang, dealt at random where they can lie; whether the rest agrees is asked afterwards

UNNAMED = (Phase.CALL, Phase.DRAW)


def filled(said: Reader, rng: random.Random) -> tuple[list[list[Kind]], Pile, Pile, tuple[Kind, ...] | None]:
    """Hands, piles and deck with unknown cards dealt, 老王 wherever it must be."""
    pool = Counter(said.pool)
    hands = [[said.face(kind) if kind != UNSEEN else kind for kind in hand] for hand in said.hands]
    for token in said.known:
        _hold(hands[token.holder], pool, token.kind, at_least=_known_count(said, token.holder, token.kind))
    _hold_emperor(said, hands, pool)
    _hold_identity(said, hands, pool, rng)
    _hold_call(said, hands, pool, rng)
    piles = [list(said.tribute.pile), list(said.succession.pool)]
    rest = list(pool.elements())
    rng.shuffle(rest)
    for pile in piles:
        for at, (seat, kind) in enumerate(pile):
            if kind == UNSEEN:
                pile[at] = seat, _take_plain(rest)
    for hand in hands:
        for at, kind in enumerate(hand):
            if kind == UNSEEN:
                hand[at] = rest.pop()
    deck = said.deck
    if deck is not None:
        left = iter(rest)
        back = [next(left) if kind == UNSEEN else kind for kind in deck[said.at :]]
        order = [iter(rng.sample(hand, len(hand))) for hand in hands]
        front = deck[: said.at]
        if UNSEEN in front:
            front = tuple(next(order[seat], UNSEEN) for seat in dealing.drawers(said.start)[: said.at])
        deck = (*front, *back)
    return with_laowang(said, hands), tuple(piles[0]), tuple(piles[1]), deck


def _take_plain(rest: list[Kind]) -> Kind:
    """A card that may lie in a pile: no joker."""
    at = next((at for at in range(len(rest) - 1, -1, -1) if rest[at] < FIRST_JOKER), len(rest) - 1)
    return rest.pop(at)


def _known_count(said: Reader, holder: int, kind: Kind) -> int:
    """How many of a kind somebody knows a seat to hold."""
    viewers = {token.viewer for token in said.known}
    public = sum(token == (NOBODY, holder, kind) for token in said.known)
    return max(
        public + (viewer >= 0) * sum(t == (viewer, holder, kind) for t in said.known) for viewer in viewers
    )


def _hold(hand: list[Kind], pool: Counter[Kind], kind: Kind, at_least: int = 1) -> None:
    """Put copies of a kind where unknown cards of a hand are, as far as there are any."""
    while hand.count(kind) < at_least and UNSEEN in hand and pool[kind] > 0:
        hand[hand.index(UNSEEN)] = kind
        pool[kind] -= 1


def _hold_emperor(said: Reader, hands: list[list[Kind]], pool: Counter[Kind]) -> None:
    """The marked red joker lies where the crown is, and the emperor has the cards that he called with."""
    holder, roles = said.marked_holder, said.roles
    if holder != NOBODY and MARKED_BIG not in said.played[holder]:
        _hold(hands[holder], pool, MARKED_BIG)
    if said.called_with:
        laid = [
            BIG if kind == MARKED_BIG and roles.called == BIG else kind for kind in said.played[roles.emperor]
        ]
        marked = hands[roles.emperor].count(MARKED_BIG) if roles.called == BIG else 0
        _hold(hands[roles.emperor], pool, roles.called, said.called_with - laid.count(roles.called) - marked)


def _guard_cards(said: Reader) -> list[Kind]:
    called = said.roles.called
    return [called] if called >= 0 else [MARKED_SMALL]


def _hold_identity(said: Reader, hands: list[list[Kind]], pool: Counter[Kind], rng: random.Random) -> None:
    """Guards that have shown themselves hold their card, or have played it; so does an emperor known to be alone."""
    roles = said.roles
    if roles.emperor < 0 or roles.usurped or said.phase in UNNAMED:
        return
    (card,) = _guard_cards(said)
    for guard in sorted(roles.shown):
        if not {card, LAOWANG} & set(said.played[guard]):
            _hold(hands[guard], pool, card)
    settled = roles.alone or roles.forced or (roles.shown and not roles.pair)
    if settled and pool[card] > 0:
        _hold(hands[roles.emperor], pool, card, at_least=hands[roles.emperor].count(card) + pool[card])
    elif pool[card] > 0 and not roles.innocent <= {NOBODY}:
        free = [seat for seat in range(SEATS) if seat not in roles.innocent and UNSEEN in hands[seat]]
        while pool[card] > 0 and free:
            seat = rng.choice(free)
            _hold(hands[seat], pool, card, at_least=hands[seat].count(card) + 1)
            free = [seat for seat in free if UNSEEN in hands[seat]]


def _hold_call(said: Reader, hands: list[list[Kind]], pool: Counter[Kind], rng: random.Random) -> None:
    """Who is asked for a call, or must take the crown, can call."""
    need = said.need if said.phase is Phase.CALL else said.succession.need * said.succession.forced
    if not need or not said.queue or not said.rules.crowning.guard_called:
        return
    hand = hands[said.queue[0]]
    kinds = said.rules.crowning.callable_kinds(first_deal=said.start.carry.first_deal)

    def missing(kind: Kind) -> int:
        return need - hand.count(kind) - (hand.count(MARKED_BIG) if kind == BIG else 0)

    open_ = hand.count(UNSEEN)
    able = [kind for kind in kinds if 0 < missing(kind) <= min(open_, pool[kind])]
    if able and not any(missing(kind) <= 0 for kind in kinds):
        kind = rng.choice(able)
        _hold(hand, pool, kind, at_least=hand.count(kind) + missing(kind))


def with_laowang(said: Reader, hands: list[list[Kind]]) -> list[list[Kind]]:
    """The called card as 老王 in every hand but the emperor's (BH A12)."""
    roles = said.roles
    if not said.has_laowang:
        return hands
    return [
        hand if seat == roles.emperor else [LAOWANG if kind == roles.called else kind for kind in hand]
        for seat, hand in enumerate(hands)
    ]
