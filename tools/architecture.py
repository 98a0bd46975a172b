"""Write the picture and the list of packages of docs/architecture.md between their markers, from the code as it is.

python -m tools.architecture
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
SRC = ROOT / "src" / "paiju"
PAGE = ROOT / "docs" / "architecture.md"

Uses = Mapping[str, frozenset[str]]
"""By package, the packages that its files import, lazily or for types included."""


def layers() -> list[list[str]]:
    """The packages from top to bottom, those that may not know each other side by side, as the contract has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (rows,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    named = [[one.strip().removeprefix("paiju.") for one in row.split("|")] for row in rows]
    return [row for row in named if row != ["__main__"]]


def packages() -> list[str]:
    """All packages, in the order of the layers; those that any may use stand last."""
    known = [name for row in layers() for name in row]
    return known + sorted(
        path.parent.name for path in SRC.glob("*/__init__.py") if path.parent.name not in known
    )


def uses() -> Uses:
    """Who imports whom."""
    known = packages()
    return {name: frozenset(_imported(name) & {*known} - {name}) for name in known}


def _sources(name: str) -> list[Path]:
    """The files of a package, its own first, or the one of a module."""
    module = SRC / f"{name}.py"
    return [module] if module.exists() else [SRC / name / "__init__.py", *(SRC / name).rglob("*.py")]


def _imported(name: str) -> set[str]:
    found = set()
    for path in _sources(name):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module == "paiju":
                names += [f"paiju.{alias.name}" for alias in node.names]
            found |= {name.split(".")[1] for name in names if name.startswith("paiju.")}
    return found


def nearest(found: Uses) -> list[tuple[str, str]]:
    """The uses that do not follow from others: a package that uses bots uses what bots use."""
    return [
        (name, used)
        for name, ones in found.items()
        for used in sorted(ones)
        if not any(used in _below(other, found) for other in ones - {used})
    ]


def _below(name: str, found: Uses) -> set[str]:
    below, todo = set[str](), [name]
    while todo:
        todo += (fresh := found[todo.pop()] - below)
        below |= fresh
    return below


def picture() -> str:
    """A drawing of the layers in Mermaid."""
    lines = ["```mermaid", "flowchart TD"]
    for number, row in enumerate(layers()):
        lines += [
            f"  subgraph layer{number}[ ]",
            "    direction LR",
            *(f"    {name}" for name in row),
            "  end",
        ]
    lines += [f"  {name} --> {used}" for name, used in nearest(uses())]
    return "\n".join([*lines, "```"])


def table() -> str:
    """What each package says of itself, and whom it uses."""
    lines, found = ["| package | what it is | uses |", "|---|---|---|"], uses()
    for name in packages():
        said = (ast.get_docstring(ast.parse(_sources(name)[0].read_text("utf-8"))) or "").split("\n")[0]
        used = ", ".join(f"`{one}`" for one in packages() if one in found[name]) or "–"
        lines.append(f"| `{name}` | {said} | {used} |")
    return "\n".join(lines)


MADE = {"picture": picture, "packages": table}


def written(page: str) -> str:
    """The page with what is made put in."""
    for name, make in MADE.items():
        begin, end = f"<!-- {name} -->", f"<!-- end {name} -->"
        assert begin in page, name
        page = re.sub(
            f"{begin}.*?{end}", lambda _, m=make, b=begin, e=end: f"{b}\n{m()}\n{e}", page, flags=re.DOTALL
        )
    return page


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
