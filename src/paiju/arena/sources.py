"""What a bot is made of: the definitions below `paiju.bots` that its maker reaches, and the weights beside them.

A change in another bot, even in the same file, leaves the hash of a bot as it is. A definition reaches those whose names
stand in it, and what is imported under these names; the registry of bots (`bots.base`) decides nothing and counts for nothing.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import paiju
from paiju.bots.base import place_of
from paiju.kernels.folder import version_of

_ROOT = Path(paiju.__file__).parent
_BOTS = "paiju.bots."
_REGISTRY = "paiju.bots.base"
_LENGTH = 12
_ALWAYS = ""
"""The name of statements that bind none."""


class _Part(NamedTuple):
    """A statement at the top of a module, its text, and the names and imports in it."""

    node: ast.stmt
    text: str
    names: tuple[str, ...]
    imports: tuple[ast.ImportFrom, ...]


@cache
def source_hash(game: str, *names: str) -> str:
    """A name for this version of the code and weights of some bots of a game.

    Raises:
        UsageError: usage.bot, if no bot of such a name plays that game.
    """
    lines = sorted({line for name in names for line in _lines(*place_of(name, game))})
    return version_of(line.encode() for line in lines)[:_LENGTH]


def _lines(module: str, name: str) -> Iterator[str]:
    """The text of all that a name of a module reaches, and a line for every file of weights."""
    todo, seen = [(module, name)], set()
    while todo:
        at = todo.pop()
        if at in seen or (file := _file(at[0])) is None:
            continue
        seen.add(at)
        if (at[0], _ALWAYS) not in seen:
            todo.append((at[0], _ALWAYS))
            yield from _weights(file.parent / "weights")
        for part in _parts(at[0]).get(at[1], ()):
            if isinstance(part.node, ast.ImportFrom | ast.Import):
                todo += _imported(part.node, at[1])
                continue
            yield f"{at[0]}\n{part.text}"
            todo += [(at[0], name) for name in part.names]
            for node in part.imports:
                todo += _imported(node, None)


def _weights(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.safetensors")):
        yield f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}"


def _imported(node: ast.stmt, wanted: str | None) -> Iterator[tuple[str, str]]:
    """What an import binds to a name, or to all its names: a definition, or all those of a module."""
    if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith(_BOTS[:-1]):
        return
    for alias in node.names:
        if wanted in (None, alias.asname or alias.name) and node.module != _REGISTRY:
            whole = f"{node.module}.{alias.name}"
            if _file(whole):
                yield from ((whole, name) for name in _parts(whole))
            else:
                yield str(node.module), alias.name


@cache
def _file(module: str) -> Path | None:
    """Where a module stands, if it is one."""
    path = _ROOT.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file if file.is_file() else None


@cache
def _parts(module: str) -> dict[str, list[_Part]]:
    """The statements of a module by the names that they bind."""
    file = _file(module)
    text = file.read_text("utf-8") if file else ""
    lines = text.splitlines()
    found: dict[str, list[_Part]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        first = min([node.lineno, *[one.lineno for one in getattr(node, "decorator_list", ())]])
        inner = list(ast.walk(node))
        part = _Part(
            node,
            "\n".join(lines[first - 1 : node.end_lineno]),
            tuple({one.id for one in inner if isinstance(one, ast.Name)}),
            tuple(one for one in inner if isinstance(one, ast.ImportFrom)),
        )
        for name in _bound(node) or {_ALWAYS}:
            found.setdefault(name, []).append(part)
    return found


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement binds in its module."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.ImportFrom | ast.Import):
        return {alias.asname or alias.name.partition(".")[0] for alias in node.names}
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
