"""How playouts judge a decision, without a game: candidates whose gains are known beforehand."""

from __future__ import annotations

import pytest

from paiju.analysis.review.model import Depth, Marks
from paiju.analysis.review.trials import Trials
from paiju.bots.anchored import TriedRecord
from paiju.kernels.records import fields, new

DEPTH = Depth(first=40, second=100, most=800)
MARKS = Marks(0.5, 1.0, 2.0)
CODES = 100


class Played:
    """Candidates that gain so much above the first in the mean, and in every second deal a spread more, in the others less."""

    def __init__(self, gains, spread):
        self.tried, self._gains, self._spread = fields(new(TriedRecord)), gains, spread
        self.tried.codes[: len(gains)] = range(CODES, CODES + len(gains))
        self.dealt, self.counts = 0, [0] * len(gains)

    def play(self, samples):
        tried = self.tried
        for at, gain in enumerate(self._gains):
            if tried.alive[at]:
                self.counts[at] += samples
                for number in range(self.dealt, self.dealt + samples):
                    found = gain + (self._spread if number % 2 else -self._spread) * (at > 0)
                    tried.deals[at] += 1
                    tried.gains[at] += found
                    tried.squares[at] += found * found
        self.dealt += samples
        return samples


def compared(gains, spread, policy=0):
    played = Played(gains, spread)
    return played, Trials(played.tried, played.play, lambda code: code - CODES).compare(
        len(gains), policy, DEPTH, MARKS
    )


def test_the_better_half_is_tried_longer_and_the_best_measured_in_other_deals():
    played, found = compared([0.0, 3.0, -1.0, 4.0, -2.0], spread=1.0)
    assert found.best.action == 3
    assert found.best.gain == pytest.approx(4.0)
    assert played.counts == [140, 40, 20, 140, 20]


@pytest.mark.parametrize(
    ("gain", "spread", "deals"),
    [
        (4.0, 8.0, 100),  # beyond doubt
        (0.3, 1.0, 100),  # too little for a name, whatever comes
        (1.0, 6.0, 400),  # two errors at first, more than three in the end
        (0.7, 20.0, 800),  # in doubt to the end
    ],
)
def test_more_deals_are_played_while_the_verdict_is_open(gain, spread, deals):
    played, found = compared([0.0, gain], spread)
    assert played.counts[1] == DEPTH.first + deals
    assert found.best.error == pytest.approx(spread / deals**0.5, rel=0.05)


def test_only_the_policys_choice_is_measured_when_nothing_looks_better():
    played, found = compared([0.0, -1.0, -9.0], spread=20.0, policy=2)
    assert found.best is None
    assert found.policy.action == 2
    assert found.policy.gain == pytest.approx(-9.0)
    assert played.counts == [140, 40, 140]


def test_the_policys_own_gain_is_measured_on_a_fixed_number_of_deals():
    _, found = compared([0.0, 1.0], spread=6.0, policy=1)
    assert found.policy.error == pytest.approx(0.6, rel=0.05)
    assert found.best.error < found.policy.error


def test_there_is_no_verdict_without_deals():
    played = Played([0.0, 1.0], 1.0)
    assert Trials(played.tried, lambda _: 0, int).compare(2, 0, DEPTH, MARKS) is None
    assert Trials(played.tried, lambda _: 0, int).beside(2, 100) is None
