"""The table of an environment: deals follow the rules, whichever seat is prompted."""

from __future__ import annotations

import pickle
import random
from copy import copy
from itertools import pairwise

import numpy as np
import pytest

import paiju
from paiju.core.errors import RuleError, UsageError
from paiju.envs.pack import games
from paiju.envs.seeds import RANGES, deal_seed
from paiju.envs.table import Config, Table, seat_bots
from paiju.games.paohuzi import GAME as PAOHUZI
from tests.drawing import often
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
    """The rules engine's own deal with the same answers is the same deal."""
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
                    if seat in _actors(law, state):
                        law, _ = PAOHUZI.apply(law, seat, action)
            state, _ = pace.go_on(state, answers)
        assert law == state
        assert law.result is not None


def _actors(law, state):
    """Whom the rules engine still asks about the same card."""
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
    for number in range(often(1, 2)):
        table.reset(number)
        while table.turn >= 0:
            if is_looked_at(table.state, rng):
                seat = table.turn
                other = table.determinized(seat, rng)
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
                drawn = {bool(pace.determinized(view, rng).window.asked) for _ in range(4)}
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
        pickle.dumps(table.determinized(table.turn, rng))


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


def _both(game, options, **more) -> tuple[Table, Table]:
    return tuple(Table(Config(game, options, fast=fast), **more) for fast in (True, False))


def _same(one: Table, other: Table) -> None:
    assert (one.turn, one.legal(), one.returns()) == (other.turn, other.legal(), other.returns())


def _play_alike(one: Table, two: Table, rng: random.Random) -> None:
    """Play the deals of both to the end by the same random steps; they look the same all the way."""
    while two.turn >= 0:
        _same(one, two)
        if rng.random() < 0.1:
            _all_see_the_same(one, two)
        step = rng.choice(two.legal())
        one.step(step)
        two.step(step)
    _same(one, two)


def _all_see_the_same(one: Table, other: Table) -> None:
    for seat in range(one.config.seats):
        assert np.array_equal(one.observe(seat), other.observe(seat))


def _play_both(game, options, deals, rng) -> None:
    """Deals one after another, each taking over from the last: in the kernel and by the rules."""
    fast, slow = _both(game, options, chained=True)
    assert (fast.config.engine, slow.config.engine) == ("kernel", "rules")
    for number in deals:
        fast.reset(number)
        slow.reset(number)
        _play_alike(fast, slow, rng)
        _all_see_the_same(fast, slow)
        assert fast.history.digest() == slow.history.digest()
        assert fast.state == slow.state


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_the_kernel_plays_and_shows_a_deal_as_the_rules_do(game, options) -> None:
    pytest.importorskip("numba")
    _play_both(game, options, range(2), random.Random(4))


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), [*EVERY, *FOUR])
def test_the_kernel_plays_and_shows_many_deals_as_the_rules_do(game, options) -> None:
    pytest.importorskip("numba")
    _play_both(game, options, range(100, 160), random.Random(5))


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_the_kernel_refuses_what_the_rules_refuse_and_stays_as_it_was(game) -> None:
    pytest.importorskip("numba")
    rng = random.Random(6)
    fast, slow = _both(game, {})
    with pytest.raises(UsageError):
        fast.step(0)
    fast.reset(3)
    slow.reset(3)
    while slow.turn >= 0:
        legal = slow.legal()
        for wrong in (-1, slow.config.space.size, rng.randrange(slow.config.space.size)):
            if wrong not in legal:
                errors = []
                for table in (fast, slow):
                    with pytest.raises(RuleError) as refused:
                        table.step(wrong)
                    errors.append((refused.value.code, refused.value.facts))
                assert errors[0] == errors[1]
        _same(fast, slow)
        step = rng.choice(legal)
        fast.step(step)
        slow.step(step)
    with pytest.raises(RuleError) as over:
        fast.step(0)
    assert over.value.code == "action.game_over"


@pytest.mark.parametrize(("game", "options"), [("baohuang", {"preset": "moegirl"}), ("paohuzi", {})])
def test_a_copy_inside_the_kernel_goes_on_alone_and_a_stored_one_as_it_was(game, options) -> None:
    pytest.importorskip("numba")
    rng = random.Random(7)
    table = Table(game, options)
    table.reset(5)
    while table.turn >= 0:
        if rng.random() < 0.05:
            legal, seen = table.legal(), table.observe(table.turn)
            other, stored = table.copy(), pickle.loads(pickle.dumps(table))
            play(other, rng)
            assert (table.legal(), stored.legal()) == (legal, legal)
            for one in (table, stored):
                assert np.array_equal(one.observe(one.turn), seen)
            assert stored.history.digest() == table.history.digest()
        table.step(rng.choice(table.legal()))


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_redrawn_cards_are_played_in_the_kernel_as_by_the_rules(game) -> None:
    pytest.importorskip("numba")
    rng = random.Random(8)
    fast, slow = _both(game, {})
    fast.reset(2)
    slow.reset(2)
    while slow.turn >= 0:
        if rng.random() < 0.03:
            one, two = (table.determinized(table.turn, rng) for table in (fast, slow))
            two._deal, two._history = copy(one._deal), one._history.copy()  # the same cards, by the rules
            _play_alike(one, two, rng)
        step = rng.choice(slow.legal())
        fast.step(step)
        slow.step(step)


@pytest.mark.parametrize("bot", ["random", "greedy", "normal"])
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_bots_answer_in_the_kernel_as_they_do_by_the_rules(game, bot) -> None:
    pytest.importorskip("numba")
    fast, slow = _both(game, {})
    for number in range(1 if bot == "normal" else 4):
        for table in (fast, slow):
            table.reset(number)
            bots = seat_bots(game, dict.fromkeys(range(table.config.seats), bot), number)
            table.answers(bots)
        assert fast.history.digest() == slow.history.digest()


def test_a_game_without_a_kernel_is_played_by_the_rules(monkeypatch) -> None:
    config = Config("paohuzi")
    monkeypatch.setattr("paiju.envs.table.missing", lambda: ("numba",))
    assert config.engine == "rules"
