"""Paohuzi in the terminal."""

from paiju.tui.paohuzi.face import PaohuziFace

PACK = PaohuziFace()
