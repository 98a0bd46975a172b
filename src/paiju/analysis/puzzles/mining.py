"""Puzzles from games of bots: walked through moment by moment, questions kept that have an answer, levels asked for theirs."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from paiju.analysis.puzzles.model import Puzzle
from paiju.analysis.puzzles.pack import Found, Kind, Spot, kinds_of
from paiju.bots.base import Bot, make_bot, require_named
from paiju.core.errors import PositionError, UsageError
from paiju.core.game import Game
from paiju.core.position import positioned
from paiju.core.rng import bytes_of
from paiju.games.positions import position

PLAYERS = ("normal", "easy", "normal")
"""Who plays the games, in turn round the table."""
LEVELS = ("greedy", "easy", "normal", "heuristic", "search")
"""Who is asked how hard a question is, and answers the same each time; the kind says it where bots cannot answer."""
EASY, HARD = 900, 1900
"""The rating of what all levels find, and of what none does."""
_SEED_BITS = 40

Progress = Callable[[int], None]
"""Hears how many deals have been looked through."""


def mine(
    game: Game, options: Any, deals: int, seed: str, *, kinds: Collection[str] | None = None,
    levels: Sequence[str] = LEVELS, progress: Progress | None = None,
) -> Iterator[Puzzle]:  # fmt: skip
    """The puzzles of so many deals, as they are found; the same words find the same puzzles. At most one of a kind comes from a deal.

    Raises:
        UsageError: usage.game | kind | bot | stand_in; usage.kernels or usage.kernel_option, for kinds that play deals out.
    """
    known = kinds_of(game.name)
    for name in kinds or ():
        if name not in known:
            text = ", ".join(known)
            raise UsageError("usage.kind", f"{name!r} is none of {text}", {"text": name, "known": text})
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
    bots = [make_bot(PLAYERS[seat % len(PLAYERS)], _number(seed, seat)) for seat in seats]
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
            _number(seed, f"at {at}"),
        )
        for name in [name for name in left if spot.seed % kinds[name].every == 0 and kinds[name].ready(spot)]:
            found = kinds[name].solve(spot)
            puzzle = found and _kept(spot, name, kinds[name], found, levels)
            if puzzle:
                del left[name]
                yield puzzle
        state, _ = game.apply(state, seat, bots[seat].choose(spot.view, spot.actions))
        at += 1


def _kept(spot: Spot, name: str, kind: Kind, found: Found, levels: Sequence[str]) -> Puzzle | None:
    """The puzzle of a question, answered once more from its text alone; None where that cannot be said, or says something else."""
    try:
        text = positioned(spot.game).position_text(found.view)
    except PositionError:
        return None
    told = kind.again(spot_of(text)) if kind.again else found
    if told is None or told.answers != found.answers:
        return None
    asked = _asked(spot_of(text), levels, told.answers) if kind.acts else {}
    rating = rating_of(asked) if told.rating is None else told.rating
    return Puzzle(spot.game.name, name, text, told.answers, told.told, asked, rating)


def spot_of(text: str) -> Spot:
    """The moment that a position says; hands that its viewer does not see are made up.

    Raises:
        PaijuError: as `position`; PositionError: position.value, for a position that is no view of a seat.
    """
    game, state, view = position(text, random.Random(text))
    if view is None or view.viewer is None:
        raise PositionError("position.value", "view", "a puzzle shows what a seat knows", 0)
    seat = view.viewer
    return Spot(game, state, seat, view, game.legal_actions(state, seat), _number(text))


def _asked(spot: Spot, levels: Sequence[str], answers: Collection[str]) -> dict[str, bool]:
    """Which levels find an answer."""

    def finds(bot: Bot) -> bool:
        return spot.game.action_text(spot.state, bot.choose(spot.view, spot.actions)) in answers

    return {level: finds(make_bot(level, spot.seed)) for level in levels}


def rating_of(asked: dict[str, bool]) -> int:
    """A first rating, from the share of levels that found the answer."""
    return round(HARD - (HARD - EASY) * sum(asked.values()) / max(1, len(asked)))


def _number(*parts: object) -> int:
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") & (1 << _SEED_BITS) - 1
