"""The speed rows of Bao Huang."""

from __future__ import annotations

from paiju.bench.measure import Measurement, Pack
from paiju.bench.random_play import batch_rows, law, playouts, steps


def _law(game: str) -> tuple[Measurement, ...]:
    return (
        Measurement(f"{game}.law.step", "preset pagat", lambda: law(game, "pagat"), floor=0),
        Measurement(f"{game}.law.step.moegirl", "preset moegirl", lambda: law(game, "moegirl"), floor=0),
    )


def _compiled(game: str) -> tuple[Measurement, ...]:
    return (
        Measurement(
            f"{game}.kernel.playout",
            "preset pagat, whole deals inside the kernel",
            lambda: playouts(game, "pagat"),
            floor=45,
        ),
        Measurement(f"{game}.kernel.playout.moegirl", "preset moegirl", lambda: playouts(game, "moegirl")),
        Measurement(
            f"{game}.kernel.step",
            "preset pagat, one call from Python a decision",
            lambda: steps(game, "pagat"),
            floor=4.5,
        ),
        *batch_rows(game, "pagat"),
    )


PACK = Pack(
    _law,
    _compiled,
    peers={
        "peer.open_spiel.dou_dizhu": ("kernel.step",),
        "peer.open_spiel.gin_rummy": ("kernel.step",),
        "peer.rlcard.doudizhu": ("env.batch", "law.step"),
        "peer.pokerkit.holdem": ("law.step",),
        "peer.pgx.sparrow_mahjong": ("env.batch",),
    },
)
