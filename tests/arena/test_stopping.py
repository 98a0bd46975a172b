"""When a match ends early: the interval holds at all times, and the number of jobs changes nothing."""

from paiju.arena.match import FIRST_LOOK, TIGHTEST
from paiju.arena.match import ConfidenceSequence as Sequence
from paiju.arena.paohuzi import play_walls
from paiju.games.paohuzi.game import GAME

AKAGIRI = GAME.options({})


def values(rng, many, mean):
    """Values as the arena has them: most are small, few are large."""
    return [mean + rng.choice((-1, 1)) * (8 if rng.random() < 0.05 else 1) for _ in range(many)]


def usual(seen):
    """Half the width of an interval that is looked at once."""
    return 1.96 * (seen._squares / (seen.size - 1) / seen.size) ** 0.5


def test_the_interval_holds_the_mean_at_all_times(rng):
    """It may miss in 5 % of the runs (4 SE above are 22 of 200); the usual one misses in more than a quarter."""
    missed = often = 0
    for _ in range(200):
        seen, ever, usually = Sequence(), False, False
        for value in values(rng, 1000, 0.0):
            seen.add(value)
            ever |= abs(seen.mean) > seen.half_width
            usually |= seen.size >= FIRST_LOOK and abs(seen.mean) > usual(seen)
        missed += ever
        often += usually
    assert missed <= 22
    assert often > 40


def test_the_interval_is_nearly_as_narrow_as_possible(rng):
    seen = Sequence()
    for value in values(rng, TIGHTEST, 0.0):
        seen.add(value)
    assert 1.3 * usual(seen) < seen.half_width < 1.9 * usual(seen)


def test_a_match_is_never_decided_before_the_first_look():
    seen = Sequence()
    for _ in range(FIRST_LOOK - 1):
        seen.add(1.0)
    assert not seen.decided(100.0)
    seen.add(1.0)
    assert seen.decided(0.0)


def test_a_match_stops_early_once_it_is_decided():
    """The stronger bot is seen long before the most pairs, at the same pair for any number of jobs."""
    result = play_walls(AKAGIRI, "greedy", "random", 2000, "test:700", until=0.0, jobs=2)
    again = play_walls(AKAGIRI, "greedy", "random", result.margin.size, "test:700")
    assert FIRST_LOOK <= result.margin.size < 400
    assert result == again


def test_equal_bots_stop_once_the_interval_is_narrow(rng):
    seen = Sequence()
    while not seen.decided(0.5):
        seen.add(rng.choice((-1, 1)))
    assert FIRST_LOOK <= seen.size < 400
