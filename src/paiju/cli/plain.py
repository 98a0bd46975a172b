"""The pack of a game that adds nothing to the command line."""

from __future__ import annotations

from paiju.cli.pack import Pack

PACK = Pack()
