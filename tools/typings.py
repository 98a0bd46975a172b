"""The messages of both directions as TypeScript types, for checking the browser's code; made from their JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

HEAD = "// Made from docs/messages.schema.json: python tools/protocol.py\n"
_PLAIN = {
    "integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null",
}  # fmt: skip


def declarations(schema: dict[str, Any]) -> str:
    """A module that exports a type for each definition of `schema`; `game.Form` becomes `game_Form`."""
    return HEAD + "\n" + "\n".join(_exported(name, form) for name, form in schema["$defs"].items())


def _exported(name: str, form: dict[str, Any]) -> str:
    return f"export type {_name(name)} = {_type(form)};\n"


def _name(name: str) -> str:
    plain = name.replace(".", "_")
    return plain[0].upper() + plain[1:]


def _type(form: dict[str, Any]) -> str:
    if "$ref" in form:
        return _name(form["$ref"].removeprefix("#/$defs/"))
    if "enum" in form:
        return " | ".join(json.dumps(value) for value in form["enum"])
    if alternatives := form.get("anyOf") or form.get("oneOf"):
        return " | ".join(dict.fromkeys(_type(one) for one in alternatives))
    return _shaped(form, form.get("type"))


def _shaped(form: dict[str, Any], kind: str | list[str] | None) -> str:
    """The type of a form that says which `kind` of JSON value it is."""
    if isinstance(kind, list):
        return " | ".join(_PLAIN[one] for one in kind)
    if kind == "array":
        return _array(form)
    if kind == "object":
        return _object(form)
    return _PLAIN[kind] if kind else "unknown"


def _array(form: dict[str, Any]) -> str:
    if "prefixItems" in form:
        return f"[{', '.join(_type(one) for one in form['prefixItems'])}]"
    return f"Array<{_type(form.get('items') or {})}>"


def _object(form: dict[str, Any]) -> str:
    if "properties" not in form:
        values = form.get("additionalProperties")
        return f"Record<string, {_type(values) if isinstance(values, dict) else 'unknown'}>"
    return "{\n" + "".join(_fields(form)) + "}"


def _fields(form: dict[str, Any]) -> Iterator[str]:
    required = {*form.get("required", ()), "type"}  # the tag is always there
    for name, value in form["properties"].items():
        optional = "" if name in required else "?"
        yield f"  {json.dumps(name)}{optional}: {_type(value)};\n"
