"""The fonts of the pages: small sets of fonts of known names, so that a browser sees the same on every machine.

`python -m tests.e2e.faces` names the Debian packages that are missing here, and nothing if there are none.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from tools.browser import CHROMIUM

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "faces"
FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")

_CJK = {"NotoSansCJK-Regular.ttc": "fonts-noto-cjk", "NotoSansCJK-Bold.ttc": "fonts-noto-cjk"}
_SIGNS = {"NotoSansSymbols2-Regular.ttf": "fonts-noto-core", "NotoSansMath-Regular.ttf": "fonts-noto-core"}
SETS: dict[str, tuple[str, dict[str, str]]] = {
    "noto": (
        "Noto Sans",
        {
            **dict.fromkeys(("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"), "fonts-noto-core"),
            **dict.fromkeys(("NotoSansArabic-Regular.ttf", "NotoSansArabic-Bold.ttf"), "fonts-noto-core"),
            **_SIGNS,
            **_CJK,
        },
    ),
    "dejavu": (
        "DejaVu Sans",
        {**dict.fromkeys(("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), "fonts-dejavu-core"), **_CJK},
    ),
    "liberation": (
        "Liberation Sans",
        {
            **dict.fromkeys(("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"), "fonts-liberation"),
            **dict.fromkeys(("NotoNaskhArabic-Regular.ttf", "NotoNaskhArabic-Bold.ttf"), "fonts-noto-core"),
            **_SIGNS,
            **_CJK,
        },
    ),
}
"""Each set by its name: the family a page gets when it asks for the system's, and its files with their Debian packages.
Lines are tallest in Noto, letters widest in DejaVu and narrowest in Liberation, whose Persian is a tall Naskh."""

PINNED = os.environ.get("PAIJU_FACES", "noto")
"""What all browser tests use that do not name a set."""

_CONFIG = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
<dir>{folder}</dir>
<cachedir>{cache}</cachedir>
<match target="pattern">
  <edit name="family" mode="append_last"><string>{family}</string></edit>
  <edit name="antialias" mode="assign"><bool>true</bool></edit>
  <edit name="hinting" mode="assign"><bool>true</bool></edit>
  <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
  <edit name="rgba" mode="assign"><const>none</const></edit>
</match>
</fontconfig>
"""


def _places(names: Iterable[str]) -> dict[str, Path]:
    """Where the files of these names lie; those that are nowhere are left out."""
    wanted = set(names)
    found: dict[str, Path] = {}
    for folder in FOLDERS:
        for path in sorted(Path(folder).expanduser().rglob("*.tt[cf]")):
            if path.name in wanted:
                found.setdefault(path.name, path)
    return found


def missing(names: Iterable[str] = tuple(SETS)) -> list[str]:
    """The Debian packages that the browser, or one of these sets, still needs on this machine."""
    files = {file: package for name in names for file, package in SETS[name][1].items()}
    there = _places(files)
    lacking = {package for file, package in files.items() if file not in there}
    if not CHROMIUM.exists():
        lacking.add("chromium")
    return sorted(lacking)


def config(name: str) -> Path:
    """A fontconfig file that knows the set `name` and nothing else; its files are links below `build`."""
    family, files = SETS[name]
    folder = BUILT / name
    links = folder / "fonts"
    links.mkdir(parents=True, exist_ok=True)
    wanted = _places(files)
    for link in links.iterdir():
        if wanted.get(link.name) != link.readlink():
            link.unlink()
    for file, path in wanted.items():  # a browser that runs keeps those it has
        if not (links / file).is_symlink():
            (links / file).symlink_to(path)
    target = folder / "fonts.conf"
    target.write_text(_CONFIG.format(folder=links, cache=folder / "cache", family=family))
    return target


if __name__ == "__main__":
    print(" ".join(missing()))
