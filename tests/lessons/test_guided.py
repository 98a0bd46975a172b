"""The guided first deals, played through by the rules: along their line, beside it, in all languages."""

from __future__ import annotations

import random

import pytest

import paiju
from paiju.analysis.lessons import FirstDeal, Guide, Taken, first_deal
from paiju.bots.advice import advise
from paiju.games.registry import AT_HOME
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts
from paiju.server.practice.lessons import guided

MOST_STEPS = 10


def guided_deal(game: str) -> FirstDeal:
    first = first_deal(game)
    assert first is not None
    return first


def own(first: FirstDeal) -> list[str]:
    return [taken.action for taken in first.line if taken.seat == first.seat]


@pytest.mark.parametrize("name", AT_HOME)
def test_every_answer_along_the_line_is_legal_sensible_and_wins(name: str) -> None:
    first, game = guided_deal(name), paiju.load(name)
    guide, state = Guide(first), first.begin()
    for seat, text in first.line:
        actions = game.legal_actions(state, seat)
        assert text in [game.action_text(state, action) for action in actions]
        if seat == first.seat:
            assert len(actions) > 1, "a forced answer teaches nothing"
            assert guide.tip(state, actions).action == text
            found = advise(game.view(state, seat), actions, 0, compiled=False)
            assert text in [game.action_text(state, one.action) for one in found]
        guide.hear(Taken(seat, text))
        state, _ = game.apply(state, seat, game.parse_action(state, seat, text))
    assert guide.on_line
    assert game.actors(state) == ()
    assert game.returns(state)[first.seat] > 0
    assert len(own(first)) == len(first.steps)
    assert len(first.before) + len(first.steps) <= MOST_STEPS


@pytest.mark.parametrize("name", AT_HOME)
def test_leaving_the_line_is_mentioned_once_and_the_deal_is_guided_to_its_end(
    name: str, rng: random.Random
) -> None:
    answers = own(guided_deal(name))
    for at, planned in enumerate(answers):
        before = guided(name, tuple(answers[:at]), 0)
        assert before["left"] is None
        other = rng.choice([text for text in before["prompt"]["actions"] if text != planned])
        given = [*answers[:at], other]
        now = guided(name, tuple(given), 0)
        assert (now["left"]["action"], now["left"]["at"]) == (planned, at)
        while now["prompt"]:
            tip = now["tip"]
            assert tip["at"] is None
            assert tip["action"] in now["prompt"]["actions"]
            given.append(tip["action"])
            now = guided(name, tuple(given), len(now["steps"]))
            assert now["left"] is None
        assert guided(name, tuple(given), 0)["steps"][-1]["view"]["over"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", AT_HOME)
def test_every_message_of_the_guide_has_a_text(name: str, lang: str) -> None:
    first, texts = guided_deal(name), browser_texts(lang)
    said = [say.name for say in first.before] + list(first.steps) + [f"{step}.why" for step in first.steps]
    keys = [f"web.first.{name}.{one}" for one in (*said, "won", "lost", "drawn")]
    assert [key for key in keys if key not in texts] == []
    assert {key for key in texts if key.startswith(f"web.first.{name}.")} == set(keys)
    assert len(texts["web.first.names"].split("|")) >= paiju.load(name).seats - 1
