"""What is left of a line of chat."""

from __future__ import annotations

import pytest

from paiju.server.people.names import visible

EMOJI = "👩\u200d👩\u200d👧"


@pytest.mark.parametrize(
    ("given", "displayed"),
    [
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("خانه\u200cهای ما", "خانه\u200cهای ما"),
        ("کتابِ\u200cما", "کتابِ\u200cما"),
        ("\u200cمن\u200c", "من"),
        ("من \u200c تو", "من  تو"),
        ("می\u200c\u200c\u200cخواهم", "می\u200cخواهم"),
        ("a\u200c\u200d\u200cb", "ab"),
        ("بزرگر\u200cراه", "بزرگرراه"),
        ("क्\u200cष", "क्\u200cष"),
        ("1\ufe0f2", "12"),
        ("z" + "\u0310\u0311\u0312\u0313" * 50 + "o", "z\u0310\u0311o"),
        ("a \u0301\u0302\u0303", "a"),
        ("ربّنا", "ربّنا"),
        ("a\ufffcb\U0001d159", "ab"),
        ("a\ufe0fb\u034fc", "abc"),
        ("❤\ufe0f 1\ufe0f\u20e3", "❤\ufe0f 1\ufe0f\u20e3"),
        ("5\u200c6", "56"),
        (EMOJI, EMOJI),
        ("👍🏽\u200d👩", "👍🏽\u200d👩"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("👩\u200dx", "👩x"),
        ("x\u200dy", "xy"),
        ("\u202eevil\u202c\u2066\u2069", "evil"),
        ("a\u0000b\u0007\n", "ab"),
        ("one\ntwo\tthree", "one two three"),
        ("\ufeffx\u00ad\u200b\u2060", "x"),
        ("一\u3000二\u00a0三", "一 二 三"),
        ("\u3164\u2800\u115f", ""),
        ("x\ue000\U000e0041", "x"),
        ("  ok  ", "ok"),
        ("", ""),
    ],
)
def test_invisible_characters_are_removed_except_joiners(given, displayed):
    assert visible(given) == displayed
