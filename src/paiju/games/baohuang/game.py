"""Bao Huang as a `Game`: the verbs over the phases in `flow`, each with its arguments checked by `CheckedGame`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from paiju.core.errors import check_seat, check_type
from paiju.core.game import CheckedGame, Place, Verbs
from paiju.games.baohuang import notation, scoring, views
from paiju.games.baohuang.actions import CROWN, Action, check_action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import PRESETS, BaohuangOptions
from paiju.games.baohuang.phases import dealing, flow, play
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry, Phase, State
from paiju.games.baohuang.views import View


def _askable(state: State) -> tuple[int, ...]:
    """Every seat while a draw may stop (BH A18-70)."""
    return tuple(range(SEATS)) if state.phase is Phase.DRAW else state.queue[:1]


def _parse_action(state: State, seat: int, text: str) -> Action:
    """In a suited game a play may leave the suits to us."""
    return notation.parse_action(text, state.rules, state.hands[seat], flow.legal(state, seat))


def _determinize(view: View, rng: random.Random, history: bool) -> State:  # noqa: FBT001 - a verb behind the door
    from paiju.games.baohuang.determinize import draw  # noqa: PLC0415 - who plays has no need of it

    return draw.determinize(view, rng, history=history)


def _grammar() -> Any:
    from paiju.games.baohuang.position_state import GRAMMAR  # noqa: PLC0415 - who plays has no need of it

    return GRAMMAR


class Baohuang(CheckedGame[State, Action, View, BaohuangOptions, Carry]):
    """The rules of Bao Huang. Stateless; `paiju.load("baohuang")` returns it."""

    name: ClassVar[str] = "baohuang"
    seats: ClassVar[int] = SEATS
    law: ClassVar[int] = 3
    """Raised whenever an old record could replay differently."""
    earlier: ClassVar[Mapping[int, Callable[[BaohuangOptions], bool]]] = {
        2: lambda options: not compile_rules(options).defers_once
    }
    """Earlier numbers, and the options under which their records replay as they did."""
    presets_by_name = PRESETS
    over_rule, turn_rule = "BH A15", "BH A13"
    options_type, state_type, action_type = BaohuangOptions, State, Action
    view_type, carry_type = View, Carry
    verbs = Verbs(
        rules=compile_rules,
        begin=flow.begin,
        actors=lambda state: state.queue[:1],
        askable=_askable,
        legal=flow.legal,
        allowed=flow.allowed,
        act=flow.act,
        moments=lambda state, seat, action: dealing.moments(state, *flow.act(state, seat, action)),
        ends_pause=lambda state, seat, action: state.phase is Phase.DRAW and action == CROWN,  # BH A18-64
        view=views.view,
        determinize=_determinize,
        carry=scoring.carry_of,
        check_action=check_action,
        action_text=lambda state, action: notation.action_text(action, suited=state.rules.suited),
        parse_action=_parse_action,
        event_json=lambda rules, event: notation.event_json(event, suited=rules.suited),
        carry_json=notation.carry_json,
        parse_carry=notation.parse_carry,
        grammar=_grammar,
    )

    def signals(self, options: BaohuangOptions) -> Mapping[str, str]:
        """The signals at a table of these options, each with its rule."""
        return play.signals(self._rules(options))

    def check_signal(self, state: State, seat: int, text: str) -> None:
        """Check that a seat may say a signal now, if it has not said it in this trick.

        Raises:
            RuleError: signal.none, signal.standing.
            UsageError: usage.seat | type.
        """
        check_type(state, State)
        check_seat(seat, SEATS)
        check_type(text, str)
        play.check_signal(state, seat, text)

    def signal_place(self, state: State) -> Place:
        """The trick, in which each seat says a signal once, and which play of it stands."""
        check_type(state, State)
        return play.place(state)


GAME = Baohuang()
