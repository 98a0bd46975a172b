"""Who imports whom in a package, read from the source: at the top, inside functions and for type checking alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path


def imports(root: Path) -> dict[str, set[str]]:
    """What every module of the package at `root` imports of it.

    A name that is a module counts as that module. Its packages do not count with it: each of their `__init__` runs
    before any of its modules, no matter who asks. What is taken from a package itself counts as the package's `__init__`.
    """
    files = {_name(path, root): path for path in sorted(root.rglob("*.py"))}
    return {module: set(_targets(module, path, files)) - {module} for module, path in files.items()}


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module, each sorted (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in number:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            at = stack.index(module)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for module in sorted(graph):
        if module not in number:
            visit(module)
    return sorted(circle for circle in found if len(circle) > 1)


def _name(path: Path, root: Path) -> str:
    parts = path.relative_to(root.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _targets(module: str, path: Path, files: Mapping[str, Path]) -> Iterator[str]:
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom):
            source = _source(package, node)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                if inner in files:
                    yield inner
                elif source in files:
                    yield source


def _source(package: str, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1])
    return f"{base}.{node.module}" if node.module else base
