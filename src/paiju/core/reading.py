"""Reading untrusted records: bounded, field by field, each error with its position."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

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

_HEX = frozenset("0123456789abcdef")
_MOST_TEXT = 400
_MOST_SEATS = 8
_SIGNATURE_DIGITS = 128
_HEAD = ("format", "version", "game", "law", "options", "digest", "seats", "deals")
_PLAY = ("actions", "trail", "events", "result")
_DEAL = ("commitment", "nonces", "secret", "carry", *_PLAY)
_PLACED = ("position", *_PLAY)
_MORE_HEAD = ("names", "salts", "match", "key", "after", "failed", "over", "signature")
_MORE_DEAL = ("failed", "previous")
_FAILED = ("why", "commitment", "shares", "nonces", "secret")


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


def _record(data: Any) -> Record:
    check_field(isinstance(data, dict), "record")
    chained = _version(data) == CHAINED
    _object(data, _HEAD + _MORE_HEAD if chained else _HEAD, "record")
    check_field(_is_text(data["game"], 20), "game")
    check_field(type(data["law"]) is int and 0 < data["law"] < 1 << 31, "law")
    check_field(isinstance(data["options"], dict), "options")
    for name, value in data["options"].items():
        check_field(
            _is_text(name, 60) and (type(value) in (bool, int) or _is_text(value, 60)), f"options.{name[:60]}"
        )
    check_field(_is_hex(data["digest"], 12), "digest")
    seats = data["seats"]
    check_field(isinstance(seats, list) and 0 < len(seats) <= _MOST_SEATS, "seats")
    check_field(all(_is_text(name, MOST_NAME) for name in seats), "seats")
    check_field(isinstance(data["deals"], list), "deals")
    deals = [_deal(deal, f"deals[{i}]", len(seats), chained=chained) for i, deal in enumerate(data["deals"])]
    record = Record(data["game"], data["law"], data["options"], data["digest"], seats, deals)
    return _chained(record, data) if chained else record


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


def _chained(record: Record, data: Any) -> Record:
    """The fields of a chained record alone."""
    check_field(_is_hex(data["match"], 2 * NUMBER_BYTES), "match")
    for name, digits in (
        ("key", 2 * SEED_BYTES),
        ("after", 2 * SEED_BYTES),
        ("signature", _SIGNATURE_DIGITS),
    ):
        check_field(data[name] is None or _is_hex(data[name], digits), name)
    check_field(isinstance(data["over"], bool), "over")
    for name, digits in (("names", 2 * SEED_BYTES), ("salts", 2 * NUMBER_BYTES)):
        check_field(isinstance(data[name], list) and len(data[name]) == len(record.seats), name)
        for i, one in enumerate(data[name]):
            check_field((one is None and name == "salts") or _is_hex(one, digits), f"{name}[{i}]")
    record.match = Origin(
        data["match"], data["key"], data["after"], tuple(data["names"]), tuple(data["salts"])
    )
    record.failed = _failed(data["failed"], "failed", len(record.seats))
    record.over, record.signature = data["over"], data["signature"]
    return record


def _failed(data: Any, where: str, seats: int) -> list[Failed]:
    check_field(isinstance(data, list) and len(data) <= MOST_FAILED, where)
    for i, one in enumerate(data):
        here = f"{where}[{i}]"
        _object(one, _FAILED, here)
        check_field(one["why"] in (REFUSED, DROPPED) and isinstance(one["why"], str), f"{here}.why")
        for name in ("commitment", "secret"):
            check_field(_is_hex(one[name], 2 * SEED_BYTES), f"{here}.{name}")
        check_field(isinstance(one["shares"], list) and len(one["shares"]) == seats, f"{here}.shares")
        check_field(
            all(share == "" or _is_hex(share, 2 * SEED_BYTES) for share in one["shares"]), f"{here}.shares"
        )
        _nonces(one["nonces"], here, seats)
    return [Failed(**one) for one in data]


def _nonces(data: Any, where: str, seats: int) -> None:
    check_field(isinstance(data, list) and len(data) == seats, f"{where}.nonces")
    for i, nonce in enumerate(data):
        check_field(_is_hex(nonce) and len(nonce) <= 2 * MOST_NONCE_BYTES, f"{where}.nonces[{i}]")


def _deal(data: Any, where: str, seats: int, *, chained: bool) -> DealRecord:
    placed = not chained and isinstance(data, dict) and "position" in data
    _object(
        data,
        _PLACED if placed else _DEAL + _MORE_DEAL if chained else _DEAL,
        where,
        maybe=("signals", "stood"),
    )
    if placed:
        check_field(_is_text(data["position"], MOST_POSITION), f"{where}.position")
        data = {"commitment": "", "nonces": [], "secret": None, "carry": None, **data}
    else:
        check_field(_is_hex(data["commitment"], 2 * SEED_BYTES), f"{where}.commitment")
        _nonces(data["nonces"], where, seats)
        check_field(data["secret"] is None or _is_hex(data["secret"], 2 * SEED_BYTES), f"{where}.secret")
        check_field(data["carry"] is None or isinstance(data["carry"], dict), f"{where}.carry")
    actions = data["actions"]
    check_field(isinstance(actions, list) and len(actions) <= MOST_ACTIONS, f"{where}.actions")
    for i, entry in enumerate(actions):
        check_field(_is_action(entry, seats), f"{where}.actions[{i}]")
    signals = data.get("signals", [])
    check_field(isinstance(signals, list) and len(signals) <= MOST_ACTIONS, f"{where}.signals")
    check_field("signals" not in data or bool(signals), f"{where}.signals")
    for i, entry in enumerate(signals):
        check_field(_is_signal(entry, seats, len(actions)), f"{where}.signals[{i}]")
    check_field(all(one[0] <= other[0] for one, other in pairwise(signals)), f"{where}.signals")
    check_field(_is_hex(data["trail"], TRAIL_DIGITS * len(actions)), f"{where}.trail")
    check_field(data["events"] is None or _is_hex(data["events"], 2 * SEED_BYTES), f"{where}.events")
    check_field(data["result"] is None or _is_result(data["result"], seats), f"{where}.result")
    check_field((data["events"] is None) is (data["result"] is None), f"{where}.events")
    check_field("stood" not in data or _is_stood(data["stood"], len(actions)), f"{where}.stood")
    failed: list[Failed] = []
    if chained:
        check_field(_is_hex(data["previous"], 2 * SEED_BYTES), f"{where}.previous")
        failed = _failed(data["failed"], f"{where}.failed", seats)
    made = {
        "actions": [(seat, text) for seat, text in actions],
        "signals": [Signal(*signal) for signal in signals],
        "failed": failed,
    }
    return DealRecord(**{**data, **made})


def _object(data: Any, keys: tuple[str, ...], where: str, maybe: tuple[str, ...] = ()) -> None:
    check_field(isinstance(data, dict), where)
    for key in keys:
        check_field(key in data, f"{where}.{key}")
    for key in data:
        check_field(key in keys or key in maybe, f"{where}.{key[:40]}")


def _is_text(value: Any, most: int) -> bool:
    """Whether `value` is text of at most `most` characters that can be written (no lone surrogates)."""
    return isinstance(value, str) and len(value) <= most and not any("\ud800" <= c <= "\udfff" for c in value)


def _is_hex(value: Any, digits: int | None = None) -> bool:
    if not isinstance(value, str) or not _HEX.issuperset(value) or len(value) % 2:
        return False
    return digits is None or len(value) == digits


def _is_action(entry: Any, seats: int) -> bool:
    if not isinstance(entry, list) or len(entry) != 2:  # noqa: PLR2004 - a seat and a text, and a number before them
        return False
    return type(entry[0]) is int and 0 <= entry[0] < seats and _is_text(entry[1], _MOST_TEXT)


def _is_signal(entry: Any, seats: int, actions: int) -> bool:
    if not isinstance(entry, list) or len(entry) != 3 or not _is_action(entry[1:], seats):  # noqa: PLR2004 - a seat and a text, and a number before them
        return False
    return type(entry[0]) is int and 0 <= entry[0] <= actions


def _is_stood(value: Any, actions: int) -> bool:
    """Whether `value` are places of some of a number of actions, each once, in order."""
    if not isinstance(value, list) or not all(type(at) is int and 0 <= at < actions for at in value):
        return False
    return bool(value) and all(one < other for one, other in pairwise(value))


def _is_result(value: Any, seats: int) -> bool:
    if (
        not isinstance(value, dict)
        or set(value) != {"void", "returns"}
        or not isinstance(value["void"], bool)
    ):
        return False
    returns = value["returns"]
    return isinstance(returns, list) and len(returns) == seats and all(type(n) is int for n in returns)
