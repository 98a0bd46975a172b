"""The reviewer of Paohuzi: claims and discards judged in the kernel, and who was waiting for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.analysis.review.model import Comparison, Depth, Marks
from paiju.analysis.review.trials import PlayedOut
from paiju.bots.base import Reason
from paiju.bots.paohuzi.advice import reasons
from paiju.bots.paohuzi.compiled.matches import Settler
from paiju.bots.paohuzi.compiled.search import Budget, Search
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import CUTS, Action
from paiju.games.paohuzi.cards import Kind
from paiju.games.paohuzi.hands import waits
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Phase, State
from paiju.games.paohuzi.views import View
from paiju.kernels.paohuzi.actions import decode, encode
from paiju.kernels.paohuzi.adapter import from_view
from paiju.kernels.records import stream

# --- what was waiting for what, all hands open: for the danger of discards and the course of a deal


def kinds_waited_for(state: State, seat: int) -> tuple[Kind, ...]:
    """The kinds with which a seat would win if someone else drew them."""
    if seat not in state.start.order or state.phase is Phase.OVER:
        return ()
    found = waits(state.hands[seat], state.melds[seat], state.rules.options)
    return tuple(kind for kind, wait in found.items() if wait.other)


# --- the reviewer of Paohuzi


class PaohuziReviewer(PlayedOut):
    """Judges decisions in points of the table, all seats continuing by a quick form of the expected score."""

    def __init__(self, options: PaohuziOptions, depth: Depth, marks: Marks) -> None:
        self._settler = Settler(options, depth.open)
        self._search = Search(Budget(candidates=depth.candidates))
        super().__init__(self._search.tried, depth, marks, encode, decode)

    def _begin(self, view: View, seed: int) -> int:
        return self._search.begin(view, from_view(view), stream(seed))

    def _play(self, deals: int) -> int:
        return self._search.play(deals)

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """The action taken, compared with the others; None for a cut, because nobody has seen the pack."""
        return None if view.phase is Phase.CUT else super().judge(view, actions, played, seed)

    def why(self, view: View, action: Action) -> tuple[Reason, ...]:
        """The reasons for an action."""
        return reasons(view, action)

    def open_value(self, state: State, seed: int) -> tuple[float, ...]:
        """Returns by seat to expect from here, hands open and the stock shuffled."""
        if state.phase is Phase.CUT:
            state = GAME.apply(state, state.turn, CUTS[0])[0]
        if state.phase is Phase.OVER:
            return tuple(map(float, GAME.returns(state)))
        return self._settler.returns(state, seed)

    def open_value_after(self, state: State, seat: int, action: Action, seed: int) -> tuple[float, ...]:
        """The same once a seat has done something, whatever the stock brings then; a cut fixes what is dealt."""
        if state.phase is Phase.CUT:
            return self.open_value(GAME.apply(state, seat, action)[0], seed)
        return self._settler.returns(state, seed, seat, encode(action))

    def tell(self, before: State, seat: int, action: Action, after: State) -> Mapping[str, Any] | None:
        """The seats that waited for a thrown card, with open cards; None for answers."""
        if before.phase is not Phase.DISCARD:
            return None
        (thrown,) = action.cards
        others = (other for other in before.start.order if other != seat)
        return {"waited_for_by": [other for other in others if thrown in kinds_waited_for(before, other)]}

    def tell_table(self, states: Sequence[State]) -> Mapping[str, Any]:
        """By action, what each seat was waiting for; only where it changed."""
        found: list[dict[str, Any]] = []
        last: list[list[str]] | None = None
        for at, state in enumerate(states):
            now = [
                [card_text(kind) for kind in kinds_waited_for(state, one)] for one in range(state.rules.seats)
            ]
            if now != last and state.phase is not Phase.OVER:
                found.append({"at": at, "waits": now})
                last = now
        return {"waiting": found}
