"""One deal, asked step by step in the numbers of the action space.

>>> from paiju.envs.table import Table
>>> table = Table("paohuzi")
>>> table.reset(7)
>>> while table.turn >= 0:
...     table.step(table.legal()[-1])
>>> sum(table.returns())
0
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy as copy_of
from functools import cache, cached_property, partial
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

import paiju
from paiju.bots.base import Bot, Maker, RandomBot, load, maker
from paiju.bots.base import pack_of as pack_of_bots
from paiju.core.errors import RuleError, UsageError, check_seat, check_type, whole_number
from paiju.core.game import Event
from paiju.core.options import Raw
from paiju.envs.fields import Layout, Scaled, Vector
from paiju.envs.history import Log, Step
from paiju.envs.pack import Answers, pack_of
from paiju.envs.seeds import MOST, deal_seed
from paiju.envs.spaces import Path, Space
from paiju.kernels import missing
from paiju.wire import view_json
from paiju.wire.notebooks import laid_out
from paiju.wire.pictures import rows_of, sheet

RENDER_MODES = ("ansi", "rgb_array", "human")


class Config:
    """The constants of a table: the game, its options, its spaces.

    `options` are differences to the default as `paiju.load(game).options` takes them, `preset` among them. With
    `scaled` observations are what networks read (`Layout.scaled`), else the whole numbers of the layout. Without `fast`
    deals are played by the rules alone, as they are where the kernel does not know the options or is not installed.

    Raises:
        UsageError: usage.game, usage.type.
        OptionError: for an unknown option or value.
    """

    def __init__(
        self, game: str, options: Mapping[str, Raw] | None = None, *, scaled: bool = False, fast: bool = True
    ) -> None:
        self.game: Any = paiju.load(game)
        check_type({} if options is None else options, Mapping)
        self.pack = pack_of(game)
        self.options: Any = self.game.options(dict(options or {}))
        self.space: Space = self.pack.space(self.options)
        self.layout: Layout = self.pack.layout
        self.pace = self.pack.pace
        self.scaled, self.fast = scaled, fast

    def __deepcopy__(self, memo: object) -> Config:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Any, ...]:
        made = partial(Config, scaled=self.scaled, fast=self.fast)
        return made, (self.game.name, dict(self.options.differences()))

    @cached_property
    def seats(self) -> int:
        """The number of seats; at a Paohuzi table of four one sits out."""
        return int(self.game.seats_of(self.options))

    @property
    def bounds(self) -> tuple[Vector | Scaled, Vector | Scaled]:
        """The lowest and the highest values of an observation, place by place."""
        of = self.layout.scaling if self.scaled else self.layout
        return of.low, of.high

    def read(self, vector: Vector) -> Vector | Scaled:
        """The observation that a vector of the layout makes."""
        return self.layout.scaled(vector) if self.scaled else vector

    @cached_property
    def kernel(self) -> Callable[[Any], Any] | None:
        """A function that continues a state of the rules inside the kernel, where possible; None where no kernel can."""
        if not self.fast or missing() or not self.pack.batch:
            return None
        return compiled(self.pack.batch, self.options)

    @property
    def engine(self) -> str:
        """The engine of the deals: `kernel`, which leaves to the rules what it does not know, or `rules`."""
        return "rules" if self.kernel is None else "kernel"


class Deal:
    """A deal by the rules, asked step by step."""

    def __init__(self, config: Config, state: Any, events: Sequence[Event] = ()) -> None:
        self.config, self.events = config, events
        self.answers: Answers = ()
        """What the seats before have answered about the same card."""
        self._stand_at(state)

    def _stand_at(self, state: Any) -> None:
        self.state, self._waiting, self.answers = state, self.config.pace.seats(state), ()
        self._take(())

    def _take(self, steps: Path) -> None:
        self.taken = steps
        self._legal: Path | None = None

    @property
    def turn(self) -> int:
        """The seat to act, -1 once the deal is over."""
        return self._waiting[0] if self._waiting else -1

    def actions(self) -> Sequence[Any]:
        """The legal actions of that seat."""
        return self.config.pace.actions(self.state, self.turn) if self._waiting else ()

    @property
    def legal(self) -> Path:
        """The steps that it may take, ascending."""
        if self._legal is None:
            self._legal = self.config.space.following(self.actions(), self.taken) if self._waiting else ()
        return self._legal

    def step(self, number: int) -> None:
        """Take a legal step."""
        taken = (*self.taken, number)
        action = self.config.space.action(self.actions(), taken)
        if action is None:
            self._take(taken)
            self.events = ()
        else:
            self._answer(action)

    def _answer(self, action: Any) -> None:
        answers = (*self.answers, (self.turn, action))
        if len(self._waiting) > 1:
            self._waiting, self.answers, self.events = self._waiting[1:], answers, ()
            self._take(())
        else:
            state, self.events = self.config.pace.go_on(self.state, answers)
            self._stand_at(state)

    def redrawn(self, rng: random.Random) -> Deal:
        """A deal that looks the same to the seat to act."""
        pace, other = self.config.pace, copy_of(self)
        other.state = pace.determinized(self.config.game.view(self.state, self.turn), rng)
        other._legal = None  # noqa: SLF001 - another one of the same class
        other.answers = tuple((seat, rng.choice(pace.actions(other.state, seat))) for seat, _ in self.answers)
        return other


class Table:
    """A deal in progress. The *state* in it is the referee's: hand out observations and `determinized` tables.

    Actions of several steps (see `spaces`) are asked for one step at a time, of the same seat. With `chained`
    each deal takes over from the one before (dealer, tribute), as in a match; `reset` with `carry=False` begins
    again. Where the kernel knows the options the deal is played there, and the rules follow when a view, a state or an
    event is asked for.
    """

    def __init__(
        self,
        game: str | Config,
        options: Mapping[str, Raw] | None = None,
        *,
        chained: bool = False,
    ) -> None:
        self.config = Config(game, options) if isinstance(game, str) else game
        self.chained = chained
        self._deal: Deal | None = None
        self._play: Any = None  # the deal inside the kernel, once it is there
        self._log: list[int] = []
        """The steps of this deal, and below 0 what bots did inside the kernel: the complements of its codes."""
        self._behind = 0  # the first of them that the rules have not taken
        self._history: list[Event | Step] = []
        self._start: tuple[int, Any] = -1, None
        """The number of the deal, -1 for none or redrawn cards, and what it took over."""

    def reset(self, number: int, *, carry: bool = True) -> None:
        """Deal the deal of a number (see `seeds`).

        Raises:
            UsageError: usage.number, usage.type.
        """
        before, deal = None, self._deal
        if self.chained and carry and deal is not None and self.turn < 0:
            before = self.config.game.carry(self.state)
        self._begin(whole_number(number, 0, MOST - 1), before)

    def _begin(self, number: int, before: Any) -> None:
        state = self.config.pace.deal(self.config.options, deal_seed(number), before)
        self._deal = Deal(self.config, state, self.config.game.opening(state))
        self._history = [*self._deal.events]
        self._log, self._behind, self._play, self._start = [], 0, None, (number, before)
        self._enter(self._deal)

    def _enter(self, deal: Deal) -> None:
        """Go on inside the kernel, if it can take over now."""
        if self.config.kernel is None or deal.turn < 0:
            return
        self._play = self.config.kernel(deal.state)
        if self._play is not None:
            path = self.config.space.path
            for number in [*(step for _, action in deal.answers for step in path(action)), *deal.taken]:
                self._play.take(self._play.legal.index(number))

    def _by_rules(self) -> Deal:
        """The deal by the rules, caught up."""
        deal = self._dealt()
        if self._play is not None:
            for number in self._steps(self._behind):
                self._follow(deal, number)
            self._behind = len(self._log)
        return deal

    def _steps(self, first: int) -> Iterator[int]:
        """The steps of the deal from a place of the log on."""
        for number in self._log[first:]:
            if number < 0:
                yield from self._play.path(~number)
            else:
                yield number

    def _follow(self, deal: Deal, number: int) -> None:
        self._history.append(Step(deal.turn, number))
        deal.step(number)
        self._history += deal.events

    def _dealt(self) -> Deal:
        if self._deal is None:
            raise UsageError("usage.undealt", "nothing has been dealt yet: call reset first")
        return self._deal

    @property
    def dealt(self) -> bool:
        """Whether there is a deal, in progress or over."""
        return self._deal is not None

    @property
    def state(self) -> Any:
        """The state of the rules, None before the first deal."""
        return None if self._deal is None else self._by_rules().state

    @property
    def events(self) -> Sequence[Event]:
        """The events of the last answer, or of the deal; empty between the answers about one card."""
        return () if self._deal is None else self._by_rules().events

    @property
    def history(self) -> Log:
        """All events of the deal and the steps between them, in order."""
        self._by_rules()
        return Log(self._history)

    @property
    def turn(self) -> int:
        """The seat to act, -1 once the deal is over."""
        if self._play is not None:
            return self._play.turn  # type: ignore[no-any-return]  # the kernel is loaded late
        return -1 if self._deal is None else self._deal.turn

    @property
    def taken(self) -> Path:
        """Steps that the seat has already taken of an action that has several."""
        return () if self._deal is None else self._by_rules().taken

    def actions(self) -> Sequence[Any]:
        """The legal actions of the seat, as values of the rules."""
        return self._by_rules().actions()

    def legal(self) -> Path:
        """The steps that the seat may take, ascending; () once the deal is over."""
        at = self._play if self._play is not None else self._deal
        return () if at is None else at.legal

    def mask(self) -> Vector:
        """The same as ones, `int8` of shape (space.size,)."""
        if self._play is not None:
            return self._play.mask(self.config.space.size)  # type: ignore[no-any-return]  # the kernel is loaded late
        made = np.zeros(self.config.space.size, np.int8)
        made[list(self.legal())] = 1
        return made

    def step(self, number: int) -> None:
        """Take a step for the seat to act.

        Raises:
            RuleError: action.game_over, action.illegal; the table stays as it was.
            UsageError: usage.undealt; usage.type, for what is no whole number.
        """
        number = whole_number(number, -MOST, MOST)
        deal, legal = self._dealt(), self.legal()
        at = bisect_left(legal, number)
        if at == len(legal) or legal[at] != number:
            known = 0 <= number < self.config.space.size
            raise _refused(self, self.config.space.text(number) if known else str(number))
        self._log.append(number)
        if self._play is not None:
            self._play.take(at)
        else:
            self._behind = len(self._log)
            self._follow(deal, number)
            self._enter(deal)

    def take(self, number: int, *, lenient: bool) -> bool:
        """As `step`; with `lenient` the safe default replaces a step that is not legal. Whether it did."""
        try:
            self.step(number)
        except RuleError:
            if not lenient or self.turn < 0:
                raise
            self.step(self.legal()[0])
            return True
        return False

    def act(self, action: Any) -> None:
        """Do an action of the rules for the seat to act, all its steps at once.

        Raises:
            RuleError: action.game_over, action.illegal.
            UsageError: usage.undealt.
        """
        deal = self._by_rules()
        if deal.turn < 0 or deal.taken or action not in deal.actions():
            raise _refused(self, str(action))
        for number in self.config.space.path(action):
            self.step(number)

    def answer(self, bot: Bot) -> None:
        """Let a bot answer for the seat to act, by the rules; where there is one answer only nobody is asked.

        A random bot needs no view.
        """
        actions = self.actions()
        if len(actions) == 1:
            self.act(actions[0])
        else:
            view = None if type(bot) is RandomBot else self.view(self.turn)
            self.act(bot.choose(view, actions))

    def answers(self, bots: Mapping[int, Bot]) -> None:
        """Let the bots of some seats answer until another seat is to act, or the deal is over."""
        while self.turn in bots:
            if self._play is not None:
                self._play.answers(bots, self._log)
            if (turn := self.turn) in bots:
                self.answer(bots[turn])

    def view(self, seat: int | None) -> Any:
        """The view of a seat; None is a spectator.

        Raises:
            UsageError: usage.seat, usage.undealt.
        """
        return self.config.game.view(self._by_rules().state, seat)

    def observe(self, seat: int) -> Vector | Scaled:
        """The observation of a seat as numbers, shape (layout.size,), or scaled (layout.scaling.size,)."""
        if self._play is None:
            return self.config.read(self.config.pack.encode(self.view(seat)))
        check_seat(seat, self.config.seats)
        return self.config.read(self._play.observe(seat, self.config.layout.size))

    def text(self) -> str:
        """The seat to act and the steps it may take, or the points at the end."""
        if self.turn < 0:
            return f"over: {' '.join(map(str, self.returns()))}"
        return f"seat_{self.turn}: {', '.join(map(self.config.space.text, self.legal()))}"

    def rendered(self, seat: int, mode: str | None) -> Any:
        """The table in a render mode; None without one, before the first deal, and for `human`, which prints it."""
        if mode is None or not self.dealt:
            return None
        if mode == "rgb_array":
            return self.pixels(seat)
        if mode == "ansi":
            return self.text()
        print(f"{self.view(seat)!r}\n{self.text()}", flush=True)  # noqa: T201 - where people look
        return None

    def pixels(self, seat: int) -> npt.NDArray[np.uint8]:
        """The table as a seat sees it, `uint8` of shape (height, width, 3).

        Raises:
            UsageError: usage.game, for a game without pictures.
        """
        rows = rows_of(laid_out(view_json(self.view(seat), counter=False), "en"))
        colours: npt.NDArray[np.uint8] = np.frombuffer(sheet().palette, np.uint8).reshape(-1, 3)
        seen: npt.NDArray[np.uint8] = colours[np.array(rows)]
        return seen

    def returns(self) -> tuple[int, ...]:
        """Points by seat; zeros while the deal lasts.

        Raises:
            UsageError: usage.undealt.
        """
        deal = self._dealt()
        if self._play is None:
            return self.config.game.returns(deal.state)  # type: ignore[no-any-return]  # games of all kinds pass through
        if self.turn >= 0:
            return (0,) * self.config.seats
        return self._play.returns(self.config.seats)  # type: ignore[no-any-return]  # the kernel is loaded late

    def copy(self) -> Table:
        """The same table once more; nothing is shared that could change."""
        other = Table(self.config, chained=self.chained)
        other.__dict__.update(self.__dict__)
        other._deal = copy_of(self._deal)
        other._play = self._play.copy() if self._play is not None else None
        other._log, other._history = self._log.copy(), self._history.copy()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        number, before = self._start
        assert number >= 0 or self._deal is None, "a table of redrawn cards cannot be stored"
        carry = self.config.game.carry_json(before)
        return _stored, ((self.config, self.chained), number, carry, tuple(self._steps(0)))

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def determinized(self, seat: int, rng: random.Random) -> Table:
        """A table that looks to `seat` exactly as this one does, everything hidden drawn again.

        The future is drawn again with it. Answers that others have given in an open claim window are replaced by
        random ones.

        Raises:
            UsageError: usage.undealt; usage.seat, for a seat that is not to act now.
        """
        deal = self._by_rules()
        if seat != self.turn:
            raise UsageError("usage.seat", f"seat {seat} is not asked now", {"text": str(seat)})
        other = Table(self.config, chained=self.chained)
        other._deal, other._history = deal.redrawn(rng), [*self.history.known_to(seat)]
        other._enter(other._deal)
        return other


@cache
def compiled(module: str, options: Any) -> Callable[[Any], Any] | None:
    """See `Config.kernel`; equal options share one."""
    try:
        kernel = import_module(module).kernel_of(options)
    except UsageError:
        return None
    made: Callable[[Any], Any] = partial(import_module("paiju.envs.play").begun, kernel)
    return made


def _stored(made: tuple[Config, bool], number: int, carry: Any, log: Path) -> Table:
    """The table that was stored: its deal played once more."""
    table = Table(made[0], chained=made[1])
    if number >= 0:
        before = table.config.game.parse_carry(carry) if carry else None
        table._begin(number, before)  # noqa: SLF001 - of this module
        for step in log:
            table.step(step)
    return table


def _refused(table: Table, text: str) -> RuleError:
    rule = table.config.pack.rule
    if table.turn < 0:
        return RuleError("action.game_over", "the deal is over", rule)
    facts = {"why": "not_offered", "action": text}
    return RuleError("action.illegal", f"{text!r} is not offered", rule, facts)


def seat_bots(game: str, bots: Mapping[int, str | Maker], seed: int) -> dict[int, Bot]:
    """A bot for each seat, of what `maker` takes or anything that makes one from a seed; their chance told apart by the seat.

    Raises:
        UsageError: as `maker`.
    """
    return {seat: bot_maker(game, bot)(seed * 8 + seat) for seat, bot in bots.items()}


def bot_maker(game: str, bot: str | Maker) -> Maker:
    """The maker of a bot of a game: a name of its own, what `maker` takes, or a maker itself.

    Raises:
        UsageError: as `maker`.
    """
    if callable(bot):
        return bot
    known = pack_of_bots(game).bots
    return load(known[bot]) if bot in known else maker(bot)
