"""What MkDocs asks while it builds the site (`hooks` in mkdocs.yml)."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import paiju
from tools.site import drawing, examples, layers, links, pages, playground
from tools.site.telling import words

ROOT = Path(__file__).parents[2]
ASSETS = Path(__file__).with_name("assets")
LANGUAGE = re.compile(r"\.(zh|en|fa)\.md$")


def on_config(config: Any) -> Any:
    """Where several versions stand side by side, each page offers them."""
    if os.environ.get("PAIJU_VERSIONS"):
        config.extra["version"] = {"provider": "mike"}
    config.copyright = f"paiju {paiju.__version__} · Apache-2.0"
    return config


def on_files(files: Files, config: Any) -> Files:
    """Adds what is not written twice: pages of the root, API, option sets and their differences."""
    for source, name in links.MOVED.items():
        if source != "README.md":
            files.append(File.generated(config, name, content=(ROOT / source).read_text("utf-8")))
    for path in sorted(ASSETS.iterdir()):
        files.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    for name, content in playground.pieces():
        files.append(File.generated(config, f"playground/{name}", content=content))
    for name, content in pages.generated():
        files.append(File.generated(config, name, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Turns links, draws examples, cites rules."""
    name = page.file.src_uri
    at = next((old for old, new in links.MOVED.items() if new == name and old != "README.md"), f"docs/{name}")
    text = links.to_site(markdown, at, config.repo_url)
    if name.startswith("rules/"):
        return links.with_rows(text, Path(name).stem)
    lang = language(name)
    text = layers.drawn(examples.drawn(text, lang or "en"))
    if name == "index.md":
        page.meta["hide"] = ["navigation"]
    if not lang:
        return text
    title = re.search(r"^# (.*)$", text, re.MULTILINE)
    assert title is not None
    page.meta["title"] = title[1]  # it stands below the line that leads to the other languages
    return links.cited(pages.switch(name) + text, posixpath.relpath(".", posixpath.dirname(name)) + "/")


def on_page_content(html: str, page: Any, config: Any, files: Files) -> str:
    """Puts the card faces that a page draws beside it."""
    return html + drawing.sprite(html)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """Says which language a page is in, and which way it is read."""
    lang = language(page.file.src_uri)
    if lang and lang != "en":
        output = output.replace('<html lang="en"', f'<html lang="{lang}"', 1)
        output = output.replace("Table of contents", words(lang)["contents"])
    return output.replace('<body dir="ltr"', '<body dir="rtl"', 1) if lang == "fa" else output


def language(name: str) -> str:
    """The language that the name of a page says, "" for a page that stands in English alone."""
    found = LANGUAGE.search(name)
    return found[1] if found else ""
