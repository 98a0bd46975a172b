"""The batch environment follows the rules: the same deals, actions and observations."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from paiju.core.errors import PaijuError, RuleError, UsageError
from paiju.envs import baohuang as observations_baohuang
from paiju.envs import paohuzi as observations_paohuzi
from paiju.envs.batch import BatchEnv
from paiju.games.baohuang import GAME as BAOHUANG
from paiju.games.baohuang.cards import cards_of
from paiju.games.baohuang.state import Layout, Phase
from paiju.games.paohuzi import GAME as PAOHUZI
from paiju.kernels.baohuang.adapter import from_law
from tests.kernels.paohuzi.states import to_law

PAOHUZI_SETS = [
    *({"preset": name} for name in PAOHUZI.presets()),
    {"seats": 4},
    {"one_five_ten": True, "bi": False},
]
# Where threes are bought before play, the rule `plain` plays a different deal than the rules engine.
BAOHUANG_SETS = [
    *({"preset": name} for name in BAOHUANG.presets() if name != "five-threes"),
    {"preset": "moegirl-threes", "deck": "205", "low_last_none": "next_rank"},
    {"show_hand_counts": False},
]


def drawn_indices(env, rng):
    return (rng.random(env.batch) * env.count).astype(np.int64)


@pytest.mark.parametrize("options", PAOHUZI_SETS)
def test_batches_of_paohuzi_follow_the_rules(options) -> None:
    env, rng = BatchEnv("paohuzi", options, batch=4, actions=True), np.random.default_rng(0)
    states = [to_law(env._tables.tables["state"][i : i + 1].copy(), env.options) for i in range(4)]
    ends = 0
    for _ in range(60):
        chosen = drawn_indices(env, rng)
        for table, law in enumerate(states):
            seat = int(env.seat[table])
            assert seat == PAOHUZI.actors(law)[0]
            legal = PAOHUZI.legal_actions(law, seat)
            texts = [env.text(table, i) for i in range(env.count[table])]
            assert texts == [PAOHUZI.action_text(law, action) for action in legal]
            expected = observations_paohuzi.encode(PAOHUZI.view(law, seat))
            assert _same(env, table, expected)
            states[table], _ = PAOHUZI.apply(law, seat, legal[chosen[table]])
        env.step(chosen)
        for table in np.flatnonzero(env.done):
            assert tuple(env.returns[table]) == PAOHUZI.returns(states[table])
            states[table] = to_law(env._tables.tables["state"][table : table + 1].copy(), env.options)
            ends += 1
    assert ends


def _same(env, table, expected) -> bool:
    if np.array_equal(env.observation[table], expected):
        return True
    ours, laws = env.layout.named(env.observation[table]), env.layout.named(expected)
    wrong = [name for name in ours if not np.array_equal(ours[name], laws[name])]
    raise AssertionError({name: (ours[name].tolist(), laws[name].tolist()) for name in wrong})


def _law_of(env, table):
    """The rules engine's deal of the same cards, its phases before play by the rule `plain`; None where that is another."""
    track, state = (env._tables.tables[table][name] for name in ("track", "state"))
    hands = tuple(cards_of(tuple(map(int, track["drawn"][seat]))) for seat in range(5))
    law = BAOHUANG.deal(env.options, Layout(hands, int(state["first_drawer"])))
    while law.phase is not Phase.PLAY:
        if law.phase is Phase.OVER:
            return None
        seat = law.queue[0]
        law, _ = BAOHUANG.apply(law, seat, BAOHUANG.legal_actions(law, seat)[0])
    counterpart = from_law(law)
    names = ("emperor", "guard", "called", "turn", "planes", "jokers", "multiplier", "lows")
    return law if all(np.array_equal(counterpart[0][name], state[name]) for name in names) else None


@pytest.mark.parametrize("options", BAOHUANG_SETS)
def test_batches_of_baohuang_follow_the_rules(options) -> None:
    env, rng = BatchEnv("baohuang", options, batch=8, actions=True), np.random.default_rng(1)
    states = [_law_of(env, table) for table in range(8)]
    assert sum(law is not None for law in states) >= 3
    ends = decisions = 0
    for _ in range(100):
        chosen = drawn_indices(env, rng)
        for table, law in enumerate(states):
            if law is not None:
                seat = int(env.seat[table])
                assert BAOHUANG.actors(law) == (seat,)
                legal = BAOHUANG.legal_actions(law, seat)
                assert len(legal) == env.count[table]
                assert env.text(table, int(chosen[table])) == BAOHUANG.action_text(law, legal[chosen[table]])
                assert _same(env, table, observations_baohuang.encode(BAOHUANG.view(law, seat)))
                states[table], _ = BAOHUANG.apply(law, seat, legal[chosen[table]])
                decisions += 1
        env.step(chosen)
        for table in np.flatnonzero(env.done):
            if states[table] is not None:
                assert tuple(env.returns[table]) == BAOHUANG.returns(states[table])
                ends += 1
            states[table] = None
    assert decisions > 100


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_deals_do_not_depend_on_batch_size_and_threads(game) -> None:
    """Always the first action: deal by deal the same returns, however the deals are shared out."""

    def played(**more):
        env = BatchEnv(game, first=1000, observe=False, **more)
        found, before = {}, env.number.copy()
        while len(found) < 24 or any(number not in found for number in range(1000, 1012)):
            env.step(np.zeros(env.batch, np.int64) if game == "paohuzi" else env.count - 1)
            for table in np.flatnonzero(env.done):
                found[int(before[table])] = tuple(env.returns[table])
            before = env.number.copy()
        env.close()
        return {number: found[number] for number in range(1000, 1012)}

    one = played(batch=4)
    assert played(batch=12, threads=3) == one
    assert played(batch=1) == one


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_features_describe_the_actions(game) -> None:
    env, rng = BatchEnv(game, batch=16, actions=True), np.random.default_rng(2)
    verb = env.feature_names.index("verb")
    verbs = ("pass", "defer", "play") if game == "baohuang" else ("pass", "hu", "pong", "discard", "eat")
    for _ in range(30):
        assert env.offsets[-1] == env.count.sum()
        for table in range(16):
            for index in range(env.count[table]):
                row = env.features[env.offsets[table] + index]
                text = env.text(table, index)
                assert text.split()[0] == verbs[row[verb]]
                if game == "baohuang":
                    assert row[env.feature_names.index("cards")] == len(text.split()) - 1
                elif text.startswith("eat"):
                    assert row[env.feature_names.index("sets")] == len(text.split()) - 1
        env.step(drawn_indices(env, rng))


def test_wrong_actions_and_settings_are_refused() -> None:
    env = BatchEnv("paohuzi", batch=3)
    before = env.observation.copy()
    for wrong in ([0, 0, 99], [-1, 0, 0]):
        with pytest.raises(RuleError) as refused:
            env.step(wrong)
        assert refused.value.code == "action.illegal"
    assert np.array_equal(env.observation, before)
    for settings in ({"batch": 0}, {"threads": 0}, {"first": -1}):
        with pytest.raises(UsageError):
            BatchEnv("paohuzi", **settings)
    assert env.state_bytes > 0


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ([0, 0], "usage.shape"), ([0, 0, 0, 0], "usage.shape"), (0, "usage.shape"), ([[0, 0, 0]], "usage.shape"),
        ([0, 0, [0]], "usage.shape"), ([0.5, 0, 0], "usage.type"), (["0", "0", "0"], "usage.type"),
        ([True, False, False], "usage.type"), ([None, 0, 0], "usage.type"), ([2**70, 0, 0], "usage.type"),
        (np.array([2**63, 0, 0], np.uint64), "action.illegal"),
    ],
)  # fmt: skip
def test_actions_are_one_whole_number_a_table(chosen, code) -> None:
    env = BatchEnv("paohuzi", batch=3)
    before = env.observation.copy()
    with pytest.raises(PaijuError) as refused:
        env.step(chosen)
    assert refused.value.code == code
    assert np.array_equal(env.observation, before)


def test_settings_are_whole_numbers_of_any_type_and_texts_are_of_actions_listed() -> None:
    env = BatchEnv("paohuzi", batch=np.int64(2), first=np.uint8(9), threads=np.int32(1), actions=True)
    assert env.number.tolist() == [9, 10]
    env.reset(np.int64(4))
    assert env.number.tolist() == [4, 5]
    assert env.text(1, int(env.count[1]) - 1)
    for table, index in ((2, 0), (-1, 0), (0, int(env.count[0])), (0, -1), (0.0, 0), ("0", 0)):
        with pytest.raises(UsageError):
            env.text(table, index)
    for wrong in ({"batch": True}, {"batch": 2.0}, {"first": "1"}, {"options": "pagat"}, {"options": 7}):
        with pytest.raises(UsageError):
            BatchEnv("paohuzi", **wrong)
    with pytest.raises(UsageError):
        BatchEnv("paohuzi", batch=1).text(0, 0)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("paohuzi", {}), ("paohuzi", {"threads": 2, "actions": True}), ("baohuang", {"threads": 2}),
        ("baohuang", {"actions": True, "observe": False}),
    ],
)  # fmt: skip
def test_a_copy_has_its_own_arrays_and_continues_like_its_original(game, more, again) -> None:
    env = BatchEnv(game, batch=6, first=3, **more)
    rng = np.random.default_rng(1)
    for _ in range(5):
        env.step(drawn_indices(env, rng))
    counterpart = again(env)
    held = copy.deepcopy(_arrays(env))
    assert all(np.array_equal(held[name], array) for name, array in _arrays(counterpart).items())
    counterpart.step(counterpart.count - 1)
    assert all(np.array_equal(held[name], array) for name, array in _arrays(env).items())
    with pytest.raises(RuleError):
        counterpart.step(counterpart.count)
    env.step(env.count - 1)
    for _ in range(40):
        assert all(
            np.array_equal(mine, theirs)
            for mine, theirs in zip(_arrays(env).values(), _arrays(counterpart).values(), strict=True)
        )
        chosen = drawn_indices(env, rng)
        env.step(chosen)
        counterpart.step(chosen)
    env.close()
    env.close()
    env.reset()
    counterpart.reset()
    assert np.array_equal(env.count, counterpart.count)
    assert not any(
        np.shares_memory(mine, theirs)
        for mine, theirs in zip(_arrays(env).values(), _arrays(counterpart).values(), strict=True)
        if mine.size
    )


def _arrays(env):
    """What is to be read of an environment."""
    rows = env.offsets[-1]
    return {
        "observation": env.observation, "seat": env.seat, "count": env.count, "done": env.done, "returns": env.returns,
        "number": env.number, "offsets": env.offsets, "codes": env.codes[:rows], "features": env.features[:rows],
    }  # fmt: skip


def test_a_reset_repeats_the_deals() -> None:
    env = BatchEnv("baohuang", batch=5, first=7)
    before = env.observation.copy()
    env.step(np.zeros(5, np.int64))
    env.reset()
    assert np.array_equal(env.observation, before)
    env.reset(8)
    assert np.array_equal(env.observation[0], before[1])


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_actions_have_the_numbers_of_the_action_space(game) -> None:
    env, rng = BatchEnv(game, batch=8, actions=True), np.random.default_rng(1)
    for _ in range(40):
        mask = env.mask()
        for table in range(env.batch):
            paths = [env.steps(table, index) for index in range(env.count[table])]
            assert np.flatnonzero(mask[table]).tolist() == sorted({path[0] for path in paths})
            texts = [env.text(table, index) for index in range(env.count[table])]
            assert all(
                env.space.text(path[0]) == text
                for path, text in zip(paths, texts, strict=True)
                if len(path) == 1 and game == "paohuzi"
            )
        env.step((rng.random(env.batch) * env.count).astype(np.int64))
    with pytest.raises(UsageError):
        BatchEnv(game, batch=2).mask()
