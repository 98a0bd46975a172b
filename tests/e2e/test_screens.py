"""Pictures of every page and state in three languages, four sizes, light, dark and with large text, in `build/screens`, each of them checked.

`PAIJU_SCREENS=phone,desk` takes those of some sizes only.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.e2e.checks import SIZES, barriers, misfits, puzzle_pages, rest, standing, tried, turn_to
from tests.e2e.company import close_sheet, known, menu, word
from tests.e2e.conftest import BUILD
from tests.e2e.gallery.serve import states
from tests.e2e.player import Player, play, settled
from tests.e2e.test_series import play as play_out
from tests.e2e.zoom import enlarged

SCREENS = BUILD / "screens"
WANTED = tuple(filter(None, os.environ.get("PAIJU_SCREENS", "").split(","))) or tuple(SIZES)
LANGS = ("zh", "en", "fa")
THEMES = ("light", "dark")
ENLARGED = ("phone", "desk")
_DRESS = "theme => { document.documentElement.dataset.theme = theme; }"


class Album:
    """Takes pictures of a page in every size and theme, and notes what is wrong with it."""

    def __init__(
        self, page: Page, lang: str, sizes: tuple[str, ...] = WANTED, themes: tuple[str, ...] = THEMES
    ) -> None:
        self.page = page
        self.lang = lang
        self.sizes = sizes
        self.themes = themes
        self.wrong: dict[str, list[str]] = {}
        self._taken = 0

    def take(self, name: str) -> None:
        """All pictures of what the page shows now; axe looks at one size, another one each time."""
        folder = SCREENS / self.lang
        folder.mkdir(parents=True, exist_ok=True)
        for at, size in enumerate(self.sizes):
            width, height = SIZES[size]
            self.page.set_viewport_size({"width": width, "height": height})
            for theme in self.themes:
                self.page.evaluate(_DRESS, theme)
                rest(self.page)
                self.page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
                if at == self._taken % len(self.sizes):
                    self._note(f"{name} {size} {theme}", barriers(self.page))
            self._note(f"{name} {size}", misfits(self.page))
            if size in ENLARGED:
                self._enlarge(name, size, folder)
        self._taken += 1

    def _enlarge(self, name: str, size: str, folder: Path) -> None:
        """One picture with text twice as large, where that is requested."""
        with enlarged(self.page):
            self.page.screenshot(path=folder / f"{name}-{size}-large.png")
            self._note(f"{name} {size} large", misfits(self.page))

    def _note(self, place: str, found: list[str]) -> None:
        if found:
            self.wrong.setdefault(place, []).extend(found)

    def close(self, name: str) -> None:
        """Keep what is wrong beside the pictures.

        Raises:
            AssertionError: if anything is.
        """
        text = json.dumps(self.wrong, ensure_ascii=False, indent=1)
        (SCREENS / f"{name}-{self.lang}.json").write_text(text, encoding="utf-8")
        assert not self.wrong, text


def hang(album: Album, address: str, names: list[str]) -> None:
    """Pictures of prepared states."""
    for name in names:
        turn_to(album.page, address, name, album.lang)
        album.page.wait_for_function("() => window.ready")
        standing(album.page, name)
        album.take(name)


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGS)
def test_every_state_of_the_tables(join, gallery, lang):
    player = join(lang, url=gallery, lang=lang)
    album = Album(player.page, lang)
    hang(album, gallery, list(states()))
    album.close("states")


@tried("size, lang", ("small", "fa"), long=[("phone", "zh"), ("low", "en"), ("desk", "zh")])
def test_some_states_of_the_tables(pages, gallery, size, lang):
    """One language for each size: what most turns look like."""
    album = Album(pages.open(), lang, (size,), ("dark" if size in ("phone", "low") else "light",))
    hang(album, gallery, ["follow", "call", "pz-discard", "pz-pong-eat", "settle"])
    album.close(f"some-{size}")


def rooms(album: Album, player: Player) -> None:
    """A room with its sheets, for each game."""
    for game in ("baohuang", "paohuzi"):
        player.home()
        player.open_room(game)
        player.until("!document.querySelector('[data-testid=change-rules]').disabled")
        album.take(f"room-{game}")
        player.hook("change-rules").click()
        for part in ("presets", "questions", "all"):
            player.hook(f"part-{part}").click()
            album.take(f"{part}-{game}")
        close_sheet(player, "rule-sheet")
        player.hook("read-rules").click()
        player.page.locator("dialog[open] [id]").first.wait_for()
        album.take(f"leaflet-{game}")
        player.page.keyboard.press("Escape")
        player.hook("room-settings").click()
        album.take(f"room-settings-{game}")
        close_sheet(player, "room-settings-sheet")
        player.hook("fill-bots").click()
        player.hook("more-1").wait_for()
        player.hook("more-1").click()
        album.take(f"seat-{game}")


def tables(album: Album, player: Player) -> None:
    """A table against bots with its sheets, its result, the proof of its shuffle, its replay."""
    page = player.page
    for game in ("baohuang", "paohuzi"):
        player.home()
        player.hook(f"play-{game}").click()
        player.hook("hand").wait_for()
        player.wait(lambda look: look["choices"] or look["hint"], "a question")
        album.take(f"live-{game}")
        for key in ("rules", "scores", "fairness", "keys", "move"):
            menu(player, f"web.table.{key}")
            page.locator("dialog[open]").last.wait_for()
            page.wait_for_load_state("networkidle")
            album.take(f"{key}-{game}")
            page.keyboard.press("Escape")
            page.locator("dialog[open]").wait_for(state="hidden")
        player.hook("menu").click()
        album.take(f"menu-{game}")
        page.keyboard.press("Escape")
        play([player], lambda: page.locator(".ask").count() == 0)  # nothing can be said over a question
        player.hook("say").click()
        album.take(f"say-{game}")
        player.hook("say-sheet").get_by_role(
            "button", name=word(player, "web.table.chat"), exact=True
        ).click()
        page.locator(".chat-form").wait_for()
        album.take(f"chat-{game}")
        page.keyboard.press("Escape")
        play_out(player, settled(player))
        album.take(f"result-{game}")
        player.hook("fairness").last.click()
        player.hook("fairness-deal").first.locator("summary").click()
        album.take(f"proof-{game}")
        page.keyboard.press("Escape")
        player.hook("replay").click()
        player.hook("replay-page").wait_for()
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        album.take(f"replay-{game}")
        player.hook("replay-viewer").select_option("0")
        page.wait_for_load_state("networkidle")
        album.take(f"replay-seat-{game}")


def others(album: Album, player: Player) -> None:
    """Home with what was played, its dialogs, rules, about, and the pages of what is not there."""
    page = player.page
    player.home()
    page.locator(".past").first.wait_for()
    album.take("home-again")
    page.get_by_role("button", name=word(player, "web.settings"), exact=True).click()
    album.take("settings")
    page.get_by_role("button", name=word(player, "web.move.title")).click()
    album.take("take-over")
    for name in (
        "rules/baohuang",
        "rules/paohuzi",
        "about",
        "nowhere",
        "table/none",
        "join/none",
        "replay/none",
        "move/none",
    ):
        with player.outage():
            player.wanted.append("404")
            page.goto(f"{player.url}/{name}")
            page.locator("h1").wait_for()
            page.wait_for_load_state("networkidle")
            album.take(name.replace("/", "-"))


def own(album: Album, player: Player) -> None:
    """What one does alone: deals of the day, lessons, puzzles, own games, programs; who one is, and what one shows of it."""
    page = player.page
    for name in ("today", "learn", "puzzles", "games", "programs", *puzzle_pages()):
        page.goto(f"{player.url}/{name}")
        page.locator("h1").wait_for()
        page.locator("[aria-busy=true]").first.wait_for(state="detached")
        album.take(name.replace("/", "-"))
    page.goto(f"{player.url}/today")
    player.hook("make-series").click()
    player.hook("room-link").wait_for()
    album.take("series")
    player.home()
    player.hook("own-name").click()
    player.hook("animal-dragon").check(force=True)
    player.hook("profile-show").click()
    link = player.hook("profile-link")
    link.wait_for()
    album.take("person")
    page.goto(link.input_value())
    player.hook("profile").wait_for()
    album.take("profile")


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGS)
def test_every_page(join, lang):
    assert known(lang)
    player = join(lang, lang=lang)
    album = Album(player.page, lang)
    player.home()
    album.take("home")
    rooms(album, player)
    tables(album, player)
    others(album, player)
    own(album, player)
    album.close("pages")
