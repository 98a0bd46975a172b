"""Frames that a page should never send, and some that it might."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import msgspec

from paiju.server import protocol as p

ODD = (
    "\x00", "\u202e", "\u200d" * 20, "e" + "\u0301" * 40, "\U0001f9d1\u200d\U0001f9d1", "\ufeff", "\ufffe", "保皇", "\uffff", "جان",
    "<script>alert(1)</script>", "'; drop table room; --", "{}", "%s%n", "../../etc/passwd", "\r\n\r\n", "NaN", "",
)  # fmt: skip
NUMBERS = (
    "1e999",
    "-1e999",
    "9" * 300,
    "-1",
    "1.5",
    "-0",
    "1E-400",
    "0x10",
    "NaN",
    "Infinity",
    "00",
    str(2**63),
    str(-(2**70)),
)


def good(rng: random.Random) -> dict[str, Any]:
    """A message that can be read; whether it may be sent now is another question."""
    word, text = rng.choice(ODD), "".join(rng.choices(ODD, k=rng.randint(0, 3)))[:100]
    seat = rng.randint(0, 4)
    return rng.choice(
        (
            {"type": "act", "prompt": word[:30], "action": text},
            {"type": "act", "prompt": "0" * 16, "action": "pass"},
            {"type": "say", "text": text},
            {"type": "say", "phrase": word[:20]},
            {"type": "say"},
            {"type": "ping"},
            {"type": "sit", "seat": seat, "id": word[:24]},
            {"type": "auto", "on": rng.random() < 0.5},
            {"type": "ask", "what": rng.choice(("hint", "check", "waits", "hold", "undo", "rematch")), "cards": text},
            {"type": "ask", "what": "dismiss", "on": False},
            {"type": "share", "to": rng.choice(("ff" * 32, "ff", 1)), "value": "ff" * rng.randint(0, 33)},
            {"type": "nonce", "to": rng.choice(("ff" * 32, "ff", 1)), "value": "ff" * rng.randint(0, 33)},
            {"type": "host", "what": "options", "options": {word[:30]: rng.choice((10**30, text, None, True))}},
            {"type": "host", "what": rng.choice(("kick", "give", "lock", "pause", "swap", "start", "bot", "preset")), "seat": seat},
            {"type": "host", "what": "settings", "settings": {"window_ms": 10**30, word[:30]: text}},
            {"type": "hello", "resume": rng.randint(0, 10**6)},
        )
    )  # fmt: skip


def _random_bytes(rng: random.Random) -> bytes:
    return rng.randbytes(rng.randint(0, 400))


def _random_text(rng: random.Random) -> str:
    return "".join(
        chr(rng.choice((rng.randint(0, 0xD7FF), rng.randint(32, 126)))) for _ in range(rng.randint(0, 200))
    )


def _truncated(rng: random.Random) -> str:
    whole = json.dumps(good(rng))
    return whole[: rng.randrange(len(whole))]


def _joined(rng: random.Random) -> str:
    return json.dumps(good(rng)) + json.dumps(good(rng))


def _unknown_type(rng: random.Random) -> str:
    return json.dumps({**good(rng), "type": rng.choice((*ODD, "Act", "ACT", 1, None, [], "welcome", "bye"))})


def _unknown_field(rng: random.Random) -> str:
    return json.dumps({**good(rng), rng.choice(("seq", "seat_", "__proto__", "", "\u0000")): 1})


def _wrong_value(rng: random.Random) -> str:
    message = {"type": "ask", "what": "hint", "prompt": "x", "cards": "9", "on": True}
    wrong = rng.choice((None, [], {}, [[]], {"a": 1}, 1.5, [1, 2, 3]))
    return json.dumps({**message, rng.choice(("what", "prompt", "cards", "on")): wrong})


def _missing_field(rng: random.Random) -> str:
    return rng.choice(('{"type":"act"}', '{"type":"act","prompt":"a"}', '{"type":"sit"}', '{"type":"nonce","to":1}', "{}", "[]", "null", "true", '"act"', "0", "", " "))  # fmt: skip


def _number(rng: random.Random) -> str:
    return f'{{"type":"sit","seat":{rng.choice(NUMBERS)}}}'.replace('"seat":-0}', '"seat":-5}')


def _deep(rng: random.Random) -> str:
    depth = rng.choice((50, 1000, 4000))
    value = rng.choice(("[", '{"a":')) * depth
    return rng.choice(
        (value, f'{{"type":"act","prompt":{value}', f'{{"type":"host","what":"options","options":{value}')
    )[: p.MOST_FRAME_BYTES]


def _long_value(rng: random.Random) -> str:
    name, most = rng.choice((("prompt", 32), ("action", 400)))
    return json.dumps({"type": "act", "prompt": "a", "action": "b", name: "牌" * (most + rng.randint(1, 50))})


def _too_many(rng: random.Random) -> str:
    return json.dumps({"type": "host", "what": "options", "options": {f"o{i}": 1 for i in range(121)}})


def _surrogate(rng: random.Random) -> str:
    half = rng.choice(("\\ud800", "\\udfff", "\\ud800\\u0041", "\\udc00\\ud800"))
    return f'{{"type":"say","text":"{half}"}}'


def _oversized(rng: random.Random) -> str:
    return '{"type":"say","text":"' + "x" * rng.randint(p.MOST_FRAME_BYTES, p.MOST_FRAME_BYTES + 5000) + '"}'


def _bad_utf8(rng: random.Random) -> bytes:
    return (
        json.dumps(good(rng)).encode()[:-2]
        + rng.choice((b"\xff\xfe", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"))
        + b'"}'
    )


BROKEN: tuple[Callable[[random.Random], str | bytes], ...] = (
    _random_bytes, _random_text, _truncated, _joined, _unknown_type, _unknown_field, _wrong_value, _missing_field, _number,
    _deep, _long_value, _too_many, _surrogate, _oversized, _bad_utf8,
)  # fmt: skip


def broken(rng: random.Random) -> str | bytes:
    """A frame that is no message."""
    frame = rng.choice(BROKEN)(rng)
    return rng.choice((frame, frame.encode("utf-8", "surrogatepass"))) if isinstance(frame, str) else frame


def is_message(frame: str | bytes) -> bool:
    """Whether the random bytes happen to be a valid message, by the types alone."""
    try:
        msgspec.json.decode(frame, type=p.AnyMessage)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    return len(frame) <= p.MOST_FRAME_BYTES
