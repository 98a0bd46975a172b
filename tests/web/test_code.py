"""The browser's code as text: what neither its formatter nor its type checker says."""

import posixpath
import re
from pathlib import Path

from tests.house.imports import circles

WEB = Path(__file__).parents[2] / "src" / "paiju" / "server" / "web"
OWN = [path for path in WEB.rglob("*") if path.suffix in (".js", ".css") and "vendor" not in path.parts]
WIDEST = 110

_COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
_TYPED = re.compile(r"\{[^{}]*\bany\b[^{}]*\}|\bany\[\]|: any\b|<any>")


def test_a_line_can_be_read_without_turning_the_head():
    """Templates are not broken by the formatter."""
    wide = {
        f"{path.relative_to(WEB)}:{n}"
        for path in OWN
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > WIDEST
    }
    assert not wide


def test_type_follows_the_size_that_the_browser_is_set_to():
    """Sizes in px ignore it."""
    sheets = [path for path in OWN if path.suffix == ".css"]
    found = {
        f"{path.relative_to(WEB)}: {size.group()}"
        for path in sheets
        for size in re.finditer(r"(font|font-size|--say):[^;]*\dpx[^;]*;", path.read_text("utf-8"))
    }
    assert not found
    assert not re.search(r"\nhtml[^{]*{[^}]*font(-size)?:", (WEB / "css/base.css").read_text("utf-8"))


def test_everything_has_a_type():
    """`any` switches the checker off for all that is made of it."""
    found = {
        f"{path.relative_to(WEB)}: {comment}"
        for path in OWN
        for comment in _COMMENT.findall(path.read_text("utf-8"))
        if _TYPED.search(comment)
    }
    assert not found


_IMPORTED = re.compile(r"""(?:\bfrom |^import |\bimport\()"(\.[^"]+)\"""", re.MULTILINE)


def test_no_two_modules_need_each_other():
    """Now, or once it is loaded."""
    graph = {}
    for path in OWN:
        if path.suffix == ".js":
            at = path.relative_to(WEB).as_posix()
            code = re.sub(r"//.*", "", _COMMENT.sub("", path.read_text("utf-8")))
            names = _IMPORTED.findall(code)
            graph[at] = {posixpath.normpath(posixpath.join(posixpath.dirname(at), name)) for name in names}
    own = {at: named & graph.keys() for at, named in graph.items()}
    assert sum(map(len, own.values())) > len(own) > 100
    assert circles(own) == []
