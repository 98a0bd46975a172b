"""What a bot's hash covers: the modules that its maker's module reaches, and their weights."""

import ast
import shutil
from functools import cache
from pathlib import Path

import pytest

import paiju
from paiju.arena import ladder
from paiju.bots.base import STYLES, bot_names
from paiju.core.errors import UsageError

BOTS = Path(paiju.__file__).parent / "bots"


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The bots in a folder where they may be changed."""
    before()
    shutil.copytree(BOTS, tmp_path / "bots", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(ladder, "_ROOT", tmp_path)
    forget()
    yield tmp_path / "bots"
    monkeypatch.undo()
    forget()


def forget():
    ladder.source_hash.cache_clear()


@cache
def before():
    """The hash of each bot as it is."""
    names = [(game, name) for game in ("baohuang", "paohuzi") for name in bot_names(game)]
    return {at: ladder.source_hash(*at) for at in names}


def changed(file, old, new):
    """The bots whose hash changes with a file."""
    text = file.read_bytes()
    assert old in text
    file.write_bytes(text.replace(old, new, 1))
    forget()
    found = {at for at, reported in before().items() if ladder.source_hash(*at) != reported}
    file.write_bytes(text)
    return found


def test_a_match_depends_on_both_bots_in_any_order():
    one = ladder.source_hash("paohuzi", "greedy", "heuristic")
    assert one == ladder.source_hash("paohuzi", "heuristic", "greedy")
    assert one != ladder.source_hash("paohuzi", "greedy", "random")


def test_no_other_bot_depends_on_a_frozen_bot(copy):
    assert changed(copy / "paohuzi" / "greedy.py", b"_RED = 4, 2, 2, 1, 1", b"_RED = 4, 2, 2, 1, 2") == {
        ("paohuzi", "greedy")
    }


def test_people_are_no_part_of_other_bots(copy):
    found = changed(copy / "paohuzi" / "people.py", b"temperature=1.6", b"temperature=1.7")
    assert found == {("paohuzi", name) for name in ("easy", "normal", *STYLES)}


def test_imports_inside_functions_count_towards_the_hash(copy):
    found = changed(copy / "paohuzi" / "compiled" / "sampling.py", b"_TRIES = 60", b"_TRIES = 61")
    assert found == {("paohuzi", name) for name in ("search", "net", "hard", "master")}
    found = changed(copy / "paohuzi" / "compiled" / "policy.py", b"limit += 1", b"limit += 2")
    assert found == {
        ("paohuzi", name) for name in ("search", "hard", "master", "efficiency", "expected", "net")
    }


def test_weights_count_towards_the_hash(copy):
    (file,) = (copy / "baohuang" / "net" / "weights").glob("baohuang.safetensors")
    assert ("baohuang", "net") in changed(file, file.read_bytes()[-4:], b"\x01\x02\x03\x04")


def test_the_registry_is_no_part_of_other_bots(copy):
    found = changed(copy / "base.py", b"Uniform over the legal actions", b"Uniform over legal actions")
    assert found == {(game, "random") for game in ("baohuang", "paohuzi")}


def test_bots_import_each_other_only_in_ways_that_the_hash_follows():
    for file in BOTS.rglob("*.py"):
        text = file.read_text("utf-8")
        assert "import_module" not in text or file.name in ("base.py", "warm_up.py"), file
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("paiju.bots") for alias in node.names), file


def test_an_unknown_bot_has_no_hash():
    with pytest.raises(UsageError) as refused:
        ladder.source_hash("paohuzi", "nobody")
    assert refused.value.code == "usage.bot"
