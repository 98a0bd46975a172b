"""Matches of bot A against bot B: duplicate deals one after another, until there are enough or the result is clear."""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain
from math import inf, log, sqrt
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any, NamedTuple, TypeVar

from paiju.arena.figures import Figure, Result, mean_of, milliseconds
from paiju.arena.seeds import Seed, bot_seed, deal_seed
from paiju.bots.base import Bot, Maker, maker, pack_of, require_named
from paiju.bots.base import load as load_path
from paiju.core.errors import UsageError
from paiju.core.files import from_json, read_text, ready_folder, unwritable, write_whole
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


def timed(bots: Sequence[Bot], seconds: Sequence[list[float]]) -> Choose:
    """A function that lets each seat's bot choose, and adds the time to the list of its seat."""

    def choose(seat: Seat, view: Any, legal: Sequence[Any]) -> Any:
        began = perf_counter()
        action = bots[seat].choose(view, legal)
        seconds[seat].append(perf_counter() - began)
        return action

    return choose


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
    path = pack_of(options.game).finisher
    found: Finish | None = None if path is None or missing() else load_path(path)(options, names)
    return found


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


# --- the played units of a match, each a line of a file, so that an interrupted match can resume

_MOST_BYTES = 256 << 20


class Play(NamedTuple):
    """One deal of a unit: the points of the measured seats, and the data for the game's figures."""

    points: float
    facts: Any = None


class Unit(NamedTuple):
    """One duplicate deal: the plays with A in the measured seats, and those with B there.

    `redealt` counts the deals discarded before it; the seconds are those of each decision of A and of B.
    """

    a_apart: Sequence[Play]
    b_apart: Sequence[Play]
    redealt: int
    a_seconds: Sequence[float]
    b_seconds: Sequence[float]

    @property
    def margin(self) -> float:
        """A's points per deal."""
        return self.margin_within(inf)

    def margin_within(self, limit: float) -> float:
        """The margin with the points of each play cut at `limit` to either side."""
        return (points_apart(self.a_apart, limit) - points_apart(self.b_apart, limit)) / 2


def points_apart(plays: Sequence[Play], limit: float = inf) -> float:
    """Points per deal of the measured seats."""
    return sum(min(limit, max(-limit, play.points)) for play in plays) / len(plays)


def unit_of(fields: list[Any]) -> Unit:
    """A unit from its fields in JSON."""
    a_apart, b_apart, *rest = fields
    return Unit([Play(*play) for play in a_apart], [Play(*play) for play in b_apart], *rest)


class Journal:
    """The units of a match in the file at `path`: `units` are those already there.

    Raises:
        UsageError: file.unreadable, file.unwritable, file.too_large.
    """

    def __init__(self, path: Path) -> None:
        self.units: list[Unit] = []
        self._path = path
        self._seconds = 0.0
        whole = []
        for line, seconds, fields in _lines(path):
            try:
                unit = unit_of(fields)
                float(unit.margin)
            except (IndexError, TypeError, ValueError):
                break  # not written by this class
            self.units.append(unit)
            self._seconds = seconds
            whole.append(line)
        if path.exists():
            write_whole(path, "".join(whole).encode())

    def keep(self, units: Iterable[Unit]) -> Iterator[Unit]:
        """The same units, each written to the file before it is yielded.

        Raises:
            UsageError: file.unwritable.
        """
        began = monotonic() - self._seconds
        for unit in units:
            self._seconds = round(monotonic() - began, 3)
            ready_folder(self._path.parent)
            try:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([self._seconds, unit], separators=(",", ":")) + "\n")
            except OSError as error:
                raise unwritable(self._path, error) from None
            yield unit


def seconds_in(path: Path) -> float:
    """The seconds of all units in a journal, over all runs; 0 if there is no journal.

    Raises:
        UsageError: file.unreadable, file.too_large.
    """
    return max((seconds for _, seconds, _ in _lines(path)), default=0.0)


def _lines(path: Path) -> Iterator[tuple[str, float, list[Any]]]:
    """The lines of a journal and their contents, up to a line that was cut off."""
    if not path.exists():
        return
    for line in read_text(path, _MOST_BYTES).splitlines(keepends=True):
        try:
            seconds, fields = from_json(line)
            seconds = float(seconds)
        except (TypeError, ValueError):
            return
        if not line.endswith("\n"):
            return
        yield line, seconds, fields


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
    seats = range(game.seats_of(options))
    seconds: tuple[list[float], list[float]] = ([], [])
    halves: tuple[list[Play], list[Play]] = ([], [])
    for half, sides in enumerate((players, players[::-1])):
        for apart in match.apart(options, start):
            at = [sides[seat not in apart] for seat in seats]
            finish = finisher(options, at, index)
            if finish is not None:
                end = finish(start)
            else:
                numbers = match.numbers(half, apart, len(seats))
                bots = [made_by(at[seat])(bot_seed(seed, index, numbers[seat], seat)) for seat in seats]
                times = [seconds[half ^ (seat not in apart)] for seat in seats]
                end = play_out(game, start, timed(bots, times))
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
            UsageError: usage.bot, usage.stand_in, usage.pairs, usage.number or usage.jobs; file.unreadable, file.unwritable or file.too_large.
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
