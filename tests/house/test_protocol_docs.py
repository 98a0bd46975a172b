"""docs/protocol.md: made from the types, complete, in three languages, and what a server really sends."""

from __future__ import annotations

import ast
import json
import random
import re
from functools import cache

import jsonschema
import pytest

import paiju
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts
from paiju.server import protocol as p
from paiju.server.pack import phrases_of
from paiju.server.store.base import REPORTED
from paiju.server.tables.settings import Settings, schema
from tests.server.table.simulation import Simulation
from tools import openapi, protocol, protocol_texts, refusals, typed
from tools.protocol_messages import SERVER_MESSAGES

SOURCE = protocol.ROOT / "src" / "paiju"
TWO_DEALS = {"match_end": "deals", "match_length": 2}


@cache
def page() -> str:
    return protocol.PAGE.read_text("utf-8")


def _default(name):
    game = paiju.load(name)
    return game, game.options({})


PHRASES = {phrase for game in paiju.available() for phrase in phrases_of(*_default(game))}


@pytest.mark.parametrize("at", [0, 1, 2, 3])
def test_the_protocol_files_match_the_types(at):
    path, content = list(protocol.written())[at]
    assert path.read_text("utf-8") == content, "run: python tools/protocol.py"


def test_every_message_is_documented():
    for name in [*(m.__name__.lower() for m in p.MESSAGES), *map(typed.tag, SERVER_MESSAGES)]:
        assert f"### `{name}`\n" in page()
    assert {entry["name"] for entry in schema()} == set(Settings().to_json())
    for name in [*Settings().to_json(), *PHRASES]:
        assert f"| `{name}` |" in page()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_farewell_phrase_and_setting_has_a_text(lang):
    texts = browser_texts(lang)
    assert [code for code in refusals.statuses() if not protocol.sentence(code, lang)] == []
    assert [code for code in protocol_texts.BYES if not protocol.farewell(code, lang)] == []
    assert [name for name in Settings().to_json() if not texts.get(f"web.setting.{name}")] == []
    assert [phrase for phrase in PHRASES if not texts.get(f"web.phrase.{phrase}")] == []


def test_every_farewell_is_documented():
    """Anyone who sends one names it in the call."""
    reported = set(REPORTED)
    for path in (SOURCE / "server").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                last = node.args[-1] if node.args else None
                if name in ("bye", "farewell") and isinstance(last, ast.Constant):
                    reported.add(last.value)
    assert reported == set(protocol_texts.BYES)


@pytest.mark.parametrize("game", paiju.available())
def test_every_kind_of_event_is_documented(game):
    kinds = set()
    for path in (SOURCE / "games" / game).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = (
                getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            )
            at = {"Event": 0, "tell": 0, "tell_some": 1, "tell_cards": 1}.get(name)
            if at is not None and len(node.args) > at:
                first = node.args[at]
                kinds.add(first.value if isinstance(first, ast.Constant) else ast.unparse(first))
    assert kinds - {"kind", "verb", "one.kind"} == set(protocol_texts.EVENT_KINDS[game]) - {"pao", "ti"}


def facts_are_documented(game: str, events: list[dict]) -> None:
    for event in events:
        _, public, private = protocol_texts.EVENT_KINDS[game][event["event"]]
        assert set(event) - {"event"} <= {*public, *private}, event


@cache
def checker() -> jsonschema.Draft202012Validator:
    made = protocol.schema_json()
    return jsonschema.Draft202012Validator({**made, "oneOf": [{"$ref": "#/$defs/server"}]})


def explain(message: dict) -> str:
    """What is wrong with a message, by the form of its type."""
    made = protocol.schema_json()
    form = next(form for form in SERVER_MESSAGES if typed.tag(form) == message["type"])
    one = jsonschema.Draft202012Validator({**made, "oneOf": [{"$ref": f"#/$defs/{form.__name__}"}]})
    return jsonschema.exceptions.best_match(one.iter_errors(message)).message


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("baohuang", TWO_DEALS),
        ("baohuang", {**TWO_DEALS, "preset": "weihai"}),
        ("baohuang", {**TWO_DEALS, "preset": "moegirl", "crown_during_draw": True}),
        ("paohuzi", TWO_DEALS),
        ("paohuzi", {**TWO_DEALS, "seats": 4}),
    ],
)
def test_messages_of_a_table_match_the_documentation(game, options, seed):
    """A deal with talk, votes, hints, refusals and a farewell; a sample of the messages, every kind of them."""
    rng = random.Random(seed)
    sim = Simulation(game, 2, options=options, seed=seed, settings={"counter": True})
    sim.start()
    for step in range(3000):
        if sim.table.room.stage not in ("playing", "starting") or not sim.step():
            break
        page_ = rng.choice(list(sim.pages.values()))
        if step % 25 == 0 and page_.prompt:
            prompted = page_.prompt["id"]
            sim.say(page_.guest, p.Ask(what="hint", prompt=prompted))
            sim.say(
                page_.guest,
                p.Ask(what="check", prompt=prompted, cards=page_.prompt["default"].partition(" ")[2]),
            )
    sim.say("g0", p.Say(phrase="hello"))
    sim.say("g0", p.Say(text="你好"))
    sim.say("g0", p.Host(what="start"))
    sim.say("g1", p.Ask(what="dismiss"))
    sim.say("g0", p.Host(what="kick", seat=1))
    messages = [message for page_ in sim.pages.values() for message in page_.got]
    assert {m["type"] for m in messages} >= {
        "welcome",
        "events",
        "prompt",
        "clock",
        "room",
        "said",
        "bye",
        "error",
    }
    for message in messages:
        facts_are_documented(game, message.get("list", []))
    chosen = {message["type"]: message for message in messages}.values()
    views = [{**message, "type": "welcome"} for message in messages if message["type"] == "welcome"]
    whole = [{**m, "view": page_.view} for page_ in sim.pages.values() for m in page_.got[:1] if page_.view]
    for message in [*chosen, *views, *whole, *rng.sample(messages, min(60, len(messages)))]:
        plain = json.loads(p.encode(message))
        assert checker().is_valid(plain), explain(plain)


def test_every_route_and_query_is_in_the_reference():
    """All routes but pages and files are there, and every name that a handler takes from the query."""
    http = SOURCE / "server" / "http"
    sources = {path.name: path.read_text("utf-8") for path in http.glob("*.py")}
    routes = {
        path for text in sources.values() for path in re.findall(r'ROUTES\.\w+\(\s*"(/api/[^"]+)"', text)
    }
    document = openapi.document()
    assert set(document["paths"]) == routes | {"/api/up"}
    assert set(openapi.READ_BESIDE) <= {f"{method} {path}" for method, path, *_ in openapi.operations()}
    queries = re.compile(r'query_params\.get\("(\w+)"|"(\w+)" in request\.query_params')
    named = {one or other for text in sources.values() for one, other in queries.findall(text)}
    assert named <= {name for one in openapi.READ_BESIDE.values() for name in one}
    assert document["paths"]["/api/tables"]["post"]["requestBody"]
    assert document["paths"]["/api/tables"]["post"]["responses"].keys() == {"201", "default"}
    names = re.findall(r'"\$ref": "#/components/schemas/([^"]+)"', json.dumps(document))
    assert set(names) <= set(document["components"]["schemas"])
