"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from paiju.core.errors import UsageError


class Bot(Protocol):
    """A player of one seat.

    It is given what its seat may know and never a state; its chance comes from its own seeded generator, so
    that the same seed and the same views give the same actions. `actions` may be a lazy sequence of millions
    (`choices.CardChoices`): ask its length and index it, never copy it. What a bot remembers between two
    questions may only make it faster.
    """

    name: str

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """One of `actions`, which are all legal ones, the safe default first."""
        ...


Maker = Callable[[int], Bot]
"""Makes a bot from a seed."""

_BOTS = {
    "random": ("paiju.bots.random_bot", "RandomBot"),
    "greedy": ("paiju.bots.greedy", "GreedyBot"),
    "heuristic": ("paiju.bots.heuristic.bot", "HeuristicBot"),
}


def bot_names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(_BOTS)


def maker(name: str) -> Maker:
    """What makes bots called `name`.

    Raises:
        UsageError: usage.bot, if there is none.
    """
    if name not in _BOTS:
        known = ", ".join(_BOTS)
        raise UsageError("usage.bot", f"{name!r} is no bot, there is {known}", {"text": name, "known": known})
    module, attribute = _BOTS[name]
    return cast("Maker", getattr(import_module(module), attribute))


def make_bot(name: str, seed: int) -> Bot:
    """A new bot called `name`.

    Raises:
        UsageError: usage.bot, if there is none.
    """
    return maker(name)(seed)
