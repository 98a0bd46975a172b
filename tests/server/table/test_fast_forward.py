"""The rest of a deal is played fast where nobody who is there has anything left to decide, or they ask for it."""

from __future__ import annotations

from collections import defaultdict

import pytest

import paiju
from paiju.server import protocol as p
from paiju.server.pack import pack_of
from paiju.server.tables import clock, questions
from paiju.server.tables.questions import choose
from tests.server.table.simulation import Simulation

ONE_DEAL = {"match_end": "deals", "match_length": 1}
SKIP = p.Ask(what="skip")


class Pace:
    """How long the bots, and the passes that are made for people, are set to take."""

    def __init__(self, sim: Simulation, *, passing: bool = True) -> None:
        self.sim = sim
        self.passing = passing
        self.bots: dict[bool, list[int]] = defaultdict(list)
        self.passes: dict[bool, list[int]] = defaultdict(list)
        self._seen: set[str] = set()

    def note(self) -> None:
        table = self.sim.table
        for prompt in table.running.prompts.values() if table.running else ():
            passes = prompt.thought is not None and prompt.thought.verb == "pass"
            if prompt.id not in self._seen and prompt.act_at is not None and (self.passing or not passes):
                stored = self.passes if prompt.automatic else self.bots
                stored[bool(self.sim.pages["g0"].room["haste"]["on"])].append(prompt.act_at - prompt.opened)
                self._seen.add(prompt.id)


def play(sim: Simulation, rates: Pace, until) -> bool:
    """Go on until something holds; False if the deal ended before."""
    while True:
        rates.note()
        if until():
            return True
        if sim.table.room.stage in ("settled", "over"):
            return False
        sim.step()


def first_out(seed, people: int, bots: str = "random") -> tuple[Simulation, Pace]:
    """A deal in which the first seat is out of cards while everybody else goes on: the others play badly."""
    for turn in range(200):
        sim = Simulation(
            "baohuang", people, options=ONE_DEAL, settings={"bots": "greedy"}, seed=seed + turn, bots=bots
        )
        sim.start()
        sim.until("playing")
        sim.say("g0", p.Auto(on=True))
        rates = Pace(sim)
        haste = sim.table.fast_forward
        if play(sim, rates, lambda haste=haste: haste.out) and haste.out == {0}:
            sim.say("g0", p.Auto(on=False))
            if sim.table.room.stage == "playing":
                return sim, rates
    raise AssertionError("the host is never out first")


def within(delays: list[int], bounds: tuple[int, int]) -> bool:
    return bool(delays) and all(bounds[0] <= delay <= bounds[1] for delay in delays)


@pytest.fixture
def weak(monkeypatch):
    """Slow bots that do not take their time."""
    monkeypatch.setattr(
        questions,
        "choose",
        lambda level, *prompted: choose("random" if level == "hard" else level, *prompted),
    )


@pytest.mark.parametrize("bots", ["random", "hard"])
def test_a_lone_player_who_is_out_does_not_wait(seed, bots, weak):
    """Each trick comes in one sweep, after a moment for the one before; a bot that searches answers as soon as it can."""
    sim, rates = first_out(seed, 1, bots=bots)
    page = sim.pages["g0"]
    assert page.room["haste"] == {"on": True, "idle": [0], "asked": []}
    rates.bots.clear()
    began, tricks = sim.now, len(page.view["tricks"])
    play(sim, rates, lambda: False)
    led = [delay for delay in rates.bots[True] if delay > clock.SWEPT_MS[1]]
    assert within(led, clock.SWEEP_MS)
    assert len(led) <= len(page.view["tricks"]) - tricks + 1
    swept = [delay for delay in rates.bots[True] if delay not in led]
    assert within(swept or [clock.SWEPT_MS[0]], clock.SWEPT_MS)
    assert sim.now - began < 2500 + clock.SWEEP_MS[1] * len(led) + clock.SWEPT_MS[1] * len(swept)


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_lone_player_sees_something_new_every_four_seconds(game, seed):
    """Or is asked something, however long the host has open cards lie for people."""
    sim = Simulation(
        game, 1, options=ONE_DEAL, settings={"window_ms": 15_000, "turn_seconds": 0}, seed=seed, bots="easy"
    )
    sim.start()
    sim.until("playing")
    page, since, said = sim.pages["g0"], sim.now, 0
    while sim.table.room.stage == "playing":
        sim.step()
        if page.prompt or page.seq != said:
            since, said = sim.now, page.seq
        assert sim.now - since <= 4000


def test_with_other_people_a_player_who_is_out_asks_to_skip(seed):
    sim, rates = first_out(seed, 2)
    assert sim.pages["g1"].room["haste"] == {"on": False, "idle": [0], "asked": []}
    sim.say("g1", SKIP)
    assert sim.pages["g1"].errors() == ["message.unexpected"]
    sim.say("g0", SKIP)
    assert sim.pages["g1"].room["haste"] == {"on": True, "idle": [0], "asked": [0]}
    rates.bots.clear()
    rates.passes.clear()
    play(sim, rates, lambda: False)
    assert within(rates.bots[True], clock.HASTY_BOT_MS)
    for delay in rates.passes[True]:  # who still plays passes as slowly as ever
        assert clock.AUTO_PASS_MS[0] <= delay <= clock.AUTO_PASS_MS[1]
    assert sim.pages["g0"].room["haste"] == {"on": False, "idle": [], "asked": []}


def test_all_players_without_decisions_must_agree_to_skip(seed):
    sim, _ = first_out(seed, 3)
    sim.say("g1", p.Auto(on=True))
    sim.say("g0", SKIP)
    assert sim.pages["g2"].room["haste"] == {"on": False, "idle": [0, 1], "asked": [0]}
    sim.say("g1", SKIP)
    assert sim.pages["g2"].room["haste"]["on"]
    sim.say("g1", p.Auto(on=False))  # they decide again, and have nothing to request
    assert sim.pages["g2"].room["haste"] == {"on": True, "idle": [0], "asked": [0]}
    sim.say("g1", p.Auto(on=True))
    sim.say("g0", p.Ask(what="skip", on=False))
    assert not sim.pages["g2"].room["haste"]["on"]
    assert sim.pages["g2"].room["haste"]["asked"] == [1]
    sim.close("g0")
    assert sim.pages["g2"].room["haste"] == {"on": True, "idle": [1], "asked": [1]}


def test_a_player_who_sits_out_does_not_wait(seed):
    """With four at a Paohuzi table one rests in each deal (no card lies open for them)."""
    for turn in range(50):
        sim = Simulation(
            "paohuzi", 1, options={**ONE_DEAL, "seats": 4}, settings={"window_ms": 4000}, seed=seed + turn
        )
        sim.start()
        sim.until("playing", "over")  # one in some thousands is over as it is dealt
        if sim.table.room.stage == "playing" and sim.table.fast_forward.out == {0}:
            break
    assert sim.table.fast_forward.out == {0}
    assert sim.pages["g0"].room["haste"]["on"]
    while sim.table.room.stage == "playing":
        sim.step()
        if sim.table.running.timing.window:
            assert sim.table.running.timing.gate - sim.now <= clock.HASTY_WINDOW_MS


def test_no_player_is_out_before_play_begins():
    for name in paiju.available():
        game = paiju.load(name)
        state = game.deal(game.options({}), bytes(32), None)
        assert pack_of(name).glance(state, game.view(state, None)).out == frozenset()


@pytest.mark.parametrize(
    ("tempo", "bounds"),
    [("calm", clock.CALM_BOT_MS), ("brisk", clock.BOT_MS), ("instant", clock.HASTY_BOT_MS)],
)
def test_bots_are_as_fast_as_the_host_wishes_from_the_next_question_on(tempo, bounds, seed):
    sim = Simulation("baohuang", people=1, options=ONE_DEAL, settings={"bots": "easy"}, seed=seed)
    sim.start()
    sim.until("playing")
    sim.say("g0", p.Host(what="settings", settings={"tempo": tempo}))
    rates = Pace(sim, passing=False)
    rates._seen.update(prompt.id for prompt in sim.table.running.prompts.values())
    play(sim, rates, lambda: len(rates.bots[False]) > 20)
    assert rates.bots[False]
    assert within(rates.bots[False], bounds)


@pytest.mark.parametrize("people", [1, 2])
def test_bots_pass_at_once_where_a_single_person_plays(people, seed):
    """Whether or not they could have played; with other people a pass takes as long as a play."""
    sim = Simulation("baohuang", people, options=ONE_DEAL, settings={"bots": "easy"}, seed=seed)
    sim.start()
    sim.until("playing")
    sim.say("g0", p.Auto(on=True))
    took: dict[bool, list[int]] = {False: [], True: []}  # by whether it was forced

    def passed() -> bool:
        for prompt in sim.table.running.prompts.values():
            found = prompt.actions[0] if prompt.is_forced_pass else prompt.thought
            if (
                prompt.act_at is not None
                and not prompt.automatic
                and found is not None
                and found.verb == "pass"
            ):
                took[prompt.is_forced_pass].append(prompt.act_at - prompt.opened)
        return all(took.values())

    assert play(sim, Pace(sim), passed)
    for delays in took.values():
        assert (max(delays) <= clock.BOT_PASS_MS) == (people == 1)
