"""Without a mouse, from right to left, without motion: a deal each, and axe on every page on the way."""

from __future__ import annotations

import time

import pytest

from tests.e2e.checks import barriers, misfits, puzzle_pages, rest
from tests.e2e.company import close_sheet
from tests.e2e.player import Player, play, settled
from tests.e2e.profiles import PATIENCE_S
from tests.e2e.records import Ear

pytestmark = pytest.mark.long
FOCUS = """() => {
  const at = document.activeElement;
  return { hook: at?.dataset?.testid ?? "", action: at?.dataset?.action ?? "", tag: at?.tagName ?? "" };
}"""

# Words of the log that do not stand at the start side of the word after them.
ORDER = """() => [...document.querySelectorAll('[data-testid="log"] li')].flatMap((line) => {
  const text = line.firstChild;
  const words = [...text.data.matchAll(/[\\u0600-\\u06ff\\u200c]+/g)].map((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return { word: word[0], box: range.getBoundingClientRect() };
  });
  return words.slice(1).flatMap(({ word, box }, i) => {
    const before = words[i];
    return before.box.top === box.top && before.box.right < box.right ? [`${line.textContent}: ${before.word} after ${word}`] : [];
  });
})"""


def tab_to(player: Player, hook: str, *, most: int = 80) -> None:
    """Press Tab until the focus is on a hook.

    Raises:
        AssertionError: it does not come there.
    """
    passed = []
    for _ in range(most):
        at = player.page.evaluate(FOCUS)
        if at["hook"] == hook:
            return
        passed.append(at["hook"] or at["tag"])
        player.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {hook}: {passed}")


def key_step(player: Player) -> bool:
    """Answer the question with keys alone; whether there was anything to answer."""
    look, press = player.look(), player.page.keyboard.press
    if look["settle"]:
        return False
    if look["choices"] and look["asked"]:
        tab_to(player, "choice")
        press("Enter")
    elif look["do"] or look["fill"]:
        press("Enter")
    elif look["hint"] and look["pass"] and look["choices"]:
        press(" ")
    elif look["hint"]:
        press("h")
        end = time.monotonic() + 4
        while (
            not (now := player.look())["do"]
            and not now["fill"]
            and time.monotonic() < end
            and now["line"] == look["line"]
        ):
            player.page.wait_for_timeout(20)
        press("Enter" if now["do"] or now["fill"] else " ")
    else:
        return False
    return True


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_deal_with_keys_alone(join, game):
    """From home to the next deal without a pointer."""
    player = join("Tom", lang="en")
    ear = Ear(player)
    player.home()
    tab_to(player, f"play-{game}")
    player.page.keyboard.press("Enter")
    player.hook("hand").wait_for()
    end, steps = time.monotonic() + 4 * PATIENCE_S, 0
    while not player.look()["settle"]:
        assert time.monotonic() < end, player.look()
        if key_step(player):
            steps += 1
        else:
            player.page.wait_for_timeout(25)
    assert steps > 3
    deal = ear.view["deal"]
    if player.hook("next-deal").count():
        tab_to(player, "next-deal")
        player.page.keyboard.press("Enter")
        player.wait(
            lambda look: ear.view["deal"] == deal + 1 and look["cards"] and not look["settle"],
            "the next deal",
        )


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_persian_from_right_to_left(join, game):
    """The page runs from right to left, the table itself is not mirrored, nothing sticks out."""
    player = join("مریم", lang="fa", viewport={"width": 360, "height": 640})
    player.home()
    assert player.page.locator("html").get_attribute("dir") == "rtl"
    rest(player.page)
    assert not misfits(player.page)
    player.hook(f"play-{game}").click()
    player.hook("hand").wait_for()
    assert player.hook("hand").get_attribute("dir") == "ltr"
    player.wait(lambda look: look["choices"] or look["hint"] or look["settle"], "a question")
    rest(player.page)
    assert not barriers(player.page)
    play([player], settled(player))
    rest(player.page)
    assert not barriers(player.page)
    assert not misfits(player.page)
    player.page.set_viewport_size({"width": 1280, "height": 800})
    assert player.hook("log").locator("li").count() > 5
    assert not player.page.evaluate(ORDER)


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_motion_never_blocks(join, motion):
    """With and without motion a deal runs through; without it no animation moves anything."""
    player = join("Ann", lang="en", reduced_motion=motion)
    player.page.add_init_script(
        """(() => {
          window.moving = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            if (!this.closest?.(".timebar")) window.moving.push(JSON.stringify(frames).slice(0, 120));
            return animate.call(this, frames, timing);
          };
        })()"""
    )
    player.home()
    player.hook("play-paohuzi").click()
    player.hook("hand").wait_for()
    play([player], settled(player))
    if motion == "reduce":
        assert not player.page.evaluate("window.moving")


def test_axe_on_every_page(join):
    """Home, room, options, both tables with their sheets, result, fairness, replay, rules, about, the days, lessons, puzzles, own games: nothing serious."""
    found: dict[str, list[str]] = {}
    player = join("Tom", lang="en")

    def look(name: str) -> None:
        rest(player.page)
        if wrong := barriers(player.page):
            found[name] = wrong

    player.home()
    look("home")
    for game in ("baohuang", "paohuzi"):
        player.open_room(game)
        look(f"room {game}")
        player.hook("change-rules").click()
        for part in ("presets", "questions", "all"):
            player.hook(f"part-{part}").click()
            look(f"{part} {game}")
        close_sheet(player, "rule-sheet")
        player.hook("room-settings").click()
        look(f"settings {game}")
        player.home()
        player.hook(f"play-{game}").click()
        player.hook("hand").wait_for()
        player.wait(lambda look: look["choices"] or look["hint"], "a question")
        look(f"table {game}")
        for sheet in ("menu", "say", "score-sheet"):
            player.hook(sheet).first.click()
            player.page.locator("dialog[open]").wait_for()
            look(f"{sheet} {game}")
            player.page.keyboard.press("Escape")
            player.page.locator("dialog[open]").wait_for(state="hidden")
        play([player], settled(player))
        look(f"settle {game}")
        player.hook("fairness").last.click()
        player.hook("fairness-deal").first.locator("summary").click()
        look(f"fairness {game}")
        player.page.keyboard.press("Escape")
        player.hook("replay").click()
        player.hook("replay-page").wait_for()
        look(f"replay {game}")
        player.page.goto(f"{player.url}/rules/{game}")
        player.page.locator("h1").wait_for()
        look(f"rules {game}")
        player.home()
    player.page.goto(f"{player.url}/about")
    player.page.locator("h1").wait_for()
    look("about")
    for page in ("today", "learn", "puzzles", "games", "programs", *puzzle_pages()):
        player.page.goto(f"{player.url}/{page}")
        player.page.locator("h1").wait_for()
        player.page.locator("[aria-busy=true]").first.wait_for(state="detached")
        look(page)
    assert not found
