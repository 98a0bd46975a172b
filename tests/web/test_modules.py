"""Browser modules without a page, under node: what they compute and keep."""

from __future__ import annotations

import itertools
import json
import subprocess
from pathlib import Path

import playwright
import pytest

import paiju
from paiju.bots.base import make_bot
from paiju.wire import events_json, view_json

NODE = str(Path(playwright.__file__).parent / "driver" / "node")
WEB = Path(__file__).parents[2] / "src" / "paiju" / "server" / "web"
PAGE = """
globalThis.document = { documentElement: { style: { setProperty() {} }, dataset: {} } };
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.localStorage = {
  items: {}, getItem(name) { return this.items[name] ?? null; }, setItem(name, value) { this.items[name] = value; },
};
"""


def result_of(module: str, script: str):
    """What `script`, the body of a function, returns with the `module`."""
    code = f"""{PAGE}
    const MODULE = {json.dumps((WEB / module).as_uri())};
    const module = await import(MODULE);
    const found = await (async () => {{ {script} }})();
    console.log(JSON.stringify(found ?? null));"""
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_series_does_not_change_the_rules_played_last():
    rooms = """
    const room = { game: "baohuang", preset: "pagat", options: { match_length: 1 } };
    module.noteRules({ ...room, preset: "weihai", options: {}, series: null });
    module.noteRules({ ...room, series: { id: "2026-11-27.baohuang", deal: 1 } });
    return module.lastRules("baohuang");
    """
    assert result_of("prefs.js", rooms) == {"preset": "weihai", "options": {}}


def test_cards_without_suits_are_drawn_with_some():
    assert result_of("faces.js", 'return module.withSuits(["9", "9", "→", "L", "8h", "T"])') == [
        "9s", "9h", "→", "L", "8h", "Th",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "seat", "share", "after"),
    [
        ([0, 40, 0, 40, 20], 1, 70, [0, 70, 0, 20, 10]),
        ([0, 100, 0, 0, 0], 1, 50, [0, 50, 0, 25, 25]),
        ([0, 40, 0, 40, 20], 4, 100, [0, 0, 0, 0, 100]),
    ],
)
def test_guard_chances_add_up_to_one_hundred_percent(before, seat, share, after):
    script = f"return module.shared({before}, [1, 3, 4], {seat}, {share})"
    assert result_of("puzzles/forms.js", script) == pytest.approx(after)


@pytest.mark.parametrize(
    ("kind", "solved", "answer", "how"),
    [
        ("guard", True, "0 10 0 80 10", "solved"),
        ("guard", True, "0 80 0 10 10", "read_well"),
        ("guard", False, "0 80 0 10 10", "missed"),
        ("hu", True, "15", "solved"),
    ],
)
def test_a_wrong_guess_is_never_called_solved(kind, solved, answer, how):
    result = json.dumps({"solved": solved, "answer": answer, "answers": ["3"]})
    assert result_of("puzzles/solution.js", f'return module.outcome({{ kind: "{kind}" }}, {result})') == how


def test_a_drawn_card_that_leaves_at_once_is_announced():
    news = [
        {"event": "draw", "seat": 1, "card": "s7"},
        {"event": "left", "seat": 1, "card": "s7"},
        {"event": "draw", "seat": 2, "card": "b3"},
    ]
    assert result_of("paohuzi/news.js", f"return module.passing({json.dumps(news)})") == news[:1]


def paohuzi_steps(rng):
    """The decisions of a deal of Paohuzi: view before, view after and events, as all pages may see them."""
    law = paiju.load("paohuzi")
    options = law.options({})
    state = law.deal(options, rng.randbytes(32))
    while law.actors(state):
        seat = law.actors(state)[0]
        before = view_json(law.view(state, 0), counter=False)
        action = make_bot("greedy", 1).choose(law.view(state, seat), law.legal_actions(state, seat))
        state, events = law.apply(state, seat, action)
        yield before, view_json(law.view(state, 0), counter=False), events_json(law, options, events, 0)


def test_a_replay_of_paohuzi_shows_every_card_that_is_drawn_or_thrown(rng):
    many = 0
    for before, after, events in itertools.chain.from_iterable(paohuzi_steps(rng) for _ in range(4)):
        script = f"return module.between({json.dumps(before)}, {json.dumps(after)}, {json.dumps(events)})"
        if sum(event["event"] in ("draw", "discard") for event in events) < 2 or many >= 6:
            continue
        moments, many = result_of("paohuzi/between.js", script), many + 1
        assert moments[-1]["view"] == after
        assert [event for moment in moments for event in moment["events"]] == events
        opened = [event for event in events if event["event"] in ("draw", "discard")]
        displayed = [moment for moment in moments if moment["events"][-1]["event"] in ("draw", "discard")]
        assert len(displayed) >= len(opened) - 1
        for moment, event in zip(displayed[: len(opened) - 1], opened, strict=False):
            assert moment["view"]["card"] == event.get("card")
            assert moment["view"]["from"] == event["seat"]
            assert moment["view"]["left"] >= after["left"]
    assert many


TRIBUTE = {"kind": "tribute", "payers": [], "receivers": [], "pile": [], "paid": [], "got": []}


@pytest.mark.parametrize(
    ("phase", "plan", "seats"),
    [
        ("give_back", {"got": [{"seat": 0, "count": 2, "partner": 3}]}, [3]),
        ("tribute", {"payers": [{"seat": 0, "count": 2, "partner": 3}]}, [3]),
        (
            "give_back",
            {
                "got": [{"seat": 1, "count": 2, "partner": None}, {"seat": 0, "count": 1, "partner": None}],
                "paid": [{"seat": 3, "count": 2, "partner": None}, {"seat": 4, "count": 1, "partner": None}],
            },
            [4],
        ),
        ("take", {"got": [{"seat": 0, "count": 2, "partner": 3}]}, []),
    ],
)
def test_tribute_and_return_name_the_receiver(phase, plan, seats):
    view = json.dumps({"phase": phase, "viewer": 0, "plan": {**TRIBUTE, **plan}})
    assert result_of("baohuang/questions.js", f"return module.partners({view})") == seats


@pytest.mark.parametrize(("played", "cards"), [([], ["As", "r"]), ([{"seat": 2, "cards": ["3"]}], ["As", "r"]), ([{"seat": 0, "cards": ["3"]}], [])])  # fmt: skip
def test_received_cards_are_marked_until_one_plays(played, cards):
    log = [
        {"event": "moved", "from": 3, "to": 0, "cards": "A", "faces": "As"},
        {"event": "received", "seat": 0, "cards": "r"},
        {"event": "moved", "from": 0, "to": 3, "cards": "6"},
        {"event": "received", "seat": 4, "count": 2},
    ]
    state = json.dumps({"view": {"viewer": 0, "tricks": [], "trick": played}, "log": log})
    assert result_of("baohuang/news.js", f"return module.received({state})") == cards


def test_an_interval_needs_more_than_a_few_deals():
    assert result_of("owngames/figures.js", "return [module.spreadOf(66, 2), module.spreadOf(null, 50)]") == [
        None,
        None,
    ]
    assert result_of("owngames/figures.js", "return module.spreadOf(1, 10)") == pytest.approx(1.96)


def test_bots_of_a_table_have_faces_of_their_own_and_keep_them_in_replays():
    script = """
    const bots = [0, 1, 2, 3, 4].map((seat) => ({ seat, kind: "bot", level: "normal", name: "", avatar: "" }));
    const sheets = bots.map(module.sheetOf);
    const { stateAt } = await import(new URL("../replay/steps.js", MODULE));
    const steps = [{ actor: null, action: null, events: [], view: { order: [0, 1, 2], over: false } }];
    const played = { game: "paohuzi", names: ["Ann", "Bot 2", "Bot 3"], levels: [null, "normal", "normal"], returns: [], steps };
    const seats = stateAt("", played, 1, 0).room.seats;
    const same = seats.slice(1).every((chair) => module.sheetOf(chair) === sheets[chair.seat]);
    return [new Set(sheets).size, same, seats.map(({ kind }) => kind)];
    """
    assert result_of("figures/avatar.js", script) == [5, True, ["human", "bot", "bot"]]


def test_the_arrow_points_at_one_of_several_places():
    place = (
        "(pressed, width = 40) => ({ getAttribute: () => pressed, getBoundingClientRect: () => ({ width }) })"
    )
    script = f"""
    const place = {place};
    const [chosen, next, hidden] = [place("true"), place("false"), place("false", 0)];
    return [module.first([hidden, chosen, next]) === next, module.first([chosen]) === chosen, module.first([]) ?? null];
    """
    assert result_of("learn/pointing.js", script) == [True, True, None]


def test_calls_are_spoken_by_a_voice_of_the_device_alone_and_not_when_muted():
    """One at a time, in the page's language; a voice in the network would hear the table."""
    spoken = """
    const said = [];
    const zh = { lang: "zh-CN", localService: true };
    globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    globalThis.speechSynthesis = {
      speaking: false, speak: ({ text, voice }) => said.push([text, voice.lang]),
      getVoices: () => [{ lang: "zh-CN", localService: false }, zh, { lang: "en-US", localService: true }],
    };
    const { useTexts } = await import(new URL("../texts.js", MODULE));
    const { setPref } = await import(new URL("../prefs.js", MODULE));
    const { call: paohuzi } = await import(new URL("../paohuzi/narrate.js", MODULE));
    const { call: baohuang } = await import(new URL("../baohuang/naming.js", MODULE));
    const { speak } = await import(`${MODULE}?with-voices`);
    useTexts("zh", { "web.paohuzi.word.pong": "碰", "action.pass": "不要" });
    const calls = () => {
      speak(paohuzi({ event: "pong", seat: 1 }));
      speak(paohuzi({ event: "draw", seat: 1 }));
      speak(baohuang({ event: "passed", seat: 2 }, ["A", "B", "C"]));
    };
    calls();
    setPref("sound", false);
    calls();
    setPref("sound", true);
    setPref("voice", false);
    calls();
    setPref("voice", true);
    speechSynthesis.speaking = true;
    calls();
    return said;
    """
    assert result_of("table/voice.js", spoken) == [["碰", "zh-CN"], ["不要", "zh-CN"]]
