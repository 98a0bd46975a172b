"""The bots of Paohuzi: they are given views, finish every kind of deal, and do the same again."""

import hashlib
import random
from dataclasses import fields

import pytest

from paiju.bots.base import bot_names, make_bot
from paiju.bots.paohuzi import levels
from paiju.bots.paohuzi.heuristic import (
    DEFAULT,
    HeuristicBot,
    Outlook,
    Parameters,
    Planner,
    completions,
    packings,
)
from paiju.games.paohuzi.actions import HU
from paiju.games.paohuzi.cards import CARDS, DECK, hand_of, size
from paiju.games.paohuzi.game import GAME
from paiju.games.paohuzi.melds import Laid
from paiju.games.paohuzi.notation import parse_action
from paiju.games.paohuzi.views import View
from tests.drawing import often, rounds
from tests.paohuzi.builders import random_options
from tests.playing import ByBots, seed_of

NAMES = tuple(name for name in bot_names("paohuzi") if name not in ("search", "master"))
"""`search` is what `hard` does where the network does not fit, and `master` is `hard` with another budget."""
FULL = ("heuristic", "greedy")
"""The others play like one of these, but for parameters, a network or a search: fewer deals are enough."""


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    """Few playouts, and no clock that could decide anything."""
    monkeypatch.setattr(levels, "HARD_PLAYOUTS", 20)
    monkeypatch.setattr(levels, "HARD_SECONDS", None)


def few(name, many):
    """How many deals a bot plays where quick ones play `many`."""
    return max(1, many // 4) if name == "hard" else many


def play(options, bots, seed, carry=None):
    """A deal played out by bots that only ever see views; the actions and the last state."""
    deal = ByBots(GAME, GAME.deal(options, seed, carry), bots)
    actions = []
    for _, seat, view, legal, action in deal:
        assert type(view) is View
        assert view.viewer == seat
        assert (action == HU) or HU not in legal or bots[seat].name == "random"
        actions.append((seat, action))
    return actions, deal.state


def table(name, options, first=0):
    return [make_bot(name, first + seat) for seat in range(options.seats)]


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        pytest.param(name, preset, marks=() if name in FULL or (number + at) % 3 == 0 else pytest.mark.long)
        for number, name in enumerate(NAMES)
        for at, preset in enumerate(GAME.presets())
    ],
)
def test_every_preset_is_played_to_the_end(name, preset):
    options, carry = GAME.options({"preset": preset}), None
    for deal in range(2 if name in FULL else 1):
        _, state = play(options, table(name, options), seed_of(f"{preset}/{deal}"), carry)
        assert state.result is not None
        carry = GAME.carry(state)


@pytest.mark.parametrize("name", NAMES)
@rounds(1, 4)
def test_random_options_are_played_to_the_end(name, part, rng):
    for _ in range(few(name, often(4, 10) if name in FULL else often(2, 5))):
        options, carry = random_options(rng), None
        for _ in range(2 if name in FULL else 1):
            _, state = play(options, table(name, options), rng.randbytes(32), carry)
            assert state.result is not None
            carry = GAME.carry(state)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_deal(name):
    options = GAME.options({})
    first, _ = play(options, table(name, options, 7), seed_of("same"))
    assert play(options, table(name, options, 7), seed_of("same"))[0] == first


@pytest.mark.parametrize("name", ["greedy", "heuristic", "efficiency", "expected"])
@pytest.mark.parametrize("preset", ["akagiri", "chenzhou"])
def test_only_the_view_decides_an_action(name, preset):
    """In another deal that looks the same to a seat, with other hidden cards, a new bot does the same."""
    options, rng = GAME.options({"preset": preset}), random.Random(3)
    counterparts = 0
    for _, seat, view, _, action in ByBots(
        GAME, GAME.deal(options, seed_of("counterpart")), table(name, options)
    ):
        if rng.random() < 0.3:
            counterpart = GAME.determinize(view, rng)
            assert (
                make_bot(name, 99).choose(GAME.view(counterpart, seat), GAME.legal_actions(counterpart, seat))
                == action
            )
            counterparts += 1
    assert counterparts


def test_the_greedy_bot_is_frozen():
    """Other bots are measured against it: if this fails, change paohuzi/greedy.py back."""
    text = ""
    for preset in ("akagiri", "huaihua", "shaoyang"):
        options = GAME.options({"preset": preset})
        actions, state = play(options, table("greedy", options), seed_of("frozen"))
        text += "\n".join(f"{seat} {GAME.action_text(state, action)}" for seat, action in actions)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "24bb5d290be2788d"


def test_parameters_are_one_frozen_dataclass():
    assert all(field.default is not None for field in fields(Parameters))
    with pytest.raises(AttributeError):
        DEFAULT.shortfall = 1.0


def cards(text):
    return hand_of([parse_action(f"discard {card}").cards[0] for card in text.split()])


def test_packings_remove_complete_sets():
    """1-2-3 is worth hu, so that it is preferred where the same cards remain."""
    found = {(cut.rest, cut.sets): cut.hu for cut in packings(cards("s1 s2 s3 s4 s9"), one_five_ten=False)}
    assert found == {
        (cards("s1 s2 s3 s4 s9"), 0): 0,
        (cards("s4 s9"), 1): 3,
        (cards("s1 s9"), 1): 0,
    }


def test_packings_keep_every_card():
    rng = random.Random(5)
    for _ in range(20):
        hand = hand_of(dict.fromkeys(rng.sample(DECK, 18)))
        for cut in packings(hand, one_five_ten=True):
            assert size(cut.rest) + 3 * cut.sets == size(hand)


def test_two_cards_know_the_third_cards_that_complete_them():
    two = completions(one_five_ten=False)
    assert dict(two[1, 2]) == {0: 3, 3: 0}
    assert dict(two[4, 14]) == {4: 0, 14: 0}
    assert (0, 4) not in two
    assert dict(completions(one_five_ten=True)[0, 4]) == {9: 3}


def test_live_copies_are_the_unseen_ones():
    options = GAME.options({})
    state = GAME.deal(options, seed_of("live"))
    seat = GAME.actors(state)[0]
    outlook = Outlook(DEFAULT, GAME.view(state, seat))
    assert sum(outlook.live) == CARDS - size(state.hands[seat])
    other = Outlook(DEFAULT, GAME.view(state, (seat + 1) % 3))
    assert sum(other.live) == CARDS - size(state.hands[(seat + 1) % 3]) - 1  # the dealer's displayed card


def planner():
    view = GAME.view(GAME.deal(GAME.options({}), seed_of("plan")), 0)
    return Planner(Outlook(DEFAULT, view), 15)


def test_a_card_that_no_plan_needs_is_discarded():
    hand = cards("b1 b2 b3 b2 b7 b10 s1 s2 s3 s2 s7 s10 s4 s5 s6 b4 b5 b6 s8 s9 b9")
    values = planner().discards(Laid(), hand)
    assert max(values, key=values.get) in (7, 8, 18)


def test_a_hand_nearer_to_its_end_is_worth_more():
    near = cards("b1 b2 b3 b2 b7 b10 s1 s2 s3 s2 s7 s10 s4 s5 s6 b4 b5 b6 s8 s9")
    far = cards("b1 b2 b3 b2 b7 b10 s1 s2 s3 s2 s7 s10 s4 s5 b6 b4 b8 b6 s8 s9")
    plan = planner()
    assert plan.value(Laid(), near) > plan.value(Laid(), far)


def test_hu_below_the_minimum_count_against_a_hand():
    rich = cards("b1 b2 b3 b2 b7 b10 s1 s2 s3 s2 s7 s10 s4 s5 s6 b4 b5 b6 s8 s9")
    poor = cards("b3 b4 b5 b4 b5 b6 s3 s4 s5 s4 s5 s6 s7 s8 s9 b7 b8 b9 s1 s2")
    plan = planner()
    assert plan.value(Laid(), rich) > plan.value(Laid(), poor) + 1


def test_different_parameters_play_differently():
    options = GAME.options({})
    usual = play(options, [HeuristicBot(seat) for seat in range(3)], seed_of("other"))[0]
    blind = Parameters(shortfall=0.0, tempo_pong=2.0, tempo_eat=2.0)
    assert play(options, [HeuristicBot(seat, blind) for seat in range(3)], seed_of("other"))[0] != usual
