"""`paiju backup` and `paiju restore`."""

from __future__ import annotations

import pytest

from paiju.cli import run


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("LC_ALL", "en")
    monkeypatch.delenv("PAIJU_DB", raising=False)


def test_a_backup_is_restored(use, url, tmp_path, capsys):
    use(lambda store: store.put_guest("g1", "Li", "zh"))
    file = str(tmp_path / "b.gz")
    assert run(["backup", file, "--db", url]) == 0
    assert (
        capsys.readouterr().out
        == "actions=0 attempts=0 club_members=0 clubs=0 days=0 deals=0 guests=1 learned=0 members=0 meta=3 moves=0 owners=0 played=0 puzzles=0 rated=0 ratings=0"
        " record_deals=0 records=0 reviews=0 rooms=0 series=0 signals=0 solvers=0 subscriptions=0 tries=0\n"
    )
    other = f"sqlite:///{tmp_path}/other.db"
    assert run(["restore", file, "--db", other]) == 0
    assert run(["restore", file, "--db", other]) == 2
    assert capsys.readouterr().err.endswith("[backup.full]\n")
    assert run(["restore", file, "--db", other, "--replace"]) == 0


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["backup", "b.gz", "--db", "sqlite:///nothing.db"], "store.open"),
        (["backup", "b.gz", "--db", "mysql://x"], "store.url"),
        (["restore", "nothing.gz", "--db", "sqlite:///t.db"], "file.unreadable"),
        (["restore", "text", "--db", "sqlite:///t.db"], "backup.format"),
        (["backup", "text", "--db", "sqlite:///t.db"], "file.exists"),
        (["backup", "-", "--db", "sqlite:///t.db"], "file.unwritable"),
        (["backup"], "usage.command"),
    ],
)
def test_impossible_requests_get_one_line(tmp_path, monkeypatch, capsys, arguments, code):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text("hello")
    (tmp_path / "t.db").touch()
    assert run(arguments) == 2
    error = capsys.readouterr().err
    assert error.endswith(f"[{code}]\n")
    assert error.count("\n") == 1


def test_a_backup_reads_the_default_database(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["backup", str(tmp_path / "b.gz")]) == 2
    assert f"{tmp_path}/paiju/tables.db" in capsys.readouterr().err


def test_in_other_languages_too(tmp_path, monkeypatch, capsys):
    for lang, word in (("zh_CN", "备份"), ("fa_IR", "پشتیبان")):
        monkeypatch.setenv("LC_ALL", lang)
        (tmp_path / "text").write_text("hello")
        assert run(["restore", str(tmp_path / "text"), "--db", f"sqlite:///{tmp_path}/t.db"]) == 2
        error = capsys.readouterr().err
        assert word in error
        assert "[backup.format]" in error
