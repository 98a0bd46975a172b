"""«How does your town play?» for Bao Huang."""

from __future__ import annotations

from paiju.server.pack import Question

QUESTIONS = (
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
