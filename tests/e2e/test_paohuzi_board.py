"""The Paohuzi table in Chromium: every prepared state at its sizes, and what fingers, mouse and keys send to the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.checks import SIZES, barriers, misfits, rest
from tests.e2e.gallery.browser import chromium, serving
from tests.e2e.gallery.serve import app
from tests.e2e.gallery.states_paohuzi import STATES

ALL_SIZES = {**SIZES, "least": (320, 460), "tablet": (768, 1024)}
LANGS = ("zh", "en", "fa")
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
QUICK = ("pz-eat-12", "pz-worst-column", "pz-worst-table", "pz-heaven", "pz-four")

# All that moves but the words of the line, which may take a second row of their own room.
MOVED = """() => {
  window.moved = [];
  const element = (node) => (node?.closest ? node : node?.parentElement);
  new PerformanceObserver((list) => list.getEntries().forEach(({ sources }) => {
    for (const { node } of sources) if (!element(node)?.closest(".line-text")) window.moved.push(element(node)?.outerHTML.slice(0, 200));
  })).observe({ type: "layout-shift" });
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(app()) as served:
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as opened:
        yield opened


class Board:
    """A page with a prepared state."""

    def __init__(self, browser: Browser, address: str, name: str, lang: str, size: str) -> None:
        width, height = ALL_SIZES[size]
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.page: Page = self.context.new_page()
        self.address = f"{address}/gallery/{name}?lang={lang}"
        self.load()

    def load(self) -> None:
        self.page.goto(self.address)
        self.page.wait_for_selector(".pz")
        self.page.wait_for_selector(".pz[data-plays=false], .pz-card")
        rest(self.page)

    def card(self, code: str) -> Locator:
        return self.page.locator(f'.pz-hand [data-card="{code}"]')

    def do(self) -> tuple[str, str | None, bool]:
        """Text and action of the main button, and whether it would do something."""
        button = self.page.get_by_test_id("do")
        ready = button.get_attribute("aria-disabled") is None
        return button.inner_text(), button.get_attribute("data-action"), ready

    def chosen(self) -> list[str]:
        cards = self.page.locator('.pz-card[data-selected="true"]')
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    def columns(self) -> list[list[str]]:
        """The hand as it lies."""
        found: list[list[str]] = self.page.evaluate(
            "[...document.querySelectorAll('.pz-column')].map((one) => [...one.children].map((card) => card.dataset.card))"
        )
        return found

    def line(self) -> str:
        return self.page.locator(".line-text").inner_text()

    def sent(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("window.sent")
        return found

    def acted(self) -> list[str]:
        return [message["action"] for message in self.sent() if message["type"] == "act"]

    def push(self, changes: dict[str, Any]) -> None:
        self.page.evaluate("(changes) => push(changes)", changes)

    def ways(self) -> list[str]:
        """The actions of the claim panel that can be chosen now."""
        shown = self.page.locator(".pz-panel [data-testid=choice]:visible")
        return [str(way.get_attribute("data-action")) for way in shown.all()]

    def carry(self, card: Locator, dx: float, dy: float) -> None:
        """Pull a card by its middle."""
        box = card.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx / 2, y + dy / 2)
        self.page.mouse.move(x + dx, y + dy)
        self.page.mouse.up()


Show = Callable[..., Board]


@pytest.fixture
def show(browser: Browser, address: str) -> Iterator[Show]:
    opened: list[Board] = []

    def make(name: str, lang: str = "zh", size: str = "phone") -> Board:
        opened.append(Board(browser, address, name, lang, size))
        return opened[-1]

    yield make
    for one in opened:
        one.context.close()


def layout(browser: Browser, address: str, size: str, names: tuple[str, ...]) -> dict[Any, list[str]]:
    """What is wrong with the looks of some states, by state and language."""
    width, height = ALL_SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    problems = {}
    for at, name in enumerate(names):
        for lang in LANGS if len(names) > len(QUICK) else (LANGS[at % 3],):
            page.goto(f"{address}/gallery/{name}?lang={lang}&theme={('dark', 'light')[at % 2]}")
            page.wait_for_selector(".pz[data-plays=false], .pz-card")
            if page.get_by_test_id("claims").is_visible():
                page.get_by_test_id("claims").click()
            rest(page)
            if found := misfits(page):
                problems[name, lang] = found
    context.close()
    return problems


@pytest.mark.parametrize("size", ["small", "low", "least"])
def test_worst_states_fit(browser: Browser, address: str, size: str) -> None:
    assert layout(browser, address, size, QUICK) == {}


@pytest.mark.e2e
@pytest.mark.parametrize("size", ALL_SIZES)
def test_every_state_fits(browser: Browser, address: str, size: str) -> None:
    assert layout(browser, address, size, tuple(STATES)) == {}


@pytest.mark.parametrize("name", ["pz-discard", "pz-eat-8", "pz-heaven", "pz-watching"])
def test_axe_finds_nothing_serious(show: Show, name: str) -> None:
    for lang in ("zh", "fa"):
        at = show(name, lang)
        assert barriers(at.page) == []


def test_tap_then_main_button(show: Show) -> None:
    at = show("pz-discard")
    assert at.do() == ("选一张牌", "", False)
    at.card("s5").click()
    assert at.do() == ("打 五", "discard s5", True)
    at.card("s5").click()
    assert at.chosen() == []
    at.card("b1").click()
    at.page.get_by_test_id("do").click()
    assert at.sent() == [{"type": "act", "prompt": "p1", "action": "discard b1"}]


def test_pulled_up_flies(show: Show) -> None:
    at = show("pz-discard")
    at.carry(at.card("s3").first, 4, -30)
    assert at.acted() == []
    at.carry(at.card("s3").first, 4, -60)
    assert at.acted() == ["discard s3"]


def test_two_taps_throw_only_where_wished(show: Show) -> None:
    at = show("pz-discard")
    at.card("s3").first.dblclick()
    assert at.acted() == []
    at.page.evaluate("async () => (await import('/static/prefs.js')).setPref('double_tap', true)")
    at.card("s5").dblclick()
    assert at.acted() == ["discard s5"]


def test_locked_cards_say_why(show: Show) -> None:
    at = show("pz-discard", "en")
    at.card("b9").first.click()
    assert at.chosen() == []
    reason = at.page.get_by_role("alert").inner_text()
    assert "b9" not in reason
    assert "secret" in reason.lower()
    at.carry(at.card("b9").last, 0, -70)
    assert at.acted() == []


def test_no_discard_out_of_turn(show: Show) -> None:
    at = show("pz-others")
    at.card("s8").first.click()
    assert at.do() == ("打 八", "", False)
    at.page.get_by_test_id("do").dispatch_event("click")
    at.page.keyboard.press("Enter")
    assert at.acted() == []
    assert at.page.get_by_role("alert").count() == 1
    at.push({"prompt": {"id": "p2", "actions": ["discard s8"], "default": "discard s8"}})
    assert at.chosen() == ["s8"], "a choice made before one's turn is kept"


def test_a_refused_discard_comes_back(show: Show) -> None:
    at = show("pz-discard")
    at.card("s5").click()
    at.page.get_by_test_id("do").click()
    assert at.do()[2] is False
    at.page.get_by_test_id("do").dispatch_event("click")
    at.page.keyboard.press("Enter")
    assert len(at.acted()) == 1, "nothing is sent twice"
    at.push({"error": {"about": "act", "code": "action.stale", "rule": None, "facts": {}}})
    at.card("s5").click()
    at.page.get_by_test_id("do").click()
    assert len(at.acted()) == 2


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
        for size in ("phone", "desk"):
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


def test_keys_choose_and_throw(show: Show) -> None:
    at = show("pz-discard")
    keys = at.page.keyboard
    for key, code in (("5", "s5"), ("Shift+Digit7", "b7"), ("8", "s8")):
        keys.press(key)
        assert at.chosen() == [code]
    first = at.page.locator('.pz-card[data-selected="true"]').get_attribute("data-place")
    keys.press("8")
    assert at.page.locator('.pz-card[data-selected="true"]').get_attribute("data-place") != first
    keys.press("Shift+Digit9")
    assert at.chosen() == [], "locked cards are not chosen"
    keys.press("4")
    assert at.chosen() == [], "nor cards one does not hold"
    for key in ("w", "p", "e", "Space", "Enter", "z"):
        keys.press(key)
    assert at.sent() == []
    keys.press("5")
    keys.press("Escape")
    keys.press("Enter")
    assert at.acted() == []
    keys.press("5")
    keys.press("Enter")
    assert at.acted() == ["discard s5"]


def test_arrows_move_one_focus_through_the_hand(show: Show) -> None:
    at = show("pz-discard")
    assert at.page.locator(".pz-card[tabindex='0']").count() == 1
    at.page.locator(".pz-card[tabindex='0']").focus()
    keys = at.page.keyboard
    code = "document.activeElement.dataset.card"
    for key, to in (("ArrowUp", "s1"), ("ArrowDown", "s1"), ("ArrowDown", "b1"), ("ArrowRight", "s2"), ("ArrowRight", "s3")):  # fmt: skip
        keys.press(key)
        assert at.page.evaluate(code) == to
    assert at.page.locator(".pz-card[tabindex='0']").count() == 1
    keys.press("Enter")
    assert at.chosen() == ["s3"]
    keys.press("Enter")
    assert at.acted() == ["discard s3"]


@pytest.mark.parametrize(
    ("lang", "plain", "locked"),
    [
        ("zh", "小一", "大柒，红，坎"),
        ("en", "small one", "large seven, red, locked"),
        ("fa", "یک کوچک", "هفت بزرگ، قرمز، قفل"),
    ],
)
def test_cards_are_named(show: Show, lang: str, plain: str, locked: str) -> None:
    at = show("pz-own", lang)
    for code, name in (("b7", locked), ("s1", plain)):
        label = str(at.card(code).first.get_attribute("aria-label"))
        assert label.translate(ISOLATES).lower().startswith(name)
    assert at.page.locator(".pz-card:not([aria-label])").count() == 0


def test_face_down_cards_have_no_name(show: Show) -> None:
    at = show("pz-forced")
    hidden = at.page.locator(".pz-set").filter(has=at.page.locator('use[href$="#tile-back"]'))
    assert hidden.count() > 0
    for one in hidden.all():
        if "pz-veiled" not in str(one.get_attribute("class")):
            faces = one.locator('use:not([href$="#tile-back"])').count()
            assert faces in (0, 1)
            assert faces or "盖着的牌" in str(one.get_attribute("aria-label"))


def test_columns_arranged_by_hand_outlive_a_reload(show: Show) -> None:
    at = show("pz-discard")
    before = at.columns()
    assert before[0] == ["s1", "s1", "b1"]
    at.carry(at.card("b1"), 4 * 37, 0)
    laid = at.columns()
    assert laid != before
    assert [card for column in laid for card in column if card == "b1"] == ["b1"]
    assert "b1" not in laid[0]
    at.load()
    assert at.columns() == laid
    at.page.keyboard.press("s")
    by_sets = at.columns()
    assert by_sets != laid
    at.page.keyboard.press("s")
    assert at.columns() == before
    assert at.acted() == []


def test_a_hand_stands_still_while_the_rest_changes(show: Show) -> None:
    """Choosing, hints, reasons, a claim of others and a card that leaves move nothing but that card."""
    at = show("pz-discard")
    at.page.evaluate(MOVED)
    for key in ("5", "Shift+Digit9", "Shift+Digit7", "Escape"):
        at.page.keyboard.press(key)
        at.page.wait_for_timeout(40)
    at.push({"hint": {"prompt": "p1", "actions": ["discard s3"]}})
    at.push({"error": {"about": "act", "code": "action.stale", "rule": None, "facts": {}}})
    at.push({"news": [{"event": "pong", "seat": 1, "card": "s4"}]})
    at.page.wait_for_timeout(150)
    assert at.page.evaluate("window.moved") == []


def test_hints_come_in_turn(show: Show) -> None:
    at = show("pz-discard")
    hint = at.page.get_by_test_id("hint")
    hint.click()
    assert at.sent() == [{"type": "ask", "what": "hint", "prompt": "p1"}]
    at.push({"hint": {"prompt": "p1", "actions": ["discard s3", "discard b1"]}})
    expect(at.page.get_by_test_id("do")).to_have_attribute("data-action", "discard s3")
    assert "三" in at.line()
    hint.click()
    assert at.do()[1] == "discard b1"
    hint.click()
    assert "提示" not in at.line()
    hint.click()
    assert at.do()[1] == "discard s3"
    assert at.acted() == []


def test_a_hint_opens_the_panel_at_its_way(show: Show) -> None:
    at = show("pz-eat-8")
    at.push({"hint": {"prompt": "p1", "actions": ["eat s4-b4-b4", "pass"]}})
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


def test_without_a_connection_nothing_is_sent(show: Show) -> None:
    at = show("pz-offline")
    at.card("s5").click()
    at.page.keyboard.press("Enter")
    at.carry(at.card("s3").first, 0, -70)
    assert at.acted() == []
    at.page.wait_for_selector(".conn-banner")
