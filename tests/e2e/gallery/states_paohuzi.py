"""Prepared states of the Paohuzi table: moments of real deals, and worst cases laid by hand."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import paiju
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.cards import cards_of, hand_of, locked, loose
from paiju.games.paohuzi.melds import RUN_OF
from paiju.games.paohuzi.notation import action_text, card_text, parse_cards
from paiju.wire import prompt_json
from paiju.wire.paohuzi import groups_of, view_json
from tests.e2e.gallery.states import Json, question, room, vote

GAME = paiju.load("paohuzi")
WINDOW_MS = 4000
DEALS = 150
Check = Callable[[Json, Json], bool]


def table(state: Any, viewer: int | None, log: list[Json], **changes: Any) -> Json:
    """What a browser of `viewer` holds in `state`."""
    view = view_json(GAME.view(state, viewer), counter=True, deal=3)
    actors = GAME.actors(state)
    prompt = question(prompt_json(GAME, state, viewer)) if viewer is not None and viewer in actors else None
    public = GAME.view(state, None)
    seat = public.asked[0] if public.asked else None
    clock: Json = {"seat": seat, "deadline_ms": 14_000, "total_ms": 20_000, "held": []}
    if seat is None and actors:
        clock.update(deadline_ms=WINDOW_MS - 1000, total_ms=WINDOW_MS)
    seats = len(view["sizes"])
    displayed = room("paohuzi", seats, viewer, preset="akagiri")
    return {
        "room": displayed,
        "view": view,
        "prompt": prompt,
        "clock": clock,
        "log": log,
        "news": log[-2:],
        **changes,
    }


def moments(seed: int, **given: Any) -> Iterator[tuple[Any, list[Any]]]:
    """Every moment of one seeded deal with its events so far, played by chance, eating and Pong mostly taken."""
    options = GAME.options(given)
    rng = random.Random(seed)
    state = GAME.deal(options, hashlib.sha256(b"pz %d" % seed).digest())
    events = list(GAME.opening(state))
    yield state, events
    while actors := GAME.actors(state):
        actions = GAME.legal_actions(state, actors[0])
        bold = [action for action in actions if action.verb in ("pong", "eat")]
        action = rng.choice(bold) if bold and rng.random() < 0.7 else rng.choice(actions)
        if action.verb == "hu" and rng.random() < 0.8:
            action = actions[0]
        state, more = GAME.apply(state, actors[0], action)
        events += more
        yield state, events


def find(wanted: Check, *, step: int = 0, **given: Any) -> Json:
    """The first moment that `wanted(view, prompt)` likes, as its actor sees it, or the seat `step` places further on."""
    options = GAME.options(given)
    for seed in range(DEALS):
        for state, events in moments(seed, **given):
            for actor in GAME.actors(state):
                prompt = prompt_json(GAME, state, actor)
                order = state.start.order
                viewer = order[(order.index(actor) + step) % len(order)]
                if wanted(view_json(GAME.view(state, viewer), counter=False), prompt):
                    log = [GAME.event_json(options, event.seen_by(viewer)) for event in events]
                    return table(state, viewer, log)
    raise AssertionError("no such moment")


def verbs(prompt: Json) -> list[str]:
    """The verbs of a prompt's actions."""
    return [action.split()[0] for action in prompt["actions"]]


def discards(view: Json, prompt: Json) -> bool:
    """A discard in the middle of a deal."""
    return (
        view["phase"] == "discard"
        and view["left"] < 12
        and len(view["hand"]) > 9
        and sum(map(len, view["melds"])) > 5
    )


def eats(low: int, high: int = 99, also: str = "") -> Check:
    """A window with that many ways to eat, and perhaps another claim."""

    def check(view: Json, prompt: Json) -> bool:
        return (
            low <= verbs(prompt).count("eat") <= high
            and (not also or also in verbs(prompt))
            and view["left"] < 15
        )

    return check


def source(name: str) -> Check:
    """A hu on a card of this source."""
    return lambda view, prompt: view["source"] == name and "hu" in prompt["actions"]


def forfeits(view: Json, prompt: Json) -> bool:
    """A window, some cards already forfeited."""
    return view["phase"] == "claim" and view["smelled"] is not None and len(view["smelled"]["pong"]) > 2


@cache
def wide_hand(ways: int) -> tuple[str, tuple[int, ...], dict[str, int]]:
    """A card, a hand, and exactly `ways` ways to eat the card with it, with the hu that each lays."""
    rng = random.Random(ways)
    while True:
        card = rng.randrange(20)
        near = [kind for kind in range(20) if abs(kind % 10 - card % 10) < 3 for _ in range(4)]
        hand = hand_of([card] * rng.randrange(1, 3) + rng.sample([kind for kind in near if kind != card], 11))
        found = claims.ways_to_eat(loose(hand), card, bi=True, one_five_ten=False)
        if len(found) == ways and not locked(hand):
            hu = {action_text(action): sum(RUN_OF[cards].hu for cards in action.sets) for action, _ in found}
            return card_text(card), cards_of(hand), hu


def with_hand(base: Json, cards: tuple[int, ...], **view: Any) -> Json:
    """A state with another own hand."""
    hand = hand_of(cards)
    stored = locked(hand)
    texts = [card_text(kind) for kind in sorted(cards)]
    held = {
        "hand": texts,
        "locked": [card_text(kind) for kind in sorted(cards) if stored >> 4 * kind & 1],
        "groups": [[card_text(kind) for kind in group] for group in groups_of(hand, False).groups],
    }
    return {**base, "view": {**base["view"], **held, **view}}


def panel(ways: int) -> Json:
    """A window with this many ways to eat."""
    card, hand, hu = wide_hand(ways)
    base = with_hand(find(eats(2)), hand, card=card)
    offered = {"actions": ["pass", "pong", *hu], "details": {"lays": {"pong": 3, **hu}}}
    return {**base, "prompt": question({**offered, "pick": None, "default": "pass"})}


def every_claim() -> Json:
    """A window with all kinds of answers, and two ways to eat."""
    base = panel(2)
    prompt = base["prompt"]
    details = {**prompt["details"], "hu": {"hu": 18, "final": 6}}
    return {**base, "prompt": {**prompt, "actions": [*prompt["actions"], "hu"], "details": details}}


def worst_column() -> Json:
    """Seven cards of one number, two of them a secret triple and more."""
    hand = parse_cards("s1 s1 b1 s2 s3 b3 s4 s6 s6 s6 b6 b6 b6 b6 s7 b8 s9 b9 s10 b10 b10")
    return with_discards(
        with_hand(find(lambda view, prompt: view["phase"] == "discard" and view["left"] == 19), hand)
    )


def with_discards(base: Json) -> Json:
    """A state whose prompt offers what its hand may throw."""
    view = base["view"]
    cards = [card for card in dict.fromkeys(view["hand"]) if card not in view["locked"]]
    actions = [f"discard {card}" for card in cards]
    return {
        **base,
        "prompt": question({"actions": actions, "pick": None, "default": actions[0], "details": {}}),
    }


def set_json(kind: str, cards: str, *, known: bool = True, own: bool = False) -> Json:
    """A table set as a view shows it."""
    codes: list[str | None] = list(cards.split())
    return {"kind": kind, "cards": codes if known or own else [None] * len(codes), "up": known, "hu": None}


def worst_table() -> Json:
    """Four quads and more on the own table, seven sets on each other, long rows of discards."""
    base = find(discards)
    view = base["view"]
    me, right, left = view["order"]
    melds: list[list[Json]] = [[], [], []]
    melds[me] = [
        set_json(k, c, own=True)
        for k, c in (
            ("U4", "b2 b2 b2 b2"),
            ("E4", "s7 s7 s7 s7"),
            ("E4", "b10 b10 b10 b10"),
            ("U4", "s10 s10 s10 s10"),
        )
    ]
    melds[me] += [set_json("Q", "s1 s2 s3"), set_json("U3", "b5 b5 b5", known=False, own=True)]
    runs = ("s1 s2 s3", "b1 b2 b3", "s2 s7 s10", "s4 s4 b4")
    for seat in (right, left):
        melds[seat] = [
            set_json("U3", "s9 s9 s9", known=False),
            set_json("S3", "b8 b8 b8"),
            set_json("U4", "b9 b9 b9 b9"),
        ]
        melds[seat] += [set_json("X" if cards == runs[3] else "Q", cards) for cards in runs]
    pile = [
        {"card": card_text(kind), "thrown": kind % 2 == 0}
        for kind in (3, 8, 9, 16, 11, 15, 17, 0, 14, 5, 6, 19)
    ]
    forfeited = {"pong": ["s4", "s8", "b9"], "eat": ["s4", "b9", "b7"]}
    return with_discards(
        with_hand(base, parse_cards("s5 s5 b6 b6"), melds=melds, piles=[pile] * 3, hu=58, smelled=forfeited)
    )


def over(**given: Any) -> Json:
    """The end of a deal, all hands open."""
    for seed in range(DEALS):
        *_, (state, events) = moments(seed, **given)
        if state.result and not state.result.drawn_game:
            log = [GAME.event_json(GAME.options(given), event.seen_by(0)) for event in events]
            base = table(state, 0, log)
            return {
                **base,
                "clock": None,
                "room": {**base["room"], "state": "settled", "next_ms": 30_000, "record": "r1"},
            }
    raise AssertionError("nobody ever wins")


def changed(
    make: Callable[[], Json], *, in_room: Json | None = None, in_view: Json | None = None, **changes: Any
) -> Json:
    """A state with other parts."""
    base = make()
    return {
        **base,
        **changes,
        "room": {**base["room"], **(in_room or {})},
        "view": {**base["view"], **(in_view or {})},
    }


def auto() -> Json:
    """托管 on the own seat, another player away."""
    base = find(discards)
    seats = [dict(seat) for seat in base["room"]["seats"]]
    seats[base["view"]["viewer"]]["auto"] = True
    other = next(seat for seat in seats if seat["kind"] == "human" and seat["seat"] != base["view"]["viewer"])
    other.update(online=False, away_ms=20_000)
    return {**base, "room": {**base["room"], "seats": seats}}


def watching(*, idle: bool) -> Json:
    """A table of four as the one who sits out sees it, or a spectator of three."""
    given = {"seats": 4} if idle else {}
    for seed in range(DEALS):
        for state, events in moments(seed, **given):
            if len(state.stock) < 9 and state.window:
                viewer = next(seat for seat in range(4) if seat not in state.start.order) if idle else None
                log = [GAME.event_json(GAME.options(given), event.seen_by(viewer)) for event in events]
                return table(state, viewer, log)
    raise AssertionError("no such moment")


def shown_card(*, own: bool) -> Json:
    """The question whether the dealt hand, or the dealer's displayed card, wins at once."""
    base = find(lambda view, prompt: view["phase"] == "discard" and view["left"] == 19, step=0 if own else 1)  # fmt: skip
    view = {
        **base["view"],
        "phase": "claim",
        "source": "shown",
        "card": base["view"]["shown"],
        "from": base["view"]["dealer"],
        "window": True,
    }
    win = {"hu": {"hu": 18, "final": 12, "points": 24}}
    prompt = question({"actions": ["pass", "hu"], "pick": None, "default": "pass", "details": win})
    return {
        **base,
        "view": view,
        "prompt": prompt,
        "clock": {"seat": None, "deadline_ms": 3000, "total_ms": WINDOW_MS, "held": []},
    }


def forced() -> Json:
    """The moment after a face-down Wei of another seat."""

    def just_laid(view: Json, prompt: Json) -> bool:
        return view["phase"] == "discard" and any(
            meld["cards"][0] is None for melds in view["melds"] for meld in melds
        )

    base = find(just_laid, step=1)
    return {**base, "news": [{"event": "wei", "seat": base["view"]["turn"], "set": "U3", "rule": "PZ M3"}]}


def answered() -> Json:
    """A window in which one's own answer is given."""
    base = find(eats(1, 1))
    return {
        **base,
        "prompt": None,
        "view": {**base["view"], "asked": [], "answered": base["prompt"]["actions"][-1]},
    }


HELD: Json = {"seat": None, "deadline_ms": 9_000, "total_ms": 14_000, "held": [1]}
STATES: dict[str, Callable[[], Json]] = {
    "pz-dealt": partial(find, lambda view, prompt: view["phase"] == "discard" and view["left"] == 19),
    "pz-discard": partial(find, discards),
    "pz-others": partial(find, discards, step=1),
    "pz-waiting": partial(find, eats(1), step=1),
    "pz-answered": answered,
    "pz-cut": partial(find, lambda view, prompt: view["phase"] == "cut", cut=True),
    "pz-cut-waits": partial(find, lambda view, prompt: view["phase"] == "cut", cut=True, step=1),
    "pz-eat-1": partial(find, eats(1, 1)),
    "pz-eat-2": partial(find, eats(2, 2)),
    "pz-eat-8": partial(panel, 8),
    "pz-eat-12": partial(panel, 12),
    "pz-every-claim": every_claim,
    "pz-pong": partial(find, lambda view, prompt: prompt["actions"] == ["pass", "pong"]),
    "pz-pong-eat": partial(find, eats(1, also="pong")),
    "pz-hu": partial(find, eats(1, also="hu"), min_hu=3),
    "pz-own": partial(find, source("own"), min_hu=3),
    "pz-heaven": partial(shown_card, own=True),
    "pz-earth": partial(shown_card, own=False),
    "pz-forfeited": partial(find, forfeits),
    "pz-held": lambda: changed(partial(find, eats(1)), clock=HELD),
    "pz-forced": forced,
    "pz-refused": lambda: changed(partial(find, discards), error={"code": "action.stale", "rule": None, "facts": {}, "about": "act"}),
    "pz-vote": lambda: vote(find(discards)),
    "pz-four": partial(find, discards, seats=4),
    "pz-idle": partial(watching, idle=True),
    "pz-watching": partial(watching, idle=False),
    "pz-auto": auto,
    "pz-offline": lambda: changed(partial(find, discards), conn="off", retry_ms=3000),
    "pz-paused": lambda: changed(partial(find, discards), in_room={"paused": True}),
    "pz-worst-column": worst_column,
    "pz-worst-table": worst_table,
    "pz-over": over,
}  # fmt: skip
