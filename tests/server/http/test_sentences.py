"""Every refusal of the server has a sentence in each language, in one place."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from paiju.cli import serve
from paiju.core.errors import PaijuError
from paiju.locales import LANGUAGES, load_texts
from paiju.locales.pages import browser_texts, language_of, sentence
from paiju.server import errors
from paiju.server.http.assets import ROOT

RAISED = re.compile(
    r'(?:ServerError|StoreError|BackupError|ServeError|TakenError|PaijuError)\(\s*"([a-z_]+\.[a-z_]+)"'
)
SOURCES = [*ROOT.parent.rglob("*.py"), *(ROOT.parents[1] / "cli").glob("*.py")]
CODES = sorted(
    {code for path in SOURCES for code in RAISED.findall(path.read_text("utf-8"))}
    | {"server.error", "page.method", "backup.format", "store.url", "store.locked"}
)
AREAS = ROOT.parents[1] / "locales" / "web"


def test_the_codes_are_found():
    assert {"room.none", "rate.limited", "serve.port", "store.newer", "backup.full", "origin.foreign"} <= set(
        CODES
    )
    assert serve.__doc__
    assert errors.__doc__


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_sentence(code, lang):
    texts = browser_texts(lang)
    assert texts.get(f"web.error.{code}") or texts.get(f"error.{code}")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_key_is_listed_twice(lang):
    keys = Counter(
        key for area in (AREAS / lang).glob("*.json") for key in json.loads(area.read_text("utf-8"))
    )
    assert [key for key, count in keys.items() if count > 1] == []
    assert not set(keys) & set(load_texts(lang))


def test_facts_fill_a_sentence_in_its_own_digits():
    error = PaijuError("serve.port", "port 8000 is taken", {"port": 8000})
    assert "8000" in sentence(error, "zh")
    assert "۸۰۰۰" in sentence(error, "fa")
    assert sentence(PaijuError("no.such", "as it is"), "zh") == "as it is"


@pytest.mark.parametrize(
    ("wanted", "accepted", "lang"),
    [
        ("fa", "zh", "fa"),
        ("", "zh-Hans,en;q=0.9", "zh"),
        ("xx", "de", "en"),
        ("", "en;q=0.1, fa;q=0.2", "fa"),
        ("", "", "en"),
    ],
)
def test_answers_are_in_the_requested_language(wanted, accepted, lang):
    assert language_of(wanted, accepted) == lang
