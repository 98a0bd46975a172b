"""Packs what the playground runs on into build/playground: Python for the browser, and the rules themselves.

python -m tools.site.playground

Pyodide's core comes from the package registry of npm; npm/package-lock.json records its version, licence and hash, and npm
takes nothing else. Where it is missing the site is built without it, and its playground says so.
"""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paiju.locales import LANGUAGES
from tools.site.telling import words

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
PAGE = HERE / "play"
TARGET = ROOT / "build" / "playground"
PYODIDE = HERE / "npm" / "node_modules" / "pyodide"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
SOURCE = "https://github.com/pyodide/pyodide"

# What the playground asks runs on these alone; as far as it asks, they need nothing but Python.
_PACKAGES = ("core", "games", "kernels", "bots", "analysis", "conformance", "locales")
_OWN = (
    "bridge", "tables", "holding", "telling", "drawing", "rows", "examples", "differences", "asking_baohuang", "asking_paohuzi",
)  # fmt: skip
_MOMENT = (2020, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that the same sources give the same bytes."""


def recorded() -> dict[str, Any]:
    """What is recorded of Pyodide: version, licence, hash."""
    lock = json.loads((HERE / "npm" / "package-lock.json").read_text("utf-8"))
    entry = lock["packages"]["node_modules/pyodide"]
    return {key: entry[key] for key in ("version", "license", "integrity")}


def packed() -> Iterator[tuple[str, Path]]:
    """The files of the archive of rules: their names in it, and where they stand."""
    package = ROOT / "src" / "paiju"
    yield "paiju/__init__.py", package / "__init__.py"
    for name in _PACKAGES:
        for path in sorted((package / name).rglob("*")):
            inside = path.relative_to(package)
            if path.suffix in (".py", ".json") and inside.parts[:2] != ("locales", "web"):
                yield f"paiju/{inside.as_posix()}", path
    yield "tools/site/__init__.py", HERE / "__init__.py"
    for name in _OWN:
        yield f"tools/site/{name}.py", HERE / f"{name}.py"
    for path in sorted((*HERE.glob("differences_*.txt"), *HERE.glob("texts/*.json"))):
        yield f"tools/site/{path.relative_to(HERE).as_posix()}", path
    for name in ("cards.svg", "tiles.svg"):
        yield f"src/paiju/server/web/{name}", package / "server" / "web" / name


def archive(target: Path) -> None:
    """Writes the archive of rules."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, path in packed():
            file.writestr(zipfile.ZipInfo(name, _MOMENT), path.read_bytes(), zipfile.ZIP_DEFLATED)


def build() -> None:
    """Puts everything into build/playground; nothing where Pyodide is not installed."""
    shutil.rmtree(TARGET, ignore_errors=True)
    if not PYODIDE.is_dir():
        return
    TARGET.mkdir(parents=True)
    for name in FILES:
        shutil.copy(PYODIDE / name, TARGET)
    archive(TARGET / "paiju.zip")
    reported = {
        "pyodide": {**recorded(), "source": SOURCE},
        "cpython": {"license": "PSF-2.0", "part of": "pyodide"},
    }
    (TARGET / "licences.json").write_text(json.dumps(reported, indent=1) + "\n", "utf-8")


def pieces() -> Iterator[tuple[str, bytes]]:
    """The files of the playground on the site, by name; without what it runs on where that is not there."""
    built = sorted(TARGET.glob("*"))
    for path in (*sorted(PAGE.glob("*.[hjc]*")), *built):
        yield path.name, path.read_bytes()
    yield "built.json", json.dumps({"bytes": sum(path.stat().st_size for path in built)}).encode()
    yield "texts.json", json.dumps({lang: _texts(lang) for lang in LANGUAGES}).encode()


def _texts(lang: str) -> dict[str, str]:
    """What the page says by itself, before Python runs."""
    mark = "play."
    return {key.removeprefix(mark): text for key, text in words(lang).items() if key.startswith(mark)}


if __name__ == "__main__":
    build()
