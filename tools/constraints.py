"""Write constraints.txt, the versions that the tests ran with, and deploy/requirements.txt, the same with hashes for the container.

python -m tools.constraints
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "constraints.txt"
HASHED = ROOT / "deploy" / "requirements.txt"
CONTAINER = ("postgres", "fast")
"""The extras of a container, which is for one Python and these platforms."""
CONTAINER_PYTHON = "3.12"
PLATFORMS = ("x86_64", "aarch64")
_MANYLINUX = ("manylinux_2_28", "manylinux_2_17", "manylinux2014")
HASHED_HEAD = """\
# What the container is made of, with the hashes of the wheels: pip install --require-hashes. Written by: python -m tools.constraints
"""
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


def requirements(extras: Iterable[str]) -> list[Requirement]:
    """What pyproject.toml asks for under some extras, other extras of the project resolved."""
    lines = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    found: dict[str, Requirement] = {}
    todo = list(extras)
    for extra in todo:
        for need in map(Requirement, lines[extra]):
            if need.name == "paiju":
                todo += need.extras
            else:
                found[str(need)] = need
    return sorted(found.values(), key=str)


def lowest(extras: Iterable[str]) -> list[str]:
    """The lowest version of each requirement of some extras, as constraints."""
    return [
        f"{need.name}=={one.version}"
        for need in requirements(extras)
        for one in need.specifier
        if one.operator == ">="
    ]


def hashed() -> dict[str, set[str]]:
    """By requirement, such as `h11==0.16.0`, the hashes of its wheels for the container, of what builds the project too."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    wanted = [*build, *map(str, requirements(CONTAINER))]
    found: dict[str, set[str]] = defaultdict(set)
    for machine in PLATFORMS:
        for one in _resolved(wanted, machine):
            name, version = canonicalize_name(one["metadata"]["name"]), one["metadata"]["version"]
            found[f"{name}=={version}"].add(one["download_info"]["archive_info"]["hashes"]["sha256"])
    return dict(sorted(found.items()))


def _resolved(wanted: list[str], machine: str) -> list[dict[str, Any]]:
    """What pip would install on a machine, as it reports it."""
    platforms = [f"--platform={kind}_{machine}" for kind in _MANYLINUX]
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        subprocess.run(  # noqa: S603 - pip, with arguments of ours
            [
                sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed", "--only-binary=:all:",
                f"--target={folder}", f"--report={report}", f"--python-version={CONTAINER_PYTHON}", "--implementation=cp",
                *platforms, "-c", str(PAGE), *wanted,
            ],
            check=True,
        )  # fmt: skip
        installed: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))["install"]
        return installed


def pinned() -> dict[str, str]:
    """The versions that constraints.txt names."""
    lines = PAGE.read_text("utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


if __name__ == "__main__":
    PAGE.write_text(HEAD + "".join(f"{name}=={version}\n" for name, version in needed().items()), "utf-8")
    lines = (
        f"{name} " + " ".join(f"--hash=sha256:{one}" for one in sorted(hashes))
        for name, hashes in hashed().items()
    )
    HASHED.write_text(HASHED_HEAD + "".join(f"{line}\n" for line in lines), "utf-8")
