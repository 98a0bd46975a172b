"""What the network of Paohuzi reads: the view alone, numbers that are right, and the policy's own choice."""

from functools import partial

import numpy as np
import pytest

from paiju.bots.base import Reason, make_bot
from paiju.bots.networks import starts
from paiju.bots.paohuzi import advice
from paiju.bots.paohuzi.advice import reasons
from paiju.bots.paohuzi.compiled.matches import expected, weights
from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.bots.paohuzi.levels import net as net_bot
from paiju.bots.paohuzi.net.features import ACTION, ACTION_SIZE, STATE, STATE_SIZE, VERSION, question
from paiju.bots.paohuzi.net.network import PLAN, Judge
from paiju.core.errors import UsageError
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import HU
from paiju.games.paohuzi.cards import KINDS
from paiju.games.paohuzi.state import Phase, Source
from paiju.kernels.paohuzi.actions import decode
from paiju.kernels.paohuzi.adapter import from_law, from_view
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, new_actions
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import new
from paiju.train.storage import write_tensors
from tests.bots_compiled.paohuzi.test_policies import PRESETS, moments
from tests.train.running import chance_weights

small_weights = partial(chance_weights, widths=(24, 16, 8), shapes=PLAN.shapes)

PLACES = [
    {field.name: slice(at, at + field.size) for field, at in zip(fields, starts(fields), strict=False)}
    for fields in (STATE, ACTION)
]
NEVER = 1e9


def ask(records, options, view):
    """The actions, the vectors and the policy's choice."""
    codes, sizes, best = new_actions(), np.zeros(MOST_SEATS, np.int64), np.zeros(1, np.int64)
    sizes[: len(view.sizes)] = view.sizes
    vector, plays = np.zeros(STATE_SIZE, np.uint8), np.zeros((MOST_ACTIONS, ACTION_SIZE), np.uint8)
    many = question(
        records, rules_for(options), sets_for(options), view.viewer, sizes, weights("expected"), new(WorkRecord), codes,
        vector, plays, best,
    )  # fmt: skip
    return [decode(code) for code in codes[:many]], vector.tolist(), plays[:many].tolist(), int(best[0])


@pytest.mark.parametrize("preset", PRESETS)
def test_hidden_cards_change_nothing(preset, rng, tell):
    """The deal as it is, one dealt again, and one that is only a view have the same features."""
    options, differing = GAME.options({"preset": preset}), 0
    for state, seat, _ in moments(rng, options, 3):
        view = GAME.view(state, seat)
        tell(view)
        displayed = ask(from_view(view), options, view)
        assert ask(from_law(state), options, view) == displayed
        other = GAME.determinize(view, rng)
        differing += other.hands != state.hands
        assert ask(from_law(other), options, view) == displayed
    assert differing


@pytest.mark.parametrize("preset", PRESETS)
def test_the_marked_choice_is_the_policys(preset, rng):
    options, bot, questions = GAME.options({"preset": preset}), expected(0), 0
    for state, seat, legal in moments(rng, options, 4):
        view = GAME.view(state, seat)
        actions, _, plays, best = ask(from_view(view), options, view)
        if HU in legal:
            assert actions == [HU]
            continue
        assert actions == list(legal)
        assert actions[best] == bot.choose(view, legal)
        assert [row[PLACES[1]["best"]] for row in plays].index([1]) == best
        assert plays[best][PLACES[1]["gap"]] == [0]
        questions += 1
    assert questions


def test_vectors_hold_numbers_worked_out_from_the_view(rng):
    """Some numbers worked out from the view alone."""
    states, actions = PLACES
    options = GAME.options({})
    for state, seat, legal in moments(rng, options, 4):
        view = GAME.view(state, seat)
        if HU in legal:
            continue
        found, vector, plays, _ = ask(from_view(view), options, view)
        held = np.array(vector[states["held"]]).reshape(KINDS, 3)
        assert held.sum(1).tolist() == [min(many, 3) for many in view.hand]
        for i in (1, 2):
            at = (seat + i) % 3
            assert vector[states[f"size{i}"]] == [view.sizes[at]]
            assert vector[states[f"sets{i}"]] == [len(view.melds[at])]
            thrown = [
                sum(left.thrown and left.card == kind for left in view.piles[at]) for kind in range(KINDS)
            ]
            assert vector[states[f"thrown{i}"]] == thrown
        assert vector[states["left"]] == [view.left]
        assert vector[states["discard"]] == [view.source is None]
        for action, row in zip(found, plays, strict=True):
            verbs = ["pass", "pong", "eat", "discard"]
            assert row[actions["verb"]] == [int(action.verb == verb) for verb in verbs]
            if action.verb == "discard":
                assert row[actions["copies"]] == [view.hand[action.cards[0]]]
            if action.verb == "eat":
                assert sum(row[actions["laid"]]) == 3 * row[actions["sets"]][0] == 3 * len(action.sets)


def test_a_judge_chooses_the_action_worth_most(seed, rng):
    options = GAME.options({})
    judge, bot, left = Judge(small_weights(seed), options), expected(0), 0
    for state, seat, legal in moments(rng, options, 3):
        view = GAME.view(state, seat)
        judged = judge.judge(view)
        assert judged.choice(NEVER) == bot.choose(view, legal)
        choice = judged.choice(0.0)
        assert choice in legal
        if judged.points:
            assert judged.points[judged.actions.index(choice)] == max(judged.points)
            left += choice != judged.choice(NEVER)
            assert judge.takers().sum(1) == pytest.approx(1)
            assert judge.network.hands(judge._state[None]).shape == (1, 2, KINDS, 3)
    assert left


def test_a_judge_knows_the_rules_of_its_training(seed):
    judge = Judge(small_weights(seed), GAME.options({}))
    assert judge.fits(GAME.options({}))
    assert not judge.fits(GAME.options({"min_hu": 12}))


def test_without_usable_weights_the_bot_plays_expected(tmp_path, seed, rng):
    """Without weights, and under other rules; with them it is the judge's choice at the card's anchor."""
    path = tmp_path / "w.safetensors"
    card = {"features": VERSION, "options": {}, "anchor": 0.0}
    write_tensors(path, small_weights(seed), card)
    net, bare, policy = net_bot(0, path), net_bot(0, tmp_path / "none"), expected(0)
    judge, left = Judge(small_weights(seed), GAME.options({})), 0
    for preset in ("akagiri", "huaihua"):
        for state, seat, legal in moments(rng, GAME.options({"preset": preset}), 3):
            view = GAME.view(state, seat)
            choice = policy.choose(view, legal)
            assert bare.choose(view, legal) == choice
            wanted = judge.judge(view).choice(0.0) if preset == "akagiri" else choice
            assert net.choose(view, legal) == wanted
            left += wanted != choice
    assert left


def test_weights_of_another_version_are_refused(tmp_path, seed):
    path = tmp_path / "w.safetensors"
    write_tensors(path, small_weights(seed), {"features": VERSION + 1, "options": {}, "anchor": 0.0})
    with pytest.raises(UsageError, match=r"usage\.weights"):
        net_bot(0, path)


def thrown(rng):
    """Views of seats that throw a card, the action, and how far behind the seat sits who takes it in that deal, 0 if none does."""
    state = GAME.deal(GAME.options({}), rng.randbytes(32))
    bots = [make_bot("expected", seat) for seat in range(3)]
    open_throw, before = None, ()
    while True:
        if open_throw and not (
            GAME.actors(state) and state.phase is Phase.CLAIM and state.window.source is Source.THROWN
        ):
            view, action = open_throw
            behind = [(view.viewer + after) % 3 for after in range(3)]
            winner = state.result.winner if state.result else None
            took = [
                at
                for at in (1, 2)
                if len(state.melds[behind[at]]) > before[behind[at]] or winner == behind[at]
            ]
            yield view, action, took[0] if took else 0
            open_throw = None
        if not (seats := GAME.actors(state)):
            return
        view, legal = GAME.view(state, seats[0]), GAME.legal_actions(state, seats[0])
        action = bots[seats[0]].choose(view, legal) if len(legal) > 1 else legal[0]
        if len(legal) > 1 and action.verb == "discard":
            open_throw, before = (view, action), tuple(map(len, state.melds))
        state, _ = GAME.apply(state, seats[0], action)


def test_hints_predict_how_often_and_by_whom_a_discard_is_claimed(rng):
    """Compared with the rules: as many are taken as the chances say, and they fit the two seats better than if these changed places."""
    said, came = [], []
    while len(said) < 150:
        for view, action, took in thrown(rng):
            said.append(advice._takers(view)[action])
            came.append(took)
    chances, rows = np.array(said), np.arange(len(said))
    nobody, taken = chances[:, 0], np.count_nonzero(came)
    doubt = 5 * np.sqrt((nobody * (1 - nobody)).sum()) + 0.05 * len(came)
    assert abs(len(came) - taken - nobody.sum()) < doubt
    right, wrong = chances[rows, came], chances[:, [0, 2, 1]][rows, came]
    assert np.log(right).sum() > np.log(wrong).sum()
    texts = reasons(view, action, (0.2, 0.1, 0.7)), reasons(view, action, (0.996, 0.004, 0.0))
    assert texts[0][1] == Reason("likely_taken", {"seat": (view.viewer + 2) % 3, "percent": 70})
    assert texts[1][1] == Reason("hardly_taken", {"percent": 99})
