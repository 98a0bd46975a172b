"""The rules of exactly one option set, put together from the texts of a language."""

from __future__ import annotations

from typing import NamedTuple

from paiju.core.errors import UsageError, check_type, excerpt, quote
from paiju.core.options import Options, Rule, Value, text_of
from paiju.locales import FALLBACK, LANGUAGES, Texts
from paiju.locales.pack import pack_of


class Paragraph(NamedTuple):
    """A paragraph, and the rule it states ("" for what holds at every table)."""

    text: str
    rule: str


class Section(NamedTuple):
    """A titled part of the rules: those of an option group, "" for what comes before all."""

    title: str
    paragraphs: tuple[Paragraph, ...]
    group: str = ""


def title(game: str, texts: Texts) -> str:
    """The title of the leaflet."""
    return texts.t(f"rules.{game}.title")


def sections(options: Options, texts: Texts) -> tuple[Section, ...]:
    """All rules of an option set, section by section; an option that is off says nothing."""
    game, openings = options.game, pack_of(options.game).openings
    intro = texts.t(f"rules.{game}.intro")
    result = [Section("", (Paragraph(intro, ""),))] if intro else []
    for group in _groups(options):
        paragraphs = [Paragraph(texts.t(f"rules.{game}.{name}"), "") for name in openings.get(group, ())]
        said = ((sentence(options, rule, texts), rule) for rule in options.active() if rule.group == group)
        paragraphs += [Paragraph(text, rule.cite) for text, rule in said if text]
        if paragraphs:
            result.append(Section(texts.t(f"group.{group}"), tuple(paragraphs), group))
    return tuple(result)


def rule_text(options: Options, lang: str = FALLBACK) -> str:
    """The rules of exactly this option set, as plain text with the number of each.

    Raises:
        UsageError: usage.type; usage.lang, for an unknown language.
    """
    check_type(options, Options)
    check_type(lang, str)
    if lang not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UsageError(
            "usage.lang", f"{quote(lang)} is not one of {known}", {"text": excerpt(lang), "known": known}
        )
    texts = Texts(lang)
    lines = [title(options.game, texts)]
    for section in sections(options, texts):
        lines += ["", section.title] if section.title else [""]
        lines += [f"{text} [{rule}]" if rule else text for text, rule in section.paragraphs]
    return "\n".join(lines)


def _groups(options: Options) -> dict[str, None]:
    """The groups of a game's options, in the order of their sections."""
    return dict.fromkeys((*pack_of(options.game).openings, *(rule.group for rule in options.declared())))


def sentence(options: Options, rule: Rule, texts: Texts) -> str:
    """The sentence of the rules for one option; "" if it needs none."""
    value = getattr(options, rule.name)
    key = f"rule.{options.game}.{rule.name}"
    return texts.t(key, value=value) if rule.kind is int else texts.t(f"{key}.{text_of(value)}")


class Contrast(NamedTuple):
    """An option that two sets have differently: its name and label, its rule, and what each says ("" for nothing)."""

    option: str
    label: str
    rule: str
    one: str
    other: str


def contrasts(one: Options, other: Options, texts: Texts) -> tuple[Contrast, ...]:
    """What two option sets of a game have differently, in the order of the leaflet.

    Where neither has a sentence, as for silent agreements of a table, the values take their place.
    """
    result = []
    rules = [rule for group in _groups(one) for rule in one.declared() if rule.group == group]
    for rule in rules:
        sides = [_contrasted(options, rule, texts) for options in (one, other)]
        said, values = zip(*sides, strict=True)
        if values[0] != values[1]:
            shown = said if any(said) else values
            label = texts.t(f"option.{one.game}.{rule.name}")
            result.append(Contrast(rule.name, label, rule.cite, shown[0], shown[1]))
    return tuple(result)


def _contrasted(options: Options, rule: Rule, texts: Texts) -> tuple[str, str]:
    """The sentence and the value of an option; nothing where it has no meaning."""
    if not rule.active(options):
        return "", ""
    value = getattr(options, rule.name)
    return sentence(options, rule, texts), value_text(options.game, rule.name, value, texts)


def differences(options: Options, texts: Texts, base: Options | None = None) -> str:
    """One line: what differs from `base`, or from the default rules, by label and value."""
    game = options.game
    changes = options.differences() if base is None else options.changes(base)
    parts = (
        f"{texts.t(f'option.{game}.{name}')}: {value_text(game, name, value, texts)}"
        for name, value in changes.items()
    )
    between = " – " if texts.lang == "fa" else " · "  # beside Persian digits a dot reads as a zero
    return between.join(parts)


def value_text(game: str, name: str, value: Value, texts: Texts) -> str:
    """A value of an option in words."""
    if isinstance(value, bool):
        return texts.t(f"option.{text_of(value)}")
    if isinstance(value, int):
        return texts.number(value)
    return texts.t(f"option.{game}.{name}.{value}")
