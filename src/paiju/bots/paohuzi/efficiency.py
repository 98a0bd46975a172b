"""Tile efficiency: the shortest way to a hand with enough hu, on which most live cards help."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from paiju.bots.base import Bot
from paiju.bots.paohuzi.fallback import WithFallback


class EfficiencyBot(WithFallback):
    """Throws and claims for distance, then for the number of live cards that shorten it; scores do not matter."""

    name = "efficiency"

    def compiled(self, modules: Callable[[str], Any]) -> Bot:
        """The compiled policy."""
        bot: Bot = modules("players").CompiledBot(self.name)
        return bot
