"""The rules engines: each game is a package of pure functions on the standard library alone.

- `registry`: which games there are, and where each layer finds its pack of a game
- `positions`: positions of any game: one line of text, and files of them
- `baohuang`, `paohuzi`: the games
"""
