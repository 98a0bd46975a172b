"""Text from people, made safe to display: nothing invisible or stacked, and names in the letters they seem to be in."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

ZWNJ, ZWJ = "\u200c", "\u200d"
"""The first stands within Persian words, the second joins emoji."""
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufffc\U0001d159")
"""Letters and signs that show nothing."""
_SELECTS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U00016fe4\U000e0100-\U000e01ef]")
"""Marks that show nothing; two of them choose whether a sign is a picture."""
_KEYCAP = "\u20e3"
_MOST_MARKS = 2
"""On one letter, as a doubled Persian letter with its vowel has."""
_APART = re.compile(
    "[\u0621-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5\u06ee\u06ef]"
)
"""Arabic letters that never join the next one: a non-joiner after them changes nothing."""
_VIRAMA = 9
"""The combining class of the marks after which Indian scripts need a non-joiner."""
_FORMED = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARABIC", "CJK", "KANA", "DIGIT"))
"""Scripts whose letters have wide, narrow, mathematical or positional forms."""
_LONGEST_FORM = 4
"""Beyond it are ligatures of whole sentences."""

_ORDINARY = str.maketrans(
    "\u064a\u0649\u0643\u06aa\u06c1\u06d5\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669"
    "⺒⺟⺠⻁⻄⻅⻆⻉⻋⻓⻔⻘⻙⻚⻛⻜⻝⻢⻤⻥⻦⻧⻨⻩⻬⻮⻰⻳ɑɡ",
    "\u06cc\u06cc\u06a9\u06a9\u0647\u0647\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9"
    "巳母民虎西见角贝车长门青韦页风飞食马鬼鱼鸟卤麦黄齐齿龙龟ag",
    "\u0640",
)  # fmt: skip
"""Letters of the three scripts that look like more usual ones of the same script; the stretch of Arabic words goes."""
_LOOKS = {
    "CYRILLIC": str.maketrans("АВСЕНІЈКМОРЅТХУԌԚԜасеіјорѕухһԁԛԝӏ", "ABCEHIJKMOPSTXYGQWaceijopsyxhdqwl"),
    "GREEK": str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳϲοανρ", "ABEZHIKMNOPTYXCjcoavp"),
    "ARMENIAN": str.maketrans("ՍՕհսօցզ", "UOhuogq"),
    "CHEROKEE": str.maketrans("ᎪᏴᏟᎠᎬᏀᎻᎥᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃᏼ", "ABCDEGHiJKLMPRSTVWZB"),
    "LISU": str.maketrans("ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑꓣꓢꓔꓴꓦꓪꓫꓬꓜ", "ABCDEFGHIJKLMNOPRSTUVWXYZ"),
    "KANA": str.maketrans("エカタトニハロー", "工力夕卜二八口一"),
    "BOPOMOFO": str.maketrans("ㄚㄧ", "丫一"),
}
"""Letters of other scripts that look like Latin and Chinese ones."""


def visible(text: str) -> str:
    """A line without control characters, overrides and other invisible ones, and without marks that are stacked or on nothing.

    Joiners stay where they join.
    """
    letters: list[str] = []
    marks = _MOST_MARKS  # there is no letter yet
    text = unicodedata.normalize("NFC", text)
    for at, char in enumerate(text):
        category = unicodedata.category(char)
        if category == "Zs" or char in "\t\n\r":
            letters.append(" ")
            marks = _MOST_MARKS
        elif char in _BLANK:
            continue
        elif _SELECTS.match(char):
            if letters and _selects(char, letters[-1], text[at + 1 : at + 2]):
                letters.append(char)
        elif char in (ZWNJ, ZWJ):
            if letters and _joins(char, letters, text[at + 1 : at + 2]):
                letters.append(char)
        elif char.isprintable():
            marks = marks + 1 if category in ("Mn", "Me") else 0
            if marks <= _MOST_MARKS:
                letters.append(char)
    return "".join(letters).strip()


def ordinary(name: str) -> str:
    """A name in the letters that readers of Chinese, Latin and Persian take it to be in, so that what looks the same is the same.

    Letters of other scripts stay where a word could not be read as one of these.
    """
    name = "".join(map(_composed, name)).translate(_ORDINARY)
    words = ((_LOOKS.get(script, {}), "".join(letters)) for script, letters in groupby(name, _script))
    read = (word.translate(looks) if set(map(ord, word)) <= looks.keys() else word for looks, word in words)
    return unicodedata.normalize("NFC", "".join(read))


def _script(char: str) -> str:
    """The first word of a letter's name, which is its script; kana of both kinds are one."""
    script = re.split("[ -]", unicodedata.name(char, ""), maxsplit=1)[0]
    return "KANA" if script in ("HIRAGANA", "KATAKANA") else script


def _composed(char: str) -> str:
    """A letter or digit instead of its wide, narrow, mathematical or positional form, and a character instead of a radical."""
    if unicodedata.category(char)[0] not in "LN" and not "\u2e80" <= char <= "\u2fd5":
        return char
    usual = unicodedata.normalize("NFKC", char)
    fits = len(usual) <= _LONGEST_FORM and all(_script(one) in _FORMED for one in usual)
    return usual if fits and unicodedata.category(char) != "No" else char


def _selects(char: str, before: str, after: str) -> bool:
    if before in "#*0123456789":
        return char == "\ufe0f" and after == _KEYCAP
    return char in "\ufe0e\ufe0f" and unicodedata.category(before) == "So"


def _joins(char: str, letters: list[str], after: str) -> bool:
    if not after:
        return False
    if char == ZWJ:
        return _ends_emoji(letters[-1]) and unicodedata.category(after) == "So"
    if unicodedata.combining(letters[-1]) == _VIRAMA:
        return True
    before = next((one for one in reversed(letters) if unicodedata.category(one)[0] != "M"), "")
    return bool(before) and _is_arabic(before) and _is_arabic(after) and not _APART.match(before)


def _is_arabic(char: str) -> bool:
    return unicodedata.category(char)[0] == "L" and _script(char) == "ARABIC"


def _ends_emoji(char: str) -> bool:
    """Whether an emoji may end so: with a picture, a shade of skin, or the wish for colour."""
    return unicodedata.category(char) in ("So", "Sk") or char == "\ufe0f"
