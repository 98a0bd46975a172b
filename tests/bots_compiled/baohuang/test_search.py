"""The search: what it may know, that a seed decides it, when it stops, and that it is worth its time."""

from collections import deque
from dataclasses import replace
from itertools import chain, count

import numpy as np
import pytest

from paiju.arena.figures import mean_of
from paiju.bots import anchored
from paiju.bots.baohuang.compiled import search
from paiju.bots.baohuang.compiled.search import FEW_LEFT, LATE, Budget, SearchBot, seed_of
from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import FIRST_JOKER
from paiju.games.baohuang.state import Phase
from paiju.kernels.baohuang.actions import decode
from paiju.train.baohuang import tune
from tests.bots_compiled.baohuang.contests import Contest, Player
from tests.bots_compiled.baohuang.test_matches import WEIRD
from tests.drawing import often
from tests.kernels.baohuang.driving import options_for, playing
from tests.playing import ByBots, possible
from tests.strategies import BUNDLES, bundled, random_options

QUICK = Budget(deals=20, candidates=6)


def questions(state, rng, often):
    """Views with a choice, and what is legal, of a deal that the heuristic plays."""
    players = [HeuristicBot(seat) for seat in range(5)]
    while state.phase is Phase.PLAY:
        seat = state.turn
        view, legal = GAME.view(state, seat), GAME.legal_actions(state, seat)
        if len(legal) > 1 and rng.random() < often:
            yield state, view, legal
        state, _ = GAME.apply(state, seat, players[seat].choose(view, legal))


def test_only_the_view_decides_an_action(rng):
    """In another deal that looks the same to a seat a new bot of the same seed thinks the same."""
    for _ in range(often(1, 2)):
        for _, view, legal in questions(playing(rng, options_for(rng)), rng, 0.1):
            counterpart = possible(GAME, view, rng)
            if counterpart is None:
                continue
            again, allowed = GAME.view(counterpart, view.viewer), GAME.legal_actions(counterpart, view.viewer)
            assert again == view
            thoughts = [SearchBot(7, QUICK).think(v, a) for v, a in ((view, legal), (again, allowed))]
            assert thoughts[0] == thoughts[1]
            assert SearchBot(7, QUICK).choose(view, legal) == SearchBot(7, QUICK).choose(again, allowed)


def test_the_seed_decides_and_earlier_questions_do_not(rng):
    """A bot that played the whole deal thinks as one that has just sat down; another seed sees other sampled deals."""
    old, seen = {}, set()
    for _ in range(often(2, 4)):
        for _, view, legal in questions(playing(rng, GAME.options({})), rng, 0.15):
            bot = old.setdefault(view.viewer, SearchBot(view.viewer, QUICK))
            thought = bot.think(view, legal)
            assert thought == SearchBot(view.viewer, QUICK).think(view, legal)
            if thought.rivals:
                seen.add(thought == SearchBot(view.viewer + 99, QUICK).think(view, legal))
    assert False in seen


@pytest.mark.parametrize(
    "preset",
    [
        pytest.param(preset, marks=pytest.mark.long if number % 3 else ())
        for number, preset in enumerate(GAME.presets())
    ],
)
def test_every_preset_is_played_to_the_end(rng, preset):
    _play_on(GAME.deal(GAME.options({"preset": preset}), rng.randbytes(32)))


def test_rare_rules_are_played_to_the_end(rng):
    """Bombs, twos that fill, ranks that go last, calls, and what no preset brings together."""
    for bundle in rng.sample(BUNDLES, 4):
        _play_on(playing(rng, bundled(rng, random_options(rng), bundle)))


def _play_on(state):
    players = [SearchBot(seat, Budget(deals=4, candidates=3)) for seat in range(5)]
    deque(ByBots(GAME, state, players), maxlen=0)


def test_the_search_leaves_its_anchor_only_for_a_sure_gain(rng):
    """In deals that are played until it has been left: a single one may leave little to decide."""
    stubborn, eager = replace(QUICK, z=1e9), replace(QUICK, z=-1e9, drop=1e9, sure=1e9)
    left = 0
    for _ in range(20):
        for _, view, legal in questions(playing(rng, GAME.options({})), rng, 0.3):
            slow = HeuristicBot(0).choose(view, legal)
            thought = SearchBot(1, stubborn).think(view, legal)
            assert decode(thought.choice) == decode(thought.anchor) == slow
            thought = SearchBot(1, eager).think(view, legal)
            left += thought.choice != thought.anchor
            found = {rival.code: rival for rival in thought.rivals}
            if thought.choice in found:
                assert found[thought.choice].deals == QUICK.deals
        if left:
            break
    assert left


def test_passing_is_always_a_candidate_and_no_candidate_is_tried_twice(rng):
    for _, view, legal in questions(playing(rng, options_for(rng)), rng, 0.3):
        thought = SearchBot(1, QUICK).think(view, legal)
        if thought is None or not thought.rivals:
            continue
        tried = [thought.anchor, *(rival.code for rival in thought.rivals)]
        late = view.top is None and sum(view.hand) <= FEW_LEFT
        assert len(set(tried)) == len(tried) <= QUICK.candidates * (LATE if late else 1)
        assert all(decode(code) in legal for code in tried)
        assert legal[0].cards or 0 in tried


def test_late_in_a_deal_leads_beyond_the_heuristics_are_tried(rng):
    """A rank with two jokers beside it, and cards left; earlier only one joker."""
    found = {True: 0, False: 0}
    question = chain.from_iterable(questions(playing(rng, GAME.options({})), rng, 0.5) for _ in count())
    for _, view, legal in question:
        if view.top is None:
            thought = SearchBot(1, replace(QUICK, deals=1, candidates=12)).think(view, legal)
            for rival in thought.rivals if thought else ():
                cards = decode(rival.code).cards
                found[sum(view.hand) <= FEW_LEFT] += cards[0] < FIRST_JOKER <= cards[-2:][0]
        if found[True]:
            break
    assert not found[False]


def test_the_clock_is_read_every_eight_sampled_deals(rng, monkeypatch):
    """However slow the machine is: the time between two looks is that of eight sampled deals."""
    question = chain.from_iterable(questions(playing(rng, GAME.options({})), rng, 1.0) for _ in count())
    for looks in (1, 5):
        ticks = count()
        for module in (search, anchored):
            monkeypatch.setattr(module, "perf_counter", lambda ticks=ticks: next(ticks))
        bot = SearchBot(1, Budget(deals=1 << 18, drop=1e9, sure=1e9, seconds=looks - 0.5))
        thoughts = (bot.think(view, legal) for _, view, legal in question)
        assert next(thought for thought in thoughts if thought.rivals).deals == 8 * looks


def test_dropping_a_candidate_does_not_change_the_others(rng):
    """Who is tried to the end is tried in the same sampled deals as if nobody had been dropped."""
    patient = replace(QUICK, deals=160, drop=1e9, sure=1e9)
    tried = []
    for _ in range(2):
        for _, view, legal in questions(playing(rng, GAME.options({})), rng, 0.15):
            slow, quick = (
                SearchBot(1, one).think(view, legal) for one in (patient, replace(patient, drop=1.5))
            )
            for whole, rival in zip(slow.rivals, quick.rivals, strict=True):
                tried.append(rival.deals)
                assert whole.deals == patient.deals
                if rival.deals == patient.deals:
                    assert rival == whole
    assert min(tried) < patient.deals == max(tried)


def test_every_question_samples_its_own_deals():
    seeds = [seed_of(1, seat, trick) for seat in range(5) for trick in range(200)]
    assert len({seed >> 20 for seed in seeds}) == len(seeds)
    assert all(0 <= seed < 1 << 60 for seed in seeds)


def test_a_search_that_never_leaves_its_anchor_plays_the_heuristics_match(seed):
    options, stubborn = GAME.options({}), Budget(deals=4, candidates=3, z=1e9)
    pairs = often(1, 2)
    played = tune.Matches(options).play(DEFAULT, WEIRD, range(seed, seed + pairs)).tolist()
    expected = [tuple(pair) for pair in played]
    for budgets in ((stubborn, None), (None, stubborn)):
        first, second = Player(budgets[0], DEFAULT), Player(budgets[1], WEIRD)
        contest = Contest(options, first, second)
        assert [contest.play_pair(seed + i) for i in range(pairs)] == expected
        for player, budget in zip((first, second), budgets, strict=True):
            assert bool(player.seconds) == bool(budget)
            assert player.left == 0


def test_a_contest_repeats(seed):
    """Of two searches that leave their anchors, whatever the contest played before."""
    options = GAME.options({})
    first, second = (
        Player(Budget(deals=6, candidates=3, z=0.0)),
        Player(Budget(deals=6, candidates=3, z=0.0), WEIRD),
    )
    contest = Contest(options, first, second)
    played = [contest.play_pair(seed + i) for i in range(2)]
    assert first.left
    assert second.left
    assert contest.play_pair(seed) == played[0]


@pytest.mark.long
def test_a_search_beats_its_poor_anchor(seed):
    """By three points a deal, as it happens, so that a dozen pairs show it."""
    poor = replace(DEFAULT, lead_control=3.0, turn=(0.2,) * 6)
    searching = Player(Budget(deals=10, candidates=4, z=1.0), poor)
    contest = Contest(GAME.options({}), searching, Player(parameters=poor))
    margin = mean_of(tune.margins(np.array([contest.play_pair(seed + i) for i in range(12)])).tolist())
    assert margin.value > margin.se
