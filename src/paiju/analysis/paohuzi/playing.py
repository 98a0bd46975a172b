"""Decisions of Paohuzi, judged in the kernel: claims and discards alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paiju.analysis.review.model import Choice, Comparison, Depth
from paiju.bots.anchored import MOST_TRIED, doubtful_error, try_only
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

_LEAST_WORLDS = 2


class JudgePlay:
    """Tries actions in deals that fit the view, everybody playing on by a quick form of the expected score."""

    def __init__(self, options: PaohuziOptions, depth: Depth) -> None:
        self._depth = depth
        self._rules, self._sets = rules_for(options), sets_for(options)
        self._weights, self._quick = weights("expected"), weights_of(NUMBERS["playout"])
        self._guess = weights_of(NUMBERS["guess"])
        self._search = new(SearchRecord)
        self._tried = fields(self._search)

    def judge(self, view: View, played: Action, seed: int) -> Comparison | None:
        """The action beside the best other and the policy's; None where no deal that fits was found."""
        policy, count = self._begin(view, played, seed)
        if self._try(range(1, count), self._depth.first) < _LEAST_WORLDS:
            return None
        gains = self._tried.gains
        best = max(range(1, count), key=lambda at: gains[at], default=0)
        ahead = best > 0 and gains[best] > 0
        worlds = self._try({best, policy} - {0}, self._depth.second)
        if worlds < _LEAST_WORLDS:
            return None
        points, error = doubtful_error(float(self._tried.points), float(self._tried.points_squares), worlds)
        return Comparison(
            points, error, self._choice(best) if ahead else None, self._choice(policy) if policy else None
        )

    def beside(
        self, view: View, actions: Sequence[Action], anchor: Action, seed: int, worlds: int
    ) -> list[Choice] | None:
        """All other actions beside one of them, in so many deals; None where too few that fit were found."""
        self._begin(view, anchor, seed)
        codes = [encode(anchor), *(encode(action) for action in actions if action != anchor)]
        self._tried.codes[: len(codes)] = codes
        if self._try(range(1, len(codes)), worlds) < _LEAST_WORLDS:
            return None
        return [self._choice(at) for at in range(1, len(codes))]

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

    def _try(self, alive: Iterable[int], worlds: int) -> int:
        """Play what was played and what is `alive` in so many deals; how many of them were found."""
        try_only(self._tried, alive)
        return try_candidates(self._search, self._rules, self._sets, self._quick, self._guess, worlds)

    def _choice(self, at: int) -> Choice:
        tried = self._tried
        return Choice(
            decode(int(tried.codes[at])),
            *doubtful_error(float(tried.gains[at]), float(tried.squares[at]), int(tried.worlds[at])),
        )
