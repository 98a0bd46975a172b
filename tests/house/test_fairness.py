"""The fairness panel on real deals: fair ones are confirmed, forged ones are detected."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import paiju
from paiju.core.reading import loads
from paiju.core.rng import Chance
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.rules import compile_rules
from paiju.games.paohuzi.cards import DECK
from paiju.games.paohuzi.notation import CARDS
from paiju.server.tables.shuffle import chain_json
from tests.e2e.gallery.states_settle import LINKS, ended, play
from tests.fairness.browser import Site
from tests.fairness.records import abdications, tiles
from tools.browser import CHROMIUM, chromium

CHECK = """
  async ([links, state]) => {
    const { audit } = await import("/static/fairness/audit.js");
    const { handOf, firstCards } = await import("/static/fairness/check.js");
    const found = audit(links, state.own, state.room.you.seat);
    return found.deals.map((one) => ({ ...one, hand: handOf(one.seed, state), cards: firstCards(one.seed, state) }));
  }
"""
State = dict[str, Any]
Ask = Callable[[State, State], list[State]]


def over(state: Any) -> bool:
    return not getattr(state.result, "void", False)


DEALS = {
    "plain": ("baohuang", {"preset": "pagat-scored"}),
    "suits and a call": ("baohuang", {"preset": "moegirl"}),
    "cut": ("baohuang", {"preset": "moegirl", "cut": True}),
    "a call while drawing": ("baohuang", {"preset": "moegirl", "crown_during_draw": True}),
    "threes bought": ("baohuang", {"preset": "weihai"}),
    "paohuzi": ("paohuzi", {}),
    "paohuzi cut": ("paohuzi", {"cut": True}),
}


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    if not CHROMIUM.exists():
        pytest.skip("apt-get install chromium")
    pytest.importorskip("playwright")
    with chromium() as browser:
        page = Site(browser.new_page()).page
        yield lambda links, state: page.evaluate(CHECK, [links, state])


def pack(name: str, options: dict[str, Any], number: int) -> list[str]:
    """The first cards of the shuffled pack, by the library."""
    (deal,) = play(name, number, tuple(sorted(options.items())))[2].deals
    if name == "paohuzi":
        return [CARDS[kind] for kind in Chance(deal.seed, "wall").shuffle(DECK)[:12]]
    rules = compile_rules(paiju.load(name).options(options))
    deck = Chance(deal.seed, "deck").shuffle(rules.deck(first_deal=True))
    return [card_text(kind, suited=rules.suited) for kind in deck[:12]]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_fair_deal_is_confirmed(ask: Ask, deal: str, viewer: int | None) -> None:
    name, options = DEALS[deal]
    state = ended(name, over, viewer=viewer, **options)
    (found,) = ask(LINKS[state["room"]["id"]], state)
    expected = ["commitment"] if viewer is None else ["commitment", "nonce"]
    assert [one["key"] for one in found["findings"]] == expected
    assert found["ok"]
    assert found["hand"] == (None if viewer is None else {"ok": True})
    assert found["cards"] == pack(name, options, int(state["room"]["record"].split("-")[1]))


@pytest.mark.parametrize("deal", ["plain", "paohuzi"])
def test_a_forged_secret_is_detected(ask: Ask, deal: str) -> None:
    name, options = DEALS[deal]
    state = ended(name, over, **options)
    links = copy.deepcopy(LINKS[state["room"]["id"]])
    links["deals"][0] |= {"secret": "00" * 32, "nonces": ["ff", *links["deals"][0]["nonces"][1:]]}
    (found,) = ask(links, state)
    assert [one["ok"] for one in found["findings"]] == [False, False]
    assert found["hand"] == {"ok": False}


@pytest.mark.parametrize("document", [abdications, tiles])
def test_the_page_computes_chains_like_the_library(ask: Ask, document: Callable[[], str]) -> None:
    """Failed shuffles, records that go on from others: every seed and link."""
    record = loads(document().encode())
    state = {"own": {}, "room": {"game": "baohuang", "you": {"seat": None}}, "view": None, "log": []}
    found = ask(chain_json(record, 1), state)
    dealt = [one["seed"] for one in found if "why" not in one["shuffle"]]
    assert dealt == [deal.seed.hex() for deal in record.deals]
    assert all(one["ok"] for one in found)
    last = ask_last(ask, record)
    assert last == record.last_link.hex()


def ask_last(ask: Ask, record: Any) -> str:
    """The last link by the page: what a further deal would follow from."""
    links = chain_json(record, 1)
    further = {"failed": [], "commitment": "00" * 32, "nonces": [], "secret": "00" * 32, "play": "00" * 32}
    state = {"own": {}, "room": {"game": "baohuang", "you": {"seat": None}}, "view": None, "log": []}
    moved = {**links, "deals": [*links["deals"], {**further, "failed": links["failed"]}], "failed": []}
    return ask(moved, state)[-1]["previous"]
