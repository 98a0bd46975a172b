"""`paiju rules --against`: compared with the leaflets of both sides."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

import paiju
from paiju.cli import run
from paiju.core.options import Options
from paiju.locales import LANGUAGES, Texts, leaflet

PAIRS = [
    (game, one, other)
    for game in ("baohuang", "paohuzi")
    for one, other in permutations(sorted(paiju.load(game).presets()), 2)
]


def stated(options: Options, texts: Texts) -> set[str]:
    """The sentences of a leaflet that an option is the reason for."""
    parts = (part for section in leaflet.sections(options, texts) for part in section.paragraphs)
    return {part.text for part in parts if part.rule}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_comparison_lists_exactly_the_differences_of_the_leaflets(lang: str) -> None:
    texts = Texts(lang)
    for name, one, other in PAIRS:
        game = paiju.load(name)
        sides = game.options({"preset": one}), game.options({"preset": other})
        said = [stated(options, texts) for options in sides]
        found = leaflet.contrasts(*sides, texts)
        reported = {each.one for each in found}, {each.other for each in found}
        assert said[0] - said[1] <= reported[0], (one, other)
        assert said[1] - said[0] <= reported[1], (one, other)
        assert all(each.one != each.other for each in found)
        assert {each.rule for each in found} <= {rule.cite for rule in sides[0].declared()}
        changed = sides[1].changes(sides[0])
        labels = {texts.t(f"option.{name}.{option}") for option in changed}
        assert labels <= {each.label for each in found} | {
            texts.t(f"option.{name}.{rule.name}")
            for rule in sides[0].declared()
            if not any(rule.active(side) for side in sides)
        }


def test_equal_rules_have_no_differences() -> None:
    for name in ("baohuang", "paohuzi"):
        options = paiju.load(name).options({})
        assert leaflet.contrasts(options, options, Texts("en")) == ()


def test_the_command_line_prints_the_comparison(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["rules", "baohuang", "--preset", "pagat", "--against", "moegirl", "--lang", "en"]
    assert run(line) == 0
    out = capsys.readouterr().out
    assert run(["rules", "baohuang", "pagat", *line[4:]]) == 0
    assert capsys.readouterr().out == out
    assert run(["rules", "baohuang", "moegirl", *line[2:]]) == 2
    assert "one preset, not moegirl and pagat" in capsys.readouterr().err
    assert "- The deck has 168 cards" in out
    assert "+ The deck has 216 cards" in out
    assert run([*line, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["sets"][1]["options"]["deck"] == "216"
    assert {"option", "label", "rule", "one", "other"} == set(data["differ"][0])
    assert run(["rules", "baohuang", "--against", "nowhere"]) == 2
    assert "[option.preset]" in capsys.readouterr().err
