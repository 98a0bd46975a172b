"""`paiju rules`: the rules of exactly one option set, its differences from another, or a list of presets and options."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import paiju
from paiju.cli.common import (
    GameArgument,
    JsonOption,
    LangOption,
    OptionOption,
    PresetOption,
    console,
    differences,
    echo_json,
    game_and_options,
    language,
)
from paiju.core.options import Options, text_of
from paiju.locales import Texts, leaflet
from paiju.locales.words import texts_of

_WIDTH = 100


def rules(
    game: GameArgument,
    named: Annotated[
        str | None, typer.Argument(metavar="[PRESET]", help="The same as --preset.", show_default=False)
    ] = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    against: Annotated[
        str | None, typer.Option(metavar="PRESET", help="Print the differences from this preset instead.")
    ] = None,
    lang: LangOption = None,
    list_: Annotated[bool, typer.Option("--list", help="List presets and all options instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the rules of exactly this option set."""
    if named is not None and preset is not None:
        raise typer.BadParameter(f"one preset, not {named} and {preset}")
    texts = texts_of(game, language(lang))
    if list_:
        _list(game, texts)
        return
    _, options = game_and_options(game, preset or named, option)
    if against is not None:
        _compare(options, game_and_options(game, against, None)[1], texts, as_json=as_json)
        return
    if as_json:
        echo_json(_named(options))
        return
    out = _sheet()
    out.print(Text(leaflet.title(game, texts), style="bold"))
    _print_name(options, out)
    for section in leaflet.sections(options, texts):
        if section.title:
            out.print()
            out.print(Text(section.title, style="bold"))
        for text, cite in section.paragraphs:
            line = Text(text)
            if cite:
                line.append(f"  {cite}", style="dim")
            out.print(Padding(line, (0, 0, 0, 2)))


def _named(options: Options) -> dict[str, Any]:
    return {"digest": options.digest(), "options": options.differences()}


def _sheet() -> Console:
    out = console()
    out.width = min(out.width, _WIDTH)
    return out


def _print_name(options: Options, out: Console) -> None:
    out.print(Text(f"{options.digest()}  {differences(options)}", style="dim"))


def _compare(one: Options, other: Options, texts: Texts, *, as_json: bool) -> None:
    """Print the differences between two option sets, each with its rule: "-" is the first one's, "+" the other's."""
    found = leaflet.contrasts(one, other, texts)
    if as_json:
        sets = [_named(side) for side in (one, other)]
        echo_json({"sets": sets, "differ": [each._asdict() for each in found]})
        return
    out = _sheet()
    for mark, side in (("-", one), ("+", other)):
        out.print(Text(f"{mark} ", style="bold"), end="")
        _print_name(side, out)
    for each in found:
        out.print()
        out.print(Text(each.label, style="bold").append(f"  {each.rule}", style="dim not bold"))
        for mark, text in (("-", each.one), ("+", each.other)):
            out.print(Padding(Text(f"{mark} {text or '–'}"), (0, 0, 0, 2)))


def _list(name: str, texts: Texts) -> None:
    game = paiju.load(name)
    out = console()
    presets = Table(box=None, pad_edge=False, show_header=False)
    presets.add_column(no_wrap=True, style="bold")
    presets.add_column()
    for preset in game.presets():
        presets.add_row(preset, texts.t(f"preset.{name}.{preset}.help"))
    out.print(presets)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("option", "values", "rule", ""):
        table.add_column(heading)
    for rule in game.options({}).declared():
        values = " | ".join(text_of(v) for v in rule.choices) or f"{rule.low}..{rule.high}"
        table.add_row(
            rule.name, f"{values} ({text_of(rule.default)})", rule.cite, texts.t(f"option.{name}.{rule.name}")
        )
    out.print()
    out.print(table)
