"""Compiled code is cached by the version of every source that it depends on."""

import shutil
from importlib import import_module
from pathlib import Path

import pytest

import paiju
from paiju.bots.baohuang import compiled as baohuang
from paiju.bots.baohuang import net
from paiju.bots.paohuzi import compiled as paohuzi
from paiju.kernels import cache

BOTS = {
    baohuang.CACHE_GROUP: (
        "bots/baohuang/compiled/memory.py",
        "bots/baohuang/compiled/policy.py",
        "kernels/records.py",
    ),
    paohuzi.CACHE_GROUP: (
        "bots/paohuzi/compiled/policy.py",
        "bots/paohuzi/heuristic.py",
        "games/paohuzi/options.py",
    ),
}
ROOT = Path(paiju.__file__).parent
PARTS = (
    "bots/baohuang/net/features.py",
    "bots/baohuang/compiled/memory.py",
    "bots/baohuang/compiled/policy.py",
    "bots/baohuang/net/lockstep.py",
    "kernels/baohuang/play.py",
    "kernels/records.py",
    "games/baohuang/cards.py",
)


def _hash(group=net.CACHE_GROUP):
    cache.source_hash.cache_clear()
    return cache.source_hash(group)


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A copy of all that is hashed, which a test may change."""
    for part in ("bots", "kernels", "games", "train"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "_ROOT", tmp_path)
    yield tmp_path
    cache.source_hash.cache_clear()


def _change(path):
    path.write_text(path.read_text() + "\n")


def test_a_change_in_any_part_gives_a_different_folder(sources):
    seen = {_hash()}
    for part in PARTS:
        _change(sources / part)
        seen.add(_hash())
    (sources / "bots" / "baohuang" / "levels.py").write_text("")
    seen.add(_hash())
    assert len(seen) == len(PARTS) + 1


@pytest.mark.parametrize("group", BOTS)
def test_compiled_bots_depend_on_the_python_bots_they_mirror(group, sources):
    seen, others = {_hash(group)}, {_hash(other) for other in BOTS if other != group}
    for part in BOTS[group]:
        _change(sources / part)
        seen.add(_hash(group))
        if part.startswith("bots/"):
            assert {_hash(other) for other in BOTS if other != group} == others
    assert len(seen) == len(BOTS[group]) + 1


def test_another_compiler_stores_elsewhere(monkeypatch):
    before = _hash()
    monkeypatch.setattr(cache, "version", lambda _: "another")
    assert _hash() != before
    cache.source_hash.cache_clear()


def test_every_compiled_module_names_its_family():
    for module in ("paiju.bots.baohuang.net.features", "paiju.bots.baohuang.net.lockstep"):
        import_module(module)
        assert cache.group_of(module) == net.CACHE_GROUP
    for module, name in (
        ("paiju.train.baohuang.tables", "baohuang-training"),
        ("paiju.bots.baohuang.compiled.memory", "baohuang-bots"),
        ("paiju.kernels.paohuzi.turns", "paohuzi"),
        ("paiju.kernels.records", "shared"),
    ):
        import_module(module)
        assert cache.group_of(module).name == name


def test_self_play_depends_on_the_network_too(sources):
    group = cache.group_of(import_module("paiju.train.baohuang.tables").__name__)
    before = _hash(group)
    for part in ("train/baohuang/tables.py", "bots/baohuang/net/features.py", "bots/anchored.py"):
        _change(sources / part)
        assert _hash(group) != before
        before = _hash(group)


@pytest.mark.parametrize(
    "part", ["bots/paohuzi/compiled/sampling.py", "games/baohuang/cards.py", "kernels/jit.py"]
)
def test_foreign_compiled_code_depends_on_the_whole_package(sources, part):
    """Nobody knows which part of it they call."""
    before = _hash(cache.group_of("somebody.elses"))
    _change(sources / part)
    assert _hash(cache.group_of("somebody.elses")) != before
