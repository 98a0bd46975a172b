"""Plays of Bao Huang after a call with two cards, in which there may be two guards, are judged like any other."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

import paiju
from paiju.analysis.baohuang.review import TwoGuards
from paiju.analysis.review import QUICK
from paiju.analysis.review.model import pack_of
from paiju.bots.baohuang.compiled.memory import memory_of
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.base import make_bot
from paiju.games.baohuang.phases.transfers import EVERYBODY
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Phase
from paiju.kernels import missing
from paiju.kernels.records import fields

GAME = paiju.load("baohuang")
NEEDS_NUMBA = pytest.mark.skipif(bool(missing()), reason="reviews need numba")
LIGHT = replace(QUICK, first=16, second=16, most=16, before=2)


def questions(rng, part=0.2):
    """Plays with a choice, in deals in which everybody declined and the first holder had to call with two cards."""
    preset = rng.choice(["pagat-scored", "moegirl", "five-threes"])
    options = GAME.options(
        {"preset": preset, "guard_by": "called", "abdication_full_circle": "two_card_call"}
    )
    bots = [make_bot("heuristic", seat) for seat in range(5)]
    while True:
        state = GAME.deal(options, rng.randbytes(32))
        while actors := GAME.actors(state):
            seat, actions = actors[0], GAME.legal_actions(state, actors[0])
            view = GAME.view(state, seat)
            if state.phase is Phase.PLAY:
                if not view.pair:
                    break
                if len(actions) > 1 and rng.random() < part:
                    yield state, view, actions
            declined = next((one for one in actions if one.verb == "abdicate"), None)
            chosen = actions[0] if len(actions) == 1 else bots[seat].choose(view, actions)
            state, _ = GAME.apply(state, seat, declined or chosen)


def deals_of(view):
    return TwoGuards(view, fields(memory_of(view, compile_rules(view.options), DEFAULT)).odds)


def test_deals_fit_what_the_seat_knows_and_have_one_guard_or_two(rng, tell):
    met = set()
    for _, view, actions in questions(rng):
        tell(view.viewer)
        deals = deals_of(view)
        for number in range(4):
            state = deals.deal(number)
            again = GAME.view(state, view.viewer)
            assert (again.hand, again.sizes, again.played) == (view.hand, view.sizes, view.played)
            assert again.roles == view.roles or view.viewer == view.emperor
            assert list(GAME.legal_actions(state, view.viewer)) == list(actions)
            assert view.shown <= set(state.roles.guards)
            met.add(len(state.roles.guards))
        if {1, 2} <= met:
            return


def test_the_seat_that_the_play_points_to_is_the_guard_more_often(rng):
    """As often as the odds say, compared with another seat that is as free to be guard.

    Within 0.2: in a thousand deals, 0.1 is five standard errors.
    """
    for state, view, _ in questions(rng):
        hidden = [seat for seat, role in enumerate(view.roles) if role is None]
        if state.roles.shown or len(hidden) < 3 or view.tricks:
            continue
        even, odds = [0.0] * 5, [0.0] * 5
        odds[hidden[-1]] = 2.0 / DEFAULT.suspicion

        def share(odds, view=view, hidden=hidden):
            deals = TwoGuards(view, odds)
            return sum(hidden[-1] in deals.deal(number).roles.guards for number in range(1000)) / 1000

        assert share(odds) > share(even) + 0.1
        return


@NEEDS_NUMBA
def test_gains_match_playouts_of_the_sampled_deals_under_the_rules(rng, tell):
    """The rules engine does each of the plays in the sampled deals, and what follows is played out with open cards: two guards count with the crown.

    What the viewer alone knows of others is left out: in a playout everybody knows what they know.
    """
    from paiju.bots.baohuang.compiled.matches import Settler

    for _, seen, actions in islice(questions(rng), 8):
        view = replace(seen, known=tuple(token for token in seen.known if token.viewer == EVERYBODY))
        reviewer = pack_of(view.options).reviewer(view.options, LIGHT)
        played = rng.choice(list(actions))
        tell((view.viewer, played))
        seed = rng.getrandbits(30)
        found = reviewer.beside(view, list(actions)[:20], played, seed, 2)
        assert found is not None
        deals, settler, expected = deals_of(view), Settler(view.options, 1), []
        for number in range(2):
            sampled = deals.deal((seed << 20) + number)
            points = {
                one: points_after(settler, sampled, view.viewer, one) for one in [played, *actions[:20]]
            }
            expected.append({one: points[one] - points[played] for one in points})
        for choice in found:
            gains = [one[choice.action] for one in expected]
            assert choice.gain == pytest.approx(sum(gains) / 2)


def points_after(settler, sampled, seat, action):
    """Place points of the seat's side once it has done something and everybody has played on."""
    state, _ = GAME.apply(sampled, seat, action)
    of_crown = {state.roles.emperor, *state.roles.guards}
    if state.phase is Phase.OVER:
        points = sum(6 - 2 * state.result.places[one] for one in of_crown)
    else:
        points = settler.crown_points(state)
    return points if seat in of_crown else -points


@NEEDS_NUMBA
def test_plays_are_judged_and_a_gift_is_named(rng, tell):
    """Among random plays some lose points by far, and what is judged twice is judged alike."""
    pack = None
    for _, view, actions in questions(rng, 0.5):
        if pack is None:
            pack = pack_of(view.options)
            reviewer = pack.reviewer(view.options, replace(QUICK, first=32, second=96, most=96, before=4))
        played = rng.choice(list(actions)[:40])
        tell((view.viewer, played))
        seed = rng.getrandbits(30)
        compared = reviewer.judge(view, list(actions), played, seed)
        assert compared is not None
        assert compared == reviewer.judge(view, list(actions), played, seed)
        if compared.best and pack.marks.verdict(compared.best.gain, compared.best.error) != "good":
            return
