"""The chairs of a table: who sits where, and who plays for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

EMPTY, HUMAN, BOT, PROGRAM = "empty", "human", "bot", "program"
PROGRAM_MARK = "program:"


STORED = (
    "kind", "guest", "name", "avatar", "level", "awaited", "ready", "auto", "left", "own", "driven", "token", "until",
    "voice", "granted", "whole", "muted",
)  # fmt: skip
"""The fields of a chair that are stored; the others are of the moment."""


def is_program(guest: str) -> bool:
    """Whether a guest is a program: no browser is called so."""
    return guest.startswith(PROGRAM_MARK)


@dataclass(slots=True)
class Chair:
    """One seat.

    `left` is a person who stood up during a match and may come back; a bot plays on for them. `avatar` is the animal that a
    person chose. One who is `awaited` has not come to this table yet: the chair is kept for them.
    `token` is the hash of what a program shows to sit here, good `until` then, in seconds since 1970. `own` and `driven` are
    the decisions of the match that the person made, and that were made for them. Anyone who has a `voice` counts in votes;
    `granted` is one that its people let in, whose voice begins after a `whole` deal on the chair. A `muted` person says nothing more.
    `heir` waits for the seat until its cards are not dealt any more, under the name `heir_name`, or until those at the table have `admitted` them.
    `online`, `away_since`, `misses`, `bank_ms` and the heir are of the moment and not kept.
    """

    kind: str = EMPTY
    guest: str = ""
    name: str = ""
    avatar: str = ""
    level: str = ""
    awaited: bool = False
    ready: bool = False
    auto: bool = False
    left: bool = False
    own: int = 0
    driven: int = 0
    token: str = ""
    until: int = 0
    voice: bool = False
    granted: bool = False
    whole: bool = False
    muted: bool = False
    heir: str = ""
    heir_name: str = ""
    admitted: bool = False
    online: bool = False
    away_since: int | None = None
    misses: int = 0
    bank_ms: int = 0

    @property
    def present(self) -> bool:
        """Whether a person sits here who has not left and is not away."""
        return self.kind == HUMAN and not self.left and self.online

    @property
    def is_remote(self) -> bool:
        """Whether its answers come over a socket, and a bot has to play on where they do not."""
        return self.kind in (HUMAN, PROGRAM)

    def player(self, seat: int) -> str:
        """The player of this chair, as a record names them."""
        return self.name or f"{self.level} {seat + 1}"

    def seat_person(self, guest: str, name: str) -> None:
        """Let a person sit down."""
        self.clear()
        self.kind, self.guest, self.name = HUMAN, guest, name

    def seat_program(self, guest: str, name: str, token: str, until: int, now: int) -> None:
        """Keep the chair for the program that shows a token of this hash."""
        self.clear()
        self.kind, self.guest, self.name, self.token, self.until = PROGRAM, guest, name, token, until
        self.go(now)

    def take_over(self, guest: str, name: str) -> None:
        """Let a person who is here sit down in the middle of a deal; what is left of the bank stays with the chair."""
        bank = self.bank_ms
        self.seat_person(guest, name)
        self.come("")
        self.bank_ms = bank

    def promise(self, guest: str, name: str) -> None:
        """Let somebody wait for the seat; "" is nobody."""
        self.heir, self.heir_name, self.admitted = guest, name, False

    def admit(self) -> None:
        """Those at the table agree that the one who waits for the seat, or sits here since a later deal, is one of them."""
        self.admitted = bool(self.heir)
        self.granted = True

    def end_deal(self) -> None:
        """Whom the others have let in has a voice if they have sat here for the whole deal."""
        self.voice = self.voice or (self.granted and self.whole)

    def move(self, guest: str, name: str, now: int) -> None:
        """Let the person go on as another guest, whose page has yet to come."""
        self.guest = guest
        self.rename(name)
        self.go(now)

    def rename(self, name: str) -> None:
        """Let the person be called otherwise; "" changes nothing."""
        self.name = name or self.name

    def await_person(self, guest: str, name: str, avatar: str) -> None:
        """Keep the chair for somebody who has yet to come."""
        self.seat_person(guest, name)
        self.avatar = avatar
        self.awaited = True

    def come(self, name: str) -> None:
        """The person's page is open, under this name; or the program is there, and ready as a bot is."""
        self.rename(name)
        self.online, self.left, self.awaited, self.away_since = True, False, False, None
        self.ready = self.ready or self.kind == PROGRAM

    def go(self, now: int) -> None:
        """The person's page is not open, or the program is not there."""
        self.online, self.away_since = False, now
        self.ready = self.ready and self.kind != PROGRAM

    def play_by_itself(self, *, on: bool) -> None:
        """Have a bot play for the person, or not any more."""
        self.auto, self.left, self.misses = on, False, 0

    def ask_ready(self) -> None:
        """A person must say again that they are ready, a bot always is, and a program that is there."""
        self.ready = self.kind == BOT or (self.kind == PROGRAM and self.online)

    def charge(self, ms: int) -> None:
        """Take time from the bank, as far as there is any."""
        self.bank_ms = max(0, self.bank_ms - ms)

    def answer(self) -> None:
        """The person has decided something."""
        self.misses = 0
        self.own += 1

    def be_driven(self) -> None:
        """Something has been decided for the person."""
        self.driven += 1

    @property
    def in_person(self) -> bool:
        """Whether the person made at least half of their decisions of the match."""
        return self.own >= self.driven

    def miss(self, most: int, *, counts: bool) -> bool:
        """A decision was not made in time; whether a bot plays on, since a person or program has missed that many."""
        self.misses += counts
        self.driven += counts
        if not self.is_remote or self.misses < most:
            return False
        self.auto = True
        return True

    def seat_bot(self, level: str) -> None:
        """Put a bot here."""
        self.clear()
        self.kind, self.level, self.ready = BOT, level, True

    def stand_in(self, level: str) -> None:
        """Let a bot play on where a person began; how much of the match they played themselves stays with the seat."""
        own, driven = self.own, self.driven
        self.seat_bot(level)
        self.own, self.driven = own, driven

    def clear(self) -> None:
        """Make the chair empty."""
        self.kind, self.guest, self.name, self.avatar, self.level = EMPTY, "", "", "", ""
        self.token, self.until = "", 0
        self.ready = self.auto = self.left = self.online = self.awaited = False
        self.voice = self.granted = self.whole = self.muted = False
        self.promise("", "")
        self.away_since, self.misses, self.bank_ms, self.own, self.driven = None, 0, 0, 0, 0

    def is_away(self, now: int, takeover_ms: int) -> bool:
        """Whether a person or program has been gone for so long that a bot plays on."""
        return self.is_remote and self.away_since is not None and now - self.away_since >= takeover_ms

    def is_driven(self, now: int, takeover_ms: int) -> bool:
        """Whether a bot decides for this chair."""
        return self.kind == BOT or self.auto or self.left or self.is_away(now, takeover_ms)

    def shown(self, seat: int, now: int) -> dict[str, Any]:
        """The chair as everybody sees it."""
        return {
            "seat": seat,
            "kind": self.kind,
            "name": self.name,
            "avatar": self.avatar,
            "level": self.level or None,
            "awaited": self.awaited,
            "ready": self.ready,
            "online": self.kind == BOT or self.online,
            "auto": self.auto or self.left,
            "away_ms": None if self.away_since is None else now - self.away_since,
            "voice": self.voice,
            "muted": self.muted,
            "heir": self.heir_name or None,
        }

    def kept(self) -> dict[str, Any]:
        """The chair as the store keeps it."""
        return {name: getattr(self, name) for name in STORED}

    @classmethod
    def restored(cls, data: Mapping[str, Any], now: int) -> Chair:
        """The chair that `kept` described; a person or program is away until it comes back."""
        chair = cls(**data)
        if chair.is_remote:
            chair.go(now)
        return chair
