"""Draws docs/table.svg, the picture of the README: a deal in the terminal as a player sees it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI

import paiju
from paiju.bots.base import make_bot
from paiju.core.match import Match
from paiju.tui.plain import face_of
from paiju.tui.screen import Screen

NAMES = ("You", "Li Wei", "Wang Fang", "Zhang Min", "Liu Yang")
DECISIONS = 26
WIDTH = 76
FONT = "Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def draw() -> str:
    """Play a deal for a while; the picture of what seat 0 sees then."""
    game = paiju.load("baohuang")
    options = game.options({"preset": "pagat-scored"})
    state = game.deal(options, hashlib.sha256(b"picture").digest())
    bots = [make_bot("heuristic", seat) for seat in range(game.seats)]
    for decision in range(DECISIONS + 40):
        seat = game.actors(state)[0]
        if decision >= DECISIONS and seat == 0 and state.top is not None:
            break
        state, _ = game.apply(
            state, seat, bots[seat].choose(game.view(state, seat), game.legal_actions(state, seat))
        )
    screen = Screen("en", StringIO())
    screen.console = console = Console(
        record=True, width=WIDTH, file=StringIO(), force_terminal=True, color_system="truecolor"
    )
    match = replace(Match.start(game, options), returns=((2, -1, 2, -1, -2), (2, -1, 2, -1, -2)))
    screen.show(face_of(game, options, NAMES, screen).table(game.view(state, 0), match))
    svg = console.export_svg(title="paiju play baohuang", theme=MONOKAI)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # no request to another host
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: Fira Code, monospace", f"font-family: {FONT}", svg)
    return svg.replace("<svg ", '<svg xml:space="preserve" ', 1)


if __name__ == "__main__":
    Path(__file__).parents[1].joinpath("docs", "table.svg").write_text(draw(), "utf-8")
