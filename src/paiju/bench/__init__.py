"""The speed of this library beside others: what `paiju bench` measures, and its peers.

| module | holds |
|---|---|
| `rows` | the rows that are measured, ours and those of installed peers |
| `measure` | timed batches of work, medians, the machine |
| `random_play` | random legal play, which most rows measure |
| `baohuang`, `paohuzi`, `plain` | the rows of a game |
"""
