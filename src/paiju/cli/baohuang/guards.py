"""`paiju train guards`: the network that says who the guard is."""

from __future__ import annotations

import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiju.cli.baohuang.needs import require_torch
from paiju.cli.common import console, echo, echo_json
from paiju.cli.warmup import before_use
from paiju.core.files import ready_to_write
from paiju.kernels.warm_up import require

if TYPE_CHECKING:
    from paiju.train.baohuang.guards.report import Report

RESULT = Path("build/runs/guards.safetensors")
_OPTIONS = {"preset": "pagat"}
_DOUBT = 6000


def guards(
    learn: Annotated[
        int,
        typer.Option(
            min=0, help="Learn from so many deals of the heuristic first; 0 keeps what is believed."
        ),
    ] = 0,
    doubt: Annotated[
        int,
        typer.Option(min=0, help="Then learn to doubt from so many deals of each kind of players."),
    ] = 0,
    deals: Annotated[
        int,
        typer.Option(
            min=60, help="Deals to measure in for each kind of players; slow ones play a sixth of them."
        ),
    ] = 1200,
    seed: Annotated[int, typer.Option(min=0, max=4000, help="Which deals are measured.")] = 0,
    weights: Annotated[
        Path | None,
        typer.Option(help="The weights to measure, or to begin with; by default those of the package."),
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option(
            help=f"Where weights and card are written; by default over --weights, without them {RESULT}."
        ),
    ] = None,
    page: Annotated[
        Path | None,
        typer.Option(
            help="A page that the table goes into, the chart beside it; the card is written too, where --to says."
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
    from paiju.bots.baohuang.net.guards.reading import SHIPPED

    path, result = weights or SHIPPED, to or weights or RESULT
    learns = bool(learn or doubt)
    if learns or page is not None:
        ready_to_write(result)
    if page is not None:
        ready_to_write(page)
    if learns:
        _learn(path, result, learn, doubt or _DOUBT)
    reports, card = _measured(result if learns else path, deals, seed, as_json=as_json)
    if page is not None:
        from paiju.train.baohuang.guards.report import publish, write_card

        publish(reports, page)
        write_card(result, card, reports)


def _measured(path: Path, deals: int, seed: int, *, as_json: bool) -> tuple[list[Report], dict[str, Any]]:
    """Print how well the guard is known by these weights; returns that and their card."""
    from paiju.bots.baohuang.compiled.memory import weights_of
    from paiju.bots.baohuang.net.guards.network import VERSION
    from paiju.bots.baohuang.net.network import read_weights
    from paiju.games.baohuang import GAME
    from paiju.train.baohuang.guards.report import figures, survey, table

    model = read_weights(path, "events", VERSION)
    options = GAME.options(model.card["options"])
    learned = model.card["players"]
    asked = survey(
        options, weights_of(model.parameters), model.arrays, learned=learned, deals=deals, seed=seed
    )
    reports = list(asked)
    if as_json:
        echo_json(figures(reports))
    else:
        echo(table(reports))
    return reports, model.card


def _learn(path: Path, result: Path, deals: int, doubt: int) -> None:
    """Train and write the weights with their card to `result`; what those at `path` believe is kept where `deals` is 0."""
    require_torch()
    from paiju.bots.baohuang.compiled.memory import weights_of
    from paiju.bots.baohuang.heuristic.values import DEFAULT, fingerprint
    from paiju.bots.baohuang.net.guards.network import VERSION, belief_shapes
    from paiju.bots.baohuang.net.network import read_weights
    from paiju.games.baohuang import GAME
    from paiju.kernels.baohuang.rules import rules_for
    from paiju.train.baohuang.guards.doubting import learn_doubt
    from paiju.train.baohuang.guards.learner import WIDTHS, Learner
    from paiju.train.baohuang.guards.populations import LEARNED
    from paiju.train.storage import write_tensors

    began = time.process_time()
    options = GAME.options(_OPTIONS)
    rules, heuristic = rules_for(options), weights_of(DEFAULT)
    spent: dict[str, Any] = {"deals": deals, "hours": 0.0}
    if deals:
        beliefs = Learner(rules, heuristic, deals).learn(_say)
        spent["hours"] = _hours(began)
    else:
        model = read_weights(path, "events", VERSION)
        beliefs = {name: model.arrays[name] for name in belief_shapes(*WIDTHS)}
        spent = {name: model.card[name] for name in spent}
    began = time.process_time()
    arrays = {**beliefs, **learn_doubt(rules, heuristic, beliefs, doubt, _say)}
    card: dict[str, Any] = {
        "game": "baohuang", "events": VERSION, "options": _OPTIONS, "options_digest": options.digest(),
        "parameters": asdict(DEFAULT), "heuristic": fingerprint(DEFAULT), **spent,
        "doubt_deals": doubt, "doubt_hours": _hours(began), "players": [population.name for population in LEARNED],
        "numbers": sum(array.size for array in arrays.values()),
    }  # fmt: skip
    write_tensors(result, arrays, card)


def _hours(began: float) -> float:
    """Hours of the processor since."""
    return round((time.process_time() - began) / 3600, 3)


def _say(line: str) -> None:
    console().print(time.strftime("%H:%M:%S"), line, soft_wrap=True)
