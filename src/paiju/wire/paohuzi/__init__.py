"""Paohuzi on the wire."""

from __future__ import annotations

from paiju.wire.pack import Pack
from paiju.wire.paohuzi.details import details_of
from paiju.wire.paohuzi.typed import PaohuziView
from paiju.wire.paohuzi.views import opened, view_json

PACK = Pack(view_json, opened, details=details_of, typed=(PaohuziView,))
