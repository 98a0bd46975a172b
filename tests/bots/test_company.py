"""Easy bots err as people do, and every style plays differently."""

from __future__ import annotations

from collections import Counter

import pytest

import paiju
from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.people import EASY, Person
from paiju.bots.base import STYLES, make_bot
from paiju.bots.paohuzi.heuristic import HeuristicBot as PaohuziHeuristic
from paiju.games.baohuang.cards import FIRST_JOKER, RANK_OF
from paiju.games.baohuang.state import Phase
from tests.bots import oddities
from tests.playing import ByBots

ODD = {"baohuang": oddities.of_baohuang, "paohuzi": oddities.of_paohuzi}
PRESET = {"baohuang": "pagat", "paohuzi": "akagiri"}
HEURISTIC = {"baohuang": HeuristicBot, "paohuzi": PaohuziHeuristic}
DEALS, MOST = 6, 5


def questions(game, bots, rng, deals):
    """The questions with a choice of some deals, and what was chosen; a bot to each seat, the same in each deal."""
    law = paiju.load(game)
    for _ in range(deals):
        state = law.deal(law.options({"preset": PRESET[game]}), rng.randbytes(32))
        for question in ByBots(law, state, bots):
            if len(question.actions) > 1:
                yield question.view, question.actions, question.action


def oddities_of(game, bots, rng):
    """How often each odd thing is done in some deals."""
    found = Counter()
    for view, actions, action in questions(game, bots, rng, DEALS):
        found.update(ODD[game](view, actions, action))
    return found


@pytest.mark.parametrize("game", ODD)
def test_easy_bots_do_nothing_odd(game, rng):
    """In 200 deals nothing odd was seen; merely blurred players do as much in a few."""
    bots = [make_bot(name, rng.getrandbits(32)) for name in ("easy", "normal", "easy", "normal", "easy")]
    assert oddities_of(game, bots, rng).total() < MOST
    blurred = [HEURISTIC[game](rng.getrandbits(32), temperature=2.0) for _ in bots]
    found = Counter()
    for _ in range(20):
        found += oddities_of(game, blurred, rng)
        if found.total() >= MOST:
            break
    assert found.total() >= MOST


@pytest.mark.parametrize("game", ODD)
def test_every_style_plays_differently(game, rng):
    """All legal, all different from `normal` and from each other at the same questions."""
    seed = rng.getrandbits(32)
    chosen = {name: [] for name in ("normal", *STYLES)}
    for _ in range(10 * DEALS):
        question = list(questions(game, [make_bot("normal", seat) for seat in range(5)], rng, 1))
        for name, choices in chosen.items():
            choices += [make_bot(name, seed).choose(view, actions) for view, actions, _ in question]
            assert all(
                choice in one[1] for choice, one in zip(choices[-len(question) :], question, strict=True)
            )
        if len({tuple(choices) for choices in chosen.values()}) == len(chosen):
            return
    pytest.fail("some are the same player")


def test_a_short_memory_forgets_early_tricks_but_no_jokers(rng):
    """The unseen cards of a short memory are those of the rules, and the naturals of others' earlier tricks."""
    bot = Person(1, EASY)
    checked = 0
    for view, actions, _ in questions("baohuang", [bot] * 5, rng, 2):
        if view.phase is not Phase.PLAY:
            continue
        long_ago = [laid for trick in view.tricks[:-1] for laid in trick if laid.seat != view.viewer]
        naturals = Counter(RANK_OF[kind] for laid in long_ago for kind in laid.cards if kind < FIRST_JOKER)
        sharp, dull = HeuristicBot(0).sight(view, actions).work, bot.sight(view, actions).work
        assert [int(copies) for copies in dull.unseen] == [
            int(copies) + naturals[rank] for rank, copies in enumerate(sharp.unseen)
        ]
        assert (dull.unseen_small, dull.unseen_big) == (sharp.unseen_small, sharp.unseen_big)
        checked += bool(naturals)
    assert checked
