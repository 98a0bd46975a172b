"""Matches of bot A against bot B: duplicate deals one after another, until there are enough or the result is clear."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from math import inf, log, sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from paiju.arena.figures import Figure, Result, mean_of, milliseconds
from paiju.arena.journal import Journal, Play, Unit
from paiju.arena.seeds import Seed, bot_seed, deal_seed
from paiju.bots.base import Bot, Maker, maker, require_named
from paiju.core.errors import UsageError
from paiju.core.game import Game, Seat
from paiju.games.registry import load
from paiju.kernels import missing

MISSED = 0.05
TIGHTEST = 1000
FIRST_LOOK = 50
_LOG = -2 * log(MISSED)
_MIXTURE = (_LOG + log(_LOG + 1)) / TIGHTEST


@dataclass(slots=True)
class ConfidenceSequence:
    """A running 95 % interval of the mean that is valid however often it is read."""

    size: int = 0
    mean: float = 0.0
    _squares: float = field(default=0.0, repr=False)

    def add(self, value: float) -> None:
        """Take one more value in."""
        self.size += 1
        step = value - self.mean
        self.mean += step / self.size
        self._squares += step * (value - self.mean)

    @property
    def half_width(self) -> float:
        """Half the width of the interval around the mean; infinite before the first look."""
        if self.size < FIRST_LOOK:
            return inf
        scaled = self.size * _MIXTURE + 1
        variance = self._squares / (self.size - 1)
        return sqrt(variance * 2 * scaled / (self.size**2 * _MIXTURE) * log(sqrt(scaled) / MISSED))

    def decided(self, width: float) -> bool:
        """Whether the interval excludes 0, or is as narrow as `width` to either side."""
        half = self.half_width
        return abs(self.mean) > half or half <= width


# --- a deal played out by bots, for every game

Choose = Callable[[Seat, Any, Sequence[Any]], Any]
"""Chooses an action from a seat's view and its legal actions."""
Heard = Callable[[Any, Seat, Any], None]
"""Called for every action applied: the state before it, the seat, the action."""


def play_out(game: Game, state: Any, choose: Choose, heard: Heard | None = None) -> Any:
    """The state at the end of a deal; a single legal action is played without asking the bot.

    All seats that act at the same time answer before any action is applied, so that their order decides nothing.
    """
    while actors := game.actors(state):
        answers = [(seat, _answer(game, state, seat, choose)) for seat in actors]
        for seat, action in answers:
            if seat not in game.actors(state):
                continue  # outranked by an answer before
            if heard:
                heard(state, seat, action)
            state, events = game.apply(state, seat, action)
            if events:
                break  # the question is settled, further answers are ignored
    return state


def _answer(game: Game, state: Any, seat: Seat, choose: Choose) -> Any:
    legal = game.legal_actions(state, seat)
    return legal[0] if len(legal) == 1 else choose(seat, game.view(state, seat), legal)


def timed(bots: Sequence[Bot], seconds: Callable[[Seat], list[float]]) -> Choose:
    """A function that lets each seat's bot choose, and adds the time to the list of its seat."""

    def choose(seat: Seat, view: Any, legal: Sequence[Any]) -> Any:
        began = perf_counter()
        action = bots[seat].choose(view, legal)
        seconds(seat).append(perf_counter() - began)
        return action

    return choose


def kept_apart(
    own: Collection[Seat], mine: list[float], others: list[float]
) -> Callable[[Seat], list[float]]:
    """The list for each seat's seconds: `mine` for the seats `own`."""
    return lambda seat: mine if seat in own else others


# --- deals finished inside a kernel, with equal results: the fast way of the arena

TIMED = 40

Player = str | Maker
"""A bot by name, or a function that makes one from a seed."""
Players = tuple[Player, Player]
"""Bots A and B of a match."""
Finish = Callable[[Any], Any]
"""From a state to the state at the end of the deal."""


def made_by(player: Player) -> Maker:
    """A function that makes a player's bots from seeds.

    Raises:
        UsageError: usage.bot, for an unknown name.
    """
    return maker(player) if isinstance(player, str) else player


def finisher(options: Any, players: Sequence[Player], index: int) -> Finish | None:
    """The fast way for pair `index` of a match, `players` by seat; None where there is none."""
    if index < TIMED or not all(isinstance(player, str) for player in players):
        return None
    return _finisher(options, tuple(map(str, players)))


@lru_cache(maxsize=64)
def _finisher(options: Any, names: tuple[str, ...]) -> Finish | None:
    where = f"paiju.bots.{options.game}.compiled.matches"
    if missing() or find_spec(where.rpartition(".compiled")[0]) is None or find_spec(where) is None:
        return None
    made: Callable[[Any, tuple[str, ...]], Finish | None] | None = getattr(
        import_module(where), "finisher", None
    )
    return made(options, names) if made else None


# --- work spread over processes, its results in order

Task = TypeVar("Task")
Done = TypeVar("Done")


def _leave_signals() -> None:
    """Ctrl-C is answered once, by the process that shared the work out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def spread(work: Callable[[Task], Done], tasks: Sequence[Task], jobs: int) -> Generator[Done, None, None]:
    """`work` of each task, in the order of `tasks`; with one job in this process.

    Raises:
        UsageError: usage.jobs, if `jobs` is below 1.
    """
    if jobs < 1:
        raise UsageError("usage.jobs", f"{jobs} is not a possible number of jobs", {"value": jobs})
    if jobs == 1 or len(tasks) <= 1:
        yield from map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(tasks)), _leave_signals) as pool:
        yield from pool.imap(work, tasks)


# --- matches of bot A against bot B: units of duplicate deals one after another, until there are enough

Progress = Callable[[int], None]
"""Called with the number of pairs played."""


def played(
    work: Callable[[int], Unit],
    pairs: int,
    *,
    until: float | None,
    jobs: int,
    progress: Progress | None,
    journal: Journal | None = None,
) -> list[Unit]:
    """The pairs of a match, `work` of each index in order: `pairs` of them, or fewer if `until` is met before.

    `until` is the width that `ConfidenceSequence.decided` takes, which looks at margins. The same pairs count for any number of `jobs`: units that other processes played beyond the end are discarded.
    Units in the `journal` are not played again; new ones are added to it.

    Raises:
        UsageError: usage.pairs or usage.jobs; file.unwritable.
    """
    if pairs < 1:
        raise UsageError("usage.pairs", f"{pairs} pairs cannot be played", {"value": pairs})
    done: list[Unit] = []
    seen = ConfidenceSequence()
    before = journal.units[:pairs] if journal else []
    with closing(spread(work, range(len(before), pairs), jobs)) as units:
        for unit in chain(before, journal.keep(units) if journal else units):
            done.append(unit)
            seen.add(unit.margin)
            if progress:
                progress(len(done))
            if until is not None and seen.decided(until):
                break
    return done


Apart = Sequence[Seat]
"""Seats that one bot has while the other has the rest."""


def alone(half: int, apart: Apart, seats: int) -> Sequence[int]:
    """The numbers of the bots if every seat has its own bot in every play."""
    return (apart[0] + half * seats,) * seats


def dealt(options: Any, seed: Seed, index: int) -> tuple[Any, int]:
    """The first deal of an index, with no attempts before it."""
    return load(options.game).deal(options, deal_seed(seed, index)), 0


def each_seat(options: Any, _: Any) -> Sequence[Apart]:
    """Every seat by itself."""
    return [(seat,) for seat in range(load(options.game).seats_of(options))]


def play_unit(
    match: Match, options: Any, players: Players, seed: Seed, index: int, *, game: Game | None = None
) -> Unit:
    """One duplicate deal of A and B; `game` makes the bots' views.

    Raises:
        UsageError: usage.pairs, if no deal can be used; usage.number.
    """
    start, redealt = match.deal(options, seed, index)
    game = game or load(options.game)
    seats = game.seats_of(options)
    seconds: Seconds = ([], [])
    halves: tuple[list[Play], list[Play]] = ([], [])
    for half, (own, other) in enumerate((players, players[::-1])):
        for apart in match.apart(options, start):
            at = [own if seat in apart else other for seat in range(seats)]
            seating = Seating(at, match.numbers(half, apart, seats), apart)
            times = (seconds[half], seconds[1 - half])
            end = play_deal(game, options, start, seating, seed=seed, index=index, seconds=times)
            halves[half].append(match.read(game, end, apart))
    return Unit(*halves, redealt, *seconds)


@dataclass(frozen=True, slots=True)
class Match:
    """The duplicate matches of a game, and the figures of many.

    A deal is played once for each of `apart(options, start)`, with A there and B in all other seats, then with B there.
    `numbers(half, apart, seats)` are those of the bots by seat: bots of one number are partners and share nothing with bots of another.
    `read(game, end, apart)` is what a play came to. `figures(units)` are the game's own by name, and `lines(figures)` say them to people, with
    `{a}` and `{b}` for the bots. `play` plays the unit of an index.
    """

    apart: Callable[[Any, Any], Sequence[Apart]]
    read: Callable[[Game, Any, Apart], Play]
    figures: Callable[[Sequence[Unit]], dict[str, Figure]]
    lines: Callable[[Mapping[str, Any]], Sequence[str]]
    deal: Callable[[Any, Seed, int], tuple[Any, int]] = dealt
    numbers: Callable[[int, Apart, int], Sequence[int]] = alone
    play: Callable[[Match, Any, Players, Seed, int], Unit] = play_unit

    def __call__(
        self, options: Any, a: Player, b: Player, pairs: int, seed: Seed, *,
        until: float | None = None, jobs: int = 1, progress: Progress | None = None, journal: Path | None = None,
    ) -> Result:  # fmt: skip
        """Play `pairs` units of `a` against `b`, and say what they show; it does not depend on `jobs`.

        With `until` the match may end before, as `ConfidenceSequence` describes. A bot is a name, or anything that makes one
        from a seed (for more than one job it must be picklable). `progress` gets the number of units played. With a file as
        `journal` an interrupted match resumes after its last written unit.

        Raises:
            UsageError: usage.bot, usage.stand_in, usage.kernel_option, usage.pairs, usage.number or usage.jobs; file.unreadable, file.unwritable or file.too_large.
        """
        made_by(a), made_by(b)
        require_named(options, [player for player in (a, b) if isinstance(player, str)])
        work = partial(self.play, self, options, (a, b), seed)
        stored = Journal(journal) if journal else None
        units = played(work, pairs, until=until, jobs=jobs, progress=progress, journal=stored)
        figures = self.figures(units)
        return Result(
            mean_of([unit.margin for unit in units]),
            figures,
            tuple(self.lines(figures)),
            milliseconds(chain.from_iterable(unit.a_seconds for unit in units)),
            milliseconds(chain.from_iterable(unit.b_seconds for unit in units)),
        )


class Seating(NamedTuple):
    """A seating: players by seat, the numbers of their bots, and the seats whose time goes to the first list."""

    players: Sequence[Player]
    numbers: Sequence[int]
    own: Collection[Seat]


Seconds = tuple[list[float], list[float]]


def play_deal(
    game: Game, options: Any, start: Any, seating: Seating, *, seed: Seed, index: int, seconds: Seconds
) -> Any:
    """A deal of unit `index` played from `start` to its end, the state there.

    `seconds` get those of every decision, first of the seats `own`; a deal that a kernel finishes has none.
    """
    finish = finisher(options, seating.players, index)
    if finish is not None:
        return finish(start)
    bots = [
        made_by(player)(bot_seed(seed, index, number, seat))
        for seat, (player, number) in enumerate(zip(seating.players, seating.numbers, strict=True))
    ]
    return play_out(game, start, timed(bots, kept_apart(seating.own, *seconds)))
