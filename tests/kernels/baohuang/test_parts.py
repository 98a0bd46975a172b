"""Codes, tables, refusals, chance and dealing of the kernel."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product

import numpy as np
import pytest

from paiju.core.errors import RuleError, UsageError
from paiju.games.baohuang import GAME, plays, scoring
from paiju.games.baohuang.actions import DEFER, PASS, Action
from paiju.games.baohuang.cards import LAOWANG, SEATS, hand_of
from paiju.games.baohuang.options import BaohuangOptions, Scoring
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Layout, Phase, Roles, State
from paiju.kernels.baohuang import actions as coding
from paiju.kernels.baohuang import rules
from paiju.kernels.baohuang.actions import NOTHING, decode, encode, pack
from paiju.kernels.baohuang.adapter import from_law, from_view, to_law
from paiju.kernels.baohuang.playouts import CHOICES, DECISIONS, TALLY, Playouts, Stepped, playouts
from paiju.kernels.baohuang.records import (
    FIRST,
    HANDS,
    SETS,
    START,
    TOTAL,
    StateRecord,
    copies,
    first_suits,
    new_actions,
    number,
)
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.baohuang.step import REFUSED, advance, clone, legal, start, step
from paiju.kernels.jit import INTERPRETED
from paiju.kernels.records import below, fields, layout, new, stream
from tests.kernels.baohuang.driving import KernelDeal, options_for, playing
from tests.strategies import PRESETS, any_action, near_misses, refused, sample_of

FEW = 2 if INTERPRETED else 10


def test_joker_tables_match_the_rules() -> None:
    for hand in range(HANDS):
        held = copies(hand)
        assert number(held) == hand
        assert sum(held) == TOTAL[hand]
        listed = [copies(int(s)) for s in SETS[START[hand] : START[hand] + FIRST[hand, -1]]]
        law = [hand_of(cards)[52:] for cards in plays._joker_sets(held)]
        assert listed == law


@pytest.mark.parametrize("bombs", [False, True])
def test_forms_match_the_rules(bombs: bool, rng: random.Random) -> None:
    table = first_suits(bombs=bombs)
    for way in rng.sample(list(product(range(5), repeat=4)), 60):
        place = int("".join(map(str, way)), 5)
        for count in range(1, sum(way) + 1):
            cards = plays._forms(0, way, no_bomb=bombs)[count]
            assert table[place, count] == pack(cards, 0), (way, count)


@pytest.mark.parametrize("name", list(Scoring))
def test_the_score_table_matches_the_rules(name: Scoring) -> None:
    options = GAME.options({"scoring": name})
    table = fields(rules_for(options)).points
    for places in permutations(range(1, 6)):
        for guards in ((), (1,), (1, 2)):
            roles = Roles(emperor=0, guards=guards)
            for factors in ((), ("solo",)):
                deal = scoring.Standing(compile_rules(options).score, roles, places, announced=bool(factors))
                law = scoring.POINTS[name](deal)
                mine = table[len(factors), places[0], *[places[g] for g in guards], *[0] * (2 - len(guards))]
                assert [mine[0], mine[1] if guards else 0, mine[2]] == [
                    law[0],
                    law[1] if guards else 0,
                    law[-1],
                ]


def test_codes_and_actions_are_inverses(rng: random.Random) -> None:
    assert (decode(encode(PASS)), decode(encode(DEFER))) == (PASS, DEFER)
    for _ in range(FEW):
        counterpart = KernelDeal(playing(rng, options_for(rng)))
        for action in sample_of(counterpart.legal_actions(), rng, 400):
            assert decode(encode(action)) == action


@pytest.mark.parametrize(
    "action",
    [
        Action("crown"),
        Action("play"),
        Action("play", (12,), 1),
        Action("play", (13, 12)),
        Action("play", (12, 16)),
        Action("play", (12, 16, 48)),
        Action("play", (-1,)),
        Action("play", (57,)),
        Action("play", (LAOWANG, LAOWANG)),
        Action("play", (52,) * 5),
    ],
)
def test_an_action_that_is_no_play_has_no_code(action: Action) -> None:
    assert encode(action) == NOTHING


def test_the_kernel_refuses_what_the_rules_refuse(rng: random.Random) -> None:
    out = new_actions()
    for _ in range(1 if INTERPRETED else 5):
        state = playing(rng, options_for(rng))
        while state.phase is Phase.PLAY:
            seat = state.turn
            if rng.random() < 0.1:
                record, table = from_law(state), rules_for(state.rules.options)
                for action in near_misses(state, seat, rng, 6):
                    before = record.tobytes()
                    count = step(record, table, encode(action), out)
                    assert (count == REFUSED) == (refused(state, seat, action) is not None), action
                    assert count != REFUSED or record.tobytes() == before
                    record = from_law(state)
            state, _ = GAME.apply(state, seat, any_action(state, seat, rng))


@pytest.mark.parametrize(
    "code", [-1, -2, 2, 15, 16, 14 | 1 << 12, 201 << 4 | 13, 1 << 52, 1 << 62, -(1 << 63)]
)
def test_codes_of_no_action_change_nothing(code: int, rng: random.Random) -> None:
    counterpart = KernelDeal(playing(rng, GAME.options({})))
    before = counterpart.record.tobytes()
    assert step(counterpart.record, counterpart.rules, code, new_actions()) == REFUSED
    assert counterpart.record.tobytes() == before


def test_kernel_refusals_have_the_messages_of_the_rules(rng: random.Random) -> None:
    counterpart = KernelDeal(playing(rng, GAME.options({})))
    with pytest.raises(RuleError) as caught:
        counterpart.apply(PASS)
    assert caught.value.code == "action.illegal"
    assert counterpart.state() == counterpart.origin


def test_a_finished_deal_accepts_no_action(rng: random.Random) -> None:
    run = Playouts("pagat", rng.random())
    run.run(1)
    before = run.state.tobytes()
    assert legal(run.state, run.rules, run.out) == 0
    assert step(run.state, run.rules, coding.PASS, run.out) == REFUSED
    assert run.state.tobytes() == before


def test_the_kernel_refuses_other_phases() -> None:
    state = GAME.deal(GAME.options({}), bytes(32))
    assert state.phase is not Phase.PLAY
    with pytest.raises(AssertionError):
        from_law(state)


def test_the_record_of_a_view_has_the_rank_that_its_seat_keeps_for_last(rng: random.Random) -> None:
    """BH A18-60: the lowest rank, or the next one where a seat began without the lowest."""
    options = GAME.options({"deck": "205", "low_last": "lowest_rank", "low_last_none": "next_rank"})
    found = set()
    for _ in range(4):
        state = playing(rng, options)
        while state.phase is Phase.PLAY:
            for seat in range(SEATS):
                assert fields(from_view(GAME.view(state, seat))).lows[seat] == state.lows[seat]
            found |= {*state.lows}
            state, _ = GAME.apply(state, state.turn, any_action(state, state.turn, rng))
    assert found == {0, 1}


def test_an_option_that_the_kernel_lacks_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    rules_for.cache_clear()
    monkeypatch.setattr(rules, "SWITCHES", rules.SWITCHES - {"twos_fill"})
    with pytest.raises(UsageError) as caught:
        rules_for(GAME.options({"twos_fill": True}))
    assert caught.value.code == "usage.kernel_option"
    rules_for.cache_clear()


def test_every_option_of_the_playing_phase_is_known() -> None:
    groups = {declared.group for declared in BaohuangOptions.declared()}
    assert set(rules.GROUPS) <= groups
    declared = {d.name for d in BaohuangOptions.declared() if d.group in rules.GROUPS}
    assert declared == rules.SWITCHES | rules.ELSEWHERE | set(rules.KNOWN)


def test_a_clone_is_a_state_of_its_own(rng: random.Random) -> None:
    counterpart = KernelDeal(playing(rng, GAME.options({})))
    copy = new(StateRecord)
    clone(copy, counterpart.record)
    assert copy.tobytes() == counterpart.record.tobytes()
    step(copy, counterpart.rules, counterpart.legal_codes()[0], new_actions())
    assert copy.tobytes() != counterpart.record.tobytes()
    assert to_law(counterpart.record, counterpart.origin) == counterpart.origin


@pytest.mark.parametrize("preset", PRESETS)
def test_playouts_draw_from_the_legal_actions(preset: str, rng: random.Random) -> None:
    """The same chance, the same index, the same action: a whole playout, repeated by the rules."""
    options = GAME.options({"preset": preset})
    for case in range(1 if INTERPRETED else 5):
        state = playing(rng, options)
        record, table = from_law(state), rules_for(options)
        chance, tally = stream(preset, str(case)), np.zeros(TALLY, np.int64)
        repeated = chance.copy()
        playouts(record, table, np.zeros(0, np.uint8), chance, 0, new_actions(), tally)
        decisions = choices = 0
        while state.phase is Phase.PLAY:
            actions = GAME.legal_actions(state, state.turn)
            index = int(below(repeated, len(actions))) if len(actions) > 1 else 0
            decisions, choices = decisions + 1, choices + (len(actions) > 1)
            state, _ = GAME.apply(state, state.turn, actions[index])
        assert chance[0] == repeated[0]
        assert (tally[DECISIONS], tally[CHOICES]) == (decisions, choices)
        assert tuple(fields(record).returns.tolist()) == GAME.returns(state)
        assert state.result is not None
        assert tuple(fields(record).places.tolist()) == state.result.places


def dealt(preset: str, seed: object) -> tuple[Playouts, State | None]:
    """A deal of the kernel, and the same deal in the rules engine if no seat decides anything but `plain`."""
    run = Playouts(preset, seed)
    start(run.state, run.rules, run.deck, run.chance, run.out)
    s = fields(run.state)
    if s.called >= 0:
        return run, None
    options = GAME.options({"preset": preset})
    shell = State(compile_rules(options), None, Phase.PLAY, (), (), ())
    shell = to_law(run.state, shell)
    cards = tuple(tuple(k for k, n in enumerate(hand) for _ in range(n)) for hand in shell.hands)
    state = GAME.deal(options, Layout(cards, int(s.first_drawer)))
    while state.phase is not Phase.PLAY:
        (seat,) = GAME.actors(state)
        actions = GAME.legal_actions(state, seat)
        quiet = Action("quiet")
        state, _ = GAME.apply(state, seat, quiet if quiet in actions else actions[0])
    return run, state


@pytest.mark.parametrize("preset", ["pagat", "pagat-scored", "sixes-last", "weihai"])
def test_kernel_deals_match_the_rules(preset: str, rng: random.Random) -> None:
    for _ in range(FEW):
        run, state = dealt(preset, rng.random())
        assert state is not None
        mine, law = fields(run.state), fields(from_law(state))
        assert [
            n for n in layout(StateRecord).names or () if n != "counts" and (mine[n] != law[n]).any()
        ] == []
        assert (mine.counts[:, :13] == law.counts[:, :13]).all()
        assert [decode(c) for c in run.out[: legal(run.state, run.rules, run.out)]] == list(
            GAME.legal_actions(state, state.turn)
        )


@pytest.mark.parametrize("preset", ["moegirl", "moegirl-threes", "five-threes"])
def test_called_guards(preset: str, rng: random.Random) -> None:
    seen: Counter[bool] = Counter()
    for _ in range(10 if INTERPRETED else 60):
        run, _ = dealt(preset, rng.random())
        s = fields(run.state)
        assert s.turn == s.emperor
        assert sum(map(int, s.sizes)) == fields(run.rules).deck_size
        seat = int(s.emperor)
        assert int(s.suits[seat, s.called >> 2]) >> 5 * (s.called & 3) & 31 >= 3
        assert sum(int(TOTAL[held]) for held in s.jokers) == 8 + (s.guard >= 0)
        seen[bool(s.guard >= 0)] += 1
    assert seen[True]


@pytest.mark.parametrize("preset", ["pagat", "moegirl"])
def test_stepping_plays_whole_deals(preset: str) -> None:
    done = Stepped(preset).run(2)
    assert done.deals == 2
    assert done.decisions > done.choices > 50


@pytest.mark.parametrize("preset", ["pagat", "moegirl"])
def test_stepping_by_pointer_and_by_record_agree(preset: str, rng: random.Random) -> None:
    run = Stepped(preset, rng.random())
    count = start(run.state, run.rules, run.deck, run.chance, run.out)
    state, out = new(StateRecord), new_actions()
    while count:
        clone(state, run.state)
        action = int(run.out[rng.randrange(count)])
        assert advance(run.desk, NOTHING) == REFUSED
        count = advance(run.desk, action)
        assert count == step(state, run.rules, action, out)
        assert state.tobytes() == run.state.tobytes()
        assert (out[:count] == run.out[:count]).all()
    assert fields(run.state).turn < 0
