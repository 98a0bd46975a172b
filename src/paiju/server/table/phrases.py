"""Quick phrases by game; the words stand in the language files under `web.phrase.`."""

from __future__ import annotations

from collections.abc import Mapping

_COMMON = ("hello", "hurry", "wait", "nice", "thanks", "sorry", "unlucky", "again", "bye")
PHRASES: Mapping[str, tuple[str, ...]] = {
    "baohuang": ("no", "pass", "zhan_pai", "trust_me", *_COMMON),
    "paohuzi": ("pass", "good_card", "what_a_card", *_COMMON),
}
