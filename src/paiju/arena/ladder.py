"""The ladder: all pairs of the reference bots of each game, every finished match kept in a file.

A match that was interrupted is played again, a finished one never, unless the code of the game's bots has
changed since: a file's name holds a hash of it. All matches of a game are played on the same public deals. The
bots that search play until their match is decided (`stopping`), the others a number of pairs that was fixed before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import paiju
from paiju.arena.duplicate import Duplicate, play_duplicate
from paiju.arena.walls import Walls, play_walls

_BOTS = Path(paiju.__file__).parent / "bots"
_HASH_LENGTH = 12
NEAR = 2
_OWN: Mapping[str, Callable[[tuple[str, ...]], bool]] = {
    "baohuang": lambda parts: "paohuzi" not in parts,
    "paohuzi": lambda parts: "paohuzi" in parts,
}
"""Which files below `bots` a game's bots are made of."""
SEED = "test"
WIDTH = 0.25
"""How narrow the interval of a match must be, in points to either side, if it does not exclude 0 before."""

REFERENCES: Mapping[str, tuple[str, ...]] = {
    "baohuang": ("random", "greedy", "heuristic"),
    "paohuzi": ("random", "greedy", "efficiency", "heuristic", "expected"),
}
"""The bots of the ladder, weakest first."""
SLOW: Mapping[str, int] = {"search": 400}
"""Bots that take long to decide, and the most pairs they play."""

PLAYERS: Mapping[str, Callable[..., Duplicate | Walls]] = {"baohuang": play_duplicate, "paohuzi": play_walls}

Result = Duplicate | Walls


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


def matches(game: str, pairs: int) -> Iterator[Match]:
    """The matches of a game: up to two rungs apart with `pairs` pairs, then the others with a quarter of them."""
    bots = REFERENCES[game]
    ranked = sorted(combinations(range(len(bots)), 2), key=lambda two: (two[1] - two[0], two))
    for low, high in ranked:
        most = min((SLOW[name] for name in (bots[low], bots[high]) if name in SLOW), default=pairs)
        slow = bots[low] in SLOW or bots[high] in SLOW
        wanted = pairs if high - low <= NEAR else max(1, pairs // 4)
        yield Match(game, bots[high], bots[low], min(wanted, most), slow)


def source_hash(game: str) -> str:
    """A name for this version of the code and weights of a game's bots."""
    digest = hashlib.sha256()
    for path in sorted(_BOTS.rglob("*")):
        where = path.relative_to(_BOTS)
        if path.suffix in (".py", ".safetensors") and _OWN[game](where.parts):
            digest.update(where.as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:_HASH_LENGTH]


def is_kept(match: Match, store: Path) -> bool:
    """Whether a match has been finished."""
    return _file(match, store).is_file()


def _file(match: Match, store: Path) -> Path:
    return store / f"{match.game}-{match.a}-{match.b}-{match.pairs}-{source_hash(match.game)}.json"


def play_match(match: Match, store: Path, figures: Callable[[Result], Mapping[str, Any]], **how: Any) -> Kept:
    """The result of a match: from its file in `store`, or played now and kept there.

    `figures` turns a result into what is kept, `how` goes to the player (`jobs`, `progress`).
    """
    path = _file(match, store)
    if not path.is_file():
        until = WIDTH if match.sequential else None
        options = paiju.load(match.game).options({})
        result = PLAYERS[match.game](options, match.a, match.b, match.pairs, SEED, until=until, **how)
        store.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".part")
        fresh.write_text(json.dumps(dict(figures(result)), indent=1), "utf-8")
        fresh.replace(path)
    kept = json.loads(path.read_text("utf-8"))
    return Kept(match, kept["margin"], kept["se"], kept["pairs"], kept["a_ms_p50"], kept["b_ms_p50"], kept)
