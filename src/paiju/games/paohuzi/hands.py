"""Whether a hand is won, for how much and on what terms (PZ M19-M22), and the combinations that cards make."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from paiju.games.paohuzi.cards import (
    COPIES,
    KINDS,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    count,
    kinds_of,
    locked,
    loose,
    size,
)
from paiju.games.paohuzi.melds import (
    HU,
    IDENTICAL,
    IMPOSSIBLE,
    RUNS,
    Laid,
    Meld,
    Part,
    SetKind,
    best_hu,
    best_special,
    hu_of,
    identical_hu,
    partitions,
    same,
    set_hu,
    tally,
)
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import Facts, Rules, compile_rules, earned, points
from paiju.games.paohuzi.scoring import How, Score, better, facts_of, needed, score
from paiju.games.paohuzi.state import ALONE, Source

SETS = 7
_TRIPLE = 3
_PAIR = 2


class Hidden(NamedTuple):
    """The parts of a hand: its secret sets, `quads` of them not yet laid, their hu, and its loose cards."""

    sets: int
    quads: int
    hu: int
    free: Hand


@lru_cache(maxsize=1 << 12)
def hidden(hand: Hand) -> Hidden:
    """Secret triples, quads not yet laid, and loose cards of a hand (PZ M3)."""
    sets = quads = hu = 0
    for kind in kinds_of(locked(hand)):
        quad = count(hand, kind) == COPIES
        sets += 1
        quads += quad
        hu += set_hu(SetKind.UNEXPOSED_4 if quad else SetKind.SECRET_3, kind)
    return Hidden(sets, quads, hu, loose(hand))


def complete(rules: Rules, laid: Laid, hand: Hand, card: Kind, how: How) -> Score | None:
    """The score of table sets and hand, with `card` among the loose ones (`UNKNOWN`: with no card more).

    None if they are no combination of seven sets (PZ M18) or under the minimum. With quads there is a pair.
    """
    held = hidden(hand)
    hu, pair = laid.hu + held.hu, laid.quads + held.quads > 0
    free = held.free + (UNIT[card] if card >= 0 else 0)
    left = SETS - laid.sets - held.sets - pair
    if left < 0 or size(free) != 3 * left + _PAIR * pair:
        return None
    best = best_hu(free, pair, rules.one_five_ten)
    if best == IMPOSSIBLE:
        return None
    whole = laid.code + hand + (UNIT[card] if card >= 0 else 0)
    same_hu = IMPOSSIBLE if laid.runs else identical_hu(free, pair=pair)
    result = score(rules, hu + best, facts_of(whole, how, identical=same_hu == best), how)
    if IMPOSSIBLE < same_hu < best:
        alike = score(rules, hu + same_hu, facts_of(whole, how, identical=True), how)
        return better(rules, result, alike)
    return result


def promoted(laid: Laid, card: Kind, old: SetKind | None, new: SetKind) -> Laid:
    """Table sets after three of a kind (`old` on the table, None in hand) became `new`."""
    hu = laid.hu + set_hu(new, card) - (set_hu(old, card) if old else 0)
    gained = UNIT[card] * (IDENTICAL[new] - (IDENTICAL[old] if old else 0))
    quads = laid.quads + (IDENTICAL[new] == COPIES)
    return laid._replace(hu=hu, sets=laid.sets + (old is None), quads=quads, code=laid.code + gained)


def triple_of(laid: Laid, hand: Hand, card: Kind) -> tuple[SetKind | None, Hand] | None:
    """The own triple that `card` could join: its kind (None: secret) and the hand without it."""
    if count(hand, card) == _TRIPLE:
        return None, hand - _TRIPLE * UNIT[card]
    if laid.unexposed >> card & 1:
        return SetKind.UNEXPOSED_3, hand
    if laid.exposed >> card & 1:
        return SetKind.EXPOSED_3, hand
    return None


def has_pao(rules: Rules, laid: Laid, hand: Hand, card: Kind, *, own: bool, drawn: bool = True) -> bool:
    """Whether the seat must declare Pao on a card that lies open (PZ M7)."""
    if not own and (count(hand, card) == _TRIPLE or laid.unexposed >> card & 1):
        return True
    allowed = rules.own_pao if own else rules.any_pao
    return drawn and allowed and bool(laid.exposed >> card & 1)


def on_card(rules: Rules, laid: Laid, hand: Hand, card: Kind, how: How, *, pao: bool) -> Score | None:
    """The best score with an open card: joined to an own triple, or among the loose cards (PZ M19, M20)."""
    result = None
    if not pao or rules.break_pao:
        result = complete(rules, laid, hand, card, how)
    triple = triple_of(laid, hand, card)
    if triple is not None:
        old, rest = triple
        quad = complete(rules, promoted(laid, card, old, SetKind.EXPOSED_4), rest, UNKNOWN, how)
        result = better(rules, result, quad)
    return result


def forced(laid: Laid, hand: Hand, card: Kind) -> SetKind | None:
    """The set that an own draw of `card` forces: U4, U3 (its claim forfeited or not), or none (PZ M8, 3.1)."""
    copies = count(hand, card)
    if copies == _TRIPLE or laid.unexposed >> card & 1:
        return SetKind.UNEXPOSED_4
    return SetKind.UNEXPOSED_3 if copies == _PAIR else None


def after_forced(laid: Laid, hand: Hand, card: Kind) -> tuple[Laid, Hand]:
    """Table sets and hand once the own draw of `card` has been laid."""
    copies = count(hand, card)
    if copies == _PAIR:
        return promoted(laid, card, None, SetKind.UNEXPOSED_3), hand - _PAIR * UNIT[card]
    old = None if copies == _TRIPLE else SetKind.UNEXPOSED_3
    rest = hand - _TRIPLE * UNIT[card] if copies == _TRIPLE else hand
    return promoted(laid, card, old, SetKind.UNEXPOSED_4), rest


def on_draw(rules: Rules, laid: Laid, hand: Hand, card: Kind, how: How) -> Score | None:
    """The score of a win on a card drawn from the stock, forced sets first (PZ M19, M20)."""
    if how.own and forced(laid, hand, card):
        laid, hand = after_forced(laid, hand, card)
        return complete(rules, laid, hand, UNKNOWN, how)
    return on_card(rules, laid, hand, card, how, pao=has_pao(rules, laid, hand, card, own=how.own))


class Wait(NamedTuple):
    """A winning card: the score by own draw, and by another's; None where it does not win that way."""

    own: Score | None
    other: Score | None


def waits(
    hand: Hand, table: Iterable[Meld], options: PaohuziOptions, *, last: bool = False
) -> dict[Kind, Wait]:
    """The cards that win for a hand (PZ case 8).

    Args:
        hand: the loose and secret cards, packed (`cards.hand_of`).
        table: the sets that the seat has laid.
        options: the rules of the table.
        last: whether the card is the face-up last one of the stock.

    Returns:
        By winning card, from small 一 to large 拾, what it scores. Cards of which the player has all four are left out. A hand or table
        with too few or too many cards waits for nothing.
    """
    return wins_on(compile_rules(options), tally(tuple(table)), hand, last=last)


def wins_on(rules: Rules, laid: Laid, hand: Hand, *, last: bool = False) -> dict[Kind, Wait]:
    """As `waits`, beside table sets of which only the sums are known."""
    found = {}
    for card in range(KINDS):
        if count(laid.code + hand, card) >= COPIES:
            continue
        own = on_draw(rules, laid, hand, card, How(own=True, last=last))
        other = on_draw(rules, laid, hand, card, How(last=last))
        if own or other:
            found[card] = Wait(own, other)
    return found


def dealt_sets(rules: Rules, hand: Hand, draws: int) -> Score | None:
    """The score of heavenly sets in a dealt hand: three quads or five triples (PZ M22, 8.14).

    `draws` are the draw games just before, which may raise it as any other win (PZ 3.5).
    """
    held = hidden(hand)
    sets, quads, free = held.sets, held.quads, held.free
    triples = sets if rules.quads_are_triples else sets - quads
    if quads < 3 and triples < 5:  # noqa: PLR2004 - the numbers of PZ M22
        return None
    pair = quads > 0
    identical = sets + pair == SETS and size(free) == _PAIR * pair and identical_hu(free, pair=pair) == 0
    how = How(heaven=True, draws=draws)
    hu = held.hu + hu_of(best_special(free, one_five_ten=rules.one_five_ten))
    return score(rules, hu, facts_of(hand, how, identical=identical), how, minimum=False)


# --- the terms on which a seat would win on the card of a window, and what it would score (PZ M19, M20, M22)

_PLAYING = 3
_MOST_HU = SETS * max(map(max, HU.values()))
_MOST_CARDS = 4 * SETS


class Terms(NamedTuple):
    """How a hand would be won, and the card beside it (`UNKNOWN`: all its cards are there).

    `pao` says that the seat must declare Pao on that card, so that no other set may hold it.
    """

    how: How
    card: Kind = UNKNOWN
    pao: bool = False


def terms_of(
    rules: Rules, source: Source, laid: Laid, hand: Hand, card: Kind, *, own: bool, last: bool, draws: int
) -> Terms:
    """The terms for a seat; `own` says that it turned, showed or laid the card."""
    if source in ALONE:
        return Terms(How(own=source is Source.OWN, last=last, draws=draws))
    if source is Source.SHOWN:
        if own:
            return Terms(How(heaven=True, draws=draws))
        return Terms(How(earth=True, draws=draws), card, count(hand, card) == _TRIPLE)
    drawn = source is Source.DRAWN
    pao = has_pao(rules, laid, hand, card, own=own, drawn=drawn)
    return Terms(How(own=own and drawn, last=last, draws=draws), card, pao)


def score_on(rules: Rules, laid: Laid, hand: Hand, terms: Terms) -> Score | None:
    """The score of a win on these terms; None if the cards are no combination, or under the minimum."""
    if terms.card < 0:
        return complete(rules, laid, hand, UNKNOWN, terms.how)
    return on_card(rules, laid, hand, terms.card, terms.how, pao=terms.pao)


def most_points(options: PaohuziOptions) -> int:
    """The most points that a seat can win or lose in a deal that follows no draw game."""
    rules = compile_rules(options)
    every = [Facts(reds, _MOST_CARDS, _MOST_CARDS, *[True] * 4) for reds in range(_MOST_CARDS + 1)]
    bottom = max(0, *map(rules.base, range(2 * _MOST_HU + 1)))
    extra = max(sum(value for _, value in points(rules.table, facts)) for facts in every)
    items = (earned(rules.table, facts, highest=rules.highest_counts) for facts in every)
    times = max(sum(value for _, value in own) for own in items)
    final = (max(bottom, rules.self_bottom(bottom)) + extra) * max(1, times)
    if rules.cap:
        final = min(final, rules.cap)
    return max(final * max(_PLAYING - 1, rules.discarder_shares), abs(rules.draw_points))


# --- the combinations that cards and table sets make: the one that a win shows, and how far the best falls short

Melds = tuple[Meld, ...]


class Shortfall(NamedTuple):
    """A combination that does not count enough: its hu, and how many it would need."""

    hu: int
    needed: int

    @property
    def missing(self) -> int:
        """The number of hu that are missing."""
        return self.needed - self.hu


def explain(
    rules: Rules, melds: Melds, hand: Hand, terms: Terms, won: Score, *, unnamed: int = 0
) -> tuple[Part, ...]:
    """The sets of a combination that has the score `won`, without `unnamed` sequences and mixed sets that lie on the table beside `melds`."""
    for parts, found in _scored(rules, melds, hand, terms, unnamed):
        if found == won:
            return parts
    raise AssertionError("a score without a combination")


def shortfall(rules: Rules, melds: Melds, hand: Hand, terms: Terms) -> Shortfall | None:
    """How far the nearest combination is from the minimum (PZ M21); None if the cards make none at all."""
    found = [Shortfall(one.hu, needed(rules, one.items)) for _, one in _scored(rules, melds, hand, terms)]
    return min(found, key=lambda one: (one.missing, -one.hu), default=None)


def _scored(
    rules: Rules, melds: Melds, hand: Hand, terms: Terms, unnamed: int = 0
) -> Iterator[tuple[tuple[Part, ...], Score]]:
    """All combinations of seven sets, whatever they count, with their scores."""
    how = terms.how
    for table, rest, extra in _readings(rules, melds, hand, terms):
        inside = hidden(rest)
        laid = tally(table)
        added = UNIT[extra] if extra >= 0 else 0
        fixed = (*[Part(meld.kind, meld.cards, meld.hu) for meld in table], *secret_sets(rest))
        pair = laid.quads + inside.quads > 0
        for cut in partitions(inside.free + added, pair=pair, one_five_ten=rules.one_five_ten):
            parts = (*fixed, *cut)
            if len(parts) + unnamed == SETS:
                alike = not unnamed and all(part.kind not in RUNS for part in parts)
                facts = facts_of(laid.code + rest + added, how, identical=alike)
                found = score(rules, sum(part.hu for part in parts), facts, how, minimum=False)
                assert found is not None, "without a minimum all count"
                yield parts, found


def _readings(rules: Rules, melds: Melds, hand: Hand, terms: Terms) -> Iterator[tuple[Melds, Hand, Kind]]:
    card = terms.card
    if card < 0 or not terms.pao or rules.break_pao:
        yield melds, hand, card
    if card < 0:
        return
    triple = triple_of(tally(melds), hand, card)
    if triple is not None:
        old, rest = triple
        others = tuple(m for m in melds if old is None or m.kind is not old or m.cards[0] != card)
        yield (*others, same(SetKind.EXPOSED_4, card)), rest, UNKNOWN


def secret_sets(hand: Hand) -> tuple[Part, ...]:
    """Secret triples of a hand, and quads that are not laid yet."""
    parts = []
    for kind in kinds_of(locked(hand)):
        name = SetKind.SECRET_3 if count(hand, kind) == _TRIPLE else SetKind.UNEXPOSED_4
        parts.append(Part(name, (kind,) * IDENTICAL[name], set_hu(name, kind)))
    return tuple(parts)
