"""Typed dictionaries and message types, described in words and as JSON Schema."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

_PLAIN = {
    int: "number",
    float: "number",
    str: "text",
    bool: "true or false",
    type(None): "null",
    Any: "anything",
}
_SCHEMA = {int: "integer", float: "number", str: "string", bool: "boolean", type(None): "null"}


def doc(kind: Any) -> str:
    """The docstring, in Markdown."""
    return inspect.cleandoc(kind.__doc__ or "")


def tag(kind: Any) -> str:
    """The `type` of a message."""
    return str(get_args(get_type_hints(kind)["type"])[0])


def describe(hint: Any) -> str:
    """A type in words."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return describe(args[0]) + _bounds(args[1:])
    if origin is Literal:
        return " ".join(f"`{value}`" if isinstance(value, str) else str(value).lower() for value in args)
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(describe(arg) for arg in args))
    if origin is list:
        inner = describe(args[0])
        return f"list of ({inner})" if " " in inner else f"list of {inner}"
    if origin is dict:
        return f"object: {describe(args[0])} to {describe(args[1])}" if args[1] is not Any else "object"
    return _PLAIN.get(hint) or f"{hint.__name__}"


def _bounds(extras: tuple[Any, ...]) -> str:
    parts = []
    for extra in extras:
        if isinstance(extra, msgspec.Meta):
            low, high = extra.ge, extra.lt
            if low is not None:
                parts.append(f"{low} to {high - 1}" if high is not None else f"from {low}")
            if extra.max_length is not None:
                parts.append(f"at most {extra.max_length}")
            if extra.pattern is not None:
                parts.append("hexadecimal")
    return f" ({', '.join(parts)})" if parts else ""


def text(hint: Any) -> str:
    """What a field means, where its type says so."""
    if get_origin(hint) is Annotated:
        return next((extra for extra in get_args(hint)[1:] if isinstance(extra, str)), "")
    return ""


def inside(kind: Any, seen: list[Any] | None = None) -> list[Any]:
    """A typed dictionary and all that stand in it, in order of first mention."""
    seen = [] if seen is None else seen
    if kind not in seen:
        seen.append(kind)
        for hint in get_type_hints(kind).values():
            for inner in _mentioned(hint):
                inside(inner, seen)
    return seen


def _mentioned(hint: Any) -> Iterator[Any]:
    if is_typeddict(hint):
        yield hint
    for arg in get_args(hint):
        yield from _mentioned(arg)


def schema(hint: Any, made: dict[str, Any]) -> dict[str, Any]:
    """A type as JSON Schema; typed dictionaries become entries of `made`, closed to other fields."""
    origin, args = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return _object(hint, made)
    if origin is not None:
        return _SCHEMA_OF[origin](args, made)
    return {} if hint is Any else {"type": _SCHEMA[hint]}


def _any_of(args: tuple[Any, ...], made: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [schema(arg, made) for arg in args]}


_SCHEMA_OF: dict[Any, Callable[[tuple[Any, ...], dict[str, Any]], dict[str, Any]]] = {
    Annotated: lambda args, made: schema(args[0], made),
    Literal: lambda args, made: {"enum": list(args)},
    Union: _any_of,
    types.UnionType: _any_of,
    list: lambda args, made: {"type": "array", "items": schema(args[0], made)},
    dict: lambda args, made: {"type": "object", "additionalProperties": schema(args[1], made)},
}


def _object(kind: Any, made: dict[str, Any]) -> dict[str, Any]:
    module = kind.__module__.rsplit(".", 1)[1]
    home = module.removeprefix("protocol_")
    name = kind.__name__ if home in ("messages", "pack") else f"{home}.{kind.__name__}"
    if name not in made:
        made[name] = {}
        hints = get_type_hints(kind, include_extras=True)
        properties = {key: _field(hint, made) for key, hint in hints.items()}
        made[name] = {
            "type": "object",
            "description": doc(kind),
            "properties": properties,
            "required": sorted(kind.__required_keys__),
            "additionalProperties": False,
        }
    return {"$ref": f"#/$defs/{name}"}


def _field(hint: Any, made: dict[str, Any]) -> dict[str, Any]:
    entry = schema(hint, made)
    return {**entry, "description": text(hint)} if text(hint) else entry
