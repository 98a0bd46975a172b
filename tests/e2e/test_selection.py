"""The browser's selection, geometry and names of plays, run in Chromium and compared with the rules and brute force."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

import paiju
from paiju.core.errors import RuleError
from paiju.wire import prompt_json
from paiju.wire.baohuang import view_json
from tests.e2e.profiles import patient

GAME = paiju.load("baohuang")
OPTIONS = [
    {"preset": "pagat"},
    {"preset": "pagat", "twos_fill": True, "order": "joker_strict"},
    {"preset": "sixes-last"},
    {"preset": "weihai"},
    {"preset": "moegirl"},
    {"preset": "moegirl", "bombs": "on", "bomb_jokers": True},
]
LOAD = """async () => {
  const names = ["cards", "select", "geometry", "naming"];
  const parts = await Promise.all(names.map((name) => import(`/static/baohuang/${name}.js`)));
  window.bh = Object.assign({}, ...parts);
  const { loadTexts, worded } = await import("/static/texts.js");
  window.speak = async (lang) => worded(loadTexts(lang), "table", "baohuang");
}"""
JOKERS = "bBrRL"


@pytest.fixture(scope="module")
def page(browser: Browser, gallery: str) -> Iterator[Page]:
    context = patient(browser, service_workers="block")
    made = context.new_page()
    made.goto(f"{gallery}/gallery")
    made.evaluate(LOAD)
    yield made
    context.close()


def moments(
    seed: int, options: dict[str, Any], count: int
) -> Iterator[tuple[Any, int, dict[str, Any], list[str]]]:
    """Turns of a random deal with something to play: state, seat, prompt and hand."""
    rng = random.Random(seed)
    state = GAME.deal(GAME.options(options), hashlib.sha256(b"selection %d" % seed).digest())
    while count and (actors := GAME.actors(state)):
        actions = GAME.legal_actions(state, actors[0])
        if actions[-1].verb == "play" and rng.random() < 0.3:
            count -= 1
            hand = view_json(GAME.view(state, actors[0]), counter=False)["hand"]
            yield state, actors[0], prompt_json(GAME, state, actors[0]), hand
        state, _ = GAME.apply(state, actors[0], actions[rng.randrange(min(len(actions), 6))])


CASES = [
    pytest.param(
        options, seed, id=f"{options['preset']}-{len(options)}-{seed}", marks=[pytest.mark.long] * bool(seed)
    )
    for options in OPTIONS
    for seed in range(2)
]


def ranks(cards: list[str]) -> Counter[str]:
    return Counter(card[0] for card in cards)


def plays_of(prompt: dict[str, Any]) -> list[list[str]]:
    return [action.split()[1:] for action in prompt["actions"] if action.startswith("play ")]


def tapped(prompt: dict[str, Any], selected: list[str], column: list[str]) -> Counter[str]:
    """What a tap selects, by rank: the rule of the layout, word for word."""
    key = column[0][0]
    have = ranks(selected)
    if have[key]:
        return Counter({rank: n for rank, n in have.items() if rank != key})
    for start in (have, Counter[str]()):
        offered = [ranks(play) for play in plays_of(prompt)]
        fits = [play for play in offered if play >= start and play[key] > 0]
        if fits:
            best = min(fits, key=lambda play: (play.total() - start.total() - play[key], -play[key]))
            return start + Counter({key: best[key]})
    smallest = min((len(play) for play in plays_of(prompt)), default=len(column))
    return Counter({key: min(len(column), smallest)})


@pytest.mark.parametrize(("options", "seed"), CASES)
def test_tap_by_set_inclusion(page: Page, options: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    for _, _, prompt, hand in moments(seed, options, 6):
        made = page.evaluate("(hand) => bh.columns(hand)", hand)
        taps = [rng.randrange(len(made)) for _ in range(8)]
        got = page.evaluate(
            """([prompt, hand, taps]) => {
              const from = bh.offer(prompt, hand);
              const columns = bh.columns(hand);
              let selected = new Map();
              return taps.map((i) => bh.list(selected = bh.tap(from, selected, columns[i])));
            }""",
            [prompt, hand, taps],
        )
        selected: list[str] = []
        for at, result in zip(taps, got, strict=True):
            assert ranks(result) == tapped(prompt, selected, made[at]["cards"])
            assert Counter(result) <= Counter(hand)
            selected = result


@pytest.mark.parametrize(("options", "seed"), CASES)
def test_the_selection_matches_what_the_rules_accept(page: Page, options: dict[str, Any], seed: int) -> None:
    """Cards that the main button would play are legal; without suits, all that is legal is offered by it."""
    rng = random.Random(seed)
    for state, seat, prompt, hand in moments(seed, options, 6):
        tries = [play for play in plays_of(prompt) if rng.random() < 0.4]
        for _ in range(60):
            rank = rng.choice(hand)[0]
            own = [card for card in hand if card[0] == rank or (card in JOKERS and rng.random() < 0.15)]
            tries.append(rng.sample(own, rng.randint(1, len(own))))
        got = page.evaluate(
            """([prompt, hand, tries]) => {
              const from = bh.offer(prompt, hand);
              return tries.map((cards) => bh.match(from, bh.bag(cards)));
            }""",
            [prompt, hand, tries],
        )
        for cards, action in zip(tries, got, strict=True):
            legal = accepted(state, seat, "play " + " ".join(cards))
            if action is not None:
                assert accepted(state, seat, action)
                assert Counter(action.split()[1:]) == Counter(cards)
            elif len(hand[0]) == 1 or "bombs" not in options:
                assert not legal or len(set(cards)) == 1, (cards, prompt["actions"][:5])


def accepted(state: Any, seat: int, text: str) -> bool:
    try:
        GAME.apply(state, seat, GAME.parse_action(state, seat, text))
    except RuleError:
        return False
    return True


@pytest.mark.parametrize(("options", "seed"), CASES)
def test_missing_cards_complete_a_play(page: Page, options: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    for _, _, prompt, hand in moments(seed, options, 6):
        parts = [
            rng.sample(play, rng.randint(1, len(play) - 1))
            for play in plays_of(prompt)
            if len(play) > 1 and rng.random() < 0.3
        ]
        got = page.evaluate(
            """([prompt, hand, parts]) => {
              const from = bh.offer(prompt, hand);
              return parts.map((cards) => {
                const selected = bh.bag(cards);
                const fill = bh.completion(from, selected);
                return [fill, fill && bh.match(from, bh.plus(selected, fill.missing))];
              });
            }""",
            [prompt, hand, parts],
        )
        for part, (fill, action) in zip(parts, got, strict=True):
            shortest = min(len(play) for play in plays_of(prompt) if ranks(play) > ranks(part))
            assert len(part) + len(fill["missing"]) == shortest
            assert Counter(part) + Counter(fill["missing"]) <= Counter(hand)
            assert action is not None


def test_free_choice_keeps_its_limits(page: Page) -> None:
    hand = ["6s", "6h", "6c", "7d", "7d", "8s", "b"]
    pick = {
        "verb": "return",
        "count": 3,
        "limits": [{"cards": ["6s", "6h", "6c"], "most": 2}, {"cards": ["b"], "most": 0}],
    }
    got = page.evaluate(
        """([pick, hand]) => {
          const from = bh.offer({ actions: [], pick }, hand);
          const columns = bh.columns(hand);
          const column = (key) => columns.find((one) => one.key === key);
          const sixes = bh.tap(from, new Map(), column("6"));
          const full = bh.tap(from, sixes, column("7"));
          return { sixes: bh.list(sixes), short: bh.match(from, sixes), full: bh.list(full), action: bh.match(from, full), alive: [...bh.alive(from)] };
        }""",
        [pick, hand],
    )
    assert len(got["sixes"]) == 2
    assert got["short"] is None
    assert ranks(got["full"]) == Counter({"6": 2, "7": 1})
    assert got["action"] == "return " + " ".join(got["full"])
    assert "b" not in got["alive"]


def test_drags_take_whole_numbers(page: Page) -> None:
    got = page.evaluate(
        """() => {
          const out = [];
          for (let n = 1; n <= 11; n++) for (const step of [1, 5.5, 12, 22]) {
            const numbers = Array.from({ length: 60 }, (_, dy) => bh.dragged(dy * 5 - 100, 2, step, n));
            out.push(numbers.every((k, i) => k >= 0 && k <= n && (i === 0 || k >= numbers[i - 1])));
          }
          return out;
        }"""
    )
    assert all(got)


@pytest.mark.parametrize(
    ("width", "columns", "pitch", "card"),
    [
        (390, 12, 62, (56, 78)), (390, 16, 47, (45, 63)), (360, 12, 57, (55, 77)), (360, 16, 43, (41, 57)),
        (320, 12, 51, (49, 68)), (320, 16, 38, (38, 53)),
    ],
)  # fmt: skip
def test_geometry_of_the_dealt_hands(
    page: Page, width: int, columns: int, pitch: int, card: tuple[int, int]
) -> None:
    plan = page.evaluate("([w, n]) => bh.layout('phone', w - 16, 318, Array(n).fill(3))", [width, columns])
    assert plan["rows"] == 2
    assert round(plan["pitch"]) == pytest.approx(pitch, abs=1)
    assert plan["w"] == pytest.approx(card[0], abs=1)
    assert plan["h"] == pytest.approx(card[1], abs=1)
    assert plan["rowH"] == 156


def test_no_hand_leaves_its_area(page: Page) -> None:
    """Any hand, any table: every column stands inside its row, all columns are displayed, none is under 28 wide."""
    rng = random.Random(7)
    for _ in range(300):
        mode = rng.choice(["tight", "phone", "low", "tablet", "desk"])
        width = {
            "tight": 304,
            "phone": rng.randint(304, 580),
            "low": rng.randint(550, 900),
            "tablet": rng.randint(584, 1000),
            "desk": 944,
        }[mode]
        area = rng.randint(150, 420)
        counts = [rng.randint(1, 11) for _ in range(rng.randint(0, 18))]
        plan = page.evaluate(
            "([mode, w, a, counts]) => bh.layout(mode, w, a, counts)", [mode, width, area, counts]
        )
        assert [index for line in plan["lines"] for index in line] == list(range(len(counts)))
        assert plan["pitch"] >= 28
        for line, step in zip(plan["lines"], plan["steps"], strict=True):
            assert len(line) * plan["pitch"] <= width + 1e-6
            for column in line:
                assert (
                    plan["h"] + (counts[column] - 1) * step
                    <= max(plan["rowH"], plan["h"] + counts[column]) + 1e-6
                )


FEWER = """([mode, width, area, counts, order]) => {
  const widths = [];
  for (const at of order) {
    if (counts.some(Boolean)) widths.push(bh.layout(mode, width, area, counts.filter(Boolean)).w);
    counts[at % counts.length] = Math.max(0, counts[at % counts.length] - 1);
  }
  return widths;
}"""
SIZES = {
    "tight": (304, 304),
    "phone": (304, 580),
    "low": (550, 900),
    "tablet": (584, 1000),
    "desk": (944, 1900),
}


def test_cards_never_shrink_as_a_hand_becomes_smaller(page: Page) -> None:
    """Cards leave at random until none is left, on any screen."""
    rng = random.Random(11)
    for number in range(300):
        mode = list(SIZES)[number % len(SIZES)]
        counts = [rng.randint(1, 11) for _ in range(rng.randint(1, 18))]
        order = [rng.randrange(len(counts)) for _ in range(200)]
        area = rng.randint(150, 420)
        widths = page.evaluate(FEWER, [mode, rng.randint(*SIZES[mode]), area, counts, order])
        assert widths == sorted(widths), (mode, area)


@pytest.mark.parametrize(
    ("mode", "width", "columns", "card"),
    [("phone", 374, 9, 70), ("phone", 374, 5, 70), ("tight", 304, 5, 62), ("desk", 1500, 12, 120)],
)
def test_few_cards_are_large(page: Page, mode: str, width: int, columns: int, card: int) -> None:
    plan = page.evaluate("([m, w, n]) => bh.layout(m, w, 318, Array(n).fill(3))", [mode, width, columns])
    assert plan["w"] == pytest.approx(card, abs=1)


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
def test_every_play_has_its_own_name(page: Page, lang: str) -> None:
    page.evaluate("(lang) => speak(lang)", lang)
    for options in OPTIONS[:4]:
        for _, _, prompt, hand in moments(1, options, 4):
            names = page.evaluate("(actions) => actions.map(bh.actionWords)", prompt["actions"])
            assert not [name for name in names if "web." in name or "{" in name]
            if len(hand[0]) == 1:
                assert len(set(names)) == len(names)


def test_names_as_players_say_them(page: Page) -> None:
    words: dict[str, list[str]] = {}
    for lang in ("zh", "en", "fa"):
        page.evaluate("(lang) => speak(lang)", lang)
        words[lang] = page.evaluate(
            """() => ["play A A A A", "play 9 9 9 b", "play T", "play r r R", "pass"].map(bh.actionWords)
              .concat([bh.columnWords({ key: "9", cards: Array(6).fill("9") }, 4)])"""
        )
    assert words["zh"] == [
        "四个 A",
        "四个 9（带小王）",
        "一个 10",
        "两张大王、皇帝牌",
        "不要",
        "九，六张，已选四张",
    ]
    assert words["en"] == [
        "Four aces", "Four nines (with black joker)", "One ten", "Two red jokers, emperor card", "Pass",
        "Nines, six, four selected",
    ]  # fmt: skip
    plain = [re.sub("[\u2066-\u2069]", "", text) for text in words["fa"]]
    assert plain[0] == "چهار آس"
    assert plain[5] == "نه، شش کارت، چهار انتخاب‌شده"
