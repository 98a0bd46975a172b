"""Draws from linked groups of cards, against a complete list of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import factorial, sqrt
from typing import Any

import pytest

from paiju.core.sampling import closing, hands
from paiju.core.sampling.copies import HiddenCopies
from paiju.core.sampling.hands import Group, HandSampler, Transition, Variant
from tests.drawing import excess, often

_SURE = 4.5


def ways(one: HiddenCopies) -> Iterator[tuple[tuple[int, ...], float]]:
    """Every way in which the copies may lie, with its weight."""
    spans = [range(low, high + 1) for low, high in zip(one.least, one.most, strict=True)]
    for counts in product(*spans):
        held = [gone + count for gone, count in zip(one.gone, counts, strict=True)]
        if sum(counts) == one.number and min(held) >= 0:
            weight = 1.0
            for count in held:
                weight /= factorial(count)
            yield counts, weight


def everything(room: tuple[int, ...], groups: list[Group], totals: tuple[int, ...]) -> dict[Any, float]:
    """All draws, by what they say of each group."""
    found: list[tuple[tuple[Any, ...], tuple[int, ...], float]] = [((), (), 1.0)]
    for group in groups:
        found = [
            (
                (*reported, (variant.label, variant.counted, counts)),
                after,
                weight * factor * variant.weight * each,
            )
            for reported, state, weight in found
            for after, factor, variants in group.transitions(state)
            for variant in variants
            for counts, each in ways(variant.copies)
        ]
    return {
        reported: weight
        for reported, state, weight in found
        if state == ()
        and tuple(map(sum, zip(*[counts for _, _, counts in reported], strict=True))) == room
        and tuple(sum(moved[at] for _, moved, _ in reported if moved) for at in range(len(totals))) == totals
    }


def only(copies: HiddenCopies) -> Group:
    """A group of which nothing else can be."""
    transitions = [Transition((), 1.0, [Variant(copies)])]
    return Group(lambda _: transitions)


def linked(rng: random.Random, copies: int, *, bound: bool) -> list[Group]:
    """Groups of which the first may settle something for the second, and the others move a card or not."""

    def hidden(gone: int = 0) -> HiddenCopies:
        most = (copies, copies, rng.randrange(1, copies + 1) if bound else copies)
        return HiddenCopies(copies, (gone, 0, 0), (0, 0, 0), most)

    settled, plain, moving = hidden(), [hidden() for _ in range(3)], hidden(1)
    first = [
        Transition((), 1.0, [Variant(settled)]),
        Transition((1,), 2.0, [Variant(hidden(1), 1.0, ((0, 1),))]),
    ]
    second = {
        (): [Transition((), 1.0, [Variant(plain[0])])],
        (1,): [Transition((), 0.5, [Variant(hidden(2)), Variant(hidden(), 2.0, ((1, 1),))])],
    }
    others = [[Transition((), 1.0, [Variant(own), Variant(moving, 1.5, (), (1,))])] for own in plain[1:]]
    return [
        Group(lambda state: first if state == () else (), open=True),
        Group(second.__getitem__, open=True),
        *(Group(lambda _, own=own: own, open=True) for own in others),
    ]


@pytest.mark.parametrize(
    ("copies", "bound", "room"),
    [(2, False, (3, 3, 2)), (3, False, (4, 5, 3)), (1, True, (2, 1, 1)), (2, True, (4, 2, 2))],
)
def test_draws_have_the_probability_of_their_weight(copies, bound, room, rng, tell):
    """Where nothing is known of most groups, and where hands can hold few of them."""
    groups = linked(rng, copies, bound=bound)
    found = everything(room, groups, (1,))
    draws = HandSampler(room, groups, (), (), (1,))
    if not found:
        assert draws.draw(rng, 50) is None
        return
    compare(draws, found, rng, tell)


def test_draws_have_their_probability_when_the_tilt_changes(rng, tell, monkeypatch):
    """After each try that comes to nothing."""
    for name in ("_RETILT", "_LATER", "_TURNS"):
        monkeypatch.setattr(hands, name, 1)
    monkeypatch.setattr(hands, "_LOOKS", 8)
    room, groups = (3, 3, 2), linked(rng, 2, bound=False)
    draws = HandSampler(room, groups, (), (), (1,))
    first = draws.tilt
    compare(draws, everything(room, groups, (1,)), rng, tell)
    assert draws.tilt is not first


def compare(sampler: HandSampler, found: dict[Any, float], rng: random.Random, tell: Any) -> None:
    """Hold draws against all there are, with their weights."""
    drawn: Counter[Any] = Counter()
    for _ in range(4 * len(found) + 400):
        own = sampler.draw(rng, 10**5)
        assert own is not None
        drawn[tuple((one.variant.label, one.variant.counted, one.counts) for one in own)] += 1
    tell(len(found))
    assert excess(drawn, found) < _SURE


@pytest.mark.parametrize("kind", ["many ways", "nothing known", "few in one hand", "some in hands before"])
def test_the_last_groups_of_a_draw_have_their_probability(kind, rng, tell, monkeypatch):
    """A group of many ways, groups of which nothing is known, such of which a hand may have few, or has, or had, some; beside two other cards."""
    monkeypatch.setattr(closing, "_LOSS", 0.0 if kind == "many ways" else 20.0)
    others = {
        "many ways": [HiddenCopies(26, (0, 0, 1), (0, 0, 0), (26, 26, 25))],
        "nothing known": [HiddenCopies(10, (0, 0, 0), (0, 0, 0), (10, 10, 10))] * 2,
        "few in one hand": [HiddenCopies(10, (0, 0, 0), (0, 0, 0), (10, 4, 10)), HiddenCopies(10, (0, 0, 0), (0, 0, 0), (9, 5, 10))],
        "some in hands before": [HiddenCopies(10, (1, 0, 0), (0, 1, 0), (10, 10, 10)), HiddenCopies(12, (0, 0, -1), (0, 0, 3), (4, 12, 12))],
    }[kind]  # fmt: skip
    two = HiddenCopies(2, (1, 0, 0), (0, 0, 0), (2, 1, 2))
    groups = [only(copies) for copies in (two, *others)]
    cards = sum(one.number for one in (two, *others))
    room = (cards // 3, cards // 3, cards - cards // 3 * 2)
    found = everything(room, groups, ())
    sampler = HandSampler(room, groups)
    total, draws = (
        sum(found.values()),
        often(200, 400) if kind == "some in hands before" else often(1000, 3000),
    )  # of these few come to anything
    closes = [sampler.closing.closes(at, copies) for at, copies in enumerate(others, 1)]
    assert closes == [kind != "many ways"] * len(others)
    drawn = [sampler.draw(rng, 10**5) for _ in range(draws)]
    for at in range(len(groups)):
        for hand in range(3):
            mean = sum(reported[at][2][hand] * weight for reported, weight in found.items()) / total
            square = sum(reported[at][2][hand] ** 2 * weight for reported, weight in found.items()) / total
            seen = sum(own[at].counts[hand] for own in drawn if own is not None) / draws
            assert abs(seen - mean) < _SURE * sqrt((square - mean**2) / draws), (at, hand)


def test_fixed_variants_still_fill_the_hands(rng, monkeypatch):
    """As after many tries that came to nothing, also where cards count towards a total."""
    room, groups = (4, 5, 3), linked(rng, 3, bound=False)
    held = HandSampler(room, groups, (), (), (1,))
    monkeypatch.setattr(hands, "_PATIENCE", 1000)
    monkeypatch.setattr(hands, "_LATEST", 0)
    monkeypatch.setattr(held.closing, "close", lambda *_: False)
    own = held.draw(rng, 2000)
    assert own is not None
    assert tuple(map(sum, zip(*[one.counts for one in own], strict=True))) == room
    assert sum(one.variant.counted == (1,) for one in own) == 1


def test_impossible_draws_are_refused(rng):
    impossible = [only(HiddenCopies(3, (0, 0), (0, 0), (1, 3)))]
    assert HandSampler((2, 1), impossible).draw(rng, 50) is None
    assert not HandSampler((2, 1), [Group(lambda _: [])]).possible


def test_a_required_card_comes_equally_often_from_every_group(rng):
    """Nothing else fits into that hand, so that it weighs nearly nothing while the groups are gone through."""
    own, elsewhere = (
        HiddenCopies(1, (0, 0, 0), (1, 0, 0), (1, 0, 0)),
        HiddenCopies(1, (0, 0, 0), (0, 0, 0), (0, 1, 1)),
    )

    def one_of(at: int) -> Group:
        """The hand's card is of one of four groups; the state is 1 once it is found, and 0 again after the last."""
        done = (0,) if at == 3 else (1,)
        there = [Variant(elsewhere, 10.0)]
        not_here = [] if at == 3 else [Transition((0,), 1.0, there)]
        ways = {
            (0,): [Transition(done, 1.0, [Variant(own)]), *not_here],
            (1,): [Transition(done, 1.0, there)],
        }
        return Group(lambda state: ways[state], open=True)

    others = [only(HiddenCopies(4, (0, 0, 0), (0, 0, 0), (4, 4, 4))) for _ in range(8)]
    sampler = HandSampler((1, 18, 17), [*map(one_of, range(4)), *others], (0,), (0,))
    drawn: Counter[int] = Counter()
    for _ in range(400):
        found = sampler.draw(rng, 10**4)
        assert found is not None
        drawn[next(at for at, one in enumerate(found) if one.counts[0])] += 1
    assert all(abs(drawn[at] - 100) < _SURE * sqrt(400 * 3 / 16) for at in range(4)), drawn
