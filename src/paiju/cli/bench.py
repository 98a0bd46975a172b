"""`paiju bench` and `paiju warmup`: the library's speed on this machine, and the fast kernels compiled in advance."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Annotated

import typer
from rich.table import Table

from paiju.bench import rows as benchmark
from paiju.bench.measure import Row, machine, measure
from paiju.bots import warm_up as bots
from paiju.cli.common import JsonOption, a_number, console, echo, echo_json
from paiju.core.errors import UsageError
from paiju.kernels import cache, warm_up


def bench(
    peers: Annotated[bool, typer.Option("--peers", help="Measure installed peers in the same run.")] = False,
    as_json: JsonOption = False,
    seconds: Annotated[
        float,
        typer.Option(
            min=0.05,
            max=600.0,
            callback=a_number,
            help="Length of one run; each row takes six, or twelve beside a peer.",
        ),
    ] = 1.0,
) -> None:
    """Measure decisions per second; medians of five runs.

    Floors are ratios to another row that runs in turn with ours; only --peers measures them.
    """
    before_use()
    status = console(stderr=True)
    rows: list[Row] = []
    with status.status("measuring …") as spinner:
        reference = benchmark.references(peers=peers)
        for measurement in benchmark.plan(peers=peers):
            spinner.update(f"measuring {measurement.name} …")
            rows.append(measure(measurement, seconds, reference(measurement)))
    for line in benchmark.left_out():
        status.print(f"not measured: {line}", style="dim")
    missing = benchmark.missing_peers() if peers else ()
    if as_json:
        echo_json(benchmark.report(rows))
        return
    out = console()
    out.print(", ".join(f"{key}: {value}" for key, value in machine().items()), style="dim")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("row", no_wrap=True)
    for heading in ("per s", "unit", "choices/s", "deals/s", *(("ratio", "floor") if peers else ())):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row.name,
            _short(row.per_s),
            row.unit,
            _short(row.choices_per_s),
            _short(row.deals_per_s),
            *((_times(row.ratio), _times(row.floor)) if peers else ()),
        )
    out.print(table)
    for row in rows:
        out.print(f"{row.name}: {row.note}", style="dim")
    for line in benchmark.ratios(rows) if peers else ():
        out.print(f"ratio {line}")
    for line in missing:
        out.print(f"not measured: {line}", style="dim")


def _times(ratio: float | None) -> str:
    """A ratio in three figures; an empty text if there is none."""
    return "" if ratio is None else f"{ratio:.3g}"


def _short(rate: float) -> str:
    """A number in at most four figures, so that a row fits 80 columns: `17.78 M`, `46.39 k`."""
    for unit, factor in (("M", 1e6), ("k", 1e3)):
        if rate >= factor:
            return f"{rate / factor:.4g} {unit}"
    return f"{rate:.0f}"


def warmup() -> None:
    """Compile kernels, bots and environments now.

    Later runs find them on disk.
    """
    warm_up.require()
    if not cache.can_store():
        place = str(cache.base())
        raise UsageError(
            "usage.cache",
            f"compiled code cannot be saved in {place}: set XDG_CACHE_HOME to a folder that can be written to",
            {"path": place},
        )
    more = import_module("paiju.envs.warm_up").modules()  # needs NumPy
    _compile(partial(bots.compile_all, more=more), lines=True)
    compiled = (*cache.groups(), *bots.groups(more))
    echo("compiled: " + " ".join(str(cache.cache_folder(group)) for group in compiled))


def before_use() -> None:
    """Compile on first use, with a progress line; without numba this does nothing."""
    if not cache.is_ready():
        with suppress(UsageError):
            _compile(warm_up.warm)


def before_search() -> None:
    """Compile the bots that search, unless they are on disk already.

    Raises:
        UsageError: usage.kernels, if numba is not installed.
    """
    warm_up.require()
    if not bots.is_ready():
        _compile(bots.compile_all)


def _compile(warm: Callable[[warm_up.Report], None], *, lines: bool = False) -> None:
    """Compile and show the progress; `lines` writes lines for a log, where there is no terminal to draw on."""
    status = console(stderr=True)
    if lines and not status.is_terminal:
        warm(lambda label, done, total: echo(f"compiling, {done} of {total}: {label}", err=True))
        return
    with status.status("compiling …") as spinner:
        warm(lambda label, done, total: spinner.update(f"compiling, {done} of {total}: {label} …"))
