"""`paiju train guards`: the network that says who the guard is."""

from __future__ import annotations

import json
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
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Learn from many kinds of players, not from the heuristic alone.")
    ] = False,
    deals: Annotated[
        int,
        typer.Option(
            min=60, help="Deals to measure in for each kind of players; slow ones play a sixth of them."
        ),
    ] = 1200,
    seed: Annotated[int, typer.Option(min=0, max=4000, help="Which deals are measured.")] = 0,
    weights: Annotated[
        Path | None, typer.Option(help="The weights; by default those of the package.")
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            help="A page that the table goes into, the chart beside it; the card beside the weights is written too."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Learn who the guard is, and measure how well that is known.

    It is measured among players of many kinds.
    """
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    require()
    before_use()
    from paiju.bots.baohuang.compiled.parameters import weights_of
    from paiju.bots.baohuang.net.guards.layout import VERSION
    from paiju.bots.baohuang.net.guards.reading import SHIPPED
    from paiju.bots.baohuang.net.weights import read_weights
    from paiju.games.baohuang import GAME
    from paiju.train.baohuang.guards.publishing import figures, publish, table, write_card
    from paiju.train.baohuang.guards.survey import survey

    path = SHIPPED if weights is None else weights
    if learn:
        _learn(path, learn, mixed=mixed)
    model = read_weights(path, "events", VERSION)
    options = GAME.options(model.card["options"])
    learned = model.card.get("players", ["heuristic"])
    asked = survey(
        options, weights_of(model.parameters), model.arrays, learned=learned, deals=deals, seed=seed
    )
    reports = list(asked)
    typer.echo(json.dumps(figures(reports)) if as_json else table(reports))
    if page is not None:
        publish(reports, page)
        write_card(path, model.card, reports)


def _learn(path: Path, deals: int, *, mixed: bool) -> None:
    """Train and write the weights with their card."""
    require_torch()
    from paiju.bots.baohuang.compiled.parameters import weights_of
    from paiju.bots.baohuang.heuristic.parameters import DEFAULT, fingerprint
    from paiju.bots.baohuang.net.guards.layout import VERSION
    from paiju.games.baohuang import GAME
    from paiju.kernels.baohuang.compiling import rules_for
    from paiju.train.baohuang.guards.learner import Learner
    from paiju.train.baohuang.guards.populations import HEURISTIC, LEARNED
    from paiju.train.shards import write_tensors

    began = time.monotonic()
    options = GAME.options(_OPTIONS)
    shares = LEARNED if mixed else {HEURISTIC: 1.0}
    arrays = Learner(rules_for(options), weights_of(DEFAULT), shares, deals).learn(_say)
    card: dict[str, Any] = {
        "game": "baohuang", "events": VERSION, "options": _OPTIONS, "options_digest": options.digest(),
        "parameters": asdict(DEFAULT), "heuristic": fingerprint(DEFAULT), "deals": deals,
        "players": {population.name: share for population, share in shares.items()},
        "numbers": sum(array.size for array in arrays.values()), "hours": round((time.monotonic() - began) / 3600, 2),
    }  # fmt: skip
    write_tensors(path, arrays, card)


def _say(line: str) -> None:
    console().print(time.strftime("%H:%M:%S"), line, soft_wrap=True)
