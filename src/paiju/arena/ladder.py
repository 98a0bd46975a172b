"""The ladder: all pairs of the reference bots of each game, every finished match kept in a file.

A match that was interrupted goes on where it was, a finished one is never played again, unless one of its two bots has
changed since: a file's name holds a hash of what they are made of (`sources`). All matches of a game are played on the same public deals.
The bots that take long to decide play until their match is decided (`stopping`), the others a number of pairs that was
fixed before. Bots more than two rungs apart play fewer pairs: their order is known from those between them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import paiju
from paiju.arena.journal import seconds_in
from paiju.arena.pack import Result, pack_of
from paiju.arena.sources import source_hash
from paiju.core.files import malformed, read_json, write_whole

NEAR = 2
FAR_SHARE, SLOW_FAR_SHARE = 4, 10
"""What part of the pairs bots play that are further apart than `NEAR` rungs, and slow ones."""
SEED = "test"
_MOST_BYTES = 16 << 20
WIDTH = 0.25
"""How narrow the interval of a match must be, in points to either side, if it does not exclude 0 before."""


class Match(NamedTuple):
    """One match of the ladder, the stronger bot first; `sequential` if it may end early."""

    game: str
    a: str
    b: str
    pairs: int
    sequential: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """A finished match: A's margin and its standard error, pairs played, median times, and all other figures."""

    match: Match
    margin: float
    se: float
    size: int
    a_ms: float
    b_ms: float
    figures: Mapping[str, Any]


def games() -> tuple[str, ...]:
    """The games that have a ladder."""
    return tuple(game for game in paiju.available() if pack_of(game).rungs)


def matches(game: str, pairs: int) -> Iterator[Match]:
    """The matches of a game: up to two rungs apart with all their pairs, then the others with a part of them."""
    bots, slow = pack_of(game).rungs, pack_of(game).slow
    ranked = sorted(combinations(range(len(bots)), 2), key=lambda two: (two[1] - two[0], two))
    for low, high in ranked:
        limits = [slow[name] for name in (bots[low], bots[high]) if name in slow]
        most = min([pairs, *limits])
        share = 1 if high - low <= NEAR else SLOW_FAR_SHARE if limits else FAR_SHARE
        yield Match(game, bots[high], bots[low], max(1, most // share), bool(limits))


def is_kept(match: Match, store: Path) -> bool:
    """Whether a match has been finished."""
    return _file(match, store).is_file()


def _file(match: Match, store: Path) -> Path:
    made_of = source_hash(match.game, match.a, match.b)
    return store / f"{match.game}-{match.a}-{match.b}-{match.pairs}-{made_of}.json"


def _leave_alone(path: Path, match: Match, store: Path) -> None:
    """Remove what else is kept of a match: its journal, and what bots came to that are others now."""
    for other in store.glob(f"{match.game}-{match.a}-{match.b}-*"):
        if other != path:
            other.unlink(missing_ok=True)


def play_match(match: Match, store: Path, figures: Callable[[Result], Mapping[str, Any]], **how: Any) -> Kept:
    """The result of a match: from its file in `store`, or played now and kept there.

    `figures` turns a result into what is kept, beside the `seconds` that the match took; `how` goes to the player (`jobs`,
    `progress`).

    Raises:
        UsageError: file.unreadable, file.unwritable; file.syntax, for a file that is no such match.
    """
    path = _file(match, store)
    if not path.is_file():
        until = WIDTH if match.sequential else None
        options = paiju.load(match.game).options({})
        journal = path.with_suffix(".part")
        began = monotonic() - seconds_in(journal)
        result = pack_of(match.game).play(
            options, match.a, match.b, match.pairs, SEED, until=until, journal=journal, **how
        )
        found = {**figures(result), "seconds": round(monotonic() - began)}
        write_whole(path, json.dumps(found, indent=1).encode() + b"\n")
        _leave_alone(path, match, store)
    kept = read_json(path, _MOST_BYTES)
    try:
        return Kept(
            match, kept["margin"], kept["se"], kept["pairs"], kept["a_ms_p50"], kept["b_ms_p50"], kept
        )
    except (KeyError, TypeError):
        raise malformed(str(path), "no match of a ladder") from None
