"""The requests of a server as OpenAPI 3.1, from the types of the routes' own parameters: docs/openapi.json."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
from starlette.responses import Response
from starlette.routing import Route

import paiju
from paiju.server.http import files, people, practice, records, series, tables
from paiju.server.http.context import Guest
from paiju.server.http.people import COOKIE
from paiju.server.store.rows import StoredRecord

ROUTES: tuple[Route, ...] = tuple(
    route
    for module in (files, people, tables, records, series, practice)
    for route in module.ROUTES
    if route.path.startswith("/api/")
)

_LANG = "lang"
READ_BESIDE = {
    "GET /api/me": (_LANG,),
    "GET /api/games/{game}": (_LANG,),
    "GET /api/games/{game}/rules": ("preset", _LANG),
    "POST /api/games/{game}/check": (_LANG,),
    "GET /api/tables/{table}/rules": (_LANG,),
    "GET /api/records/{record}": ("download",),
    "GET /api/records/{record}/replay": (_LANG,),
    "GET /api/shared/{key}/replay": (_LANG,),
    "GET /api/records/{record}/picture.png": (_LANG,),
    "GET /api/shared/{key}/picture.png": (_LANG,),
    "GET /api/puzzles/{puzzle}": (_LANG,),
    "GET /api/puzzles/{puzzle}/picture.png": (_LANG,),
}
"""Names in the query that a handler reads itself, by method and path; all others are fields of the form that it takes."""
MEANINGS = {
    "lang": "`zh`, `en` or `fa`; by default the language that `Accept-Language` prefers",
    "preset": "a preset, by default the first",
    "key": "the key of an invitation",
    "download": "names a file for the document, whatever its value",
    "viewer": "a seat from 0, or `open` for all hands",
    "deal": "a deal, from 1",
    "seat": "a seat, from 0",
    "at": "an action of the deal, from 0",
    "step": "a step of the deal, from 0",
    "done": "pieces of the review that the page has already",
    "page": "a page of the list from 0; for a review a name that the page gives itself",
    "game": "only this game",
    "kind": "only this kind of puzzle",
    "rules": "only this rule set, by its digest",
    "role": "only this role",
    "search": "only with this text in a name",
    "since": "only from this time on, in seconds since 1970",
    "span": "the span of a ledger: a month as `2026-11`, a season as `2026-Q4`, or `all`; by default the present season",
}
_MEDIA = {".svg": "image/svg+xml", ".png": "image/png", ".zip": "application/zip"}


def operations() -> Iterator[tuple[str, str, Any, dict[str, Any]]]:
    """Every method and path with its handler, and what the route knows of it."""
    for route in ROUTES:
        known = inspect.getclosurevars(route.endpoint).nonlocals
        for method in sorted(set(route.methods or ()) - {"HEAD"}):
            yield method, route.path, known.get("handler", route.endpoint), known


def document() -> dict[str, Any]:
    """The whole document."""
    forms = [kind for method, *_, known in operations() if method == "POST" for kind in _structs(known)]
    refs, schemas = msgspec.json.schema_components(forms, ref_template="#/components/schemas/{name}")
    bodies = dict(zip(forms, refs, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for method, path, handler, known in operations():
        made = paths.setdefault(path, {})[method.lower()] = _operation(method, path, handler, known)
        for form in _structs(known) if method == "POST" else ():
            made["requestBody"] = {
                "required": True,
                "content": {"application/json": {"schema": bodies[form]}},
            }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "A server of paiju", "version": paiju.__version__,
            "description": "Requests of pages and programs. A table's socket is described in protocol.md.",
        },
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Refusal": _REFUSAL},
            "securitySchemes": {"guest": {"type": "apiKey", "in": "cookie", "name": COOKIE}},
        },
    }  # fmt: skip


_REFUSAL = {
    "type": "object",
    "description": "Why a request was refused; the sentence to a code stands in the language files.",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "code": {"type": "string"}, "facts": {"type": "object"}, "rule": {"type": ["string", "null"]},
            },
            "required": ["code", "facts"],
        }
    },
    "required": ["error"],
}  # fmt: skip


def taken(method: str, path: str, known: dict[str, Any]) -> list[str]:
    """The names that a request takes in its body, or in its query."""
    if method == "POST" and (forms := _structs(known)):
        return [field.encode_name for form in forms for field in msgspec.structs.fields(form)]
    return [one["name"] for one in _queries(method, path, known)]


def _structs(known: dict[str, Any]) -> list[type[msgspec.Struct]]:
    kinds = known.get("wanted", {}).values()
    return [
        kind
        for kind in kinds
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in (Guest, StoredRecord)
    ]


def _operation(method: str, path: str, handler: Any, known: dict[str, Any]) -> dict[str, Any]:
    named = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)(?::\w+)?\}", path)
    ]
    made: dict[str, Any] = {
        "summary": inspect.cleandoc(handler.__doc__ or "").partition("\n")[0],
        "operationId": f"{handler.__module__.rpartition('.')[2]}_{handler.__name__}",
        "parameters": [*named, *_queries(method, path, known)],
        "responses": {
            str(known.get("status", 200)): {"description": "Done", "content": _content(path, handler)},
            "default": {
                "description": "Refused",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
            },
        },
    }
    if Guest in known.get("wanted", {}).values():
        made["security"] = [{"guest": []}]
    return made


def _queries(method: str, path: str, known: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The query of a route: the fields of the form that a reading handler takes, and the names that it reads beside it."""
    kinds: dict[str, Any] = {name: {"type": "string"} for name in READ_BESIDE.get(f"{method} {path}", ())}
    for form in _structs(known) if method != "POST" else ():
        _, schemas = msgspec.json.schema_components([form])
        kinds |= next(
            schema["properties"] for name, schema in schemas.items() if name.endswith(form.__name__)
        )
    for name, schema in kinds.items():
        yield {"name": name, "in": "query", "description": MEANINGS[name], "schema": schema}


def _content(path: str, handler: Any) -> dict[str, Any]:
    for ending, media in _MEDIA.items():
        if path.endswith(ending):
            return {media: {}}
    plain = get_type_hints(handler).get("return") is Response
    return {"application/json": {} if plain else {"schema": {"type": "object"}}}
