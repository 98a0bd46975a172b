"""Prepared ends of deals of both games, and their records for the replay page: real deals between bots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

import paiju
from paiju.bots.base import make_bot
from paiju.core.rng import commitment, seed_of
from paiju.server.wire import events_json, view_json
from tests.e2e.gallery.states import room

Json = dict[str, Any]
Played = tuple[Any, Any, list[tuple[Any, Any, list[Any], Any]], list[bytes], bytes]
Wanted = Callable[[Any], bool]
BOLD = ("declare", "revolt", "counter")  # bots keep quiet; every other deal here is a loud one


@lru_cache(maxsize=64)
def play(name: str, number: int, options: tuple[tuple[str, Any], ...]) -> Played:
    """A deal to its end between bots: game, options, steps (actor, action, events, state), nonces and secret."""
    game = paiju.load(name)
    rules = game.options(dict(options))
    secret = hashlib.sha256(b"gallery secret %d" % number).digest()
    seats = getattr(rules, "seats", game.seats)
    nonces = [
        hashlib.sha256(b"%d %d" % (number, seat)).digest()[:16] if seat != 1 else b"" for seat in range(seats)
    ]
    state = game.deal(rules, seed_of(secret, nonces))
    steps: list[tuple[Any, Any, list[Any], Any]] = [(None, None, list(game.opening(state)), state)]
    bots = [make_bot("greedy", seat) for seat in range(seats)]
    while actors := game.actors(state):
        seat = actors[0]
        offered = game.legal_actions(state, seat)
        bold = [action for action in offered[:9] if action.verb in BOLD] if number % 2 else []
        action = bold[0] if bold else bots[seat].choose(game.view(state, seat), offered)
        state, events = game.apply(state, seat, action)
        steps.append((seat, game.action_text(steps[-1][3], action), list(events), state))
    return game, rules, steps, nonces, secret


def ended(
    name: str, wanted: Wanted, *, viewer: int | None = 0, in_room: Json | None = None, **options: Any
) -> Json:
    """What a browser of `viewer` holds after the first seeded deal whose end `wanted` likes."""
    for number in range(400):
        game, rules, steps, nonces, secret = play(name, number, tuple(sorted(options.items())))
        state = steps[-1][3]
        if not wanted(state):
            continue
        events = [event for step in steps for event in step[2]]
        opened = {
            "deal": 3, "commitment": commitment(secret).hex(), "secret": secret.hex(), "nonces": [n.hex() for n in nonces], "dropped": False,
        }  # fmt: skip
        earlier = {**opened, "deal": 2, "secret": nonces[0].hex() * 2}  # a secret that does not fit
        fairness = {"commitment": commitment(nonces[0]).hex(), "deal": 4, "past": [earlier, opened]}
        returns = [*room(name, len(nonces))["match"]["returns"], list(game.returns(state))]
        match = {
            **room()["match"],
            "returns": returns,
            "scores": [sum(deal) for deal in zip(*returns, strict=True)],
        }
        changes = {
            "preset": options.get("preset", "akagiri"),
            "state": "settled",
            "next_ms": 30_000,
            **(in_room or {}),
        }
        shown = room(
            name, len(nonces), viewer, record=f"{name}-{number}", match=match, fairness=fairness, **changes
        )
        for chair in shown["seats"]:
            chair["ready"] = chair["kind"] == "bot"
        return {
            "room": shown,
            "view": view_json(game.view(state, viewer), counter=False, deal=3),
            "log": events_json(game, rules, events, viewer),
            "prompt": None,
            "nonces": {} if viewer is None else {3: nonces[viewer].hex()},
        }
    raise AssertionError("no such deal")


def replay(record: str, deal: int, viewer: int | None) -> Json:
    """The answer of the replay route for a deal of this gallery, `GAME-NUMBER`."""
    name, number = record.split("-")
    given = {"preset": "pagat-scored"} if name == "baohuang" else {}
    game, rules, steps, nonces, _ = play(name, int(number), tuple(sorted(given.items())))
    views = [view_json(game.view(step[3], viewer), counter=False, deal=deal) for step in steps]
    if viewer is None:
        for view, step in zip(views, steps, strict=True):
            own = [view_json(game.view(step[3], seat), counter=False)["hand"] for seat in range(len(nonces))]
            view["hands"] = [hand or [] for hand in own]
    return {
        "game": name, "options_line": "", "names": [chair["name"] for chair in room(name, len(nonces))["seats"]], "deals": 3,
        "returns": [list(game.returns(steps[-1][3]))] * 3,
        "steps": [
            {"actor": step[0], "action": step[1], "events": events_json(game, rules, step[2], viewer), "view": view}
            for step, view in zip(steps, views, strict=True)
        ],
    }  # fmt: skip


def times(state: Any) -> int:
    """The multiplier of a finished deal; 0 for a void one."""
    return 0 if state.result.void else int(state.result.multiplier)


SCORED = partial(ended, "baohuang", preset="pagat-scored")
PAOHUZI = partial(ended, "paohuzi")
STATES: dict[str, Callable[[], Json]] = {
    "settle": lambda: SCORED(lambda state: times(state) == 1 and not state.roles.solo),
    "settle-times": lambda: SCORED(lambda state: times(state) > 1 and not state.roles.solo, viewer=2),
    "settle-solo": lambda: SCORED(lambda state: times(state) > 0 and state.roles.solo),
    "settle-free": lambda: ended("baohuang", lambda state: times(state) > 0, preset="pagat"),
    "settle-suited": lambda: ended("baohuang", lambda state: times(state) > 0, preset="moegirl", viewer=1),
    "settle-stuck": lambda: ended(
        "baohuang", lambda state: times(state) > 0 and bool(state.stuck), preset="sixes-last", stuck_rank_last=True, stuck_penalty=1),
    "settle-over": lambda: SCORED(lambda state: times(state) == 1, in_room={
        "state": "over", "next_ms": None, "vote": {"kind": "rematch", "by": 2, "yes": [1, 2], "need": 5, "ends_ms": 60_000}}),
    "settle-watching": lambda: SCORED(lambda state: times(state) == 1, viewer=None),
    "settle-hu": lambda: PAOHUZI(lambda state: not state.result.drawn_game and state.result.items),
    "settle-hu-plain": lambda: PAOHUZI(lambda state: not state.result.drawn_game and not state.result.items, viewer=1),
    "settle-drawn": lambda: PAOHUZI(lambda state: state.result.drawn_game, draw_game="dealer_minus_10"),
}  # fmt: skip
