"""The page's own check of a shuffle against the library's, on random inputs."""

from __future__ import annotations

import hashlib
import random

import pytest

from paiju.core.rng import Chance, commitment, seed_of
from tests.fairness.browser import Site
from tools.browser import CHROMIUM, chromium

ANSWER = """
  const answer = ({secret, nonces, texts, sizes, bounds}) => {
    const seed = v.seedOf(secret, nonces);
    const below = v.chance(seed, "tribute");
    return {
      commitment: v.commitmentOf(secret),
      seed,
      hashes: texts.map((text) => v.toHex(v.sha256(v.fromHex(text)))),
      shakes: texts.map((text) => v.toHex(v.shake256(v.fromHex(text)).next().value)),
      decks: sizes.map((size) => v.shuffled([...Array(size).keys()], seed, "deck")),
      numbers: bounds.map((bound) => below(bound)),
    };
  };
"""


def question(random_: random.Random) -> dict[str, object]:
    lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 135, 136, 137, 272, random_.randrange(1000)]
    return {
        "secret": random_.randbytes(32).hex(),
        "nonces": [random_.randbytes(random_.choice((0, 1, 16, 64))).hex() for _ in range(5)],
        "texts": [random_.randbytes(length).hex() for length in lengths],
        "sizes": [1, 2, 80, 168, 216, 600],
        "bounds": [1, 3, 2**31 + 1, *(random_.randrange(1, 2**32) for _ in range(40))],
    }


def expected(request: dict[str, object]) -> dict[str, object]:
    secret = bytes.fromhex(str(request["secret"]))
    seed = seed_of(secret, [bytes.fromhex(nonce) for nonce in request["nonces"]])
    texts = [bytes.fromhex(text) for text in request["texts"]]
    numbers = Chance(seed, "tribute")
    return {
        "commitment": commitment(secret).hex(),
        "seed": seed.hex(),
        "hashes": [hashlib.sha256(text).hexdigest() for text in texts],
        "shakes": [hashlib.shake_256(text).hexdigest(136) for text in texts],
        "decks": [Chance(seed, "deck").shuffle(range(size)) for size in request["sizes"]],
        "numbers": [numbers.below(bound) for bound in request["bounds"]],
    }


def by_chromium(request: list[dict[str, object]]) -> list[dict[str, object]]:
    pytest.importorskip("playwright")
    with chromium() as browser:
        code = (
            'async (questions) => { const v = { ...(await import("/static/hash.js")), ...(await import("/static/verify.js")) };'
            f"{ANSWER} return questions.map(answer); }}"
        )
        return Site(browser.new_page()).page.evaluate(code, request)


@pytest.mark.skipif(not CHROMIUM.exists(), reason="apt-get install chromium")
def test_the_page_and_the_library_compute_the_same_shuffle(rng: random.Random) -> None:
    requested = [question(rng) for _ in range(20)]
    assert by_chromium(requested) == [expected(one) for one in requested]
