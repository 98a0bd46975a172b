"""The table of an environment: deals follow the rules, whoever is asked."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise

import numpy as np
import pytest

import paiju
from paiju.core.errors import RuleError, UsageError
from paiju.envs.pack import games
from paiju.envs.seeds import RANGES, deal_seed
from paiju.envs.table import Config, Table
from paiju.games.paohuzi import GAME as PAOHUZI
from tests.envs.tables import EVERY, is_looked_at, play

FOUR = [
    ("paohuzi", {"seats": 4}),
    ("paohuzi", {"preset": "chenzhou"}),
    ("paohuzi", {"heavenly_shown_card": "off"}),
]


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_every_deal_ends_with_the_returns_of_the_rules(game, options) -> None:
    rng = random.Random(1)
    table = Table(game, options, chained=True)
    for number in range(3):
        table.reset(number)
        play(table, rng)
        assert table.turn == -1
        assert table.legal() == ()
        assert len(table.returns()) == table.config.seats
        assert table.config.game.actors(table.state) == ()


@pytest.mark.parametrize(("game", "options"), [e for e in EVERY if e[0] == "paohuzi"] + FOUR)
def test_asking_every_seat_does_not_change_the_deal(game, options) -> None:
    """The law's own deal with the same answers is the same deal."""
    config = Config(game, options)
    pace, rng = config.pace, random.Random(2)
    for number in range(8):
        state = pace.deal(config.options, deal_seed(number), None)
        law = PAOHUZI.deal(config.options, deal_seed(number))
        while seats := pace.seats(state):
            answers = tuple((seat, rng.choice(pace.actions(state, seat))) for seat in seats)
            if state.window is None or state.window.asked:
                assert law == state
                for seat, action in answers:
                    if seat in _asked(law, state):
                        law, _ = PAOHUZI.apply(law, seat, action)
            state, _ = pace.go_on(state, answers)
        assert law == state
        assert law.result is not None


def _asked(law, state):
    """Whom the law still asks about the same card."""
    if state.window is None:
        return (state.turn,)
    same = law.window is not None and law.window.offers == state.window.offers and law.stock == state.stock
    return law.window.asked if same else ()


def test_every_seat_is_asked_about_every_open_card() -> None:
    config = Config("paohuzi")
    pace, rng = config.pace, random.Random(3)
    quiet = 0
    for number in range(5):
        state = pace.deal(config.options, deal_seed(number), None)
        while seats := pace.seats(state):
            window = state.window
            if window is not None and str(window.source) == "drawn":
                assert len(seats) == 3
                assert seats[0] == window.seat
                quiet += not window.asked
            if window is not None and str(window.source) == "thrown":
                assert len(seats) == 2
            state, _ = pace.go_on(state, tuple((s, rng.choice(pace.actions(state, s))) for s in seats))
    assert quiet > 20


def test_answers_stay_hidden_until_all_have_answered() -> None:
    table = Table("paohuzi")
    rng = random.Random(4)
    for number in range(5):
        table.reset(number)
        while table.turn >= 0:
            state = table.state
            seen = {seat: table.observe(seat) for seat in range(3)}
            table.step(rng.choice(table.legal()))
            if table.state is state:
                for seat in range(3):
                    assert np.array_equal(table.observe(seat), seen[seat])


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_a_sampled_table_has_the_same_view_for_its_seat(game, options) -> None:
    rng = random.Random(5)
    table = Table(game, options, chained=True)
    differ = 0
    for number in range(2):
        table.reset(number)
        while table.turn >= 0:
            if is_looked_at(table.state, rng):
                seat = table.turn
                other = table.imagined(seat, rng)
                assert other.turn == seat
                assert other.legal() == table.legal()
                assert other.taken == table.taken
                assert np.array_equal(other.observe(seat), table.observe(seat))
                differ += other.state != table.state
            table.step(rng.choice(table.legal()))
    assert differ


def test_sampled_deals_vary_in_which_seat_has_a_claim() -> None:
    """Of one moment that may or may not have a claim, both kinds are drawn."""
    config, rng = Config("paohuzi"), random.Random(7)
    pace, seen = config.pace, set()
    for number in range(200):
        state = pace.deal(config.options, deal_seed(number), None)
        while seats := pace.seats(state):
            if len(seats) > 1 and not state.window.offers[seats[0]]:
                view = config.game.view(state, seats[0])
                drawn = {bool(pace.imagined(view, rng).window.asked) for _ in range(4)}
                seen.add((bool(state.window.asked), len(drawn)))
                if seen >= {(True, 2), (False, 2)}:
                    return
            state, _ = pace.go_on(state, tuple((s, rng.choice(pace.actions(state, s))) for s in seats))
    pytest.fail(f"never drawn: {seen}")


def test_a_step_that_is_not_offered_is_refused() -> None:
    table = Table("baohuang")
    table.reset(0)
    before = table.legal()
    for number in (-1, table.config.space.size, next(n for n in range(99) if n not in before)):
        with pytest.raises(RuleError) as refused:
            table.step(number)
        assert refused.value.code == "action.illegal"
    assert table.legal() == before
    play(table, random.Random(0))
    with pytest.raises(RuleError) as refused:
        table.step(0)
    assert refused.value.code == "action.game_over"


def test_whole_actions_can_be_taken_in_one_call() -> None:
    table = Table("baohuang")
    table.reset(0)
    while table.turn >= 0:
        table.act(table.actions()[0])
    assert sum(table.returns()) == 0
    with pytest.raises(RuleError):
        table.act("pass")


@pytest.mark.parametrize(("game", "options"), [("paohuzi", {}), ("baohuang", {"preset": "moegirl"})])
def test_a_table_can_be_stored_at_any_moment(game, options) -> None:
    rng = random.Random(6)
    table = Table(game, options, chained=True)
    assert pickle.loads(pickle.dumps(table)).state is None
    table.reset(0)
    while table.turn >= 0:
        if rng.random() < 0.05 or (table.taken and rng.random() < 0.2):
            again = pickle.loads(pickle.dumps(table))
            assert again.legal() == table.legal()
            assert again.taken == table.taken
            assert again.turn == table.turn
            assert np.array_equal(again.observe(table.turn), table.observe(table.turn))
        table.step(rng.choice(table.legal()))
    table.reset(0)
    with pytest.raises(AssertionError):
        pickle.dumps(table.imagined(table.turn, rng))


def test_copies_are_independent() -> None:
    table = Table("paohuzi")
    table.reset(0)
    other = table.copy()
    play(other, random.Random(0))
    assert other.turn == -1
    assert table.turn >= 0


def test_a_number_always_names_the_same_deal_and_is_checked() -> None:
    first, second = Table("baohuang"), Table("baohuang")
    first.reset(5)
    second.reset(5)
    assert first.state.hands == second.state.hands
    for number in (-1, 1 << 62):
        with pytest.raises(UsageError):
            first.reset(number)


def test_the_ranges_do_not_overlap() -> None:
    in_order = sorted(RANGES.values(), key=lambda numbers: numbers.start)
    assert all(before.stop <= after.start for before, after in pairwise(in_order))


def test_every_game_has_a_learning_pack() -> None:
    assert games() == paiju.available()
