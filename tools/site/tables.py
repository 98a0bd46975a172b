"""A deal of either game as HTML: what lies where, what may be done, what a step of a record did."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from paiju.core.errors import PaijuError
from paiju.games.baohuang import cards as bh
from paiju.games.baohuang import notation as bh_notation
from paiju.games.paohuzi import cards as pz
from paiju.games.paohuzi.notation import cards_text
from paiju.locales import Texts
from tools.site import drawing, telling
from tools.site.rows import signed

_MOST = 60
"""The most actions listed; a lead in Bao Huang may have thousands."""


def table(game: Any, state: Any, viewer: int | None, texts: Texts, names: Sequence[str] = ()) -> str:
    """All seats with their cards; from a seat's place the others' hands are backs."""
    draw = _baohuang if game.name == "baohuang" else _paohuzi
    seats = "".join(
        f'<div class="seat{" asked" if seat in game.actors(state) else ""}"><h4 aria-level="2">{_name(seat, names, texts)}</h4>'
        f"{draw(state, seat, open_=viewer in (None, seat), texts=texts)}</div>"
        for seat in range(len(state.hands))
    )
    return f'<div class="table">{seats}{_middle(game, state, texts)}</div>'


def _name(seat: int, names: Sequence[str], texts: Texts) -> str:
    place = telling.words(texts.lang)["seat"].format(seat=texts.number(seat))
    return f"{escape(names[seat])} <small>{place}</small>" if names and names[seat] else place


def _baohuang(state: Any, seat: int, *, open_: bool, texts: Texts) -> str:
    hand = bh.cards_of(state.hands[seat])
    roles = state.roles
    role = (
        f"role.{roles.of(seat)}"
        if roles.emperor >= 0 and (open_ or seat == roles.emperor or seat in roles.shown)
        else ""
    )
    named = f'<span class="role {roles.of(seat)}">{texts.t(role)}</span> ' if role else ""
    displayed = bh_notation.cards_text(hand, suited=state.rules.suited) if open_ else ""
    cards = (
        drawing.cards("baohuang", displayed, texts.lang) if open_ else drawing.backs("baohuang", len(hand))
    )
    return f"{named}<span class=count>{texts.number(len(hand))}</span> {cards}"


def _paohuzi(state: Any, seat: int, *, open_: bool, texts: Texts) -> str:
    hand = pz.cards_of(state.hands[seat])
    sets = "".join(_meld(meld, open_=open_, texts=texts) for meld in state.melds[seat])
    cards = (
        drawing.cards("paohuzi", cards_text(hand), texts.lang)
        if open_
        else drawing.backs("paohuzi", len(hand))
    )
    left = drawing.cards("paohuzi", cards_text(left.card for left in state.piles[seat]), texts.lang)
    pile = f'<div class="pile">{left}</div>' if state.piles[seat] else ""
    return f"<div>{sets}</div><span class=count>{texts.number(len(hand))}</span> {cards}{pile}"


def _meld(meld: Any, *, open_: bool, texts: Texts) -> str:
    name = texts.t(f"set.paohuzi.{meld.kind}.short")
    seen = open_ or meld.known
    cards = (
        drawing.cards("paohuzi", cards_text(meld.cards), texts.lang)
        if seen
        else drawing.backs("paohuzi", len(meld.cards))
    )
    return f'<span class="set"><span class="kind">{name}</span>{cards}</span>'


def _middle(game: Any, state: Any, texts: Texts) -> str:
    """What lies between the seats: the trick or the open card, the phase, the result."""
    word = telling.words(texts.lang)
    lines = [f"<b>{texts.t(f'phase.{state.phase}')}</b>"]
    if game.name == "baohuang":
        lines += [f"{texts.number(laid.seat)}: {_answer(state, laid, texts)}" for laid in state.trick]
    else:
        if state.window is not None:
            lines.append(drawing.cards("paohuzi", cards_text((state.window.card,)), texts.lang))
        lines.append(f"{word['play.stock']} {texts.number(len(state.stock))}")
    if state.result is not None:
        points = telling.listed(map(signed, state.result.returns), texts.lang)
        lines.append(f"{word['play.points']} <b>{points}</b>")
    return f'<div class="middle">{"".join(f"<div>{line}</div>" for line in lines)}</div>'


def _answer(state: Any, laid: Any, texts: Texts) -> str:
    """What a seat did in a trick."""
    if not laid.cards:
        return texts.t(f"action.{laid.verb}")
    return drawing.cards(
        "baohuang", bh_notation.cards_text(laid.cards, suited=state.rules.suited), texts.lang
    )


def actions(game: Any, state: Any, texts: Texts) -> list[dict[str, Any]]:
    """What each seat that is prompted may do: its text, and how it is drawn."""
    found = []
    for seat in game.actors(state):
        legal = game.legal_actions(state, seat)
        for at in range(min(len(legal), _MOST)):
            text = game.action_text(state, legal[at])
            found.append({"seat": seat, "text": text, "html": telling.action(game.name, text, texts.lang)})
    return found


def position_text(game: Any, state: Any) -> str:
    """The deal as a line of text, where the game has positions and the moment can be written."""
    try:
        return str(game.position_text(state)) if hasattr(game, "position_text") else ""
    except PaijuError:
        return ""


def step_line(game: Any, step: Any, names: Sequence[str], texts: Texts) -> str:
    """What was done in a step of a record."""
    if step.action is None:
        return f'<p class="done">{telling.words(texts.lang)["play.dealt"].format(deal=texts.number(step.deal + 1))}</p>'
    seat, text = step.action
    return f'<p class="done">{_name(seat, names, texts)}: {telling.action(game.name, text, texts.lang)}</p>'
