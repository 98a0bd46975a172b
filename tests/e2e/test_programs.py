"""The host lets a program sit down: the token is displayed once, the program is marked for all, and the seat comes back to the host. Own bots of the server."""

from __future__ import annotations

import json

import pytest
from websockets.sync.client import connect

from tests.e2e.company import gather, start
from tests.e2e.serving import Server

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with a bot of its own."""
    served = Server(tmp_path_factory.mktemp("server"), bots=["俭 Ann=greedy"])
    served.start()
    yield served
    assert served.stop() == 0, "\n".join(served.said[-30:])
    assert not served.mistakes


def test_an_own_bot_of_the_server_is_seated_under_its_name_and_plays(join):
    host = join("Tom", lang="en")
    gather(host, [], "paohuzi")
    host.hook("fill-bots").click()
    host.until("!document.querySelector('[data-kind=empty]')")
    host.hook("level-1").select_option("俭 Ann")
    host.until("document.querySelector('[data-testid=seat-1]').innerText.includes('俭 Ann 2')")
    assert host.hook("stand-ins").count() == 0
    start(host, [])
    host.page.get_by_text("俭 Ann 2").first.wait_for()


def test_the_host_seats_a_program_and_takes_the_seat_back(join):
    host, tom = join("李伟", lang="zh"), join("Tom", lang="en")
    gather(host, [tom], "paohuzi")
    host.hook("more-2").click()
    host.hook("program-2").click()
    host.hook("program-name").fill("小甲")
    host.hook("program-take").click()
    token = host.hook("program-token").input_value()
    command = host.hook("program-command").input_value()
    assert token not in command
    address = host.page.url.split("#")[0].replace("http", "ws", 1).replace("/table/", "/ws/")
    headers = {"Authorization": f"Bearer {token}"}
    with connect(address, additional_headers=headers, proxy=None) as program:
        program.send(json.dumps({"type": "hello", "version": 2}))
        assert json.loads(program.recv())["room"]["you"]["seat"] == 2
        tom.until("document.querySelector('[data-testid=seat-2][data-kind=program][data-ready=true]')")
        assert "小甲" in tom.hook("seat-2").inner_text()
        host.page.keyboard.press("Escape")
        host.hook("more-2").click()
        host.hook("drop-program-2").click()
        tom.until("document.querySelector('[data-testid=seat-2][data-kind=empty]')")
        while (message := json.loads(program.recv()))["type"] != "bye":
            assert message["type"] == "room"
        assert message["code"] == "program.revoked"
    host.hook("more-2").click()
    host.hook("program-2").click()
    assert host.hook("program-token").count() == 0
