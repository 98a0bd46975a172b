"""Decisions of Paohuzi, judged in the kernel: claims and discards alike."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.analysis.review.trials import Trials
from paiju.bots.anchored import MOST_TRIED
from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.reading import from_view
from paiju.bots.paohuzi.compiled.records import SearchRecord, weights_of
from paiju.bots.paohuzi.compiled.search import begin_search, try_candidates
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.viewing import View
from paiju.kernels.chance import stream
from paiju.kernels.paohuzi.coding import decode, encode
from paiju.kernels.paohuzi.compiling import rules_for, sets_for
from paiju.kernels.records import fields, new


class JudgePlay:
    """Tries actions in deals that fit the view, everybody playing on by a quick form of the expected score."""

    def __init__(self, options: PaohuziOptions, depth: Depth, marks: Marks) -> None:
        self._depth, self._marks = depth, marks
        self._rules, self._sets = rules_for(options), sets_for(options)
        self._weights, self._quick = weights("expected"), weights_of(NUMBERS["playout"])
        self._guess = weights_of(NUMBERS["guess"])
        self._search = new(SearchRecord)
        self._tried = fields(self._search)
        self._trials = Trials(self._tried, self._play, decode)

    def judge(self, view: View, played: Action, seed: int) -> Comparison | None:
        """The action beside the best other and the policy's; None where no deal that fits was found."""
        policy, count = self._begin(view, played, seed)
        return self._trials.compare(count, policy, self._depth, self._marks)

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, worlds: int
    ) -> list[Choice] | None:
        """All other actions beside one of them, in so many deals; None where too few that fit were found."""
        self._begin(view, anchor, seed)
        codes = [encode(anchor), *(encode(action) for action in actions if action != anchor)]
        self._tried.codes[: len(codes)] = codes
        return self._trials.beside(len(codes), worlds)

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

    def _play(self, worlds: int) -> int:
        """Play what is alive in so many more deals; how many of them were found."""
        return try_candidates(self._search, self._rules, self._sets, self._quick, self._guess, worlds)
