"""The ladder: every pair of a game's reference bots, each finished match stored in a file, and the page and chart made of them."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import paiju
from paiju.arena.figures import Result
from paiju.arena.match import seconds_in
from paiju.arena.pack import pack_of
from paiju.bots.base import path_of
from paiju.core.files import malformed, read_json, write_whole
from paiju.kernels.cache import version_of

_ROOT = Path(paiju.__file__).parent
_BOTS = "paiju.bots"
_REGISTRY = "paiju.bots.base"
"""Other bots do not depend on this module."""
_LENGTH = 12


@cache
def source_hash(game: str, *names: str) -> str:
    """A hash of the modules and weights that some bots of a game are made of.

    Raises:
        UsageError: usage.bot, if no bot of such a name plays that game.
    """
    files = sorted({file for name in names for file in _files_of(path_of(name, game)[0])})
    parts = (file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes() for file in files)
    return version_of(parts)[:_LENGTH]


def _files_of(module: str) -> set[Path]:
    """The files of a module, of all modules of bots that it imports, in its functions too, and of the weights beside them."""
    todo, found = [module], set()
    while todo:
        file = _file(todo.pop())
        if file is None or file in found:
            continue
        found |= {file, *(file.parent / "weights").glob("*.safetensors")}
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(_BOTS):
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
                todo += [name for name in names if name != _REGISTRY]
    return found


def _file(module: str) -> Path | None:
    """The file of a module; None if there is no such module."""
    path = _ROOT.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file if file.is_file() else None


# --- the ladder: all pairs of the reference bots of each game, every finished match stored in a file

NEAR = 2
FAR_SHARE, SLOW_FAR_SHARE = 4, 10
"""The share of the pairs that slow bots play, and bots more than `NEAR` rungs apart."""
SEED = "test"
_MOST_BYTES = 16 << 20
WIDTH = 0.25
"""Half the width of the interval, in points, at which a match ends that does not exclude 0 earlier."""


class Match(NamedTuple):
    """One match of the ladder, the stronger bot first; `sequential` if it may end early."""

    game: str
    a: str
    b: str
    pairs: int
    sequential: bool


class FinishedMatch(NamedTuple):
    """A finished match and all its figures."""

    match: Match
    figures: Mapping[str, Any]

    @property
    def margin(self) -> float:
        """The points a deal of the stronger bot."""
        return float(self.figures["margin"])

    @property
    def se(self) -> float:
        """The standard error of the margin."""
        return float(self.figures["se"])


_FIGURES = frozenset({"margin", "se", "pairs", "a_ms_p50", "a_ms_p95", "b_ms_p50", "b_ms_p95"})
"""What a finished match must have."""


def games() -> tuple[str, ...]:
    """The games that have a ladder."""
    return tuple(game for game in paiju.available() if pack_of(game).rungs)


def matches(game: str, pairs: int) -> Iterator[Match]:
    """The matches of a game: up to two rungs apart with all their pairs, then the others with a part of them."""
    bots, slow = pack_of(game).rungs, pack_of(game).slow
    ranked = sorted(combinations(range(len(bots)), 2), key=lambda two: (two[1] - two[0], two))
    for low, high in ranked:
        limits = [slow[name] for name in (bots[low], bots[high]) if name in slow]
        most = min([pairs, *limits])
        share = 1 if high - low <= NEAR else SLOW_FAR_SHARE if limits else FAR_SHARE
        yield Match(game, bots[high], bots[low], max(1, most // share), bool(limits))


def is_kept(match: Match, store: Path) -> bool:
    """Whether a match has been finished."""
    return _result_file(match, store).is_file()


def _result_file(match: Match, store: Path) -> Path:
    made_of = source_hash(match.game, match.a, match.b)
    return store / f"{match.game}-{match.a}-{match.b}-{match.pairs}-{made_of}.json"


def _leave_alone(path: Path, match: Match, store: Path) -> None:
    """Remove the other files of a match: its journal, and results of older versions of the bots."""
    for other in store.glob(f"{match.game}-{match.a}-{match.b}-*"):
        if other != path:
            other.unlink(missing_ok=True)


def play_match(
    match: Match, store: Path, figures: Callable[[Result], Mapping[str, Any]], **how: Any
) -> FinishedMatch:
    """The result of a match: from its file in `store`, or played now and stored there.

    `figures` turns a result into what is stored beside the `seconds` of the match; `how` goes to the player (`jobs`,
    `progress`).

    Raises:
        UsageError: file.unreadable, file.unwritable; file.syntax, for a file that does not hold the match.
    """
    path = _result_file(match, store)
    if not path.is_file():
        until = WIDTH if match.sequential else None
        options = paiju.load(match.game).options({})
        journal = path.with_suffix(".part")
        began = monotonic() - seconds_in(journal)
        result = pack_of(match.game).play(
            options, match.a, match.b, match.pairs, SEED, until=until, journal=journal, **how
        )
        found = {**figures(result), "seconds": round(monotonic() - began)}
        write_whole(path, json.dumps(found, indent=1).encode() + b"\n")
        _leave_alone(path, match, store)
    finished = read_json(path, _MOST_BYTES)
    if not isinstance(finished, dict) or not finished.keys() >= _FIGURES:
        raise malformed(str(path), "no match of a ladder")
    return FinishedMatch(match, finished)


# --- the page and the chart of the ladder

CHART = "ladder.svg"
_Z95 = 1.96
_APART = 3.0
_WIDTH, _LABEL, _RIGHT, _ROW, _TOP = 760, 190, 40, 34, 40
_DOT, _BAR, _GRID = "#b4232a", "#1f5f8b", "#ddd"

Ladder = Mapping[str, Sequence[FinishedMatch]]
"""The finished matches of each game."""


def page(ladder: Ladder, sources: Mapping[str, Mapping[str, str]]) -> str:
    """The page in Markdown; `sources` are the hashes of each game's bots."""
    lines = [
        "# Ladder",
        "",
        (
            "This page is for anyone who compares bots. After it you know how every pair of reference bots fares. "
            "`paiju arena ladder` writes it.\n\n"
            f"All pairs play the same public deals (`--seed {SEED}`, on which nobody trains), each deal with sides swapped (Bao "
            "Huang: two plays, points of the emperor's side; Paohuzi: six plays). A margin is in points a deal for the bot of "
            "the row, ± one standard error over deals, with the number of pairs. Slow bots play until the margin is known to ± "
            f"{WIDTH:g} or differs from 0 (95 % at all times; see `paiju.arena.match`), up to a fixed number of pairs. "
            "`*` marks these matches, and `–` a match not played yet. Bots more than two rungs apart play few pairs: the bots "
            "between them settle their order."
        ),
        "",
        _cost(ladder),
        "",
        f"![Margins over the rungs below]({CHART})",
    ]
    for game, finished in ladder.items():
        lines += ["", f"## {pack_of(game).title}", "", *_matrix(game, finished)]
        lines += ["", *_steps(game, finished)]
        lines += ["", *_times(game, finished, sources[game])]
    return "\n".join(lines) + "\n"


def _cost(ladder: Ladder) -> str:
    """A paragraph about the total time."""
    matches = [one for finished in ladder.values() for one in finished]
    hours = sum(one.figures.get("seconds", 0) for one in matches) / 3600
    return (
        f"These {len(matches)} matches took {hours:.1f} hours. An interrupted ladder resumes, and a match is played "
        "again only when one of its two bots has changed."
    )


def _matrix(game: str, finished: Sequence[FinishedMatch]) -> list[str]:
    names = pack_of(game).rungs
    lines = [f"| | {' | '.join(names[:-1])} |", f"|---|{'---|' * (len(names) - 1)}"]
    for at, a in enumerate(names[1:], 1):
        cells = [_cell(_between(finished, a, b)) for b in names[:at]]
        lines.append(f"| {a} | {' | '.join(cells + [''] * (len(names) - 1 - at))} |")
    return lines


def _between(finished: Sequence[FinishedMatch], a: str, b: str) -> FinishedMatch | None:
    return next((one for one in finished if (one.match.a, one.match.b) == (a, b)), None)


def _near(game: str, finished: Sequence[FinishedMatch]) -> list[FinishedMatch]:
    """The played matches of bots up to two rungs apart."""
    names = pack_of(game).rungs
    found = [
        _between(finished, a, b) for at, a in enumerate(names) for b in names[max(0, at - NEAR) : at][::-1]
    ]
    return [one for one in found if one is not None]


def _cell(one: FinishedMatch | None) -> str:
    if one is None:
        return "–"
    return f"{one.margin:+.2f} ± {one.se:.2f} ({one.figures['pairs']:,}{'*' if one.match.sequential else ''})"


def _steps(game: str, finished: Sequence[FinishedMatch]) -> list[str]:
    """Lines about what matches between near rungs prove of the order."""
    lines = []
    for one in _near(game, finished):
        apart = one.margin / one.se if one.se else 0.0
        said = f"{abs(apart):.1f} standard errors {'above' if apart > 0 else 'below'}"
        clear = "" if apart >= _APART else ": not decided" if abs(apart) < _APART else ": in the wrong order"
        lines.append(f"- `{one.match.a}` is {said} `{one.match.b}`{clear}.")
    return lines


def _times(game: str, finished: Sequence[FinishedMatch], sources: Mapping[str, str]) -> list[str]:
    """Milliseconds per decision, each bot's in its first match, and the hash of its source."""
    found: dict[str, tuple[float, float]] = {}
    for one in finished:
        found.setdefault(one.match.a, (one.figures["a_ms_p50"], one.figures["a_ms_p95"]))
        found.setdefault(one.match.b, (one.figures["b_ms_p50"], one.figures["b_ms_p95"]))
    lines = ["| bot | ms a decision, median | 95th percentile | code and weights |", "|---|---|---|---|"]
    return lines + [
        f"| {name} | {found[name][0]:.2f} | {found[name][1]:.2f} | `{sources.get(name, '')}` |"
        for name in pack_of(game).rungs
        if name in found
    ]


class Chart(str):
    """A chart as SVG; a notebook displays it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def chart(ladder: Ladder) -> Chart:
    """Each bot's margin over the two rungs below it, with 95 % intervals."""
    rows = [(game, one) for game, finished in ladder.items() for one in _near(game, finished)]
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
    return Chart("\n".join([*parts, "</svg>"]) + "\n")


def _interval(one: FinishedMatch, y: int, x: float, ends: tuple[float, float]) -> list[str]:
    return [
        f'<text x="{_LABEL - 8}" y="{y + 14}" text-anchor="end" fill="#222">{one.match.a} over {one.match.b}</text>',
        f'<path d="M{ends[0]:.1f} {y + 10}H{ends[1]:.1f}" stroke="{_BAR}" stroke-width="3"/>',
        f'<circle cx="{x:.1f}" cy="{y + 10}" r="4.5" fill="{_DOT}"/>',
        f'<text x="{x:.1f}" y="{y + 28}" text-anchor="middle" fill="#222" font-size="10">{one.margin:+.2f} ± {one.se:.2f}</text>',
    ]  # fmt: skip
