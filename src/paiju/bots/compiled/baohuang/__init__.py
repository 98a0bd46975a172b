"""Bao Huang inside the kernel: the heuristic, worlds that fit a view, search."""
