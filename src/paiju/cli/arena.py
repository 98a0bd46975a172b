"""`paiju arena`: matches and the ladder of bots."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from paiju.arena import ladder as ladders
from paiju.arena.figures import Result
from paiju.arena.ladder import source_hash
from paiju.arena.pack import pack_of
from paiju.cli.common import (
    JobsOption,
    JsonOption,
    OptionOption,
    PresetOption,
    SeedOption,
    a_number,
    console,
    counting,
    echo_json,
    game_and_options,
)
from paiju.core.errors import UsageError
from paiju.core.files import ready_to_write, write_whole
from paiju.kernels.warm_up import require


def lines(a: str, b: str, result: Result) -> Iterator[str]:
    """A match in a few lines; the first one is a summary."""
    margin = result.margin
    yield (
        f"{a} against {b}: {margin.points} points a deal, {margin.size} pairs, "
        f"lower 95 % bound {margin.lower95:+.3f}"
    )
    yield from result.lines(a, b)
    yield (
        f"a decision takes {a} {result.a_ms.p50:.2f} ms (p95 {result.a_ms.p95:.2f}), "
        f"{b} {result.b_ms.p50:.2f} ms (p95 {result.b_ms.p95:.2f})"
    )


def figures(result: Result) -> dict[str, object]:
    """All figures of a match by name; the first and last ones are the same for all games."""
    times = {"a": result.a_ms, "b": result.b_ms}
    return {
        "margin": result.margin.value,
        "se": result.margin.se,
        "lower95": result.margin.lower95,
        "pairs": result.margin.size,
        **result.figures(),
        **{f"{side}_ms_{what}": value for side, ms in times.items() for what, value in ms._asdict().items()},
    }


# --- `paiju arena`: bots on duplicate deals with sides or seats swapped, and the whole ladder

LADDER = "ladder"

_Game = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=f"A game, or `{LADDER}`: all pairs of the reference bots, written to --page."
    ),
]
_Measured = Annotated[str, typer.Option("--a", metavar="BOT", help="The bot that is measured.")]
_Against = Annotated[str, typer.Option("--b", metavar="BOT", help="The bot it is measured against.")]
_Pairs = Annotated[
    int,
    typer.Option(
        "--pairs",
        "-n",
        min=1,
        max=10_000_000,
        help="How many deals, each played with sides (Paohuzi: all seats) swapped.",
    ),
]
_Until = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        callback=a_number,
        help="Continue until the 95 % interval of the margin is this narrow or excludes 0.",
    ),
]
_Most = Annotated[
    int, typer.Option("--max", min=1, max=10_000_000, help="The most pairs that --until may take.")
]
_Store = Annotated[
    Path, typer.Option(help="Where the ladder stores finished matches, so that it can resume.")
]
_Only = Annotated[str | None, typer.Option(metavar="GAME", help="Play the ladder of this game only.")]
_Page = Annotated[Path, typer.Option(help="The page that the ladder writes; its chart goes beside it.")]


def arena(
    game: _Game,
    a: _Measured = "heuristic",
    b: _Against = "greedy",
    pairs: _Pairs = 300,
    until: _Until = None,
    most: _Most = 100_000,
    seed: SeedOption = "1",
    preset: PresetOption = None,
    option: OptionOption = None,
    jobs: JobsOption = 1,
    as_json: JsonOption = False,
    store: _Store = Path("docs/ladder"),
    only: _Only = None,
    page: _Page = Path("docs/ladder.md"),
) -> None:
    """Measure bot A against bot B on duplicate deals, sides swapped.

    Any text is a seed; `test`, `validation` and `training`, or `test:5000`, name the public deals.
    """
    if game == LADDER:
        _ladder(pairs, jobs, store, page, only)
        return
    law, options = game_and_options(game, preset, option)
    many = pairs if until is None else most
    with counting("pairs", many) as advance:
        result = pack_of(law.name).play(options, a, b, many, seed, until=until, jobs=jobs, progress=advance)
    _show(as_json, {"a": a, "b": b, **figures(result)}, list(lines(a, b, result)))


def _show(as_json: bool, named: dict[str, object], text: list[str]) -> None:
    if as_json:
        echo_json(named)
        return
    out = console()
    out.print(text[0])
    for line in text[1:]:
        out.print(f"  {line}", style="dim" if line is text[-1] else None)


def _ladder(pairs: int, jobs: int, store: Path, page: Path, only: str | None) -> None:
    """Play the matches that are not stored yet, and rewrite the page and its chart after every match.

    Raises:
        UsageError: usage.game; file.unwritable; usage.kernels, since without them other bots would play under the names of compiled ones.
    """
    require()
    if only is not None and only not in ladders.games():
        known = ", ".join(ladders.games())
        raise UsageError(
            "usage.game", f"{only!r} has no ladder; choose one of {known}", {"text": only, "known": known}
        )
    ready_to_write(page)
    out = console()
    finished: dict[str, list[ladders.FinishedMatch]] = {}
    for game in ladders.games():
        for match in ladders.matches(game, pairs):
            if only not in (None, game) and not ladders.is_kept(match, store):
                continue
            with counting(f"{match.a}-{match.b}", match.pairs) as advance:
                result = ladders.play_match(match, store, figures, jobs=jobs, progress=advance)
            finished.setdefault(game, []).append(result)
            _write(page, finished)
            out.print(
                f"{game}: {match.a} against {match.b} {result.margin:+.3f} ± {result.se:.3f}, {result.figures['pairs']} pairs"
            )
    out.print(f"wrote {page}")


def _write(page: Path, finished: dict[str, list[ladders.FinishedMatch]]) -> None:
    sources = {game: {name: source_hash(game, name) for name in pack_of(game).rungs} for game in finished}
    write_whole(page, ladders.page(finished, sources).encode())
    write_whole(page.with_name(ladders.CHART), ladders.chart(finished).encode())
