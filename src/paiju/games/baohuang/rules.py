"""A set of options, compiled once: what hot code asks instead of asking options."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from paiju.games.baohuang.cards import Kind, deck_of, lowest_rank
from paiju.games.baohuang.generation import Generator
from paiju.games.baohuang.options import BaohuangOptions, LowLast, PassMode, Switch
from paiju.games.baohuang.plays import Comparison


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """The compiled form of one option set; equal options share one object."""

    options: BaohuangOptions
    suited: bool
    low_rank: int
    low_last: bool
    all_at_once: bool
    hard_pass: bool
    defers: bool
    gets_stuck: bool
    natural_bombs: bool
    first_deck: tuple[Kind, ...]
    later_deck: tuple[Kind, ...]
    comparison: Comparison
    generator: Generator

    def deck(self, *, first_deal: bool) -> tuple[Kind, ...]:
        """All cards of a deal (BH A1)."""
        return self.first_deck if first_deal else self.later_deck


@lru_cache(maxsize=512)
def compile_rules(options: BaohuangOptions) -> Rules:
    """The rules of an option set."""
    low_rank = lowest_rank(options.deck)
    comparison = Comparison(options, low_rank)
    bombs = options.bombs is Switch.ON
    return Rules(
        options=options,
        suited=options.suited,
        low_rank=low_rank,
        low_last=options.low_last is LowLast.LOWEST_RANK,
        all_at_once=options.low_last_all_at_once,
        defers=options.emperor_defer,
        gets_stuck=options.stuck_rank_last,
        hard_pass=options.pass_mode is PassMode.HARD,
        natural_bombs=bombs and options.bomb_natural_only,
        first_deck=deck_of(options, first_deal=True),
        later_deck=deck_of(options, first_deal=False),
        comparison=comparison,
        generator=Generator(comparison, suited=options.suited, bombs=bombs, twos_fill=options.twos_fill),
    )
