"""The open questions of a deal: who answers each, the person, a bot for him, or the table where nothing is to decide."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from paiju.bots.advice import advise
from paiju.bots.base import Advice
from paiju.server.pack import pack_of
from paiju.server.protocol import Sent
from paiju.server.settings import SEALED
from paiju.server.table import cuts, pace
from paiju.server.table.chairs import BOT
from paiju.server.table.company import Company
from paiju.server.table.haste import Haste
from paiju.server.table.ledger import Ledger
from paiju.server.table.passes import Passes
from paiju.server.table.prompts import Prompt
from paiju.server.table.thinking import FALLBACK, PATIENCE_MS, SLOW, Choosing, Thought, choose
from paiju.server.table.timing import Timing

PROMPT_BYTES = 8


class Questions:
    """The prompts of a deal, by seat in `open`."""

    def __init__(
        self, company: Company, timing: Timing, *, haste: Haste, passes: Passes, ledger: Ledger
    ) -> None:
        self._company = company
        self._audience = company.audience
        self._room = company.room
        self._game = company.room.game
        self._timing = timing
        self._haste = haste
        self._passes = passes
        self._ledger = ledger
        self.open: dict[int, Prompt] = {}

    def ask(self, seat: int, state: Any, now: int) -> Prompt:
        """A question to a seat, as the deal stands; it is not shown yet."""
        actions = self._game.legal_actions(state, seat)
        prompt = Prompt(self._company.luck.mark(PROMPT_BYTES), seat, state, actions, now)
        self.open[seat] = prompt
        self._drive(prompt, now)
        return prompt

    def _drive(self, prompt: Prompt, now: int, *, handed_over: bool = False) -> None:
        """Settle whether the seat decides itself, and else when it is decided for it.

        The times are drawn here, before anybody thinks, from what all can see: they would tell whether there is a choice.
        """
        if (cut := cuts.cut_of(self._room, prompt)) is not None:
            prompt.choose(cut)
            prompt.act_after(now)
            return
        chance, window = self._company.luck.chance, self._timing.window
        if (waits := self._ledger.postponed(prompt.seat)) is not None:
            prompt.seal(until=now + pace.sealed_pass(chance))
            action = self._game.parse_action(prompt.state, prompt.seat, waits.text)
            prompt.choose(action, answered=waits.prompt)
            return
        driven = self.is_driven(prompt.seat, now)
        automatic = not driven and not window and prompt.is_forced_pass
        prompt.begin(automatic=automatic)
        if driven:
            level, hasty, tempo = self._level(prompt.seat), self._haste.is_on, self._room.settings.tempo
            slow = level in SLOW
            delay = pace.bot_delay(
                chance, tempo, self._pondering(prompt), window=window, slow=slow, haste=hasty,
                handed_over=handed_over,
            )  # fmt: skip
            prompt.act_after(now + delay)
            if len(prompt.actions) > 1:
                self._have_it_thought_over(prompt, level)
        elif self._room.settings.passes == SEALED and not window and not self._timing.is_alone:
            prompt.seal(until=now + pace.sealed_pass(chance))
            if automatic:
                prompt.act_after(now + self._passes.like(prompt.seat, chance))
        elif automatic:
            prompt.act_after(now + pace.automatic_pass(chance))

    def _pondering(self, prompt: Prompt) -> float:
        """How much there is to think about, as far as all see: not how many actions there are, which depends on the hand."""
        return pack_of(self._game.name).pondering(self._game.view(prompt.state, None), prompt.seat)

    def _have_it_thought_over(self, prompt: Prompt, level: str) -> None:
        """Put the question to a bot, which has until the prompt's time to answer."""
        if self._timing.window:
            prompt.allow(PATIENCE_MS)
        view = self._game.view(prompt.state, prompt.seat)
        think = Choosing(level, self._ledger.seed_for(prompt.seat), view, prompt.actions)
        self._company.have_thought(Thought(think, partial(self._heard, prompt), level in SLOW, prompt.due_at))

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
        """A bot has answered; if its question is still open, that is what will be done."""
        if self.open.get(prompt.seat) is prompt and action in prompt.actions:
            prompt.hear(action)

    def drivers_changed(self, now: int) -> bool:
        """Somebody came, went, or let a bot play: the open prompts go to whoever decides now. Whether any does."""
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
        now = self._company.standstill.time(now)
        return self._room.chairs[seat].is_driven(now, 1000 * self._room.settings.takeover_seconds)

    def show(self, prompt: Prompt, now: int) -> None:
        """Put a prompt on the page of its seat, unless a bot decides for it."""
        if (stream := self._audience.of_seat(prompt.seat)) is None:
            return
        if (message := self.shown(prompt, now)) is None:
            self._audience.withdraw(stream)
        else:
            self._audience.prompt(stream, message)

    def shown(self, prompt: Prompt, now: int) -> Sent | None:
        """The prompt as the page of its seat shows it; None while a bot decides."""
        if self.is_driven(prompt.seat, now):
            return None
        timing, bank = self._timing, self._room.chairs[prompt.seat].bank_ms
        stands = self._company.standstill.stands
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
        """The prompts that are to be answered for their seats by now, in the order of the seats."""
        prompts = sorted(self.open.values(), key=lambda prompt: prompt.seat)
        due = [prompt for prompt in prompts if prompt.due_at is not None and now >= prompt.due_at]
        return self.together(now) if due and self._room.duplicate is not None and self._timing.window else due

    def together(self, now: int) -> list[Prompt]:
        """The prompts that bots answer, by seat: in a window all at once where nothing may depend on who was quicker."""
        prompts = sorted(self.open.values(), key=lambda prompt: prompt.seat)
        return [prompt for prompt in prompts if self.is_driven(prompt.seat, now)]

    def decided(self, prompt: Prompt) -> Any:
        """What is done for a seat that does not decide itself."""
        if prompt.automatic:
            return prompt.actions[0] if prompt.chosen is None else prompt.chosen
        if prompt.thought is not None:
            return prompt.thought
        if len(prompt.actions) == 1:
            return prompt.actions[0]
        level = self._level(prompt.seat)
        view = self._game.view(prompt.state, prompt.seat)
        return choose(
            FALLBACK if level in SLOW else level, self._ledger.seed_for(prompt.seat), view, prompt.actions
        )

    def _level(self, seat: int) -> str:
        chair = self._room.chairs[seat]
        return chair.level if chair.kind == BOT else self._room.settings.bots

    def ask_advice(self, prompt: Prompt, hear: Callable[[tuple[Advice, ...], int], None]) -> None:
        """Have somebody think about what the seat could do; `hear` gets it, the same whenever it is asked the same."""
        view = self._game.view(prompt.state, prompt.seat)
        think = partial(advise, view, prompt.actions, self._ledger.seed_for(prompt.seat))
        self._company.have_thought(Thought(think, hear))

    def shift(self, by: int) -> None:
        """Move all times on, after a pause."""
        for prompt in self.open.values():
            prompt.shift(by)
