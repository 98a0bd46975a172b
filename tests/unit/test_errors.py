"""core.errors: stable codes, each documented and translated, with facts that fill the sentence."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

import paiju
from paiju.core import errors, reading
from paiju.core.errors import (
    LayoutError,
    NotationError,
    OptionError,
    PaijuError,
    PositionError,
    RecordError,
    RuleError,
    UsageError,
)
from paiju.core.record import Recorder, dumps, replay
from paiju.games.baohuang import GAME
from paiju.games.baohuang.state import Layout
from paiju.locales import Texts
from paiju.server.errors import ServerError
from paiju.server.store.base import StoreError
from tests.rules.builders import deal, options, playing, step

SOURCE = Path(errors.__file__).parents[1]
CODE = re.compile(r'"((?:action|option|notation|layout|position|record|signal|usage|file|save)\.[a-z_]+)"')
LANGUAGES = {path.stem: json.loads(path.read_text("utf-8")) for path in (SOURCE / "locales").glob("*.json")}
USED = sorted({code for path in SOURCE.rglob("*.py") for code in CODE.findall(path.read_text("utf-8"))})


def documented() -> set[str]:
    """The codes that the tree in the module's docstring names; `record.*` stands for a whole family."""
    named: set[str] = set()
    for line in (errors.__doc__ or "").splitlines():
        found = re.search(r"\b(\w+)\.(\w+(?: \| \w+)*)", line)
        if found and "─" in line:
            named |= {f"{found[1]}.{name}" for name in found[2].split(" | ")}
        named |= {f"{family}.*" for family in re.findall(r"(\w+)\.\*", line)}
    return named


def test_the_languages_are_en_fa_and_zh() -> None:
    assert sorted(LANGUAGES) == ["en", "fa", "zh"]


def test_the_module_docstring_lists_every_error_class() -> None:
    classes = [
        value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)
    ]
    assert all(issubclass(one, PaijuError) for one in classes)
    for one in classes:
        assert one.__name__ in (errors.__doc__ or "")
        assert one.__doc__


@pytest.mark.parametrize("code", USED)
def test_every_code_is_documented(code: str) -> None:
    assert {code, code.split(".", maxsplit=1)[0] + ".*"} & documented()


@pytest.mark.parametrize("language", sorted(LANGUAGES))
@pytest.mark.parametrize("code", USED)
def test_every_code_has_a_sentence(code: str, language: str) -> None:
    assert LANGUAGES[language][f"error.{code}"].strip()


def test_every_sentence_belongs_to_a_code() -> None:
    texts = {key.removeprefix("error.") for key in LANGUAGES["en"] if key.startswith("error.")}
    families = {name for name in documented() if not name.endswith("*")}
    assert texts <= {*USED, *families}


def test_every_code_has_one_class() -> None:
    """A code belongs to one family, a family to one class."""
    family_of = {
        "action": RuleError,
        "signal": RuleError,
        "option": OptionError,
        "notation": NotationError,
        "layout": LayoutError,
    }
    for make in RAISED.values():
        error = raised(make)
        expected = family_of.get(error.code.split(".")[0])
        assert expected is None or type(error) is expected


def raised(make: Callable[[], object]) -> PaijuError:
    with pytest.raises(PaijuError) as caught:
        make()
    return caught.value


def recorded(**changes: object) -> object:
    """Replays a record of one opening with some fields changed."""
    recorder = Recorder(GAME, options(), ["a", "b", "c", "d", "e"])
    recorder.begin(bytes(32), [b""] * 5, None)
    data = json.loads(dumps(recorder.record))
    for path, value in changes.items():
        target = data["deals"][0] if path in data["deals"][0] else data
        target[path] = value
    record = reading.loads(json.dumps(data).encode())
    return list(replay(GAME, record))


OVER = "6"
RAISED: dict[str, Callable[[], object]] = {
    "action.not_your_turn": lambda: step(deal(options()), "1 crown"),
    "action.illegal": lambda: step(deal(options()), "0 pass"),
    "action.game_over": lambda: step(
        step(playing(options(), ["6", "7", "7", "7", "7"]), "0 play 6")[0], "0 play 6"
    ),
    "option.type": lambda: options(cut="perhaps"),
    "option.range": lambda: options(match_length=0),
    "option.choice": lambda: options(deck="9"),
    "option.conflict": lambda: options(abdication_full_circle="two_card_call"),
    "option.inactive": lambda: options(call_threes=False),
    "option.unknown": lambda: options(no_such=1),
    "option.preset": lambda: options("nowhere"),
    "notation.card": lambda: GAME.parse_action(deal(options()), 0, "play x"),
    "notation.suit": lambda: GAME.parse_action(deal(options()), 0, "play 9s"),
    "notation.action": lambda: GAME.parse_action(deal(options()), 0, "fly"),
    "layout.cards": lambda: GAME.deal(options(), Layout(((),) * 5)),
    "usage.seed": lambda: GAME.deal(options(), b"short"),
    "usage.game": lambda: paiju.load("whist"),
    "record.truncated": lambda: reading.loads(b'{"format":'),
    "record.syntax": lambda: reading.loads(b"]"),
    "record.too_large": lambda: reading.loads(b" " * ((16 << 20) + 1)),
    "record.version": lambda: recorded(version=3),
    "record.field": lambda: recorded(digest="000000000000"),
    "record.law": lambda: recorded(law=99),
    "record.commitment": lambda: recorded(commitment="00" * 32),
    "record.sealed": lambda: recorded(secret=None),
    "record.diverged": lambda: recorded(actions=[[0, "pass"]], trail="0000"),
    "file.unreadable": lambda: reading.read(Path("/nowhere/at/all")),
}


@pytest.mark.parametrize("code", RAISED)
def test_facts_fill_every_placeholder(code: str) -> None:
    error = raised(RAISED[code])
    assert error.code == code
    assert error.detail
    assert f"[{code}]" in str(error)
    for lang, texts in LANGUAGES.items():
        sentence = texts[f"error.{code}"]
        assert {name for _, name, _, _ in Formatter().parse(sentence) if name} <= set(error.facts)
        assert "{" not in Texts(lang).filled(sentence, error.facts)


def test_a_refusal_names_rule_and_reason() -> None:
    error = raised(RAISED["action.illegal"])
    assert isinstance(error, RuleError)
    assert error.rule.startswith("BH ")
    for texts in LANGUAGES.values():
        assert f"why.{error.facts['why']}" in texts
        assert f"action.{error.facts['action']}" in texts


WHY = re.compile(r'refusal\([^)]*?"([a-z_]+)"|else "([a-z_]+)", "BH')


def test_every_reason_has_a_sentence() -> None:
    reasons = {"lead", "not_offered", "not_in_hand", "shape", "lowest_last", "count", "does_not_beat"}
    text = (SOURCE / "games" / "baohuang" / "phases" / "play.py").read_text("utf-8")
    found = {name for pair in WHY.findall(text) for name in pair if name}
    assert found <= reasons
    for texts in LANGUAGES.values():
        assert all(texts[f"why.{reason}"] for reason in reasons)


def test_errors_carry_code_detail_and_facts() -> None:
    error = UsageError("usage.number", "too many", {"text": "9"})
    assert (error.code, error.detail, error.facts) == ("usage.number", "too many", {"text": "9"})
    assert isinstance(RecordError("record.syntax", "no"), PaijuError)
    assert RecordError("record.syntax", "no").facts == {}


@pytest.mark.parametrize(
    "error",
    [
        PaijuError("a.code", "what", {"seat": 1}),
        RuleError("action.illegal", "not so", "PZ M10", {"cards": ("x", "y")}),
        OptionError("option.type", "cap", "no number"),
        NotationError("notation.card", "no card", "zz", 2),
        LayoutError("too few"),
        PositionError("position.value", "hand", "odd", 7),
        RecordError("record.hash", "differs"),
        UsageError("usage.seat", "none"),
        ServerError("table.full", "no chair"),
        StoreError("store.full", "no room", {"database": "d"}),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_survives_pickling(error: PaijuError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)
