"""The heuristic as a bot, and the same with softmax choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from paiju.bots.base import gumbel
from paiju.bots.paohuzi.heuristic.plans import DEFAULT, Parameters, Planner, outlook_of
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.cards import UNIT, Hand, Kind
from paiju.games.paohuzi.claims import is_due, owned
from paiju.games.paohuzi.melds import RUN_OF, Meld, SetKind, same, tally
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.views import View


class HeuristicBot:
    """Plans the way to a hand with enough hu: claims what brings it nearer, throws what no plan needs."""

    name = "heuristic"

    def __init__(self, seed: int, parameters: Parameters = DEFAULT) -> None:
        """A bot with other `parameters` is another player; `seed` decides nothing."""
        self._parameters = parameters
        self._rules: Rules | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Hu whenever it is offered, else the action with the best plan; the pack is cut where it is usual."""
        if HU in actions:
            return HU
        if view.phase is Phase.CUT:
            return actions[0]
        assert view.hand is not None
        assert view.viewer is not None
        rules = self._rules_of(view)
        planner = Planner(outlook_of(self._parameters, view), rules.min_hu)
        hand = sum([copies * UNIT[kind] for kind, copies in enumerate(view.hand)])
        seat = _Seat(rules, view.melds[view.viewer], hand)
        if actions[0].verb == "discard":
            values = planner.discards(tally(seat.melds), hand)
            return max(actions, key=lambda action: values.get(action.cards[0], float("-inf")) + self._nudge())

        def worth(action: Action) -> float:
            value = _worth(planner, _after(seat, view.card, action)) + self._nudge()
            return value - self._parameters.refusal if action is actions[0] else value

        return max(actions, key=worth)

    def _nudge(self) -> float:
        """What is added to the value of an action: nothing is left to chance here."""
        return 0.0

    def _rules_of(self, view: View) -> Rules:
        """The rules of a view, kept because telling options apart takes long."""
        if self._rules is None or self._rules.options is not view.options:
            self._rules = compile_rules(view.options)
        return self._rules


class _Seat(NamedTuple):
    """What a seat has: under its rules, on the table, in hand; and whether it claimed just now."""

    rules: Rules
    melds: tuple[Meld, ...]
    hand: Hand
    claimed: bool = False


def _after(seat: _Seat, card: Kind, claim: Action) -> _Seat:
    """The seat after a claim on a card, before the discard; after `pass` as it was."""
    if claim.verb == "pass":
        return seat
    if claim.verb == "pong":
        melds = (*seat.melds, same(SetKind.EXPOSED_3, card))
        return seat._replace(melds=melds, hand=seat.hand - 2 * UNIT[card], claimed=True)
    melds = (*seat.melds, *[Meld(RUN_OF[cards].kind, cards) for cards in claim.sets])
    used = sum([RUN_OF[cards].code for cards in claim.sets]) - UNIT[card]
    return seat._replace(melds=melds, hand=seat.hand - used, claimed=True)


def _worth(planner: Planner, seat: _Seat) -> float:
    """What a seat is worth after the best discard, if one is due."""
    laid = tally(seat.melds)
    if seat.claimed and is_due(seat.rules, owned(seat.hand, laid), laid.quads):
        return max(planner.discards(laid, seat.hand).values())
    return planner.value(laid, seat.hand)


# --- the heuristic of Paohuzi made weaker on purpose, as `bots.baohuang.heuristic.bot` does for Bao Huang


class SoftmaxBot(HeuristicBot):
    """Draws among actions by how good their plans look; what it can win, it wins."""

    name = "softmax"

    def __init__(self, seed: int, temperature: float, parameters: Parameters = DEFAULT) -> None:
        """`temperature` is in the units of a plan's value, logarithms of chances; at 0 it plays as the heuristic does."""
        super().__init__(seed, parameters)
        self._temperature = temperature
        self._random = random.Random(seed)

    def _nudge(self) -> float:
        return self._temperature * gumbel(self._random)
