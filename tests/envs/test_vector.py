"""The vector environment of Gymnasium inside the kernels: the deals of `BatchEnv` in the numbers of the action space."""

from __future__ import annotations

import copy
import pickle
import sys
from functools import cache
from importlib import import_module

import numpy as np
import pytest

from paiju.core.errors import PaijuError, RuleError, UsageError
from tests.envs.tables import EVERY

gymnasium = pytest.importorskip("gymnasium")

from paiju.envs.batch import BatchEnv  # noqa: E402 - only where its libraries are
from paiju.envs.gymnasium_env import IDS, KernelVectorEnv, SeatEnv  # noqa: E402 - only where its libraries are
from paiju.envs.pack import pack_of  # noqa: E402 - as the others

GAMES = ("baohuang", "paohuzi")


def a_step_each(env, rng):
    """A legal step at each table, 0 where the deal is over."""
    offsets = env.offsets
    return np.array(
        [
            env.legal[rng.integers(offsets[t], offsets[t + 1])] if offsets[t] < offsets[t + 1] else 0
            for t in range(env.num_envs)
        ]
    )


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_self_play_is_the_batch_environment_in_steps_of_the_action_space(game, options) -> None:
    env = KernelVectorEnv(1, game=game, options=options, opponents="self", autoreset_mode="SameStep")
    batch = BatchEnv(game, options, batch=1, first=77, actions=True)
    decode = import_module(f"paiju.kernels.{game}.actions").decode
    path_of = cache(lambda code: env.config.space.path(decode(code)))
    rng = np.random.default_rng(0)
    seen, info = env.reset(options={"deal": 77})
    for _ in range(150):
        count = int(batch.count[0])
        paths = [path_of(code) for code in batch.codes[:count].tolist()]
        assert np.array_equal(seen, batch.observation)
        assert (info["seat"][0], info["deal"][0]) == (batch.seat[0], batch.number[0])
        chosen = int(rng.integers(count))
        for depth, step in enumerate(paths[chosen]):
            wanted = {path[depth] for path in paths if path[:depth] == paths[chosen][:depth]}
            assert set(np.flatnonzero(info["action_mask"][0])) == wanted
            assert sorted(env.legal) == sorted(wanted)
            seen, rewards, over, _, info = env.step([step])
        acted = int(batch.seat[0])
        batch.step([chosen])
        assert over[0] == batch.done[0]
        if over[0]:
            assert info["returns"][0].tolist() == batch.returns[0].tolist()
            assert rewards[0] == batch.returns[0, acted]


@pytest.mark.parametrize("opponents", ["random", "greedy", "heuristic"])
@pytest.mark.parametrize("game", GAMES)
def test_only_the_learner_decides_and_it_receives_its_points(game, opponents) -> None:
    env = gymnasium.make_vec(IDS[game], num_envs=8, opponents=opponents, seat=1).unwrapped
    rng, ends = np.random.default_rng(1), 0
    _, info = env.reset(seed=4)
    for _ in range(60):
        _, rewards, over, cut, info = env.step(a_step_each(env, rng))
        assert not cut.any()
        assert set(info["seat"].tolist()) <= {1, -1}
        assert (info["seat"] == -1).tolist() == over.tolist()
        assert rewards.tolist() == info["returns"][:, 1].tolist()
        ends += int(over.sum())
    assert ends


@pytest.mark.parametrize("game", GAMES)
def test_threads_change_nothing(game) -> None:
    alone, shared = (KernelVectorEnv(5, game=game, opponents="heuristic", threads=n) for n in (1, 3))
    rng = np.random.default_rng(6)
    assert np.array_equal(alone.reset(seed=2)[0], shared.reset(seed=2)[0])
    for at in range(40):
        chosen = a_step_each(alone, rng)
        ours, theirs = alone.step(chosen), shared.step(chosen)
        assert all(np.array_equal(a, b) for a, b in zip(ours[:4], theirs[:4], strict=True))
        assert ours[4]["deal"].tolist() == theirs[4]["deal"].tolist()
        if at == 20:
            shared = pickle.loads(pickle.dumps(shared))
    shared.close()
    alone.step(chosen := a_step_each(alone, rng))
    shared.step(chosen)


def signatures():
    """Every compiled function of the package with what it was compiled for."""
    from numba.core.registry import CPUDispatcher

    return {
        (name, at): list(value.signatures)
        for name, module in sys.modules.items() if name.startswith("paiju.")
        for at, value in vars(module).items() if isinstance(value, CPUDispatcher)
    }  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_after_a_warm_up_no_environment_compiles_anything(game) -> None:
    for _, compile_it in import_module(pack_of(game).batch).STEPS:
        compile_it()
    before = signatures()
    rng = np.random.default_rng(5)
    for opponents in ("self", "random", "greedy", "heuristic"):
        env = KernelVectorEnv(2, game=game, opponents=opponents)
        env.reset(seed=1)
        env.step(a_step_each(env, rng))
    batch = BatchEnv(game, batch=4, actions=True, threads=2)
    batch.step(batch.count - 1)
    one = SeatEnv(game, bots=["random", *["greedy"] * (env.config.seats - 2)])
    _, info = one.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = one.step(int(info["action_mask"].argmax()))
    assert signatures() == before


@pytest.mark.parametrize("game", GAMES)
def test_both_modes_play_the_same_deals(game) -> None:
    """Always the first legal step: deal by deal the same points, whether the next deal comes at once or a step later."""

    def points(mode):
        env = KernelVectorEnv(3, game=game, opponents="greedy", autoreset_mode=mode)
        _, info = env.reset(seed=11)
        found = {}
        for _ in range(200):
            before, mask = info["deal"].copy(), info["action_mask"]
            _, rewards, over, _, info = env.step(mask.argmax(axis=1))
            for table in np.flatnonzero(over):
                found[int(before[table])] = float(rewards[table])
                if mode == "SameStep":
                    assert info["_final_obs"][table]
                    assert info["final_info"]["returns"][table, 0] == info["returns"][table, 0]
                    assert info["action_mask"][table].any()
                else:
                    assert not info["action_mask"][table].any()
        return found

    later, now = points("NextStep"), points("SameStep")
    both = later.keys() & now.keys()
    assert len(both) >= 3
    assert {deal: later[deal] for deal in both} == {deal: now[deal] for deal in both}


def test_tables_are_dealt_again_by_hand_where_nothing_else_does() -> None:
    env, rng = KernelVectorEnv(2, game="paohuzi", autoreset_mode="Disabled"), np.random.default_rng(2)
    _, info = env.reset(seed=5)
    over = np.zeros(2, bool)
    while not over.any():
        *_, over, _, info = env.step(a_step_each(env, rng))
    with pytest.raises(RuleError, match=r"action\.game_over"):
        env.step(a_step_each(env, rng))
    before = info["deal"].copy()
    _, info = env.reset(options={"reset_mask": over})
    assert (info["deal"] - before).tolist() == [2 * int(ended) for ended in over]
    env.step(a_step_each(env, rng))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_continues_like_its_original(game, again) -> None:
    env, rng = KernelVectorEnv(3, game=game, opponents="heuristic"), np.random.default_rng(3)
    env.reset(seed=1)
    for _ in range(5):
        env.step(a_step_each(env, rng))
    other = again(env)
    for _ in range(30):
        chosen = a_step_each(env, rng)
        ours, theirs = env.step(chosen), other.step(chosen)
        assert all(np.array_equal(a, b) for a, b in zip(ours[:4], theirs[:4], strict=True))
        assert np.array_equal(ours[4]["action_mask"], theirs[4]["action_mask"])


@pytest.mark.parametrize("game", GAMES)
def test_arrays_last_one_step_and_a_seed_repeats_all(game) -> None:
    env, rng = KernelVectorEnv(4, game=game, scaled=True, opponents="greedy"), np.random.default_rng(4)
    seen, info = env.reset(seed=9)
    mask, first = info["action_mask"], seen.copy()
    held = mask.copy()
    assert seen.shape == env.observation_space.shape
    assert env.observation_space.contains(seen)
    assert env.action_masks().dtype == bool
    env.step(a_step_each(env, rng))
    assert np.array_equal(mask, held)
    assert np.array_equal(env.reset(seed=9)[0], first)
    assert not np.array_equal(env.reset()[0], first)
    seeds = env.reset(seed=[9, 9, 9, 9])[0]
    assert np.array_equal(seeds[0], seeds[3])


def test_wrong_settings_and_steps_are_refused_and_change_nothing() -> None:
    for wrong in (
        {"opponents": "nobody"},
        {"illegal": "never"},
        {"autoreset_mode": "Always"},
        {"render_mode": "human"},
    ):
        with pytest.raises(UsageError, match=r"usage\.choice"):
            KernelVectorEnv(2, game="paohuzi", **wrong)
    for wrong in ({"seat": 3}, {"game": "chess"}):
        with pytest.raises(UsageError):
            KernelVectorEnv(2, **{"game": "paohuzi", **wrong})
    env = KernelVectorEnv(2, game="paohuzi")
    with pytest.raises(UsageError, match=r"usage\.undealt"):
        env.step([0, 0])
    _, info = env.reset(seed=1)
    held = info["action_mask"].copy()
    legal = held.argmax(axis=1)
    for steps, code in (
        ([legal[0]], "usage.shape"), ([float(legal[0]), 0.0], "usage.type"), ([legal[0], 61], "action.illegal"),
        ([legal[0], -1], "action.illegal"), ([legal[0], int(held[1].argmin())], "action.illegal"),
    ):  # fmt: skip
        with pytest.raises(PaijuError, match=code.replace(".", r"\.")):
            env.step(steps)
    assert np.array_equal(info["action_mask"], held)
    lenient = KernelVectorEnv(2, game="paohuzi", illegal="default")
    lenient.reset(seed=1)
    *_, replaced = lenient.step([legal[0], -1])
    *_, meant = env.step(legal)
    assert replaced["illegal"].tolist() == [False, True]
    assert np.array_equal(replaced["action_mask"], meant["action_mask"])


def test_stable_baselines_learns_at_these_tables_and_hears_how_deals_end() -> None:
    """A learner with masks takes no step that the kernel refuses; the mean of its deals is theirs."""
    library = pytest.importorskip("sb3_contrib")
    from paiju.envs.sb3_env import TablesVecEnv

    envs = TablesVecEnv("paohuzi", 8, opponents="greedy", seat=1)
    model = library.MaskablePPO(
        "MlpPolicy", envs, n_steps=64, batch_size=64, n_epochs=1, seed=3, device="cpu"
    )
    model.learn(1024)
    ended = list(model.ep_info_buffer)
    assert len(ended) > 10
    assert all(deal["l"] > 0 and float(deal["r"]).is_integer() for deal in ended)
    envs.seed(5)
    first = envs.reset()
    masks = envs.env_method("action_masks", indices=[2, 0])
    assert [mask.tolist() for mask in masks] == [envs.tables.action_masks()[at].tolist() for at in (2, 0)]
    envs.seed(5)
    assert np.array_equal(first, envs.reset())
    over = np.zeros(8, bool)
    while not over.any():
        steps = np.array([mask.argmax() for mask in envs.env_method("action_masks")])
        seen, rewards, over, infos = envs.step(steps)
    for table in range(8):
        assert ("episode" in infos[table]) == bool(over[table])
        if over[table]:
            assert infos[table]["episode"]["r"] == rewards[table]
            assert infos[table]["terminal_observation"].shape == seen[table].shape
            assert seen[table].any()
    assert envs.get_attr("num_envs", [1]) == [8]
    assert envs.env_is_wrapped(object) == [False] * 8
