"""Second thoughts: playouts against another way to play them, beliefs against numbers, and which rules they apply to."""

from dataclasses import asdict, replace

import numpy as np
import pytest

from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.compiled.sampling import look
from paiju.bots.baohuang.compiled.search import Budget, SearchBot, SearchRecord, begin_search, try_candidates
from paiju.bots.baohuang.net import search
from paiju.bots.baohuang.net.features import GAP, GAP_UNIT, VERSION
from paiju.bots.baohuang.net.lockstep import BOTH, Playouts
from paiju.bots.baohuang.net.network import Network, question_of
from paiju.bots.baohuang.net.search import Contest, MasterBot, Prior, SecondBudget, expectations
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.base import Rival, Thought
from paiju.games.baohuang import GAME
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Phase
from paiju.kernels.baohuang.actions import encode
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import fields, new
from paiju.train.baohuang.tables import Tables
from paiju.train.storage import write_tensors
from tests.bots_compiled.baohuang.test_search import questions
from tests.kernels.baohuang.driving import playing
from tests.playing import possible
from tests.strategies import PRESETS
from tests.train.running import chance_weights

NEVER = 1e9
OPTIONS = GAME.options({})
RULES, HEURISTIC = rules_for(OPTIONS), weights_of(DEFAULT)
QUICK = SecondBudget(deals=8, batch=4, first=Budget(deals=10, candidates=4))
ALONE = Budget(deals=10, candidates=4)


@pytest.fixture
def path(tmp_path, seed):
    """Weights of chance, as they are shipped."""
    card = {"features": VERSION, "options": {}, "parameters": asdict(DEFAULT), "anchor": 0.0}
    write_tensors(tmp_path / "w.safetensors", chance_weights(seed), card)
    return tmp_path / "w.safetensors"


def some(rng, share, deals):
    """A share of the questions of several deals: a single one may leave little to decide."""
    for _ in range(deals):
        yield from questions(playing(rng, OPTIONS), rng, share)


def records(view):
    return question_of(view, compile_rules(view.options))


def by_the_heuristic(question, codes, samples, seed):
    """What the search gets of the plays in some sampled deals: the first one's points, and what the others gain above it."""
    search = new(SearchRecord)
    begin_search(search, question.state, RULES, question.memory, HEURISTIC, 2)
    look(question.state[0], RULES[0], question.memory[0], HEURISTIC[0], search["hidden"][0])
    record = fields(search)
    record.codes[: len(codes)] = codes
    record.alive[:] = np.arange(len(record.alive)) < len(codes)
    try_candidates(search, RULES, HEURISTIC, samples, seed)
    return np.array([record.points, *record.gains[1 : len(codes)]])


def test_a_network_that_is_never_followed_plays_the_heuristic(rng, seed, monkeypatch):
    """In the same sampled deals as the search deals them, whatever else differs."""
    network = Network(chance_weights(seed))
    lanes = Playouts(network, HEURISTIC, NEVER, 3 * 8)
    tried = 0
    for _, view, legal in some(rng, 0.1, deals=100):
        monkeypatch.setattr(Playouts, "near", rng.choice([0.0, 0.6, NEVER]))
        question = records(view)
        codes = [encode(action) for action in rng.sample(list(legal), min(3, len(legal)))]
        lanes.look(question, RULES)
        points = np.concatenate([lanes.play(codes, 0, 5, seed), lanes.play(codes, 5, 8, seed)])
        record = fields(question.state)
        side = 1 if int(record.crown) >> int(record.turn) & 1 else -1
        gained = side * (points - np.where(np.arange(len(codes)), points[:, :1], 0)).sum(axis=0)
        assert gained.tolist() == by_the_heuristic(question, codes, 8, seed).tolist()
        tried += 1
        if tried > 20:
            return
    pytest.fail(f"only {tried} questions")


def test_plays_that_score_too_low_are_not_evaluated(seed):
    near, asked_about = 17 / GAP_UNIT - 1e-9, []  # all that is written down as 16 units or less
    for limit in (near, NEVER):
        tables, gaps = Tables(RULES, HEURISTIC, np.arange(seed, seed + 20)), []
        tables.near = limit
        for question, answers in tables.rounds(np.full(20, BOTH)):
            first = question.questions["first"]
            answers[:] = first + question.questions["best"]
            gaps.append(question.actions[:, GAP] / GAP_UNIT)
            if len(first):
                assert (question.questions["count"] > 1).all()
                assert (gaps[-1][answers] == 0).all()
        asked_about.append(np.concatenate(gaps))
    assert (asked_about[0] <= near).all()
    left = np.sort(asked_about[1])  # the same plays are made in both, so that the same questions come up
    assert (asked_about[0] > 0).sum() == ((left > 0) & (left <= near)).sum()
    assert (left > near).any()


def test_beliefs_match_precision_weighted_means(rng):
    """Against the precision-weighted mean, spreads and noise being what they are said to be."""
    budget = replace(QUICK, prior=Prior(spread=0.4, noise=2.0), drop=1e9)
    points = np.array([[rng.randrange(-6, 7) for _ in range(3)] for _ in range(40)])
    contest = Contest([5, 6, 7], [0.3, 0.1, 0.0], budget)
    contest.hear(points[:25])
    contest.hear(points[25:])
    means = {}
    for at, (code, expected) in enumerate([(5, 0.0), (6, -0.2), (7, -0.3)]):
        gains = points[:, at] - points[:, 0]
        variance = (gains.var() * 40 + 8 * 4.0) / 48 / 40
        means[code] = (expected / 0.16 + gains.mean() / variance) / (1 / 0.16 + 1 / variance)
    assert contest.leader == max(means, key=means.__getitem__)
    found = {
        code: contest._belief({c: points[:, i] for i, c in enumerate((5, 6, 7))}, code, 5)[0]
        for code in means
    }
    assert found == pytest.approx(means)


def test_a_trailing_candidate_is_dropped_and_the_leader_stays():
    contest = Contest([5, 6], [0.0, 0.0], QUICK)
    contest.hear(np.array([[4, -4]] * 30))
    assert contest.plays == [5] == [contest.leader]
    contest = Contest([5, 6], [0.0, 0.0], QUICK)
    contest.hear(np.array([[-4, 4]] * 30))
    assert contest.plays == [6] == [contest.leader]
    contest = Contest([5, 6], [0.1, 0.0], QUICK)
    contest.hear(np.array([[1, 1], [2, 2]]))
    assert contest.plays == [5, 6]
    assert contest.leader == 5


def test_both_judgements_count_and_an_unknown_play_counts_as_poor():
    thought = Thought(2, 1, 0.5, 0.1, (Rival(2, 0.6, 0.1, 60), Rival(3, -0.4, 0.1, 60)), 60)
    found = expectations(thought, {1: 0.0, 2: -0.1, 4: 0.8}, Prior(searched=0.5, valued=0.25))
    assert found == pytest.approx({1: 0.0, 2: 0.3 - 0.025, 3: -0.2 - 0.025, 4: -0.2 + 0.2})


def test_only_the_view_and_the_seed_decide(path, rng):
    """Neither hidden cards nor earlier questions; until it has thought otherwise twice than once."""
    old, changed = MasterBot(3, QUICK, ALONE, path), 0
    for _ in range(10):
        for _, view, legal in some(rng, 0.05, deals=6):
            counterpart = possible(GAME, view, rng)
            if counterpart is None:
                continue
            thought = old.think(view, legal)
            assert thought == MasterBot(3, QUICK, ALONE, path).think(
                GAME.view(counterpart, view.viewer), legal
            )
            changed += thought.choice != SearchBot(3, QUICK.first).think(view, legal).choice
        if changed:
            break
    assert changed, "never thought twice"


def test_the_clock_ends_the_search_after_a_batch(path, rng, monkeypatch):
    ticks = iter(range(10**6))
    monkeypatch.setattr(search, "perf_counter", lambda: next(ticks))
    played, twice, play = [], 0, Playouts.play

    def noted(self, codes, first, last, seed):
        played.append(first)
        return play(self, codes, first, last, seed)

    monkeypatch.setattr(Playouts, "play", noted)
    budget = replace(QUICK, deals=10**6, drop=NEVER, near=NEVER, seconds=1.5)
    bot = MasterBot(0, budget, ALONE, path)
    for _, view, legal in some(rng, 0.1, deals=4):
        ticks = iter(range(10**6))
        played.clear()
        bot.think(view, legal)
        assert played in ([], [0, 4])  # nothing where there is one play worth a thought
        twice += bool(played)
    assert twice


@pytest.mark.parametrize(
    "preset",
    [pytest.param(preset, marks=pytest.mark.long if at % 5 else ()) for at, preset in enumerate(PRESETS)],
)
def test_the_bot_plays_every_preset(preset, path, rng):
    state = GAME.deal(GAME.options({"preset": preset}), rng.randbytes(32))
    bot = MasterBot(0, replace(QUICK, deals=4, first=Budget(deals=4, candidates=3)), ALONE, path)
    while seats := GAME.actors(state):
        legal = GAME.legal_actions(state, seats[0])
        action = bot.choose(GAME.view(state, seats[0]), legal)
        assert action in legal
        state, _ = GAME.apply(state, seats[0], action)


def test_without_usable_weights_the_master_is_the_plain_search(path, tmp_path, rng):
    other = GAME.options({"preset": "moegirl"})
    for options, bot in (
        (OPTIONS, MasterBot(1, QUICK, ALONE, tmp_path / "none")), (other, MasterBot(1, QUICK, ALONE, path)),
    ):  # fmt: skip
        state = playing(rng, options)
        assert state.phase is Phase.PLAY
        for _, view, legal in questions(state, rng, 0.2):
            assert bot.think(view, legal) == SearchBot(1, ALONE).think(view, legal)
