"""Two deals that the first page shows in small, as bots played them: writes what the page is given, and the records behind it.

`python -m tools.showcase` plays them again. A record is a seed, a preset and actions, so that the rules engine can say what happened.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import paiju
from paiju.bots.base import make_bot
from paiju.core.game import Game
from paiju.wire import events_json

ROOT = Path(__file__).parents[1]
STEPS = ROOT / "src" / "paiju" / "server" / "web" / "home" / "deals.json"
RECORDS = ROOT / "tests" / "web" / "showcase.json"
MOST = 44
"""The last steps of a deal, which are displayed: few visitors watch longer before they play."""

Json = dict[str, Any]
_WANTED = {
    "baohuang": ("pagat", "heuristic", "first page 0"),
    "paohuzi": ("akagiri", "expected", "first page 3"),
}


def record(name: str) -> Json:
    """A deal as bots play it."""
    preset, bot, words = _WANTED[name]
    game = paiju.load(name)
    seed = hashlib.sha256(words.encode()).digest()
    bots = [make_bot(bot, seat) for seat in range(game.seats)]
    state = game.deal(game.options({"preset": preset}), seed)
    actions: list[tuple[int, str]] = []
    while actors := game.actors(state):
        seat = actors[0]
        action = bots[seat].choose(game.view(state, seat), game.legal_actions(state, seat))
        actions.append((seat, game.action_text(state, action)))
        state, _ = game.apply(state, seat, action)
    return {"preset": preset, "seed": seed.hex(), "actions": actions}


def happened(game: Game, stored: Json) -> list[Json]:
    """The public events of a record, by the rules; PaijuError if one of its actions was not allowed."""
    rules = game.options({"preset": stored["preset"]})
    state = game.deal(rules, bytes.fromhex(stored["seed"]))
    events = list(game.opening(state))
    for seat, action in stored["actions"]:
        state, more = game.apply(state, seat, action)
        events += more
    return list(events_json(game, rules, events, None))


def displayed(name: str, stored: Json) -> Json:
    """What the page is given: how many cards each seat will still play, and steps of a verb, a seat and what lies there then."""
    game = paiju.load(name)
    found = _baohuang if name == "baohuang" else _paohuzi
    hands, steps = found(happened(game, stored))
    return {"hands": hands, "steps": steps}


def _baohuang(events: list[Json]) -> tuple[list[int], list[list[Any]]]:
    steps: list[list[Any]] = []
    for event in events:
        if event["event"] == "played":
            steps.append(["play", event["seat"], event["cards"]])
        elif event["event"] == "trick":
            steps.append(["sweep", event["winner"]])
        elif event["event"] == "over":
            side = ("emperor", "guard") if event["winner"] == "emperor" else ("commoner",)
            steps.append(["win", [seat for seat, role in enumerate(event["roles"]) if role in side]])
    first = len(steps) - MOST
    while steps[first - 1][0] != "sweep":
        first += 1
    left: Counter[int] = Counter()
    for verb, seat, *cards in steps[first:]:
        if verb == "play":
            left[seat] += len(cards[0].split())
    return [left[seat] for seat in range(5)], steps[first:]


def _paohuzi(events: list[Json]) -> tuple[list[int], list[list[Any]]]:
    steps: list[list[Any]] = []
    for event in events:
        verb, seat = event["event"], event.get("seat")
        if verb in ("draw", "discard") and event.get("card"):
            steps.append(["show", seat, event["card"]])
        elif verb == "left":
            steps.append(["left", seat])
        elif verb == "eat":
            steps += [["set", seat, one.replace("-", " ")] for one in event["sets"]]
        elif verb in ("pong", "pao"):
            steps.append(["set", seat, " ".join([event.get("card", "?")] * (3 if verb == "pong" else 4))])
        elif verb in ("wei", "ti"):
            steps.append(["set", seat, " ".join("?" * (3 if verb == "wei" else 4))])
        elif verb == "hu":
            steps += [["win", [seat], [one["cards"] for one in event["sets"]]]]
    return [], steps[-MOST:]


if __name__ == "__main__":
    records = {name: record(name) for name in _WANTED}
    RECORDS.write_text(json.dumps(records, separators=(",", ":")) + "\n")
    STEPS.write_text(
        json.dumps({name: displayed(name, kept) for name, kept in records.items()}, separators=(",", ":"))
        + "\n"
    )
