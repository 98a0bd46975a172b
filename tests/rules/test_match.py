"""BH A3, A17: what carries over, who draws first, and when a match is over."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from paiju.core.match import Match

from .builders import GAME, Phase, State, answers, carry, deal, first, follow, options, to_the_end

SEEDS = [bytes([n]) * 32 for n in range(40)]


def void_deal(**given: object) -> State:
    """A redeal of a deal in which nobody has a triple; first drawer 3."""
    rules = options("moegirl", **given)
    previous = carry("EGPPP", (2, 1, 3, 4, 5), "emperor", opened=True, first_drawer=3)
    state = deal(rules, {0: "R"}, previous=previous, first_drawer=3)
    while state.phase is not Phase.OVER:
        word = answers(state)[-1] if state.phase is Phase.CROWN else first(state)
        state = follow(state, f"{state.turn} {word}")
    assert GAME.is_void(state)
    return state


@pytest.mark.parametrize("preset", ["pagat", "moegirl"])
def test_the_first_drawer_of_deal_one_is_random(preset: str) -> None:
    drawers = Counter(GAME.deal(options(preset), seed).start.first_drawer for seed in SEEDS)
    assert set(drawers) == set(range(5))
    assert (
        GAME.deal(options(preset), SEEDS[0]).start.first_drawer
        == GAME.deal(options(preset), SEEDS[0]).start.first_drawer
    )


@pytest.mark.parametrize("how", ["rotate", "head", "tail", "emperor", "random"])
def test_the_next_first_drawer(how: str) -> None:
    rules = options("pagat", first_drawer=how)
    state = to_the_end(deal(rules, {2: "R", 4: "B"}, first_drawer=3))
    assert state.result is not None
    expected = {
        "rotate": 4,
        "head": state.result.places.index(1),
        "tail": state.result.places.index(5),
        "emperor": state.roles.emperor,
        "random": None,
    }[how]
    assert GAME.carry(state).first_drawer == expected
    following = GAME.deal(rules, SEEDS[1], GAME.carry(state))
    if how != "random":
        assert following.start.first_drawer == expected


def test_random_is_random_each_time() -> None:
    rules = options("pagat", first_drawer="random")
    previous = carry("EGPPP", winner="tie", first_drawer=None)
    assert len({GAME.deal(rules, seed, previous).start.first_drawer for seed in SEEDS}) == 5


@pytest.mark.parametrize("how", ["rotate", "head", "tail", "emperor", "random"])
def test_a_void_deal_keeps_the_first_drawer_and_the_tribute(how: str) -> None:
    state = void_deal(first_drawer=how)
    passed = GAME.carry(state)
    assert passed == state.start.carry
    again = GAME.deal(options("moegirl", first_drawer=how), SEEDS[2], passed)
    assert again.start.first_drawer == 3
    assert again.phase is Phase.TRIBUTE


def test_a_void_first_deal_leaves_a_first_deal() -> None:
    rules = options("moegirl")
    state = deal(rules, {0: "R"}, first_drawer=2)
    for seat in (0, 1, 2, 3, 4):
        state = follow(state, f"{seat} abdicate")
    passed = GAME.carry(state)
    assert passed.first_deal
    assert passed.first_drawer == 2
    assert GAME.deal(rules, SEEDS[0], passed).phase is Phase.CROWN


def test_rotation_goes_on_after_a_void_deal() -> None:
    rules = options("moegirl", first_drawer="rotate")
    passed = GAME.carry(void_deal(first_drawer="rotate"))
    state = to_the_end(GAME.deal(rules, SEEDS[3], passed))
    if not GAME.is_void(state):
        assert GAME.carry(state).first_drawer == 4


def test_the_carry_holds_what_the_next_deal_needs() -> None:
    # BH A17: finishing order, roles, winner, whether it was open; nothing of the roles themselves stays.
    state = to_the_end(deal(options("pagat-scored"), {2: "R", 4: "B"}))
    passed = GAME.carry(state)
    assert state.result is not None
    assert passed.places == state.result.places
    assert [str(role) for role in passed.roles].count("commoner") == 3
    assert passed.winner is state.result.winner
    following = GAME.deal(options("pagat-scored"), SEEDS[0], passed)
    assert following.roles.emperor == -1


def test_matches_count_deals_not_void_ones() -> None:
    rules = options("moegirl", match_length=2)
    match = Match.start(GAME, rules)
    match = match.after(void_deal())
    assert (match.voids, match.returns, match.is_over) == (1, (), False)
    match = replace(match, returns=((1, 1, -1, -1, -1),))
    assert not match.is_over
    match = replace(match, returns=(*match.returns, (1, 0, 0, 0, 0)))
    assert match.is_over
    assert match.winners == (0,)


def test_scores_add_up() -> None:
    rules = options("pagat-scored")
    match = Match.start(GAME, rules)
    totals = [0] * 5
    for seed in SEEDS[:3]:
        state = to_the_end(match.deal(seed))
        totals = [total + gain for total, gain in zip(totals, GAME.returns(state), strict=True)]
        match = match.after(state)
        assert match.carry == GAME.carry(state)
    assert match.scores == tuple(totals)
    assert len(match.returns) == 3


def played(*deals: tuple[int, ...], preset: str = "pagat-scored", **given: object) -> Match:
    return replace(Match.start(GAME, options(preset, **given)), returns=deals)


@pytest.mark.parametrize(
    ("deals", "over", "winners"),
    [
        ([(19, 0, 0, 0, 0)], False, ()),
        ([(20, 0, 0, 0, 0)], True, (0,)),
        ([(12, -3, -3, -3, -3), (-3, 24, -6, -6, -6)], True, (1,)),
        ([(20, 25, 20, 0, 0)], True, (1,)),  # several reach the target: the highest total
        ([(22, 22, 21, 0, 0)], True, (0, 1)),
        ([(-20, -20, 0, 0, 0)], False, ()),
        ([(20, 0, 0, 0, 0), (-5, 0, 0, 0, 0)], False, ()),  # totals count, and they can fall
        ([], False, ()),
    ],
)
def test_a_match_to_a_target_ends_at_it(
    deals: list[tuple[int, ...]], winners: tuple[int, ...], *, over: bool
) -> None:
    match = played(*deals)
    assert (match.is_over, match.winners) == (over, winners)


@pytest.mark.parametrize(
    ("length", "deals", "over", "winners"),
    [
        (1, [(1, 1, -1, -1, -1)], True, (0, 1)),
        (2, [(1, 1, -1, -1, -1)], False, ()),
        (2, [(1, 1, -1, -1, -1), (-1, 1, 1, -1, -1)], True, (1,)),
        (2, [(0, 0, 0, 0, 0), (0, 0, 0, 0, 0)], True, (0, 1, 2, 3, 4)),
    ],
)
def test_a_match_of_some_deals_ends_after_them(
    length: int, deals: list[tuple[int, ...]], winners: tuple[int, ...], *, over: bool
) -> None:
    match = played(*deals, preset="pagat", match_length=length)
    assert (match.is_over, match.winners) == (over, winners)


def test_endless_never_ends() -> None:
    match = played(*[(100, 0, 0, 0, 0)] * 50, match_end="endless")
    assert (match.is_over, match.winners) == (False, ())
    assert match.leaders == (0,)


def test_a_tied_match_continues_until_one_seat_leads() -> None:
    level = (20, 20, 0, 0, 0)
    match = played(level, tie_break="play_on")
    assert (match.is_over, match.winners) == (False, ())
    # A tie lower down is no tie at the top.
    assert played((21, 20, 20, 0, 0), tie_break="play_on").winners == (0,)
    deals = played((1, 1, 0, 0, 0), preset="pagat", match_length=1, tie_break="play_on")
    assert not deals.is_over
    assert replace(deals, returns=(*deals.returns, (0, 1, 0, 0, 0))).winners == (1,)
    assert played(level).winners == (0, 1)


def test_a_target_of_wins_in_the_plain_game() -> None:
    # Part B: `match_end=target` with `free` counts totals of +1 and −1.
    match = played((1, 1, -1, -1, -1), (1, -1, -1, 1, 1), preset="pagat", match_end="target", match_length=2)
    assert match.winners == (0,)
