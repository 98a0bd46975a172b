"""A package, so that the processes in which its bots think need not load the server too, as with `paiju` itself."""
