"""What `determinize` makes of a view of Bao Huang is a possible deal that looks like it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import RANK_OF, cards_of, lowest_rank
from paiju.games.baohuang.determinize import draw
from paiju.games.baohuang.determinize.replay import Replay
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, State
from tests import strategies
from tests.drawing import often, rounds
from tests.properties.histories import completed
from tests.properties.invariants import KINDS, deck_of, on_table, owned, together
from tests.strategies import MANNERS, PRESETS, VIEWERS, decisions, last_of

Tell = Callable[[object], None]
_DECISIONS = often(5, 8)
_PLAYED_OUT = 1
_RARE = 2
"""The share of decisions of a shuffled deal that may find no other deal; hands that no shuffle makes often have none."""
_PASSED_ON = {"guard_by": "called", "tribute_mode": "place", "tribute_return": "same_count"}


def check(state: State, viewer: int | None, rng: random.Random) -> bool:
    """A completed deal has the cards of the deck, and looks as it should; whether one was found."""
    view = GAME.view(state, viewer)
    other = completed(state, viewer, rng)
    if other is None:
        return False
    again = GAME.view(other, viewer)
    reported = f"{state.phase}, seen by {viewer}"
    assert again == view, (
        f"{reported}: {[n for n in view.__slots__ if getattr(view, n) != getattr(again, n)]}"
    )
    assert unlikely(other) == "", reported
    assert state.phase is Phase.DRAW or GAME.actors(other) == GAME.actors(state)
    return True


def unlikely(state: State) -> str:
    """What is wrong with a completed deal, as far as its cards tell."""
    there = together(*(owned(state, seat) for seat in range(5)), on_table(state))
    deck = deck_of(state)
    if state.phase is Phase.OVER and not state.tricks and not state.trick:
        wrong = [kind for kind in range(KINDS) if there[kind] > deck[kind]]
    else:
        wrong = [kind for kind in range(KINDS) if there[kind] != deck[kind]]
    return f"kinds {wrong} are lost or gained" if wrong else ""


def play(rng: random.Random, options: BaohuangOptions) -> None:
    shuffled = rng.random() < 0.6
    deal = (strategies.shuffled_deal if shuffled else strategies.rigged_deal)(rng, options)
    states = decisions(deal, rng, _DECISIONS, rng.choice(MANNERS))
    found = [check(state, rng.choice(VIEWERS), rng) for state in states]
    assert not shuffled or sum(found) >= len(found) - _RARE
    for state in rng.sample(states, min(_PLAYED_OUT, len(states))):
        begun = completed(state, rng.choice(VIEWERS), rng)
        assert begun is None or last_of(begun, rng).phase is Phase.OVER


@pytest.mark.parametrize("name", PRESETS)
def test_completed_deals_of_every_preset_agree_with_the_view(name: str, rng: random.Random) -> None:
    play(rng, GAME.options({"preset": name}))


@rounds(6, 60)
def test_completed_deals_agree_with_the_view(part: int, rng: random.Random, tell: Tell) -> None:
    options = strategies.random_options(rng)
    tell(options.differences())
    play(rng, options)


@rounds(3, 40)
def test_a_deal_drawn_without_the_past_matches_the_rest_of_the_view(
    part: int, rng: random.Random, tell: Tell
) -> None:
    options = strategies.random_options(rng)
    tell(options.differences())
    for state in decisions(strategies.random_deal(rng, options), rng, _DECISIONS, rng.choice(MANNERS)):
        for viewer in rng.sample(VIEWERS, 2):
            view = GAME.view(state, viewer)
            other = GAME.determinize(view, rng, history=False)
            again = replace(GAME.view(other, viewer), past=view.past)
            assert again == view, [n for n in view.__slots__ if getattr(view, n) != getattr(again, n)]
            assert unlikely(other) == ""


def test_a_deal_lost_before_play_is_completed(rng: random.Random) -> None:
    """BH A18-43: a player whom all five passed over is emperor, and alone, whatever they hold."""
    options = GAME.options({"abdication_full_circle": "original_loses"})
    for _ in range(12):
        over = last_of(strategies.shuffled_deal(rng, options), rng, strategies.reluctant)
        assert check(over, rng.choice(VIEWERS), rng)


def test_a_completed_deal_respects_what_bombs_reveal(
    rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BH A18-57: who laid one drew it, whatever was passed to them: the first deal that is drawn has drawn all bombs as announced."""
    monkeypatch.setattr(draw, "TRIES", 1)
    options, seen = GAME.options({**_PASSED_ON, "bombs": "on"}), 0
    while seen < 6:
        deal = strategies.rigged_deal(rng, options)
        late = decisions(deal, rng, 2, strategies.longest)[-1]
        if len(GAME.view(late, None).bombs) > 3 and any(step.verb == "return" for step in late.past or ()):
            assert check(late, None, rng)
            seen += 1


def test_a_seat_passed_over_has_nothing_to_sell(rng: random.Random) -> None:
    """BH A14: several cards are the price of a distant seller."""
    options, seen = (
        GAME.options({"low_last": "lowest_rank", "low_last_none": "buy", "tribute_mode": "off"}),
        0,
    )
    while seen < 8:
        deal = strategies.rigged_deal(rng, options)
        if any(step.verb == "price" and len(step.cards) > 1 for step in deal.past or ()):
            assert check(deal, None, rng)
            seen += 1


def test_a_returned_lowest_card_counts_as_one_more(
    rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BH A14, A18-35: each has one once all have bought, but not if one of them goes back before cards go back that are drawn apart."""
    monkeypatch.setattr(draw, "TOGETHER", 1)
    options, seen = GAME.options({"preset": "five-threes", "return_threes": "any"}), 0
    while seen < 3:
        steps = strategies.walk(strategies.random_deal(rng, options), rng)
        state = next((step.before for step in steps if step.before.phase is Phase.PLAY), None)
        if state is None:
            continue
        past = [step for step in state.past or () if step.cards]
        back = [step for step in past if step.verb == "return"]
        bought = any(step.verb == "price" for step in past)
        if bought and back[1:] and lowest_rank(options.deck) in map(RANK_OF.__getitem__, back[0].cards):
            assert check(state, back[0].seat, rng)
            seen += 1


def test_a_stuck_seat_holds_a_single_rank(rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """BH A14, A18-61: the lowest, or the next if they were dealt none of the lowest; in all deals that are tried."""
    tried: list[Any] = []
    retraced = Replay.state
    monkeypatch.setattr(
        Replay, "state", lambda self, past, dealt, *more: tried.append(dealt) or retraced(self, past, dealt, *more)
    )  # fmt: skip
    given = {"low_last": "lowest_rank", "low_last_none": "next_rank", "stuck_rank_last": True}
    options, seen = GAME.options({**given, "tribute_mode": "off", "abdication": "off"}), 0
    while seen < 12:
        late = decisions(strategies.rigged_deal(rng, options), rng, 2, strategies.longest)[-1]
        if any(sum(late.hands[seat]) > 1 for seat in late.stuck) and late.phase is Phase.PLAY:
            tried.clear()
            assert check(late, None, rng)
            seen += 1
            for dealt, seat in product(tried, late.stuck):
                held = Counter(dealt[seat]) - Counter(cards_of(late.played[seat]))
                assert len({RANK_OF[kind] for kind in held}) <= 1, (seat, held)


def test_a_counter_round_is_completed(rng: random.Random) -> None:
    """BH A18-49, 51: rare, so it is built here: the seats that are prompted to counter after a solo and a revolt."""
    given = {"scoring": "team4", "open_solo": True, "declarations": "all", "counter_double": True}
    seen = 0
    for i in range(120):
        options = GAME.options({**given, "emperor_x3": i % 2 == 0, "tribute_mode": "off"})
        deal = GAME.deal(options, strategies.rigged_layout(rng, options, strategies.Carry()))
        for step in strategies.walk(deal, rng, strategies.bold):
            if step.before.phase is Phase.PLAY:
                break
            if step.before.phase is Phase.COUNTER:
                seen += 1
                for viewer in VIEWERS:
                    check(step.before, viewer, rng)
    assert seen


@pytest.mark.parametrize("phase", [Phase.DRAW, Phase.CALL, Phase.CUT])
def test_an_interrupted_draw_is_completed(phase: Phase, rng: random.Random) -> None:
    """BH A3, A18-64: the questions of the draw, while most cards lie in the deck."""
    seen = 0
    for i in range(24):
        given = {"guard_by": "called", "crown_during_draw": True} if i % 3 else {}
        options = GAME.options({**given, "cut": i % 2 == 0, "deck": ("168", "165", "216", "205")[i % 4]})
        deal = strategies.random_deal(rng, options)
        for state in decisions(deal, rng, 6):
            if state.phase is phase:
                seen += 1
                for viewer in VIEWERS:
                    check(state, viewer, rng)
    assert seen


def test_a_drawn_deal_depends_on_the_view_and_its_random_numbers_alone() -> None:
    """After a tribute that is drawn by turns, earlier draws from the same view change nothing."""
    rng = random.Random("five-threes")
    state = GAME.deal(GAME.options({"preset": "five-threes"}), rng.randbytes(32))
    for _ in range(10):
        actions = GAME.legal_actions(state, GAME.actors(state)[0])
        state, _ = GAME.apply(state, GAME.actors(state)[0], actions[rng.randrange(len(actions))])
    view = GAME.view(state, GAME.actors(state)[0])
    assert len(draw._determinizer(view)._blocks) > 1
    first = GAME.determinize(view, random.Random(5))
    draw._determinizer.cache_clear()
    for seed in (6, 7, 8):
        GAME.determinize(view, random.Random(seed))
    assert GAME.determinize(view, random.Random(5)) == first
