"""Layers that know games by packs alone name none outside the folders of the games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import paiju
from paiju.games import registry

SRC = Path(paiju.__file__).parent
NAMED = re.compile(rf"(?<![\w-])({'|'.join(paiju.available())})(?!\w)")
NAMING = {
    "__init__.py": "the hand calculator among the public names",
    "games/registry.py": "the registry itself",
}
"""What names a game all the same, and why."""


def code_of(path: Path) -> str:
    """The code of a file without its docstrings and comments."""
    text = re.sub(r'"""(?:.|\n)*?"""', "", path.read_text("utf-8"))
    return re.sub(r"#.*", "", text)


def test_only_a_games_own_folder_names_the_game():
    found = set()
    for path in sorted(SRC.rglob("*.py")):
        at = path.relative_to(SRC).as_posix()
        inside = any(f"/{game}/" in at or at.endswith(f"/{game}.py") for game in paiju.available())
        if not inside and NAMED.search(code_of(path)):
            found.add(at)
    assert found == set(NAMING)


@pytest.mark.parametrize("game", paiju.available())
@pytest.mark.parametrize("layer", registry.LAYERS)
def test_every_layer_has_a_pack_for_every_game(layer, game):
    assert registry.pack(layer, game) is not None
