"""What is published: a source distribution that tests itself, a README that stands alone, licences declared."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

from tools import constraints

ROOT = Path(__file__).parents[2]
SETTINGS: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
VENDOR = ROOT / "src" / "paiju" / "server" / "web" / "vendor"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
LOWEST = [
    "tests/server/protocol/test_hostile.py", "tests/server/protocol/test_room.py", "tests/server/http/test_serve.py",
    "tests/server/http/test_incoming.py", "tests/server/http/test_sockets.py", "tests/server/http/test_me.py", "tests/server/http/test_sharing.py",
    "tests/server/store/test_store.py", "tests/server/store/test_series.py", "tests/server/test_doctor.py",
]  # fmt: skip
TARGETS = SETTINGS["tool"]["hatch"]["build"]["targets"]


def test_the_source_distribution_contains_the_whole_tree() -> None:
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


def test_on_a_package_index_readme_links_lead_to_files_of_this_version() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    displayed = _as_on_the_index(readme)
    before = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", readme)
    after = re.findall(r"(!?)\[[^\]]*\]\(([^)]+)\)", displayed)
    assert len(before) == len(after) > 10
    source, version = PROJECT["urls"]["Source"], PROJECT["version"]
    raw = source.replace("//github.com/", "//raw.githubusercontent.com/")
    for (picture, link), (_, target) in zip(before, after, strict=True):
        place = f"{raw}/v{version}/" if picture else f"{source}/blob/v{version}/"
        assert target == (link if link.startswith("https://") else place + link)
    assert "$" not in displayed.replace("$ ", "")


def test_the_project_has_one_address() -> None:
    source = PROJECT["urls"]["Source"]
    assert all(url.startswith(source) for url in PROJECT["urls"].values())


def test_every_shipped_licence_is_declared() -> None:
    vendored = json.loads((VENDOR / "VERSIONS.json").read_text("utf-8"))
    licences = {part["licence"] for entry in vendored for part in (entry, *entry.get("contains", ()))}
    assert set(PROJECT["license"].split(" AND ")) == {"Apache-2.0", *licences}


def test_every_licence_text_is_shipped() -> None:
    texts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("LICENSE*")}
    assert set(PROJECT["license-files"]) == {"LICENSE", *texts}


def test_the_classifiers_name_every_supported_python() -> None:
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"]))
    oldest = PROJECT["requires-python"].removeprefix(">=3.")
    assert [int(minor) for minor in named] == list(range(int(oldest), int(named[-1]) + 1))
    assert len(named) > 1


of_the_pinned = pytest.mark.skipif(
    bool(os.environ.get("NEWEST")), reason="the newest versions are tested, not the pinned ones"
)


@of_the_pinned
def test_the_tests_run_with_the_pinned_versions() -> None:
    assert constraints.needed() == constraints.pinned(), "run: python -m tools.constraints"


@of_the_pinned
def test_the_pinned_versions_support_the_oldest_python() -> None:
    """Some ask for a later release of it than systems have: Debian 12 has 3.11.2."""
    oldest = Version(PROJECT["requires-python"].removeprefix(">=") + ".0")
    request = {name: distribution(name).metadata["Requires-Python"] for name in constraints.pinned()}
    assert not {name: wish for name, wish in request.items() if oldest not in SpecifierSet(wish or "")}


def test_a_container_installs_the_pinned_versions_by_their_hashes() -> None:
    """All of them, for both kinds of machine, and what builds the project; by a base image that is named by its digest."""
    lines = constraints.HASHED.read_text("utf-8").splitlines()[1:]
    versions = dict(line.split(" ")[0].split("==") for line in lines)
    hashes = [re.fullmatch(r"\S+==\S+((?: --hash=sha256:[0-9a-f]{64})+)", line) for line in lines]
    assert all(hashes)
    pinned = constraints.pinned()
    assert {name: version for name, version in versions.items() if name in pinned} == {
        name: pinned[name] for name in versions if name in pinned
    }
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    wanted = [*map(Requirement, build), *constraints.requirements(constraints.CONTAINER)]
    assert all(versions[canonicalize_name(need.name)] in need.specifier for need in wanted)
    built = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    assert "--require-hashes -r /src/deploy/requirements.txt" in built
    assert all(
        re.search(r"@sha256:[0-9a-f]{64}$", line) for line in built.splitlines() if line.startswith("FROM ")
    )
    assert f"FROM python:{constraints.CONTAINER_PYTHON}." in built
    assert "HEALTHCHECK" in built


def test_workflows_name_what_they_run_by_its_commit() -> None:
    """A tag can be moved to other code, also by somebody who should not; the version stands behind it for people."""
    used = [
        line.partition("uses: ")[2]
        for file in (ROOT / ".github" / "workflows").glob("*.yml")
        for line in file.read_text("utf-8").splitlines()
        if "uses: " in line
    ]
    assert used
    assert [one for one in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


def test_no_validation_library_is_installed() -> None:
    assert not {"pydantic", "pydantic-core"} & set(constraints.pinned())


def _steps(workflow: str) -> list[str]:
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / workflow).read_text("utf-8"))["jobs"]
    return [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]


@pytest.mark.parametrize("workflow", ["tests.yml", "release.yml"])
def test_every_workflow_runs_the_ci_script(workflow: str) -> None:
    """With the Python that it has set up: `sudo` alone would look for one where the system's own lies."""
    (step,) = (step for step in _steps(workflow) if step.endswith("bash .ci/run"))
    assert 'env "PATH=$PATH" PYTHON=python ' in step
    assert (ROOT / ".ci" / "run").is_file()


def test_a_release_tag_matches_the_version() -> None:
    """The step that compares them says yes to the tag of this version, and no to another."""
    (step,) = (step for step in _steps("release.yml") if "GITHUB_REF_NAME" in step)
    for tag, status in ((f"v{PROJECT['version']}", 0), ("v0.0.0", 1)):
        done = subprocess.run(
            ["bash", "-c", step], cwd=ROOT, env={**os.environ, "GITHUB_REF_NAME": tag}, check=False
        )
        assert done.returncode == status, tag


def test_every_pre_commit_hook_is_installed_with_the_dev_extra() -> None:
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


def test_every_named_make_target_exists() -> None:
    container = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text("utf-8"))
    named = {container["postCreateCommand"].removeprefix("make ")}
    for page in (".ci/run", ".github/workflows/release.yml"):
        named |= set(
            re.findall(r"(?:`|^|run: )make ([a-z][a-z-]*)\b", (ROOT / page).read_text("utf-8"), re.MULTILINE)
        )
    targets = set(re.findall(r"^([\w$()./-]+):", MAKEFILE, re.MULTILINE))
    targets |= {target.replace("$(VENV)", ".venv") for target in targets}
    assert named - targets == set()


@pytest.mark.long
def test_the_server_runs_with_the_lowest_versions_that_it_asks_for(tmp_path: Path) -> None:
    """Tables over sockets, floods of frames, a store that is killed: what touches its libraries most."""
    bounds = tmp_path / "lowest.txt"
    bounds.write_text("".join(f"{line}\n" for line in constraints.lowest(["postgres"])), "utf-8")
    place = tmp_path / "lowest"
    python = place / "bin" / "python"
    tools = ["pytest", "httpx", "pytest-xdist", "pytest-rerunfailures", "packaging"]
    for command in (
        [sys.executable, "-m", "venv", str(place)],
        [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "-c",
            str(bounds),
            "-e",
            f"{ROOT}[postgres]",
            *tools,
        ],
        [
            str(python),
            "-m",
            "pytest",
            "-q",
            "-W",
            "ignore::DeprecationWarning",
            "-p",
            "no:cacheprovider",
            *LOWEST,
        ],
    ):
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    installed = json.loads(
        subprocess.run(
            [str(python), "-m", "pip", "list", "--format=json"], capture_output=True, text=True, check=True
        ).stdout
    )
    found = {canonicalize_name(one["name"]): Version(one["version"]) for one in installed}
    for name, version in (line.split("==") for line in constraints.lowest(["postgres"])):
        assert found[canonicalize_name(name)] == Version(version)
