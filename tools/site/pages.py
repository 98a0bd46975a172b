"""Generated pages: the API, each option set, what any two of them have differently."""

from __future__ import annotations

import os
from collections.abc import Iterator
from html import escape
from itertools import combinations
from pathlib import Path

import paiju
from paiju.locales import LANGUAGES, leaflet
from tools.site import differences
from tools.site.telling import texts, words

NAMES = {"zh": "中文", "en": "English", "fa": "فارسی"}
_API = (
    ("paiju", "The package", ("paiju",)),
    ("core", "Core", (
        "paiju.core.game", "paiju.core.options", "paiju.core.errors", "paiju.core.match", "paiju.core.record",
        "paiju.core.document", "paiju.core.reading", "paiju.core.position", "paiju.core.rng",
    )),
    ("games", "Games and positions", ("paiju.games.registry", "paiju.games.positions")),
    ("baohuang", "Bao Huang", (
        "paiju.games.baohuang.game", "paiju.games.baohuang.options", "paiju.games.baohuang.cards",
        "paiju.games.baohuang.actions", "paiju.games.baohuang.notation", "paiju.games.baohuang.state",
        "paiju.games.baohuang.views",
    )),
    ("paohuzi", "Paohuzi", (
        "paiju.games.paohuzi.game", "paiju.games.paohuzi.options", "paiju.games.paohuzi.cards",
        "paiju.games.paohuzi.melds", "paiju.games.paohuzi.notation", "paiju.games.paohuzi.state",
        "paiju.games.paohuzi.hands", "paiju.games.paohuzi.scoring", "paiju.games.paohuzi.views",
    )),
    ("bots", "Bots, arena and analysis", (
        "paiju.bots.base", "paiju.arena.match", "paiju.analysis.paohuzi.hands", "paiju.conformance.runner", "paiju.locales",
    )),
    ("envs", "Environments", (
        "paiju.envs.batch", "paiju.envs.gymnasium_env", "paiju.envs.pettingzoo_env", "paiju.envs.open_spiel_env",
        "paiju.envs.spaces", "paiju.envs.seeds", "paiju.envs.table",
    )),
)  # fmt: skip


SMALL = os.environ.get("PAIJU_SITE") == "small"
"""Leave out what takes longest, for the tests: all modules but one, all pairs but one of a game."""


def generated() -> Iterator[tuple[str, str]]:
    """Every generated page: its name on the site, and its text in Markdown."""
    for name, title, modules in _API:
        yield f"api/{name}.md", f"# {title}\n\n" + "".join(f"::: {module}\n\n" for module in _shown(modules))
    for lang in LANGUAGES:
        yield f"presets/index.{lang}.md", _index(lang)
        for game in paiju.available():
            for preset in paiju.load(game).presets():
                yield f"presets/{game}/{preset}.{lang}.md", _preset(game, preset, lang)
            for one, other in pairs(game):
                yield f"presets/{game}/{one}--{other}.{lang}.md", _pair(game, one, other, lang)


def _shown(modules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(module for module in modules if not SMALL or module == "paiju")


def pairs(game: str) -> list[tuple[str, str]]:
    """Every two presets that are laid side by side, in the order of the presets."""
    every = list(combinations(paiju.load(game).presets(), 2))
    return every[:1] if SMALL else every


def switch(name: str) -> str:
    """The line that leads to the same page in the other languages."""
    base, _, rest = Path(name).name.rpartition(".")[0].rpartition(".")
    links = (
        f"**{NAMES[lang]}**" if lang == rest else f"[{NAMES[lang]}]({base}.{lang}.md)" for lang in LANGUAGES
    )
    return f'<div class="switch" markdown="1">{" · ".join(links)}</div>\n\n'


def title(game: str, preset: str, lang: str) -> str:
    """What players call a preset."""
    return texts(lang).t(f"preset.{game}.{preset}")


def _index(lang: str) -> str:
    word = words(lang)
    lines = [f"# {word['presets']}", word["presets.intro"]]
    for game in paiju.available():
        lines += ["", f"## {leaflet.title(game, texts(lang))}", ""]
        presets = tuple(paiju.load(game).presets())
        for preset in presets:
            known = texts(lang).t(f"preset.{game}.{preset}.help")
            lines.append(
                f"- [**{title(game, preset, lang)}**]({game}/{preset}.{lang}.md) `{preset}`  \n  {known}"
            )
        lines += ["", f"### {word['differences']}", "", *_grid(game, presets, lang)]
    return "\n".join(lines) + "\n"


def _grid(game: str, presets: tuple[str, ...], lang: str) -> Iterator[str]:
    """Every pair in a table: what lies left of the diagonal is what lies right of it."""
    yield "| | " + " | ".join(title(game, one, lang) for one in presets) + " |"
    yield "|---|" + ":-:|" * len(presets)
    for one in presets:
        cells = (_cell(game, one, other, presets, lang) for other in presets)
        yield f"| **{title(game, one, lang)}** | " + " | ".join(cells) + " |"


def _cell(game: str, one: str, other: str, presets: tuple[str, ...], lang: str) -> str:
    if one == other:
        return ""
    first, second = sorted((one, other), key=presets.index)
    load = paiju.load(game).options
    found = leaflet.contrasts(load({"preset": first}), load({"preset": second}), texts(lang))
    number = texts(lang).number(len(found))
    return f"[{number}]({game}/{first}--{second}.{lang}.md)" if (first, second) in pairs(game) else number


def _preset(game: str, preset: str, lang: str) -> str:
    options, known, word = paiju.load(game).options({"preset": preset}), texts(lang), words(lang)
    lines = [f"# {leaflet.title(game, known)} · {title(game, preset, lang)}", ""]
    lines += [
        known.t(f"preset.{game}.{preset}.help"),
        "",
        word["presets.with"].format(digest=options.digest()),
        "",
    ]
    if differs := leaflet.differences(options, known):
        lines += [f"*{differs}*", ""]
    for section in leaflet.sections(options, known):
        lines += ([f"## {section.title}", ""] if section.title else []) + list(_paragraphs(section))
    lines += [f"## {word['differences']}", "", *_others(game, preset, lang)]
    return "\n".join(lines) + "\n"


def _paragraphs(section: leaflet.Section) -> Iterator[str]:
    for paragraph in section.paragraphs:
        yield f"{escape(paragraph.text)} {paragraph.rule}".rstrip()
        yield ""


def _others(game: str, preset: str, lang: str) -> Iterator[str]:
    for pair in pairs(game):
        if preset in pair:
            other = pair[pair[0] == preset]
            name = words(lang)["differences.with"].format(other=title(game, other, lang))
            yield f"- [{name}]({'--'.join(pair)}.{lang}.md)"


def _pair(game: str, one: str, other: str, lang: str) -> str:
    known, word = texts(lang), words(lang)
    load = paiju.load(game).options
    sets = load({"preset": one}), load({"preset": other})
    names = title(game, one, lang), title(game, other, lang)
    found = leaflet.contrasts(*sets, known)
    heads = [f"[{name}]({preset}.{lang}.md)" for name, preset in zip(names, (one, other), strict=True)]
    lines = [
        "---",
        "search: {exclude: true}",
        "---",
        f"# {word['differences.title'].format(one=names[0], other=names[1])}",
        "",
    ]
    lines += [" · ".join(heads), "", word["differences.intro"].format(count=known.number(len(found))), ""]
    for contrast in found:
        lines += [f"## {contrast.label}", "", contrast.rule, ""]
        lines += ['<div class="sides" markdown="1">', ""]
        for name, text in zip(names, (contrast.one, contrast.other), strict=True):
            lines += [
                '<div markdown="1">',
                "",
                f"**{name}**",
                "",
                escape(text) or f"*{word['differences.silent']}*",
                "",
                "</div>",
            ]
        lines += [
            "</div>",
            "",
            *differences.paragraphs(differences.Pair(game, sets, names, lang), contrast.option),
        ]
    return "\n".join(lines) + "\n"
