"""What is agreed at a table: game, options, settings, seats, host, and the next shuffle."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from paiju.bots.base import LEVELS, NAMES, STYLES
from paiju.core.document import STRUCK, Failed, Origin, failed_json
from paiju.core.errors import SEED_BYTES, OptionError
from paiju.core.game import Game
from paiju.core.match import seed_of
from paiju.core.options import Options, Value
from paiju.core.rng import commitment
from paiju.server.store.rows import StoredRoom
from paiju.server.tables.chairs import EMPTY, HUMAN, PROGRAM, Chair
from paiju.server.tables.prompts import Postponed

SPECTATORS = ("off", "delayed", "after_deal")
TEMPOS = ("calm", "brisk", "instant")
PASSES = (BRISK, SEALED) = ("brisk", "sealed")

_RANGES: Mapping[str, tuple[int, int]] = {
    "turn_seconds": (0, 300),
    "bank_seconds": (0, 900),
    "window_ms": (600, 15_000),
    "auto_play_after": (1, 5),
    "takeover_seconds": (5, 300),
    "delay_seconds": (10, 600),
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "bots": NAMES,
    "spectators": SPECTATORS,
    "passes": PASSES,
    "tempo": TEMPOS,
}
_OFFERED = {**_CHOICES, "bots": (*LEVELS, *STYLES)}


@dataclass(frozen=True, slots=True)
class Settings:
    """How a table is run.

    `turn_seconds` is the time for a decision (0: no clock) beyond which `bank_seconds`, once a deal, are used up.
    `window_ms` is the length of a claim window. `auto_play_after` time-outs in a row a bot plays on; so it does
    `takeover_seconds` after a player has gone. Who may come: `newcomers` take free seats before the match,
    `substitutes` the seats of bots once it has begun, `spectators` see the public table `delay_seconds` late, or after
    the deal, or not at all. A `listed` room stands on the first page, for anybody to come. `counter` shows the cards not yet seen. `passes`: `brisk` ones are made at once where
    there is nothing else, `sealed` ones are shown when others would be, so that their time tells nothing. `tempo` is that of the bots.
    A `rated` match changes the ratings of those who play it: nobody but people sits down, nobody comes for another, no hints.
    """

    turn_seconds: int = 30
    bank_seconds: int = 60
    window_ms: int = 4000
    bots: str = "normal"
    counter: bool = False
    newcomers: bool = True
    substitutes: bool = True
    spectators: str = "delayed"
    delay_seconds: int = 60
    listed: bool = False
    chat: bool = True
    hints: bool = True
    auto_play_after: int = 2
    takeover_seconds: int = 20
    passes: str = BRISK
    tempo: str = "brisk"
    rated: bool = False

    def changed(self, given: Mapping[str, object]) -> Settings:
        """These settings with some of them changed.

        Raises:
            OptionError: option.unknown, option.type, option.range or option.choice.
        """
        for name, value in given.items():
            _check(name, value)
        settings = replace(self, **given)  # type: ignore[arg-type]  # by `_check` each has its type
        return replace(settings, hints=False, substitutes=False) if settings.rated else settings

    def to_json(self) -> dict[str, Any]:
        """All settings by name."""
        return asdict(self)


ANY_TIME = frozenset({"newcomers", "substitutes", "spectators", "delay_seconds", "listed", "tempo", "chat"})
"""Settings of who may come, of talk, and of how fast bots are: they may be changed at any time."""

QUICK = Settings(
    turn_seconds=0, bank_seconds=0, window_ms=600, newcomers=False, substitutes=False, spectators="off"
)
"""A table of one person and bots: no clock, no waiting for nobody, and nobody comes in."""

WINDOW_MS = Settings().window_ms
"""What people are used to."""


def schema() -> list[dict[str, Any]]:
    """What a form needs to know: name, type, default, and bounds or the choices it offers."""
    return [_entry(field.name, field.default) for field in fields(Settings)]


def _entry(name: str, default: object) -> dict[str, Any]:
    entry: dict[str, Any] = {"name": name, "default": default}
    if name in _CHOICES:
        return {**entry, "type": "choice", "choices": list(_OFFERED[name])}
    if name in _RANGES:
        low, high = _RANGES[name]
        return {**entry, "type": "int", "low": low, "high": high}
    return {**entry, "type": "bool"}


def _check(name: str, value: object) -> None:
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            known = ", ".join(_CHOICES[name])
            raise OptionError("option.choice", name, f"is none of {known}", {"known": known})
    elif name in _RANGES:
        low, high = _RANGES[name]
        if type(value) is not int:
            raise OptionError("option.type", name, "wants a whole number", {"wanted": "int"})
        if not low <= value <= high:
            raise OptionError(
                "option.range", name, f"{value} is not in {low}..{high}", {"low": low, "high": high}
            )
    elif name not in {field.name for field in fields(Settings)}:
        raise OptionError("option.unknown", name, "there is no such setting")
    elif type(value) is not bool:
        raise OptionError("option.type", name, "is on or off", {"wanted": "bool"})


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

    What was changed before and has no meaning beside the new ones goes back to its default.

    Raises:
        OptionError: for a new value that is refused.
    """
    base: Any = game.options({"preset": preset})
    options = base.build({**base.differences(), **own}, now)
    return options, given(options, base, {**own, **now})


def given(options: Options, base: Options, names: Iterable[str]) -> dict[str, Value]:
    """What of some `names` differs from the preset, which is `base`."""
    changes = options.changes(base)
    return {name: changes[name] for name in names if name in changes}


@dataclass(frozen=True, slots=True)
class Part:
    """Who plays a seat from now on: from the action `at` (from 0) of deal `deal` (from 1)."""

    deal: int
    at: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Chain:
    """What the record of a match begins with: `first` is the number of its first deal."""

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


AS_THEY_ARE = (
    "preset", "host", "code", "quick", "stage", "locked", "paused", "dissolved", "given", "changed", "banned", "record",
    "successor", "called", "names", "renewed", "revoked", "began", "known", "seen", "origins",
)  # fmt: skip
"""The fields of a room that are stored as they are; one that an older version did not store has its default."""


@dataclass(slots=True)
class Room:
    """The lasting part of a table. `host` is a guest, `banned` were removed; `secret` is that of the next deal.

    `given` are the options that differ from the preset, `changed` the seats that changed them.

    `record` is the id of the match's record, and `chain` what it begins with, once it does. `called` are the shares of the next
    shuffle once its nonces are asked for; `failed` the shuffles since the last deal that came to nothing. `names` are those who began to
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
    code: str | None
    key: str
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
        """What is public of the next deal's secret."""
        return commitment(self.secret).hex()

    # Before the match

    def take_preset(self, preset: str) -> list[str]:
        """Play by a preset; the guests whose chairs are gone.

        Raises:
            OptionError: for a preset that there is not.
        """
        options = self.game.options({"preset": preset})
        self.preset, self.given, self.changed = preset, {}, {}
        return self._play_by(options)

    def change_options(self, changes: Mapping[str, Value | None], seat: int) -> list[str]:
        """Change options by name, as a seat (-1: nobody who sits) wants; None goes back to the preset's value. The guests whose chairs are gone.

        Raises:
            OptionError: for what is refused.
        """
        own = {name: value for name, value in self.given.items() if name not in changes}
        now = {name: value for name, value in changes.items() if value is not None}
        options, self.given = settle_options(self.game, self.preset, own, now)
        self.changed = {name: seat if name in now else self.changed.get(name, seat) for name in self.given}
        return self._play_by(options)

    def _play_by(self, options: Options) -> list[str]:
        """Set the options; everybody must say again that they are ready."""
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
        """Change settings by name; whether the match is rated is something that everybody must agree to.

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
        """The guest as which somebody came here, whose seat may have moved to other devices since."""
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

    def deal_to(self, seen: dict[str, int]) -> None:
        """Cards are dealt to those who sit here; `seen` are they."""
        self.known, self.seen = list(self.members), seen

    def see(self, marks: Iterable[str], seat: int) -> None:
        """Somebody with these marks has seen the cards of a seat."""
        for mark in marks:
            if len(self.seen) < MOST_SEEN:
                self.seen.setdefault(mark, seat)

    def strike_parts(self, names: Collection[str | None]) -> None:
        """Forget the names of some who took a seat over."""
        self.parts = [replace(part, name=STRUCK) if part.name in names else part for part in self.parts]

    def begin_record(self, record: str) -> None:
        """Go on in another record; it has no failed shuffle yet."""
        self.record, self.failed = record, []

    def open_shuffle(self, secret: bytes) -> None:
        """Make the secret of the next shuffle, for which nobody has been called."""
        self.secret, self.called = secret, []

    def postpone(self, answer: Postponed) -> None:
        """A seat has passed, which nobody is to see before its time."""
        self.postponed = [one for one in self.postponed if one.seat != answer.seat] + [answer]

    def forget_shuffle(self) -> None:
        """A shuffle has become a deal."""
        self.called, self.failed = [], []

    # What is asked about it

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits."""
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
        """What stands for a guest, whatever their name, and says nothing of them elsewhere; "" for nobody."""
        return guest and hashlib.sha256(self.marks + guest.encode()).hexdigest()[:16]

    @property
    def address(self) -> str:
        """The path that leads here, and lets others in as far as the settings allow."""
        return f"/table/{self.table}" + (f"#{self.key}" if self.renewed else "")

    @property
    def invites(self) -> bool:
        """Whether there are ways in to be told: a table of one person and bots has none until its host opens it."""
        opened = self.settings.substitutes or self.settings.spectators != "off"
        return self.stage != OVER and not self.locked and (opened or not self.quick)

    def ban(self, guest: str) -> None:
        """Send a guest away for good; every way in that they know is another one now."""
        self.banned = [*self.banned, guest][-MOST_BANNED:]
        self.forget(guest)
        self.key, self.renewed, self.code = token(), True, None

    def revoke(self, token_hash: str) -> None:
        """Remember a token that opens nothing any more, so that its program is told why."""
        self.revoked = [*self.revoked, token_hash][-MOST_REVOKED:]

    def write(self) -> StoredRoom:
        """The room as the store keeps it."""
        return StoredRoom(
            id=self.table,
            game=self.game.name,
            code=self.code if self.stage != OVER else None,
            key=self.key,
            data=json.dumps(self._stored(), ensure_ascii=False, separators=(",", ":")),
            members=tuple(self.members),
            over=self.stage == OVER,
            record=self.record,
        )

    def _stored(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in AS_THEY_ARE},
            "options": self.options.differences(),
            "settings": self.settings.to_json(),
            "chairs": [chair.kept() for chair in self.chairs],
            "carry": self.game.carry_json(self.carry),
            "secret": self.secret.hex(),
            "bot_seed": self.bot_seed.hex(),
            "chain": None if self.chain is None else asdict(self.chain),
            "failed": [failed_json(failed) for failed in self.failed],
            "parts": [asdict(part) for part in self.parts],
            "duplicate": None if self.duplicate is None else asdict(self.duplicate),
            "postponed": [asdict(one) for one in self.postponed],
            "marks": self.marks.hex(),
        }
