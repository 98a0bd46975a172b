"""How long bots think: as people do, by what lies open and by nothing that is hidden."""

from __future__ import annotations

import random
from statistics import fmean

import pytest

import paiju
from paiju.bots.base import make_bot
from paiju.server.pack import evenly, pack_of
from paiju.server.tables import clock
from tests.playing import ByBots

PRESETS = {"baohuang": "pagat", "paohuzi": "akagiri"}


def moments(game, rng):
    """The states of a deal that random seats play, with the seat that is prompted."""
    law = paiju.load(game)
    state = law.deal(law.options({"preset": PRESETS[game]}), rng.randbytes(32))
    bot = make_bot("random", rng.getrandbits(32))
    for question in ByBots(law, state, [bot] * 5):
        yield law, question.state, question.seat


def delays(law, state, seat, seed):
    pondering = pack_of(law.name).pondering(law.view(state, None), seat)
    chance = random.Random(seed)
    return [
        clock.bot_delay(chance, tempo, pondering, window=False, slow=slow, fast_forward=False, handed_over=False)
        for tempo in ("calm", "brisk", "instant") for slow in (False, True)
    ]  # fmt: skip


@pytest.mark.parametrize("game", PRESETS)
def test_times_do_not_depend_on_hidden_cards(game, rng):
    """The cards that somebody else cannot see are dealt again: the seat holds others, and takes as long."""
    swapped = 0
    while swapped < 8:
        for law, state, seat in moments(game, rng):
            if rng.random() > 0.04:
                continue
            witness = (seat + 1) % law.seats_of(law.view(state, None).options)
            other = law.determinize(law.view(state, witness), rng)
            seed = rng.getrandbits(32)
            assert delays(law, state, seat, seed) == delays(law, other, seat, seed)
            swapped += law.view(state, seat).hand != law.view(other, seat).hand
            if swapped >= 8:
                break


@pytest.mark.parametrize("game", PRESETS)
def test_some_questions_take_longer_than_others(game, rng):
    found = set()
    for _ in range(60):  # a deal may be over after a question or two
        for law, state, seat in moments(game, rng):
            found.add(pack_of(game).pondering(law.view(state, None), seat))
        if len(found) > 2:
            break
    assert len(found) > 2
    assert all(0 <= pondering <= 1 for pondering in found)


def test_a_pass_that_all_see_is_forced_is_quick_and_a_lead_is_not(rng):
    forced, leads = [], []
    while not (forced and leads):
        for law, state, seat in moments("baohuang", rng):
            public = law.view(state, None)
            weight = pack_of("baohuang").pondering(public, seat)
            if public.top is not None and public.sizes[seat] < len(public.top.strengths):
                forced.append(weight)
            elif public.top is None and public.phase.name == "PLAY":
                leads.append(weight)
    assert max(forced) == 0
    assert min(leads) > 0


def test_more_to_think_about_takes_longer_within_the_bounds(rng):
    def mean(pondering):
        drawn = [
            clock.bot_delay(
                rng, "brisk", pondering, window=False, slow=False, fast_forward=False, handed_over=False
            )
            for _ in range(2000)
        ]
        assert clock.BOT_MS[0] <= min(drawn)
        assert max(drawn) <= clock.BOT_MS[1]
        return fmean(drawn)

    assert mean(0.0) + 150 < mean(evenly(None, 0)) < mean(1.0) - 150
