"""Odd ways to play gain nothing against the bots."""

import pytest

from tests.drawing import often
from tools.odd import ODD, grabbing, measured, passing

CERTAIN = 4.5  # standard errors
WAYS = [
    pytest.param(
        game, odd, id=f"{game}-{odd.__name__}", marks=() if odd in (grabbing, passing) else pytest.mark.long
    )
    for game, odds in ODD.items()
    for odd in odds
]


@pytest.mark.parametrize(("game", "odd"), WAYS)
def test_odd_players_gain_nothing_against_the_heuristic(game, odd, seed):
    gained = measured(game, "heuristic", odd, deals=often(8, 20), seed=str(seed))
    assert gained.value < CERTAIN * gained.se + 0.05, gained


def test_the_measurement_finds_gains_that_exist(seed):
    """Among random players, one that claims everything wins and one that claims nothing loses, clearly so after some deals."""
    for deals in (30, 60, 240, 960):
        more, less = (
            measured("baohuang", "random", odd, deals=deals, seed=str(seed)) for odd in (grabbing, passing)
        )
        if more.value > 3 * more.se and less.value < more.value - 3 * more.se:
            return
    pytest.fail(f"{more}, {less}")
