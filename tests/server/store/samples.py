"""Writes to play with."""

from __future__ import annotations

from paiju.server.store.rows import ActionRow, DealRow, EndDeal, PutRecord, SignalRow, StoredRoom


def table(name: str = "t1", **changes: object) -> StoredRoom:
    given = {
        "game": "baohuang",
        "code": None,
        "key": f"key-{name}",
        "data": "{}",
        "members": ("g1", "g2"),
        "over": False,
    }
    return StoredRoom(id=name, **{**given, **changes})


def deal(name: str = "t1", number: int = 1) -> DealRow:
    return DealRow(name, number, 1, "c" * 64, "5" * 64, '["",""]', "null")


def action(index: int, name: str = "t1", number: int = 1) -> ActionRow:
    return ActionRow(
        name, number, index, index % 5, f"play {index}", f"{index:04x}", f"p{index}" if index % 2 else None
    )


def signal(index: int, name: str = "t1", number: int = 1) -> SignalRow:
    return SignalRow(name, number, index, index + 1, index % 5, "zhan_pai")


def end(name: str = "t1", number: int = 1) -> EndDeal:
    return EndDeal(name, number, "e" * 64, '{"void":false}')


FRAME = '{"no":"record","deals":[]}'


def record(
    name: str = "r1", players: tuple[tuple[int, str], ...] = ((0, "g1"), (2, "g2")),
    deals: tuple[tuple[int, str], ...] = (),
) -> PutRecord:  # fmt: skip
    return PutRecord(name, "baohuang", '["A","B","C","D","E"]', "[1,2,3,4,5]", FRAME, deals, players)
