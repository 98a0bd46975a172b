"""Write constraints.txt: the version of every distribution that the tests ran with.

python -m tools.constraints
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "constraints.txt"
HEAD = """\
# What the tests ran with; `make` installs these. Written by: python -m tools.constraints
# The newest there are instead: make NEWEST=1 test
"""


def needed(extra: str = "dev") -> dict[str, str]:
    """The distributions that an extra needs here, directly or not, and the versions that are installed.

    Raises:
        PackageNotFoundError: one of them is not installed.
    """
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    todo, seen = [Requirement(f"paiju[{extra}]")], set()
    found: dict[str, str] = {}
    while todo:
        need = todo.pop()
        name = canonicalize_name(need.name)
        if (name, *sorted(need.extras)) in seen:
            continue
        seen.add((name, *sorted(need.extras)))
        if name == "paiju":
            todo += [Requirement(line) for one in need.extras for line in extras[one]]
        else:
            found[name] = Version(distribution(name).version).public
            todo += _needs_of(name, need.extras)
    return dict(sorted(found.items()))


def _needs_of(name: str, extras: set[str]) -> Iterator[Requirement]:
    for line in distribution(name).requires or ():
        need = Requirement(line)
        if need.marker is None or any(need.marker.evaluate({"extra": one}) for one in extras or {""}):
            yield need


def pinned() -> dict[str, str]:
    """The versions that constraints.txt names."""
    lines = PAGE.read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


if __name__ == "__main__":
    PAGE.write_text(HEAD + "".join(f"{name}=={version}\n" for name, version in needed().items()), "utf-8")
