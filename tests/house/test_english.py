"""English sentences agree with their facts: one card, two cards; «Ann leads», «you lead»."""

from __future__ import annotations

import re

import pytest

from paiju.locales import Texts
from paiju.locales.pages import browser_texts

HOLE = re.compile(r"\{(\w+)")
COUNTED = re.compile(r"(?<![\d.,/-])1 ((?:\w+ )?\w+s)\b")
ADDRESSED = re.compile(r"\byou ((?:is|has|was|does|\w+[^s\W]s)\b(?! of))", re.IGNORECASE)
# What may stand behind a number and is not counted by it.
UNCOUNTED = {
    "is",
    "has",
    "does",
    "was",
    "s",
    "exists",
    "holds",
    "less",
    "takes",
    "plays",
    "wins",
    "as",
    "turns",
    "wears",
}
# Who may be the reader.
PEOPLE = {"who", "winner", "leader", "giver", "to", "heir", "holder", "first_drawer"}
# Where a number is never one, is no whole number, or is counted by another fact.
NEVER_ONE = re.compile(r"^(?:error\.|help\.|web\.error\.|web\.hint\.worth|web\.paohuzi\.event\.score)")


def texts() -> dict[str, str]:
    """All texts with facts that people read at a table."""
    every = {**Texts("en")._texts, **browser_texts("en")}
    return {key: text for key, text in every.items() if HOLE.search(text)}


def filled(text: str, fact: object) -> str:
    facts = {name: "Ann" if name in PEOPLE else fact for name in HOLE.findall(text)}
    return Texts("en").filled(text, facts)


def test_a_count_of_one_is_singular() -> None:
    wrong = {}
    for key, text in texts().items():
        found = [words for words in COUNTED.findall(filled(text, 1)) if words.split()[-1] not in UNCOUNTED]
        if found and not NEVER_ONE.match(key):
            wrong[key] = found
    assert not wrong


def test_other_counts_are_plural() -> None:
    for key, text in texts().items():
        assert not re.search(
            r"\b2 (card|point|deal|set|seat|copy|joker|group|way|day|time)\b", filled(text, 2)
        ), key


def test_the_reader_is_addressed_as_you() -> None:
    wrong = {}
    for key, text in texts().items():
        names = set(HOLE.findall(text))
        if not names & PEOPLE:
            continue
        facts = {name: "You" if name in PEOPLE else "x" for name in names}
        sentence = Texts("en").filled(text, facts)
        if ADDRESSED.search(sentence) or re.search(r"(?<!^)\bYou\b", sentence):
            wrong[key] = sentence
        facts = {name: "Ann" if name in PEOPLE else "x" for name in names}
        if re.search(
            r"\bAnn (are|lead|win|call|pay|take|return|play|choose)\b", Texts("en").filled(text, facts)
        ):
            wrong[key] = "of somebody else"
    assert not wrong


@pytest.mark.parametrize(
    ("fact", "word"), [(1, "point"), (-1, "point"), (0, "points"), (2, "points"), (1.5, "points")]
)
def test_verb_forms_agree_with_their_number(fact: float, word: str) -> None:
    assert Texts("en").filled("{n} {n:point|points}", {"n": fact}) == f"{fact} {word}"
