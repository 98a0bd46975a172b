"""The open questions of a deal: who answers each, the person, a bot for him, or the table where nothing is to decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from paiju.bots.base import make_bot
from paiju.server.settings import LEVELS
from paiju.server.table import pace
from paiju.server.table.chairs import BOT
from paiju.server.table.prompts import Prompt

if TYPE_CHECKING:
    from paiju.server.table.running import Running
    from paiju.server.table.table import Table

PROMPT_BYTES = 8


class Questions:
    """The prompts of `deal`, by seat in `open`."""

    def __init__(self, table: Table, deal: Running) -> None:
        self._table = table
        self._room = table.room
        self._game = table.room.game
        self._deal = deal
        self.open: dict[int, Prompt] = {}

    def ask(self, seat: int, now: int) -> None:
        """Ask a seat what the deal waits for."""
        deal = self._deal
        actions = self._game.legal_actions(deal.state, seat)
        prompt = Prompt(self._table.token(PROMPT_BYTES), seat, deal.state, actions, now)
        self.open[seat] = prompt
        self._drive(prompt, now)
        if deal.timing.veiled and (stream := self._table.audience.of_seat(seat)):
            self._table.audience.publish(stream, deal.view_of(seat), [])
        self.show(prompt, now)

    def _drive(self, prompt: Prompt, now: int) -> None:
        """Settle whether the seat decides itself, and else when it is decided for it."""
        chance, window = self._table.chance, self._deal.timing.window
        driven = self._is_driven(prompt.seat, now)
        prompt.automatic = not driven and not window and prompt.is_forced_pass
        if driven:
            prompt.act_at = now + pace.bot_delay(chance, window=window)
        else:
            prompt.act_at = now + pace.automatic_pass(chance) if prompt.automatic else None

    def drivers_changed(self, now: int) -> None:
        """Somebody came, went, or let a bot play: the open prompts go to whoever decides now."""
        for prompt in self.open.values():
            driven = self._is_driven(prompt.seat, now)
            if driven != (prompt.act_at is not None and not prompt.automatic):
                self._drive(prompt, now)
                self.show(prompt, now)

    def _is_driven(self, seat: int, now: int) -> bool:
        return self._room.chairs[seat].is_driven(now, 1000 * self._room.settings.takeover_seconds)

    def show(self, prompt: Prompt, now: int) -> None:
        """Put a prompt on the page of its seat, unless a bot decides for it."""
        stream = self._table.audience.of_seat(prompt.seat)
        if stream is None:
            return
        if self._is_driven(prompt.seat, now):
            self._table.audience.withdraw(stream)
            return
        stream.prompted = True
        timing, bank = self._deal.timing, self._room.chairs[prompt.seat].bank_ms
        message = prompt.to_json(
            self._game, now, timing.deadline, timing.clock.total, bank, stands=self._table.stands
        )
        self._table.audience.send(stream, message)

    def show_all(self, now: int) -> None:
        """Put all prompts on their pages again: their times have changed."""
        for prompt in self.open.values():
            self.show(prompt, now)

    def withdraw(self, seat: int) -> None:
        """Take the prompt of one seat back."""
        self.open.pop(seat, None)
        if stream := self._table.audience.of_seat(seat):
            self._table.audience.withdraw(stream)

    def close(self) -> None:
        """Take all prompts back."""
        self.open.clear()
        for stream in self._table.audience.seated():
            self._table.audience.withdraw(stream)

    def due(self, now: int) -> list[Prompt]:
        """The prompts that are to be answered for their seats by now."""
        prompts = sorted(self.open.values(), key=lambda prompt: prompt.seat)
        return [prompt for prompt in prompts if prompt.act_at is not None and now >= prompt.act_at]

    def decided(self, prompt: Prompt) -> Any:
        """What is done for a seat that does not decide itself."""
        if prompt.automatic:
            return prompt.actions[0]
        chair = self._room.chairs[prompt.seat]
        level = chair.level if chair.kind == BOT else self._room.settings.bots
        return self._choice(prompt, prompt.actions, level)

    def hint(self, prompt: Prompt, actions: Sequence[Any]) -> Any:
        """What the strongest bot would choose of `actions`."""
        return self._choice(prompt, actions, LEVELS[-1])

    def _choice(self, prompt: Prompt, actions: Sequence[Any], level: str) -> Any:
        """What a bot chooses; the same again whenever it is asked the same."""
        place = f"{self._deal.number} {prompt.seat} {self._deal.decisions_of(prompt.seat)}"
        bot = make_bot(level, self._table.bot_seed(place))
        return bot.choose(self._game.view(prompt.state, prompt.seat), actions)

    def shift(self, by: int) -> None:
        """Move all times on, after a pause."""
        for prompt in self.open.values():
            prompt.shift(by)
