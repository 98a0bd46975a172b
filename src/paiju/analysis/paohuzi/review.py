"""The reviewer of Paohuzi: claims and discards judged in the kernel, and who was waiting for what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.analysis.review.trials import Trials
from paiju.bots.anchored import MOST_TRIED
from paiju.bots.base import Reason
from paiju.bots.paohuzi.advice import reasons
from paiju.bots.paohuzi.compiled.matches import Settler, from_view, weights
from paiju.bots.paohuzi.compiled.records import PARAMETERS, SearchRecord, weights_of
from paiju.bots.paohuzi.compiled.search import begin_search, try_candidates
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import CUTS, Action
from paiju.games.paohuzi.cards import Kind
from paiju.games.paohuzi.hands import waits
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Phase, State
from paiju.games.paohuzi.views import View
from paiju.kernels.paohuzi.actions import decode, encode
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import fields, new, stream


class JudgePlay:
    """Plays actions out in deals that fit the view, all seats continuing by a quick form of the expected score."""

    def __init__(self, options: PaohuziOptions, depth: Depth, marks: Marks) -> None:
        self._depth, self._marks = depth, marks
        self._rules, self._sets = rules_for(options), sets_for(options)
        self._weights, self._quick = weights("expected"), weights_of(PARAMETERS["playout"])
        self._guess = weights_of(PARAMETERS["guess"])
        self._search = new(SearchRecord)
        self._tried = fields(self._search)
        self._trials = Trials(self._tried, self._play, decode)

    def judge(self, view: View, played: Action, seed: int) -> Comparison | None:
        """The action beside the best other and the policy's; None where no deal that fits was found."""
        policy, count = self._begin(view, played, seed)
        return self._trials.compare(count, policy, self._depth, self._marks)

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, deals: int
    ) -> list[Choice] | None:
        """All other actions beside one of them, in `deals` sampled deals; None where too few that fit were found."""
        self._begin(view, anchor, seed)
        codes = [encode(anchor), *(encode(action) for action in actions if action != anchor)]
        self._tried.codes[: len(codes)] = codes
        return self._trials.beside(len(codes), deals)

    def _begin(self, view: View, played: Action, seed: int) -> tuple[int, int]:
        """Write the candidates, what was played first; the place of the policy's, and how many there are."""
        assert view.viewer is not None
        tried, most = self._tried, min(self._depth.candidates, MOST_TRIED - 1)
        tried.seat, tried.chance[:] = view.viewer, stream(seed)
        tried.sizes[: len(view.sizes)] = view.sizes
        found = begin_search(
            self._search, from_view(view), self._rules, self._sets, self._weights, self._guess, most
        )
        ranked = [int(code) for code in tried.codes[:found]]
        code = encode(played)
        codes = [code, *(one for one in ranked if one != code)]
        tried.codes[: len(codes)] = codes
        return codes.index(ranked[0]), len(codes)

    def _play(self, deals: int) -> int:
        """Play what is alive in `deals` new deals; returns how many were found."""
        return try_candidates(self._search, self._rules, self._sets, self._quick, self._guess, deals)


# --- what was waiting for what, all hands open: for the danger of discards and the course of a deal


def kinds_waited_for(state: State, seat: int) -> tuple[Kind, ...]:
    """The kinds with which a seat would win if someone else drew them."""
    if seat not in state.start.order or state.phase is Phase.OVER:
        return ()
    found = waits(state.hands[seat], state.melds[seat], state.rules.options)
    return tuple(kind for kind, wait in found.items() if wait.other)


def tell_discard(before: State, seat: int, action: Action) -> Mapping[str, Any] | None:
    """The seats that waited for a thrown card, with open cards; None for answers."""
    if before.phase is not Phase.DISCARD:
        return None
    (thrown,) = action.cards
    others = (other for other in before.start.order if other != seat)
    return {"waited_for_by": [other for other in others if thrown in kinds_waited_for(before, other)]}


def waiting(states: Sequence[State]) -> Mapping[str, Any]:
    """By action, what each seat was waiting for; only where it changed."""
    found: list[dict[str, Any]] = []
    last: list[list[str]] | None = None
    for at, state in enumerate(states):
        now = [
            [card_text(kind) for kind in kinds_waited_for(state, seat)] for seat in range(state.rules.seats)
        ]
        if now != last and state.phase is not Phase.OVER:
            found.append({"at": at, "waits": now})
            last = now
    return {"waiting": found}


# --- the reviewer of Paohuzi


class PaohuziReviewer:
    """Judges decisions in points of the table."""

    def __init__(self, options: PaohuziOptions, depth: Depth, marks: Marks) -> None:
        self._settler, self._play = Settler(options, depth.open), JudgePlay(options, depth, marks)

    def judge(self, view: View, actions: Sequence[Action], played: Action, seed: int) -> Comparison | None:
        """The action taken, compared with the others; nothing can be said of where a pack is cut that nobody has seen."""
        if view.phase is Phase.CUT:
            return None
        return self._play.judge(view, played, seed)

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, deals: int
    ) -> list[Choice] | None:
        """All other actions beside one."""
        return self._play.beside(view, actions, anchor, seed, deals)

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
        """The dangers of a discard."""
        return tell_discard(before, seat, action)

    def tell_table(self, states: Sequence[State]) -> Mapping[str, Any]:
        """The cards that each seat was waiting for, by action."""
        return waiting(states)
