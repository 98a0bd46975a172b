"""The card art: drawn by its tool, small, named like the notation, and every face distinguished without colour."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paiju
from paiju.games.baohuang.cards import JOKERS, RANKS, SUITS
from paiju.games.paohuzi.notation import CARDS
from paiju.wire.pictures import sheet
from tools import pieces
from tools.browser import CHROMIUM, chromium
from tools.faces import WEB, icon, sprites

SPRITES = {"cards.svg": 45_000, "tiles.svg": 45_000}
"""Bytes at most."""
NATURALS = [rank + suit for rank in RANKS for suit in ("", *SUITS)]
LATIN = [f"{code}-latin" for code in JOKERS]
WIDTH = 40
# Faces that lie on one table: with suits or without, with Chinese characters or Latin letters.
SETS = {
    "without suits": [*RANKS, *JOKERS, "back"],
    "with suits, latin": [rank + suit for rank in RANKS for suit in SUITS] + [*LATIN, "back"],
    "characters": [*CARDS, "tile-back"],
    "large": [rank + suit for rank in RANKS for suit in SUITS],
    "characters with digits": [f"{code}-digits" for code in CARDS] + ["tile-back"],
}
# Pixels of a 40 px face that must differ clearly in brightness: about the ink of a small suit sign.
LEAST = 20
CLEAR = 70


def both() -> str:
    return "".join((WEB / name).read_text("utf-8") for name in SPRITES)


def test_the_sprites_match_the_tool() -> None:
    assert {name: (WEB / name).read_text("utf-8") for name in SPRITES} == sprites()
    assert (WEB / "icons" / "icon.svg").read_text("utf-8") == icon()


@pytest.mark.parametrize("name", SPRITES)
def test_a_sprite_is_small_and_self_contained(name: str) -> None:
    text = (WEB / name).read_text("utf-8")
    assert len(text.encode()) < SPRITES[name]
    assert set(re.findall(r'href="(.)', text)) == {"#"}
    assert "<text" not in text
    assert "style=" not in text


def test_every_card_code_has_a_picture() -> None:
    symbols = set(re.findall(r'<symbol id="([^"]+)"', both()))
    assert symbols >= {*NATURALS, *JOKERS, *LATIN, *CARDS, "back", "tile-back"}


def test_the_picture_pieces_cover_every_card() -> None:
    """`python -m tools.pieces` draws them again."""
    codes = set(re.findall(r'<symbol id="([^"]+)"', both()))
    assert {name.partition("@")[0] for name in sheet().names() if "@" in name} == codes
    answer = json.loads(files("paiju.wire.pictures").joinpath("pieces.json").read_text("utf-8"))
    assert answer["sprites"] == pieces.digest()


@pytest.mark.parametrize("name", SPRITES)
def test_every_reference_is_defined(name: str) -> None:
    text = (WEB / name).read_text("utf-8")
    defined = re.findall(r'\bid="([^"]+)"', text)
    assert len(defined) == len(set(defined))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(defined)


@pytest.mark.parametrize("folder", ["zh", "en", "fa"])
def test_every_card_picture_has_a_name(folder: str) -> None:
    path = Path(paiju.__file__).parent / "locales" / "web" / folder / "art.json"
    text = path.read_text("utf-8")
    names = [*RANKS, *JOKERS, *CARDS, *(f"suit.{suit}" for suit in SUITS), "back", "suited", "red", "locked"]
    assert {name for name in names if f'"web.card.{name}":' not in text} == set()


@pytest.mark.skipif(not CHROMIUM.exists(), reason="apt-get install chromium")
def test_card_pictures_differ_in_more_than_colour_at_40_px() -> None:
    """Faces are rendered in greys whose lightness hides which ink it was, and compared pixel by pixel."""
    alike = {
        (name, one, other): different
        for name, faces in rendered().items()
        for one, other in combinations(faces, 2)
        if (different := distance(faces[one], faces[other])) < LEAST
    }
    assert alike == {}


def distance(one: Any, other: Any) -> int:
    return int((np.abs(one - other) > CLEAR).sum())


def rendered() -> dict[str, dict[str, Any]]:
    """The brightness of each pixel of each face, all inks drawn in the same black."""
    pytest.importorskip("playwright")
    with chromium() as browser:
        page = browser.new_page()
        page.set_content(PAGE + sprite_in_one_ink())
        found = page.evaluate(DRAW, {"sets": SETS, "width": WIDTH})
    return {name: {code: np.array(pixels) for code, pixels in faces.items()} for name, faces in found.items()}


def sprite_in_one_ink() -> str:
    """The sprites with every ink replaced by black: what is left is shape."""
    return re.sub(r"var\(--(?:black|red|suit-[shdc]),#\w+\)|#8A6100", "#000000", both())


PAGE = "<!doctype html><meta charset='utf-8'>"
DRAW = """
async ({sets, width}) => {
  const home = new Map();  // which part of the sprites has an id
  for (const part of document.querySelectorAll('svg defs > *'))
    for (const one of [part, ...part.querySelectorAll('[id]')]) home.set(one.id, part);
  const xml = (part) => new XMLSerializer().serializeToString(part);
  const needed = (code) => {
    const parts = new Set([home.get(code)]);
    for (const part of parts)
      for (const [, id] of xml(part).matchAll(/href="#([^"]+)"/g)) parts.add(home.get(id));
    return [...parts].map(xml).join('');
  };
  const result = {};
  for (const [name, codes] of Object.entries(sets)) {
    result[name] = {};
    for (const code of codes) {
      const look = name === 'large' ? 'style="--picture:none;--large:inline"' : '';
      const height = Number(document.getElementById(code).getAttribute('viewBox').split(' ')[3]);
      const image = new Image();
      const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height}" width="${width}" `
        + `height="${width * height / 100}" ${look}><defs>${needed(code)}</defs><use href="#${code}"/></svg>`;
      image.src = URL.createObjectURL(new Blob([text], {type: 'image/svg+xml'}));
      await image.decode();
      const canvas = new OffscreenCanvas(width, Math.round(width * 1.4)).getContext('2d');
      canvas.fillRect(0, 0, width, 80);
      canvas.drawImage(image, 0, 0);
      const data = canvas.getImageData(0, 0, width, Math.round(width * 1.4)).data;
      result[name][code] = Array.from({length: data.length / 4}, (_, i) =>
        Math.round(.3 * data[4 * i] + .59 * data[4 * i + 1] + .11 * data[4 * i + 2]));
    }
  }
  return result;
}
"""
