"""The playground in a browser: Python there says what Python here says, asks nobody else, and is read in three languages."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

import paiju
from paiju.locales import Texts, leaflet
from tests.e2e.checks import barriers
from tests.e2e.gallery.browser import serving
from tests.e2e.profiles import patient
from tests.e2e.serving import ROOT
from tools.site import playground

pytestmark = pytest.mark.long
POSITION = (
    "paohuzi akagiri; turn 1 drawn s5; hands s1 s1 s2 s3 s4 s7 s9 s9 b2 b7 b10 b10 b5 b1 b1 b3 b4 / "
    "s4 s6 s8 s8 s8 s9 b2 b8 b8 b3 b4 b5 b7 b7 / s1 s1 s2 s3 s3 s4 s5 s5 s6 s6 s7 s10 b1 b1 b4 b4 b7 b8 s9 s10; "
    "table U3 b6 / E3 b9, s2-s7-s10 / -; piles s8! b3 / - / b3!; stock ? b8"
)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the playground is served, as the site has it."""
    made = ["make", "--silent", "tools/site/npm/node_modules/.made"]
    if subprocess.run(made, cwd=ROOT, check=False, capture_output=True).returncode:
        pytest.skip("npm, or its package registry, cannot be reached: the playground")
    playground.build()
    site = tmp_path_factory.mktemp("site")
    for name, content in playground.pieces():
        file = site / "playground" / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
    style = site / "assets" / "cards.css"
    style.parent.mkdir()
    style.write_bytes((ROOT / "tools" / "site" / "assets" / "cards.css").read_bytes())
    with serving(Starlette(routes=[Mount("/", StaticFiles(directory=site, html=True))])) as served:
        yield served


@pytest.fixture(scope="module")
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The playground, ready, on a phone; nothing went wrong, and it loaded nothing from elsewhere."""
    context = patient(browser, viewport={"width": 390, "height": 844})
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    context.on(
        "request", lambda sent: None if sent.url.startswith((address, "data:")) else wrong.append(sent.url)
    )
    page.goto(f"{address}/playground/?lang=en")
    expect(page.locator("body")).to_have_attribute("data-ready", "true", timeout=120_000)
    yield page
    context.close()
    assert not wrong


def test_a_hand_is_judged(page: Page) -> None:
    """PZ cases 3 and 6."""
    page.fill("#hand [name=card]", "b5")
    page.press("#hand [name=card]", "Enter")
    answer = page.locator("#hand .answer")
    expect(answer).to_contain_text(Texts("en").t("hand.wins", final=2))
    page.fill("#hand [name=hand]", "U3 b6, E3 b9, E3 s9, E3 s5, s1-s2-s3 | s6 s7 s8 b3 b4")
    page.press("#hand [name=hand]", "Enter")
    expect(answer).to_contain_text(Texts("en").t("hand.short", hu=14))


def test_a_position_is_set_up_and_an_action_is_refused_with_its_rule_or_done(page: Page) -> None:
    page.click("#tab-deal")
    page.fill("#deal textarea", POSITION)
    page.click("#deal form[data-verb=position] button")
    expect(page.locator("#actions button")).to_have_count(4)
    page.fill("#deal [name=seat]", "2")
    page.fill("#deal [name=action]", "eat s3-s4-s5")
    page.press("#deal [name=action]", "Enter")
    game, state, _ = paiju.position(POSITION, random.Random(1))
    with pytest.raises(paiju.RuleError) as refused:
        game.apply(state, 2, "eat s3-s4-s5")
    expect(page.locator("#deal .error")).to_contain_text(refused.value.rule)
    page.locator("#actions button", has_text="Pong").click()
    expect(page.locator("#deal .seat.asked")).to_have_count(1)
    expect(page.locator("#deal .error")).to_be_empty()
    page.click("#back")
    expect(page.locator("#actions button")).to_have_count(4)


def test_a_record_is_played_to_its_end(page: Page, rng: random.Random, tmp_path: Path) -> None:
    game = paiju.load("baohuang")
    options = game.options({"preset": "pagat"})
    recorder = paiju.Recorder(game, options, ["Ann", "<b>Ben</b>", "Cem", "Dora", "Eve"])
    state = recorder.begin(rng.randbytes(32), [b""] * 5, None)[-1].state
    while actors := game.actors(state):
        action = rng.choice(list(game.legal_actions(state, actors[0])))
        state = recorder.act(state, actors[0], action)[-1].state
    file = tmp_path / "record.json"
    file.write_text(paiju.dumps(recorder.record), "utf-8")
    page.click("#tab-record")
    page.set_input_files("#record [name=file]", file)
    steps = len(recorder.record.deals[0].actions) + 1
    expect(page.locator("#record .at")).to_have_text(f"Step 1 of {steps}")
    expect(page.locator("#record .seat").nth(1)).to_contain_text("<b>Ben</b>")
    page.click("[data-go=end]")
    points = " ".join(f"{value:+d}".replace("-", "−") if value else "0" for value in game.returns(state))
    expect(page.locator("#record .middle")).to_contain_text(points)


def test_rules_are_compared_in_persian_from_right_to_left_by_the_keyboard_alone(page: Page) -> None:
    page.focus("#tab-record")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#rules")).to_be_visible()
    page.click("[data-lang=fa]")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    page.select_option("#rules [name=game]", "paohuzi")
    page.select_option("#rules [name=other]", "chenzhou")
    page.press("#rules button.main", "Enter")
    load = paiju.load("paohuzi").options
    found = leaflet.contrasts(load({}), load({"preset": "chenzhou"}), Texts("fa"))
    expect(page.locator("#rules section")).to_have_count(len(found))
    for place in ("hand", "deal", "record", "rules"):
        page.click(f"#tab-{place}")
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, place
        assert barriers(page) == [], place
