"""Places, winners and points (BH A15, A16, A17), one function for each scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, permutations
from typing import NamedTuple

from paiju.games.baohuang.cards import SEATS, play_order
from paiju.games.baohuang.options import BaohuangOptions, Declarations, OpenSoloSecond, Scoring, SoloResult
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import (
    NOTHING,
    Carry,
    Phase,
    Result,
    Role,
    Roles,
    Stakes,
    State,
    Winner,
)

Places = tuple[int, ...]
Points = tuple[int, ...]

TEAM2_VALUES = {1: 2, 2: 1, 3: 0, 4: -1, 5: -2}
TEAM4_VALUES = {1: 4, 2: 2, 3: 0, 4: -2, 5: -4}
SOLO_TEAM2 = {1: 12, 2: 0, 3: -12, 4: -12, 5: -12}
SOLO16 = {1: 16, 2: 4, 3: 0, 4: -4, 5: -16}
SOLO_WINNERS: dict[SoloResult, dict[int, Winner]] = {
    SoloResult.FIRST_ONLY: {1: Winner.EMPEROR},
    SoloResult.FIRST_WIN_LAST_LOSE: {1: Winner.EMPEROR, 2: Winner.TIE, 3: Winner.TIE, 4: Winner.TIE},
    SoloResult.TOP2_WIN_THIRD_TIE: {1: Winner.EMPEROR, 2: Winner.EMPEROR, 3: Winner.TIE},
}
OPPONENTS = SEATS - 1


class Standing(NamedTuple):
    """A finished deal as the scorings see it: who is who, who came where, and whether a solo was announced."""

    rules: Rules
    roles: Roles
    places: Places
    announced: bool

    @property
    def options(self) -> BaohuangOptions:
        """The options of the table."""
        return self.rules.options

    @property
    def crown(self) -> tuple[int, ...]:
        """The emperor and the guards."""
        return (self.roles.emperor, *self.roles.guards)

    @property
    def place(self) -> int:
        """The emperor's place."""
        return self.places[self.roles.emperor]

    def crown_sum(self, values: dict[int, int]) -> int:
        """The sum of place values over emperor and guards."""
        return sum(values[self.places[seat]] for seat in self.crown)

    def share(self, *, emperor: int, guard: int, people: int) -> Points:
        """Points by seat from points by role."""
        by_role = {Role.EMPEROR: emperor, Role.GUARD: guard, Role.COMMONER: people}
        return tuple(by_role[self.roles.of(seat)] for seat in range(SEATS))


def _team2(deal: Standing) -> Points:
    if deal.roles.solo:
        value = SOLO_TEAM2[deal.place]
        if deal.place == 2 and deal.announced and deal.options.open_solo_second is OpenSoloSecond.LOSE:  # noqa: PLR2004 - the second place
            value = SOLO_TEAM2[5]
        return deal.share(emperor=value, guard=0, people=-value // OPPONENTS)
    return _team2_teams(deal)


def _team2_teams(deal: Standing) -> Points:
    """BH A16, A18-52: two guards weigh on the three people's side twice as much."""
    s = deal.crown_sum(TEAM2_VALUES)
    return deal.share(emperor=2 * s, guard=s, people=-s * len(deal.roles.guards))


def _solo16(deal: Standing) -> Points:
    if not deal.roles.solo:
        return _team2_teams(deal)
    value = SOLO16[deal.place]
    return deal.share(emperor=value, guard=0, people=-value // OPPONENTS)


def _team4(deal: Standing) -> Points:
    s = deal.crown_sum(TEAM4_VALUES)
    balance = deal.options.team4_balance
    if not deal.roles.solo:
        return deal.share(emperor=2 * s if balance else s, guard=s, people=-s)
    times = OPPONENTS if balance else 3 if deal.options.emperor_x3 and deal.announced else 2
    return deal.share(emperor=times * s, guard=0, people=-s)


def _win_or_lose(deal: Standing) -> Points:
    value = {Winner.EMPEROR: 1, Winner.PEOPLE: -1, Winner.TIE: 0}[_winner(deal)]
    return deal.share(emperor=value, guard=value, people=-value)


def _winner(deal: Standing) -> Winner:
    """BH A16: a pattern of the table, else first and last place of different teams, decide; else it is a tie."""
    named = deal.rules.patterns.get(tuple(sorted(deal.places[seat] for seat in deal.crown)))
    if named:
        return Winner(named)
    if deal.roles.solo:
        return SOLO_WINNERS[deal.options.solo_result].get(deal.place, Winner.PEOPLE)
    first, last = deal.places.index(1) in deal.crown, deal.places.index(SEATS) in deal.crown
    if first == last:
        return Winner.TIE
    return Winner.EMPEROR if first else Winner.PEOPLE


POINTS: dict[Scoring, Callable[[Standing], Points]] = {
    Scoring.FREE: _win_or_lose,
    Scoring.TEAM2: _team2,
    Scoring.TEAM4: _team4,
    Scoring.MOEGIRL: _win_or_lose,
    Scoring.SOLO16: _solo16,
    Scoring.QINGDAO: _solo16,
}


def points(rules: Rules, roles: Roles, stakes: Stakes, places: Places) -> tuple[Points, Winner]:
    """Points by seat before stuck penalties, and who won (BH A16)."""
    announced = roles.usurped or "solo" in stakes.factors
    deal = Standing(rules, roles, places, announced=announced)
    times = rules.multiplier(stakes.factors, usurped=roles.usurped, countered=stakes.countered)
    table = tuple(times * value for value in POINTS[rules.options.scoring](deal))
    value = table[roles.emperor]
    return table, Winner.TIE if value == 0 else Winner.EMPEROR if value > 0 else Winner.PEOPLE


def most_points(options: BaohuangOptions) -> int:
    """The most points that a seat can win or lose in a deal."""
    rules = compile_rules(options)
    roles = [Roles(emperor=0, guards=guards) for guards in ((), (1,), (1, 2))]
    tables = [
        POINTS[options.scoring](Standing(rules, who, places, announced=announced))
        for who in roles
        for places in permutations(range(1, SEATS + 1))
        for announced in (False, True)
    ]
    declares, revolts = options.declarations is not Declarations.OFF, options.declarations is Declarations.ALL
    causes = {"guard": declares, "revolt": revolts, "solo": options.open_solo}
    said = [cause for cause, may in causes.items() if may]
    times = rules.multiplier(said, countered=options.counter_double)
    if options.usurper:
        times = max(times, rules.multiplier((), usurped=True))
    return times * (max(map(abs, chain(*tables))) + options.stuck_penalty)


def places_of(out: Iterable[int], stuck: tuple[int, ...], emperor: int) -> Places:
    """BH A15, A18-62: finishers, then the rest in play order, stuck seats from the bottom up."""
    order = list(out)
    after = (order[-1] + 1) % SEATS if order else (emperor + 1) % SEATS
    order += play_order(after, without=(*order, *stuck))
    order += reversed(stuck)
    places = [0] * SEATS
    for place, seat in enumerate(order, start=1):
        places[seat] = place
    return tuple(places)


def is_decided(state: State) -> bool:
    """BH A18-63: whether every order of the seats still playing gives the same points."""
    rest = [seat for seat in range(SEATS) if state.in_play(seat)]
    results = {
        points(state.rules, state.roles, state.stakes, places_of((*state.out, *order), state.stuck, 0))[0]
        for order in permutations(rest)
    }
    return len(results) == 1


def void(state: State) -> None:
    """BH A17: a deal that does not count 流局."""
    state.result = Result(void=True)
    state.phase = Phase.OVER
    state.queue = ()
    state.plan = NOTHING
    state.tell("void", {"rule": "BH A6"})


def finish(state: State) -> None:
    """Close the deal: places, points and their reasons; all roles are known from here on."""
    rules, roles, stakes = state.rules, state.roles, state.stakes
    places = places_of(state.out, state.stuck, roles.emperor)
    table, winner = points(rules, roles, stakes, places)
    times = state.multiplier
    penalty = rules.options.stuck_penalty * times
    returns = tuple(value - penalty * (seat in state.stuck) for seat, value in enumerate(table))
    state.result = Result(places, returns, winner, times)
    state.phase = Phase.OVER
    state.queue = ()
    state.plan = NOTHING
    seats = [str(roles.of(seat)) for seat in range(SEATS)]
    state.tell("over", {"places": places, "roles": tuple(seats), "winner": str(winner), "multiplier": times,
                       "solo": roles.solo, "rule": "BH A15"})  # fmt: skip
    for seat in range(SEATS):
        items = [{"amount": table[seat], "why": str(rules.options.scoring), "rule": "BH A16"}]
        if seat in state.stuck and penalty:
            items.append({"amount": -penalty, "why": "stuck", "rule": "BH A18-61"})
        state.tell("score", {"seat": seat, "amount": returns[seat], "items": tuple(items)})


def carry_of(state: State) -> Carry:
    """What this deal passes on (BH A3, A7, A17): a void deal passes on what it was given."""
    result = state.result
    assert result is not None, "a deal that is over"
    if result.void:
        old = state.start.carry
        return Carry(state.start.first_drawer, old.roles, old.places, old.winner, old.opened)
    roles = tuple(state.roles.of(seat) for seat in range(SEATS))
    first = FIRST_DRAWER[state.rules.options.first_drawer](state, result)
    return Carry(first, roles, result.places, result.winner, state.stakes.opened)


FIRST_DRAWER: dict[str, Callable[[State, Result], int | None]] = {
    "rotate": lambda state, result: (state.start.first_drawer + 1) % SEATS,
    "head": lambda state, result: result.places.index(1),
    "tail": lambda state, result: result.places.index(SEATS),
    "emperor": lambda state, result: state.roles.emperor,
    "random": lambda state, result: None,
}
