"""The hand calculator of Paohuzi: what a hand is worth, what it waits for, how far it is from a win, and what to discard."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any, NamedTuple

from paiju.core.errors import NotationError, check_type
from paiju.core.game import html_of
from paiju.core.position import options_of
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import (
    COPIES,
    KINDS,
    LARGE,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    count,
    hand_of,
    kinds_of,
    loose,
    size,
)
from paiju.games.paohuzi.hands import (
    SETS,
    Terms,
    Wait,
    after_forced,
    complete,
    explain,
    forced,
    has_pao,
    hidden,
    on_draw,
    wins_on,
)
from paiju.games.paohuzi.melds import (
    CATALOGUES,
    QUADS,
    RUNS,
    Laid,
    Meld,
    Part,
    SetKind,
    same,
    set_hu,
    tally,
)
from paiju.games.paohuzi.notation import CARDS, card_text, parse_meld
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How, Score

_FAR = -(10**6)
_FIELD = 2  # bits of a place: loose cards are at most two of a kind
_PAIR, _TRIPLE = 2, 3

# Small and large of a number stand side by side, so that the search looks at few cards at a time.
_PLACE = tuple(2 * (kind % LARGE) + kind // LARGE for kind in range(KINDS))


class _Goal(NamedTuple):
    """The sets still to be formed: sets, a pair, a quad among the sets, with at most `cost` further cards.

    `quads` tells whether a quad may be among the sets at all, which it may beside a pair only (PZ M18).
    """

    sets: int
    pair: bool
    quad: bool
    cost: int
    quads: bool


class _Piece(NamedTuple):
    """A set: what it takes from the hand (`code`), the kind that must come, how often, and its hu."""

    code: int
    new: Kind
    cost: int
    hu: int
    shape: int = _TRIPLE

    def after(self, goal: _Goal) -> _Goal | None:
        """The rest of a goal after a set, None if this set is not needed."""
        if self.cost > goal.cost:
            return None
        cost = goal.cost - self.cost
        if self.shape == _PAIR:
            return goal._replace(pair=False, cost=cost) if goal.pair else None
        if not goal.sets or (self.shape > _TRIPLE and not goal.quads):
            return None
        return goal._replace(sets=goal.sets - 1, quad=goal.quad and self.shape == _TRIPLE, cost=cost)


def _code(cards: Iterable[Kind]) -> int:
    return sum(1 << _FIELD * _PLACE[card] for card in cards)


def _lowest(code: int) -> int:
    return ((code & -code).bit_length() - 1) // _FIELD


def _all_pieces(*, one_five_ten: bool) -> Iterator[_Piece]:
    for run in CATALOGUES[one_five_ten].runs:
        yield _Piece(_code(run.cards), -1, 0, run.hu)
        for at, new in enumerate(run.cards):
            yield _Piece(_code(run.cards[:at] + run.cards[at + 1 :]), new, 1, run.hu)
    for kind in range(KINDS):
        two = _code((kind, kind))
        yield _Piece(two, kind, 1, set_hu(SetKind.UNEXPOSED_3, kind))
        yield _Piece(two, kind, 2, set_hu(SetKind.UNEXPOSED_4, kind), _TRIPLE + 1)
        yield _Piece(two, -1, 0, 0, _PAIR)
        yield _Piece(_code((kind,)), kind, 1, 0, _PAIR)


@lru_cache(maxsize=2)
def _pieces(one_five_ten: bool) -> tuple[tuple[_Piece, ...], ...]:  # noqa: FBT001 - a key of the cache
    """All sets by the lowest place that they use of the hand."""
    found = sorted(set(_all_pieces(one_five_ten=one_five_ten)))
    return tuple(tuple(p for p in found if _lowest(p.code) == place) for place in range(KINDS))


def _within(rest: int, code: int) -> bool:
    """Whether every field of `code` is at most that of `rest`; fields are 0, 1 or 2."""
    low = 0x5555555555
    high = rest & ~low
    return not (code & ~low & ~high) and not (code & low & ~(rest | high >> 1))


class _Search:
    """Whether loose cards and a few live ones make the sets of a goal."""

    def __init__(self, free: Hand, live: Sequence[int], *, one_five_ten: bool) -> None:
        self.live = list(live)
        self.code = _code(kind for kind in range(KINDS) for _ in range(count(free, kind)))
        self.pieces = tuple(
            tuple(p for p in at if p.new < 0 or live[p.new] >= p.cost) for at in _pieces(one_five_ten)
        )
        self.known: dict[tuple[int, _Goal], int] = {}

    def most(self, rest: int, goal: _Goal) -> int:
        """The most hu that reaches a goal; copies that two sets both want count twice."""
        if not goal.sets and not goal.pair:
            return _FAR if goal.quad else 0
        needed = max(_PAIR * goal.sets + goal.pair, _TRIPLE * goal.sets + _PAIR * goal.pair - goal.cost)
        held = (rest & 0x5555555555).bit_count() + _PAIR * (rest & 0xAAAAAAAAAA).bit_count()
        if held < needed:
            return _FAR
        key = (rest, goal)
        if key not in self.known:
            self.known[key] = max((hu + self.most(*then) for then, hu, _ in self._steps(rest, goal)))
        return self.known[key]

    def _steps(self, rest: int, goal: _Goal) -> Iterator[tuple[tuple[int, _Goal], int, _Piece | None]]:
        """Every use of the lowest card: in a set, or in none."""
        place = _lowest(rest)
        for piece in self.pieces[place]:
            if _within(rest, piece.code) and (after := piece.after(goal)) is not None:
                yield (rest - piece.code, after), piece.hu, piece
        yield (rest - (1 << _FIELD * place), goal), 0, None

    def reach(self, rest: int, goal: _Goal, hu: int) -> bool:
        """Whether a goal is reached with `hu` and the live copies."""
        if self.most(rest, goal) < hu:
            return False
        if not goal.sets and not goal.pair:
            return True
        for then, gain, piece in self._steps(rest, goal):
            if piece is None or piece.new < 0:
                if self.reach(*then, hu - gain):
                    return True
            elif self.live[piece.new] >= piece.cost:
                self.live[piece.new] -= piece.cost
                reached = self.reach(*then, hu - gain)
                self.live[piece.new] += piece.cost
                if reached:
                    return True
        return False


def _takes_fourth(laid: Laid, hand: Hand, kind: Kind) -> bool:
    """Whether a secret or unexposed triple takes the fourth card, which then fits no other set (PZ M7, M8)."""
    return bool(laid.unexposed >> kind & 1) or count(hand, kind) == _TRIPLE


def _growths(laid: Laid, hand: Hand) -> tuple[tuple[Kind, int], ...]:
    """The triples that a fourth card may join, with the hu this adds."""
    found = []
    for kind in range(KINDS):
        if _takes_fourth(laid, hand, kind):
            found.append((kind, set_hu(SetKind.UNEXPOSED_4, kind) - set_hu(SetKind.UNEXPOSED_3, kind)))
        elif laid.exposed >> kind & 1:
            found.append((kind, set_hu(SetKind.EXPOSED_4, kind) - set_hu(SetKind.EXPOSED_3, kind)))
    return tuple(found)


def distance(rules: Rules, laid: Laid, hand: Hand, live: Sequence[int]) -> int | None:
    """The fewest cards that must come until the hand is won, by the count of this module.

    `live` are the copies of each kind that may still come. None if no number of cards is enough. Zero means
    that the hand is complete as it is, which only a dealt hand can be (PZ M22).
    """
    held = hidden(hand)
    growths = tuple((kind, gain) for kind, gain in _growths(laid, hand) if live[kind])
    bound = () if rules.break_pao else (kind for kind in range(KINDS) if _takes_fourth(laid, hand, kind))
    elsewhere = list(live)
    for kind in bound:
        elsewhere[kind] = 0
    search = _Search(held.free, elsewhere, one_five_ten=rules.one_five_ten)
    fixed = laid.sets + held.sets
    quads = laid.quads + held.quads
    hu = rules.min_hu - laid.hu - held.hu
    for cost in range(_PAIR * SETS + len(growths)):
        for grown in range(min(cost, len(growths)) + 1):
            goals = _goals(SETS - fixed, quads + grown, cost - grown, grown)
            for chosen in combinations(growths, grown):
                wanted = hu - sum(gain for _, gain in chosen)
                if any(_reached(search, goal, wanted, chosen) for goal in goals):
                    return cost
    return None


def _goals(left: int, quads: int, cost: int, grown: int) -> tuple[_Goal, ...]:
    """What must be formed once some triples have grown.

    From the second quad on none comes last, since the hand would lack a card (PZ M18, 3.2): when only quads
    grew, they were not more than one.
    """
    if quads:
        lone = cost == 0 and grown > 0 and quads > 1
        return () if lone or left < 1 else (_Goal(left - 1, pair=True, quad=False, cost=cost, quads=True),)
    with_quad = (_Goal(left - 1, pair=True, quad=True, cost=cost, quads=True),) if left > 1 else ()
    return (_Goal(left, pair=False, quad=False, cost=cost, quads=False), *with_quad)


def _reached(search: _Search, goal: _Goal, hu: int, chosen: tuple[tuple[Kind, int], ...]) -> bool:
    for kind, _ in chosen:
        search.live[kind] -= 1
    reached = search.reach(search.code, goal, hu)
    for kind, _ in chosen:
        search.live[kind] += 1
    return reached


def live_copies(owned: Hand, seen: Hand) -> tuple[int, ...]:
    """Copies of each kind that are neither the player's nor seen elsewhere."""
    return tuple(4 - count(owned, kind) - count(seen, kind) for kind in range(KINDS))


# --- the Paohuzi hand calculator: what a hand is worth, what it waits for, and what to throw from it

CHARACTERS = "一二三四五六七八九十壹贰叁肆伍陆柒捌玖拾"
"""Every kind as it is printed on its card."""

_ALSO = {"貳": 11, "弍": 11, "叄": 12, "參": 12, "陸": 15}
_KIND_OF = (
    {text: kind for kind, text in enumerate(CARDS)}
    | {text: kind for kind, text in enumerate(CHARACTERS)}
    | _ALSO
)
_CARD = re.compile(rf"[sb](?:10|[1-9])(?!\d)|[{CHARACTERS}{''.join(_ALSO)}]", re.ASCII)
_BETWEEN = re.compile(r"[\s,，、.·\-–]*")
_LETTER = re.compile(r"\s*([A-Z]\d?)(?![A-Za-z0-9])\s*")
_HAND = 20
MOST_TEXT = 400


class Holding(NamedTuple):
    """A player's cards. `missing` are sets not named; `due` says that a discard must follow."""

    table: tuple[Meld, ...]
    hand: Hand
    missing: int
    due: bool

    @property
    def laid(self) -> Laid:
        """The sums of the table sets, the unnamed among them."""
        laid = tally(self.table)
        return laid._replace(sets=laid.sets + self.missing, runs=laid.runs + self.missing)

    @property
    def owned(self) -> Hand:
        """All cards of the player."""
        return tally(self.table).code + self.hand


class Verdict(NamedTuple):
    """The effect of a card. `score` is the win; `plain` the combination itself, which may lack hu."""

    score: Score | None
    plain: Score | None
    parts: tuple[Part, ...]

    @property
    def game(self) -> str:
        """The game of the hand."""
        return GAME.name

    def _repr_html_(self) -> str | None:
        return html_of(self)


class Discard(NamedTuple):
    """A discard: what the hand waits for then, the copies of it still alive, and how far it is."""

    card: Kind
    waits: dict[Kind, Wait]
    live: int
    away: int | None


def read_cards(text: str, start: int = 0, end: int | None = None) -> tuple[Kind, ...]:
    """The cards that a part of a text names, in its order.

    Raises:
        NotationError: notation.card.
    """
    return tuple(kind for kind, _ in _cards(text, start, len(text) if end is None else end))


def _cards(text: str, at: int, end: int) -> Iterator[tuple[Kind, int]]:
    """Each card with its column."""
    if len(text) > MOST_TEXT:
        raise NotationError("notation.card", "too long", text[:40], MOST_TEXT + 1)
    while True:
        gap = _BETWEEN.match(text, at, end)
        at = gap.end() if gap else at
        if at >= end:
            return
        found = _CARD.match(text, at, end)
        if found is None:
            raise NotationError("notation.card", "no card", text, at + 1)
        yield _KIND_OF[found[0]], at + 1
        at = found.end()


def read_card(text: str) -> Kind:
    """The one card that a text names.

    Raises:
        NotationError: notation.card.
    """
    cards = read_cards(text)
    if len(cards) != 1:
        raise NotationError("notation.card", "not one card", text, 1)
    return cards[0]


def read_holding(text: str) -> Holding:
    """The holding that a text describes.

    Raises:
        NotationError: notation.card | set | copies | size, with the column.
    """
    bar = re.search(r"[|｜]", text)
    table = _table(text, bar.start()) if bar else ()
    placed = list(_cards(text, bar.end() if bar else 0, len(text)))
    code = sum(UNIT[card] for meld, _ in table for card in meld.cards)
    triples = {meld.cards[0] for meld, _ in table if meld.kind not in RUNS | QUADS}
    total = [count(code, kind) for kind in range(len(CHARACTERS))]
    for meld, column in table:
        if any(total[card] > COPIES for card in meld.cards):
            raise NotationError("notation.copies", "five of a kind", text, column)
    for card, column in placed:
        total[card] += 1
        if total[card] > COPIES:
            raise NotationError("notation.copies", "five of a kind", text, column)
        if card in triples:
            raise NotationError("notation.set", "a triple on the table leaves no copy in hand", text, column)
    melds = tuple(meld for meld, _ in table)
    return _sized(melds, hand_of(card for card, _ in placed), text)


def _table(text: str, end: int) -> tuple[tuple[Meld, int], ...]:
    melds = []
    for part in re.finditer(r"[^,，;；]+", text[:end]):
        if part[0].strip():
            start = part.start() + len(part[0]) - len(part[0].lstrip())
            melds.append((_meld(text, start, part.end()), start + 1))
    return tuple(melds)


def _meld(text: str, start: int, end: int) -> Meld:
    letter = _LETTER.match(text, start, end)
    cards = read_cards(text, letter.end() if letter else start, end)
    name = f"{letter[1]} " if letter else ""
    try:
        return parse_meld(name + " ".join(card_text(card) for card in cards))
    except NotationError:
        raise NotationError("notation.set", "no such set", text, start + 1) from None


def _sized(table: tuple[Meld, ...], hand: Hand, text: str) -> Holding:
    """Cards and sets counted (PZ M18): 20, more from the second quad on, and one while a discard is due."""
    laid, held = tally(table), hidden(hand)
    quads = laid.quads + held.quads
    idle = _HAND + max(0, quads - 1)
    cards = size(laid.code + hand)
    for missing in range(min(SETS, SETS - laid.sets - held.sets + 1)):
        whole = cards + _TRIPLE * missing
        if _HAND <= whole <= idle + 1:
            return Holding(table, hand, missing, whole == idle + 1)
    raise NotationError("notation.size", f"{cards} cards", text, len(text) + 1)


def evaluate_hand(
    hand: str, card: str | None = None, options: Any = None, *, own: bool = True, last: bool = False
) -> Verdict:
    """The value of a Paohuzi hand: `U3 b6, E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4`, with one more card if there is one.

    `own` says that the hand's owner draws that card, `last` that it is the last of the stock. `options` are as for
    `game.position`: options, a preset's name with changes, names and values. The verdict has the win as `score`, None
    where it is none, the combination as `plain` though it may lack hu, and its `parts`.

    Raises:
        UsageError: usage.type.
        NotationError: notation.card | set | copies | size, with the column.
        OptionError: for unknown options.
    """
    check_type(hand, str)
    check_type(card, (str, type(None)))
    chosen = options_of(GAME, options)
    check_type(chosen, PaohuziOptions)
    drawn = None if card is None else read_card(card)
    return verdict(chosen, read_holding(hand), drawn, How(own=own, last=last))


def verdict(options: PaohuziOptions, holding: Holding, card: Kind | None, how: How) -> Verdict:
    """Whether a card (None: no further card) completes a holding, and the sets it then has."""
    rules = compile_rules(options)
    table = rules.table._replace(plain_min_hu=0)
    free = replace(rules, min_hu=0, table=table)
    won, plain = (_won(each, holding, card, how) for each in (rules, free))
    best = won or plain
    return Verdict(won, plain, _parts(free, holding, card, how, best) if best else ())


def _won(rules: Rules, holding: Holding, card: Kind | None, how: How) -> Score | None:
    if card is None:
        return complete(rules, holding.laid, holding.hand, UNKNOWN, how)
    return on_draw(rules, holding.laid, holding.hand, card, how)


def _parts(rules: Rules, holding: Holding, card: Kind | None, how: How, won: Score) -> tuple[Part, ...]:
    """The sets of a combination that has the score `won`, without those that are not named."""
    table, hand, on = holding.table, holding.hand, UNKNOWN if card is None else card
    if how.own and on >= 0 and (kind := forced(holding.laid, hand, on)):
        kept = [m for m in table if m.kind is not SetKind.UNEXPOSED_3 or m.cards[0] != on]
        table, hand = (*kept, same(kind, on)), after_forced(holding.laid, hand, on)[1]
        on = UNKNOWN
    pao = on >= 0 and has_pao(rules, holding.laid, hand, on, own=how.own)
    return explain(rules, table, hand, Terms(how, on, pao), won, unnamed=holding.missing)


def hand_waits(
    options: PaohuziOptions, laid: Laid, hand: Hand, seen: Hand, *, last: bool = False
) -> dict[Kind, Wait]:
    """The winning cards of which a copy is still alive, with their scores."""
    live = live_copies(laid.code + hand, seen)
    found = wins_on(compile_rules(options), laid, hand, last=last)
    return {card: wait for card, wait in found.items() if live[card] > 0}


def away(options: PaohuziOptions, holding: Holding, seen: Hand) -> int | None:
    """The number of cards that must still come at least (see `distance`); exact up to one, a bound from two on."""
    rules = compile_rules(options)
    if not holding.due:
        if hand_waits(options, holding.laid, holding.hand, seen):
            return 1
        found = distance(rules, holding.laid, holding.hand, live_copies(holding.owned, seen))
        return None if found is None else max(found, _PAIR)
    if complete(rules, holding.laid, holding.hand, UNKNOWN, How()):
        return 0
    return distance(rules, holding.laid, holding.hand, live_copies(holding.owned, seen))


def discards(options: PaohuziOptions, holding: Holding, seen: Hand, *, last: bool = False) -> list[Discard]:
    """Every discard, best first: most live winning copies, then the nearest, in card order."""
    rules = compile_rules(options)
    found = []
    for card in kinds_of(loose(holding.hand)):
        rest = holding.hand - UNIT[card]
        gone = seen + UNIT[card]
        live = live_copies(holding.owned, seen)
        waits = hand_waits(options, holding.laid, rest, gone, last=last)
        far = 1 if waits else distance(rules, holding.laid, rest, live)
        if not waits and far is not None:
            far = max(far, _PAIR)
        found.append(Discard(card, waits, sum(live[kind] for kind in waits), far))
    return sorted(found, key=lambda one: (-one.live, one.away is None, one.away or 0, one.card))
