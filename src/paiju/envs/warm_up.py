"""The environments' part of `paiju warmup`: each game's module `batch` names these steps as its `STEPS`."""

from __future__ import annotations

from functools import partial

import numpy as np

from paiju.bots.base import RandomBot
from paiju.envs.batch import BatchEnv, LearnerTables, check
from paiju.envs.fields import DEAL, DRAWN, GREEDY
from paiju.envs.pack import games, pack_of
from paiju.envs.table import Table
from paiju.kernels.warm_up import Step


def modules() -> tuple[str, ...]:
    """The modules whose `STEPS` compile the environments."""
    return tuple(module for module in (pack_of(game).batch for game in games()) if module)


def steps(game: str) -> tuple[Step, ...]:
    """A label, and a call that makes numba compile it, for each way in which a game is played."""
    title = pack_of(game).title
    return (
        (f"{title}, many tables", partial(BatchEnv, game, batch=1, actions=True)),
        (f"{title}, tables of learners", partial(_learners, game)),
        (f"{title}, one table", partial(_table, game)),
    )


def _learners(game: str) -> None:
    """The first question to a learner, and an answer."""
    tables, chosen, refused = (
        LearnerTables(game, {}, 1, 1, policy=GREEDY, seat=DRAWN),
        np.array([DEAL]),
        np.zeros(1, np.bool_),
    )
    seen = tables.advance(chosen)
    check(seen.mask, refused, chosen, 1, refused)
    tables.advance(chosen)


def _table(game: str) -> None:
    """A deal with a step, a bot's answer and an observation at each moment."""
    table, bot = Table(game), RandomBot(0)
    table.reset(0)
    while (turn := table.turn) >= 0:
        table.observe(turn)
        table.step(table.legal()[0])
        table.answers({1: bot})
