"""The verifier in JavaScript deals the cards of a record as the rules do, and the page has its test vectors."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from paiju.core.document import Origin, dumps
from paiju.core.record import Recorder
from paiju.games import registry
from paiju.games.baohuang.notation import card_text as baohuang_card
from paiju.games.paohuzi.notation import card_text as paohuzi_card

ROOT = Path(__file__).parents[2]
SCRIPT, PAGE = ROOT / "examples" / "verify.mjs", ROOT / "docs" / "records.md"
SEEDS = (bytes(32), bytes(range(32)), bytes([255]) * 32)
SETS = (
    *(("baohuang", {"preset": name}) for name in registry.load("baohuang").presets()),
    ("baohuang", {"cut": True}),
    ("baohuang", {"deck": "205", "guard_by": "called"}),
    *(("paohuzi", {"preset": name}) for name in registry.load("paohuzi").presets()),
    ("paohuzi", {"seats": 4, "cut": True}),
)


def hands_of(game, moments, cut=0):
    """Who is first, and the hands as they were dealt from the pack that was cut so, sorted as texts."""
    state = moments[-1].state
    if game.name == "baohuang":
        deck, first = (*state.start.deck[cut:], *state.start.deck[:cut]), state.start.first_drawer
        texts = [baohuang_card(kind, suited=state.rules.suited) for kind in deck]
        return first, [sorted(texts[(seat - first) % 5 :: 5]) for seat in range(5)]
    dealt = next(event for moment in moments for event in moment.events if event.kind == "dealt")
    own = [dealt.private.get(seat, {"cards": ()})["cards"] for seat in range(state.rules.seats)]
    return state.start.dealer, [sorted(map(paohuzi_card, cards)) for cards in own]


def played(game, options, match, deals=2):
    """A record of deals played at random, and how each of them was dealt."""
    rng = random.Random(f"{game.name} {options.digest()}")
    recorder = Recorder(game, options, [f"p{seat}" for seat in range(game.seats_of(options))], match)
    carry, dealt = None, []
    for _ in range(deals):
        nonces = [rng.randbytes(16) if rng.random() < 0.7 else b"" for _ in recorder.record.seats]
        moments = recorder.begin(rng.randbytes(32), nonces, carry)
        state, cut = moments[-1].state, 0
        if state.phase == "cut":
            (seat,) = game.actors(state)
            action = rng.choice(list(game.legal_actions(state, seat)))
            moments, cut = recorder.act(state, seat, action), action.number
            state = moments[-1].state
        dealt.append(hands_of(game, moments, cut))
        while actors := game.actors(state):
            action = rng.choice(list(game.legal_actions(state, actors[0])))
            state = recorder.act(state, actors[0], action)[-1].state
        carry = game.carry(state)
    return recorder.record, dealt


EACH = """
const [script, runs] = process.argv.slice(1);
for (const [at, run] of JSON.parse(runs).entries()) {
  process.argv = ["node", script, ...run];
  await import(`${script}?${at}`);
  console.log("");
}
"""


def dealt_by_javascript(*runs):
    """By run of the script, all in one process: who is first in each deal, and the hands in the order in which they were dealt."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    command = [node, "--input-type=module", "-e", EACH, SCRIPT.as_uri(), json.dumps(runs)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    dealt = [map(json.loads, part.splitlines()) for part in output.split("\n\n")[:-1]]
    return [[(one["first"], one["hands"]) for one in deals] for deals in dealt]


def in_order(dealt):
    return [(first, [sorted(hand) for hand in hands]) for first, hands in dealt]


def test_the_verifier_deals_the_cards_of_records_under_every_preset(tmp_path) -> None:
    files, expected = [], []
    for name, given in SETS:
        game = registry.load(name)
        many = int(game.seats_of(game.options(given)))
        origin = Origin("ab" * 16, None, None, ("cd" * 32,) * many, (None,) * many)
        for match, deals in ((None, 2), (origin, 1)):
            record, dealt = played(game, game.options(given), match, deals)
            files.append(tmp_path / f"{len(files)}.json")
            files[-1].write_text(dumps(record))
            expected.append((name, given, dealt))
    found = dealt_by_javascript(*([str(file)] for file in files))
    for (name, given, dealt), deals in zip(expected, found, strict=True):
        assert in_order(deals) == dealt, (name, given)


def test_a_secret_that_was_not_committed_to_is_detected(tmp_path) -> None:
    game = registry.load("paohuzi")
    record, _ = played(game, game.options({}), None)
    record.deals[1].secret = record.deals[0].secret
    (tmp_path / "record.json").write_text(dumps(record))
    with pytest.raises(subprocess.CalledProcessError):
        dealt_by_javascript([str(tmp_path / "record.json")])


def test_the_page_has_the_vectors_that_both_deal() -> None:
    lines = []
    vectors = [(name, seed) for name in ("baohuang", "paohuzi") for seed in SEEDS]
    dealt = dealt_by_javascript(*((name, seed.hex()) for name, seed in vectors))
    for (name, seed), found in zip(vectors, dealt, strict=True):
        game = registry.load(name)
        assert in_order(found) == [hands_of(game, game.opening_moments(game.options({}), seed, None))]
        ((first, hands),) = found
        lines.append(f"| {name} | `{seed.hex()[:4]}…{seed.hex()[-4:]}` | {first} | `{' '.join(hands[0])}` |")
    text = PAGE.read_text("utf-8").partition("<!-- vectors -->")[2].partition("<!-- end -->")[0]
    assert [line for line in text.splitlines() if line.startswith("| ")][1:] == lines
