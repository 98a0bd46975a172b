"""Only its own module assigns an object's attributes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import paiju

TABLE = sorted((Path(paiju.__file__).parent / "server" / "table").glob("*.py"))
WRITTEN = {"record"}
"""The document of a match is written where its text is."""


@pytest.mark.parametrize("path", TABLE, ids=lambda path: path.stem)
def test_no_module_assigns_attributes_of_others(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    own = set(fields(tree))
    assert not [ast.unparse(target) for target in assigned(tree) if target.attr not in own]


def test_the_search_for_foreign_assignments_finds_them() -> None:
    tree = ast.parse("class A:\n    x: int\na.x = 1\nself.y = b.z = 2\nc.w.v += 1\nself.q.r, s = 3, 4\n")
    found = [ast.unparse(target) for target in assigned(tree) if target.attr not in set(fields(tree))]
    assert found == ["b.z", "c.w.v", "self.q.r"]


def fields(tree: ast.Module) -> Iterator[str]:
    """The fields of the classes of a module."""
    for made in ast.walk(tree):
        if isinstance(made, ast.ClassDef):
            for node in made.body:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    yield node.target.id


def assigned(tree: ast.Module) -> Iterator[ast.Attribute]:
    """The attributes that a module assigns to anything but an object in its own methods."""
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(one, ast.Attribute) and name_of(one.value) not in {"self", *WRITTEN}:
                    yield one


def name_of(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
