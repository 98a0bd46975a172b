"""«How does your town play?» for Paohuzi."""

from __future__ import annotations

from paiju.server.pack import Question

QUESTIONS = (
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
