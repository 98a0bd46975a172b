"""One deal through the law, asked step by step in the numbers of the action space.

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
from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import paiju
from paiju.bots.base import Bot, Maker, maker
from paiju.core.errors import RuleError, UsageError, check_type, whole_number
from paiju.core.game import Event
from paiju.core.options import Raw
from paiju.envs.fields import Layout, Scaled, Vector
from paiju.envs.pack import Answers, pack_of
from paiju.envs.seeds import MOST, deal_seed
from paiju.envs.spaces import Path, Space


class Config:
    """What stays the same from deal to deal: the game, its options, its spaces.

    `options` are differences to the default as `paiju.load(game).options` takes them, `preset` among them. With
    `scaled` observations are what networks read (`Layout.scaled`), else the whole numbers of the layout.

    Raises:
        UsageError: usage.game, usage.type.
        OptionError: for an option or value that there is not.
    """

    def __init__(self, game: str, options: Mapping[str, Raw] | None = None, *, scaled: bool = False) -> None:
        self.game: Any = paiju.load(game)
        check_type({} if options is None else options, Mapping)
        self.pack = pack_of(game)
        self.options: Any = self.game.options(dict(options or {}))
        self.space: Space = self.pack.space(self.options)
        self.layout: Layout = self.pack.layout
        self.pace = self.pack.pace
        self.scaled = scaled

    def __deepcopy__(self, memo: object) -> Config:
        return self  # nothing in it changes

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Config, scaled=self.scaled), (self.game.name, dict(self.options.differences()))

    @cached_property
    def seats(self) -> int:
        """How many seats there are; at a Paohuzi table of four one sits out."""
        return int(self.game.seats_of(self.options))

    @property
    def bounds(self) -> tuple[Vector | Scaled, Vector | Scaled]:
        """The lowest and the highest values of an observation, place by place."""
        of = self.layout.scaling if self.scaled else self.layout
        return of.low, of.high

    def encode(self, view: Any) -> Vector | Scaled:
        """The observation of a view."""
        vector = self.pack.encode(view)
        return self.layout.scaled(vector) if self.scaled else vector


class Table:
    """A deal in progress. The *state* in it is the referee's: hand out observations and `imagined` tables.

    Actions of several steps (see `spaces`) are asked for one step at a time, of the same seat. With `chained`
    each deal takes over from the one before (dealer, tribute), as in a match; `reset` with `carry=False` begins
    anew.
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
        self.state: Any = None
        self.events: Sequence[Event] = ()
        """What the last answer caused, or the deal; empty between the answers about one card."""
        self._waiting: tuple[int, ...] = ()
        self._answers: Answers = ()
        self._taken: Path = ()
        self._legal: Path | None = None  # what `legal` found at this moment
        self._number = 0
        self._before: Any = None
        self._log: Path | None = ()  # the steps of this deal; None where it is an imagined one

    def reset(self, number: int, *, carry: bool = True) -> None:
        """Deal the deal of a number (see `seeds`).

        Raises:
            UsageError: usage.number, usage.type.
        """
        pace, before = self.config.pace, None
        if self.chained and carry and self.state is not None and not pace.seats(self.state):
            before = self.config.game.carry(self.state)
        self._deal(number, before)

    def _deal(self, number: int, before: Any) -> None:
        self._stand_at(self.config.pace.deal(self.config.options, deal_seed(number), before))
        self.events = self.config.game.opening(self.state)
        self._number, self._before, self._log = int(number), before, ()

    def _stand_at(self, state: Any) -> None:
        self.state = state
        self._waiting, self._answers = self.config.pace.seats(state), ()
        self._take(())

    def _take(self, steps: Path) -> None:
        self._taken, self._legal = steps, None

    @property
    def turn(self) -> int:
        """The seat that is asked, -1 once the deal is over."""
        return self._waiting[0] if self._waiting else -1

    @property
    def taken(self) -> Path:
        """Steps that the seat has already taken of an action that has several."""
        return self._taken

    def actions(self) -> Sequence[Any]:
        """What the seat may do, in the law's words."""
        return self.config.pace.actions(self.state, self.turn) if self._waiting else ()

    def legal(self) -> tuple[int, ...]:
        """The steps that the seat may take, ascending; () once the deal is over."""
        if self._legal is None:
            self._legal = self.config.space.following(self.actions(), self._taken) if self._waiting else ()
        return self._legal

    def step(self, number: int) -> None:
        """Take a step for the seat that is asked.

        Raises:
            RuleError: action.game_over, action.illegal; the table stays as it was.
            UsageError: usage.undealt; usage.type, for what is no whole number.
        """
        number = whole_number(number, -MOST, MOST)
        self._check(number)
        taken = (*self._taken, number)
        action = self.config.space.action(self.actions(), taken)
        if action is None:
            self._take(taken)
            self.events = ()
            self._note(number)
        else:
            self._answer(action)

    def act(self, action: Any) -> None:
        """Do an action of the law for the seat that is asked, all its steps at once.

        Raises:
            RuleError: action.game_over, action.illegal.
            UsageError: usage.undealt.
        """
        self._dealt()
        if self.turn < 0 or self._taken or action not in self.actions():
            raise _refused(self, str(action))
        self._answer(action)

    def _dealt(self) -> None:
        if self.state is None:
            raise UsageError("usage.undealt", "nothing is dealt yet: reset first")

    def _check(self, number: int) -> None:
        self._dealt()
        if number not in self.legal():
            size = self.config.space.size
            text = self.config.space.text(number) if 0 <= number < size else str(number)
            raise _refused(self, text)

    def _note(self, *steps: int) -> None:
        if self._log is not None:
            self._log = (*self._log, *steps)

    def _answer(self, action: Any) -> None:
        self._note(*self.config.space.path(action)[len(self._taken) :])
        answers = (*self._answers, (self.turn, action))
        if len(self._waiting) > 1:
            self._waiting, self._answers, self.events = self._waiting[1:], answers, ()
            self._take(())
        else:
            state, self.events = self.config.pace.go_on(self.state, answers)
            self._stand_at(state)

    def view(self, seat: int | None) -> Any:
        """What a seat may know; None is a spectator.

        Raises:
            UsageError: usage.seat, usage.undealt.
        """
        self._dealt()
        return self.config.game.view(self.state, seat)

    def observe(self, seat: int) -> Vector | Scaled:
        """What a seat may know, as numbers, shape (layout.size,), or scaled (layout.scaling.size,)."""
        return self.config.encode(self.view(seat))

    def returns(self) -> tuple[int, ...]:
        """Points by seat; zeros while the deal lasts.

        Raises:
            UsageError: usage.undealt.
        """
        self._dealt()
        return self.config.game.returns(self.state)  # type: ignore[no-any-return]  # games of all kinds pass through

    def copy(self) -> Table:
        """The same table once more; nothing is shared that could change."""
        other = Table(self.config, chained=self.chained)
        other.state, other._waiting = self.state, self._waiting
        other._answers, other._taken, other._legal = self._answers, self._taken, self._legal
        other.events = self.events
        other._number, other._before, other._log = self._number, self._before, self._log
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        assert self._log is not None, "an imagined table cannot be stored"
        number = -1 if self.state is None else self._number
        carry = self.config.game.carry_json(self._before)
        return _stored, ((self.config, self.chained), number, carry, self._log)

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def imagined(self, seat: int, rng: random.Random) -> Table:
        """A table that looks to `seat` exactly as this one does, everything hidden drawn anew.

        The future is drawn anew with it. Answers that others have given in an open claim window are replaced by
        random ones.

        Raises:
            UsageError: usage.undealt; usage.seat, for a seat that is not asked now.
        """
        self._dealt()
        if seat != self.turn:
            raise UsageError("usage.seat", f"seat {seat} is not asked now", {"text": str(seat)})
        pace, other = self.config.pace, self.copy()
        other.state, other._log = pace.imagined(self.view(seat), rng), None  # noqa: SLF001 - another one of the same class
        other._legal = None  # noqa: SLF001 - another one of the same class
        other._answers = tuple(  # noqa: SLF001 - another one of the same class
            (before, rng.choice(pace.actions(other.state, before))) for before, _ in self._answers
        )
        return other


def _stored(made: tuple[Config, bool], number: int, carry: Any, log: Path) -> Table:
    """The table that was stored: its deal played once more."""
    table = Table(made[0], chained=made[1])
    if number >= 0:
        table._deal(number, table.config.game.parse_carry(carry) if carry else None)  # noqa: SLF001 - of this module
        for step in log:
            table.step(step)
    return table


def _refused(table: Table, text: str) -> RuleError:
    rule = table.config.pack.rule
    if table.turn < 0:
        return RuleError("action.game_over", "the deal is over", rule)
    facts = {"why": "not_offered", "action": text}
    return RuleError("action.illegal", f"{text!r} is not offered", rule, facts)


def seat_bots(bots: Mapping[int, str | Maker], seed: int) -> dict[int, Bot]:
    """A bot for each seat, of what `make_bot` takes or anything that makes one from a seed; their chance told apart by the seat.

    Raises:
        UsageError: as `make_bot`.
    """
    return {
        seat: (maker(bot) if isinstance(bot, str) else bot)(seed * 8 + seat) for seat, bot in bots.items()
    }


def answer(table: Table, bot: Bot) -> None:
    """Let a bot answer for the seat that is asked; where there is one answer only nobody is troubled."""
    actions = table.actions()
    table.act(bot.choose(table.view(table.turn), actions) if len(actions) > 1 else actions[0])
