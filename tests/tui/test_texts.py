from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

import paiju.tui
from paiju.core.errors import NotationError, RuleError, UsageError
from paiju.locales import LANGUAGES, Texts, default_language, load_texts

MINE = ("ui.", "event.", "help.")


def fields(text: str) -> set[str]:
    return {name for _, name, forms, _ in string.Formatter().parse(text) if name and not forms}


def test_languages_have_the_same_keys_with_the_same_facts():
    base = {key: text for key, text in load_texts("en").items() if key.startswith(MINE)}
    for lang in LANGUAGES:
        texts = {key: text for key, text in load_texts(lang).items() if key.startswith(MINE)}
        assert texts.keys() == base.keys()
        assert {key: fields(text) for key, text in texts.items()} == {k: fields(t) for k, t in base.items()}
        assert all(text.strip() for text in texts.values())


def test_every_key_that_the_terminal_names_exists():
    known = load_texts("en")
    pattern = re.compile(r"(?:ui|event|help)(?:\.[a-z_0-9]+)+")
    for file in Path(paiju.tui.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and pattern.fullmatch(node.value)
            ):
                assert node.value in known, f"{file.name}: {node.value}"


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "fa"}, "fa"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "fa_IR"}, "fa"),
        ({"LANG": "zh_TW", "LC_MESSAGES": "de_DE"}, "en"),
        ({"LANG": "zh-Hans"}, "zh"),
    ],
)
def test_default_language(environ, lang):
    assert default_language(environ) == lang


def test_numbers_are_persian_in_persian_but_cards_stay_latin():
    texts = Texts("fa")
    assert texts.t("ui.deal", deal=12) == "دست ۱۲"
    assert "9 9 b" in texts.t("ui.hint", action="9 9 b")
    assert texts.number(-3, signed=True) == "-۳"
    assert Texts("en").number(0, signed=True) == "0"


def test_a_missing_key_or_language_is_an_error():
    with pytest.raises(KeyError):
        Texts("en").t("ui.no_such_key")
    with pytest.raises(KeyError):
        Texts("en").t("ui.deal", other=1)
    with pytest.raises(UsageError, match=r"usage\.lang"):
        Texts("tlh")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_errors_are_one_translated_line(lang):
    texts = Texts(lang)
    refused = RuleError("action.illegal", "x", "BH A11", {"action": "play", "why": "does_not_beat"})
    assert "BH A11" in texts.error(refused)
    assert texts.t("why.does_not_beat") in texts.error(refused)
    assert "does_not_beat" not in texts.error(refused)
    wrong = NotationError("notation.card", "'z' is not a card", "9 {z}", 4)
    assert "9 {z}" in texts.error(wrong)
    assert texts.error(UsageError("usage.unheard_of", "a detail")) == "a detail"
