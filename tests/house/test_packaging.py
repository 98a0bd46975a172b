"""What is sent out: a source distribution that tests itself, a README that stands alone, licences declared."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
VENDOR = ROOT / "src" / "paiju" / "server" / "web" / "vendor"
TARGETS = SETTINGS["tool"]["hatch"]["build"]["targets"]


def test_the_source_distribution_holds_the_whole_tree() -> None:
    """Tests and lint need all of it."""
    held = {"pyproject.toml", *TARGETS["sdist"]["include"]}
    assert held <= {path.name for path in ROOT.iterdir()}
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
        assert {name.partition("/")[0] for name in listed.stdout.splitlines()} == held


def _as_on_the_index(text: str) -> str:
    for change in SETTINGS["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    return text.replace("$HFPR_VERSION", PROJECT["version"])


def test_on_a_package_index_every_link_of_the_readme_leads_to_a_file_of_this_version() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = _as_on_the_index(readme)
    before = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", readme)
    after = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", shown)
    assert len(before) == len(after) > 10
    source, version = PROJECT["urls"]["Source"], PROJECT["version"]
    raw = source.replace("//github.com/", "//raw.githubusercontent.com/")
    for (picture, link), (_, target) in zip(before, after, strict=True):
        place = f"{raw}/v{version}/" if picture else f"{source}/blob/v{version}/"
        assert target == (link if link.startswith("https://") else place + link)
    assert "$" not in shown.replace("$ ", "")


def test_all_addresses_of_the_project_are_one() -> None:
    source = PROJECT["urls"]["Source"]
    assert all(url.startswith(source) for url in PROJECT["urls"].values())


def test_every_licence_of_what_is_shipped_is_declared() -> None:
    vendored = json.loads((VENDOR / "VERSIONS.json").read_text("utf-8"))
    licences = {part["licence"] for entry in vendored for part in (entry, *entry.get("contains", ()))}
    assert set(PROJECT["license"].split(" AND ")) == {"Apache-2.0", *licences}


def test_every_licence_text_goes_with_the_package() -> None:
    texts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("LICENSE*")}
    assert set(PROJECT["license-files"]) == {"LICENSE", *texts}


def test_the_versions_of_python_are_named_from_the_oldest_on() -> None:
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"]))
    oldest = PROJECT["requires-python"].removeprefix(">=3.")
    assert [int(minor) for minor in named] == list(range(int(oldest), int(named[-1]) + 1))
    assert len(named) > 1
