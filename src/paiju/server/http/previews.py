"""What links to pages are shown as elsewhere: a title, a line and a picture, and nobody's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from paiju.games.registry import AT_HOME
from paiju.locales.pages import browser_texts, fill
from paiju.server.practice.pictures import has_pictures
from paiju.server.practice.replays import Outline

HOME = "web.link.home"
_PREVIEW = "/static/icons/preview.png"
_PREVIEWS = {game: f"/static/icons/preview-{game}.png" for game in AT_HOME}
"""The picture of a link, and those of links to records of a game (`tools/preview.py`)."""
_DIGITS = 5
"""No deal has more steps, and no match more deals, than five digits can say."""


class Moment(NamedTuple):
    """A step of a deal, from 0, the deal from 1, and the seat that sees it; None for all hands."""

    deal: int
    step: int
    viewer: int | None

    def query(self) -> dict[str, str]:
        """As addresses name it."""
        viewer = "open" if self.viewer is None else str(self.viewer)
        return {"deal": str(self.deal), "viewer": viewer, "step": str(self.step)}


class Link(NamedTuple):
    """What a link to a page is called by, a text; for a record also its game, and the points of a deal or of all.

    A position has no points, since they would tell how it went on, but a `picture` of its own, an address without its language.
    """

    text: str = HOME
    game: str = ""
    points: tuple[int, ...] = ()
    moment: Moment | None = None
    picture: str = ""

    def told(self, lang: str, base: str) -> dict[str, str]:
        """The properties that those who show links ask for."""
        texts = browser_texts(lang)
        picture = f"{self.picture}{'&' if '?' in self.picture else '?'}lang={lang}" if self.picture else ""
        return {
            "og:type": "website",
            "og:site_name": texts["web.app"],
            "og:title": " · ".join(
                [*([texts[f"web.game.{self.game}"]] if self.game else []), texts[self.text]]
            ),
            "og:description": self._line(lang),
            "og:image": base + (picture or _PREVIEWS.get(self.game) or _PREVIEW),
            "og:image:width": "1200",
            "og:image:height": "630",
            "og:locale": lang,
        }

    def _line(self, lang: str) -> str:
        texts = browser_texts(lang)
        if self.moment is None:
            return " / ".join(f"{points:+d}" for points in self.points) or texts["web.link.line"]
        deal, step, viewer = self.moment
        if viewer is None:
            return fill(texts["web.link.position.open"], lang, deal=deal, step=step + 1)
        return fill(texts["web.link.position.seat"], lang, deal=deal, step=step + 1, seat=viewer + 1)


def link_of(game: str, outline: Outline, text: str, asked: Mapping[str, str], source: str) -> Link:
    """A link to a record of a game, `text` where it is about all of it; `source` is what its picture lies under."""
    moment = _moment(game, outline, asked)
    if moment is None:
        return Link(text, game, outline.points(asked.get("deal", "")))
    picture = f"{source}/picture.png?{urlencode(moment.query())}"
    return Link("web.link.position", game, moment=moment, picture=picture)


def _moment(game: str, outline: Outline, asked: Mapping[str, str]) -> Moment | None:
    """The moment that a link names by its step, as the page reads it, if there is one that can be drawn."""
    if "step" not in asked or not has_pictures(game):
        return None
    viewer = asked.get("viewer", "")
    seat = int(viewer) if viewer.isascii() and viewer.isdigit() and len(viewer) == 1 else None
    deal, step = number_of(asked.get("deal", "1")), number_of(asked["step"])
    if deal is None or step is None or not outline.shows(deal, seat):
        return None
    return Moment(deal, step, seat)


def number_of(text: str) -> int | None:
    """A small number of an address."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None
