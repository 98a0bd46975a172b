"""Bao Huang in the terminal."""

from paiju.tui.baohuang.face import BaohuangFace

FACE = BaohuangFace()
