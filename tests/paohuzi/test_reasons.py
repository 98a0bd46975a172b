"""Reasons for refusals (PZ §3, §8): those of the worked cases, and every refused action against the referee's own reasons."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from paiju.core.errors import RuleError
from paiju.games.paohuzi import GAME, claims
from paiju.games.paohuzi.actions import PASS, Action
from paiju.games.paohuzi.notation import parse_action, parse_card, parse_cards
from paiju.games.paohuzi.state import Carry, Layout, Phase, Source, State
from paiju.locales import LANGUAGES, Texts
from tests.drawing import often
from tests.paohuzi.builders import K1, act, deal, kind, legal, position, wall
from tests.referee_paohuzi import options
from tests.referee_paohuzi.deal import Referee
from tests.referee_paohuzi.random_cases import VALUES, random_options
from tests.referee_paohuzi.random_hands import random_hu, random_wall
from tests.referee_paohuzi.reasons import reasons, tried
from tests.referee_paohuzi.seat import Seat
from tests.referee_paohuzi.window import Window

DEALS = often(6, 12)


def action(text: str) -> Action:
    """As written: sets in their order, and an eating without any."""
    verb, *sets = text.split()
    return Action("eat", (), tuple(map(parse_cards, sets))) if verb == "eat" else parse_action(text)


def lies(seats: Mapping[int, tuple[str, str]], seat: int, card: str, source: Source, **given: Any) -> State:
    """The position with a card of `seat` open, no matter who is prompted about it."""
    state = position(seats, **given)
    state.phase, state.turn = Phase.CLAIM, seat
    state.window = claims.open_window(state, source, seat, kind(card), last=False)
    return state


def drawn(seats: Mapping[int, tuple[str, str]], seat: int, card: str, **given: Any) -> State:
    return lies(seats, seat, card, Source.DRAWN, **given)


def thrown(seats: Mapping[int, tuple[str, str]], seat: int, card: str, **given: Any) -> State:
    return lies(seats, seat, card, Source.THROWN, **given)


def why(state: State, seat: int, text: str) -> tuple[str, str, dict[str, object]]:
    """Reason, rule and other facts of a refusal."""
    error = GAME.why_not(GAME.view(state, seat), action(text))
    assert error is not None, f"{text} is allowed"
    facts = dict(error.facts)
    assert (error.code, facts.pop("action")) == ("action.illegal", text.split(maxsplit=1)[0])
    return str(facts.pop("why")), error.rule, facts


# Worked cases of the rules


@pytest.mark.parametrize(
    ("sets", "cards", "card", "facts"),
    [
        ("U3 b6, E3 b9, E3 s9, E3 s5, s1-s2-s3", "s6 s7 s8 b3 b4", "b5", (14, 15, 1)),  # case 6
        ("E3 s1, E3 s4, E3 b6, U3 b9, b3-b4-b5", "s5 s6 s7 b8 b8", "b8", (14, 15, 1)),  # case 7
        (
            "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8",
            "s9 s9 b7 b7 b7",
            "s9",
            (19, 21, 2),
        ),  # case 23, at least 21
    ],
)
def test_too_few_hu_are_counted(sets: str, cards: str, card: str, facts: tuple[int, int, int]) -> None:
    state = drawn({0: (sets, cards)}, 2, card, min_hu=facts[1])
    assert why(state, 0, "hu") == (
        "hu_too_low",
        "PZ M21",
        dict(zip(("hu", "needed", "missing"), facts, strict=True)),
    )


def test_a_hand_without_an_item_needs_more_hu_in_huaihua() -> None:
    """PZ §4: fifteen hu with an item, eighteen without; five reds are none."""
    state = drawn({0: (K1, "s2 s7 s10 b3 b4")}, 2, "b2", preset="huaihua")
    assert why(state, 0, "hu") == ("hu_too_low", "PZ M21", {"hu": 15, "needed": 18, "missing": 3})


def test_cards_thrown_from_a_hand_do_not_win() -> None:
    state = thrown({0: (K1, "s2 s7 s10 b3 b4")}, 1, "b5")  # case 5
    assert why(state, 0, "hu")[:2] == ("thrown_card", "PZ M19")
    assert why(state, 0, "eat b3-b4-b5")[:2] == ("not_neighbour", "PZ 3.4")
    assert why(state, 1, "hu")[:2] == ("own_card", "PZ M19")


def test_a_compulsory_pao_comes_before_the_win() -> None:
    """Case 16: with the fourth b7 in the secret triple the hand is not complete; b7 beside it would be."""
    held = {0: (K1, "b7 b7 b7 b8 b9")}
    assert why(drawn(held, 2, "b7"), 0, "hu")[:2] == ("pao_forced", "PZ M20")
    assert why(drawn(held, 2, "b7"), 0, "eat b7-b8-b9")[:2] == ("pao_forced", "PZ M7")
    assert why(drawn({0: (K1, "b7 b7 b7 s3 s4")}, 2, "b7"), 0, "hu")[:2] == ("incomplete", "PZ M18")


def test_eating_needs_every_copy() -> None:
    state = thrown({0: ("", "s1 s2 s3 s4 s5 b9 b10")}, 2, "s3")  # case 33
    assert why(state, 0, "eat s2-s3-s4") == ("bi", "PZ 3.4", {"copies": 1})
    state = thrown({0: ("", "s1 s2 s3 s8 s8")}, 2, "s3")  # case 35
    assert why(state, 0, "eat") == ("bi", "PZ 3.4", {"copies": 1})
    state = thrown({0: ("", "b4 b4 b5 b6 s1")}, 2, "b4")  # case 39
    assert why(state, 0, "eat b4-b5-b6") == ("bi", "PZ 3.4", {"copies": 2})


def test_secret_triples_stay_together() -> None:
    held = {0: ("", "b7 b7 b7 s7 s8 s9")}
    assert why(drawn(held, 0, "s7"), 0, "eat s7-b7-b7")[:2] == ("secret_triple", "PZ 3.3")  # case 36
    assert why(position(held), 0, "discard b7")[:2] == ("secret_triple", "PZ 3.3")
    assert why(position(held), 0, "discard b6")[:2] == ("not_in_hand", "PZ M10")


def test_passing_over_a_card_forfeits_its_claims() -> None:
    """Case 40: who has passed a Pong may neither Pong nor eat the card any more."""
    state = thrown({0: ("", "b4 b4 b5 b6 s4 s1")}, 2, "b4")
    assert "pong" in legal(state, 0)
    claims.forfeit(state, claims.answered(state.window, 0, PASS))
    state.window = claims.open_window(state, Source.THROWN, 2, kind("b4"), last=False)
    assert why(state, 0, "pong")[:2] == ("smelled", "PZ M16")
    assert why(state, 0, "eat s4-b4-b4 b4-b5-b6")[:2] == ("smelled", "PZ M16")


def test_a_claim_that_leaves_no_discard() -> None:
    """Case 47: Pong on the last pair."""
    state = thrown({0: ("s1-s2-s3, s4-s5-s6, s8-s9-s10, E3 b1, E3 b2, E3 b3", "s5 s5")}, 1, "s5")
    assert why(state, 0, "pong")[:2] == ("no_discard_left", "PZ 3.3")


def test_the_dealers_open_card_can_only_be_claimed_for_a_win() -> None:
    state = deal(
        wall({0: "b5 b5 b5 b8 b8 b8 s1 s2 s3 b1 b2 b3 s4 s5 s6 s9 s9 b9 s6 s7"}, shown="s8")
    )  # case 50
    assert why(state, 0, "pong")[:2] == ("shown_card", "PZ M22")
    assert why(state, 1, "eat")[:2] == ("shown_card", "PZ M22")


def test_another_seats_pao_precedes_eating() -> None:
    state = drawn({0: ("", "b5 b6 s1"), 1: ("", "b4 b4 b4 s1")}, 0, "b4")  # case 41
    assert why(state, 0, "eat b4-b5-b6")[:2] == ("pao_first", "PZ 8.4")


# Everything that is refused


def mirrored(rng: random.Random) -> tuple[State, Referee]:
    """The same deal, held by the rules and by the referee."""
    presets = ("akagiri", "wikipedia", "huaihua", "chenzhou")
    given = random_options(rng, presets, VALUES | {"seats": (3, 3, 3, 4)})
    resolved = options.resolve(given)
    dealer, cards = rng.randrange(resolved["seats"]), random_wall(rng)
    state = GAME.deal(GAME.options(given), Layout(tuple(map(parse_card, cards))), Carry(dealer))
    return state, Referee(resolved, cards, dealer)


def compared(state: State, referee: Referee, rng: random.Random) -> set[str]:
    """Each action that is not legal has the referee's first reason, rule and facts; what was found."""
    found = set()
    for seat in referee.playing:
        view, legal = GAME.view(state, seat), referee.legal(seat)
        for text in tried(referee, seat, rng.choice):
            error = GAME.why_not(view, action(text))
            if text in legal:
                assert error is None, f"{text} is legal: {error}"
                continue
            assert error is not None, f"seat {seat} may not {text}"
            facts = {name: value for name, value in error.facts.items() if name not in {"action", "why"}}
            first = next(reasons(referee, seat, text), None)
            assert (error.facts["why"], facts) == first, f"seat {seat} {text}"
            assert error.rule.startswith("PZ ")
            found.add(str(error.facts["why"]))
    return found


def test_every_refusal_has_the_referees_reason(rng: random.Random) -> None:
    found: set[str] = set()
    for _ in range(DEALS):
        state, referee = mirrored(rng)
        while not referee.over:
            found |= compared(state, referee, rng)
            seat = rng.choice(referee.actors())
            legal = referee.legal(seat)
            text = (
                rng.choice([one for one in legal if one != "pass"] or legal)
                if rng.random() < 0.5
                else rng.choice(legal)
            )
            referee.act(seat, text)
            state, _ = act(state, seat, text)
        error = GAME.why_not(GAME.view(state, referee.playing[0]), action("pass"))
        assert error is not None
        assert error.code == "action.game_over"
    assert found >= {
        "discard_first",
        "claim_first",
        "bi",
        "incomplete",
        "no_pair",
        "no_eat",
        "not_in_hand",
        "no_card",
    }


def test_how_many_hu_are_missing(rng: random.Random) -> None:
    """Hands that are nearly all complete, under a minimum that few reach."""
    found = set()
    for _ in range(150):
        table, cards, card = random_hu(rng)
        given = {"one_five_ten": True, "min_hu": rng.choice((15, 24, 40)), "break_pao_hu": rng.random() < 0.3}
        state = drawn({0: (", ".join(one.text() for one in table), " ".join(cards))}, 2, card, **given)
        referee = SimpleNamespace(o=options.resolve(given), seats={0: Seat(cards, table)}, uncut=[])
        referee.window = Window("draw", 2, card, (2, 0, 1), {})
        if "hu" not in legal(state, 0):
            reason, rule, facts = why(state, 0, "hu")
            assert (reason, facts) == next(reasons(referee, 0, "hu")), f"{table} {cards} {card}"
            found.add((reason, rule))
    assert found >= {("hu_too_low", "PZ M21"), ("incomplete", "PZ M18")}


def test_apply_refuses_with_the_same_reason(rng: random.Random) -> None:
    state, referee = mirrored(rng)
    while not referee.over:
        seat = rng.choice(referee.actors())
        for text in tried(referee, seat, rng.choice):
            if text not in referee.legal(seat):
                with pytest.raises(RuleError) as refused:
                    GAME.apply(state, seat, action(text))
                expected = GAME.why_not(GAME.view(state, seat), action(text))
                assert expected is not None
                assert (refused.value.facts, refused.value.rule) == (expected.facts, expected.rule)
        text = rng.choice(referee.legal(seat))
        referee.act(seat, text)
        state, _ = act(state, seat, text)


def test_every_reason_is_a_sentence_in_each_language() -> None:
    state = drawn({0: ("E3 s1, E3 s4, E3 b6, U3 b9, b3-b4-b5", "s5 s6 s7 b8 b8")}, 2, "b8")
    error = GAME.why_not(GAME.view(state, 0), action("hu"))
    assert error is not None
    for lang in LANGUAGES:
        text = Texts(lang).error(error)
        assert "{" not in text
        assert "hu_too_low" not in text
        assert ("۱۴" if lang == "fa" else "14") in text
