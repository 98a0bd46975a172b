"""Practice and review: lessons, puzzles, reviews, replays, and deals that go on from a moment.

- `judgements`: what the processes of reviews compute: a slice of a review, a decision tried again, a deal played
  on with other answers
- `lessons`: lessons for pages: a guided first deal as it goes on and what is said about it, and the short lessons
  with their questions
- `puzzles`: puzzles for the pages: the next one, its question, what an answer is worth and why
- `replays`: every moment of a deal as one seat saw it, computed once; pictures of a moment; many records as one file
- `reviews`: reviews of deals, computed in processes of their own and sent as they come; what is found is stored with
  the record
"""
