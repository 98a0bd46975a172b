"""The hand and the actions under fingers, mouse and keys, on prepared states; what is sent is what the server gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.checks import hint as hinted
from tests.e2e.checks import note, noted, rest
from tests.e2e.gallery.browser import Pages
from tests.e2e.gallery.states import NAMES, room


class Table:
    """A page with a prepared state."""

    def __init__(
        self, pages: Pages, gallery: str, name: str, lang: str = "zh", width: int = 390, height: int = 664
    ) -> None:
        self.page: Page = pages.open((width, height))
        self.page.goto(f"{gallery}/gallery/{name}?lang={lang}")
        self.page.wait_for_selector("[data-testid=hand] .column")
        rest(self.page)  # keys are heard from the frame on that shows the hand

    def do(self) -> tuple[str, str | None, bool]:
        """Text and action of the main button, and whether it would do something."""
        button = self.page.get_by_test_id("do")
        return (
            button.inner_text(),
            button.get_attribute("data-action"),
            button.get_attribute("aria-disabled") is None,
        )

    def column(self, key: str) -> Locator:
        return self.page.locator(f'.column[data-key="{key}"]')

    def front(self, key: str) -> Locator:
        return self.column(key).get_by_test_id("card").last

    def sent(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("window.sent")
        return found

    def push(self, changes: dict[str, Any]) -> None:
        self.page.evaluate("(changes) => push(changes)", changes)

    def patient(self) -> None:
        """However long a busy machine takes from one move to the next, the press becomes no long one."""
        self.page.evaluate(
            "() => { const { setTimeout } = window; window.setTimeout = (call, ms) => ms > 100 ? 0 : setTimeout(call, ms); }"
        )

    def foot(self, key: str) -> tuple[float, float]:
        box = self.column(key).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] - 20


Show = Callable[..., Table]


@pytest.fixture
def table(pages: Pages, gallery: str) -> Show:
    return lambda name, **how: Table(pages, gallery, name, **how)


def test_tap_edge_fill_play(table: Show) -> None:
    """Four to follow: a tap takes four twos of five, an edge three; the main button says what is missing."""
    at = table("follow-joker")
    at.front("2").click()
    assert at.do() == ("四个 2", "play 2 2 2 2", True)
    assert at.column("2").locator('[data-selected="true"]').count() == 4
    assert at.column("2").get_attribute("aria-label") == "二，五张，已选四张"
    at.column("2").get_by_test_id("card").nth(2).click()
    assert at.do() == ("补小王 → 四个 2", "", True)
    assert at.column("b").locator('[data-missing="true"]').count() == 1
    at.page.get_by_test_id("do").click()
    assert at.do()[1] == "play 2 2 2 b"
    assert at.sent() == []
    at.page.get_by_test_id("do").click()
    assert at.sent() == [{"type": "act", "prompt": "p1", "action": "play 2 2 2 b"}]


def test_the_reason_comes_from_the_server(table: Show) -> None:
    at = table("follow-joker")
    at.front("K").click()
    assert at.do()[2] is False
    at.page.wait_for_function("() => sent.length")
    assert at.sent() == [{"type": "ask", "what": "check", "prompt": "p1", "cards": "K K K"}]
    facts = {"action": "play", "why": "does_not_beat"}
    at.push({"error": {"code": "action.illegal", "rule": "BH A11", "facts": facts, "about": "ask"}})
    at.page.wait_for_selector("#reason")
    assert at.do() == ("压不过 · A11", "", False)
    at.page.locator(".felt-box").click(position={"x": 195, "y": 10})
    assert at.do()[0] == "选牌"


def test_hints_come_in_turn(table: Show) -> None:
    at = table("follow-joker")
    hint = at.page.get_by_test_id("hint")
    hint.click()
    assert at.sent() == [{"type": "ask", "what": "hint", "prompt": "p1"}]
    at.push(hinted("play 2 2 2 b", "play 2 2 2 2"))
    at.page.wait_for_selector('[data-testid=do][data-action="play 2 2 2 b"]')
    hint.click()
    assert at.do()[1] == "play 2 2 2 2"
    hint.click()
    assert at.do()[1] == ""


def test_drag_sets_the_number_and_carries(table: Show) -> None:
    at = table("worst-eleven")
    at.patient()
    mouse, (x, y) = at.page.mouse, at.foot("6")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 42, steps=6)
    mouse.up()
    assert at.do()[1] == "play 6 6 6"
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 30, steps=3)
    mouse.move(200, 200, steps=6)
    assert at.page.locator(".carried").count() == 1
    mouse.up()
    assert at.sent() == [{"type": "act", "prompt": "p1", "action": "play 6 6 6"}]


def test_carried_back_into_the_hand_plays_nothing(table: Show) -> None:
    at = table("worst-eleven")
    at.patient()
    at.front("6").click()
    mouse, (x, y) = at.page.mouse, at.foot("6")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x - 100, y - 30, steps=4)
    mouse.up()
    assert at.sent() == []
    assert at.do()[1] == "play" + " 6" * 11


def test_long_press_opens_a_stepper(table: Show) -> None:
    at = table("worst-eleven")
    mouse = at.page.mouse
    mouse.move(*at.foot("8"))
    mouse.down()
    at.page.wait_for_selector(".stepper")
    mouse.up()
    more = at.page.locator(".stepper button").last
    more.click()
    more.click()
    assert at.do()[1] == "play 8 8"
    at.page.keyboard.press("Escape")
    assert at.page.locator(".stepper").count() == 0
    assert at.do()[1] == "play 8 8"


def test_keys_alone(table: Show) -> None:
    at = table("follow-joker")
    keys = at.page.keyboard
    keys.press("2")
    assert at.do()[1] == "play 2 2 2 2"
    keys.press("Shift+Digit2")
    keys.press("b")
    assert at.do()[1] == "play 2 2 2 b"
    keys.press("Enter")
    at.push({"view": {}})
    keys.press("Escape")
    assert at.do()[1] == ""
    keys.press("Space")
    assert [one["action"] for one in at.sent() if one["type"] == "act"] == ["play 2 2 2 b", "pass"]
    keys.press("?")
    at.page.wait_for_selector("[data-testid=keys-sheet]")
    keys.press("Escape")
    at.column("2").focus()
    keys.press("ArrowRight")
    keys.press("ArrowUp")
    assert at.page.evaluate("document.activeElement.dataset.key") == "A"
    assert at.column("A").locator('[data-selected="true"]').count() == 1
    keys.press("Enter")
    assert at.page.locator(".stepper").count() == 1


def test_questions_answer_with_their_action(table: Show) -> None:
    for name, action in (
        ("crown", "abdicate"),
        ("call", "call 8c"),
        ("usurp", "usurp"),
        ("counter", "counter"),
        ("revolt", "revolt"),
    ):
        at = table(name)
        at.page.locator(f'[data-testid=choice][data-action="{action}"]').click()
        assert at.sent() == [{"type": "act", "prompt": "p1", "action": action}]


def test_returning_is_chosen_in_the_hand(table: Show) -> None:
    at = table("return-pick")
    assert at.do()[0] == "还差 2 张"
    at.front("3").click()
    text, action, ready = at.do()
    assert text == "还贡：两个 3"
    assert action is not None
    assert action.startswith("return 3")
    assert ready


def test_a_selection_ends_with_its_cards(table: Show) -> None:
    """Cards that were played are not meant any more, even if there are more of them."""
    at = table("worst-eleven")
    at.front("6").click()
    hand = at.page.evaluate(
        "[...document.querySelectorAll('[data-testid=card]')].map((card) => card.dataset.card)"
    )
    at.push({"view": {"hand": hand[:-3]}})
    at.page.wait_for_selector('[data-testid=do][data-action=""]')
    assert at.page.locator('[data-selected="true"]').count() == 0


def test_without_a_connection_nothing_is_sent(table: Show) -> None:
    at = table("offline")
    at.front("A").click()
    at.page.keyboard.press("Space")
    at.page.keyboard.press("Enter")
    assert [one for one in at.sent() if one["type"] == "act"] == []
    at.page.wait_for_selector(".conn-banner")


def test_what_is_on_its_way_says_so(table: Show) -> None:
    """From the press to the server's answer the cards and the buttons say that they wait, and nothing is sent twice."""
    at = table("follow")
    at.front("A").click()
    action = at.do()[1]
    at.page.get_by_test_id("do").click()
    assert at.do() == ("送出中…", "", False)
    assert at.page.get_by_test_id("do").get_attribute("aria-busy") == "true"
    cards = at.page.locator('[data-sent="true"]')
    assert sorted(cards.evaluate_all("all => all.map((card) => card.dataset.card)")) == action.split()[1:]
    for hook in ("do", "pass"):
        at.page.get_by_test_id(hook).dispatch_event("click")
    for key in ("Enter", "Space"):
        at.page.keyboard.press(key)
    assert [one["action"] for one in at.sent() if one["type"] == "act"] == [action]
    at.page.locator('.conn-banner[data-kind="slow"]').wait_for()
    at.push({"prompt": None})
    assert cards.count() == 0
    at.page.locator(".conn-banner").wait_for(state="detached")


def test_what_came_too_late_comes_back_with_a_word(table: Show) -> None:
    """The cards are chosen as before, and the sentence goes with the next press."""
    at = table("follow")
    at.front("A").click()
    text, action, _ = at.do()
    at.page.get_by_test_id("do").click()
    at.push({"error": {"about": "act", "code": "prompt.stale", "rule": None, "facts": {}, "prompt": "p1"}})
    assert at.page.get_by_role("alert").inner_text() == f"“{text}”没赶上：送到时这一问已经过去了"
    assert at.do() == (text, action, True)
    at.page.get_by_test_id("do").click()
    at.page.get_by_role("alert").wait_for(state="detached")


def test_questions_wait_for_their_answer_too(table: Show) -> None:
    at = table("crown")
    first = at.page.locator(".ask .choice").first
    first.click()
    assert first.get_attribute("aria-busy") == "true"
    assert at.page.locator(".ask .choice[aria-disabled]").count() == at.page.locator(".ask .choice").count()
    at.page.locator(".ask .choice").last.dispatch_event("click")
    assert len([one for one in at.sent() if one["type"] == "act"]) == 1


def test_while_the_host_pauses_nothing_is_lit(table: Show) -> None:
    """Buttons are off, and say why; going on lights them again."""
    at = table("paused")
    at.front("A").click()
    assert at.do() == ("房主暂停了", "", False)
    for hook in ("do", "pass", "hint"):
        assert at.page.get_by_test_id(hook).get_attribute("aria-disabled") == "true"
        at.page.get_by_test_id(hook).dispatch_event("click")
    at.page.keyboard.press("Space")
    asked = table("paused-ask")
    assert asked.page.locator(".ask .choice:not([aria-disabled])").count() == 0
    assert asked.page.locator("#ask-help").inner_text() == "房主暂停了"
    asked.page.locator(".ask .choice").first.dispatch_event("click")
    for one in (at, asked):
        assert [sent for sent in one.sent() if sent["type"] == "act"] == []


def test_a_refusal_goes_when_the_host_goes_on(table: Show) -> None:
    """What was refused because of a pause is not said any more once the pause is over."""
    at = table("paused")
    at.push({"error": {"about": "act", "code": "room.paused", "rule": None, "facts": {}, "prompt": "p1"}})
    at.page.get_by_role("alert").wait_for()
    at.page.evaluate("window.push({ unpause: true })")
    at.page.get_by_role("alert").wait_for(state="detached")
    assert "暂停" not in at.page.locator("main").inner_text()


def test_who_is_away_is_counted(table: Show) -> None:
    """From the moment the server told of on, and after the takeover with the sign of a bot."""
    at = table("auto", lang="en")
    away = at.page.locator(".pod-away")
    assert away.inner_text().strip().startswith("away 0:2")
    told = away.inner_text()
    assert away.locator(".icon").count() == 1, "20 s are enough for a bot to take over"
    expect(away).not_to_have_text(told, use_inner_text=True)


def test_what_was_said_before_does_not_sound_again(table: Show) -> None:
    """A table that is shown anew shows no bubble for what is in the chat already."""
    at = table("said-before")
    at.page.wait_for_timeout(300)
    assert at.page.locator(".bubble").count() == 0
    note(at.page, ".bubble")
    at.push({"said": {"type": "said", "seq": 8, "seat": 2, "name": "Maryam", "text": "خوب"}})
    assert noted(at.page) == ["خوب"]


def test_who_is_muted_is_not_heard_until_he_may_speak_again(table: Show) -> None:
    """Neither a bubble nor a line of the chat; the others are heard as before."""
    at = table("said-before", lang="en")
    chat: list[dict[str, Any]] = []

    def say(seat: int, text: str) -> None:
        line = {"seat": seat, "name": NAMES[seat], "text": text, "phrase": None}
        chat.append(line)
        at.push({"said": {**line, "type": "said", "seq": 7 + len(chat)}, "room": room(chat=chat)})

    at.page.keyboard.press("c")
    mute = at.page.locator(".mutes").get_by_role("button", name=NAMES[2])
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    lines = at.page.locator(".chat-lines li > bdi")
    note(at.page, ".bubble")
    say(2, "loud")
    say(3, "quiet")
    expect(lines).to_have_text(["quiet"])
    assert noted(at.page) == ["quiet"]
    say(2, "loud again")
    at.page.wait_for_timeout(300)
    assert noted(at.page) == ["quiet"]
    mute.click()
    expect(lines).to_have_text(["loud", "quiet", "loud again"])
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


def test_numbers_come_with_their_cards(pages: Pages, gallery: str) -> None:
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


def test_two_ways_out_stand_apart_and_say_what_they_do(table: Show) -> None:
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


def test_seats_say_what_everybody_sees(table: Show) -> None:
    at = table("late", lang="en")
    seats = at.page.locator(".pod")
    assert seats.count() == 5
    assert seats.last.get_attribute("data-place") == "0"
    emperor = at.page.locator('[data-role="emperor"]')
    assert "emperor" in emperor.inner_text().lower()
    assert at.page.locator('.pod[data-turn="true"]').count() == 1
