"""The questions about a town's rules set real options, whatever preset they start from."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

import paiju
from paiju.locales import LANGUAGES
from paiju.server.pack import pack_of

QUESTIONS = {name: pack_of(name).questions for name in paiju.available()}
TEXTS = Path(str(paiju.__file__)).parent / "locales" / "web"


@pytest.mark.parametrize("name", QUESTIONS)
def test_each_answer_is_possible_on_each_preset(name):
    cls = type(paiju.load(name).options({}))
    for values, question in itertools.product(paiju.load(name).presets().values(), QUESTIONS[name]):
        for answer in (question.yes, question.no):
            options = cls.build(values, answer)
            assert {option: str(getattr(options, option)) for option in answer} == {
                option: str(value) for option, value in answer.items()
            }


@pytest.mark.parametrize("name", QUESTIONS)
def test_answers_can_follow_each_other(name):
    cls = type(paiju.load(name).options({}))
    for values in paiju.load(name).presets().values():
        for pick in ("yes", "no"):
            options = cls.build(values, {})
            for question in QUESTIONS[name]:
                options = cls.build(options.differences(), getattr(question, pick))


@pytest.mark.parametrize("name", QUESTIONS)
def test_yes_and_no_differ(name):
    for question in QUESTIONS[name]:
        assert any(question.yes.get(option) != value for option, value in question.no.items())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_question_has_words(lang):
    texts = json.loads((TEXTS / lang / "room.json").read_text("utf-8"))
    for name, questions in QUESTIONS.items():
        for question in questions:
            assert texts[f"web.question.{name}.{question.id}"]
            assert texts[f"web.question.{name}.{question.id}.help"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_conflict_of_options_has_words(lang):
    texts = json.loads((TEXTS / lang / "room.json").read_text("utf-8"))
    for name in paiju.available():
        for constraint in type(paiju.load(name).options({})).constraints():
            assert texts[f"web.conflict.{constraint.name}"]
