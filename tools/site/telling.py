"""Rows of an example described in a language, with their cards drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from paiju.locales import Texts
from tools.site.drawing import card, cards
from tools.site.rows import Row

if TYPE_CHECKING:
    from tools.site.examples import Example

FOLDER = Path(__file__).with_name("texts")
_HOLE = re.compile(r"\{(\w+)\}")
_ROLES = {"E": "emperor", "G": "guard", "P": "commoner"}


@cache
def words(lang: str) -> Mapping[str, str]:
    """The site's own texts in a language."""
    found: dict[str, str] = json.loads((FOLDER / f"{lang}.json").read_text("utf-8"))
    return found


@cache
def texts(lang: str) -> Texts:
    """The texts of the game in a language."""
    return Texts(lang)


def figure(example: Example, lang: str) -> str:
    """An example, drawn; one line of HTML, as Markdown leaves it alone."""
    rows = "".join(row(example.game, one, lang) for one in example.rows())
    return f'<figure class="example">{rows}</figure>'


def row(game: str, row_: Row, lang: str) -> str:
    """One question with its answer."""
    return f'<div class="row {row_.kind}">{_Telling(game, lang).told(row_)}</div>'


def answer(game: str, row: Row, lang: str) -> str:
    """The answer alone."""
    return _Telling(game, lang).answer(row)


def question(game: str, row: Row, lang: str) -> str:
    """The question alone."""
    return _Telling(game, lang).question(row)


def action(game: str, text: str, lang: str) -> str:
    """An action by its name, its cards drawn."""
    return _Telling(game, lang).action(text)


def listed(numbers: Iterable[str], lang: str) -> str:
    """Numbers by seat in the digits of a language; they follow each other as its words do."""
    telling = _Telling("", lang)
    return " ".join(f'<bdi dir="ltr">{telling.number(number)}</bdi>' for number in numbers)


class _Telling:
    """Tells rows of a game in a language."""

    def __init__(self, game: str, lang: str) -> None:
        self.game, self.lang = game, lang

    def told(self, row: Row) -> str:
        spoken = self.answer(row)
        filled = self.question(row, spoken)
        return filled if not spoken or "{answer}" in self.word(row.kind) else f"{filled} {spoken}"

    def question(self, row: Row, answer: str = "") -> str:
        """The question, the answer in its place."""
        parts = {name: self.part(name, value) for name, value in row.parts.items()}
        return self.filled(self.word(row.kind), parts | {"answer": answer})

    def word(self, key: str) -> str:
        return words(self.lang)[key]

    def filled(self, text: str, parts: Mapping[str, str]) -> str:
        return _HOLE.sub(lambda hole: parts.get(hole[1], ""), text)

    def number(self, text: str) -> str:
        """Digits as the language writes them, a minus before them as a minus."""
        return re.sub(r"[+-]?\d+", lambda n: self._digits(n[0]), text)

    def _digits(self, text: str) -> str:
        number = texts(self.lang).number(int(text))
        sign = "+" if text[0] == "+" else ""
        return f"{sign}{number}".replace("-", "−")

    # Parts of a question.

    def part(self, name: str, value: str) -> str:
        """A part of a question: cards drawn, roles and causes named, numbers in the language's digits."""
        if not value:
            return ""
        if name in _PARTS:
            return _PARTS[name](self, value)
        return self.number(value) if value.isdigit() else escape(value)

    def cards(self, text: str) -> str:
        return self.set(text) if self.game == "paohuzi" else cards(self.game, text, self.lang)

    def sets(self, text: str) -> str:
        return " ".join(map(self.set, text.split(", ")))

    def roles(self, letters: str) -> str:
        return "".join(map(self.role, letters.replace(" ", "")))

    def causes(self, text: str) -> str:
        return " ".join(f"<em>{self.word(f'cause.{word}')}</em>" for word in text.split())

    def drawer(self, who: str) -> str:
        return self.word(f"hu.{who}")

    def last(self, _text: str) -> str:
        return self.word("hu.last")

    def hand(self, text: str) -> str:
        drawn = cards(self.game, text, self.lang)
        return f'<span class="hand">{drawn}</span>' if self.game == "paohuzi" else drawn

    def set(self, text: str) -> str:
        """A Paohuzi set: its cards, named by how it lies."""
        head = re.match(r"([EUS][34]|[QX]) ", text)
        if not head:
            return cards(self.game, text, self.lang)
        name = texts(self.lang).t(f"set.paohuzi.{head[1]}.short")
        displayed = re.findall(r"[sb]\d+", text)
        copies = displayed if len(displayed) > 1 else displayed * int(head[1][1])
        return f'<span class="set"><span class="kind">{name}</span>{cards(self.game, " ".join(copies), self.lang)}</span>'

    def role(self, letter: str) -> str:
        role = _ROLES[letter]
        return f'<span class="role {role}">{texts(self.lang).t(f"role.{role}")}</span>'

    def action(self, text: str) -> str:
        """An action by its name, its cards drawn."""
        verb, _, rest = text.partition(" ")
        key = f"action.{verb}"
        name = texts(self.lang).t(key) if texts(self.lang).has(key) else escape(verb)
        if rest.isdigit():
            return f"{name} {self.number(rest)}"
        groups = rest.split() if verb == "eat" else [rest] if rest else []
        return " ".join(
            (f'<b class="verb">{name}</b>', *(cards(self.game, group, self.lang) for group in groups))
        )

    # Answers.

    def answer(self, row: Row) -> str:
        speak = _ANSWERS.get(row.kind)
        return speak(self, row) if speak else ""

    def beats(self, row: Row) -> str:
        good = row.answer == "yes"
        return f'<b class="{row.answer}">{"✓" if good else "✗"} {self.word(row.answer)}</b>'

    def plays(self, row: Row) -> str:
        if row.answer == "pass":
            return f"<b>{texts(self.lang).t('action.pass')}</b>"
        return " ".join(cards(self.game, play, self.lang) for play in row.answer.split(", "))

    def actions(self, row: Row) -> str:
        if row.answer == "nothing":
            return self.word("nothing")
        return " · ".join(map(self.action, row.answer.split(", ")))

    def acts(self, row: Row) -> str:
        if row.line.expected is None:
            return ""
        word, _, rule = row.answer.partition(" ")
        mark = "✓" if word == "allowed" else "✗"
        style = "yes" if word == "allowed" else "no"
        rule = f' <span class="rule" dir="ltr">{escape(rule)}</span>' if rule else ""
        return f'<b class="{style}">{mark} {self.word(word)}</b>{rule}'

    def places(self, row: Row) -> str:
        if row.answer == "tie":
            return f"<b>{self.word('tie')}</b>"
        displayed = (
            f'{self.role(part[0])} <b dir="ltr">{self.number(part[2:])}</b>'
            for part in row.answer.split(", ")
        )
        return "→ " * (self.lang != "fa") + "← " * (self.lang == "fa") + " ".join(displayed)

    def deck(self, row: Row) -> str:
        count, _, low = row.answer.partition(", ")
        copies, _, rank = low.partition(" × ")
        displayed = f"{self.number(copies)} × {card(self.game, rank, self.lang)}"
        return self.filled(self.word("deck.answer"), {"count": self.number(count), "low": displayed})

    def asked(self, row: Row) -> str:
        seats, _, phase = row.answer.rpartition(" ")
        name = texts(self.lang).t(f"phase.{phase}")
        spoken = self.filled(self.word("seat"), {"seat": self.number(seats)}) if seats else ""
        return " · ".join(filter(None, (spoken, name)))

    def numbers(self, row: Row) -> str:
        if row.answer in ("void", "open"):
            return f"<b>{self.word(row.answer)}</b>"
        return f"<b>{listed(row.answer.split(), self.lang)}</b>"

    def shown(self, row: Row) -> str:
        if row.answer in ("nobody", "nothing"):
            return f"<b>{self.word(row.answer)}</b>"
        return cards(self.game, row.answer, self.lang) if row.kind == "high" else self.number(row.answer)

    def match(self, row: Row) -> str:
        end, _, count = row.answer.partition(" ")
        return self.filled(self.word(f"match.{end}"), {"count": self.number(count)})

    def hu(self, row: Row) -> str:
        if row.answer == "no":
            return f'<b class="no">✗ {self.word("hu.no")}</b>'
        numbers = re.findall(r"\d+", row.answer)
        if row.answer.endswith("few"):
            return f'<b class="no">✗ {self.filled(self.word("hu.few"), {"hu": self.number(numbers[0])})}</b>'
        parts = dict(zip(("hu", "bottom", "multiplier", "final"), map(self.number, numbers), strict=True))
        won = f'<b class="yes">✓ {self.filled(self.word("hu.won"), parts)}</b>'
        return f"{won} {self.items(row.parts['items'])}"

    def items(self, text: str) -> str:
        named = (part.rpartition(" ") for part in text.split(", ") if part)
        displayed = (
            f"{texts(self.lang).t(f'item.paohuzi.{name}')} {self.number(value)}" for name, _, value in named
        )
        return f'<span class="items">{" · ".join(displayed)}</span>' if text else ""

    def table(self, row: Row) -> str:
        return (
            self.word("nothing")
            if row.answer == "nothing"
            else " ".join(map(self.set, row.answer.split(", ")))
        )


_PARTS: dict[str, Callable[[_Telling, str], str]] = {
    **dict.fromkeys(("play", "top", "cards", "card", "set"), _Telling.cards),
    "hand": _Telling.hand,
    "table": _Telling.sets,
    "roles": _Telling.roles,
    "causes": _Telling.causes,
    "action": _Telling.action,
    "by": _Telling.drawer,
    "last": _Telling.last,
}


def _kinds(
    names: Iterable[str], speak: Callable[[_Telling, Row], str]
) -> dict[str, Callable[[_Telling, Row], str]]:
    return dict.fromkeys(names, speak)


_ANSWERS: dict[str, Callable[[_Telling, Row], str]] = {
    "beats": _Telling.beats,
    "acts": _Telling.acts,
    "places": _Telling.places,
    "deck": _Telling.deck,
    "may": _Telling.actions,
    "asked": _Telling.asked,
    "match": _Telling.match,
    "hu": _Telling.hu,
    "table": _Telling.table,
    **_kinds(("leads", "follows"), _Telling.plays),
    **_kinds(("hands", "result", "next", "next_dealer", "set", "finish", "lowest"), _Telling.numbers),
    **_kinds(("shown", "high"), _Telling.shown),
}
