"""A hand waits for the cards that the rules let it win with, and what a claim lays is counted by the rules."""

from __future__ import annotations

import pytest

from paiju.bots.base import make_bot
from paiju.games.paohuzi import GAME, claims
from paiju.games.paohuzi.cards import KINDS, UNKNOWN
from paiju.games.paohuzi.hands import forced
from paiju.games.paohuzi.notation import action_text, card_text
from paiju.games.paohuzi.state import Phase, Source
from paiju.server import protocol as p
from paiju.server.paohuzi import waits_json
from paiju.wire import prompt_json
from tests.paohuzi.builders import position
from tests.playing import ByBots
from tests.server.table.simulation import Simulation
from tests.wire.deals import random_deal

WAITING = "s1 s2 s3 s4 s5 s6 s7 s8 s9 b1 b2 b3 b4 b5 b6 b7 b8 b9 s10 b10"


def deals(rng, count):
    """Moments of deals of Paohuzi under random options, played by bots that collect sets."""
    for _ in range(count):
        state = random_deal(GAME, rng)
        bots = [make_bot("greedy", rng.getrandbits(32)) for _ in state.hands]
        deal = ByBots(GAME, state, bots)
        yield from (question.state for question in deal)
        yield deal.state


def gone(view, card) -> int:
    """Copies of a card that the viewer has, or has seen to go."""
    own = view.hand[card] + sum(meld.cards.count(card) for meld in view.melds[view.viewer])
    others = [melds for seat, melds in enumerate(view.melds) if seat != view.viewer]
    laid = sum(meld.cards.count(card) for melds in others for meld in melds)
    left = sum(one.card == card for pile in view.piles for one in pile)
    displayed = (
        view.phase is Phase.CLAIM and view.source in (Source.DRAWN, Source.THROWN) and view.card == card
    )
    return own + laid + left + displayed


def won(state, seat, drawer, card):
    """The hu of a win on a card that `drawer` turns, as the rules engine scores it; None where it is none."""
    score = claims.score_of(state, Source.DRAWN, drawer, seat, card, last=False)
    return score and score.hu


def test_a_hand_waits_for_the_cards_that_win(rng) -> None:
    """By the turn of another seat, and by an own one that forces no set, in every moment of some deals."""
    found = 0
    for state in deals(rng, 12):
        for seat in state.start.order if state.result is None else ():
            view = GAME.view(state, seat)
            if state.dead[seat] or (state.phase is Phase.DISCARD and state.turn == seat):
                continue
            waits = {one["card"]: one for one in waits_json(view)["now"]}
            for card in range(KINDS):
                left = 4 - gone(view, card)
                one = waits.get(card_text(card), {"left": left, "own": None, "other": None})
                if left <= 0:
                    assert card_text(card) not in waits
                    continue
                assert one["left"] == left
                assert one["other"] == won(state, seat, state.start.right[seat], card)
                if not forced(state.laid(seat), state.hands[seat], card):
                    assert one["own"] == won(state, seat, seat, card)
            found += len(waits)
    assert found


def test_before_a_discard_the_waits_of_every_choice_are_sent(rng) -> None:
    """As the hand waits once that card is thrown and lies there."""
    found = 0
    for state in deals(rng, 12):
        if state.phase is not Phase.DISCARD:
            continue
        waits = waits_json(GAME.view(state, state.turn))
        assert waits["now"] == []
        for action in GAME.legal_actions(state, state.turn):
            after, _ = GAME.apply(state, state.turn, action)
            then = waits_json(GAME.view(after, state.turn))
            if after.phase is Phase.CLAIM and after.window.source is Source.THROWN:
                assert waits["after"].get(card_text(action.cards[0]), []) == then["now"]
                found += bool(then["now"])
    assert found


def test_a_dead_seat_waits_for_nothing() -> None:
    state = position({0: ("", WAITING), 1: ("", "s1 s1"), 2: ("", "s2 s2")})
    nothing = {"type": "waits", "now": [], "after": {}}
    assert waits_json(GAME.view(state, None)) == nothing
    state.dead = (True, False, False)
    assert waits_json(GAME.view(state, 0)) == nothing


def test_a_question_says_what_each_claim_would_lay(rng) -> None:
    """The hu that the sets on the own table grow by when the claim is carried out."""
    found = set()
    for state in deals(rng, 12):
        if state.window is None or state.window.card == UNKNOWN or len(GAME.actors(state)) != 1:
            continue
        (seat,) = GAME.actors(state)
        prompt = prompt_json(GAME, state, seat)
        lays = prompt["details"].get("lays", {})
        assert set(lays) == {text for text in prompt["actions"] if text.split()[0] in ("pong", "eat")}
        for action in GAME.legal_actions(state, seat):
            if action.verb in ("pong", "eat") and state.window.lead > 8:
                after, _ = GAME.apply(state, seat, action)
                if after.phase is not Phase.DISCARD or after.turn != seat:
                    continue  # more has happened since
                gained = after.laid(seat).hu - state.laid(seat).hu
                assert lays[action_text(action)] == gained
                found.add(action.verb)
    assert found == {"pong", "eat"}


def playing(seed, game="paohuzi", **settings) -> Simulation:
    """A table of two people in the middle of a deal."""
    sim = Simulation(game, 2, settings=settings, seed=seed)
    sim.start()
    while sim.table.room.stage != "playing":
        sim.step()
    return sim


def test_only_the_seat_that_asks_gets_the_waits(seed) -> None:
    table = playing(seed)
    others = len(table.pages["g1"].got)
    seq = table.pages["g0"].seq
    table.say("g0", p.Ask(what="waits"))
    assert table.pages["g0"].got[-1]["type"] == "waits"
    assert table.pages["g0"].seq == seq
    assert len(table.pages["g1"].got) == others
    for _ in range(9):
        table.say("g0", p.Ask(what="waits"))
    assert table.pages["g0"].errors() == ["rate.limited"] * 5


@pytest.mark.parametrize(
    ("setting", "code"),
    [({"hints": False}, "ask.off"), ({"game": "baohuang"}, "message.unexpected")],
)
def test_waits_are_refused_without_hints_and_in_the_other_game(seed, setting, code) -> None:
    """Not where the host wants no hints, nor in the other game."""
    table = playing(seed, **setting)
    table.say("g1", p.Ask(what="waits"))
    assert table.pages["g1"].errors() == [code]
