"""Every action of Bao Huang is one moment, and a draw that can stop is hidden from its start."""

from __future__ import annotations

from paiju.core.game import Pause, whole
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import CROWN
from paiju.games.baohuang.state import Phase, State
from tests.drawing import with_option
from tests.strategies import COMPARED, random_carry, random_deal, random_options, random_seed, walk


def same(one: State, other: State) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in COMPARED)


def test_every_action_is_one_moment(rng):
    for _ in range(4):
        options = with_option(random_options(rng), "cut", False)
        for step in walk(random_deal(rng, options), rng):
            (moment,) = GAME.moments(step.before, step.seat, step.action)
            assert moment.events == step.events
            assert same(moment.state, step.after)
            assert (moment.pause is Pause.VEILED) is (step.after.phase is Phase.DRAW)


def test_a_deal_is_one_moment_when_the_draw_cannot_stop(rng):
    options, seed = with_option(random_options(rng), "crown_during_draw", False), random_seed(rng)
    (moment,) = GAME.opening_moments(options, seed)
    assert moment.events == GAME.opening(moment.state)
    assert moment.pause is Pause.NONE
    assert same(moment.state, GAME.deal(options, seed))


def test_a_draw_that_can_stop_is_hidden_from_its_start(rng):
    """All of it, whether it stops or not; after a cut where the table cuts."""
    stopped = set()
    for number in range(60):
        given = {"preset": "moegirl", "crown_during_draw": True, "cut": number % 2 == 0}
        options, seed = GAME.options(given), random_seed(rng)
        carry = random_carry(rng, options)
        moments = GAME.opening_moments(options, seed, carry)
        if options.cut:
            (moment,) = moments
            assert moment.pause is Pause.NONE
            (seat,) = GAME.actors(moment.state)
            cut = rng.choice(GAME.legal_actions(moment.state, seat))
            moments = GAME.moments(moment.state, seat, cut)
            assert whole(moments).events == GAME.apply(moment.state, seat, cut)[1]
        veil, last = moments
        assert (veil.pause, veil.events, veil.cards) == (Pause.VEILED, (), int(options.deck))
        assert GAME.actors(veil.state) == ()
        assert {sum(hand) for hand in veil.state.hands} == {0}
        is_stopped = last.state.phase is Phase.DRAW
        assert (last.pause, last.cards) == (
            (Pause.VEILED, int(options.deck)) if is_stopped else (Pause.NONE, 0)
        )
        stopped.add(is_stopped)
    assert stopped == {True, False}


def test_only_taking_the_crown_ends_the_hidden_draw(rng):
    """Taken, it is no secret any more; a player who lets it pass reveals nothing."""
    questions = 0
    for _ in range(30):
        state = GAME.deal(GAME.options({"preset": "moegirl", "crown_during_draw": True}), random_seed(rng))
        for seat in GAME.actors(state):
            for action in GAME.legal_actions(state, seat):
                drawing = state.phase is Phase.DRAW
                assert GAME.ends_pause(state, seat, action) is (drawing and action == CROWN)
                questions += drawing
    assert questions
