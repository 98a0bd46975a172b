"""BH A18-64: taking the crown while cards are still being drawn 抢皇位."""

from __future__ import annotations

import pytest

from paiju.core.game import Event
from paiju.games.baohuang.state import NOTHING, Drawing, Layout, Plan

from .builders import (
    EVERY_VIEWER,
    GAME,
    LAOWANG,
    MARKED_BIG,
    Phase,
    Role,
    State,
    answers,
    carry,
    changes,
    deal,
    first,
    follow,
    kind,
    layout,
    options,
    refused,
    step,
)

RULES = options("moegirl", crown_during_draw=True)
TRIPLE = "R 9s 9s 9s"


def drawn_so_far(state: State) -> int:
    return sum(map(sum, state.hands))


def waits(state: State) -> tuple[State, int]:
    """Waits as often as it is prompted; how often that was."""
    times = 0
    while state.phase is Phase.DRAW:
        state = follow(state, f"{state.turn} wait")
        times += 1
    return state, times


def reorder(rules: object, seat: int, places: dict[int, str], **more: object) -> State:
    """A deal in which `seat` draws the named cards at the named draws (0 is its first)."""
    chosen = {seat: " ".join(places.values()), **more.pop("others", {})}
    cards = layout(rules, chosen, **more)
    hand = list(cards.hands[seat])
    named, rest = hand[: len(places)], hand[len(places) :]
    for at, card in sorted(zip(places, named, strict=True)):
        rest.insert(at, card)
    hands = (*cards.hands[:seat], tuple(rest), *cards.hands[seat + 1 :])
    previous = more.get("previous")
    return GAME.deal(rules, Layout(hands, cards.first_drawer, cards.pile), previous)


def test_the_drawer_is_asked_once_able_to_call_and_after_each_own_draw() -> None:
    state = deal(RULES, {0: TRIPLE})
    assert (state.phase, state.turn, answers(state)) == (Phase.DRAW, 0, ["wait", "crown"])
    assert drawn_so_far(state) == 16
    state = follow(state, "0 wait")
    assert drawn_so_far(state) == 21
    state, times = waits(state)
    assert times == 44 - 4  # 44 cards for the first drawer; prompted at the fourth and after every later one
    assert (state.phase, drawn_so_far(state)) == (Phase.CROWN, 216)
    assert set(answers(state)) == {"crown", "abdicate"}


def test_no_seat_is_asked_before_the_emperor_card_is_drawn() -> None:
    state = reorder(RULES, 0, {0: "9s", 1: "9s", 2: "9s", 9: "R"})
    assert (state.phase, state.turn) == (Phase.DRAW, 0)
    assert sum(state.hands[0]) == 10


def test_no_seat_is_asked_without_a_triple_or_the_card() -> None:
    assert deal(RULES, {0: "R 9s 9s"}).phase is Phase.CROWN
    assert deal(RULES, {0: "R", 1: "9s 9s 9s"}).phase is Phase.CROWN
    assert deal(options("moegirl"), {0: TRIPLE}).phase is Phase.CROWN


def test_the_drawer_is_asked_after_the_very_last_draw() -> None:
    state = reorder(RULES, 0, {0: "9s", 1: "9s", 2: "R", 43: "9s"})
    assert (state.phase, drawn_so_far(state)) == (Phase.DRAW, 216)
    state = follow(state, "0 crown", "0 call 9s")
    assert state.phase is Phase.DECLARE


def test_the_draw_continues_after_crown_and_call() -> None:
    state = deal(RULES, {0: TRIPLE, 3: "9s"})
    state, events = step(state, "0 crown")
    assert [event.kind for event in events] == ["dealt", "crowned"]
    assert (state.phase, state.turn, answers(state)) == (Phase.CALL, 0, ["call 9s"])
    assert drawn_so_far(state) == 16
    state, events = step(state, "0 call 9s")
    assert [event.kind for event in events] == ["called", "dealt", "guard_named"]
    assert drawn_so_far(state) == 216
    assert (state.roles.emperor, state.roles.guards) == (0, (3,))
    assert state.phase is Phase.DECLARE  # nobody is prompted to abdicate
    assert changes(state) == (0, 0, 0, 0, 0)


def test_the_fourth_copy_already_drawn_is_laowang_at_once() -> None:
    state = follow(deal(RULES, {0: TRIPLE, 3: "9s"}), "0 crown", "0 call 9s")
    assert state.hands[3][LAOWANG] == 1
    assert state.hands[3][kind("9s")] == 0
    assert state.drawn[3][kind("9s")] == 1


def test_the_fourth_copy_drawn_later_is_laowang_for_its_drawer() -> None:
    cards = layout(RULES, {0: TRIPLE, 2: "9s"})
    hand = list(cards.hands[2])
    hands = (*cards.hands[:2], (*hand[1:], hand[0]), *cards.hands[3:])  # they draw it last
    state = GAME.deal(RULES, Layout(hands, 0))
    state = follow(state, "0 crown", "0 call 9s")
    assert (state.hands[2][LAOWANG], state.hands[2][kind("9s")]) == (1, 0)
    assert state.roles.guards == (2,)
    assert GAME.view(state, 2).roles[2] is Role.GUARD
    for viewer in (0, 1, 3, 4, None):
        assert GAME.view(state, viewer).roles[2] is (Role.COMMONER if viewer == 2 else None)


def test_without_laowang_the_fourth_copy_stays_plain() -> None:
    rules = options("moegirl", crown_during_draw=True, laowang=False)
    state = follow(deal(rules, {0: TRIPLE, 3: "9s"}), "0 crown", "0 call 9s")
    assert (state.hands[3][LAOWANG], state.hands[3][kind("9s")]) == (0, 1)
    assert state.roles.guards == (3,)


def test_the_emperor_draws_the_fourth_copy() -> None:
    state = reorder(RULES, 0, {0: "R", 1: "9s", 2: "9s", 3: "9s", 20: "9s"})
    assert sum(state.hands[0]) == 4
    state = follow(state, "0 crown", "0 call 9s")
    assert state.roles.solo
    assert state.hands[0][kind("9s")] == 4
    assert not any(hand[LAOWANG] for hand in state.hands)
    assert GAME.view(state, 0).alone is True
    assert GAME.view(state, 1).alone is None


def test_no_seat_knows_the_guard_during_the_draw() -> None:
    # No guard is announced before all cards are drawn: the event comes last.
    _, events = step(follow(deal(RULES, {0: TRIPLE, 3: "9s"}), "0 crown"), "0 call 9s")
    named = events[-1]
    assert (named.kind, dict(named.private)) == ("guard_named", {3: {"role": "guard"}})
    assert "guard" not in str([event.public for event in events if event.kind != "guard_named"])


def test_the_question_is_hidden_from_the_others() -> None:
    state = deal(RULES, {0: TRIPLE})
    for viewer in EVERY_VIEWER:
        view = GAME.view(state, viewer)
        assert view.asked == ((0,) if viewer == 0 else ())
        assert view.emperor == -1
    for seat in (1, 2, 3, 4):
        assert GAME.legal_actions(state, seat) == ()
        assert refused(state, f"{seat} crown").code == "action.not_your_turn"


def test_the_undrawn_cards_are_in_no_view() -> None:
    state = deal(RULES, {0: TRIPLE})
    for viewer in EVERY_VIEWER:
        plan = GAME.view(state, viewer).plan
        assert plan == Plan(Drawing((), 16 if viewer == 0 else 0))
    crowned = follow(state, "0 crown")
    for viewer in EVERY_VIEWER:
        assert GAME.view(crowned, viewer).plan.drawing == Drawing((), 16)


@pytest.mark.parametrize("action", ["call 9s", "abdicate", "quiet", "pass"])
def test_no_other_answer_is_accepted_during_the_draw(action: str) -> None:
    assert refused(deal(RULES, {0: TRIPLE}), f"0 {action}").code == "action.illegal"


def test_previous_head_counts_as_the_holder_of_the_emperor_card() -> None:
    rules = options("moegirl", crown_during_draw=True, emperor_by="previous_head", tribute_mode="off")
    previous = carry("EGPPP", (2, 1, 3, 4, 5), "tie")
    state = deal(rules, {1: "9s 9s 9s", 0: "8s 8s 8s"}, previous=previous)
    assert (state.phase, state.turn, answers(state)) == (Phase.DRAW, 1, ["wait", "crown"])
    state = follow(state, "1 crown", "1 call 9s")
    assert state.roles.emperor == 1
    assert not any(hand[MARKED_BIG] for hand in state.hands)
    waited, _ = waits(deal(rules, {1: "9s 9s 9s"}, previous=previous))
    assert (waited.phase, waited.turn) == (Phase.CROWN, 1)
    first = deal(rules, {0: TRIPLE, 1: "8s 8s 8s"})
    assert first.turn == 0  # in the first deal the turned-up red joker decides


def tribute_after(crowned: bool, chosen: dict[int, str], **given: object) -> State:
    rules = options("moegirl", crown_during_draw=True, **given)
    previous = carry("PEGPP", (5, 1, 2, 4, 3), "tie")  # 0 pays two to 1, 3 pays one to 2
    state = deal(rules, chosen, never={0: "rb2", 3: "rb2"}, previous=previous)
    assert (state.phase, state.turn) == (Phase.DRAW, 0)
    if not crowned:
        return waits(state)[0]
    called = chosen[0].split()[-1]
    return follow(state, "0 crown", f"0 call {called}")


def test_the_emperor_pays_no_copy_of_the_called_card() -> None:
    hands = {0: "R 2h 2s 2s 2s"}
    assert "give 2s 2s" in answers(tribute_after(crowned=False, chosen=hands))
    state = tribute_after(crowned=True, chosen=hands)
    assert (state.phase, state.turn) == (Phase.TRIBUTE, 0)
    assert all(text.startswith("give A") and text.endswith(" 2h") for text in answers(state))
    assert refused(state, "0 give 2s 2h").code == "action.illegal"


def test_the_guard_pays_no_copy_of_the_called_card() -> None:
    hands = {0: "R 2s 2s 2s", 3: "2s 2d"}
    state = tribute_after(crowned=True, chosen=hands)
    state = follow(state, f"0 {first(state)}")
    assert (state.turn, answers(state)) == (3, ["give 2d"])
    plain = tribute_after(crowned=True, chosen=hands, laowang=False)
    plain = follow(plain, f"0 {first(plain)}")
    assert answers(plain) == ["give 2d"]


@pytest.mark.parametrize("laowang", [True, False])
def test_no_copy_of_the_called_card_is_returned(*, laowang: bool) -> None:
    hands = {0: "R 9s 9s 9s", 2: "9s 9h"}
    state = tribute_after(crowned=True, chosen=hands, laowang=laowang)
    while state.turn != 2:
        state = follow(state, f"{state.turn} {first(state)}")
    assert state.phase is Phase.GIVE_BACK
    assert "return 9h" in answers(state)
    assert not {"return 9s", "return L"} & set(answers(state))
    for card in ("9s", "L"):
        assert refused(state, f"2 return {card}").code == "action.illegal"


def test_the_emperor_returns_no_copy_of_the_called_card() -> None:
    rules = options("moegirl", crown_during_draw=True)
    state = deal(rules, {0: TRIPLE}, previous=carry("EGPPP", (1, 2, 3, 4, 5)))
    state = follow(state, "0 crown", "0 call 9s")
    while state.turn != 0 or state.phase is not Phase.GIVE_BACK:
        state = follow(state, f"{state.turn} {first(state)}")
    assert not any("9s" in text for text in answers(state))


def test_no_copy_of_the_called_card_is_sold() -> None:
    rules = options("moegirl-threes", crown_during_draw=True, low_last_none="buy")
    chosen = {0: "R 3s 3s 3s", 1: "2s 2s", 2: "3s 3h"}
    state = deal(rules, chosen, never={1: "3", 2: "3"}, first_drawer=0)
    state = follow(state, "0 crown", "0 call 3s")
    # Seat 1 has no 3. The emperor's three are called; seat 2's 老王 is no 3 for sale, so it has one.
    assert state.hands[0][kind("3s")] == 3
    assert state.hands[2][LAOWANG] == 1
    assert state.hands[2][kind("3h")] == 1


def test_usurper_and_declarations_still_follow() -> None:
    rules = options("moegirl", crown_during_draw=True, usurper=True)
    state = follow(deal(rules, {0: TRIPLE}), "0 crown", "0 call 9s")
    assert state.phase is Phase.USURP
    state = follow(state, "0 decline", "1 decline", "2 decline", "3 decline", "4 decline", "0 quiet")
    assert state.phase is Phase.DECLARE


def test_after_a_cut_the_draw_may_stop_as_well() -> None:
    rules = options("moegirl", crown_during_draw=True, cut=True)
    state = deal(rules, {0: TRIPLE})
    assert state.phase is Phase.CUT
    state = follow(state, f"{state.turn} cut 211")  # seat 0 draws one other card, then R and three nines
    assert (state.phase, state.turn, drawn_so_far(state)) == (Phase.DRAW, 0, 21)
    assert follow(state, "0 crown", "0 call 9s").phase is Phase.DECLARE


def test_the_private_parts_of_the_draw() -> None:
    state = deal(RULES, {0: TRIPLE})
    assert GAME.opening(state) == ()
    state, waited = step(state, "0 wait")
    assert waited == ()
    _, (dealt, _) = step(state, "0 crown")
    assert dealt.public["drawn"] == 21
    one = dealt.seen_by(1)
    assert len(one.public["cards"]) == 4
    assert dealt.seen_by(None) == Event("dealt", dealt.public)


def test_tribute_is_forgotten_once_it_is_over() -> None:
    state = follow(deal(RULES, {0: TRIPLE}, previous=carry("EGPPP", (1, 2, 3, 4, 5))), "0 crown", "0 call 9s")
    phases = set()
    while state.phase is not Phase.PLAY:
        phases.add(state.phase)
        state = follow(state, f"{state.turn} {first(state)}")
    assert phases >= {Phase.TRIBUTE, Phase.GIVE_BACK}
    assert state.plan == NOTHING
