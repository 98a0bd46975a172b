"""The findings of an examination, and those about this machine: memory, old libraries, compiled bots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

from paiju.bots import warm_up
from paiju.core.errors import Fact
from paiju.kernels import cache, missing

Level = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. `code` is stable, `do` says what helps; a `wrong` one should be fixed."""

    level: Level
    code: str
    text: str
    do: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)


def fine(code: str, text: str, **facts: Fact) -> Finding:
    """A finding that is in order."""
    return Finding("ok", code, text, "", facts)


def note(code: str, text: str, do: str, **facts: Fact) -> Finding:
    """A finding that may be intended, or may matter later."""
    return Finding("note", code, text, do, facts)


def wrong(code: str, text: str, do: str, **facts: Fact) -> Finding:
    """A finding that will cost data or players."""
    return Finding("wrong", code, text, do, facts)


# --- this machine: memory, libraries that are too old, and whether the bots that search are compiled for the one who asks

_MIB = 1 << 20
LEAST_MIB = {True: 1800, False: 400}
"""The memory that a server needs, with and without searching bots; a machine that is sold as 2 GB has a little less."""
_EXTRAS = ("server", "postgres", "fast")
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*(.*)")


def look() -> Iterator[Finding]:
    """The findings about this machine."""
    searching = not missing()
    yield _memory(searching=searching)
    if searching:
        yield _cache()
    yield _libraries()


def _memory(*, searching: bool) -> Finding:
    free = memory_mib()
    if free is None:
        return note("memory.unseen", "the amount of memory is unknown here", "make sure that there are 2 GB")
    least = LEAST_MIB[searching]
    text = f"{free} MiB of memory for a server and its bots"
    if free < least:
        return wrong(
            "memory.low",
            f"{text}, which need {least}",
            "give it 2 GB, in the unit or container too",
            mib=free,
        )
    return fine("memory.room", text, mib=free)


def memory_mib(proc: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")) -> int | None:
    """The memory of this machine, or what a unit or container that asks may take of it; None where the system does not say."""
    try:
        total = re.search(r"^MemTotal:\s*(\d+) kB", (proc / "meminfo").read_text("utf-8"), re.MULTILINE)
    except OSError:
        return None
    limits = [int(total[1]) >> 10] if total else []
    try:
        own = (proc / "self" / "cgroup").read_text("utf-8").partition("::/")[2].strip()
    except OSError:
        own = ""
    inside = groups / own
    for place in (inside, *inside.parents):
        if place == groups.parent:
            break
        try:
            limits.append(int((place / "memory.max").read_text("utf-8")) // _MIB)
        except (OSError, ValueError):  # no such limit, or "max"
            continue
    return min(limits, default=None)


def _cache() -> Finding:
    place = cache.base()
    if warm_up.is_ready():
        return fine("bots.compiled", f"the searching bots are compiled in {place}")
    if cache.can_store():
        return note(
            "bots.uncompiled",
            f"the searching bots are not compiled in {place} yet, which takes a minute of one core",
            "paiju warmup, as the user of the server and with its cache folder",
        )
    return wrong(
        "bots.cache", f"{place} cannot be written to, so each start compiles the bots again",
        "set XDG_CACHE_HOME to a folder that the user of the server may write to",
    )  # fmt: skip


def _libraries() -> Finding:
    old = [
        f"{name} {found} (from {least} on)"
        for name, least, found in bounds()
        if _numbers(found) < _numbers(least)
    ]
    if old:
        return wrong("libraries.old", f"too old: {', '.join(old)}", "pip install -U 'paiju[server,fast]'")
    return fine("libraries.bounds", "all libraries are recent enough")


def bounds() -> Iterator[tuple[str, str, str]]:
    """The libraries of a server that are installed: name, lowest version that was tried, version here."""
    required = {line.partition(";")[0] for line in requires("paiju") or () if _is_asked(line)}
    for need in map(_REQUIREMENT.match, sorted(required)):
        if need is None:
            continue
        least = re.search(r">=\s*([0-9.]+)", need[2])
        try:
            found = version(need[1])
        except PackageNotFoundError:
            continue
        if least is not None:
            yield need[1], least[1], found


def _is_asked(line: str) -> bool:
    extra = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", line)
    return extra is None or extra[1] in _EXTRAS


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text.partition("+")[0])[:4])
