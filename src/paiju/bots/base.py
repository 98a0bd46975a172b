"""What a bot is, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, Protocol, cast

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


class Reason(NamedTuple):
    """Why an action is good: a key of a text, and what it names. Seats are numbers."""

    key: str
    facts: Mapping[str, int] = {}


class Advice(NamedTuple):
    """An action worth taking; where it was played out, the points to expect and their standard error."""

    action: Any
    points: float | None
    error: float | None
    reasons: tuple[Reason, ...]


Maker = Callable[[int], Bot]
"""Makes a bot from a seed."""

_RANDOM = ("paiju.bots.random_bot", "RandomBot")
_BOTS: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "random": {"baohuang": _RANDOM, "paohuzi": _RANDOM},
    "greedy": {
        "baohuang": ("paiju.bots.greedy", "GreedyBot"),
        "paohuzi": ("paiju.bots.paohuzi.greedy", "GreedyBot"),
    },
    "heuristic": {
        "baohuang": ("paiju.bots.heuristic.bot", "HeuristicBot"),
        "paohuzi": ("paiju.bots.paohuzi.heuristic", "HeuristicBot"),
    },
    "efficiency": {"paohuzi": ("paiju.bots.paohuzi.efficiency", "EfficiencyBot")},
    "expected": {"paohuzi": ("paiju.bots.paohuzi.expected", "ExpectedBot")},
    "search": {
        "baohuang": ("paiju.bots.levels", "baohuang_search"),
        "paohuzi": ("paiju.bots.paohuzi.search", "SearchBot"),
    },
    "net": {"baohuang": ("paiju.bots.net.bot", "NetBot")},
    **{
        level: {game: ("paiju.bots.levels", f"{game}_{level}") for game in ("baohuang", "paohuzi")}
        for level in ("easy", "normal", "hard", "master")
    },
}


class NamedBot:
    """The bot of a name, for whatever game it is shown first."""

    def __init__(self, name: str, seed: int) -> None:
        """Nothing is loaded before the first question."""
        self.name = name
        self._seed = seed
        self._bot: Bot | None = None

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """What the bot of the view's game chooses.

        Raises:
            UsageError: usage.bot, if no bot of this name plays that game.
        """
        if self._bot is None:
            module, attribute = place_of(self.name, view.options.game)
            self._bot = cast("Maker", getattr(import_module(module), attribute))(self._seed)
        return self._bot.choose(view, actions)


def bot_names(game: str | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those that play a game; weakest first."""
    return tuple(name for name, games in _BOTS.items() if game is None or game in games)


def place_of(name: str, game: str) -> tuple[str, str]:
    """The module of a bot, and the name there of what makes it.

    Raises:
        UsageError: usage.bot, if no bot of this name plays that game.
    """
    if game not in _BOTS.get(name, {}):
        raise _no_bot(name, game)
    return _BOTS[name][game]


def _no_bot(name: str, game: str | None = None) -> UsageError:
    known = ", ".join(bot_names(game))
    return UsageError("usage.bot", f"{name!r} is no bot, there is {known}", {"text": name, "known": known})


def maker(name: str) -> Maker:
    """What makes bots called `name`.

    Raises:
        UsageError: usage.bot, if there is none.
    """
    if name not in _BOTS:
        raise _no_bot(name)
    return partial(NamedBot, name)


def make_bot(name: str, seed: int) -> Bot:
    """A new bot called `name`.

    Raises:
        UsageError: usage.bot, if there is none.
    """
    return maker(name)(seed)
