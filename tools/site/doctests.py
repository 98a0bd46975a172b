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
    """Does so for every object of the API."""

    def on_object(self, *, obj: griffe.Object, **_others: Any) -> None:
        """As griffe asks, once for each object."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)
