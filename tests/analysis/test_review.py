"""Reviews: parts add up, the same record has the same review, planted errors are found."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count

import pytest

import paiju
from paiju.analysis.review import QUICK, STANDARD, Marks, Verdict, review
from paiju.analysis.review.model import pack_of
from paiju.arena.simulate import play_deal
from paiju.bots.base import make_bot
from paiju.core.record import Recorder
from paiju.games.baohuang.state import Phase
from paiju.kernels import missing
from tests.drawing import often, rounds
from tests.playing import ByBots

pytestmark = pytest.mark.skipif(bool(missing()), reason="reviews need numba")
LIGHT = replace(QUICK, candidates=2, first=4, second=6, most=12, before=2, open=2)
GAMES = paiju.available()


def record_of(game, rng, bots=("greedy", "heuristic"), deals=1, **options):
    """A record of some deals between bots."""
    chosen = game.options(options)
    seats = game.seats_of(chosen)
    names = [bots[seat % len(bots)] for seat in range(seats)]
    recorder = Recorder(game, chosen, names)
    carry = None
    for _ in range(deals):
        players = [make_bot(name, rng.getrandbits(32)) for name in names]
        state = recorder.begin(rng.randbytes(32), [b""] * seats, carry)[-1].state
        while actors := game.actors(state):
            actions = game.legal_actions(state, actors[0])
            action = players[actors[0]].choose(game.view(state, actors[0]), actions)
            state = recorder.act(state, actors[0], action)[-1].state
        carry = game.carry(state)
    return recorder.record


def presets_of(name, rng, number):
    return rng.sample(list(paiju.load(name).presets()), number)


@pytest.mark.parametrize("name", GAMES)
@rounds(1, 4)
def test_the_parts_of_a_result_add_up_to_it_without_rounding(name, part, rng, tell):
    game = paiju.load(name)
    for preset in presets_of(name, rng, 1):
        tell(preset)
        found = review(game, record_of(game, rng, deals=often(1, 2), preset=preset), depth=LIGHT)
        assert len(found.deals) == often(1, 2) * game.seats_of(game.options({"preset": preset}))
        for deal in found.deals:
            assert deal.parts.total == deal.result == deal.curve[-1]
            assert deal.parts.cards == deal.curve[0]
            assert deal.parts.own + deal.parts.others == deal.result - deal.parts.cards - deal.parts.chance


def test_the_heuristics_choice_is_judged_alone_when_there_are_too_many_to_list(monkeypatch, rng):
    """Of thousands of returns only its first choice is tried: who took it has nothing to be compared with."""
    monkeypatch.setattr("paiju.bots.advice._MOST_LISTED", 1)
    monkeypatch.setattr("paiju.analysis.baohuang.review._FEW", 1)
    game = paiju.load("baohuang")
    record = record_of(game, rng, bots=["heuristic"], deals=2, preset="moegirl-threes")
    found = review(game, record, depth=LIGHT)
    before = [one for deal in found.deals for one in deal.decisions if one.phase != Phase.PLAY]
    assert before
    assert all(one.loss == 0 and one.best == one.played for one in before)


@pytest.mark.parametrize("name", GAMES)
def test_a_review_of_one_seat_alone_repeats_that_of_all_byte_for_byte(name, rng):
    game = paiju.load(name)
    record = record_of(game, rng)
    whole = review(game, record, depth=LIGHT).to_json()
    alone = review(game, record, [1], LIGHT).to_json()
    assert json.dumps(alone["deals"]) == json.dumps([deal for deal in whole["deals"] if deal["seat"] == 1])


@pytest.mark.parametrize("name", GAMES)
def test_a_review_lists_exactly_the_decisions_with_a_choice(name, rng):
    game = paiju.load(name)
    record = record_of(game, rng)
    heard = []
    found = review(game, record, depth=LIGHT, progress=lambda done, total: heard.append((done, total)))
    state = game.deal(game.options(record.options), record.deals[0].seed, None)
    expected = []
    for index, (seat, text) in enumerate(record.deals[0].actions):
        if len(game.legal_actions(state, seat)) > 1:
            expected.append((index, seat, text))
        state, _ = game.apply(state, seat, game.parse_action(state, seat, text))
    reported = sorted((one.index, one.seat, one.played) for deal in found.deals for one in deal.decisions)
    assert reported == expected
    assert heard == [(done, len(expected)) for done in range(1, len(expected) + 1)]


def test_a_loss_is_named_only_beyond_two_and_a_half_standard_errors():
    marks = Marks(0.5, 1.0, 2.0)
    named = [marks.verdict(loss, 0.19) for loss in (0.0, 0.45, 0.5, 0.99, 1.0, 1.99, 2.0, 9.0)]
    assert [str(one) for one in named] == [
        "good", "good", "inaccuracy", "inaccuracy", "mistake", "mistake", "blunder", "blunder",
    ]  # fmt: skip
    assert marks.verdict(9.0, 3.6) is Verdict.GOOD


def questions(game, rng, options, bots="heuristic"):
    """Questions with a choice from deals between bots: state, seat, actions."""
    for _ in count():
        deal = game.deal(options, rng.randbytes(32))
        players = [make_bot(bots, rng.getrandbits(32)) for _ in range(game.seats_of(options))]
        for state, seat, _, actions, _ in ByBots(game, deal, players):
            if len(actions) > 1 and rng.random() < 0.2:
                yield state, seat, actions


def loss(reviewer, view, actions, played, seed):
    """What an action gives away, by one reviewer; 0 where they say nothing."""
    seen = reviewer.judge(view, actions, played, seed)
    return seen.best.gain if seen and seen.best else 0.0


@pytest.mark.parametrize("name", GAMES)
def test_a_planted_error_is_called_a_bad_decision(name, rng, tell):
    """What loses twice the mark of a blunder in other deals, and in more of them, is named.

    A short look, in deals of its own, finds where such a one may be; most errors are too small for this question.
    """
    game = paiju.load(name)
    options = game.options({})
    pack = pack_of(options)
    deep = pack.reviewer(options, replace(STANDARD, candidates=3, first=16, second=512))
    judge, glance = (
        pack.reviewer(options, STANDARD),
        pack.reviewer(options, replace(QUICK, first=6, second=12)),
    )
    for state, seat, actions in questions(game, rng, options, "greedy"):
        if state.phase not in ("play", "claim", "discard"):
            continue
        view, planted = game.view(state, seat), rng.choice(list(actions[:30]))
        if any(loss(one, view, actions, planted, 1) < 2 * pack.marks.blunder for one in (glance, deep)):
            continue
        tell((seat, game.action_text(state, planted)))
        seen = judge.judge(view, actions, planted, 2)
        assert seen is not None
        assert seen.best is not None
        assert pack.marks.verdict(seen.best.gain, seen.best.error) is not Verdict.GOOD
        return


def test_the_heuristics_points_with_open_cards_match_the_rules(rng):
    """The first of the players that value a state is the heuristic itself: the rules engine plays it out alike."""
    from paiju.bots.baohuang.compiled.matches import Settler

    game = paiju.load("baohuang")
    for preset in ("pagat-scored", "moegirl", "weihai"):
        options = game.options({"preset": preset})
        state = game.deal(options, rng.randbytes(32))
        bots = [make_bot("heuristic", 0) for _ in range(5)]
        while state.phase not in (Phase.PLAY, Phase.OVER):
            seat = game.actors(state)[0]
            actions = game.legal_actions(state, seat)
            state, _ = game.apply(state, seat, bots[seat].choose(game.view(state, seat), actions))
        if state.phase is Phase.OVER:
            continue
        end, _ = play_deal(game, state, bots)
        assert Settler(options, 1).returns(state) == tuple(map(float, game.returns(end)))


def test_open_values_of_paohuzi_keep_known_cards_in_place_and_sum_to_zero(rng):
    game = paiju.load("paohuzi")
    options = game.options({})
    worth = pack_of(options).reviewer(options, LIGHT)
    for state, seat, actions in questions(game, rng, options, "greedy"):
        assert sum(worth.open_value(state, 7)) == 0
        assert sum(worth.open_value_after(state, seat, actions[0], 7)) == 0
        if len(state.stock) <= 2:  # the bottom card lies open: nothing is left to shuffle
            assert worth.open_value(state, 7) == worth.open_value(state, 8)
            break
