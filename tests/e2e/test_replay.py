"""The replay page in the real shell, the result sheet and the fairness panel: every way through, in every size."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import Route as Sent
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from paiju.core.reading import loads
from paiju.server.practice.replays import replay_json
from tests.e2e.checks import barriers, misfits, rest, show, tried
from tests.e2e.gallery.browser import Pages, serving
from tests.e2e.gallery.serve import WEB, Policy
from tests.e2e.gallery.serve import app as prepared
from tests.e2e.gallery.states_settle import STATES, record

SIZES = {"small": (320, 568), "phone": (390, 664), "low": (844, 390), "desk": (1280, 800)}
DEALS = {"baohuang": {"preset": "pagat-scored"}, "suited": {"preset": "moegirl"}, "paohuzi": {}}
RECORDS = {**DEALS, "void": {"preset": "pagat-scored", "abdication_full_circle": "redeal"}}
OUTSIDE = """(root) => {
  const bad = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [];
  for (const el of document.querySelectorAll(`${root} button, ${root} select, ${root} input, ${root} p, ${root} li, ${root} h1, ${root} h3`)) {
    const box = el.getBoundingClientRect();
    if (box.width > 1 && (box.left < -1 || box.right > innerWidth + 1)) bad.push(`${el.tagName}.${el.className} ${el.textContent.slice(0, 20)}`);
  }
  return bad;
}"""


WALK = """async () => {
  const seen = new Set();
  while (!document.querySelector('[data-testid="move+step"]').disabled) {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    await new Promise((done) => setTimeout(done));
    seen.add(document.querySelector(".replay").dataset.step);
  }
  return [...seen];
}"""


def shell_app() -> Starlette:
    """The client's own pages, with records of prepared deals behind them."""

    def page(request: Request) -> Response:
        return FileResponse(WEB / "index.html")

    def me(request: Request) -> Response:
        return JSONResponse({"name": "小红", "lang": "", "tables": [], "records": [], "limits": {}})

    def replay(request: Request) -> Response:
        name = request.path_params["record"]
        if name not in RECORDS:
            return JSONResponse({"error": {"code": "record.none", "facts": {}}}, 404)
        viewer = request.query_params["viewer"]
        document = record("paohuzi" if name == "paohuzi" else "baohuang", 0, **RECORDS[name])
        seat = None if viewer == "open" else int(viewer)
        return JSONResponse(replay_json(document, int(request.query_params["deal"]), seat, "en"))

    def document(request: Request) -> Response:
        name = request.path_params["record"]
        stored = record("paohuzi" if name == "paohuzi" else "baohuang", 0, **RECORDS[name])
        return Response(stored, media_type="application/json")

    routes = [
        Route("/api/me", me, methods=["GET", "POST"]),
        Route("/api/records/{record}", document),
        Route("/api/records/{record}/replay", replay),
        prepared().routes[-1],
        Route("/replay/{record}", page),
    ]
    return Starlette(routes=routes, middleware=[Middleware(Policy)])


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving(shell_app()) as served:
        yield served


@pytest.fixture
def page(pages: Pages) -> Iterator[Page]:
    opened = pages.open(locale="en")
    broken: list[str] = []

    def heard(error: object) -> None:
        broken.append(str(error))

    opened.on("pageerror", heard)
    yield opened
    opened.remove_listener("pageerror", heard)
    assert broken == []


def at(page: Page) -> int:
    return int(page.get_by_test_id("replay-page").get_attribute("data-step") or -1)


def begin(page: Page, address: str, name: str, query: str = "") -> None:
    page.goto(f"{address}/replay/{name}{query}")
    page.wait_for_selector(".replay .frame > *")


@tried("name", "paohuzi", long=["baohuang", "suited"])
def test_every_step_of_a_replay_can_be_displayed(page: Page, address: str, name: str) -> None:
    begin(page, address, name)
    last = int(page.get_by_test_id("replay-place").get_attribute("max") or 0)
    assert last > 10
    assert page.evaluate(WALK) == [str(step) for step in range(1, last + 1)]
    expect(page.get_by_test_id("move+step")).to_be_disabled()
    expect(page).to_have_url(re.compile(f"step={last}$"))


def test_a_signal_is_displayed_beside_its_play(page: Page, address: str) -> None:
    document = record("baohuang", 0, **DEALS["baohuang"])
    [(after, _, _)] = loads(document.encode()).deals[0].signals
    begin(page, address, "baohuang", f"?deal=1&viewer=open&step={after}")
    expect(page.locator(".owner .signal")).to_have_text("Zhan pai!")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".owner .signal")).to_have_count(0)


@tried("name, step", ("baohuang", 60), long=[("paohuzi", 20)])
@tried("lang", "fa", long=["en"])
def test_a_small_phone_displays_title_seats_and_message(
    pages: Pages, address: str, name: str, step: int, lang: str
) -> None:
    page = pages.open((320, 568), locale=lang)
    begin(page, address, name, f"?deal=1&viewer=open&step={step}")
    assert page.eval_on_selector(".replay-head h1", "(el) => el.scrollWidth <= el.clientWidth + 1")
    boxes = page.evaluate(
        """() => {
          const text = document.createRange();
          text.selectNodeContents(document.querySelector(".line-text"));
          const pods = [...document.querySelectorAll(".pod")].map((el) => el.getBoundingClientRect());
          return [text.getBoundingClientRect(), document.querySelector(".open-hands").getBoundingClientRect(), ...pods].map((box) => [box.left, box.top, box.right, box.bottom]);
        }"""
    )
    line, hands, *pods = boxes
    assert line[3] <= hands[1] + 1
    for left, top, right, bottom in pods:
        assert bottom <= hands[1] + 1
        assert not (left < line[2] - 1 and line[0] < right - 1 and top < line[3] - 1 and line[1] < bottom - 1)


def test_buttons_and_keys_lead_the_same_ways(page: Page, address: str) -> None:
    begin(page, address, "baohuang")
    page.get_by_test_id("move+corner").click()
    trick = at(page)
    assert trick > 1
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    assert at(page) == trick
    page.get_by_test_id("move-step").click()
    assert at(page) == trick - 1
    page.keyboard.press("PageUp")
    assert at(page) == 0
    page.keyboard.press("End")
    assert at(page) == int(page.get_by_test_id("replay-place").get_attribute("max") or 0)
    page.get_by_test_id("replay-place").fill("7")
    assert at(page) == 7


def test_a_replay_plays_by_itself_and_stops_at_the_end(page: Page, address: str) -> None:
    begin(page, address, "paohuzi")
    last = int(page.get_by_test_id("replay-place").get_attribute("max") or 0)
    page.get_by_test_id("replay-place").fill(str(last - 2))
    speed = page.get_by_test_id("replay-speed")
    speed.click()
    speed.click()
    expect(speed).to_have_text("4×")
    page.get_by_test_id("replay-play").click()
    expect(page.get_by_test_id("replay-page")).to_have_attribute("data-step", str(last))
    expect(page.get_by_test_id("replay-play")).to_have_attribute("aria-label", "Play")


def test_a_seat_sees_its_own_hand_alone(page: Page, address: str) -> None:
    begin(page, address, "baohuang", "?step=30")
    expect(page.locator(".open-hands li")).to_have_count(5)
    page.get_by_test_id("replay-viewer").select_option("2")
    expect(page.locator(".open-hands")).to_have_count(0)
    expect(page.get_by_test_id("hand")).to_be_visible()
    assert at(page) == 30
    expect(page).to_have_url(re.compile("viewer=2"))
    page.locator("h1").focus()
    page.keyboard.press("o")
    expect(page.locator(".open-hands li")).to_have_count(5)


OPENED = """() => [...document.querySelectorAll(".open-cards use, .pz-sets use")].map((use) => use.getAttribute("href").slice(1))"""


@tried("name", "paohuzi", long=["baohuang", "suited"])
def test_seats_keep_their_places_when_all_hands_are_opened(page: Page, address: str, name: str) -> None:
    begin(page, address, name, "?step=30&viewer=2")
    order = """() => [...document.querySelectorAll('[data-testid^="seat-"]')].map((seat) => seat.dataset.testid)"""
    before = page.evaluate(order)
    page.get_by_test_id("replay-viewer").select_option("open")
    expect(page.locator(".open-hands")).to_be_visible()
    assert page.evaluate(order) == before


def test_open_hands_are_real_cards(page: Page, address: str) -> None:
    """The suits for the eye are in them, the same as in the seat's own view."""
    begin(page, address, "baohuang", "?step=0")
    displayed = [card for card in page.evaluate(OPENED) if card[0] not in "bBrRL"]
    assert len(displayed) > 50
    assert all(card[1] in "shcd" for card in displayed)


def test_face_down_sets_are_visible_in_the_open_view(page: Page, address: str) -> None:
    """A set of its owner's that others see as backs names its card when everything is open."""
    begin(page, address, "paohuzi")
    places = int(page.get_by_test_id("replay-place").get_attribute("max") or 0)
    played = page.evaluate(
        """async () => (await (await fetch("/api/records/paohuzi/replay?deal=1&viewer=open&lang=en")).json()).steps"""
    )
    assert len(played) == places + 1
    assert all(
        card is not None
        for step in played
        for melds in step["view"]["melds"]
        for meld in melds
        for card in meld["cards"]
    )


def test_the_link_leads_to_the_same_moment(page: Page, address: str) -> None:
    begin(page, address, "paohuzi", "?viewer=1&step=9")
    page.get_by_test_id("replay-share").click()
    link = page.get_by_test_id("room-link").input_value()
    expect(page.get_by_test_id("download")).to_have_attribute("href", "/api/records/paohuzi?download")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector(".replay .frame > *")
    assert at(page) == 9
    expect(page.get_by_test_id("replay-viewer")).to_have_value("1")


def test_a_void_deal_is_displayed_to_its_end(page: Page, address: str) -> None:
    begin(page, address, "void", "?deal=1&viewer=open")
    page.get_by_test_id("replay-place").fill(page.get_by_test_id("replay-place").get_attribute("max") or "")
    expect(page.locator(".narration")).to_contain_text("void")
    page.get_by_test_id("replay-viewer").select_option("2")
    expect(page.get_by_test_id("hand")).to_be_visible()
    assert misfits(page) == []


def test_an_unknown_record_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/replay/none")
    expect(page.locator("#app")).to_contain_text("There is no such record")


@tried("name", "paohuzi", long=["baohuang", "suited"])
def test_the_replay_fits_the_screen(page: Page, address: str, name: str) -> None:
    begin(page, address, name, "?viewer=open&step=12")
    problems = {}
    for viewer in ("open", "1"):
        page.get_by_test_id("replay-viewer").select_option(viewer)
        expect(page.locator(".open-hands")).to_have_count(int(viewer == "open"))
        assert at(page) == 12
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            rest(page)
            problems[viewer, size] = page.evaluate(OUTSIDE, ".replay")
    assert not any(problems.values()), problems


@tried("name", "settle-hu", long=["settle-times", "settle-solo", "settle-over"])
def test_the_result_fits_and_is_accessible(page: Page, gallery: str, name: str) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    for lang, theme in (("zh", "light"), ("en", "light"), ("fa", "dark")):
        show(page, gallery, name, lang, theme)
        assert page.evaluate(OUTSIDE, "dialog") == [], lang
        text = page.get_by_test_id("settle").inner_text()
        assert "web." not in text
        assert "{" not in text
        assert not barriers(page), lang


@pytest.mark.long
def test_every_result_can_be_opened_and_closed(page: Page, gallery: str) -> None:
    sheet = page.get_by_test_id("settle")
    for name in STATES:
        show(page, gallery, name, "en", "")
        points = page.evaluate("[...document.querySelectorAll('.settle-points .amount')].length")
        assert points == (3 if "hu" in name or "drawn" in name else 5), name
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        page.get_by_test_id("settle-open").click()
        expect(sheet).to_be_visible()


def test_the_next_deal_is_asked_for(page: Page, gallery: str) -> None:
    page.goto(f"{gallery}/gallery/settle?lang=en")
    page.get_by_test_id("next-deal").click()
    assert page.evaluate("window.sent.at(-1)") == {"type": "ready", "on": True}
    page.goto(f"{gallery}/gallery/settle-over?lang=en")
    page.get_by_test_id("rematch").click()
    assert page.evaluate("window.sent.at(-1)") == {"type": "ask", "what": "rematch", "on": True}


def test_the_panel_proves_the_shuffle(page: Page, gallery: str) -> None:
    """A tick and a sentence first, the numbers behind them on demand."""
    page.goto(f"{gallery}/gallery/settle-hu?lang=en")
    page.get_by_test_id("fairness").click()
    verdict, deal = page.get_by_test_id("fairness-verdict"), page.get_by_test_id("fairness-deal")
    expect(verdict).to_have_attribute("data-ok", "true")
    expect(verdict).to_contain_text("Finished deals: 1.")
    expect(page.get_by_test_id("fairness-panel").locator("code:visible")).to_have_count(0)
    expect(deal).to_have_count(1)
    deal.locator("summary").click()
    expect(deal.locator("li[data-ok=true]")).to_have_count(3)
    expect(deal.locator(".settle-cards svg")).to_have_count(12)
    expect(deal.locator("code").first).to_be_visible()


def test_the_panel_finds_a_forged_secret(page: Page, gallery: str) -> None:
    def forge(route: Sent) -> None:
        links = route.fetch().json()
        links["deals"][0]["secret"] = "00" * 32
        route.fulfill(json=links)

    page.route("**/links", forge)
    page.goto(f"{gallery}/gallery/settle-hu?lang=en")
    page.get_by_test_id("fairness").click()
    expect(page.get_by_test_id("fairness-verdict")).to_have_attribute("data-ok", "false")
    expect(page.get_by_test_id("fairness-deal")).to_have_attribute("data-ok", "false")


def test_doubts_about_the_shuffle_cover_the_table_until_closed(page: Page, gallery: str) -> None:
    page.goto(f"{gallery}/gallery/settle-hu?lang=en")
    page.get_by_test_id("settle").wait_for()
    page.keyboard.press("Escape")
    page.evaluate("window.push({doubts: [{key: 'refused', deal: 2, seats: [1]}]})")
    band = page.get_by_test_id("doubts")
    expect(band).to_have_attribute("role", "status")
    page.evaluate(
        "window.push({doubts: [{key: 'refused', deal: 2, seats: [1]}, {key: 'commitment', deal: 3}]})"
    )
    expect(band).to_have_attribute("role", "alert")
    expect(band).to_contain_text("Deal 3: the server has exchanged")
    band.get_by_role("button", name="Details").click()
    expect(page.get_by_test_id("fairness-verdict")).to_have_attribute("data-ok", "false")
    expect(page.get_by_test_id("fairness-panel").get_by_test_id("doubt")).to_have_count(2)
    page.keyboard.press("Escape")
    band.get_by_role("button", name="Close").click()
    expect(band).to_have_count(0)


@tried("name", "paohuzi", long=["baohuang", "suited"])
def test_a_replay_has_its_shuffle_checked(page: Page, address: str, name: str) -> None:
    begin(page, address, name)
    page.get_by_test_id("replay-share").click()
    page.get_by_test_id("fairness").click()
    verdict = page.get_by_test_id("fairness-verdict")
    expect(verdict).to_contain_text("Finished deals: 1.")
    expect(verdict).to_have_attribute("data-ok", "true")
    page.get_by_test_id("fairness-how").locator("summary").click()
    expect(page.get_by_test_id("signature")).to_have_attribute("data-signed", re.compile("ok|unchecked"))


def test_bots_have_names_in_the_language(page: Page, address: str) -> None:
    def answer(route: Sent) -> None:
        document = replay_json(record("paohuzi", 0), 1, None, "en")
        route.fulfill(json={**document, "names": ["heuristic 1", "greedy 2", "heuristics"]})

    page.route("**/api/records/paohuzi/replay*", answer)
    begin(page, address, "paohuzi")
    assert page.locator(".open-name").all_inner_texts() == ["Bot 1", "Bot 2", "heuristics"]
