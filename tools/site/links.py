"""Links of the site: out of docs/ to the forge, rule numbers to the rules of record."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

from pymdownx.slugs import slugify

ROOT = Path(__file__).parents[2]
GAMES = {"BH": "baohuang", "PZ": "paohuzi"}
MOVED = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting.md",
}
"""Pages that stand outside docs/, and their names on the site."""

SITE = "https://paiju.github.io/paiju/"
"""Where the site is published."""

_LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s#]+)(#[^)\s]*)?\)")
_PUBLISHED = re.compile(rf"\]\({SITE}([^)]+)\)")
_CODE = re.compile(r"(```.*?```|`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\)|^#[^\n]*$)", re.DOTALL | re.MULTILINE)
_CITED = re.compile(r"\b(?:BH (?:A\d+(?:-\d+)?|C\d-[A-Z]\d+)|PZ (?:M\d+|\d\.\d+|case \d+|§?\d))(?![\d.]\d)")
_SLUG = slugify(case="lower")


def to_site(markdown: str, at: str, repository: str) -> str:
    """The text of a page with the links that leave docs/ turned to the site's own pages, else to the forge.

    `at` is where the page stands in the repository, as `docs/bots.md`. What is generated has no place there: a page names
    it by its address on the published site.
    """
    here = posixpath.dirname(at)
    home = posixpath.dirname(_site_name(at))

    def changed(link: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(here, link[1]))
        if target.startswith("docs/") or target in MOVED:
            return f"]({posixpath.relpath(_site_name(target), home or '.')}{link[2] or ''})"
        return f"]({repository}/blob/main/{target}{link[2] or ''})"

    return _PUBLISHED.sub(lambda link: f"]({_generated(link[1], home)})", _LINK.sub(changed, markdown))


def _generated(name: str, home: str) -> str:
    """The file of a page that is published under a name, seen from a folder of the site."""
    file = f"{name}index.html" if name.startswith("playground/") else f"{name.removesuffix('/')}.md"
    return posixpath.relpath(file, home or ".")


def _site_name(path: str) -> str:
    return MOVED.get(path) or path.removeprefix("docs/")


def with_rows(markdown: str, game: str) -> str:
    """The rules of record with an anchor for every row of their ledger and of their worked cases."""
    section, lines = "", []
    for line in markdown.splitlines():
        if head := re.match(r"#{1,3} (?:(A18|C\.\d)\b|(\d)\b)?", line):
            section = head[1] or head[2] or ""
        row = re.match(r"\| ([A-Z]?\d+|\d\.\d+) \|", line)
        name = row and _row_name(game, section, row[1])
        lines.append(f'| <span id="{name}"></span>{row[1]} |{line[row.end() :]}' if row and name else line)
    return "\n".join(lines) + "\n"


def _row_name(game: str, section: str, row: str) -> str:
    if game == "paohuzi":
        return row if "." in row else f"case-{row}" if section == "5" else ""
    if section == "A18":
        return f"a18-{row}"
    return f"{section.replace('.', '')}-{row}".lower() if section.startswith("C") else ""


@cache
def anchors(game: str) -> dict[str, str]:
    """Rule numbers without the game's letters, and where they stand on the page of its rules."""
    text = with_rows((ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8"), game)
    rows = re.findall(r'<span id="([^"]+)">', text)
    heads = re.findall(r"^#+ ((A\d+|M\d+|\d\.\d+|\d)\b.*)$", text, re.MULTILINE)
    numbers = {
        name.replace("case-", "case ") if name.startswith("case") else name.upper(): name for name in rows
    }
    return numbers | {number: _SLUG(head, "-") for head, number in heads}


def cited(markdown: str, up: str) -> str:
    """The text with every rule number that is cited in it, outside of code, as a link; `up` leads to the site's root."""
    parts = _CODE.split(markdown)
    return "".join(
        part if i % 2 else _CITED.sub(lambda m: cite(m[0], up), part) for i, part in enumerate(parts)
    )


def cite(text: str, up: str) -> str:
    """A rule number as a link, as it is where no rule has it."""
    letters, _, number = text.partition(" ")
    number = number.removeprefix("§")
    game = GAMES[letters]
    anchor = anchors(game).get(number) or anchors(game).get(number.partition(".")[0])
    return f"[{text}]({up}rules/{game}.md#{anchor})" if anchor else text
