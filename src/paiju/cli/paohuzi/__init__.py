"""What the command line has for Paohuzi alone: the hand calculator."""

from __future__ import annotations

from paiju.cli.pack import Pack
from paiju.cli.paohuzi.hand import register

PACK = Pack(register)
