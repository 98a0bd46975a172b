"""«How does your town play?»: yes-or-no questions, each of which sets a few rule options.

The words stand in the browser's texts under `web.question.GAME.ID`; `art` is the example drawn beside them,
cards in text notation and signs between them. An answer is given on top of what holds at the table, so it
names everything it needs; options that lose their meaning by it fall back to their default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from paiju.core.options import Raw


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the options that each answer sets."""

    id: str
    art: str
    yes: Mapping[str, Raw]
    no: Mapping[str, Raw]

    def to_json(self) -> dict[str, Any]:
        """The question as the browser gets it, without its words."""
        return {"id": self.id, "art": self.art, "yes": dict(self.yes), "no": dict(self.no)}


_BAOHUANG = (
    Question("threes", "3 4 5", {"deck": "216"}, {"deck": "168"}),
    # A called guard has no marked card to hold as well, so abdication cannot ask for both cards (BH A6).
    Question("called", "9 9 9 → L", {"guard_by": "called", "abdication": "on"}, {"guard_by": "marked_black"}),
    Question("abdication", "R → R", {"abdication": "on"}, {"abdication": "off"}),
    Question("by_place", "2 → 2", {"tribute_mode": "place"}, {"tribute_mode": "camp"}),
    Question("return", "2 ⇄ 6", {"tribute_return": "same_count"}, {"tribute_return": "none"}),
    Question("declare", "B ×2", {"declarations": "all"}, {"declarations": "off"}),
    Question("lowest_last", "K K … 6", {"low_last": "lowest_rank"}, {"low_last": "off"}),
    Question("points", "+2 −2", {"scoring": "team2"}, {"scoring": "free"}),
    Question("equal", "9 9 r = 9 9 b", {"order": "joker_strict"}, {"order": "strict"}),
    Question("bombs", "8h 8h 8h 8h > 2", {"bombs": "on"}, {"bombs": "off"}),
)

_PAOHUZI = (
    Question("four", "● ● ● ○", {"seats": 4}, {"seats": 3}),
    Question("fifteen", "≥ 15", {"min_hu": 15}, {"min_hu": 10}),
    Question("discard_win", "s7 → s7 s7", {"win_on_hand_discard": True}, {"win_on_hand_discard": False}),
    Question(
        "thrower_pays",
        "s7 ×3",
        {"win_on_hand_discard": True, "discarder_pays": "discarder_3x"},
        {"discarder_pays": "all"},
    ),
    Question("bi", "s1 s2 s3 + s3 s4 s5", {"bi": "required"}, {"bi": "off"}),
    Question("one_five_ten", "s1 s5 s10", {"one_five_ten": True}, {"one_five_ten": False}),
    Question(
        "add", "s2 s7 s10 + b2 b7 b10", {"multiplier_mode": "add"}, {"multiplier_mode": "highest_single"}
    ),
    Question("self_draw", "b5 ×2", {"self_draw": "times_two"}, {"self_draw": "plus_one_base"}),
)

QUESTIONS: Mapping[str, tuple[Question, ...]] = {"baohuang": _BAOHUANG, "paohuzi": _PAOHUZI}
