"""QR codes: for the page and for the terminal."""

from __future__ import annotations

import io

import segno


def svg(text: str) -> bytes:
    """A QR code as an SVG document, black on white, without styles or scripts."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out,
        kind="svg",
        scale=6,
        border=3,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue()


def blocks(text: str) -> str:
    """A QR code in block characters, two rows of it in each line."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")
