"""A player who sees all cards, against bots that play every action to the end by the rules."""

import pytest

import paiju
from paiju.arena.match import play_out
from paiju.bots.base import make_bot
from paiju.kernels import missing
from tests.playing import ByBots

pytestmark = pytest.mark.skipif(bool(missing()), reason="no kernels")

LAST = {"baohuang": 60, "paohuzi": 100}
"""Cards in all hands, and in the stock, at most: play to the end takes the rules engine no time then."""


def questions(game, rng, policy):
    """States near the end of a deal in which a seat has a choice, and that seat."""
    deal = game.deal(game.options({}), rng.randbytes(32))
    bots = [make_bot(policy, 0) for _ in range(game.seats_of(game.options({})))]
    for state, seat, _, legal, _ in ByBots(game, deal, bots):
        if len(legal) > 1 and len(game.actors(state)) == 1 and _cards(state) <= LAST[game.name]:
            yield state, seat, legal


def _cards(state):
    if hasattr(state, "stock"):
        return len(state.stock)
    return sum(map(sum, state.hands)) if state.roles.guards and str(state.phase) == "play" else 10**6


def points(game, policy, state, seat, action):
    """What a seat's side has in the end, everybody playing by the policy after an action."""
    options = game.options({})
    bots = [make_bot(policy, 0) for _ in range(game.seats_of(options))]
    roles = getattr(state, "roles", None)
    end = play_out(
        game, game.apply(state, seat, action)[0], lambda at, view, legal: bots[at].choose(view, legal)
    )
    if roles is None:
        return game.returns(end)[seat]
    crown = {roles.emperor, *roles.guards}
    total = sum({1: 4, 2: 2, 3: 0, 4: -2, 5: -4}[end.result.places[one]] for one in crown)
    return total if seat in crown else -total


@pytest.mark.parametrize("name", ["baohuang", "paohuzi"])
def test_a_perfect_information_player_chooses_the_action_of_highest_value(name, rng):
    """Until an action was found that the policy itself would not have chosen."""
    from tools.open_hands import WAYS, OpenHandsPlayer, OpenTable

    way, game = next(iter(WAYS[name].values())), paiju.load(name)
    policy, worth = way.policy, way.worth_of(game.options({}))
    count = better = 0
    for _ in range(40):
        for state, seat, legal in questions(game, rng, policy):
            if rng.random() > 0.25:
                continue
            table = OpenTable(game)
            view = table.view(state, seat)
            choice = OpenHandsPlayer(table, policy, worth).choose(view, legal)
            found = {action: points(game, policy, state, seat, action) for action in legal}
            assert found[choice] == max(found.values()), found
            liked = make_bot(policy, 0).choose(view, legal)
            assert found[choice] > found[liked] or choice == liked
            count += 1
            better += choice != liked
        if count >= 5 and better:
            return
    pytest.fail(f"{count} questions, {better} of them answered better")


def test_the_perfect_information_network_plays_the_same_in_batches_and_at_a_table(rng):
    """Each action comes to what it does through the rules; numbers of many tables at once may be rounded otherwise, once in a long while."""
    from tools.open_hands import WAYS

    game = paiju.load("baohuang")
    worth, actions, other = WAYS["baohuang"]["net"].worth_of(game.options({})), 0, 0
    while actions < 25:
        for state, seat, legal in questions(game, rng, "net"):
            if rng.random() < 0.25:
                found = worth(state, seat, legal)
                other += sum(
                    one != points(game, "net", state, seat, action)
                    for one, action in zip(found, legal, strict=True)
                )
                actions += len(legal)
    assert other <= 1


@pytest.mark.long
def test_a_perfect_information_player_beats_its_own_policy(seed):
    from tools.open_hands import match

    assert match("baohuang", "heuristic", by="heuristic", pairs=4, seed=str(seed), jobs=1).margin.value > 1.5
