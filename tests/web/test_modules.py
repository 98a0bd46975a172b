"""Browser modules without a page, under node: what they compute and keep."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import playwright
import pytest

NODE = str(Path(playwright.__file__).parent / "driver" / "node")
WEB = Path(__file__).parents[2] / "src" / "paiju" / "server" / "web"
PAGE = """
globalThis.document = { documentElement: { style: { setProperty() {} } } };
globalThis.localStorage = {
  kept: {}, getItem(name) { return this.kept[name] ?? null; }, setItem(name, value) { this.kept[name] = value; },
};
"""


def found(module: str, script: str):
    """What `script`, the body of a function, returns with the `module`."""
    code = f"""{PAGE}
    const module = await import({json.dumps((WEB / module).as_uri())});
    const found = await (async () => {{ {script} }})();
    console.log(JSON.stringify(found ?? null));"""
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_series_does_not_change_the_rules_played_last():
    rooms = """
    const room = { game: "baohuang", preset: "pagat", options: { match_length: 1 } };
    module.noteRules({ ...room, preset: "weihai", options: {}, series: null });
    module.noteRules({ ...room, series: { id: "2026-11-27.baohuang", deal: 1 } });
    return module.lastRules("baohuang");
    """
    assert found("home/open.js", rooms) == {"preset": "weihai", "options": {}}


def test_cards_without_suits_are_drawn_with_some():
    assert found("faces.js", 'return module.withSuits(["9", "9", "→", "L", "8h", "T"])') == [
        "9s", "9h", "→", "L", "8h", "Th",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "seat", "share", "after"),
    [
        ([0, 40, 0, 40, 20], 1, 70, [0, 70, 0, 20, 10]),
        ([0, 100, 0, 0, 0], 1, 50, [0, 50, 0, 25, 25]),
        ([0, 40, 0, 40, 20], 4, 100, [0, 0, 0, 0, 100]),
    ],
)
def test_shares_of_the_guard_always_come_to_a_whole(before, seat, share, after):
    script = f"return module.shared({before}, [1, 3, 4], {seat}, {share})"
    assert found("puzzles/forms.js", script) == pytest.approx(after)


@pytest.mark.parametrize(
    ("kind", "solved", "answer", "how"),
    [
        ("guard", True, "0 10 0 80 10", "solved"),
        ("guard", True, "0 80 0 10 10", "read_well"),
        ("guard", False, "0 80 0 10 10", "missed"),
        ("hu", True, "15", "solved"),
    ],
)
def test_a_wrong_guess_is_never_called_solved(kind, solved, answer, how):
    result = json.dumps({"solved": solved, "answer": answer, "answers": ["3"]})
    assert found("puzzles/solution.js", f'return module.outcome({{ kind: "{kind}" }}, {result})') == how
