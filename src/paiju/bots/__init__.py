"""Players that are given a view and the legal actions, and nothing else.

`random` and `greedy` need no library, the others NumPy; what searches or has learned needs `paiju[fast]`.

| module | holds |
|---|---|
| `base` | what a bot is, how it is named and made, the levels, the random bot |
| `anchored` | the search of every game, whose rule a game brings as data |
| `networks` | small networks on NumPy: weights, towers, what a question came to |
| `advice` | hints: what the strongest player here would do, and why |
| `warm_up` | what there is to compile |
| `plain` | the bots of a game that brings none |
| `GAME.greedy`, `GAME.heuristic` | the yardstick, and the heuristic as a bot |
| `GAME.people`, `GAME.levels` | levels and styles that play like people, and the levels that search |
| `GAME.compiled` | the policies over arrays, sampled deals, whole matches and the search; as plain Python where nothing is compiled |
| `GAME.net` | features, inference, weights, and the search that knows the network |
| `GAME.advice` | the reasons for hints |
"""
