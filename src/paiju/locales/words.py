"""The texts in which a game is told of, also one of another package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiju.locales import FALLBACK, Texts
from paiju.locales.pack import pack_of


def texts_of(game: str, lang: str) -> Texts:
    """The texts of a language with those that the game brings.

    Raises:
        UsageError: usage.lang, usage.game.
    """
    words = pack_of(game).words
    return Texts(lang) if words is None else _Brought(lang, words)


class _Brought(Texts):
    """Texts with what another package adds: it changes none, and what it lacks is called by its plain name."""

    def __init__(self, lang: str, words: Mapping[str, Mapping[str, str]]) -> None:
        super().__init__(lang)
        self.brought = words.get(lang, words.get(FALLBACK, {}))
        self._texts = {**self.brought, **self._texts}

    def t(self, key: str, /, **facts: Any) -> str:
        return super().t(key, **facts) if self.has(key) else _plain_name(key, facts)


def _plain_name(key: str, facts: Mapping[str, Any]) -> str:
    """The substitute for a text: the name that it would explain, and nothing where it would explain more.

    >>> _plain_name("option.coins.stake", {}), _plain_name("rule.coins.stake", {"value": 3}), _plain_name("rule.coins.stake.high", {})
    ('stake', 'stake: 3', 'stake: high')
    """
    kind, *names = key.split(".")
    if names[-1] == "help" or (kind == "rules" and names[1:] != ["title"]):
        return ""
    if kind == "rules":
        return names[0]
    if kind == "rule":
        return f"{names[1]}: {facts['value'] if 'value' in facts else names[2]}"
    return names[-1]
