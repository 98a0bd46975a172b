"""Bao Huang in the terminal."""

from paiju.tui.baohuang.face import BaohuangFace

PACK = BaohuangFace()
