"""The speed rows of Paohuzi; two are of hands alone."""

from __future__ import annotations

import importlib
import random
from collections import Counter

from paiju.bench.measure import Batch, Measurement, Pack, Work
from paiju.bench.random_play import kernel_rows, law_rows
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import COPIES, hand_of
from paiju.games.paohuzi.hands import SETS, complete, hidden
from paiju.games.paohuzi.melds import CATALOGUES, Laid, best_hu
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.scoring import How

_HANDS = 500
_KERNEL_HANDS = 1 << 12


def _evaluate() -> Batch:
    """Hands of seven sets, the last card drawn, each evaluated without cached results of earlier ones."""
    rules = compile_rules(GAME.options({}))
    rng = random.Random(0)
    hands = [_seven_sets(rng) for _ in range(_HANDS)]

    def batch() -> Work:
        for remembered in (best_hu, hidden):
            remembered.cache_clear()
        for cards in hands:
            complete(rules, Laid(), hand_of(cards[1:]), cards[0], How(own=True))
        return Work(len(hands), len(hands), 0)

    return batch


def _seven_sets(rng: random.Random, most: int = COPIES) -> list[int]:
    """The 21 cards of seven random sequences and mixed sets; of no kind more than `most` behind the first."""
    while True:
        cards = [card for run in rng.choices(CATALOGUES[False].runs, k=SETS) for card in run.cards]
        cards = rng.sample(cards, len(cards))
        if max(Counter(cards).values()) <= COPIES and max(Counter(cards[1:]).values()) <= most:
            return cards


def _decompositions() -> Batch:
    """Hands like those of `_evaluate`, but without triples, each decomposed and scored inside the kernel."""
    numpy, kernel, packed = map(
        importlib.import_module, ("numpy", "paiju.kernels.paohuzi.playouts", "paiju.kernels.paohuzi.records")
    )
    options, rng = GAME.options({}), random.Random(0)
    dealt = [_seven_sets(rng, 2) for _ in range(_KERNEL_HANDS)]
    hands = numpy.array([packed.pack(hand_of(cards[1:])) for cards in dealt])
    drawn = numpy.array([cards[0] for cards in dealt])
    rules, sets, found = (
        kernel.rules_for(options),
        kernel.sets_for(options),
        numpy.zeros((2, _KERNEL_HANDS), int),
    )

    def batch() -> Work:
        kernel.win_all(rules, sets, hands, drawn, *found)
        return Work(_KERNEL_HANDS, _KERNEL_HANDS, 0)

    return batch


def _law(game: str) -> tuple[Measurement, ...]:
    return (
        *law_rows(game, "akagiri"),
        Measurement(f"{game}.law.evaluate", "fresh hands of 20 cards and one drawn", _evaluate, "hands"),
    )


def _compiled(game: str) -> tuple[Measurement, ...]:
    return (
        *kernel_rows(game, "akagiri", "chenzhou", playout=9),
        Measurement(
            f"{game}.kernel.decompose",
            "fresh hands of 20 cards and one drawn that can be cut up, at most a microsecond each",
            _decompositions,
            "hands",
        ),
    )


PACK = Pack(
    _law,
    _compiled,
    peers={
        "peer.open_spiel.dou_dizhu": ("kernel.step",),
        "peer.open_spiel.gin_rummy": ("kernel.step",),
        "peer.pettingzoo.holdem": ("env.batch", "law.step"),
        "peer.pokerkit.holdem": ("law.step",),
        "peer.riichienv.mahjong": ("kernel.step", "env.batch"),
        "peer.pgx.sparrow_mahjong": ("env.batch",),
    },
)
