"""Deals in lockstep: a deal does not depend on its batch, anchored play is the heuristic's, targets are the deal's points."""

import numpy as np
import pytest

from paiju.arena.baohuang import PLACE_POINTS
from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.net.features import BEST, ROLE
from paiju.bots.baohuang.net.lockstep import BOTH, NO_GUARD
from paiju.bots.baohuang.net.network import Network
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.networks import heuristic_choice, network_choice
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.rules import rules_for
from paiju.train.baohuang.selfplay import SelfPlayWorker, play_matches
from paiju.train.baohuang.tables import Tables
from paiju.train.selfplay import Round, WorkItem, deal_numbers, targets_of
from tests.train.running import chance_weights, trained

RULES, HEURISTIC = rules_for(GAME.options({})), weights_of(DEFAULT)
NEVER = 1e9


def played(numbers, choose, explore):
    tables = Tables(RULES, HEURISTIC, np.array(numbers), solos=0.5)
    rows = {number: [] for number in numbers}
    for questions, answers in tables.rounds(np.full(len(numbers), BOTH), explore):
        answers[:] = choose(questions)
        for i, question in enumerate(questions.questions):
            rows[numbers[question["table"]]].append(
                (questions.states[i].tolist(), questions.actions[answers[i]].tolist())
            )
    return {
        number: (rows[number], int(points)) for number, points in zip(numbers, tables.points, strict=True)
    }


def test_a_deal_does_not_depend_on_the_rest_of_its_batch(seed):
    numbers = deal_numbers(seed % 1000, 0, 12).tolist()
    network = Network(chance_weights(seed))

    def by_network(question):
        return network_choice(network, question, 0.05).rows

    for choose in (heuristic_choice, by_network):
        together = played(numbers, choose, 0.1)
        for number in numbers[::5]:
            assert played([number], choose, 0.1) == {number: together[number]}


def test_a_network_that_never_leaves_the_heuristic_plays_it(seed):
    strength = play_matches(trained(chance_weights(seed)), 10, NEVER, first=seed)
    assert strength.margin == (0.0, 0.0, 10)
    assert strength.parts["crown"].value == -strength.parts["people"].value


def test_a_random_network_loses(seed):
    strength = play_matches(trained(chance_weights(seed)), 60, 0.0, first=seed)
    assert strength.margin.value < -0.5


def test_samples_are_labelled_with_the_result_of_their_deal(seed):
    worker = SelfPlayWorker({}, seed % 1000, None, DEFAULT, 1.0)
    shard = worker.run(None, WorkItem(0, 0, 40, 0.05, 0.0)).samples
    again = worker.run(None, WorkItem(0, 0, 40, 0.05, 0.0)).samples
    assert all((a == b).all() for a, b in zip(shard, again, strict=True))
    assert len(shard.points) > 40 * 30
    assert (shard.targets == shard.points).all()
    assert set(shard.points.tolist()) <= {*range(-6, 7, 2), -8, 8}
    guards = shard.states[:, ROLE + 1] == 1
    assert (shard.guards[guards] == NO_GUARD).all()
    assert set(shard.guards[~guards].tolist()) <= {0, 1, 2, 3, NO_GUARD}
    people = shard.states[:, ROLE + 2] == 1
    known = shard.guards != NO_GUARD
    assert known[people].any()


def slow_targets(rounds, points, trace):
    """The same seat by seat, from the definition."""
    rows = {}
    for number, played in enumerate(rounds):
        for i, question in enumerate(played.questions):
            expected = None if played.worth is None else float(played.worth[i])
            own = (number, i, question["side"], question["explore"] >= 0, expected)
            rows.setdefault((int(question["table"]), int(question["seat"])), []).append(own)
    made = {}
    for (table, _), requested in rows.items():
        for j, (number, i, side, _, _) in enumerate(requested):
            target, weight = 0.0, 1.0
            for _, _, _, tried, expected in requested[j + 1 :]:
                stored = 0.0 if tried else trace
                target, weight = target + weight * (1 - stored) * expected, weight * stored
            made[number, i] = target + weight * side * points[table]
    return [made[key] for key in sorted(made)]


def test_targets_are_lambda_returns(seed, rng):
    network, trace = Network(chance_weights(seed)), rng.uniform(0.3, 0.95)
    tables = Tables(RULES, HEURISTIC, deal_numbers(seed % 1000, 0, 6))
    rounds = []
    for question, answers in tables.rounds(np.full(6, BOTH), 0.2):
        answers[:], worth, _ = network_choice(network, question, 0.1)
        rounds.append(Round(question.questions.copy(), question.states, question.actions[answers], worth))
    assert targets_of(rounds, tables.ends, (6, SEATS), trace).tolist() == pytest.approx(
        slow_targets(rounds, tables.points, trace), abs=1e-5
    )
    ends = np.concatenate(
        [tables.points[played.questions["table"]] * played.questions["side"] for played in rounds]
    )
    assert (targets_of(rounds, tables.ends, (6, SEATS), 1.0) == ends).all()


def test_place_points_are_those_of_the_arena():
    tables = Tables(RULES, HEURISTIC, np.arange(20), solos=0.5)
    for questions, answers in tables.rounds(np.full(20, BOTH)):
        answers[:] = heuristic_choice(questions)
    for state, points in zip(tables._tables["state"], tables.points, strict=True):
        own = PLACE_POINTS[state["places"][state["emperor"]]]
        guard = PLACE_POINTS[state["places"][state["guard"]]] if state["guard"] >= 0 else own
        assert points == own + guard


@pytest.mark.parametrize("anchor", [0.0, 0.01])
def test_the_choice_is_the_best_action_or_the_heuristics(anchor, seed):
    network = Network(chance_weights(seed))
    tables = Tables(RULES, HEURISTIC, deal_numbers(seed % 1000, 0, 5))
    left = 0
    for questions, answers in tables.rounds(np.full(5, BOTH)):
        answers[:] = network_choice(network, questions, anchor).rows
        for i, question in enumerate(questions.questions):
            rows = slice(question["first"], question["first"] + question["count"])
            values = network.values(
                questions.states[i : i + 1], questions.actions[rows], np.array([question["count"]])
            )
            best = int(values.argmax())
            gain = values[best] - values[question["best"]]
            if abs(gain - anchor) > 1e-4 and np.sort(values)[-2] < values[best] - 1e-4:
                assert answers[i] - question["first"] == (best if gain > anchor else question["best"])
                left += gain > anchor
    assert left


def test_trials_change_nothing_that_is_played(seed):
    weights, item = chance_weights(seed), WorkItem(0, 0, 6, 0.05, 0.1, tried=0.2, rivals=3)
    worker = SelfPlayWorker({}, seed % 1000, None, DEFAULT, 0.5)
    plain, tried = worker.run(weights, item._replace(tried=0.0)), worker.run(weights, item)
    again = SelfPlayWorker({}, seed % 1000, None, DEFAULT, 0.5).run(weights, item)
    assert all((a == b).all() for a, b in zip(plain.samples, tried.samples, strict=True))
    for one, other in zip(tried.advantages, again.advantages, strict=True):
        np.testing.assert_array_equal(one, other)
    assert not len(plain.advantages.gains)
    found = tried.advantages
    assert len(found.gains) > 10
    assert (found.actions[:, 0, BEST] == 1).all()
    assert (found.actions[:, 1:, BEST] == 0).all()
    assert np.nan_to_num(found.gains).any()
    assert (~np.isnan(found.gains) == found.actions[:, 1:].any(2)).all()
    request = {row.tobytes() for row in plain.samples.states}
    assert {row.tobytes() for row in found.states} <= request


def _replayed(number, at, choice):
    """The crown's points of a deal that the heuristic plays, but for one question: there `choice` is taken."""
    tables = Tables(RULES, HEURISTIC, np.array([number]), solos=0.5)
    for n, (question, answers) in enumerate(tables.rounds(np.full(1, BOTH))):
        answers[:] = choice if n == at else heuristic_choice(question)
    return int(tables.points[0])


def test_a_gain_is_the_difference_in_the_deals_result(seed):
    chance, differ = np.random.default_rng(seed), 0
    for number in deal_numbers(seed % 1000, 0, 3).tolist():
        tables = Tables(RULES, HEURISTIC, np.array([number]), solos=0.5)
        tried, stream = [], np.ones(1, np.int64)
        for questions, answers in tables.rounds(np.full(1, BOTH)):
            if not len(answers):
                continue
            values = chance.random(len(questions.actions), np.float32)
            rows, gains = tables.try_rivals(questions.questions, values, 3, stream)
            tried.append((questions.questions[0].copy(), rows[0], gains[0], values))
            answers[:] = heuristic_choice(questions)
        for at in chance.choice(len(tried), 6, replace=False):
            question, rows, gains, values = tried[at]
            others = [row for row in rows[1:] if row >= 0]
            assert rows[0] == question["best"]
            assert len({*rows[rows >= 0]}) == 1 + len(others) == min(4, question["count"])
            assert np.isnan(gains[len(others) :]).all()
            if len(others) == 3:  # the first two are those said to be worth most
                rest = [row for row in range(question["count"]) if row != rows[0]]
                assert {*others[:2]} == {*sorted(rest, key=lambda row: -values[row])[:2]}
            for row, gain in zip(others, gains, strict=False):
                assert gain == question["side"] * (_replayed(number, at, row) - int(tables.points[0]))
                differ += gain != 0
    assert differ
