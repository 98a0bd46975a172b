"""Random deals of Bao Huang and their play: options, hands, manners, near misses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import Any, NamedTuple

from paiju.core.errors import SEED_BYTES, RuleError
from paiju.core.game import Event
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import VERBS, Action
from paiju.games.baohuang.cards import KINDS, SEATS, cards_of
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases.dealing import even_sizes
from paiju.games.baohuang.phases.transfers import CardChoices
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry, Layout, Phase, State
from tests import drawing
from tests.referee.options import PAGAT, resolve
from tests.referee.random_hands import random_carry as referee_carry

PRESETS = tuple(GAME.presets())
VIEWERS: tuple[int | None, ...] = (*range(SEATS), None)
COMPARED = tuple(field.name for field in fields(State) if field.compare)
"""What a state is, without what it only keeps at hand."""
_MOST_LISTED = 400

Choose = Callable[[State, int, random.Random], Action]


random_options = partial(drawing.random_options, GAME)

# Options that chance seldom brings together.
BUNDLES: tuple[dict[str, Any], ...] = (
    {"bombs": "on", "bomb_jokers": True, "bomb_three_reds": True, "bomb_natural_only": False},
    {"bombs": "on", "low_last": "lowest_rank", "stuck_rank_last": True, "bomb_threes": True},
    {"bombs": "on", "twos_fill": True, "three_twos_beat_red": True},
    {"twos_fill": True, "twos_with_jokers": False, "order": "joker_strict"},
    {"three_twos_beat_red": True, "marked_red_high": True, "order": "joker_strict"},
    {"low_last": "lowest_rank", "low_last_all_at_once": True, "stuck_rank_last": True, "pass_mode": "hard"},
    {"low_last": "lowest_rank", "low_last_none": "next_rank", "stuck_rank_last": True, "scoring": "team2"},
    {"emperor_defer": True, "pass_mode": "hard", "early_end": "decided", "scoring": "team4"},
    {"guard_by": "called", "call_restriction": "none", "abdication_full_circle": "two_card_call"},
    {"guard_by": "called", "deck": "216", "marked_red_high": True, "twos_fill": True},
    {"guard_by": "called", "abdication_full_circle": "last_decliner"},
    {"guard_by": "called", "abdication_full_circle": "two_card_call", "scoring": "team2"},
    {"emperor_by": "previous_head", "abdication_cost": "two"},
    {"abdication": "double_holder_only"},
    {"low_last": "lowest_rank", "low_last_none": "buy", "deck": "205"},
    {"tribute_mode": "camp", "tribute_return": "same_count", "tribute_exclude_jokers": False},
    {"tribute_mode": "camp", "tribute_emperor_takes_low": True},
    {"scoring": "team4", "emperor_x3": True, "usurper": True, "team4_balance": False},
    {
        "scoring": "team2", "declarations": "all", "declaration_multiplier": 10_000, "declarations_stack": True,
        "counter_double": True, "low_last": "lowest_rank", "stuck_rank_last": True, "stuck_penalty": 10_000,
    },
)  # fmt: skip


def bundled(
    rng: random.Random, options: BaohuangOptions, bundle: Mapping[str, Any] | None = None
) -> BaohuangOptions:
    """The options with a bundle laid over them, by default any."""
    for name, value in (bundle or rng.choice(BUNDLES)).items():
        options = drawing.with_option(options, name, value)
    return options


# --- deals


def random_seed(rng: random.Random) -> bytes:
    return rng.randbytes(SEED_BYTES)


def random_carry(rng: random.Random, options: BaohuangOptions) -> Carry:
    """What a deal of these options before passed on; one time in six there was none."""
    given = {name: value for name, value in options.differences().items() if name in PAGAT}
    before = referee_carry(rng, resolve(given)) if rng.random() > 1 / 6 else None
    return GAME.parse_carry({"first_drawer": rng.choice((None, *range(SEATS))), "carry": before})


def random_deal(rng: random.Random, options: BaohuangOptions) -> State:
    """A deal from a seed; often one whose hands were rigged, so that rare questions come up."""
    return shuffled_deal(rng, options) if rng.random() < 0.6 else rigged_deal(rng, options)


def shuffled_deal(rng: random.Random, options: BaohuangOptions) -> State:
    """A deal from a seed, after any other."""
    return GAME.deal(options, random_seed(rng), random_carry(rng, options))


def rigged_deal(rng: random.Random, options: BaohuangOptions) -> State:
    """One whose hands no shuffle makes."""
    carry = random_carry(rng, options)
    return GAME.deal(options, rigged_layout(rng, options, carry), carry)


def rigged_layout(rng: random.Random, options: BaohuangOptions, carry: Carry) -> Layout:
    """Hands that hold lumps: like cards stay together as far as a random blur of their order lets them."""
    deck = compile_rules(options).deck(first_deal=carry.first_deal)
    first = rng.randrange(SEATS) if carry.first_drawer is None else carry.first_drawer
    sizes = even_sizes(len(deck), first)
    blur = rng.choice((2, 10, 40))
    shift = rng.randrange(KINDS)
    order = sorted(deck, key=lambda kind: (kind + shift) % KINDS + rng.uniform(0, blur))
    ends = [sum(sizes[: seat + 1]) for seat in range(SEATS)]
    hands = [rng.sample(order[end - size : end], size) for end, size in zip(ends, sizes, strict=True)]
    for seat in range(SEATS):  # the same sizes, but some cards change places
        for _ in range(rng.choice((0, 0, 1, 5))):
            other, i, j = rng.randrange(SEATS), rng.randrange(33), rng.randrange(33)
            hands[seat][i], hands[other][j] = hands[other][j], hands[seat][i]
    return Layout(tuple(map(tuple, hands)), first, seed=random_seed(rng))


# --- play


def sample_of(actions: Sequence[Action], rng: random.Random, most: int) -> list[Action]:
    """Up to `most` of the actions; lists too long to be written down are drawn from."""
    if len(actions) <= most:
        return list(actions)
    return [actions[i] for i in sorted(rng.sample(range(len(actions)), most))]


def any_action(state: State, seat: int, rng: random.Random) -> Action:
    legal = GAME.legal_actions(state, seat)
    return legal[rng.randrange(len(legal))]


def shortest(state: State, seat: int, rng: random.Random) -> Action:
    """One of the first actions: weak and small plays, many passes."""
    legal = GAME.legal_actions(state, seat)
    return legal[rng.randrange(min(len(legal), 3))]


def longest(state: State, seat: int, rng: random.Random) -> Action:
    """Plays as many cards as it can, so that deals end soon."""
    legal = GAME.legal_actions(state, seat)
    return max(sample_of(legal, rng, _MOST_LISTED), key=lambda a: (len(a.cards), rng.random()))


def reluctant(state: State, seat: int, rng: random.Random) -> Action:
    """Nobody wants the crown; in play anything."""
    abdicate = Action("abdicate")
    return abdicate if abdicate in GAME.legal_actions(state, seat) else any_action(state, seat, rng)


def bold(state: State, seat: int, rng: random.Random) -> Action:
    """Declares, revolts and counters whenever it can; in play anything."""
    for action in map(Action, ("declare", "revolt", "counter", "defer")):
        if action in GAME.legal_actions(state, seat):
            return action
    return any_action(state, seat, rng)


MANNERS: tuple[Choose, ...] = (any_action, any_action, shortest, longest, reluctant, bold)


class Step(NamedTuple):
    """One decision of a deal and what it led to."""

    before: State
    seat: int
    action: Action
    after: State
    events: tuple[Event, ...]


class EndlessDealError(AssertionError):
    """A deal that did not end."""


def walk(state: State, rng: random.Random, choose: Choose = any_action) -> Iterator[Step]:
    """Every decision of a deal played to its end; no deal takes more than six answers for each card."""
    for _ in range(6 * 216 + 300):
        if state.phase is Phase.OVER:
            return
        (seat,) = GAME.actors(state)
        action = choose(state, seat, rng)
        after, events = GAME.apply(state, seat, action)
        yield Step(state, seat, action, after, events)
        state = after
    raise EndlessDealError


def last_of(state: State, rng: random.Random, choose: Choose = any_action) -> State:
    """The end of a deal played at random."""
    for step in walk(state, rng, choose):
        state = step.after
    return state


def decisions(state: State, rng: random.Random, most: int, choose: Choose = any_action) -> list[State]:
    """Some states of one deal: half of them from before the play, where most kinds of question are prompted."""
    states = [state, *(step.after for step in walk(state, rng, choose))]
    early = [s for s in states if s.phase is not Phase.PLAY]
    late = [s for s in states if s.phase is Phase.PLAY]
    picked = rng.sample(early, min(len(early), most // 2))
    return picked + rng.sample(late, min(len(late), most - len(picked)))


# --- actions that are nearly right


def near_misses(state: State, seat: int, rng: random.Random, count: int) -> list[Action]:
    """Actions like the listed ones, some of them listed: a card more, less or exchanged, another verb."""
    legal = sample_of(GAME.legal_actions(state, seat), rng, _MOST_LISTED)
    return [_spoiled(rng.choice(legal), state, seat, rng) for _ in range(count)]


def _spoiled(action: Action, state: State, seat: int, rng: random.Random) -> Action:
    held = cards_of(state.hands[seat])
    cards = list(action.cards)
    change = rng.randrange(10)
    if change == 0:
        return Action(rng.choice(VERBS))
    if change == 1:
        return action._replace(verb=rng.choice(VERBS))
    if change == 2:
        return action._replace(number=rng.choice((-1, 0, 1, 10, len(held), 10**6)))
    if change == 3 and held:
        cards = [kind for kind in held if kind >> 2 == rng.choice(held) >> 2]
    elif change == 4 and cards:
        cards.remove(rng.choice(cards))
    elif change == 5 and cards:
        cards[rng.randrange(len(cards))] = rng.randrange(KINDS)
    elif change == 6 and held and cards:
        cards[rng.randrange(len(cards))] = rng.choice(held)
    elif change == 7 and held:
        cards = rng.sample(held, min(len(held), rng.randrange(1, 5)))
    elif held:
        cards.append(rng.choice(held))
    return action._replace(cards=tuple(sorted(cards)))


def refused(state: State, seat: int, action: Action) -> RuleError | None:
    """The error with which an action is refused, None if it is accepted."""
    try:
        GAME.apply(state, seat, action)
    except RuleError as error:
        return error
    return None


def same_actions(one: Sequence[Action], other: Sequence[Action], rng: random.Random) -> bool:
    """Whether two lists are equal; long ones are compared by length, ends and a sample."""
    if len(one) != len(other):
        return False
    if not isinstance(one, CardChoices) or len(one) <= _MOST_LISTED:
        return list(one) == list(other)
    places = [0, len(one) - 1, *(rng.randrange(len(one)) for _ in range(20))]
    return all(one[i] == other[i] for i in places)
