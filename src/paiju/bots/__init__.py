"""Players that are given a view and the legal actions, and nothing else."""
