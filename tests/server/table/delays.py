"""What somebody who sees all delays learns from them about hands: how long passes took, and a classifier of them.

A classifier is trained on half of the passes of whole deals, with what everybody sees of each: who passed, how many cards lie there, how long
it took. On the other half it must not tell forced passes from chosen ones.
"""

from __future__ import annotations

import bisect
import math
import random
from collections import defaultdict
from collections.abc import Callable
from typing import NamedTuple
from unittest.mock import patch

from paiju.server import protocol as p
from tests.server.table.simulation import Simulation

ENOUGH = 400
BINS = 8
ALLOWED = 0.53

Pass = tuple[tuple[int, int, bool], int, bool]
"""What all can see of it (seat, cards on the table, haste), ms until it was seen, and whether it was forced."""
PassesOf = Callable[[random.Random, int], list[Pass]]


class Watcher:
    """Notes of every pass who made it, how long it took everybody to see it, and whether there was a choice."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.passes: list[Pass] = []
        self._prompts: dict[str, bool] = {}
        self._since = 0
        self._hurry = False
        self._swept = False
        self._length = 0

    def look(self) -> None:
        running = self.sim.table.running
        if running is None:
            self._length = 0
            return
        prompts = {seat: prompt.is_forced_pass for seat, prompt in running.prompts.items()}
        actions = self.sim.table.recorder.record.deals[-1].actions
        if len(actions) != self._length:
            for seat, text in actions[self._length :]:
                if text == "pass" and seat in self._prompts and not self._swept:
                    self.passes.append(
                        ((seat, self._size, self._hurry), self.sim.now - self._since, self._prompts[seat])
                    )
            self._length, self._since = len(actions), self.sim.now
        self._prompts = prompts
        self._hurry = (
            self.sim.table.fast_forward.is_on
        )  # everybody can see why, and that the delays are others
        self._swept = (
            self.sim.table.fast_forward.nobody_decides
        )  # a trick comes at once, to people who are out of the deal
        top = getattr(running.state, "top", None)  # what lies to be beaten, in Bao Huang
        self._size = min(4, len(top.strengths)) if top else 0


def auc(found: list[tuple[float, bool]]) -> float:
    """How often a forced pass has a higher score than a chosen one; ties count half."""
    forced = sorted(score for score, label in found if label)
    chosen = [score for score, label in found if not label]
    below = sum(
        (bisect.bisect_left(forced, score) + bisect.bisect_right(forced, score)) / 2 for score in chosen
    )
    return 1 - below / (len(forced) * len(chosen))


def classify(passes: list[Pass], rng: random.Random) -> float:
    """The better AUC of two classifiers on passes they were not trained on: by delay alone, and by who passed as well.

    Both compare the shares of forced passes by delay with the share in the same circumstances, so that what the
    circumstances themselves tell does not count.
    """
    rng.shuffle(passes)
    half = len(passes) // 2
    return max(
        _trained(passes[:half], passes[half:], key) for key in (lambda who: who[2], lambda who: who[::2])
    )


def _trained(train, test, key) -> float:
    edges, share = {}, {}
    groups = defaultdict(list)
    for who, delay, forced in train:
        groups[key(who)].append((delay, forced))
    for group, rows in groups.items():
        delays = sorted(delay for delay, _ in rows)
        edges[group] = [delays[len(delays) * i // BINS] for i in range(1, BINS)]
        base = sum(forced for _, forced in rows) / len(rows)
        bins = [[base * 4, 4.0] for _ in range(BINS)]
        for delay, forced in rows:
            cell = bins[bisect.bisect(edges[group], delay)]
            cell[0] += forced
            cell[1] += 1
        share[group] = [hits / n - base for hits, n in bins]
    scored = [
        (share[key(who)][bisect.bisect(edges[key(who)], delay)], forced)
        for who, delay, forced in test
        if key(who) in share
    ]
    return auc(scored)


def limit(passes: list[Pass]) -> float:
    """How good the best classifier may be; where passes are few, three standard errors are left to chance."""
    least = min(sum(one[2] for one in passes), sum(not one[2] for one in passes)) / 2
    return max(ALLOWED, 0.5 + 3 / math.sqrt(6 * least))


class Finding(NamedTuple):
    """How well forced passes were distinguished from chosen ones, how well they may be, and on how many passes."""

    auc: float
    allowed: float
    passes: int


def told_apart(passes_of: PassesOf, rng: random.Random, enough: int = ENOUGH) -> Finding:
    """What classifiers find; more than is allowed counts only if they find it again on fresh passes.

    One in some hundred honest tables is above three standard errors by chance, one in ten thousands twice.
    """
    for _ in range(2):
        passes = passes_of(rng, enough)
        finding = Finding(classify(passes, rng), limit(passes), len(passes))
        if finding.auc <= finding.allowed:
            break
    return finding


def collect(sim: Simulation, choose, enough: int) -> list[Pass]:
    """Play deals until there are enough passes of both kinds."""
    watcher = Watcher(sim)
    while True:
        counts = [forced for _, _, forced in watcher.passes]
        if min(sum(counts), len(counts) - sum(counts)) >= enough:
            return watcher.passes
        watcher.look()
        assert choose(sim)
        watcher.look()


def passes_of_bots(rng: random.Random, enough: int = ENOUGH) -> list[Pass]:
    """Of bots that search. `random` ones stand for them; what they find comes after a time that tells how much there was to think about."""
    slow = frozenset({"random"})
    with patch("paiju.server.tables.questions.SLOW", slow):
        return _passes_of_slow_bots(rng, enough)


def _passes_of_slow_bots(rng: random.Random, enough: int) -> list[Pass]:
    sim = Simulation(
        "baohuang",
        people=1,
        bots="random",
        settings={"turn_seconds": 0},
        options={"match_end": "deals", "match_length": 1000},
        seed=rng.getrandbits(32),
    )
    sim.thinks = False
    sim.start()
    sim.say("g0", p.Auto(on=True))
    due: list = []

    def on(sim: Simulation) -> bool:
        due.extend((sim.now + rng.randint(50, 1600), thought) for thought in sim.thoughts)
        sim.thoughts.clear()
        due.sort(key=lambda one: one[0])
        wake = sim.table.wake
        if due and (wake is None or due[0][0] < wake):
            at, thought = due.pop(0)
            sim.now = max(sim.now, at)
            thought.hear(found_by(rng, thought), sim.now)
            sim.table.tick(sim.now)
            sim.flush()
            return True
        return between(sim) or sim.step()

    return collect(sim, on, enough)


def found_by(rng: random.Random, thought) -> object:
    """What a slow bot comes to: to pass in one case of two, so that both kinds of pass are frequent."""
    actions = thought.think.actions
    return actions[0] if rng.random() < 0.5 else rng.choice(actions)


def between(sim: Simulation) -> bool:
    """Everybody is ready for the next deal."""
    if sim.table.room.stage != "settled":
        return False
    for guest in sim.pages:
        sim.say(guest, p.Ready(on=True))
    return sim.table.room.stage != "settled"


def passes_of_people(rng: random.Random, enough: int = ENOUGH) -> list[Pass]:
    """Of people of different habits at a sealed table; who has to pass never presses anything."""
    settings = {"turn_seconds": 0, "passes": "sealed"}
    options = {"match_end": "deals", "match_length": 1000}
    sim = Simulation(
        "baohuang", people=3, bots="random", settings=settings, options=options, seed=rng.getrandbits(32)
    )
    sim.start()
    habits = {"g0": 900, "g1": 1800, "g2": 4500}
    presses: dict[str, int] = {}

    def on(sim: Simulation) -> bool:
        if between(sim):
            return True
        for guest, page in sim.pages.items():
            prompt = page.prompt
            if prompt and prompt["auto_ms"] is None and prompt["id"] not in presses:
                presses[prompt["id"]] = sim.now + round(rng.lognormvariate(0, 0.5) * habits[guest])
        prompted = [page for page in sim.pages.values() if page.prompt and page.prompt["id"] in presses]
        page = min(prompted, key=lambda page: presses[page.prompt["id"]], default=None)
        wake = sim.table.wake
        if page is None or (wake is not None and wake < presses[page.prompt["id"]]):
            if wake is None:
                return False
            sim.now = max(sim.now, wake)
            sim.table.tick(sim.now)
        else:
            sim.now = max(sim.now, presses.pop(page.prompt["id"]))
            presses[page.prompt["id"]] = 1 << 60
            prompt = page.prompt
            action = prompt["actions"][0] if rng.random() < 0.5 else rng.choice(prompt["actions"])
            sim.table.receive(page.guest, p.Act(prompt=prompt["id"], action=action), sim.now)
        sim.flush()
        return True

    return [one for one in collect(sim, on, enough) if one[0][0] < 3]
