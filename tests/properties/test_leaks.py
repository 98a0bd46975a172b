"""Nothing leaks: when hidden cards change places, a viewer sees the same and may do the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from paiju.games.baohuang import GAME, views
from paiju.games.baohuang.cards import FIRST_JOKER, SEATS
from paiju.games.baohuang.phases import crowning, dealing, flow, transfers
from paiju.games.baohuang.state import Phase, State
from paiju.games.baohuang.views import View
from tests import strategies
from tests.drawing import often, rounds
from tests.properties.leaks import Played, leak, random_played
from tests.rules import builders
from tests.strategies import MANNERS, PRESETS, VIEWERS

Tell = Callable[[object], None]
_COUNTERED = {
    "scoring": "team4", "open_solo": True, "declarations": "all", "counter_double": True, "tribute_mode": "off",
    "revolt_forces_reveal": False,
}  # fmt: skip
_VEILED = {"guard_by": "called", "crown_during_draw": True}


def leaks(played: Played, rng: random.Random) -> set[str]:
    return {leak(played, viewer, rng) for viewer in VIEWERS} - {""}


@pytest.mark.parametrize("name", PRESETS)
def test_no_hidden_card_changes_what_a_viewer_of_a_preset_sees(name: str, rng: random.Random) -> None:
    for _ in range(3):
        options = GAME.options({"preset": name})
        assert leaks(random_played(rng, options, rng.choice(MANNERS)), rng) == set()


@rounds(5, 60)
def test_no_hidden_card_changes_what_a_viewer_sees(part: int, rng: random.Random, tell: Tell) -> None:
    for _ in range(often(2, 4)):
        options = strategies.random_options(rng)
        tell(options.differences())
        assert leaks(random_played(rng, options, rng.choice(MANNERS)), rng) == set()


def countered(rng: random.Random) -> Played:
    """BH A18-49, 51, 69: a deal in which somebody is prompted to counter a solo, a guard or a revolt."""
    while True:
        options = GAME.options(_COUNTERED)
        played = random_played(rng, options, rng.choice((strategies.bold, strategies.any_action)))
        state = GAME.deal(options, played.layout, played.carry)
        for seat, action in played.actions:
            state, _ = GAME.apply(state, seat, action)
            if state.phase is Phase.COUNTER:
                return played


def veiled(rng: random.Random) -> Played:
    """BH A18-64, 70: a deal whose draw may stop for a crown."""
    options = GAME.options(
        {**_VEILED, "cut": rng.random() < 0.5, "deck": rng.choice(("168", "165", "216", "205"))}
    )
    return random_played(rng, options, strategies.reluctant if rng.random() < 0.5 else strategies.any_action)


@pytest.mark.parametrize("rare", [countered, veiled])
def test_rare_questions_reveal_nothing_hidden(
    rare: Callable[[random.Random], Played], rng: random.Random
) -> None:
    for _ in range(often(4, 8)):
        assert leaks(rare(rng), rng) == set()


@pytest.mark.parametrize("cut", [True, False])
def test_a_draw_begins_the_same_whether_or_not_it_stops(cut: bool) -> None:
    """BH A18-70: what shows of the draw before its first moment of rest is the same for a draw that stops."""
    rules = builders.options("moegirl", crown_during_draw=True, cut=cut)
    seen: list[list[View]] = []
    for chosen in ({0: "R 9s9s9s"}, {0: "R", 1: "9s", 2: "9s"}):
        moments = GAME.opening_moments(rules, builders.layout(rules, chosen))
        if cut:
            before = moments[-1].state
            moments = GAME.moments(before, *GAME.actors(before), f"cut {int(rules.deck) - 1}")
        seen.append([GAME.view(moment.state, None) for moment in moments])
    (veil, stopped), (hidden, drawn) = seen
    assert veil == stopped == hidden
    assert (veil.phase, drawn.phase is Phase.DRAW) == (Phase.DRAW, False)


# --- the check is worth something: what tells a secret does not pass it


def leaks_found(rare: Callable[[random.Random], Played], rng: random.Random) -> bool:
    return any(leaks(rare(rng), rng) for _ in range(800))


def plain(rng: random.Random) -> Played:
    return random_played(rng, GAME.options({"preset": "pagat"}), strategies.any_action)


def _guard(state: State, viewer: int | None) -> int:
    return 10 * (1 + state.roles.guards[0]) if state.roles.guards else 0


def _jokers(state: State, viewer: int | None) -> int:
    """Whether some other hand holds an even number of jokers."""
    other = next(seat for seat in range(SEATS) if seat != viewer)
    return sum(state.hands[other][FIRST_JOKER:]) % 2


def _lowest(state: State, viewer: int | None) -> int:
    other = next(seat for seat in reversed(range(SEATS)) if seat != viewer)
    return next((kind for kind, n in enumerate(state.hands[other]) if n), 0)


@pytest.mark.parametrize("secret", [_guard, _jokers, _lowest])
def test_a_planted_secret_in_a_view_is_detected(
    secret: Callable[[State, int | None], int], rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = views.view

    def leaking(state: State, viewer: int | None) -> View:
        seen = honest(state, viewer)
        return replace(seen, multiplier=seen.multiplier + secret(state, viewer))

    monkeypatch.setattr(type(GAME), "verbs", replace(GAME.verbs, view=leaking))
    assert leaks_found(plain, rng)


def test_showing_where_a_draw_stops_is_detected(rng: random.Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """BH A18-70."""
    stage = flow.STAGES[Phase.DRAW]._replace(mask=transfers.mask)
    monkeypatch.setitem(flow.STAGES, Phase.DRAW, stage)
    assert leaks_found(veiled, rng)


def test_events_that_reveal_a_stopped_draw_are_detected(
    rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BH A18-70: cards announced whenever the draw stops, as they once were."""
    honest = dealing.draw

    def telling(state: State) -> tuple[int, ...]:
        start = state.plan.drawing.at if state.plan.drawing else 0
        asked = honest(state)
        if asked:
            dealing._tell(state, start)
        return asked

    monkeypatch.setitem(flow.STAGES, Phase.DRAW, flow.STAGES[Phase.DRAW]._replace(begin=telling))
    assert leaks_found(veiled, rng)


def test_a_counter_round_that_reveals_the_guard_is_detected(
    rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BH A18-69: a guard that hides is prompted with the people, or they are seen to be one."""

    def telling(state: State) -> tuple[int, ...]:
        known = state.copy()
        known.roles = replace(state.roles, shown=frozenset(state.roles.guards))
        return crowning.who_counters(known)

    monkeypatch.setitem(flow.STAGES, Phase.COUNTER, flow.STAGES[Phase.COUNTER]._replace(begin=telling))
    assert leaks_found(countered, rng)
