"""The parts by themselves: notation, options, partitions, eating, items, presets, against brute force."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

import paiju
from paiju.conformance import check_line
from paiju.core.errors import LayoutError, NotationError, OptionError, RecordError, UsageError
from paiju.games.paohuzi import GAME, notation
from paiju.games.paohuzi.cards import (
    DECK,
    KINDS,
    cards_of,
    counts_of,
    hand_of,
    holds,
    kinds_of,
    locked,
    loose,
    size,
)
from paiju.games.paohuzi.claims import ways_to_eat
from paiju.games.paohuzi.hands import has_pao, on_draw, waits
from paiju.games.paohuzi.melds import (
    CATALOGUES,
    IMPOSSIBLE,
    RUNS,
    SetKind,
    best_hu,
    best_special,
    hu_of,
    identical_hu,
    partitions,
    tally,
)
from paiju.games.paohuzi.options import Base, ItemTable, PaohuziOptions, SelfDraw
from paiju.games.paohuzi.rules import (
    BASES,
    DISCARDER_SHARES,
    ITEMS,
    SELF_BOTTOM,
    SURPLUS,
    TABLES,
    compile_rules,
)
from paiju.games.paohuzi.scoring import How
from paiju.games.paohuzi.state import Carry, Layout
from tests.paohuzi.builders import K1, hand, kind, table, wall, win


def random_loose(rng, most=12):
    cards = [card for card in DECK for _ in range(1)]
    picked = rng.sample(cards, rng.choice(range(most + 1)))
    return hand_of(card for card, n in Counter(picked).items() for _ in range(min(n, 2)))


def sets_of(cards, *, pair):
    """Every partition by brute force, as a sorted tuple of sorted sets."""
    if not cards:
        return set() if pair else {()}
    first, rest = cards[0], cards[1:]
    found = set()
    for others in set(combinations(rest, 2)):
        one = (first, *others)
        if one in {run.cards for run in CATALOGUES[False].runs} or len(set(one)) == 1:
            left = Counter(rest) - Counter(others)
            for more in sets_of(tuple(sorted(left.elements())), pair=pair):
                found.add(tuple(sorted((one, *more))))
    if pair and first in rest:
        left = Counter(rest) - Counter((first,))
        for more in sets_of(tuple(sorted(left.elements())), pair=False):
            found.add(tuple(sorted(((first, first), *more))))
    return found


def test_partitions_are_complete_and_distinct(rng):
    for _ in range(300):
        cards = random_loose(rng)
        if rng.random() < 0.3 and cards:
            two = [k for k in kinds_of(cards) if counts_of(cards)[k] == 2]
            cards += hand_of(two[:1])
        for pair in (False, True):
            found = partitions(cards, pair=pair)
            plain = [tuple(sorted(part.cards for part in cut)) for cut in found]
            assert len(set(plain)) == len(plain)
            assert set(plain) == sets_of(cards_of(cards), pair=pair)
            best = max((sum(part.hu for part in cut) for cut in found), default=IMPOSSIBLE)
            assert best_hu(cards, pair, one_five_ten=False) == best
            alike = [
                sum(part.hu for part in cut) for cut in found if all(part.kind not in RUNS for part in cut)
            ]
            assert identical_hu(cards, pair=pair) == max(alike, default=IMPOSSIBLE)


def test_ways_to_eat_are_complete(rng):
    runs = {run.cards for run in CATALOGUES[False].runs}
    for _ in range(400):
        free = random_loose(rng, 14)
        card = rng.randrange(KINDS)
        pool = Counter(cards_of(free))
        pool[card] += 1
        found = set()

        def search(left, done, card=card, found=found):
            if not left[card]:
                found.add(tuple(sorted(done)))
                return
            for run in runs:
                if card in run and not Counter(run) - left:
                    search(left - Counter(run), (*done, run))

        search(pool, ())
        ways = ways_to_eat(free, card, bi=True, one_five_ten=False)
        assert len(ways) == len(found)
        assert {way.sets for way, _ in ways} == found
        for way, used in ways:
            assert holds(free, used)
            assert size(used) == sum(map(len, way.sets)) - 1
        single = {way.sets for way, _ in ways_to_eat(free, card, bi=False, one_five_ten=False)}
        assert single == {(run,) for run in runs if card in run and not Counter(run) - pool}


def test_waits_are_the_winning_cards(rng):
    options = PaohuziOptions()
    found = waits(hand("s2 s7 s10 b3 b4"), table(K1), options)
    assert [notation.card_text(card) for card in found] == ["b2", "b5"]
    assert found[kind("b2")].own.final == 2
    assert found[kind("b2")].other.final == 1
    for card, wait in found.items():
        rules, laid = compile_rules(options), tally(table(K1))
        assert wait.other == on_draw(rules, laid, hand("s2 s7 s10 b3 b4"), card, How())
    last = waits(hand("s2 s7 s10 b3 b4"), table(K1), options, last=True)
    assert last[kind("b2")].other.final == 2
    assert waits(hand("s2 s7"), table(K1), options) == {}


def test_forfeited_triples_never_grow():
    laid = tally(table("S3 s4"))
    rules = compile_rules(PaohuziOptions(exposed_triple_fourth="any_draw"))
    assert not has_pao(rules, laid, 0, kind("s4"), own=False)
    assert not has_pao(rules, laid, 0, kind("s4"), own=True)


def test_hands_packed():
    cards = hand("s1 s1 s1 b10 b10 s4")
    assert size(cards) == 6
    assert cards_of(cards) == notation.parse_cards("s1 s1 s1 s4 b10 b10")
    assert cards_of(loose(cards)) == notation.parse_cards("s4 b10 b10")
    assert kinds_of(locked(cards)) == (0,)
    assert hu_of(best_special(hand("s1 s2 s3 s7 s10 b2 b7 b10"), one_five_ten=False)) == 9
    assert hu_of(best_special(hand("b1 b5 b10 b2"), one_five_ten=True)) == 6


def test_one_five_ten():
    sets = "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8"
    assert win(sets, "s2 s7 s10 b1 b5", "b10") is None
    assert win(sets, "s2 s7 s10 b1 b5", "b10", one_five_ten=True).hu == 21


def test_self_draw_forms():
    finals = {form: win(K1, "s2 s7 s10 b3 b4", "b5", own=True, self_draw=form).final for form in SelfDraw}
    assert finals == {"plus_one_base": 4, "times_two": 4, "none": 2, "plus_ten": 22}
    bases = {form: win(K1, "s2 s7 s10 b3 b4", "b2", base=form).bottom for form in Base}
    assert bases == {
        "minus_12_by_3": 1, "minus_9_by_3": 2, "minus_6_by_3": 3, "minus_3_by_3": 4, "by_3": 5,
        "minus_5_by_5_plus_1": 3, "hu": 15,
    }  # fmt: skip


def test_cap_and_partition_choice():
    sets, cards = "E3 b1, E3 b2, E3 b3, E3 b4, E3 b5, E3 b6", "b7 b7"
    assert win(sets, cards, "b7", cap=20).final == 20
    assert win(sets, cards, "b7", cap="none").final == 42
    assert win(sets, cards, "b7", partition="highest_hu").final == 42
    assert win(K1, "s9 s9 b7 b7 b7", "b7", break_pao_hu=True).hu == 21


def test_tables_have_a_row_for_every_value():
    assert set(TABLES) == set(ItemTable)
    assert set(BASES) == set(Base)
    assert set(SELF_BOTTOM) == set(SelfDraw)
    options = {rule.name: rule for rule in PaohuziOptions.declared()}
    assert set(DISCARDER_SHARES) == set(options["discarder_pays"].choices)
    for items in TABLES.values():
        assert set(items.times) | set(items.points) <= set(ITEMS)
        assert items.grows <= set(SURPLUS)


def test_presets_build_and_differ():
    digests = {GAME.options({"preset": name}).digest() for name in GAME.presets()}
    assert len(digests) == len(GAME.presets())
    assert GAME.options({}).differences() == {}
    assert GAME.options({"match_length": 3}).digest() == GAME.options({}).digest()
    assert GAME.options({"preset": "wikipedia"}).items is ItemTable.WIKIPEDIA
    with pytest.raises(OptionError, match="is not one of"):
        GAME.options({"preset": "moon"})
    with pytest.raises(OptionError, match="no meaning"):
        GAME.options({"discarder_pays": "discarder_3x"})
    rules = GAME.match_rules(GAME.options({"preset": "shaoyang-bopi", "tie_break": "play_on"}))
    assert (rules.end, rules.length, rules.play_on) == ("target", 100, True)


def test_huaihua_asks_for_more_without_an_item():
    assert win(K1, "s2 s7 s10 b3 b4", "b2", preset="huaihua") is None
    assert win(K1, "s2 s7 s10 b3 b4", "b2", last=True, preset="huaihua").final == 2


def test_the_game_is_registered():
    assert "paohuzi" in paiju.available()
    assert paiju.load("paohuzi") is GAME


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "notation.action"), ("fly", "notation.action"), ("hu s1", "notation.action"),
        ("discard", "notation.action"), ("discard s1 s2", "notation.action"), ("discard s11", "notation.card"),
        ("eat x", "notation.card"), ("eat " + "s1-" * 300, "notation.action"),
    ],
)  # fmt: skip
def test_malformed_actions_are_refused(text, code):
    with pytest.raises(NotationError) as error:
        notation.parse_action(text)
    assert error.value.code == code


def test_sets_of_an_action_may_come_in_any_order():
    action = notation.parse_action("eat s5-s4-s3 s3-s2-s1")
    assert notation.action_text(action) == "eat s1-s2-s3 s3-s4-s5"


def test_table_sets_are_parsed_or_refused():
    for text in ("U3 b6 b6 b6", "S3 s1 s1 s1", "E4 b1 b1 b1 b1", "Q b2 b3 b4", "X s8 s8 b8"):
        meld = notation.parse_meld(text)
        assert f"{meld.kind} {notation.cards_text(meld.cards)}" == text
    assert notation.parse_meld("U3 b6") == notation.parse_meld("U3 b6 b6 b6")
    assert notation.parse_meld("s8-b8-s8").kind is SetKind.MIXED
    for text in ("U3 b6 b6", "Q s8 s8 b8", "X s1 s2 s3", "s1 s2", "K b1", "E3 s1 s1 b1", "s1-s2-b3"):
        with pytest.raises(NotationError):
            notation.parse_meld(text)
    for text in ("s0", "x1", "s1" * 300):
        with pytest.raises(NotationError):
            notation.parse_cards(text)


def test_carries_round_trip():
    for carry in (Carry(), Carry(2, 3, 1)):
        assert GAME.parse_carry(GAME.carry_json(carry)) == carry
    assert GAME.parse_carry(None) == Carry()
    assert GAME.carry_json(None) is None
    for data in (
        3,
        {"dealer": "x"},
        {"dealer": 9},
        {"dealer": 0, "streak": 0},
        {"dealer": 0, "streak": 4},
        {"draws": -1},
    ):
        with pytest.raises(RecordError):
            GAME.parse_carry(data)


def test_impossible_deals_are_refused():
    with pytest.raises(UsageError):
        GAME.deal(GAME.options({}), b"short")
    with pytest.raises(LayoutError):
        GAME.deal(GAME.options({}), Layout(DECK[:-1]))
    with pytest.raises(LayoutError):
        GAME.deal(GAME.options({}), Layout((0, *DECK[:-1])))
    with pytest.raises(LayoutError):
        GAME.deal(GAME.options({}), wall({}), Carry(3))
    with pytest.raises(LayoutError, match="deal 4 in a row"):
        GAME.deal(GAME.options({}), wall({}), Carry(0, 4))


@pytest.mark.parametrize(
    "case",
    [
        '"kind": "hu", "table": ["U3 b6", "E4 b6"], "hand": "s1", "card": "s2", "by": "self", "expect": null',
        '"kind": "hu", "table": ["Q s1 s5 s10"], "hand": "s1", "card": "s2", "by": "self", "expect": null',
        '"kind": "hu", "table": ["U3 b6 b7 b6"], "hand": "s1", "card": "s2", "by": "self", "expect": null',
        '"kind": "hu", "table": [], "hand": "s1", "card": "s2", "by": "me", "expect": null',
        '"kind": "deal", "wall": ["s1"], "dealer": 0, "script": [], "expect": {"winner": null}',
    ],
)
def test_impossible_cases_are_errors(case):
    outcome = check_line('{"id": "x1", "game": "paohuzi", ' + case + "}", "here")
    assert outcome.case == "x1"
    assert outcome.difference.startswith("error")
