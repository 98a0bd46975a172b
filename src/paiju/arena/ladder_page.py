"""The page and the chart of the ladder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paiju.arena.ladder import NEAR, SEED, WIDTH, Kept
from paiju.arena.pack import pack_of

CHART = "ladder.svg"
_Z95 = 1.96
_APART = 3.0
_WIDTH, _LABEL, _RIGHT, _ROW, _TOP = 760, 190, 40, 34, 40
_DOT, _BAR, _GRID = "#b4232a", "#1f5f8b", "#ddd"

Ladder = Mapping[str, Sequence[Kept]]
"""The finished matches of each game."""


def page(ladder: Ladder, sources: Mapping[str, Mapping[str, str]]) -> str:
    """The page in Markdown; `sources` are hashes of what each bot of a game is made of."""
    lines = [
        "# Ladder",
        "",
        (
            "Written by `paiju arena ladder`: every pair of the reference bots on the same public deals "
            f"(`--seed {SEED}`, which nobody trains on), each deal with sides swapped (Bao Huang: two plays, points of the "
            "emperor's side; Paohuzi: six plays). A margin is in points per deal for the bot of the row, ± one standard "
            "error over deals, with the number of pairs. Bots that take long play until the margin is known to ± "
            f"{WIDTH:g} or to differ from 0 (95 % at all times; see `paiju.arena.stopping`), at most a fixed number of pairs; "
            "`*` marks these matches, `–` what has not been played. Bots more than two rungs apart play few pairs: their order "
            "follows from those between them."
        ),
        "",
        _cost(ladder),
        "",
        f"![Margins over the rungs below]({CHART})",
    ]
    for game, kept in ladder.items():
        lines += ["", f"## {pack_of(game).title}", "", *_matrix(game, kept)]
        lines += ["", *_steps(game, kept)]
        lines += ["", *_times(game, kept, sources[game])]
    return "\n".join(lines) + "\n"


def _cost(ladder: Ladder) -> str:
    """How long it all took."""
    matches = [one for kept in ladder.values() for one in kept]
    hours = sum(one.figures.get("seconds", 0) for one in matches) / 3600
    return (
        f"These {len(matches)} matches took {hours:.1f} hours. What was interrupted goes on where it was, and a match is played "
        "again only when one of its two bots has changed."
    )


def _matrix(game: str, kept: Sequence[Kept]) -> list[str]:
    names = pack_of(game).rungs
    lines = [f"| | {' | '.join(names[:-1])} |", f"|---|{'---|' * (len(names) - 1)}"]
    for at, a in enumerate(names[1:], 1):
        cells = [_cell(_between(kept, a, b)) for b in names[:at]]
        lines.append(f"| {a} | {' | '.join(cells + [''] * (len(names) - 1 - at))} |")
    return lines


def _between(kept: Sequence[Kept], a: str, b: str) -> Kept | None:
    return next((one for one in kept if (one.match.a, one.match.b) == (a, b)), None)


def _near(game: str, kept: Sequence[Kept]) -> list[Kept]:
    """The matches of bots up to two rungs apart, as far as they have been played."""
    names = pack_of(game).rungs
    found = [_between(kept, a, b) for at, a in enumerate(names) for b in names[max(0, at - NEAR) : at][::-1]]
    return [one for one in found if one is not None]


def _cell(one: Kept | None) -> str:
    if one is None:
        return "–"
    return f"{one.margin:+.2f} ± {one.se:.2f} ({one.size:,}{'*' if one.match.sequential else ''})"


def _steps(game: str, kept: Sequence[Kept]) -> list[str]:
    """What matches between near rungs say of the order."""
    lines = []
    for one in _near(game, kept):
        apart = one.margin / one.se if one.se else 0.0
        said = f"{abs(apart):.1f} standard errors {'above' if apart > 0 else 'below'}"
        clear = (
            "" if apart >= _APART else ": not told apart" if abs(apart) < _APART else ": the wrong way round"
        )
        lines.append(f"- `{one.match.a}` is {said} `{one.match.b}`{clear}.")
    return lines


def _times(game: str, kept: Sequence[Kept], sources: Mapping[str, str]) -> list[str]:
    """Milliseconds per decision, each bot's in its first match, and what it is made of."""
    found: dict[str, tuple[float, float]] = {}
    for one in kept:
        found.setdefault(one.match.a, (one.figures["a_ms_p50"], one.figures["a_ms_p95"]))
        found.setdefault(one.match.b, (one.figures["b_ms_p50"], one.figures["b_ms_p95"]))
    lines = ["| bot | ms a decision, median | 95th percentile | code and weights |", "|---|---|---|---|"]
    return lines + [
        f"| {name} | {found[name][0]:.2f} | {found[name][1]:.2f} | `{sources.get(name, '')}` |"
        for name in pack_of(game).rungs
        if name in found
    ]


def chart(ladder: Ladder) -> str:
    """Each bot's margin over the two rungs below it, with 95 % intervals, as SVG."""
    rows = [(game, one) for game, kept in ladder.items() for one in _near(game, kept)]
    least = min([0.0, *(one.margin - _Z95 * one.se for _, one in rows)])
    most = max([1.0, *(one.margin + _Z95 * one.se for _, one in rows)])
    height = _TOP + _ROW * (len(rows) + len(ladder)) + 16

    def across(points: float) -> float:
        return _LABEL + (_WIDTH - _LABEL - _RIGHT) * (points - least) / (most - least)

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" '
            'font-size="12" role="img" aria-label="Margins over the rungs below, points per deal">'
        ),
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
    ]
    for points in range(int(least) - (least < int(least)), int(most) + 1):
        if points < least:
            continue
        x = across(points)
        parts.append(
            f'<path d="M{x:.0f} {_TOP - 14}V{height - 12}" stroke="{"#555" if points == 0 else _GRID}"/>'
        )
        parts.append(f'<text x="{x:.0f}" y="{_TOP - 20}" text-anchor="middle" fill="#555">{points:+d}</text>')
    y, before = _TOP, ""
    for game, one in rows:
        if game != before:
            parts.append(
                f'<text x="12" y="{y + 16}" fill="#222" font-weight="bold">{pack_of(game).title}</text>'
            )
            y, before = y + _ROW, game
        parts += _interval(
            one,
            y,
            across(one.margin),
            (across(one.margin - _Z95 * one.se), across(one.margin + _Z95 * one.se)),
        )
        y += _ROW
    return "\n".join([*parts, "</svg>"]) + "\n"


def _interval(one: Kept, y: int, x: float, ends: tuple[float, float]) -> list[str]:
    return [
        f'<text x="{_LABEL - 8}" y="{y + 14}" text-anchor="end" fill="#222">{one.match.a} over {one.match.b}</text>',
        f'<path d="M{ends[0]:.1f} {y + 10}H{ends[1]:.1f}" stroke="{_BAR}" stroke-width="3"/>',
        f'<circle cx="{x:.1f}" cy="{y + 10}" r="4.5" fill="{_DOT}"/>',
        f'<text x="{x:.1f}" y="{y + 28}" text-anchor="middle" fill="#222" font-size="10">{one.margin:+.2f} ± {one.se:.2f}</text>',
    ]  # fmt: skip
