"""Claims, hints and questions at the Paohuzi table in Chromium; what is sent is what the server gets."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.e2e.checks import hint as hinted
from tests.e2e.checks import tried
from tests.e2e.gallery.browser import Pages
from tests.e2e.paohuzi_page import Board

Show = Callable[..., Board]


@pytest.fixture
def show(pages: Pages, gallery: str) -> Show:
    return lambda name, *how, **named: Board(pages, gallery, name, *how, **named)


def test_one_way_to_eat_is_drawn_on_its_button(show: Show) -> None:
    at = show("pz-eat-1")
    button = at.page.locator('.pz-actions [data-action="eat s7-b7-b7"]')
    assert button.locator(".pz-chip").count() == 3
    assert button.locator(".visually-hidden").inner_text() == "吃：小七、大柒、大柒，0 胡"
    assert "0 胡" in button.inner_text()
    button.click()
    assert at.acted() == ["eat s7-b7-b7"]


COVERED = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return !document.elementFromPoint(box.x + 4, box.y + box.height / 2)?.closest(selector);
}"""


# How many of the lowest cards of each column can be seen, the fewest of all that have more.
SEEN = """() => Math.min(...[...document.querySelectorAll(".pz-column")].map((column) => {
  const hidden = [...column.children].filter((card) => {
    const box = card.getBoundingClientRect();
    return !card.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  });
  return hidden.length ? column.children.length - hidden.length : 99;
}))"""


@tried("size, rows", ("least", 1), long=[("phone", 2), ("low", 2), ("small", 1)])
@tried("name", "pz-eat-12", long=["pz-eat-8"])
def test_many_ways_to_eat_leave_the_hand_in_sight_and_are_all_within_reach(
    show: Show, name: str, size: str, rows: int
) -> None:
    at = show(name, size=size)
    assert at.page.evaluate(SEEN) >= rows
    ways = at.page.locator(".pz-actions .pz-way:visible")
    assert ways.count() >= 5
    for way in ways.all():
        way.scroll_into_view_if_needed()
        way.click(trial=True)
    at.page.keyboard.press("5")
    expect(ways.nth(4) if name == "pz-eat-8" else ways.first).to_be_in_viewport(ratio=0.99)


def test_four_ways_beside_another_claim_are_fully_visible(show: Show) -> None:
    at = show("pz-eat-8")
    expect(at.page.locator(".pz-actions [data-action=pong]")).to_be_in_viewport(ratio=0.99)
    for way in at.page.locator(".pz-way").all()[:4]:
        expect(way).to_be_in_viewport(ratio=0.99, timeout=3000)


@tried("name, count", ("pz-eat-2", 2), long=[("pz-eat-8", 8)])
def test_several_ways_are_chosen_before_they_are_done(show: Show, name: str, count: int) -> None:
    """At the thumb, with their sets and hu; the first tap shows what a way takes from the hand, the second one does it."""
    at = show(name)
    assert len(at.ways()) == count
    assert not at.page.evaluate(COVERED, ".line-text")
    assert not at.page.evaluate(COVERED, ".pz-open")
    for way in at.page.locator(".pz-way").all()[:2]:
        box = way.bounding_box()
        assert box is not None
        assert box["height"] >= 60
        assert box["width"] >= 44
        assert box["y"] > 0.85 * 664
        assert "胡" in way.inner_text()
    second = at.ways()[1]
    way = at.page.locator(f'.pz-way[data-action="{second}"]')
    assert way.get_attribute("aria-pressed") == "false"
    way.click()
    assert at.acted() == []
    assert way.get_attribute("aria-pressed") == "true"
    assert "吃" in way.inner_text()
    laid = [card for part in second.split()[1:] for card in part.split("-")]
    laid.remove(at.page.locator(".pz-open").get_attribute("data-card"))
    used = [str(card.get_attribute("data-card")) for card in at.page.locator(".pz-used").all()]
    assert sorted(used) == sorted(laid)
    way.click()
    assert at.acted() == [second]


def test_keys_go_through_the_ways_and_do_one(show: Show) -> None:
    for key in ("Enter", "2"):
        at = show("pz-eat-2")
        pressed = at.page.locator('.pz-way[aria-pressed="true"]')
        for at_once in (0, 1, 0):
            at.page.keyboard.press("e")
            expect(pressed).to_have_attribute("data-action", at.ways()[at_once])
        at.page.keyboard.press("Escape")
        expect(pressed).to_have_count(0)
        at.page.keyboard.press("2")
        assert at.acted() == []
        at.page.keyboard.press(key)
        assert at.acted() == [at.ways()[1]], key


@pytest.mark.long
def test_a_single_way_with_several_sets_is_displayed_at_once(show: Show) -> None:
    at = show("pz-pong-eat")
    (way,) = at.ways()
    chip = at.page.locator(f'[data-action="{way}"]')
    assert chip.get_attribute("aria-pressed") == "true"
    chip.click()
    assert at.acted() == [way]


def test_the_message_says_what_a_hint_is_worth(show: Show) -> None:
    at = show("pz-eat-2")
    at.push(hinted("eat b2-b3-b4", "pass"))
    expect(at.page.locator(".line-text")).to_have_text("提示：自己 +1.3 ± 0.3 分")
    expect(at.page.locator('[data-action="eat b2-b3-b4"]')).to_have_attribute("aria-pressed", "true")
    at.page.get_by_test_id("hint").click()
    assert at.page.locator(".pz-pass.pz-hinted").count() == 1
    expect(at.page.locator(".line-text")).to_have_text("提示：过")


@pytest.mark.long
def test_more_than_eight_ways_take_two_steps(show: Show) -> None:
    at = show("pz-eat-12")
    assert at.ways() == []
    sets = at.page.locator(".pz-way:visible")
    labels = [one.locator(".visually-hidden").inner_text() for one in sets.all()]
    assert len(labels) == len(set(labels)) == 5
    sets.first.click()
    ways = at.ways()
    assert len(ways) == 6
    assert all("s5-s5-b5" in way for way in ways)
    at.page.locator(".pz-way:visible").first.click()
    assert at.ways() == [], "the first button leads back to the sets"
    at.page.keyboard.press("2")
    assert all("b3-b4-b5" in way for way in at.ways())
    assert at.acted() == []
    at.page.keyboard.press("1")
    assert at.acted() == []
    at.page.keyboard.press("1")
    assert len(at.acted()) == 1


def test_at_a_desk_one_click_eats(show: Show) -> None:
    at = show("pz-eat-2", size="desk")
    assert at.page.locator(".pz-actions [data-testid=choice]:visible").count() == 2
    at.page.locator(".pz-actions [data-testid=choice]").first.click()
    assert len(at.acted()) == 1


WAITS = {
    "now": [{"card": "s7", "left": 2, "own": 16, "other": 16}, {"card": "b10", "left": 1, "own": 18, "other": None}],
    "after": {},
}  # fmt: skip
AFTER = {"now": [], "after": {"s5": [{"card": "s7", "left": 2, "own": 16, "other": 13}]}}


def waits(message: dict[str, object]) -> dict[str, object]:
    """What a page hears when it requested the waits of its hand."""
    return {"waits": {"type": "waits", **message}}


def test_the_waits_of_a_hand_are_displayed_on_request(show: Show) -> None:
    """They are requested again when something they depend on has changed, as long as they are displayed."""
    at = show("pz-waiting")
    request = {"type": "ask", "what": "waits"}
    at.page.get_by_test_id("ask-waits").click()
    at.page.wait_for_function("() => window.sent.length === 1")
    assert at.sent() == [request]
    panel = at.page.get_by_test_id("waits")
    at.push(waits(WAITS))
    displayed = [str(one.get_attribute("aria-label")) for one in panel.locator(".pz-wait").all()]
    assert displayed == ["小七，还有 2 张，16 胡", "大拾，还有 1 张，自摸 18 胡"]
    assert not at.page.evaluate(COVERED, ".line-text")
    at.push({"clock": None})
    assert len(at.sent()) == 1
    at.push({"view": {"card": "s3"}})
    at.page.wait_for_function("() => window.sent.length === 2")
    assert at.sent() == [request, request]
    at.push(waits({"now": [], "after": {}}))
    assert "还没听" in panel.inner_text()
    at.page.keyboard.press("l")
    assert panel.count() == 0
    at.push({"view": {"card": "s4"}})
    assert len(at.sent()) == 2


@pytest.mark.long
def test_before_a_discard_waits_are_displayed_for_each_choice(show: Show) -> None:
    at = show("pz-discard")
    at.page.get_by_test_id("ask-waits").click()
    at.push(waits(AFTER))
    at.page.get_by_test_id("waits").locator("button").first.click()
    assert at.chosen() == ["s5"]
    assert at.do() == ("打 五", "discard s5", True)


@pytest.mark.long
def test_waits_are_not_offered_where_hints_are_off(show: Show) -> None:
    at = show("pz-discard")
    room = at.page.evaluate("fetch('/gallery/pz-discard.json').then((r) => r.json()).then((s) => s.room)")
    at.push({"room": {**room, "settings": {**room["settings"], "hints": False}}})
    assert at.page.get_by_test_id("ask-waits").count() == 0
    at.page.keyboard.press("l")
    assert at.sent() == []


def test_a_players_hu_is_highlighted_only_in_a_winning_hand(show: Show) -> None:
    """Enough hu alone win nothing."""
    at = show("pz-discard")
    hu = at.page.locator(".pz-hu")
    assert hu.locator(".digits").inner_text() == "21 胡/15"
    assert hu.get_attribute("data-complete") == "false"
    at = show("pz-hu")
    assert at.page.locator(".pz-hu").get_attribute("data-complete") == "true"


@pytest.mark.long
def test_every_offered_action_has_one_element(show: Show) -> None:
    """What a test or an aid may press: one element for each action but the discards."""
    for name in (
        "pz-eat-1",
        "pz-eat-2",
        "pz-eat-12",
        "pz-hu",
        "pz-pong-eat",
        "pz-heaven",
        "pz-earth",
        "pz-own",
    ):
        for size in ("phone", "desk") if name in ("pz-eat-12", "pz-pong-eat") else ("phone",):
            at = show(name, size=size)
            offered = at.page.evaluate(f"fetch('/gallery/{name}.json').then((r) => r.json()).then((s) => s.prompt.actions)")  # fmt: skip
            held = [str(one.get_attribute("data-action")) for one in at.page.locator("[data-testid=choice], [data-testid=pass]").all()]  # fmt: skip
            assert sorted(held) == sorted(offered), (name, size)


@tried(
    "name, key, action",
    ("pz-hu", "w", "hu"),
    ("pz-pong-eat", "p", "pong"),
    ("pz-eat-1", "e", "eat s7-b7-b7"),
    long=[
        ("pz-pong", "p", "pong"),
        ("pz-eat-1", "Space", "pass"),
        ("pz-heaven", "w", "hu"),
        ("pz-earth", "Space", "pass"),
    ],
)
def test_keys_claim(show: Show, name: str, key: str, action: str) -> None:
    at = show(name)
    at.page.keyboard.press(key)
    assert at.acted() == [action]
    at.page.keyboard.press(key)
    assert len(at.acted()) == 1


@pytest.mark.parametrize(
    ("typed", "code", "action"), [("ص", "KeyW", "hu"), ("Ц", "KeyW", "hu"), ("Process", "KeyW", "hu")]
)
def test_a_letter_key_counts_by_its_place_where_the_layout_has_no_such_letter(
    show: Show, typed: str, code: str, action: str
) -> None:
    at = show("pz-hu")
    press = "(key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))"
    at.page.evaluate(press, {"key": "p", "code": code})  # as on Dvorak: what the key says counts
    assert at.acted() == []
    at.page.evaluate(press, {"key": typed, "code": code})
    assert at.acted() == [action]


@pytest.mark.parametrize("focused", [False, True])
def test_a_key_that_is_held_down_answers_one_question(show: Show, focused: bool) -> None:
    at = show("pz-eat-1")
    held = "Enter" if focused else "Space"
    passes = at.page.locator("[data-testid=pass]:visible").first
    if focused:
        passes.focus()
    at.page.keyboard.down(held)
    assert at.acted() == ["pass"]
    prompted = "(id) => fetch('/gallery/pz-eat-1.json').then((got) => got.json()).then(({ prompt }) => push({ prompt: { ...prompt, id } }))"
    for prompt in ("p2", "p3"):
        at.page.evaluate(prompted, prompt)
        if focused:
            passes.focus()
        at.page.keyboard.down(held)
    assert at.acted() == ["pass"]
    at.page.keyboard.up(held)
    at.page.keyboard.press(held)
    assert at.acted() == ["pass", "pass"]


def test_hints_come_in_turn(show: Show) -> None:
    at = show("pz-discard")
    hint = at.page.get_by_test_id("hint")
    hint.click()
    assert at.sent() == [{"type": "ask", "what": "hint", "prompt": "p1"}]
    at.push(hinted("discard s3", "discard b1"))
    expect(at.page.get_by_test_id("do")).to_have_attribute("data-action", "discard s3")
    assert "三" in at.line()
    hint.click()
    expect(at.page.get_by_test_id("do")).to_have_attribute("data-action", "discard b1")
    hint.click()
    expect(at.page.locator(".line-text")).not_to_contain_text("提示")
    hint.click()
    expect(at.page.get_by_test_id("do")).to_have_attribute("data-action", "discard s3")
    assert at.acted() == []


def test_a_hint_shows_its_way(show: Show) -> None:
    at = show("pz-eat-8")
    at.push(hinted("eat s4-b4-b4", "pass"))
    expect(at.page.locator('.pz-hinted[data-action="eat s4-b4-b4"]')).to_be_visible()
    at.page.get_by_test_id("hint").click()
    expect(at.page.locator('.pz-hinted[data-action="pass"]')).to_be_visible()


def test_every_player_may_request_more_time(show: Show) -> None:
    for name in ("pz-eat-1", "pz-waiting", "pz-answered"):
        at = show(name)
        at.page.get_by_test_id("hold").click()
        assert at.sent() == [{"type": "ask", "what": "hold"}]
        at.page.keyboard.press("z")
        assert len(at.sent()) == 2
    at = show("pz-discard")
    assert at.page.get_by_test_id("hold").get_attribute("aria-disabled") == "true"
    held = show("pz-held")
    assert held.page.locator(".pz-held").inner_text().strip()


def test_a_claim_looks_the_same_whether_one_is_asked(show: Show) -> None:
    """The window's bar and the open card are the same for seats with a question, with an answer and with neither."""
    for name in ("pz-eat-1", "pz-waiting", "pz-answered"):
        at = show(name)
        assert at.page.locator('.pz-open[data-open="true"]').count() == 1
        assert at.page.locator(".line .time-bar, .line [class*=time]").count() >= 1


def test_heavenly_hu_is_a_question(show: Show) -> None:
    for lang, size in (("zh", "phone"), ("fa", "least"), ("en", "low")):
        at = show("pz-heaven", lang, size)
        assert at.page.locator(".ask [data-testid=choice]").count() == 2
        assert "ask" in str(at.page.evaluate("document.activeElement.className"))
        at.page.locator('.ask [data-action="hu"]').click()
        assert at.acted() == ["hu"]


def test_a_claim_that_is_not_offered_is_asked_about(show: Show) -> None:
    """A key, or a press on the open card, asks why not; the reason stands in the line."""
    at = show("pz-pong", "en")
    at.page.keyboard.press("w")
    at.page.locator(".pz-open").click()
    question = [(one["what"], one["action"]) for one in at.sent() if one["type"] == "ask"]
    assert question == [("check", "hu"), ("check", "hu")]
    facts = {"action": "hu", "why": "hu_too_low", "hu": 13, "needed": 15, "missing": 2}
    at.push({"error": {"about": "ask", "code": "action.illegal", "rule": "PZ M21", "facts": facts}})
    reason = at.page.get_by_role("alert").inner_text()
    assert "13" in reason
    assert "{" not in reason
    at.page.keyboard.press("p")
    assert at.acted() == ["pong"]


def test_spectators_hold_nothing(show: Show) -> None:
    for name in ("pz-watching", "pz-idle"):
        at = show(name)
        assert at.page.locator(".pz-hand, .pz-actions, [data-testid=hold]").count() == 0
        for key in ("w", "Space", "1", "Enter", "z", "h"):
            at.page.keyboard.press(key)
        assert at.sent() == []


@pytest.mark.parametrize(("name", "why"), [("pz-offline", "没有连接"), ("pz-paused", "房主暂停了")])
def test_without_a_connection_or_in_a_pause_nothing_is_sent(show: Show, name: str, why: str) -> None:
    at = show(name)
    at.card("s5").click()
    assert at.do() == (why, "", False)
    at.page.keyboard.press("Enter")
    at.carry(at.card("s3").first, 0, -70)
    assert at.acted() == []
    assert at.page.get_by_test_id("hint").get_attribute("aria-disabled") == "true"
    at.page.locator(".conn-banner").wait_for(state="visible" if name == "pz-offline" else "detached")


def test_a_claim_on_its_way_says_so(show: Show) -> None:
    """The other claims stay where they are, and none of them can be pressed."""
    at = show("pz-pong-eat")
    before = at.page.locator(".pz-actions button").count()
    at.page.get_by_test_id("pass").click()
    assert at.page.get_by_test_id("pass").get_attribute("aria-busy") == "true"
    assert at.page.locator(".pz-actions button").count() == before
    assert at.page.locator(".pz-actions [data-action]:not([aria-disabled])").count() == 0
    for button in at.page.locator(".pz-actions [data-action]").all():
        button.dispatch_event("click")
    assert at.acted() == ["pass"]


@pytest.mark.parametrize("size", ["small", "phone", "low", "least"])
def test_the_ways_leave_the_hand_in_sight(show: Show, size: str) -> None:
    at = show("pz-eat-8", size=size)
    overlap = """() => {
      const panel = document.querySelector(".pz-ways").getBoundingClientRect();
      const cards = [...document.querySelectorAll("[data-testid=hand] [data-testid=card]")];
      return cards.filter((card) => {
        const box = card.getBoundingClientRect();
        return box.top < panel.bottom - 1 && box.bottom > panel.top + 1;
      }).length;
    }"""
    assert at.page.evaluate("document.querySelectorAll('[data-testid=card]').length") > 5
    assert at.page.evaluate(overlap) == 0
    assert not at.page.evaluate(COVERED, ".line-text")
