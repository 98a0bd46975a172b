"""Paohuzi 跑胡子: a rummy of character cards with forced sets, for three players."""

from paiju.games.paohuzi.game import GAME, Paohuzi

__all__ = ["GAME", "Paohuzi"]
