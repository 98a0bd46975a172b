"""The search of every game, without a game: candidates whose gains are known beforehand."""

from itertools import count

import pytest

from paiju.bots.anchored import (
    MOST_TRIED,
    Doubling,
    Halving,
    Progress,
    Rule,
    TriedRecord,
    doubtful_error,
    plain_error,
    search,
)
from paiju.kernels.records import fields, new

RULES = {
    "doubling": Rule(Doubling(160), "best", doubtful_error, drop=1.5, sure=3.0, z=1.0),
    "halving": Rule(Halving(900), "anchor", plain_error, drop=0.7, sure=4.0, z=1.0, fewest=16),
}


class Trials:
    """Candidates that gain so much above the anchor in the mean, each sampled deal adding a point's luck of its own."""

    def __init__(self, gains, rng):
        self.tried, self._gains, self._rng = fields(new(TriedRecord)), gains, rng
        self.tried.codes[: len(gains)] = range(100, 100 + len(gains))
        self.tried.alive[:] = [i < len(gains) for i in range(MOST_TRIED)]
        self.playouts = 0

    def play(self, samples):
        for _ in range(samples):
            for i, gain in enumerate(self._gains):
                if self.tried.alive[i]:
                    found = 0.0 if i == 0 else gain + self._rng.gauss(0, 1)
                    self.tried.deals[i] += 1
                    self.tried.gains[i] += found
                    self.tried.squares[i] += found * found
                    self.playouts += 1
        return samples

    def search(self, rule):
        return search(self.tried, len(self._gains), self.play, rule, 0.0)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_candidate_that_gains_most_is_chosen(rule, rng):
    for _ in range(20):
        thought = Trials([0.0, -1.0, 2.0, 0.5, -0.5], rng).search(rule)
        assert (thought.choice, thought.anchor) == (102, 100)
        assert {rival.code for rival in thought.rivals} == {101, 102, 103, 104}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_anchor_stays_when_nothing_gains(rule, rng):
    """And such a search ends long before its sampled deals are spent."""
    for _ in range(20):
        trials = Trials([0.0, -2.0, -3.0, -2.0], rng)
        thought = trials.search(rule)
        assert thought.choice == thought.anchor == 100
        assert thought.deals < 60
        assert not trials.tried.alive[1:].any()


def test_the_number_of_playouts_is_a_limit(rng):
    """With rivals that cannot be distinguished all are spent, and no batch goes far beyond them."""
    for candidates in (2, 4, 8):
        trials = Trials([0.0] * candidates, rng)
        trials.search(Rule(Halving(900), "anchor", plain_error, drop=1e9, sure=1e9, z=1.0))
        assert trials.playouts + 16 * candidates >= 900
        assert trials.playouts < 900 + 16 * candidates


def test_halving_keeps_the_better_half(rng):
    trials = Trials([0.0, 5.0, 4.0, -4.0, -5.0], rng)
    never = Rule(Halving(240), "anchor", plain_error, drop=1e9, sure=1e9, z=1.0)
    trials.search(never)
    samples = trials.tried.deals[:5].tolist()
    assert samples[0] == samples[1] > samples[2] > samples[3] == samples[4]


def test_a_search_ends_when_no_more_deals_can_be_sampled(rng):
    trials, dealt = Trials([0.0, 0.0], rng), count()
    patient = Rule(Halving(900), "anchor", plain_error, drop=1e9, sure=1e9, z=1.0)

    def play(samples):
        return trials.play(samples) if next(dealt) < 2 else 0

    assert search(trials.tried, 2, play, patient, 0.0).deals == 32


def test_stages_double():
    assert Doubling(60).goals() == [30, 60]
    assert Doubling(200).goals() == [25, 50, 100, 200]
    assert Doubling(5).goals() == [5]
    now, batches = Progress(3, 3), []
    while batch := Doubling(60).batch(now):
        batches.append(batch)
        now = now._replace(deals=now.deals + batch.deals)
    assert [batch.deals for batch in batches] == [8, 8, 8, 6, 8, 8, 8, 6]
    assert [batch.judges for batch in batches] == [False, False, False, True] * 2


def test_a_constant_gain_still_has_an_error():
    gain, error = doubtful_error(10.0, 10.0, 10)
    assert gain == 1.0
    assert error == pytest.approx((1 / 9 / 10) ** 0.5)
    assert plain_error(10.0, 10.0, 10)[1] < 1e-4
    assert doubtful_error(1.0, 1.0, 1) == (0.0, float("inf"))
