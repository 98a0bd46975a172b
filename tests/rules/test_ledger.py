"""BH A18-1 to 70: one test, or several, for each row of the ledger."""

from __future__ import annotations

import re

import pytest

from paiju.core.errors import OptionError, RuleError
from paiju.games.baohuang.cards import MARKED_BIG, hand_of
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.transfers import highest, tribute_payable

from .builders import (
    BIG,
    GAME,
    LAOWANG,
    Phase,
    Role,
    State,
    all_pass,
    answers,
    carry,
    changes,
    count,
    deal,
    drew,
    everybody,
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
)

P = options("pagat")
S = options("pagat-scored")
M = options("moegirl")
X = options("sixes-last")
LONG = "667788"

NOT_DECIDABLE = {23: "says that nothing is done: a pass with only lowest cards left may be noticed by people"}


def test_every_row_is_there() -> None:
    named = {int(match[1]) for name in globals() if (match := re.match(r"test_row_(\d+)_", name))}
    assert named | NOT_DECIDABLE.keys() == set(range(1, 72))
    assert not named & NOT_DECIDABLE.keys()


def table(rules: object, *hands: str, **more: object) -> State:
    return playing(rules, hands, **{"guards": (1,), "called": "Ad", **more})  # type: ignore[arg-type]


def quiet(state: State) -> State:
    return everybody(state, "quiet")


def tributes(state: State) -> State:
    """The first answers through every question of the tribute."""
    while state.phase in (Phase.TRIBUTE, Phase.TAKE, Phase.GIVE_BACK):
        state = follow(state, f"{state.turn} {first(state)}")
    return state


def passes(state: State, *seats: int) -> State:
    return follow(state, *(f"{seat} abdicate" for seat in seats))


def to_the_end(state: State) -> State:
    """Silence, then every leader plays his first and nobody answers."""
    while state.phase is not Phase.OVER:
        state = GAME.apply(state, state.turn, GAME.legal_actions(state, state.turn)[0])[0]
    return state


# Tribute, void deals


def test_row_1_too_few_cards_give_what_there_is() -> None:
    # Cannot happen in a real deal: only eight cards are jokers.
    state = deal(P)
    poor = hand_of(kinds("R r b b 2", P))
    assert highest(poor, 2, tribute_payable(state)) == kinds("2", P)


def test_row_2_after_a_tie_the_deal_before_it_is_forgotten() -> None:
    tied = deal(P, previous=carry("EGPPP", winner="tie"))
    assert changes(tied) == (0, 0, 0, 0, 0)
    passed_on = GAME.carry(to_the_end(tied))
    assert passed_on.roles[tied.turn] is Role.EMPEROR  # n + 2 looks only at n + 1
    assert len(passed_on.places) == 5


def test_row_3_void_after_tribute_is_undone() -> None:
    previous = carry("EGPPP", (1, 2, 3, 4, 5), "emperor")
    state = tributes(deal(M, previous=previous))
    assert changes(state) == (0, 0, 0, 0, 0)
    state = passes(state, *[(state.turn + i) % 5 for i in range(5)])
    assert GAME.is_void(state)
    assert GAME.carry(state) == previous


def test_row_4_the_guard_card_is_no_tribute() -> None:
    rules = options("pagat", tribute_exclude_jokers=False)
    state = deal(rules, {0: "R B r b"}, never={0: "rb"}, previous=carry("EGPPP", winner="people"))
    assert (count(state, 0, "R"), count(state, 0, "B")) == (1, 1)
    assert (count(state, 0, "r"), count(state, 0, "b")) == (0, 0)


def test_row_5_the_guard_card_pays_for_no_abdication() -> None:
    rules = options("pagat-scored", abdication_cost="highest_card")
    state = passes(deal(rules, {2: "R", 1: "B"}, never={1: "rb"}), 2, 1)
    assert count(state, 1, "B") == 1
    assert changes(state) == (2, -1, -1, 0, 0)


def test_row_6_marked_jokers_are_ordinary_in_play() -> None:
    state = follow(table(P, "b" + LONG, "B" + LONG, "R" + LONG, "r" + LONG, LONG), "0 play b")
    assert not is_legal(state, "1 play B")
    state = follow(state, "1 pass", "2 play R")
    assert not is_legal(state, "3 play r")


# Revealing, leading, solo


@pytest.mark.parametrize("play", ["B", "9 9 B", "b B", "B r"])
def test_row_7_revealed_by_the_card_in_any_set(play: str) -> None:
    state = table(P, LONG, "99bBr" + LONG, LONG, LONG, LONG, turn=1)
    assert GAME.view(state, 0).roles[1] is None
    after = follow(state, "1 play " + play)
    assert GAME.view(after, 0).roles[1] is Role.GUARD
    assert GAME.view(after, None).alone is False
    other = follow(state, "1 play 9 9 b")
    assert GAME.view(other, 0).roles[1] is None


def test_row_8_the_final_emperor_leads() -> None:
    state = follow(deal(P, {2: "R"}), "2 abdicate", "3 crown")
    assert (state.phase, state.turn) == (Phase.PLAY, 3)


def test_row_9_both_marked_cards() -> None:
    state = deal(P, {2: "R B"})
    assert set(answers(state)) == {"crown", "abdicate"}
    assert follow(state, "2 crown").roles.solo
    assert follow(state, "2 abdicate", "3 crown").roles.guards == (2,)


def test_row_10_the_emperor_card_reaches_the_guard_card() -> None:
    state = follow(deal(P, {2: "R", 3: "B"}), "2 abdicate")
    assert set(answers(state)) == {"crown", "abdicate"}
    assert follow(state, "3 crown").roles.solo
    assert follow(state, "3 abdicate", "4 crown").roles.guards == (3,)


def test_row_11_back_to_a_double_holder() -> None:
    state = passes(deal(P, {2: "R B"}), 2, 3, 4, 0, 1)
    assert answers(state) == ["crown"]
    assert follow(state, "2 crown").roles.solo


def test_row_12_the_last_play_of_a_team_need_not_stand() -> None:
    state = table(P, "", "7", "A", "A", "A", out=(0,), turn=1)
    assert follow(state, "1 play 7").phase is Phase.OVER


def test_row_13_places_of_the_unfinished() -> None:
    state = playing(P, ["", LONG, LONG, "7", LONG], guards=(3,), out=(0,), turn=3)
    result = follow(state, "3 play 7").result
    assert result is not None
    assert result.places == (1, 4, 5, 2, 3)


@pytest.mark.parametrize(("order", "legal"), [("strict", False), ("joker_strict", True)])
def test_row_14_888b_on_8888(order: str, *, legal: bool) -> None:
    state = table(options("pagat", order=order), "88887", "888b7", LONG, LONG, LONG)
    assert is_legal(follow(state, "0 play 8 8 8 8"), "1 play 8 8 8 b") is legal


def test_row_15_laowang_has_no_natural_rank() -> None:
    state = table(M, "8s8h8c7", "9s9sL7", LONG, LONG, LONG, called="9s")
    lead = table(M, "7", "9s9sL7", LONG, LONG, LONG, called="9s", turn=1)
    assert plays(lead) == {"7", "7L", "9", "99", "9L", "99L", "L"}
    state = follow(state, "0 play 8 8 8")
    assert is_legal(state, "1 play 9 9 L")
    strict = follow(table(M, "9c9h9d7", "9s9sL7", LONG, LONG, LONG, called="9s"), "0 play 9 9 9")
    assert not is_legal(strict, "1 play 9 9 L")  # 9 does not beat 9


def test_row_16_three_twos_only_against_a_lone_red() -> None:
    rules = options("pagat", three_twos_beat_red=True)
    hands = ("rr7R", "22227", LONG, LONG, LONG)
    assert is_legal(follow(table(rules, *hands), "0 play R"), "1 play 2 2 2")
    assert not is_legal(follow(table(rules, *hands), "0 play r r"), "1 play 2 2 2 2")
    assert not is_legal(follow(table(rules, *hands), "0 play 7 r"), "1 play 2 2 2")
    assert not is_legal(follow(table(rules, *hands), "0 play r"), "1 play 2 2 2 2")


# Declarations and calls


def test_row_17_two_declarations_double_once() -> None:
    state = follow(deal(S, {0: "R", 1: "B"}), "0 crown", "0 quiet", "1 declare", "2 revolt")
    assert GAME.view(state, None).multiplier == 2


def test_row_18_usurper_excludes_a_revolt() -> None:
    rules = options("pagat-scored", usurper=True)
    state = follow(deal(rules, {0: "R"}), "0 crown", "0 usurp")
    assert state.phase is Phase.PLAY
    assert GAME.view(state, None).multiplier == 2


def test_row_19_three_or_four_copies() -> None:
    three = follow(deal(M, {0: "R 9s9s9s", 3: "9s"}), "0 crown", "0 call 9s")
    assert three.roles.guards == (3,)
    four = follow(deal(M, {0: "R 9s9s9s9s"}), "0 crown", "0 call 9s")
    assert four.roles.solo
    assert answers(deal(M, {0: "R 9s9s"})) == ["abdicate"]
    shown = happened(follow(deal(M, {0: "R 9s9s9s9s"}), "0 crown"), "0 call 9s")
    assert shown[0].public["cards"] == (kind("9s"),) * 3  # three are shown, so nobody can tell


def test_row_20_another_triple_beside_a_four() -> None:
    state = follow(deal(M, {0: "R 9s9s9s9s 8h8h8h", 3: "8h"}), "0 crown")
    assert set(answers(state)) == {"call 9s", "call 8h"}
    assert follow(state, "0 call 8h").roles.guards == (3,)


def test_row_21_who_cannot_call_only_abdicates() -> None:
    state = follow(deal(M, {2: "R 9s9s9s"}), "2 abdicate")
    assert (state.turn, answers(state)) == (3, ["abdicate"])


def test_row_22_the_same_question_for_all() -> None:
    state = follow(deal(S, {0: "R", 2: "B"}), "0 crown", "0 quiet")
    for seat in (1, 2, 3, 4):
        assert state.turn == seat
        assert len(answers(state)) == 2
        assert first(state) == "quiet"
        state = follow(state, f"{seat} quiet")


def test_row_24_hand_counts() -> None:
    shown, hidden = deal(P), deal(options("pagat", show_hand_counts=False))
    assert GAME.view(shown, 2).sizes == (34, 34, 34, 33, 33)
    assert GAME.view(hidden, 2).sizes == (None, None, 34, None, None)
    assert GAME.view(hidden, None).sizes == (None,) * 5


def test_row_25_zhan_pai_is_no_action() -> None:
    state = follow(table(P, "7" + LONG, "9", LONG, LONG, LONG), "0 play 7")
    assert answers(state) == ["pass", "play 9"]


def test_row_71_zhan_pai_is_said_by_the_owner_of_the_standing_play() -> None:
    state = follow(table(P, "7" + LONG, "9", LONG, LONG, LONG), "0 play 7")
    GAME.check_signal(state, 0, "zhan_pai")
    with pytest.raises(RuleError, match="stands"):
        GAME.check_signal(follow(state, "1 play 9"), 0, "zhan_pai")


# Suits, decks, buying, automatic choices


@pytest.mark.parametrize(
    ("given", "suited"),
    [({}, False), ({"deck": "216"}, False), ({"bombs": "on"}, True), ({"guard_by": "called"}, True)],
)
def test_row_26_when_cards_have_suits(given: dict[str, object], *, suited: bool) -> None:
    rules = options("pagat", **given)
    assert rules.suited is suited
    naturals = {card & 3 for card in compile_rules(rules).first_deck if card < 52}
    assert naturals == ({0, 1, 2, 3} if suited else {0})


def test_row_27_the_short_decks() -> None:
    short = compile_rules(options("pagat", deck="165", bombs="on")).first_deck
    assert [short.count(kind(f"6{suit}")) for suit in "shcd"] == [4, 3, 3, 3]
    five = compile_rules(options("moegirl", deck="205")).first_deck
    assert [five.count(kind(f"3{suit}")) for suit in "shcd"] == [2, 1, 1, 1]


def test_row_28_the_buyer_holds_the_emperor_card() -> None:
    rules = options("moegirl", low_last="lowest_rank", low_last_none="buy")
    state = deal(rules, {0: "R 2", 1: "3 3"}, never={0: "3", 1: "3"})
    assert (count(state, 0, "3"), count(state, 1, "3")) == (1, 1)


def test_row_28_previous_head_is_the_holder() -> None:
    rules = options("moegirl", low_last="lowest_rank", low_last_none="buy", emperor_by="previous_head")
    previous = carry("EGPPP", (2, 3, 4, 1, 5), "tie")
    state = deal(rules, {0: "2 2 2", 1: "3 3", 3: "3 3"}, never={0: "3", 1: "3", 3: "3"}, previous=previous)
    assert (count(state, 0, "3"), count(state, 1, "3"), count(state, 3, "3")) == (1, 2, 1)
    assert count(state, 0, "2") == drew(state, 0).count("2") - 1


def test_row_29_the_kind_with_fewest_copies_goes() -> None:
    state = deal(M, {2: "R", 3: "2s2s2s2h2h2d2d", 4: "9s9s9s"}, never={3: "2"})
    state = passes(state, 2, 3)
    twos = [state.hands[3][kind(f"2{suit}")] for suit in "shcd"]
    assert twos == [3, 1, 0, 2]  # ♥ and ♦ have two copies: ♥ first
    hand = hand_of(kinds("2s2s2s2h2h2d2d", M))
    left = deal(M)
    assert highest(hand, 3, tribute_payable(left)) == kinds("2h2h2d", M)


def test_row_30_tribute_in_order_of_places() -> None:
    state = deal(S, previous=carry("EGPPP", (1, 4, 5, 2, 3)))
    order = [(e.kind, e.public["seat"]) for e in GAME.opening(state) if e.kind in ("paid", "received")]
    assert order == [("paid", 3), ("paid", 4), ("paid", 2), ("received", 0), ("received", 1)]
    by_place = deal(M, previous=carry("EGPPP", (4, 1, 5, 2, 3)))
    seats = []
    while by_place.phase in (Phase.TRIBUTE, Phase.GIVE_BACK):
        seats.append((str(by_place.phase), by_place.turn))
        by_place = follow(by_place, f"{by_place.turn} {first(by_place)}")
    assert seats == [("tribute", 2), ("tribute", 0), ("give_back", 1), ("give_back", 3)]


def test_row_31_payers_are_asked_in_suited_games_only() -> None:
    previous = carry("EGPPP", (4, 1, 5, 2, 3))
    state = deal(
        options("moegirl", tribute_exclude_jokers=True), {2: "2s2s2s"}, never={2: "2"}, previous=previous
    )
    assert (state.turn, answers(state)) == (2, ["give 2s 2s"])  # even with one possible set
    state = deal(
        options("moegirl", tribute_exclude_jokers=True), {2: "2s 2h 2d"}, never={2: "2"}, previous=previous
    )
    assert set(answers(state)) == {"give 2s 2h", "give 2s 2d", "give 2h 2d"}
    assert (
        deal(options("moegirl", guard_by="marked_black", deck="216"), previous=previous).phase
        is Phase.GIVE_BACK
    )


def test_row_32_camp_returns() -> None:
    rules = options("moegirl", tribute_mode="camp", tribute_return="same_count")
    previous = carry("EGPPP", (1, 4, 5, 2, 3))  # payers by place: 3, 4, 2
    state = deal(rules, {0: "R 4s 5s", 1: "6s"}, previous=previous)
    while state.phase is Phase.TRIBUTE:
        state = follow(state, f"{state.turn} {first(state)}")
    before = {seat: state.hands[seat] for seat in (2, 3, 4)}
    assert state.turn == 0
    state = follow(state, "0 return 5s 4s", "1 return 6s")
    for seat, card in ((3, "4s"), (4, "5s"), (2, "6s")):
        assert state.hands[seat][kind(card)] == before[seat][kind(card)] + 1
    assert changes(state) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("roles", "opened", "expected"),
    [
        ("EGPPP", True, (4, 2, -2, -2, -2)),
        ("EPPPP", True, (8, -2, -2, -2, -2)),
        ("EGGPP", False, (2, 1, 1, -2, -2)),
        ("EGGPP", True, (4, 2, 2, -4, -4)),
    ],
)
def test_row_33_doubled_camp_tribute_and_two_guards(
    roles: str, expected: tuple[int, ...], *, opened: bool
) -> None:
    rules = options("pagat-scored", tribute_double_on_open=True)
    assert changes(deal(rules, previous=carry(roles, opened=opened))) == expected
    lost = deal(rules, previous=carry(roles, winner="people", opened=opened))
    assert changes(lost) == tuple(-n for n in expected)


def test_row_34_the_emperor_takes_the_low_cards() -> None:
    rules = options("pagat", tribute_emperor_takes_low=True)
    hands = {0: "R", 2: "K", 3: "2", 4: "A"}
    state = deal(rules, hands, never={2: "2A", 4: "2"}, previous=carry("EGPPP", (4, 1, 2, 3, 5)))
    assert count(state, 0, "K") == drew(state, 0).count("K") + 1
    assert count(state, 0, "A") == drew(state, 0).count("A") + 1
    assert count(state, 1, "2") == drew(state, 1).count("2") + 1
    lost = deal(rules, previous=carry("EGPPP", (4, 5, 1, 2, 3), "people"))
    assert changes(lost) == (-2, -1, 1, 1, 1)


def test_row_35_exclusions_do_not_bind_returns() -> None:
    rules = options("moegirl", tribute_exclude_jokers=True, tribute_exclude_aces=True)
    state = deal(rules, {1: "As b r", 0: "R"}, previous=carry("EGPPP", (4, 1, 5, 2, 3)))
    while state.turn != 1:
        state = follow(state, f"{state.turn} {first(state)}")
    assert {"return As b", "return b r", "return As r"} <= set(answers(state))
    assert not any("R" in text for text in answers(state))


def test_row_36_what_may_be_called() -> None:
    # 165 cards: three copies of 6♥ are all there are, so nobody can be called with them.
    short = options("pagat-scored", deck="165", guard_by="called")
    assert answers(follow(deal(short, {0: "R 6h6h6h 6s6s6s"}), "0 crown")) == ["call 6s"]
    free = options("moegirl", call_restriction="none")
    state = follow(deal(free, {0: "R r r b b b", 3: "r"}, never={0: "rb"}), "0 crown")
    assert set(answers(state)) == {"call b", "call r"}
    state = follow(state, "0 call r")
    assert (state.roles.guards, state.roles.called) == ((3,), BIG)
    black = options("moegirl", call_restriction="no_red")
    assert answers(follow(deal(black, {0: "R r r b b b"}), "0 crown")) == ["call b"]
    assert answers(deal(M, {0: "R r r b b b"})) == ["abdicate"]
    no_threes = options("moegirl", call_threes=False)
    assert answers(follow(deal(no_threes, {0: "R 3s3s3s 4s4s4s"}), "0 crown")) == ["call 4s"]
    assert answers(follow(deal(M, {0: "R 3s3s3s 4s4s4s"}), "0 crown")) == ["call 3s", "call 4s"]


def test_row_36_all_four_reds_make_a_solo() -> None:
    free = options("moegirl", call_restriction="none")
    state = follow(deal(free, {0: "R r r r"}), "0 crown", "0 call r")
    assert state.roles.solo


def test_row_37_crown_and_call_are_two_steps() -> None:
    rules = options("moegirl", usurper=True)
    state = deal(rules, {0: "R 9s9s9s"})
    phases = [state.phase]
    for line in ("0 crown", "0 call 9s"):
        state = follow(state, line)
        phases.append(state.phase)
    phases.append(everybody(state, "decline").phase)
    assert phases == [Phase.CROWN, Phase.CALL, Phase.USURP, Phase.DECLARE]


def test_row_38_abdication_off() -> None:
    assert answers(deal(options("pagat", abdication="off"), {2: "R"})) == ["crown"]
    called = options("moegirl", abdication="off")
    assert answers(deal(called, {2: "R 9s9s9s"})) == ["crown"]
    assert answers(deal(called, {2: "R"})) == ["abdicate"]


def test_row_38_double_holder_only() -> None:
    rules = options("pagat", abdication="double_holder_only")
    assert answers(deal(rules, {2: "R"})) == ["crown"]
    state = follow(deal(rules, {2: "R B"}), "2 abdicate")
    assert set(answers(state)) == {"crown", "abdicate"}


def test_row_39_the_emperor_card_goes_before_the_payment() -> None:
    rules = options("pagat-scored", abdication_cost="highest_card")
    state = follow(deal(rules, {2: "R", 1: "r"}), "2 abdicate")
    events = happened(state, "1 abdicate")
    assert [event.public["why"] for event in events if event.kind == "moved"] == ["claim", "cost"]
    head = options("pagat-scored", abdication_cost="highest_card", emperor_by="previous_head")
    state = deal(head, {0: "r b"}, never={0: "rb", 4: "rb"}, previous=carry("EGPPP", winner="tie"))
    state = follow(state, "0 abdicate")
    assert (count(state, 0, "r"), count(state, 4, "r")) == (0, 1)
    state = follow(state, "4 abdicate")
    assert changes(state) == (-1, 0, 0, 2, -1)  # the red, and seat 4's next highest
    assert (count(state, 3, "r") - drew(state, 3).count("r"), count(state, 4, "r")) == (1, 0)


def test_row_40_the_original_holder_cannot_call() -> None:
    rules = options("moegirl", abdication_full_circle="force_original")
    state = passes(deal(rules, {2: "R", 3: "9s9s9s", 0: "8s8s8s8s"}), 2, 3, 4, 0, 1)
    assert (state.turn, answers(state)) == (0, ["crown"])
    assert state.hands[0][MARKED_BIG] == 1


def test_row_41_first_eligible_goes_forward() -> None:
    rules = options("moegirl", abdication_full_circle="force_first_eligible")
    hands = {2: "R", 3: "9s9s9s", 0: "8s8s8s"}
    state = passes(deal(rules, hands), 2, 3, 4, 0, 1)
    assert (state.turn, answers(state)) == (3, ["crown"])
    own = passes(deal(rules, hands | {2: "R 7s7s7s"}), 2, 3, 4, 0, 1)
    assert own.turn == 2
    nobody = passes(deal(rules, {2: "R"}), 2, 3, 4, 0, 1)
    assert GAME.is_void(nobody)


def test_row_41_ability_is_judged_after_the_fifth_pass() -> None:
    # Seat 3 has only one triple, of 2s, and pays one of them away: he is no longer able.
    rules = options("moegirl", abdication_full_circle="force_first_eligible")
    hands = {2: "R", 3: "2s2s2s", 0: "8s8s8s"}
    state = passes(deal(rules, hands, never={3: "2"}), 2, 3, 4, 0, 1)
    assert state.turn == 0


def test_row_41_a_pool_goes_to_the_final_emperor() -> None:
    rules = options("moegirl", abdication_full_circle="last_decliner", abdication_pool=True)
    state = passes(deal(rules, {2: "R", 3: "9s9s9s"}), 2, 3, 4, 0, 1)
    state = follow(state, "3 crown")
    assert changes(state) == (-1, -1, -1, 4, -1)  # R, and four 2s of which one was his own


def test_row_42_two_card_call() -> None:
    rules = options("moegirl", abdication_full_circle="two_card_call")
    state = follow(
        passes(deal(rules, {2: "R 9s9s", 0: "9s", 4: "9s"}), 2, 3, 4, 0, 1), "2 crown", "2 call 9s"
    )
    assert set(state.roles.guards) == {0, 4}
    assert state.hands[0][LAOWANG] == state.hands[4][LAOWANG] == 0
    assert GAME.view(state, 0).alone is False
    assert rules.laowang  # switched off for this deal only
    # R and 42 different cards: without a pair the deal is void.
    single = "".join(f"{card}{suit}" for suit in "shcd" for card in "3456789TJQKA2")[: 2 * 42]
    free = options("moegirl", abdication_full_circle="two_card_call", abdication_cost="none")
    assert GAME.is_void(passes(deal(free, {2: "R" + single}), 2, 3, 4, 0, 1))


@pytest.mark.parametrize(
    ("copies", "shown", "guards", "laowang"), [(2, 2, (0, 4), 0), (3, 3, (0,), 1), (4, 3, (), 0)]
)
def test_row_42_with_more_than_two_it_is_an_ordinary_call(
    copies: int, shown: int, guards: tuple[int, ...], laowang: int
) -> None:
    # One outside copy makes one guard with 老王 (BH A12), none a solo.
    rules = options("moegirl", abdication_full_circle="two_card_call")
    outside = {0: "9s" if copies < 4 else "", 4: "9s" if copies < 3 else ""}
    state = passes(deal(rules, {2: "R" + "9s" * copies, **outside}), 2, 3, 4, 0, 1)
    state = follow(state, "2 crown")
    (called, *_) = happened(state, "2 call 9s")
    assert called.public["cards"] == (kind("9s"),) * shown
    state = follow(state, "2 call 9s")
    assert set(state.roles.guards) == set(guards)
    assert sum(hand[LAOWANG] for hand in state.hands) == laowang


def test_row_43_original_loses() -> None:
    rules = options("moegirl", abdication_full_circle="original_loses")
    state = passes(deal(rules, {2: "R"}), 2, 3, 4, 0, 1)
    assert state.result is not None
    assert state.result.places == (3, 4, 5, 1, 2)
    assert GAME.carry(state).roles[2] is Role.EMPEROR
    assert [str(role) for role in GAME.carry(state).roles].count("commoner") == 4
    assert (str(state.result.winner), state.result.multiplier) == ("people", 1)


def test_row_44_previous_head() -> None:
    rules = options("pagat", emperor_by="previous_head")
    first = deal(rules, {2: "R"})
    assert first.turn == 2
    previous = carry("EGPPP", (3, 2, 4, 1, 5), "tie")
    state = deal(rules, {3: "B r 2"}, never={3: "rb"}, previous=previous)
    assert sum(hand[MARKED_BIG] for hand in state.drawn) == 0
    assert sum(hand[BIG] for hand in state.drawn) == 4
    assert (state.turn, set(answers(state))) == (3, {"crown", "abdicate"})
    passed = follow(state, "3 abdicate")
    assert (count(passed, 3, "r"), count(passed, 3, "B")) == (0, 1)  # his highest card, but not B
    assert changes(passed) == (0, 0, 0, -1, 1)
    assert follow(passed, "4 crown").roles.guards == (3,)


# Usurper, declarations, counter


def test_row_45_usurper() -> None:
    rules = options("moegirl", usurper=True)
    state = follow(deal(rules, {0: "R 9s9s9s", 1: "9s"}), "0 crown", "0 call 9s")
    assert state.hands[1][LAOWANG] == 1
    state = follow(state, "0 decline", "1 decline", "2 usurp")
    assert (state.phase, state.turn) == (Phase.PLAY, 2)
    assert state.hands[2][MARKED_BIG] == 1
    assert (state.hands[1][LAOWANG], state.hands[1][kind("9s")]) == (0, 1)
    assert GAME.view(state, None).roles == tuple(
        Role.EMPEROR if seat == 2 else Role.COMMONER for seat in range(5)
    )
    assert GAME.carry(to_the_end(state)).opened


def test_row_45_everyone_is_asked_once() -> None:
    rules = options("pagat-scored", usurper=True)
    state = follow(deal(rules, {3: "R"}), "3 crown")
    for seat in (3, 4, 0, 1, 2):
        assert (state.turn, answers(state)) == (seat, ["decline", "usurp"])
        state = follow(state, f"{seat} decline")
    assert state.phase is Phase.DECLARE


def test_row_46_forced_open_before_being_asked() -> None:
    rules = options("pagat-scored", revolt_forces_reveal=True)
    state = follow(deal(rules, {0: "R", 3: "B"}), "0 crown", "0 quiet", "1 revolt", "2 quiet")
    assert (state.turn, answers(state)) == (3, ["quiet"])
    assert answers(follow(state, "3 quiet")) == ["quiet", "revolt"]


@pytest.mark.parametrize(
    ("given", "hands", "script", "opened"),
    [
        ({}, {0: "R", 1: "B"}, ("0 quiet", "1 declare"), True),
        ({}, {0: "R", 1: "B"}, ("0 quiet", "1 quiet", "2 revolt"), False),
        ({"revolt_forces_reveal": True}, {0: "R", 1: "B"}, ("0 quiet", "1 quiet", "2 revolt"), True),
        ({"revolt_forces_reveal": True}, {0: "R B"}, ("0 quiet", "1 revolt"), True),
        ({"revolt_threshold": 2, "revolt_forces_reveal": True}, {0: "R", 1: "B"}, ("0 quiet", "1 quiet", "2 revolt"), False),
        ({}, {0: "R B"}, ("0 declare",), True),
        ({}, {0: "R B"}, ("0 quiet",), False),
    ],
)  # fmt: skip
def test_row_47_what_opens_a_deal(
    given: dict[str, object], hands: dict[int, str], script: tuple[str, ...], *, opened: bool
) -> None:
    state = follow(deal(options("pagat-scored", **given), hands), "0 crown", *script)
    assert GAME.carry(to_the_end(quiet(state))).opened is opened


def test_row_47_playing_the_guard_card_does_not_open() -> None:
    # Open is what was said before play; the guard card on the table is not.
    state = settled(S, ["7A", "B", "8", "8", "8"], guards=(1,))
    state = follow(quiet(state), "0 play 7", "1 play B", "2 pass", "3 pass", "4 pass", "0 pass")
    assert GAME.carry(to_the_end(state)).opened is False


@pytest.mark.parametrize(
    ("stacked", "script", "times"),
    [
        (False, ("0 quiet", "1 declare", "2 revolt"), 2),
        (True, ("0 quiet", "1 declare", "2 revolt"), 4),
        (True, ("0 quiet", "1 quiet", "2 revolt"), 2),
    ],
)
def test_row_48_factors(script: tuple[str, ...], times: int, *, stacked: bool) -> None:
    rules = options("pagat-scored", declarations_stack=stacked, revolt_forces_reveal=True)
    state = follow(deal(rules, {0: "R", 1: "B"}), "0 crown", *script)
    assert GAME.view(quiet(state), None).multiplier == times  # a forced reveal is no factor


COUNTER = options("pagat-scored", counter_double=True)


def asked_to_counter(state: State) -> list[int]:
    seats = []
    while state.phase is Phase.COUNTER:
        assert set(answers(state)) == {"counter", "quiet"}
        seats.append(state.turn)
        state = follow(state, f"{state.turn} quiet")
    return seats


def declared_round(*script: str, hands: dict[int, str] | None = None, rules: object = COUNTER) -> State:
    state = follow(deal(rules, hands or {0: "R", 1: "B"}), "0 crown", *script)  # type: ignore[arg-type]
    while state.phase is Phase.DECLARE:
        state = follow(state, f"{state.turn} quiet")
    return state


def test_row_49_the_other_side_counters() -> None:
    assert asked_to_counter(declared_round("0 quiet", "1 declare")) == [2, 3, 4]
    assert asked_to_counter(declared_round("0 quiet", "1 quiet", "2 revolt")) == [0]
    # the guard is asked too once everybody knows him; the first factor decides the side
    assert asked_to_counter(declared_round("0 quiet", "1 quiet", "2 revolt", hands={0: "R", 3: "B"})) == [0]
    state = declared_round("0 quiet", "1 revolt", "2 quiet", "3 declare", hands={0: "R", 3: "B"})
    assert asked_to_counter(state) == [0, 3]
    assert asked_to_counter(declared_round("0 declare", hands={0: "R B"})) == [1, 2, 3, 4]
    assert declared_round("0 quiet").phase is Phase.PLAY


def test_row_49_one_counter_doubles_once() -> None:
    state = declared_round("0 quiet", "1 declare")
    state = follow(state, "2 quiet", "3 counter")
    assert (state.phase, GAME.view(state, None).multiplier) == (Phase.PLAY, 4)


def test_row_49_an_unstated_factor_asks_nobody() -> None:
    rules = options("pagat-scored", counter_double=True, revolt_threshold=2)
    assert declared_round("0 quiet", "1 quiet", "2 revolt", rules=rules).phase is Phase.PLAY


def test_row_50_no_silent_solo() -> None:
    rules = options("pagat-scored", silent_solo=False)
    assert answers(follow(deal(rules, {0: "R B"}), "0 crown")) == ["declare"]
    assert answers(follow(deal(rules, {0: "R"}), "0 crown")) == ["quiet"]


def scored(rules: object, place: int, *script: str) -> tuple[int, int]:
    """Points of a solo emperor in a place, and of each other."""
    state = settled(rules, "6789T", emperor=place - 1)  # type: ignore[arg-type]
    state = follow(state, *script)
    while state.phase in (Phase.DECLARE, Phase.USURP):
        state = follow(state, f"{state.turn} {'quiet' if state.phase is Phase.DECLARE else 'decline'}")
    state = state.copy()
    state.queue = (0,)
    for seat, card in enumerate("6789T"):
        if state.phase is Phase.PLAY:
            state = follow(state, f"{seat} play {card}")
    points = GAME.returns(state)
    return points[place - 1], points[place % 5]


def test_row_51_emperor_x3() -> None:
    rules = options("pagat-scored", scoring="team4", emperor_x3=True)
    assert scored(rules, 1) == (8, -4)
    assert scored(rules, 1, "0 declare") == (12, -4)
    assert scored(rules, 1, "0 declare", "1 revolt") == (24, -8)


def test_row_52_two_guards() -> None:
    rules = options("pagat-scored", guard_by="called", abdication_full_circle="two_card_call")
    state = settled(rules, "6789T", emperor=0, guards=(1, 4), called="Ad")
    state = follow(quiet(state), "0 play 6", "1 play 7", "2 play 8", "3 play 9")
    assert GAME.returns(state) == (2, 1, -2, -2, 1)  # places 1, 2, 5: s = 2 + 1 − 2
    four = options("pagat-scored", guard_by="called", abdication_full_circle="two_card_call", scoring="team4")
    state = settled(four, "6789T", emperor=0, guards=(1, 4), called="Ad")
    state = follow(quiet(state), "0 play 6", "1 play 7", "2 play 8", "3 play 9")
    assert GAME.returns(state) == (2, 2, -2, -2, 2)


def test_row_52_two_guards_win_by_first_and_last() -> None:
    rules = options("moegirl", abdication_full_circle="two_card_call", tie_24="people")
    state = settled(rules, "6789T", emperor=0, guards=(1, 4), called="Ad")
    state = follow(quiet(state), "0 play 6", "1 play 7", "2 play 8", "3 play 9")
    assert str(state.result.winner) == "tie"  # type: ignore[union-attr]


def test_row_53_where_solo_options_apply() -> None:
    with pytest.raises(OptionError, match=r"option\.inactive"):
        options("pagat-scored", solo_result="top2_win_third_tie")
    with pytest.raises(OptionError, match=r"option\.inactive"):
        options("pagat-scored", scoring="team4", open_solo_second="lose")
    assert scored(options("pagat-scored", open_solo_second="lose"), 2, "1 declare") == (-24, 6)


# Play


def test_row_54_defer_on_every_answer_of_the_emperor() -> None:
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
    # Seat 0 has a 3 at first and so may lay 4s, also when his last 3 … stays until the end anyway.
    assert is_legal(table(rules, "344K", LONG, LONG, LONG, LONG), "0 play 4 4")
    # Seat 1's only 3 is called: L does not count, so his 4s wait.
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
        state = follow(state, f"{state.turn} {first(state)}")  # he is out first, alone
        assert state.result is not None
        return state.result.multiplier, state.result.returns

    multiplier, returns = points(early_end="decided")
    assert (multiplier, returns[1]) == (2, 2 * 2 * 4)  # ×2 announced, ×2 for a solo
    multiplier, returns = points(early_end="decided", emperor_x3=True)
    assert (multiplier, returns[1]) == (1, 3 * 4)  # three, and no ×2 besides


def test_row_66_a_next_rank_that_goes_last_may_be_a_bomb() -> None:
    rules = options("moegirl-threes", bombs="on", low_last_none="next_rank")
    state = playing(rules, ["5s", "4s4s4s4s", LONG, LONG, LONG], guards=(2,), called="Ad")
    assert "4444" in plays(follow(state, "0 play 5s"))


def test_row_67_an_abdication_of_the_double_holder_proves_him_guard() -> None:
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


def test_row_67_who_gets_the_crown_back_is_known_to_be_alone() -> None:
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


def test_row_69_a_guard_that_hides_is_asked_and_can_only_keep_quiet() -> None:
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


def test_row_70_nobody_sees_where_the_draw_stops() -> None:
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


def test_all_pass_helper_closes_one_trick() -> None:
    state = follow(table(P, "7" + LONG, LONG, LONG, LONG, LONG), "0 play 7")
    assert all_pass(state).top is None
    assert held(state, 0) == LONG
