"""The rules of a game as a form: the declared options with their words, and the check of a choice."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import paiju
from paiju.bots.base import LEVELS, STYLES, bot_names, stand_ins
from paiju.core.errors import OptionError, PaijuError
from paiju.core.game import Game
from paiju.core.options import Options, Raw, Rule
from paiju.locales import Texts, leaflet
from paiju.locales.pages import browser_texts, sentence
from paiju.locales.words import texts_of
from paiju.server.errors import ServerError
from paiju.server.pack import Figure, Words, pack_of
from paiju.server.tables.settings import schema

Json = dict[str, Any]
Given = Mapping[str, Raw]


def game_named(name: str) -> Game:
    """The game.

    Raises:
        ServerError: page.none.
    """
    if name not in paiju.available():
        raise ServerError("page.none", "no such game")
    return paiju.load(name)


def chosen(name: str, preset: str, given: Given) -> tuple[Game, str, Options]:
    """The game, the preset, which is its first one where none is named, and the options that these make.

    Raises:
        ServerError: page.none.
        OptionError: for options that are refused.
    """
    game = game_named(name)
    preset = preset or next(iter(game.presets()))
    return game, preset, game.options({"preset": preset, **given})


@cache
def presets_of(game: str) -> dict[str, str]:
    """The names of presets by the digest of their rules."""
    rules = paiju.load(game)
    return {rules.options({"preset": name}).digest(): name for name in rules.presets()}


def preset_of(options: Options) -> str:
    """The preset whose rules these are; the first one where there is none."""
    return presets_of(options.game).get(options.digest()) or next(iter(paiju.load(options.game).presets()))


@cache
def form(name: str, lang: str) -> Json:
    """Everything a browser needs to show and change the rules of a game."""
    game, texts = game_named(name), texts_of(name, lang)
    default = game.options({})
    rules = {rule.name: rule for rule in default.declared()}
    options = [_option(entry, rules[entry["name"]], default, texts) for entry in default.schema()]
    groups = list(dict.fromkeys(option["group"] for option in options))
    return {
        "game": name,
        "seats": game.seats,
        "presets": [_preset(game, preset, texts) for preset in game.presets()],
        "groups": [{"name": group, "label": texts.t(f"group.{group}")} for group in groups],
        "options": options,
        "questions": [_question(name, question.to_json(), lang) for question in pack_of(name).questions],
        "levels": [level for level in (*LEVELS, *STYLES) if level in bot_names(name)],
        "stand_ins": list(stand_ins(name, LEVELS)),
        "settings": schema(),
    }


def rules(options: Options, lang: str) -> Json:
    """The rules of exactly this option set, section by section, each sentence with its rule number, and their pictures."""
    texts = texts_of(options.game, lang)
    draw = pack_of(options.game).figures
    figures = draw(options) if draw else ()
    sections = [
        {
            "title": section.title,
            "paragraphs": [{"text": text, "rule": rule} for text, rule in section.paragraphs],
            "figures": [_figure(options.game, one, texts) for one in figures if one.group == section.group],
        }
        for section in leaflet.sections(options, texts)
    ]
    return {
        "title": leaflet.title(options.game, texts),
        "sections": sections,
        "line": leaflet.differences(options, texts),
    }


def _figure(game: str, figure: Figure, texts: Texts) -> Json:
    return {
        "title": texts.t(f"figure.{game}.{figure.name}"),
        "lines": [
            {
                **line._asdict(),
                "label": line.label and _worded(line.label, texts),
                "choices": [_worded(choice, texts) for choice in line.choices],
            }
            for line in figure.lines
        ],
    }


def _worded(said: Words | int, texts: Texts) -> str:
    """A text whose facts may be keys of others."""
    if isinstance(said, int):
        return texts.number(said)
    facts = {
        name: texts.t(fact) if isinstance(fact, str) and texts.has(fact) else fact
        for name, fact in said.facts.items()
    }
    return texts.t(said.key, **facts)


def _preset(game: Game, preset: str, texts: Texts) -> Json:
    options = game.options({"preset": preset})
    key = f"preset.{game.name}.{preset}"
    return {
        "name": preset,
        "label": texts.t(key),
        "help": texts.t(f"{key}.help"),
        "options": options.differences(),
        "line": leaflet.differences(options, texts, game.options({})) or texts.t(f"{key}.help"),
    }


def _option(entry: Json, rule: Rule, default: Options, texts: Texts) -> Json:
    key = f"option.{default.game}.{rule.name}"
    return {
        **entry,
        "label": texts.t(key),
        "help": texts.t(f"{key}.help"),
        "rule_text": leaflet.sentence(default, rule, texts),
        "choices": [
            {"value": value, "label": leaflet.value_text(default.game, rule.name, value, texts)}
            for value in entry["choices"]
        ],
    }


def _question(game: str, question: Json, lang: str) -> Json:
    words, key = browser_texts(lang), f"web.question.{game}.{question['id']}"
    return {**question, "text": words.get(key, ""), "help": words.get(f"{key}.help", "")}


def check(name: str, preset: str, given: Given, lang: str) -> Json:
    """The meaning of a choice of options: whether it makes a rule set, what differs, what has no effect and why.

    Raises:
        ServerError: page.none.
        OptionError: option.preset, if there is no such preset.
    """
    game, texts = game_named(name), texts_of(name, lang)
    base = game.options({"preset": preset} if preset else {})
    answer: Json = {"ok": False, "digest": None, "differences": {}, "changed": {}, "line": "", "error": None}
    try:
        options = game.options({"preset": preset, **given} if preset else given)
    except OptionError as error:
        values = _readable(base, given)
        answer["error"] = refusal(error, name, lang)
    else:
        values = options
        answer |= {
            "ok": True,
            "digest": options.digest(),
            "differences": options.differences(),
            "changed": options.changes(base),
            "line": leaflet.differences(options, texts, base),
        }
    idle = [rule for rule in base.declared() if not rule.active(values)]
    return {
        **answer,
        "active": [rule.name for rule in base.declared() if rule not in idle],
        "inactive": {rule.name: reason(name, rule, texts) for rule in idle},
    }


def _readable(base: Options, given: Given) -> Any:
    """The values as far as they can be read, to tell what is active beside an error."""
    values = {rule.name: getattr(base, rule.name) for rule in base.declared()}
    for rule in base.declared():
        if rule.name in given:
            with contextlib.suppress(OptionError):
                values[rule.name] = rule.parse(given[rule.name])
    return SimpleNamespace(**values)


def refusal(error: PaijuError, game: str, lang: str) -> Json:
    """A refusal with its sentence, options called by their labels."""
    texts = texts_of(game, lang)
    facts = dict(error.facts)
    option = str(facts.get("option", ""))
    label = f"option.{game}.{option}"
    plain = PaijuError(
        error.code, error.detail, {**facts, **({"option": texts.t(label)} if texts.has(label) else {})}
    )
    return {"code": error.code, "facts": facts, "text": sentence(plain, lang)}


def reason(game: str, rule: Rule, texts: Texts) -> str:
    """Why an option has no effect: what it would need."""
    cases = (" + ".join(_needed(game, case, texts)) for case in rule.needs)
    joined = " / ".join(cases)
    return texts.t("error.option.inactive", option=texts.t(f"option.{game}.{rule.name}"), needs=joined)


def _needed(game: str, case: Any, texts: Texts) -> Iterator[str]:
    for when in case:
        values = (leaflet.value_text(game, when.option, _plain(value), texts) for value in when.values)
        yield f"{texts.t(f'option.{game}.{when.option}')}: {' | '.join(values)}"


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int)) else str(value)
