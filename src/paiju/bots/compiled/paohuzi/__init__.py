"""Paohuzi inside the kernel: ways to a hand, worlds that fit a view, search."""
