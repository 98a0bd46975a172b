"""Rows 54 to 70 of BH A18: passing, bombs, lowest cards, the end, and what proves whom."""

from __future__ import annotations

import re

import pytest

from paiju.games.baohuang.cards import hand_of

from .builders import (
    GAME,
    Phase,
    Role,
    State,
    all_pass,
    answers,
    carry,
    deal,
    first,
    follow,
    happened,
    held,
    is_legal,
    kind,
    kinds,
    options,
    playing,
    plays,
    refused,
    settled,
    table,
    to_the_end,
)
from .ledger import LONG, P, X, quiet

# Play


def test_row_54_the_emperor_may_defer_at_every_answer() -> None:
    rules = options("pagat", emperor_defer=True)
    state = follow(table(rules, "9" + LONG, LONG, LONG, LONG, "7" + LONG, turn=4), "4 play 7")
    assert {"pass", "defer"} < set(answers(state))
    state = follow(state, "0 play 9", "1 pass", "2 pass", "3 pass", "4 pass")
    assert not any(text in ("pass", "defer") for text in answers(state))
    only = follow(table(rules, "6", LONG, LONG, LONG, "77" + LONG, turn=4), "4 play 7 7")
    assert set(answers(only)) == {"pass", "defer"}


def test_row_55_hard_pass() -> None:
    rules = options("pagat", pass_mode="hard")
    state = table(rules, "7" + LONG, "9" + LONG, "8" + LONG, "9" + LONG, LONG)
    state = follow(state, "0 play 7", "1 pass", "2 play 8", "3 pass", "4 pass", "0 pass")
    assert (state.turn, state.top) == (2, None)


BOMBS = options("pagat", bombs="on", bomb_jokers=True, bomb_three_reds=True)
PLAIN_BOMBS = options("pagat", bombs="on")


@pytest.mark.parametrize(
    ("rules", "top", "play", "legal"),
    [
        (BOMBS, "KKKKKK", "7s7s7s7s", True),  # over any set of any size
        (BOMBS, "r", "7s7s7s7s", True),
        (BOMBS, "88rb", "7s7s7s7s", True),
        (BOMBS, "8s8s8s8s", "7s7s7s7s", False),
        (BOMBS, "7h7h7h7h", "7s7s7s7s", False),  # only a higher rank
        (BOMBS, "7s7s7s7s", "8h8h8h8h", True),
        (BOMBS, "7s7s7s7s", "8s8s8s8h", False),  # no bomb
        (BOMBS, "7s7s7s7s", "88888", False),
        (BOMBS, "7s7s7s7s", "8s8s8s8sb", False),  # nothing added
        (BOMBS, "2s2s2s2s", "bbbB", True),
        (BOMBS, "bbbB", "rrrR", True),
        (BOMBS, "bbbB", "rrR", True),
        (BOMBS, "2s2s2s2s", "bbrr", False),  # four of one colour
        (BOMBS, "2s2s2s2s", "bbb", False),
        (PLAIN_BOMBS, "2s2s2s2s", "bbbB", False),
        (PLAIN_BOMBS, "2s2s2s2s", "rrR", False),
        (PLAIN_BOMBS, "22", "rrR", False),
        (PLAIN_BOMBS, "6h6h6h6d", "7s7s7s7s", True),
    ],
)  # fmt: skip
def test_row_56_bombs(rules: object, top: str, play: str, *, legal: bool) -> None:
    state = table(rules, top + "7d", play + "7c", LONG, LONG, LONG)
    suited = " ".join(re.findall("[0-9TJQKA][shcd]?|[bBrR]", top))
    state = follow(state, "0 play " + suited) if "s" in top or "h" in top else _lay(state, 0, top)
    action = GAME.parse_action(state, 1, "play " + play)
    if "s" not in play and "h" not in play:
        assert is_legal(state, "1 play " + play) is legal
        return
    listed = action in GAME.legal_actions(state, 1)
    if legal:
        GAME.apply(state, 1, action)
        assert listed
    else:
        assert refused(state, "1 play " + play).code == "action.illegal"


def _lay(state: State, seat: int, ranks: str) -> State:
    return follow(state, f"{seat} play {ranks}")


def test_row_56_four_identical_are_always_a_bomb() -> None:
    state = table(PLAIN_BOMBS, "6s6s6s6s7", "9h9h9c9d", "TTTTT", LONG, LONG)
    state = follow(state, "0 play 6s 6s 6s 6s")
    assert answers(state) == ["pass"]  # 9999 of several suits is higher, but no bomb


def test_row_57_only_cards_drawn_oneself() -> None:
    hands = ("KK7", "9s9s9s9s7", LONG, LONG, LONG)
    drawn = ("KK7", "9s9s9s7T", LONG, LONG, LONG)
    state = follow(table(PLAIN_BOMBS, *hands, drawn=drawn), "0 play K K")
    assert answers(state) == ["pass"]
    loose = options("pagat", bombs="on", bomb_natural_only=False)
    state = follow(table(loose, *hands, drawn=drawn), "0 play K K")
    assert is_legal(state, "1 play 9s 9s 9s 9s")
    ordinary = follow(table(PLAIN_BOMBS, "8h8h8c8d7", *hands[1:], drawn=drawn), "0 play 8 8 8 8")
    assert is_legal(ordinary, "1 play 9 9 9 9")  # an ordinary set of four


@pytest.mark.parametrize("order", ["strict", "joker_strict"])
def test_row_58_after_three_twos_on_a_red(order: str) -> None:
    rules = options("moegirl", three_twos_beat_red=True, marked_red_high=True, bombs="on", order=order)
    hands = ("r7", "222K7", "222rbA2KKKR9s9s9s9s", "L7", LONG)
    state = table(rules, *hands, guards=(3,))
    state = follow(state, "0 play r", "1 play 2 2 2")
    assert plays(state) == {"R", "9999"}
    state = follow(state, "2 pass")
    assert plays(state) == {"L"}


def test_row_58_the_emperor_card_is_only_a_red_without_its_option() -> None:
    rules = options("pagat", three_twos_beat_red=True)
    state = follow(table(rules, "r7", "2227", "rR222", LONG, LONG), "0 play r", "1 play 2 2 2")
    assert answers(state) == ["pass"]


def test_row_59_twos_without_jokers() -> None:
    rules = options("moegirl", twos_with_jokers=False, twos_fill=True)
    state = table(rules, "22JbL", LONG, LONG, LONG, LONG)
    assert plays(state) == {"2", "22", "J", "J2", "J22", "Jb", "JL", "JbL", "b", "L", "bL"}
    assert {"2b", "2L", "J2b"} <= plays(
        table(options("moegirl", twos_fill=True), "22JbL", "7", "7", "7", "7")
    )


def test_row_60_the_rank_is_fixed_when_play_begins() -> None:
    rules = options("moegirl", low_last="lowest_rank", low_last_none="next_rank", low_last_all_at_once=False)
    # Seat 0 has a 3 at first and so may lay 4s, also when their last 3 … stays until the end anyway.
    assert is_legal(table(rules, "344K", LONG, LONG, LONG, LONG), "0 play 4 4")
    # Seat 1's only 3 is called: L does not count, so their 4s wait.
    state = table(rules, "3s3s3sK", "L44K", "99", "99", "99", called="3s", turn=1)
    assert not is_legal(state, "1 play 4 4")
    assert is_legal(state, "1 play L")
    none = table(rules, "55K", LONG, LONG, LONG, LONG)
    assert is_legal(none, "0 play 5")


STUCK = options("sixes-last", stuck_rank_last=True, stuck_penalty=3)


def test_row_61_stuck() -> None:
    state = playing(STUCK, ["9A", "66", "7777", "6", "7777"], guards=(2,))
    events = happened(state, "0 play 9")
    state = follow(state, "0 play 9")
    assert (state.turn, state.stuck) == (2, (1,))
    assert [event.public["place"] for event in events if event.kind == "stuck"] == [5]
    state = follow(state, "2 pass")
    assert (state.turn, state.stuck) == (4, (1, 3))
    state = follow(state, "4 pass", "0 play A")
    assert state.out == (0,)
    state = follow(state, "2 pass", "4 pass")
    state = to_the_end(follow(state, "2 play 7 7 7 7"))
    assert state.result is not None
    assert state.result.places == (1, 5, 2, 4, 3)
    assert state.result.returns == (6, -3 - 3, 3, -3 - 3, -3)


def test_row_61_the_penalty_is_multiplied() -> None:
    state = settled(STUCK, ["9A", "66", "7777", "77", "7777"], guards=(2,))
    state = quiet(follow(state, "0 quiet", "1 quiet", "2 declare"))
    state = to_the_end(follow(state, "0 play 9", "2 pass", "3 pass", "4 pass", "0 play A", "2 pass", "3 pass",
                              "4 pass", "2 play 7 7 7 7"))  # fmt: skip
    assert GAME.returns(state) == (12, -6 - 6, 6, -6, -6)


def test_row_61_counts_as_out_for_the_end() -> None:
    state = playing(STUCK, ["9A", "66", "77", "", "7"], guards=(2,), out=(3,))
    state = follow(state, "0 play 9", "2 pass", "4 pass")
    state = follow(state, "0 play A", "2 pass", "4 pass", "2 play 7 7")
    assert state.phase is Phase.OVER


def test_row_61_not_stuck_on_lead_or_with_a_play() -> None:
    state = playing(STUCK, ["9", "66", "77", "77", "77"], guards=(2,), turn=1)
    assert plays(state) == {"6", "66"}
    mixed = follow(playing(STUCK, ["9A", "67", "77", "77", "77"], guards=(2,)), "0 play 9")
    assert (mixed.turn, mixed.stuck) == (1, ())
    off = follow(playing(X, ["9A", "66", "77", "77", "77"], guards=(2,)), "0 play 9")
    assert (off.turn, off.stuck) == (1, ())


def test_row_62_places() -> None:
    # Emperor 0 and guard 1 are stuck, nobody has finished: the rest from the emperor on.
    state = playing(STUCK, ["6", "66", "7A", "77", "77"], guards=(1,), turn=2)
    state = follow(state, "2 play 7", "3 pass", "4 pass")
    assert state.result is not None
    assert state.result.places == (5, 4, 1, 2, 3)


def test_row_63_decided() -> None:
    early = {"early_end": "decided"}
    free = options("pagat", **early)
    state = playing(free, [LONG, "7", LONG, LONG, LONG], guards=(), turn=1)
    assert follow(state, "1 play 7").phase is Phase.OVER  # a solo that is not first has lost
    state = playing(free, ["7", "", "", LONG, LONG], guards=(3,), out=(1, 2))
    assert follow(state, "0 play 7").phase is Phase.PLAY  # {3,4} ties, {3,5} loses
    team = options("pagat-scored", **early)
    state = playing(team, [LONG, "7", LONG, LONG, LONG], guards=(), turn=1)
    assert follow(state, "1 play 7").phase is Phase.PLAY  # second is worth 0, third −12


def test_row_64_crown_during_the_draw() -> None:
    rules = options("moegirl", crown_during_draw=True)
    state = deal(rules, {0: "R 9s9s9s"})
    assert (state.phase, state.turn, set(answers(state))) == (Phase.DRAW, 0, {"wait", "crown"})
    assert sum(map(sum, state.hands)) == 16  # four cards for seat 0, three for the others
    state = follow(state, "0 crown", "0 call 9s")
    assert sum(map(sum, state.hands)) == 216
    assert state.phase is Phase.DECLARE  # nobody abdicates any more


def test_row_65_a_usurper_is_an_announced_solo() -> None:
    def points(**given: object) -> tuple[int, tuple[int, ...]]:
        rules = options("pagat-scored", scoring="team4", usurper=True, open_solo=True, **given)
        state = follow(deal(rules, {0: "R", 2: "B"}), "0 crown", "0 decline", "1 usurp")
        state.hands = tuple(
            state.hands[seat] if seat != 1 else hand_of(kinds("7", rules)) for seat in range(5)
        )
        state = follow(state, f"{state.turn} {first(state)}")  # they are out first, alone
        assert state.result is not None
        return state.result.multiplier, state.result.returns

    multiplier, returns = points(early_end="decided")
    assert (multiplier, returns[1]) == (2, 2 * 2 * 4)  # ×2 announced, ×2 for a solo
    multiplier, returns = points(early_end="decided", emperor_x3=True)
    assert (multiplier, returns[1]) == (1, 3 * 4)  # three, and no ×2 besides
    assert set(returns) == {12, -4}


def test_row_66_a_next_rank_that_goes_last_may_be_a_bomb() -> None:
    rules = options("moegirl-threes", bombs="on", low_last_none="next_rank")
    state = playing(rules, ["5s", "4s4s4s4s", LONG, LONG, LONG], guards=(2,), called="Ad")
    assert "4444" in plays(follow(state, "0 play 5s"))


def test_row_67_an_abdicating_double_holder_is_known_as_guard() -> None:
    rules = options("pagat-scored", abdication="double_holder_only")
    state = follow(deal(rules, {0: "R B"}), "0 abdicate")
    for viewer in (None, 0, 1, 2, 3, 4):
        assert kind("B") in {token.kind for token in GAME.view(state, viewer).known if token.holder == 0}
    state = follow(state, "4 crown")
    for viewer in (None, 0, 1, 2, 3, 4):
        view = GAME.view(state, viewer)
        assert (view.roles[0], view.alone, view.stakes.opened, view.stakes.factors) == (
            Role.GUARD,
            False,
            False,
            (),
        )
    declared = follow(state, "4 quiet", "0 declare")
    assert declared.stakes.factors == ("guard",)


def test_row_67_an_emperor_who_gets_the_crown_back_is_known_to_be_alone() -> None:
    rules = options("pagat-scored", abdication="double_holder_only", abdication_full_circle="force_original")
    state = follow(deal(rules, {0: "R B"}), *(f"{seat} abdicate" for seat in (0, 4, 3, 2, 1)), "0 crown")
    assert state.roles.solo
    assert GAME.view(state, 3).alone is True
    other = options("pagat-scored", abdication="on")
    state = follow(deal(other, {0: "R B"}), "0 abdicate", "4 crown")
    assert GAME.view(state, 3).roles[0] is None  # elsewhere it proves nothing


def test_row_68_no_ace_is_handed_on() -> None:
    rules = options("moegirl", emperor_by="previous_head", tribute_exclude_aces=True, tribute_mode="off")
    previous = carry("EGPPP", (2, 1, 3, 4, 5), "tie")
    state = deal(rules, {1: "As As K"}, never={1: "rb2"}, previous=previous)
    before = state.hands[2]
    state = follow(state, "1 abdicate")
    gained = [k for k in range(len(before)) if state.hands[2][k] > before[k]]
    assert [kind_ >> 2 for kind_ in gained] == [kind("Ks") >> 2]


def test_row_69_a_hidden_guard_is_asked_and_can_only_keep_quiet() -> None:
    rules = options("moegirl", scoring="team2", abdication_full_circle="two_card_call", counter_double=True)
    state = deal(rules, {2: "R 9s9s", 0: "9s", 4: "9s"})
    state = follow(state, *(f"{seat} abdicate" for seat in (2, 3, 4, 0, 1)), "2 crown", "2 call 9s")
    while state.phase is not Phase.DECLARE:
        state = follow(state, f"{state.turn} {first(state)}")
    while state.phase is Phase.DECLARE:
        state = follow(state, f"{state.turn} {'declare' if state.turn == 4 else 'quiet'}")
    assert (state.phase, state.queue) == (Phase.COUNTER, (3, 0, 1))
    for viewer in (None, 0, 1, 2, 3, 4):
        assert GAME.view(state, viewer).asked == (3, 0, 1)
    state = follow(state, "3 quiet")
    assert answers(state) == ["quiet"]
    assert answers(follow(state, "0 quiet")) == ["quiet", "counter"]


def test_row_70_no_seat_sees_where_the_draw_stops() -> None:
    rules = options("moegirl", crown_during_draw=True)
    one = deal(rules, {0: "R 9s9s9s"})
    later = follow(one, "0 wait", "0 wait")
    other = deal(rules, {3: "R 8h8h8h"})
    for viewer in (None, 1, 2, 4):
        assert GAME.view(one, viewer) == GAME.view(later, viewer) == GAME.view(other, viewer)
    assert GAME.opening(one) == GAME.opening(other) == ()
    crowned = follow(later, "0 crown")
    assert GAME.view(crowned, 1).plan.drawing is not None
    assert happened(one, "0 wait") == []


def test_the_all_pass_helper_closes_one_trick() -> None:
    state = follow(table(P, "7" + LONG, LONG, LONG, LONG, LONG), "0 play 7")
    assert all_pass(state).top is None
    assert held(state, 0) == LONG
