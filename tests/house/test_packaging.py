"""What is sent out: a source distribution that tests itself, a README that stands alone, licences declared."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.specifiers import SpecifierSet
from packaging.version import Version

from tools import constraints

ROOT = Path(__file__).parents[2]
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
VENDOR = ROOT / "src" / "paiju" / "server" / "web" / "vendor"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
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


of_the_pinned = pytest.mark.skipif(
    bool(os.environ.get("NEWEST")), reason="the newest versions are tested, not the pinned ones"
)


@of_the_pinned
def test_the_pinned_versions_are_those_that_the_tests_run_with() -> None:
    assert constraints.needed() == constraints.pinned(), "run: python -m tools.constraints"


@of_the_pinned
def test_the_oldest_python_can_have_the_pinned_versions() -> None:
    """Some ask for a later release of it than systems have: Debian 12 has 3.11.2."""
    oldest = Version(PROJECT["requires-python"].removeprefix(">=") + ".0")
    asked = {name: distribution(name).metadata["Requires-Python"] for name in constraints.pinned()}
    assert not {name: wish for name, wish in asked.items() if oldest not in SpecifierSet(wish or "")}


def test_no_library_for_checking_values_comes_along() -> None:
    assert not {"pydantic", "pydantic-core"} & set(constraints.pinned())


def _steps(workflow: str) -> list[str]:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / workflow).read_text("utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", ["tests.yml", "release.yml"])
def test_a_workflow_runs_what_all_run_here(workflow: str) -> None:
    """With the Python that it has set up: `sudo` alone would look for one where the system's own lies."""
    (step,) = (step for step in _steps(workflow) if step.endswith("bash .ci/run"))
    assert 'env "PATH=$PATH" PYTHON=python ' in step
    assert (ROOT / ".ci" / "run").is_file()


def test_a_release_has_the_version_of_its_tag() -> None:
    """The step that compares them says yes to the tag of this version, and no to another."""
    (step,) = (step for step in _steps("release.yml") if "GITHUB_REF_NAME" in step)
    for tag, status in ((f"v{PROJECT['version']}", 0), ("v0.0.0", 1)):
        done = subprocess.run(
            ["bash", "-c", step], cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": tag}, check=False
        )
        assert done.returncode == status, tag


def test_every_hook_before_a_commit_is_a_program_that_the_tests_install() -> None:
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    pinned = constraints.pinned()
    programs = {
        path.name
        for name in pinned
        for path in distribution(name).files or ()
        if path.parent.name in ("bin", "Scripts")
    }
    for hook in local["hooks"]:
        program = Path(hook["entry"].split()[0])
        assert program.parent == Path(".venv/bin")
        assert program.name in programs
        assert re.search(rf"\$\(BIN\)/{program.name}\b", MAKEFILE), "not part of `make lint`"


def test_every_target_that_is_named_is_in_the_makefile() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    named = {container["postCreateCommand"].removeprefix("make ")}
    for page in (".ci/run", ".github/workflows/release.yml"):
        named |= set(
            re.findall(r"(?:`|^|run: )make ([a-z][a-z-]*)\b", (ROOT / page).read_text("utf-8"), re.MULTILINE)
        )
    targets = set(re.findall(r"^([\w$()./-]+):", MAKEFILE, re.MULTILINE))
    targets |= {target.replace("$(VENV)", ".venv") for target in targets}
    assert named - targets == set()
