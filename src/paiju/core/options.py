"""Rule options, declared once.

A game's options are a frozen dataclass whose fields are made by `rule(...)`. Defaults, command line,
forms, documentation, digests and random test rules all derive from that declaration.

An option whose `needs` are not met is *inactive*: it keeps its default, so that one set of rules has
exactly one digest. Combinations that make no sense are `Constraint`s, refused by name with a reason.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from typing import Any, ClassVar, Self, cast, get_type_hints

from paiju.core.errors import OptionError, excerpt, quote

Value = bool | int | str
Raw = bool | int | str | StrEnum

_TRUE = frozenset({"true", "t", "yes", "y", "on", "1"})
_MOST_DIGITS = 9
_FALSE = frozenset({"false", "f", "no", "n", "off", "0"})


@dataclass(frozen=True, slots=True)
class When:
    """One requirement: `option` has one of `values`."""

    option: str
    values: tuple[Value, ...]

    def holds(self, options: Options) -> bool:
        """Whether `options` meet it."""
        return getattr(options, self.option) in self.values

    def __str__(self) -> str:
        return f"{self.option}={'|'.join(text_of(v) for v in self.values)}"


Needs = tuple[tuple[When, ...], ...]


def when(option: str, *values: Value) -> Needs:
    """The need that `option` has one of `values` (true if none are given)."""
    return ((When(option, values or (True,)),),)


def both(*needs: Needs) -> Needs:
    """Every one of several needs."""
    result: Needs = ((),)
    for need in needs:
        result = tuple(left + right for left in result for right in need)
    return result


def either(*needs: Needs) -> Needs:
    """At least one of several needs."""
    return tuple(case for need in needs for case in need)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A combination that makes no sense: its name, the reason, and the test that finds it."""

    name: str
    reason: str
    broken_by: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """The declaration of one option."""

    name: str
    kind: type
    default: Value
    cite: str
    group: str
    needs: Needs
    low: int
    high: int
    in_digest: bool
    retired: tuple[Value, ...] = ()
    """Former names of values: old records have them, nobody is offered them."""

    @property
    def choices(self) -> tuple[Value, ...]:
        """All values of a closed option that are offered; () for a number."""
        if self.kind is bool:
            return (False, True)
        if not issubclass(self.kind, StrEnum):
            return ()
        return tuple(value for value in self.kind if value not in self.retired)

    def active(self, options: Options) -> bool:
        """Whether the option has a meaning under `options`."""
        return not self.needs or any(all(w.holds(options) for w in case) for case in self.needs)

    def parse(self, raw: Raw) -> Value:
        """The value that `raw` names.

        Raises:
            OptionError: option.type, option.range or option.choice.
        """
        if issubclass(self.kind, StrEnum):
            return self._parse_choice(raw)
        if self.kind is bool:
            return self._parse_bool(raw)
        return self._parse_int(raw)

    def _parse_choice(self, raw: Raw) -> Value:
        text = ("on" if raw else "off") if isinstance(raw, bool) else excerpt(raw)
        try:
            chosen: Value = self.kind(text)
        except ValueError:
            names = ", ".join(str(choice) for choice in self.choices)
            facts = {"value": text, "choices": names}
            raise OptionError("option.choice", self.name, f"{text!r} is not one of {names}", facts) from None
        return chosen

    def _parse_bool(self, raw: Raw) -> bool:
        text = excerpt(raw).lower()
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
        raise OptionError(
            "option.type", self.name, f"{quote(raw)} is neither true nor false", {"value": excerpt(raw)}
        )

    def _parse_int(self, raw: Raw) -> int:
        text = excerpt(raw)
        digits = text.removeprefix("-")
        if isinstance(raw, bool) or not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
            raise OptionError(
                "option.type", self.name, f"{text[:40]!r} is not a whole number", {"value": text[:40]}
            )
        if not self.low <= int(text) <= self.high:
            raise OptionError(
                "option.range", self.name, f"{text} is not between {self.low} and {self.high}",
                {"low": self.low, "high": self.high},
            )  # fmt: skip
        return int(text)


def rule(
    cite: str,
    default: Value,
    *,
    group: str,
    needs: Needs = (),
    low: int = 0,
    high: int = 10_000,
    in_digest: bool = True,
    retired: tuple[Value, ...] = (),
) -> Any:
    """Declare one option: the rule number that defines it, its default, its group and what it needs."""
    declared = {
        "default": default,
        "cite": cite,
        "group": group,
        "needs": needs,
        "low": low,
        "high": high,
        "in_digest": in_digest,
        "retired": retired,
    }
    return dataclasses.field(default=default, metadata=declared)


def text_of(value: Value) -> str:
    """A value as the command line writes it: true, 3, lowest_rank."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(frozen=True, kw_only=True)
class Options:
    """Base of a game's options; subclasses name the `game` and add fields made by `rule`."""

    game: ClassVar[str] = ""

    @classmethod
    def constraints(cls) -> tuple[Constraint, ...]:
        """Combinations that make no sense."""
        return ()

    @classmethod
    def declared(cls) -> tuple[Rule, ...]:
        """The declarations of all options, in order."""
        return _declarations(cast("Hashable", cls))

    def __post_init__(self) -> None:
        for declared in self.declared():
            value = declared.parse(getattr(self, declared.name))
            object.__setattr__(self, declared.name, value)
        for declared in self.declared():
            if getattr(self, declared.name) != declared.default and not declared.active(self):
                raise _inactive(declared)
        for constraint in self.constraints():
            if constraint.broken_by(self):
                raise OptionError(
                    "option.conflict", constraint.name, constraint.reason, {"constraint": constraint.name}
                )

    @classmethod
    def build(cls, latent: Mapping[str, Raw], given: Mapping[str, Raw]) -> Self:
        """Options from a preset's values and what was `given` on top.

        A preset's value that has no meaning beside the given ones falls back to the default; a *given*
        value without meaning is refused.

        Raises:
            OptionError: with the code that says what is wrong.
        """
        by_name = {r.name: r for r in cls.declared()}
        for name in (*latent, *given):
            if name not in by_name:
                raise OptionError("option.unknown", excerpt(name), "there is no such option")
        values: dict[str, Value] = {r.name: r.default for r in cls.declared()}
        values |= {name: by_name[name].parse(raw) for name, raw in (*latent.items(), *given.items())}
        loose = [r for r in cls.declared() if r.name not in given]
        while True:
            trial = _unchecked(cls, values)
            idle = [r for r in loose if values[r.name] != r.default and not r.active(trial)]
            if not idle:
                return cls(**values)
            values |= {r.name: r.default for r in idle}

    def __repr__(self) -> str:
        return f"paiju.load({self.game!r}).options({self.differences()!r})"

    def differences(self) -> dict[str, Value]:
        """The options that differ from the default, by name, sorted, as plain JSON values."""
        pairs = ((r.name, getattr(self, r.name), r.default) for r in self.declared())
        return {name: _plain(value) for name, value, default in sorted(pairs) if value != default}

    def changes(self, base: Self) -> dict[str, Value]:
        """The options that differ from those of `base`, by name in the order declared, as plain JSON values."""
        pairs = ((r.name, getattr(self, r.name), getattr(base, r.name)) for r in self.declared())
        return {name: _plain(value) for name, value, other in pairs if value != other}

    def digest(self) -> str:
        """12 hex digits that name this set of rules; match options stay out of it."""
        named = {r.name for r in self.declared() if r.in_digest}
        pairs = [[name, value] for name, value in self.differences().items() if name in named]
        text = json.dumps([self.game, pairs], separators=(",", ":"), ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def __reduce__(self) -> tuple[Callable[..., Options], tuple[Any, ...]]:
        """The differences alone, and of equal options one object, so that a pickled view is small."""
        return _restored, (type(self), self._pairs)

    @cached_property
    def _pairs(self) -> tuple[tuple[str, Value], ...]:
        return tuple(self.differences().items())

    def active(self) -> Iterator[Rule]:
        """The declarations that have a meaning under these options."""
        return (r for r in self.declared() if r.active(self))

    @classmethod
    def schema(cls) -> list[dict[str, Any]]:
        """The options as a form needs them: one entry per option, plain JSON values."""
        return [
            {
                "name": r.name,
                "type": r.kind.__name__ if r.kind in (bool, int) else "choice",
                "default": _plain(r.default),
                "choices": [_plain(c) for c in r.choices],
                "group": r.group,
                "rule": r.cite,
                "needs": [
                    [{"option": w.option, "values": [_plain(v) for v in w.values]} for w in c]
                    for c in r.needs
                ],
                **({"low": r.low, "high": r.high} if r.kind is int else {}),
            }
            for r in cls.declared()
        ]


class TieBreak(StrEnum):
    """What equal totals at the end of a match mean."""

    SHARE = "share"
    PLAY_ON = "play_on"


class Compiled:
    """Base of the compiled form of an option set: equal options make equal rules."""

    __slots__ = ()
    options: Any

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Compiled) and self.options == other.options)

    def __hash__(self) -> int:
        return hash(self.options)


def _plain(value: Value) -> Value:
    return str(value) if isinstance(value, StrEnum) else value


def _inactive(declared: Rule) -> OptionError:
    needs = " or ".join(" and ".join(str(w) for w in case) for case in declared.needs)
    return OptionError("option.inactive", declared.name, f"has no meaning without {needs}", {"needs": needs})


def _unchecked(cls: type[Options], values: Mapping[str, Value]) -> Options:
    trial = object.__new__(cls)
    for name, value in values.items():
        object.__setattr__(trial, name, value)
    return trial


@lru_cache(maxsize=256)
def _restored(cls: type[Options], pairs: tuple[tuple[str, Value], ...]) -> Options:
    return cls(**dict(pairs))


@cache
def _declarations(cls: Hashable) -> tuple[Rule, ...]:
    kinds = get_type_hints(cls)
    return tuple(
        Rule(name=f.name, kind=kinds[f.name], **f.metadata)
        for f in dataclasses.fields(cast("type[Options]", cls))
        if "cite" in f.metadata
    )
