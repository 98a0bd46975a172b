"""`paiju train`: bots that learn (docs/training.md), and the data set of guards."""

from __future__ import annotations

import os
import time
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from paiju.bots.baohuang.heuristic.values import fingerprint
from paiju.cli.bench import before_use
from paiju.cli.common import JsonOption, PairsOption, a_number, console, echo, echo_json, help_alone, need
from paiju.cli.pack import Pack
from paiju.core.files import ready_to_write
from paiju.kernels.warm_up import require

if TYPE_CHECKING:
    from paiju.train.baohuang import tune as tuning
    from paiju.train.baohuang.guards.report import Report
    from paiju.train.runs import MakePool

RUNS = Path("build/runs")
RESULT = RUNS / "guards.safetensors"
PAGE = Path("docs/training.md")
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]
AnchorOption = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        callback=a_number,
        help="Points by which a play must beat the heuristic's; by default as trained.",
    ),
]
AgainstOption = Annotated[
    str,
    typer.Option(
        metavar="WHOM",
        help="The opponent: heuristic, net (the network of the package), or a path to weights.",
    ),
]
_OPTIONS = {"preset": "pagat"}
_DOUBT = 6000


def _require_torch() -> None:
    require()
    need("torch", "safetensors", extra="train", what="training", code="usage.torch")


def tune(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="The run's name; an existing run resumes with its own settings."),
    ],
    preset: Annotated[str, typer.Option("--preset", "-p", help="The rules to tune for.")] = "pagat",
    generations: Annotated[
        int, typer.Option(min=1, help="Stop after this number of generations in all.")
    ] = 200,
    children: Annotated[int, typer.Option(min=4, max=1000, help="Candidates in each generation.")] = 12,
    width: Annotated[
        float, typer.Option(min=0.001, max=1.0, callback=a_number, help="Width of the first generation.")
    ] = 0.04,
    pairs: Annotated[int, typer.Option(min=10, help="Pairs that each candidate plays.")] = 1500,
    confirm: Annotated[int, typer.Option(min=10, help="Fresh pairs before the mean is accepted.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, help="The seed of the run.")] = 0,
    runs: Annotated[Path, typer.Option(help="The folder that holds all runs.")] = RUNS,
) -> None:
    """Tune the heuristic of Bao Huang.

    Stop it at any time: the same command resumes.
    """
    require()
    need("cma", extra="train", what="training", code="usage.torch")
    before_use()
    from paiju.train.baohuang import tune as tuning

    plan = tuning.Plan(
        preset=preset, children=children, width=width, screening=pairs, confirming=confirm, seed=seed
    )
    folder = runs / name
    with console(stderr=True).status("tuning …") as status:

        def report(progress: tuning.Progress, gain: float) -> None:
            status.update(
                f"generation {progress.generation}/{generations}, width {progress.width:.3f}, "
                f"better half {gain:+.3f}, accepted {len(progress.accepted)}"
            )

        done = tuning.tune(folder, plan, generations, report)
    for line in tuning.report_lines(done):
        echo(line)
    echo(f"{folder / tuning.RESULT_FILE}: {fingerprint(tuning.incumbent_of(done))}")


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    group = typer.Typer(
        callback=help_alone,
        invoke_without_command=True,
        help="Train bots that learn: tune, run, evaluate, export.\n\nSee docs/training.md.",
    )
    group.command("tune")(tune)
    group.command("guards")(guards)
    for command in (run, evaluate, export, curve):
        group.command(command.__name__)(command)
    app.add_typer(group, name="train")


def run(
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG", help="The configuration: baohuang, another shipped name, or a TOML file."
        ),
    ],
    resume: Annotated[bool, typer.Option("--resume", help="Resume the existing run.")] = False,
    folder: Annotated[
        Path | None, typer.Option(help=f"The folder of the run; by default {RUNS}/ and its name.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="WHOM",
            help="Learn to beat this fixed opponent: heuristic, net, or a path to weights.",
        ),
    ] = None,
    hours: Annotated[
        float | None,
        typer.Option(min=0.0, callback=a_number, help="Stop after this time; --resume continues."),
    ] = None,
    leases: Annotated[
        int | None, typer.Option(min=1, help="Stop after this number of leases in all; --resume continues.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on a Ray cluster: its address, auto, or local for a new one."
        ),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(min=1, max=10_000, help="Actors for --ray; the result does not depend on the number."),
    ] = 2,
) -> None:
    """Train a network from its own play.

    Kill it at any time: --resume loses less than two minutes of work.
    """
    from paiju.train.config import config_path, read_config

    settings = read_config(config_path(config))
    if against is not None:
        settings = replace(settings, play=replace(settings.play, against=against))
    for name in _THREADS:  # the libraries read these when they are loaded
        os.environ.setdefault(name, str(settings.threads))
    _require_torch()
    before_use()
    from paiju.train.runs import Run

    pool = None if ray is None else _actors(ray, workers)
    place = RUNS / settings.name if folder is None else folder
    training = Run(place, settings, resume=resume, say=_say, pool=pool)
    training.go_on(None if hours is None else 3600 * hours, leases)


def _actors(address: str, workers: int) -> MakePool:
    """What makes the workers on Ray.

    Raises:
        UsageError: usage.torch, if Ray is not installed.
    """
    need("ray", extra="ray", what="--ray", code="usage.torch")
    from paiju.train.workers import RayWorkers, connect

    connect(address, workers)
    return partial(RayWorkers, workers)


def evaluate(
    weights: Annotated[Path, typer.Argument(metavar="WEIGHTS", help="A run's folder, or exported weights.")],
    pairs: PairsOption = 1000,
    anchor: AnchorOption = None,
    first: Annotated[int, typer.Option(min=0, help="The number of the first deal.")] = 0,
    guards: Annotated[
        int,
        typer.Option(
            "--hidden",
            "--guards",
            min=0,
            help="Deals in which to measure the guesses of hidden things as well: the guard, other hands.",
        ),
    ] = 0,
    against: AgainstOption = "heuristic",
    as_json: JsonOption = False,
) -> None:
    """Play weights against an opponent on duplicate deals.

    The margin is in points per deal (Bao Huang: place points).
    """
    _quiet_threads()
    require()
    before_use()
    from paiju.train.trainers import game_of, trainer_of

    trainer = trainer_of(game_of(weights))
    report = trainer.evaluate(
        weights, pairs=pairs, anchor=anchor, first=first, hidden=guards, against=against
    )
    if as_json:
        echo_json(report.figures)
        return
    for line in report.lines:
        echo(line)


def export(
    folder: RunArgument,
    to: Annotated[
        Path | None, typer.Option(help="Where to write the weights; by default into the folder of the run.")
    ] = None,
    pairs: PairsOption = 2000,
    anchor: AnchorOption = None,
) -> None:
    """Write a run's averaged weights, and a model card beside them."""
    _quiet_threads()
    require()
    before_use()
    from paiju.train.trainers import game_of, trainer_of

    echo(trainer_of(game_of(folder)).export(folder, to=to, pairs=pairs, anchor=anchor))


def curve(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="RUN", help="The folders of runs, each started from the one before it."),
    ],
    page: Annotated[
        Path, typer.Option(help="The page that gets the table; the chart goes beside it.")
    ] = PAGE,
) -> None:
    """Publish the curve of runs as a chart and a table."""
    require()
    from paiju.train.curves import publish, read_curves
    from paiju.train.trainers import game_of, trainer_of

    publish(read_curves(folders), page, trainer_of(game_of(folders[0])).curve)


def _quiet_threads() -> None:
    for name in _THREADS:
        os.environ.setdefault(name, "1")


def _say(line: str) -> None:
    console().print(time.strftime("%H:%M:%S"), line, soft_wrap=True)


def guards(
    learn: Annotated[
        int,
        typer.Option(min=0, help="Deals of the heuristic to learn from first; 0 keeps the weights."),
    ] = 0,
    doubt: Annotated[
        int,
        typer.Option(min=0, help="Then deals of each kind of players to calibrate on."),
    ] = 0,
    deals: Annotated[
        int,
        typer.Option(
            min=60, help="Deals to measure for each kind of players; slow ones play a sixth of them."
        ),
    ] = 1200,
    seed: Annotated[int, typer.Option(min=0, max=4000, help="The seed of the measured deals.")] = 0,
    weights: Annotated[
        Path | None,
        typer.Option(help="The weights to measure or to start from; by default those of the package."),
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
            help="A page that gets the table, with the chart beside it; the card is written where --to says."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Learn to guess the guard, and measure how good the guesses are.

    They are measured against many kinds of players.
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
    """Print how well these weights guess the guard; returns the reports and their card."""
    from paiju.bots.baohuang.compiled.memory import weights_of
    from paiju.bots.baohuang.net.guards.network import VERSION
    from paiju.bots.baohuang.net.playing import read_weights
    from paiju.games.baohuang import GAME
    from paiju.train.baohuang.guards.report import figures, survey, table

    model = read_weights(path, "events", VERSION)
    options = GAME.options(model.card["options"])
    learned = model.card["players"]
    surveyed = survey(
        options, weights_of(model.parameters), model.arrays, learned=learned, deals=deals, seed=seed
    )
    reports = list(surveyed)
    if as_json:
        echo_json(figures(reports))
    else:
        echo(table(reports))
    return reports, model.card


def _learn(path: Path, result: Path, deals: int, doubt: int) -> None:
    """Train, and write the weights with their card to `result`; where `deals` is 0, the weights at `path` are the start."""
    _require_torch()
    from paiju.bots.baohuang.compiled.memory import weights_of
    from paiju.bots.baohuang.heuristic.values import DEFAULT, fingerprint
    from paiju.bots.baohuang.net.guards.network import VERSION, belief_shapes
    from paiju.bots.baohuang.net.playing import read_weights
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
    """Processor hours since a start."""
    return round((time.process_time() - began) / 3600, 3)


def _write_dataset(folder: Path, deals: int) -> Path:
    require()
    before_use()
    from paiju.train.baohuang.dataset import write_dataset

    return write_dataset(folder, deals)


PACK = Pack(register, _write_dataset)
