"""Series that guests play: the deals of the day, contests, club evenings, and their score sheets.

- `contests`: series that guests play, such as the deals of the day, the same for everyone (docs/series.md)
- `clubs`: clubs, their members, and the ledger of a month
- `plans`: rules and deals of a series, score sheets, and who sits where in each round of a club evening
"""
