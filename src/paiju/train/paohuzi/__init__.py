"""Training of Paohuzi networks.

| module | holds |
|---|---|
| `trainer` | what the game adds to training |
| `tables` | numbered deals played in lockstep, and samples |
| `selfplay` | self-play, and matches of a network |
"""
