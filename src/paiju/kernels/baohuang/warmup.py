"""What `paiju warmup` compiles for Bao Huang."""

from __future__ import annotations

from paiju.kernels.baohuang.bench import Playouts, Stepped
from paiju.kernels.baohuang.records import STATE, blank
from paiju.kernels.baohuang.stepping import clone, legal
from paiju.kernels.warming import Step


def _step() -> None:
    run = Stepped("pagat")
    run.run(1)
    legal(run.state, run.rules, run.out)
    clone(blank(STATE), run.state)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, steps", _step),
    ("Bao Huang, playouts", lambda: Playouts("pagat").run(1)),
)
