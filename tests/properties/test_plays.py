"""Which set beats which, and what a hand may play: the quick ways against the slow ones, and their laws."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from paiju.core.errors import RuleError
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import PASS, Action
from paiju.games.baohuang.cards import (
    BIG,
    EMPTY,
    FIRST_JOKER,
    LAOWANG,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    SEATS,
    Hand,
    cards_of,
    hand_of,
    kinds_of_rank,
)
from paiju.games.baohuang.options import BaohuangOptions, GuardBy, LowLast
from paiju.games.baohuang.phases import play
from paiju.games.baohuang.phases.transfers import CardChoices
from paiju.games.baohuang.plays import Cards, Shape
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Carry, Phase, Roles, Start, State
from tests.drawing import often, rounds, values_of, with_option
from tests.properties import slow
from tests.properties.invariants import suitless

Tell = Callable[[object], None]
_ORDERS = ({}, {"order": "joker_strict"}, {"marked_red_high": True},
           {"order": "joker_strict", "marked_red_high": True})  # fmt: skip
_PLAY_OPTIONS = ("order", "marked_red_high", "three_twos_beat_red", "twos_fill", "twos_with_jokers", "bombs",
                 "bomb_jokers", "bomb_three_reds", "bomb_natural_only", "bomb_threes", "low_last",
                 "low_last_all_at_once", "guard_by", "laowang", "deck")  # fmt: skip


def some_cards(rng: random.Random, rules: Rules, most: int) -> Cards:
    """Cards of few ranks and suits, with jokers; no more of a kind than the deck has."""
    ranks = rng.sample(range(rules.low_rank, 13), rng.choice((1, 2, 3))) + rng.choice(
        ([], [12], [rules.low_rank])
    )
    suits = rng.choice(((0,), (0, 1), (0, 1, 2, 3))) if rules.suited else (0,)
    natural = [4 * rank + rng.choice(suits) for rank in ranks for _ in range(8)]
    jokers = [kind for kind in rules.first_deck if kind >= FIRST_JOKER]
    if rules.options.guard_by is GuardBy.CALLED and rules.options.laowang:
        jokers.append(LAOWANG)
    size = rng.randrange(1, most + 1)
    pool = natural + jokers * rng.choice((0, 1, 1, 2))
    have, left = [], Counter(rules.first_deck) + Counter({LAOWANG: 1})
    for kind in rng.sample(pool, len(pool)):
        if len(have) < size and left[kind]:
            left[kind] -= 1
            have.append(kind)
    return tuple(sorted(have))


def some_set(rng: random.Random, rules: Rules, size: int) -> Cards:
    """Cards that make a set under these rules."""
    while True:
        rank = rng.randrange(rules.low_rank, 13)
        naturals = rng.randrange(size + 1)
        jokers = [kind for kind in rules.first_deck if kind >= FIRST_JOKER]
        hung = rng.sample(jokers, min(size - naturals, len(jokers)))
        cards = tuple(sorted([4 * rank] * naturals + hung))
        if len(cards) == size and rules.comparison.shape(cards, natural=False):
            return cards


def shape(rules: Rules, cards: Cards) -> Shape:
    found = rules.comparison.shape(cards, natural=False)
    assert found is not None
    return found


@pytest.mark.parametrize("given", _ORDERS)
def test_beating_is_a_strict_order(given: dict[str, str | bool], rng: random.Random) -> None:
    rules = compile_rules(GAME.options(given))
    beats = rules.comparison.beats
    for _ in range(often(60, 150)):
        size = rng.choice((1, 2, 2, 3, 3, 4, 5))
        sets = [shape(rules, some_set(rng, rules, size)) for _ in range(7)]
        assert not any(beats(a, a) for a in sets)
        for a in sets:
            for b in sets:
                assert not (beats(a, b) and beats(b, a))
                for c in sets if beats(a, b) else ():
                    assert not beats(b, c) or beats(a, c)


@pytest.mark.parametrize("high", [False, True])
def test_a_set_that_beats_under_strict_beats_under_joker_strict(high: bool, rng: random.Random) -> None:
    """Whatever beats under `strict` beats under `joker_strict`."""
    strict = compile_rules(GAME.options({"marked_red_high": high}))
    level = compile_rules(GAME.options({"marked_red_high": high, "order": "joker_strict"}))
    found = 0
    for _ in range(often(300, 1000)):
        size = rng.choice((1, 2, 3, 4))
        new, old = (some_set(rng, strict, size) for _ in range(2))
        if strict.comparison.beats(shape(strict, new), shape(strict, old)):
            found += 1
            assert level.comparison.beats(shape(level, new), shape(level, old))
    assert found


def test_red_jokers_are_unbeatable(rng: random.Random) -> None:
    """Without options, nothing beats a set with a red joker in the 168 game."""
    rules = compile_rules(GAME.options({}))
    for _ in range(often(80, 200)):
        size = rng.choice((1, 2, 3, 4))
        old = (*some_set(rng, rules, size)[:-1], rng.choice((54, MARKED_BIG)))
        for _ in range(30):
            assert not rules.comparison.beats(shape(rules, some_set(rng, rules, size)), shape(rules, old))


@pytest.mark.parametrize("given", _ORDERS)
def test_three_ways_to_compare_sets_agree(given: dict[str, str | bool], rng: random.Random) -> None:
    """Comparing sorted sets, trying all pairings and searching one: three ways, one answer."""
    options = GAME.options(given)
    rules = compile_rules(options)
    for _ in range(often(200, 500)):
        size = rng.choice((1, 2, 3, 4, 5))
        new, old = (some_set(rng, rules, size) for _ in range(2))
        fast = rules.comparison.beats(shape(rules, new), shape(rules, old))
        new_values, old_values = slow.values(options, new), slow.values(options, old)
        assert new_values is not None
        assert old_values is not None
        assert fast == slow.beats(options, new_values, old_values), (new, old)
        assert fast == slow.beats(options, new_values, old_values, "permutation"), (new, old)


def play_options(rng: random.Random) -> BaohuangOptions:
    options = GAME.options({})
    declared = {r.name: r for r in BaohuangOptions.declared()}
    for _ in range(2):
        for name in rng.sample(_PLAY_OPTIONS, len(_PLAY_OPTIONS)):
            if rng.random() < 0.5:
                value = rng.choice(values_of(declared[name]))
                options = with_option(options, name, value)
    return options


def table(rng: random.Random, rules: Rules) -> tuple[State, Cards, Hand]:
    """A seat with at most 12 cards, some of which it may not have drawn, and what it must answer, if anything."""
    hand = hand_of(some_cards(rng, rules, rng.choice((3, 6, 9, 12))))
    if rng.random() < 0.1:
        hand = hand_of(
            rng.choices(kinds_of_rank(rules.low_rank)[: 4 if rules.suited else 1], k=rng.randrange(1, 6))
        )
    drawn = list(hand)
    if rng.random() < 0.5:
        for kind in range(FIRST_JOKER):
            drawn[kind] = max(0, drawn[kind] - rng.choice((0, 0, 1)))
    start = Start(bytes(32), (), 0, Carry(), (33,) * SEATS)
    state = State(rules, start, Phase.PLAY, (0,), (hand, *[EMPTY] * 4), (tuple(drawn), *[EMPTY] * 4))
    state.roles = Roles(emperor=1)
    if rules.low_last:
        state.lows = (play.low_of(rules, hand),) * SEATS
    top: Cards = ()
    if rng.random() < 0.7:
        while not top or rules.comparison.shape(top) is None:
            lone = rng.random() < 0.2
            top = (
                (rng.choice((BIG, MARKED_BIG)),)
                if lone
                else some_cards(rng, rules, rng.choice((1, 2, 3, 4, 4)))
            )
        state.top, state.owner = rules.comparison.shape(top), 4
    return state, top, hand


def brute_force(state: State, top: Cards, hand: Hand) -> set[Cards]:
    """Every set of cards of the hand that may be laid."""
    o, low = state.rules.options, state.rules.low_rank
    old = slow.Table(o, top, hand_of(top), low) if top else None
    lows = sum(hand[kind] for kind in kinds_of_rank(low))
    legal: set[Cards] = set()
    for cards in slow.multisets(hand):
        new = slow.Table(o, cards, state.drawn[0], low)
        if new.values is None:
            continue
        if o.low_last is LowLast.LOWEST_RANK:
            laid_low = sum(1 for kind in cards if kind in kinds_of_rank(low))
            if laid_low and lows < sum(hand):
                continue
            if laid_low and o.low_last_all_at_once and laid_low < lows:
                continue
        if old is None or slow.laid_on(o, new, old):
            legal.add(cards)
    return legal


@rounds(4, 20)
def test_the_listed_plays_match_brute_force(part: int, rng: random.Random, tell: Tell) -> None:
    """What is listed, and what is accepted, against a trial of all sub-multisets of small hands."""
    for _ in range(often(25, 60)):
        options = play_options(rng)
        rules = compile_rules(options)
        state, top, hand = table(rng, rules)
        tell((options.differences(), hand, top, state.drawn[0]))
        legal = brute_force(state, top, hand)
        listed = [action.cards for action in play.legal(state, 0) if action.verb == "play"]
        low = rules.low_rank

        def canonical(
            cards: Cards, options: BaohuangOptions = options, state: State = state, low: int = low
        ) -> tuple[tuple[int, ...], bool]:
            bomb = bool(slow.bomb(options, cards, state.drawn[0], low))
            return cards if bomb else suitless(cards), bomb

        assert set(listed) <= legal
        assert sorted(map(canonical, listed)) == sorted({canonical(cards) for cards in legal})
        assert (PASS in play.legal(state, 0)) == (top != ())
        many = list(slow.multisets(hand))
        for cards in rng.sample(many, min(len(many), 300)):
            assert accepted(state, cards) == (cards in legal), cards


def accepted(state: State, cards: Cards) -> bool:
    try:
        play.check(state, 0, Action("play", cards))
    except RuleError:
        return False
    return True


def test_shapes_do_not_depend_on_earlier_options(rng: random.Random) -> None:
    """Asked again after other options were used, a set still is what it was."""
    for _ in range(often(20, 50)):
        rules = compile_rules(play_options(rng))
        cards = some_cards(rng, rules, 5)
        first = [rules.comparison.shape(cards, natural=n) for n in (True, False)]
        assert [rules.comparison.shape(cards, natural=n) for n in (True, False)] == first
        fresh = compile_rules.__wrapped__(rules.options).comparison
        assert [fresh.shape(cards, natural=n) for n in (True, False)] == first


@rounds(2, 12)
def test_a_counted_choice_list_matches_the_written_list(part: int, rng: random.Random) -> None:
    """The list that is never built against the one that is."""
    for _ in range(often(10, 25)):
        hand = hand_of(
            rng.choices(range(57), k=4) * rng.choice((1, 2)) + rng.choices(range(57), k=rng.randrange(4))
        )
        size = rng.randrange(1, 6)
        lowest = RANK_OF[cards_of(hand)[0]]
        low, most = rng.choice(((-1, 0), (lowest, rng.randrange(3)), (0, rng.randrange(3))))
        choices = CardChoices("return", hand, size, low=low, low_most=most)
        want = sorted(
            cards
            for cards in slow.multisets(hand)
            if len(cards) == size and (low < 0 or sum(1 for k in cards if k in kinds_of_rank(low)) <= most)
        )
        assert len(choices) == len(want)
        assert [action.cards for action in choices] == want
        assert all(action in choices for action in choices)
        check_indexing(choices, rng)
        check_outside(choices, hand, size, rng)


def check_indexing(choices: CardChoices, rng: random.Random) -> None:
    every = list(choices)
    size = len(every)
    assert [choices[i] for i in range(-size, size)] == every + every
    for i in (size, -size - 1):
        with pytest.raises(IndexError):
            choices[i]
    i, j = sorted(rng.choices(range(size + 1), k=2))
    assert list(choices[i:j]) == every[i:j]
    assert list(reversed(choices)) == every[::-1]
    assert all(a.cards < b.cards for a, b in pairwise(every))
    assert size == 0 or choices.index(every[-1]) == size - 1


def check_outside(choices: CardChoices, hand: Hand, size: int, rng: random.Random) -> None:
    every = set(choices)
    for _ in range(30):
        cards = tuple(rng.choices((*cards_of(hand), 56, 57, -1, 99), k=rng.choice((size, size, size + 1))))
        action = Action("return", cards)
        assert (action in choices) == (action in every), action
        tidy = Action("return", tuple(sorted(cards)))
        assert (tidy in choices) == (tidy in every), tidy
    for action in rng.sample(sorted(every), min(3, len(every))):
        assert action._replace(verb="give") not in choices
        assert action._replace(number=1) not in choices
        assert action.cards not in choices


def test_marked_jokers_are_jokers() -> None:
    """BH A18-6: the marks change nothing, but for `marked_red_high`."""
    options = GAME.options({})
    rules = compile_rules(options)
    assert rules.comparison.shape((MARKED_SMALL,)) == rules.comparison.shape((52,))
    assert rules.comparison.shape((MARKED_BIG,)) == rules.comparison.shape((54,))
    high = compile_rules(replace(options, marked_red_high=True))
    assert high.comparison.shape((MARKED_BIG,)) != high.comparison.shape((54,))


def test_a_play_with_impossibly_many_copies_is_refused(rng: random.Random) -> None:
    """BH A10: not even as many of a kind as one of the next kind weighs in a packed hand."""
    state = GAME.deal(GAME.options({"guard_by": "called"}), rng.randbytes(32))
    while state.phase is not Phase.PLAY:
        state, _ = GAME.apply(state, state.turn, GAME.legal_actions(state, state.turn)[0])
    held = [kind for kind, many in enumerate(state.hands[state.turn]) if many and kind]
    assert held
    for kind in held:
        with pytest.raises(RuleError) as refused:
            GAME.apply(state, state.turn, Action("play", (kind - 1,) * 256))
        assert refused.value.facts["why"] == "not_in_hand"
