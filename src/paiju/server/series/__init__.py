"""Series that guests play: the deals of the day, contests, club evenings, and their score sheets.

- `contests`: series that guests play: the deals of the day, and what makes each of them the same for everyone
  (docs/series.md)
- `clubs`: clubs, their members, and the ledger of a month
- `plans`: rules and deals of a series, score sheets, and who sits where in each round of a club evening
"""
