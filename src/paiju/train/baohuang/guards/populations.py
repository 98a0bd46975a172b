"""Who plays the deals from which the guard's network learns, and what those deals show of who the guard is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Annotated, Any, NamedTuple

import numpy as np

from paiju.bots.baohuang import net, people
from paiju.bots.baohuang.compiled.memory import MemoryRecord, WeightsRecord, begin, notice
from paiju.bots.baohuang.compiled.policy import candidates, finishing
from paiju.bots.baohuang.heuristic.values import DEFAULT, Parameters
from paiju.bots.baohuang.net.bot import SHIPPED
from paiju.bots.baohuang.net.features import OTHERS
from paiju.bots.baohuang.net.guards.network import EVENT_SIZE, SCENE_SIZE, Bytes, Flags, Numbers, Questions
from paiju.bots.baohuang.net.guards.reading import (
    guess,
    write_event,
    write_scene,
)
from paiju.bots.baohuang.net.playing import Network, read_weights
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.actions import NOTHING
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.cache import CacheGroup
from paiju.kernels.jit import compiled
from paiju.kernels.records import Floats, Grid, Ints, Records, new
from paiju.train.baohuang.guards.deals import (
    ASKS,
    GRABS,
    LONGEST,
    PASSES,
    Games,
    Mind,
    MixedTables,
    NetworkMind,
    SearchMind,
    Style,
)

_STRANGERS = 120
_KEPT = ("evidence", "bomb", "bomb_stands", "solo")
_NET = Style(kind=ASKS)
_GREEDY = Style(kind=GRABS)
_WORLDS = 60


class Population(NamedTuple):
    """Players drawn for each seat separately, or one way to play for all that is drawn for each deal.

    Where `guards` are named, the guard is one of these instead; `decoys` are for one of the people.
    """

    name: str
    styles: tuple[Style, ...]
    guards: tuple[Style, ...] = ()
    decoys: tuple[Style, ...] = ()
    alike: bool = False
    mind: str = ""

    def play(
        self, rules: Records[RulesRecord], numbers: Numbers, seed: int, most: int = LONGEST, network: Any = SHIPPED
    ) -> Games:  # fmt: skip
        """Play the deals of some numbers, those who ask with the weights in the file `network`."""
        everybody = (*self.styles, *self.guards, *self.decoys)
        return MixedTables(rules, everybody, self._mind(rules, network)).play(
            numbers, self._lineup, seed, most
        )

    def _lineup(self, starts: Records[StateRecord], chance: np.random.Generator) -> Numbers:
        deals, own, other = len(starts), len(self.styles), len(self.styles) + len(self.guards)
        seats = chance.integers(0, own, (deals, 1 if self.alike else SEATS)).repeat(
            SEATS if self.alike else 1, 1
        )
        rows, guards = np.arange(deals), starts["guard"]
        if self.guards:
            seats[rows, guards] = chance.integers(own, other, deals)
        if self.decoys:
            places = (guards - starts["emperor"] - 1 + chance.integers(1, OTHERS, deals)) % OTHERS
            seats[rows, (starts["emperor"] + 1 + places) % SEATS] = chance.integers(
                other, other + len(self.decoys), deals
            )
        return np.asarray(seats)

    def _mind(self, rules: Records[RulesRecord], network: Any) -> Mind | None:
        if self.mind == "search":
            return SearchMind(rules, _WORLDS)
        if self.mind == "net":
            weights = read_weights(network)
            return NetworkMind(Network(weights.arrays), float(weights.card["anchor"]))
        return None


def strangers(seed: int, spread: float, count: int = _STRANGERS) -> tuple[Style, ...]:
    """Heuristics whose numbers are off by a factor (`spread` is the deviation of its logarithm), more or less steady."""
    chance = np.random.default_rng(seed)
    return tuple(
        Style(_strange(chance, spread), temperature=float(chance.choice((0.0, 0.02, 0.05, 0.1, 0.3))))
        for _ in range(count)
    )


def _strange(chance: np.random.Generator, spread: float) -> Parameters:
    changed: dict[str, Any] = {}
    for field in fields(Parameters):
        if field.name in _KEPT or field.name.endswith("_above"):
            continue
        value = np.asarray(getattr(DEFAULT, field.name))
        made = value * np.exp(spread * chance.standard_normal(value.shape))
        if field.name in ("friend_beats", "small_stands", "hidden"):
            made = np.minimum(made, 1.0)
        changed[field.name] = tuple(made.tolist()) if made.ndim else float(made)
    changed["suspicion"] = float(chance.choice((0.0, 0.5, 1.0, 1.5)))
    changed["near"] = max(2.0, changed["near"])
    return replace(DEFAULT, **changed)


def _feigning(styles: Sequence[Style], *lengths: int) -> tuple[Style, ...]:
    return tuple(replace(style, feigns=length) for style in styles for length in lengths)


_PEOPLE = tuple(
    Style(one.parameters, temperature=one.temperature)
    for one in (
        people.EASY, people.NORMAL, people.BOLD, people.CAREFUL, people.OUTSPOKEN, people.SECRETIVE, people.TIDY,
    )
)  # fmt: skip
_STRANGE = strangers(1, 0.3)
_UNSTEADY = tuple(Style(temperature=temperature) for temperature in (0.1, 0.3, 0.6)) + tuple(
    Style(wild=wild) for wild in (0.05, 0.15, 0.4)
)
_ODD = (
    *strangers(4, 0.9, 40),
    *[_GREEDY] * 8,
    *[Style(wild=wild) for wild in (0.3, 0.6, 0.9) for _ in range(3)],
    *[Style(replace(DEFAULT, small=3.0, big=5.0, lead_control=lead)) for lead in (0.0, 0.3, 0.6)],
    *[Style(replace(DEFAULT, follow_control=control)) for control in (-2.0, -1.0, -0.5, 1.0, 2.0)],
)
_COMPANY = (*_PEOPLE, *_STRANGE[:7], *_UNSTEADY, *[Style()] * 8, *[_GREEDY] * 2)

_MIXED = (*[_NET] * 10, *_COMPANY)
_RELUCTANT = (
    *[Style(replace(DEFAULT, follow_control=control)) for control in (-4.0, -2.0, -1.0)],
    *[Style(replace(DEFAULT, small=3.0, big=5.0, follow_control=control)) for control in (-1.0, 0.4)],
    *[Style(replace(DEFAULT, follow_control=-2.0), wild=wild) for wild in (0.1, 0.3)],
)
_TIMID = tuple(Style(kind=PASSES, wild=wild) for wild in (0.1, 0.3, 0.5))

HEURISTIC = Population("heuristic", (Style(),))
LEARNED: tuple[Population, ...] = (
    HEURISTIC,
    Population("strangers", _STRANGE, alike=True),
    Population("people", _PEOPLE, alike=True),
    Population("greedy", (_GREEDY,)),
    Population("unsteady", _UNSTEADY),
    Population("company", _COMPANY),
    Population("net", (_NET,), mind="net"),
    Population("net in company", _MIXED, mind="net"),
    Population("pretending", (Style(),), _feigning((Style(),), LONGEST, 40, 80)),
    Population("pretending strangers", _STRANGE, _feigning(_STRANGE, LONGEST, 30, 60)),
    Population("pretending company", _MIXED, _feigning(_MIXED, LONGEST, 50), mind="net"),
    Population("odd guards", (Style(), *_PEOPLE), guards=_ODD),
    Population("odd people", (Style(), *_PEOPLE), decoys=_ODD),
    Population("reluctant guards", (Style(), *_PEOPLE), guards=_RELUCTANT),
    Population("timid guards", (Style(), *_PEOPLE), guards=_TIMID),
    Population("decoys in company", _COMPANY, decoys=_feigning(_COMPANY, LONGEST)),
)
"""What doubt is learned from."""
_BY_NAME = {population.name: population for population in LEARNED}
STYLES = tuple(
    tuple(_BY_NAME[name] for name in names)
    for names in (("heuristic",), ("net",), ("people", "strangers", "company"), ("greedy", "unsteady"))
)
"""Who shows what is to be expected of each style (`net.guards.expecting`)."""

KEPT: tuple[Population, ...] = (
    Population("other strangers", strangers(2, 0.5), alike=True),
    Population("other company", (*strangers(3, 0.5, 10), *_PEOPLE, _GREEDY, *[_NET] * 6), mind="net"),
    Population("net pretending", (_NET,), _feigning((_NET,), LONGEST), mind="net"),
    Population("search", (_NET,), mind="search"),
    Population("people pretending", _PEOPLE, _feigning(_PEOPLE, LONGEST, 50), alike=True),
    Population("passing", (Style(),), (Style(kind=PASSES),)),
    Population("decoy", (Style(),), decoys=_feigning((Style(),), LONGEST)),
    Population("passing among strangers", strangers(5, 0.4), (Style(kind=PASSES),), alike=True),
    Population("decoy among nets", (_NET,), decoys=_feigning((_NET,), LONGEST), mind="net"),
)
"""What is kept out of learning and choosing. The decoy is one of the people who plays as a guard does."""


# --- what a deal shows of who the guard is


CACHE_GROUP = CacheGroup(
    "baohuang-evidence", (*net.CACHE_GROUP.sources, "train/baohuang/guards/populations.py")
)
_AT_ONCE = 200  # deals
EMPEROR = OTHERS
"""In place of a viewer's seat after the emperor: the emperor."""


class ToldRecord:
    """A question of a viewer."""

    deal: int
    events: int  # of its deal, before it
    ply: int
    choice: int  # 1: the viewer had more than one play worth a thought


class ScratchRecord:
    """What is needed to play a deal again."""

    state: Annotated[Records[StateRecord], StateRecord, 1]
    memory: MemoryRecord
    out: Annotated[Ints, np.int64, MOST_LISTED]
    chances: Annotated[Floats, np.float64, SEATS]  # of each seat, to be the guard


class GuardDeals(NamedTuple):
    """Some deals up to where their guard is revealed; seats are counted from the emperor, 0 to 3.

    `events` and `seats` are the rows of all deals one after the other, `first[d]` to `first[d + 1]` those of deal `d`;
    `scenes` and `told` (`ToldRecord`) the questions, one at each of the viewer's turns; `guards` and `viewers` one a deal.
    """

    events: Bytes
    seats: Numbers
    first: Numbers
    scenes: Bytes
    told: Records[ToldRecord]
    guards: Numbers
    viewers: Numbers


def asked_in(played: GuardDeals, wanted: Flags) -> Iterator[tuple[Bytes, Numbers, Questions]]:
    """The questions of `played.told` that are wanted, in their order, as `GuardNetwork` takes them; some deals at a time."""
    for begin_at in range(0, len(played.guards), _AT_ONCE):
        end_at = min(begin_at + _AT_ONCE, len(played.guards))
        rows = slice(*played.first[[begin_at, end_at]])
        among = slice(*np.searchsorted(played.told["deal"], [begin_at, end_at]))
        at = among.start + np.flatnonzero(wanted[among])
        deals = played.told["deal"][at]
        since = played.first[deals] - rows.start
        possible = played.viewers[deals][:, None] != np.arange(OTHERS)
        asked = Questions(since, since + played.told["events"][at], played.scenes[at], possible)
        yield played.events[rows], played.seats[rows], asked


def viewers_of(games: Games, chance: np.random.Generator) -> Numbers:
    """A viewer for each deal: the emperor or, half the time, one of the people."""
    guards = guards_of(games)
    people = (guards + chance.integers(1, OTHERS, len(guards))) % OTHERS
    return np.where(chance.integers(0, 2, len(guards)), people, EMPEROR)


def guards_of(games: Games) -> Numbers:
    """The guards' seats after the emperor, 0 to 3."""
    starts = games.starts
    return np.asarray((starts["guard"] - starts["emperor"] - 1) % SEATS)


def evidence(
    rules: Records[RulesRecord],
    heuristic: Records[WeightsRecord],
    games: Games,
    viewers: Numbers | None = None,
) -> GuardDeals:
    """What the viewers of deals saw, by default their emperors; `heuristic` counts the log-odds."""
    guards = guards_of(games)
    if viewers is None:
        viewers = np.full(len(guards), EMPEROR)
    room = len(games.codes) + 1
    events, seats = np.zeros((room, EVENT_SIZE), np.uint8), np.zeros(room, np.int64)
    scenes, told = np.zeros((room, SCENE_SIZE), np.uint8), new(ToldRecord, room)
    first, counts = np.zeros(len(guards) + 1, np.int64), np.zeros(2, np.int64)
    _write_deals(
        new(ScratchRecord), games.starts, games.codes, games.ends, rules, heuristic, viewers, events, seats, first,
        scenes, told, counts,
    )  # fmt: skip
    rows, questions = counts
    return GuardDeals(
        events[:rows], seats[:rows], first, scenes[:questions], told[:questions], guards, viewers
    )


@compiled
def _write_deals(
    scratch: Records[ScratchRecord],
    starts: Records[StateRecord],
    codes: Ints,
    ends: Ints,
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    viewers: Ints,
    events: Grid[int],
    seats: Ints,
    first: Ints,
    scenes: Grid[int],
    told: Records[ToldRecord],
    counts: Ints,
) -> None:
    s = scratch[0]
    memory, chances, out = s.memory, s.chances, s.out
    for d in range(len(viewers)):
        s.state[0] = starts[d]
        state = s.state[0]
        begin(state, rules[0], memory)
        viewer = (state.emperor + 1 + viewers[d]) % SEATS
        for at in range(ends[d], ends[d + 1]):
            code = int(codes[at])
            guess(state, memory, chances)
            if state.turn == viewer:
                question = told[counts[1]]
                question.deal, question.events, question.ply = d, counts[0] - first[d], at - ends[d]
                count = candidates(state, rules[0], out)
                question.choice = (
                    count > 1 and finishing(state, out, answers(state, rules[0]), count) == NOTHING
                )
                write_scene(state, memory, viewer, chances, scenes[counts[1]])
                counts[1] += 1
            elif state.turn != state.emperor:
                write_event(state, memory, viewer, code, chances, events[counts[0]])
                seats[counts[0]] = (state.turn - state.emperor - 1) % SEATS
                counts[0] += 1
            notice(state, rules[0], memory, weights[0], code)
            act(state, rules[0], code)
        first[d + 1] = counts[0]
