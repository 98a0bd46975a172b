"""A result as a picture, and a record in another site's page, where visitors need no guest."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.e2e.player import Player

pytestmark = pytest.mark.long

PLAY = """(id) => new Promise((done) => {
  const table = new WebSocket(`${location.origin.replace("http", "ws")}/ws/${id}`);
  table.onopen = () => table.send(JSON.stringify({ type: "hello" }));
  table.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "prompt" && message.id)
      table.send(JSON.stringify({ type: "act", prompt: message.id, action: message.actions[0] ?? message.default }));
    if (message.type === "room" && ["settled", "over"].includes(message.room.state)) done(table.close());
  };
})"""
MAKE = """() => fetch("/api/tables", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ game: "paohuzi", quick: true, settings: { tempo: "instant" } }),
}).then((answer) => answer.json()).then(({ id }) => id)"""
PICTURE = """() => {
  const image = document.querySelector("[data-testid=picture-drawn]");
  const size = { width: image.naturalWidth, height: image.naturalHeight };
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return [size.width, size.height, canvas.toDataURL()];
}"""
DRAWN = "document.querySelector('[data-testid=picture-drawn]')?.naturalWidth"


def settled(player: Player) -> str:
    """A deal against bots that is over, on the page; its table."""
    player.home()
    player.call_oneself()
    table = str(player.page.evaluate(MAKE))
    player.page.evaluate(PLAY, table)
    player.page.goto(f"{player.url}/table/{table}")
    return table


@pytest.fixture
def elsewhere() -> Iterator[Callable[[str], str]]:
    """Where another site shows some HTML."""
    pages: list[bytes] = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(pages[-1])

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def show(text: str) -> str:
        pages.append(text.encode())
        return f"http://localhost:{server.server_port}/"

    yield show
    server.shutdown()
    server.server_close()


def test_a_result_is_drawn_with_names_and_without_and_a_record_shown_elsewhere_until_that_is_revoked(
    join, elsewhere
):
    player = join("李伟", lang="zh")
    settled(player)
    player.hook("picture-open").click()
    player.until(DRAWN)
    named = player.page.evaluate(PICTURE)
    before = player.page.get_attribute("[data-testid=picture-drawn]", "src")
    player.hook("picture-names").click()
    player.until(f"{DRAWN} && document.querySelector('[data-testid=picture-drawn]').src !== '{before}'")
    nameless = player.page.evaluate(PICTURE)
    assert named[:2] == nameless[:2] == [1080, 1080]
    assert named[2] != nameless[2]
    player.page.keyboard.press("Escape")
    player.hook("replay").click()
    player.hook("replay-share").click()
    frame = player.hook("embed-code").input_value()
    record = player.page.url.split("/replay/")[1].split("?")[0]
    assert record not in frame
    strange = player.page.context.browser.new_context(locale="zh-CN")
    page, requests = strange.new_page(), []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(elsewhere(frame))
    displayed = page.frame_locator("iframe")
    displayed.get_by_test_id("replay-page").wait_for()
    assert "李伟" not in displayed.locator("body").inner_text()
    assert displayed.get_by_test_id("replay-review").count() == 0
    assert not [url for url in requests if "/api/me" in url or record in url]
    assert strange.cookies() == []
    player.hook("embed-revoke").click()
    player.until(f"document.querySelector('[data-testid=embed-code]').value !== {json.dumps(frame)}")
    page.reload()
    displayed.locator(".error-page").wait_for()
    page.goto(elsewhere(player.hook("embed-code").input_value()))
    displayed.get_by_test_id("replay-page").wait_for()
    player.hook("embed-names").click()
    player.hook("embed-revoke").wait_for()
    strange.close()
