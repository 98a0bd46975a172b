"""How many cards a hand is from a win: the fast count against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from paiju.analysis.paohuzi.hands import distance, live_copies
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import KINDS, UNIT, Hand, cards_of, count, hand_of, loose, size
from paiju.games.paohuzi.hands import after_forced, forced, has_pao, on_draw, promoted, triple_of
from paiju.games.paohuzi.melds import CATALOGUES, Laid, SetKind, same, tally, with_meld
from paiju.games.paohuzi.melds import Meld as TableSet
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How

OPTIONS = GAME.options({})


def claims(rules: Rules, laid: Laid, hand: Hand, card: int) -> Iterator[tuple[Laid, Hand]]:
    """Table and hand after each use of a card that comes; 比 and cards of forfeited claims are left aside."""
    if forced(laid, hand, card):
        yield after_forced(laid, hand, card)
    elif has_pao(rules, laid, hand, card, own=True):
        yield promoted(laid, card, SetKind.EXPOSED_3, SetKind.EXPOSED_4), hand
    triple = triple_of(laid, hand, card)
    if triple is not None and triple[0] is not SetKind.EXPOSED_3:
        return
    if count(hand, card) == 2:
        yield with_meld(laid, same(SetKind.EXPOSED_3, card)), hand - 2 * UNIT[card]
    free = loose(hand)
    for run_ in CATALOGUES[rules.one_five_ten].holding[card]:
        needed = run_.code - UNIT[card]
        if all(count(free, kind) >= count(needed, kind) for kind in range(KINDS)):
            yield with_meld(laid, TableSet(run_.kind, run_.cards)), hand - needed


def brute(rules: Rules, laid: Laid, hand: Hand, gone: Hand, most: int) -> int | None:
    """The fewest cards up to `most`, by playing every sequence of them; `gone` are own discards."""
    live = live_copies(laid.code + hand, gone)
    kinds = [kind for kind in range(KINDS) if live[kind] > 0]
    if any(on_draw(rules, laid, hand, kind, How(own=own)) for kind in kinds for own in (True, False)):
        return 1
    if most == 1:
        return None
    best = None
    for card in kinds:
        for table, rest in set(claims(rules, laid, hand, card)):
            due = size(table.code + rest) > 20 + max(0, table.quads - 1)
            for thrown in cards_of(loose(rest)) if due else (None,):
                left = rest - (UNIT[thrown] if thrown is not None else 0)
                out = gone + (UNIT[thrown] if thrown is not None else 0)
                found = brute(rules, table, left, out, most - 1 if best is None else best - 2)
                if found is not None:
                    best = found + 1
                    if best == 2:
                        return 2
    return best


def some_table(rng: random.Random, sets: int) -> tuple[Laid, Hand]:
    """A random table of `sets` sets and the rest of the twenty cards in hand."""
    while True:
        deck = [kind for kind in range(KINDS) for _ in range(4)]
        melds: list[TableSet] = []
        for _ in range(sets):
            if rng.random() < 0.6:
                names = (SetKind.EXPOSED_3, SetKind.UNEXPOSED_3, SetKind.EXPOSED_4, SetKind.UNEXPOSED_4)
                melds.append(same(rng.choices(names, (4, 4, 1, 1))[0], rng.randrange(KINDS)))
            else:
                chosen = rng.choice(CATALOGUES[False].runs)
                melds.append(TableSet(chosen.kind, chosen.cards))
        laid = tally(tuple(melds))
        counts = [count(laid.code, kind) for kind in range(KINDS)]
        whole = sum(len(meld.cards) for meld in melds)
        if max(counts) > 4 or any(sum(kind in m.cards for m in melds) > 1 for kind in range(KINDS)):
            continue
        deck = [kind for kind in range(KINDS) for _ in range(4 - counts[kind]) if counts[kind] < 3]
        base = rng.randrange(KINDS)
        deck.sort(key=lambda kind: abs(kind - base) + rng.random() * 12)
        hand = hand_of(deck[: 20 + max(0, laid.quads - 1) - whole])
        if all(count(hand, kind) < 4 for kind in range(KINDS)):
            return laid, hand


@pytest.mark.parametrize(("sets", "most", "tries"), [(5, 2, 60), (4, 2, 25), (6, 3, 25)])
def test_the_distance_matches_brute_force(sets: int, most: int, tries: int) -> None:
    rng = random.Random(f"distance {sets}")
    rules = compile_rules(OPTIONS)
    seen: dict[int | None, int] = {}
    for _ in range(tries):
        laid, hand = some_table(rng, sets)
        fast = distance(rules, laid, hand, live_copies(laid.code + hand, 0))
        slow = brute(rules, laid, hand, 0, most)
        seen[slow] = seen.get(slow, 0) + 1
        if slow is not None or (fast is not None and fast <= most):
            assert fast == slow, (laid, hand)
    assert len(seen) > 1


def test_every_dealt_hand_has_a_distance() -> None:
    rng = random.Random("quick")
    rules = compile_rules(OPTIONS)
    for _ in range(30):
        deck = [kind for kind in range(KINDS) for _ in range(4)]
        rng.shuffle(deck)
        hand = hand_of(deck[:20])
        found = distance(rules, tally(()), hand, live_copies(hand, 0))
        assert found is None or 1 <= found <= 14
