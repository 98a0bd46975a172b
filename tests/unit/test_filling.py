"""Whether hands can be filled, checked against every way to place the copies."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from paiju.core.sampling import hands
from paiju.core.sampling.copies import HiddenCopies, can_fill, fill
from paiju.core.sampling.hands import Group, HandSampler, Transition, Variant

_HANDS = 3


def hidden(rng: random.Random) -> HiddenCopies:
    """A few copies, of which some hands must have some, or can have few."""
    least = tuple(rng.choice((0, 0, 0, 1)) for _ in range(_HANDS))
    most = tuple(low + rng.randrange(4) for low in least)
    copies = rng.randrange(sum(least), sum(most) + 1)
    return HiddenCopies(copies, tuple(rng.randrange(2) for _ in range(_HANDS)), least, most)


def ways(one: HiddenCopies) -> list[tuple[int, ...]]:
    spans = [range(low, high + 1) for low, high in zip(one.least, one.most, strict=True)]
    return [counts for counts in product(*spans) if sum(counts) == one.number]


def fillings(groups: list[HiddenCopies]) -> set[tuple[int, ...]]:
    """All rooms that the copies of some groups can fill."""
    found = {(0,) * _HANDS}
    for one in groups:
        found = {tuple(map(sum, zip(room, counts, strict=True))) for room in found for counts in ways(one)}
    return found


def test_hands_are_filled_exactly_when_possible(rng):
    for _ in range(60):
        groups = [hidden(rng) for _ in range(rng.randrange(1, 5))]
        possible, cards = fillings(groups), sum(one.number for one in groups)
        for first, second in product(range(cards + 1), repeat=2):
            room = first, second, cards - first - second
            if min(room) >= 0:
                assert can_fill(room, groups) == (room in possible), (room, groups)
                counts = fill(room, groups, rng.random)
                assert (counts is not None) == (room in possible)
                if counts is not None:
                    assert all(own in ways(one) for own, one in zip(counts, groups, strict=True))
                    assert tuple(map(sum, zip(*counts, strict=True))) == room
        assert not can_fill((cards, 1, 0), groups)


def test_every_filling_occurs(rng):
    """Not as often as it should be, but none is left out."""
    groups = [HiddenCopies(2, (0, 0, 0), (0, 0, 0), (2, 1, 2)), HiddenCopies(3, (1, 0, 0), (0, 1, 0), (3, 3, 3)), HiddenCopies(1, (0, 0, 0), (0, 0, 0), (1, 1, 1))]  # fmt: skip
    room = 2, 2, 2
    all_ = {
        laying for laying in product(*map(ways, groups))
        if tuple(map(sum, zip(*laying, strict=True))) == room
    }  # fmt: skip
    drawn = Counter(tuple(fill(room, groups, rng.random) or ()) for _ in range(60 * len(all_)))
    assert set(drawn) == all_


def test_hands_are_filled_even_when_few_ways_fit(rng, monkeypatch):
    """Three hands, one of which must have all of a lump: by its size only one of them can, and no tilt makes that likely."""
    monkeypatch.setattr(hands, "_PATIENCE", 50)
    room = (33, 29, 32)
    lump = [
        Transition((at,), 1.0, [Variant(HiddenCopies(0, (0, 0, 0), (0, 0, 0), (0, 0, 0)))]) for at in range(3)
    ]
    only = [
        HiddenCopies(33, (0, 0, 0), (0, 0, 0), tuple(33 * (hand == at) for hand in range(3)))
        for at in range(3)
    ]
    rest = [Transition((), 1.0, [Variant(HiddenCopies(61, (0, 0, 0), (0, 0, 0), (61, 61, 61)))])]
    groups = [
        Group(lambda state: lump if state == () else [], open=True),
        Group(lambda state: [Transition((), 1.0, [Variant(only[state[0]])])] if state else [], open=True),
        Group(lambda _: rest),
    ]
    for _ in range(20):
        found = HandSampler(room, groups).draw(rng, 20_000)
        assert found is not None
        assert found[1].counts == (33, 0, 0)
        assert tuple(map(sum, zip(*[one.counts for one in found], strict=True))) == room
