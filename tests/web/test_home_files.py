"""The browser's files: what is vendored is what it says, texts agree, nothing asks another host."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

import paiju
from paiju.server.http.assets import Assets

ROOT = Path(str(paiju.__file__)).parent
WEB = ROOT / "server" / "web"
TEXTS = ROOT / "locales" / "web"
AREAS = ("common", "home", "room")
SENT = Assets(WEB)
OWN = [WEB / "app.js", *(WEB / "home").glob("*.js"), *(WEB / "room").glob("*.js"), *(WEB / "ui").glob("*.js")]
SHEETS = [
    WEB / "css" / "base.css",
    *(path for name in ("ui", "home", "room") for path in (WEB / "css" / name).glob("*.css")),
]

_APART = r"""/\*.*?\*/|env\([\w-]+\)|url\("data:[^"]*"\)"""
"""In a style sheet: what is no rule of its own."""


def texts(lang: str) -> dict[str, str]:
    """All texts of the browser in one language."""
    found: dict[str, str] = {}
    for area in sorted((TEXTS / lang).glob("*.json")):
        found |= json.loads(area.read_text("utf-8"))
    return found


def test_vendored_files_are_the_ones_listed():
    listed = {entry["file"]: entry for entry in json.loads((WEB / "vendor" / "VERSIONS.json").read_text())}
    present = {path.name for path in (WEB / "vendor").glob("*.js")}
    assert present == set(listed)
    for name, entry in listed.items():
        assert hashlib.sha256((WEB / "vendor" / name).read_bytes()).hexdigest() == entry["sha256"]
        assert entry["licence"]


@pytest.mark.parametrize("area", AREAS)
def test_languages_have_the_same_keys_and_holes(area):
    files = [json.loads((TEXTS / lang / f"{area}.json").read_text("utf-8")) for lang in ("zh", "en", "fa")]
    assert files[0].keys() == files[1].keys() == files[2].keys()
    for key in files[0]:
        assert key.startswith("web.")
        holes = [sorted(re.findall(r"\{\w+\}", file[key])) for file in files]
        assert holes[0] == holes[1] == holes[2], key


def test_each_text_asked_for_exists():
    known = texts("en")
    for path in OWN:
        for key in re.findall(r'\bt\("(web\.[\w.]+)"', path.read_text("utf-8")):
            assert key in known, (path.name, key)
        for head in re.findall(r"\bt\(`(web\.[\w.]+\.)\$\{", path.read_text("utf-8")):
            assert any(key.startswith(head) for key in known), (path.name, head)


def test_each_icon_asked_for_is_drawn():
    drawn = set(re.findall(r'^  (\w+): "M', (WEB / "ui" / "icon.js").read_text("utf-8"), re.MULTILINE))
    for path in OWN:
        for name in re.findall(r'\bicon="(\w+)"|<\$\{Icon\} name="(\w+)"', path.read_text("utf-8")):
            assert "".join(name) in drawn, (path.name, name)


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_styles_are_logical_and_local(path):
    css = re.sub(_APART, "", path.read_text("utf-8"), flags=re.DOTALL)
    assert not re.search(r"(?<![\w-])(left|right|(margin|padding|border|inset)-(left|right))(?![\w-])", css)
    assert "//" not in css


def test_the_shell_has_nothing_inline():
    shell = (WEB / "index.html").read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)", shell)
    for address in re.findall(r'(?:src|href)="([^"]+)"', shell):
        assert address.startswith("/static/"), address
        assert SENT.get(address.removeprefix("/static/")), address


def test_the_manifest_names_files_that_are_there():
    manifest = json.loads((WEB / "manifest.webmanifest").read_text("utf-8"))
    for icon in manifest["icons"]:
        assert (WEB / icon["src"].removeprefix("/static/")).is_file()


def test_the_worker_keeps_every_file_of_the_page_that_says_there_is_no_network():
    """With one of them missing that page would stay white. All are stored under names with their content in them."""
    filled = SENT.sent("sw.js")[0].body.decode()
    addresses = json.loads(json.loads(re.search(r"JSON\.parse\((.*)\);", filled).group(1)))
    assert all(SENT.sent(address.removeprefix("/static/"))[1] for address in addresses)
    plain = {re.sub(r"\.[0-9a-f]{10}", "", address) for address in addresses}
    assert plain >= {
        "/static/app.js",
        "/static/modules.js",
        "/static/bundles/first.js",
        "/static/css/base.css",
    }
    assert "__" not in re.search(r'STORE = "(.*)"', filled).group(1)


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
def test_each_refusal_and_farewell_of_the_server_has_words(lang):
    known = texts(lang) | json.loads((ROOT / "locales" / f"{lang}.json").read_text("utf-8"))
    for path in (ROOT / "server").rglob("*.py"):
        source = path.read_text("utf-8")
        for code in re.findall(r'ServerError\(\s*"([a-z_.]+)"', source):
            assert f"error.{code}" in known or f"web.error.{code}" in known, (path.name, code)
        for code in re.findall(r'(?:bye|farewell)\([^"\n]*"([a-z_.]+)"', source):
            assert f"web.bye.{code}" in known or f"web.error.{code}" in known, (path.name, code)
