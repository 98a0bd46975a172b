"""What a first review waits for, done before somebody asks: a process of the reviews loads the machine code of a game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Any

import paiju
from paiju.analysis.review import Depth
from paiju.analysis.review.pack import pack_of
from paiju.bots import warming
from paiju.core.errors import PaijuError
from paiju.kernels import missing
from paiju.server.logs import log_error

_LEAST = Depth(candidates=2, first=2, second=2, most=2, before=1, open=1)
_QUESTIONS = 24
"""Enough to come from before play into play."""


def load(game: str) -> None:
    """Load what a review of a game takes, if it has been compiled: a few questions of a deal are judged, as little as may be."""
    if missing() or not warming.is_ready():
        return
    law = paiju.load(game)
    options = law.options({})
    reviewer = pack_of(options).reviewer(options, _LEAST)
    state = law.deal(options, bytes(32))
    for _ in range(_QUESTIONS):
        if not (actors := law.actors(state)):
            return
        seat = actors[0]
        actions = law.legal_actions(state, seat)
        reviewer.open_value_after(state, seat, actions[0], 0)
        if len(actions) > 1:
            reviewer.judge(law.view(state, seat), actions, actions[0], 0)
        state, _ = law.apply(state, seat, actions[0])


class Preparing:
    """Has a process `load` a game, once until it is forgotten; `find` is how a process is asked."""

    def __init__(self, find: Callable[[Callable[[], Any]], Awaitable[Any]]) -> None:
        self._find = find
        self._games: dict[str, asyncio.Task[None]] = {}

    def begin(self, game: str) -> None:
        """Have a game loaded, in the background."""
        if game not in self._games:
            self._games[game] = asyncio.create_task(self._load(game), name="prepare reviews")

    async def _load(self, game: str) -> None:
        try:
            await self._find(partial(load, game))
        except (PaijuError, BrokenExecutor):  # whoever asks for a review will hear what it is
            pass
        except Exception as error:  # noqa: BLE001 - as in a review: whatever it is, it is ours
            log_error("review not prepared", error)

    def forget(self) -> None:
        """The processes go."""
        for task in self._games.values():
            task.cancel()
        self._games.clear()
