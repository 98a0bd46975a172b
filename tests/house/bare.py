"""Runs command lines in a Python that has nothing but paiju and the libraries of one extra."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any, NamedTuple

import typer

from paiju.cli import app

ROOT = Path(__file__).parents[2]
_SCRIPT = """
import contextlib, io, json, sys
from paiju.cli import run
answers = []
for line in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    sys.stdin = io.StringIO("")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(line)
    answers.append([status, out.getvalue(), err.getvalue()])
print(json.dumps(answers))
"""


def commands() -> Iterator[list[str]]:
    """The words of every command there is, groups among them."""
    todo: list[tuple[list[str], Any]] = [([], typer.main.get_command(app))]
    while todo:
        words, command = todo.pop()
        yield words
        todo += [([*words, name], inner) for name, inner in getattr(command, "commands", {}).items()]


class Answer(NamedTuple):
    """How a command line ended, and what it said."""

    status: int
    out: str
    err: str


def site_of(names: Iterable[str], folder: Path) -> Path:
    """A folder of links to some distributions and all that they need, as if only they were installed."""
    folder.mkdir()
    todo, seen = list(names), set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:  # needed on another system or version
            continue
        _link(found, folder)
        todo += [re.split(r"[^\w.-]", need)[0] for need in found.requires or () if "extra ==" not in need]
    return folder


def _link(found: Distribution, folder: Path) -> None:
    tops = {path.parts[0] for path in found.files or ()} - {"..", "__pycache__"}
    for top in tops:
        (folder / top).symlink_to(Path(str(found.locate_file(top))))


def needs_of(extra: str) -> list[str]:
    """The distributions that an extra names."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [re.split(r"[^\w.-]", need)[0] for need in project["optional-dependencies"][extra]]


def python(site: Path, *arguments: str, output: str = "") -> subprocess.CompletedProcess[str]:
    """A Python with the standard library, paiju and a site folder."""
    environment = {"PYTHONPATH": f"{site}:{ROOT / 'src'}", "LC_ALL": "C.UTF-8", "HOME": str(site)}
    command = [sys.executable, "-S", *arguments]
    return subprocess.run(command, input=output, env=environment, capture_output=True, text=True, check=False)


def run_lines(site: Path, lines: Sequence[Sequence[str]]) -> list[Answer]:
    """How command lines end, one after another in one process."""
    done = python(site, "-c", _SCRIPT, output=json.dumps(lines))
    assert done.returncode == 0, done.stderr
    return [Answer(*answer) for answer in json.loads(done.stdout)]
