"""`paiju train`: runs, export, evaluation, tuning of the heuristic and the guard's network."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paiju.bots.baohuang.heuristic.values import fingerprint
from paiju.cli.baohuang.guards import guards
from paiju.cli.baohuang.needs import require_packages, require_torch
from paiju.cli.common import a_number, console, echo, echo_json, help_alone
from paiju.cli.warmup import before_use
from paiju.core.errors import UsageError
from paiju.core.files import ready_folder
from paiju.kernels.warm_up import require

if TYPE_CHECKING:
    from paiju.train.baohuang import tune as tuning

RUNS = Path("build/runs")


def tune(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The run's name; a run that is there goes on as it began.")
    ],
    preset: Annotated[str, typer.Option("--preset", "-p", help="The rules to tune for.")] = "pagat",
    generations: Annotated[int, typer.Option(min=1, help="Stop after so many, in all.")] = 200,
    children: Annotated[int, typer.Option(min=4, max=1000, help="Candidates of a generation.")] = 12,
    width: Annotated[
        float, typer.Option(min=0.001, max=1.0, callback=a_number, help="Width of the first generation.")
    ] = 0.04,
    pairs: Annotated[int, typer.Option(min=10, help="Pairs that each candidate plays.")] = 1500,
    confirm: Annotated[int, typer.Option(min=10, help="Fresh pairs before the mean is accepted.")] = 4000,
    seed: Annotated[int, typer.Option(min=0, help="Chance of the run.")] = 0,
    runs: Annotated[Path, typer.Option(help="The folder of all runs.")] = RUNS,
) -> None:
    """Tune the heuristic of Bao Huang.

    Stop it whenever you like: the same command goes on.
    """
    require()
    require_packages("cma")
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


# --- `paiju train`: bots that learn. Run, resume, measure, export; see docs/training.md

if TYPE_CHECKING:
    from paiju.train.runs import Crew

PAGE = Path("docs/training.md")
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")

RunArgument = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]
PairsOption = Annotated[
    int,
    typer.Option("--pairs", "-n", min=1, max=10_000_000, help="How many deals, each played on both sides."),
]
AnchorOption = Annotated[
    float | None,
    typer.Option(
        min=0.0,
        callback=a_number,
        help="Points that a play must be worth more than the heuristic's; by default as trained.",
    ),
]
AgainstOption = Annotated[
    str,
    typer.Option(
        metavar="WHOM",
        help="Who plays the other side: heuristic, net (the network of the package), or weights by their path.",
    ),
]


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
            metavar="CONFIG", help="What is trained, and how: baohuang, another shipped name, or a TOML file."
        ),
    ],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that is there.")] = False,
    folder: Annotated[
        Path | None, typer.Option(help=f"The folder of the run; by default {RUNS}/ and its name.")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="WHOM",
            help="Learn to beat this one, which does not learn: heuristic, net, or weights by their path.",
        ),
    ] = None,
    hours: Annotated[
        float | None, typer.Option(min=0.0, callback=a_number, help="Stop after so long; --resume goes on.")
    ] = None,
    leases: Annotated[
        int | None, typer.Option(min=1, help="Stop after so many leases in all; --resume goes on.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on a Ray cluster: its address, auto, or local for a new one."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=10_000, help="Actors of --ray; the result does not depend on it.")
    ] = 2,
) -> None:
    """Train a network from its own play.

    Kill it whenever you like: --resume goes on from less than two minutes before.
    """
    from paiju.train.config import config_path, read_config

    settings = read_config(config_path(config))
    if against is not None:
        settings = replace(settings, play=replace(settings.play, against=against))
    for name in _THREADS:  # read by the libraries when they are loaded
        os.environ.setdefault(name, str(settings.threads))
    require_torch()
    before_use()
    from paiju.train.trainers import run_kind

    kind = run_kind(settings.game)
    crew = None if ray is None else _actors(ray, workers)
    place = RUNS / settings.name if folder is None else folder
    ready_folder(place)
    training = kind(place, settings, resume=resume, say=_say, crew=crew)
    training.go_on(None if hours is None else 3600 * hours, leases)


def _actors(address: str, workers: int) -> Crew:
    """What makes the workers on Ray.

    Raises:
        UsageError: usage.torch, where Ray is not installed.
    """
    if find_spec("ray") is None:
        known = "pip install 'paiju[ray]'"
        raise UsageError("usage.torch", f"--ray needs ray: {known}", {"text": "ray", "known": known})
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
            help="In so many deals, ask what is hidden as well: who the guard is, what others hold.",
        ),
    ] = 0,
    against: AgainstOption = "heuristic",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Play weights against others, on duplicate deals.

    The margin is in points per deal (Bao Huang: place points).
    """
    _quiet_threads()
    require()
    before_use()
    from paiju.train.trainers import game_of, school_of

    school = school_of(game_of(weights))
    report = school.evaluate(weights, pairs=pairs, anchor=anchor, first=first, hidden=guards, against=against)
    if as_json:
        echo_json(report.figures)
        return
    for line in report.lines:
        echo(line)


def export(
    folder: RunArgument,
    to: Annotated[
        Path | None, typer.Option(help="Where the weights go; by default into the folder of the run.")
    ] = None,
    pairs: PairsOption = 2000,
    anchor: AnchorOption = None,
) -> None:
    """Write a run's averaged weights, and a model card beside them."""
    _quiet_threads()
    require()
    before_use()
    from paiju.train.trainers import game_of, school_of

    echo(school_of(game_of(folder)).export(folder, to=to, pairs=pairs, anchor=anchor))


def curve(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="RUN", help="The folders of runs, each begun with the one before it."),
    ],
    page: Annotated[
        Path, typer.Option(help="The page that the table goes into; the chart lies beside.")
    ] = PAGE,
) -> None:
    """Publish the curve of runs as a chart and a table."""
    require()
    from paiju.train.curves import publish, read_curves
    from paiju.train.trainers import game_of, school_of

    publish(read_curves(folders), page, school_of(game_of(folders[0])).CURVE)


def _quiet_threads() -> None:
    for name in _THREADS:
        os.environ.setdefault(name, "1")


def _say(line: str) -> None:
    console().print(time.strftime("%H:%M:%S"), line, soft_wrap=True)
