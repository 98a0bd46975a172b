"""The hand and the actions under fingers, mouse and keys, on prepared states; what is sent is what the server gets."""

from __future__ import annotations

from tests.e2e.checks import hint as hinted
from tests.e2e.hands import Show


def test_tap_edge_fill_play(table: Show) -> None:
    """Four to follow: a tap takes four twos of five, an edge three; the main button says what is missing."""
    at = table("follow-joker")
    at.front("2").click()
    assert at.do() == ("四个 2", "play 2 2 2 2", True)
    assert at.column("2").locator('[data-selected="true"]').count() == 4
    assert at.column("2").locator(".visually-hidden").inner_text() == "二，五张，已选四张"
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


def test_a_pending_answer_is_displayed_as_pending(table: Show) -> None:
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


def test_a_late_play_returns_the_cards_with_a_message(table: Show) -> None:
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
