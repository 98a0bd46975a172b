"""All pictures of `build/screens` on one page, by language, size and theme, with what the checks found: `python -m tests.e2e.contact`."""

from __future__ import annotations

import json
from collections import defaultdict
from html import escape
from pathlib import Path

from tests.e2e.checks import SIZES

SCREENS = Path(__file__).parents[2] / "build" / "screens"
_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>paiju: every page and state</title><style>
body { margin: 16px; background: #333; color: #eee; font: 14px/1.4 system-ui }
nav { position: sticky; top: 0; padding: 8px 0; background: #333 }
label { margin-inline-end: 14px }
section { margin-block: 28px }
div { display: flex; flex-wrap: wrap; gap: 8px; align-items: start }
img { height: 300px; background: #111; border: 2px solid transparent }
figure { margin: 0 } figcaption { font-size: 11px; color: #bbb }
pre { white-space: pre-wrap; color: #ff9c8f }
</style><h1>Every page and state</h1>
"""
_CHOICE = """<nav>{boxes}</nav><style>{rules}</style>
"""


def parts(path: Path) -> tuple[str, str, str, str]:
    """Name, language, size and theme of a picture."""
    name, size, theme = path.stem.rsplit("-", 2)
    return name, path.parent.name, size, theme


def sheet(folder: Path) -> str:
    """The page; a box for each language, size and theme shows or hides its pictures, without a script."""
    pictures = defaultdict(list)
    for path in sorted(folder.glob("*/*.png")):
        pictures[parts(path)[0]].append(path)
    wrong: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.json")):
        for place, found in json.loads(path.read_text("utf-8")).items():
            name = place.split()[0]
            wrong[name] += [f"{path.stem} {place}: {one}" for one in found]
    displayed = [parts(path) for paths in pictures.values() for path in paths]
    kinds = [value for at in (1, 2, 3) for value in sorted({one[at] for one in displayed}, key=_order)]
    boxes = "".join(f'<label><input type="checkbox" id="{kind}" checked> {kind}</label>' for kind in kinds)
    rules = "".join(f"body:has(#{kind}:not(:checked)) .{kind} {{ display: none }}" for kind in kinds)
    return (
        _HEAD
        + _CHOICE.format(boxes=boxes, rules=rules)
        + "".join(_section(name, paths, wrong[name], folder) for name, paths in pictures.items())
    )


def _order(kind: str) -> tuple[int, str]:
    sizes = list(SIZES)
    return (sizes.index(kind) if kind in sizes else -1, kind)


def _section(name: str, paths: list[Path], wrong: list[str], folder: Path) -> str:
    figures = "".join(
        f'<figure class="{" ".join(parts(path)[1:])}"><a href="{path.relative_to(folder)}">'
        f'<img loading="lazy" src="{path.relative_to(folder)}" alt=""></a>'
        f"<figcaption>{' '.join(parts(path)[1:])}</figcaption></figure>"
        for path in paths
    )
    found = f"<pre>{escape(chr(10).join(wrong))}</pre>" if wrong else ""
    return f"<section><h2>{escape(name)}</h2>{found}<div>{figures}</div></section>\n"


if __name__ == "__main__":
    (SCREENS / "index.html").write_text(sheet(SCREENS), "utf-8")
    print(f"All pictures: {SCREENS / 'index.html'}")
