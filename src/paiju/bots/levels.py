"""The levels that players choose: each is a bot with its judgement blurred, or with time to look further.

| level | Bao Huang | Paohuzi |
|---|---|---|
| `easy`, `normal` | the heuristic with the failings of people: it forgets, is stingy, judges unsteadily | the same |
| `hard` | a search over a few hundred sampled deals, under 100 ms | the same, on top of what the network expects |
| `master` | thinks twice: what is close is tried again in deals that the network plays | the same search, much longer |

Where the kernels are missing, or have no form for a table's options, the heuristic plays at full strength in place of
`hard` and `master`. What a level is of a game is said by the game's own `levels`, in numbers measured with `paiju arena`
(docs/ladder.md).
"""

LEVELS = ("easy", "normal", "hard", "master")
STYLES = ("bold", "careful", "outspoken", "secretive", "tidy")
"""Players as strong as `normal`, each with a way of its own."""
NAMES = ("random", "greedy", "heuristic", *LEVELS, *STYLES)
"""What may be asked for at any table: levels and styles, and yardsticks for those who measure. A game's pack has all of them."""
