"""Puzzles: questions with one right answer, found in games of bots, checked, rated and stored in files."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from paiju.analysis.review.model import Depth, Pack, Reviewer, pack_of, seed_of
from paiju.bots.base import Bot, load, make_bot, require_named
from paiju.core.errors import PaijuError, PositionError, UsageError
from paiju.core.files import from_json, lines_of, malformed, write_whole
from paiju.core.game import Game
from paiju.core.position import positioned
from paiju.core.rng import bytes_of
from paiju.games import registry
from paiju.games.positions import position
from paiju.kernels.warm_up import require

FORMAT, VERSION = "paiju-puzzles", 1
_LONGEST_LINE = 20_000
_MOST = 100_000
_ID = 10


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question, its right answers as text, and what can be told about it afterwards.

    `levels` are the bots that were asked, weakest first, and whether each found an answer. `rating` is how hard it is, on the
    scale of ratings.
    """

    game: str
    kind: str
    position: str
    answers: tuple[str, ...]
    details: Mapping[str, Any]
    levels: Mapping[str, bool]
    rating: int

    @property
    def id(self) -> str:
        """A name that comes from the question alone."""
        return hashlib.sha256(f"{self.kind}/{self.position}".encode()).hexdigest()[:_ID]

    def to_json(self) -> dict[str, Any]:
        """The puzzle as JSON."""
        return {
            "kind": self.kind, "position": self.position, "answers": list(self.answers), "told": dict(self.details),
            "levels": dict(self.levels), "rating": self.rating,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Head:
    """The source of a file of puzzles: the same words and version mine the same puzzles."""

    game: str
    law: int
    options: Mapping[str, Any]
    seed: str
    deals: int
    bots: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The head as JSON."""
        return {"format": FORMAT, "version": VERSION, **asdict(self)}


def write_puzzles(path: Path, head: Head, puzzles: Iterable[Puzzle]) -> None:
    """Write a file.

    Raises:
        UsageError: file.unwritable.
    """
    lines = [head.to_json(), *(puzzle.to_json() for puzzle in puzzles)]
    text = "".join(f"{json.dumps(line, ensure_ascii=False, separators=(',', ':'))}\n" for line in lines)
    write_whole(path, text.encode(errors="backslashreplace"))  # as JSON escapes


def read_puzzles(path: Path) -> tuple[Head, list[Puzzle]]:
    """A file's head and its puzzles.

    Raises:
        UsageError: file.unreadable; file.syntax with line and column.
    """
    lines = _lines(path)
    number, first = next(lines, (1, {}))
    if first.get("format") != FORMAT or first.get("version") != VERSION:
        raise malformed(f"{path}:{number}:1", "no file of puzzles")
    try:
        head = Head(
            str(first["game"]),
            first["law"],
            first["options"],
            first["seed"],
            first["deals"],
            tuple(first["bots"]),
        )
    except (KeyError, TypeError) as error:
        raise malformed(f"{path}:{number}:1", f"no head: {error}") from None
    return head, [_puzzle(head.game, line, f"{path}:{at}:1") for at, line in lines]


def _puzzle(game: str, line: dict[str, Any], where: str) -> Puzzle:
    try:
        answers, details = tuple(map(str, line["answers"])), dict(line["told"])
        levels = {str(name): bool(found) for name, found in line["levels"].items()}
        return Puzzle(
            game, str(line["kind"]), str(line["position"]), answers, details, levels, int(line["rating"])
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise malformed(where, f"no puzzle: {error}") from None


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        with path.open("rb") as file:
            for number, line in enumerate(lines_of(file, _LONGEST_LINE), start=1):
                if number > _MOST or len(line) > _LONGEST_LINE:
                    raise malformed(f"{path}:{number}:1", "too long")
                yield number, _object(line, f"{path}:{number}:1")
    except OSError as error:
        raise UsageError("file.unreadable", f"{path}: {error.strerror}", {"path": str(path)}) from None


def _object(line: bytes, where: str) -> dict[str, Any]:
    try:
        data = from_json(line.decode())
    except ValueError:
        raise malformed(where, "no JSON") from None
    if not isinstance(data, dict):
        raise malformed(where, "no object")
    return data


def spread(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most `most` of them, spread evenly over the ratings, in their order."""
    if len(puzzles) <= most:
        return list(puzzles)
    ranked = sorted(range(len(puzzles)), key=lambda at: (puzzles[at].rating, at))
    kept = {ranked[at * len(ranked) // most] for at in range(most)}
    return [puzzle for at, puzzle in enumerate(puzzles) if at in kept]


# --- ratings of players and puzzles: a puzzle that is solved lost to its player (Elo, 1978)

START = 1200
LOWEST, HIGHEST = 400, 2600
_SCALE = 400
_FIRST, _LAST, _SETTLED = 60, 20, 30
_PUZZLE_STEP, _FARTHEST = 12, 500


class Rated(NamedTuple):
    """A rating, and how many results it comes from."""

    rating: float
    results: int


def expected(player: float, puzzle: float) -> float:
    """The chance that the player solves it."""
    return 1 / (1 + 10 ** ((puzzle - player) / _SCALE))


def after(
    player: Rated, puzzle: Rated, score: float, first: int, *, solved: bool = False
) -> tuple[Rated, Rated]:
    """Both after a result from 0 to 1; `first` is the rating that the puzzle was made with.

    A puzzle that counts as solved costs its player nothing, even where the score is below what was expected.
    """
    surprise = score - expected(player.rating, puzzle.rating)
    if solved:
        surprise = max(0.0, surprise)
    step = _FIRST + (_LAST - _FIRST) * min(1, player.results / _SETTLED)
    own = min(HIGHEST, max(LOWEST, player.rating + step * surprise))
    its = puzzle.rating - _PUZZLE_STEP * surprise
    its = min(first + _FARTHEST, max(first - _FARTHEST, its))
    return Rated(own, player.results + 1), Rated(its, puzzle.results + 1)


# --- what puzzles must know of a game: its kinds of questions, each of which finds, checks and marks


class Spot(NamedTuple):
    """A moment of a bot game: the seat to move, its view, its actions, and a seed for all chance."""

    game: Game
    state: Any
    seat: int
    view: Any
    actions: Sequence[Any]
    seed: int


class Found(NamedTuple):
    """A question that was found: the view it is about, its right answers, what can be told.

    `rating` is how hard it is where bots are not asked; None where they are.
    """

    view: Any
    answers: tuple[str, ...]
    details: Mapping[str, Any]
    rating: int | None = None


Solve = Callable[[Spot], Found | None]
Mark = Callable[[Puzzle, str], float]


def chosen(puzzle: Puzzle, answer: str) -> float:
    """1 for one of the right answers, 0 for any other."""
    return float(answer in puzzle.answers)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question: how it is found and answered by the same solver, and how an answer is marked from 0 to 1.

    `ready` is a cheap test that most moments fail. `acts` says that the answer is one of the actions at the table.
    One moment in `every` is looked at. `again` solves a position from its text; None for a question that only the whole deal answers.
    `hides` are numbers of the view's JSON that would tell the answer.
    """

    ready: Callable[[Spot], bool]
    solve: Solve
    mark: Mark = chosen
    acts: bool = True
    every: int = 1
    again: Solve | None = None
    hides: tuple[str, ...] = ()


@cache
def kinds_of(game: str) -> Mapping[str, Kind]:
    """The kinds of a game, by name; none for a game that brings none.

    Raises:
        UsageError: usage.game, for a game without analysis.
    """
    pack: Pack = registry.pack("analysis", game)
    return {} if pack.kinds is None else load(pack.kinds)


# --- the shipped puzzles: the files `puzzles*.jsonl` beside the kinds of each game, one for each set of rules


@cache
def shipped() -> Mapping[str, Puzzle]:
    """The shipped puzzles by id, in a stable order."""
    found = {}
    for game in registry.available():
        for path in _paths(game):
            for puzzle in read_puzzles(path)[1]:
                found[puzzle.id] = puzzle
    return dict(sorted(found.items()))


def _paths(game: str) -> Iterator[Path]:
    try:
        pack: Pack = registry.pack("analysis", game)
    except UsageError:  # a game that brings no analysis
        return
    spec = find_spec(pack.kinds[0]) if pack.kinds else None
    if spec and spec.origin:
        yield from Path(spec.origin).parent.glob("puzzles*.jsonl")


# --- the best action, where there is one beyond doubt: the review's paired playouts of all actions

FIRST, SECOND, MOST = 48, 400, 24
BEYOND_DOUBT = 3.0
"""Standard errors by which the best action is above each other one."""
_DEPTH = Depth(candidates=MOST + 1, first=FIRST, second=SECOND)
_DIGITS = 2


def best_action(spot: Spot) -> Found | None:
    """The best action and what each other one loses beside it; None unless it is better than all of them beyond doubt, by an inaccuracy.

    It is chosen in some deals and measured in others.

    Raises:
        UsageError: usage.kernels, without numba.
    """
    require()
    reviewer = _reviewer(spot.view.options)
    first = reviewer.beside(spot.view, spot.actions, spot.actions[0], spot.seed, FIRST)
    if first is None:
        return None
    least = pack_of(spot.view.options).marks.inaccuracy
    gains = {spot.actions[0]: 0.0} | {one.action: one.gain for one in first}
    anchor, *rivals = sorted(gains, key=lambda action: -gains[action])
    if gains[anchor] - gains[rivals[0]] < least:
        return None
    second = reviewer.beside(spot.view, spot.actions, anchor, spot.seed + 1, SECOND)
    if second is None or any(-one.gain < max(least, BEYOND_DOUBT * one.error) for one in second):
        return None
    text = spot.game.action_text
    lost = {
        text(spot.state, one.action): [round(-one.gain, _DIGITS), round(one.error, _DIGITS)] for one in second
    }
    why = [{"key": key, "facts": dict(facts)} for key, facts in reviewer.why(spot.view, anchor)]
    return Found(spot.view, (text(spot.state, anchor),), {"loss": lost, "why": why})


@lru_cache(8)
def _reviewer(options: Any) -> Reviewer:
    return pack_of(options).reviewer(options, _DEPTH)


# --- puzzles from games of bots: walked through moment by moment, questions kept that have an answer, levels asked for theirs

PLAYERS = ("normal", "easy", "normal")
"""The bots that play the games, in turn round the table."""
LEVELS = ("greedy", "easy", "normal", "heuristic", "search")
"""The bots that measure how hard a question is, always with the same answers; the kind decides where bots cannot answer."""
EASY, HARD = 900, 1900
"""The ratings of puzzles that all levels solve, and that none does."""

Progress = Callable[[int], None]
"""Called with the number of deals looked through."""


def mine(
    game: Game, options: Any, deals: int, seed: str, *, kinds: Collection[str] | None = None,
    levels: Sequence[str] = LEVELS, progress: Progress | None = None,
) -> Iterator[Puzzle]:  # fmt: skip
    """The puzzles of `deals` bot games, as they are found; the same arguments give the same puzzles. At most one of a kind comes from a deal.

    Raises:
        UsageError: usage.game | kind | bot | stand_in; usage.kernels, for kinds that play deals out.
    """
    known = kinds_of(game.name)
    for name in kinds or ():
        if name not in known:
            text = ", ".join(known)
            raise UsageError("usage.kind", f"{name!r} is not one of {text}", {"text": name, "known": text})
    wanted = {name: kind for name, kind in known.items() if not kinds or name in kinds}
    require_named(options, (*PLAYERS, *levels))
    for number in range(deals):
        yield from _deal(game, options, f"{seed}/{number}", wanted, levels)
        if progress is not None:
            progress(number + 1)


def _deal(
    game: Game, options: Any, seed: str, kinds: dict[str, Kind], levels: Sequence[str]
) -> Iterator[Puzzle]:
    state = game.deal(options, hashlib.sha256(bytes_of(seed)).digest())
    seats = range(game.seats_of(options))
    bots = [make_bot(PLAYERS[seat % len(PLAYERS)], seed_of(seed, seat)) for seat in seats]
    left = Counter(kinds)
    at = 0
    while actors := game.actors(state):
        seat = actors[0]
        spot = Spot(
            game,
            state,
            seat,
            game.view(state, seat),
            game.legal_actions(state, seat),
            seed_of(seed, f"at {at}"),
        )
        for name in [name for name in left if spot.seed % kinds[name].every == 0 and kinds[name].ready(spot)]:
            found = kinds[name].solve(spot)
            puzzle = found and _checked(spot, name, kinds[name], found, levels)
            if puzzle:
                del left[name]
                yield puzzle
        state, _ = game.apply(state, seat, bots[seat].choose(spot.view, spot.actions))
        at += 1


def _checked(spot: Spot, name: str, kind: Kind, found: Found, levels: Sequence[str]) -> Puzzle | None:
    """The puzzle of a question, answered once more from its text alone; None where that cannot be said, or says something else."""
    try:
        text = positioned(spot.game).position_text(found.view)
    except PositionError:
        return None
    solved = kind.again(spot_of(text)) if kind.again else found
    if solved is None or solved.answers != found.answers:
        return None
    asked = _solved_by(spot_of(text), levels, solved.answers) if kind.acts else {}
    rating = rating_of(asked) if solved.rating is None else solved.rating
    return Puzzle(spot.game.name, name, text, solved.answers, solved.details, asked, rating)


def spot_of(text: str) -> Spot:
    """The moment that a position describes; hands that its viewer does not see are made up.

    Raises:
        PaijuError: as `position`; PositionError: position.value, for a position that is no view of a seat.
    """
    game, state, view = position(text, random.Random(text))
    if view is None or view.viewer is None:
        raise PositionError("position.value", "view", "a puzzle shows what a seat knows", 0)
    seat = view.viewer
    return Spot(game, state, seat, view, game.legal_actions(state, seat), seed_of(text))


def _solved_by(spot: Spot, levels: Sequence[str], answers: Collection[str]) -> dict[str, bool]:
    """Which levels find an answer."""

    def finds(bot: Bot) -> bool:
        return spot.game.action_text(spot.state, bot.choose(spot.view, spot.actions)) in answers

    return {level: finds(make_bot(level, spot.seed)) for level in levels}


def rating_of(asked: dict[str, bool]) -> int:
    """A first rating, from the share of levels that found the answer."""
    return round(HARD - (HARD - EASY) * sum(asked.values()) / max(1, len(asked)))


# --- whether the puzzles of a file are what they say: each is solved again from its text

SAME, OTHER, TOLD = "same", "other", "told"
"""The same answers were found; others, or none; only the deal it came from could tell."""


def check(puzzle: Puzzle) -> str:
    """The result of solving it again."""
    kind = kinds_of(puzzle.game).get(puzzle.kind)
    if kind is None:
        return OTHER
    try:
        spot = spot_of(puzzle.position)
        if kind.again is None:
            return TOLD
        found = kind.again(spot)
    except PaijuError:
        return OTHER
    same = found is not None and found.answers == puzzle.answers and dict(found.details) == puzzle.details
    return SAME if same else OTHER
