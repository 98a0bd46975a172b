"""Whatever faces a device has, everything fits: the same pages with a set of tall, of wide and of narrow ones."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e import faces as faces_
from tests.e2e.checks import SIZES, misfits, rest, show
from tests.e2e.faces import PINNED, SETS, config, missing
from tests.e2e.gallery.browser import Pages
from tests.e2e.player import Player
from tests.e2e.profiles import Profiles
from tests.e2e.serving import Server
from tools.browser import launched

STATES = ("follow", "suited", "call", "pz-pong-eat", "settle")
# Chinese is written with the same face in all sets.
CELLS = [
    pytest.param(faces, lang, marks=() if (faces, lang) == ("liberation", "fa") else pytest.mark.long)
    for faces in SETS
    for lang in ("zh", "en", "fa")
    if lang != "zh" or faces == PINNED
]


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=() if name == "liberation" else pytest.mark.long) for name in SETS],
)
def faces(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def font_browser(browser: Browser, faces: str) -> Iterator[Browser]:
    """A browser that knows these faces alone."""
    if faces == PINNED:
        yield browser
        return
    opened = launched(browser.browser_type, config(faces))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def sheets(font_browser: Browser) -> Pages:
    """What opens pages in it."""
    return Pages(font_browser)


def look(page: Page) -> dict[str, list[str]]:
    """What does not fit on the page by size."""
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        found[size] = misfits(page)
    return {size: wrong for size, wrong in found.items() if wrong}


def test_the_browser_knows_no_other_faces(font_browser: Browser, faces: str) -> None:
    """What is displayed comes from the files of the set, the system's own letters from its family."""
    page = font_browser.new_page()
    page.set_content("<p style='font-family: system-ui'>paiju 12</p><p lang=zh>牌局</p><p lang=fa>سلام</p>")
    session = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        session.send(f"{domain}.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    used = []
    for node in session.send("DOM.querySelectorAll", {"nodeId": root, "selector": "p"})["nodeIds"]:
        fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        used.append([font["familyName"] for font in fonts])
    page.close()
    family, files = SETS[faces]
    assert used[0] == [family]
    known = {file.partition("-")[0].partition(".")[0] for file in files}
    for (name,) in used:
        assert any(name.replace(" ", "").startswith(one) for one in known), name
    assert len(list((config(faces).parent / "fonts").iterdir())) == len(files)


def test_a_missing_font_is_named_by_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces_, "FOLDERS", (str(tmp_path),))
    assert missing() == ["fonts-dejavu-core", "fonts-liberation", "fonts-noto-cjk", "fonts-noto-core"]
    for file in SETS["dejavu"][1]:
        (tmp_path / file).touch()
    assert missing(("dejavu",)) == []
    assert missing(("noto",)) == ["fonts-noto-core"]
    monkeypatch.setattr(faces_, "CHROMIUM", tmp_path / "chromium")
    assert missing(("dejavu",)) == ["chromium"]


@pytest.mark.long
@pytest.mark.parametrize(("faces", "lang"), CELLS, indirect=["faces"], scope="module")
def test_tables_fit(sheets: Pages, gallery: str, lang: str) -> None:
    page = sheets.open()
    wrong = {}
    for name in STATES:
        show(page, gallery, name, lang)
        if found := look(page):
            wrong[name] = found
    sheets.close()
    assert not wrong


@pytest.fixture(scope="module")
def visitor(font_browser: Browser, server: Server) -> Iterator[Player]:
    """A guest who reads one language after the other."""
    player = Player(Profiles(font_browser), server.url, "Tom")
    yield player
    player.close()


@pytest.mark.parametrize(("faces", "lang"), CELLS, indirect=["faces"], scope="module")
def test_home_and_rooms_fit(visitor: Player, lang: str) -> None:
    visitor.lang = lang
    visitor.home()
    wrong = {"home": look(visitor.page)}
    visitor.open_room("baohuang")
    visitor.hook("change-rules").wait_for()
    wrong["room"] = look(visitor.page)
    visitor.check()
    assert not any(wrong.values()), wrong
