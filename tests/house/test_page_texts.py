"""Each module of the browser shows only texts of parts that are loaded before it.

What is here when a module runs is found from the sources: a module that is imported as such has what its importers have;
where one is loaded later, `worded(import(…), "part")` adds a part. Where several ways lead to it, what all of them have.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache

import pytest

from paiju.locales.pages import FIRST, page_texts
from paiju.server.http.assets import ROOT

_LATER = re.compile(r'(worded\(\s*)?import\((["`])(\.[^"`]+)\2\)((?:,\s*"\w+")*)')
_STATIC = re.compile(r'^(?:import|export)\b[^;"]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)
_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_CONSTANT = re.compile(r'^const ([A-Z_]+) = "(web[\w.]*)";', re.MULTILINE)
_WHOLE = re.compile(r"""["'`]([a-z_]+(?:\.[\w-]+)+)["'`]""")
_HOLED = re.compile(r"`([a-z_]+\.[\w.-]*\$\{[^`]*)`")
_HOLE = re.compile(r"\$\{[^{}]*\}")
_ANY_KEY = {"texts.js", "home/settings.js"}
"""Those with a key that begins with a hole, or that say what there is."""
_PARTS = {key: part for part, texts in page_texts("en").items() for key in texts}


@cache
def script(name: str) -> str:
    """A module without remarks, constants put in for the holes of keys."""
    text = _REMARK.sub("", (ROOT / name).read_text("utf-8"))
    for constant, value in _CONSTANT.findall(text):
        text = text.replace(f"${{{constant}}}", value)
    return text


def resolved(name: str, target: str) -> str:
    """The path of a module that another one names; a game of another package has the plain files."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target.replace("${name}", "plain")))


@cache
def parts_at() -> dict[str, frozenset[str]]:
    """For each module that can be reached, the parts that have come before it runs."""
    found = {"app.js": frozenset({FIRST})}
    waiting = ["app.js"]
    while waiting:
        name = waiting.pop()
        ways = [(one or two, frozenset()) for one, two in _STATIC.findall(script(name))]
        for worded, _, target, names in _LATER.findall(script(name)):
            ways.append((target, frozenset(re.findall(r"\w+", names)) if worded else frozenset()))
        for target, added in ways:
            path = resolved(name, target)
            have = found[name] | added
            if found.get(path) != (common := found.get(path, have) & have):
                found[path] = common
                waiting.append(path)
    return found


def displayed(name: str) -> set[str]:
    """The keys that a module names, those with holes filled in every way there is a text for."""
    keys = set(_WHOLE.findall(script(name))) & _PARTS.keys()
    for holed in _HOLED.findall(script(name)):
        pattern = re.compile("[^.]*".join(map(re.escape, _HOLE.split(holed))) + r"(\..+)?")
        keys |= {key for key in _PARTS if pattern.fullmatch(key)}
    return keys


def test_every_module_of_the_browser_is_reached() -> None:
    """All own modules but the service worker are reached, so that none is left out below."""
    own = {path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.js")}
    assert own - parts_at().keys() == {"sw.js"}


@pytest.mark.parametrize("part", sorted(set(_PARTS.values()) - {FIRST}))
def test_every_part_of_the_texts_is_loaded_somewhere(part: str) -> None:
    assert any(part in parts for parts in parts_at().values())


def test_no_module_displays_a_text_before_it_is_loaded() -> None:
    early = {
        (name, key, _PARTS[key])
        for name, parts in parts_at().items()
        if name not in _ANY_KEY
        for key in displayed(name)
        if _PARTS[key] not in parts
    }
    assert sorted(early) == []
