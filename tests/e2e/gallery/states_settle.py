"""Prepared ends of deals of both games, and their records for the replay page: real deals between bots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import paiju
from paiju.bots.base import make_bot
from paiju.core.record import Record, Recorder, dumps
from paiju.server.wire import events_json, view_json
from tests.e2e.gallery.states import NAMES, room

Json = dict[str, Any]
Played = tuple[Any, Any, Record, tuple[Any, Any], list[Any]]
Wanted = Callable[[Any], bool]
BOLD = ("declare", "revolt", "counter")  # bots keep quiet; every other deal here is a loud one
SILENT = 1  # this seat sends no number for the shuffle


@lru_cache(maxsize=64)
def play(name: str, number: int, options: tuple[tuple[str, Any], ...]) -> Played:
    """A deal to its end between bots: game, options, record, the last two states and all events."""
    game = paiju.load(name)
    rules = game.options(dict(options))
    secret = hashlib.sha256(b"gallery secret %d" % number).digest()
    seats = range(getattr(rules, "seats", game.seats))
    nonces = [
        b"" if seat == SILENT else hashlib.sha256(b"%d %d" % (number, seat)).digest()[:16] for seat in seats
    ]
    recorder = Recorder(game, rules, NAMES[: len(seats)])
    state = recorder.begin(secret, nonces, None)
    events = list(game.opening(state))
    bots = [make_bot("greedy", seat) for seat in seats]
    before = state
    while actors := game.actors(state):
        seat = actors[0]
        offered = game.legal_actions(state, seat)
        bold = [action for action in offered[:9] if action.verb in BOLD] if number % 2 else []
        action = bold[0] if bold else bots[seat].choose(game.view(state, seat), offered)
        before = state
        state, more = recorder.act(state, seat, action)
        events += more
    return game, rules, recorder.record, (before, state), events


def record(name: str, number: int, **options: Any) -> str:
    """The record of a deal as a document."""
    return dumps(play(name, number, tuple(sorted(options.items())))[2])


def ended(
    name: str, wanted: Wanted, *, viewer: int | None = 0, in_room: Json | None = None, **options: Any
) -> Json:
    """What a browser of `viewer` holds after the first seeded deal whose end `wanted` likes."""
    for number in range(400):
        game, rules, kept, (before, state), events = play(name, number, tuple(sorted(options.items())))
        if not wanted(state):
            continue
        deal = kept.deals[0]
        opened = {
            "deal": 3,
            "commitment": deal.commitment,
            "secret": deal.secret,
            "nonces": deal.nonces,
            "dropped": False,
        }
        earlier = {**opened, "deal": 2, "secret": "00" * 32}  # a secret that does not fit
        fairness = {"commitment": "c0" * 32, "deal": 4, "past": [earlier, opened]}
        seats = len(deal.nonces)
        returns = [*room(name, seats)["match"]["returns"], list(game.returns(state))]
        scores = [sum(points) for points in zip(*returns, strict=True)]
        match = {**room()["match"], "returns": returns, "scores": scores}
        changes = {
            "preset": options.get("preset", "akagiri"),
            "state": "settled",
            "next_ms": 30_000,
            **(in_room or {}),
        }
        shown = room(
            name, seats, viewer, record=f"{name}-{number}", match=match, fairness=fairness, **changes
        )
        for chair in shown["seats"]:
            chair["ready"] = chair["kind"] == "bot"
        return {
            "room": shown,
            "view": view_json(game.view(state, viewer), counter=False, deal=3),
            "before": view_json(game.view(before, viewer), counter=False, deal=3),
            "log": events_json(game, rules, events, viewer),
            "prompt": None,
            "nonces": {} if viewer is None else {3: deal.nonces[viewer]},
        }
    raise AssertionError("no such deal")


def times(state: Any) -> int:
    """The multiplier of a finished deal; 0 for a void one."""
    return 0 if state.result.void else int(state.result.multiplier)


def broken_off(base: Json, *, played: bool = True) -> Json:
    """The match was ended in the middle of a deal."""
    room = base["room"]
    past = [{**room["fairness"]["past"][-1], "dropped": True}]
    match = {**room["match"], "over": True} if played else {**room["match"], "returns": [], "over": True}
    changes = {"state": "over", "dissolved": True, "next_ms": None, "match": match}
    record = room["record"] if played else None
    fairness = {**room["fairness"], "past": past}
    return {
        "room": {**room, **changes, "fairness": fairness, "record": record},
        "view": None,
        "log": [],
        "prompt": None,
    }


SCORED = partial(ended, "baohuang", preset="pagat-scored")
PAOHUZI = partial(ended, "paohuzi")
PLAIN = partial(SCORED, lambda state: times(state) == 1 and not state.roles.solo)
HU = partial(PAOHUZI, lambda state: not state.result.drawn_game and state.result.items)
STATES: dict[str, Callable[[], Json]] = {
    "settle": PLAIN,
    "settle-times": lambda: SCORED(lambda state: times(state) > 1 and not state.roles.solo, viewer=2),
    "settle-solo": lambda: SCORED(lambda state: times(state) > 0 and state.roles.solo),
    "settle-free": lambda: ended("baohuang", lambda state: times(state) > 0, preset="pagat"),
    "settle-suited": lambda: ended("baohuang", lambda state: times(state) > 0, preset="moegirl", viewer=1),
    "settle-stuck": lambda: ended(
        "baohuang", lambda state: times(state) > 0 and bool(state.stuck), preset="sixes-last", stuck_rank_last=True, stuck_penalty=1),
    "settle-over": lambda: SCORED(lambda state: times(state) == 1, in_room={
        "state": "over", "next_ms": None, "vote": {"kind": "rematch", "by": 2, "yes": [1, 2], "need": 5, "ends_ms": 60_000}}),
    "settle-watching": lambda: SCORED(lambda state: times(state) == 1, viewer=None),
    "settle-hu": HU,
    "settle-hu-plain": lambda: PAOHUZI(lambda state: not state.result.drawn_game and not state.result.items, viewer=1),
    "settle-drawn": lambda: PAOHUZI(lambda state: state.result.drawn_game, draw_game="dealer_minus_10"),
}  # fmt: skip
