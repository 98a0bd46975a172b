"""Prepared states of the Bao Huang table and of what all tables share: real deals of the rules where they can be.

A state is what the browser's `Live` holds: room, view, prompt, clock, log and so on.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import paiju
from paiju.games.baohuang.state import Carry, Role, Winner
from paiju.server.pack import pack_of
from paiju.server.tables.settings import Settings
from paiju.wire import SuitFaces, events_json, prompt_json, suit_faces, view_json, with_suit_faces
from tests.e2e.gallery.moments import Check, Json, follows, joker_fill, leads, only_pass, phase

GAME = paiju.load("baohuang")
NAMES = ("小红", "李伟", "Maryam", "阿里", "王芳")
HASH = hashlib.sha256(b"gallery").hexdigest()
FAIRNESS = {
    "deal": 3, "step": "dealt", "previous": HASH, "commitment": HASH, "shares": None, "nonces": [""] * 5,
    "opened": None, "failed": None, "signature": None,
}  # fmt: skip


def room(game: str = "baohuang", seats: int = 5, me: int | None = 0, **changes: Any) -> Json:
    """A room in the middle of a match."""
    settings = {**Settings(turn_seconds=20, counter=True).to_json()}
    chairs = [
        {"seat": seat, "kind": "bot" if seat == 1 else "human", "name": NAMES[seat], "level": "heuristic" if seat == 1 else None,
         "avatar": "tiger-2" if seat == 2 else "", "awaited": False, "ready": True, "online": True, "auto": False, "away_ms": None, "voice": True, "muted": False, "heir": None,
         "mark": "" if seat == 1 else f"mark-{seat}"}
        for seat in range(seats)
    ]  # fmt: skip
    returns = [[6, -2, -2, 3, -5][:seats], [-4, 1, 1, 1, 1][:seats]]
    return {
        "id": "gallery", "game": game, "code": "482913", "link": "/join/x", "address": "/table/gallery", "state": "playing", "preset": "pagat-scored",
        "options": {}, "changed": {}, "digest": "000000000000", "settings": settings, "host": 0,
        "you": {"seat": me, "host": me == 0, "watching": me is None, "heir": None}, "locked": False, "paused": False, "pause_ms": None, "seats": chairs,
        "watchers": [], "phrases": list(pack_of(game).phrases), "own_bots": [],
        "match": {"deal": 3, "deals": 10, "target": None, "returns": returns, "scores": [sum(c) for c in zip(*returns, strict=True)],
                  "voids": 0, "over": False, "winners": []},
        "haste": {"on": False, "idle": [], "asked": []}, "vote": None, "next_ms": None, "fairness": FAIRNESS, "record": None,
        "chat": [{"seat": 2, "name": NAMES[2], "mark": "mark-2", "text": "سلام! خوش آمدید", "phrase": None},
                 {"seat": 1, "name": NAMES[1], "mark": "mark-1", "phrase": "nice", "text": None}],
        **changes,
    }  # fmt: skip


def question(prompt: Mapping[str, Any], **changes: Any) -> Json:
    """A prompt as the server sends it."""
    return {
        "type": "prompt",
        "id": "p1",
        "deadline_ms": 14_000,
        "total_ms": 20_000,
        "bank_ms": 60_000,
        "auto_ms": None,
        **prompt,
        **changes,
    }


def table(state: Any, viewer: int | None, log: list[Json], suits: SuitFaces | None, **changes: Any) -> Json:
    """What a browser of `viewer` holds in `state`."""
    view = view_json(GAME.view(state, viewer), counter=True, deal=3, suits=suits)
    actors = GAME.actors(state)
    prompt = question(prompt_json(GAME, state, viewer)) if viewer is not None and viewer in actors else None
    clock = {"seat": actors[0], "deadline_ms": 14_000, "total_ms": 20_000} if actors else None
    return {"room": room(me=viewer), "view": view, "prompt": prompt, "clock": clock, "log": log, **changes}


def find(
    wanted: Check,
    *,
    preset: str = "pagat-scored",
    carry: Any = None,
    steps: int = 300,
    mine: bool = True,
    **given: Any,
) -> Json:
    """The first moment of seeded random deals that `wanted(view, prompt)` likes, as its actor or the next seat sees it."""
    rules = GAME.options({"preset": preset, **given})
    for seed in range(200):
        rng = random.Random(seed)
        secret = hashlib.sha256(b"%d" % seed).digest()
        state = GAME.deal(rules, secret, carry)
        suits, sent = with_suit_faces(suit_faces(rules, secret), state, GAME.opening(state))
        events = list(sent)
        for _ in range(steps):
            actors = GAME.actors(state)
            if not actors:
                break
            viewer = actors[0] if mine else (actors[0] + 2) % 5
            view = view_json(GAME.view(state, viewer), counter=True, deal=3, suits=suits)
            actions = GAME.legal_actions(state, actors[0])
            if len(actions) < 3000 and wanted(view, prompt_json(GAME, state, actors[0])):
                log = events_json(GAME, rules, events, viewer)
                return table(state, viewer, log, suits, room=room(me=viewer, preset=preset))
            state, more = GAME.apply(state, actors[0], _some(actions, rng))
            suits, sent = with_suit_faces(suits, state, more)
            events += sent
    raise AssertionError("no such moment")


def _some(actions: Any, rng: random.Random) -> Any:
    """A choice that keeps the table lively: mostly the cheapest play, sometimes a pass."""
    if len(actions) > 1 and actions[0].verb == "pass":
        return actions[0] if rng.random() < 0.35 else actions[1 + rng.randrange(min(3, len(actions) - 1))]
    if actions[0].verb == "play":
        best = sorted(
            range(len(actions)),
            key=lambda i: (any(k >= 52 for k in actions[i].cards), -len(actions[i].cards)),
        )
        return actions[best[rng.randrange(min(4, len(best)))]]
    return actions[rng.randrange(min(len(actions), 3))]


def with_hand(cards: str, **changes: Any) -> Json:
    """A lead from a hand made by hand; the offered plays are every number of each rank, alone and with a joker."""
    hand = cards.split()
    actions = [
        f"play {' '.join([rank] * n)}" for rank in dict.fromkeys(hand) for n in range(1, hand.count(rank) + 1)
    ]
    base = find(leads)
    view = {**base["view"], "hand": hand, "hand_faces": None, "suited": False, "sizes": [len(hand), 30, 30, 30, 30], "viewer": 0, "order": [0, 1, 2, 3, 4],
            "turn": 0, "asked": [0], "top": None, "trick": [], "roles": ["guard", "emperor", None, None, None], "emperor": 1}  # fmt: skip
    prompt = question({"actions": actions, "pick": None, "default": actions[0], "details": {}})
    return {
        **base,
        "room": room(),
        "view": view,
        "prompt": prompt,
        "clock": {**base["clock"], "seat": 0},
        **changes,
    }


def hand_text(counts: Mapping[str, int]) -> str:
    """A hand from counts by rank."""
    return " ".join(card for card, n in counts.items() for _ in range(n))


CARRY = Carry(
    0,
    (Role.EMPEROR, Role.COMMONER, Role.GUARD, Role.COMMONER, Role.COMMONER),
    (1, 3, 2, 4, 5),
    Winner.EMPEROR,
    False,
)
BIG_HAND = hand_text(
    {
        "3": 3,
        "4": 4,
        "5": 3,
        "6": 3,
        "7": 4,
        "8": 3,
        "9": 4,
        "T": 3,
        "J": 3,
        "Q": 3,
        "K": 3,
        "A": 3,
        "2": 1,
        "L": 1,
        "b": 1,
        "B": 1,
        "r": 1,
        "R": 1,
    }
)
ELEVEN = hand_text(
    {"6": 11, "7": 2, "8": 3, "9": 2, "T": 3, "J": 2, "Q": 3, "K": 2, "A": 3, "2": 1, "b": 1, "r": 1}
)
EIGHT = hand_text({"9": 5, "T": 6, "J": 4, "Q": 5, "K": 4, "A": 6, "2": 4, "b": 1})


def over() -> Json:
    """The end of a deal, all hands open."""
    rules = GAME.options({"preset": "pagat-scored"})
    rng = random.Random(3)
    secret = hashlib.sha256(b"over").digest()
    state = GAME.deal(rules, secret)
    suits, sent = with_suit_faces(suit_faces(rules, secret), state, GAME.opening(state))
    events = list(sent)
    while actors := GAME.actors(state):
        state, more = GAME.apply(state, actors[0], _some(GAME.legal_actions(state, actors[0]), rng))
        suits, sent = with_suit_faces(suits, state, more)
        events += sent
    return table(
        state,
        0,
        events_json(GAME, rules, events, 0),
        suits,
        room=room(state="settled", next_ms=30_000, record="r1"),
    )


def changed(make: Callable[[], Json], **changes: Any) -> Json:
    """A state with other top-level parts; those of the room under `in_room`."""
    base = make()
    in_room = changes.pop("in_room", {})
    return {**base, **changes, "room": {**base["room"], **in_room}}


def auto() -> Json:
    """托管 on the own seat, another player away."""
    base = follow()
    seats = [dict(seat) for seat in base["room"]["seats"]]
    seats[base["room"]["you"]["seat"]]["auto"] = True
    other = next(
        seat for seat in seats if seat["kind"] == "human" and seat["seat"] != base["room"]["you"]["seat"]
    )
    other.update(online=False, away_ms=20_000)
    return {**base, "room": {**base["room"], "seats": seats}}


def out(**changes: Any) -> Json:
    """Out of cards while others play on."""
    base = find(
        lambda view, prompt: view["phase"] == "play" and bool(view["places"][view["viewer"]]), mine=False
    )
    haste = {"on": False, "idle": [base["room"]["you"]["seat"]], "asked": [], **changes}
    return {**base, "room": {**base["room"], "haste": haste}}


def paused() -> Json:
    """The host has paused the table: no clock runs."""
    base = follow()
    stands = {name: {**base[name], "deadline_ms": None} for name in ("prompt", "clock")}
    return {**base, **stands, "room": {**base["room"], "paused": True}}


def vote(base: Json) -> Json:
    """Somebody else would like to end the match."""
    by = (base["room"]["you"]["seat"] + 2) % len(base["room"]["seats"])
    asked_for = {"kind": "dismiss", "by": by, "seat": None, "yes": [by], "need": 3, "ends_ms": 30_000}
    return {**base, "room": {**base["room"], "vote": asked_for}}


def watching() -> Json:
    """A spectator's table."""
    base = follow()
    view = {
        **base["view"],
        "viewer": None,
        "hand": None,
        "hand_faces": None,
        "order": [0, 1, 2, 3, 4],
        "roles": [r if r == "emperor" else None for r in base["view"]["roles"]],
    }
    displayed = room(
        me=None, settings={**base["room"]["settings"], "spectators": "delayed", "delay_seconds": 60}
    )
    return {**base, "room": displayed, "view": view, "prompt": None}


def waiting_draw() -> Json:
    """Others draw; nobody knows whether somebody thinks about the crown."""
    view = {
        "game": "baohuang",
        "deal": 3,
        "viewer": 0,
        "phase": "draw",
        "seats": 5,
        "over": False,
        "suited": True,
        "order": [0, 1, 2, 3, 4],
    }
    return {"room": room(preset="moegirl"), "view": view, "prompt": None, "clock": None, "log": []}


lead = partial(find, leads)
follow = partial(find, follows(3, 5, 6))
M: Json = {"preset": "moegirl"}

STATES: dict[str, Callable[[], Json]] = {
    "lead": lead,
    "follow": follow,
    "follow-joker": partial(find, joker_fill),
    "only-pass": partial(find, only_pass),
    "others": partial(find, follows(2, 6, 3), mine=False),
    "suited": partial(find, follows(2, 5, 5), **M),
    "bombs": partial(find, follows(2, 5, 4), preset="moegirl", bombs="on"),
    "late": partial(find, lambda view, prompt: view["phase"] == "play" and any(view["places"]) and len(prompt["actions"]) > 2),
    "cut": partial(find, phase("cut"), cut=True),
    "draw": partial(find, phase("draw", has="crown"), preset="moegirl", crown_during_draw=True),
    "draw-waiting": waiting_draw,
    "give": partial(find, phase("tribute", least=2), carry=CARRY, **M),
    "take": partial(find, phase("take", least=2), preset="pagat-scored", carry=CARRY, tribute_mode="camp", tribute_face_up=True),
    "return-pick": partial(find, phase("give_back", pick=True), carry=CARRY, preset="moegirl", tribute_double_on_open=True),
    "return": partial(find, phase("give_back"), carry=CARRY, preset="pagat-scored", tribute_mode="place", tribute_return="same_count"),
    "crown": partial(find, phase("crown", has="abdicate")),
    "crown-forced": partial(find, phase("crown", lacks="abdicate"), abdication="off"),
    "crown-price": partial(find, phase("crown", has="abdicate"), **M),
    "call": partial(find, phase("call", least=3), **M),
    "usurp": partial(find, phase("usurp"), usurper=True),
    "declare": partial(find, phase("declare", has="declare")),
    "revolt": partial(find, phase("declare", has="revolt")),
    "declare-quiet": partial(find, phase("declare", lacks="revolt", least=1)),
    "counter": partial(find, phase("counter"), preset="weihai"),
    "defer": partial(find, lambda view, prompt: "defer" in prompt["actions"] and len(prompt["actions"]) > 4, **M),
    "waiting-crown": partial(find, phase("crown"), mine=False),
    "worst-45": partial(with_hand, BIG_HAND),
    "worst-eleven": partial(with_hand, ELEVEN),
    "worst-eight": partial(with_hand, EIGHT),
    "auto": auto,
    "out": out,
    "out-fast": partial(out, on=True),
    "auto-skip": lambda: changed(auto, in_room={"haste": {"on": False, "idle": list(range(5)), "asked": []}}),
    "watching": watching,
    "offline": lambda: changed(follow, conn="off", retry_ms=3000),
    "said-before": lambda: changed(follow, said={"type": "said", "seq": 7, "seat": 2, "name": NAMES[2], "mark": "mark-2", "text": "سلام"}),
    "paused-ask": lambda: changed(partial(find, phase("crown", has="abdicate")), in_room={"paused": True}),
    "restart": lambda: changed(follow, conn="off", bye="server.restart", retry_ms=3000),
    "paused": paused,
    "vote": lambda: vote(follow()),
    "loading": lambda: {"room": None, "view": None},
    "over": over,
}  # fmt: skip
