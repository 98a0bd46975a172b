"""Expected score: for every discard and claim, what the plans left win, how likely, and what is given away."""

from __future__ import annotations

from paiju.bots.base import Bot
from paiju.bots.paohuzi.fallback import WithFallback


class ExpectedBot(WithFallback):
    """Takes the action after which its plans win most points, each before the others win."""

    name = "expected"

    def compiled(self) -> Bot:
        """The compiled policy."""
        from paiju.bots.paohuzi.compiled.players import CompiledBot

        return CompiledBot(self.name)
