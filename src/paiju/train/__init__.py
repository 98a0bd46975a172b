"""Training of bots: evolution of the heuristic's numbers, networks by self-play and expert iteration. Nothing else loads torch or Ray.

| module | holds |
|---|---|
| `config` | a run in one TOML file |
| `selfplay` | work items, the worker that plays them, opponents, plays tried to the end of their deals |
| `learner` | Deep Monte-Carlo and expert iteration in torch |
| `runs` | a run: self-play, learning, checkpoints, a curve |
| `storage` | checkpoints, shards and the replay buffer |
| `workers` | self-play on Ray |
| `trainers` | evaluation and export for every game, and what a game brings (`Trainer`) |
| `export`, `curves` | model cards, charts and tables |
| `GAME.tables`, `GAME.selfplay`, `GAME.trainer` | a game's tables in lockstep, its samples and matches, its learner and cards |
| `baohuang.tune` | the heuristic's numbers by evolution |
| `baohuang.dataset` | a data set for guessing the guard |
"""
