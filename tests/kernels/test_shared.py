"""What all kernels share: chance, the folder of compiled code, and who imports numba."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from paiju import kernels
from paiju.bench import rows as benchmark
from paiju.bench.measure import measure
from paiju.bots import warm_up as bots_warming
from paiju.cli import run
from paiju.core.errors import UsageError
from paiju.kernels import cache, missing, warm_up
from paiju.kernels.records import below, stream, word


def loaded(code: str) -> set[str]:
    code = f"import sys; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize(
    "code",
    [
        "import paiju",
        "import paiju.kernels",
        "import paiju.kernels.warm_up",
        "from paiju.cli import run; run(['--help'])",
        "from paiju.cli import run; run(['bench', '--help'])",
        "from paiju.cli import run; run(['warmup', '--help'])",
    ],
)
def test_nothing_loads_numba_before_it_is_needed(code: str) -> None:
    assert not {"numba", "llvmlite", "numpy"} & loaded(code)


def test_draws_are_uniform_and_repeatable() -> None:
    one, other, third = stream(7, "a"), stream(7, "a"), stream(7, "b")
    draws = [int(below(one, 6)) for _ in range(6000)]
    assert draws == [int(below(other, 6)) for _ in range(6000)]
    assert draws != [int(below(third, 6)) for _ in range(6000)]
    counts = Counter(draws)
    assert set(counts) == set(range(6))
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 40


def test_words_fill_32_bits() -> None:
    chance = stream("bits")
    words = [int(word(chance)) for _ in range(2000)]
    assert all(0 <= w < 1 << 32 for w in words)
    for bit in range(32):
        assert 800 < sum(w >> bit & 1 for w in words) < 1200


def test_the_folder_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_ROOT", tmp_path)
    for name in ("kernels/jit.py", "kernels/whist/__init__.py", "games/whist/a.py", "games/skat/a.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    whist = cache.CacheGroup("whist", ("kernels/whist", "games/whist"))
    names = [_hash(whist)]
    (tmp_path / "games/skat/a.py").write_text("2")
    assert _hash(whist) == names[0]
    for name in ("kernels/jit.py", "kernels/whist/__init__.py", "games/whist/a.py"):
        (tmp_path / name).write_text("2")
        names.append(_hash(whist))
    assert len(set(names)) == 4
    cache.source_hash.cache_clear()


def _hash(group: cache.CacheGroup) -> str:
    cache.source_hash.cache_clear()
    return cache.source_hash(group)


def test_the_user_can_choose_the_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache.cache_folder(kernels.CACHE_GROUP).parent == tmp_path / "x" / "paiju"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "n"))
    assert cache.cache_folder(kernels.CACHE_GROUP).parent == tmp_path / "n" / "paiju"


def test_compiled_code_is_noted_and_old_code_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not cache.is_ready() or not cache.groups()
    monkeypatch.setattr(cache, "_EXPIRES_S", -1)
    for group in cache.groups():
        (tmp_path / "paiju" / f"{group.name}-old").mkdir(parents=True)
    cache.mark_ready()
    assert cache.is_ready()
    assert not list(tmp_path.glob("paiju/*-old"))


def test_numbas_own_setting_is_respected() -> None:
    from numba.core import config

    before = config.CACHE_DIR
    from paiju.kernels.jit import compiled

    compiled(lambda x: x)
    assert before == config.CACHE_DIR


def test_without_numba_the_error_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing() == ()
    monkeypatch.setattr(warm_up, "missing", lambda: ("numba",))
    with pytest.raises(UsageError) as caught:
        warm_up.steps()
    assert caught.value.code == "usage.kernels"
    assert "paiju[fast]" in str(caught.value)


def test_the_bench_has_kernel_rows_or_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {row.name for row in benchmark.plan(peers=False)}
    assert {"baohuang.law.step", "baohuang.kernel.playout", "baohuang.kernel.step"} <= names
    assert benchmark.left_out() == ()
    monkeypatch.setattr(kernels, "missing", lambda: ("numba",))
    assert not any(".kernel." in row.name for row in benchmark.plan(peers=False))
    reported = benchmark.left_out()
    assert any("baohuang.kernel.playout" in line and "paiju[fast]" in line for line in reported)


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="thousands of deals, interpreted")
def test_bench_rows_count_their_work() -> None:
    (row,) = (row for row in benchmark.plan(peers=False) if row.name == "baohuang.kernel.playout")
    measured = measure(row, 0.001)
    assert measured.per_s > measured.choices_per_s > measured.deals_per_s > 0


def test_warmup_prints_the_cache_folder(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    todo = (("one", lambda: done.append("one")), ("two", lambda: done.append("two")))
    monkeypatch.setattr(warm_up, "steps", lambda: todo[:1])
    monkeypatch.setattr(bots_warming, "steps", lambda: todo[1:])
    monkeypatch.setattr(bots_warming, "is_ready", lambda *_: False)
    monkeypatch.setattr(cache, "can_store", lambda: True)
    monkeypatch.setattr(bots_warming, "_compiled_apart", lambda *_: False)
    monkeypatch.setattr(cache, "mark_ready", lambda stored=("kernels",): done.append(stored))
    assert run(["warmup"]) == 0
    assert done == ["one", "two", ("kernels",), bots_warming.groups()]
    assert capsys.readouterr().out.startswith("compiled: ")
    monkeypatch.setattr(cache, "can_store", lambda: False)
    assert run(["warmup"]) == 2
    assert "[usage.cache]" in capsys.readouterr().err
    monkeypatch.setattr(warm_up, "steps", warm_up.require)
    monkeypatch.setattr(warm_up, "missing", lambda: ("numba",))
    assert run(["warmup"]) == 2
    assert "[usage.kernels]" in capsys.readouterr().err


def test_without_a_home_folder_nothing_is_cached(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def no_home(*_: object) -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    assert not cache.can_store()
    cache.mark_ready()
    assert not cache.is_ready()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.can_store()
