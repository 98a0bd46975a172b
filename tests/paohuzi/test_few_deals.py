"""Views that leave few possible deals: the cards of a hidden claim can be in one place only."""

from __future__ import annotations

import random

from paiju.games.paohuzi.melds import Meld, SetKind
from paiju.games.paohuzi.state import Left, Phase, Source
from paiju.games.paohuzi.views import View

from .builders import GAME

E3, E4, U3, RUN, MIXED = (
    SetKind.EXPOSED_3, SetKind.EXPOSED_4, SetKind.UNEXPOSED_3, SetKind.SEQUENCE, SetKind.MIXED,
)  # fmt: skip


def melds(*sets: tuple[SetKind, tuple[int, ...]]) -> tuple[Meld, ...]:
    return tuple(Meld(kind, cards, known=-1 not in cards) for kind, cards in sets)


def pile(*cards: int, thrown: str) -> tuple[Left, ...]:
    return tuple(Left(card, at == "t") for card, at in zip(cards, thrown, strict=True))


def test_the_only_possible_triple_is_found_concealed() -> None:
    """Nobody may Pong the fourth 5 that was drawn: its triple is the concealed one of seat 1, no other kind has three."""
    view = View(
        options=GAME.options({"seats": 4}), viewer=0, phase=Phase.CLAIM, asked=(), offers=(), answer=None, turn=0,
        source=Source.DRAWN, card=4, last=False, dealer=0, streak=1, draws=3, order=(0, 1, 3),
        hand=(0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 1), sizes=(7, 5, 0, 4),
        melds=(
            melds((E3, (18, 18, 18)), (E4, (2, 2, 2, 2)), (RUN, (15, 16, 17)), (RUN, (7, 8, 9))),
            melds((RUN, (10, 11, 12)), (RUN, (11, 12, 13)), (MIXED, (5, 15, 15)), (U3, (-1, -1, -1)), (MIXED, (9, 9, 19))),
            (),
            melds((E3, (10, 10, 10)), (E3, (3, 3, 3)), (RUN, (16, 17, 18)), (E4, (1, 1, 1, 1)), (RUN, (6, 7, 8))),
        ),
        piles=(
            pile(8, 16, 3, 0, 9, 6, thrown="tdtddd"),
            pile(16, 7, 19, 15, thrown="tddd"),
            (),
            pile(0, 17, 14, 11, 12, 12, 5, 19, thrown="ttttdttd"),
        ),
        no_pong=512, no_eat=512, dead=(False,) * 4, shown=18, shown_held=False, known_top=(), bottom=17, left=1, turned=0,
        result=None, hands=(),
    )  # fmt: skip
    for seed in range(100):
        state = GAME.determinize(view, random.Random(seed))
        assert [meld.cards for meld in state.melds[1] if meld.kind is U3] == [(4, 4, 4)]
