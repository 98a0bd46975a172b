"""OpenSpiel's own tests on both games, and what searching players may have."""

from __future__ import annotations

import random
import sys

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

import paiju  # noqa: E402 - only where its libraries are
from paiju.core.errors import PaijuError  # noqa: E402 - only where its libraries are
from paiju.envs import open_spiel_env  # noqa: E402, F401 - registers the games
from paiju.envs.pack import pack_of  # noqa: E402 - only where its libraries are
from paiju.envs.table import Table  # noqa: E402 - only where its libraries are
from tests.drawing import often, random_options  # noqa: E402 - only where its libraries are
from tests.playing import at_random  # noqa: E402 - only where its libraries are

GAMES = [
    "python_paohuzi",
    "python_baohuang",
    "python_paohuzi(options=seats:4;bi:off)",
    "python_baohuang(preset=moegirl,options=usurper:true)",
]


@pytest.mark.parametrize(
    "name",
    [
        GAMES[2],
        *(pytest.param(name, marks=pytest.mark.long) for name in (GAMES[0], "python_baohuang(history=5)")),
    ],
)
def test_random_simulation(name, capfd) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES[:2])
def test_states_can_be_serialized(name) -> None:
    game, rng = pyspiel.load_game(name), random.Random(2)
    state = game.new_initial_state()
    for _ in range(20):
        state.apply_action(rng.choice(state.legal_actions()))
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()


def short_deal() -> tuple[int, list[int]]:
    """A deal that is soon over, and its actions, that of chance the first."""
    rng, table = random.Random(0), Table("paohuzi")
    for number in range(10_000):
        table.reset(number)
        steps = [0]
        while table.turn >= 0 and len(steps) < 30:
            steps.append(rng.choice(table.legal()))
            table.step(steps[-1])
        if table.turn < 0:
            return number, steps
    pytest.fail("every deal is long")


def test_a_playthrough_repeats_to_the_letter() -> None:
    """Of the game whose tensors are short: OpenSpiel writes out every number of them."""
    from open_spiel.python.algorithms import generate_playthrough

    number, actions = short_deal()
    name = f"python_paohuzi(history=1,first_deal={number},deals=1)"
    first, second = (generate_playthrough.playthrough(name, list(actions), seed=1) for _ in range(2))
    assert first == second
    assert "InformationStateString" in first


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_to_its_player(name) -> None:
    rng = random.Random(1)
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(3)
    others = 0
    for _ in range(often(25, 60)):
        if state.is_terminal():
            break
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        others += str(other) != str(state)
        copy = other.clone()
        copy.apply_action(copy.legal_actions()[0])
        state.apply_action(rng.choice(state.legal_actions()))
    assert others


def test_observers_agree_with_the_state() -> None:
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("python_paohuzi(first_deal=1000000000,deals=5)")
    state = game.new_initial_state()
    assert len(state.chance_outcomes()) == 5
    assert not np.any(state.observation(0))
    assert "1000000004" in state.action_to_string(4)
    observer = make_observation(game)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    state.apply_action(0)
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == state.observation_tensor(1)
    assert observer.dict["hand"].sum() == state.table.view(1).sizes[1]
    assert observer.string_from(state, 1) == state.observation_string(1)
    assert recall.string_from(state, 1) == state.information_state_string(1)
    assert sys.modules["paiju.envs.open_spiel_env"]
    for _ in range(12):
        state.apply_action(state.legal_actions()[-1])
    recall.set_from(state, 1)
    assert recall.tensor.tolist() == state.information_state_tensor(1)
    assert recall.tensor.size == game.information_state_tensor_size()
    assert np.array_equal(recall.dict["view"], state.config.layout.scaled(state.observation(1)))
    assert recall.dict["history"].any(axis=1).sum() == len(state.log.known_to(1)) >= 12


@pytest.mark.parametrize(
    ("parameters", "code"),
    [
        ("deals=0", "usage.number"), ("deals=-1", "usage.number"), ("deals=99999999", "usage.number"),
        ("first_deal=-1", "usage.number"), ("history=-1", "usage.number"), ("history=99999999", "usage.number"),
        ("options=min_hu", "usage.option"), ("options=min_hu:", "option.type"), ("options=dael:1", "option.unknown"),
        ("preset=nowhere", "option.preset"), ("options=;;:", "option.unknown"),
    ],
)  # fmt: skip
def test_parameters_that_cannot_be_are_refused_with_a_code(parameters, code) -> None:
    with pytest.raises(PaijuError) as refused:
        pyspiel.load_game(f"python_paohuzi({parameters})")
    assert refused.value.code == code


def test_players_and_outcomes_are_checked() -> None:
    game = pyspiel.load_game("python_paohuzi(deals=2)")
    state = game.new_initial_state()
    for outcome in (-1, 2):
        with pytest.raises(PaijuError):
            state._apply_action(outcome)
        assert state.is_chance_node()
    with pytest.raises(PaijuError):
        state.resample_from_infostate(0, random.random)
    state.apply_action(0)
    question = state.current_player()
    for player in (-1, 3, (question + 1) % 3):
        with pytest.raises(PaijuError):
            state.resample_from_infostate(player, random.random)
    for player in (-1, 3):
        with pytest.raises(PaijuError):
            state.observation_string(player)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("python_baohuang", 1), ("python_baohuang(preset=moegirl)", 1),
        ("python_baohuang(options=scoring:team2)", 12), ("python_baohuang(options=scoring:team4)", 8),
        ("python_baohuang(options=scoring:team4;declarations:all;declaration_multiplier:10000;declarations_stack:true;counter_double:true)",
         1_600_000_000),
        ("python_baohuang(options=scoring:team2;declarations:all;declaration_multiplier:10000;counter_double:true)", 240_000),
        ("python_paohuzi(options=cap:10)", 20),
        ("python_paohuzi(options=cap:10;win_on_hand_discard:true;discarder_pays:discarder_3x)", 30),
    ],
)  # fmt: skip
def test_utilities_are_bounded_by_the_options(name, most) -> None:
    game = pyspiel.load_game(name)
    assert (game.min_utility(), game.max_utility()) == (-most, most)


@pytest.mark.parametrize("name", ["baohuang", "paohuzi"])
def test_no_deal_leaves_the_bounds(name, rng) -> None:
    law = paiju.load(name)
    for _ in range(often(12, 30)):
        options = random_options(law, rng)
        most = pack_of(name).most_points(options)
        state = law.deal(options, rng.randbytes(32))
        *_, state = at_random(law, state, rng)
        assert all(abs(points) <= most for points in law.returns(state)), options.differences()


def test_the_information_state_includes_the_history() -> None:
    """The same view, reached in another way."""
    game = pyspiel.load_game("python_paohuzi(history=3)")
    state = game.new_initial_state()
    state.apply_action(0)
    assert (
        game.information_state_tensor_size()
        < pyspiel.load_game("python_paohuzi").information_state_tensor_size()
    )
    other = state.clone()
    assert other.information_state_tensor(0) == state.information_state_tensor(0)
    del other.table._history[0]
    assert other.observation_string(0) == state.observation_string(0)
    assert other.information_state_string(0) != state.information_state_string(0)
