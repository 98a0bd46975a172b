"""A package, so that the processes in which its bots think need not load the server too, as with `paiju` itself."""

PROXY = "127.0.0.77"
"""Which address may say for whom it asks, where limits are the usual ones."""
