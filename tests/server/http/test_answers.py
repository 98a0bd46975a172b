"""What is said to people and programs when something is wrong, and whom the server believes."""

from __future__ import annotations

import pytest

from paiju.core.errors import PaijuError
from paiju.server.errors import ServerError
from paiju.server.http.context import networks
from paiju.server.hub.hub import Hub
from paiju.server.store.base import StoreError
from tests.server.http.test_pages import HTML, get


def test_people_get_a_page_and_programs_a_code(visit):
    page, code = get(visit, "/nothing", **HTML), get(visit, "/nothing")
    api = get(visit, "/api/nothing", **HTML)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    for answer in (code, api):
        assert (answer.status_code, answer.json()) == (404, {"error": {"code": "page.none", "facts": {}}})


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/"), ("PUT", "/api/me"), ("GET", "/api/join"), ("TRACE", "/api/me")]
)
def test_other_methods(visit, method, path):
    async def work(site):
        return await site.browser().request(method, path)

    answer = visit(work)
    assert (answer.status_code, answer.json()["error"]["code"]) == (405, "page.method")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://table.test:8000"}, 200),
        ({"Origin": "https://table.test:8000"}, 200),
        ({"Origin": "https://friend.test"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://table.test"}, 403),
        ({"Origin": "http://table.test:8001"}, 403),
        ({"Origin": "http://evil.test"}, 403),
        ({"Origin": "http://table.test:8000.evil.test"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "file://"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://evil.test", "Sec-Fetch-Site": "same-origin"}, 403),
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_other_sites_may_not_act(visit, method, headers, status):
    async def work(site):
        browser = await site.guest()
        body = {"json": {}} if method == "POST" else {}
        answer = await browser.request(method, "/api/me", headers=headers, **body)
        return answer.status_code, answer.json().get("error", {}).get("code")

    assert visit(work, origins=("https://friend.test",)) == (
        status,
        None if status == 200 else "origin.foreign",
    )


@pytest.mark.parametrize(
    ("host", "origin", "same"),
    [
        ("a.test", "https://a.test:443", True),
        ("a.test:80", "http://A.test", True),
        ("a.test:443", "http://a.test", False),
    ],
)
def test_default_ports_are_the_same_origin(visit, host, origin, same):
    async def work(site):
        return (
            await (await site.guest()).post("/api/me", json={}, headers={"Host": host, "Origin": origin})
        ).status_code

    assert visit(work) == (200 if same else 403)


PROXIES = networks(["10.0.0.0/8", "2001:db8::1"])


@pytest.mark.parametrize(
    ("client", "forwarded", "seen"),
    [
        ("192.0.2.7", "198.51.100.1", "192.0.2.7"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "203.0.113.9, 198.51.100.1, 10.2.3.4", "198.51.100.1"),
        ("10.0.0.1", "10.9.9.9", "10.9.9.9"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1:51234", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, garbage", "garbage"),
        ("2001:db8::1", "2001:db8:5:6:7::8", "2001:db8:5:6::"),
    ],
)
def test_only_a_trusted_proxy_is_believed(visit, client, forwarded, seen):
    async def work(site):
        counted = set()
        site.front.limit = lambda what, ip, guest="": counted.add(ip)
        await site.browser(client, **{"X-Forwarded-For": forwarded}).get("/api/lobby")
        return counted

    assert visit(work, proxies=PROXIES) == {seen}


@pytest.mark.parametrize(("client", "secure"), [("10.0.0.1", True), ("192.0.2.7", False)])
def test_cookies_are_for_tls_alone_behind_a_trusted_proxy(visit, client, secure):
    async def work(site):
        answer = await site.browser(client, **{"X-Forwarded-Proto": "https"}).get("/api/me")
        return "secure" in answer.headers["set-cookie"].lower(), answer.json()["base"]

    assert visit(work, proxies=PROXIES) == (secure, f"http{'s' * secure}://table.test:8000")


class Failing(Hub):
    """Tables that fail on command."""

    error: Exception = RuntimeError("hand: 3 4 5")

    def __init__(self) -> None:
        super().__init__(None)

    async def start(self) -> None:
        pass

    async def join(self, guest, *, code="", key=""):
        raise self.error


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (RuntimeError("hand: 3 4 5"), 500, "server.error"),
        (StoreError("store.write", "disk full: 3 4 5"), 503, "server.error"),
        (ServerError("room.full", "3 4 5"), 409, "room.full"),
        (ServerError("room.locked"), 409, "room.locked"),
        (ServerError("room.started"), 409, "room.started"),
        (ServerError("server.full"), 503, "server.full"),
        (ServerError("host.only"), 403, "host.only"),
        (ServerError("vote.none"), 400, "vote.none"),
        (PaijuError("some.thing", "3 4 5", {"a": 1}), 400, "some.thing"),
    ],
)
def test_errors_tell_their_code_and_nothing_else(visit, error, status, code, capsys):
    hub = Failing()
    hub.error = error

    async def work(site):
        return await (await site.guest()).post("/api/join", json={"key": "k"})

    answer = visit(work, hub=hub)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert "3 4 5" not in answer.text
    out = capsys.readouterr()
    assert "3 4 5" not in out.out + out.err
