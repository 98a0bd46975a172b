"""Puzzles for the pages: the next one, its question, what an answer is worth and why."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from typing import Any

from paiju.analysis.puzzles import Puzzle, kinds_of, shipped, spot_of
from paiju.core.game import Game
from paiju.locales import leaflet
from paiju.locales.words import texts_of
from paiju.server.errors import ServerError
from paiju.server.http.assets import Asset
from paiju.server.practice.replays import has_pictures, pictured
from paiju.server.store.base import DAY
from paiju.wire import prompt_json, suit_faces, view_json, with_suit_faces

Json = dict[str, Any]
SOLVED = 0.5
"""The least score of a right answer."""
_NEAR = 8
_KEPT = 64


def puzzle_of(name: str) -> Puzzle:
    """A puzzle shipped with the package.

    Raises:
        ServerError: page.none.
    """
    puzzle = shipped().get(name)
    if puzzle is None:
        raise ServerError("page.none", "no such puzzle")
    return puzzle


def day_of(now: int) -> int:
    """The number of a day, by UTC."""
    return now // DAY


def of_day(day: int) -> str:
    """The puzzle of a day, the same for everyone; all come before one comes again."""
    names = _in_turn()
    return names[day % len(names)]


@cache
def _in_turn() -> list[str]:
    return sorted(shipped(), key=lambda name: hashlib.sha256(f"day/{name}".encode()).digest())


def next_for(
    guest: str, rating: float, tried: Collection[str], ratings: Mapping[str, float], *, game: str, kind: str
) -> str | None:
    """A puzzle about as hard as a guest is good, of those not tried yet; one of all once none is left.

    The same one until it has been tried. None where there is none of that game and kind.
    """
    fit = [one for one in shipped().values() if game in {"", one.game} and kind in {"", one.kind}]
    fresh = [one for one in fit if one.id not in tried] or fit
    near = sorted(fresh, key=lambda one: abs(ratings.get(one.id, one.rating) - rating))[:_NEAR]
    chance = hashlib.sha256(f"{guest}/{len(tried)}".encode()).digest()[0]
    return near[chance % len(near)].id if near else None


def counts() -> list[Json]:
    """The number of puzzles of each game and kind."""
    found = Counter((puzzle.game, puzzle.kind) for puzzle in shipped().values())
    return [{"game": game, "kind": kind, "count": count} for (game, kind), count in sorted(found.items())]


@lru_cache(_KEPT)
def question(name: str, lang: str) -> Json:
    """The question, without anything that would give the answer away.

    Raises:
        ServerError: page.none.
    """
    puzzle = puzzle_of(name)
    spot = spot_of(puzzle.position)
    game: Game = spot.game
    kind = kinds_of(puzzle.game)[puzzle.kind]
    seed = hashlib.sha256(f"suits/{name}".encode()).digest()
    suits, _ = with_suit_faces(suit_faces(spot.view.options, seed), spot.state, ())
    return {
        "id": name,
        "game": puzzle.game,
        "kind": puzzle.kind,
        "options_line": leaflet.differences(spot.view.options, texts_of(game.name, lang)),
        "seats": game.seats_of(spot.view.options),
        "seat": spot.seat,
        "view": view_json(spot.view, counter=False, suits=suits) | dict.fromkeys(kind.hides, 0),
        "prompt": dict(prompt_json(game, spot.state, spot.seat, spot.actions)) if kind.acts else None,
    }


@lru_cache(_KEPT)
def picture(name: str, lang: str) -> Asset:
    """The position of the question, as a picture.

    Raises:
        ServerError: page.none.
    """
    found = question(name, lang)
    return pictured(found["game"], found["view"], lang)


def game_of(name: str) -> str:
    """The game of a puzzle whose position can be drawn; empty where there is none."""
    found = shipped().get(name)
    return found.game if found and has_pictures(found.game) else ""


def mark(name: str, answer: str) -> float:
    """The worth of an answer, from 0 to 1.

    Raises:
        ServerError: page.none.
        NotationError, RuleError: for an unknown action.
    """
    puzzle = puzzle_of(name)
    kind = kinds_of(puzzle.game)[puzzle.kind]
    if kind.acts:
        spot = spot_of(puzzle.position)
        action = spot.game.parse_action(spot.state, spot.seat, answer)
        spot.game.apply(spot.state, spot.seat, action)
        answer = spot.game.action_text(spot.state, action)
    return kind.mark(puzzle, answer)


def solution(name: str) -> Json:
    """The right answers and their explanation."""
    puzzle = puzzle_of(name)
    return {"answers": list(puzzle.answers), "told": dict(puzzle.details)}
