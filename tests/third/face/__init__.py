"""The third game at a live table: its own board, and for all else the plain files."""

from __future__ import annotations

from pathlib import Path

from paiju.server.pack import Pack

PACK = Pack(face=Path(__file__).parent)
