"""Puts a built site beside those of other versions.

python -m tools.site.publish SITE PAGES NAME

NAME is a tag, as `v0.2.0`, or a branch. Each has a folder in PAGES; `versions.json` lists them for the choice of versions on
every page, and the first page leads to the newest release, or to the branch as long as there is none.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

_FIRST = '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={0}/"><a href="{0}/">{0}</a>\n'


def publish(site: Path, pages: Path, name: str) -> None:
    """Copies the site, and tells its neighbours of it."""
    folder = pages / name.removeprefix("v")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(site, folder)
    known = sorted(
        (path.name for path in pages.iterdir() if (path / "search").is_dir()), key=_age, reverse=True
    )
    newest = known[0]
    listed = [{"version": one, "title": one, "aliases": ["latest"] if one == newest else []} for one in known]
    (pages / "versions.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
    (pages / "index.html").write_text(_FIRST.format(newest), "utf-8")
    (pages / ".nojekyll").touch()


def _age(name: str) -> tuple[bool, tuple[int, ...]]:
    """Releases by number, branches before all of them."""
    number = re.fullmatch(r"(\d+)\.(\d+)\.(\d+)", name)
    return number is not None, tuple(map(int, number.groups())) if number else ()


if __name__ == "__main__":
    publish(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
