"""What the network compiles is kept by the version of everything that it may have come from."""

import shutil
from pathlib import Path

import paiju
from paiju.kernels import folder

FAMILY = "baohuang-net"
ROOT = Path(paiju.__file__).parent
PARTS = (
    "bots/net/features/layout.py",
    "bots/compiled/baohuang/memory.py",
    "train/lockstep.py",
    "kernels/baohuang/playing.py",
    "kernels/chance.py",
    "games/baohuang/cards.py",
)


def _hash():
    folder.source_hash.cache_clear()
    return folder.source_hash(FAMILY)


def test_each_part_gives_a_folder_of_its_own(tmp_path, monkeypatch):
    for part in ("bots/net", "bots/compiled", "kernels", "games"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "train").mkdir()
    shutil.copy(ROOT / "train" / "lockstep.py", tmp_path / "train")
    monkeypatch.setattr(folder, "_ROOT", tmp_path)
    monkeypatch.setattr(folder, "_KERNELS", tmp_path / "kernels")
    seen = {_hash()}
    for part in PARTS:
        path = tmp_path / part
        path.write_text(path.read_text() + "\n")
        seen.add(_hash())
    (tmp_path / "bots" / "net" / "bot.py").write_text("")
    seen.add(_hash())
    folder.source_hash.cache_clear()
    assert len(seen) == len(PARTS) + 1


def test_compiled_modules_know_their_family():
    for module in ("paiju.bots.net.features.state", "paiju.train.lockstep"):
        assert folder.family_of(module) == FAMILY
    assert folder.family_of("paiju.bots.compiled.baohuang.memory") == "baohuang-bots"
