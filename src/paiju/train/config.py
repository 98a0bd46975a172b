"""A training run in one TOML file: what is played, what is learned, when to stop. Every number has a default."""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any

from paiju.core.errors import UsageError
from paiju.core.files import read_text

_MOST_BYTES = 1 << 20
_SHIPPED = Path(__file__).with_name("configs")
_LATER: dict[str, Any] = {
    "start": "", "ahead": 0, "trace": 1.0, "tried": 0.0, "rivals": 4, "advice": 0.2, "advice_batch": 2048,
    "advantages": 1_000_000, "taken": 0.2, "hands": 0.2,
    "against": "",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Play:
    """Self-play. A *lease* is the deals that one worker plays with one version of the weights."""

    lease: int = 1024  # deals
    warm_leases: int = 80  # the first ones are the heuristic's own
    warm_explore: float = 0.1  # how often any action worth a thought is tried instead
    explore: float = 0.05
    anchor: float = 0.1  # points that a play must be worth more than the heuristic's
    solos: float = 0.25  # Bao Huang: how many of the deals without a guard are kept
    trace: float = 1.0  # how far the end of a deal counts against what was expected on the way
    tried: float = 0.0  # at how many questions other plays are tried beside the heuristic's
    rivals: int = 4  # that are tried
    ahead: int = 0  # leases that may be played before an earlier one was learned from
    against: str = ""  # whom to beat, who does not learn: heuristic, net, weights by path; empty: oneself


@dataclass(frozen=True, slots=True)
class Net:
    """Widths of the network, see `bots.networks`."""

    trunk: int = 256
    join: int = 128
    head: int = 64


@dataclass(frozen=True, slots=True)
class Learn:
    """The learner. Rates fall geometrically from `rate` to `last_rate` over `leases`."""

    leases: int = 4000
    batch: int = 4096
    reuse: float = 2.0  # how often a sample is learned from, on average
    replay: int = 6_000_000  # samples kept
    rate: float = 1e-3
    last_rate: float = 1e-4
    average: float = 0.999  # how much of the averaged weights stays at each step
    guard: float = 0.2  # Bao Huang: weight of the guard's loss beside that of the points
    outcome: float = 0.2  # weight of the loss of win, tie and loss
    taken: float = 0.2  # Paohuzi: weight of the loss of who takes a thrown card
    hands: float = 0.2  # Paohuzi: weight of the loss of what others hold
    advice: float = 0.2  # weight of the loss of gains that trials found
    advice_batch: int = 2048  # questions with trials learned from at each step
    advantages: int = 1_000_000  # of them kept
    start: str = ""  # net, a run's folder or exported weights to begin with


@dataclass(frozen=True, slots=True)
class Watch:
    """Measurements and checkpoints during a run."""

    minutes: float = 10.0  # between two matches against the heuristic
    pairs: int = 1000
    anchor: float = 0.15
    checkpoint_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Config:
    """One run. The same file on the same machine gives the same weights, however often the run is interrupted."""

    name: str = "run"
    game: str = ""  # whose rules: empty where a file is older than the second game that learns
    seed: int = 1
    threads: int = 1
    options: dict[str, str] = field(default_factory=dict)
    play: Play = field(default_factory=Play)
    net: Net = field(default_factory=Net)
    learn: Learn = field(default_factory=Learn)
    watch: Watch = field(default_factory=Watch)

    def digest(self) -> str:
        """A name for everything that decides what is learned; `watch` and `threads` do not, the game's options do."""
        deciding = {
            key: _deciding(value)
            for key, value in asdict(self).items()
            if key not in ("watch", "threads", "game")
        }
        return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()[:12]


def _deciding(value: Any) -> Any:
    """A value without those names of a table that came later and are not used: digests of old runs stay."""
    if not isinstance(value, dict):
        return value
    return {name: held for name, held in value.items() if name not in _LATER or held != _LATER[name]}


def shipped() -> dict[str, Path]:
    """The configurations that come with the package, by the names of their runs."""
    return {path.stem: path for path in sorted(_SHIPPED.glob("*.toml"))}


def config_path(given: str) -> Path:
    """The file that is meant: one by its path, or a shipped one by its name.

    Raises:
        UsageError: usage.train_name, for a word that is neither.
    """
    path, names = Path(given), shipped()
    if path.is_file() or path.suffix or len(path.parts) > 1:
        return path
    if given not in names:
        known = ", ".join(names)
        detail = f"{given!r} is not a configuration; choose one of {known}, or name a file"
        raise UsageError("usage.train_name", detail, {"text": given, "known": known})
    return names[given]


def read_config(path: Path) -> Config:
    """The run that a TOML file describes.

    Raises:
        UsageError: file.unreadable, file.too_large; usage.train_config for text that is not TOML, or an unknown name or value.
    """
    text = read_text(path, _MOST_BYTES)
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _wrong(str(error)) from error
    made: Config = _made(Config, given, "")
    return made


def _made(kind: type[Any], given: dict[str, Any], where: str) -> Any:
    known = {item.name: item for item in fields(kind)}
    default = kind()
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            raise _wrong(f"{where}{name} is not known; choose one of {', '.join(known)}")
        old = getattr(default, name)
        if is_dataclass(old):
            if not isinstance(value, dict):
                raise _wrong(f"{where}{name} is a table")
            values[name] = _made(type(old), value, f"{where}{name}.")
        else:
            values[name] = _value(old, value, f"{where}{name}")
    return kind(**values)


def _value(old: Any, value: Any, name: str) -> Any:
    """A value of the same type as the default; whole numbers may stand for fractions; numbers are not negative."""
    if isinstance(old, float) and type(value) is int:
        value = float(value)
    if type(value) is not type(old):
        raise _wrong(f"{name} is not of type {type(old).__name__}")
    if isinstance(value, int | float) and value < 0:
        raise _wrong(f"{name} is below 0")
    return value


def _wrong(detail: str) -> UsageError:
    return UsageError("usage.train_config", detail, {"text": detail})
