"""Bots against bots: duplicate pairs and long series, the same for the same seed. Standard library only."""
