"""Bao Huang as a `Game`: the seven verbs over the phases in `flow`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from paiju.core.errors import (
    OptionError,
    PaijuError,
    RuleError,
    check_seat,
    check_type,
    told,
    wrong_seat,
    wrong_type,
)
from paiju.core.game import Event, MatchRules, Moment, Place
from paiju.core.options import Raw
from paiju.core.position import SaysPositions, check_start
from paiju.games.baohuang import notation, scoring, visibility
from paiju.games.baohuang.actions import CROWN, Action, check_action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.determinize import draw
from paiju.games.baohuang.options import PRESETS, BaohuangOptions
from paiju.games.baohuang.phases import dealing, flow, play
from paiju.games.baohuang.position import GRAMMAR
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry, Events, Layout, Phase, State
from paiju.games.baohuang.views import View

_PLAY, _OVER = Phase.PLAY, Phase.OVER  # members of an enumeration are slow to look up


class Baohuang(SaysPositions[State, View]):
    """The rules of Bao Huang. Stateless; `paiju.load("baohuang")` returns it."""

    name: ClassVar[str] = "baohuang"
    seats: ClassVar[int] = SEATS
    law: ClassVar[int] = 3
    """Raised whenever an old record could replay differently."""
    earlier: ClassVar[Mapping[int, Callable[[BaohuangOptions], bool]]] = {
        2: lambda options: not compile_rules(options).defers_once
    }
    """Earlier numbers, and the options under which their records replay as they did."""
    grammar, state_type, view_type = GRAMMAR, State, View

    def options(self, given: Mapping[str, Raw]) -> BaohuangOptions:
        """Options from a mapping of names to values; `preset` names what they are laid over.

        Raises:
            OptionError: option.preset | unknown | type | range | choice | inactive | conflict.
        """
        check_type(given, Mapping)
        overrides = dict(given)
        name = told(overrides.pop("preset", "pagat"))
        if name not in PRESETS:
            known = ", ".join(PRESETS)
            raise OptionError("option.preset", "preset", f"{name!r} is none of {known}", {"value": name})
        return BaohuangOptions.build(PRESETS[name], overrides)

    def seats_of(self, options: BaohuangOptions) -> int:
        """How many sit at a table: five, whatever the options.

        Raises:
            UsageError: usage.type.
        """
        check_type(options, BaohuangOptions)
        return SEATS

    def presets(self) -> Mapping[str, Mapping[str, Raw]]:
        """Named option sets, as differences to the default."""
        return PRESETS

    def deal(
        self, options: BaohuangOptions, seed: bytes | Layout | State, carry: Carry | None = None
    ) -> State:
        """A new deal, run up to its first decision.

        `seed` is 32 bytes, a `Layout` with the cards themselves, or the state of a position; `carry` is what the deal
        before passed on.

        Raises:
            UsageError: usage.seed | type | seat | carry.
            LayoutError: layout.cards.
            PositionError: position.conflict, for a state of other options, or a carry beside one.
        """
        return self.opening_moments(options, seed, carry)[-1].state

    def opening(self, state: State) -> tuple[Event, ...]:
        """The events of the deal itself, before its first decision.

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        return state.start.opening

    def actors(self, state: State) -> tuple[int, ...]:
        """The seat that must decide, in a tuple; () when the deal is over.

        Raises:
            UsageError: usage.type.
        """
        if not isinstance(state, State):
            raise wrong_type(state, State)
        return state.queue[:1]

    def askable(self, state: State) -> tuple[int, ...]:
        """The seats that may be being asked, as far as everybody can tell; every one while a draw may stop (BH A18-70).

        Raises:
            UsageError: usage.type.
        """
        asked = self.actors(state)
        return tuple(range(SEATS)) if state.phase is Phase.DRAW else asked

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        """All actions of a seat, the safe default first; () for a seat that is not asked.

        Plays that differ only in suits are listed once, in the form that breaks fewest identical sets.

        Raises:
            UsageError: usage.seat | type.
        """
        if not isinstance(state, State):
            raise wrong_type(state, State)
        queue = state.queue
        if type(seat) is not int or not queue or queue[0] != seat:
            check_seat(seat, SEATS)
            return ()
        offered = state.offered
        if offered is None:
            phase = state.phase
            offered = play.legal(state, seat) if phase is _PLAY else flow.STAGES[phase].legal(state, seat)
            state.offered = offered
        return offered

    def apply(self, state: State, seat: int, action: Action | str) -> tuple[State, tuple[Event, ...]]:
        """The state after `action`, a value or its text, and what happened; `state` itself stays as it was.

        Raises:
            UsageError: usage.seat | type | number.
            RuleError: action.game_over, action.not_your_turn or action.illegal, tested in this order.
            NotationError: as `parse_action`.
        """
        if not isinstance(state, State):
            raise wrong_type(state, State)
        if type(seat) is not int or seat not in state.queue[:1]:
            raise _unasked(state, seat)
        if not isinstance(action, Action):
            action = self.parse_action(state, seat, action)
        offered = state.offered or ()
        try:
            action = offered[offered.index(action)]  # not an equal one of other numbers, as True for 1
        except ValueError:
            self._check(state, seat, action)
        after = state.copy()
        events: Events = []
        if state.phase is _PLAY:  # play goes on by itself; no look-ups where nearly all decisions fall
            play.apply(after, seat, action, events)
        else:
            flow.step(after, seat, action, events)
        return after, tuple(events)

    def _check(self, state: State, seat: int, action: Action) -> None:
        check_action(action)
        if state.phase is _PLAY:
            play.check(state, seat, action)
        elif action not in self.legal_actions(state, seat):
            raise play.refusal(action, "not_offered", flow.STAGES[state.phase].rule)

    def moments(self, state: State, seat: int, action: Action | str) -> tuple[Moment[State], ...]:
        """As `apply`, in one moment, or in two where a drawing begins that is hidden."""
        check_type(state, State)
        return dealing.moments(state, *self.apply(state, seat, action))

    def opening_moments(
        self, options: BaohuangOptions, seed: bytes | Layout | State, carry: Carry | None = None
    ) -> tuple[Moment[State], ...]:
        """As `deal` and `opening`, in moments like those of an action; errors as in `deal`."""
        check_type(options, BaohuangOptions)
        check_type(carry, (Carry, type(None)))
        if isinstance(seed, State):
            check_start(seed.rules.options, options, carry)
            return (Moment(seed, ()),)
        before = dealing.begin(compile_rules(options), seed, carry or Carry())
        state = before.copy()
        events: Events = []
        flow.run(state, events)
        state.start = replace(state.start, opening=tuple(events))
        return dealing.moments(before, state, tuple(events))

    def ends_pause(self, state: State, seat: int, action: Action) -> bool:
        """Whether a crown is taken while cards are drawn, which everybody gets to know (BH A18-64).

        Raises:
            UsageError: usage.type | seat | number.
        """
        check_type(state, State)
        check_seat(seat, SEATS)
        check_action(action)
        return state.phase is Phase.DRAW and action == CROWN

    def signals(self, options: BaohuangOptions) -> Mapping[str, str]:
        """What may be said about a play at a table of these options, with its rule.

        Raises:
            UsageError: usage.type.
        """
        check_type(options, BaohuangOptions)
        return play.signals(compile_rules(options))

    def check_signal(self, state: State, seat: int, text: str) -> None:
        """That a seat may say a signal now, if it has not said it in this trick.

        Raises:
            RuleError: signal.none, signal.standing.
            UsageError: usage.seat | type.
        """
        check_type(state, State)
        check_seat(seat, SEATS)
        check_type(text, str)
        play.check_signal(state, seat, text)

    def signal_place(self, state: State) -> Place:
        """The trick, in which each seat says a signal once, and which play of it stands.

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        return play.place(state)

    def view(self, state: State, viewer: int | None) -> View:
        """What `viewer` may know; None is a spectator.

        Raises:
            UsageError: usage.seat | type.
        """
        check_type(state, State)
        if viewer is not None:
            check_seat(viewer, SEATS)
        return visibility.view(state, viewer)

    def determinize(self, view: View, rng: random.Random, *, history: bool = True) -> State:
        """A deal at random whose past, with what was done in it, shows the viewer what they have seen; each is as likely.

        What others did face down is drawn as well. Where very much of it is, near to uniform only. Without `history`, or of a view without
        a past, as that of a position, the hands agree with what the view displays now, and the state has no past: a quick draw for searches.

        Raises:
            PositionError: position.rare, if no deal was found that shows this.
            UsageError: usage.type.
        """
        check_type(view, View)
        check_type(rng, random.Random)
        return draw.determinize(view, rng, history=history)

    def returns(self, state: State) -> tuple[int, ...]:
        """Points by seat; zeros while the deal lasts and after a void one.

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        return state.result.returns if state.result else (0,) * SEATS

    def carry(self, state: State) -> Carry:
        """What a finished deal passes on to the next.

        Raises:
            UsageError: usage.unfinished | type.
        """
        check_type(state, State)
        return scoring.carry_of(state)

    def match_rules(self, options: BaohuangOptions) -> MatchRules:
        """When a match of these options ends (BH A17).

        Raises:
            UsageError: usage.type.
        """
        check_type(options, BaohuangOptions)
        return compile_rules(options).match

    def is_void(self, state: State) -> bool:
        """Whether a finished deal does not count (流局).

        Raises:
            UsageError: usage.type.
        """
        check_type(state, State)
        return state.result is not None and state.result.void

    def action_text(self, state: State, action: Action) -> str:
        """An action in text notation.

        Raises:
            UsageError: usage.type | number.
        """
        check_type(state, State)
        check_action(action)
        return notation.action_text(action, suited=state.rules.suited)

    def parse_action(self, state: State, seat: int, text: str) -> Action:
        """The action that `text` means for a seat; in a suited game a play may leave the suits to us.

        Raises:
            UsageError: usage.seat | type.
            NotationError: notation.action | card | suit.
        """
        check_type(state, State)
        check_seat(seat, SEATS)
        check_type(text, str)
        return notation.parse_action(text, state.rules, state.hand(seat), self.legal_actions(state, seat))

    def event_json(self, options: BaohuangOptions, event: Event) -> dict[str, Any]:
        """An event as plain JSON, its cards in notation.

        Raises:
            UsageError: usage.type.
        """
        check_type(options, BaohuangOptions)
        check_type(event, Event)
        return notation.event_json(event, suited=compile_rules(options).suited)

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


def _unasked(state: State, seat: int) -> PaijuError:
    """Why a seat may not act at all."""
    if type(seat) is not int or not 0 <= seat < SEATS:
        return wrong_seat(seat, SEATS)
    if state.phase is _OVER:
        return RuleError("action.game_over", "the deal is over", "BH A15")
    return RuleError("action.not_your_turn", f"seat {seat} is not asked", "BH A13", {"seat": seat})


GAME = Baohuang()
