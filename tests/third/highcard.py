"""High Card: two to four seats, a hidden hand each; every trick goes to the highest card, and each is worth a point.

Small, but whole: hidden cards, an option, a carry (who led first), void deals (nobody took more than anybody).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from paiju.core.errors import NotationError, OptionError, RuleError
from paiju.core.game import Event, MatchRules, Moment
from paiju.core.options import Options, Raw, rule
from paiju.core.rng import Chance
from paiju.envs.fields import Field, Layout, Vector
from paiju.envs.pack import LawPace, Pack
from paiju.envs.spaces import Path, Space
from paiju.games.registry import Home

CARDS = 12
SMALLEST = 2


@dataclass(frozen=True, kw_only=True)
class HighCardOptions(Options):
    """The rules of a table."""

    game: ClassVar[str] = "highcard"

    seats: int = rule("HC 1", 3, group="deal", low=2, high=4)
    cards: int = rule("HC 2", 3, group="deal", low=1, high=3)


class Action(NamedTuple):
    """Lay a card."""

    card: int
    verb: str = "lay"


@dataclass(frozen=True)
class State:
    """A deal: hands, the cards of the trick in the order laid, tricks taken."""

    options: HighCardOptions
    hands: tuple[tuple[int, ...], ...]
    turn: int
    first: int
    trick: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()


@dataclass(frozen=True)
class View:
    """What a seat knows; None are the hands of others."""

    options: HighCardOptions
    viewer: int | None
    hands: tuple[tuple[int, ...] | None, ...]
    sizes: tuple[int, ...]
    turn: int
    first: int
    trick: tuple[int, ...]
    taken: tuple[int, ...]
    gone: tuple[int, ...]


class HighCard:
    """The rules; see the module."""

    name: ClassVar[str] = "highcard"
    seats: ClassVar[int] = 3
    law: ClassVar[int] = 1

    def options(self, given: Mapping[str, Raw]) -> HighCardOptions:
        own = dict(given)
        preset = own.pop("preset", "usual")
        if preset not in self.presets():
            raise OptionError("option.preset", "preset", f"{preset!r} is none", {"value": str(preset)})
        return HighCardOptions.build(self.presets()[str(preset)], own)

    def seats_of(self, options: HighCardOptions) -> int:
        return options.seats

    def presets(self) -> Mapping[str, Mapping[str, Raw]]:
        return {"usual": {}, "duel": {"seats": 2, "cards": 2}}

    def deal(self, options: HighCardOptions, seed: bytes, carry: int | None = None) -> State:
        deck = Chance(seed, "deck").shuffle(range(1, CARDS + 1))
        hands = tuple(
            tuple(sorted(deck[s * options.cards : (s + 1) * options.cards])) for s in range(options.seats)
        )
        first = 0 if carry is None else (carry + 1) % options.seats
        return State(options, hands, first, first, taken=(0,) * options.seats)

    def opening(self, state: State) -> tuple[Event, ...]:
        return (Event("dealt", {"first": state.first}, {s: {"cards": h} for s, h in enumerate(state.hands)}),)

    def opening_moments(
        self, options: HighCardOptions, seed: bytes, carry: int | None = None
    ) -> tuple[Moment[State], ...]:
        state = self.deal(options, seed, carry)
        return (Moment(state, self.opening(state)),)

    def actors(self, state: State) -> tuple[int, ...]:
        return (state.turn,) if any(state.hands) else ()

    def askable(self, state: State) -> tuple[int, ...]:
        return self.actors(state)

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        return [Action(card) for card in state.hands[seat]] if seat in self.actors(state) else ()

    def apply(self, state: State, seat: int, action: Action) -> tuple[State, tuple[Event, ...]]:
        if not self.actors(state):
            raise RuleError("action.game_over", "the deal is over", "HC 3")
        if seat != state.turn:
            raise RuleError("action.not_your_turn", f"seat {seat} is not asked", "HC 3", {"seat": seat})
        if action not in self.legal_actions(state, seat):
            raise RuleError("action.illegal", "not held", "HC 3", {"why": "not_offered", "action": "lay"})
        hands = tuple(
            tuple(c for c in hand if c != action.card) if s == seat else hand
            for s, hand in enumerate(state.hands)
        )
        trick, seats = (*state.trick, action.card), state.options.seats
        events = [Event("laid", {"seat": seat, "card": action.card})]
        after = replace(
            state, hands=hands, trick=trick, turn=(seat + 1) % seats, gone=(*state.gone, action.card)
        )
        if len(trick) == seats:
            winner = (seat + 1 + trick.index(max(trick))) % seats
            taken = tuple(n + (s == winner) for s, n in enumerate(state.taken))
            after = replace(after, trick=(), turn=winner, taken=taken)
            events.append(Event("took", {"seat": winner}))
            if not any(hands):
                events.append(Event("over", {"returns": self.returns(after)}))
        return after, tuple(events)

    def moments(self, state: State, seat: int, action: Action) -> tuple[Moment[State], ...]:
        return (Moment(*self.apply(state, seat, action)),)

    def ends_pause(self, state: State, seat: int, action: Action) -> bool:
        return False

    def view(self, state: State, viewer: int | None) -> View:
        hands = tuple(hand if s == viewer or not hand else None for s, hand in enumerate(state.hands))
        sizes = tuple(map(len, state.hands))
        return View(
            state.options, viewer, hands, sizes, state.turn, state.first, state.trick, state.taken, state.gone
        )

    def determinize(self, view: View, rng: random.Random, *, history: bool = True) -> State:
        own = view.hands[view.viewer] if view.viewer is not None else ()
        left = [card for card in range(1, CARDS + 1) if card not in (*view.gone, *(own or ()))]
        rng.shuffle(left)
        hands = tuple(
            known if known is not None else tuple(sorted(left.pop() for _ in range(size)))
            for known, size in zip(view.hands, view.sizes, strict=True)
        )
        return State(view.options, hands, view.turn, view.first, view.trick, view.taken, view.gone)

    def returns(self, state: State) -> tuple[int, ...]:
        if any(state.hands):
            return (0,) * state.options.seats
        return tuple(state.options.seats * n - sum(state.taken) for n in state.taken)

    def carry(self, state: State) -> int:
        return state.first

    def match_rules(self, options: HighCardOptions) -> MatchRules:
        return MatchRules("deals", 4, play_on=False)

    def is_void(self, state: State) -> bool:
        return not any(state.hands) and len(set(state.taken)) == 1

    def action_text(self, state: State, action: Action) -> str:
        return f"lay {action.card}"

    def parse_action(self, state: State, seat: int, text: str) -> Action:
        verb, _, card = text.partition(" ")
        if verb != "lay" or not card.isascii() or not card.isdigit() or len(card) > SMALLEST:
            raise NotationError("notation.action", "no action", text[:80], 1)
        return Action(int(card))

    def event_json(self, options: HighCardOptions, event: Event) -> dict[str, Any]:
        private = {str(seat): dict(facts) for seat, facts in sorted(event.private.items())}
        return {"event": event.kind, **event.public, **({"private": private} if private else {})}

    def carry_json(self, carry: int | None) -> dict[str, Any] | None:
        return None if carry is None else {"first": carry}

    def parse_carry(self, data: Any) -> int | None:
        return None if data is None else int(data["first"])


GAME = HighCard()


class _Steps(Space):
    FEATURES: ClassVar[tuple[str, ...]] = ("card",)
    texts = tuple(f"lay {card}" for card in range(1, CARDS + 1))
    features = tuple((card,) for card in range(1, CARDS + 1))

    def path(self, action: Action) -> Path:
        return (action.card - 1,)


LAYOUT = Layout(
    "highcard",
    1,
    (
        Field("hand", (CARDS,), 0, 1, "cards", "the viewer's hand"),
        Field("trick", (4,), 0, CARDS, "card", "the cards of the trick, 0 none"),
        Field("taken", (4,), 0, 3, "tricks", "taken by seat"),
    ),
)


def encode(view: View) -> Vector:
    own = (view.hands[view.viewer] or ()) if view.viewer is not None else ()
    hand = [int(card in own) for card in range(1, CARDS + 1)]
    trick = (*view.trick, 0, 0, 0, 0)[:4]
    return LAYOUT.vector({"hand": hand, "trick": trick, "taken": (*view.taken, 0, 0)[:4]})


PACK = Pack(
    title="High Card", layout=LAYOUT, encode=encode, space=lambda _: _Steps(), pace=LawPace(GAME), rule="HC 3",
    longest=12, seats=(2, 4),
)  # fmt: skip
HOME = Home(
    "tests.third.highcard:GAME",
    {
        "envs": "tests.third.highcard:PACK",
        "cli": "tests.third.commands:PACK",
        "server": "tests.third.face:PACK",
    },
)
