"""Guests: the signed token in a browser's cookie, names, the codes that move a seat, and the seals of shared records."""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from itsdangerous import BadData, TimestampSigner

from paiju.server.errors import ServerError
from paiju.server.people.names import ZWJ, ZWNJ, ordinary, visible
from paiju.server.store.base import DAY, GUEST_DAYS
from paiju.server.store.store import Store
from paiju.signatures import Key

ROOM_DIGITS = 6
MOVE_LENGTH = 8
MOVE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without what looks alike. Eight of them for a minute, under the limit of tries, cannot be guessed."""


async def new_room_code(store: Store) -> str:
    """A code that no room has, reserved long enough for a room to be stored with it.

    Raises:
        StoreError: if the store fails.
    """
    while not await store.reserve_code(code := f"{secrets.randbelow(10**ROOM_DIGITS):0{ROOM_DIGITS}d}"):
        pass
    return code


def new_move_code() -> str:
    """A code that moves a seat."""
    return "".join(secrets.choice(MOVE_LETTERS) for _ in range(MOVE_LENGTH))


def typed(code: str) -> str:
    """A move code as it was made; people may type it large, with spaces."""
    return "".join(code.split()).lower()


# --- names of records on other sites: made from the server's secret, so that nothing is stored for them but how often they were revoked

LONGEST = 160


class Shared(NamedTuple):
    """A record, and whether its players are named; `turn` says how often such a name of it had been revoked."""

    record: str
    names: bool
    turn: int


class Seals:
    """Seals and opens; `key` is 64 bytes. The same record gets the same name, by a cipher that wants no chance."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESSIV(key)

    def seal(self, shared: Shared) -> str:
        """The name, fit for an address."""
        turn = f" {shared.turn}" if shared.turn else ""
        sealed = self._cipher.encrypt(f"{shared.names:d}{shared.record}{turn}".encode(), None)
        return base64.urlsafe_b64encode(sealed).decode().rstrip("=")

    def open(self, name: str) -> Shared | None:
        """The page behind a name; None for one that this server has not made."""
        if not name.isascii() or len(name) > LONGEST:
            return None
        try:
            sealed = base64.b64decode(name + "=" * (-len(name) % 4), altchars=b"-_", validate=True)
            plain = self._cipher.decrypt(sealed, None).decode()
        except (binascii.Error, InvalidTag, ValueError):
            return None
        record, _, turn = plain[1:].partition(" ")
        return Shared(record, plain[:1] == "1", int(turn or 0))


# --- who a browser is: a signed token in a cookie, and a name fit to be displayed to others

COOKIE = "paiju_guest"
BROWSER = "paiju_browser"
"""A random number for a day: another guest in the same browser is the same person to a deal that is on."""
ANIMALS = (
    "rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog", "pig",
)  # fmt: skip
COLOURS = 5
"""The figures that guests choose from, and how many colours each has; the browser draws them (`figures/zodiac.js`)."""
MOST_NAME = 20
_MOST_POINTS = 64
_SHORTEST_SECRET = 16
_SKIPPED = frozenset("\ufe0e\ufe0f" + ZWNJ + ZWJ)


@dataclass(frozen=True, slots=True)
class Guest:
    """The sender: a random id, a name, a language, the animal they chose ("": it goes by the name); `marks` stand for their browser and address."""

    id: str
    name: str
    lang: str
    avatar: str = ""
    marks: tuple[str, ...] = field(default=(), compare=False)


class _Signer(TimestampSigner):
    clock: Callable[[], float] = staticmethod(time.time)

    def get_timestamp(self) -> int:
        """Seconds since 1970, by the clock given."""
        return int(self.clock())


class Tokens:
    """Writes and reads the cookie's value."""

    def __init__(self, secret: str, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._secret = secret.encode()
        self._signer = _Signer(secret, salt="paiju.guest")
        self._signer.clock = clock

    def derived(self, purpose: str) -> bytes:
        """64 secret bytes for another purpose, which tell nothing of the secret itself."""
        return hmac.digest(self._secret, purpose.encode(), "sha512")

    def issue(self, guest: str) -> str:
        """A token for a guest."""
        return self._signer.sign(guest).decode()

    def read(self, token: str) -> tuple[str, bool] | None:
        """The guest of a token and whether it should be renewed; None if it is forged or damaged.

        Its time decides nothing else, since clocks are corrected: the browser drops an old token, the store an old guest.
        """
        try:
            guest, when = self._signer.unsign(token, return_timestamp=True)
        except BadData:
            return None
        age = self._clock() - when.timestamp()
        return guest.decode(), not -DAY < age < GUEST_DAYS * DAY / 2


async def secret_of(store: Store, given: str = "") -> str:
    """The server's secret: the one given, else one that is made once and stored.

    Raises:
        ServerError: serve.secret, if the given one is too short to be one.
    """
    if given:
        if len(given) < (least := _SHORTEST_SECRET):
            detail = f"PAIJU_SECRET needs at least {least} characters"
            raise ServerError("serve.secret", detail, {"least": least})
        return given
    return await store.first_meta("secret", secrets.token_urlsafe(32))


async def key_of(store: Store) -> Key:
    """The key that signs this server's records, made at its first start and stored with everything else."""
    return Key.of(await store.first_meta("key", Key.new().private))


def clean_name(text: str) -> str:
    """A name as it may be displayed: what `visible` leaves of it, in `ordinary` letters, with single spaces.

    Raises:
        ServerError: guest.name, for an empty or too long one.
    """
    name = " ".join(ordinary(visible(text[: 4 * _MOST_POINTS])).split())
    if not 0 < _length(name) <= MOST_NAME or len(name) > _MOST_POINTS:
        raise ServerError("guest.name", f"a name has 1 to {MOST_NAME} characters", {"most": MOST_NAME})
    return name


def checked_avatar(text: str) -> str:
    """An animal, perhaps with a colour (`tiger`, `tiger-2`); "" leaves it to the name.

    Raises:
        ServerError: message.malformed, for any other.
    """
    known = ("", *ANIMALS, *(f"{animal}-{colour}" for animal in ANIMALS for colour in range(COLOURS)))
    if text not in known:
        raise ServerError("message.malformed", "no such animal or colour")
    return text


def _length(name: str) -> int:
    """The number of characters that a reader would count, nearly: marks and joined emoji belong to the one before."""
    count, joined = 0, False
    for char in name:
        if not (joined or char in _SKIPPED or unicodedata.category(char) in ("Mn", "Me") or _is_tone(char)):
            count += 1
        joined = char == ZWJ
    return count


def _is_tone(char: str) -> bool:
    return "\U0001f3fb" <= char <= "\U0001f3ff"
