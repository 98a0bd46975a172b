"""The heuristic as a bot, whom it takes for the guard, and the same with softmax choices."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp

from paiju.bots.baohuang.heuristic.policy import Nudge, Sight, best_before, best_play, see
from paiju.bots.baohuang.heuristic.values import DEFAULT, Parameters, Piece, piece_of
from paiju.bots.base import gumbel
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Laid, Phase, Role
from paiju.games.baohuang.views import View

Odds = list[float]
LOW, MIDDLE = 6, 9
FEW, SOME = 2, 4


class Suspicion:
    """Log-odds by seat, kept from one question to the next so that a finished trick is read once."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._tricks: tuple[tuple[Laid, ...], ...] = ()
        self._emperor = -1
        self._odds: Odds = [0.0] * SEATS

    def odds(self, view: View) -> Odds:
        """Log-odds of being the guard, by seat."""
        if not self._continues(view):
            self._odds = [0.0] * SEATS
            self._tricks = ()
            self._emperor = view.emperor
        for trick in view.tricks[len(self._tricks) :]:
            self._read(trick, self._odds)
        self._tricks = view.tricks
        odds = list(self._odds)
        self._read(view.trick, odds)
        return odds

    def _continues(self, view: View) -> bool:
        seen = len(self._tricks)
        if view.emperor != self._emperor or len(view.tricks) < seen:
            return False
        return not seen or view.tricks[seen - 1] is self._tricks[-1] or view.tricks[:seen] == self._tricks

    def _read(self, trick: tuple[Laid, ...], odds: Odds) -> None:
        if not trick:
            return
        evidence = self._parameters.evidence
        owner, top, _ = trick[0]
        at = _class_of(top)
        for seat, cards, _ in trick[1:]:
            if seat != self._emperor:
                odds[seat] += evidence[owner == self._emperor][bool(cards)][at]
            if cards:
                owner, at = seat, _class_of(cards)


def _class_of(cards: Cards) -> int:
    """One of nine: three heights (6-9, T-Q, higher or with jokers) times three sizes (1-2, 3-4, more)."""
    piece = piece_of(cards)
    high = piece.small or piece.big or piece.rank > MIDDLE
    height = 2 if high else int(piece.rank > LOW)
    size = len(cards)
    return 3 * height + (0 if size <= FEW else 1 if size <= SOME else 2)


def friendships(parameters: Parameters, view: View, odds: Sequence[float]) -> list[float]:
    """How much of a friend each seat is to the viewer: 1 surely, -1 surely not."""
    viewer = view.viewer
    assert viewer is not None
    mine = view.roles[viewer] is not Role.COMMONER
    guards = _guards(parameters, view, odds)
    result = [2 * chance - 1 if mine else 1 - 2 * chance for chance in guards]
    result[view.emperor] = 1.0 if mine else -1.0
    result[viewer] = 1.0
    return result


def _guards(parameters: Parameters, view: View, odds: Sequence[float]) -> list[float]:
    """The chance of each seat to be a guard."""
    chances = [1.0 if role is Role.GUARD else 0.0 for role in view.roles]
    hidden = [seat for seat, role in enumerate(view.roles) if role is None]
    if not hidden:
        return chances
    most = max(odds[seat] for seat in hidden)
    weights = [exp(parameters.suspicion * (odds[seat] - most)) for seat in hidden]
    known = len(view.shown) + (view.viewer not in view.shown and view.roles[view.viewer or 0] is Role.GUARD)
    missing = (2 if view.pair else 1) - known
    doubt = 1.0 if view.alone is False else 1 - parameters.solo
    scale = max(0.0, missing * doubt) / sum(weights)
    for seat, weight in zip(hidden, weights, strict=True):
        chances[seat] = min(1.0, weight * scale)
    return chances


# --- the heuristic as a `Bot`


class HeuristicBot:
    """Plays by weights: what each play is worth in turns saved, for a seat that knows who is on its side."""

    name = "heuristic"

    def __init__(self, seed: int, parameters: Parameters = DEFAULT) -> None:
        """A bot with other `parameters` is another player; `seed` decides nothing yet."""
        self._parameters = parameters
        self._suspicion = Suspicion(parameters)
        self._rules: Rules | None = None

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The best-scored action."""
        if len(actions) == 1:
            return actions[0]
        if view.phase is not Phase.PLAY:
            return best_before(self._parameters, view, actions)
        return best_play(self.sight(view), actions, self._nudge())

    def sight(self, view: View) -> Sight:
        """The question as this bot sees it; `view` must be of the playing phase."""
        odds = self._suspicion.odds(view)
        friendship = friendships(self._parameters, view, odds)
        return see(self._parameters, self._rules_of(view), view, friendship)

    def _nudge(self) -> Nudge | None:
        """Nothing is left to chance here."""
        return None

    def _rules_of(self, view: View) -> Rules:
        """The rules of a view, kept because telling options apart takes long."""
        if self._rules is None or self._rules.options is not view.options:
            self._rules = compile_rules(view.options)
        return self._rules


# --- the heuristic made weaker on purpose: it takes a play that it holds for nearly as good now and then


class SoftmaxBot(HeuristicBot):
    """Draws among the plays by how good they look: of two, one that is `temperature` turns better is taken e times as often.

    What loses many turns is next to never taken, so that it plays like somebody who judges worse, not like somebody who
    throws dice.
    """

    name = "softmax"

    def __init__(self, seed: int, temperature: float, parameters: Parameters = DEFAULT) -> None:
        """`temperature` is in turns; at 0 it plays as the heuristic does."""
        super().__init__(seed, parameters)
        self._temperature = temperature
        self._random = random.Random(seed)

    def _nudge(self) -> Nudge | None:
        """Gumbel noise, the same for plays that differ in suits alone."""
        drawn: dict[Piece | None, float] = {}

        def nudge(piece: Piece | None) -> float:
            if piece not in drawn:
                drawn[piece] = self._temperature * gumbel(self._random)
            return drawn[piece]

        return nudge if self._temperature else None
