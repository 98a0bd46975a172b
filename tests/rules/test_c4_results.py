"""BH C4-R1 to R15: every finishing pattern, in every column (BH A16)."""

from __future__ import annotations

import pytest

from .builders import GAME, Phase, State, follow, options, settled

HANDS = ("6", "7", "8", "9", "T")  # each beats the one before: seat n goes out n-th
SWITCHES = {"tie_23": "emperor", "tie_24": "people", "tie_34": "people"}

# row: places, free, moegirl's local customs, team2 (E, G, P), team4 (E side, P), winners for tribute P and S
PAIRS: dict[str, tuple[tuple[int, int], str, str, tuple[int, int, int], tuple[int, int], str, str]] = {
    "R1": ((1, 2), "emperor", "emperor", (6, 3, -3), (6, -6), "emperor", "emperor"),
    "R2": ((1, 3), "emperor", "emperor", (4, 2, -2), (4, -4), "emperor", "emperor"),
    "R3": ((1, 4), "emperor", "emperor", (2, 1, -1), (2, -2), "emperor", "emperor"),
    "R4": ((1, 5), "tie", "tie", (0, 0, 0), (0, 0), "tie", "tie"),
    "R5": ((2, 3), "tie", "emperor", (2, 1, -1), (2, -2), "tie", "emperor"),
    "R6": ((2, 4), "tie", "people", (0, 0, 0), (0, 0), "tie", "tie"),
    "R7": ((2, 5), "people", "people", (-2, -1, 1), (-2, 2), "people", "people"),
    "R8": ((3, 4), "tie", "people", (-2, -1, 1), (-2, 2), "tie", "people"),
    "R9": ((3, 5), "people", "people", (-4, -2, 2), (-4, 4), "people", "people"),
    "R10": ((4, 5), "people", "people", (-6, -3, 3), (-6, 6), "people", "people"),
}


def finished(rules: object, emperor: int, guard: int | None, *declared: str) -> State:
    """A deal in which seat n finishes n-th; the emperor and guard are places from 1."""
    guards = () if guard is None else (guard - 1,)
    called = {"called": "Ad"} if rules.suited else {}
    state = settled(rules, HANDS, emperor=emperor - 1, guards=guards, **called)
    for line in declared:
        state = follow(state, line)
    while state.phase in (Phase.DECLARE, Phase.COUNTER, Phase.USURP):
        state = follow(state, f"{state.turn} {'decline' if state.phase is Phase.USURP else 'quiet'}")
    state = state.copy()
    state.queue = (0,)
    for seat, card in enumerate(HANDS):
        if state.phase is Phase.OVER:
            break
        state = follow(state, f"{seat} play {card}")
    assert state.result is not None
    assert state.result.places == (1, 2, 3, 4, 5)
    return state


def by_role(state: State) -> tuple[int, ...]:
    """Returns of E, G and one of the people."""
    returns = GAME.returns(state)
    crown = (state.roles.emperor, *state.roles.guards)
    people = {returns[seat] for seat in range(5) if seat not in crown}
    assert len(people) == 1
    return (*(returns[seat] for seat in crown), people.pop())


def win_or_lose(winner: str) -> tuple[int, int, int]:
    value = {"emperor": 1, "people": -1, "tie": 0}[winner]
    return value, value, -value


@pytest.mark.parametrize("swapped", [False, True], ids=["EG", "GE"])
@pytest.mark.parametrize("row", PAIRS)
def test_results(row: str, swapped: bool) -> None:
    places, free, local, team2, team4, winner_p, winner_s = PAIRS[row]
    e, g = reversed(places) if swapped else places

    plain = finished(options("pagat"), e, g)
    assert str(plain.result.winner) == free == winner_p
    assert by_role(plain) == win_or_lose(free)

    moegirl = finished(options("moegirl"), e, g)
    assert str(moegirl.result.winner) == free
    assert by_role(moegirl) == win_or_lose(free)
    switched = finished(options("moegirl", **SWITCHES), e, g)
    assert str(switched.result.winner) == local
    assert by_role(switched) == win_or_lose(local)

    scored = finished(options("pagat-scored"), e, g)
    assert by_role(scored) == team2
    assert str(scored.result.winner) == winner_s
    assert sum(GAME.returns(scored)) == 0

    doubled = finished(options("pagat-scored"), e, g, *declares(e, g))
    assert by_role(doubled) == tuple(2 * value for value in team2)
    assert doubled.result.multiplier == 2

    assert by_role(finished(options("pagat-scored", scoring="solo16"), e, g)) == team2
    four = finished(options("pagat-scored", scoring="team4"), e, g)
    assert by_role(four) == (team4[0], *team4)
    assert sum(GAME.returns(four)) == -team4[0]  # 2s − 3s
    balanced = finished(options("pagat-scored", scoring="team4", team4_balance=True), e, g)
    assert by_role(balanced) == (2 * team4[0], *team4)
    assert sum(GAME.returns(balanced)) == 0


def declares(emperor: int, guard: int) -> list[str]:
    """The script in which E and those before the guard are quiet and the guard declares."""
    order = [(emperor - 1 + i) % 5 for i in range(5)]
    return [f"{s} quiet" for s in order[: order.index(guard - 1)]] + [f"{guard - 1} declare"]


@pytest.mark.parametrize("row", PAIRS)
def test_next_tribute(row: str) -> None:
    """The last two columns: who pays in the next deal, by camp."""
    places, *_, winner_p, winner_s = PAIRS[row]
    for preset, winner in (("pagat", winner_p), ("pagat-scored", winner_s)):
        rules = options(preset)
        state = finished(rules, *places)
        crown = {place - 1 for place in places}
        following = GAME.deal(rules, bytes(32), GAME.carry(state))
        payers = {event.public["seat"] for event in GAME.opening(following) if event.kind == "paid"}
        assert payers == {"emperor": set(range(5)) - crown, "people": crown, "tie": set()}[winner]


# row: free, the three solo_results, team2, team2 x2, team4, team4 open x3, solo16
SOLO: dict[str, tuple[int, str, tuple[str, str, str], tuple[int, int], tuple[int, int], tuple[int, int],
                      tuple[int, int], tuple[int, int]]] = {
    "R11": (1, "emperor", ("emperor", "emperor", "emperor"), (12, -3), (24, -6), (8, -4), (24, -12), (16, -4)),
    "R12": (2, "people", ("people", "tie", "emperor"), (0, 0), (0, 0), (4, -2), (12, -6), (4, -1)),
    "R13": (3, "people", ("people", "tie", "tie"), (-12, 3), (-24, 6), (0, 0), (0, 0), (0, 0)),
    "R14": (4, "people", ("people", "tie", "people"), (-12, 3), (-24, 6), (-4, 2), (-12, 6), (-4, 1)),
    "R15": (5, "people", ("people", "people", "people"), (-12, 3), (-24, 6), (-8, 4), (-24, 12), (-16, 4)),
}  # fmt: skip
SOLO_RESULTS = ("first_only", "first_win_last_lose", "top2_win_third_tie")


@pytest.mark.parametrize("row", SOLO)
def test_solo_results(row: str) -> None:
    place, free, custom, team2, doubled, team4, team4_open, solo16 = SOLO[row]

    plain = finished(options("pagat"), place, None)
    assert str(plain.result.winner) == free
    assert by_role(plain) == win_or_lose(free)[::2]
    for name, winner in zip(SOLO_RESULTS, custom, strict=True):
        for preset in ("pagat", "moegirl"):
            state = finished(options(preset, solo_result=name), place, None)
            assert str(state.result.winner) == winner
            assert by_role(state) == win_or_lose(winner)[::2]

    s = options("pagat-scored")
    assert by_role(finished(s, place, None)) == team2
    announced = f"{place - 1} declare"
    revolt = (f"{place - 1} quiet", f"{place % 5} revolt")
    assert by_role(finished(s, place, None, announced)) == doubled
    assert by_role(finished(s, place, None, *revolt)) == doubled
    usurp = options("pagat-scored", usurper=True)
    assert by_role(finished(usurp, place, None, f"{place - 1} usurp")) == doubled

    four = options("pagat-scored", scoring="team4", open_solo_multiplier=3)
    assert by_role(finished(four, place, None)) == team4
    assert by_role(finished(four, place, None, announced)) == team4_open
    qd = options("pagat-scored", scoring="solo16")
    assert by_role(finished(qd, place, None)) == solo16
    assert by_role(finished(qd, place, None, announced)) == tuple(2 * value for value in solo16)
    assert sum(GAME.returns(finished(qd, place, None))) == 0

    balance = options("pagat-scored", scoring="team4", team4_balance=True)
    value = team4[0] // 2
    assert by_role(finished(balance, place, None)) == (4 * value, -value)
    x3 = options("pagat-scored", scoring="team4", emperor_x3=True)
    assert by_role(finished(x3, place, None, announced)) == (3 * value, -value)
    assert by_role(finished(x3, place, None)) == team4


def test_r12_an_open_solo_that_comes_second_may_lose() -> None:
    # R12, column x2: JJ, bf and fj; a silent one, doubled by a revolt, stays at zero (BH A16, A18-53).
    lose = options("pagat-scored", open_solo_second="lose")
    assert by_role(finished(lose, 2, None, "1 declare")) == (-24, 6)
    assert by_role(finished(lose, 2, None, "1 quiet", "2 revolt")) == (0, 0)
    assert by_role(finished(lose, 2, None)) == (0, 0)
    usurped = options("pagat-scored", open_solo_second="lose", usurper=True)
    assert by_role(finished(usurped, 2, None, "1 usurp")) == (-24, 6)


def test_declarations_change_no_points_where_there_are_none() -> None:
    # BH A16: the multiplier stays 1 under free and moegirl.
    state = finished(options("pagat", declarations="all", open_solo=True), 1, 2, "0 quiet", "1 declare")
    assert (by_role(state), state.result.multiplier) == ((1, 1, -1), 1)
    state = finished(options("moegirl"), 1, 2, "0 quiet", "1 declare")
    assert (by_role(state), state.result.multiplier) == ((1, 1, -1), 1)


@pytest.mark.parametrize(
    ("places", "team2"),
    [
        ((1, 2, 3), (6, 3, 3, -6)),
        ((1, 4, 5), (-2, -1, -1, 2)),
        ((1, 3, 5), (0, 0, 0, 0)),
        ((3, 4, 5), (-6, -3, -3, 6)),
    ],
)
def test_two_guards(places: tuple[int, ...], team2: tuple[int, ...]) -> None:
    # BH A18-52: s over three; E 2s, each G s, each P −2s.
    rules = options("pagat-scored", guard_by="called", abdication_full_circle="two_card_call")
    state = settled(rules, HANDS, emperor=places[0] - 1, guards=[p - 1 for p in places[1:]], called="Ad")
    while state.phase is not Phase.PLAY:
        state = follow(state, f"{state.turn} quiet")
    state = state.copy()
    state.queue = (0,)
    for seat, card in enumerate(HANDS):
        if state.phase is not Phase.OVER:
            state = follow(state, f"{seat} play {card}")
    assert by_role(state) == team2
    assert sum(GAME.returns(state)) == 0
