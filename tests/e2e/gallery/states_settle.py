"""Prepared ends of deals of both games, and their records for the replay page: real deals between bots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import paiju
from paiju.bots.base import make_bot
from paiju.core.document import Origin
from paiju.core.record import Record, Recorder, dumps, replay_deal
from paiju.server.tables.shuffle import chain_json
from paiju.signatures import Key
from paiju.wire import SuitFaces, events_json, suit_faces, view_json, with_suit_faces
from tests.e2e.gallery.states import FAIRNESS, NAMES, room

Json = dict[str, Any]
Played = tuple[Any, Any, Record, tuple[Any, Any]]
Wanted = Callable[[Any], bool]
BOLD = ("declare", "revolt", "counter")  # bots keep quiet; every other deal here is a loud one
VOID = ("abdication_full_circle", "redeal")  # where this is a rule, nobody wants the crown
KEY = Key.of("33" * 32)
LINKS: dict[str, Json] = {}
"""The chains of the ends that were made, by the id of their rooms."""
SILENT = 1  # this seat sends no number for the shuffle


@lru_cache(maxsize=64)
def play(name: str, number: int, options: tuple[tuple[str, Any], ...]) -> Played:
    """A deal to its end between bots: game, options, record and the last two states."""
    game = paiju.load(name)
    rules = game.options(dict(options))
    secret = hashlib.sha256(b"gallery secret %d" % number).digest()
    seats = range(getattr(rules, "seats", game.seats))
    nonces = [
        b"" if seat == SILENT else hashlib.sha256(b"%d %d" % (number, seat)).digest()[:16] for seat in seats
    ]
    recorder = Recorder(
        game,
        rules,
        NAMES[: len(seats)],
        Origin.of(NAMES[: len(seats)], lambda size: "5a" * size, key=KEY.public),
    )
    state = recorder.begin(secret, nonces, None)[-1].state
    bots = [make_bot("greedy", seat) for seat in seats]
    before = state
    preferred = ("abdicate",) if VOID in options else BOLD if number % 2 else ()
    while actors := game.actors(state):
        seat = actors[0]
        offered = game.legal_actions(state, seat)
        bold = [action for action in offered[:9] if action.verb in preferred]
        action = bold[0] if bold else bots[seat].choose(game.view(state, seat), offered)
        before = state
        state = recorder.act(state, seat, action)[-1].state
        if not recorder.record.deals[0].signals and getattr(state, "top", None):
            recorder.signal(state, state.owner, "zhan_pai")
    return game, rules, recorder.record, (before, state)


def _faced(game: Any, rules: Any, stored: Record) -> tuple[SuitFaces | None, SuitFaces | None, list[Any]]:
    """The suits that cards show before the last action of a deal and after it, and all its events with them."""
    before = suits = suit_faces(rules, stored.deals[0].seed)
    events: list[Any] = []
    for step in replay_deal(game, rules, stored, 0):
        before, (suits, sent) = suits, with_suit_faces(suits, step.state, step.events)
        events += sent
    return before, suits, events


def signed(stored: Record) -> Record:
    """A record under a signature."""
    stored.signature = KEY.sign(stored.statement)
    return stored


def record(name: str, number: int, **options: Any) -> str:
    """The record of a deal as a document."""
    return dumps(signed(play(name, number, tuple(sorted(options.items())))[2]))


def ended(
    name: str, wanted: Wanted, *, viewer: int | None = 0, in_room: Json | None = None, **options: Any
) -> Json:
    """What a browser of `viewer` holds after the first seeded deal whose end `wanted` likes."""
    for number in range(400):
        game, rules, stored, (before, state) = play(name, number, tuple(sorted(options.items())))
        if not wanted(state):
            continue
        suits_before, suits, events = _faced(game, rules, stored)
        deal = stored.deals[0]
        opened = {"secret": deal.secret, "play": deal.play}
        fairness = {
            **FAIRNESS,
            "deal": 4,
            "step": "shares",
            "previous": deal.link.hex(),
            "nonces": None,
            "opened": opened,
        }
        seats = len(deal.nonces)
        returns = [*room(name, seats)["match"]["returns"], list(game.returns(state))]
        scores = [sum(points) for points in zip(*returns, strict=True)]
        match = {**room()["match"], "returns": returns, "scores": scores}
        digest = hashlib.sha256(dumps(stored).encode()).hexdigest()[:16]
        LINKS[digest] = chain_json(signed(stored), 3)
        changes = {
            "preset": options.get("preset", "akagiri"),
            "state": "settled",
            "next_ms": 30_000,
            **(in_room or {}),
        }
        displayed = room(
            name,
            seats,
            viewer,
            id=digest,
            record=f"{name}-{number}",
            match=match,
            fairness=fairness,
            **changes,
        )
        for chair in displayed["seats"]:
            chair["ready"] = chair["kind"] == "bot"
        return {
            "room": displayed,
            "view": view_json(game.view(state, viewer), counter=False, deal=3, suits=suits),
            "before": view_json(game.view(before, viewer), counter=False, deal=3, suits=suits_before),
            "log": events_json(game, rules, events, viewer),
            "prompt": None,
            "own": {} if viewer is None else {3: deal.nonces[viewer]},
        }
    raise AssertionError("no such deal")


def times(state: Any) -> int:
    """The multiplier of a finished deal; 0 for a void one."""
    return 0 if state.result.void else int(state.result.multiplier)


def broken_off(base: Json, *, played: bool = True) -> Json:
    """The match was ended in the middle of a deal."""
    room = base["room"]
    match = {**room["match"], "over": True} if played else {**room["match"], "returns": [], "over": True}
    changes = {"state": "over", "dissolved": True, "next_ms": None, "match": match}
    record = room["record"] if played else None
    failed = {
        "why": "dropped",
        "commitment": "c0" * 32,
        "shares": [""] * 5,
        "nonces": [""] * 5,
        "secret": "5e" * 32,
    }
    fairness = {**room["fairness"], "deal": 3, "step": "none", "commitment": None, "failed": failed}
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
    "settle-much": lambda: ended(
        "baohuang", lambda state: max(map(abs, state.result.returns)) >= 1 << 31, preset="pagat", scoring="team2",
        declarations="all", declaration_multiplier=10_000, declarations_stack=True, counter_double=True,
        low_last="lowest_rank", stuck_rank_last=True, stuck_penalty=10_000),
    "settle-over": lambda: SCORED(lambda state: times(state) == 1, in_room={
        "state": "over", "next_ms": None, "vote": {"kind": "rematch", "by": 2, "yes": [1, 2], "need": 5, "ends_ms": 60_000}}),
    "settle-watching": lambda: SCORED(lambda state: times(state) == 1, viewer=None),
    "settle-hu": HU,
    "settle-hu-plain": lambda: PAOHUZI(lambda state: not state.result.drawn_game and not state.result.items, viewer=1),
    "settle-drawn": lambda: PAOHUZI(lambda state: state.result.drawn_game, draw_game="dealer_minus_10"),
}  # fmt: skip
