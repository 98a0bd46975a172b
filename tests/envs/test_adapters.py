"""PettingZoo and Gymnasium: their own checkers, and what ours promise beyond them."""

from __future__ import annotations

import copy
import pickle
import random
import warnings
from contextlib import suppress
from functools import partial

import numpy as np
import pytest

from paiju.core.errors import PaijuError, RuleError, UsageError

pettingzoo = pytest.importorskip("pettingzoo")
gymnasium = pytest.importorskip("gymnasium")

from paiju.envs.batch import BatchEnv  # noqa: E402 - only where its libraries are
from paiju.envs.gymnasium_env import IDS, SeatEnv, vector  # noqa: E402 - only where its libraries are
from paiju.envs.pettingzoo_env import PaijuEnv, env, parallel_env  # noqa: E402 - only where its libraries are
from paiju.envs.table import Table  # noqa: E402 - only where its libraries are
from tests.drawing import often  # noqa: E402 - only where its libraries are

GAMES = [
    ("paohuzi", {}),
    ("paohuzi", {"seats": 4}),
    ("baohuang", {}),
    ("baohuang", {"preset": "moegirl-threes"}),
]


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the checkers' advice on styles of spaces
        warnings.simplefilter("ignore", DeprecationWarning)
        yield


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_pettingzoo_api(game, options, capsys) -> None:
    from pettingzoo.test import api_test

    api_test(PaijuEnv(game, options, scaled=bool(options)), num_cycles=often(60, 200))


@pytest.mark.parametrize(("game", "options"), GAMES[:1] + GAMES[2:3])
def test_pettingzoo_seeds(game, options, capsys) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: PaijuEnv(game, options), num_cycles=60)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_pettingzoo_plays_whole_deals_and_keeps_its_options(game, options) -> None:
    made = env(game, options, chained=True, render_mode="ansi")
    before = made.config.options
    for deal in range(2):
        made.reset(seed=deal)
        rng = random.Random(deal)
        total = dict.fromkeys(made.possible_agents, 0)
        for agent in made.agent_iter():
            observation, reward, terminated, truncated, info = made.last()
            total[agent] += reward
            mask = info["action_mask"]
            assert np.array_equal(mask, observation["action_mask"])
            assert not truncated
            if not terminated:
                assert agent in made.render()
                assert not any(
                    made.infos[other]["action_mask"].any() for other in made.agents if other != agent
                )
            made.step(None if terminated else int(rng.choice(np.flatnonzero(mask))))
        assert tuple(total.values()) == made.table.returns()
        assert made.config.options is before


def test_pettingzoo_deals_by_number_and_refuses_what_is_masked() -> None:
    first, second = PaijuEnv("paohuzi"), PaijuEnv("paohuzi")
    first.reset(options={"deal": 9})
    second.reset(seed=3)
    second.reset(options={"deal": 9})
    assert np.array_equal(first.observe("seat_0")["observation"], second.observe("seat_0")["observation"])
    assert first.render() is None
    with pytest.raises(RuleError):
        first.step(int(first.infos[first.agent_selection]["action_mask"].argmin()))
    first.close()


def test_pettingzoo_replaces_a_masked_step_where_it_may() -> None:
    lenient, strict = PaijuEnv("paohuzi", illegal="default"), PaijuEnv("paohuzi")
    for one in (lenient, strict):
        one.reset(options={"deal": 9})
    agent, mask = lenient.agent_selection, lenient.infos[lenient.agent_selection]["action_mask"]
    lenient.step(int(mask.argmin()))
    strict.step(int(mask.argmax()))
    assert lenient.infos[agent]["illegal"]
    assert not strict.infos[agent]["illegal"]
    for seat in lenient.possible_agents:
        assert np.array_equal(lenient.observe(seat)["observation"], strict.observe(seat)["observation"])
    with pytest.raises(UsageError):
        PaijuEnv("paohuzi", illegal="never")


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_gymnasium_checker(game) -> None:
    from gymnasium.utils.env_checker import check_env

    for scaled in (False, True):
        check_env(SeatEnv(game, bots="random", illegal="default", scaled=scaled), skip_render_check=True)


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_gymnasium_plays_against_bots(game) -> None:
    made = gymnasium.make(IDS[game], bots="random", seat=None, skip_forced=True)
    rng, seats, rewards = random.Random(0), set(), []
    for deal in range(6):
        _, info = made.reset(seed=deal)
        seats.add(info["seat"])
        over = False
        while not over:
            assert info["action_mask"].sum() > 1
            legal = np.flatnonzero(info["action_mask"])
            _, reward, over, cut, info = made.step(rng.choice(legal))
            assert not cut
        rewards.append(reward)
    assert len(seats) > 1
    assert game == "paohuzi" or any(rewards)  # random play at Paohuzi mostly ends in a draw game


def test_gymnasium_tables_in_lockstep() -> None:
    tables = vector("paohuzi", 3, bots=["greedy", "random"])
    rng = np.random.default_rng(0)
    _, infos = tables.reset(seed=1)
    finished = 0
    for _ in range(200):
        mask = infos["action_mask"]
        actions = [int(rng.choice(np.flatnonzero(row))) if row.any() else 0 for row in mask]
        _, rewards, over, _, infos = tables.step(actions)
        finished += over.sum()
        assert rewards.shape == (3,)
    assert finished > 3


def test_gymnasium_refuses_wrong_settings_and_steps() -> None:
    for wrong in ({"bots": "nobody"}, {"bots": ["random"]}, {"seat": 3}):
        with pytest.raises(UsageError):
            SeatEnv("paohuzi", **wrong)
    for wrong in ({"illegal": "never"}, {"illegal": []}, {"render_mode": "svg"}):
        with pytest.raises(UsageError, match=r"usage\.choice"):
            SeatEnv("paohuzi", **wrong)
    made = SeatEnv("paohuzi", bots="random")
    _, info = made.reset(options={"deal": 3})
    with pytest.raises(RuleError):
        made.step(int(info["action_mask"].argmin()))


def _aec():
    return PaijuEnv("paohuzi")


def _seat():
    return SeatEnv("paohuzi", bots="random")


def _seats():
    return vector("paohuzi", 2, bots="random")


def _table():
    return Table("paohuzi")


@pytest.mark.parametrize("wrong", [3.7, "0", True, np.float64(1), None, [0], np.bool_(1)], ids=repr)
@pytest.mark.parametrize("make", [_aec, _seat, _table])
def test_a_step_is_a_whole_number(make, wrong) -> None:
    made = make()
    made.reset(**({"number": 7} if make is _table else {"seed": 7}))
    before = made.table.legal() if make is not _table else made.legal()
    with pytest.raises(PaijuError):
        made.step(wrong)
    assert (made.table.legal() if make is not _table else made.legal()) == before


@pytest.mark.parametrize("whole", [np.int64, np.uint8, np.array, int], ids=lambda kind: kind.__name__)
def test_whole_numbers_of_every_type_are_steps_and_seeds(whole) -> None:
    made, agents, plain = _seat(), _aec(), _table()
    first, _ = made.reset(seed=whole(3))
    again, info = made.reset(seed=3)
    assert np.array_equal(first, again)
    made.step(whole(np.flatnonzero(info["action_mask"])[0]))
    agents.reset(seed=whole(3))
    agents.step(whole(agents.table.legal()[0]))
    plain.reset(whole(3))
    plain.step(whole(plain.legal()[0]))
    rows, _ = _seats().reset(seed=whole(3))
    assert np.array_equal(rows[0], again)
    assert SeatEnv("paohuzi", seat=np.int64(2)).seat == 2


@pytest.mark.parametrize("make", [_aec, _seat, _seats])
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"seed": -1}, "usage.number"), ({"seed": 3.0}, "usage.type"), ({"seed": "3"}, "usage.type"),
        ({"seed": True}, "usage.type"), ({"options": {"dael": 7}}, "usage.choice"), ({"options": {7: 7}}, "usage.choice"),
        ({"options": {"deal": 7.0}}, "usage.type"), ({"options": {"deal": "7"}}, "usage.type"),
        ({"options": {"deal": -7}}, "usage.number"),
    ],
)  # fmt: skip
def test_a_reset_that_cannot_be_is_refused_and_changes_nothing(make, given, code) -> None:
    made, other = make(), make()
    made.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(UsageError) as refused:
        made.reset(**given)
    assert refused.value.code == code
    if make is not _seats:
        made.reset()
        other.reset()
        assert np.array_equal(made.table.observe(0), other.table.observe(0))


def test_tables_in_lockstep_take_one_number_each() -> None:
    tables = _seats()
    tables.reset(seed=1)
    for call in (
        lambda: tables.step([0]),
        lambda: tables.step([0, [1]]),
        lambda: tables.reset(seed=[1, 2, 3]),
    ):
        with pytest.raises(UsageError, match=r"usage\.shape"):
            call()
    for wrong in (0, -1, 2.5, "2"):
        with pytest.raises(UsageError):
            vector("paohuzi", wrong)


@pytest.mark.parametrize("make", [_aec, _seat, _seats, _table])
def test_before_the_first_reset_nothing_can_be_done(make) -> None:
    made = make()
    with pytest.raises(UsageError, match=r"usage\.undealt"):
        made.step([0, 0] if make is _seats else 0)
    if make is _aec:
        with pytest.raises(UsageError, match=r"usage\.undealt"):
            made.observe("seat_0")


def test_only_its_own_agents_are_known() -> None:
    made = _aec()
    made.reset(seed=1)
    for call in (made.observe, made.observation_space, made.action_space):
        for wrong in ("seat_3", 0, None, []):
            with pytest.raises(UsageError, match=r"usage\.seat"):
                call(wrong)
    with pytest.raises(UsageError, match=r"usage\.choice"):
        PaijuEnv("paohuzi", render_mode="svg")


@pytest.mark.parametrize("again", [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))])
@pytest.mark.parametrize("make", [_aec, _seat])
def test_a_copied_environment_continues_like_its_original(make, again) -> None:
    made = make()
    made.reset(seed=5)
    counterpart = again(made)
    for _ in range(20):
        if made.table.turn < 0:
            break
        step = made.table.legal()[0]
        made.step(step)
        assert step in counterpart.table.legal()
        counterpart.step(step)
        assert np.array_equal(made.table.observe(0), counterpart.table.observe(0))
    made.reset()
    counterpart.reset()
    assert np.array_equal(made.table.observe(0), counterpart.table.observe(0))


@pytest.mark.parametrize("wrong", ["x", 1.5, -1, 10**30, [], {}, object(), float("nan")])
def test_any_input_to_an_environment_is_accepted_or_refused_with_a_code(wrong) -> None:
    made, agents = SeatEnv("paohuzi", bots="random"), PaijuEnv("paohuzi")
    made.reset(seed=1)
    agents.reset(seed=1)
    calls = [
        lambda: SeatEnv("paohuzi", seat=wrong), lambda: SeatEnv("paohuzi", bots=wrong), lambda: SeatEnv(wrong),
        lambda: made.reset(options={"deal": wrong}), lambda: agents.reset(options={"deal": wrong}),
        lambda: BatchEnv("paohuzi", batch=wrong), lambda: BatchEnv("paohuzi", batch=1, first=wrong),
        lambda: BatchEnv("paohuzi", batch=1, threads=wrong),
    ]  # fmt: skip
    for call in calls:
        with pytest.raises(PaijuError):
            call()
    steps = [lambda: made.step(wrong), lambda: agents.step(wrong)]
    steps += [] if wrong == {} or wrong == [] else [lambda: SeatEnv("paohuzi", wrong)]
    for call in steps:
        with suppress(PaijuError):
            call()


def test_pettingzoo_in_parallel_counts_the_step_of_the_agent_to_act(capsys) -> None:
    from pettingzoo.test import parallel_api_test

    parallel_api_test(parallel_env("paohuzi", illegal="default"), num_cycles=300)
    both, turns = parallel_env("paohuzi"), PaijuEnv("paohuzi")
    seen, _ = both.reset(seed=3)
    turns.reset(seed=3)
    rng = random.Random(3)
    while both.agents:
        acting = turns.agent_selection
        step = int(rng.choice(np.flatnonzero(seen[acting]["action_mask"])))
        seen, rewards, *_ = both.step({agent: step if agent == acting else 0 for agent in both.agents})
        turns.step(step)
        assert rewards == turns.rewards


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_what_a_seat_sees_is_rendered_as_text_and_as_pixels(game, capsys) -> None:
    for make in (partial(SeatEnv, game, bots="random"), partial(PaijuEnv, game)):
        text, pixels = make(render_mode="ansi"), make(render_mode="rgb_array")
        assert text.render() is pixels.render() is None
        text.reset(seed=1)
        pixels.reset(seed=1)
        legal = text.table.legal()
        assert text.config.space.text(legal[0]) in text.render()
        assert (pixels.render().shape, pixels.render().dtype) == ((630, 1200, 3), np.uint8)
        assert len(np.unique(pixels.render().reshape(-1, 3), axis=0)) > 10
        with pytest.raises(UsageError):
            make(render_mode="svg")
        people = make(render_mode="human")
        people.reset(seed=1)
        position, steps, *rest = capsys.readouterr().out.splitlines()
        assert (position.startswith("paiju.position("), steps, rest) == (True, text.render(), [])
        people.step(legal[0])
        text.step(legal[0])
        assert capsys.readouterr().out.splitlines()[-1] == text.render()
    gymnasium.make(IDS[game], bots="random", render_mode="rgb_array").close()


def test_the_engine_that_steps_is_named_and_a_module_in_the_name_registers_the_game() -> None:
    pytest.importorskip("numba")
    made = gymnasium.make("paiju.envs.gymnasium_env:paiju/Paohuzi-v1", bots="random")
    assert made.reset(seed=0)[1]["engine"] == "kernel"
    agents = PaijuEnv("paohuzi")
    agents.reset(seed=0)
    assert {info["engine"] for info in agents.infos.values()} == {"kernel"}
