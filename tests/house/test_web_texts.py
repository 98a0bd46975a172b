"""Texts of the browser: every key that a page names exists in all languages, and every text is named by a page.

A key stands in the source whole (`t("web.close")`) or with holes (`` t(`web.level.${level}`) ``); a hole stands for any
name. Constants of a file that hold the beginning of keys are put in for their holes.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from paiju.locales import LANGUAGES

PACKAGE = Path(__file__).parents[2] / "src" / "paiju"
WEB = PACKAGE / "server" / "web"
WHOLE = re.compile(r"""["'`](web(?:\.[\w-]+)+)["'`]""")
HOLED = re.compile(r"`(web\.[\w.-]*\$\{[^`]*)`")
HOLE = re.compile(r"\$\{[^{}]*\}")
CONSTANT = re.compile(r'^const ([A-Z_]+) = "(web[\w.]*)";', re.MULTILINE)
PLACEHOLDER = re.compile(r"\{(\w+)\}")

# Families whose first part is a value too, by the place that makes their keys.
FAMILIES = {
    "web.theme": "home/settings.js: choices",
    "web.pref.digits": "home/settings.js: choices",
    "web.pref.back": "home/settings.js: choices",
    "web.level": "room/settings.js: WORDS",
    "web.spectators": "room/settings.js: WORDS",
    "web.passes": "room/settings.js: WORDS",
    "web.serve": "cli/serve.py",
}
TOO_WIDE = {"web.${key}.${value}"}  # `choices`: its families are listed above


@cache
def texts(lang: str) -> dict[str, str]:
    """All texts of the browser in one language."""
    merged: dict[str, str] = {}
    for path in sorted((PACKAGE / "locales" / "web" / lang).glob("*.json")):
        area = json.loads(path.read_text("utf-8"))
        assert not merged.keys() & area.keys(), path
        merged |= area
    return merged


@cache
def source() -> str:
    """All own scripts, and the server's Python files, which name a few; constants are put in for their holes."""
    parts = []
    for path in [*sorted(WEB.rglob("*.js")), *sorted((PACKAGE / "server").rglob("*.py"))]:
        if "vendor" not in path.parts:
            script = path.read_text("utf-8")
            if path.suffix == ".py":
                script = script.replace("`", "")  # there they stand in prose
            for name, value in CONSTANT.findall(script):
                script = script.replace(f"${{{name}}}", value).replace(f'= "{value}";', "")
            parts.append(script)
    return "\n".join(parts)


def holed() -> dict[str, re.Pattern[str]]:
    """Keys with holes, and what they match."""
    keys = {key for key in HOLED.findall(source()) if key not in TOO_WIDE}
    return {key: re.compile("[^.]*".join(map(re.escape, HOLE.split(key))) + r"(\..+)?") for key in keys}


def test_every_language_has_the_same_keys_and_placeholders() -> None:
    base = texts("en")
    for lang in LANGUAGES:
        assert texts(lang).keys() == base.keys()
        differing = {
            key: text
            for key, text in texts(lang).items()
            if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(base[key]))
        }
        assert not differing, lang


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty_or_untidy(lang: str) -> None:
    unkempt = {
        key: text
        for key, text in texts(lang).items()
        if not re.fullmatch(r"\S+( \S+)*", text) and not key.endswith(".comma")
    }
    assert not unkempt


def test_every_named_key_has_a_text() -> None:
    named = set(WHOLE.findall(source())) - FAMILIES.keys()
    assert sorted(named - texts("en").keys()) == []


def test_every_text_is_used() -> None:
    named = set(WHOLE.findall(source()))
    patterns = holed().values()
    families = tuple(f"{family}." for family in FAMILIES)
    idle = [
        key
        for key in texts("en")
        if key not in named
        and not key.startswith(families)
        and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert idle == []


def test_every_family_of_keys_has_texts() -> None:
    assert all(any(key.startswith(f"{family}.") for key in texts("en")) for family in FAMILIES)
