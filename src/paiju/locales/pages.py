"""Texts as the browser gets them: its own, and those of the library that it shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from paiju.core.errors import PaijuError
from paiju.games.registry import available
from paiju.locales import FALLBACK, LANGUAGES, Texts, load_texts
from paiju.locales.words import texts_of

WEB_PREFIXES = (
    "error.", "why.", "place.", "event.", "action.", "item.", "score.", "role.", "card.", "suit.", "set.", "hand.",
    "phase.", "preset.",
)  # fmt: skip
"""What the browser shows of the library's texts. The rules and options come with their own requests."""


@cache
def browser_texts(lang: str) -> Mapping[str, str]:
    """All texts of a page in one language, by key."""
    shared = {key: text for key, text in load_texts(lang).items() if key.startswith(WEB_PREFIXES)}
    folder = files("paiju.locales").joinpath("web", lang)
    for area in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if area.name.endswith(".json"):
            shared.update(json.loads(area.read_text("utf-8")))
    for game in available():
        texts = texts_of(game, lang)
        shared.setdefault(f"web.game.{game}", texts.t(f"rules.{game}.title"))
        shared.update({key: text for key, text in texts.brought.items() if key not in shared})
    return shared


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
    """What an error says to people, its English detail where there is no text for it."""
    texts = Texts(lang)
    own = browser_texts(lang).get(f"web.error.{error.code}")
    if own is None or texts.has(f"error.{error.code}"):
        return texts.error(error)
    return fill(own, lang, **error.facts)


def fill(text: str, lang: str, /, **facts: object) -> str:
    """A text with its facts, numbers in the digits of the language."""
    return Texts(lang).filled(text, facts)
