"""Networks that fail without a word: what was pressed arrives once, or comes back with a word, and the page says what is going on."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Error

from tests.e2e.checks import tried
from tests.e2e.company import gather, menu, word
from tests.e2e.player import Player
from tests.e2e.profiles import PATIENCE_S
from tests.e2e.proxy import Proxy
from tests.e2e.records import Ear
from tests.e2e.serving import Server

BACK = "html:not([data-dead])"
"""The line is there again: the page has said so, or has loaded itself again, for a dead line may owe it a file (`later.js`)."""
DEAD = """() => {
  const { dataset } = document.documentElement;
  dataset.dead = "";
  const look = (_, observer) => {
    if (!document.querySelector('.conn-banner[data-kind="back"]')) return;
    delete dataset.dead; // the banner itself is gone after a moment
    observer.disconnect();
  };
  new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
}"""
BANNER = '.conn-banner[data-kind="off"]'
SETTLED = """performance.getEntriesByType("resource").some(({ name, responseEnd }) => responseEnd && /\\/bundles\\/ended\\./.test(name))
  && performance.getEntriesByType("resource").some(({ name, responseEnd }) => responseEnd && /\\/texts\\/\\w+\\/settle\\./.test(name))
  && [...document.styleSheets].some(({ href }) => /\\/css\\/settle\\./.test(href ?? ""))"""
TURN_S = 15
OUTBOX = "(key) => key.includes('outbox')"
NOTICED = "a dead line is noticed after, ms"


@pytest.fixture(scope="module")
def line(server) -> Iterator[Proxy]:
    """The way to the server."""
    proxy = Proxy(server.port)
    proxy.start()
    yield proxy
    proxy.stop()


@pytest.fixture(autouse=True)
def _whole(line):
    """Every test finds a line that works."""
    line.mend()


def own_cards(player: Player) -> int:
    return player.page.get_by_test_id("card").count()


def acts(server: Server, player: Player) -> int:
    """The number of actions of the player's seat in the database."""
    with contextlib.closing(sqlite3.connect(f"file:{server.folder}/tables.db?mode=ro", uri=True)) as stored:
        query = "SELECT count(*) FROM actions WHERE room = ? AND seat = 0"
        return int(stored.execute(query, [player.table_id]).fetchone()[0])


def notice(player: Player, since: float, record) -> None:
    """The page says that the line is dead."""
    player.page.locator(BANNER).wait_for()
    record(NOTICED, round(1000 * (time.monotonic() - since)))


def choose(player: Player) -> str:
    """Wait for one's turn and choose cards that may be played; the action that the main button holds."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        look = player.look()
        if look["hint"] and not look["choices"]:
            for column in player.page.locator(".column, .pz-column").all():
                with contextlib.suppress(Error):  # the hand has changed in between
                    column.get_by_test_id("card").last.click(timeout=5000)
                action = str(player.look()["do"])
                if action.partition(" ")[0] in ("play", "discard"):  # or the card is one of a claim
                    return action
            player.press("pass")
        elif look["next"]:
            player.press("next-deal")  # a short deal
        elif look["asked"] or look["choices"]:
            player.step()
        player.page.wait_for_timeout(50)
    raise AssertionError(f"nothing to play: {player.look()}")


@tried(
    "game, failing, turns",
    ("baohuang", ("up",), 1),
    long=[("baohuang", ("up",), 2), ("paohuzi", ("down",), 2), ("baohuang", (), 2)],
)
def test_a_press_without_a_connection_arrives_once(join, line, record_property, game, failing, turns):
    """The cards lie there as on their way, the page says that the line is dead; when it is back they arrive, once."""
    player = join("Tom", url=line.url)
    ear = Ear(player)
    player.home()
    player.hook(f"play-{game}").click()
    player.hook("hand").wait_for()
    for turn in range(turns):
        player.until(SETTLED)  # or a dead line would owe the page the end of the deal
        action = choose(player)
        cards = len(action.split()) - 1
        before, log = own_cards(player), len(ear.log)
        with player.outage():
            since = time.monotonic()
            line.fail("hold" if turn else "drop", *failing)
            player.hook("do").click()
            assert player.page.locator('[data-testid="card"][data-sent="true"]').count() == cards
            assert player.hook("do").get_attribute("aria-busy") == "true"
            assert not player.look()["do"]
            notice(player, since, record_property)
            assert player.page.locator(BANNER).inner_text().endswith(word(player, "web.reconnect.pending"))
            assert own_cards(player) == before or failing == ("down",)
            player.page.evaluate(DEAD)
            line.mend()
            player.page.locator(BACK).first.wait_for()
        player.wait(lambda look: own_cards(player) < before or look["settle"], "the cards gone")  # noqa: B023 - called before the loop goes on
        player.wait(lambda _: _own_deeds(ear, log), "what was done is told")  # noqa: B023 - called before the loop goes on
        player.page.locator('[data-sent="true"]').first.wait_for(state="detached")
        assert len(_own_deeds(ear, log)) == 1, ear.log[log:]
        assert player.page.locator(".refusal").count() == 0
    assert ear.opened > turns


def _own_deeds(ear: Ear, since: int) -> list[str]:
    """The plays and discards of the player's own seat sent since then."""
    seat = ear.room["you"]["seat"]
    deeds = ('"event": "played"', '"event": "discard"')
    return [one for one in ear.log[since:] if f'"seat": {seat}' in one and any(deed in one for deed in deeds)]


@pytest.mark.long
def test_a_press_during_an_outage_that_is_late_returns_the_cards_with_a_message(join, line, server):
    """The clock ran out meanwhile: the cards lie there again, and a sentence says what happened."""
    player = join("Tom", url=line.url, lang="zh")
    player.home()
    made = player.context.request.post(
        f"{line.url}/api/tables",
        data={
            "game": "baohuang",
            "settings": {"turn_seconds": TURN_S, "bank_seconds": 0, "takeover_seconds": 300},
        },
    )
    player.page.goto(f"{line.url}/table/{made.json()['id']}")
    player.hook("fill-bots").click()
    player.until("!document.querySelector('[data-testid=start]').ariaDisabled")
    player.hook("start").click()
    player.hook("hand").wait_for()
    choose(player)
    with player.outage():
        line.fail("drop", "up")
        what, before = player.hook("do").inner_text(), acts(server, player)
        player.hook("do").click()
        player.page.locator(BANNER).wait_for()
        player.wait(lambda _: acts(server, player) > before, "the table has acted for the seat")
        line.mend()
        late = word(player, "web.table.late").replace("{what}", what)
        player.page.locator(".refusal").get_by_text(late, exact=True).wait_for()
    assert player.page.locator('[data-sent="true"]').count() == 0


@pytest.mark.long
def test_ready_and_chat_arrive_once(join, line, server):
    """In the room: what the host and a friend press while their lines are dead, each in another direction."""
    host, friend = join("小红", lang="zh", url=line.url), join("Tom", lang="en", url=server.url)
    gather(host, [friend], "paohuzi")
    chat = f"[aria-label={word(host, 'web.table.chat.write')!r}]"
    for failing, said in (("up", "你好"), ("down", "在吗")):
        ready = host.hook("ready").get_attribute("aria-pressed")
        with host.outage():
            line.fail("drop", failing)
            host.hook("ready").click()
            assert host.hook("ready").get_attribute("aria-busy") == "true"
            host.hook("ready").click()  # a second press while the first is on its way is none
            host.page.locator(chat).fill(said)
            host.page.locator(chat).press("Enter")
            host.page.locator(".chat-going").wait_for()
            host.page.locator(BANNER).wait_for()
            line.mend()
            host.page.locator(".chat-going").wait_for(state="detached")
        host.until(f"document.querySelector('[data-testid=ready]').ariaPressed !== '{ready}'")
        for player in (host, friend):
            lines = player.page.locator(".chat-lines li")
            player.until(
                f"document.querySelectorAll('.chat-lines li').length === {1 if failing == 'up' else 2}"
            )
            assert lines.last.inner_text().endswith(said)
    friend.hook("seat-0").get_by_text("离线").wait_for(state="detached")


def test_a_page_without_a_network_says_so_and_recovers(join, line):
    """Loaded while nothing gets through, at the first visit already: one sentence in the right language, two ways on.

    Files that are no pages were visited before; none of them is displayed in place of a page.
    """
    player = join("Tom", url=line.url, lang="fa", service_workers="allow")
    player.home()
    player.hook("room-paohuzi").click()
    player.hook("room-code").wait_for()
    player.until("Boolean(navigator.serviceWorker.controller)")
    player.until(
        "import('/static/modules.js').then(({ file }) => caches.match(file('texts/fa/first.json'))).then(Boolean)"
    )
    room = player.page.url
    for file in ("static/icons/icon.svg", "robots.txt"):
        player.page.goto(f"{player.url}/{file}")
    with player.outage():
        line.fail("drop")
        player.page.goto(room, wait_until="commit")
        heading = player.page.get_by_role("heading", name=word(player, "web.error.net.offline"))
        heading.wait_for()
        assert player.page.locator("html").get_attribute("dir") == "rtl"
        for way in ("web.again", "web.home"):
            assert player.page.get_by_role("button", name=word(player, way), exact=True).count() == 1
        line.mend()
        player.hook("room-code").wait_for()


@tried("failing", ("up",), long=[("down",)])
def test_a_press_outlives_a_reload(join, line, failing):
    """The press has no connection and the page is loaded again: it arrives once."""
    player = join("Tom", url=line.url)
    ear = Ear(player)
    player.home()
    player.hook("play-baohuang").click()
    player.hook("hand").wait_for()
    action = choose(player)
    cards = len(action.split()) - 1
    before, log = own_cards(player), len(ear.log)
    with player.outage():
        line.fail("drop", *failing)
        player.hook("do").click()
        player.until(f"Object.keys(sessionStorage).some({OUTBOX})")
        line.mend()
        player.page.reload()
        player.hook("hand").wait_for()
    player.wait(lambda look: own_cards(player) == before - cards or look["settle"], "the cards gone")
    player.until(f"!Object.keys(sessionStorage).some({OUTBOX})")
    player.wait(lambda _: _own_deeds(ear, log), "what was done is told")
    plays = set(_own_deeds(ear, log))
    assert len(plays) == 1, plays
    assert player.page.locator(".refusal").count() == 0


def test_a_press_that_is_late_after_a_reload_is_reported(join, line):
    """A press on a page that is gone is reported as late on the next page, if its question has ended."""
    player = join("Tom", url=line.url, lang="zh")
    player.home()
    player.hook("play-baohuang").click()
    player.hook("hand").wait_for()
    player.wait(lambda look: look["hint"] or look["choices"], "a question")
    player.page.evaluate(
        """() => sessionStorage.setItem(`paiju.outbox.${location.pathname.split("/").at(-1)}`, JSON.stringify([
          { id: "0123456789ab-1", at: Date.now() - 9000, message: { id: "0123456789ab-1", type: "act", prompt: "gone", action: "pass" } }]))"""
    )
    player.page.reload()
    player.page.locator(".refusal").wait_for()
    assert word(player, "action.pass") in player.page.locator(".refusal").inner_text()


@tried(
    "part",
    "**/bundles/baohuang.*.js",
    long=["**/css/baohuang.*.css", "**/bundles/shared.*.js", "**/bundles/table.*.js"],
)
def test_parts_of_the_page_that_did_not_come_are_fetched_again(join, line, part):
    """What could not be had at first comes later, without a new load."""
    player = join("Tom", url=line.url)
    assert player.context.request.get(f"{line.url}/api/me").ok
    lost: list[str] = []

    def lose(route):
        if len(lost) >= 2:
            return route.continue_()
        lost.append(route.request.url)
        return route.abort()

    player.page.route(part, lose)
    made = player.context.request.post(f"{line.url}/api/tables", data={"game": "baohuang", "quick": True})
    assert made.ok, made.text()
    with player.outage():
        player.page.goto(f"{line.url}/table/{made.json()['id']}")
        player.hook("hand").wait_for()
    assert len(lost) >= 1
    assert player.page.locator(".frame").evaluate("(frame) => getComputedStyle(frame).display") == "grid"
    assert (
        player.page.locator(".column").first.evaluate("(one) => getComputedStyle(one).position") == "absolute"
    )


@pytest.mark.long
def test_a_part_lost_with_a_dead_connection_loads_with_a_new_page(join, line):
    """Its file is neither there nor refused; a browser would wait for it for ever."""
    player = join("Tom", url=line.url)
    player.home()
    owed: list[str] = []

    def owe(route):
        if owed:
            return route.continue_()
        owed.append(route.request.url)
        return None

    player.page.route("**/bundles/ended.*.js", owe)
    player.hook("play-baohuang").click()
    player.hook("hand").wait_for()
    menu(player, "web.table.fairness")
    with player.outage(), player.page.expect_navigation():
        pass
    player.hook("hand").wait_for()
    menu(player, "web.table.fairness")
    player.page.locator("dialog[open]").wait_for()
    assert owed


@tried("refuses, gone", (False, 1), long=[(True, 3)])
def test_a_page_leaves_a_silent_node_for_another(join, refuses, gone):
    """The one before, which sends the page there, has answered: so a longer silence is no slow line, and an end no outage of all."""
    player = join("Tom", alone=True)
    opened: list[str] = []

    def node(socket) -> None:
        opened.append("gone" if "/n/gone/" in socket.url else "any")
        if opened[-1] == "gone":
            if refuses:
                socket.close()
        elif opened.count("any") <= gone:
            socket.on_message(
                lambda _: socket.send('{"type":"error","code":"table.elsewhere","facts":{"node":"gone"}}')
            )
        else:
            socket.connect_to_server()

    player.page.route_web_socket(re.compile("/ws/"), node)
    player.page.clock.install()
    player.page.add_init_script("Math.random = () => 0.5")
    player.home()
    with player.outage():
        player.hook("play-paohuzi").click()
        for number in range(1, gone + 1):
            end = time.monotonic() + PATIENCE_S
            while len(opened) < 2 * number and time.monotonic() < end:
                player.page.wait_for_timeout(20)
            player.page.clock.run_for(800 if refuses else 3000)
        while len(opened) <= 2 * gone and time.monotonic() < end:
            player.page.wait_for_timeout(20)
        assert opened == [*["any", "gone"] * gone, "any"]
        player.hook("hand").wait_for()


@pytest.mark.long
def test_a_page_follows_at_once_to_a_node_that_is_not_the_silent_one(join):
    player = join("Tom", alone=True)
    opened: list[str] = []

    def node(socket) -> None:
        named = re.search("/n/([a-z]+)/", socket.url)
        opened.append(named[1] if named else "any")
        to = "gone" if len(opened) == 1 else "other"
        if not named:
            socket.on_message(
                lambda _: socket.send(
                    f'{{"type":"error","code":"table.elsewhere","facts":{{"node":"{to}"}}}}'
                )
            )

    player.page.route_web_socket(re.compile("/ws/"), node)
    player.page.clock.install()
    player.home()
    with player.outage():
        player.hook("play-paohuzi").click()
        for number in (2, 4):
            end = time.monotonic() + PATIENCE_S
            while len(opened) < number and time.monotonic() < end:
                player.page.wait_for_timeout(20)
            if number == 2:
                player.page.clock.run_for(3000)
        assert opened[:4] == ["any", "gone", "any", "other"]


def test_a_disconnected_page_knows_which_node_it_was_on(join):
    """It came by the address of all nodes, and the table sent the name of its own node, so no other node is doubted."""
    player = join("Tom", alone=True)
    dead, then = threading.Event(), []

    def tell(socket, text: str) -> None:
        message = json.loads(text)
        if not dead.is_set():
            socket.send(json.dumps(message | {"node": "gone"} if message["type"] == "welcome" else message))

    def node(socket) -> None:
        if not dead.is_set():
            socket.connect_to_server().on_message(partial(tell, socket))
            return
        named = re.search("/n/([a-z]+)/", socket.url)
        then.append(named[1] if named else "any")
        if not named:
            socket.on_message(lambda _: (then.append("sent"), socket.send(sent)))

    sent = '{"type":"error","code":"table.elsewhere","facts":{"node":"other"}}'
    player.page.route_web_socket(re.compile("/ws/"), node)
    player.home()
    player.hook("play-paohuzi").click()
    player.hook("hand").wait_for()
    with player.outage():
        dead.set()
        end = time.monotonic() + PATIENCE_S
        while "sent" not in then[:-1] and time.monotonic() < end:
            player.page.wait_for_timeout(20)
    assert then[then.index("sent") + 1] == "other", then
