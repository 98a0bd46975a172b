"""Every bot under every kind of rules: it is given views, answers legally, and does the same again."""

import hashlib
import inspect
import random
import sys

import pytest

from paiju.bots.baohuang.net import SHIPPED
from paiju.bots.base import bot_names, make_bot, maker
from paiju.core.errors import PaijuError, UsageError
from paiju.games.baohuang.game import GAME
from paiju.games.baohuang.views import View
from paiju.games.registry import load
from tests.drawing import often, rounds
from tests.playing import ByBots, seed_of
from tests.strategies import random_options

SEATS = range(5)
NAMES = tuple(name for name in bot_names("baohuang") if name not in ("search", "hard", "master"))
"""Bots that take no time; those that search are played in `tests/bots_compiled` and `test_levels`."""
FULL = ("heuristic", "greedy")
"""The others play like one of these, but for parameters or a network: fewer deals are enough."""


def play(options, bots, seed, carry=None):
    """A deal played out by bots that only ever see views; the actions and the last state."""
    deal = ByBots(GAME, GAME.deal(options, seed, carry), bots)
    actions = []
    for question in deal:
        assert type(question.view) is View
        actions.append(question.action)
    return actions, deal.state


def five(name, first=0):
    return [make_bot(name, first + seat) for seat in SEATS]


def test_an_unknown_bot_is_a_usage_error():
    with pytest.raises(UsageError) as caught:
        make_bot("oracle", 0)
    assert caught.value.code == "usage.bot"
    assert all(name in caught.value.detail for name in bot_names())


OWN = """
class Last:
    name = "last"
    def __init__(self, seed):
        self.seed = seed
    def choose(self, view, actions):
        return actions[-1]
nothing = 7
"""
PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "prompt":
        wrong = {"type": "act", "action": "play K K K K K K K K K"}
        right = {"type": "act", "prompt": message["id"], "action": (message["actions"] or [message["default"]])[-1]}
        for answer in (wrong, right):
            print(json.dumps(answer), flush=True)
            if answer is wrong:
                assert json.loads(sys.stdin.readline())["type"] == "error"
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder with a module and a program of somebody's own, to work in."""
    (tmp_path / "own_bots.py").write_text(OWN)
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "silent.py").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.delitem(sys.modules, "own_bots", raising=False)
    return tmp_path


@pytest.mark.parametrize("named", ["own_bots:Last", f"-- {sys.executable} program.py"])
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_class_and_a_program_of_ones_own_play_wherever_a_bot_is_named(own, game, named):
    rules = load(game)
    state, rng, choices = rules.deal(rules.options({}), seed_of(game), None), random.Random(0), 0
    bot = maker(named)(1)
    while (seats := rules.actors(state)) and choices < 12:
        actions = rules.legal_actions(state, seats[0])
        action = rng.choice(list(actions))
        if len(actions) > 1:
            assert bot.choose(rules.view(state, seats[0]), actions) == actions[-1]
            choices += 1
        state, _ = rules.apply(state, seats[0], action)
    assert choices == 12


def test_weights_of_ones_own_play_as_net_does(own):
    pytest.importorskip("numba")
    (own / "mine.safetensors").write_bytes(SHIPPED.read_bytes())
    mine, net = make_bot("mine.safetensors", 0), make_bot("net", 0)
    state, rng = GAME.deal(GAME.options({}), seed_of("weights"), None), random.Random(0)
    for _ in range(40):
        (seat, *_) = GAME.actors(state)
        actions = GAME.legal_actions(state, seat)
        view = GAME.view(state, seat)
        assert mine.choose(view, actions) == net.choose(view, actions)
        state, _ = GAME.apply(state, seat, rng.choice(list(actions)))


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ("own_bots:Nobody", "usage.bot"), ("own_bots:nothing", "usage.bot"), ("no_module:Bot", "usage.bot"),
        (":", "usage.bot"), ("missing.safetensors", "file.unreadable"), ("program.py", "usage.bot"),
        ("-- no-such-program", "program.start"), ("-- ", "program.start"), ("-- 'open", "program.start"),
        (f"-- {sys.executable} silent.py", "program.ended"),
    ],
)  # fmt: skip
def test_an_object_that_is_not_a_bot_is_refused_with_a_code(own, named, code):
    state = GAME.deal(GAME.options({}), seed_of("x"), None)
    (seat, *_) = GAME.actors(state)
    view, actions = GAME.view(state, seat), GAME.legal_actions(state, seat)
    with pytest.raises(PaijuError) as caught:
        make_bot(named, 0).choose(view, actions)
    assert caught.value.code == code


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_knows_its_name_and_needs_only_a_seed(name):
    bot = make_bot(name, 1)
    assert bot.name == name
    assert tuple(inspect.signature(bot.choose).parameters) == ("view", "actions")


@pytest.mark.parametrize(
    ("name", "preset"),
    [
        pytest.param(name, preset, marks=() if name in FULL or (number + at) % 3 == 0 else pytest.mark.long)
        for number, name in enumerate(NAMES)
        for at, preset in enumerate(GAME.presets())
    ],
)
def test_every_preset_is_played_to_the_end(name, preset):
    options, carry = GAME.options({"preset": preset}), None
    for deal in range(2 if name in FULL else 1):
        _, state = play(options, five(name), seed_of(f"{preset}/{deal}"), carry)
        assert state.result is not None
        carry = GAME.carry(state)


@pytest.mark.parametrize("name", NAMES)
@rounds(1, 4)
def test_random_options_are_played_to_the_end(name, part, rng):
    for _ in range(often(2, 4) if name in FULL else often(1, 2)):
        options, carry = random_options(rng), None
        for _ in range(2 if name in FULL else 1):
            _, state = play(options, five(name), rng.randbytes(32), carry)
            carry = GAME.carry(state)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_deal(name):
    options = GAME.options({"preset": "moegirl"})
    first, _ = play(options, five(name, 7), seed_of("same"))
    assert play(options, five(name, 7), seed_of("same"))[0] == first


def test_a_different_seed_gives_a_different_random_bot():
    options = GAME.options({})
    first, _ = play(options, five("random", 0), seed_of("same"))
    assert play(options, five("random", 5), seed_of("same"))[0] != first


@pytest.mark.parametrize("name", ["greedy", "heuristic"])
@pytest.mark.parametrize("preset", ["pagat", "five-threes"])
def test_only_the_view_decides_an_action(name, preset):
    """In another deal that looks the same to a seat, with other hidden cards, a new bot does the same."""
    options, rng = GAME.options({"preset": preset}), random.Random(3)
    for _, seat, view, _, action in ByBots(GAME, GAME.deal(options, seed_of("counterpart")), five(name)):
        if rng.random() < often(0.05, 0.2):
            counterpart = GAME.determinize(view, rng)
            again = make_bot(name, 99).choose(
                GAME.view(counterpart, seat), GAME.legal_actions(counterpart, seat)
            )
            assert again == action


def test_the_greedy_bot_is_frozen():
    """Other bots are measured against it: if this fails, change greedy.py back."""
    text = ""
    for preset in ("pagat", "moegirl", "weihai"):
        actions, state = play(GAME.options({"preset": preset}), five("greedy"), seed_of("frozen"))
        text += "\n".join(GAME.action_text(state, action) for action in actions)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "d29640fed9c5a9b0"
