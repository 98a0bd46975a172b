"""What `paiju warmup` compiles for Bao Huang."""

from __future__ import annotations

from paiju.kernels.warming import Step


def _step() -> None:
    from paiju.kernels.baohuang.bench import Stepped

    Stepped("pagat").run(1)


def _clone() -> None:
    from paiju.kernels.baohuang.records import STATE, blank
    from paiju.kernels.baohuang.stepping import clone

    clone(blank(STATE), blank(STATE))


def _playouts() -> None:
    from paiju.kernels.baohuang.bench import Playouts

    Playouts("pagat").run(1)


STEPS: tuple[Step, ...] = (
    ("Bao Huang, copies", _clone),
    ("Bao Huang, steps", _step),
    ("Bao Huang, playouts", _playouts),
)
