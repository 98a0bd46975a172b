"""Lessons: a guided first deal of each game, a path of short lessons, and what the law says to a learner's answers.

What is taught stands in data files of the games' folders: positions, questions, and the names of texts. Whatever is
right or wrong is found by the law each time; no file holds an answer.
"""

from __future__ import annotations

from paiju.analysis.lessons.course import Lesson, Part, lessons
from paiju.analysis.lessons.guided import FirstDeal, Guide, Say, Taken, Tip, first_deal
from paiju.analysis.lessons.questions import Asked, Marked, Refused, Table, ask, mark, table_of

__all__ = [
    "Asked", "FirstDeal", "Guide", "Lesson", "Marked", "Part", "Refused", "Say", "Table", "Taken", "Tip", "ask", "first_deal",
    "lessons", "mark", "table_of",
]  # fmt: skip
