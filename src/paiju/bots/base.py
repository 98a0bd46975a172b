"""Bots: their protocol, names and makers, the result of a search, and the bots of every game: of a network, and at random."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from paiju.core.errors import UsageError, excerpt, quote
from paiju.games import registry
from paiju.kernels import missing

if TYPE_CHECKING:
    from paiju.bots.networks import Judge

_LEAST = 1e-300


def gumbel(chance: random.Random) -> float:
    """A draw of Gumbel's distribution.

    Of actions with a draw times `temperature` added to their values, the highest is one that is `temperature` better than another
    e times as often as that other.
    """
    return -log(-log(max(_LEAST, chance.random())))


# --- what a search found, for every game


@dataclass(frozen=True, slots=True)
class Rival:
    """A candidate beside the anchor: its mean gain in points of the seat's side, the standard error, and deals tried."""

    code: int
    gain: float
    error: float
    deals: int


@dataclass(frozen=True, slots=True)
class Thought:
    """The choice, the anchor (what the policy would do), its mean points and their error, the others, deals sampled."""

    choice: int
    anchor: int
    points: float
    error: float
    rivals: tuple[Rival, ...]
    deals: int


# --- the levels that players choose: each is a bot with its judgement blurred, or with time to look further

LEVELS = ("easy", "normal", "hard", "master")
STYLES = ("bold", "careful", "outspoken", "secretive", "tidy")
"""Players as strong as `normal`, each with its own style."""
NAMES = ("random", "greedy", "heuristic", *LEVELS, *STYLES)
"""The bots of every table: levels and styles, and reference bots for measuring. A game's pack has all of them."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The judgement of a player with human failings: its numbers, its unsteadiness, its memory.

    `temperature` is in the unit of the game's heuristic, `memory` counts tricks or the cards of a pile.
    """

    parameters: Any
    temperature: float
    memory: int

    def styled(
        self, *, temperature: float | None = None, memory: int | None = None, **numbers: Any
    ) -> Habits:
        """The same habits with some numbers changed, and steadier by what these cost."""
        return Habits(
            replace(self.parameters, **numbers), temperature or self.temperature, memory or self.memory
        )


# --- what a bot is, and the bots by name


class Bot(Protocol):
    """A player of one seat.

    It is given what its seat may know and never a state; its chance comes from its own seeded generator, so
    that the same seed and the same views give the same actions. `actions` may be a lazy sequence of millions
    (`choices.CardChoices`): ask its length and index it, never copy it. Anything that a bot remembers between two
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

ImportPath = tuple[str, str]
"""A module, and a name in it; nothing is loaded before it is needed."""


def levels_in(package: str) -> dict[str, ImportPath]:
    """The import paths of all levels and styles in a game's `people` and `levels`, weakest first."""
    people = {name: (f"{package}.people", name) for name in ("easy", "normal", *STYLES)}
    return {**people, **{name: (f"{package}.levels", name) for name in ("hard", "master")}}


@dataclass(frozen=True, slots=True)
class Pack:
    """What the bots know of a game: where each is made, weakest first, and where advice is given, if it is.

    The import path of a bot has a `Maker`, that of `advice` an `advice.Adviser`. `compiled` are the modules whose `STEPS` are compiled before bots search.
    `finisher` has a function of (options, names by seat) that returns one which plays a state to the end of its deal with these compiled bots, None for others.
    What that returns has the result of the deal, and what else the arena reads.
    `fast` are the bots that need `paiju[fast]`; where it is not installed, the heuristic replaces them.
    """

    bots: Mapping[str, ImportPath]
    advice: ImportPath | None = None
    compiled: tuple[str, ...] = ()
    fast: frozenset[str] = frozenset()
    finisher: ImportPath | None = None


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game; a game that brings none has random bots at every level, and no advice.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("bots", game))


def load(path: ImportPath) -> Any:
    """The object at an import path.

    Raises:
        UsageError: usage.kernels, for what reads arrays where NumPy is not installed.
    """
    try:
        return getattr(import_module(path[0]), path[1])
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
    known = "pip install 'paiju[cli]'"
    raise UsageError("usage.kernels", f"{path[0]} needs numpy: {known}", {"text": "numpy", "known": known})


class NamedBot:
    """The bot of a name, or `net` with the weights in a file, for the game of its first view."""

    def __init__(self, name: str, seed: int) -> None:
        """Nothing is loaded before the first question."""
        self.name = name
        self._seed = seed
        self._bot: Bot | None = None

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """The choice of the bot of the view's game.

        Raises:
            UsageError: usage.bot, if no bot of this name plays that game, or it has no networks; usage.weights, for weights of another game;
                usage.kernels, where NumPy is not installed and the bot needs it.
        """
        if self._bot is None:
            weights, game = self.name.endswith(WEIGHTS), view.options.game
            name = "net" if weights else "heuristic" if stand_ins(game, (self.name,)) else self.name
            make: Any = load(path_of(name, game))
            self._bot = cast("Bot", make(self._seed, Path(self.name)) if weights else make(self._seed))
        return self._bot.choose(view, actions)


def bot_names(game: str | None = None) -> tuple[str, ...]:
    """The names of all bots, or of those that play a game; weakest first."""
    games = registry.available() if game is None else (game,)
    return tuple(dict.fromkeys(name for one in games for name in pack_of(one).bots))


def path_of(name: str, game: str) -> ImportPath:
    """The import path of a bot's maker.

    Raises:
        UsageError: usage.bot, if no bot of this name plays that game.
    """
    if name not in pack_of(game).bots:
        raise _no_bot(name, game)
    return pack_of(game).bots[name]


FAST = "pip install 'paiju[fast]'"


def stand_ins(game: str, names: Iterable[str]) -> tuple[str, ...]:
    """Those of some bots that the heuristic replaces here, because `paiju[fast]` is not installed."""
    fast = pack_of(game).fast
    named = tuple(dict.fromkeys(name for name in names if name in fast))
    return named if named and missing() else ()


def require_named(options: Any, names: Iterable[str]) -> None:
    """Refuse to measure bots that the heuristic would replace.

    Raises:
        UsageError: usage.stand_in.
    """
    if weak := stand_ins(options.game, names):
        text, libraries = ", ".join(weak), " and ".join(missing())
        raise UsageError(
            "usage.stand_in", f"{text} would be played by a weaker bot without {libraries}: {FAST}",
            {"names": text, "text": libraries, "known": FAST},
        )  # fmt: skip


def _no_bot(name: str, game: str | None = None) -> UsageError:
    known = ", ".join(bot_names(game))
    return UsageError(
        "usage.bot",
        f"{quote(name)} is not a bot; choose one of {known}",
        {"text": excerpt(name), "known": known},
    )


PROGRAM = "-- "
"""The prefix of a bot that is a program; its arguments follow as in a shell."""
_PROGRAMS: ImportPath = ("paiju.wire.lines", "ProgramBot")
WEIGHTS = ".safetensors"


def is_bot(text: str) -> bool:
    """Whether a text names a bot by itself: a name, `module:Class`, or a file of weights."""
    return text in bot_names() or ":" in text or text.endswith(WEIGHTS)


def maker(name: str) -> Maker:
    """The maker of the bots that a text names: one of `bot_names`, `module:Class`, a file of weights, or `-- PROGRAM`.

    A class, or a function, is called with a seed; its module is found from the working folder too. Weights are those that
    `paiju train export` writes, and play as `net` does.

    Raises:
        UsageError: usage.bot, if there is none; usage.weights, file.unreadable, usage.kernels; program.start.
    """
    if name in bot_names():
        return partial(NamedBot, name)
    if name.startswith(PROGRAM):
        made: Callable[[str, int], Bot] = load(_PROGRAMS)
        return partial(made, name.removeprefix(PROGRAM))
    if name.endswith(WEIGHTS):
        _check_weights(Path(name))
        return partial(NamedBot, name)
    module, colon, place = name.partition(":")
    if colon:
        return _imported(name, module, place)
    raise _no_bot(name)


def _check_weights(path: Path) -> None:
    if names := missing():
        text = " and ".join(names)
        raise UsageError("usage.kernels", f"{path} needs {text}: {FAST}", {"text": text, "known": FAST})
    import_module("paiju.bots.networks").read(path)


def _imported(name: str, module: str, place: str) -> Maker:
    """The maker in a module of the user."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    try:
        made: Any = import_module(module)
        for part in place.split("."):
            made = getattr(made, part)
    except (ImportError, AttributeError, ValueError) as error:
        refusal = _no_bot(name)
        raise UsageError(refusal.code, f"{refusal.detail}: {error}", refusal.facts) from None
    if not callable(made):
        raise _no_bot(name)
    return cast("Maker", made)


def make_bot(name: str, seed: int) -> Bot:
    """A new bot of what `maker` takes.

    Raises:
        UsageError: as `maker`.
    """
    return maker(name)(seed)


# --- the bot of a network, in every game that has one


class NetBot:
    """Plays by expected points, anchored at another bot: that one's choice is left only for an action worth enough more.

    That bot alone decides where the network does not know the question, or is missing.
    """

    name = "net"

    def __init__(self, anchored: Bot, judge: Judge | None, anchor: float | None) -> None:
        """`anchor` are points, by default what the weights' card says."""
        self._anchored, self._judge = anchored, judge
        self._anchor = judge.anchor if judge and anchor is None else anchor or 0.0

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """The anchored bot's choice, or an action worth at least the anchor more."""
        if len(actions) == 1:
            return actions[0]
        if self._judge is None or not self._judge.knows(view):
            return self._anchored.choose(view, actions)
        return self._judge.judge(view).choice(self._anchor)


# --- the bot that knows nothing: every legal action is equally likely. It plays every game


class RandomBot:
    """Uniform over the legal actions."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """Any of `actions`."""
        return actions[self._rng.randrange(len(actions))]
