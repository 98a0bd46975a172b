"""Changed records: `paiju verify` with the server's key detects every change."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paiju.cli.check import verify
from paiju.core.errors import PaijuError
from paiju.core.reading import loads
from paiju.core.record import dumps
from paiju.signatures import Key
from tests.fairness.records import KEY, abdications, signed, tiles

DOCUMENTS = {"abdications": abdications, "tiles": tiles}
Json = Any


def leaves(data: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values that are not lists or objects."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else None
    if items is None:
        yield path
        return
    for key, value in items:
        yield from leaves(value, (*path, key))


def inner(data: Json, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all lists that have anything in them."""
    if isinstance(data, list) and data:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from inner(value, (*path, key))


def at(data: Json, path: tuple[Any, ...]) -> Json:
    for key in path:
        data = data[key]
    return data


def other(value: Any, rng: random.Random) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + rng.choice((-1, 1))
    if value is None:
        return rng.choice(("00" * 32, "00" * 64, {}))
    if value and set(value) <= set("0123456789abcdef"):
        place = rng.randrange(len(value))
        return (
            value[:place] + rng.choice(sorted(set("0123456789abcdef") - {value[place]})) + value[place + 1 :]
        )
    return rng.choice(("x" + value, value[1:] if len(value) > 1 else value + "y", value.swapcase() + "z"))


def changed_leaves(data: Json, rng: random.Random, most: int) -> Iterator[tuple[str, Json]]:
    paths = list(leaves(data))
    for path in paths if len(paths) <= most else rng.sample(paths, most):
        mutant = copy.deepcopy(data)
        at(mutant, path[:-1])[path[-1]] = other(at(data, path), rng)
        yield f"changed {path}", mutant


def changed_lists(data: Json, rng: random.Random, most: int) -> Iterator[tuple[str, Json]]:
    """Lists without their first or last part, with one twice, or in another order."""
    paths = list(inner(data))
    for path in paths if len(paths) <= most else rng.sample(paths, most):
        for name, change in LISTS.items():
            mutant = copy.deepcopy(data)
            change(at(mutant, path))
            if mutant != data:
                yield f"{name} {path}", mutant


LISTS: dict[str, Callable[[list[Any]], object]] = {
    "no first": lambda part: part.pop(0),
    "no last": lambda part: part.pop(),
    "first twice": lambda part: part.insert(0, part[0]),
    "turned": lambda part: part.reverse(),
}


def shifted_nonces(data: Json) -> Iterator[tuple[str, Json]]:
    """Nonces of other seats, cut elsewhere, or all in one: together the same bytes."""
    for number, deal in enumerate(data["deals"]):
        whole, seats = "".join(deal["nonces"]), len(deal["nonces"])
        for cut in range(0, len(whole) + 1, 2):
            parts = [whole[:cut], whole[cut:], *[""] * (seats - 2)]
            for turn in range(seats):
                nonces = parts[turn:] + parts[:turn]
                if nonces != deal["nonces"] and all(len(part) <= 128 for part in nonces):
                    mutant = copy.deepcopy(data)
                    mutant["deals"][number]["nonces"] = nonces
                    yield f"nonces of deal {number + 1} cut at {cut}, turned by {turn}", mutant


def other_records(data: Json) -> Iterator[tuple[str, Json]]:
    """A match that is over or not, goes on from elsewhere, lost what failed, is signed by nobody or by another."""
    for name, value in (("over", not data["over"]), ("after", None), ("signature", None), ("failed", [])):
        if data[name] != value:
            yield name, {**data, name: value}
    yield "unsigned", {**data, "signature": None, "key": None}
    yield "forged", {**data, "key": Key.of("22" * 32).public}
    for number in range(len(data["deals"])):
        yield f"no deal {number + 1}", {**data, "deals": data["deals"][:number] + data["deals"][number + 1 :]}
        mutant = copy.deepcopy(data)
        mutant["deals"][number]["failed"] = []
        if mutant != data:
            yield f"nothing failed before deal {number + 1}", mutant


def mutants(document: str, rng: random.Random) -> Iterator[tuple[str, Json]]:
    data = json.loads(document)
    yield from changed_leaves(data, rng, 220)
    yield from changed_lists(data, rng, 60)
    yield from shifted_nonces(data)
    yield from other_records(data)


@pytest.fixture
def key(tmp_path: Path) -> Path:
    file = tmp_path / "key.json"
    file.write_text(json.dumps({"algorithm": "Ed25519", "key": KEY.public}))
    return file


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_changed_record_is_detected(
    document: str, key: Path, tmp_path: Path, rng: random.Random
) -> None:
    file, tried, missed = tmp_path / "record.json", 0, []
    file.write_text(DOCUMENTS[document](), "utf-8")
    assert verify(file, key) == 0
    for name, mutant in mutants(DOCUMENTS[document](), rng):
        file.write_text(json.dumps(mutant, ensure_ascii=False), "utf-8")
        tried += 1
        try:
            verify(file, key)
        except PaijuError:
            continue
        missed.append(name)
    assert tried > 400
    assert missed == []


def test_re_signing_a_record_needs_the_key(key: Path, tmp_path: Path) -> None:
    """A whole other match under another signature is not the server's."""
    record = loads(abdications().encode())
    record.match = replace(record.match, key=Key.of("22" * 32).public)
    file = tmp_path / "record.json"
    record.deals, record.failed = [], []
    file.write_text(signed(record, Key.of("22" * 32)), "utf-8")
    assert verify(file) == 0
    with pytest.raises(PaijuError) as caught:
        verify(file, key)
    assert caught.value.code == "record.key"


def test_only_a_name_can_be_removed_from_a_signed_record(key: Path, tmp_path: Path) -> None:
    """Who wants to be forgotten is; the rest of the record stands as it was signed."""
    record = loads(abdications().encode())
    record.redact(0)
    file = tmp_path / "record.json"
    file.write_text(dumps(record), "utf-8")
    assert "甲" not in file.read_text("utf-8")
    assert verify(file, key) == 0
    record.seats[0] = "somebody else"
    file.write_text(dumps(record), "utf-8")
    with pytest.raises(PaijuError) as caught:
        verify(file, key)
    assert caught.value.code == "record.name"


def test_a_seat_that_refused_contributes_no_nonce(tmp_path: Path) -> None:
    """Not even if the server signs it: otherwise a player could refuse until they like the deal."""
    record = loads(abdications().encode())
    refused = record.deals[1].failed[0].refused
    assert refused == [2]
    assert record.deals[1].nonces[2] == ""
    record.deals[1].nonces[2] = "00" * 16
    with pytest.raises(PaijuError) as caught:
        record.statement  # noqa: B018 - what would be signed
    assert caught.value.code == "record.chain"


def test_a_record_is_checked_against_a_link_stored_by_a_page(
    key: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = loads(abdications().encode())
    file = tmp_path / "record.json"
    file.write_text(dumps(record), "utf-8")
    stored = record.deals[1].link.hex()
    assert verify(file, key, stored[:16]) == 0
    assert "after 2 of 3 deals" in capsys.readouterr().out
    for head, code in (("00" * 32, "record.head"), ("xyz", "usage.head"), (stored[:15], "usage.head")):
        with pytest.raises(PaijuError) as caught:
            verify(file, key, head)
        assert caught.value.code == code
