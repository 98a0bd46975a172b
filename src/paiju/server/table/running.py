"""A deal while it is played: what is asked, what is shown when, and who plays for whom.

The law is always as far as the answers that came in; the table sees it step by step. A step waits in the timeline
until the gate opens: at once in most cases, after the window's length where a card lies open for claims.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paiju.core.document import TRAIL_DIGITS
from paiju.core.errors import RuleError
from paiju.core.game import Event
from paiju.server import wire
from paiju.server.errors import ServerError
from paiju.server.table import haste, pace
from paiju.server.table.asking import Questions
from paiju.server.table.chairs import HUMAN, Chair
from paiju.server.table.prompts import Prompt
from paiju.server.table.timing import Timing
from paiju.server.wire.windows import outranks_all
from paiju.server.writes import EndDeal, PutAction

if TYPE_CHECKING:
    from paiju.server.table.table import Table


class Running:
    """A deal in progress at `table`; `suits` are those of the state that is shown first."""

    def __init__(self, table: Table, state: Any, number: int, suits: wire.Suits | None) -> None:
        self._table = table
        self._room = table.room
        self._game = table.room.game
        assert table.recorder is not None
        self._recorder = table.recorder
        self.state = state
        self.shown = state
        self.suits = suits
        self._past = wire.Tricks()
        self.number = number
        self.out: frozenset[int] = frozenset()
        self.questions = Questions(table)
        self.timing = Timing(table)
        self._timeline: deque[tuple[Any, tuple[Event, ...]]] = deque()

    @property
    def prompts(self) -> dict[int, Prompt]:
        """The open prompts by seat."""
        return self.questions.open

    def open_prompt(self, seat: int | None) -> Prompt | None:
        """The prompt that a seat has on its page."""
        return None if seat is None else self.prompts.get(seat)

    @property
    def actions(self) -> int:
        """How many actions the deal has by now."""
        return len(self._recorder.record.deals[-1].actions)

    def decisions_of(self, seat: int) -> int:
        """How often a seat has decided in this deal."""
        return sum(actor == seat for actor, _ in self._recorder.record.deals[-1].actions)

    # Beginning

    def begin(self, opening: Sequence[tuple[Any, tuple[Event, ...]]], now: int) -> None:
        """Show the deal from its first card on; `opening` are its pieces up to the first decision."""
        self._timeline.extend(opening)
        veil = pace.veil_ms(self._game, self._room.options)
        if veil:
            self._show_veil(now, veil)
        self.advance(now)

    def resume(self, past: tuple[Event, ...], now: int) -> None:
        """Go on after a restart: everything in `past` has been shown, unless it lies behind the veil."""
        if pace.is_veiled(self.state):
            self._timeline.append((self.state, past))
            self._show_veil(now, pace.veil_ms(self._game, self._room.options))
        else:
            self._publish(self.state, (), now)
        self.advance(now)

    def _show_veil(self, now: int, length: int) -> None:
        self.timing.veil(now, length)
        self._tell((), now)
        self.timing.send(now)

    # What is seen

    @property
    def is_shown(self) -> bool:
        """Whether everything that happened has been shown."""
        return not self._timeline

    def view_of(self, seat: int | None) -> dict[str, Any]:
        """The view as the page of a seat gets it."""
        deal, counter = self.number, self._room.settings.counter
        if not self.timing.veiled:
            seen = self._game.view(self.shown, seat)
            return wire.view_json(seen, counter=counter, deal=deal, suits=self.suits, past=self._past)
        view = self._game.view(self.state, seat)
        if seat in self.prompts and pace.is_veiled(self.state):
            return wire.view_json(view, counter=counter, deal=deal)
        return wire.veil_json(view, deal=deal)

    def events_for(self, events: Sequence[Event], seat: int | None) -> list[dict[str, Any]]:
        """Events as the page of a seat gets them."""
        return wire.events_json(self._game, self._room.options, events, seat)

    def advance(self, now: int) -> None:
        """Show what is due, then ask whoever must decide."""
        while self._timeline and now >= self.timing.gate:
            if self.timing.veiled:
                self._lift_veil()
            state, events = self._timeline.popleft()
            self._publish(state, events, now)
        if not self._listens:
            return
        for seat in self._game.actors(self.state):
            if seat not in self.prompts:
                self.questions.ask(seat, now)

    @property
    def _listens(self) -> bool:
        """Whether answers still count: not once what they led to only waits to be shown."""
        return not self._timeline or (self.timing.veiled and pace.is_veiled(self.state))

    def awaits_person(self, now: int) -> bool:
        """Whether a person decides next, and no bot for him."""
        if self._timeline:
            return False
        return any(not self.questions.is_driven(seat, now) for seat in self._game.actors(self.state))

    def _lift_veil(self) -> None:
        """What happened behind the veil is shown as one step, so that nobody can tell where it stopped."""
        self.timing.veiled = False
        events = tuple(event for _, step in self._timeline for event in step)
        last = self._timeline[-1][0]
        self._timeline.clear()
        self._timeline.append((last, events))

    def _publish(self, state: Any, events: tuple[Event, ...], now: int) -> None:
        self.shown = state
        self.suits, events = wire.dressed(self.suits, state, events)
        self.questions.close()
        self._tell(events, now)
        public = self._game.view(state, None)
        self.out = haste.out_of(public, len(self._room.chairs))
        if self.timing.published(public, now, pending=bool(self._timeline), news=bool(events)):
            self.timing.send(now)

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

    # Answering

    def act(self, seat: int, prompt_id: str, text: str, now: int) -> None:
        """A person's answer; one that came twice does nothing.

        Raises:
            ServerError: prompt.stale.
            RuleError, NotationError: the law's refusal; nothing has changed.
        """
        prompt = self.prompts.get(seat)
        if prompt is None or prompt.id != prompt_id:
            if self._table.has_answered(seat, prompt_id, text):
                return
            raise ServerError("prompt.stale", "that question is not open any more")
        action = self._game.parse_action(prompt.state, seat, text)
        if not self._listens or seat not in self._game.actors(self.state):
            self._swallow(prompt, action)
            return
        if prompt.chosen is not None:
            if action == prompt.chosen:
                return
            raise ServerError("prompt.stale", "that question has been answered")
        self._chair(seat).misses = 0
        if self.questions.postpones(prompt, action, now):
            return
        self._apply(prompt, action, now)
        self._table.answered[seat] = (prompt_id, text)
        self.advance(now)

    def _swallow(self, prompt: Prompt, action: Any) -> None:
        """An answer that a better claim has made idle; its seat must not notice before the others do."""
        if action not in prompt.actions:
            raise RuleError("action.illegal", "not offered", "PZ 8.3", {"why": "not_offered"})
        self.questions.withdraw(prompt.seat)

    def _apply(self, prompt: Prompt, action: Any, now: int) -> None:
        before, seat = self.state, prompt.seat
        pieces = self._recorder.steps(before, seat, action)
        self.state = pieces[-1][0]
        events = [event for _, piece in pieces for event in piece]
        self._write_action(seat)
        final = self.timing.window and outranks_all(before, seat, action)
        self.questions.withdraw(seat)
        if not self.timing.veiled and not events and self._looks_alike(before):
            if not self.timing.window:
                self._refresh(seat)
            return
        self._timeline.extend(pieces)
        crowned = self.timing.veiled and any(event.kind == "crowned" for event in events)
        if crowned or final or not (self.timing.window or self.timing.veiled):
            self.timing.gate = now
        elif self.timing.veiled:
            self._refresh(seat)

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
        times = [prompt.due_at for prompt in self.prompts.values()]
        times.append(self.timing.wake(waits=bool(self._timeline), asks=bool(self.prompts)))
        return min((time for time in times if time is not None), default=None)

    def hold(self, seat: int, now: int) -> None:
        """Lengthen the claim window, for everybody to see (once a seat).

        Raises:
            ServerError: message.unexpected, prompt.held.
        """
        self.timing.hold(seat)
        self.tell_time(now)

    def in_company(self, now: int) -> None:
        """Somebody joins the one person among bots, whom an open card waited for as long as he liked: it has a clock now."""
        if self.timing.window:
            self.timing.reopen(now)
            self.tell_time(now)

    def tell_time(self, now: int) -> None:
        """Send the clock and the open prompts again: their times have changed."""
        self.timing.send(now)
        self.questions.show_all(now)

    def shift(self, by: int) -> None:
        """Move all times on, after a pause."""
        self.timing.shift(by)
        self.questions.shift(by)

    def tick(self, now: int) -> None:
        """Do what is due."""
        for prompt in self.questions.due(now):
            if self.prompts.get(prompt.seat) is prompt:
                self._act_for(prompt, now)
        timing = self.timing
        if timing.window or timing.veiled:
            if timing.is_up(now):
                self._answer_all(now)
        elif timing.clock.deadline is not None and now >= timing.clock.deadline:
            self._time_out(now)
        self.advance(now)

    def _act_for(self, prompt: Prompt, now: int) -> None:
        if not self._listens or prompt.seat not in self._game.actors(self.state):
            self.prompts.pop(prompt.seat)
            return
        self._apply(prompt, self.questions.decided(prompt), now)

    def _answer_all(self, now: int) -> None:
        """The window, or the hidden drawing, is over: whoever has not answered has passed."""
        while (seats := self._game.actors(self.state)) and self._is_unsettled:
            actions = self._game.legal_actions(self.state, seats[0])
            prompt = self.prompts.get(seats[0]) or Prompt("", seats[0], self.state, actions, now)
            self._apply(prompt, prompt.actions[0], now)

    @property
    def _is_unsettled(self) -> bool:
        """Whether the window, or the hidden drawing, still waits for answers."""
        return pace.is_veiled(self.state) if self.timing.veiled else not self._timeline

    def _time_out(self, now: int) -> None:
        """The default is taken for the seat on the clock, and after some times a bot plays on."""
        prompts = [self.prompts[seat] for seat in self._game.actors(self.state) if seat in self.prompts]
        for prompt in prompts[:1]:
            chair = self._chair(prompt.seat)
            chair.misses += not prompt.automatic
            if chair.kind == HUMAN and chair.misses >= self._room.settings.auto_play_after:
                chair.auto = True
                self._table.room_changed()
            self._apply(
                prompt, self.questions.decided(prompt) if prompt.automatic else prompt.actions[0], now
            )

    def stop(self) -> None:
        """Nothing is asked any more."""
        self.questions.close()
        self._timeline.clear()

    def _chair(self, seat: int) -> Chair:
        return self._room.chairs[seat]
