"""A deal while it is played: what is asked, what is shown when, and who plays for whom.

The law is always as far as the answers that came in; the table sees it step by step. A step waits in the timeline
until the gate opens: at once in most cases, after the window's length where a card lies open for claims.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paiju.bots.base import make_bot
from paiju.core.errors import RuleError
from paiju.core.game import Event
from paiju.core.record import TRAIL_DIGITS
from paiju.server import wire
from paiju.server.errors import ServerError
from paiju.server.settings import LEVELS
from paiju.server.table import pace
from paiju.server.table.chairs import BOT, HUMAN, Chair
from paiju.server.table.clocks import Clock, clock_of
from paiju.server.table.prompts import Prompt
from paiju.server.wire.windows import outranks_all
from paiju.server.writes import EndDeal, PutAction

if TYPE_CHECKING:
    from paiju.server.table.table import Table

PROMPT_BYTES = 8


class Running:
    """A deal in progress at `table`."""

    def __init__(self, table: Table, state: Any, number: int) -> None:
        self._table = table
        self._room = table.room
        self._game = table.room.game
        assert table.recorder is not None
        self._recorder = table.recorder
        self.state = state
        self.shown = state
        self.number = number
        self.prompts: dict[int, Prompt] = {}
        self.clock = Clock(None, 0, 0, None)
        self._timeline: deque[tuple[Any, tuple[Event, ...]]] = deque()
        self._gate = 0
        self._window = False
        self.veiled = False
        self._public: tuple[Any, ...] = ()

    # Beginning

    def begin(self, opening: Sequence[tuple[Any, tuple[Event, ...]]], now: int) -> None:
        """Show the deal from its first card on; `opening` are its pieces up to the first decision."""
        self._timeline.extend(opening)
        veil = pace.veil_ms(self._game, self._room.options)
        if veil:
            self.veiled = True
            self._gate = now + veil
            self._show_veil(now, veil)
        self.advance(now)

    def resume(self, past: tuple[Event, ...], now: int) -> None:
        """Go on after a restart: everything in `past` has been shown, unless it lies behind the veil."""
        self.veiled = pace.is_veiled(self.state)
        if self.veiled:
            veil = pace.veil_ms(self._game, self._room.options)
            self._gate = now + veil
            self._timeline.append((self.state, past))
            self._show_veil(now, veil)
        else:
            self._publish(self.state, (), now)
        self.advance(now)

    def _show_veil(self, now: int, length: int) -> None:
        self.clock = Clock(None, now, length, now + length)
        self._tell((), now)
        self._send_clocks(now)

    # What is seen

    @property
    def is_shown(self) -> bool:
        """Whether everything that happened has been shown."""
        return not self._timeline

    def view_of(self, seat: int | None) -> dict[str, Any]:
        """The view as the page of a seat gets it."""
        deal, counter = self.number, self._room.settings.counter
        if not self.veiled:
            return wire.view_json(self._game.view(self.shown, seat), counter=counter, deal=deal)
        view = self._game.view(self.state, seat)
        if seat in self.prompts and pace.is_veiled(self.state):
            return wire.view_json(view, counter=counter, deal=deal)
        return wire.veil_json(view, deal=deal)

    def events_for(self, events: Sequence[Event], seat: int | None) -> list[dict[str, Any]]:
        """Events as the page of a seat gets them."""
        return wire.events_json(self._game, self._room.options, events, seat)

    def advance(self, now: int) -> None:
        """Show what is due, then ask whoever must decide."""
        while self._timeline and now >= self._gate:
            if self.veiled:
                self._lift_veil()
            state, events = self._timeline.popleft()
            self._publish(state, events, now)
        if not self._listens:
            return
        for seat in self._game.actors(self.state):
            if seat not in self.prompts:
                self._ask(seat, now)

    @property
    def _listens(self) -> bool:
        """Whether answers still count: not once what they led to only waits to be shown."""
        return not self._timeline or (self.veiled and pace.is_veiled(self.state))

    def _lift_veil(self) -> None:
        """What happened behind the veil is shown as one step, so that nobody can tell where it stopped."""
        self.veiled = False
        events = tuple(event for _, step in self._timeline for event in step)
        last = self._timeline[-1][0]
        self._timeline.clear()
        self._timeline.append((last, events))

    def _publish(self, state: Any, events: tuple[Event, ...], now: int) -> None:
        self.shown = state
        self._close_prompts()
        self._tell(events, now)
        public = self._game.view(state, None)
        self._window = pace.is_window(public)
        # A step that others follow is a moment in which somebody could have been asked.
        paused = self._window or bool(self._timeline)
        self._gate = now + self._room.settings.window_ms if paused else now
        self._set_clock(public, events, now)

    def _tell(self, events: Sequence[Event], now: int) -> None:
        """What happened, to every seat as it may know it, and to those who watch."""
        for stream in self._table.audience.seated():
            told = self.events_for(events, stream.seat)
            self._table.audience.publish(stream, self.view_of(stream.seat), told)
        if self._table.gallery.is_open:
            self._table.gallery.add(now, self.view_of(None), self.events_for(events, None))

    def _refresh(self, seat: int) -> None:
        """An answer that nobody else may notice.

        Within a window not even its own seat sees what came of it: that would tell whether others are asked.
        """
        self.shown = self.state
        if stream := self._table.audience.of_seat(seat):
            self._table.audience.publish(stream, self.view_of(seat), [])

    def _withdraw(self, seat: int) -> None:
        """Take the prompt of one seat back."""
        self.prompts.pop(seat, None)
        if stream := self._table.audience.of_seat(seat):
            self._table.audience.withdraw(stream)

    def _close_prompts(self) -> None:
        self.prompts.clear()
        for stream in self._table.audience.seated():
            self._table.audience.withdraw(stream)

    # Clocks

    def _set_clock(self, public: Any, events: tuple[Event, ...], now: int) -> None:
        key = (str(public.phase), public.turn, public.asked)
        if not events and key == self._public:
            return
        self._public = key
        self.clock.charge(self._room.chairs, now)
        if self._window:
            self.clock = Clock(None, now, self._gate - now, self._gate)
        else:
            seat = public.asked[0] if public.asked else None
            bank = 0 if seat is None else self._chair(seat).bank_ms
            self.clock = clock_of(seat, self._room.settings, bank, now)
        self._send_clocks(now)

    def _send_clocks(self, now: int) -> None:
        message = self.clock.to_json(now)
        for stream in self._table.audience.seated():
            self._table.audience.send(stream, message)

    def hold(self, seat: int, now: int) -> None:
        """Lengthen the claim window, for everybody to see (once a seat).

        Raises:
            ServerError: message.unexpected, prompt.held.
        """
        if not self._window:
            raise ServerError("message.unexpected", "no card lies open")
        timed = self._room.settings.turn_seconds > 0
        self.clock.hold(seat, self._chair(seat), pace.HOLD_MS, timed=timed)
        self._gate += pace.HOLD_MS
        self._send_clocks(now)
        for prompt in self.prompts.values():
            self.show(prompt, now)

    # Asking

    def _ask(self, seat: int, now: int) -> None:
        actions = self._game.legal_actions(self.state, seat)
        prompt = Prompt(self._table.token(PROMPT_BYTES), seat, self.state, actions, now)
        self.prompts[seat] = prompt
        self._drive(prompt, now)
        if self.veiled and (stream := self._table.audience.of_seat(seat)):
            self._table.audience.publish(stream, self.view_of(seat), [])
        self.show(prompt, now)

    def _drive(self, prompt: Prompt, now: int) -> None:
        """Settle whether the seat decides itself, and else when it is decided for it."""
        chance = self._table.chance
        driven = self._is_driven(prompt.seat, now)
        prompt.automatic = not driven and not self._window and prompt.is_forced_pass
        if driven:
            prompt.act_at = now + pace.bot_delay(chance, window=self._window)
        else:
            prompt.act_at = now + pace.automatic_pass(chance) if prompt.automatic else None

    def drivers_changed(self, now: int) -> None:
        """Somebody came, went, or let a bot play: the open prompts go to whoever decides now."""
        for prompt in self.prompts.values():
            driven = self._is_driven(prompt.seat, now)
            if driven != (prompt.act_at is not None and not prompt.automatic):
                self._drive(prompt, now)
                self.show(prompt, now)

    def _is_driven(self, seat: int, now: int) -> bool:
        return self._chair(seat).is_driven(now, 1000 * self._room.settings.takeover_seconds)

    def show(self, prompt: Prompt, now: int) -> None:
        """Put a prompt on the page of its seat, unless a bot decides for it."""
        stream = self._table.audience.of_seat(prompt.seat)
        if stream is None:
            return
        if self._is_driven(prompt.seat, now):
            self._table.audience.withdraw(stream)
            return
        stream.prompted = True
        message = prompt.to_json(
            self._game, now, self._deadline(prompt), self.clock.total, self._chair(prompt.seat).bank_ms
        )
        self._table.audience.send(stream, message)

    def open_prompt(self, seat: int | None) -> Prompt | None:
        """The prompt that a seat has on its page."""
        return None if seat is None else self.prompts.get(seat)

    def _deadline(self, prompt: Prompt) -> int | None:
        if self.veiled:
            return self._gate
        if self._window:
            return None if self._is_alone else self._gate
        return self.clock.deadline

    @property
    def _is_alone(self) -> bool:
        """Whether a single person plays against bots: nobody to keep a secret from, so no hurry either."""
        return sum(chair.kind == HUMAN for chair in self._room.chairs) == 1

    # Answering

    def act(self, seat: int, prompt_id: str, text: str, now: int) -> None:
        """A person's answer; one that came twice does nothing.

        Raises:
            ServerError: prompt.stale.
            RuleError, NotationError: the law's refusal; nothing has changed.
        """
        prompt = self.prompts.get(seat)
        if prompt is None or prompt.id != prompt_id:
            if self._table.answered.get(seat) == (prompt_id, text):
                return
            raise ServerError("prompt.stale", "that question is not open any more")
        action = self._game.parse_action(prompt.state, seat, text)
        if not self._listens or seat not in self._game.actors(self.state):
            self._swallow(prompt, action)
            return
        self._chair(seat).misses = 0
        self._apply(prompt, action, now)
        self._table.answered[seat] = (prompt_id, text)
        self.advance(now)

    def _swallow(self, prompt: Prompt, action: Any) -> None:
        """An answer that a better claim has made idle; its seat must not notice before the others do."""
        if action not in prompt.actions:
            raise RuleError("action.illegal", "not offered", "PZ 8.3", {"why": "not_offered"})
        self._withdraw(prompt.seat)

    def _apply(self, prompt: Prompt, action: Any, now: int) -> None:
        before, seat = self.state, prompt.seat
        self.state, events = self._recorder.act(before, seat, action)
        self._write_action(seat)
        final = self._window and outranks_all(before, seat, action)
        self._withdraw(seat)
        if not self.veiled and not events and self._looks_alike(before):
            if not self._window:
                self._refresh(seat)
            return
        self._timeline.extend(self._game.steps(before, seat, action))
        crowned = self.veiled and any(event.kind == "crowned" for event in events)
        if crowned or final or not (self._window or self.veiled):
            self._gate = now

    def _looks_alike(self, before: Any) -> bool:
        """Whether those who are not asked see no difference to the moment before."""
        same: bool = self._game.view(before, None) == self._game.view(self.state, None)
        return same

    def _write_action(self, seat: int) -> None:
        """Keep the action, and with the last one the end of the deal, which is shown later."""
        deal = self._recorder.record.deals[-1]
        room, index = self._room.table, len(deal.actions) - 1
        digits = deal.trail[-TRAIL_DIGITS:]
        self._table.writes.append(PutAction(room, self.number, index, seat, deal.actions[-1][1], digits))
        if deal.result is not None:
            self._table.writes.append(EndDeal(room, self.number, str(deal.events), json.dumps(deal.result)))

    # Time

    @property
    def wake(self) -> int | None:
        """When `tick` has something to do."""
        times = [prompt.act_at for prompt in self.prompts.values() if prompt.act_at is not None]
        if self._timeline or self.veiled or (self._window and self.prompts and not self._is_alone):
            times.append(self._gate)
        elif self.clock.deadline is not None and self.prompts and not self._window:
            times.append(self.clock.deadline)
        return min(times, default=None)

    def tick(self, now: int) -> None:
        """Do what is due."""
        for prompt in sorted(self.prompts.values(), key=lambda prompt: prompt.seat):
            if prompt.act_at is not None and now >= prompt.act_at and self.prompts.get(prompt.seat) is prompt:
                self._act_for(prompt, now)
        if self._window or self.veiled:
            if now >= self._gate and not (self._window and self._is_alone):
                self._answer_all(now)
        elif self.clock.deadline is not None and now >= self.clock.deadline:
            self._time_out(now)
        self.advance(now)

    def _act_for(self, prompt: Prompt, now: int) -> None:
        if not self._listens or prompt.seat not in self._game.actors(self.state):
            self.prompts.pop(prompt.seat)
            return
        if prompt.automatic:
            self._apply(prompt, prompt.actions[0], now)
            return
        chair = self._chair(prompt.seat)
        level = chair.level if chair.kind == BOT else self._room.settings.bots
        self._apply(prompt, self._choice(prompt, prompt.actions, level), now)

    def hint(self, prompt: Prompt, actions: Sequence[Any]) -> Any:
        """What the strongest bot would choose of `actions`."""
        return self._choice(prompt, actions, LEVELS[-1])

    def _choice(self, prompt: Prompt, actions: Sequence[Any], level: str) -> Any:
        """What a bot chooses; the same again whenever it is asked the same."""
        own = sum(seat == prompt.seat for seat, _ in self._recorder.record.deals[-1].actions)
        place = f"{self.number} {prompt.seat} {own}"
        bot = make_bot(level, self._table.bot_seed(place))
        view = self._game.view(prompt.state, prompt.seat)
        return bot.choose(view, actions)

    def _answer_all(self, now: int) -> None:
        """The window, or the hidden drawing, is over: whoever has not answered has passed."""
        while (seats := self._game.actors(self.state)) and self._is_unsettled:
            actions = self._game.legal_actions(self.state, seats[0])
            prompt = self.prompts.get(seats[0]) or Prompt("", seats[0], self.state, actions, now)
            self._apply(prompt, prompt.actions[0], now)

    @property
    def _is_unsettled(self) -> bool:
        """Whether the window, or the hidden drawing, still waits for answers."""
        return pace.is_veiled(self.state) if self.veiled else not self._timeline

    def _time_out(self, now: int) -> None:
        """The default is taken for the seat on the clock, and after some times a bot plays on."""
        prompts = [self.prompts[seat] for seat in self._game.actors(self.state) if seat in self.prompts]
        for prompt in prompts[:1]:
            chair = self._chair(prompt.seat)
            chair.misses += 1
            if chair.kind == HUMAN and chair.misses >= self._room.settings.auto_play_after:
                chair.auto = True
                self._table.room_changed()
            self._apply(prompt, prompt.actions[0], now)

    def stop(self) -> None:
        """Nothing is asked any more."""
        self._close_prompts()
        self._timeline.clear()

    def shift(self, by: int) -> None:
        """Move all times on, after a pause."""
        self._gate += by
        self.clock.shift(by)
        for prompt in self.prompts.values():
            prompt.shift(by)

    def _chair(self, seat: int) -> Chair:
        return self._room.chairs[seat]
