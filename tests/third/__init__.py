"""A third game, which another package might bring."""
