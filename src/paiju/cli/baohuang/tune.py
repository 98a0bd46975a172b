"""`paiju train tune`: the parameters of the heuristic, tuned by evolution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paiju.bots.baohuang.heuristic.parameters import fingerprint
from paiju.cli.baohuang.needs import require_packages
from paiju.cli.common import a_number, console, echo
from paiju.cli.warmup import before_use
from paiju.kernels.warming import require

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
