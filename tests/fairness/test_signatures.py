"""What verification says about a record's signature, and where it cannot be checked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from paiju.cli.check import verify
from paiju.core.errors import PaijuError
from paiju.core.reading import loads
from paiju.core.record import dumps
from tests.fairness.records import KEY, tiles
from tests.unit.test_record import SMALL


def said(file: Path, document: str, capsys: pytest.CaptureFixture[str], key: Path | None = None) -> str:
    file.write_text(document, "utf-8")
    assert verify(file, key) == 0
    return capsys.readouterr().out


def refused(file: Path, key: Path) -> str:
    with pytest.raises(PaijuError) as caught:
        verify(file, key)
    return caught.value.code


@pytest.fixture
def key(tmp_path: Path) -> Path:
    file = tmp_path / "key"
    file.write_text(KEY.public + "\n")
    return file


def test_verification_names_the_signer(tmp_path: Path, capsys, key: Path) -> None:
    file = tmp_path / "record.json"
    assert f"signed by {KEY.public}, the holder of that key" in said(file, tiles(), capsys)
    assert f"signed by {KEY.public}, the key that was given" in said(file, tiles(), capsys, key)
    assert "1 shuffles came to nothing" in said(file, tiles(), capsys)


def test_a_version_1_record_is_verified_as_such(tmp_path: Path, capsys, key: Path) -> None:
    file = tmp_path / "record.json"
    out = said(file, SMALL.decode(), capsys)
    assert "every shuffle and event is as recorded" in out
    assert "record version 1: names, missing deals" in out
    assert refused(file, key) == "record.signature"


def test_an_unsigned_record_is_reported_as_such(tmp_path: Path, capsys, key: Path) -> None:
    record = loads(tiles().encode())
    record.signature = None
    record.match = type(record.match)(
        record.match.number, None, record.match.after, record.match.names, record.match.salts
    )
    for deal in record.deals:
        deal.previous, deal.failed = None, []
    file = tmp_path / "record.json"
    record.deals, record.failed = [], []
    assert "it is not signed" in said(file, dumps(record), capsys)
    assert refused(file, key) == "record.signature"


def test_without_cryptography_the_output_says_the_signature_was_not_checked(
    tmp_path: Path, capsys, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tiles()
    for name in ["cryptography", *(name for name in sys.modules if name.startswith("cryptography."))]:
        monkeypatch.setitem(sys.modules, name, None)
    file = tmp_path / "record.json"
    assert "THE SIGNATURE WAS NOT CHECKED" in said(file, document, capsys)
    assert refused(file, key) == "usage.cryptography"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"key": null}', '{"key": "ab"}', "xyz", "ab" * 31])
def test_a_file_without_a_key_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "key.json"
    file.write_text(text)
    record = tmp_path / "record.json"
    record.write_text(tiles(), "utf-8")
    assert refused(record, file) == "usage.key"
