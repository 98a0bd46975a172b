"""The best actions of a position, from Python and in the terminal."""

from __future__ import annotations

import random

import pytest

import paiju
from paiju.analysis import best
from paiju.cli.play import show_best
from paiju.core.errors import PaijuError


def a_choice(name: str):
    """A deal at a moment with several actions, the seat that decides."""
    game, rng = paiju.load(name), random.Random(1)
    state = game.deal(game.options({}), bytes([3]) * 32, None)
    for _ in range(200):
        seat = game.actors(state)[0]
        actions = list(game.legal_actions(state, seat))
        if len(actions) > 4 and state.phase in ("play", "discard"):
            return game, state, seat
        state, _ = game.apply(state, seat, rng.choice(actions))
    raise AssertionError("no choice")


@pytest.mark.parametrize("name", ["baohuang", "paohuzi"])
def test_the_best_actions_are_legal_and_say_why(name, capsys) -> None:
    game, state, seat = a_choice(name)
    text = game.position_text(game.view(state, seat))
    found = best(text)
    legal = {game.action_text(state, action) for action in game.legal_actions(state, seat)}
    assert 1 <= len(found) <= 3
    assert {one.seat for one in found} == {seat}
    assert {one.action for one in found} <= legal
    assert all((one.points is None) is (one.error is None) for one in found)
    assert best(game.position_text(state), seat=seat)[0].action in legal
    assert best(text, seat=(seat + 1) % game.seats) == ()
    show_best(text, "en")
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == len(found)
    assert printed[0].startswith(found[0].action)


def test_a_wrong_position_is_refused_and_a_finished_one_has_no_question() -> None:
    with pytest.raises(PaijuError):
        best("paohuzi akagiri; turn 9")
    game, rng = paiju.load("paohuzi"), random.Random(0)
    state = game.deal(game.options({}), bytes(32), None)
    while actors := game.actors(state):
        state, _ = game.apply(state, actors[0], rng.choice(list(game.legal_actions(state, actors[0]))))
    assert best(game.position_text(state)) == ()
