"""What the server stored of a match, compared with what the pages saw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import WebSocket

from paiju.cli import run
from tests.e2e.player import Player
from tests.server.table.simulation import merged


def record_of(player: Player, record: str) -> dict[str, Any]:
    """The record as its players may download it."""
    answer = player.context.request.get(f"{player.url}/api/records/{record}")
    assert answer.ok, answer.text()
    document: dict[str, Any] = answer.json()
    return document


def verify(document: dict[str, Any], folder: Path) -> None:
    """`paiju verify` finds nothing wrong with a record."""
    path = folder / "record.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert run(["verify", str(path)]) == 0


def replayed(player: Player, record: str, deal: int, viewer: int) -> list[str]:
    """The events of a deal as one seat saw them, from the record."""
    answer = player.context.request.get(
        f"{player.url}/api/records/{record}/replay?deal={deal}&viewer={viewer}&lang=en"
    )
    assert answer.ok, answer.text()
    return [json.dumps(event, sort_keys=True) for step in answer.json()["steps"] for event in step["events"]]


class Ear:
    """Listens to what the server tells a page: the log of the running deal, as the protocol defines it."""

    def __init__(self, player: Player) -> None:
        self.room: dict[str, Any] = {}
        self.view: dict[str, Any] = {}
        self.log: list[str] = []
        self.welcomed = 0
        self.opened = 0
        self._seq = -1
        player.heed("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        fresh = True

        def hear(frame: str | bytes) -> None:
            nonlocal fresh
            self.opened += fresh
            fresh = False
            self._hear(frame)

        socket.on("framereceived", hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        seq = message.get("seq")
        if seq is not None:
            if message["type"] != "welcome" and seq <= self._seq:
                return
            self._seq = seq
        self.room = message.get("room") or self.room
        if message["type"] == "welcome":
            self.welcomed += 1
            self.view = message["view"] or {}
            self.log = [json.dumps(event, sort_keys=True) for event in message["log"] or []]
        elif message["type"] == "events":
            view = merged(self.view, message)
            if self.view.get("deal") != view.get("deal"):
                self.log = []
            self.view = view
            self.log += [json.dumps(event, sort_keys=True) for event in message["list"]]
