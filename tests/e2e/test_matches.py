"""Whole matches by people, through all that may happen to a browser, a network and a server."""

from __future__ import annotations

import pytest

from tests.e2e.company import (
    all_saw_the_same,
    choose_rules,
    choose_settings,
    close_sheet,
    gather,
    menu,
    start,
    word,
)
from tests.e2e.player import Player, play, settled
from tests.e2e.records import Ear

pytestmark = pytest.mark.long
NAMES = (("小红", "zh"), ("李伟", "zh"), ("مریم", "fa"), ("Tom", "en"), ("Ann", "en"))


def heard(ears, least):
    """Whether every page was sent that many events."""
    return lambda: all(len(ear.log) >= least for ear in ears.values())


def cut_off(player: Player, others, ears) -> None:
    """A page loses its connection while others play on, and comes back by itself."""
    with player.outage():
        player.context.set_offline(True)
        player.page.evaluate("dispatchEvent(new Event('offline'))")
        before = len(ears[player].log)
        play(
            others,
            lambda: any(len(ears[other].log) > before + 1 for other in others) or others[0].look()["settle"],
            limit_s=40,
        )
        player.context.set_offline(False)
        player.page.wait_for_timeout(1)


def through_a_power_cut(server, players, ears, *, kill: bool) -> None:
    """The server goes and comes back; every page comes back by itself."""
    welcomed = {player: ears[player].opened for player in players}
    for player in players:
        player.away = True
    if kill:
        server.kill()
    else:
        assert server.stop() == 0
    server.start()
    for player in players:
        player.wait(lambda look, p=player: ears[p].opened > welcomed[p], "the way back to the table")
        player.away = False


def move_seat(player: Player, to: Player) -> None:
    """The seat goes to another device by a one-time code."""
    menu(player, "web.table.move")
    code = player.page.locator(".move-code").inner_text()
    to.home()
    to.page.get_by_role("button", name=word(to, "web.settings"), exact=True).click()
    to.page.get_by_role("button", name=word(to, "web.move.title")).click()
    field = to.page.get_by_label(word(to, "web.move.code"))
    field.fill(code)
    field.press("Enter")
    to.hook("hand").wait_for()
    player.page.get_by_text(word(player, "web.bye.seat.moved")).first.wait_for()
    player.until("!document.querySelector('[data-testid=hand]')")


def is_auto(player: Player) -> bool:
    """Whether a bot plays this seat now."""
    return bool(player.look()["auto"])


def be_late(player: Player, others) -> None:
    """Somebody does not answer: a bot plays on until they take their seat back."""
    play(others, lambda: is_auto(player) or player.look()["settle"], limit_s=120)
    if not player.look()["settle"]:
        player.hook("auto").click()
        player.wait(lambda look: not look["auto"] or look["settle"], "the seat back")


def let_play(player: Player, others, ears) -> None:
    """托管 on demand, and back."""
    before = len(ears[others[0]].log)
    player.hook("auto").click()
    player.wait(lambda look: look["auto"] or look["settle"], "the bot")
    play(others, lambda: len(ears[others[0]].log) > before + 6 or others[0].look()["settle"], limit_s=120)
    if not player.look()["settle"]:
        player.hook("auto").click()
        player.wait(lambda look: not look["auto"] or look["settle"], "the seat back")


def next_deal(players) -> None:
    """Everybody wants to go on; after a while the next deal comes by itself."""
    for player in players:
        player.press("next-deal")
    for player in players:
        player.wait(lambda look: not look["settle"] and look["cards"], "the next deal")


def again_and_dissolve(players) -> None:
    """A rematch by everybody's vote, then the new table is dissolved by most."""
    old = players[0].table_id
    for player in players:
        player.hook("rematch").click()
    for player in players:
        player.until(f"!location.pathname.endsWith('{old}')")
    assert len({player.table_id for player in players}) == 1
    for player in players:
        player.until("document.querySelector('[data-testid=ready], [data-testid=hand]')")
    if players[0].hook("ready").count():
        for player in players:
            if player.hook("ready").get_attribute("aria-pressed") != "true":
                player.hook("ready").click()
        starter = next(player for player in players if player.hook("start").count())
        starter.until("!document.querySelector('[data-testid=start]').ariaDisabled")
        starter.hook("start").click()
    for player in players:
        player.hook("hand").wait_for()
    menu(players[0], "web.table.dismiss")
    players[0].hook("dismiss-now").click()
    for player in players[1 : len(players) // 2 + 1]:
        player.page.get_by_role("button", name=word(player, "web.table.vote.yes"), exact=True).click()
    for player in players:
        player.hook("ended").wait_for()
        assert not player.hook("hand").count()


def test_five_play_baohuang_with_tribute(join, server, tmp_path):
    players = [join(name, lang=lang) for name, lang in NAMES]
    ears = {player: Ear(player) for player in players}
    host, *guests = players
    watcher = join("Zuschauer", lang="en")
    code = gather(host, guests, "baohuang")
    choose_rules(host, "moegirl", {"match_length": 2})
    choose_settings(
        host,
        {
            "turn_seconds": 30,
            "bank_seconds": 0,
            "auto_play_after": 1,
            "takeover_seconds": 60,
            "spectators": "delayed",
            "delay_seconds": 10,
        },
    )
    watcher.home()
    watcher.join(code)
    watching = Ear(watcher)
    start(host, guests)

    play(players, heard(ears, 12))
    guests[0].page.reload()
    play(players, heard(ears, 20))
    cut_off(guests[1], [host, guests[0], *guests[2:]], ears)
    play(players, heard(ears, 40))
    through_a_power_cut(server, [*players, watcher], {**ears, watcher: watching}, kill=True)
    let_play(guests[3], [host, *guests[:3]], ears)
    be_late(guests[2], [host, guests[0], guests[1], guests[3]])
    assert not watcher.hook("hand").count()
    play(players, settled(*players))
    all_saw_the_same(players, ears, 1, tmp_path)
    next_deal(players)
    watcher.until("document.querySelectorAll('[data-testid=log] li').length > 5")
    assert not watcher.hook("hand").count()
    watcher.context.close()
    play(players, heard(ears, 30))
    through_a_power_cut(server, players, ears, kill=False)
    device = join("Ann", lang="en")
    ears[device] = Ear(device)
    move_seat(guests[3], device)
    del ears[guests[3]]
    players[4] = device
    play(players, settled(*players))
    document = all_saw_the_same(players, ears, 2, tmp_path)
    assert any(
        action.startswith(("give", "take", "return")) for _, action in document["deals"][1]["actions"]
    ) or any('"tribute' in line or '"paid' in line or '"gave' in line for line in ears[host].log)
    again_and_dissolve(players)
    shifted = [(player.name, player.shifts) for player in players if player.shifts]
    assert not shifted


@pytest.mark.parametrize("kill", [True, False], ids=["killed", "stopped"])
def test_the_result_survives_a_restart(join, server, kill):
    """Between deals a restart takes nothing from the page: result, score, the way on."""
    player = join("Tom", lang="en")
    ear = Ear(player)
    player.home()
    player.hook("play-paohuzi").click()
    player.hook("hand").wait_for()
    play([player], settled(player))
    points = player.hook("score-sheet").last.inner_text()
    through_a_power_cut(server, [player], {player: ear}, kill=kill)
    player.hook("settle").wait_for()
    assert player.hook("score-sheet").last.inner_text() == points
    player.hook("next-deal").click()
    player.wait(lambda look: ear.view["deal"] == 2 and look["cards"] and not look["settle"], "the next deal")


def test_a_seat_moves_to_another_device_with_the_whole_deal(join, tmp_path):
    """The other device has the whole deal so far, and plays it to its end."""
    player, device = join("Tom", lang="en"), join("Tom", lang="en")
    ears = {player: Ear(player), device: Ear(device)}
    player.home()
    player.hook("play-paohuzi").click()
    player.hook("hand").wait_for()
    play([player], lambda: len(ears[player].log) > 6)
    move_seat(player, device)
    assert len(ears[device].log) > 6
    play([device], settled(device))
    all_saw_the_same([device], ears, 1, tmp_path)


def test_three_play_paohuzi(join, server, tmp_path):
    players = [join(name, lang=lang) for name, lang in NAMES[1:4]]
    ears = {player: Ear(player) for player in players}
    host, *guests = players
    gather(host, guests, "paohuzi")
    choose_settings(
        host,
        {
            "turn_seconds": 30,
            "bank_seconds": 30,
            "window_ms": 600,
            "auto_play_after": 1,
            "takeover_seconds": 60,
        },
    )
    host.hook("change-rules").click()
    host.hook("part-all").click()
    host.hook("option-match_length").fill("2")
    host.hook("option-match_length").press("Enter")
    close_sheet(host, "rule-sheet")
    start(host, guests)

    play(players, lambda: heard(ears, 6)() or settled(*players)())
    guests[0].page.reload()
    play(players, lambda: heard(ears, 12)() or settled(*players)())
    through_a_power_cut(server, players, ears, kill=True)
    play(players, settled(*players))
    all_saw_the_same(players, ears, 1, tmp_path)
    next_deal(players)
    cut_off(guests[1], [host, guests[0]], ears)
    let_play(guests[0], [host, guests[1]], ears)
    if not host.look()["settle"]:
        be_late(guests[1], [host, guests[0]])
    play(players, settled(*players))
    all_saw_the_same(players, ears, 2, tmp_path)
    again_and_dissolve(players)


def test_bots_that_weaker_ones_play_for_are_named_in_the_room_and_at_the_table(join):
    host = join("李伟", lang="en")

    def without_kernels(route):
        route.fulfill(json={**route.fetch().json(), "stand_ins": ["hard", "master"]})

    host.page.route("**/api/games/paohuzi?*", without_kernels)
    gather(host, [], "paohuzi")
    host.hook("fill-bots").click()
    host.until("!document.querySelector('[data-kind=empty]')")
    assert host.hook("stand-ins").count() == 0
    host.hook("level-1").select_option("master")
    said = host.hook("stand-ins")
    said.wait_for()
    assert said.inner_text().startswith("Master: a weaker bot plays")
    start(host, [])
    host.page.locator(".toast", has_text="Master: a weaker bot plays").wait_for()
