"""Paohuzi as a `Game`: the verbs over the turn engine of `turns`, each with its arguments checked by `CheckedGame`."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from paiju.core.errors import RuleError, check_type, excerpt
from paiju.core.game import CheckedGame, Event, Verbs
from paiju.core.options import Raw
from paiju.games.paohuzi import claims, notation, turns, views
from paiju.games.paohuzi.actions import Action, check_action
from paiju.games.paohuzi.cards import SEATS
from paiju.games.paohuzi.options import PRESETS, PaohuziOptions
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import ALONE, Carry, Layout, Phase, State
from paiju.games.paohuzi.views import View


def _allowed(state: State, seat: int, action: Action) -> Action:
    legal = claims.legal(state, seat)
    try:
        return legal[legal.index(action)]  # not an equal one of other numbers, as True for 1
    except ValueError:
        check_action(action)
    error = views.refusal(views.view(state, seat), action)
    assert error is not None, "what is not offered has a reason"
    raise error


def _askable(state: State) -> tuple[int, ...]:
    """Which they are depends on what all have seen alone."""
    public = views.view(state, None)
    if public.phase is not Phase.CLAIM:
        return public.asked
    return (public.turn,) if public.source in ALONE else claims.askable(state)


def _determinize(view: View, rng: random.Random, history: bool) -> State:  # noqa: FBT001 - a verb behind the door
    """Of a position, which has no past, unknown cards are dealt as its text would have them dealt."""
    from paiju.games.paohuzi.determinize import draw  # noqa: PLC0415 - who plays has no need of it

    if view.past is not None:
        return draw.determinize(view, rng, history=history)
    filled: State = _grammar().parse(GAME, _grammar().text(GAME, view), rng).state
    return filled


def _grammar() -> Any:
    from paiju.games.paohuzi.position_state import GRAMMAR  # noqa: PLC0415 - who plays has no need of it

    return GRAMMAR


class Paohuzi(CheckedGame[State, Action, View, PaohuziOptions, Carry]):
    """The rules of Paohuzi. Stateless; `paiju.load("paohuzi")` returns it."""

    name: ClassVar[str] = "paohuzi"
    seats: ClassVar[int] = SEATS
    law: ClassVar[int] = 3
    """Raised whenever an old record could replay differently."""
    presets_by_name = PRESETS
    over_rule, turn_rule = "PZ M10", "PZ 8.2"
    options_type, state_type, action_type = PaohuziOptions, State, Action
    view_type, carry_type = View, Carry
    verbs = Verbs(
        rules=compile_rules,
        begin=turns.begin,
        actors=claims.actors,
        askable=_askable,
        legal=claims.legal,
        allowed=_allowed,
        act=turns.acted,
        moments=turns.moments,
        ends_pause=claims.outranks_all,
        view=views.view,
        determinize=_determinize,
        carry=turns.carry_of,
        check_action=check_action,
        action_text=lambda state, action: notation.action_text(action),
        parse_action=lambda state, seat, text: notation.parse_action(text),
        event_json=lambda rules, event: notation.event_json(event),
        carry_json=notation.carry_json,
        parse_carry=notation.parse_carry,
        grammar=_grammar,
    )

    def options(self, given: Mapping[str, Raw]) -> PaohuziOptions:
        """Options from a mapping of names to values; `preset` names what they are laid over.

        `cap` may be written `none` (PZ §1), the number 0 says the same.

        Raises:
            OptionError: option.preset | unknown | type | range | choice | inactive.
        """
        check_type(given, Mapping)
        overrides = dict(given)
        if "preset" in overrides:
            overrides["preset"] = excerpt(overrides["preset"]).replace("_", "-")
        if excerpt(overrides.get("cap")).lower() == "none":
            overrides.pop("cap", None)
        return super().options(overrides)

    def opening(self, state: State) -> tuple[Event, ...]:
        """The events of the deal itself, before its first decision; dealt again for a state that was sampled.

        Where the pack is cut that is the first decision, and there are none.
        """
        found = super().opening(state)
        start = state.start
        if found or state.rules.cut or not start.wall:
            return found
        carry = Carry(start.dealer, start.streak, start.draws)
        return self.opening(self.deal(state.rules.options, Layout(start.wall), carry))

    def why_not(self, view: View, action: Action) -> RuleError | None:
        """The reason why the viewer may not take an action now, whether or not they are asked; None if they may.

        It is found from the view alone. `Action("eat")`, without sets, asks about every eating of the open card.

        Raises:
            UsageError: usage.type | number.
        """
        check_type(view, View)
        check_action(action)
        return views.refusal(view, action)


GAME = Paohuzi()
