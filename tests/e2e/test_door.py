"""The table's own address in other browsers, in the middle of a match: one takes a bot's seat over, one watches, one comes back."""

from __future__ import annotations

import pytest

from tests.e2e.company import choose_settings, close_sheet, gather, menu, start, word
from tests.e2e.player import Player

pytestmark = pytest.mark.long


def begun(join, game: str, *guests: Player) -> Player:
    """A match of a host, guests and bots, at normal speed; the host."""
    host = join("李伟", lang="zh")
    gather(host, guests, game)
    choose_settings(host, {"turn_seconds": 300, "takeover_seconds": 300})
    host.hook("fill-bots").click() if host.hook("fill-bots").count() else host.page.locator(
        "[data-testid^=add-bot-]"
    ).click()
    host.until("!document.querySelector('[data-kind=empty]')")
    start(host, guests)
    return host


def named(join, name: str, lang: str, **options) -> Player:
    """A guest with a name who has opened nothing yet."""
    player = join(name, lang=lang, **options)
    player.home()
    player.call_oneself()
    return player


@pytest.mark.parametrize(("game", "seat"), [("baohuang", 3), ("paohuzi", 2)])
def test_one_address_for_everything(join, game, seat):
    tom = join("Tom", lang="en")
    host = begun(join, game, tom)
    address = host.page.url
    maryam = named(join, "مریم", "fa")
    maryam.page.goto(address)
    maryam.hook(f"take-{seat}").click()
    maryam.hook("heir").wait_for()
    assert maryam.hook("hand").count() == 0, "the cards are dealt"
    assert maryam.page.url == address
    host.hook("admit").wait_for()
    late = named(join, "Ann", "en")
    late.page.goto(address)
    late.hook("watch").click()
    late.until("document.querySelector('.watch')")
    assert late.hook("card").count() == 0
    tom.page.goto(f"{tom.url}/")
    tom.page.goto(address)
    tom.hook("hand").wait_for()
    menu(host, "web.room.invite")
    sheet = host.hook("invite-sheet")
    link, code = (
        sheet.get_by_test_id("room-link").input_value(),
        sheet.get_by_test_id("big-code").inner_text(),
    )
    assert "Ann" in sheet.inner_text()
    close_sheet(host, "invite-sheet")
    by_link, by_code = named(join, "Bo", "zh"), named(join, "Cy", "en")
    by_link.page.goto(link)
    by_link.hook("watch").wait_for()
    by_code.home()
    by_code.hook("join-code").fill("".join(code.split()))
    by_code.hook("watch").wait_for()


def test_a_watcher_takes_a_seat(join):
    host = begun(join, "paohuzi")
    watcher = named(join, "Ann", "en", viewport={"width": 1280, "height": 800})
    watcher.page.goto(host.page.url)
    watcher.hook("watch").click()
    watcher.hook("take").click()
    watcher.hook("take-2").click()
    watcher.hook("heir").wait_for()
    assert watcher.hook("hand").count() == 0
    host.hook("auto").click()
    host.page.get_by_text(known_joined(host, "Ann", 3)).wait_for(timeout=300_000)


def known_joined(player: Player, name: str, seat: int) -> str:
    """What the table says when a seat changes hands."""
    return word(player, "web.table.joined").replace("{name}", name).replace("{seat}", str(seat))


def test_a_removed_guest_cannot_return(join):
    host = begun(join, "paohuzi")
    address = host.page.url
    watcher = named(join, "Ann", "en")
    watcher.page.goto(address)
    watcher.hook("watch").click()
    watcher.hook("take").wait_for()
    menu(host, "web.room.invite")
    link = host.hook("invite-sheet").get_by_test_id("room-link").input_value()
    host.hook("send-out").click()
    watcher.page.get_by_text(word(watcher, "web.bye.room.kicked")).wait_for()
    host.until(f"document.querySelector('[data-testid=room-link]').value !== {link!r}")
    stranger = named(join, "Ann", "en")
    stranger.wanted.append("404")
    stranger.page.goto(address)
    stranger.page.get_by_text(word(stranger, "web.error.room.renewed")).first.wait_for()
    stranger.page.goto(link)
    stranger.page.get_by_text(word(stranger, "web.error.room.none")).first.wait_for()
    friend = named(join, "Bo", "en", alone=True)
    tried = []  # a server without room refuses the first sockets; a page that asks why says which invitation it has
    friend.page.route_web_socket(
        "**/ws/*",
        lambda socket: (
            tried.append(socket) or (socket.close if len(tried) < 3 else socket.connect_to_server)()
        ),
    )
    friend.page.goto(host.page.url)
    friend.hook("watch").wait_for()


def test_a_table_against_bots_is_opened_by_its_host(join):
    host = named(join, "李伟", "zh")
    host.home()
    host.hook("play-paohuzi").click()
    host.hook("hand").wait_for()
    friend = named(join, "Tom", "en")
    friend.page.goto(host.page.url)
    friend.page.get_by_text(word(friend, "web.error.room.closed")).first.wait_for()
    menu(host, "web.room.invite")
    assert host.hook("room-link").count() == 0
    host.page.locator(".switch:has([data-testid=door-substitutes])").click()
    host.hook("room-link").wait_for()
    friend.page.get_by_role("button", name=word(friend, "web.again")).click()
    friend.hook("take-1").click()
    friend.hook("heir").wait_for()


def test_a_listed_table_is_found_on_the_first_page(join):
    """Anyone who never had the link comes in by one press, where the host wished it."""
    host, stranger = join("李伟", lang="zh"), join("Maryam", lang="en")
    host.home()
    host.open_room("paohuzi")
    host.hook("room-settings").click()
    stranger.home()
    assert stranger.hook("lobby-open").count() == 0
    host.hook("setting-listed").click()
    host.until("document.querySelector('[data-testid=setting-listed]').checked")
    stranger.page.reload()
    stranger.hook("lobby-open").get_by_role("link").click()
    host.until("document.querySelectorAll('[data-kind=human]').length === 2")
