"""A deal while it is played, and the state of its match: what each seat decides, what appears when, and who plays for whom.

The rules are always as far as the answers that came in; the table sees it moment by moment. A moment waits in the timeline
until the gate opens: at once in most cases, after the length of a pause where the rules make one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec import Raw

from paiju import wire
from paiju.core.game import Event, Moment, Pause, whole
from paiju.core.match import Authority, Match
from paiju.core.record import Recorder
from paiju.server.errors import ServerError
from paiju.server.pack import pack_of
from paiju.server.protocol import Sent
from paiju.server.tables.audience import packed
from paiju.server.tables.clock import FastForward, Timing
from paiju.server.tables.context import Randomness, TableContext
from paiju.server.tables.questions import Ledger, Passes, Prompt, Questions
from paiju.server.tables.room import HUMAN, PLAYING, Chair, Room
from paiju.signatures import Key


class Running:
    """A deal in progress at a `table`, as far as `moment`; `ledger` stores it, and `suits` is what the cards of the first state display."""

    def __init__(
        self, table: MatchState, authority: Authority, moment: Moment, number: int, suits: wire.SuitFaces | None
    ) -> None:  # fmt: skip
        self._table = table
        self._audience = table.audience
        self._room = table.room
        self._game = table.room.game
        self._glance = pack_of(self._game.name).glance
        self.state = self.displayed = moment.state
        self._pause = moment.pause
        self.suits = suits
        self._past = wire.past_of(self._game.name)
        self.ledger = Ledger(table, authority, number)
        self.timing = Timing(table.room, table.fast_forward)
        self.questions = Questions(table, self.timing, table.passes, self.ledger)
        self._timeline: deque[Moment] = deque()
        self._waits = False
        """Whether pages know that an open card waits for one person."""

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
        """Go on after a restart, with all the events up to `moment`: they have appeared, unless they lie behind the veil."""
        self._timeline.append(moment if self._is_veiled else moment._replace(events=()))
        self.advance(now)

    @property
    def _is_veiled(self) -> bool:
        """Whether the deal is in a draw that is hidden from all seats without a question."""
        return self._pause is Pause.VEILED

    # What is seen

    @property
    def is_shown(self) -> bool:
        """Whether everything that happened has appeared."""
        return not self._timeline

    def view_of(self, seat: int | None) -> Sent:
        """The view as the page of a seat gets it."""
        return self._look_of(seat)()

    def _look_of(self, seat: int | None) -> Callable[[], Sent]:
        """The view of this moment as the page of a seat gets it, written out when called."""
        deal, counter = self.ledger.number, self._room.settings.counter
        if not self.timing.veiled:
            seen = (
                self.questions.public(self.displayed)
                if seat is None
                else self._game.view(self.displayed, seat)
            )
            said, sayable = self.ledger.standing(self.displayed), self.ledger.sayable(self.displayed, seat)
            return partial(
                wire.view_json, seen,
                counter=counter, deal=deal, suits=self.suits, past=self._past, signals=said, sayable=sayable,
            )  # fmt: skip
        view = self._game.view(self.state, seat)
        if seat in self.prompts and self._is_veiled:
            return partial(wire.view_json, view, counter=counter, deal=deal)
        return partial(wire.veil_json, view, deal=deal)

    def show_gallery(self, now: int, events: list[Raw]) -> None:
        """Have this moment appear to those who watch when its time comes; `events` are packed."""
        self._table.gallery.add(now, self.ledger.number, self._look_of(None), events)

    def events_for(self, events: Sequence[Event]) -> Callable[[int | None], list[Raw]]:
        """Events as the page of each seat gets them, packed; what all may know of one is packed once."""
        form = partial(wire.event_json, self._game, self._room.options)
        public = [None if event.private else packed(form(event, None)) for event in events]
        return lambda seat: [
            known or packed(form(event, seat)) for event, known in zip(events, public, strict=True)
        ]

    def advance(self, now: int) -> None:
        """Show what is due, then ask those who must decide."""
        self._show_due(now)
        if self._waits != self._waits_for_one(now):
            self.send_clock(now)

    def _show_due(self, now: int) -> None:
        while self._timeline and now >= self.timing.gate:
            if self.timing.veiled and self._is_veiled:
                break  # open questions are answered for their seats when time is up
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
        """Someone came, went, or let a bot play: the open questions go to those who decide now."""
        changed = self.questions.drivers_changed(now)
        if changed and self.timing.is_alone:  # elsewhere it would tell who decides
            self.send_clock(now)

    @property
    def _listens(self) -> bool:
        """Whether answers still count: not once what they led to only waits to appear."""
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
        """What happened behind the veil appears as one moment, so that nobody can tell where it stopped."""
        self.timing.veiled = False
        self._timeline = deque((whole(self._timeline),))

    def _publish(self, moment: Moment, now: int) -> None:
        self.displayed = moment.state
        self.suits, events = wire.with_suit_faces(self.suits, moment.state, moment.events)
        self.questions.close()
        self._tell(events, now)
        seen = self._glance(moment.state, self.questions.public(moment.state))
        self._table.fast_forward.out = seen.out
        if self.timing.published(seen, moment.pause, now, pending=bool(self._timeline), news=bool(events)):
            self.send_clock(now)

    def _tell(self, events: Sequence[Event], now: int) -> None:
        """What happened, to every seat as it may know it, and to those who watch."""
        sent = self.events_for(events)
        for stream in self._audience.seated():
            self._audience.publish(stream, self.view_of(stream.seat), sent(stream.seat))
        if self._table.gallery.is_open:
            self.show_gallery(now, sent(None))

    def _refresh(self, seat: int) -> None:
        """An answer that nobody else may notice.

        Within a window not even its own seat sees what came of it: that would tell whether others decide.
        """
        self.displayed = self.state
        if stream := self._audience.of_seat(seat):
            self._audience.publish(stream, self.view_of(seat), [])

    # Answering

    def act(self, seat: int, prompt_id: str, text: str, now: int) -> None:
        """A person's answer; one that came twice does nothing.

        Raises:
            ServerError: prompt.stale.
            RuleError, NotationError: the rules' refusal; nothing has changed.
        """
        prompt = self.prompts.get(seat)
        if prompt is None or prompt.id != prompt_id:
            if self._table.answers.get(seat) == (prompt_id, text):
                return
            raise ServerError("prompt.stale", "that question is no longer open")
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
            self._table.answers[seat] = (prompt_id, text)
            return
        self._apply(prompt, action, now, answered=prompt_id)
        self._table.answers[seat] = (prompt_id, text)
        self.advance(now)

    def signal(self, seat: int, text: str, now: int) -> None:
        """A seat's signal about its play, stored and displayed with it.

        Raises:
            RuleError: as `Signals.say`; nothing has changed.
        """
        self.ledger.signal(self.state, seat, text)
        self._tell((), now)

    def _swallow(self, prompt: Prompt, action: Any) -> None:
        """An answer that a better claim has made idle; its seat must not notice before the others do.

        Raises:
            RuleError: the rules' own refusal, as where the question were still open.
        """
        self._game.apply(prompt.state, prompt.seat, action)
        self.questions.withdraw(prompt.seat)

    def _apply(
        self, prompt: Prompt, action: Any, now: int, *, answered: str | None = None, auto_played: bool = False
    ) -> None:
        before, seat = self.state, prompt.seat
        moments = self.ledger.act(before, seat, action, answered, auto_played=auto_played)
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
        """Whether those who have no question see no difference to the moment before."""
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
        """Lengthen the claim window, for everyone to see (once a seat).

        Raises:
            ServerError: message.unexpected, prompt.held.
        """
        self.timing.hold(seat)
        self.tell_time(now)

    def in_company(self, now: int) -> None:
        """Someone joins the one person among bots, for whom an open card waited without a clock: it has one now."""
        if self.timing.window:
            self.timing.reopen(now)
            self.tell_time(now)

    def clock_json(self, now: int) -> Sent:
        """The clock as everyone sees it."""
        stands = self._table.paused_clock.stands
        self._waits = self._waits_for_one(now)
        return self.timing.clock_json(now, stands=stands, waits_for_one=self._waits)

    def send_clock(self, now: int) -> None:
        """Tell every seat the clock."""
        self._audience.send(self.clock_json(now), *self._audience.seated())

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
        auto_played = prompt.chosen is None and not prompt.automatic
        if auto_played:
            self._chair(prompt.seat).driven += 1
        self._apply(
            prompt, self.questions.decided(prompt), now, answered=prompt.answered, auto_played=auto_played
        )

    def _answer_all(self, now: int) -> None:
        """The window, or the hidden drawing, is over: those who have not answered have passed."""
        while (seats := self._game.actors(self.state)) and self._listens:
            actions = self._game.legal_actions(self.state, seats[0])
            prompt = self.prompts.get(seats[0]) or Prompt("", seats[0], self.state, actions, now)
            auto_played = prompt.chosen is None and self.questions.is_driven(seats[0], now)
            self._apply(prompt, prompt.actions[0], now, auto_played=auto_played)

    def _time_out(self, now: int) -> None:
        """The default is taken for the seat on the clock, and after some times a bot plays on."""
        prompts = [self.prompts[seat] for seat in self._game.actors(self.state) if seat in self.prompts]
        for prompt in prompts[:1]:
            most = self._room.settings.auto_play_after
            if self._chair(prompt.seat).miss(most, counts=not prompt.automatic):
                self._table.room_changed()
            decided = self.questions.decided(prompt) if prompt.automatic else prompt.actions[0]
            self._apply(prompt, decided, now, answered=prompt.answered, auto_played=not prompt.automatic)

    def missed(self) -> Iterator[tuple[Prompt, int]]:
        """Questions to people who are away and have not been notified, each with the time from which they should be; none whose time tells who has one."""
        timing = self.timing
        if timing.pauses or timing.is_alone:
            return
        for prompt in self.prompts.values():
            chair = self._chair(prompt.seat)
            waits = chair.kind == HUMAN and prompt.act_at is None and not prompt.notified
            if waits and chair.away_since is not None and self._room.settings.slow:
                yield prompt, max(chair.away_since, prompt.opened) + MISSED_MS

    def stop(self) -> None:
        """Close all questions."""
        self.questions.close()
        self._timeline.clear()

    def _chair(self, seat: int) -> Chair:
        return self._room.chairs[seat]


# --- the course of a match: the deals before, the one that is played, and what has come for the next shuffle

MISSED_MS = 5000
"""So long a person may be away from a question before they are notified; a page that is loaded again is back by then."""
PAUSE_MS = 10 * 60_000
"""The longest that the host may pause a deal in all."""


class Shuffle:
    """The shares and nonces for the next shuffle, by seat; of the moment, and not stored."""

    def __init__(self) -> None:
        self.shares: dict[int, bytes] = {}
        self.nonces: dict[int, bytes] = {}

    def clear(self) -> None:
        """Forget all of it."""
        self.shares.clear()
        self.nonces.clear()


class MatchState(TableContext):
    """A table as far as its match goes; `key` signs the record."""

    def __init__(self, room: Room, now: int, randomness: Randomness, first_seq: int, key: Key | None) -> None:
        super().__init__(room, now, randomness, first_seq)
        self.key = key
        self._authority: Authority | None = None
        self.running: Running | None = None
        """The deal that is played; it remains after its end, to be seen, until the next one begins."""
        self.deals_before = 0
        """The number of deals in earlier records."""
        self.next_at: int | None = None
        """When the next deal begins, or the next step of its shuffle; None: not before someone does something."""
        self._pause_ends = 0
        self._pause_left = PAUSE_MS
        self.shuffle = Shuffle()
        self.fast_forward = FastForward(self.room)
        self.answers: dict[int, tuple[str, str]] = {}
        """The last answer of each seat in the deal that was played last, and to which question: one that comes twice does nothing."""
        self.passes = Passes()

    @property
    def match(self) -> Match:
        """The match as far as its deals have been settled."""
        if self._authority is None:
            return Match.start(self.room.game, self.room.options)
        return self._authority.match

    @property
    def recorder(self) -> Recorder | None:
        """The recorder, once the match has begun."""
        return None if self._authority is None else self._authority.recorder

    def write_into(self, recorder: Recorder, match: Match | None = None, *, before: int = 0) -> None:
        """Write what is dealt from now on into another record; `match` is how far it is, `before` the deals of earlier records."""
        self._authority = Authority(recorder, match or self.match)
        self.deals_before = before

    def deal(self, nonces: Sequence[bytes]) -> tuple[Moment, ...]:
        """Deal the cards of the shuffle to which the seats have added these; the moments of the opening."""
        assert self._authority is not None
        return self._authority.deal(self.room.secret, nonces)

    def settle_deal(self) -> None:
        """Count the running deal, which is over."""
        assert self._authority is not None
        assert self.running is not None
        self._authority.settle(self.running.state)
        self.room.carry = self._authority.match.carry

    def new_deal(self) -> None:
        """Forget what was said of the deal before. A player without a page yet receives this deal from its beginning."""
        self.shuffle.clear()
        self.answers.clear()
        self._pause_left = PAUSE_MS
        self.room.postponed = []
        self.fast_forward.new_deal()
        self.audience.new_deal()
        for seat, chair in enumerate(self.room.chairs):
            if chair.guest:
                self.audience.open(chair.guest, seat)

    def lay_out(self, moment: Moment, number: int, suits: wire.SuitFaces | None) -> Running:
        """A deal on the table, as far as `moment`; nothing of it appears yet."""
        assert self._authority is not None
        self.running = Running(self, self._authority, moment, number, suits)
        return self.running

    def is_due(self, now: int) -> bool:
        """Whether the next deal, or step of its shuffle, is due."""
        return self.next_at is not None and now >= self.next_at

    @property
    def next_number(self) -> int:
        """The number of the deal that comes next."""
        return self.deals_before + (len(self.recorder.record.deals) if self.recorder else 0) + 1

    @property
    def deal_number(self) -> int:
        """The number of the running deal, or of the one that comes next."""
        return self.next_number - (self.running is not None)

    @property
    def is_ending(self) -> bool:
        """Whether the last card of a deal has been played, which only remains to appear."""
        running = self.running
        return running is not None and self.room.stage == PLAYING and not self.room.game.actors(running.state)

    def stop(self) -> None:
        """End the running deal, if there is one: no question is open any more."""
        if self.running is not None:
            self.running.stop()
        self.running = None

    def clear_table(self) -> None:
        """Take away all that is seen of a deal."""
        self.stop()
        self.audience.new_deal()
        self.gallery.clear()

    def pause(self, now: int, *, on: bool) -> None:
        """Halt the table for what is left to this deal, or let it go on.

        Raises:
            ServerError: pause.spent.
        """
        if on and not self._pause_left:
            raise ServerError("pause.spent", "this deal has been paused long enough")
        if self.room.paused and not on:
            self._pause_left = max(0, self._pause_ends - now)
        elif on:
            self._pause_ends = now + self._pause_left
        self.room.paused = on

    @property
    def pause_ends(self) -> int | None:
        """When the pause ends by itself; None if there is none."""
        return self._pause_ends if self.room.paused else None

    def end_pause(self, now: int) -> None:
        """Go on if the pause has lasted long enough."""
        if self.pause_ends is not None and now >= self.pause_ends:
            self.pause(now, on=False)
            self.room_changed()

    def resume_clocks(self, now: int) -> bool:
        """Resume time if no reason to pause is left; whether it runs now."""
        if not self.paused_clock.stands or self.must_stand:
            return False
        by = self.paused_clock.end(now)
        if self.next_at is not None:
            self.next_at += by
        if self.running is not None:
            self.running.shift(by)
            self.running.tell_time(now)
        return True

    def stop_clocks(self, now: int) -> None:
        """Pause time, if there is a reason."""
        if self.paused_clock.stands or not self.must_stand:
            return
        self.paused_clock.begin(now)
        if self.running is not None:
            self.running.tell_time(now)

    def meet_drivers(self, now: int) -> None:
        """Put the open questions to those who decide now, while the clocks stand too."""
        if self.running is not None and self.room.stage == PLAYING:
            self.running.drivers_changed(self.paused_clock.time(now))
