"""Bao Huang 保皇: an emperor and a hidden guard against three of the people."""

from paiju.games.baohuang.game import GAME, Baohuang

__all__ = ["GAME", "Baohuang"]
