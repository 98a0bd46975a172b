"""Matches of bot A against bot B: units of duplicate deals one after another, until there are enough of them.

A unit is what the same cards are played for: a pair, a wall, a round. A game says how it plays one and what many of them show.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from paiju.arena.finishing import Player, finisher, made_by
from paiju.arena.journal import Journal, Unit
from paiju.arena.playing import kept_apart, play_out, timed
from paiju.arena.seeds import Seed, bot_seed
from paiju.arena.stopping import Sequence as Seen
from paiju.arena.workers import spread
from paiju.bots.base import require_named
from paiju.core.errors import UsageError
from paiju.core.game import Game, Seat

Shown = TypeVar("Shown")

Progress = Callable[[int], None]
"""Is told how many pairs have been played."""


def played(
    work: Callable[[int], Unit],
    pairs: int,
    *,
    until: float | None,
    jobs: int,
    progress: Progress | None,
    journal: Journal[Unit] | None = None,
) -> list[Unit]:
    """The pairs of a match, `work` of each index in order: `pairs` of them, or fewer if `until` is met before.

    `until` is the width that `stopping.Sequence.decided` takes, which looks at margins. The same pairs count for any number of `jobs`: what others have played beyond the end is thrown away.
    Those that stand in the `journal` are not played again, the others are kept there.

    Raises:
        UsageError: usage.pairs or usage.jobs; file.unwritable.
    """
    if pairs < 1:
        raise UsageError("usage.pairs", f"{pairs} pairs cannot be played", {"value": pairs})
    done: list[Unit] = []
    seen = Seen()
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


@dataclass(frozen=True, slots=True)
class Match(Generic[Unit, Shown]):
    """How matches of a game are played: `unit` plays one from options, A, B, seed and index, `result` says what many show.

    `unit_of` makes a unit of its fields as JSON keeps them.
    """

    unit: Callable[[Any, Player, Player, Seed, int], Unit]
    unit_of: Callable[[list[Any]], Unit]
    result: Callable[[list[Unit]], Shown]

    def __call__(
        self, options: Any, a: Player, b: Player, pairs: int, seed: Seed, *,
        until: float | None = None, jobs: int = 1, progress: Progress | None = None, journal: Path | None = None,
    ) -> Shown:  # fmt: skip
        """Play `pairs` units of `a` against `b`, and say what they show; it does not depend on `jobs`.

        With `until` the match may end before, as `stopping` describes. A bot is a name, or anything that makes one
        from a seed (for more than one job it must be picklable). `progress` is told the number of units played. With a file as
        `journal` a match that was interrupted goes on behind the last unit that was written there.

        Raises:
            UsageError: usage.bot, usage.stand_in, usage.kernel_option, usage.pairs, usage.number or usage.jobs; file.unreadable, file.unwritable or file.too_large.
        """
        made_by(a), made_by(b)
        require_named(options, [player for player in (a, b) if isinstance(player, str)])
        work = partial(self.unit, options, a, b, seed)
        kept = Journal(journal, self.unit_of) if journal else None
        return self.result(played(work, pairs, until=until, jobs=jobs, progress=progress, journal=kept))


class Seating(NamedTuple):
    """Who sits where: players by seat, the numbers of their bots, and the seats whose time goes to the first list.

    Bots of one number are partners and share nothing with bots of another.
    """

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
