"""The address of a site, as people write it and as browsers name it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Site:
    """An address, taken apart; the host in letters that a browser sends."""

    secure: bool
    host: str
    port: int

    @property
    def origin(self) -> str:
        """As a browser names it."""
        usual = self.port == (443 if self.secure else 80)
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.secure else ''}://{host}{'' if usual else f':{self.port}'}"


Kind = TypeVar("Kind", bound=Site)


def site_of(text: str, kind: type[Kind]) -> Kind | None:
    """The site at an address like https://cards.example.org, of some `kind`; None for what is none."""
    if len(text) > _LONGEST or not text.isprintable() or " " in text:
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except ValueError:
        return None
    more = (parts.path.strip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if parts.scheme not in ("http", "https") or not host or port == 0 or any(more):
        return None
    secure = parts.scheme == "https"
    return kind(secure, host, port or (443 if secure else 80))
