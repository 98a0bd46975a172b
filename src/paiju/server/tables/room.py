"""The agreements at a table: game, options, seats and who sits there, host, and the next shuffle."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

import msgspec

from paiju.core.document import Failed, Origin
from paiju.core.errors import SEED_BYTES
from paiju.core.game import Game
from paiju.core.match import seed_of
from paiju.core.options import Options, Value
from paiju.core.rng import commitment
from paiju.server.store.rows import StoredRoom
from paiju.server.tables.settings import Settings

EMPTY, HUMAN, BOT, PROGRAM = "empty", "human", "bot", "program"
PROGRAM_MARK = "program:"


def is_program(guest: str) -> bool:
    """Whether a guest is a program: no browser is called so."""
    return guest.startswith(PROGRAM_MARK)


@dataclass(slots=True)
class Chair:
    """One seat.

    `left` is a person who got up during a match and may come back; a bot plays on for them. `avatar` is the animal that a
    person chose. One who is `awaited` has not come to this table yet: the chair is reserved for them.
    `token` is the hash of what a program shows to sit here, good `until` then, in seconds since 1970. `own` and `driven` are
    the decisions of the match that the person made, and that were made for them. Anyone who has a `voice` counts in votes;
    `granted` is one that its people let in, whose voice begins after a `whole` deal on the chair. A `muted` person says nothing more.
    `heir` waits for the seat until its cards are not dealt any more, under the name `heir_name`, or until those at the table have `admitted` them.
    The fields named in `_OF_THE_MOMENT` are not stored.
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
        """Seat a person."""
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
        """Let someone wait for the seat; "" is nobody."""
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
        """Rename the person; "" changes nothing."""
        self.name = name or self.name

    def await_person(self, guest: str, name: str, avatar: str) -> None:
        """Keep the chair for a guest who has yet to come."""
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
        for one in fields(self):
            setattr(self, one.name, one.default)

    def is_driven(self, now: int, takeover_ms: int) -> bool:
        """Whether a bot decides for this chair, as it does for a person or program that has been gone for that long."""
        away = self.away_since is not None and now - self.away_since >= takeover_ms
        return self.kind == BOT or self.auto or self.left or (self.is_remote and away)

    def displayed(self, seat: int, now: int) -> dict[str, Any]:
        """The chair as everyone sees it."""
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

    def stored(self) -> dict[str, Any]:
        """The chair as the store has it."""
        return {name: getattr(self, name) for name in _STORED_OF_CHAIR}

    @classmethod
    def restored(cls, data: Mapping[str, Any], now: int) -> Chair:
        """The chair that `stored` described; a person or program is away until it comes back."""
        chair = cls(**data)
        if chair.is_remote:
            chair.go(now)
        return chair


_OF_THE_MOMENT = ("heir", "heir_name", "admitted", "online", "away_since", "misses", "bank_ms")
_STORED_OF_CHAIR = tuple(one.name for one in fields(Chair) if one.name not in _OF_THE_MOMENT)


# --- what is agreed at a table before and beside the play: game, options, settings, chairs, host, the next shuffle

WAITING, STARTING, PLAYING, SETTLED, OVER = "waiting", "starting", "playing", "settled", "over"
MOST_CHAT_LINES = 50
MOST_BANNED = 100
MOST_REVOKED = 40
MOST_MOVED = 100
MOST_SEEN = 400


def token() -> str:
    """128 random bits as text."""
    return secrets.token_urlsafe(16)


def settle_options(
    game: Game, preset: str, own: Mapping[str, Value], now: Mapping[str, Value]
) -> tuple[Any, dict[str, Value]]:
    """Options of a preset with some changed before (`own`) and some changed `now`, and what differs from the preset.

    Earlier changes without a meaning beside the new ones return to their defaults.

    Raises:
        OptionError: for a new value that is refused.
    """
    base: Any = game.options({"preset": preset})
    options = base.build({**base.differences(), **own}, now)
    return options, given(options, base, {**own, **now})


def given(options: Options, base: Options, names: Iterable[str]) -> dict[str, Value]:
    """The options among `names` that differ from the preset `base`."""
    changes = options.changes(base)
    return {name: changes[name] for name in names if name in changes}


@dataclass(frozen=True, slots=True)
class Part:
    """The player of a seat from now on: from the action `at` (from 0) of deal `deal` (from 1)."""

    deal: int
    at: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Postponed:
    """A pass with which a person has answered a `prompt`, as decision `nth` (from 0) of their seat in the deal that is on, and which waits for its time."""

    seat: int
    nth: int
    prompt: str
    text: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The beginning of a match's record: `first` is the number of its first deal."""

    origin: Origin
    law: int
    first: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """Deal `number`, from 1, of a series. `secret` and `nonces` are hexadecimal and make its seed as in a plain record; `carry` is JSON.

    `cut` is how the pack was cut where the deal was played first.
    """

    series: str
    number: int
    secret: str
    nonces: tuple[str, ...]
    carry: dict[str, Any] | None = None
    cut: str | None = None


@dataclass(slots=True)
class Room:
    """The lasting part of a table. `host` is a guest, `banned` were removed; `secret` is that of the next deal.

    `given` are the options that differ from the preset, `changed` the seats that changed them.

    `record` is the id of the match's record, and `chain` what it begins with, once it does. `called` are the shares of the next
    shuffle once its nonces are requested; `failed` the shuffles since the last deal that came to nothing. `names` are those who began to
    play, by seat, and `parts` those who took a seat over later. Once the `key` was `renewed`, the address of the table
    alone lets nobody in any more. `revoked` are hashes of tokens that opened a seat to a program. `duplicate` is the deal
    of a series that is played here, and nothing after it. `postponed` are passes of the deal that wait, or did. `marks` is what
    guests get their marks from, at this table and those of its rematches.

    `began` are the guests to whom the first deal was dealt, by seat: "" for bots, and for who has been forgotten. Of the deal that is on
    `known` were members when it began, and `seen` are the persons and marks of their browsers and addresses that have seen cards, with
    the seat. `origins` lead from a guest to the one who began, where a seat has moved to another device.
    """

    table: str
    game: Game
    options: Any
    preset: str
    settings: Settings
    chairs: list[Chair]
    host: str
    key: str
    code: str | None = None
    quick: bool = False
    stage: str = WAITING
    locked: bool = False
    paused: bool = False
    dissolved: bool = False
    given: dict[str, Value] = field(default_factory=dict)
    changed: dict[str, int] = field(default_factory=dict)
    members: list[str] = field(default_factory=list)
    banned: list[str] = field(default_factory=list)
    carry: Any = None
    secret: bytes = b""
    bot_seed: bytes = b""
    record: str = ""
    successor: str | None = None
    chain: Chain | None = None
    called: list[str] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    renewed: bool = False
    revoked: list[str] = field(default_factory=list)
    duplicate: Duplicate | None = None
    postponed: list[Postponed] = field(default_factory=list)
    began: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    marks: bytes = b""

    def __post_init__(self) -> None:
        self.secret = self.secret or secrets.token_bytes(SEED_BYTES)
        self.bot_seed = self.bot_seed or secrets.token_bytes(SEED_BYTES)
        self.marks = self.marks or secrets.token_bytes(SEED_BYTES)
        self.record = self.record or token()

    @property
    def commitment(self) -> str:
        """The commitment to the next deal's secret."""
        return commitment(self.secret).hex()

    # Before the match

    def take_preset(self, preset: str) -> list[str]:
        """Play by a preset; the guests whose chairs are gone.

        Raises:
            OptionError: for an unknown preset.
        """
        options = self.game.options({"preset": preset})
        self.preset, self.given, self.changed = preset, {}, {}
        return self._play_by(options)

    def change_options(self, changes: Mapping[str, Value | None], seat: int) -> list[str]:
        """Change options by name, as a seat (-1: no seated guest) wants; None goes back to the preset's value. The guests whose chairs are gone.

        Raises:
            OptionError: for what is refused.
        """
        own = {name: value for name, value in self.given.items() if name not in changes}
        now = {name: value for name, value in changes.items() if value is not None}
        options, self.given = settle_options(self.game, self.preset, own, now)
        self.changed = {name: seat if name in now else self.changed.get(name, seat) for name in self.given}
        return self._play_by(options)

    def _play_by(self, options: Options) -> list[str]:
        """Set the options; everyone must say again that they are ready."""
        self.options = options
        before = [chair.guest for chair in self.chairs]
        self.fit_chairs()
        self._ask_all()
        return before[len(self.chairs) :]

    def _ask_all(self) -> None:
        for chair in self.chairs:
            chair.ask_ready()

    def fit_chairs(self) -> None:
        """Bring the number of chairs in line with the options; those beyond are dropped."""
        wanted = self.game.seats_of(self.options)
        del self.chairs[wanted:]
        self.chairs += [Chair() for _ in range(wanted - len(self.chairs))]

    # What may change at any time

    def change_settings(self, changes: Mapping[str, Any]) -> None:
        """Change settings by name; whether the match is rated is something that everyone must agree to.

        Raises:
            OptionError: for what is refused.
        """
        before, self.settings = self.settings, self.settings.changed(changes)
        if before.rated != self.settings.rated:
            self._ask_all()

    def dissolve(self) -> None:
        """End the match before its time."""
        self.stage, self.dissolved, self.paused = OVER, True, False

    def fill_banks(self) -> None:
        """Give each seat its time of a deal."""
        for chair in self.chairs:
            chair.bank_ms = 1000 * self.settings.bank_seconds

    # Who is a member

    def forget(self, guest: str) -> None:
        """Make a guest no member any more."""
        self.members = [member for member in self.members if member != guest]

    def redact(self, guest: str) -> None:
        """Keep nothing of a guest who is forgotten."""
        self.began = ["" if one == guest else one for one in self.began]
        self.known = [one for one in self.known if one != guest]
        self.seen.pop(guest, None)
        self.origins.pop(guest, None)
        self.forget(guest)

    def person(self, guest: str) -> str:
        """The guest as which someone came here, whose seat may have moved to other devices since."""
        return self.origins.get(guest, guest)

    def move(self, old: str, new: str) -> None:
        """Let a guest take the place of another."""
        if len(self.origins) >= MOST_MOVED:
            del self.origins[next(iter(self.origins))]
        self.origins[new] = self.person(old)
        self.forget(old)
        self.forget(new)
        self.members.append(new)
        if self.host == old:
            self.host = new

    # The match, as far as it outlasts a process

    def begin(self) -> None:
        """The first cards are dealt."""
        self.began = [chair.guest if chair.kind == HUMAN else "" for chair in self.chairs]
        for chair in self.chairs:
            chair.voice = chair.kind == HUMAN

    def see(self, marks: Iterable[str], seat: int) -> None:
        """Someone with these marks has seen the cards of a seat."""
        for mark in marks:
            if len(self.seen) < MOST_SEEN:
                self.seen.setdefault(mark, seat)

    def open_shuffle(self, secret: bytes) -> None:
        """Make the secret of the next shuffle, for which nobody has been called."""
        self.secret, self.called = secret, []

    def postpone(self, answer: Postponed) -> None:
        """A seat has passed, which nobody is to see before its time."""
        self.postponed = [one for one in self.postponed if one.seat != answer.seat] + [answer]

    # Questions about it

    def seat_of(self, guest: str) -> int | None:
        """The seat of a guest."""
        return next((seat for seat, chair in enumerate(self.chairs) if guest and chair.guest == guest), None)

    @property
    def present(self) -> list[int]:
        """The seats of people who are here."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.present]

    @property
    def programs(self) -> list[int]:
        """The seats of programs that are here."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == PROGRAM and chair.online]

    @property
    def is_full(self) -> bool:
        """Whether no chair is empty."""
        return all(chair.kind != EMPTY for chair in self.chairs)

    def seed_for(self, place: str) -> int:
        """A seed for one decision of a bot."""
        return seed_of(self.bot_seed, place)

    def alias(self, guest: str) -> str:
        """An alias of a guest that does not depend on their name and reveals nothing about them elsewhere; "" for nobody."""
        return guest and hashlib.sha256(self.marks + guest.encode()).hexdigest()[:16]

    @property
    def address(self) -> str:
        """The path that leads here, and lets others in as far as the settings allow."""
        return f"/table/{self.table}" + (f"#{self.key}" if self.renewed else "")

    @property
    def invites(self) -> bool:
        """Whether there are ways in to publish: a table of one person and bots has none until its host opens it."""
        opened = self.settings.substitutes or self.settings.spectators != "off"
        return self.stage != OVER and not self.locked and (opened or not self.quick)

    def ban(self, guest: str) -> None:
        """Send a guest away for good; every way in that they know is another one now."""
        self.banned = [*self.banned, guest][-MOST_BANNED:]
        self.forget(guest)
        self.key, self.renewed, self.code = token(), True, None

    def revoke(self, token_hash: str) -> None:
        """Remember a token that opens nothing any more, so that its program hears why."""
        self.revoked = [*self.revoked, token_hash][-MOST_REVOKED:]

    def write(self) -> StoredRoom:
        """The room as the store keeps it."""
        return StoredRoom(
            id=self.table,
            game=self.game.name,
            code=self.code if self.stage != OVER else None,
            key=self.key,
            data=msgspec.json.encode(self._stored()).decode(),
            members=tuple(self.members),
            over=self.stage == OVER,
            record=self.record,
        )

    def _stored(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in STORED},
            "options": self.options.differences(),
            "settings": self.settings,
            "chairs": [chair.stored() for chair in self.chairs],
            "carry": self.game.carry_json(self.carry),
            "secret": self.secret.hex(),
            "bot_seed": self.bot_seed.hex(),
            "marks": self.marks.hex(),
        }


_OTHERWISE = (
    "table", "game", "key", "members", "options", "settings", "chairs", "carry", "secret", "bot_seed", "marks"
)  # fmt: skip
STORED = {name: kind for name, kind in get_type_hints(Room).items() if name not in _OTHERWISE}
"""The fields of a room that are stored as they are, with their types; one that an older version did not store has its default."""
