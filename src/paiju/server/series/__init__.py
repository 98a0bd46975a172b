"""Series that guests play: the deals of the day, contests, club evenings, and their score sheets.

- `contests`: series that guests play: the deals of the day, and what makes each of them the same for everybody
  (docs/series.md)
- `plans`: what a series is played with: rules and deals, those of a day, of a match that was played, or new ones
- `sheets`: score sheets of a series, and who sits where in each round of a club evening
"""
