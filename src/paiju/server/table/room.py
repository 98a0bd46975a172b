"""What is agreed at a table before and beside the play: game, options, settings, chairs, host, the next shuffle."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import paiju
from paiju.core.authority import seed_of
from paiju.core.border import SEED_BYTES
from paiju.core.document import Failed, Origin, failed_json
from paiju.core.errors import PaijuError
from paiju.core.game import Game
from paiju.core.options import Options, Value
from paiju.core.rng import commitment
from paiju.server.settings import QUICK, Settings
from paiju.server.table.chairs import EMPTY, Chair
from paiju.server.writes import KeptTable, PutTable

WAITING, STARTING, PLAYING, SETTLED, OVER = "waiting", "starting", "playing", "settled", "over"
MOST_CHAT_LINES = 50
MOST_BANNED = 100


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


@dataclass(slots=True)
class Room:
    """The lasting part of a table. `host` is a guest, `banned` were removed; `secret` is that of the next deal.

    `given` are the options that differ from the preset, `changed` the seats that changed them.

    `record` is the id of the match's record, and `chain` what it begins with, once it does. `called` are the shares of the next
    shuffle once its nonces are asked for; `failed` the shuffles since the last deal that came to nothing. `names` are those who began to
    play, by seat, and `parts` those who took a seat over later. Once the `key` was `renewed`, the address of the table
    alone lets nobody in any more.
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

    def __post_init__(self) -> None:
        self.secret = self.secret or secrets.token_bytes(SEED_BYTES)
        self.bot_seed = self.bot_seed or secrets.token_bytes(SEED_BYTES)
        self.record = self.record or token()

    @property
    def commitment(self) -> str:
        """What is public of the next deal's secret."""
        return commitment(self.secret).hex()

    def fit_chairs(self) -> None:
        """Bring the number of chairs in line with the options; those beyond are dropped."""
        wanted = self.game.seats_of(self.options)
        del self.chairs[wanted:]
        self.chairs += [Chair() for _ in range(wanted - len(self.chairs))]

    def seat_of(self, guest: str) -> int | None:
        """Where a guest sits."""
        return next((seat for seat, chair in enumerate(self.chairs) if guest and chair.guest == guest), None)

    @property
    def present(self) -> list[int]:
        """The seats of people who are here."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.present]

    @property
    def is_full(self) -> bool:
        """Whether no chair is empty."""
        return all(chair.kind != EMPTY for chair in self.chairs)

    def seed_for(self, place: str) -> int:
        """A seed for one decision of a bot."""
        return seed_of(self.bot_seed, place)

    def alias(self, guest: str) -> str:
        """What stands for somebody who watches: his own name for himself need not be the only one of its kind."""
        return hashlib.sha256(self.bot_seed + b"alias" + guest.encode()).hexdigest()[:16]

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
        """Send a guest away for good; every way in that he knows is another one now."""
        self.banned = [*self.banned, guest][-MOST_BANNED:]
        self.members = [member for member in self.members if member != guest]
        self.key, self.renewed, self.code = token(), True, None

    def write(self) -> PutTable:
        """The room as the store keeps it."""
        return PutTable(
            table=self.table,
            game=self.game.name,
            code=self.code if self.stage != OVER else None,
            key=self.key,
            data=json.dumps(self._kept(), ensure_ascii=False, separators=(",", ":")),
            members=tuple(self.members),
            over=self.stage == OVER,
            record=self.record,
        )

    def _kept(self) -> dict[str, Any]:
        return {
            "options": self.options.differences(),
            "preset": self.preset,
            "settings": self.settings.to_json(),
            "chairs": [chair.kept() for chair in self.chairs],
            "host": self.host,
            "code": self.code,
            "quick": self.quick,
            "stage": self.stage,
            "locked": self.locked,
            "paused": self.paused,
            "dissolved": self.dissolved,
            "given": self.given,
            "changed": self.changed,
            "banned": self.banned,
            "carry": self.game.carry_json(self.carry),
            "secret": self.secret.hex(),
            "bot_seed": self.bot_seed.hex(),
            "record": self.record,
            "successor": self.successor,
            "chain": None if self.chain is None else asdict(self.chain),
            "called": self.called,
            "failed": [failed_json(failed) for failed in self.failed],
            "names": self.names,
            "parts": [asdict(part) for part in self.parts],
            "renewed": self.renewed,
        }


def restored(row: KeptTable, now: int) -> Room:
    """The room that `Room.write` described.

    Raises:
        PaijuError: if its game or options are not known any more.
    """
    game = paiju.load(row.game)
    kept: Mapping[str, Any] = json.loads(row.data)
    plain = ("preset", "host", "code", "quick", "stage", "locked", "paused", "dissolved", "banned", "record",
             "successor", "given", "changed")  # fmt: skip
    room = Room(
        table=row.table,
        game=game,
        key=row.key,
        members=list(row.members),
        options=game.options(kept["options"]),
        settings=_settings(kept["settings"], QUICK if kept["quick"] else Settings()),
        chairs=[Chair.restored(chair, now) for chair in kept["chairs"]],
        carry=None if kept["carry"] is None else game.parse_carry(kept["carry"]),
        secret=bytes.fromhex(kept["secret"]),
        bot_seed=bytes.fromhex(kept["bot_seed"]),
        chain=_chain(kept.get("chain")),
        called=kept.get("called", []),
        failed=[Failed(**failed) for failed in kept.get("failed", [])],
        names=kept.get("names", []),
        parts=[Part(**part) for part in kept.get("parts", [])],
        renewed=kept.get("renewed", False),
        **{name: kept[name] for name in plain},
    )
    room.fit_chairs()
    return room


def _chain(kept: Mapping[str, Any] | None) -> Chain | None:
    if kept is None:
        return None
    origin = kept["origin"]
    bound = {name: tuple(origin[name]) for name in ("names", "salts")}
    return Chain(Origin(**{**origin, **bound}), kept["law"], kept["first"])


def _settings(kept: Mapping[str, Any], settings: Settings) -> Settings:
    """Settings as far as this version still has them, on top of what holds for those it has since."""
    for name, value in kept.items():
        try:
            settings = settings.changed({name: value})
        except PaijuError:
            continue
    return settings
