"""The Paohuzi table in Chromium: every prepared state at its sizes, and the hand under fingers, mouse and keys."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.e2e.checks import barriers, hint, misfits, rest, tried, turn_to
from tests.e2e.gallery.browser import Pages
from tests.e2e.gallery.states_paohuzi import STATES
from tests.e2e.paohuzi_page import ALL_SIZES, MOVED, Board

Show = Callable[..., Board]
LANGS = ("zh", "en", "fa")
ISOLATES = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
QUICK = ("pz-eat-12", "pz-worst-column", "pz-every-claim", "pz-worst-table", "pz-heaven", "pz-four")


@pytest.fixture
def show(pages: Pages, gallery: str) -> Show:
    return lambda name, *how, **named: Board(pages, gallery, name, *how, **named)


def layout(pages: Pages, gallery: str, size: str, names: tuple[str, ...]) -> dict[tuple[str, str], list[str]]:
    """What is wrong with the looks of some states, by state and language."""
    page = pages.open(ALL_SIZES[size])
    problems = {}
    for at, name in enumerate(names):
        for lang in LANGS if len(names) > len(QUICK) else (LANGS[at % 3],):
            turn_to(page, gallery, name, lang, ("dark", "light")[at % 2])
            page.wait_for_selector(".pz", state="attached")
            rest(page)
            if found := misfits(page):
                problems[name, lang] = found
    return problems


@tried("size", "least", "across", long=["low"])
def test_worst_states_fit(pages: Pages, gallery: str, size: str) -> None:
    assert layout(pages, gallery, size, QUICK) == {}


def test_screen_readers_distinguish_large_and_small_cards(show: Show) -> None:
    """Chinese writes 五 and 伍, which sound alike; a voice says which is the large one."""
    board = show("pz-discard", lang="zh")
    log = board.page.get_by_test_id("log")
    log.locator("li").first.wait_for(state="attached")
    seen = "".join(log.locator("[aria-hidden=true]").all_text_contents())
    spoken = "".join(log.locator(".visually-hidden").all_text_contents())
    assert "大" not in seen
    assert "大" in spoken
    assert "小" in spoken
    board.page.locator(".pz-card:not(.pz-locked)[data-card^=b]").last.click()
    do = board.page.get_by_test_id("do")
    assert "大" in (do.get_attribute("aria-label") or "")
    assert "大" not in do.inner_text()


@pytest.mark.long
@pytest.mark.parametrize("size", ALL_SIZES)
def test_every_state_fits(pages: Pages, gallery: str, size: str) -> None:
    assert layout(pages, gallery, size, tuple(STATES)) == {}


@tried("name", "pz-discard", long=["pz-eat-8", "pz-heaven", "pz-watching"])
def test_axe_finds_nothing_serious(show: Show, name: str) -> None:
    for lang in ("zh", "fa"):
        at = show(name, lang)
        assert barriers(at.page) == []


def test_on_a_phone_the_open_card_is_the_largest_and_seats_are_no_boxes(show: Show) -> None:
    """The stock is a pile, which names the card under it."""
    at = show("pz-eat-1")
    widths = "(selector) => document.querySelector(selector).getBoundingClientRect().width"
    assert at.page.evaluate(widths, ".pz-open > svg") > 1.2 * at.page.evaluate(widths, ".pz-card > svg")
    assert at.page.get_by_role("img", name="底").locator("svg").count() == 2
    grounds = at.page.evaluate(
        "[...document.querySelectorAll('.pz-seat')].map((seat) => getComputedStyle(seat).backgroundColor)"
    )
    assert set(grounds) == {"rgba(0, 0, 0, 0)"}


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
    assert at.chosen() == ["s8"], "a choice made before one's turn is stored"


def test_a_refused_discard_returns_to_the_hand(show: Show) -> None:
    at = show("pz-discard")
    at.card("s5").click()
    at.page.get_by_test_id("do").click()
    assert at.do()[2] is False
    at.page.get_by_test_id("do").dispatch_event("click")
    at.page.keyboard.press("Enter")
    assert len(at.acted()) == 1, "nothing is sent twice"
    assert at.page.locator('.pz-card[data-sent="true"]').get_attribute("data-card") == "s5"
    at.push({"error": {"about": "act", "code": "action.stale", "rule": None, "facts": {}}})
    at.page.locator('.pz-card[data-selected="true"]').wait_for()
    assert at.page.locator('.pz-card[data-sent="true"]').count() == 0
    assert at.chosen() == ["s5"], "it can be thrown again at once"
    at.page.get_by_test_id("do").click()
    assert len(at.acted()) == 2


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
    stored = json.dumps(laid, separators=(",", ":"))
    at.page.wait_for_function(
        "(text) => Object.values(localStorage).some((one) => one.includes(text))", arg=stored
    )
    at.load()
    assert at.columns() == laid
    at.page.keyboard.press("s")
    by_sets = at.columns()
    assert by_sets != laid
    at.page.keyboard.press("s")
    assert at.columns() == before
    assert at.acted() == []


def test_a_hand_does_not_move_while_the_rest_changes(show: Show) -> None:
    """Choosing, hints, reasons, a claim of others and a card that leaves move nothing but that card."""
    at = show("pz-discard")
    at.page.evaluate(MOVED)
    for key in ("5", "Shift+Digit9", "Shift+Digit7", "Escape"):
        at.page.keyboard.press(key)
        rest(at.page)
    at.push(hint("discard s3"))
    at.push({"error": {"about": "act", "code": "action.stale", "rule": None, "facts": {}}})
    at.push({"news": [{"event": "pong", "seat": 1, "card": "s4"}]})
    rest(at.page)
    assert at.page.evaluate("window.moved") == []


def test_a_quad_is_announced_with_the_source_of_its_triple(show: Show) -> None:
    at = show("pz-others", "en")
    text = at.page.evaluate(
        """async () => {
          const { tell } = await import('/static/paohuzi/narrate.js');
          const pao = { event: 'pao', seat: 1, set: 'E4', cards: 'b7 b7 b7 b7' };
          return ['hand', 'table'].map((triple) => tell({ ...pao, triple }, { names: ['A', 'B', 'C'] }));
        }"""
    )
    assert [line.rsplit("(", 1)[1] for line in text] == ["three from the hand)", "three from the table)"]
