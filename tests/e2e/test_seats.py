"""What seats show and say around a hand, on prepared states: pauses, absence, talk, counts while cards are dealt."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.e2e.checks import note, noted, rest
from tests.e2e.gallery.browser import Pages
from tests.e2e.gallery.states import NAMES, room
from tests.e2e.hands import Show


def test_while_the_host_pauses_nothing_is_lit(table: Show) -> None:
    """Buttons are off, and say why; going on lights them again."""
    at = table("paused")
    at.front("A").click()
    assert at.do() == ("房主暂停了", "", False)
    for hook in ("do", "pass", "hint"):
        assert at.page.get_by_test_id(hook).get_attribute("aria-disabled") == "true"
        at.page.get_by_test_id(hook).dispatch_event("click")
    at.page.keyboard.press("Space")
    assert [sent for sent in at.sent() if sent["type"] == "act"] == []
    question = table("paused-ask")
    assert question.page.locator(".ask .choice:not([aria-disabled])").count() == 0
    assert question.page.locator("#ask-help").inner_text() == "房主暂停了"
    question.page.locator(".ask .choice").first.dispatch_event("click")
    assert [sent for sent in question.sent() if sent["type"] == "act"] == []


def test_a_refusal_during_a_pause_disappears_when_play_resumes(table: Show) -> None:
    """What was refused because of a pause is not said any more once the pause is over."""
    at = table("paused")
    at.push({"error": {"about": "act", "code": "room.paused", "rule": None, "facts": {}, "prompt": "p1"}})
    at.page.get_by_role("alert").wait_for()
    at.page.evaluate("window.push({ unpause: true })")
    at.page.get_by_role("alert").wait_for(state="detached")
    assert "暂停" not in at.page.locator("main").inner_text()


def test_the_time_that_a_player_is_away_is_displayed(table: Show) -> None:
    """From the moment that the server sent, and after the takeover with the sign of a bot."""
    at = table("auto", lang="en")
    away = at.page.locator(".pod-away")
    assert away.inner_text().strip().startswith("away 0:2")
    text = away.inner_text()
    assert away.locator(".icon").count() == 1, "20 s are enough for a bot to take over"
    expect(away).not_to_have_text(text, use_inner_text=True)


def test_earlier_chat_lines_do_not_appear_again_as_bubbles(table: Show) -> None:
    """A table that is displayed again shows no bubble for what is in the chat already."""
    at = table("said-before")
    rest(at.page)
    assert at.page.locator(".bubble").count() == 0
    note(at.page, ".bubble")
    at.push(
        {"said": {"type": "said", "seq": 8, "seat": 2, "name": "Maryam", "mark": "mark-2", "text": "خوب"}}
    )
    assert noted(at.page) == ["خوب"]


def test_a_muted_player_is_not_heard_until_unmuted(table: Show) -> None:
    """Neither a bubble nor a line of the chat, under whatever name; the others are heard as before, a namesake too."""
    at = table("said-before", lang="en")
    chat: list[dict[str, Any]] = []

    def say(seat: int, text: str, name: str = "") -> None:
        line = {
            "seat": seat,
            "name": name or NAMES[seat],
            "mark": f"mark-{seat}",
            "text": text,
            "phrase": None,
        }
        chat.append(line)
        at.push({"said": {**line, "type": "said", "seq": 7 + len(chat)}, "room": room(chat=chat)})

    at.page.keyboard.press("c")
    mute = at.page.locator(".mutes").get_by_role("button", name=NAMES[2]).first
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    lines = at.page.locator(".chat-lines li > bdi")
    note(at.page, ".bubble")
    say(2, "loud")
    say(2, "called otherwise", "Nobody")
    say(3, "quiet", NAMES[2])
    expect(lines).to_have_text(["quiet"])
    assert noted(at.page) == ["quiet"]
    say(2, "loud again")
    rest(at.page)
    assert noted(at.page) == ["quiet"]
    mute.click()
    expect(lines).to_have_text(["loud", "called otherwise", "quiet", "loud again"])
    say(2, "heard")
    assert noted(at.page, 2) == ["quiet", "heard"]


# In one call: a slow machine may be away for longer than the dealing lasts.
DEALING = """async () => {
  window.began = performance.now();
  window.push({ news: [{ event: "dealt" }] });
  while (!document.querySelector('[data-testid="hand"][data-dealing="true"]')) await new Promise(requestAnimationFrame);
  const delay = (element) => element.getAnimations()[0]?.effect.getTiming().delay ?? 0;
  const columns = [...document.querySelectorAll(".column")].filter((column) => column.querySelector(".count"));
  const delays = columns.map((column) => [delay(column.querySelector(".count")), Math.max(...[...column.querySelectorAll(".held")].map(delay))]);
  const counts = [...document.querySelectorAll('[data-place]:not([data-place="0"]) .pod-count')];
  return [delays, counts.map((count) => count.checkVisibility({ visibilityProperty: true }))];
}"""


def test_card_counts_appear_with_their_cards(pages: Pages, gallery: str) -> None:
    """While cards are dealt one after the other, no column says how many it will have."""
    page = pages.open(motion="no-preference")
    page.goto(f"{gallery}/gallery/follow")
    page.locator(".column .count").first.wait_for()
    delays, hidden = page.evaluate(DEALING)
    assert delays
    assert all(badge >= card for badge, card in delays), delays
    assert max(badge for badge, _ in delays) > 500
    counts = page.locator('[data-place]:not([data-place="0"]) .pod-count')
    seen = "all => all.map((count) => count.checkVisibility({ visibilityProperty: true }))"
    assert set(hidden) == {False}, "nor does a seat"
    page.locator('[data-testid="hand"][data-dealing="false"]').wait_for()
    assert set(counts.evaluate_all(seen)) == {True}
    assert page.evaluate("performance.now() - window.began") >= max(card for _, card in delays), (
        "before the last card"
    )


def test_two_ways_out_are_apart_and_say_what_they_do(table: Show) -> None:
    at = table("follow", lang="en")
    at.page.get_by_test_id("menu").click()
    leave, end = (at.page.get_by_test_id(f"menu-{name}") for name in ("leave", "dismiss"))
    upper, lower = leave.bounding_box(), end.bounding_box()
    assert upper is not None
    assert lower is not None
    assert lower["y"] - (upper["y"] + upper["height"]) > 24
    for button in (leave, end):
        what = at.page.locator(f"#{button.get_attribute('aria-describedby')}")
        assert len(what.inner_text()) > 10


def test_seats_display_public_facts(table: Show) -> None:
    at = table("late", lang="en")
    seats = at.page.locator(".pod")
    assert seats.count() == 5
    assert seats.last.get_attribute("data-place") == "0"
    emperor = at.page.locator('[data-role="emperor"]')
    assert "emperor" in emperor.inner_text().lower()
    assert at.page.locator('.pod[data-turn="true"]').count() == 1
