"""The fairness panel's findings on real deals: what it promises holds, and a forged secret is found out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import paiju
from paiju.core.rng import Chance, seed_of
from paiju.games.baohuang.notation import card_text
from paiju.games.baohuang.rules import compile_rules
from paiju.games.paohuzi.cards import DECK
from paiju.games.paohuzi.notation import CARDS
from tests.e2e.gallery.states_settle import ended

WEB = Path(paiju.__file__).parent / "server" / "web"
CHROMIUM = Path("/usr/bin/chromium")
HOST = "http://paiju.test"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
CHECK = """
  async ([opened, state]) => (await import("/static/fairness/check.js")).check(opened, state)
"""
State = dict[str, Any]
Ask = Callable[[State, State], State]

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="apt-get install chromium")


def over(state: Any) -> bool:
    return not getattr(state.result, "void", False)


DEALS = {
    "plain": ("baohuang", {"preset": "pagat-scored"}),
    "suits and a call": ("baohuang", {"preset": "moegirl"}),
    "cut": ("baohuang", {"preset": "moegirl", "cut": True}),
    "a call while drawing": ("baohuang", {"preset": "moegirl", "crown_during_draw": True}),
    "threes bought": ("baohuang", {"preset": "weihai"}),
    "paohuzi": ("paohuzi", {}),
}


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as tools:
        browser = tools.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu", "--disable-quic"]
        )
        page = browser.new_page()
        page.route(f"{HOST}/**", serve)
        page.goto(f"{HOST}/")
        yield lambda opened, state: page.evaluate(CHECK, [opened, state])
        browser.close()


def serve(route: Any) -> None:
    path = route.request.url.removeprefix(HOST)
    if not path.startswith("/static/"):
        route.fulfill(body="<!doctype html><title>check</title>", content_type="text/html")
        return
    file = WEB / path.removeprefix("/static/").partition("?")[0]
    route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[file.suffix])


def pack(name: str, options: dict[str, Any], opened: State) -> list[str]:
    """The first cards of the shuffled pack, by the library."""
    seed = seed_of(bytes.fromhex(opened["secret"]), [bytes.fromhex(nonce) for nonce in opened["nonces"]])
    if name == "paohuzi":
        return [CARDS[kind] for kind in Chance(seed, "wall").shuffle(DECK)[:12]]
    rules = compile_rules(paiju.load(name).options(options))
    deck = Chance(seed, "deck").shuffle(rules.deck(first_deal=True))
    return [card_text(kind, suited=rules.suited) for kind in deck[:12]]


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_a_fair_deal_is_confirmed(ask: Ask, deal: str, viewer: int | None) -> None:
    name, options = DEALS[deal]
    state = ended(name, over, viewer=viewer, **options)
    opened = state["room"]["fairness"]["past"][-1]
    found = ask(opened, state)
    expected = ["commitment"] if viewer is None else ["commitment", "nonce", "hand"]
    assert [one["key"] for one in found["findings"]] == expected
    assert all(one["ok"] for one in found["findings"]), found["findings"]
    assert found["cards"] == pack(name, options, opened)


@pytest.mark.parametrize("deal", ["plain", "paohuzi"])
def test_a_forged_secret_is_found_out(ask: Ask, deal: str) -> None:
    name, options = DEALS[deal]
    state = ended(name, over, **options)
    opened = state["room"]["fairness"]["past"][-1]
    forged = {**opened, "secret": "00" * 32, "nonces": ["ff", *opened["nonces"][1:]]}
    assert [one["ok"] for one in ask(forged, state)["findings"]] == [False, False, False]


def test_an_earlier_deal_is_checked_by_its_numbers_alone(ask: Ask) -> None:
    state = ended("baohuang", over, preset="pagat-scored")
    earlier = state["room"]["fairness"]["past"][0]
    found = ask(earlier, state)
    assert (found["cards"], [one["key"] for one in found["findings"]]) == ([], ["commitment"])
