"""BH C1-B1 to B74: which set beats which."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import pytest

from paiju.games.baohuang.plays import beats_joker_strict, beats_strict

from .builders import follow, is_legal, options, playing, plays

JOKER_STRICT = {"order": "joker_strict"}
MARKED = {"marked_red_high": True}
TWOS = {"three_twos_beat_red": True}
FILL = {"twos_fill": True}
M = {"preset": "moegirl"}

ROWS: dict[str, tuple[str, str, dict[str, object], bool]] = {
    "B1": ("TTT", "777", {}, True),
    "B2": ("AAA", "TTT", {}, True),
    "B3": ("222", "AAA", {}, True),
    "B4": ("bbb", "222", {}, True),
    "B5": ("bbr", "222", {}, True),
    "B6": ("22b", "222", {}, False),
    "B7": ("999b", "8888", {}, True),
    "B8": ("QQQr", "999b", {}, True),
    "B9": ("888b", "8888", {}, False),
    "B10": ("99rr", "77bb", {}, True),
    "B11": ("Kbrr", "77bb", {}, True),
    "B12": ("Qbbr", "77bb", {}, False),
    "B13": ("77rr", "77bb", {}, False),
    "B14": ("rr", "7r", {}, False),
    "B15": ("2r", "7r", {}, False),
    "B16": ("rrr", "bbr", {}, False),
    "B17": ("b", "2", {}, True),
    "B18": ("r", "b", {}, True),
    "B19": ("r", "r", {}, False),
    "B20": ("B", "b", {}, False),
    "B21": ("R", "r", {}, False),
    "B22": ("R", "b", {}, True),
    "B23": ("A", "K", {}, True),
    "B24": ("AAA", "KKK", {}, True),
    "B25": ("KK", "QQQ", {}, False),
    "B26": ("KKKK", "QQQ", {}, False),
    "B27": ("79", "66", {}, False),
    "B28": ("rb", "22", {}, True),
    "B29": ("rr", "bb", {}, True),
    "B30": ("rb", "bb", {}, False),
    "B31": ("rr", "rb", {}, False),
    "B32": ("2b", "AA", {}, True),
    "B33": ("Ab", "AA", {}, False),
    "B34": ("7b", "66", {}, True),
    "B35": ("6b", "66", {}, False),
    "B36": ("bb", "6r", {}, False),
    "B37": ("999b", "9999", JOKER_STRICT, True),
    "B38": ("999r", "999b", JOKER_STRICT, True),
    "B39": ("99bb", "999b", JOKER_STRICT, False),
    "B40": ("888", "888", JOKER_STRICT, False),
    "B41": ("999", "888", JOKER_STRICT, True),
    "B42": ("88b", "888", JOKER_STRICT, True),
    "B43": ("77rr", "77bb", JOKER_STRICT, True),
    "B44": ("99r", "88b", JOKER_STRICT, True),
    "B45": ("87b", "888", JOKER_STRICT, False),
    "B46": ("77b", "888", JOKER_STRICT, False),
    "B47": ("rrr", "88r", JOKER_STRICT, False),
    "B48": ("99b", "88b", JOKER_STRICT, False),
    "B49": ("8br", "88b", JOKER_STRICT, True),
    "B50": ("bb", "22", JOKER_STRICT, True),
    "B51": ("2b", "22", JOKER_STRICT, True),
    "B52": ("R", "r", MARKED, True),
    "B53": ("r", "R", MARKED, False),
    "B54": ("88R", "77r", MARKED, True),
    "B55": ("88r", "77r", MARKED, False),
    "B56": ("22R", "22r", MARKED, False),
    "B57": ("222", "r", TWOS, True),
    "B58": ("22b", "r", TWOS, False),
    "B59": ("222", "rr", TWOS, False),
    "B60": ("222", "r", {}, False),
    "B61": ("222", "R", TWOS | MARKED, False),
    "B62": ("66666r", "55555b", M, True),
    "B63": ("QQQrL", "JJJbr", M, True),
    "B64": ("QQQbL", "JJJbr", M, False),
    "B65": ("L", "r", M, True),
    "B66": ("L", "R", M, True),
    "B67": ("r", "L", M, False),
    "B68": ("AL", "Kr", M, True),
    "B69": ("AL", "Ar", M, False),
    "B70": ("AAAb", "KKKb", M, False),
    "B71": ("QQQQ", "JJ22", FILL, True),
    "B72": ("JJ22", "TTTT", FILL, True),
    "B73": ("JJ22", "TTTT", {}, False),
    "B74": ("KKK2", "QQ22", FILL, True),
}


@pytest.mark.parametrize("row", ROWS)
def test_beats(row: str) -> None:
    new, old, given, expected = ROWS[row]
    rules = options(**{"preset": "pagat", **given})
    spare = "7" * 3
    state = playing(rules, [old + spare, new + spare, "8", "8", "8"], guards=(2,), called="7d")
    state = follow(state, "0 play " + old)
    assert is_legal(state, "1 play " + new) is expected
    assert any(sorted(play) == sorted(new) for play in plays(state)) is expected


def test_every_row_of_the_table_is_tested() -> None:
    assert list(ROWS) == [f"B{n}" for n in range(1, 75)]


SETS = [
    tuple(sorted((*[base] * naturals, *jokers), reverse=True))
    for size in (1, 2, 3)
    for naturals in range(size + 1)
    for base in ((3, 4, 12) if naturals else (3,))
    for jokers in combinations_with_replacement((13, 14, 16), size - naturals)
]


def paired(new: tuple[int, ...], old: tuple[int, ...]) -> bool:
    """BH A11, literally: some pairing in which every new card is higher."""
    return any(all(a > b for a, b in zip(order, old, strict=True)) for order in permutations(new))


def test_properties_of_beating() -> None:
    # BH C1: irreflexive, asymmetric, transitive; strict within joker_strict; pairing equals sorting.
    for beats in (beats_strict, beats_joker_strict):
        above = {old: {new for new in SETS if len(new) == len(old) and beats(new, old)} for old in SETS}
        for old, higher in above.items():
            assert old not in higher
            for new in higher:
                assert old not in above[new]
                assert above[new] <= higher
    for old in SETS:
        for new in SETS:
            if len(new) == len(old):
                assert beats_strict(new, old) is paired(new, old)
                assert beats_joker_strict(new, old) or not beats_strict(new, old)


def test_nothing_beats_a_red_joker_in_the_plain_game() -> None:
    # BH C1: without options nothing beats a set that holds a red joker.
    everything = "66777889" + "TTJJQQKKAA22" + "bbbrr"
    for top in ("r", "7r", "br", "88r", "222r", "rr"):
        state = playing(options(), [top + "6", everything, "8", "8", "8"], guards=(2,))
        state = follow(state, "0 play " + top)
        assert plays(state) == set()
