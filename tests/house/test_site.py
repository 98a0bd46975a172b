"""The documentation site: its examples hold in the rules, its three languages say the same, its code runs, it builds."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
import zipfile
from itertools import combinations
from pathlib import Path

import pytest

import paiju
from paiju.locales import LANGUAGES, Texts, leaflet
from tools.site import differences, examples, links, playground, publish, telling

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
GAMES = ("baohuang", "paohuzi")
WITH_CODE = sorted(page for page in DOCS.rglob("*.md") if "\n>>> " in page.read_text("utf-8"))
PAIRS = [(game, *pair) for game in GAMES for pair in combinations(paiju.load(game).presets(), 2)]
# Scorings that differ by the switches that stand behind them alone (BH A16).
ALIKE = {"free", "moegirl"}


def rulebook(game: str, lang: str) -> str:
    return (DOCS / "rulebook" / f"{game}.{lang}.md").read_text("utf-8")


@pytest.mark.parametrize("page", WITH_CODE, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page: Path) -> None:
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried
    assert not failed


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_a_rulebook_holds_in_the_rules(game: str) -> None:
    found = list(examples.found(rulebook(game, "en")))
    question = [row for example in found for row in example.rows() if row.line.expected is not None]
    assert len(question) > 25
    assert [wrong for example in found for wrong in examples.wrong(example)] == []


def test_a_wrong_example_is_found() -> None:
    reported = "baohuang pagat\n9 9 9 b beats 8 8 8 8: no\n"
    assert examples.wrong(examples.read(reported)) == ["9 9 9 b beats 8 8 8 8: 'no', the rules say 'yes'"]


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_have_the_same_examples_under_the_same_headings_and_cite_the_same_rules(
    game: str,
) -> None:
    def bones(lang: str) -> list[str]:
        return re.findall(
            r"^#+|^```example\n.*?^```$|[BP][HZ] [AM]?\d[\d.-]*",
            rulebook(game, lang),
            re.MULTILINE | re.DOTALL,
        )

    cited = set(re.findall(r"[BP][HZ] [AM]?\d[\d.-]*\d|[BP][HZ] [AM]\d", rulebook(game, "en")))
    assert len(cited) > 10
    for lang in LANGUAGES:
        assert bones(lang) == bones("en"), lang


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_cited_on_the_site_exists(game: str) -> None:
    anchors = links.anchors(game)
    letters = {name: letters for letters, name in links.GAMES.items()}[game]
    cited = set(re.findall(rf"{letters} ([AM]?\d+(?:[.-]\d+)?)", rulebook(game, "en")))
    cited |= {
        rule.cite.partition(" ")[2].removeprefix("§") for rule in paiju.load(game).options({}).declared()
    }
    assert cited <= set(anchors), cited - set(anchors)


@pytest.mark.parametrize(("game", "one", "other"), PAIRS, ids=lambda value: value)
def test_every_difference_of_two_presets_has_an_example_that_tells_them_apart(
    game: str, one: str, other: str
) -> None:
    sets = [paiju.load(game).options({"preset": preset}) for preset in (one, other)]
    for contrast in leaflet.contrasts(*sets, Texts("en")):
        rows = [differences.answers(game, contrast.option, options) for options in sets]
        answers = [[row.answer for row in side] for side in rows if side is not None]
        assert answers, contrast.option
        values = {str(getattr(options, contrast.option)) for options in sets}
        if len(answers) > 1 and not (contrast.option == "scoring" and values == ALIKE):
            assert answers[0] != answers[1], contrast.option


def test_the_texts_of_the_site_have_the_same_keys_and_holes() -> None:
    def holes(lang: str) -> list[tuple[str, list[str]]]:
        return [(key, sorted(re.findall(r"\{\w+\}", text))) for key, text in telling.words(lang).items()]

    for lang in LANGUAGES:
        assert holes(lang) == holes("en"), lang


def test_an_example_is_drawn_in_every_language() -> None:
    block = "```example\npaohuzi akagiri\nU3 b6, E3 b9 | s1 s2 + s3 by self: no\n```"
    for lang in LANGUAGES:
        drawn = examples.drawn(block, lang)
        assert drawn.count("<svg") == 9
        assert telling.words(lang)["hu.no"] in drawn


def test_the_browsers_python_needs_no_library(tmp_path: Path) -> None:
    playground.archive(tmp_path / "paiju.zip")
    with zipfile.ZipFile(tmp_path / "paiju.zip") as file:
        file.extractall(tmp_path)
    question = json.dumps({"verb": "sample", "lang": "zh", "game": "paohuzi"})
    program = f"from tools.site.bridge import Desk; print(Desk().call({question!r}))"
    command = [
        sys.executable,
        "-I",
        "-S",
        "-c",
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {program}",
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "error" not in json.loads(done.stdout)


def test_third_party_browser_files_are_recorded_with_licence_and_hash() -> None:
    reported = playground.recorded()
    assert re.fullmatch(r"\d+(\.\d+)+", reported["version"])
    assert reported["license"] == "MPL-2.0"
    assert reported["integrity"].startswith("sha512-")


def test_versions_of_the_site_are_kept_side_by_side(tmp_path: Path) -> None:
    built, pages = tmp_path / "site", tmp_path / "pages"
    (built / "search").mkdir(parents=True)
    pages.mkdir()
    for name in ("v0.9.0", "main", "v0.10.0"):
        publish.publish(built, pages, name)
    listed = json.loads((pages / "versions.json").read_text("utf-8"))
    assert [one["version"] for one in listed] == ["0.10.0", "0.9.0", "main"]
    assert "0.10.0/" in (pages / "index.html").read_text("utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, but for most of its generated pages."""
    folder = tmp_path_factory.mktemp("site")
    environ = os.environ | {"NO_MKDOCS_2_WARNING": "1", "PAIJU_SITE": "small"}
    command = [sys.executable, "-m", "mkdocs", "--quiet", "build", "--strict", "--site-dir", str(folder)]
    subprocess.run(command, cwd=ROOT, env=environ, check=True)
    return folder


def test_the_site_builds_and_loads_nothing_from_other_hosts(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 20
    question = re.compile(r'<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)="(https?:)?//[^"]+"')
    for page in pages:
        found = [
            match[0] for match in question.finditer(page.read_text("utf-8")) if "canonical" not in match[0]
        ]
        assert not found, page


def test_docstring_examples_are_formatted_as_code(site: Path) -> None:
    page = (site / "api" / "paiju" / "index.html").read_text("utf-8")
    assert "language-python highlight" in page
    assert "<blockquote>" not in page


def test_persian_pages_are_written_from_right_to_left(site: Path) -> None:
    head = (site / "rulebook" / "baohuang.fa" / "index.html").read_text("utf-8")
    assert '<html lang="fa"' in head
    assert '<body dir="rtl"' in head
    assert '<body dir="ltr"' in (site / "rulebook" / "baohuang.zh" / "index.html").read_text("utf-8")


def test_citations_link_to_their_rule(site: Path) -> None:
    page = (site / "rulebook" / "baohuang.zh" / "index.html").read_text("utf-8")
    anchors = set(re.findall(r'href="../../rules/baohuang/#([^"]+)"', page))
    rules = (site / "rules" / "baohuang" / "index.html").read_text("utf-8")
    assert {"a11-beating-a-play", "a18-48"} <= anchors <= set(re.findall(r'id="([^"]+)"', rules))
