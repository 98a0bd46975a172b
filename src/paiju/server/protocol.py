"""The messages between a browser and a table: tagged JSON objects, one in a frame.

Messages of clients are decoded and bounded here, in one place; anything else is `message.malformed`. What the
server sends are plain dictionaries made by the functions at the end, so that equal facts give equal bytes.
`seq` counts what one viewer was sent; errors and answers to `ask` carry none.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from paiju.core.errors import PaijuError
from paiju.server.errors import ServerError
from paiju.wire.lines import refusal_json

VERSION = 2
"""Of this protocol: raised whenever a page of the version before could not take part any more.

2: seats promise their nonces before they send them (`share`, `nonce`), and the opened deals are fetched.
"""
MOST_FRAME_BYTES = 8192
MOST_CHAT = 200
MOST_SEATS = 5

Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
PromptId = Annotated[str, Meta(max_length=32)]
MessageId = Annotated[str, Meta(max_length=24)]
Notation = Annotated[str, Meta(max_length=400)]
Name = Annotated[str, Meta(max_length=40)]
Key = Annotated[str, Meta(max_length=64)]
Hash = Annotated[str, Meta(max_length=64, pattern=r"\A[0-9a-f]{64}\Z")]


class Message(
    msgspec.Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, frozen=True, kw_only=True
):
    """Base of what a client may send. A message with an `id` counts once, however often it is sent, and is answered."""

    id: MessageId = ""


class Hello(Message, frozen=True):
    """Opens a socket. `resume` is the last `seq` this page has seen of this table.

    A guest without a seat in a running match may take over the `seat` of a bot, or `watch`; `key` is that of an invitation.
    Another `version` of the protocol is refused.
    """

    resume: Annotated[int, Meta(ge=0)] | None = None
    lang: Annotated[str, Meta(max_length=8)] = ""
    key: Key = ""
    seat: Seat | None = None
    watch: bool = False
    version: int | None = None


class Ping(Message, frozen=True):
    """Asks for a `pong`, to see whether the connection still carries anything."""


class Act(Message, frozen=True):
    """Answers the prompt named `prompt` with an action in text notation."""

    prompt: PromptId
    action: Notation


class Say(Message, frozen=True):
    """A quick phrase by its id, or a line of chat."""

    phrase: Annotated[str, Meta(max_length=24)] | None = None
    text: Annotated[str, Meta(max_length=MOST_CHAT)] | None = None


class Sit(Message, frozen=True):
    """Takes an empty seat while the room waits, or later that of a bot."""

    seat: Seat


class Stand(Message, frozen=True):
    """Leaves one's seat; during a match a bot plays on."""


class Ready(Message, frozen=True):
    """Ready for the match, or after a deal for the next one."""

    on: bool = True


class Auto(Message, frozen=True):
    """托管: lets a bot play one's seat, or takes it back."""

    on: bool


class Ask(Message, frozen=True):
    """A question or request that changes no deal.

    `hint`, `check` and `waits` answer only the sender, and so does `position`, with everything they know at the open question as a line of text; `hold` lengthens a claim window; `undo` takes sitting down or
    readiness back; `skip` requests a fast-forward through the deal; `dismiss`, `rematch`, `admit` and `mute` open a vote or answer it with `on`.
    `admit` concerns the guest who waits for a `seat`, or has sat there only since a later deal; `mute` the player who sits there.
    `check` is about `cards`, or about a whole `action`; without a `prompt`, in Paohuzi, about the card that lies open.
    """

    what: Literal[
        "hint", "check", "waits", "hold", "undo", "skip", "dismiss", "rematch", "admit", "mute", "position"
    ]
    seat: Seat | None = None
    prompt: PromptId = ""
    cards: Notation = ""
    action: Notation = ""
    on: bool = True


class Share(Message, frozen=True):
    """Takes part in the next shuffle: the promise of a nonce (docs/records.md), hexadecimal.

    `to` is the commitment that it answers; an answer to another one is ignored, because a shuffle may have started again.
    """

    to: Hash
    value: Hash


class Nonce(Message, frozen=True):
    """The nonce that was promised, once all shares are fixed, hexadecimal; `to` as for `share`."""

    to: Hash
    value: Annotated[str, Meta(max_length=64, pattern=r"\A([0-9a-f]{2})+\Z")]


class Host(Message, frozen=True):
    """What only the host of a room may do; which fields count depends on `what`."""

    what: Literal[
        "preset", "options", "settings", "bot", "kick", "out", "give", "lock", "pause", "swap", "start"
    ]
    preset: Name = ""
    options: Annotated[dict[Name, str | int | bool | None], Meta(max_length=120)] = {}
    settings: Annotated[dict[Name, str | int | bool], Meta(max_length=20)] = {}
    seat: Seat = 0
    other: Seat = 0
    level: Name | None = None
    watcher: Name = ""
    on: bool = True


AnyMessage = Hello | Ping | Act | Say | Sit | Stand | Ready | Auto | Ask | Share | Nonce | Host
MESSAGES: tuple[type[Message], ...] = get_args(AnyMessage)
_DECODER: msgspec.json.Decoder[AnyMessage] = msgspec.json.Decoder(AnyMessage)
_ENCODER = msgspec.json.Encoder()

Sent = dict[str, Any]
"""A message of the server."""


def decode(frame: bytes | str) -> AnyMessage:
    """The message in a frame.

    Raises:
        ServerError: message.oversized, message.malformed.
    """
    if len(frame) > MOST_FRAME_BYTES:
        raise ServerError("message.oversized", f"{len(frame)} bytes", {"most": MOST_FRAME_BYTES})
    try:
        return _DECODER.decode(frame)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ServerError("message.malformed", str(error)[:200]) from None


def hello_of(frame: bytes | str) -> Hello:
    """The first message of a page.

    Raises:
        ServerError: message.unexpected, message.version, and those of `decode`.
    """
    hello = decode(frame)
    if not isinstance(hello, Hello):
        raise ServerError("message.unexpected", "say hello first")
    if hello.version not in (None, VERSION):
        raise ServerError("message.version", "another version of the protocol", {"known": str(VERSION)})
    return hello


def encode(message: Sent) -> str:
    """A message as the text of a frame."""
    return _ENCODER.encode(message).decode()


def fields_of(message: Sent) -> bytes:
    """The fields of a message beside its type, as JSON."""
    return _ENCODER.encode({name: value for name, value in message.items() if name != "type"})


def numbered(kind: str, seq: int, fields: bytes) -> str:
    """A message of some `kind` as the text of a frame; `fields` are the others, as a JSON object that is not empty."""
    return f'{{"type":"{kind}","seq":{seq},{fields[1:].decode()}'


def error_message(error: PaijuError, refused: Message | None = None) -> Sent:
    """The refusal of a message."""
    about = "" if refused is None else type(refused).__name__.lower()
    named = {name: value for name in ("prompt", "id") if (value := getattr(refused, name, ""))}
    return {**refusal_json(error, about), **named}


def done(message_id: str) -> Sent:
    """A message that named itself has been dealt with and stored."""
    return {"type": "done", "id": message_id}


PONG: Sent = {"type": "pong"}


def bye(code: str) -> Sent:
    """The last message before a socket closes."""
    return {"type": "bye", "code": code}
