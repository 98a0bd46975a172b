"""Bots whose policy is compiled, and what plays for them where it cannot be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from paiju.bots.base import Bot
from paiju.bots.paohuzi.heuristic import HeuristicBot
from paiju.core.errors import UsageError
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.viewing import View
from paiju.kernels import missing


class WithFallback:
    """A compiled bot; without numba, or for options that the kernel does not play, the heuristic in its place."""

    name = ""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._bot: Bot | None = None

    def compiled(self, modules: Callable[[str], Any]) -> Bot:
        """The compiled bot; `modules` imports one of `paiju.bots.compiled.paohuzi` by its name."""
        raise NotImplementedError

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """What the compiled bot does, or the heuristic."""
        if self._bot is None:
            self._bot = self.compiled(_module) if not missing() else HeuristicBot(self._seed)
        try:
            action: Action = self._bot.choose(view, actions)
        except UsageError:
            self._bot = HeuristicBot(self._seed)
            action = self._bot.choose(view, actions)
        return action


def _module(name: str) -> Any:
    return import_module(f"paiju.bots.compiled.paohuzi.{name}")
