"""Draws icons/preview*.png, the previews of links to this server and to records of a game: its figures on the table surface.

`python -m tools.preview` wants Chromium, and Noto Serif CJK for the two large characters.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from playwright.sync_api import Route

from tools.browser import chromium

WEB = Path(__file__).parents[1] / "src" / "paiju" / "server" / "web"
SIZE = (1200, 630)
"""What the pages that show previews ask for."""
_HOST = "http://preview.test"
_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml"}
_PAGE = """<!doctype html><meta charset="utf-8"><style>
* { margin: 0; box-sizing: border-box }
body { --cut: #1c4a35; width: 1200px; height: 630px; padding: 26px; background: #3a2517 }
main { position: relative; height: 100%; border-radius: 56px; overflow: hidden; background: #1c4a35;
  color: #f6ecd2; font-family: "Noto Serif CJK SC", serif }
h1 { position: absolute; left: 470px; top: 120px; font-size: 190px; line-height: 1 }
h1 + p { position: absolute; left: 480px; top: 335px; font: 600 62px/1 "Noto Serif", "Noto Serif CJK SC", serif; letter-spacing: .06em }
.names { position: absolute; left: 480px; top: 440px; font-size: 50px; color: #e7c98b }
.sprite { position: absolute; width: 0; height: 0 }
.art { position: absolute; --card: #fffdf6; --black: #15181a; --red: #b3201a; --gold: #8a6100; --line: #10201a }
.art:first-child { left: 870px; top: 90px; rotate: -7deg }
.art:last-child { left: 965px; top: 230px; rotate: 8deg }
.figure { position: absolute; left: 74px; top: 104px; width: 350px; height: 350px; color: #d8402f }
</style><main><div id="cut"></div><div id="cards"></div><h1>TITLE</h1><p>SUB</p><p class="names">NAMES</p></main>
<script type="module">
import { html, render } from "/vendor/htm-preact.js";
import { Card, Tile } from "/art.js";
import { Rosette } from "/figures/rosette.js";
render(html`<${Rosette} />`, document.getElementById("cut"));
render(html`CARDS`, document.getElementById("cards"));
</script>"""


_KING, _FIVE = '<${Card} code="Kh" w=${175} />', '<${Tile} code="b5" w=${150} />'
PICTURES = {
    "preview.png": ("牌局", "paiju", "保皇 · 跑胡子", _KING + _FIVE),
    "preview-baohuang.png": ("保皇", "Bao Huang", "paiju 牌局", '<${Card} code="R" w=${175} />' + _KING),
    "preview-paohuzi.png": ("跑胡子", "Paohuzi", "paiju 牌局", '<${Tile} code="s7" w=${150} />' + _FIVE),
}
"""Two large lines, a small one and two cards for each picture."""


def _page(name: str) -> str:
    title, sub, names, cards = PICTURES[name]
    size = "190px" if len(title) < 3 else "132px"  # noqa: PLR2004 - what fits beside the cards
    filled = _PAGE.replace("TITLE", title).replace("SUB", sub).replace("NAMES", names).replace("CARDS", cards)
    return filled.replace("font-size: 190px", f"font-size: {size}")


def _answer(name: str, route: Route) -> None:
    path = route.request.url.removeprefix(_HOST)
    if path == "/":
        route.fulfill(body=_page(name), content_type="text/html; charset=utf-8")
    else:
        file = WEB / path.lstrip("/")
        route.fulfill(body=file.read_bytes(), content_type=_TYPES[file.suffix])


def draw(name: str) -> bytes:
    """A picture, as PNG."""
    with chromium() as browser:
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        page.add_init_script("localStorage.setItem('paiju.prefs', JSON.stringify({ digits: 'off' }))")
        page.route(f"{_HOST}/**", partial(_answer, name))
        page.goto(f"{_HOST}/")
        sprites = sum(f"${{{kind}}}" in PICTURES[name][-1] for kind in ("Card", "Tile"))
        page.wait_for_function(f"document.querySelectorAll('.sprite').length === {sprites}")
        return page.screenshot()


if __name__ == "__main__":
    for name in PICTURES:
        (WEB / "icons" / name).write_bytes(draw(name))
