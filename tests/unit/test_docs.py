"""What can be counted is documented: rule numbers, options, values, constraints, locale keys."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from string import Formatter

import pytest

import paiju
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import VERBS
from paiju.games.baohuang.cards import JOKERS, SEATS, SUITS
from paiju.games.baohuang.options import PRESETS, BaohuangOptions
from paiju.games.baohuang.state import Phase, Role
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Phase as PaohuziPhase

SOURCE = Path(paiju.__file__).parent
ROOT = SOURCE.parents[1]
RULES = (ROOT / "docs" / "rules" / "baohuang.md").read_text("utf-8")
LOCALES = {
    path.stem: json.loads(path.read_text("utf-8")) for path in sorted((SOURCE / "locales").glob("*.json"))
}
CITED = re.compile(r"BH (A\d+(?:-\d+)?|C\d-[A-Z]\d+)")
# Short forms that follow a full citation: "BH A18-47..49", "BH A6, A18-38..44", "BH A8, A9".
FOLLOWS = re.compile(r"BH (A\d+(?:-\d+)?(?:(?:\.\.|, | and |/)(?:A?\d+(?:-\d+)?))+)")


def documented() -> set[str]:
    """The numbers that the rules document defines."""
    sections = set(re.findall(r"^### (A\d+) ", RULES, re.MULTILINE))
    ledger = RULES.split("### A18")[1].split("# Part B")[0]
    rows = {f"A18-{n}" for n in re.findall(r"^\| (\d+) \|", ledger, re.MULTILINE)}
    tables = set()
    for part in re.split(r"^## C\.", RULES, flags=re.MULTILINE)[1:]:
        tables |= {f"C{part[0]}-{row}" for row in re.findall(r"^\| ([A-Z]\d+) \|", part, re.MULTILINE)}
    return sections | rows | tables


def expand(text: str) -> set[str]:
    """The numbers that a list such as `A6, A18-38..44` names."""
    found: set[str] = set()
    last = ""
    for before, item in re.findall(r"(\.\.|, | and |/|^)(A?\d+(?:-\d+)?)", text):
        number = item if item.startswith("A") else f"{last.split('-', maxsplit=1)[0]}-{item}"
        if before == "..":
            low, high = (int(one.split("-")[1]) for one in (last, number))
            found |= {f"A18-{n}" for n in range(low, high + 1)}
        found.add(number)
        last = number
    return found


def cited() -> dict[str, set[str]]:
    """Every rule number in the source, with the files that cite it."""
    places: dict[str, set[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = " ".join(path.read_text("utf-8").split())
        numbers = set(CITED.findall(text))
        for several in FOLLOWS.findall(text):
            numbers |= expand(several)
        for number in numbers:
            places.setdefault(number, set()).add(path.name)
    return places


def test_the_rules_document_has_all_numbers() -> None:
    numbers = documented()
    assert {f"A{n}" for n in range(1, 19)} <= numbers
    assert {f"A18-{n}" for n in range(1, 71)} <= numbers
    for table, letter, rows in (
        (1, "B", 74), (2, "L", 20), (3, "A", 20), (4, "R", 15), (5, "D", 13), (6, "T", 21), (7, "W", 24),
    ):  # fmt: skip
        assert {f"C{table}-{letter}{n}" for n in range(1, rows + 1)} <= numbers


def test_every_cited_number_exists() -> None:
    unknown = {number: files for number, files in cited().items() if number not in documented()}
    assert unknown == {}


def test_expansion_of_short_forms() -> None:
    assert expand("A6, A18-38..40") == {"A6", "A18-38", "A18-39", "A18-40"}
    assert expand("A18-56, 57") == {"A18-56", "A18-57"}
    assert expand("A8, A18-45, 48") == {"A8", "A18-45", "A18-48"}


def test_every_section_of_the_rules_is_cited_somewhere() -> None:
    sections = {number.split("-")[0] for number in cited()}
    assert {f"A{n}" for n in range(1, 19)} <= sections


def part_b() -> dict[str, str]:
    """The row of each option in part B."""
    text = RULES.split("# Part B")[1].split("## Constraints")[0]
    return {m[1]: m[0] for m in re.finditer(r"^\| `(\w+)`[^|]*\|.*$", text, re.MULTILINE)}


@pytest.mark.parametrize("option", [declared.name for declared in BaohuangOptions.declared()])
def test_every_option_and_value_is_documented(option: str) -> None:
    declared = next(rule for rule in BaohuangOptions.declared() if rule.name == option)
    row = part_b()[option]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    if declared.kind is bool:
        assert cells[1].startswith("bool")
    for choice in declared.choices if declared.kind is not bool else ():
        assert re.search(rf"\b{choice}\b", cells[1])
    assert re.search(r"\bA\d+\b", cells[-1])  # the rule that defines it


@pytest.mark.parametrize("option", [declared.name for declared in BaohuangOptions.declared()])
def test_part_b_has_the_defaults_and_presets_of_the_code(option: str) -> None:
    cells = [cell.strip().strip("()") for cell in part_b()[option].strip("|").split("|")]
    written = {"t": "True", "f": "False"}
    presets = ("pagat", "pagat-scored", "moegirl", "sixes-last")
    latent = PRESETS["moegirl"].get(option) if option == "low_last_all_at_once" else None
    for preset, cell in zip(presets, cells[2:6], strict=True):
        value = getattr(GAME.options({"preset": preset}), option)
        if preset == "moegirl" and latent is not None:
            value = latent
        assert written.get(cell, cell) == str(value), preset


def test_the_document_names_no_option_that_does_not_exist() -> None:
    room = {"turn_seconds", "auto_play_after"}  # settings of a table, not rules
    assert set(part_b()) - room == {declared.name for declared in BaohuangOptions.declared()}


@pytest.mark.parametrize("name", [constraint.name for constraint in BaohuangOptions.constraints()])
def test_every_constraint_is_documented(name: str) -> None:
    assert f"`{name}`" in RULES.split("## Constraints")[1]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_documented(preset: str) -> None:
    assert f"`{preset}`" in RULES or f"**{preset}**" in RULES


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_documented(verb: str) -> None:
    assert re.search(rf"`{verb}\b", RULES.split("## Notation")[1].split("# Part A")[0])


# Locales


def placeholders(text: str) -> Counter[str]:
    return Counter(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def test_the_languages_have_the_same_keys_in_the_same_order() -> None:
    assert sorted(LOCALES) == ["en", "fa", "zh"]
    for one, other in pairwise(LOCALES.values()):
        assert list(one) == list(other)


@pytest.mark.parametrize("language", ["fa", "zh"])
def test_the_languages_have_the_same_placeholders(language: str) -> None:
    english = LOCALES["en"]
    different = {
        key: (set(placeholders(english[key])), set(placeholders(text)))
        for key, text in LOCALES[language].items()
        if key in english and set(placeholders(text)) != set(placeholders(english[key]))
    }
    assert different == {}


@pytest.mark.parametrize("language", ["en", "fa", "zh"])
def test_texts_are_texts(language: str) -> None:
    texts = LOCALES[language]
    assert all(isinstance(text, str) for text in texts.values())
    sentences = {
        key: text for key, text in texts.items() if not key.startswith("ui.")
    }  # those may be indented
    assert {key for key, text in sentences.items() if text != text.strip()} == set()
    # Only a rule that is switched off may say nothing.
    empty = {key for key, text in texts.items() if not text}
    assert all(key.startswith("rule.") for key in empty)
    assert empty == {key for key, text in LOCALES["en"].items() if not text}


def duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    twice = [key for key, n in Counter(key for key, _ in pairs).items() if n > 1]
    assert twice == []
    return dict(pairs)


@pytest.mark.parametrize("language", ["en", "fa", "zh"])
def test_no_key_is_repeated(language: str) -> None:
    json.loads((SOURCE / "locales" / f"{language}.json").read_text("utf-8"), object_pairs_hook=duplicates)


def wanted() -> set[str]:
    """Keys for everything that can be enumerated."""
    keys: set[str] = set()
    for declared in BaohuangOptions.declared():
        base = f"option.baohuang.{declared.name}"
        keys |= {base, f"{base}.help", f"group.{declared.group}"}
        rule = f"rule.baohuang.{declared.name}"
        if declared.kind is bool:
            keys |= {f"{rule}.true", f"{rule}.false"}
        elif declared.choices:
            values = (*declared.choices, *declared.retired)
            keys |= {f"{name}.{value}" for name in (base, rule) for value in values}
        else:
            keys.add(rule)
    for preset in PRESETS:
        keys |= {f"preset.baohuang.{preset}", f"preset.baohuang.{preset}.help"}
    keys |= {f"action.{verb}" for verb in VERBS}
    keys |= {f"phase.{phase}" for phase in Phase}
    keys |= {f"role.{role}" for role in Role}
    keys |= {f"place.{place}" for place in range(1, SEATS + 1)}
    keys |= {f"suit.{suit}" for suit in SUITS}
    return keys | {f"card.{joker}" for joker in JOKERS}


@pytest.mark.parametrize("language", ["en", "fa", "zh"])
def test_every_option_preset_and_set_has_a_name(language: str) -> None:
    assert wanted() - set(LOCALES[language]) == set()


def test_no_text_for_an_option_or_preset_that_does_not_exist() -> None:
    families = (
        "option.baohuang.",
        "rule.baohuang.",
        "preset.baohuang.",
        "group.",
        "phase.",
        "place.",
        "suit.",
    )
    shared = {f"group.{declared.group}" for declared in PaohuziOptions.declared()}
    shared |= {f"phase.{phase}" for phase in PaohuziPhase}
    extra = {key for key in LOCALES["en"] if key.startswith(families)} - wanted() - shared
    assert extra == set()


# One word for each thing, in what players read.
ELSEWHERE = {
    "zh": r"叫侍卫(?!牌)|黄庄|对对胡|全名堂|三科以后|同色",
    "fa": r"پشت‌ورو|پشت‌رو|کارت‌ده|(?<![\w\u200c])وی(?![\w\u200c])",
}


@pytest.mark.parametrize("language", ELSEWHERE)
def test_players_read_one_word_for_each_thing(language: str) -> None:
    locales = [
        SOURCE / "locales" / f"{language}.json",
        *(SOURCE / "locales" / "web" / language).glob("*.json"),
    ]
    pages = [
        *(ROOT / "docs" / "rulebook").glob(f"*.{language}.md"),
        ROOT / "tools" / "site" / "texts" / f"{language}.json",
    ]
    found = {
        f"{path.name}: {match[0]}"
        for path in (*locales, *pages)
        for match in re.finditer(ELSEWHERE[language], path.read_text("utf-8"))
    }
    assert len(locales) > 10
    assert len(pages) == 3
    assert found == set()


@pytest.mark.parametrize("option", [declared.name for declared in PaohuziOptions.declared()])
def test_every_option_of_paohuzi_is_documented(option: str) -> None:
    rows = (
        (ROOT / "docs" / "rules" / "paohuzi.md")
        .read_text("utf-8")
        .split("# 1 — Options")[1]
        .split("# 2 —")[0]
    )
    row = re.search(rf"^\| `{option}`.*$", rows, re.MULTILINE)
    assert row is not None
    declared = next(rule for rule in PaohuziOptions.declared() if rule.name == option)
    if declared.kind is int and declared.high == 200:
        assert "from 0 to 200" in row[0]
