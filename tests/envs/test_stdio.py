"""The text protocol: spoken over pipes, and to the session itself with whatever may come in."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import jsonschema
import pytest

from paiju.cli import run as command_line
from paiju.core.errors import UsageError
from paiju.envs.protocol import Session, play_seat, serve_env
from paiju.envs.table import Config
from paiju.wire.lines import MOST_LINE, parse
from tests.drawing import often
from tests.envs.tables import EVERY

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "messages.schema.json").read_text("utf-8"))


def spoken(command, lines, *, config=None):
    """What a session answers to lines."""
    said = []
    session = Session(config or Config("paohuzi"), lines, said.append)
    command(session)
    json.dumps(said)
    return said


MALFORMED = [
    "not json", "[]", "{}", '{"type":1}', '{"type":"act"}', '{"type":"act","action":7}', '{"type":"dance"}', "NaN",
    '{"type":"act","action":"fly"}', '{"type":"act","action":"discard x9"}', '{"type":"act","action":"hu"}',
    '{"type":"step"}', '{"type":"step","step":true}', '{"type":"step","step":60}', '{"type":"step","step":-1}',
    '{"type":"act","prompt":"p99","action":"pass"}', '{"type":"reset"}', '{"type":"reset","deal":-5}',
    '{"type":"reset","deal":true}', '{"type":"hello"}', '{"type":"hello","version":1}', "[" * 5000, "x" * (MOST_LINE + 1), '{"type":"act","action":"' + "s1 " * 300 + '"}',
]  # fmt: skip


@cache
def checker(form):
    return jsonschema.Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{form}"})


def last_action(prompt):
    """The last action of a list; of a choice of cards the highest that it allows."""
    if prompt["pick"] is None:
        return prompt["actions"][-1]
    pick, chosen = prompt["pick"], []
    for card in reversed(prompt["view"]["hand"]):
        counts = [
            sum(other in limit["cards"] for other in [*chosen, card])
            for limit in pick["limits"]
            if card in limit["cards"]
        ]
        full = [limit["most"] for limit in pick["limits"] if card in limit["cards"]]
        if len(chosen) < pick["count"] and all(n <= most for n, most in zip(counts, full, strict=True)):
            chosen.append(card)
    return " ".join([pick["verb"], *reversed(chosen)])


def test_malformed_lines_get_an_error_and_change_nothing() -> None:
    said = spoken(serve_env, ['{"type":"reset","deal":1}', *MALFORMED, "  ", '{"type":"bye"}'])
    kinds = [message["type"] for message in said]
    assert kinds == ["welcome", "events", "prompt", *["error"] * len(MALFORMED), "bye"]
    assert all(message["code"] and message["detail"] for message in said[3:-1])


def test_a_game_must_be_dealt_first() -> None:
    said = spoken(serve_env, ['{"type":"step","step":0}'])
    assert [message["type"] for message in said] == ["welcome", "error", "bye"]


@pytest.mark.parametrize(
    ("game", "options"), [("paohuzi", {}), ("baohuang", {"preset": "moegirl", "deck": "216"})]
)
@pytest.mark.parametrize("by", ["act", "step"])
def test_an_environment_is_played_to_the_end(game, options, by) -> None:
    said = []

    def lines():
        yield '{"type":"reset","deal":4}'
        while True:
            prompt = next(message for message in reversed(said) if message["type"] in ("prompt", "over"))
            if prompt["type"] == "over":
                return
            if by == "act":
                message = {"type": "act", "prompt": prompt["id"], "action": last_action(prompt)}
            else:
                message = {"type": "step", "step": prompt["steps"][-1]}
            yield json.dumps(message)

    config = Config(game, options)
    session = Session(config, lines(), said.append)
    serve_env(session)
    assert "error" not in [message["type"] for message in said]
    assert said[-2]["type"] == "over"
    assert len(said[-2]["returns"]) == config.seats
    assert all(len(m["observation"]) == config.layout.size for m in said if m["type"] == "prompt")


def test_a_seat_receives_only_its_own_view() -> None:
    """Nothing of what the others drew: their cards stand nowhere in what a seat is sent of the deal."""
    said = []
    session = Session(Config("paohuzi"), iter(()), said.append)
    play_seat(session, 1, ["random"], [3])
    dealt = next(m for m in said if m["type"] == "events")["list"][0]
    assert "private" not in dealt
    assert dealt["cards"]
    question = next(m for m in said if m["type"] == "prompt")
    assert question["view"]["viewer"] == 1
    assert question["view"]["hands"] is None
    assert "observation" not in question


def test_a_bot_speaks_in_notation() -> None:
    said = []
    lines = [
        '{"type":"step","step":0}',
        '{"type":"reset","deal":1}',
        '{"type":"hello","version":2}',
        '{"type":"act","prompt":"p1","action":"pass"}',
    ]
    play_seat(Session(Config("paohuzi"), iter(lines), said.append), 0, ["greedy", "random"], [3])
    kinds = [message["type"] for message in said]
    assert kinds[:5] == ["welcome", "events", "prompt", "error", "error"]
    assert kinds.count("error") == 2
    assert kinds[-1] == "bye"


def test_environment_settings_are_checked() -> None:
    for seat, bots in ((7, ["random"]), (0, ["random"] * 3), (0, ["nobody"])):
        with pytest.raises(UsageError):
            play_seat(Session(Config("paohuzi"), iter(()), lambda _: None), seat, bots, [0])
    with pytest.raises(UsageError):
        parse("1")


@pytest.mark.parametrize(("game", "options"), EVERY)
def test_views_and_questions_are_those_of_a_live_table(game, options, rng: random.Random) -> None:
    """They fit the schema of the table's messages, which is closed: nothing else stands in them."""
    said = []

    def lines():
        for _ in range(10):  # now and then a deal is over before anybody is prompted
            yield json.dumps({"type": "reset", "deal": rng.randrange(10**6)})
            if said[-1]["type"] == "prompt":
                break
        while said[-1]["type"] == "prompt":
            yield json.dumps({"type": "step", "step": rng.choice(said[-1]["steps"])})

    config = Config(game, options)
    serve_env(Session(config, lines(), said.append))
    questions = [message for message in said if message["type"] == "prompt"]
    assert questions
    forms = [
        name
        for name in SCHEMA["$defs"]
        if name.startswith(f"{game}.") and name.endswith(("View", "HiddenDraw"))
    ]
    for message in rng.sample(questions, min(often(3, 8), len(questions))):
        view = json.loads(json.dumps(message["view"]))
        assert sum(checker(form).is_valid(view) for form in forms) == 1
        assert view["viewer"] == message["seat"]
        own = ("type", "id", "actions", "pick", "default", "details")
        checker("Prompt").validate({name: message[name] for name in own})


def run(*arguments, text=""):
    command = [sys.executable, "-m", "paiju", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=600, check=False)


def test_the_command_serves_an_environment() -> None:
    done = run(
        "env", "paohuzi", "--preset", "chenzhou", "--stdio", text='{"type":"reset","deal":2}\nnonsense\n'
    )
    kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
    assert kinds == ["welcome", "events", "prompt", "error", "bye"]
    assert done.returncode == 0
    assert done.stderr == ""


@pytest.mark.parametrize("line", ["env paohuzi", "bot baohuang", "bot paohuzi --stdio --bots nobody"])
def test_the_commands_want_their_flag_and_know_their_bots(line, capsys) -> None:
    assert command_line(line.split()) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_line_without_an_end_is_refused_before_it_ends() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "paiju", "env", "paohuzi", "--stdio"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert json.loads(process.stdout.readline())["type"] == "welcome"
        process.stdin.write("x" * (MOST_LINE + 1))
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["code"] == "usage.message"
        process.stdin.write("y" * MOST_LINE + '\n{"type":"bye"}\n')
        process.stdin.close()
        assert json.loads(process.stdout.readline())["type"] == "bye"
    assert process.returncode == 0
