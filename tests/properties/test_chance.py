"""Seeds, commitments and the shuffle, against a second implementation; and whether chance looks like chance."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from paiju.core.errors import SEED_BYTES, UsageError
from paiju.core.rng import Chance, commitment, seed_of
from paiju.games.baohuang import GAME
from paiju.games.baohuang.state import Carry
from tests.strategies import random_options


def words(seed: bytes, label: str, length: int = 1 << 14) -> Iterator[int]:
    """The stream, read four bytes at a time."""
    data = hashlib.shake_256(seed + label.encode("utf-8")).digest(length)
    return (data[i] << 24 | data[i + 1] << 16 | data[i + 2] << 8 | data[i + 3] for i in range(0, length, 4))


def shuffled(seed: bytes, label: str, cards: list[int]) -> list[int]:
    stream, deck = words(seed, label, 5 * len(cards) + 64), cards[:]
    for last in reversed(range(1, len(deck))):
        word = next(w for w in stream if w < (1 << 32) // (last + 1) * (last + 1))
        other = word % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def test_known_answers() -> None:
    """Fixed values, so that every language can check its own shuffle."""
    assert Chance(bytes(32), "deck").shuffle(range(10)) == shuffled(bytes(32), "deck", [*range(10)])
    assert Chance(bytes(32), "deck").shuffle(range(10)) == [6, 9, 3, 1, 0, 7, 8, 5, 4, 2]
    assert [Chance(bytes(32), "first drawer").below(5)] == [next(words(bytes(32), "first drawer")) % 5]


def test_shuffle_is_the_documented_one(rng: random.Random) -> None:
    for size in (0, 1, 2, 3, 57, 168, 216, 1000):
        seed, label = rng.randbytes(32), rng.choice(("deck", "tribute", "发牌"))
        cards = rng.choices(range(57), k=size)
        before = cards[:]
        assert Chance(seed, label).shuffle(cards) == shuffled(seed, label, cards)
        assert cards == before


def test_a_shuffle_rejects_biased_words_too(rng: random.Random) -> None:
    """A deck so large that every second shuffle drops a word; it shuffles until one does."""
    size = 1 << 16
    while True:
        seed = rng.randbytes(32)
        if max(islice(words(seed, "deck", 4 * size), size - 1)) >= (1 << 32) - size:
            break
    assert Chance(seed, "deck").shuffle(range(size)) == shuffled(seed, "deck", [*range(size)])


def test_the_random_stream_is_read_in_order(rng: random.Random) -> None:
    """More words than one block: none is lost, none comes twice."""
    seed = rng.randbytes(32)
    one = Chance(seed, "x")
    assert [one.below(1 << 32) for _ in range(4000)] == list(islice(words(seed, "x"), 4000))


def test_words_beyond_the_last_full_multiple_are_rejected(rng: random.Random) -> None:
    """A bound just above half the range drops nearly every second word."""
    bound = (1 << 31) + 1
    seed = rng.randbytes(32)
    one = Chance(seed, "x")
    got = [one.below(bound) for _ in range(500)]
    assert got == list(islice((w for w in words(seed, "x") if w < bound), 500))
    assert any(w >= bound for w in islice(words(seed, "x"), 500))


@pytest.mark.parametrize("bound", [(1 << 32) + 1, 1 << 33, 1 << 64, 0, -1])
def test_a_bound_beyond_a_word_is_refused(bound: int) -> None:
    with pytest.raises(UsageError) as caught:
        Chance(bytes(32), "x").below(bound)
    assert (caught.value.code, caught.value.facts) == ("usage.number", {"text": str(bound)})


@pytest.mark.parametrize("bound", [1, 2, 5, 6, 216])
def test_below_is_uniform(bound: int, rng: random.Random) -> None:
    """Chi-square, with a bound that honest chance passes but once in many millions of runs."""
    one, n = Chance(rng.randbytes(32), "x"), 60 * bound
    counts = Counter(one.below(bound) for _ in range(n))
    assert set(counts) <= set(range(bound))
    square = sum((counts[i] - 60) ** 2 / 60 for i in range(bound))
    free = bound - 1
    assert square <= free + 7 * (2 * free) ** 0.5 + 20


def test_every_order_is_equally_likely(rng: random.Random) -> None:
    """4! orders, 100 times each on average."""
    orders = Counter(tuple(Chance(rng.randbytes(32), "x").shuffle(range(4))) for _ in range(2400))
    assert len(orders) == 24
    assert sum((n - 100) ** 2 / 100 for n in orders.values()) <= 23 + 7 * 46**0.5 + 20


def test_commitment_and_seed(rng: random.Random) -> None:
    secret, nonces = rng.randbytes(32), [rng.randbytes(rng.choice((0, 16))) for _ in range(5)]
    assert commitment(secret) == hashlib.sha256(b"paiju commitment" + secret).digest()
    whole = secret
    for nonce in nonces:
        whole += nonce
    assert seed_of(secret, nonces) == hashlib.sha256(whole).digest()
    assert seed_of(secret, []) != commitment(secret)  # else anybody could tell the deal when no nonce comes
    assert seed_of(secret, [*nonces[:4], b"other"]) != seed_of(secret, nonces)


def test_every_label_has_its_own_stream(rng: random.Random) -> None:
    seed = rng.randbytes(32)
    streams = {
        tuple(Chance(seed, label).below(1 << 32) for _ in range(4)) for label in ("deck", "tribute", "")
    }
    assert len(streams) == 3


def test_a_deal_is_the_shuffled_deck(rng: random.Random) -> None:
    """BH A3: one card each from the first drawer on, of the deck as the stream `deck` shuffles it."""
    for _ in range(20):
        options, seed = random_options(rng), rng.randbytes(32)
        carry = Carry(rng.choice((None, 0, 3)))
        state = GAME.deal(options, seed, carry)
        first = next(words(seed, "first drawer")) % 5 if carry.first_drawer is None else carry.first_drawer
        assert state.start.first_drawer == first
        deck = shuffled(seed, "deck", list(state.rules.deck(first_deal=True)))
        if options.cut or options.crown_during_draw:
            continue
        for seat in range(5):
            own = deck[(seat - first) % 5 :: 5]
            assert sorted(own) == [kind for kind, n in enumerate(state.drawn[seat]) for _ in range(n)]


@pytest.mark.parametrize("length", [0, 31, 33])
def test_seeds_have_32_bytes(length: int) -> None:
    with pytest.raises(UsageError) as caught:
        GAME.deal(GAME.options({}), bytes(length))
    assert caught.value.code == "usage.seed"
    assert SEED_BYTES == 32
