"""A server that cheats at the shuffle, and records that were changed: the tests of tests/fairness, counted."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.attack.outcome import Outcome

ROOT = Path(__file__).parents[2]
FILES = ("test_mutations.py", "test_cheats.py")


def run(size: int, rng: random.Random, folder: Path) -> Outcome:
    """Run the first `size` of the files; each test is a cheat, or a record with all its changes."""
    report = folder / "cheats.xml"
    files = [f"tests/fairness/{name}" for name in FILES[:size]]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *files]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    suites = list(ET.parse(report).getroot().iter("testsuite"))
    tried, fallen, left_out = (
        sum(int(suite.attrib[name]) for suite in suites for name in names)
        for names in (("tests",), ("failures", "errors"), ("skipped",))
    )
    figure = "noticed by an honest page, or by `paiju verify`" + (
        f"; {left_out} left out" if left_out else ""
    )
    return Outcome("cheats and forged records", tried - left_out, fallen, figure)
