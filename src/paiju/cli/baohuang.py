"""`paiju train`: bots that learn (docs/training.md), and the data set of guards."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paiju.bots.baohuang.parameters import fingerprint
from paiju.cli.bench import before_use
from paiju.cli.common import JsonOption, PairsOption, a_number, console, echo, echo_json, help_alone, need
from paiju.cli.pack import Pack
from paiju.kernels.warm_up import require

if TYPE_CHECKING:
    from paiju.train.baohuang import tune as tuning
    from paiju.train.runs import MakePool

RUNS = Path("build/runs")
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
            help="Also measure the guesses of hidden cards in this many deals: the guard, other hands.",
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


def _write_dataset(folder: Path, deals: int) -> Path:
    require()
    before_use()
    from paiju.train.baohuang.dataset import write_dataset

    return write_dataset(folder, deals)


PACK = Pack(register, _write_dataset)
