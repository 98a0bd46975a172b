"""What there is to compile for Paohuzi, in the order in which it is needed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import CARDS, DECK
from paiju.kernels.chance import stream
from paiju.kernels.paohuzi import play
from paiju.kernels.paohuzi.adapter import compile_for
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS
from paiju.kernels.paohuzi.winning import win_all


def _first_step() -> None:
    rules, sets = compile_for(GAME.options({}))
    state, out = play.new_state(), np.zeros(MOST_ACTIONS, np.int64)
    play.deal(rules, sets, state, np.array(DECK, np.int64), 0, 1, 0, out)
    play.renew(state)
    play.clone(state, play.new_state())
    seat = play.actor(state)
    play.offers(rules, sets, state, seat, out)
    if play.legal(rules, sets, state, seat, out):
        play.step(rules, sets, state, seat, int(out[0]), out)


def _playouts() -> None:
    rules, sets = compile_for(GAME.options({}))
    state, chance, out = play.new_state(), stream(0), np.zeros(MOST_ACTIONS, np.int64)
    wall, total = np.zeros(CARDS, np.int64), np.zeros(MOST_SEATS, np.int64)
    play.play_deals(rules, sets, state, chance, wall, out, 1, total)
    play.playout(rules, sets, state, chance, out)


def _decompositions() -> None:
    rules, sets = compile_for(GAME.options({}))
    numbers = np.zeros(1, np.int64)
    win_all(rules, sets, numbers, numbers, numbers, numbers)


STEPS: tuple[tuple[str, Callable[[], object]], ...] = (
    ("paohuzi: one step", _first_step),
    ("paohuzi: playouts", _playouts),
    ("paohuzi: hands", _decompositions),
)
