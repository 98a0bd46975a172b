"""Reading untrusted records: bounded, field by field, each error with its position."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from paiju.core.document import (
    CHAINED,
    DROPPED,
    MOST_ACTIONS,
    MOST_BYTES,
    MOST_FAILED,
    MOST_NAME,
    MOST_NONCE_BYTES,
    MOST_POSITION,
    NUMBER_BYTES,
    PLAIN,
    REFUSED,
    TRAIL_DIGITS,
    DealRecord,
    Failed,
    Origin,
    Record,
)
from paiju.core.errors import SEED_BYTES, RecordError, UsageError, check_field, check_type
from paiju.core.files import from_json, head_of
from paiju.core.signals import Signal

Test = Callable[[Any], bool]

_HEX = frozenset("0123456789abcdef")
_MOST_TEXT = 400
_MOST_SEATS = 8
_SIGNATURE_BYTES = 64
_DIGEST_BYTES = 6


def read(path: Path | str) -> Record:
    """The record in a file.

    Raises:
        UsageError: usage.type.
        RecordError: file.unreadable, record.too_large, record.truncated, record.syntax, record.version or
            record.field; the text names file and position.
    """
    check_type(path, (Path, str))
    try:
        data = head_of(Path(path), MOST_BYTES + 1)
    except UsageError as error:
        raise RecordError(error.code, error.detail, error.facts) from None
    try:
        return loads(data)
    except RecordError as error:
        raise RecordError(error.code, f"{path}: {error.detail}", error.facts) from None


def loads(data: bytes) -> Record:
    """The record in a document; see `read`."""
    check_type(data, (bytes, bytearray))
    if len(data) > MOST_BYTES:
        raise RecordError(
            "record.too_large", f"more than {MOST_BYTES >> 20} MiB", {"limit": MOST_BYTES >> 20}
        )
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise RecordError(
            "record.syntax", f"byte {error.start + 1}: not UTF-8", {"where": f"byte {error.start + 1}"}
        ) from None
    return _record(_parse(text))


def _parse(text: str) -> Any:
    try:
        return from_json(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        cut_short = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
        code = "record.truncated" if cut_short else "record.syntax"
        raise RecordError(code, f"{where}: {error.msg}", {"where": where}) from None
    except ValueError as error:
        raise RecordError("record.syntax", f"not usable JSON: {error}", {"where": "line 1"}) from None


# --- the form of a field: a test of its value, or of each part of a list


class _Each(NamedTuple):
    """A list of `least` to `most` parts, each of one form."""

    test: Test
    least: int
    most: int


Forms = Mapping[str, Test | _Each]


def _check(data: Any, where: str, forms: Forms, maybe: Forms | None = None) -> None:
    """Check that an object has the fields of `forms`, perhaps some of `maybe`, and no others, each in its form."""
    check_field(isinstance(data, dict), where)
    known = {**forms, **(maybe or {})}
    for key in forms:
        check_field(key in data, f"{where}.{key}")
    for key in data:
        check_field(key in known, f"{where}.{key[:40]}")
    for key, form in known.items():
        if key in data:
            _check_form(data[key], form, key if where == "record" else f"{where}.{key}")


def _check_form(value: Any, form: Test | _Each, where: str) -> None:
    if not isinstance(form, _Each):
        check_field(form(value), where)
        return
    check_field(isinstance(value, list) and form.least <= len(value) <= form.most, where)
    for i, one in enumerate(value):
        check_field(form.test(one), f"{where}[{i}]")


def _text(most: int) -> Test:
    """Text of at most `most` characters that can be written: no lone surrogates."""
    return lambda value: (
        isinstance(value, str) and len(value) <= most and not any("\ud800" <= c <= "\udfff" for c in value)
    )


def _hex(least: int, most: int) -> Test:
    """From `least` to `most` bytes, hexadecimal."""
    sizes = range(2 * least, 2 * most + 1, 2)
    return lambda value: isinstance(value, str) and _HEX.issuperset(value) and len(value) in sizes


def _number(low: int, high: int) -> Test:
    return lambda value: type(value) is int and low <= value <= high


def _maybe(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _row(*tests: Test) -> Test:
    """A list with one part for each test."""
    return lambda value: (
        _is_list(value)
        and len(value) == len(tests)
        and all(test(one) for test, one in zip(tests, value, strict=True))
    )


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


_HASH, _NUMBER = _hex(SEED_BYTES, SEED_BYTES), _hex(NUMBER_BYTES, NUMBER_BYTES)
_NONCE = _hex(0, MOST_NONCE_BYTES)
_NAME, _WORD = _text(MOST_NAME), _text(60)
_PLACE = _number(0, MOST_ACTIONS)

_HEAD: Forms = {
    "format": lambda value: value == "paiju-record",
    "version": _number(PLAIN, CHAINED),
    "game": _text(20),
    "law": _number(1, (1 << 31) - 1),
    "options": _is_object,
    "digest": _hex(_DIGEST_BYTES, _DIGEST_BYTES),
    "seats": lambda value: _is_list(value) and 0 < len(value) <= _MOST_SEATS and all(map(_NAME, value)),
    "deals": _is_list,
}
_CHAINED: Forms = {
    "names": _Each(_HASH, 0, _MOST_SEATS),
    "salts": _Each(_maybe(_NUMBER), 0, _MOST_SEATS),
    "match": _NUMBER,
    "key": _maybe(_HASH),
    "after": _maybe(_HASH),
    "failed": _is_list,
    "over": lambda value: isinstance(value, bool),
    "signature": _maybe(_hex(_SIGNATURE_BYTES, _SIGNATURE_BYTES)),
}


# --- what a record has


def _record(data: Any) -> Record:
    check_field(_is_object(data), "record")
    chained = _version(data) == CHAINED
    _check(data, "record", {**_HEAD, **_CHAINED} if chained else _HEAD)
    for name, value in data["options"].items():
        check_field(_WORD(name) and (type(value) in (bool, int) or _WORD(value)), f"options.{name[:60]}")
    seats = data["seats"]
    deals = [_deal(deal, f"deals[{i}]", len(seats), chained=chained) for i, deal in enumerate(data["deals"])]
    record = Record(data["game"], data["law"], data["options"], data["digest"], seats, deals)
    if chained:
        names, salts = tuple(data["names"]), tuple(data["salts"])
        check_field(len(names) == len(seats), "names")
        check_field(len(salts) == len(seats), "salts")
        record.match = Origin(data["match"], data["key"], data["after"], names, salts)
        record.failed = _failed(data["failed"], "failed", len(seats))
        record.over, record.signature = data["over"], data["signature"]
    return record


def _version(data: dict[str, Any]) -> int:
    for key in ("format", "version"):
        check_field(key in data, f"record.{key}")
    check_field(data["format"] == "paiju-record", "format")
    version = data["version"]
    if type(version) is not int or version not in (PLAIN, CHAINED):
        text = str(version)[:20]
        raise RecordError(
            "record.version", f"version {text}, this reads {PLAIN} and {CHAINED}", {"version": text}
        )
    return version


def _failed(data: list[Any], where: str, seats: int) -> list[Failed]:
    check_field(len(data) <= MOST_FAILED, where)
    forms: Forms = {
        "why": lambda value: value in (REFUSED, DROPPED),
        "commitment": _HASH,
        "shares": _Each(lambda share: share == "" or _HASH(share), seats, seats),
        "nonces": _Each(_NONCE, seats, seats),
        "secret": _HASH,
    }
    for i, one in enumerate(data):
        _check(one, f"{where}[{i}]", forms)
    return [Failed(**one) for one in data]


def _deal(data: Any, where: str, seats: int, *, chained: bool) -> DealRecord:
    placed = not chained and _is_object(data) and "position" in data
    seat, text = _number(0, seats - 1), _text(_MOST_TEXT)
    shuffled: Forms = {
        "commitment": _HASH,
        "nonces": _Each(_NONCE, seats, seats),
        "secret": _maybe(_HASH),
        "carry": _maybe(_is_object),
    }
    played: Forms = {
        "actions": _Each(_row(seat, text), 0, MOST_ACTIONS),
        "trail": _hex(0, TRAIL_DIGITS * MOST_ACTIONS),
        "events": _maybe(_HASH),
        "result": _maybe(lambda value: _is_result(value, seats)),
    }
    linked: Forms = {"failed": _is_list, "previous": _HASH} if chained else {}
    started: Forms = {"position": _text(MOST_POSITION)} if placed else shuffled
    maybe: Forms = {
        "signals": _Each(_row(_PLACE, seat, text), 1, MOST_ACTIONS),
        "stood": lambda value: _is_list(value) and bool(value) and sorted({*filter(_PLACE, value)}) == value,
    }
    _check(data, where, {**started, **played, **linked}, maybe)
    actions, signals, stood = data["actions"], data.get("signals", []), data.get("stood", [])
    check_field(len(data["trail"]) == TRAIL_DIGITS * len(actions), f"{where}.trail")
    check_field((data["events"] is None) is (data["result"] is None), f"{where}.events")
    ends = [*[after for after, _, _ in signals], len(actions)]
    check_field(ends == sorted(ends), f"{where}.signals")
    check_field(max(stood, default=-1) < len(actions), f"{where}.stood")
    if placed:
        data = {"commitment": "", "nonces": [], "secret": None, "carry": None, **data}
    made = {
        "actions": [(seat, text) for seat, text in actions],
        "signals": [Signal(*signal) for signal in signals],
        "failed": _failed(data["failed"], f"{where}.failed", seats) if chained else [],
    }
    return DealRecord(**{**data, **made})


def _is_result(value: Any, seats: int) -> bool:
    if not _is_object(value) or {*value} != {"void", "returns"} or not isinstance(value["void"], bool):
        return False
    returns = value["returns"]
    return _is_list(returns) and len(returns) == seats and all(type(points) is int for points in returns)
