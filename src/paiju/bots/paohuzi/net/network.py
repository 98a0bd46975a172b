"""The network of Paohuzi, its choice, and the search that knows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from paiju.bots import networks
from paiju.bots.anchored import try_only
from paiju.bots.base import Thought
from paiju.bots.networks import Array, Bytes, Judged, Plan, Towers, softmax
from paiju.bots.paohuzi.compiled import search as plain
from paiju.bots.paohuzi.compiled.matches import kernel_rules, weights
from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.bots.paohuzi.net import SHIPPED
from paiju.bots.paohuzi.net.features import ACTION, OTHERS, STATE, THREE, VERSION, question
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import KINDS
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.views import View
from paiju.kernels.paohuzi.actions import decode, encode
from paiju.kernels.paohuzi.adapter import from_view
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, StateRecord, new_actions
from paiju.kernels.records import Ints, Records, new

OUTCOMES, TAKERS = 3, 3
HANDS = "hands"
PLAN = Plan(STATE, ACTION, 1 + OUTCOMES + TAKERS, {HANDS: OTHERS * KINDS * THREE})


class Network(Towers):
    """The network ready to be asked."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        super().__init__(PLAN, weights)

    def takers(self, state: Bytes, throws: Bytes) -> Array:
        """Chances that nobody, the next seat and the one after takes each thrown card, shape (throws, 3)."""
        return softmax(self.further(state, throws)[:, OUTCOMES:])

    def hands(self, states: Bytes) -> Array:
        """Chances of at least 1, 2 and 3 copies, shape (states, seats after the viewer, kinds, 1 to 3 copies)."""
        logits = self.side(HANDS, states).reshape(-1, OTHERS, KINDS, THREE)
        return np.asarray(1 / (1 + np.exp(-logits)), np.float32)


# --- a decision of the network: the legal actions, what each is worth, and the choice; what it believes of hands and takers


class Judge(networks.Judge):
    """Asks the network about all legal actions."""

    network: Network

    def __init__(self, arrays: Mapping[str, Array], options: PaohuziOptions, anchor: float = 0.0) -> None:
        """`options` are the rules that the network was trained under, `anchor` points that its card says."""
        super().__init__(Network(arrays), new_actions(), MOST_ACTIONS, anchor, options)
        self._weights, self._work, self._many = weights("expected"), new(WorkRecord), 0

    def _rules_of(self, options: PaohuziOptions) -> str:
        return options.digest()

    def knows(self, view: View) -> bool:
        """Whether the options of a view fit, and it asks for more than a cut."""
        return view.phase is not Phase.CUT and self.fits(view.options)

    def judge(self, view: View) -> Judged:
        """The legal actions in a view that it knows, and what they are worth."""
        sizes = np.zeros(MOST_SEATS, np.int64)
        sizes[: len(view.sizes)] = view.sizes
        given = (*kernel_rules(view.options), view.viewer, sizes, self._weights, self._work)
        codes, points, preferred = self._answer(question, from_view(view), *given)
        self._many = len(codes)
        return Judged(tuple(map(decode, codes)), tuple(points), preferred)

    def takers(self) -> Array:
        """Chances that nobody, the next seat and the one after takes what each action of the last question throws."""
        return self.network.takers(self._state, self._plays[: self._many])


def read_judge(path: Path) -> Judge:
    """The network in a file.

    Raises:
        UsageError: file.unreadable, file.too_large, usage.weights.
    """
    arrays, card = networks.read_weights(path, VERSION)
    return Judge(arrays, GAME.options(card["options"]), float(card["anchor"]))


# --- the search that knows the network: deals are tried on top of what the network expects

# The anchor is the policy's choice, as the network's is. The rivals are those that the network likes best, and what it expects
# each to gain counts as much as `trust` deals would in which just that came out, give or take `spread` points.


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget(plain.Budget):
    """The limits of a decision, and the weight of the network.

    Measured in 624 questions of the network's own play, chosen in some deals and judged in others.
    """

    z: float = 0.5
    trust: int = 40
    spread: float = 5.0


class Search(plain.Search):
    """Searches where the network fits the options."""

    def __init__(self, budget: Budget, judge: Judge) -> None:
        super().__init__(budget)
        self._prior, self.judge = budget, judge

    def begin(self, view: View, root: Records[StateRecord], chance: Ints) -> int:
        """As without the network, whose candidates begin with what it expects of them."""
        found, judged = super().begin(view, root, chance), self.judge.judge(view)
        if not judged.points:
            return found
        q, trust, anchor = self.tried, self._prior.trust, judged.preferred
        rivals = sorted(set(range(len(judged.points))) - {anchor}, key=lambda i: -judged.points[i])
        rivals = rivals[: self._prior.candidates - 1]
        try_only(q, range(1, len(rivals) + 1))
        q.codes[0] = encode(judged.actions[anchor])
        for at, rival in enumerate(rivals, start=1):
            gain = judged.points[rival] - judged.points[anchor]
            q.codes[at] = encode(judged.actions[rival])
            q.deals[at] = trust
            q.gains[at] = trust * gain
            q.squares[at] = trust * (gain**2 + self._prior.spread**2)
        return len(rivals) + 1


class SearchBot(plain.SearchBot):
    """Searches with the network; without it under rules that it was not trained on, and where there are no weights."""

    name = "guided"

    def __init__(self, seed: int, budget: Budget, alone: plain.Budget, path: Path = SHIPPED) -> None:
        """`seed` decides which deals are sampled; with `seconds` in a budget the clock has a say too."""
        super().__init__(seed, alone)
        self._guided = Search(budget, read_judge(path)) if path.is_file() else None

    def _searched(self, view: View) -> Thought:
        if self._guided and self._guided.judge.fits(view.options):
            return self._guided.think(view, self._seed)
        return super()._searched(view)
