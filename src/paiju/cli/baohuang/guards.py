"""`paiju train guards`: the network that says who the guard is."""

from __future__ import annotations

import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from paiju.cli.baohuang.needs import require_torch
from paiju.cli.common import console
from paiju.cli.warmup import before_use
from paiju.kernels.warming import require

_OPTIONS = {"preset": "pagat"}


def guards(
    learn: Annotated[
        int,
        typer.Option(min=0, help="Learn from so many deals first; 0 measures the weights that are there."),
    ] = 0,
    deals: Annotated[int, typer.Option(min=100, help="Deals to measure in.")] = 10_000,
    weights: Annotated[
        Path | None, typer.Option(help="The weights; by default those of the package.")
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            help="A page that the table goes into, the chart beside it; the card beside the weights is written too."
        ),
    ] = None,
) -> None:
    """Learn who the guard is, and measure how well that is known.

    The deals are those of the heuristic.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    require()
    before_use()
    from paiju.bots.baohuang.compiled.parameters import weights_of
    from paiju.bots.baohuang.net.guards.layout import VERSION
    from paiju.bots.baohuang.net.guards.reading import SHIPPED
    from paiju.bots.baohuang.net.weights import read_weights
    from paiju.games.baohuang import GAME
    from paiju.kernels.baohuang.compiling import rules_for
    from paiju.train.baohuang.guessing import measure, publish, table, write_card

    path = SHIPPED if weights is None else weights
    if learn:
        _learn(path, learn)
    model = read_weights(path, "events", VERSION)
    rules = rules_for(GAME.options(model.card["options"]))
    measured = measure(rules, weights_of(model.parameters), model.arrays, deals)
    typer.echo(table(measured))
    if page is not None:
        publish(measured, page)
        write_card(path, model.card, measured)


def _learn(path: Path, deals: int) -> None:
    """Train and write the weights with their card."""
    require_torch()
    from paiju.bots.baohuang.compiled.parameters import weights_of
    from paiju.bots.baohuang.heuristic.parameters import DEFAULT, fingerprint
    from paiju.bots.baohuang.net.guards.layout import VERSION
    from paiju.games.baohuang import GAME
    from paiju.kernels.baohuang.compiling import rules_for
    from paiju.train.baohuang.guard_learner import learn_guards
    from paiju.train.baohuang.shards import write_tensors

    began = time.monotonic()
    options = GAME.options(_OPTIONS)
    arrays = learn_guards(rules_for(options), weights_of(DEFAULT), deals, _say)
    card: dict[str, Any] = {
        "game": "baohuang", "events": VERSION, "options": _OPTIONS, "options_digest": options.digest(),
        "parameters": asdict(DEFAULT), "heuristic": fingerprint(DEFAULT), "deals": deals,
        "numbers": sum(array.size for array in arrays.values()), "hours": round((time.monotonic() - began) / 3600, 2),
    }  # fmt: skip
    write_tensors(path, arrays, card)


def _say(line: str) -> None:
    console().print(time.strftime("%H:%M:%S"), line, soft_wrap=True)
