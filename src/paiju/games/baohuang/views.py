"""What one viewer may know of a deal, and who may know it: a view is an allow-list, built field by field (BH A4, A5, A18-22)."""

from __future__ import annotations

from dataclasses import dataclass

from paiju.core.game import html_of, named, repr_of
from paiju.games.baohuang.cards import (
    SEATS,
    Hand,
    Kind,
    guard_cards,
)
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases.dealing import even_sizes
from paiju.games.baohuang.phases.flow import stage_of
from paiju.games.baohuang.phases.play import is_bomb
from paiju.games.baohuang.phases.transfers import EVERYBODY
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import (
    Carry,
    Knows,
    Laid,
    Past,
    Phase,
    Plan,
    Result,
    Role,
    Stakes,
    State,
    names_guards,
    seen_past,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A deal as `viewer` knows it; None is a spectator.

    `asked` are the seats that decide, as far as the viewer may know; of several the first decides. `sizes`
    are hand sizes, None where the table hides them, `drawn_sizes` those after drawing. `gained` are cards won or lost by transfers. `roles` is
    what the viewer knows: its own role, the emperor, guards that showed themselves; None is unknown.
    `alone` says whether the emperor is solo, None if the viewer cannot tell. `shown`, `innocent`, `forced`,
    `solo_shown`, `pair`: what everyone knows of the guards, as in `state.Roles`.
    `known` are cards known to lie in a hand: by everyone (viewer -1) or by this viewer alone. `plan` is what
    the phase shows, with -1 for cards not seen. `past` is what the viewer has seen happen before play, None of a deal that was
    not dealt; `bombs` are the plays, counted from 0, that were bombs where only cards drawn by oneself make one. `hands` are all
    hands, once the deal is over.
    """

    __repr__ = repr_of
    _repr_html_ = html_of

    options: BaohuangOptions
    viewer: int | None
    phase: Phase
    asked: tuple[int, ...]
    first_drawer: int
    drawn_sizes: tuple[int, ...]
    carry: Carry
    hand: Hand | None
    drawn: Hand | None
    sizes: tuple[int | None, ...]
    gained: tuple[int, ...]
    emperor: int
    roles: tuple[Role | None, ...]
    called: Kind
    usurped: bool
    alone: bool | None
    pair: bool
    forced: bool
    solo_shown: bool
    shown: frozenset[int]
    innocent: frozenset[int]
    stakes: Stakes
    multiplier: int
    known: tuple[Knows, ...]
    plan: Plan
    top: Shape | None
    owner: int
    passes: int
    barred: frozenset[int]
    debt: bool
    asked_again: bool
    trick: tuple[Laid, ...]
    tricks: tuple[tuple[Laid, ...], ...]
    played: tuple[Hand, ...]
    out: tuple[int, ...]
    stuck: tuple[int, ...]
    result: Result | None
    past: Past | None = None
    bombs: tuple[int, ...] = ()
    hands: tuple[Hand, ...] = ()

    @property
    def turn(self) -> int:
        """The seat that decides, -1 if nobody does or the viewer may not know."""
        return self.asked[0] if self.asked else -1

    def held(self, seat: int) -> int:
        """The number of cards that a seat holds, which everyone can count where the table does not show it."""
        drew = drawn_by_now(self.first_drawer, self.drawn_sizes, self.plan)
        return drew[seat] + self.gained[seat] - sum(self.played[seat])


def drawn_by_now(first_drawer: int, sizes: tuple[int, ...], plan: Plan) -> tuple[int, ...]:
    """How many cards each seat has drawn; `sizes` once all are drawn."""
    return sizes if plan.drawing is None else even_sizes(plan.drawing.at, first_drawer)


# --- who may know what: a view is an allow-list, built field by field (BH A4, A5, A18-22)


PUBLIC = (
    "phase", "stakes", "top", "owner", "passes", "barred", "debt", "asked_again", "trick", "tricks", "played", "out",
    "stuck", "result",
)  # fmt: skip
"""The fields of a state that all see as they are."""
PUBLIC_ROLES = ("emperor", "called", "usurped", "pair", "forced", "solo_shown", "shown", "innocent")
"""The same of its roles."""


def view(state: State, viewer: int | None) -> View:
    """The view of `viewer` on `state`."""
    state = stage_of(state.phase).mask(state, viewer)
    rules, roles = state.rules, state.roles
    over = state.result is not None and not state.result.void
    return View(
        options=rules.options,
        viewer=viewer,
        **named(state, PUBLIC),
        **named(roles, PUBLIC_ROLES),
        asked=state.queue,
        first_drawer=state.start.first_drawer,
        drawn_sizes=state.start.sizes,
        carry=state.start.carry,
        hand=None if viewer is None else state.hands[viewer],
        drawn=None if viewer is None else state.drawn[viewer],
        sizes=_sizes(state, viewer),
        gained=_gained(state),
        roles=tuple(_role(state, viewer, seat, over=over) for seat in range(SEATS)),
        alone=_alone(state, viewer, over=over),
        multiplier=state.multiplier,
        known=tuple(t for t in state.known if t.viewer in (EVERYBODY, viewer)),
        plan=state.plan,
        past=seen_past(state.past, viewer),
        bombs=_bombs(state) if rules.natural_bombs else (),
        hands=state.hands if over else (),
    )


def _sizes(state: State, viewer: int | None) -> tuple[int | None, ...]:
    shown = state.rules.options.show_hand_counts or state.result is not None
    return tuple([sum(hand) if shown or seat == viewer else None for seat, hand in enumerate(state.hands)])


def _gained(state: State) -> tuple[int, ...]:
    drew = drawn_by_now(state.start.first_drawer, state.start.sizes, state.plan)
    both = zip(state.hands, state.played, drew, strict=True)
    return tuple([sum(hand) + sum(played) - size for hand, played, size in both])


def _role(state: State, viewer: int | None, seat: int, *, over: bool) -> Role | None:
    roles = state.roles
    if roles.emperor < 0:
        return None
    if seat == roles.emperor or seat in roles.shown:
        return roles.of(seat)
    settled = over or roles.settled or seat in roles.innocent
    knows_all = viewer is not None and _knows_everything(state, viewer)
    if settled or knows_all or (seat == viewer and names_guards(state.phase, state.plan)):
        return roles.of(seat)
    return None


def _knows_everything(state: State, viewer: int) -> bool:
    """A solo emperor, or the only guard, knows every role."""
    roles = state.roles
    if not names_guards(state.phase, state.plan):
        return False
    if viewer == roles.emperor:
        return roles.solo
    return viewer in roles.guards and _is_only_guard(state, viewer)


def _is_only_guard(state: State, guard: int) -> bool:
    """Whether a guard knows of being the only one; after a call with two cards that takes both."""
    called = state.roles.called
    cards = guard_cards(state.hands[guard], called) + guard_cards(state.played[guard], called)
    return not state.roles.pair or cards > 1


def _alone(state: State, viewer: int | None, *, over: bool) -> bool | None:
    """Whether the emperor is solo, as far as the viewer knows."""
    roles = state.roles
    if roles.emperor < 0 or not names_guards(state.phase, state.plan):
        return None
    if over or roles.settled or roles.shown or viewer in (roles.emperor, *roles.guards):
        return roles.solo
    return None


def _bombs(state: State) -> tuple[int, ...]:
    """Which plays were bombs, as all saw when they were laid (BH A18-57)."""
    laid = [laid for trick in (*state.tricks, state.trick) for laid in trick]
    return tuple([at for at, (seat, cards, _) in enumerate(laid) if cards and is_bomb(state, seat, cards)])


# --- what follows from a view


def laowang_of(view: View) -> Kind:
    """The kind of which a copy has become 老王, or -1: not after a call with two cards, and not under a usurper."""
    made = view.called >= 0 and compile_rules(view.options).crowning.laowang
    return view.called if made and not view.pair and not view.usurped else -1


def forced_need(view: View) -> int:
    """Copies of one kind that a seat must hold on which the crown is forced, 0 where no guard is called."""
    plan, called = view.plan, compile_rules(view.options).crowning.guard_called
    return plan.need if plan.forced and called else 0


def emperor_spoke(view: View) -> bool:
    """Whether the emperor has answered, where the rules ask for it."""
    if view.phase is Phase.DECLARE:
        return view.emperor not in view.asked
    return view.phase in (Phase.COUNTER, Phase.PLAY)
