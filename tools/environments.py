"""Write the tables of docs/environments.md that come from the code, between their markers.

python -m tools.environments
"""

from __future__ import annotations

import re
from pathlib import Path

import paiju
from paiju.envs.baohuang import LAYOUT as BAOHUANG
from paiju.envs.history import OTHER, STEP, Rows
from paiju.envs.pack import games, pack_of
from paiju.envs.paohuzi import LAYOUT as PAOHUZI
from paiju.envs.seeds import RANGES

PAGE = Path(__file__).parents[1] / "docs" / "environments.md"


def sizes() -> str:
    """The size of the action space of every preset."""
    lines = ["| game | preset | steps |", "|---|---|---|"]
    for name in paiju.available():
        game = paiju.load(name)
        lines += [
            f"| {name} | `{preset}` | {pack_of(name).space(game.options({'preset': preset})).size:,} |"
            for preset in game.presets()
        ]
    return "\n".join(lines)


def ranges() -> str:
    """The public ranges of deals."""
    lines = ["| range | first deal | last deal |", "|---|---|---|"]
    return "\n".join(lines + [f"| {name} | {n[0]:,} | {n[-1]:,} |" for name, n in RANGES.items()])


def histories() -> str:
    """Where a row of the past has what, game by game."""
    lines = []
    for name in games():
        pack = pack_of(name)
        rows = Rows(pack.past, pack.space(paiju.load(name).options({})), pack.seats[0])
        lines = lines or [
            f"| game | rows | numbers | {' | '.join(f'`{part}`' for part in rows.start)} | events, in order |"
        ]
        places = " | ".join(map(str, rows.start.values()))
        events = " ".join(pack.past.events)
        lines.append(f"| {name} | {rows.rows} | {rows.width} | {places} | {events}, {OTHER}, {STEP} |")
    return "\n".join([lines[0], "|---" * (lines[0].count("|") - 1) + "|", *lines[1:]])


TABLES = {
    "histories": histories,
    "sizes": sizes,
    "ranges": ranges,
    "observation baohuang": lambda: "\n".join(BAOHUANG.rows()),
    "observation paohuzi": lambda: "\n".join(PAOHUZI.rows()),
}


def filled(text: str) -> str:
    """The page with every table as the code has it."""
    for name, table in TABLES.items():
        marked = re.compile(rf"(<!-- {name} -->\n)(?:\|[^\n]*\n)*(<!-- end -->)")
        text = marked.sub(lambda found, table=table: f"{found[1]}{table()}\n{found[2]}", text)
    return text


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text("utf-8")), "utf-8")
