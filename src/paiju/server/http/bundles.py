"""The client's modules, joined into a few files that a browser fetches at once.

A bundle is one function that adds modules by name, each as a function of its own that runs when it is first needed
(`web/modules.js` keeps them). So nothing is renamed, and a module reads in a bundle as it does in its file.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

_IMPORT = re.compile(r'^(?:import|export)\b[^;"]*?\bfrom "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)
_LATER = re.compile(r'\bimport\(([`"])(\.[^`"]+)\1\)')
_FROM = re.compile(r'^import\s+(?:(\{[^}]*\}|\* as \w+)\s+from\s+)?"(\.[^"]+)";', re.MULTILINE)
_PASSED_ON = re.compile(r'^export\s+\{([^}]*)\}\s+from\s+"(\.[^"]+)";', re.MULTILINE)
_LISTED = re.compile(r"(^|;)export\s*\{([^}]*)\};?", re.MULTILINE)
_DECLARED = re.compile(r"^export (?=(?:const|(?:async )?function\*?|class) (\w+))", re.MULTILINE)
_RENAMED = re.compile(r"(\w+) as (\w+)")
_SHARED = "shared"
_HEAD = """\
//# allFunctionsCalledOnLoad
export default (modules, $load) => {
const $need = (name) => modules[name]();
const $add = (name, make) => {
let made;
modules[name] ??= () => (made ??= make());
};
"""
"""The prefix of a bundle's name; no module's name begins with a dollar."""


class Bundles:
    """The bundle of each module, and the contents of the bundles.

    `folders` are those whose modules are entries of a bundle: what a page loads by itself. A module goes to the bundle
    of the entries that import it, to the first bundle if one of those is there, else to one that several share; so a
    bundle needs no other one beside those two.
    """

    def __init__(self, sources: Mapping[str, bytes], folders: Mapping[str, tuple[str, ...]]) -> None:
        self._sources = {name: body.decode() for name, body in sources.items()}
        self._folders = folders

    def modules(self, entries: Iterable[str]) -> list[str]:
        """The modules `entries` and all that they import, nearest first."""
        found = dict.fromkeys(entries)
        waiting = list(found)
        for name in waiting:
            for path in self.imports.get(name, ()):
                if path not in found:
                    found[path] = None
                    waiting.append(path)
        return [name for name in found if name in self._sources]

    def needed(self, entries: Iterable[str]) -> list[str]:
        """The bundles with the modules `entries` and all that they import."""
        found = {self.homes[name] for name in self.modules(entries) if name in self.homes}
        return sorted(found, key=[*self._folders, _SHARED].index)

    @cached_property
    def later(self) -> list[str]:
        """The modules that others load later, and the one that a page starts with."""
        found = {"app.js", *(path for name in self._sources for path in self._later(name))}
        return sorted(found & self._sources.keys())

    @cached_property
    def homes(self) -> dict[str, str]:
        """The bundle of each module that is in one."""
        at = {folder: bundle for bundle, folders in self._folders.items() for folder in folders}
        first = next(iter(self._folders))
        wanted: dict[str, set[str]] = {}
        for entry in self.later:
            for name in self.modules((entry,)):
                wanted.setdefault(name, set()).add(at[posixpath.dirname(entry)])
        return {
            name: first if first in bundles else bundles.pop() if len(bundles) == 1 else _SHARED
            for name, bundles in wanted.items()
        }

    @cached_property
    def bodies(self) -> dict[str, bytes]:
        """The bundles."""
        return {
            bundle: (
                _HEAD
                + "".join(self._added(name) for name, home in sorted(self.homes.items()) if home == bundle)
                + "};\n"
            ).encode()
            for bundle in dict.fromkeys(self.homes.values())
        }

    @cached_property
    def imports(self) -> dict[str, list[str]]:
        """The modules that each module imports itself."""
        return {
            name: [_beside(name, one or two) for one, two in _IMPORT.findall(source)]
            for name, source in self._sources.items()
        }

    def _later(self, name: str) -> list[str]:
        """The modules that a module may load later."""
        return [_beside(name, path) for _, path in _LATER.findall(self._sources[name])]

    def exports(self, name: str) -> dict[str, str]:
        """The exports of a module, each with its name within it."""
        return self._rewritten(name)[1]

    def _added(self, name: str) -> str:
        source, given = self._rewritten(name)
        exported = ", ".join(f"{name}: {own}" for name, own in given.items())
        return f"$add({json.dumps(name)}, () => {{\n{source}\nreturn {{ {exported} }};\n}});\n"

    def _rewritten(self, name: str) -> tuple[str, dict[str, str]]:
        """A module as the body of a function, and what it gives others."""
        given: dict[str, str] = {}

        def needs(path: str) -> str:
            return f"$need({json.dumps(_beside(name, path))})"

        def taken(found: re.Match[str]) -> str:
            what = _RENAMED.sub(r"\1: \2", (found[1] or "").removeprefix("* as "))
            return f"const {what} = {needs(found[2])};" if what else f"{needs(found[2])};"

        def passed_on(found: re.Match[str]) -> str:
            given.update((other, f"{needs(found[2])}.{own}") for own, other in _pairs(found[1]))
            return ""

        def listed(found: re.Match[str]) -> str:
            given.update((other, own) for own, other in _pairs(found[2]))
            return found[1]

        def declared(found: re.Match[str]) -> str:
            given[found[1]] = found[1]
            return ""

        source = self._sources[name]
        steps: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
            (_FROM, taken),
            (_PASSED_ON, passed_on),
            (_LISTED, listed),
            (_DECLARED, declared),
            (_LATER, lambda found: f"$load({found[1]}{_beside(name, found[2])}{found[1]})"),
        )
        for pattern, write in steps:
            source = pattern.sub(write, source)
        return source, given


def _beside(name: str, path: str) -> str:
    """A path that a module names, from the root."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _pairs(names: str) -> list[tuple[str, str]]:
    """The names in the braces of an export: those within the module, and those outside."""
    each = (name.split() for name in names.split(",") if name.strip())
    return [(words[0], words[-1]) for words in each]
