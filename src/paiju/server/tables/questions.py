"""The open questions of a deal: who answers each, and storing the answers before anyone is told."""

from __future__ import annotations

import json
import logging
import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from paiju import wire
from paiju.bots.advice import advise
from paiju.bots.base import NAMES, Advice, NamedBot
from paiju.core.document import TRAIL_DIGITS, DealRecord
from paiju.core.game import Game, Moment
from paiju.core.match import Authority, decisions_of
from paiju.core.rng import CUT
from paiju.core.signals import Signal
from paiju.server.pack import pack_of
from paiju.server.protocol import Sent
from paiju.server.store.rows import ActionRow, EndDeal, SignalRow
from paiju.server.tables import clock
from paiju.server.tables.clock import Timing
from paiju.server.tables.context import TableContext, Thought
from paiju.server.tables.room import BOT, Postponed, Room
from paiju.server.tables.settings import SEALED

logger = logging.getLogger(__name__)

SLOW = frozenset({"hard", "master"})
"""Bots that take too long to answer at the table itself."""

FALLBACK = "heuristic"
"""The bot that answers for a slow one that is late or not compiled yet, and for an own bot that the server no longer has."""
PATIENCE_MS = 150
"""How long after its time a slow bot is waited for, within a claim window, which has its own end."""


def is_slow(level: str) -> bool:
    """Whether a bot is given time, as an own bot of the server is."""
    return level in SLOW or level not in NAMES


def choose(level: str, seed: int, view: Any, actions: Sequence[Any]) -> Any:
    """The choice of a bot of this name: never a class or a program, whatever a row of the database says."""
    return NamedBot(level, seed).choose(view, actions)


@dataclass(frozen=True, slots=True)
class Choosing:
    """Chooses a bot's action, in any process."""

    level: str
    seed: int
    view: Any
    actions: Sequence[Any]

    @property
    def asks_own_bot(self) -> bool:
        """Whether an own bot of the server is asked, for which `seed` is the same throughout a deal."""
        return self.level not in NAMES

    def __call__(self) -> Any:
        """Its action."""
        return choose(self.level, self.seed, self.view, self.actions)


# --- passes that people choose: how long they take, so that a forced one can take as long, and those that wait to appear

_KEPT = 40
_KNOWN = 6
# What someone is taken to need before they are known: mostly quick, now and then thinking it over.
_PRIOR_MS = (600, 800, 1000, 1200, 1500, 1900, 2400, 3200, 4500)
_SPREAD = (0.8, 1.25)


class Passes:
    """The times that the people of a table took recently, in ms, by seat."""

    def __init__(self) -> None:
        self._took: dict[int, deque[int]] = {}

    def note(self, seat: int, took: int) -> None:
        """Note a voluntary pass of a person."""
        self._took.setdefault(seat, deque(maxlen=_KEPT)).append(took)

    def like(self, seat: int, chance: random.Random) -> int:
        """A random time like those of this person."""
        own = tuple(self._took.get(seat, ()))
        took = chance.choice(own if len(own) >= _KNOWN else own + _PRIOR_MS)
        return round(took * chance.uniform(*_SPREAD))


# --- a question to a seat


@dataclass(slots=True)
class Prompt:
    """A question. `state` is its moment; `act_at` (ms) is when it will be answered for the seat.

    `automatic` says that it will, not by a bot, but because there is nothing to decide any more: nothing but a pass, or
    the seat has `chosen` to pass and the pass waits for its time; as a person they have `answered` a question of this name with it. `thought` is what a bot has found. `late_at` is set
    while one thinks within a claim window, where nobody sees when it answers: until then it is waited for. A person who is away has been `notified` of it.
    No pass appears before `sealed_until`. A bot's answer may appear as early as `soon_at`, if it is a pass or the whole trick is `swept`.
    """

    id: str
    seat: int
    state: Any
    actions: Sequence[Any]
    opened: int
    act_at: int | None = None
    automatic: bool = False
    late_at: int | None = None
    thought: Any = None
    chosen: Any = None
    answered: str | None = None
    sealed_until: int | None = None
    soon_at: int | None = None
    swept: bool = False
    notified: bool = False

    def begin(self, *, automatic: bool) -> None:
        """The one who decides now has only begun: there is no time yet, and nothing has been found."""
        self.automatic = automatic
        self.act_at = self.late_at = self.thought = self.sealed_until = self.soon_at = None
        self.swept = False

    def act_after(self, at: int) -> None:
        """Answer for the seat then, though no sooner than a pass may appear."""
        self.act_at = at if self.sealed_until is None else max(at, self.sealed_until)

    def allow(self, patience_ms: int) -> None:
        """Wait so much longer for what a bot finds."""
        if self.act_at is not None:
            self.late_at = self.act_at + patience_ms

    def hear(self, action: Any) -> None:
        """Take a bot's result."""
        self.thought = action
        if self.soon_at is not None and (self.swept or action.verb == "pass"):
            self.act_at = self.soon_at

    def choose(self, action: Any, *, answered: str | None = None) -> None:
        """The seat has decided; it is done when a pass may appear."""
        self.automatic, self.chosen, self.answered, self.act_at = True, action, answered, self.sealed_until

    @property
    def due_at(self) -> int | None:
        """When it is answered for the seat, by what is known now."""
        waits = self.late_at is not None and self.thought is None
        return self.late_at if waits else self.act_at

    @property
    def is_forced_pass(self) -> bool:
        """Whether the only legal action is a pass."""
        return len(self.actions) == 1 and self.actions[0].verb == "pass"

    def shift(self, by: int) -> None:
        """Move the times on, after a pause."""
        self.opened += by
        for name in ("act_at", "late_at", "sealed_until", "soon_at"):
            if (at := getattr(self, name)) is not None:
                setattr(self, name, at + by)

    def to_json(
        self, game: Game, now: int, deadline: int | None, total_ms: int, bank_ms: int, *, stands: bool
    ) -> Sent:
        """The prompt as a message; times are what is left of them, None where the clock `stands`."""
        auto = self.act_at if self.automatic else None
        return {
            "type": "prompt",
            "id": self.id,
            **wire.prompt_json(game, self.state, self.seat, self.actions),
            "deadline_ms": None if stands or deadline is None else max(0, deadline - now),
            "total_ms": total_ms,
            "bank_ms": bank_ms,
            "auto_ms": None if stands or auto is None else max(0, auto - now),
        }


def cut_of(room: Room, prompt: Prompt) -> Any:
    """How the pack is cut, whatever seat decides; None where that is not the question, or where nobody else plays the deal."""
    if room.duplicate is None or not room.game.action_text(prompt.state, prompt.actions[0]).startswith(CUT):
        return None
    if room.duplicate.cut is not None:
        return room.game.parse_action(prompt.state, prompt.seat, room.duplicate.cut)
    chance = sha256(bytes.fromhex(room.duplicate.secret)).digest()
    return prompt.actions[int.from_bytes(chance) % len(prompt.actions)]


# --- what is stored of a deal while it is played: every action in the record, and in the store before anyone hears of it


def ends(room: str, number: int, deal: DealRecord) -> tuple[EndDeal, ...]:
    """The writes that store the end of a deal, if it is over: after an action, or as dealt (PZ M22)."""
    if deal.result is None:
        return ()
    return (EndDeal(room, number, str(deal.events), json.dumps(deal.result)),)


class Ledger:
    """The last deal of a record, which has a `number` at its table."""

    def __init__(self, context: TableContext, authority: Authority, number: int) -> None:
        self._context = context
        self._authority = authority
        self.number = number
        self.auto_played: list[int] = []
        """The actions that a bot took, or that were taken since time was up."""

    @property
    def actions(self) -> int:
        """The number of actions that the deal has by now."""
        return len(self._authority.record.deals[-1].actions)

    def seed_for(self, seat: int) -> int:
        """A seed for the next decision of a seat, if a bot takes it."""
        return self._context.room.seed_for(f"{self.number} {seat} {self._decisions(seat)}")

    def seed_of(self, seat: int) -> int:
        """A seed for the bot that keeps a seat throughout the deal."""
        return self._context.room.seed_for(f"{self.number} {seat}")

    def act(
        self, state: Any, seat: int, action: Any, prompt: str | None = None, *, auto_played: bool = False
    ) -> tuple[Moment, ...]:
        """The moments that an action leads to; a person answers a `prompt` with it, or it is `auto_played` for them. With the last one the deal's end is stored, which appears later.

        Raises:
            RuleError: the rules' refusal; nothing has changed.
        """
        moments = self._authority.act(state, seat, action)
        deal, room = self._authority.record.deals[-1], self._context.room.table
        if auto_played:
            self.auto_played.append(len(deal.actions) - 1)
        digits = deal.trail[-TRAIL_DIGITS:]
        self._context.write(
            ActionRow(
                room,
                self.number,
                len(deal.actions) - 1,
                seat,
                deal.actions[-1][1],
                digits,
                prompt,
                auto_played,
            )
        )
        self._context.write(*ends(room, self.number, deal))
        return moments

    def postpone(self, seat: int, prompt: str, text: str) -> None:
        """Store an answer that is carried out later; nobody hears of it."""
        self._context.room.postpone(Postponed(seat, self._decisions(seat), prompt, text))
        self._context.keep_room()

    def postponed(self, seat: int) -> Postponed | None:
        """The answer of a seat that is stored and not carried out yet."""
        stored = [one for one in self._context.room.postponed if one.seat == seat]
        return next((one for one in stored if one.nth == self._decisions(seat)), None)

    def _decisions(self, seat: int) -> int:
        return decisions_of(self._authority.record, seat)

    def stood_for(self, seat: int) -> list[int]:
        """Those of them that were a seat's."""
        actions = self._authority.record.deals[-1].actions
        return [at for at in self.auto_played if actions[at][0] == seat]

    def signal(self, state: Any, seat: int, text: str) -> None:
        """Keep what a seat says about its play.

        Raises:
            RuleError: as `Signals.say`; nothing has changed.
        """
        said = self._authority.signal(state, seat, text)
        index = len(self._authority.record.deals[-1].signals) - 1
        self._context.write(SignalRow(self._context.room.table, self.number, index, *said))

    def standing(self, state: Any) -> tuple[Signal, ...]:
        """The signals about the play on the table in a state."""
        return self._authority.recorder.signals.standing(state)

    def sayable(self, state: Any, seat: int | None) -> tuple[str, ...]:
        """The signals that a seat may say about its play in a state."""
        return () if seat is None else self._authority.recorder.signals.sayable(state, seat)


# --- the open questions of a deal: who answers each, the person, a bot for them, or the table where nothing is to decide

PROMPT_BYTES = 8


class Questions:
    """The prompts of a deal, by seat in `open`."""

    def __init__(
        self,
        context: TableContext,
        timing: Timing,
        passes: Passes,
        ledger: Ledger,
    ) -> None:
        self._context = context
        self._audience = context.audience
        self._room = context.room
        self._game = context.room.game
        self._timing = timing
        self._passes = passes
        self._ledger = ledger
        self._public: tuple[Any, Any] = (None, None)
        self.open: dict[int, Prompt] = {}

    def public(self, state: Any) -> Any:
        """The view of those who have no seat; for the same state it is not computed again."""
        if self._public[0] is not state:
            self._public = state, self._game.view(state, None)
        return self._public[1]

    def ask(self, seat: int, state: Any, now: int) -> Prompt:
        """A question to a seat, as the deal stands; it does not appear yet."""
        actions = self._game.legal_actions(state, seat)
        prompt = Prompt(self._context.randomness.mark(PROMPT_BYTES), seat, state, actions, now)
        self.open[seat] = prompt
        self._drive(prompt, now)
        return prompt

    def _drive(self, prompt: Prompt, now: int, *, handed_over: bool = False) -> None:
        """Settle whether the seat decides itself, and else when it is decided for it.

        The times are drawn here, before anyone thinks, from what all can see: they would tell whether there is a choice.
        """
        if (cut := cut_of(self._room, prompt)) is not None:
            prompt.choose(cut)
            prompt.act_after(now)
            return
        chance, window = self._context.randomness.chance, self._timing.window
        if (waits := self._ledger.postponed(prompt.seat)) is not None:
            prompt.sealed_until = now + clock.sealed_pass(chance)
            action = self._game.parse_action(prompt.state, prompt.seat, waits.text)
            prompt.choose(action, answered=waits.prompt)
            return
        driven = self.is_driven(prompt.seat, now)
        automatic = not driven and not window and prompt.is_forced_pass
        prompt.begin(automatic=automatic)
        if driven:
            self._drive_bot(prompt, now, handed_over=handed_over)
        elif self._room.settings.passes == SEALED and not window and not self._timing.is_alone:
            prompt.sealed_until = now + clock.sealed_pass(chance)
            if automatic:
                prompt.act_after(now + self._passes.like(prompt.seat, chance))
        elif automatic:
            prompt.act_after(now + clock.automatic_pass(chance, alone=self._timing.is_alone))

    def _drive_bot(self, prompt: Prompt, now: int, *, handed_over: bool) -> None:
        """Put a prompt to a bot, and settle when its answer appears."""
        chance, timing, level = self._context.randomness.chance, self._timing, self._level(prompt.seat)
        slow, window = is_slow(level), timing.window
        delay = clock.bot_delay(
            chance, self._room.settings.tempo, self._pondering(prompt), window=window, slow=slow,
            fast_forward=timing.fast_forward.is_on, handed_over=handed_over,
        )  # fmt: skip
        if not (window or handed_over):
            if timing.fast_forward.nobody_decides and (timing.is_alone or not slow):
                bounds = clock.SWEEP_MS if self._leads(prompt) else clock.SWEPT_MS
                prompt.swept, prompt.soon_at = True, now + chance.randint(*bounds)
            elif timing.is_alone and not slow:
                prompt.soon_at = now + min(delay, clock.BOT_PASS_MS)
        prompt.act_after(now + delay)
        if len(prompt.actions) > 1:
            self._have_it_thought_over(prompt, level)
        else:
            prompt.hear(prompt.actions[0])

    def _leads(self, prompt: Prompt) -> bool:
        """Whether a trick begins with a prompt."""
        return pack_of(self._game.name).glance(prompt.state, self.public(prompt.state)).leads

    def _pondering(self, prompt: Prompt) -> float:
        """How much there is to think about, as far as all see: not how many actions there are, which depends on the hand."""
        return pack_of(self._game.name).pondering(self.public(prompt.state), prompt.seat)

    def _have_it_thought_over(self, prompt: Prompt, level: str) -> None:
        """Put the question to a bot, which has until the prompt's time to answer."""
        if self._timing.window and is_slow(level):
            prompt.allow(PATIENCE_MS)
        view = self._game.view(prompt.state, prompt.seat)
        seed = self._ledger.seed_for if level in NAMES else self._ledger.seed_of
        think = Choosing(level, seed(prompt.seat), view, prompt.actions)
        wakes = prompt.soon_at is not None
        self._context.have_thought(Thought(think, partial(self._heard, prompt), prompt.due_at, wakes))

    def postpones(self, prompt: Prompt, action: Any, now: int) -> bool:
        """Whether a person's pass has to wait, so that nobody can tell it from one that was forced."""
        if prompt.sealed_until is None or action.verb != "pass" or action not in prompt.actions:
            return False
        self._passes.note(prompt.seat, now - prompt.opened)
        if now >= prompt.sealed_until:
            return False
        prompt.choose(action, answered=prompt.id)
        return True

    def _heard(self, prompt: Prompt, action: Any, now: int) -> None:
        """A bot has answered; if its question is still open, that is what will be done. Changes nothing else of the table."""
        if self.open.get(prompt.seat) is prompt and action in prompt.actions:
            prompt.hear(action)

    def drivers_changed(self, now: int) -> bool:
        """Someone came, went, or let a bot play: the open prompts go to those who decide now. Whether any does."""
        changed = False
        for prompt in self.open.values():
            driven = self.is_driven(prompt.seat, now)
            if prompt.chosen is None and driven != (prompt.act_at is not None and not prompt.automatic):
                changed = True
                self._drive(prompt, now, handed_over=driven)
                self.show(prompt, now)
        return changed

    def is_driven(self, seat: int, now: int) -> bool:
        """Whether a bot decides for a seat now; nobody is missed while the table stands still."""
        now = self._context.paused_clock.time(now)
        return self._room.chairs[seat].is_driven(now, 1000 * self._room.settings.takeover_seconds)

    def show(self, prompt: Prompt, now: int) -> None:
        """Put a prompt on the page of its seat, unless a bot decides for it."""
        if (stream := self._audience.of_seat(prompt.seat)) is None:
            return
        if (message := self.displayed(prompt, now)) is None:
            self._audience.withdraw(stream)
        else:
            self._audience.prompt(stream, message)

    def displayed(self, prompt: Prompt, now: int) -> Sent | None:
        """The prompt as the page of its seat shows it; None while a bot decides."""
        if self.is_driven(prompt.seat, now):
            return None
        timing, bank = self._timing, self._room.chairs[prompt.seat].bank_ms
        stands = self._context.paused_clock.stands
        return prompt.to_json(self._game, now, timing.deadline, timing.clock.total, bank, stands=stands)

    def show_all(self, now: int) -> None:
        """Put all prompts on their pages again: their times have changed."""
        for prompt in self.open.values():
            self.show(prompt, now)

    def withdraw(self, seat: int) -> None:
        """Take the prompt of one seat back."""
        self.open.pop(seat, None)
        if stream := self._audience.of_seat(seat):
            self._audience.withdraw(stream)

    def close(self) -> None:
        """Take all prompts back."""
        self.open.clear()
        for stream in self._audience.seated():
            self._audience.withdraw(stream)

    def due(self, now: int) -> list[Prompt]:
        """The prompts whose time is up, in the order of the seats."""
        due = [one for one in self._by_seat() if one.due_at is not None and now >= one.due_at]
        return self.together(now) if due and self._room.duplicate is not None and self._timing.window else due

    def together(self, now: int) -> list[Prompt]:
        """The prompts that bots answer, by seat: in a window all at once where nothing may depend on who was quicker."""
        return [prompt for prompt in self._by_seat() if self.is_driven(prompt.seat, now)]

    def _by_seat(self) -> list[Prompt]:
        return [self.open[seat] for seat in sorted(self.open)]

    def decided(self, prompt: Prompt) -> Any:
        """The action for a seat that does not decide itself."""
        if prompt.automatic:
            return prompt.actions[0] if prompt.chosen is None else prompt.chosen
        if prompt.thought is not None:
            return prompt.thought
        if len(prompt.actions) == 1:
            return prompt.actions[0]
        level, seed = self._level(prompt.seat), self._ledger.seed_for(prompt.seat)
        if level not in NAMES:  # its process had its time
            return prompt.actions[0]
        view = self._game.view(prompt.state, prompt.seat)
        try:
            return choose(FALLBACK if level in SLOW else level, seed, view, prompt.actions)
        except Exception:  # whatever a bot may raise: the table goes on without it
            logger.exception("bot failed")
            return prompt.actions[0]

    def _level(self, seat: int) -> str:
        chair = self._room.chairs[seat]
        return chair.level if chair.kind == BOT else self._room.settings.bots

    def ask_advice(self, prompt: Prompt, hear: Callable[[tuple[Advice, ...], int], None]) -> None:
        """Have someone think about what the seat could do; `hear` gets it, the same for the same question."""
        view = self._game.view(prompt.state, prompt.seat)
        think = partial(advise, view, prompt.actions, self._ledger.seed_for(prompt.seat))
        self._context.have_thought(Thought(think, hear))

    def shift(self, by: int) -> None:
        """Move all times on, after a pause."""
        for prompt in self.open.values():
            prompt.shift(by)
