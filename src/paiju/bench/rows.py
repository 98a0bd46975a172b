"""The speed rows: ours and those of the installed peers."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import cache, partial
from typing import Any

from paiju import kernels
from paiju.bench.measure import Batch, Measurement, Row, machine, pack_of
from paiju.bench.random_play import (
    DOMINOES,
    PEERS,
    RLCARD,
    agents,
    learner,
    several,
    spiel,
    vectors,
)
from paiju.games.registry import AT_HOME, available

BESIDE: Mapping[str, tuple[str, ...]] = {
    "peer.open_spiel.dominoes": ("env.open_spiel",),
    "peer.pettingzoo.holdem": ("env.pettingzoo",),
    "peer.gymnasium.blackjack": ("env.gymnasium",),
    "peer.gymnasium.blackjack.vector": ("env.gymnasium.vector",),
}
"""Rows of other libraries' own games in Python, and ours behind the same interface."""


def adapters(game: str) -> tuple[Measurement, ...]:
    """The rows of a game, under its default rules."""
    return (
        Measurement(
            f"{game}.env.open_spiel",
            "behind OpenSpiel, without observations",
            several(lambda: spiel(f"python_{game}", brought_by="paiju.envs.open_spiel_env")),
            floor=3,
            against=DOMINOES,
            needs=("numpy", "pyspiel"),
        ),
        Measurement(
            f"{game}.env.pettingzoo",
            "behind PettingZoo (AEC), every seat observed",
            several(lambda: agents(_of("pettingzoo_env").PaijuEnv(game))),
            floor=5,
            against=RLCARD,
            needs=("numpy", "pettingzoo"),
        ),
        Measurement(
            f"{game}.env.gymnasium",
            "behind Gymnasium, answers of one seat; what random bots do in between is not counted",
            several(lambda: learner(_of("gymnasium_env").SeatEnv(game, bots="random"))),
            floor=5,
            against=RLCARD,
            needs=("numpy", "gymnasium"),
        ),
        *(
            Measurement(
                f"{game}.env.gymnasium.vector{name}",
                f"the same inside the kernel, 1,024 tables, {text}",
                partial(vectors, game, opponents),
                floor=floor,
                against=f"{game}.env.batch",
                needs=("numpy", "gymnasium", "numba"),
            )
            for name, opponents, floor, text in (
                ("", "self", 0.5, "every decision the learner's"),
                (".random", "random", None, "random opponents"),
                (".heuristic", "heuristic", 0.1, "heuristic opponents"),
            )
        ),
    )


def _of(module: str) -> Any:
    return importlib.import_module(f"paiju.envs.{module}")


# --- speed rows: ours, and beside them those of the peers that are installed


def plan(*, peers: bool) -> tuple[Measurement, ...]:
    """The rows that can be measured here; with `peers` also those of installed peers."""
    rows = _law() if kernels.missing() else _law() + _compiled()
    rows += tuple(row for row in _adapters() if not row.missing())
    return rows + tuple(peer for peer in PEERS if peers and not peer.missing())


def _law() -> tuple[Measurement, ...]:
    return tuple(row for game in available() for row in pack_of(game).law(game))


def _compiled() -> tuple[Measurement, ...]:
    return tuple(row for game in available() for row in pack_of(game).compiled(game))


def _adapters() -> tuple[Measurement, ...]:
    """The rows behind other libraries' interfaces, of the games of this package."""
    return tuple(row for game in AT_HOME for row in adapters(game))


def references(*, peers: bool) -> Callable[[Measurement], Batch | None]:
    """The work that runs in turn with a row that has a floor, made once for all rows: none unless peers are measured, nor where it is not installed."""
    rows = {row.name: row for row in plan(peers=peers)} if peers else {}

    @cache
    def made(name: str) -> Batch | None:
        return rows[name].make() if name in rows else None

    return lambda row: None if row.floor is None else made(row.against)


def left_out() -> tuple[str, ...]:
    """Rows that cannot be measured here, each with what is missing."""
    names = " and ".join(kernels.missing())
    compiled = (f"{row.name} needs {names}: pip install 'paiju[fast]'" for row in _compiled() if names)
    adapted = (
        f"{row.name} needs {' and '.join(row.missing())}: pip install 'paiju[rl]'"
        for row in _adapters()
        if row.missing()
    )
    return (*compiled, *adapted)


def missing_peers() -> tuple[str, ...]:
    """Peers that are not installed here."""
    return tuple(f"{peer.name} needs {', '.join(peer.missing())}" for peer in PEERS if peer.missing())


def ratios(rows: Sequence[Row]) -> tuple[str, ...]:
    """The ratio of our row to each measured peer that is driven in the same way."""
    rate = {row.name: row.per_s for row in rows}
    return tuple(
        f"{ours} / {theirs}: {rate[ours] / rate[theirs]:.2f}"
        for theirs, ours in beside()
        if ours in rate and theirs in rate
    )


def beside() -> tuple[tuple[str, str], ...]:
    """Pairs of a row of another library and one of ours that is driven in the same way, by name."""
    return tuple(
        (peer.name, f"{game}.{row}")
        for peer in PEERS
        for game in available()
        for row in (
            *pack_of(game).peers.get(peer.name, ()),
            *BESIDE.get(peer.name, ()),
        )
    )


def report(rows: Iterable[Row]) -> dict[str, Any]:
    """The rows and the machine as JSON."""
    return {"machine": machine(), "rows": [asdict(row) for row in rows]}
