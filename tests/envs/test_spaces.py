"""Action spaces: every legal action is a path of steps, every path a legal action, whatever the options."""

from __future__ import annotations

import random

import pytest

import paiju
from paiju.core.errors import NotationError
from paiju.envs.pack import pack_of
from paiju.games.baohuang import GAME as BAOHUANG
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.phases.transfers import CardChoices
from tests.drawing import often
from tests.envs.tables import EVERY
from tests.strategies import random_options

MORE = [
    ("baohuang", {"twos_fill": True, "bombs": "on"}),
    ("baohuang", {"preset": "moegirl", "bombs": "on", "bomb_jokers": True}),
    ("baohuang", {"twos_with_jokers": False, "twos_fill": True}),
    ("baohuang", {"preset": "moegirl", "cut": True, "crown_during_draw": True}),
    ("baohuang", {"preset": "moegirl", "tribute_mode": "camp", "tribute_face_up": True}),
    ("paohuzi", {"one_five_ten": True}),
    ("paohuzi", {"bi": False, "seats": 4}),
]


def check_deal(game, options, rng, carry=None):
    """Play a deal; at each question steps lead to actions and back."""
    space = pack_of(game.name).space(options)
    state = game.deal(options, rng.randbytes(32), carry)
    while actors := game.actors(state):
        seat = rng.choice(actors)
        actions = game.legal_actions(state, seat)
        taken = ()
        while (action := space.action(actions, taken)) is None:
            open_ = space.following(actions, taken)
            assert open_
            assert list(open_) == sorted(set(open_))
            assert open_[0] >= 0
            assert open_[-1] < space.size
            taken = (*taken, rng.choice(open_))
        assert action in actions
        assert space.path(action) == taken
        if len(actions) <= 400:
            paths = [space.path(one) for one in actions]
            assert len(set(paths)) == len(actions)
            assert set(space.following(actions)) == {path[0] for path in paths}
            one = rng.randrange(len(actions))
            assert space.action(actions, paths[one]) == actions[one]
        if len(taken) == 1 and action.verb not in ("give", "take", "return"):
            text = space.text(taken[0])
            if action.verb != "eat" or len(action.sets) == 1:
                assert game.parse_action(state, seat, text) == action
        state, _ = game.apply(state, seat, action)
    return game.carry(state)


@pytest.mark.parametrize(("game", "options"), EVERY + MORE)
def test_steps_reach_exactly_the_legal_actions(game, options) -> None:
    made = paiju.load(game).options(options)
    rng, carry = random.Random(1), None
    for _ in range(often(1, 2) if game == "baohuang" else often(2, 5)):
        carry = check_deal(paiju.load(game), made, rng, carry)


@pytest.mark.parametrize("seed", range(12))
def test_steps_under_random_options(seed) -> None:
    rng = random.Random(seed)
    options = random_options(rng)
    carry = check_deal(BAOHUANG, options, rng)
    check_deal(BAOHUANG, options, rng, carry)


@pytest.mark.parametrize(("game", "options"), EVERY[:3] + EVERY[-2:])
def test_texts_and_features_name_every_step(game, options) -> None:
    made = paiju.load(game).options(options)
    space = pack_of(game).space(made)
    assert len(set(space.texts)) == space.size == len(space.features)
    assert all(len(row) == len(space.FEATURES) for row in space.features)
    for number in random.Random(0).sample(range(space.size), 40):
        assert space.number(space.text(number)) == number
        assert space.number(f" {space.text(number)}  ") == number
    for wrong in ("", "play", "dance 3", "discard x1"):
        with pytest.raises(NotationError):
            space.number(wrong)
    assert pack_of(game).space(paiju.load(game).options(options)) is space


def test_millions_of_choices_are_searched_without_listing_them() -> None:
    options = BAOHUANG.options({"preset": "moegirl"})
    space = pack_of("baohuang").space(options)
    hand = tuple(3 if kind < 13 else 0 for kind in range(57))
    actions = CardChoices("return", hand, 8)
    assert len(actions) > 100_000
    rng = random.Random(0)
    for _ in range(30):
        taken = ()
        while (action := space.action(actions, taken)) is None:
            open_ = space.following(actions, taken)
            taken = (*taken, rng.choice(open_))
        assert action in actions
        assert len(taken) == 8


def test_searching_and_listing_choices_give_the_same(rng) -> None:
    """In hands of any cards, jokers and marked ones too, with a protected rank or without."""
    space = pack_of("baohuang").space(BAOHUANG.options({"preset": "moegirl"}))
    for _ in range(10):
        hand = [0] * 57
        for kind in rng.choices([kind for kind in range(57) if _returned(space, kind)], k=12):
            hand[kind] += 1
        low = rng.choice((-1, min(kind for kind in range(52) if hand[kind]) >> 2))
        counted = CardChoices("return", tuple(hand), 3, low=low, low_most=1)
        listed = tuple(counted)
        for taken in ((), *(space.path(rng.choice(listed))[: rng.randrange(3)] for _ in range(5))):
            assert space.following(counted, taken) == space.following(listed, taken)
            assert space.action(counted, taken) is space.action(listed, taken) is None
        path = space.path(rng.choice(listed))
        assert space.action(counted, path) == space.action(listed, path) is not None


def _returned(space, kind) -> bool:
    try:
        return bool(space.path(Action("return", (kind,))))
    except KeyError:
        return False
