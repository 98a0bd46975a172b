"""Another machine of the local network: plain http, where browsers withhold installing, clipboard and WebCrypto."""

from __future__ import annotations

import pytest

from paiju.server.http.links import lan_addresses
from tests.e2e.player import play, settled
from tests.e2e.serving import Server

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    addresses = [address for address in lan_addresses() if ":" not in address]
    if not addresses:
        pytest.skip("this machine has no address in a local network")
    served = Server(tmp_path_factory.mktemp("lan"), host=addresses[0])
    served.start()
    yield served
    assert served.stop() == 0


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_everything_works_from_another_machine_over_plain_http(join, game):
    """A room with its link to copy, a deal, the check of its shuffle, the record."""
    player = join("Tom", lang="en")
    player.home()
    assert player.page.evaluate("isSecureContext") is False
    assert player.page.evaluate(
        "[navigator.clipboard, crypto.subtle, navigator.serviceWorker].every((one) => one === undefined)"
    )
    player.open_room(game)
    link = player.hook("room-link").input_value()
    assert link.startswith(player.url)
    player.page.locator(".link-field button").click()
    player.page.get_by_role("status").filter(has_text="").first.wait_for(state="attached")
    player.home()
    player.hook(f"play-{game}").click()
    player.hook("hand").wait_for()
    play([player], settled(player))
    player.hook("fairness").last.click()
    player.hook("fairness-deal").first.locator("summary").click()
    findings = player.page.locator("[data-ok]")
    player.page.locator("li[data-ok]").nth(2).wait_for()
    assert {findings.nth(n).get_attribute("data-ok") for n in range(findings.count())} == {"true"}
    player.hook("fairness-how").locator("summary").click()
    signature = player.hook("signature")
    signature.wait_for()
    assert signature.get_attribute("data-signed") == "unchecked"  # no WebCrypto on plain http
