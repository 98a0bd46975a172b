"""There are no import cycles in the package: at the top, inside functions or for type checking."""

from pathlib import Path

import pytest

from tests.house.imports import circles, imports

ROOT = Path(__file__).parents[2]


def test_there_are_no_import_cycles() -> None:
    graph = imports(ROOT / "src" / "paiju")
    assert len(graph) > 300
    assert circles(graph) == []


@pytest.mark.parametrize(
    "back",
    [
        "from box import a",
        "import box.a",
        "from box.a import x",
        "from . import a",
        "from .a import x",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from box.a import x",
        "def lazy():\n    from box.a import x",
    ],
)
def test_every_form_of_import_is_found(tmp_path: Path, back: str) -> None:
    box = _written(
        tmp_path, {"__init__": "", "a": "from box.b import y", "b": "from box import c", "c": back}
    )
    assert circles(imports(box)) == [["box.a", "box.b", "box.c"]]


def test_a_package_counts_as_a_module(tmp_path: Path) -> None:
    files = {"__init__": "from box.a import x", "a": "from box import b", "b": "import json"}
    assert circles(imports(_written(tmp_path, files))) == []
    files["b"] = "from box import x"
    assert circles(imports(_written(tmp_path, files))) == [["box", "box.a", "box.b"]]


def _written(folder: Path, files: dict[str, str]) -> Path:
    box = folder / "box"
    box.mkdir(exist_ok=True)
    for name, text in files.items():
        (box / f"{name}.py").write_text(text, "utf-8")
    return box
