"""paiju 牌局: the rules of Bao Huang and Paohuzi as a library.

>>> import paiju
>>> paiju.available()
('baohuang', 'paohuzi')
"""

from __future__ import annotations

from paiju.games.registry import available, load

__version__ = "0.2.0"
__all__ = ["available", "load"]
