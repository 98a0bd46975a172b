"""Commitments, seeds and links, computed here as docs/records.md describes them."""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

import pytest

from paiju.core import reading
from paiju.core.document import links
from tests.fairness.reckoning import hashed
from tests.fairness.records import abdications, tiles


def line(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def called(previous: bytes, shuffle: dict[str, Any]) -> tuple[bytes, list[bytes]]:
    """The call of a shuffle, and its nonces."""
    opening = hashed("opening", previous, bytes.fromhex(shuffle["commitment"]))
    nonces = [bytes.fromhex(nonce) for nonce in shuffle["nonces"]]
    shares = [hashed("share", opening, bytes((seat,)), n) if n else b"" for seat, n in enumerate(nonces)]
    if "shares" in shuffle:
        assert all(share.hex() == shuffle["shares"][i] for i, share in enumerate(shares) if share)
        shares = [bytes.fromhex(share) for share in shuffle["shares"]]
    return hashed("call", opening, *shares), nonces


@pytest.mark.parametrize("document", [abdications, tiles])
def test_the_chain_and_the_seeds_are_as_documented(document) -> None:
    text = document()
    data, record = json.loads(text), reading.loads(text.encode())
    head = {key: data[key] for key in ("game", "law", "options", "digest", "names", "match", "key", "after")}
    for name, salt, bound in zip(data["seats"], data["salts"], data["names"], strict=True):
        assert (
            (name == "–")
            if salt is None
            else (hashed("name", bytes.fromhex(salt), name.encode()).hex() == bound)
        )
    link = hashed("match", line(head))
    chain = [link]
    for deal, read in zip(data["deals"], record.deals, strict=True):
        for failed in deal["failed"]:
            call, nonces = called(link, failed)
            secret = bytes.fromhex(failed["secret"])
            link = hashed("failed", link, call, secret, hashed("nonces", *nonces), failed["why"].encode())
        assert deal["previous"] == link.hex()
        call, nonces = called(link, deal)
        secret = bytes.fromhex(deal["secret"])
        assert hashlib.sha256(b"paiju commitment" + secret).hexdigest() == deal["commitment"]
        assert read.seed == hashed("seed", call, secret, *nonces)
        play = {key: deal[key] for key in ("carry", "actions", "trail", "events", "result")}
        played = hashlib.sha256(line(play)).digest()
        link = hashed("deal", link, call, secret, hashed("nonces", *nonces), played)
        chain.append(link)
    for failed in data["failed"]:
        call, nonces = called(link, failed)
        secret = bytes.fromhex(failed["secret"])
        link = hashed("failed", link, call, secret, hashed("nonces", *nonces), failed["why"].encode())
        chain.append(link)
    assert list(links(record)) == chain
    stated = hashed("record", link, len(data["deals"]).to_bytes(4, "big"), bytes([data["over"]]))
    assert record.statement == stated


def test_different_lists_of_parts_hash_differently() -> None:
    rng, seen = random.Random(3), {}
    for _ in range(3000):
        parts = tuple(rng.randbytes(rng.randrange(4)) for _ in range(rng.randrange(4)))
        assert seen.setdefault(hashed("x", *parts), parts) == parts
