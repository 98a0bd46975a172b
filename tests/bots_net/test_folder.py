"""What the bots and the network compile is kept by the version of everything that it may have come from."""

import shutil
from pathlib import Path

import pytest

import paiju
from paiju.kernels import folder

FAMILY = "baohuang-net"
BOTS = {
    "baohuang-bots": ("bots/compiled/baohuang/memory.py", "bots/heuristic/holding.py", "kernels/chance.py"),
    "paohuzi-bots": ("bots/compiled/paohuzi/plans.py", "bots/paohuzi/outlook.py", "games/paohuzi/options.py"),
}
ROOT = Path(paiju.__file__).parent
PARTS = (
    "bots/net/features/layout.py",
    "bots/net/guards/events.py",
    "bots/compiled/baohuang/memory.py",
    "bots/heuristic/holding.py",
    "bots/net/lockstep/asking.py",
    "train/lockstep.py",
    "kernels/baohuang/playing.py",
    "kernels/chance.py",
    "games/baohuang/cards.py",
)


def _hash(family=FAMILY):
    folder.source_hash.cache_clear()
    return folder.source_hash(family)


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A copy of all that is hashed, which a test may change."""
    for part in ("bots", "kernels", "games"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "train").mkdir()
    shutil.copy(ROOT / "train" / "lockstep.py", tmp_path / "train")
    monkeypatch.setattr(folder, "_ROOT", tmp_path)
    monkeypatch.setattr(folder, "_KERNELS", tmp_path / "kernels")
    yield tmp_path
    folder.source_hash.cache_clear()


def _change(path):
    path.write_text(path.read_text() + "\n")


def test_each_part_gives_a_folder_of_its_own(sources):
    seen = {_hash()}
    for part in PARTS:
        _change(sources / part)
        seen.add(_hash())
    (sources / "bots" / "net" / "bot.py").write_text("")
    seen.add(_hash())
    assert len(seen) == len(PARTS) + 1


@pytest.mark.parametrize("family", BOTS)
def test_compiled_bots_hang_on_the_bots_they_are_twins_of(family, sources):
    seen, others = {_hash(family)}, {_hash(other) for other in BOTS if other != family}
    for part in BOTS[family]:
        _change(sources / part)
        seen.add(_hash(family))
        if part.startswith("bots/"):
            assert {_hash(other) for other in BOTS if other != family} == others
    assert len(seen) == len(BOTS[family]) + 1


def test_compiled_modules_know_their_family():
    for module in ("paiju.bots.net.features.state", "paiju.bots.net.lockstep.asking", "paiju.train.lockstep"):
        assert folder.family_of(module) == FAMILY
    assert folder.family_of("paiju.bots.compiled.baohuang.memory") == "baohuang-bots"
    assert folder.family_of("paiju.kernels.chance") == "shared"


@pytest.mark.parametrize(
    "part", ["bots/compiled/paohuzi/worlds.py", "games/baohuang/cards.py", "kernels/jit.py"]
)
def test_compiled_code_of_others_hangs_on_the_whole_package(sources, part):
    """Nobody knows which part of it they call."""
    before = _hash(folder.family_of("somebody.elses"))
    _change(sources / part)
    assert _hash(folder.family_of("somebody.elses")) != before
