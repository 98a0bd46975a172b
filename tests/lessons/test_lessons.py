"""The lessons, each question prompted and answered by the rules, in all languages."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import paiju
from paiju.analysis.lessons import Lesson, Part, ask, first_deal, lessons, mark, table_of
from paiju.games.registry import AT_HOME
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts
from paiju.server.errors import ServerError
from paiju.server.practice.lessons import answered, lesson_json
from tests.drawing import often

EVERY = [(game, one) for game in AT_HOME for one in lessons(game)]
ASKED = [
    pytest.param(game, one, part, id=f"{game}-{one.name}-{part.name}")
    for game, one in EVERY
    for part in one.parts
    if part.kind
]


def test_both_games_have_lessons() -> None:
    assert {game: [one.name for one in lessons(game)] for game in AT_HOME} == {
        "baohuang": ["beats", "roles", "guard", "lead", "last"],
        "paohuzi": ["cards", "sets", "claims", "fifteen", "pair"],
    }
    assert lessons("highcard") == ()
    assert first_deal("highcard") is None


@pytest.mark.parametrize(("game", "one", "part"), ASKED)
def test_exactly_the_right_options_are_marked_right(
    game: str, one: Lesson, part: Part, rng: random.Random
) -> None:
    question = ask(game, part)
    assert question.right
    assert question.right <= set(question.options)
    assert question.many or question.free or len(question.right) == 1
    right = sorted(question.right)
    answers = [(text,) for text in right] if question.free else [tuple(right)]
    assert all(mark(game, part, answer).right for answer in answers)
    others = [option for option in question.options if option not in question.right]
    assert question.free or others, "a question that nobody can miss"
    for other in rng.sample(others, min(len(others), often(5, 50))):
        marked = mark(game, part, (other,))
        assert not marked.right
        assert marked.solution
        assert part.kind != "legal" or marked.why[other].rule
    assert not mark(game, part, ()).right
    if not question.free:
        wrong = rng.choice(list(combinations(question.options, max(1, len(right) - 1))))
        assert mark(game, part, wrong).right == (set(wrong) == question.right)


@pytest.mark.parametrize(
    ("game", "one", "part"), [one for one in ASKED if one.values[2].given.get("position")]
)
def test_lesson_positions_are_possible_at_a_table(game: str, one: Lesson, part: Part) -> None:
    """A legal question's right options are those among the actions that the rules engine lists, but for other ways to write one."""
    table, question = table_of(part), ask(game, part)
    assert table is not None
    listed = {
        table.game.action_text(table.state, a) for a in table.game.legal_actions(table.state, table.seat)
    }
    if part.kind == "legal":
        assert question.right == {option for option in question.options if option in listed}
    if part.kind in ("free", "win"):
        assert set(question.options) == {text for text in listed if text.startswith("play ")}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", AT_HOME)
def test_lessons_have_texts_and_cite_existing_rules(game: str, lang: str) -> None:
    texts, wanted, known = browser_texts(lang), set(), paiju.load(game)
    for one in lessons(game):
        wanted |= {one.name, f"{one.name}.line"}
        for part in one.parts:
            wanted |= {f"{one.name}.{part.name}"} | ({f"{one.name}.{part.name}.why"} if part.kind else set())
        assert all(rule.startswith("BH " if known.seats == 5 else "PZ ") for rule in one.rules)
    head = f"web.lesson.{game}."
    assert {key.removeprefix(head) for key in texts if key.startswith(head)} == wanted


def test_a_page_gets_the_question_without_the_answer() -> None:
    reported = lesson_json("baohuang", "beats")
    part = next(part for part in reported["parts"] if part["kind"] == "legal")
    assert set(part) == {"name", "cards", "kind", "options", "many", "free", "view", "hand", "card"}
    at = reported["parts"].index(part)
    found = answered("baohuang", "beats", at, ("play 7 7 7",))
    assert found["right"] is False
    assert [(why["option"], why["rule"]) for why in found["why"]] == [("play 7 7 7", "BH A11")]


@pytest.mark.parametrize(
    ("game", "name", "at"),
    [
        ("chess", "beats", 0),
        ("baohuang", "none", 0),
        ("baohuang", "beats", 0),
        ("baohuang", "beats", 99),
        ("baohuang", "beats", -1),
    ],
)
def test_missing_things_are_refused(game: str, name: str, at: int) -> None:
    with pytest.raises(ServerError) as refused:
        answered(game, name, at, ())
    assert refused.value.code == "page.none"
