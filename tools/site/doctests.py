"""Docstrings for the API pages: examples that a shell shows become blocks of code."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def fenced(text: str) -> str:
    """A docstring with a fence around each example; one that stands in an indented section is left to it."""
    return _EXAMPLE.sub(lambda example: f"```python\n{example[0]}\n```", text)


class Doctests(griffe.Extension):
    """Does so for everything in a package."""

    def on_package(self, *, pkg: griffe.Module, **_others: Any) -> None:
        """As griffe asks, once it has read the package."""
        _fence(pkg)


def _fence(whole: griffe.Object) -> None:
    if whole.docstring is not None:
        whole.docstring.value = fenced(whole.docstring.value)
    for part in whole.members.values():
        if isinstance(part, griffe.Object):
            _fence(part)
