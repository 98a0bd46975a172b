"""Every prepared state of the tables in every size: nothing outside, nothing cut, targets large enough, axe content."""

from __future__ import annotations

import re
from itertools import islice, product

import pytest
from playwright.sync_api import Page

from tests.e2e import checks, slow
from tests.e2e.checks import tried
from tests.e2e.gallery.browser import Pages
from tests.e2e.gallery.serve import texts
from tests.e2e.gallery.states import STATES

SIZES = {
    "small": (320, 568),
    "phone": (390, 664),
    "low": (844, 390),
    "desk": (1280, 800),
    "least": (320, 460),
}
LOOK = """() => {
  const wrong = [];
  const seen = (el) => { const box = el.getBoundingClientRect(); return box.width > 1 && box.height > 1 && getComputedStyle(el).visibility !== "hidden"; };
  const name = (el) => `${el.tagName}.${el.className} «${(el.textContent ?? "").trim().slice(0, 30)}»`;
  const hidden = (el) => el.closest(".visually-hidden, .skip-link, .panel:not([data-open=true]), .log, .feed, .panel-tabs, .phrases, .settle, dialog:not([open])"); // the result scrolls, and is looked at where it has its own tests
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
  for (const el of document.querySelectorAll("#table button, #table [role=button], #table p, #table h2, #table .pod, #table .do-text, #table .held")) {
    if (hidden(el) || !seen(el)) continue;
    const box = el.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < -7) wrong.push(`outside: ${name(el)}`);
  }
  for (const el of document.querySelectorAll("#table .do-text, #table .pass span, #table .choice > span, #table .line-text, #table .ask p, #table .ask h2, #table .owner, #table .pod-count, #table .pod-title")) {
    if (hidden(el) || !seen(el)) continue;
    if (el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== "inline") wrong.push(`cut: ${name(el)}`);
    if (el.scrollHeight > el.clientHeight + 2 && getComputedStyle(el).overflowY === "hidden") wrong.push(`cut below: ${name(el)}`);
  }
  for (const el of document.querySelectorAll("#table .actions button, #table .ask button, #table .auto-band button, #table .bar button, #table .corner button")) {
    const box = el.getBoundingClientRect();
    if (seen(el) && !hidden(el) && (box.height < 43.5 && !el.closest(".bar") || box.height < 39.5 || box.width < 43.5)) wrong.push(`small: ${name(el)} ${box.width}×${box.height}`);
  }
  return wrong;
}"""


@pytest.fixture
def page(pages: Pages) -> Page:
    return pages.open()


def show(page: Page, gallery: str, name: str, lang: str, size: str, theme: str = "dark") -> None:
    """The state on the screen, at rest."""
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    checks.show(page, gallery, name, lang, theme)


WHOLE = [
    (name, size, lang)
    for name in STATES
    if name != "loading"
    for size in SIZES
    for lang in ("zh", "en", "fa")
]
# A third of all pages, each state in every size and each size in every language.
SOME = [page for at, page in enumerate(WHOLE) if (at % 15 // 3 + at // 15) % 3 == at % 3]


QUICK = {"low"}  # the other sizes wait for `make test-long`


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=() if size in QUICK else pytest.mark.long) for size in SIZES]
)
def test_nothing_is_outside_the_screen_or_cut_off(page: Page, gallery: str, size: str) -> None:
    problems = {}
    for name, at, lang in SOME:
        if at == size:
            show(page, gallery, name, lang, size)
            if found := page.evaluate(LOOK):
                problems[name, lang] = found
    assert not problems


@tried(
    "name, theme",
    ("follow", "dark"),
    ("call", "light"),
    long=[
        ("follow", "light"),
        ("call", "dark"),
        *product(("crown", "auto", "suited", "watching"), ("light", "dark")),
    ],
)
def test_axe_finds_nothing_serious(page: Page, gallery: str, name: str, theme: str) -> None:
    show(page, gallery, name, "fa" if theme == "dark" else "en", "phone", theme)
    assert checks.barriers(page) == []


def test_a_barrier_is_seen_by_the_check_itself(page: Page) -> None:
    page.set_content("<html lang=en><title>t</title><main><h1>t</h1><button></button></main></html>")
    assert [found.partition(":")[0] for found in checks.barriers(page)] == ["button-name"]


def test_nothing_moves_during_a_turn(pages: Pages, gallery: str) -> None:
    """Selecting, hints, reasons and the others' news leave everything else where it is."""
    page = pages.open(motion="no-preference")
    show(page, gallery, "follow", "en", "phone")
    page.evaluate(
        """() => {
          let shift = 0;
          const add = (entries) => entries.forEach((entry) => { shift += entry.value; });
          const watcher = new PerformanceObserver((list) => add(list.getEntries()));
          watcher.observe({ type: "layout-shift" });
          window.shifted = () => { add(watcher.takeRecords()); return shift; };
        }"""
    )
    for key in ("7", "k", "a", "Shift+KeyA", "h", "Escape"):
        page.keyboard.press(key)
        checks.rest(page)
    page.evaluate(
        "push({ error: { about: 'ask', code: 'action.illegal', rule: 'BH A11', facts: { action: 'play', why: 'count' } } })"
    )
    checks.rest(page)
    assert page.evaluate("shifted()") == 0


def test_the_message_about_a_late_play_outlasts_a_refused_selection(page: Page, gallery: str) -> None:
    show(page, gallery, "follow", "en", "phone")
    page.evaluate(
        "push({ error: { about: 'act', code: 'prompt.stale', facts: {}, sent: { action: 'play 6 6' } } })"
    )
    line = page.locator(".refusal")
    line.wait_for()
    late = line.inner_text()
    page.evaluate(
        "push({ error: { about: 'ask', code: 'action.illegal', rule: 'BH A11', facts: { action: 'play', why: 'count' } } })"
    )
    checks.rest(page)
    assert line.inner_text() == late


# One call says and measures: a bubble goes by itself, and a slow machine may be away for longer than it lasts.
BUBBLE = """async (seat) => {
  const line = { type: "said", seat, name: "x", text: "never over the cards ".repeat(12) };
  const bubble = () => document.querySelector(`[data-testid=seat-${seat}] .bubble`);
  for (let tries = 0; tries < 600 && !bubble(); tries++) {
    push({ said: { ...line, seq: Math.random() } });
    await new Promise((done) => setTimeout(done, 100));
  }
  const box = bubble().getBoundingClientRect();
  const text = bubble().querySelector("bdi");
  const rows = text.clientHeight / parseFloat(getComputedStyle(text).lineHeight);
  const over = [...document.querySelectorAll(".fan-card, .pz-open[data-open=true], .actions, .pz-actions, .held, .pz-card")].filter((el) => {
    const other = el.getBoundingClientRect();
    return other.left < box.right - 1 && box.left < other.right - 1 && other.top < box.bottom - 1 && box.top < other.bottom - 1;
  });
  const outside = box.left < 0 || box.right > innerWidth || box.top < 0;
  return [Math.round(rows) <= 3, over.map((el) => el.className), outside && [box.left, box.top, box.right]];
}"""


@tried("name", "follow", long=["pz-eat-1"])
def test_a_long_line_of_talk_leaves_the_cards_free(page: Page, gallery: str, name: str) -> None:
    """Three rows at most, and never over the cards on the table, the hand or the actions."""
    for size in ("small", "low", "desk"):
        show(page, gallery, name, "en", size)
        for seat in range(5 if name == "follow" else 3):
            assert page.evaluate(BUBBLE, seat) == [True, [], False], (size, seat)


# The smallest gap between the large cards of `number` on the table and the answers of others, all of whom have answered.
GAP = """async ([number, own]) => {
  const state = await (await fetch("/gallery/follow.json")).json();
  const { view } = state;
  const [me, , third, fourth, last] = view.order;
  const laid = (seat, cards) => ({ ...view.trick.at(-1), seat, verb: cards.length ? "play" : "pass", cards, faces: undefined });
  const cards = (rank) => Array(number).fill(rank);
  const trick = [...(own ? [laid(me, [])] : []), laid(third, cards("9")), laid(fourth, cards("T")), laid(last, cards("K"))];
  const top = { ...view.top, seat: last, cards: cards("K"), faces: undefined };
  push({ ...state, prompt: null, view: { ...view, trick, top }, whole: true });
  const all = (what) => [...document.querySelectorAll(what)].map((el) => el.getBoundingClientRect());
  for (let frames = 0; frames < 8; frames++) await new Promise(requestAnimationFrame);
  const large = all(".top .fan-card"), small = all(".pod-last .fan-card, .own-last");
  const gaps = large.flatMap((a) => small.map((b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom)));
  return [large.length, small.length, Math.min(...gaps)];
}"""


@tried("own", False, long=[True])
def test_large_cards_keep_off_the_answers_around_them(page: Page, gallery: str, own: bool) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{gallery}/gallery/follow?lang=zh")
    page.locator(".pod-last").first.wait_for()
    for width, height in (
        (600, 700),
        (700, 900),
        (768, 1024),
        (1024, 768),
        (1280, 720),
        (1440, 900),
        (1920, 1080),
    ):
        page.set_viewport_size({"width": width, "height": height})
        for number in range(1, 5):
            large, small, gap = page.evaluate(GAP, [number, own])
            assert (large, small) == (number, 3 * number + own)
            assert gap >= 4, (width, height, number)


@pytest.mark.parametrize("folded", [False, True], ids=["panel", "folded"])
@pytest.mark.parametrize("name", ["ended", "ended-none"])
def test_the_result_of_a_match_is_centered(page: Page, gallery: str, name: str, folded: bool) -> None:
    """Beside the panel, at either game's table."""
    show(page, gallery, name, "en", "desk")
    if folded:
        page.locator(".panel-fold").click()
        checks.rest(page)
    box, panel = page.locator(".ended").bounding_box(), page.locator(".panel").bounding_box()
    assert box is not None
    assert panel is not None
    assert abs(box["x"] + box["width"] / 2 - panel["x"] / 2) < 8
    assert box["x"] + box["width"] < panel["x"]


def test_the_menu_closes_with_a_pause(page: Page, gallery: str) -> None:
    show(page, gallery, "follow", "en", "phone")
    page.evaluate(
        "fetch('/gallery/follow.json').then((r) => r.json()).then(({ room }) => push({ room: { ...room, you: { ...room.you, host: true } } }))"
    )
    page.get_by_test_id("menu").click()
    page.get_by_role("button", name="Pause the clocks").click()
    page.get_by_test_id("menu-sheet").wait_for(state="detached")
    assert page.evaluate("sent.at(-1)") == {"type": "host", "what": "pause", "on": True}


def test_a_paused_table_says_so_and_shows_no_time(page: Page, gallery: str) -> None:
    show(page, gallery, "paused", "fa", "small")
    assert page.locator(".clock").inner_text() == ""
    for part in (".bar-deal", ".line-text"):
        assert page.eval_on_selector(
            part, "(el) => el.scrollWidth <= el.clientWidth + 1 && el.scrollHeight <= el.clientHeight + 2"
        ), part


# One call deals and looks: cards come for a second or two, and a slow machine may be away for longer.
DEALT = """async () => {
  push({ news: [{ event: "dealt", seats: [0, 1, 2], dealer: 0, card: "s1", count: 168, first_drawer: 0 }] });
  await null;
  return document.querySelector("[data-testid=hand]").dataset.dealing;
}"""


@pytest.mark.parametrize("game", ["follow", "pz-discard"])
def test_a_new_deal_shows_its_cards_one_by_one_until_touched(pages: Pages, gallery: str, game: str) -> None:
    page = pages.open(motion="no-preference")
    show(page, gallery, game, "en", "phone")
    hand = page.get_by_test_id("hand")
    assert hand.get_attribute("data-dealing") == "false"
    assert page.evaluate(DEALT) == "true"
    page.locator(".held-front, .pz-card:not(.pz-locked)").last.click()
    assert hand.get_attribute("data-dealing") == "false"
    assert page.locator("[data-testid=card][data-selected=true]").count() > 0
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(DEALT) == "false"


# What moves in the frames after a step, the clock apart; then what is there to be read and seen.
STILL = """async (state) => {
  push({ ...state, whole: true });
  const moving = new Set();
  for (const end = performance.now() + 500; performance.now() < end; ) {
    await new Promise(requestAnimationFrame);
    for (const { playState, effect } of document.getAnimations())
      if (playState === "running" && effect.getTiming().duration > 1 && !effect.target.closest(".timebar"))
        moving.add(`${effect.target.className} ${effect.getKeyframes().map((frame) => Object.keys(frame).slice(4)).join()}`);
  }
  return [...moving];
}"""
_SHOWN = """() => [...document.querySelectorAll(".hand [data-card], .pz-card, .pod, .felt, .pz-middle, .actions, .pz-actions, .log li")].map(
  (el) => [el.dataset.card, el.dataset.count, el.dataset.role, el.querySelectorAll("svg use").length, el.innerText])"""


@tried("game, count", ("paohuzi", 6), long=[("baohuang", 14), ("paohuzi", 14)])
def test_without_motion_nothing_moves_and_nothing_is_missing(
    pages: Pages, gallery: str, game: str, count: int
) -> None:
    """A deal step by step: no animation runs but the clock's, and in the end there stands what stands with motion."""
    steps = list(islice(slow.baohuang() if game == "baohuang" else slow.paohuzi(), count))
    still, moves = [pages.open((1440, 900), motion=motion) for motion in ("reduce", "no-preference")]
    for page in (still, moves):
        checks.show(page, gallery, "follow" if game == "baohuang" else "pz-discard", "zh")
        moving = {name: found for name, state in steps if (found := page.evaluate(STILL, state))}
        assert bool(moving) == (page is moves), moving
    for _ in range(600):
        displayed, seen = still.evaluate(_SHOWN), moves.evaluate(_SHOWN)
        if displayed == seen:
            break
        still.wait_for_timeout(100)  # the longest moment, the calmest line of the log
    assert len(displayed) > 20
    assert displayed == seen


def test_texts_have_the_same_keys_and_holes() -> None:
    loaded = {lang: texts(lang) for lang in ("zh", "en", "fa")}
    mine = {
        key for key in loaded["zh"] if key.startswith(("web.table", "web.baohuang", "web.phrase", "web.keys"))
    }
    for lang, known in loaded.items():
        assert mine == {
            key for key in known if key.startswith(("web.table", "web.baohuang", "web.phrase", "web.keys"))
        }, lang
        for key in mine:
            assert set(re.findall(r"\{\w+\}", known[key])) <= set(
                re.findall(r"\{\w+\}", loaded["zh"][key])
            ) | {"{count}", "{selected}"}, key


_NUMBERS = """async ([lang, numbers]) => {
  const { num, signed, useTexts } = await import("/static/texts.js");
  useTexts(lang, {});
  const how = { useGrouping: false, maximumFractionDigits: 1 };
  const plain = new Intl.NumberFormat(lang, how);
  const withSign = new Intl.NumberFormat(lang, { ...how, signDisplay: "exceptZero" });
  return numbers.flatMap((n) => [[num(n), plain.format(n)], [signed(n), withSign.format(n)]]).filter(([a, b]) => a !== b);
}"""


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
def test_numbers_are_written_as_the_browser_writes_them(page: Page, gallery: str, lang: str) -> None:
    page.goto(f"{gallery}/gallery/loading?lang={lang}")
    assert page.evaluate(_NUMBERS, [lang, [0, 1, -1, 12, 0.5, -0.25, 2.35, 99.95, 1234567, -98765]]) == []


@pytest.mark.parametrize(
    ("cover", "found"),
    [
        ("", True),
        ("background: rgb(0 0 0)", False),
        ("opacity: 0", False),
        ("inset-block-start: 60px", False),
    ],
)
def test_texts_over_each_other_are_seen_by_the_check_itself(pages, cover, found):
    page = pages.open((390, 664))
    page.set_content(
        f'<p style="position: absolute; inset: 10px auto auto 10px; inline-size: 200px">one text</p>'
        f'<p style="position: absolute; inset: 14px auto auto 12px; inline-size: 200px; {cover}">another text</p>'
    )
    assert any(wrong.startswith("over each other") for wrong in checks.misfits(page)) is found


@pytest.mark.parametrize(
    ("cover", "found"), [("background: rgb(0 0 0)", True), ("", False), ("inset-block-start: 90px", False)]
)
def test_texts_under_something_are_seen_below_all_that_lets_them_through(pages, cover, found):
    """Whatever has no box of its own, and whatever lies over the whole page and shows nothing."""
    page = pages.open((390, 664))
    page.set_content(
        f'<div style="display: contents"><p style="block-size: 40px">a text</p></div>'
        f'<i style="position: absolute; inset: 0 0 auto; block-size: 60px; {cover}"></i><b style="position: fixed; inset: 0; pointer-events: none"></b>'
    )
    assert any(wrong.startswith("under") for wrong in checks.misfits(page)) is found
