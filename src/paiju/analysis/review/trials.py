"""A decision judged by playing it out: rivals are looked for in some deals, and measured in others until a verdict is sure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from paiju.analysis.review.model import Choice, Comparison, Depth, Marks
from paiju.bots.anchored import MOST_TRIED, TriedRecord, doubtful_error, try_only

LEAST_DEALS = 2
_FEW = 2
"""Up to this many rivals are all tried to the end."""


class Trials:
    """Candidates that are tried in sampled deals, what was done first.

    `play` tries what is alive in a number of further deals and returns how many it found; `decode` gives a candidate's action.
    """

    def __init__(self, tried: TriedRecord, play: Callable[[int], int], decode: Callable[[int], Any]) -> None:
        self._tried, self._play, self._decode = tried, play, decode

    def beside(self, count: int, deals: int) -> list[Choice] | None:
        """Each of `count` candidates but the first beside it; None where too few deals were found."""
        try_only(self._tried, range(1, count))
        if self._play(deals) < LEAST_DEALS:
            return None
        return [self._choice(at) for at in range(1, count)]

    def compare(self, count: int, policy: int, depth: Depth, marks: Marks) -> Comparison | None:
        """The action taken, compared with the best of the others and with candidate `policy`; None where too few deals were found."""
        best = self._found(count, depth.first)
        if best is None:
            return None
        try_only(self._tried, {best, policy} - {0})
        if self._play(depth.second) < LEAST_DEALS:
            return None
        usual = (
            self._choice(policy) if policy else None
        )  # before more deals hang on what was found: sums of it stay unbiased
        if best:
            self._make_sure(best, depth.most, marks)
        worth = doubtful_error(
            float(self._tried.points), float(self._tried.points_squares), int(self._tried.deals[0])
        )
        return Comparison(*worth, self._choice(best) if best else None, usual)

    def _found(self, count: int, deals: int) -> int | None:
        """The candidate that looks best, the better half of the rivals tried longer; 0: what was done itself. None: no deals."""
        rivals = list(range(1, count))
        try_only(self._tried, rivals)
        found = self._play(deals - deals // 2)
        if len(rivals) > _FEW:
            rivals = sorted(rivals, key=self._mean, reverse=True)[: (len(rivals) + 1) // 2]
            self._keep(rivals)
        found += self._play(deals // 2)
        if found < LEAST_DEALS:
            return None
        best = max(rivals, key=self._mean, default=0)
        return best if best and self._mean(best) > 0 else 0

    def _make_sure(self, best: int, most: int, marks: Marks) -> None:
        """Try what was done and the best of the others in more deals, twice as many each time, while a verdict is open."""
        self._keep([best])
        while (dealt := int(self._tried.deals[0])) < most:
            choice = self._choice(best)
            if marks.settled(choice.gain, choice.error) or not self._play(min(dealt, most - dealt)):
                return

    def _keep(self, rivals: Iterable[int]) -> None:
        """Go on with these alone."""
        self._tried.alive[:] = 0
        self._tried.alive[[0, *rivals]] = 1

    def _mean(self, at: int) -> float:
        return float(self._tried.gains[at]) / max(1, int(self._tried.deals[at]))

    def _choice(self, at: int) -> Choice:
        tried = self._tried
        return Choice(
            self._decode(int(tried.codes[at])),
            *doubtful_error(float(tried.gains[at]), float(tried.squares[at]), int(tried.deals[at])),
        )


class PlayedOut:
    """Judges decisions by playing them out: a game says how its search takes a question up, and how it plays on."""

    def __init__(
        self,
        tried: TriedRecord,
        depth: Depth,
        marks: Marks,
        encode: Callable[[Any], int],
        decode: Callable[[int], Any],
    ) -> None:
        self.tried, self.depth = tried, depth
        self._marks, self._encode = marks, encode
        self._trials = Trials(tried, self._play, decode)

    def _begin(self, view: Any, seed: int) -> int:
        """Write the candidates of a question to `tried`, the policy's choice first; how many there are."""
        raise NotImplementedError

    def _play(self, deals: int) -> int:
        """Play what is alive in `deals` new deals; how many were found."""
        raise NotImplementedError

    def _depth_of(self, view: Any) -> Depth:
        return self.depth

    def judge(self, view: Any, actions: Sequence[Any], played: Any, seed: int) -> Comparison | None:
        """The action taken beside the best other and the policy's; None where too few deals that fit were found."""
        ranked = self.tried.codes[: self._begin(view, seed)]
        policy, *others = [int(code) for code in ranked]
        codes = list(dict.fromkeys((self._encode(played), policy, *others)))[:MOST_TRIED]
        self.tried.codes[: len(codes)] = codes
        return self._trials.compare(len(codes), codes.index(policy), self._depth_of(view), self._marks)

    def beside(
        self, view: Any, actions: Sequence[Any], anchor: Any, seed: int, deals: int
    ) -> list[Choice] | None:
        """All other actions beside one of them, in `deals` sampled deals; None where too few that fit were found."""
        self._begin(view, seed)
        codes = [self._encode(action) for action in (anchor, *(one for one in actions if one != anchor))]
        self.tried.codes[: len(codes)] = codes
        return self._trials.beside(len(codes), deals)
