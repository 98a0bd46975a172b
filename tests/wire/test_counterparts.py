"""Nothing leaks: two deals that a viewer cannot tell apart are rendered for them in the same bytes."""

from __future__ import annotations

import json
import random
from itertools import islice
from zlib import crc32

import pytest

from paiju import wire
from paiju.core.errors import NotationError, RuleError
from paiju.games import baohuang, paohuzi
from paiju.games.baohuang.cards import cards_of
from paiju.games.paohuzi.cards import counts_of
from tests.drawing import often
from tests.playing import possible
from tests.wire.deals import GAMES, moments, random_deal, viewers

NAMES = [game.name for game in GAMES]
SHARE = {"baohuang": 0.05, "paohuzi": 0.4}
LOOKS = {"baohuang": often(30, 60), "paohuzi": often(100, 200)}
ATTEMPTS = {
    "baohuang": (
        "pass", "crown", "abdicate", "declare", "revolt", "quiet", "defer", "usurp", "counter", "wait", "cut 7",
        "call 9", "call 9s", "play 9 9 9", "play 9s 9h", "play b r", "play L", "play 2 2 2 R", "give 2", "give r",
        "return 6 6", "return R", "take A", "play", "play x", "fly", "",
    ),
    "paohuzi": (
        "pass", "hu", "pong", "eat s1-s2-s3", "eat s2-s7-s10", "eat b1-b2-b3 b1-b1-s1", "discard s4",
        "discard b7", "discard s11", "eat", "fly", "",
    ),
}  # fmt: skip


def rendered(game, state, viewer, attempts):
    """Everything the server says to a viewer at this moment, as bytes by name."""
    view = game.view(state, viewer)
    said = {"view": wire.view_json(view, counter=True)}
    if viewer is None:
        return {name: json.dumps(data).encode() for name, data in said.items()}
    if viewer in game.actors(state):
        said["prompt"] = wire.prompt_json(game, state, viewer)
    for text in attempts:
        said[text] = refusal(game, state, viewer, text)
    return {name: json.dumps(data).encode() for name, data in said.items()}


def refusal(game, state, seat, text):
    """What a seat is sent about an action; nothing if it is taken."""
    try:
        game.apply(state, seat, game.parse_action(state, seat, text))
    except RuleError as error:
        return {"code": error.code, "rule": error.rule, "facts": error.facts, "text": str(error)}
    except NotationError as error:
        return {"code": error.code, "facts": error.facts, "text": str(error)}
    return None


def own_attempts(game, state, viewer, rng):
    """Some of the texts above, and plays and discards of the viewer's own cards, fit or not."""
    texts = rng.sample(ATTEMPTS[game.name], 8)
    if viewer is None:
        return texts
    if game is baohuang.GAME:
        held = cards_of(state.hands[viewer])
        for _ in range(4):
            cards = sorted(rng.sample(held, min(len(held), rng.randrange(1, 5))))
            verb = rng.choice(("play", "play", "give", "return"))
            texts.append(verb + " " + baohuang.notation.cards_text(cards, suited=state.rules.suited))
        return texts
    held = [kind for kind, n in enumerate(counts_of(state.hands[viewer])) if n]
    return texts + [
        f"discard {paohuzi.notation.card_text(kind)}" for kind in rng.sample(held, min(3, len(held)))
    ]


def difference(game, state, counterpart, viewer, rng):
    """The name of what differs between the true deal and another possible one; "" if nothing does."""
    attempts = own_attempts(game, state, viewer, rng)
    one, other = (rendered(game, one, viewer, attempts) for one in (state, counterpart))
    if list(one) != list(other):
        return "what is said"
    return next((name for name in one if one[name] != other[name]), "")


def differences(game, rng, deals):
    """All that differs over random moments of random deals, for two viewers each.

    Another possible deal costs twenty times what a look at it does, so each is looked at closely.
    """
    for _ in range(deals):
        for state, _ in moments(game, random_deal(game, rng), rng):
            if rng.random() < (0.3 if is_early(game, state) else SHARE[game.name]):
                for viewer in rng.sample(viewers(game, state), 2):
                    counterpart = possible(game, game.view(state, viewer), rng)
                    if counterpart is not None:
                        yield difference(game, state, counterpart, viewer, rng)


def is_early(game, state):
    """Whether a deal of Bao Huang is still before the play, where most kinds of question are prompted."""
    return game is baohuang.GAME and not state.tricks and not state.trick


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_indistinguishable_deals_are_rendered_alike(game, rng):
    """Many times as many looks as each of the leaks planted below needs, which are found within 10."""
    looks = 0
    while looks < LOOKS[game.name]:
        for name in differences(game, rng, 1):
            assert not name
            looks += 1


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_finished_deal_shows_itself_and_nothing_else(game, rng):
    """A finished deal hides nothing, and only the deal itself is sent."""
    for _ in range(10):
        *_, (state, _) = moments(game, random_deal(game, rng), rng)
        displayed = {
            json.dumps(wire.view_json(game.view(state, v), counter=False)["hands"])
            for v in viewers(game, state)
        }
        assert len(displayed) == 1


def leaky(monkeypatch, game, plant):
    """Let the rendering see the state of a view, and add to it what `plant` takes from there."""
    states: list[tuple[object, object]] = []
    view, render = type(game).view, wire.view_json

    def remembered(self, state, viewer):
        seen = view(self, state, viewer)
        states.append((seen, state))
        return seen

    def with_leak(seen, **given):
        state = next(state for known, state in reversed(states) if known is seen)
        return plant(render(seen, **given), state, seen.viewer)

    monkeypatch.setattr(type(game), "view", remembered)
    monkeypatch.setattr(wire, "view_json", with_leak)


def a_hand(data, state, viewer):
    other = 0 if viewer is None else (viewer + 1) % len(state.hands)
    return {**data, "hint": str(state.hands[other])}


def an_order(data, state, viewer):
    """Only the order of the fields depends on hidden cards."""
    items = list(data.items())
    return dict(items[::-1] if crc32(str(state.hands).encode()) % 2 else items)


def a_length(data, state, viewer):
    """Only the length of the message depends on hidden cards."""
    return {**data, "padding": " " * (crc32(str(state.hands).encode()) % 64)}


@pytest.mark.parametrize("plant", [a_hand, an_order, a_length])
@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_planted_leak_is_detected(game, plant, monkeypatch):
    leaky(monkeypatch, game, plant)
    rng = random.Random(11)
    assert "view" in islice(differences(game, rng, 10), 10)


@pytest.mark.parametrize("game", GAMES, ids=NAMES)
def test_a_leak_in_a_refusal_is_detected(game, monkeypatch):
    real = type(game).apply

    def apply(self, state, seat, action):
        try:
            return real(self, state, seat, action)
        except RuleError as error:
            error.facts["because"] = str(state.hands[seat - 1])
            raise

    monkeypatch.setattr(type(game), "apply", apply)
    state = random_deal(game, random.Random(4))
    other = game.determinize(game.view(state, 0), random.Random(5))
    texts = ATTEMPTS[game.name]
    assert rendered(game, state, 0, texts) != rendered(game, other, 0, texts)


def test_a_leak_in_a_prompt_is_detected(monkeypatch):
    real = wire.prompt_json

    def prompt_json(game, state, seat):
        return {**real(game, state, seat), "others": list(game.actors(state))}

    monkeypatch.setattr(wire, "prompt_json", prompt_json)
    assert "prompt" in differences(paohuzi.GAME, random.Random(3), 60)
