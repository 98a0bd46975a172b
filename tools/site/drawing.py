"""Cards drawn from notation: the faces of the table, as SVG beside the text."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path

from paiju.analysis.paohuzi.hands import CHARACTERS
from paiju.games.paohuzi.notation import CARDS

WEB = Path(__file__).parents[2] / "src" / "paiju" / "server" / "web"
SUITS = {"s": "♠", "h": "♥", "c": "♣", "d": "♦"}
LETTERED = frozenset("bBrRL")
_SHAPES = {"baohuang": ("cards.svg", "100 140"), "paohuzi": ("tiles.svg", "100 170")}
_NAMES = {"b": "小王", "B": "小王*", "r": "大王", "R": "大王*", "L": "老王", "T": "10"}


def card(game: str, code: str, lang: str, *, faded: bool = False) -> str:
    """One card; "" is a back."""
    face = "back" if not code else f"{code}-latin" if lang != "zh" and code in LETTERED else code
    shade = " faded" if faded else ""
    return (
        f'<svg class="card {game}{shade}" viewBox="0 0 {_SHAPES[game][1]}" role="img" aria-label="{escape(named(game, code))}">'
        f'<use href="#{game}-{face}"/></svg>'
    )


def cards(game: str, text: str, lang: str) -> str:
    """The cards of a text in notation, in its order."""
    drawn = "".join(card(game, code, lang) for code in codes(game, text))
    return f'<span class="cards" dir="ltr">{drawn}</span>'


def backs(game: str, count: int) -> str:
    """Cards from behind."""
    return f'<span class="cards" dir="ltr">{card(game, "", "en") * count}</span>'


def faces() -> str:
    """Every face of both games, out of sight."""
    parts = (part for game in _SHAPES for part in _parts(game))
    return f'<svg class="faces" width="0" height="0" aria-hidden="true">{"".join(parts)}</svg>'


def codes(game: str, text: str) -> list[str]:
    """The cards that a text names, each as it is written."""
    if game == "paohuzi":
        return re.findall(r"[sb](?:10|[1-9])", text)
    return re.findall(r"[3-9TJQKA2][shcd]?|[bBrRL]", text)


def named(game: str, code: str) -> str:
    """A card as it is read aloud."""
    if not code:
        return "–"
    if game == "paohuzi":
        return CHARACTERS[CARDS.index(code)]
    return _NAMES.get(code[0], code[0]) + SUITS.get(code[1:], "")


def sprite(html: str) -> str:
    """The faces that a page draws, once, out of sight."""
    parts = []
    for game in _SHAPES:
        wanted = set(re.findall(rf'<use href="#({game}-[^"]+)"', html))
        if wanted:
            parts += _needed(game, frozenset(wanted))
    return (
        f'<svg class="faces" width="0" height="0" aria-hidden="true">{"".join(parts)}</svg>' if parts else ""
    )


@cache
def _needed(game: str, wanted: frozenset[str]) -> tuple[str, ...]:
    """The parts of a sprite that some faces are made of, in its order."""
    home = {name: part for part in _parts(game) for name in re.findall(r'\bid="([^"]+)"', part)}
    todo, seen = [home[name] for name in wanted], set()
    while todo:
        part = todo.pop()
        if part not in seen:
            seen.add(part)
            todo += [home[name] for name in re.findall(r'href="#([^"]+)"', part)]
    return tuple(part for part in _parts(game) if part in seen)


@cache
def _parts(game: str) -> tuple[str, ...]:
    """Every symbol and shape of a game's sprite, which has one a line; names begin with the game's."""
    text = (WEB / _SHAPES[game][0]).read_text("utf-8")
    text = re.sub(r'(\bid="|href="#)', rf"\g<1>{game}-", text)
    return tuple(line for line in text.splitlines() if re.match(r'<\w+ id="', line))
