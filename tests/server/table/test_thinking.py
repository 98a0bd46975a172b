"""Bots that take their time, and hints: the table never waits for them, and never takes an answer to another question."""

from __future__ import annotations

import pytest

import paiju
from paiju.core.match import decisions_of
from paiju.kernels import missing
from paiju.server import protocol as p
from paiju.server.tables import questions
from paiju.server.tables.room import OVER
from tests.server.table.simulation import Simulation


@pytest.fixture
def slow(monkeypatch):
    """`random` bots as slow ones, so that no test waits for a search."""
    monkeypatch.setattr("paiju.server.tables.questions.SLOW", frozenset({"random"}))
    monkeypatch.setattr("paiju.server.tables.questions.FALLBACK", "greedy")


def pending(game="baohuang", *, window=False):
    """A simulation in which a slow bot has a question and has not answered; and the question."""
    sim = Simulation(game, people=1, bots="random")
    sim.thinks = False
    sim.start()
    for _ in range(2000):
        if sim.thoughts and sim.table.running.timing.window == window:
            for prompt in sim.table.running.prompts.values():
                if sim.thoughts[-1].hear.args == (prompt,):
                    return sim, prompt
        assert sim.step()
    pytest.fail("no bot was asked")


def test_a_slow_bots_question_is_decided_at_its_deadline(slow):
    sim, prompt = pending()
    done = decisions_of(sim.table.recorder.record, prompt.seat)
    assert sim.table.wake == prompt.act_at
    sim.wait(prompt.act_at - sim.now)
    assert decisions_of(sim.table.recorder.record, prompt.seat) == done + 1


def test_in_a_window_a_slow_bot_is_waited_for_a_little(slow):
    sim, prompt = pending("paohuzi", window=True)
    assert prompt.due_at == prompt.late_at == prompt.act_at + questions.PATIENCE_MS
    sim.thoughts[-1].hear(prompt.actions[-1], sim.now)
    assert prompt.due_at == prompt.act_at


def test_a_bots_answer_is_carried_out_at_its_time(slow):
    sim, prompt = pending()
    thought = sim.thoughts[-1]
    choice = prompt.actions[-1]
    sim.thoughts.clear()
    thought.hear(choice, sim.now)
    assert sim.table.wake == prompt.act_at
    sim.now = prompt.act_at
    sim.table.tick(sim.now)
    seat, text = sim.table.recorder.record.deals[-1].actions[-1]
    assert (seat, text) == (prompt.seat, sim.table.room.game.action_text(prompt.state, choice))


def test_late_and_invalid_answers_have_no_effect(slow):
    sim, prompt = pending()
    thought = sim.thoughts[-1]
    thought.hear("no action at all", sim.now)
    assert prompt.thought is None
    sim.wait(prompt.act_at - sim.now)
    before = list(sim.table.recorder.record.deals[-1].actions)
    thought.hear(prompt.actions[-1], sim.now)
    assert prompt.thought is None
    assert sim.table.recorder.record.deals[-1].actions == before


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_hint_arrives_with_reasons_once_computed(game):
    sim = Simulation(game, people=1, bots="greedy")
    sim.start()
    page = sim.pages["g0"]
    for _ in range(400):
        running = sim.table.running
        prompt = running.prompts.get(0) if running and page.prompt else None
        if prompt and len(prompt.actions) > 1 and str(prompt.state.phase) in ("play", "discard"):
            break
        assert sim.step()
    assert page.prompt
    sim.thinks = False
    sim.say("g0", p.Ask(what="hint", prompt=page.prompt["id"]))
    assert page.got[-1]["type"] != "hint"
    sim.think()
    hint = page.got[-1]
    assert hint["type"] == "hint"
    assert 1 <= len(hint["actions"]) <= 3
    assert hint["actions"] == [one["action"] for one in hint["advice"]]
    assert all(1 <= len(one["reasons"]) <= 2 for one in hint["advice"])
    if game == "baohuang" and not missing() and len(hint["actions"]) > 1:
        assert all(one["points"] is not None and one["error"] > 0 for one in hint["advice"])
    assert hint["actions"][0] in {page.prompt["default"], *(page.prompt["actions"] or hint["actions"])}


def test_a_question_to_a_bot_has_a_deadline(slow):
    sim, prompt = pending()
    assert sim.thoughts[-1].until == prompt.due_at
    sim, prompt = pending("paohuzi", window=True)
    assert sim.thoughts[-1].until == prompt.late_at


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_no_bot_is_asked_about_a_forced_action(game, monkeypatch):
    """Neither elsewhere nor at the table."""
    asked_about = []
    monkeypatch.setattr(
        "paiju.server.tables.questions.choose",
        lambda level, seed, view, actions: asked_about.append(len(actions)) or actions[0],
    )
    sim = Simulation(game, people=1, bots="greedy")
    sim.thinks = False
    sim.start()
    for _ in range(300):
        if not sim.step():
            break
    assert asked_about
    assert min(asked_about) > 1


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_quick_bot_that_fails_takes_the_default_and_the_table_goes_on(game, monkeypatch, failed_thoughts):
    def fails(level, seed, view, actions):
        raise ValueError("no idea")

    monkeypatch.setattr("paiju.server.tables.questions.choose", fails)
    played = Simulation(game, people=1, bots="greedy")
    played.thinks = False
    played.start()
    while not failed_thoughts:
        assert played.step()
    _, text = played.table.recorder.record.deals[-1].actions[-1]
    assert {record.getMessage() for record in failed_thoughts} == {"bot failed"}
    assert text
    assert played.step()
    failed_thoughts.clear()


class Listening(Simulation):
    """A simulation that expects an offered action to every question that is handed over."""

    phases: set[str]

    def think(self) -> None:
        prompts = [thought.hear.args[0] for thought in self.thoughts]
        self.phases |= {str(prompt.state.phase) for prompt in prompts}
        super().think()
        assert all(prompt.thought in prompt.actions for prompt in prompts)


@pytest.mark.parametrize(
    ("game", "preset"),
    [(game, preset) for game in paiju.available() for preset in paiju.load(game).presets()],
)
def test_every_question_of_every_preset_is_handed_over_and_answered(game, preset, seed, slow):
    """For two deals: tribute is paid and returned in the second. Each question is sent as a process gets it."""
    two_deals = {"match_end": "deals", "match_length": 2}
    sim = Listening(game, people=1, options={"preset": preset, **two_deals}, seed=seed, bots="random")
    sim.phases = set()
    sim.open("g0")
    sim.say("g0", p.Auto(on=True))
    sim.start()
    sim.until(OVER)
    assert sim.phases & {"play", "discard"}
    returned = str(getattr(sim.table.room.options, "tribute_return", "none")) == "same_count"
    assert ("give_back" in sim.phases) is returned
