"""Texts for people in Chinese, English and Persian: one JSON file per language, the same keys in each.

| module | holds |
|---|---|
| `words` | the names of a game's actions, events and options |
| `leaflet` | the rules of one option set as text |
| `pages` | texts as the browser gets them |
| `pack`, `plain` | what a game adds, and a game that adds nothing |
| `baohuang`, `paohuzi` | the leaflet of a game |
| `zh`, `en`, `fa`, `web` | the texts themselves |
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from paiju.core.errors import PaijuError, RuleError, UsageError, excerpt, quote

LANGUAGES = ("zh", "en", "fa")
FALLBACK = "en"
_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_HOLE = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")
_LRI, _PDI, _LRM = "\u2066", "\u2069", "\u200e"


def default_language(environ: Mapping[str, str]) -> str:
    """The language of a POSIX environment: the first of LC_ALL, LC_MESSAGES and LANG that is set.

    >>> default_language({"LANG": "zh_CN.UTF-8"})
    'zh'
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environ.get(name):
            language = value.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return language if language in LANGUAGES else FALLBACK
    return FALLBACK


@cache
def load_texts(lang: str) -> Mapping[str, str]:
    """All texts of a language by key.

    Raises:
        UsageError: usage.lang, for a language that has no file.
    """
    if lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UsageError(
            "usage.lang", f"{quote(lang)} is not one of {known}", {"text": excerpt(lang), "known": known}
        )
    data = files(__package__).joinpath(f"{lang}.json").read_text("utf-8")
    texts: dict[str, str] = json.loads(data)
    return texts


def abs_one(fact: object) -> bool:
    """Whether a fact is one of something, gained or lost."""
    return isinstance(fact, (int, float)) and abs(fact) == 1


class Texts:
    """The texts of one language.

    Numbers given as facts are written in the language's own digits; text given as a fact stays as it is.
    """

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.brought: Mapping[str, str] = {}
        """Those of another package among them."""
        self._texts = load_texts(lang)

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written from right to left."""
        return self.lang == "fa"

    def t(self, key: str, /, **facts: Any) -> str:
        """The text of `key` with its facts filled in.

        Raises:
            KeyError: if the key, or a fact that its text needs, is missing.
        """
        text = self._texts[key]
        return self.filled(text, facts) if facts else text

    def filled(self, text: str, facts: Mapping[str, Any]) -> str:
        """A text of this language with its facts filled in.

        `{count:card|cards}` is the first word for one, the other for more; `{who:lead|leads}` the first where `who`
        is the reader. Within a sentence the reader is written small.

        Raises:
            KeyError: if a fact that the text needs is missing.
        """
        you = self._texts["ui.you"]

        def fact_of(hole: re.Match[str]) -> str:
            name, one, other = hole.groups()
            fact = facts[name]
            if one is not None:
                return str(one if fact == you or abs_one(fact) else other)
            if fact == you and hole.start() and self.lang == "en":
                return you.lower()
            return str(self._fact(fact))

        return _HOLE.sub(fact_of, text)

    def has(self, key: str) -> bool:
        """Whether there is a text for `key`."""
        return key in self._texts

    def number(self, value: int, *, signed: bool = False) -> str:
        """A number in the digits of the language."""
        text = f"{value:+d}" if signed and value else str(value)
        return text.translate(_PERSIAN_DIGITS) if self.lang == "fa" else text

    def ltr(self, text: str) -> str:
        """`text` (cards, paths, digits) kept from left to right inside a sentence of this language."""
        return f"{_LRI}{text}{_PDI}" if self.right_to_left and text else text

    def cell(self, text: str) -> str:
        """`text` as a cell of a table that a right-to-left terminal must not reorder."""
        return f"{_LRM}{text}{_LRM}" if self.right_to_left and text.strip() else text

    def error(self, error: PaijuError) -> str:
        """One line that says what is wrong, with the rule that refuses it, without the code."""
        facts: dict[str, Any] = dict(error.facts)
        if (why := f"why.{facts.get('why')}") and self.has(why):
            facts["why"] = self.t(why, **error.facts)
        if (action := f"action.{facts.get('action')}") and self.has(action):
            facts["action"] = self.t(action)
        try:
            text = self.t(f"error.{error.code}", **facts)
        except (KeyError, IndexError, ValueError):
            return error.detail
        return f"{text} ({self.ltr(error.rule)})" if isinstance(error, RuleError) else text

    def _fact(self, fact: Any) -> Any:
        if isinstance(fact, int) and not isinstance(fact, bool):
            return self.number(fact)
        if isinstance(fact, tuple):
            return ("، " if self.right_to_left else ", ").join(str(self._fact(part)) for part in fact)
        return fact
