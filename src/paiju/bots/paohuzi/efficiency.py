"""Tile efficiency: the shortest way to a hand with enough hu, on which most live cards help."""

from __future__ import annotations

from paiju.bots.base import Bot
from paiju.bots.paohuzi.fallback import WithFallback


class EfficiencyBot(WithFallback):
    """Throws and claims for distance, then for the number of live cards that shorten it; scores do not matter."""

    name = "efficiency"

    def compiled(self) -> Bot:
        """The compiled policy."""
        from paiju.bots.paohuzi.compiled.players import CompiledBot

        return CompiledBot(self.name)
