"""Speed rows of the environments behind other libraries' interfaces; the same for every game that learners may have."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from paiju.bench.driving import TABLES, Needing, agents, learner, lockstep, several, spiel
from paiju.bench.measuring import Batch, Measurement

BESIDE: Mapping[str, tuple[str, ...]] = {
    "peer.open_spiel.dominoes": ("env.open_spiel",),
    "peer.pettingzoo.holdem": ("env.pettingzoo",),
    "peer.gymnasium.blackjack": ("env.gymnasium",),
    "peer.gymnasium.blackjack.vector": ("env.gymnasium.vector",),
}
"""Rows of other libraries' own games in Python, and ours behind the same interface."""


def adapters(game: str) -> tuple[Needing, ...]:
    """The rows of a game, under its default rules."""
    return (
        Needing(
            Measurement(
                f"{game}.env.open_spiel",
                "behind OpenSpiel, without observations",
                several(lambda: spiel(f"python_{game}", brought_by="paiju.envs.open_spiel_env")),
            ),
            ("numpy", "pyspiel"),
        ),
        Needing(
            Measurement(
                f"{game}.env.pettingzoo",
                "behind PettingZoo (AEC), every seat observed",
                several(lambda: agents(_of("pettingzoo_env").PaijuEnv(game))),
            ),
            ("numpy", "pettingzoo"),
        ),
        Needing(
            Measurement(
                f"{game}.env.gymnasium",
                "behind Gymnasium, answers of one seat; what random bots do in between is not counted",
                several(lambda: learner(_of("gymnasium_env").SeatEnv(game, bots="random"))),
            ),
            ("numpy", "gymnasium"),
        ),
        Needing(
            Measurement(
                f"{game}.env.gymnasium.vector",
                f"the same, {TABLES} tables in lockstep",
                lambda: _vector(game),
            ),
            ("numpy", "gymnasium"),
        ),
    )


def _of(module: str) -> Any:
    return importlib.import_module(f"paiju.envs.{module}")


def _vector(game: str) -> Batch:
    return lockstep(_of("gymnasium_env").vector(game, TABLES, bots="random"))
