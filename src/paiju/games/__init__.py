"""The rules engines: each game is a package of pure functions on the standard library alone.

- `registry`: the games, and where each layer finds its pack of one
- `positions`: positions of any game: one line of text, and files of them
- `baohuang`, `paohuzi`: the games
"""
