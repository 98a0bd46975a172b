"""Cutting hands up and scoring them: the kernel against the rules engine's evaluator, and against plain search."""

from __future__ import annotations

import random
from dataclasses import fields

import numpy as np
import pytest

from paiju.games.paohuzi import GAME, melds
from paiju.games.paohuzi import rules as items
from paiju.games.paohuzi.cards import COPIES, DECK, KINDS, UNIT, cards_of, hand_of, size
from paiju.games.paohuzi.hands import complete, dealt_sets
from paiju.games.paohuzi.melds import CATALOGUES, HU, Laid, SetKind
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How, facts_of, score
from paiju.kernels.jit import INTERPRETED
from paiju.kernels.paohuzi import claims
from paiju.kernels.paohuzi import melds as decompose
from paiju.kernels.paohuzi import rules as compiling
from paiju.kernels.paohuzi.playouts import win_all
from paiju.kernels.paohuzi.records import RulesRecord, holds, locked, loose, pack, sets_of
from paiju.kernels.paohuzi.records import size as packed_size
from paiju.kernels.paohuzi.rules import EARTH, HEAVEN, LAST, OWN, rules_for, sets_for
from paiju.kernels.records import fields as record_of
from paiju.kernels.records import layout
from tests.drawing import often
from tests.kernels.paohuzi.states import unpack
from tests.paohuzi.builders import random_options

MANY = 80 if INTERPRETED else often(600, 2000)
PLAIN = GAME.options({})


def random_loose(rng: random.Random) -> int:
    """Loose cards, at most two of a kind and a third of one; half of them made of sets."""
    while True:
        runs = rng.choices(CATALOGUES[True].runs, k=rng.randint(0, 7))
        cards = [card for run in runs for card in run.cards]
        if rng.random() < 0.4:
            cards += [rng.randrange(KINDS)] * 2
        if rng.random() < 0.4:
            cards = rng.sample(DECK, rng.choice((2, 3, 5, 6, 8, 9, 11)))
        many = sorted(cards.count(kind) for kind in range(KINDS))
        if many[-1] <= 3 and many[-2] <= 2:
            return hand_of(cards)


def random_hand(rng: random.Random, cards: int = 20) -> int:
    """Any hand; often one with triples and quads."""
    while True:
        hand = hand_of(rng.sample(DECK, cards))
        for kind in rng.sample(range(KINDS), rng.randint(0, 5)):
            hand = hand & ~(15 << 4 * kind) | rng.choice((3, 4)) << 4 * kind
        if size(hand) <= 21:
            return hand


def random_sets(rng: random.Random) -> int:
    """Seven sets, some of them triples: a hand that wins if it has the hu for it."""
    while True:
        triples = rng.sample(range(KINDS), rng.randint(0, 4))
        runs = rng.choices(CATALOGUES[True].runs, k=7 - len(triples))
        cards = [card for run in runs for card in run.cards]
        if not set(cards) & set(triples) and max(map(cards.count, cards)) < 3:
            return hand_of(cards + 3 * triples)


def test_packing(rng):
    for _ in range(MANY):
        hand, other = random_hand(rng), random_loose(rng)
        packed = pack(hand)
        assert unpack(packed) == hand
        assert packed_size(packed) == size(hand)
        stored = [card for card in cards_of(hand) if cards_of(hand).count(card) < 3]
        assert unpack(loose(packed)) == hand_of(stored)
        assert packed_size(locked(packed)) == len({card for card in cards_of(hand) if card not in stored})
        inside = all(hand_of(stored) >> 4 * k & 15 >= other >> 4 * k & 15 for k in range(KINDS))
        assert holds(loose(packed), pack(other)) == inside


@pytest.mark.parametrize("one_five_ten", [False, True])
def test_best_partitions(rng, one_five_ten):
    sets = record_of(sets_of(one_five_ten=one_five_ten))
    cut = 0
    for _ in range(MANY):
        free = random_loose(rng)
        for pair in (0, 1):
            best = decompose.best_hu(sets, pack(free), pair)
            assert best == melds.best_hu(free, bool(pair), one_five_ten), cards_of(free)
            assert decompose.identical_hu(pack(free), pair) == melds.identical_hu(free, pair=bool(pair))
            cut += best >= 0
        if max(free >> 4 * kind & 15 for kind in range(KINDS)) < 3:
            assert decompose.special_hu(sets, pack(free)) == melds.hu_of(
                melds.best_special(free, one_five_ten=one_five_ten)
            )
    assert cut > MANY // 4


def test_best_partitions_by_plain_search(rng):
    """Every partition is tried, so that law and kernel do not merely agree."""
    sets = record_of(sets_of(one_five_ten=True))
    for _ in range(MANY // 10):
        free = random_loose(rng)
        for pair in (0, 1):
            found = melds.partitions(free, pair=bool(pair), one_five_ten=True)
            most = max((sum(part.hu for part in cut) for cut in found), default=-1)
            assert decompose.best_hu(sets, pack(free), pair) == most


def test_every_suit_of_the_table():
    """A suit that can be cut up has a run whose rest can be cut up, and the best of these is its entry."""
    runs = [run for run in CATALOGUES[True].runs if run.cards[-1] < 10]
    cuts = record_of(sets_of(one_five_ten=True)).cuts
    keys = [sum(1 << 2 * card for card in run.cards) for run in runs]
    for key in random.Random(0).sample(np.flatnonzero(cuts & 15).tolist(), 300):
        best = [0] if key == 0 else []
        for run, code in zip(runs, keys, strict=True):
            if all(key >> 2 * card & 3 for card in run.cards):
                rest = int(cuts[key - code]) & 15
                best += [rest - 1 + run.hu // HU[SetKind.SEQUENCE][0]] if rest else []
        assert cuts[key] & 15 == max(best) + 1


def as_score(found):
    return None if found is None else (found.hu, found.bottom, found.multiplier, found.final)


def as_packed(found):
    return None if found[0] < 0 else tuple(map(int, found))


def random_how(rng: random.Random) -> tuple[How, int]:
    how = How(
        rng.random() < 0.5, rng.random() < 0.2, rng.random() < 0.1, rng.random() < 0.1, rng.randint(0, 2)
    )
    return how, OWN * how.own | LAST * how.last | HEAVEN * how.heaven | EARTH * how.earth


def test_scores(rng):
    """Any number of reds, large and small cards, all item tables, bases, caps."""
    for number in range(MANY):
        if number % 20 == 0:
            options = random_options(rng)
            law, record = compile_rules(options), record_of(rules_for(options))
        how, bits = random_how(rng)
        pool = rng.choice((DECK, DECK[:40], DECK[40:], [k for k in DECK if k % 10 in (1, 6, 9)], DECK[:60]))
        cards = hand_of(rng.sample(pool, min(len(pool), rng.choice((21, 22, 26)))))
        hu, alike, minimum = rng.randint(0, 70), rng.random() < 0.4, rng.random() < 0.8
        expected = score(law, hu, facts_of(cards, how, identical=alike), how, minimum=minimum)
        found = claims.score(record, hu, pack(cards), int(alike), bits, how.draws, int(minimum))
        assert as_packed(found) == as_score(expected)


def test_whole_hands(rng):
    """Twenty cards and a drawn one, nothing on the table; and hands that win by the sets dealt."""
    won = 0
    for number in range(MANY):
        if number % 20 == 0:
            options = random_options(rng) if number % 40 else GAME.options({"min_hu": 0})
            law, (rules, sets) = (
                compile_rules(options),
                map(record_of, (rules_for(options), sets_for(options))),
            )
        how, bits = random_how(rng)
        hand, draws = random_hand(rng), rng.randrange(3)
        ours = claims.dealt_sets(rules, sets, pack(hand), draws)
        assert as_packed(ours) == as_score(dealt_sets(law, hand, draws))
        free, made = random_loose(rng), random_sets(rng)
        drawn_from = [(whole, rng.choice(cards_of(whole))) for whole in (free, made) if whole]
        drawing = [(whole - UNIT[card], card) for whole, card in drawn_from]
        for given, drawn in ((hand, -1), (free, -1), *drawing):
            nothing = (0, 0, 0, 0, 0)
            found = claims.complete(rules, sets, nothing, pack(given), drawn, bits, how.draws)
            expected = complete(law, Laid(), given, drawn, how)
            assert as_packed(found) == as_score(expected)
            won += expected is not None
    assert won > MANY // 20


def test_many_hands_at_once(rng):
    options, law = PLAIN, compile_rules(PLAIN)
    hands, cards = [], []
    while len(hands) < 100:
        runs = rng.choices(CATALOGUES[False].runs, k=7)
        card, *held = rng.sample([card for run in runs for card in run.cards], 21)
        if max(map(held.count, held)) < 3:
            hands.append(hand_of(held))
            cards.append(card)
    hu, final = np.zeros((2, len(hands)), np.int64)
    win_all(rules_for(options), sets_for(options), np.array([*map(pack, hands)]), np.array(cards), hu, final)
    for at, (hand, card) in enumerate(zip(hands, cards, strict=True)):
        expected = complete(law, Laid(), hand, card, How(own=True))
        assert (hu[at], final[at]) == ((-1, 0) if expected is None else (expected.hu, expected.final))
    assert (hu >= 0).any()


def test_an_item_asks_for_one_of_the_four_things_that_the_kernel_counts():
    for table in items.TABLES.values():
        for name in (*table.times, *table.points):
            asks = items.ITEMS[name]
            assert sum(len(set(map(asks, entries))) > 1 for entries in compiling.GROUPS) == 1, name
            assert not asks(items.Facts(reds=-1, larges=-1, smalls=-1)), name
        assert min((*table.times.values(), 1)) > 0


def test_the_kernel_has_every_field_of_the_compiled_rules():
    copied = set(layout(RulesRecord).names or ())
    elsewhere = {
        "options",
        "match",
        "cut",
        "one_five_ten",
        "shown",
        "table",
        "highest_counts",
        "base",
        "self_bottom",
    }
    assert {field.name for field in fields(Rules)} - elsewhere <= copied
    assert max(DECK) < KINDS
    assert len(DECK) == KINDS * COPIES
