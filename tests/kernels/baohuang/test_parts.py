"""Codes, tables, chance and dealing of the kernel."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from paiju.games.baohuang import GAME, plays, scoring
from paiju.games.baohuang.actions import DEFER, PASS, Action
from paiju.games.baohuang.cards import LAOWANG, SEATS, hand_of
from paiju.games.baohuang.options import Scoring
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Layout, Phase, Roles, State
from paiju.kernels.baohuang.actions import NOTHING, decode, encode, pack
from paiju.kernels.baohuang.adapter import from_law, from_view
from paiju.kernels.baohuang.listing import list_all
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.playouts import advance, desk_for, playout, start
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
from paiju.kernels.jit import INTERPRETED
from paiju.kernels.records import below, fields, layout, raw, stream
from tests.kernels.baohuang.driving import KernelDeal, options_for, playing
from tests.kernels.baohuang.states import to_law
from tests.strategies import PRESETS, any_action, sample_of

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
                deal = scoring.Standing(compile_rules(options), roles, places, announced=bool(factors))
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


@pytest.mark.parametrize("preset", PRESETS)
def test_playouts_draw_from_the_legal_actions(preset: str, rng: random.Random) -> None:
    """The same chance, the same index, the same action: a whole playout, repeated by the rules."""
    options = GAME.options({"preset": preset})
    for case in range(1 if INTERPRETED else 5):
        state = playing(rng, options)
        record, chance = from_law(state), stream(preset, str(case))
        repeated = chance.copy()
        counted = playout(record, rules_for(options), chance, new_actions())
        decisions = choices = 0
        while state.phase is Phase.PLAY:
            actions = GAME.legal_actions(state, state.turn)
            index = int(below(repeated, len(actions))) if len(actions) > 1 else 0
            decisions, choices = decisions + 1, choices + (len(actions) > 1)
            state, _ = GAME.apply(state, state.turn, actions[index])
        assert chance[0] == repeated[0]
        assert counted == (decisions, choices)
        assert tuple(fields(record).returns.tolist()) == GAME.returns(state)
        assert state.result is not None
        assert tuple(fields(record).places.tolist()) == state.result.places


def dealt(preset: str, seed: object) -> tuple[Any, int, State | None]:
    """A deal of the kernel, how many actions it lists, and the same deal in the rules engine if no seat decides anything but `plain`."""
    options = GAME.options({"preset": preset})
    desk = desk_for(options, seed)
    count = int(start(raw(desk)))
    s = fields(desk["state"][0])
    if s.called >= 0:
        return desk, count, None
    shell = State(compile_rules(options), None, Phase.PLAY, (), (), ())
    shell = to_law(desk["state"][0], shell)
    cards = tuple(tuple(k for k, n in enumerate(hand) for _ in range(n)) for hand in shell.hands)
    state = GAME.deal(options, Layout(cards, int(s.first_drawer)))
    while state.phase is not Phase.PLAY:
        (seat,) = GAME.actors(state)
        actions = GAME.legal_actions(state, seat)
        quiet = Action("quiet")
        state, _ = GAME.apply(state, seat, quiet if quiet in actions else actions[0])
    return desk, count, state


@pytest.mark.parametrize("preset", ["pagat", "pagat-scored", "sixes-last", "weihai"])
def test_kernel_deals_match_the_rules(preset: str, rng: random.Random) -> None:
    for _ in range(FEW):
        desk, count, state = dealt(preset, rng.random())
        assert state is not None
        mine, law = fields(desk["state"][0]), fields(from_law(state))
        assert [
            n for n in layout(StateRecord).names or () if n != "counts" and (mine[n] != law[n]).any()
        ] == []
        assert (mine.counts[:, :13] == law.counts[:, :13]).all()
        listed = [decode(code) for code in desk["out"][0, :count]]
        assert listed == list(GAME.legal_actions(state, state.turn))


@pytest.mark.parametrize("preset", ["moegirl", "moegirl-threes", "five-threes"])
def test_called_guards(preset: str, rng: random.Random) -> None:
    seen: Counter[bool] = Counter()
    for _ in range(10 if INTERPRETED else 60):
        desk, _, _ = dealt(preset, rng.random())
        s = fields(desk["state"][0])
        assert s.turn == s.emperor
        assert sum(map(int, s.sizes)) == fields(desk["rules"][0]).deck_size
        seat = int(s.emperor)
        assert int(s.suits[seat, s.called >> 2]) >> 5 * (s.called & 3) & 31 >= 3
        assert sum(int(TOTAL[held]) for held in s.jokers) == 8 + (s.guard >= 0)
        seen[bool(s.guard >= 0)] += 1
    assert seen[True]


@pytest.mark.parametrize("preset", ["pagat", "moegirl"])
def test_stepping_from_python_plays_whole_deals(preset: str, rng: random.Random) -> None:
    made = desk_for(GAME.options({"preset": preset}), rng.random())
    desk, out = raw(made), new_actions()
    count, many = start(desk), 0
    while count:
        state = made["state"][0].copy()
        code = int(made["out"][0, rng.randrange(count)])
        count, many = advance(desk, code), many + 1
        act(state[0], made["rules"][0][0], code)
        assert all((state[name] == made["state"][0][name]).all() for name in state.dtype.names)
        assert count == (list_all(state[0], made["rules"][0][0], out) if fields(state).turn >= 0 else 0)
        assert (out[:count] == made["out"][0, :count]).all()
    assert many > 50
