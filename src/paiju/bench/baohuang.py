"""The speed rows of Bao Huang."""

from __future__ import annotations

from paiju.bench.measure import Pack
from paiju.bench.random_play import kernel_rows, law_rows

PACK = Pack(
    lambda game: law_rows(game, "pagat", "moegirl"),
    lambda game: kernel_rows(game, "pagat", "moegirl", playout=45, step=4.5),
    peers={
        "peer.open_spiel.dou_dizhu": ("kernel.step",),
        "peer.open_spiel.gin_rummy": ("kernel.step",),
        "peer.rlcard.doudizhu": ("env.batch", "law.step"),
        "peer.pokerkit.holdem": ("law.step",),
        "peer.pgx.sparrow_mahjong": ("env.batch",),
    },
)
