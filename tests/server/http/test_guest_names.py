"""Names and tokens of guests."""

from __future__ import annotations

import asyncio

import pytest

from paiju.server.errors import ServerError
from paiju.server.people.guests import Tokens, clean_name, secret_of
from paiju.server.store.base import DAY, GUEST_DAYS
from paiju.server.store.store import Store


@pytest.mark.parametrize(
    ("given", "displayed"),
    [
        ("李伟", "李伟"),
        ("  Li \t Wei\n", "Li Wei"),
        ("مریم", "مریم"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("\u2066\u2067x\u2069\u200f", "x"),
        ("\ufeffx\u00ad\u200b", "x"),
        ("x\ue000", "x"),
        ("x\u2028y", "xy"),
        ("\u200dx\u200c", "x"),
        ("Ame\u0301lie", "Amélie"),
        ("a" + "\u0316" * 9, "a\u0316\u0316"),
        ("Ann\u3164", "Ann"),
        ("Ann\u034f", "Ann"),
        ("A\u200cnn", "Ann"),
        ("Ann1\ufe0f", "Ann1"),
        ("\u0301\u0301Ann", "Ann"),
        ("دا\u200cنا", "دانا"),
        ("Аnn", "Ann"),
        ("Ａｎｎ", "Ann"),
        ("𝐀𝐧𝐧", "Ann"),
        ("Ꭺnn", "Ann"),
        ("Mаriа", "Maria"),
        ("Саша", "Саша"),
        ("Ανδρέας", "Ανδρέας"),
        ("علي", "علی"),
        ("ﻋﻠﻰ", "علی"),
        ("محـــمد", "محمد"),
        ("كريم ٤٥", "کریم ۴۵"),
        ("⻢三", "马三"),
        ("⼀二", "一二"),
        ("王エ", "王工"),
        ("カラ", "カラ"),
        ("한글 ㅋㅋ", "한글 ㅋㅋ"),
        ("👩‍👩‍👧‍👦" * 5, "👩‍👩‍👧‍👦" * 5),
        ("x" * 20, "x" * 20),
        ("<script>", "<script>"),
    ],
)
def test_names_are_normalized(given, displayed):
    assert clean_name(given) == displayed


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "\u202e\u200b",
        "x" * 21,
        "\u0000",
        "👩‍👩‍👧‍👦" * 21,
        "\u200c",
        "\u3164",
        "\u2800",
        "\uffa0",
        "\u115f",
        "\u0301",
        "\u0640",
    ],
)
def test_invalid_names_are_refused(given):
    with pytest.raises(ServerError) as refused:
        clean_name(given)
    assert (refused.value.code, refused.value.facts) == ("guest.name", {"most": 20})


class TestTokens:
    now = 1_800_000_000.0

    def tokens(self, secret: str = "secret of sixteen") -> Tokens:
        return Tokens(secret, lambda: self.now)

    def test_a_token_names_its_guest(self):
        assert self.tokens().read(self.tokens().issue("g1")) == ("g1", False)

    def test_renewed_when_half_its_time_is_over(self):
        token = self.tokens().issue("g1")
        self.now += GUEST_DAYS * DAY / 2 + 1
        assert self.tokens().read(token) == ("g1", True)

    @pytest.mark.parametrize("days", [-400, -2, GUEST_DAYS + 1])
    def test_a_wrong_time_is_not_called_a_forgery(self, days):
        token = self.tokens().issue("g1")
        self.now += days * DAY
        assert self.tokens().read(token) == ("g1", True)

    @pytest.mark.parametrize("bad", ["", "g1", "g1.x.y", "…", "g1." * 500])
    def test_forged_names_are_refused(self, bad):
        assert self.tokens().read(bad) is None

    def test_changed(self):
        token = self.tokens().issue("g1")
        assert self.tokens().read("g2" + token[2:]) is None
        assert self.tokens("another secret of it").read(token) is None


def test_a_secret_is_made_once(tmp_path):
    async def secrets() -> list[str]:
        found = []
        for _ in range(2):
            store = Store(f"sqlite:///{tmp_path}/t.db")
            await store.open()
            found.append(await secret_of(store))
            await store.close()
        with pytest.raises(ServerError):
            await secret_of(store, "short")
        return [*found, await secret_of(store, "x" * 16)]

    first, again, given = asyncio.run(secrets())
    assert first == again
    assert len(first) >= 32
    assert given == "x" * 16
