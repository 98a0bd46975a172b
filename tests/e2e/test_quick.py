"""The fast subset: both games at once against bots, a reload, a power cut, friends by code, weight, axe."""

from __future__ import annotations

from tests.e2e.checks import (
    MOST_BYTES,
    barriers,
    misfits,
    note,
    noted,
    rest,
    seen_at,
    tried,
    watch_for,
    weight,
)
from tests.e2e.company import word
from tests.e2e.player import play, settled
from tests.e2e.profiles import PHONE
from tests.e2e.records import Ear, record_of, replayed, verify

COLD = "first card after a cold start, ms"

_VOICES = """() => {
  window.spoken = [];
  const voice = (name, lang, localService) => ({ name, lang, localService, default: false });
  const voices = [voice("far", "zh-CN", false), voice("Canton", "zh-HK", true), voice("at home", "zh_CN", true)];
  const synthesis = {
    speaking: false, getVoices: () => voices, speak: (words) => window.spoken.push([words.text, words.voice.name]),
  };
  Object.defineProperty(window, "speechSynthesis", { value: synthesis });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
}"""
"""Voices as a device has them: one in the network, one of another tongue, the one that is wanted."""


def test_the_first_card_needs_few_bytes_and_requests(join, record_property):
    """From an empty cache to the first card, everything loaded counts but what home fetches when it is idle: the other game.

    In Persian, whose texts weigh most.
    """
    player = join("مریم", lang="fa")
    player.home()
    before = player.page.evaluate("performance.now()")
    watch_for(player.page, "card")
    player.hook("play-baohuang").click()
    first = seen_at(player.page)
    record_property(COLD, round(first - before))
    loaded = {name: size for name, size in weight(player.page, first).items() if "paohuzi" not in name}
    record_property("page weight to the first card, KB", sum(loaded.values()) // 1024)
    assert 5 < len(loaded) < 25
    assert sum(loaded.values()) < MOST_BYTES, sorted(loaded.items(), key=lambda one: -one[1])[:8]


TOP_OF_RULE = "document.querySelector('.rule-focus').getBoundingClientRect().top"


def test_an_address_leads_to_its_rule(join):
    player = join(lang="en")
    for address, rule in (("baohuang#A16", "BH A16"), ("paohuzi#%C2%A74", "PZ §4")):
        player.page.goto(f"{player.url}/rules/{address}")
        displayed = player.page.locator(".rule-focus").first
        displayed.wait_for()
        assert displayed.locator(".rule").inner_text() == rule
        player.until(f"((top) => 0 <= top && top < {PHONE['height']})({TOP_OF_RULE})")


def test_the_booklet_of_rules_answers_what_it_asks(join):
    """Each choice of a question of the booklet is judged, and says which one is right."""
    player = join(lang="fa")
    player.page.goto(f"{player.url}/rules/paohuzi")
    question = player.page.locator(".plate-choices").first
    question.wait_for()
    assert not barriers(player.page)
    assert not misfits(player.page)
    choices = question.locator("button")
    for at in range(choices.count()):
        choices.nth(at).click()
        question.locator('[data-mark="right"]').wait_for()
    assert question.locator('[data-mark="right"]').count() == 1
    assert question.locator("xpath=following-sibling::*[@role='status']").inner_text()
    player.hook("place-learn").click()
    player.hook("path").wait_for()


@tried("game", "paohuzi", long=["baohuang"])
def test_play_now_through_a_reload_and_a_power_cut(join, server, tmp_path, game):
    """One press to a table with bots; the deal goes on as if nothing had happened, and every event is there once."""
    player = join("Maryam", lang="en", service_workers="allow")
    ear = Ear(player)
    player.sit_down(game)
    opened = ear.opened
    acts = play([player], lambda: settled(player)() or len(ear.log) > 12)
    player.page.reload()
    player.hook("hand").wait_for()
    acts += play([player], lambda: settled(player)() or len(ear.log) > 20)
    with player.outage():
        server.kill()
        server.start()
        player.wait(lambda look: ear.opened > opened + 1, "a welcome after the restart")
        acts += play([player], settled(player))
    assert acts
    assert not player.shifts
    rest(player.page)
    assert not barriers(player.page)
    lines = player.hook("log").locator("li").all_inner_texts()
    record = ear.room["record"]
    seat = ear.room["you"]["seat"]
    assert ear.log == replayed(player, record, 1, seat)
    verify(record_of(player, record), tmp_path)
    player.page.reload()
    player.hook("settle").wait_for()
    player.wait(
        lambda look: player.hook("log").locator("li").all_inner_texts() == lines,
        "the same log after a reload",
    )


def test_two_friends_by_code(join):
    """A room with its code, a friend in it, bots on the other chairs, a start, one trick or so together."""
    host, friend = join("李伟", lang="zh"), join("علی", lang="fa")
    for player in (host, friend):
        player.home()
        player.call_oneself()
    host.page.reload()
    code = host.open_room("baohuang")
    assert len(code) == 6
    friend.page.reload()
    friend.join(code)
    for player in (host, friend):
        rest(player.page)
        assert not barriers(player.page)
    host.until("document.querySelectorAll('[data-kind=human]').length === 2")
    for seat in range(5):
        if host.hook(f"seat-{seat}").get_attribute("data-kind") == "empty":
            host.hook(f"add-bot-{seat}").click()
    friend.hook("ready").click()
    host.until("!document.querySelector('[data-testid=start]').ariaDisabled")
    host.hook("start").click()
    for player in (host, friend):
        player.hook("hand").wait_for()
        rest(player.page)
        assert not barriers(player.page)
    taken = play(
        [host, friend],
        # nothing can be said over a question
        lambda: all(
            p.hook("log").locator("li").count() > 8 and not p.look()["asked"] for p in (host, friend)
        ),
    )
    assert taken
    assert friend.page.locator("html").get_attribute("dir") == "rtl"
    host.page.evaluate(_VOICES)
    note(host.page, ".bubble")
    friend.hook("say").click()
    friend.page.get_by_test_id("say-sheet").locator("[data-phrase=nice]").click()
    noted(host.page)
    phrase = word(host, "web.phrase.nice")  # calls of the table may be spoken before it
    host.page.wait_for_function("(phrase) => window.spoken.some(([text]) => text === phrase)", arg=phrase)
    assert [phrase, "at home"] in host.page.evaluate("() => window.spoken")


def test_home_reads_well_in_every_language(join):
    """axe on the first page. It offers newcomers nothing that only somebody with a seat elsewhere can use; the settings do."""
    for lang in ("zh", "en", "fa"):
        player = join(lang, lang=lang)
        player.home()
        rest(player.page)
        assert not barriers(player.page)
        bring = player.page.get_by_role("button", name=word(player, "web.move.title"))
        assert bring.count() == 0
    player.page.get_by_role("button", name=word(player, "web.settings"), exact=True).click()
    bring.wait_for()
