"""Layers that know games by packs alone name none outside the folders of the games."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import paiju
from paiju.games import registry

SRC = Path(paiju.__file__).parent
NAMED = re.compile(rf"(?<![\w-])({'|'.join(paiju.available())})(?!\w)")
ABOUT_ONE_GAME = {
    "__init__.py": "types of the public names",
    "games/registry.py": "the registry itself",
    "bench/": "rows and peers of each game",
    "cli/hand.py": "hands of Paohuzi",
    "cli/train": "training, which Bao Huang alone has",
    "train/": "the same",
}
"""What names a game all the same, and why; no layer of packs is among them."""


def code_of(path: Path) -> str:
    """The code of a file without its docstrings and comments."""
    text = re.sub(r'"""(?:.|\n)*?"""', "", path.read_text("utf-8"))
    return re.sub(r"#.*", "", text)


@pytest.mark.parametrize("layer", registry.LAYERS)
def test_no_file_outside_its_folder_names_a_game(layer):
    assert not [at for at in naming() if at.startswith(f"{layer}/")]


def test_whatever_else_names_a_game_is_about_one():
    found = naming()
    assert not [at for at in found if not at.startswith(tuple(ABOUT_ONE_GAME))]
    assert all(any(at.startswith(place) for at in found) for place in ABOUT_ONE_GAME)


@cache
def naming() -> list[str]:
    """The files outside the folders of the games whose code names one."""
    found = []
    for path in sorted(SRC.rglob("*.py")):
        at = path.relative_to(SRC).as_posix()
        inside = any(f"/{game}/" in at or at.endswith(f"/{game}.py") for game in paiju.available())
        if not inside and NAMED.search(code_of(path)):
            found.append(at)
    return found


@pytest.mark.parametrize("game", paiju.available())
@pytest.mark.parametrize("layer", registry.LAYERS)
def test_every_layer_has_a_pack_for_every_game(layer, game):
    assert registry.pack(layer, game) is not None
