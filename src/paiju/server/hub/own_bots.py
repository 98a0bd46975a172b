"""Own bots of a server, which sit at tables beside the levels: their names, and a process for each that is given views and answers.

A bot that is late, fails or answers what is not legal is replaced by the default answer; the log says so once.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from paiju.bots.base import LEVELS, STYLES, Bot, Maker, bot_names, make_bot, maker, require_named
from paiju.core.errors import PaijuError, excerpt
from paiju.games.registry import available, load
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts
from paiju.server.errors import ServerError
from paiju.server.hub.thinkers import Thinkers
from paiju.server.people.guests import clean_name
from paiju.server.tables.questions import Choosing

logger = logging.getLogger(__name__)

LOAD_SECONDS = 60.0
"""So long a bot may take to load, and to answer when it is tried."""
ANSWER_SECONDS = 10.0
"""A process ends if an answer takes longer; its table has taken the default long before."""
_MOST_QUESTIONS = 64
"""Questions that wait for a bot; those that are late are dropped by themselves."""
_MOST_BOTS = 512
"""Bots that a process keeps, one for each seat of a deal."""
_SEED = bytes(32)


class _IllegalError(Exception):
    """A bot has answered what it was not offered."""


def named(texts: Sequence[str]) -> dict[str, str]:
    """What plays by name, from texts such as `Thrifty=mine:Thrifty`.

    Raises:
        PaijuError: serve.bot, for a text of another form and for a name that is empty, too long or taken.
    """
    found: dict[str, str] = {}
    for text in texts:
        name, _, what = (part.strip() for part in text.partition("="))
        try:
            name = clean_name(name)
        except ServerError:
            name = ""
        taken = _taken().union(one.casefold() for one in found)
        if not (name and what) or name.casefold() in taken:
            raise PaijuError(
                "serve.bot",
                f"--bot {excerpt(text)!r} is not NAME=BOT with a name that no level and no other bot has",
                {"text": excerpt(text)},
            )
        found[name] = what
    return found


@cache
def _taken() -> frozenset[str]:
    """The names of the bots that come with the games, and what pages call the levels."""
    shown = (
        browser_texts(lang).get(f"web.level.{level}", level)
        for lang in LANGUAGES
        for level in (*LEVELS, *STYLES)
    )
    return frozenset(name.casefold() for name in (*bot_names(), *shown))


# --- in the process of a bot


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """End the process after that many seconds, whatever it does then, and print where it was."""
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


_maker: Callable[[str], Maker] = cache(maker)


@lru_cache(_MOST_BOTS)
def _bot(what: str, seed: int) -> Bot:
    return _maker(what)(seed)


@dataclass(frozen=True, slots=True)
class Answering:
    """Has the bot of a seat of a deal answer; `seed` tells these bots apart."""

    what: str
    seed: int
    view: Any
    actions: Sequence[Any]

    def __call__(self) -> tuple[Any, str]:
        """The action, and why there is none."""
        try:
            with _limited(LOAD_SECONDS):
                bot = _bot(self.what, self.seed)
            with _limited(ANSWER_SECONDS):
                return _legal(bot.choose(self.view, self.actions), self.actions), ""
        except Exception as error:  # noqa: BLE001 - whatever a bot may raise
            return None, _reason(error)


def _legal(action: Any, actions: Sequence[Any]) -> Any:
    if action not in actions:
        raise _IllegalError
    return action


def _reason(error: Exception) -> str:
    """What to say of a failure: no message, which may name cards of a deal that is played."""
    if isinstance(error, _IllegalError):
        return "an answer that is not legal"
    if isinstance(error, PaijuError):
        return error.code
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}"


def try_out(what: str, game: str) -> PaijuError | None:
    """The reason why a bot does not play a game; None if it answers the first question of a deal."""
    rules = load(game)
    try:
        options = rules.options({})
        require_named(options, [what])
        state = rules.deal(options, _SEED)
        while len(actions := rules.legal_actions(state, seat := rules.actors(state)[0])) == 1:
            state, _ = rules.apply(state, seat, actions[0])
        _legal(make_bot(what, 0).choose(rules.view(state, seat), actions), actions)
    except PaijuError as error:
        return PaijuError(error.code, error.detail, error.facts)
    except Exception as error:  # noqa: BLE001 - whatever a bot may raise
        return _unable(what, f"{_reason(error)} {error}".strip())
    return None


def _unable(what: str, why: str) -> PaijuError:
    facts = {"text": excerpt(what), "why": excerpt(why)}
    return PaijuError("serve.bot_fails", f"the bot {what!r} cannot answer: {why}", facts)


# --- in the process of the server


class _OwnBot:
    """A bot, the games that it plays, and its process."""

    def __init__(self, name: str, what: str) -> None:
        self.what = what
        self.games: tuple[str, ...] = ()
        self.process = Thinkers(1, _MOST_QUESTIONS)
        self._name = name
        self._said: set[str] = set()
        self._ends = False

    async def try_out(self) -> None:
        """Find the games that it plays.

        Raises:
            PaijuError: the first refusal, if it plays none.
        """
        refused = {game: error for game in available() if (error := await self._try_out(game))}
        self.games = tuple(game for game in available() if game not in refused)
        if not self.games:
            raise next(iter(refused.values()))
        for game, error in refused.items():
            self.say(f"it does not play {game}: {error.detail}")

    async def _try_out(self, game: str) -> PaijuError | None:
        try:
            async with asyncio.timeout(LOAD_SECONDS):
                refusal: PaijuError | None = await self.process.find(partial(try_out, self.what, game))
                return refusal
        except TimeoutError:
            why = f"nothing for {LOAD_SECONDS:.0f} s"
        except BrokenExecutor:
            why = "its process ended"
        await asyncio.gather(
            *self.process.rest(), return_exceptions=True
        )  # the next game begins with another
        return _unable(self.what, why)

    async def stop(self) -> None:
        """End its process."""
        self._ends = True
        await self.process.stop()

    def say(self, why: str) -> None:
        """Log something, once."""
        if why not in self._said:
            self._said.add(why)
            logger.warning(f"own bot {self._name}: {why}")  # noqa: G004 - a line has the template alone

    def ask(self, choosing: Choosing, hear: Callable[[Any], None], until: float | None) -> bool:
        """Have a question answered; False if too many wait."""
        question = Answering(self.what, choosing.seed, choosing.view, choosing.actions)
        future = self.process.ask(question, until)
        if future is None:
            self.say("too slow, or its process has just ended")
            return False
        future.add_done_callback(partial(self._settle, hear, until))
        return True

    def _settle(self, hear: Callable[[Any], None], until: float | None, done: asyncio.Future[Any]) -> None:
        if done.cancelled():
            return
        error = done.exception()
        if self._ends:
            return
        if error is not None:
            self.say("its process ended" if isinstance(error, BrokenExecutor) else type(error).__name__)
            return
        action, why = done.result() or (None, "too slow")
        if action is not None and until is not None and time.monotonic() > until:
            why = "too slow"
        if why:
            self.say(why)
        if action is not None:
            hear(action)


class OwnBots:
    """The own bots of a server by name; none until `start` has tried them."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        """`given` is what plays, by name, as `named` reads it."""
        self._bots = {name: _OwnBot(name, what) for name, what in (given or {}).items()}
        self._missed: set[str] = set()

    async def start(self) -> None:
        """Try every bot, which also loads it.

        Raises:
            PaijuError: serve.bot_fails, usage.bot, usage.weights and what else `maker` refuses, for a bot that plays no game.
        """
        try:
            await asyncio.gather(*[bot.try_out() for bot in self._bots.values()])
        except PaijuError:
            await self.stop()
            raise

    @property
    def games(self) -> dict[str, tuple[str, ...]]:
        """The games that each bot plays."""
        return {name: bot.games for name, bot in self._bots.items()}

    def of_game(self, game: str) -> tuple[str, ...]:
        """The names of those that play a game."""
        return tuple(name for name, games in self.games.items() if game in games)

    def has(self, choosing: Choosing) -> bool:
        """Whether the bot of a seat plays on this server; a seat keeps one that is offered no more, and the log says so once."""
        name = choosing.level
        if name in self.of_game(choosing.view.options.game):
            return True
        if name not in self._missed:
            self._missed.add(name)
            logger.warning(f"own bot {name}: not offered any more, the heuristic plays")  # noqa: G004 - a line has the template alone
        return False

    def ask(self, choosing: Choosing, hear: Callable[[Any], None], seconds: float | None) -> bool:
        """Have the bot of a seat answer; `hear` gets its action, if there is a legal one. False if too many wait.

        A question that its process does not come to within `seconds` is dropped.
        """
        until = None if seconds is None else time.monotonic() + seconds
        return self._bots[choosing.level].ask(choosing, hear, until)

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*[bot.stop() for bot in self._bots.values()])
