"""A position of Bao Huang as text, and back: how a state or a view is written down (docs/positions.md)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from paiju.core.errors import SEED_BYTES
from paiju.core.game import Game, Position
from paiju.core.position import NONE, UNKNOWN, Fields, Grammar, by_seat, head_text, joined
from paiju.games.baohuang import visibility
from paiju.games.baohuang.cards import EMPTY, RANK_OF, SEATS, Hand, Kind, add, cards_of
from paiju.games.baohuang.notation import DEFER, NO_CARDS, card_text, carry_json
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.phases.dealing import drawers
from paiju.games.baohuang.plays import Shape
from paiju.games.baohuang.position_fields import FIELDS, OPENED, SAME, SPECTATOR, VOID, Reader
from paiju.games.baohuang.position_state import state_of, top_of
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import UNKNOWN as UNSEEN
from paiju.games.baohuang.state import Carry, Due, Knows, Laid, Phase, Pile, Plan, Result, Start, State
from paiju.games.baohuang.views import View, without_laowang

_NEEDS_SEED = (Phase.CUT, Phase.DRAW, Phase.TRIBUTE)
_TEN = 10
Pair = tuple[str, str | None]


def read(game: Game, options: BaohuangOptions, fields: Fields, rng: random.Random | None) -> Position:
    """The position that some fields are.

    Raises:
        PositionError: position.value | conflict | cards | open | rare.
    """
    reader = Reader(options, fields)
    state = state_of(reader, rng)
    return Position(game, state, visibility.view(state, reader.viewer) if reader.is_view else None)


def said_of(state: State, *, past: bool) -> State:
    """The state that a text says: without the seed where no chance is left, and without finished tricks unless `past`."""
    start = state.start
    if not _chance_left(state):
        start = replace(start, seed=bytes(SEED_BYTES), pile=())
    if start is state.start and past:
        return state
    said = state.copy()
    said.start, said.tricks = start, state.tricks if past else ()
    return said


def _chance_left(state: State) -> bool:
    """Whether a tribute may still be handed out face down (BH A7)."""
    return state.phase in _NEEDS_SEED or state.plan.drawing is not None


class _Writer:
    """Writes cards as the options do, with or without suits."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def cards(self, cards: Iterable[Kind]) -> str:
        """Known cards together, unknown ones as a count behind them."""
        named = list(cards)
        unknown = named.count(UNSEEN)
        words = ["".join(card_text(kind, suited=self._rules.suited) for kind in named if kind != UNSEEN)]
        return " ".join([*filter(None, words), *([f"{unknown}{UNKNOWN}"] if unknown else [])])

    def hand(self, hand: Hand) -> str:
        """A hand, lowest card first, the cards of each rank together."""
        return " ".join(self.cards(cards) for _, cards in groupby(cards_of(hand), key=RANK_OF.__getitem__))

    def deck(self, cards: Sequence[Kind]) -> str:
        """Cards in the order in which they are drawn, in tens."""
        return " ".join(self.cards(cards[at : at + _TEN]) for at in range(0, len(cards), _TEN))

    def start(self, start: Start, *, chance: bool) -> Iterator[Pair]:
        """What was fixed before the deal."""
        yield "first", str(start.first_drawer)
        yield "carry", _carry(start.carry)
        yield "seed", start.seed.hex() if chance and any(start.seed) else None
        yield "handed", self.cards(start.pile) or None if chance else None

    def plan(self, plan: Plan, phase: Phase) -> Iterator[Pair]:
        """What the phases before play remember."""
        need = plan.need if phase is Phase.CALL else plan.succession.need
        yield "need", None if need in (0, 3) else str(need)
        tribute, succession = plan.tribute, plan.succession
        yield "payers", _dues(tribute.payers)
        yield "receivers", _dues(tribute.receivers)
        yield "pile", self.pile(tribute.pile)
        yield "paid", _dues(tribute.paid)
        yield "got", _dues(tribute.got)
        yield "passed", _seats(succession.passed)
        yield "pool", self.pile(succession.pool)
        yield "crown", _flag(succession.forced)

    def pile(self, pile: Pile) -> str | None:
        """Cards in the middle with who paid them."""
        return (
            " ".join(f"{seat}:{UNKNOWN if kind == UNSEEN else self.cards((kind,))}" for seat, kind in pile)
            or None
        )

    def known(self, known: Sequence[Knows]) -> str | None:
        """Cards that are known to be in a hand, in the order in which that was learned."""
        words: list[str] = []
        last: tuple[int, int] | None = None
        for token in known:
            card = self.cards((token.kind,))
            if last == (token.viewer, token.holder):
                words[-1] += card
            else:
                words.append(f"{f'{token.viewer}>' if token.viewer >= 0 else ''}{token.holder}:{card}")
            last = (token.viewer, token.holder)
        return " ".join(words) or None

    def laid(self, trick: Sequence[Laid]) -> str:
        """A trick, answer by answer."""
        return " ".join(
            f"{laid.seat}:{DEFER if laid.verb == DEFER else self.cards(laid.cards) or NO_CARDS}"
            for laid in trick
        )

    def play(self, shown: State | View, *, past: bool) -> Iterator[Pair]:
        """What has been played."""
        rules, trick = self._rules, shown.trick
        yield "trick", self.laid(trick) or None
        looks: Shape | None = top_of(rules, trick, plain_set=False)
        yield (
            "plain",
            _flag(looks is not None and looks.bomb > 0 and shown.top is not None and not shown.top.bomb),
        )
        told = bool(shown.tricks) and past
        loose = (shown.tricks and not past) or _total(shown.trick, *shown.tricks) != shown.played
        yield "played", by_seat(map(self.hand, shown.played)) if loose and not told else None
        yield "out", _seats(shown.out)
        yield "stuck", _seats(shown.stuck)
        yield "tricks", ", ".join(map(self.laid, shown.tricks)) if told else None


def state_text(game: Game, state: State, *, past: bool) -> str:
    """A whole state as text."""
    write, roles, plan = _Writer(state.rules), state.roles, state.plan
    drawing = plan.drawing
    deck = (
        drawing
        and f"{write.deck(drawing.deck[: drawing.at])} | {write.deck(drawing.deck[drawing.at :])}".strip()
    )
    hands = None if drawing else by_seat(map(write.hand, state.hands))
    drawn = [
        SAME if _drawn(state, seat) == hand else write.hand(hand) for seat, hand in enumerate(state.drawn)
    ]
    return joined(
        head_text(game, state.rules.options),
        [
            ("turn", _turn(state.queue, state.phase, state.result)),
            *write.start(state.start, chance=_chance_left(state)),
            ("deck", deck or None),
            ("hands", hands),
            ("drawn", by_seat(drawn) if not drawing and set(drawn) != {SAME} else None),
            ("emperor", str(roles.emperor) if roles.emperor >= 0 else None),
            ("called", write.cards((roles.called,)) if roles.called >= 0 else None),
            ("pair", _flag(roles.pair)),
            ("usurped", _flag(roles.usurped)),
            ("shown", _seats(sorted(roles.shown))),
            ("innocent", _seats(sorted(roles.innocent))),
            ("alone", _flag(roles.solo_shown)),
            ("forced", _flag(roles.forced)),
            ("stakes", " ".join(state.stakes.factors) or None),
            ("countered", _flag(state.stakes.countered)),
            ("known", write.known(state.known)),
            *write.plan(plan, state.phase),
            *write.play(state, past=past),
        ],
    )


def view_text(game: Game, view: View, *, past: bool) -> str:
    """What a seat knows, as text: cards it does not see are counts."""
    rules = compile_rules(view.options)
    write, drawing, viewer = _Writer(rules), view.plan.drawing, view.viewer
    size = len(rules.deck(first_deal=view.carry.first_deal))
    start = Start(bytes(SEED_BYTES), (), view.first_drawer, view.carry, view.drawn_sizes)
    unseen_draw = view.phase is Phase.DRAW and not view.asked
    deck = None
    if drawing is not None and not unseen_draw:
        unknown = [f"{n}{UNKNOWN}" if n else "" for n in (drawing.at, size - drawing.at)]
        deck = " | ".join(unknown).strip()
    own = None if viewer is None or drawing is not None else view.drawn
    other = own is not None and own != _plain_sum(view.hand or EMPTY, view.played[viewer or 0], view.called)
    drawn = [
        write.hand(own) if other and own is not None and seat == viewer else SAME for seat in range(SEATS)
    ]
    return joined(
        head_text(game, view.options),
        [
            ("view", SPECTATOR if viewer is None else str(viewer)),
            ("turn", _turn(view.asked, view.phase, view.result)),
            *write.start(start, chance=False),
            ("deck", deck),
            (
                "hands",
                None
                if unseen_draw or (drawing is not None and not drawing.at)
                else by_seat(_hand_of(view, seat, write) for seat in range(SEATS)),
            ),
            ("drawn", by_seat(drawn) if other else None),
            ("emperor", str(view.emperor) if view.emperor >= 0 else None),
            ("called", write.cards((view.called,)) if view.called >= 0 else None),
            ("pair", _flag(view.pair)),
            ("usurped", _flag(view.usurped)),
            ("shown", _seats(sorted(view.shown))),
            ("innocent", _seats(sorted(view.innocent))),
            ("alone", _flag(view.solo_shown)),
            ("forced", _flag(view.forced)),
            ("stakes", " ".join(view.stakes.factors) or None),
            ("countered", _flag(view.stakes.countered)),
            ("known", write.known(view.known)),
            *write.plan(view.plan, view.phase),
            *write.play(view, past=past),
        ],
    )


def _turn(queue: Sequence[int], phase: Phase, result: Result | None) -> str:
    return VOID if result is not None and result.void else " ".join((*map(str, queue), phase))


def _hand_of(view: View, seat: int, write: _Writer) -> str:
    """A hand as far as the viewer knows it; how many cards the others have follows from what they drew, gained and played."""
    if view.hands:
        return write.hand(view.hands[seat])
    if seat == view.viewer and view.hand is not None:
        return write.hand(view.hand)
    size = _drawn_so_far(view, seat) + view.gained[seat] - sum(view.played[seat])
    return f"{size}{UNKNOWN}" if size else ""


def _drawn_so_far(view: View, seat: int) -> int:
    drawing = view.plan.drawing
    if drawing is None:
        return view.drawn_sizes[seat]
    start = Start(b"", (), view.first_drawer, view.carry, view.drawn_sizes)
    return drawers(start)[: drawing.at].count(seat)


def _drawn(state: State, seat: int) -> Hand:
    """What a seat would have drawn if nothing had changed hands."""
    return _plain_sum(state.hand(seat), state.played[seat], state.roles.called)


def _plain_sum(hand: Hand, played: Hand, called: Kind) -> Hand:
    return add(without_laowang(hand, called), cards_of(without_laowang(played, called)))


def _total(*tricks: Sequence[Laid]) -> tuple[Hand, ...]:
    found = [EMPTY] * SEATS
    for laid in (laid for trick in tricks for laid in trick):
        found[laid.seat] = add(found[laid.seat], laid.cards)
    return tuple(found)


def _carry(carry: Carry) -> str | None:
    if carry == Carry():
        return None
    told = carry_json(carry)
    words = [NONE if carry.first_drawer is None else str(carry.first_drawer)]
    if before := told["carry"]:
        words += [before["roles"], "".join(map(str, before["places"])), before["winner"]]
        words += [OPENED] * before["opened"]
    return " ".join(words)


def _dues(dues: Iterable[Due]) -> str | None:
    return (
        " ".join(f"{due.seat}:{due.count}{f'>{due.partner}' if due.partner >= 0 else ''}" for due in dues)
        or None
    )


def _seats(seats: Iterable[int]) -> str | None:
    return " ".join(map(str, seats)) or None


def _flag(holds: bool) -> str | None:  # noqa: FBT001 - a field without a value
    return "" if holds else None


GRAMMAR = Grammar(FIELDS, read, state_text, view_text, View, said_of)
