"""Texts as the browser gets them: its own, and those of the library that it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from paiju.core.errors import PaijuError
from paiju.games.registry import available
from paiju.locales import FALLBACK, LANGUAGES, Texts, load_texts
from paiju.locales.words import texts_of

WEB_PREFIXES = (
    "error.", "why.", "place.", "event.", "action.", "item.", "score.", "role.", "phase.", "preset.",
)  # fmt: skip
"""The library's texts that the browser shows. Rules and options come with their own requests."""
FIRST = "first"
_PARTS = {"common": FIRST, "home": FIRST, "errors": FIRST, "art": "table"}
"""The part of a page's texts that a file of `web/LANG` belongs to; a file that is not named is a part of its own."""
_SHARED_PARTS = {
    "table": ("why.", "place.", "event.", "action.", "role.", "phase."),
    "settle": ("item.", "score."),
}
"""The part that texts of the library come with, by the beginnings of their keys; the others come first."""
_NOT_FOR_PAGES = re.compile(
    r"preset\..*\.help$|error\.(file|position|program|save|usage)\.|web\.(bye|error)\.program\."
    r"|web\.(serve|link)\."
)
"""Texts that no page asks for by itself: those that come with the form of a game, what the server and its command say
themselves, and errors of a program and of callers."""


@cache
def browser_texts(lang: str) -> Mapping[str, str]:
    """All texts of a page in one language, by key."""
    shared = {key: text for key, text in load_texts(lang).items() if key.startswith(WEB_PREFIXES)}
    for own in _areas(lang).values():
        shared.update(own)
    for game in available():
        texts = texts_of(game, lang)
        shared.setdefault(f"web.game.{game}", texts.t(f"rules.{game}.title"))
        shared.update({key: text for key, text in texts.brought.items() if key not in shared})
    return shared


@cache
def _areas(lang: str) -> Mapping[str, Mapping[str, str]]:
    """The browser's own texts by the file that holds them."""
    folder = files("paiju.locales").joinpath("web", lang)
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".json"))
    return {
        name.removesuffix(".json"): json.loads(folder.joinpath(name).read_text("utf-8")) for name in names
    }


@cache
def page_texts(lang: str) -> Mapping[str, Mapping[str, str]]:
    """All texts of the pages by the part that they are loaded with; what is in no other part comes first."""
    own = {key: _PARTS.get(area, area) for area, texts in _areas(lang).items() for key in texts}
    shared = {head: part for part, heads in _SHARED_PARTS.items() for head in heads}
    parts: dict[str, dict[str, str]] = {FIRST: {}}
    for key, text in browser_texts(lang).items():
        if not _NOT_FOR_PAGES.match(key):
            part = own.get(key) or shared.get(f"{key.partition('.')[0]}.", FIRST)
            parts.setdefault(part, {})[key] = text
    return parts


def language_of(wanted: str, accepted: str = "") -> str:
    """The language asked for, else the first acceptable one of an Accept-Language header, else English.

    >>> language_of("", "de, fa-IR;q=0.8, en;q=0.5")
    'fa'
    """
    if wanted in LANGUAGES:
        return wanted
    wishes = []
    for part in accepted[:200].split(","):
        name, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), name[:2].lower()))
        except ValueError:
            continue
    known = [name for _, name in sorted(wishes, key=lambda wish: wish[0]) if name in LANGUAGES]
    return known[0] if known else FALLBACK


def sentence(error: PaijuError, lang: str) -> str:
    """The sentence of an error, or its English detail where there is no text for it."""
    texts = Texts(lang)
    own = browser_texts(lang).get(f"web.error.{error.code}")
    if own is None or texts.has(f"error.{error.code}"):
        return texts.error(error)
    return fill(own, lang, **error.facts)


def fill(text: str, lang: str, /, **facts: object) -> str:
    """A text with its facts, numbers in the digits of the language."""
    return Texts(lang).filled(text, facts)
