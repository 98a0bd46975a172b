"""The Paohuzi hand calculator: what a hand is worth, what it waits for, and what to throw from it.

A hand is text: table sets apart by commas, a bar, the cards in the hand:
`U3 b6, E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4`. Cards are `s1`..`s10`, `b1`..`b10`, or 一..十 and 壹..拾; without a
bar all of them are in the hand. Whole sets may be left out: they count as sequences without red cards and
without hu, so that only their number matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from paiju.analysis.paohuzi.distance import distance, live_copies
from paiju.core.border import check_type
from paiju.core.errors import NotationError
from paiju.core.position import options_of
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import COPIES, UNIT, UNKNOWN, Hand, Kind, count, hand_of, kinds_of, loose, size
from paiju.games.paohuzi.hands import (
    SETS,
    Wait,
    after_forced,
    complete,
    forced,
    has_pao,
    hidden,
    on_draw,
    triple_of,
)
from paiju.games.paohuzi.notation import CARDS, card_text, parse_meld
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.partitions import Part, partitions
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How, Score, facts_of, score
from paiju.games.paohuzi.sets import QUADS, RUNS, Laid, Meld, SetKind, set_hu, tally

SMALL, LARGE = "一二三四五六七八九十", "壹贰叁肆伍陆柒捌玖拾"
CHARACTERS = SMALL + LARGE
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
_HAND, _TRIPLE, _PAIR = 20, 3, 2
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
    """What a card does. `score` is the win; `plain` the combination itself, which may lack hu."""

    score: Score | None
    plain: Score | None
    parts: tuple[Part, ...]


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
    """What a Paohuzi hand is worth: `U3 b6, E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4`, with one more card if there is one.

    `own` says that the hand's owner draws that card, `last` that it is the last of the stock. `options` are as for
    `game.position`: options, a preset's name with changes, names and values. The verdict has the win as `score`, None
    where it is none, the combination as `plain` though it may lack hu, and its `parts`.

    Raises:
        UsageError: usage.type.
        NotationError: notation.card | set | copies | size, with the column.
        OptionError: for options that there are not.
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
    for table, hand, extra in _readings(rules, holding, UNKNOWN if card is None else card, how):
        laid, held = tally(table), hidden(hand)
        one = UNIT[extra] if extra >= 0 else 0
        fixed = tuple(Part(meld.kind, meld.cards, meld.hu) for meld in table) + _secret(hand)
        pair = laid.quads + held.quads > 0
        for cut in partitions(held.free + one, pair=pair, one_five_ten=rules.one_five_ten):
            parts = fixed + cut
            alike = not holding.missing and all(part.kind not in RUNS for part in parts)
            facts = facts_of(laid.code + hand + one, how, identical=alike)
            hu = sum(part.hu for part in parts)
            if len(parts) + holding.missing == SETS and score(rules, hu, facts, how) == won:
                return parts
    raise AssertionError("a score without a combination")


def _readings(
    rules: Rules, holding: Holding, card: Kind, how: How
) -> Iterator[tuple[tuple[Meld, ...], Hand, Kind]]:
    """Table, hand and a loose card: as it stands, or with the card joined to the own triple."""
    table, hand, laid = holding.table, holding.hand, holding.laid
    if card < 0:
        yield table, hand, card
        return
    if how.own and (kind := forced(laid, hand, card)):
        kept = tuple(m for m in table if m.kind is not SetKind.UNEXPOSED_3 or m.cards[0] != card)
        copies = COPIES if kind is SetKind.UNEXPOSED_4 else _TRIPLE
        yield (*kept, Meld(kind, (card,) * copies)), after_forced(laid, hand, card)[1], UNKNOWN
        return
    if not has_pao(rules, laid, hand, card, own=how.own) or rules.break_pao:
        yield table, hand, card
    if (triple := triple_of(laid, hand, card)) is not None:
        old, rest = triple
        kept = tuple(m for m in table if old is None or m.kind is not old or m.cards[0] != card)
        yield (*kept, Meld(SetKind.EXPOSED_4, (card,) * COPIES)), rest, UNKNOWN


def _secret(hand: Hand) -> tuple[Part, ...]:
    names = {_TRIPLE: SetKind.SECRET_3, COPIES: SetKind.UNEXPOSED_4}
    held = ((kind, count(hand, kind)) for kind in kinds_of(hand))
    return tuple(Part(names[n], (kind,) * n, set_hu(names[n], kind)) for kind, n in held if n in names)


def hand_waits(
    options: PaohuziOptions, laid: Laid, hand: Hand, seen: Hand, *, last: bool = False
) -> dict[Kind, Wait]:
    """The winning cards of which a copy is still alive, with their scores."""
    rules = compile_rules(options)
    found = {}
    for card, copies in enumerate(live_copies(laid.code + hand, seen)):
        if copies > 0:
            own = on_draw(rules, laid, hand, card, How(own=True, last=last))
            other = on_draw(rules, laid, hand, card, How(last=last))
            if own or other:
                found[card] = Wait(own, other)
    return found


def away(options: PaohuziOptions, holding: Holding, seen: Hand) -> int | None:
    """How many cards must still come at the least (see `distance`); exact up to one, a bound from two on."""
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
