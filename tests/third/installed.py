"""A folder with what an installer leaves of the package that brings the third game."""

from __future__ import annotations

from pathlib import Path


def install(folder: Path) -> Path:
    """Leave it there; the folder."""
    info = folder / "highcard-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: highcard\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[paiju.games]\nhighcard = tests.third.highcard:HOME\n")
    return folder
