"""Games of other libraries, played at random: each function makes one that plays a deal and counts decisions.

What is returned are the decisions of the deal and those with more than one legal action.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Callable
from typing import Any

Deal = Callable[[], tuple[int, int]]


def _spiel(name: str) -> Deal:
    game: Any = importlib.import_module("pyspiel").load_game(name)
    draw = random.Random(0).random

    def deal() -> tuple[int, int]:
        decisions = choices = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
                choices += len(actions) > 1
            state.apply_action(actions[int(draw() * len(actions))])
        return decisions, choices

    return deal


def open_spiel() -> Deal:
    """OpenSpiel's dou dizhu: written in C++, stepped from Python, without observations."""
    return _spiel("dou_dizhu")


def gin_rummy() -> Deal:
    """OpenSpiel's gin rummy, in the same way."""
    return _spiel("gin_rummy")


def rlcard() -> Deal:
    """RLCard's dou dizhu: Python, with the observations it always makes."""
    env: Any = importlib.import_module("rlcard").make("doudizhu", config={"seed": 0})
    draw = random.Random(0).random

    def deal() -> tuple[int, int]:
        decisions = choices = 0
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            decisions += 1
            choices += len(actions) > 1
        return decisions, choices

    return deal


def pettingzoo() -> Deal:
    """PettingZoo's no-limit hold'em of two (RLCard's, behind the AEC interface)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions want to be asked for it in another way
        env: Any = importlib.import_module("pettingzoo.classic.texas_holdem_no_limit_v6").env()
    rng = random.Random(0)

    def deal() -> tuple[int, int]:
        decisions = choices = 0
        env.reset(seed=rng.getrandbits(31))
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            if over or cut:
                env.step(None)
                continue
            actions = observation["action_mask"].nonzero()[0]
            decisions += 1
            choices += len(actions) > 1
            env.step(int(actions[int(rng.random() * len(actions))]))
        return decisions, choices

    return deal


def pokerkit() -> Deal:
    """PokerKit's no-limit hold'em: check or call, fold, or the smallest raise, each as likely as the others."""
    module: Any = importlib.import_module("pokerkit")
    automatic = tuple(module.Automation)
    rng = random.Random(0)

    def deal() -> tuple[int, int]:
        decisions = choices = 0
        state = module.NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, (200,) * 6, 6)  # noqa: FBT003
        while state.status:
            ways = [state.check_or_call] if state.can_check_or_call() else []
            if state.can_fold():
                ways.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                ways.append(state.complete_bet_or_raise_to)
            decisions += 1
            choices += len(ways) > 1
            rng.choice(ways)()
        return decisions, choices

    return deal
