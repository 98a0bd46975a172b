"""The settings of a table: clocks, admission, bots, talk, and their possible values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from paiju.bots.base import LEVELS, NAMES, STYLES
from paiju.core.errors import OptionError

SPECTATORS = ("off", "delayed", "after_deal")
TEMPOS = ("calm", "brisk", "instant")
PASSES = (BRISK, SEALED) = ("brisk", "sealed")

SLOW_SECONDS = 60

_RANGES: Mapping[str, tuple[int, int]] = {
    "turn_seconds": (0, 300),
    "bank_seconds": (0, 900),
    "window_ms": (600, 15_000),
    "auto_play_after": (1, 5),
    "takeover_seconds": (5, 86_400),
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
    """The settings of a table.

    `turn_seconds` is the time for a decision (0: no clock) beyond which `bank_seconds`, once a deal, are used up.
    `window_ms` is the length of a claim window. `auto_play_after` time-outs in a row a bot plays on; so it does
    `takeover_seconds` after a player has gone. Admission: `newcomers` take free seats before the match,
    `substitutes` the seats of bots once it has begun, `spectators` see the public table `delay_seconds` late, or after
    the deal, or not at all. A `listed` room is on the first page, open to anyone. `counter` shows the cards not yet seen. `passes`: `brisk` ones are made at once where
    there is nothing else, `sealed` ones appear when others would, so that their time tells nothing. `tempo` is that of the bots.
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

    @property
    def slow(self) -> bool:
        """Whether people may take so long that one whose page is closed is told that it is their turn."""
        return min(self.turn_seconds or SLOW_SECONDS, self.takeover_seconds) >= SLOW_SECONDS

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
"""The defaults of a table with people."""


def schema() -> list[dict[str, Any]]:
    """The fields of a form: name, type, default, and bounds or the choices it offers."""
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
            raise OptionError("option.choice", name, f"is not one of {known}", {"known": known})
    elif name in _RANGES:
        low, high = _RANGES[name]
        if type(value) is not int:
            raise OptionError("option.type", name, "must be a whole number", {"wanted": "int"})
        if not low <= value <= high:
            raise OptionError(
                "option.range", name, f"{value} is not in {low}..{high}", {"low": low, "high": high}
            )
    elif name not in {field.name for field in fields(Settings)}:
        raise OptionError("option.unknown", name, "there is no such setting")
    elif type(value) is not bool:
        raise OptionError("option.type", name, "must be on or off", {"wanted": "bool"})
