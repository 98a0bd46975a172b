"""core.options: a set of rules keeps its digest for good."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import ClassVar

import pytest

from paiju.core.errors import OptionError
from paiju.core.options import Constraint, Options, rule, when
from paiju.games.baohuang import GAME
from paiju.games.baohuang.options import PRESETS, BaohuangOptions

# A changed digest makes every old record and rating unreadable: change one only together with `law`.
DIGESTS = {
    "pagat": "9be69e50a2f8",
    "pagat-scored": "0386d98bb54e",
    "moegirl": "bd9759a65ad5",
    "moegirl-threes": "a3f1b4f5aa67",
    "sixes-last": "e8c629ae847f",
    "weihai": "0abbbcea82b5",
    "five-threes": "443f744df859",
    "qingdao": "65b536b574e7",
}


@pytest.mark.parametrize("preset", DIGESTS)
def test_digests_are_frozen(preset: str) -> None:
    assert GAME.options({"preset": preset}).digest() == DIGESTS[preset]


def test_every_preset_has_a_frozen_digest() -> None:
    assert set(DIGESTS) == set(PRESETS)
    assert len(set(DIGESTS.values())) == len(PRESETS)


def test_the_digest_follows_the_documented_definition() -> None:
    # The head of SHA-256 over the game's name and the sorted options that differ from the default.
    options = GAME.options({"preset": "sixes-last"})
    pairs = [
        ["abdication_direction", "against_play"],
        ["declarations", "all"],
        ["low_last", "lowest_rank"],
        ["open_solo", True],
        ["scoring", "team2"],
    ]
    text = json.dumps(["baohuang", pairs], separators=(",", ":"))
    assert options.digest() == hashlib.sha256(text.encode()).hexdigest()[:12]


@pytest.mark.parametrize("given", [{"match_end": "endless"}, {"match_length": 99}, {"tie_break": "play_on"}])
def test_the_digest_ignores_match_options(given: dict[str, object]) -> None:
    assert GAME.options({"preset": "pagat", **given}).digest() == DIGESTS["pagat"]


def test_the_digest_does_not_depend_on_how_a_value_is_written() -> None:
    plain = GAME.options({"deck": "216", "open_solo": True, "abdication_skip": 1})
    written = GAME.options({"deck": 216, "open_solo": "yes", "abdication_skip": "1"})
    assert plain == written
    assert plain.digest() == written.digest()


def test_every_rule_option_changes_the_digest() -> None:
    base = BaohuangOptions().digest()
    seen = {base}
    for declared in BaohuangOptions.declared():
        for value in declared.choices:
            if value == declared.default or declared.needs:
                continue
            try:
                digest = BaohuangOptions(**{declared.name: value}).digest()
            except OptionError as error:
                assert error.code == "option.conflict"  # noqa: PT017 - most of what is drawn is no error
                continue
            assert (digest in seen) is not declared.in_digest
            seen.add(digest)


@dataclass(frozen=True, kw_only=True)
class Small(Options):
    """A game with three options."""

    game: ClassVar[str] = "small"

    colour: bool = rule("S 1", False, group="a")
    size: int = rule("S 2", 3, group="a", low=1, high=9)
    deep: bool = rule("S 3", False, group="b", needs=when("colour"))

    @classmethod
    def constraints(cls) -> tuple[Constraint, ...]:
        return (Constraint("too_big", "big and coloured", lambda o: o.colour and o.size == 9),)


@dataclass(frozen=True, kw_only=True)
class Grown(Small):
    """The same game with one option more."""

    later: bool = rule("S 4", False, group="b")


def test_an_option_added_later_changes_no_digest() -> None:
    assert Small(colour=True, size=4).digest() == Grown(colour=True, size=4).digest()
    assert Grown(later=True).digest() != Grown().digest()
