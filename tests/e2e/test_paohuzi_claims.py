"""Claims, hints and questions at the Paohuzi table in Chromium; what is sent is what the server gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.checks import hint as hinted
from tests.e2e.paohuzi_page import Board, Gallery, gallery

Show = Callable[..., Board]


@pytest.fixture(scope="module")
def pages() -> Iterator[Gallery]:
    with gallery() as opened:
        yield opened


@pytest.fixture
def show(pages: Gallery) -> Iterator[Show]:
    yield pages.show
    pages.close()


def test_one_way_to_eat_is_drawn_on_its_button(show: Show) -> None:
    at = show("pz-eat-1")
    button = at.page.locator('.pz-actions [data-action="eat s7-b7-b7"]')
    assert button.locator(".pz-chip").count() == 3
    assert button.get_attribute("aria-label") == "吃：小七、大柒、大柒"
    button.click()
    assert at.acted() == ["eat s7-b7-b7"]


@pytest.mark.parametrize(("name", "count"), [("pz-eat-2", 2), ("pz-eat-8", 8)])
def test_several_ways_open_a_panel(show: Show, name: str, count: int) -> None:
    at = show(name)
    assert at.ways() == []
    claims = at.page.get_by_test_id("claims")
    assert claims.inner_text().split() == ["吃", str(count)]
    claims.click()
    assert len(at.ways()) == count
    assert claims.get_attribute("aria-expanded") == "true"
    at.page.keyboard.press("Escape")
    assert at.ways() == []
    at.page.keyboard.press("e")
    at.page.keyboard.press("2")
    eats = [action for action in at.page.evaluate(f"fetch('/gallery/{name}.json').then((r) => r.json()).then((s) => s.prompt.actions)") if action.startswith("eat")]  # fmt: skip
    assert at.acted() == [eats[1]]


def test_the_panel_says_what_a_hint_is_worth(show: Show) -> None:
    """It lies over the question line, which would have said so."""
    at = show("pz-eat-2")
    at.push(hinted("eat b2-b3-b4", "pass"))
    expect(at.page.locator(".pz-panel .pz-said")).to_have_text("提示：+1.3 ± 0.3 分")
    at.page.get_by_test_id("hint").click()
    assert at.page.locator(".pz-pass.pz-hinted").count() == 1
    expect(at.page.locator(".pz-panel .pz-said")).to_have_text("提示：过")


def test_more_than_eight_ways_take_two_steps(show: Show) -> None:
    at = show("pz-eat-12")
    at.page.get_by_test_id("claims").click()
    assert at.ways() == []
    sets = at.page.locator(".pz-panel .pz-way:visible")
    labels = [str(one.get_attribute("aria-label")) for one in sets.all()]
    assert len(labels) == len(set(labels)) == 5
    sets.first.click()
    ways = at.ways()
    assert len(ways) == 6
    assert all("s5-s5-b5" in way for way in ways)
    at.page.locator(".pz-panel .pz-way:visible").first.click()
    assert at.ways() == [], "the first button leads back to the sets"
    at.page.keyboard.press("2")
    assert all("b3-b4-b5" in way for way in at.ways())
    assert at.acted() == []
    at.page.keyboard.press("1")
    assert len(at.acted()) == 1


def test_desk_shows_ways_without_a_panel(show: Show) -> None:
    at = show("pz-eat-8", size="desk")
    assert at.page.locator(".pz-actions [data-testid=choice]:visible").count() == 9
    assert at.page.get_by_test_id("claims").count() == 0


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


@pytest.mark.parametrize(
    ("name", "key", "action"),
    [
        ("pz-hu", "w", "hu"),
        ("pz-pong", "p", "pong"),
        ("pz-pong-eat", "p", "pong"),
        ("pz-eat-1", "e", "eat s7-b7-b7"),
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


def test_a_hint_opens_the_panel_at_its_way(show: Show) -> None:
    at = show("pz-eat-8")
    at.push(hinted("eat s4-b4-b4", "pass"))
    expect(at.page.locator('.pz-hinted[data-action="eat s4-b4-b4"]')).to_be_visible()
    at.page.get_by_test_id("hint").click()
    expect(at.page.locator('.pz-hinted[data-action="pass"]')).to_be_visible()


def test_anybody_may_ask_to_wait(show: Show) -> None:
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
    """The window's bar and the open card are there for the asked, the answered and those with nothing to say."""
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
