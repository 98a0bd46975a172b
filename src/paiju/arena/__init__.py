"""Bots against bots: duplicate matches and long series, the same for the same seed.

| module | holds |
|---|---|
| `match` | a match of bot A against bot B: duplicate deals until there are enough, its journal, deals played out, work over processes |
| `baohuang`, `paohuzi`, `plain` | the seats measured in a deal of a game, the result of a play, the game's figures |
| `figures` | means with errors, tallies, percentiles, the result of a match |
| `ladder` | every pair of the reference bots, stored in files, and the page and chart made of them |
| `simulate` | long series with carry, and their records |
| `seeds` | secrets of deals and seeds of bots |
| `pack` | what a game adds to the arena |
"""
