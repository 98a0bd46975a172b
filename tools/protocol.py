"""Writes docs/protocol.md, docs/messages.schema.json, docs/openapi.json and tools/web/messages.d.ts from the types of messages and routes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

import paiju
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts
from paiju.server import protocol as p
from paiju.server.pack import phrases_of
from paiju.server.tables.settings import Settings, schema
from paiju.wire import baohuang, pack, paohuzi

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tools import openapi, protocol_answers, protocol_messages, protocol_texts, refusals, typed, typings  # noqa: E402 - the folder of this file is no package of its own

PAGE = ROOT / "docs" / "protocol.md"
SCHEMA = ROOT / "docs" / "messages.schema.json"
REQUESTS = ROOT / "docs" / "openapi.json"
TYPES = ROOT / "tools" / "web" / "messages.d.ts"

_OF_ALL = {field.name for field in msgspec.structs.fields(p.Message)}
"""Fields that every message of a page may have; the page speaks of them once."""
TITLES = {"baohuang": "Bao Huang", "paohuzi": "Paohuzi"}
_VIEWS = {"baohuang": baohuang, "paohuzi": paohuzi}


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    lines = [list(head), ["---"] * len(list(head)), *([str(cell) for cell in row] for row in rows)]
    return (
        "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
        + "\n"
    )


def code(text: object) -> str:
    """Text as code."""
    return f"`{text}`"


def page() -> str:
    """The whole page."""
    parts = [
        protocol_texts.HEAD,
        _client(), protocol_texts.ASKING,
        _server(), protocol_texts.STREAM, protocol_texts.TIMING,
        _room(), _views(), _events(), _errors(), _byes(), _phrases(), _requests(),
    ]  # fmt: skip
    return "\n".join(part.strip() + "\n" for part in parts)


def _client() -> str:
    parts = ["## From the page\n\n" + protocol_texts.CLIENT.strip()]
    for message in p.MESSAGES:
        rows = [
            (code(field.encode_name), typed.describe(field.type), _default(field))
            for field in msgspec.structs.fields(message)
            if field.name not in _OF_ALL
        ]
        name = message.__name__.lower()
        parts.append(f"### {code(name)}\n\n{typed.doc(message)}")
        if rows:
            parts.append(table(("field", "value", "if absent"), rows))
    return "\n\n".join(part.strip() for part in parts)


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "—"
    empty = field.default_factory is not msgspec.NODEFAULT
    return code("{}") if empty else code(json.dumps(field.default))


def _server() -> str:
    parts = ["## From the server\n\n" + protocol_texts.SERVER.strip()]
    parts += [
        f"### {code(typed.tag(form))}\n\n{typed.doc(form)}\n\n{_fields(form, without=('type',))}"
        for form in protocol_messages.SERVER_MESSAGES
    ]
    inner = (protocol_answers.HintAdvice, protocol_answers.HintReason, protocol_answers.WinningCard)
    parts.append("### Parts of an answer\n\n" + _structures(inner))
    parts.append("### Parts of a question\n\n" + _structures((pack.Pick, pack.Limit, pack.Details, pack.Win)))
    return "\n\n".join(part.strip() for part in parts)


def _fields(form: Any, without: tuple[str, ...] = ()) -> str:
    """The fields of one form."""
    hints = get_type_hints(form, include_extras=True)
    optional = form.__optional_keys__
    rows = [
        (code(name) + (" (optional)" if name in optional else ""), typed.describe(hint), typed.text(hint))
        for name, hint in hints.items()
        if name not in without
    ]
    return table(("field", "value", "meaning"), rows) if rows else ""


def _structures(chosen: Iterable[Any]) -> str:
    return "\n\n".join(
        f"#### {form.__name__}\n\n{typed.doc(form)}\n\n{_fields(form)}".strip() for form in chosen
    )


def _room() -> str:
    inner = [form for form in typed.inside(protocol_messages.Room) if form is not protocol_messages.Room]
    rows = []
    for entry in schema():
        name = entry["name"]
        values = ", ".join(map(code, entry.get("choices", ()))) or (
            f"{entry['low']} to {entry['high']}" if "low" in entry else "true or false"
        )
        text = browser_texts("en")[f"web.setting.{name}"]
        help_ = browser_texts("en").get(f"web.setting.{name}.help", "")
        rows.append((code(name), values, code(json.dumps(entry["default"])), f"{text}. {help_}".strip()))
    assert len(rows) == len(fields(Settings))
    return "\n\n".join(
        (
            f"## The room\n\n{typed.doc(protocol_messages.Room)}\n\n{_fields(protocol_messages.Room).strip()}",
            _structures(inner),
            "### Settings\n\n" + protocol_texts.SETTINGS.strip(),
            table(("setting", "values", "default", "meaning"), rows).strip(),
        )
    )


def _views() -> str:
    parts = ["## Views\n\n" + protocol_texts.VIEWS.strip()]
    for game, module in _VIEWS.items():
        parts.append(f"### {TITLES[game]}\n\n" + (module.__doc__ or "").split("\n", 2)[2].strip())
        seen: list[Any] = []
        for root in module.PACK.typed:
            seen += [form for form in typed.inside(root) if form not in seen]
        parts.append(_structures(seen))
    return "\n\n".join(parts)


def _events() -> str:
    parts = ["## Events\n\n" + protocol_texts.EVENTS.strip()]
    for game, kinds in protocol_texts.EVENT_KINDS.items():
        rows = [
            (code(kind), text, " ".join(map(code, public)), " ".join(map(code, private)))
            for kind, (text, public, private) in kinds.items()
        ]
        parts += [
            f"### {TITLES[game]}",
            table(("event", "what happened", "facts", "some seats only"), rows).strip(),
        ]
    return "\n\n".join(parts)


def _errors() -> str:
    rows = [(code(name), status, sentence(name)) for name, status in sorted(refusals.statuses().items())]
    return (
        "## Refusals\n\n" + protocol_texts.REFUSALS.strip() + "\n\n" + table(("code", "HTTP", "text"), rows)
    )


def sentence(name: str, lang: str = "en") -> str:
    """What a refusal says to people; empty where there is no text."""
    texts = browser_texts(lang)
    return texts.get(f"error.{name}") or texts.get(f"web.error.{name}") or ""


def _byes() -> str:
    rows = [
        (code(name), closing, farewell(name), again) for name, (closing, again) in protocol_texts.BYES.items()
    ]
    return (
        "## Farewells\n\n"
        + protocol_texts.FAREWELLS.strip()
        + "\n\n"
        + table(("code", "close", "text", "what the page does"), rows)
    )


def farewell(name: str, lang: str = "en") -> str:
    """What a farewell says to people."""
    return browser_texts(lang).get(f"web.bye.{name}") or sentence(name, lang)


def _phrases() -> str:
    texts = {lang: browser_texts(lang) for lang in LANGUAGES}
    known = sorted({phrase for game in TITLES for phrase in _phrases_of(game)})
    rows = [
        (code(phrase), *(own[f"web.phrase.{phrase}"] for own in texts.values()), _games(phrase))
        for phrase in known
    ]
    return "## Quick phrases\n\n" + table(("id", "中文", "English", "فارسی", "game"), rows)


def _phrases_of(name: str) -> tuple[str, ...]:
    game = paiju.load(name)
    return phrases_of(game, game.options({}))


def _games(phrase: str) -> str:
    games = [game for game in TITLES if phrase in _phrases_of(game)]
    return "both" if len(games) == len(TITLES) else TITLES[games[0]]


def _requests() -> str:
    forms = {(path, method): known for method, path, _, known in openapi.operations()}
    rows = [
        (
            " ".join(sorted(route.methods - {"HEAD"})),
            code(route.path),
            ", ".join(
                code(name)
                for method in sorted(route.methods - {"HEAD"})
                for name in openapi.taken(method, route.path, forms[route.path, method])
            ),
            typed.doc(route.endpoint).split("\n\n")[0].replace("\n", " "),
        )
        for route in openapi.ROUTES
        if route.methods
    ]
    head = ("method", "path", "takes", "what")
    return "## Requests\n\n" + protocol_texts.REQUESTS.strip() + "\n\n" + table(head, rows)


def schema_json() -> dict[str, Any]:
    """JSON Schema of both directions: `#/$defs/client` and `#/$defs/server`."""
    _, client = msgspec.json.schema_components(p.MESSAGES, ref_template="#/$defs/{name}Sent")
    made: dict[str, Any] = {f"{name}Sent": entry for name, entry in client.items()}
    made["client"] = {"oneOf": [{"$ref": f"#/$defs/{message.__name__}Sent"} for message in p.MESSAGES]}
    refs = [typed.schema(form, made) for form in protocol_messages.SERVER_MESSAGES]
    made["server"] = {"oneOf": refs}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Messages between a page and a table of paiju",
        "oneOf": [{"$ref": "#/$defs/client"}, {"$ref": "#/$defs/server"}],
        "$defs": dict(sorted(made.items())),
    }


def written() -> Iterator[tuple[Path, str]]:
    """Every file with what it should hold."""
    yield PAGE, page()
    made = schema_json()
    yield SCHEMA, json.dumps(made, ensure_ascii=False, indent=1) + "\n"
    yield TYPES, typings.declarations(made)
    yield REQUESTS, json.dumps(openapi.document(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for path, content in written():
        path.write_text(content, "utf-8")
