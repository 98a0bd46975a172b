"""Several players in one room: making it, starting it, what all of them have seen."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.e2e.gallery.serve import texts
from tests.e2e.player import Player
from tests.e2e.records import Ear, record_of, replayed, verify

known = functools.cache(texts)


def word(player: Player, key: str) -> str:
    """What a button without a hook is called in the player's language."""
    return known(player.lang)[key]


def close_sheet(player: Player, testid: str) -> None:
    """Close a sheet as the keyboard does, once it is there."""
    player.hook(testid).wait_for()
    player.page.keyboard.press("Escape")
    player.hook(testid).wait_for(state="hidden")


def gather(host: Player, guests: Sequence[Player], game: str) -> str:
    """All in one room, by its code; the code."""
    for player in (host, *guests):
        player.home()
        player.call_oneself()
        player.page.reload()
    code = host.open_room(game)
    for seat, guest in enumerate(guests, 1):
        guest.join(code)
        host.until(f"document.querySelectorAll('[data-kind=human]').length > {seat}")
    return code


def choose_rules(host: Player, preset: str, options: Mapping[str, int | str]) -> None:
    """A preset, then options of the full form."""
    host.hook("change-rules").click()
    host.hook(f"preset-{preset}").click()
    host.until(f"document.querySelector('[data-testid=preset-{preset}]')?.ariaPressed === 'true'")
    host.hook("part-all").click()
    for name, value in options.items():
        field = host.hook(f"option-{name}")
        if isinstance(value, int):
            field.fill(str(value))
            field.press("Enter")
            field.blur()
        else:
            field.select_option(value)
        host.until(f"document.querySelector('[data-testid=option-{name}]').closest('.option-changed')")
    close_sheet(host, "rule-sheet")


def choose_settings(host: Player, settings: Mapping[str, int | str]) -> None:
    """How the room is run."""
    host.hook("room-settings").click()
    for name, value in settings.items():
        host.hook(f"setting-{name}").select_option(str(value))
        host.until(f"document.querySelector('[data-testid=setting-{name}]').value === '{value}'")
    close_sheet(host, "room-settings-sheet")


def start(host: Player, guests: Sequence[Player]) -> None:
    """Everybody is ready, the host starts; all have their hands."""
    for guest in guests:
        guest.hook("ready").click()
    host.until(f"document.querySelectorAll('[data-ready=true]').length >= {len(guests)}")
    host.until("!document.querySelector('[data-testid=start]').ariaDisabled")
    host.hook("start").click()
    for player in (host, *guests):
        player.hook("hand").wait_for()


def all_saw_the_same(
    players: Sequence[Player], ears: Mapping[Player, Ear], deal: int, folder: Path
) -> dict[str, Any]:
    """Every page was sent every event it may know exactly once, as the record has them; the record."""
    first = ears[players[0]]
    for player in players:
        ear = ears[player]
        assert ear.log == replayed(player, ear.room["record"], deal, ear.room["you"]["seat"]), player.name
    document = record_of(players[0], first.room["record"])
    assert len(document["deals"]) == deal
    verify(document, folder)
    return document


def menu(player: Player, key: str) -> None:
    """An entry of the table's menu."""
    player.hook("menu").click()
    player.hook("menu-sheet").get_by_role("button", name=word(player, key), exact=True).click()
