"""Lessons: a guided first deal of each game, and what the law says to a learner's answers.

What is taught stands in data files of the games' folders: positions, questions, and the names of texts. Whatever is
right or wrong is found by the law each time; no file holds an answer.
"""

from __future__ import annotations

from paiju.analysis.lessons.guided import FirstDeal, Guide, Say, Taken, Tip, first_deal

__all__ = ["FirstDeal", "Guide", "Say", "Taken", "Tip", "first_deal"]
