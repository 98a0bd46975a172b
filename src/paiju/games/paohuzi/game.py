"""Paohuzi as a `Game`: the seven verbs over the turn engine of `turns`."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from paiju.core.errors import OptionError, RuleError, check_seat, check_type, told, wrong_seat, wrong_type
from paiju.core.game import Event, MatchRules, Moment, whole
from paiju.core.options import Raw
from paiju.core.position import SaysPositions, check_start
from paiju.games.paohuzi import claims, notation, reasons, turns, views
from paiju.games.paohuzi.actions import Action, check_action
from paiju.games.paohuzi.cards import SEATS
from paiju.games.paohuzi.claims import outranks_all
from paiju.games.paohuzi.determinize import draw
from paiju.games.paohuzi.options import PRESETS, PaohuziOptions, TieBreak
from paiju.games.paohuzi.position import GRAMMAR
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import ALONE, Carry, Events, Layout, Phase, State
from paiju.games.paohuzi.views import View, pause

_OVER = Phase.OVER  # members of an enumeration are slow to look up


class Paohuzi(SaysPositions[State, View]):
    """The rules of Paohuzi. Stateless; `paiju.load("paohuzi")` returns it."""

    name: ClassVar[str] = "paohuzi"
    seats: ClassVar[int] = SEATS
    law: ClassVar[int] = 3
    """Raised whenever an old record could replay differently."""
    grammar, state_type, view_type = GRAMMAR, State, View

    def options(self, given: Mapping[str, Raw]) -> PaohuziOptions:
        """Options from a mapping of names to values; `preset` names what they are laid over.

        `cap` may be written `none` (PZ §1), the number 0 says the same.

        Raises:
            OptionError: option.preset | unknown | type | range | choice | inactive.
        """
        check_type(given, Mapping)
        overrides = dict(given)
        name = told(overrides.pop("preset", "akagiri")).replace("_", "-")
        if name not in PRESETS:
            known = ", ".join(PRESETS)
            raise OptionError("option.preset", "preset", f"{name!r} is none of {known}", {"value": name})
        if told(overrides.get("cap")).lower() == "none":
            overrides.pop("cap", None)
        return PaohuziOptions.build(PRESETS[name], overrides)

    def seats_of(self, options: PaohuziOptions) -> int:
        """How many sit at a table; of four one sits out (PZ 3.5).

        Raises:
            UsageError: usage.type.
        """
        check_type(options, PaohuziOptions)
        return options.seats

    def presets(self) -> Mapping[str, Mapping[str, Raw]]:
        """Named option sets, as differences to the default."""
        return PRESETS

    def deal(
        self, options: PaohuziOptions, seed: bytes | Layout | State, carry: Carry | None = None
    ) -> State:
        """A new deal, run up to its first decision; it may be over at once (heavenly sets).

        `seed` is 32 bytes, a `Layout` with the cards themselves, or the state of a position; `carry` is what the deal
        before passed on.

        Raises:
            UsageError: usage.seed | type | seat | carry.
            LayoutError: layout.cards.
            PositionError: position.conflict, for a state of other options, or a carry beside one.
        """
        return self.opening_moments(options, seed, carry)[-1].state

    def opening(self, state: State) -> tuple[Event, ...]:
        """The events of the deal itself, before its first decision; dealt again for a state that was completed.

        Where the pack is cut that is the first decision, and there are none.

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        start = state.start
        if start.opening or state.rules.cut or not start.wall:
            return start.opening
        carry = Carry(start.dealer, start.streak, start.draws)
        return self.opening(self.deal(state.rules.options, Layout(start.wall), carry))

    def actors(self, state: State) -> tuple[int, ...]:
        """The seats that must decide now; () when the deal is over.

        In a claim window these are the seats that may claim the card and have not answered, none of them outranked.
        That is a secret of theirs: what all may know is `askable`.

        Raises:
            UsageError: usage.type.
        """
        if not isinstance(state, State):
            raise wrong_type(state, State)
        return claims.asked(state)

    def askable(self, state: State) -> tuple[int, ...]:
        """The seats that may be being asked, as far as everybody can tell: the answer for a table that keeps secrets.

        Every seat of `actors` is among them, and which they are depends on what all have seen alone.

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        public = views.view(state, None)
        if public.phase is not Phase.CLAIM:
            return public.asked
        return (public.turn,) if public.source in ALONE else claims.askable(state)

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        """All actions of a seat, `pass` first; () for a seat that is not asked.

        Raises:
            UsageError: usage.seat | type.
        """
        if not isinstance(state, State):
            raise wrong_type(state, State)
        if type(seat) is not int or not 0 <= seat < state.rules.seats:
            raise wrong_seat(seat, state.rules.seats)
        return claims.legal(state, seat)

    def apply(self, state: State, seat: int, action: Action | str) -> tuple[State, tuple[Event, ...]]:
        """The state after `action`, a value or its text, and what happened; `state` itself stays as it was.

        An answer in a claim window has no events before the window is settled.

        Raises:
            UsageError: usage.seat | type | number.
            RuleError: action.game_over, action.not_your_turn or action.illegal, tested in this order.
            NotationError: as `parse_action`.
        """
        if not isinstance(state, State):
            raise wrong_type(state, State)
        after, events = self._acted(state, seat, action, pausing=False)
        return after, tuple(events)

    def _acted(self, state: State, seat: int, action: Action | str, *, pausing: bool) -> tuple[State, Events]:
        """A copy of the state after an action, up to the next decision or pause, and what happened."""
        if type(seat) is not int or not 0 <= seat < state.rules.seats:
            raise wrong_seat(seat, state.rules.seats)
        legal = claims.legal(state, seat)
        if state.phase is _OVER:
            raise RuleError("action.game_over", "the deal is over", "PZ M10")
        if not legal:
            raise RuleError("action.not_your_turn", f"seat {seat} is not asked", "PZ 8.2", {"seat": seat})
        if not isinstance(action, Action):
            action = self.parse_action(state, seat, action)
        try:
            action = legal[legal.index(action)]  # not an equal one of other numbers, as True for 1
        except ValueError:
            raise _refusal(state, seat, action) from None
        after = state.copy()
        events: Events = []
        turns.act(after, seat, action, events, pausing=pausing)
        return after, events

    def why_not(self, view: View, action: Action) -> RuleError | None:
        """The reason why the viewer may not take an action now, whether or not he is asked; None if he may.

        It is found from the view alone. `Action("eat")`, without sets, asks about every eating of the open card.

        Raises:
            UsageError: usage.type | number.
        """
        check_type(view, View)
        check_action(action)
        return reasons.refusal(view, action)

    def moments(self, state: State, seat: int, action: Action | str) -> tuple[Moment[State], ...]:
        """As `apply`, moment by moment: one for each card that nobody may claim, and one for the end.

        An open window in which nobody is asked looks to every seat like one in which others are.
        """
        check_type(state, State)
        return _moments(*self._acted(state, seat, action, pausing=True))

    def opening_moments(
        self, options: PaohuziOptions, seed: bytes | Layout | State, carry: Carry | None = None
    ) -> tuple[Moment[State], ...]:
        """As `deal` and `opening`, in moments like those of an action; errors as in `deal`."""
        check_type(options, PaohuziOptions)
        check_type(carry, (Carry, type(None)))
        events: Events = []
        if isinstance(seed, State):
            check_start(seed.rules.options, options, carry)
            state = seed.copy()
        else:
            state, events = turns.deal(compile_rules(options), seed, carry or Carry())
        found = _moments(state, events)
        state.start = replace(state.start, opening=whole(found).events)
        return found

    def ends_pause(self, state: State, seat: int, action: Action) -> bool:
        """Whether a claim is one that nothing can outrank, as far as all can see (PZ 8.3).

        Raises:
            UsageError: usage.type | seat | number.
        """
        check_type(state, State)
        check_seat(seat, state.rules.seats)
        check_action(action)
        return seat in state.start.order and outranks_all(state, seat, action)

    def view(self, state: State, viewer: int | None) -> View:
        """What `viewer` may know; None is a spectator.

        Raises:
            UsageError: usage.seat | type.
        """
        check_type(state, State)
        if viewer is not None:
            check_seat(viewer, state.rules.seats)
        return views.view(state, viewer)

    def determinize(self, view: View, rng: random.Random, *, history: bool = True) -> State:
        """A deal drawn uniformly from all whose past, with what was done in it, shows the viewer what he has seen.

        Passes in settled windows are nobody's to see, and answers in the open one are left to be given. Where the table waits,
        somebody is asked; no deal may be left where somebody is, then it is a moment that looks the same.

        Of a position, which has no past, unknown cards are dealt as its text would have them dealt. Without `history` the past of a view is
        not looked at either: a quick draw for searches.

        Raises:
            UsageError: usage.type, usage.view.
            PositionError: position.rare.
        """
        check_type(view, View)
        check_type(rng, random.Random)
        if view.past is None:
            filled: State = GRAMMAR.parse(self, GRAMMAR.view_text(self, view, past=False), rng).state
            return filled
        return draw.determinize(view, rng, history=history)

    def returns(self, state: State) -> tuple[int, ...]:
        """Points by seat; zeros while the deal lasts.

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        return state.result.returns if state.result else (0,) * state.rules.seats

    def carry(self, state: State) -> Carry:
        """What a finished deal passes on to the next.

        Raises:
            UsageError: usage.unfinished | type.
        """
        check_type(state, State)
        return turns.carry_of(state)

    def match_rules(self, options: PaohuziOptions) -> MatchRules:
        """When a match of these options ends (PZ §1).

        Raises:
            UsageError: usage.type.
        """
        check_type(options, PaohuziOptions)
        play_on = options.tie_break is TieBreak.PLAY_ON
        return MatchRules(str(options.match_end), options.match_length, play_on=play_on)

    def is_void(self, state: State) -> bool:
        """Whether a finished deal does not count: never, a draw game counts (PZ 3.5).

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        return False

    def action_text(self, state: State, action: Action) -> str:
        """An action in text notation.

        Raises:
            UsageError: usage.type | number.
        """
        check_type(state, State)
        check_action(action)
        return notation.action_text(action)

    def parse_action(self, state: State, seat: int, text: str) -> Action:
        """The action that `text` means.

        Raises:
            UsageError: usage.seat | type.
            NotationError: notation.action | card.
        """
        check_type(state, State)
        check_seat(seat, state.rules.seats)
        check_type(text, str)
        return notation.parse_action(text)

    def event_json(self, options: PaohuziOptions, event: Event) -> dict[str, Any]:
        """An event as plain JSON, its cards in notation.

        Raises:
            UsageError: usage.type.
        """
        check_type(options, PaohuziOptions)
        check_type(event, Event)
        return notation.event_json(event)

    def carry_json(self, carry: Carry | None) -> dict[str, Any] | None:
        """A carry as plain JSON.

        Raises:
            UsageError: usage.type.
        """
        check_type(carry, (Carry, type(None)))
        return notation.carry_json(carry)

    def parse_carry(self, data: Any) -> Carry:
        """The carry that `carry_json` wrote."""
        return notation.parse_carry(data)


def _moments(state: State, events: Events) -> tuple[Moment[State], ...]:
    """From a pause to the next decision; `state` itself goes on to be that of the last moment."""
    found = []
    while turns.is_idle(state):
        found.append(Moment(state.copy(), tuple(events), pause(state)))
        events.clear()
        turns.settle(state, events, pausing=True)
    return (*found, Moment(state, tuple(events), pause(state)))


def _refusal(state: State, seat: int, action: Action) -> RuleError:
    """Why an action that is not offered is none."""
    check_action(action)
    error = reasons.refusal(views.view(state, seat), action)
    assert error is not None, "what is not offered has a reason"
    return error


GAME = Paohuzi()
