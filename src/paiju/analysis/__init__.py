"""Hands of Paohuzi laid open: what they wait for, how far they are from a win, what discards are worth."""
