"""Every option, value, preset, set and item of Paohuzi has a name and a sentence in every language."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

import paiju
from paiju.cli import run
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import VERBS
from paiju.games.paohuzi.melds import SetKind
from paiju.games.paohuzi.options import PRESETS, PaohuziOptions
from paiju.games.paohuzi.rules import ITEMS
from paiju.games.paohuzi.state import Phase
from paiju.locales import LANGUAGES, Texts, leaflet

SOURCE = Path(paiju.__file__).parent
LOCALES = {lang: json.loads((SOURCE / "locales" / f"{lang}.json").read_text("utf-8")) for lang in LANGUAGES}
RULES = (SOURCE.parents[1] / "docs" / "rules" / "paohuzi.md").read_text("utf-8")
PARAGRAPHS = ("title", "intro", "cards", "dealing", "sets", "turns", "claims", "winning", "scoring", "match")
FAMILIES = tuple(f"{family}.paohuzi." for family in ("option", "rule", "rules", "preset", "set", "item"))
OPTIONS = [declared.name for declared in PaohuziOptions.declared()]


def wanted() -> set[str]:
    """Keys for everything that can be enumerated."""
    keys = {f"rules.paohuzi.{name}" for name in PARAGRAPHS}
    for declared in PaohuziOptions.declared():
        option, rule = (f"{family}.paohuzi.{declared.name}" for family in ("option", "rule"))
        keys |= {option, f"{option}.help", f"group.{declared.group}"}
        if declared.kind is bool:
            keys |= {f"{rule}.true", f"{rule}.false"}
        elif declared.choices:
            keys |= {f"{family}.{choice}" for choice in declared.choices for family in (option, rule)}
        else:
            keys.add(rule)
    for preset in PRESETS:
        keys |= {f"preset.paohuzi.{preset}", f"preset.paohuzi.{preset}.help"}
    for kind in SetKind:
        keys |= {f"set.paohuzi.{kind}", f"set.paohuzi.{kind}.short"}
    keys |= {f"item.paohuzi.{item}" for item in ITEMS}
    return keys | {f"action.{verb}" for verb in VERBS} | {f"phase.{phase}" for phase in Phase}


def names(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_preset_and_set_has_a_name(lang: str) -> None:
    assert wanted() - set(LOCALES[lang]) == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_for_what_does_not_exist(lang: str) -> None:
    assert {key for key in LOCALES[lang] if key.startswith(FAMILIES)} - wanted() == set()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_placeholders_are_filled_with_numbers_alone(lang: str) -> None:
    numbers = {f"rule.paohuzi.{rule.name}" for rule in PaohuziOptions.declared() if rule.kind is int}
    texts = {key: text for key, text in LOCALES[lang].items() if key.startswith(FAMILIES)}
    assert {key for key, text in texts.items() if names(text)} == numbers
    assert all(names(texts[key]) == {"value": 1} for key in numbers)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_are_short_and_distinct(lang: str) -> None:
    texts = LOCALES[lang]
    labels = [texts[f"option.paohuzi.{name}"] for name in OPTIONS]
    assert len(set(labels)) == len(labels)
    for declared in PaohuziOptions.declared():
        values = [
            texts[f"option.paohuzi.{declared.name}.{v}"]
            for v in declared.choices
            if declared.kind is not bool
        ]
        assert len(set(values)) == len(values)
        assert all(0 < len(text) <= 32 for text in values)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_disabled_options_have_empty_texts(lang: str) -> None:
    empty = {key for key in wanted() if not LOCALES[lang][key]}
    assert all(re.fullmatch(r"rule\.paohuzi\.\w+\.(?:off|false)", key) for key in empty)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_in_their_language(lang: str) -> None:
    script = {"zh": r"[一-鿿]", "en": r"[A-Za-z]", "fa": r"[آ-ی]"}[lang]
    exempt = re.compile(r"set\.paohuzi\.\w\d?\.short|option\.paohuzi\.base\..*")
    plain = {key for key in wanted() if LOCALES[lang][key] and not exempt.fullmatch(key)}
    assert [key for key in sorted(plain) if not re.search(script, LOCALES[lang][key])] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_the_leaflet_of_every_preset(preset: str, lang: str) -> None:
    options, texts = GAME.options({"preset": preset}), Texts(lang)
    sections = leaflet.sections(options, texts)
    reported = [paragraph for section in sections for paragraph in section.paragraphs]
    said = {rule.name for rule in options.active() if leaflet.sentence(options, rule, texts)}
    assert len(reported) == len(said) + len(PARAGRAPHS) - 1
    assert all(paragraph.text for paragraph in reported)
    assert all(section.title for section in sections[1:])
    assert bool(leaflet.differences(options, texts)) == bool(PRESETS[preset])


def test_the_leaflet_says_what_the_options_say() -> None:
    options = GAME.options({"preset": "chenzhou", "min_hu": "11"})
    text = "\n".join(p.text for s in leaflet.sections(options, Texts("en")) for p in s.paragraphs)
    assert "at least 11" in text
    assert "three shares" in text
    assert "less 6, divided by 3" in text
    assert "Only a card from the stock" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("arguments", [[], ["--list"], ["--preset", "huaihua"], ["-o", "cap=100"]])
def test_paiju_rules(arguments: list[str], lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "paohuzi", *arguments, "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert "PZ M21" in out
    assert "{" not in out


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_in_the_rules_document(name: str) -> None:
    if name not in {"match_length", "tie_break"}:  # a number and a tie of `match_end`
        assert f"`{name}`" in RULES


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_in_the_rules_document(verb: str) -> None:
    assert re.search(rf"`{verb}\b", RULES)
