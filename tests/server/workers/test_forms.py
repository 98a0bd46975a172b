"""Workers receive what the seat sees and no more; their answers are checked like all foreign input."""

from __future__ import annotations

import json
import random

import pytest

import paiju
from paiju.bots.base import make_bot
from paiju.server.cluster import questions as forms
from paiju.server.practice.judgements import Judging, Wanted
from paiju.server.tables.questions import Choosing


def questions(rng, game, deals=2):
    """The decisions of random deals: law, state, seat, and a question to a quick bot."""
    law = paiju.load(game)
    for _ in range(deals):
        options = law.options({"preset": rng.choice(list(law.presets()))})
        state = law.deal(options, rng.randbytes(32))
        while law.actors(state):
            seat = rng.choice(law.actors(state))
            choosing = Choosing("heuristic", 7, law.view(state, seat), law.legal_actions(state, seat))
            yield law, state, seat, choosing
            action = make_bot("heuristic", rng.getrandbits(32)).choose(choosing.view, choosing.actions)
            state, _ = law.apply(state, seat, action)


@pytest.mark.parametrize("game", paiju.available())
def test_another_machine_makes_the_same_choice(rng, game):
    count = 0
    while count < 20:  # A deal of Paohuzi can end after a handful of decisions.
        for _, _, _, choosing in questions(rng, game):
            text = forms.choice(choosing)
            if text is None:
                assert len(choosing.actions) > forms.MOST_ACTIONS
                continue
            answer = forms.answered(forms.CHOICE, text, "")
            assert forms.chosen(answer, choosing) == choosing()
            count += 1


@pytest.mark.parametrize("game", paiju.available())
def test_a_question_does_not_depend_on_hidden_cards(rng, game):
    """Another deal that looks the same to the seat, by `determinize`, makes the same row."""
    compared = different = 0
    while compared < 12 or not different:
        for law, state, seat, choosing in questions(rng, game, 1):
            text = forms.choice(choosing)
            if text is None or rng.random() > 0.15:
                continue
            other = law.determinize(choosing.view, random.Random(rng.getrandbits(64)))
            again = Choosing("heuristic", 7, law.view(other, seat), law.legal_actions(other, seat))
            assert forms.choice(again) == text
            different += other != state
            compared += 1


def test_an_answer_that_means_no_action_means_nothing(rng):
    _, _, _, choosing = next(one for one in questions(rng, "paohuzi") if len(one[3].actions) > 2)
    most = len(choosing.actions)
    assert forms.chosen(str(most - 1), choosing) == choosing.actions[-1]
    for text in (None, "", "-1", str(most), "1.5", '"0"', "[0]", "null", "true", "{", "9" * 40):
        assert forms.chosen(text, choosing) is None


def test_impossible_answers_of_a_worker_are_refused():
    judging = Judging("review", Wanted("", 1, 0, "r1"), (3, 0.3))
    assert json.loads(forms.about(judging)) == {"record": "r1", "deal": 1, "seat": 0, "given": [3, 0.3]}
    assert forms.about(Judging("review", Wanted("{}", 1, 0), (0, 0.3))) is None, "a record that is nowhere"
    assert forms.judgement_of('[5,9,[{"loss":1.0}],null,null]', judging).done == 5
    assert forms.judgement_of('[0,0,[],null,["record.sealed",{}]]', judging).refused == ("record.sealed", {})
    for text in (
        None, "[]", "[3,9,[],null,null]", "[10,9,[],{},null]", "[9,9,[],null,null]", "[5,9,[],{},null]",
        "[5,9,[{},{},{}],null,null]", "[5,9,[7],null,null]", "[" * 5000,
    ):  # fmt: skip
        assert forms.judgement_of(text, judging) is None
