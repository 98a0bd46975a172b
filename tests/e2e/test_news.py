"""Events without an answer are announced, one sentence each, while the cards move from where they were."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from paiju.locales import Texts
from paiju.locales.pages import browser_texts
from tests.e2e.checks import misfits, note, noted, rest, tried
from tests.e2e.gallery.browser import Pages

Show = Callable[..., Page]
OWN = 3  # the seat of the viewer in the state that is displayed
TRIBUTE = {"event": "moved", "from": 1, "to": OWN, "count": 2, "why": "tribute", "rule": "BH A7"}
SEEN = {**TRIBUTE, "cards": "2 2", "faces": "2s 2h"}
LINE = ".line-news"
HOLE = re.compile(r"\{(\w+)")
FILL = """async ([texts, facts]) => {
  const { t, useTexts } = await import("/static/texts.js");
  useTexts("en", texts);
  return Object.fromEntries(Object.entries(facts).map(([key, known]) => [key, t(key, known)]));
}"""
# What moves is held where it begins, or it would have landed where a frame takes longer than its way; then it goes on.
FIRST = """async ([message, what]) => {
  const { animate } = Element.prototype;
  const held = [];
  Element.prototype.animate = function (...how) {
    held.push(animate.apply(this, how));
    held.at(-1).pause();
    return held.at(-1);
  };
  push(message);
  const end = performance.now() + 60_000;
  while (!document.querySelector(what)?.getAnimations().length) {
    if (performance.now() > end) throw new Error(`no ${what} ever moved`);
    await new Promise(requestAnimationFrame);
  }
  Element.prototype.animate = animate;
  const found = [(MEASURE)(), document.querySelector(".line-news")?.textContent ?? ""];
  for (const run of held) run.play();
  return found;
}"""
# Where each travelling card is when it leaves and when it lands, and what it shows.
TRAVEL = """() => [...document.querySelectorAll(".flight")].map((card) => {
  const [run] = card.getAnimations();
  const { delay, duration } = run.effect.getTiming();
  const at = (share) => {
    run.currentTime = delay + share * duration;
    const { x, y, width, height } = card.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const ends = [at(0), at(0.999)];
  run.currentTime = 0;
  return { ends, face: card.querySelector("use").getAttribute("href").slice(1).split("-")[0] };
})"""


@pytest.fixture
def show(pages: Pages, gallery: str) -> Show:
    def page(
        name: str, lang: str = "en", motion: Any = "no-preference", size: tuple[int, int] = (390, 664)
    ) -> Page:
        made = pages.open(size, motion=motion)
        made.goto(f"{gallery}/gallery/{name}?lang={lang}")
        made.wait_for_selector("[data-testid=hand] [data-testid=card]")
        return made

    return page


def tell(page: Page, *news: dict[str, Any], view: dict[str, Any] | None = None) -> None:
    """Events as the server tells them."""
    page.evaluate("([news, view]) => push({ news, view })", [list(news), view or {}])


def travelling(
    page: Page, what: str, measure: str, news: dict[str, Any], view: dict[str, Any] | None = None
) -> Any:
    """What `measure` finds as soon as something is on its way, and the sentence with it: a moment later both may be gone."""
    message = {"news": [news], "view": view or {}}
    return page.evaluate(FIRST.replace("MEASURE", measure), [message, what])


def inside(page: Page, selector: str, point: list[float]) -> bool:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    x, y = point
    return box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


def test_tribute_moves_from_giver_to_receiver_and_is_announced(show: Show) -> None:
    page = show("follow")
    cards, text = travelling(page, ".flight", TRAVEL, SEEN)
    assert "Tribute" in text
    assert sorted(card["face"] for card in cards) == ["2h", "2s"]
    for card in cards:
        start, end = card["ends"]
        assert inside(page, "[data-testid=seat-1]", start)
        assert inside(page, "[data-testid=hand]", end)
    assert misfits(page) == []
    expect(page.locator(LINE)).to_have_count(0)
    expect(page.locator(".flight")).to_have_count(0)


def test_cards_that_others_exchange_move_face_down(show: Show) -> None:
    page = show("follow")
    cards, _ = travelling(page, ".flight", TRAVEL, {**TRIBUTE, "to": 4, "why": "bought"})
    assert [card["face"] for card in cards] == ["back", "back"]
    assert all(inside(page, "[data-testid=seat-4]", card["ends"][1]) for card in cards)


def test_several_announcements_appear_in_order_each_for_a_while(show: Show) -> None:
    page = show("follow")
    note(page, LINE)
    tell(page, SEEN, {**TRIBUTE, "from": OWN, "to": 1, "why": "return", "cards": "3 4", "faces": "3s 4d"})
    first, second = noted(page, 2)
    assert "Tribute" in first
    assert "Return" in second


def test_a_players_question_remains_during_an_announcement(show: Show) -> None:
    page = show("follow")
    before = page.locator(".line-text").text_content()
    note(page, f".line-text:has({LINE})")
    tell(page, SEEN)
    (text,) = noted(page)
    assert before
    assert text != before
    assert before in text


@tried("lang", "zh", long=["en", "fa"])
def test_with_reduced_motion_announcements_are_text(show: Show, lang: str) -> None:
    page = show("pz-discard", lang, "reduce")
    note(page, LINE)
    tell(page, {"event": "wei", "seat": 1, "set": "U3", "rule": "PZ M3"})
    noted(page)
    assert page.evaluate("document.querySelector('.flight')?.getAnimations().length ?? 0") == 0
    assert misfits(page) == []


def test_a_forced_set_moves_to_its_place(show: Show) -> None:
    page = show("pz-discard")
    pao = {"event": "pao", "seat": 1, "set": "E4", "cards": "s2 s2 s2 s2", "rule": "PZ M5"}
    cards, text = travelling(page, ".flight", TRAVEL, pao)
    assert [card["face"] for card in cards] == ["s2"]
    assert "pao" in text


def test_a_forfeited_claim_is_announced_to_its_player(show: Show) -> None:
    page = show("pz-discard")
    note(page, LINE)
    tell(page, view={"smelled": {"pong": ["s9"], "eat": ["s9"]}})
    assert "forfeited" in noted(page)[0]
    tell(page, view={"smelled": {"pong": ["s9"], "eat": ["s9"]}})
    expect(page.locator(LINE)).to_have_count(0)


def test_a_finished_deal_is_not_announced(show: Show) -> None:
    page = show("follow")
    tell(page, SEEN, view={"over": True})
    rest(page)
    assert page.locator(LINE).count() == 0


@tried("fact", 2, "You", long=[1, "Ann"])
def test_pages_and_the_library_fill_sentences_alike(show: Show, fact: str | int) -> None:
    page = show("follow", "en", "reduce")
    texts = {key: text for key, text in browser_texts("en").items() if "{" in text or key == "web.you"}
    facts = {key: dict.fromkeys(HOLE.findall(text), fact) for key, text in texts.items()}
    displayed = page.evaluate(FILL, [texts, facts])
    assert displayed == {key: Texts("en").filled(text, facts[key]) for key, text in texts.items()}


TRICK = {"event": "trick", "winner": 2, "leader": 2, "wind": False, "rule": "BH A11"}
SWEPT = """() => {
  const [run] = document.querySelector(".swept").getAnimations();
  run.currentTime = run.effect.getTiming().duration - 1;
  const [swept, seat] = [".swept", '[data-spot~="seat-2"]'].map((one) => document.querySelector(one).getBoundingClientRect());
  return [swept.x + swept.width / 2 - seat.x - seat.width / 2, swept.y + swept.height / 2 - seat.y - seat.height / 2];
}"""


def test_a_trick_moves_to_its_winner(show):
    page = show("follow")
    off, _ = travelling(page, ".swept", SWEPT, TRICK, {"top": None})
    assert all(abs(far) < 3 for far in off)
    expect(page.locator(".swept")).to_have_count(0)


def test_the_host_sets_the_speed_of_bots_and_animations(show):
    """What is instant does not move at all; it is remembered."""
    page = show("worst-eight")
    page.get_by_test_id("menu").click()
    page.get_by_test_id("speed-instant").check()
    sent = page.evaluate("window.sent.at(-1)")
    assert sent == {"type": "host", "what": "settings", "settings": {"tempo": "instant"}}
    page.get_by_test_id("sound").locator("visible=true").click()
    page.reload()
    page.wait_for_selector("[data-testid=hand] [data-testid=card]")
    tell(page, TRICK, view={"top": None})
    page.get_by_test_id("menu").click()
    expect(page.get_by_test_id("speed-instant")).to_be_checked()
    expect(page.get_by_test_id("sound").locator("visible=true")).not_to_be_checked()
    assert page.locator(".swept").count() == 0


AWAY = """async ([name, seconds]) => {
  const { room, view } = await (await fetch(`/gallery/${name}.json`)).json();
  const seats = room.seats.map((one) => (one.seat === view.turn ? { ...one, kind: "human", online: false } : one));
  push({ room: { ...room, seats, settings: { ...room.settings, takeover_seconds: seconds } } });
}"""


@pytest.mark.parametrize(("name", "sentence"), [("others", "to play"), ("pz-others", "choosing a card")])
def test_the_line_says_who_or_what_is_awaited(show: Show, name: str, sentence: str) -> None:
    """Also why it takes long: the player who is asked is away, and a bot plays for them after a while, or not for hours."""
    page = show(name)
    line = page.locator(".line-text")
    expect(line).to_contain_text(sentence)
    page.evaluate(AWAY, [name, 20])
    expect(line).to_contain_text("away; a bot plays after 20 s")
    page.evaluate(AWAY, [name, 86_400])
    expect(line).to_contain_text("away; the table waits")


def test_the_line_says_what_is_decided_where_nobody_sees_by_whom(show: Show) -> None:
    page = show("others")
    for phase, sentence in (
        ("usurp", "seize the crown"),
        ("declare", "declare"),
        ("counter", "counter"),
        ("draw", "Drawing"),
    ):
        tell(page, view={"phase": phase, "turn": None})
        expect(page.locator(".line-text")).to_contain_text(sentence)


def test_a_press_on_forfeited_cards_explains_their_rule(show: Show) -> None:
    page = show("pz-forfeited")
    page.locator(".pz-forfeited").first.click()
    page.get_by_test_id("rules").wait_for()
