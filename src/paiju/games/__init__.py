"""The rules engines: each game is a package of pure functions on the standard library alone."""
