"""Deals by seed: any text, or the public deals that environments share."""

import pytest

from paiju.arena.seeds import deal_secret, deal_seed, public_deals
from paiju.arena.simulate import simulate
from paiju.core.errors import UsageError
from paiju.core.rng import seed_of
from paiju.envs import seeds as numbered
from paiju.games.paohuzi.game import GAME


@pytest.mark.parametrize("name", numbered.RANGES)
def test_a_range_names_the_deals_of_the_environments(name, rng):
    first, at = rng.randrange(1000), rng.randrange(1000)
    number = numbered.RANGES[name][first + at]
    assert deal_seed(f"{name}:{first}", at) == numbered.deal_seed(number)
    assert deal_seed(f"{name}:{first}", at) == deal_seed(name, first + at) == deal_seed(name, first + at, 0)
    assert seed_of(deal_secret(name, at), ()) == deal_seed(name, at)


def test_dealing_again_gives_another_deal():
    again = {deal_seed("test", 3, tries) for tries in range(4)}
    assert len(again) == 4
    assert deal_seed("test", 31) not in again


def test_other_texts_are_ordinary_seeds():
    for text in ("tests", "test:", "test:-1", "Test", "my test", 1):
        assert public_deals(text) is None


def test_a_deal_beyond_the_end_of_its_range_is_refused():
    assert len(public_deals("test:999999")) == 1
    for seed, index in (("test:1000000", 0), ("test:999999", 1)):
        with pytest.raises(UsageError) as caught:
            deal_seed(seed, index)
        assert caught.value.code == "usage.number"


def test_simulated_public_deals_are_those_of_the_environments():
    played = []
    simulate(GAME, GAME.options({}), 2, ["greedy"], "validation:7", on_deal=played.append)
    assert [deal.secret for deal in played] == [b"paiju deal 1000000007", b"paiju deal 1000000008"]
