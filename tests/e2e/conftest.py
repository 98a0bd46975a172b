"""What browser tests share: one Chromium, a server that any of them may restart, players, and what is reported of failures.

The browser is closed after the last of them: while it is open, its event loop runs in this thread, and tests of others begin their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.faces import PINNED, SETS, config, missing
from tests.e2e.gallery.browser import Pages, serving
from tests.e2e.gallery.serve import app
from tests.e2e.hands import Show, Table
from tests.e2e.player import Player
from tests.e2e.profiles import PATIENCE_S, Profiles
from tests.e2e.serving import ROOT, Server
from tools.browser import chromium

BUILD = ROOT / "build"
HERE = Path(__file__).parent
FIGURES = pytest.StashKey[dict[str, str]]()

Join = Callable[..., Player]


expect.set_options(timeout=PATIENCE_S * 1000)  # a slow machine is no defect


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Who lacks a browser or its faces says so; a test that fails in a browser is run once more."""
    lacking = {faces: missing((faces,)) for faces in SETS}
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))
            params = (
                item.callspec.params
                if isinstance(item, pytest.Function) and hasattr(item, "callspec")
                else {}
            )
            if packages := lacking[params.get("faces", PINNED)]:
                item.add_marker(pytest.mark.skip(reason=f"apt-get install {' '.join(packages)}"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Figures that tests report and do not judge."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in (
                getattr(report, "user_properties", ()) if getattr(report, "when", "") == "call" else ()
            ):
                terminalreporter.write_line(f"{name}: {value}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """A failure comes with the server's log and pictures of all pages."""
    report = yield
    if report.when == "call" and report.failed:
        used = getattr(item, "funcargs", {})
        if isinstance(server := used.get("server"), Server):
            report.sections.append(("server", "\n".join(server.said[-60:])))
        folder = BUILD / "failed"
        folder.mkdir(parents=True, exist_ok=True)
        for at, player in enumerate(getattr(item.module, "PLAYERS", [])):
            path = player.shot(folder, f"{item.name.replace('/', '-')}-{at}")
            report.sections.append((f"page {at} {player.name}", f"{player.page.url}\n{path}\n{player.wrong}"))
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser."""
    with chromium(config(PINNED)) as browser:
        yield browser


@pytest.fixture(scope="package")
def shared(browser: Browser) -> Pages:
    """What opens pages that share what was loaded."""
    return Pages(browser)


@pytest.fixture
def pages(shared: Pages) -> Iterator[Pages]:
    """Pages for one test."""
    yield shared
    shared.close()


@pytest.fixture(scope="package")
def profiles(browser: Browser) -> Profiles:
    """What players get their pages from."""
    return Profiles(browser)


@pytest.fixture(scope="package")
def gallery() -> Iterator[str]:
    """Where prepared states of tables are displayed."""
    with serving(app()) as address:
        yield address


@pytest.fixture
def table(pages: Pages, gallery: str) -> Show:
    """Opens a hand of Bao Huang on a prepared state."""
    return lambda name, **how: Table(pages, gallery, name, **how)


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server without mistakes in its log."""
    served = Server(tmp_path_factory.mktemp("server"))
    served.start()
    yield served
    assert served.stop() == 0, "\n".join(served.said[-30:])
    assert not served.mistakes


@pytest.fixture(autouse=True)
def _server_chance(request: pytest.FixtureRequest) -> None:
    """What the shared server leaves to chance comes from the test's name; when it is run again, from another seed, for ids would repeat."""
    if "server" in request.fixturenames:
        server: Server = request.getfixturevalue("server")
        server.draw_from(f"{request.node.nodeid} {getattr(request.node, 'execution_count', 1)}")


@pytest.fixture
def join(request: pytest.FixtureRequest, profiles: Profiles, server: Server) -> Iterator[Join]:
    """Make players; at the end nothing may have gone wrong on any page."""
    players: list[Player] = []
    request.module.PLAYERS = players

    def make(name: str = "", **options: Any) -> Player:
        player = Player(profiles, options.pop("url", server.url), name, **options)
        players.append(player)
        return player

    try:
        yield make
        for player in players:
            player.check()
    finally:
        for player in players:
            player.close()
        players.clear()
