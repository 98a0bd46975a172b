"""What a hint calls certain is certain in every deal that fits what the seat has seen."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import paiju
from paiju.bots.baohuang.advice import reasons, surely_stands
from paiju.bots.baohuang.heuristic import Sight
from paiju.bots.base import make_bot
from paiju.core.errors import PaijuError
from paiju.games.baohuang.actions import PASS
from paiju.games.baohuang.state import Phase
from tests.drawing import often, rounds
from tests.playing import ByBots

LAW = paiju.load("baohuang")
WORLDS = 6


def plays(rng: random.Random, preset: str) -> Any:
    """The moments of play of one deal, with the legal sets of cards."""
    state = LAW.deal(LAW.options({"preset": preset}), rng.randbytes(32))
    for question in ByBots(LAW, state, [make_bot("heuristic", 0)] * 5):
        if question.view.phase is Phase.PLAY:
            yield question.view, [action for action in question.actions if action.cards]


def beaten(sampled: Any, seat: int, action: Any) -> bool:
    """Whether anybody could lay cards on this play in one deal, as long as all others pass."""
    state, _ = LAW.apply(sampled, seat, action)
    while (actors := LAW.actors(state)) and state.top is not None and actors[0] != seat:
        legal = LAW.legal_actions(state, actors[0])
        if any(answer.cards for answer in legal):
            return True
        state, _ = LAW.apply(state, actors[0], PASS)
    return False


def might_be_beaten(view: Any, action: Any, rng: random.Random) -> bool:
    """Whether it is beaten in one of some deals that fit.

    One deal is enough where not even a hand of all cards that the seat does not see would beat it.
    """
    samples = (sampled for _ in range(WORLDS) if (sampled := another(view, rng)))
    for sampled in samples:
        if beaten(sampled, view.viewer, action):
            return True
        if not beaten(with_all_cards(sampled, view.viewer), view.viewer, action):
            break
    return False


def another(view: Any, rng: random.Random) -> Any:
    """A deal that fits; None where no draw was found."""
    with suppress(PaijuError):
        return LAW.determinize(view, rng)


def with_all_cards(sampled: Any, seat: int) -> Any:
    """Everybody but `seat` holds what all the others hold together."""
    others = [hand for other, hand in enumerate(sampled.hands) if other != seat]
    whole = tuple(map(sum, zip(*others, strict=True)))
    changed = sampled.copy()
    changed.hands = tuple(hand if other == seat else whole for other, hand in enumerate(sampled.hands))
    return changed


@rounds(1, 4)
def test_a_play_called_unbeatable_is_unbeatable_in_every_sampled_deal(part: int, rng: random.Random) -> None:
    sure = doubtful = 0
    for preset in rng.sample(list(LAW.presets()), often(1, 3)):
        for view, actions in plays(rng, preset):
            sight = Sight(view, actions)
            for action in rng.sample(actions, min(2, len(actions))):
                keys = [reason.key for reason in reasons(sight, action)]
                certain = surely_stands(sight, action.cards)
                assert certain or "unbeatable" not in keys
                stands = sight.standing[actions.index(action)]
                if not certain and stands < 0.99:
                    continue
                sure, doubtful = sure + certain, doubtful + (not certain)
                if not certain or rng.random() < 0.5:
                    continue
                assert not might_be_beaten(view, action, rng), (preset, view, action)
    assert sure > 20
    assert doubtful > 0, "what nearly surely stands is not called certain"
