"""The rules of a table, as far as they differ from the usual ones."""

from __future__ import annotations

from rich.text import Text

import paiju
from paiju.core.options import Options, text_of
from paiju.locales import Texts


def differing_rules(options: Options, texts: Texts) -> list[Text]:
    """The preset, and what differs from the default."""
    game = options.game
    lines = []
    preset = preset_name(options)
    if preset:
        for key, style in ((f"preset.{game}.{preset}", "bold"), (f"preset.{game}.{preset}.help", "")):
            if texts.has(key):
                lines.append(Text(texts.t(key), style))
    for name, value in options.differences().items():
        key = f"rule.{game}.{name}"
        key = key if texts.has(key) else f"{key}.{text_of(value)}"
        if texts.has(key) and (sentence := texts.t(key, value=value)):
            lines.append(Text(f"· {sentence}"))
    return lines


def preset_name(options: Options) -> str | None:
    """The preset whose rules these are, if there is one."""
    game = paiju.load(options.game)
    digest = options.digest()
    return next((name for name in game.presets() if game.options({"preset": name}).digest() == digest), None)
