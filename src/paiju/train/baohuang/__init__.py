"""Training of the bots of Bao Huang: numbers of the heuristic by evolution, networks by self-play and by what the guard shows.

| module | holds |
|---|---|
| `trainer` | what the game adds to training |
| `tables` | numbered deals played in lockstep, and samples |
| `selfplay` | self-play, and matches of a network |
| `tune` | weights of the heuristic by evolution |
| `guards` | learning who the guard is |
| `dataset` | the data set for that question |
"""
