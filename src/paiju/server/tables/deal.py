"""A deal while it is played: what is asked, what is shown when, and who plays for whom.

The law is always as far as the answers that came in; the table sees it moment by moment. A moment waits in the timeline
until the gate opens: at once in most cases, after the length of a pause where the law makes one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from paiju import wire
from paiju.core.game import Event, Moment, Pause, whole
from paiju.core.match import Authority
from paiju.server.errors import ServerError
from paiju.server.pack import pack_of
from paiju.server.protocol import Sent
from paiju.server.tables.chairs import Chair
from paiju.server.tables.clock import FastForward, Timing
from paiju.server.tables.context import TableContext
from paiju.server.tables.prompts import Answers, Passes, Prompt
from paiju.server.tables.questions import Ledger, Questions


class Running:
    """A deal in progress, as far as `moment`; it is kept in `ledger`, and `dress` is what the cards of the state show that is shown first.

    What each seat has answered last is told to `answers`, who is out of the deal to `fast_forward`.
    """

    def __init__(
        self, context: TableContext, authority: Authority, moment: Moment, number: int, dress: wire.Dress | None,
        *, fast_forward: FastForward, passes: Passes, answers: Answers,
    ) -> None:  # fmt: skip
        self._context = context
        self._audience = context.audience
        self._room = context.room
        self._game = context.room.game
        self._fast_forward = fast_forward
        self._glance = pack_of(self._game.name).glance
        self._answers = answers
        self.state = self.shown = moment.state
        self._pause = moment.pause
        self.dress = dress
        self._past = wire.past_of(self._game.name)
        self.ledger = Ledger(context, authority, number)
        self.timing = Timing(context.room, fast_forward)
        self.questions = Questions(
            context, self.timing, fast_forward=fast_forward, passes=passes, ledger=self.ledger
        )
        self._timeline: deque[Moment] = deque()
        self._waits = False
        """Whether pages were told that an open card waits for one person."""

    @property
    def prompts(self) -> dict[int, Prompt]:
        """The open prompts by seat."""
        return self.questions.open

    def open_prompt(self, seat: int | None) -> Prompt | None:
        """The prompt that a seat has on its page."""
        return None if seat is None else self.prompts.get(seat)

    # Beginning

    def begin(self, opening: Sequence[Moment], now: int) -> None:
        """Show the deal from its first card on; `opening` are its moments up to the first decision."""
        self._timeline.extend(opening)
        self.advance(now)

    def resume(self, moment: Moment, now: int) -> None:
        """Go on after a restart, with all the events up to `moment`: they have been shown, unless they lie behind the veil."""
        self._timeline.append(moment if self._is_veiled else moment._replace(events=()))
        self.advance(now)

    @property
    def _is_veiled(self) -> bool:
        """Whether the deal stands in a drawing that is hidden from all who are not asked."""
        return self._pause is Pause.VEILED

    # What is seen

    @property
    def is_shown(self) -> bool:
        """Whether everything that happened has been shown."""
        return not self._timeline

    def view_of(self, seat: int | None) -> dict[str, Any]:
        """The view as the page of a seat gets it."""
        deal, counter = self.ledger.number, self._room.settings.counter
        if not self.timing.veiled:
            seen = self.questions.public(self.shown) if seat is None else self._game.view(self.shown, seat)
            said, sayable = self.ledger.standing(self.shown), self.ledger.sayable(self.shown, seat)
            return wire.view_json(
                seen, counter=counter, deal=deal, dress=self.dress, past=self._past, signals=said, sayable=sayable,
            )  # fmt: skip
        view = self._game.view(self.state, seat)
        if seat in self.prompts and self._is_veiled:
            return wire.view_json(view, counter=counter, deal=deal)
        return wire.veil_json(view, deal=deal)

    def events_for(self, events: Sequence[Event], seat: int | None) -> list[dict[str, Any]]:
        """Events as the page of a seat gets them."""
        return wire.events_json(self._game, self._room.options, events, seat)

    def advance(self, now: int) -> None:
        """Show what is due, then ask those who must decide."""
        self._show_due(now)
        if self._waits != self._waits_for_one(now):
            self.send_clock(now)

    def _show_due(self, now: int) -> None:
        while self._timeline and now >= self.timing.gate:
            if self.timing.veiled and self._is_veiled:
                break  # those who are still asked are answered for when time is up
            if self.timing.veiled:
                self._lift_veil()
            if self._timeline[0].pause is Pause.VEILED:
                self._veil(self._timeline[0].cards, now)
            else:
                self._publish(self._timeline.popleft(), now)
        if not self._listens:
            return
        for seat in self._game.actors(self.state):
            if seat not in self.prompts:
                self._ask(seat, now)

    def _ask(self, seat: int, now: int) -> None:
        prompt = self.questions.ask(seat, self.state, now)
        if self.timing.veiled and (stream := self._audience.of_seat(seat)):
            self._audience.publish(stream, self.view_of(seat), [])
        self.questions.show(prompt, now)

    def drivers_changed(self, now: int) -> None:
        """Somebody came, went, or let a bot play: the open questions go to those who decide now."""
        changed = self.questions.drivers_changed(now)
        if changed and self.timing.is_alone:  # elsewhere it would tell who is asked
            self.send_clock(now)

    @property
    def _listens(self) -> bool:
        """Whether answers still count: not once what they led to only waits to be shown."""
        return not self._timeline or self._is_veiled

    def _awaits_person(self, now: int) -> bool:
        """Whether a person decides next, and no bot for them."""
        if self._timeline:
            return False
        return any(not self.questions.is_driven(seat, now) for seat in self._game.actors(self.state))

    def _waits_for_one(self, now: int) -> bool:
        """Whether an open card waits for the one person among bots, however long that takes."""
        return self.timing.window and self.timing.is_alone and self._awaits_person(now)

    def _veil(self, cards: int, now: int) -> None:
        """Hide a drawing from its beginning on."""
        self.timing.veil(now, cards)
        self._tell((), now)
        self.send_clock(now)

    def _lift_veil(self) -> None:
        """What happened behind the veil is shown as one moment, so that nobody can tell where it stopped."""
        self.timing.veiled = False
        self._timeline = deque((whole(self._timeline),))

    def _publish(self, moment: Moment, now: int) -> None:
        self.shown = moment.state
        self.dress, events = wire.dressed(self.dress, moment.state, moment.events)
        self.questions.close()
        self._tell(events, now)
        seen = self._glance(moment.state, self.questions.public(moment.state))
        self._fast_forward.out = seen.out
        if self.timing.published(seen, moment.pause, now, pending=bool(self._timeline), news=bool(events)):
            self.send_clock(now)

    def _tell(self, events: Sequence[Event], now: int) -> None:
        """What happened, to every seat as it may know it, and to those who watch."""
        for stream in self._audience.seated():
            told = self.events_for(events, stream.seat)
            self._audience.publish(stream, self.view_of(stream.seat), told)
        if self._context.gallery.is_open:
            self._context.gallery.add(now, self.view_of(None), self.events_for(events, None))

    def _refresh(self, seat: int) -> None:
        """An answer that nobody else may notice.

        Within a window not even its own seat sees what came of it: that would tell whether others are asked.
        """
        self.shown = self.state
        if stream := self._audience.of_seat(seat):
            self._audience.publish(stream, self.view_of(seat), [])

    # Answering

    def act(self, seat: int, prompt_id: str, text: str, now: int) -> None:
        """A person's answer; one that came twice does nothing.

        Raises:
            ServerError: prompt.stale.
            RuleError, NotationError: the law's refusal; nothing has changed.
        """
        prompt = self.prompts.get(seat)
        if prompt is None or prompt.id != prompt_id:
            if self._answers.has(seat, prompt_id, text):
                return
            raise ServerError("prompt.stale", "that question is not open any more")
        action = self._game.parse_action(prompt.state, seat, text)
        if self._room.duplicate is not None and self.timing.window:
            self._act_for_each(self.questions.together(now), now)
        if not self._listens or seat not in self._game.actors(self.state):
            self._swallow(prompt, action)
            return
        if prompt.chosen is not None:
            if action == prompt.chosen:
                return
            raise ServerError("prompt.stale", "that question has been answered")
        self._chair(seat).answer()
        if self.questions.postpones(prompt, action, now):
            self.ledger.postpone(seat, prompt_id, text)
            self._answers.note(seat, prompt_id, text)
            return
        self._apply(prompt, action, now, answered=prompt_id)
        self._answers.note(seat, prompt_id, text)
        self.advance(now)

    def signal(self, seat: int, text: str, now: int) -> None:
        """What a seat says about its play, kept and shown with it.

        Raises:
            RuleError: as `Signals.say`; nothing has changed.
        """
        self.ledger.signal(self.state, seat, text)
        self._tell((), now)

    def _swallow(self, prompt: Prompt, action: Any) -> None:
        """An answer that a better claim has made idle; its seat must not notice before the others do.

        Raises:
            RuleError: the law's own refusal, as where the question were still open.
        """
        self._game.apply(prompt.state, prompt.seat, action)
        self.questions.withdraw(prompt.seat)

    def _apply(
        self, prompt: Prompt, action: Any, now: int, *, answered: str | None = None, stood: bool = False
    ) -> None:
        before, seat = self.state, prompt.seat
        moments = self.ledger.act(before, seat, action, answered, stood=stood)
        self.state, events, self._pause, _ = whole(moments)
        self.questions.withdraw(seat)
        if not self.timing.veiled and not events and self._looks_alike(before):
            if not self.timing.window:
                self._refresh(seat)
            return
        self._timeline.extend(moments)
        if not self.timing.pauses or self._game.ends_pause(before, seat, action):
            self.timing.gate = now
        elif self.timing.veiled:
            self._refresh(seat)

    def _looks_alike(self, before: Any) -> bool:
        """Whether those who are not asked see no difference to the moment before."""
        same: bool = self.questions.public(before) == self.questions.public(self.state)
        return same

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
        """Somebody joins the one person among bots, for whom an open card waited without a clock: it has one now."""
        if self.timing.window:
            self.timing.reopen(now)
            self.tell_time(now)

    def clock_json(self, now: int) -> Sent:
        """The clock as everybody sees it."""
        stands = self._context.paused_clock.stands
        self._waits = self._waits_for_one(now)
        return self.timing.clock_json(now, stands=stands, waits_for_one=self._waits)

    def send_clock(self, now: int) -> None:
        """Tell every seat the clock."""
        message = self.clock_json(now)
        for stream in self._audience.seated():
            self._audience.send(stream, message)

    def tell_time(self, now: int) -> None:
        """Send the clock and the open prompts again: their times have changed."""
        self.send_clock(now)
        self.questions.show_all(now)

    def shift(self, by: int) -> None:
        """Move all times on, after a pause."""
        self.timing.shift(by)
        self.questions.shift(by)

    def tick(self, now: int) -> None:
        """Do what is due."""
        self._act_for_each(self.questions.due(now), now)
        timing = self.timing
        if timing.pauses:
            if timing.is_up(now):
                self._answer_all(now)
        elif timing.clock.deadline is not None and now >= timing.clock.deadline:
            self._time_out(now)
        self.advance(now)

    def _act_for_each(self, prompts: Sequence[Prompt], now: int) -> None:
        for prompt in prompts:
            if self.prompts.get(prompt.seat) is prompt:
                self._act_for(prompt, now)

    def _act_for(self, prompt: Prompt, now: int) -> None:
        if not self._listens or prompt.seat not in self._game.actors(self.state):
            self.prompts.pop(prompt.seat)
            return
        stood = prompt.chosen is None and not prompt.automatic
        if stood:
            self._chair(prompt.seat).be_driven()
        self._apply(prompt, self.questions.decided(prompt), now, answered=prompt.answered, stood=stood)

    def _answer_all(self, now: int) -> None:
        """The window, or the hidden drawing, is over: those who have not answered have passed."""
        while (seats := self._game.actors(self.state)) and self._listens:
            actions = self._game.legal_actions(self.state, seats[0])
            prompt = self.prompts.get(seats[0]) or Prompt("", seats[0], self.state, actions, now)
            stood = prompt.chosen is None and self.questions.is_driven(seats[0], now)
            self._apply(prompt, prompt.actions[0], now, stood=stood)

    def _time_out(self, now: int) -> None:
        """The default is taken for the seat on the clock, and after some times a bot plays on."""
        prompts = [self.prompts[seat] for seat in self._game.actors(self.state) if seat in self.prompts]
        for prompt in prompts[:1]:
            most = self._room.settings.auto_play_after
            if self._chair(prompt.seat).miss(most, counts=not prompt.automatic):
                self._context.room_changed()
            decided = self.questions.decided(prompt) if prompt.automatic else prompt.actions[0]
            self._apply(prompt, decided, now, answered=prompt.answered, stood=not prompt.automatic)

    def stop(self) -> None:
        """Nothing is asked any more."""
        self.questions.close()
        self._timeline.clear()

    def _chair(self, seat: int) -> Chair:
        return self._room.chairs[seat]
