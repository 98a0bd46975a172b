"""A position of Paohuzi as text, and back: the fields, and how a state or a view is written down.

    paohuzi akagiri; turn 1 drawn s5; dealer 0; shown b2; hands s1 s1 … / 20? / …; table U3 b6, s1-s2-s3 / U3 (?) / -;
    piles s4 b5! / - / -; smelled s4 s5:pong / - / ?; stock s2 | 15? b5

`drawn`, `thrown`, `shown`, `own` and `pao` are where an open card comes from, `discard` asks for one. `(b6)` lies face
down; `b5!` was thrown from a hand, not drawn; what stands before `|` in the stock all have seen go there. `cut` asks where to
cut, nothing is dealt then and the stock is the pack.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence

from paiju.core.game import Game, Position
from paiju.core.position import NONE, SPECTATOR, UNKNOWN, UNSEEN, Fields, Grammar, by_seat, head_text, joined
from paiju.games.paohuzi import views
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import KINDS, cards_of
from paiju.games.paohuzi.melds import RUNS, Meld, SetKind
from paiju.games.paohuzi.notation import action_text, card_text, cards_text, set_text
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.position_state import (
    DEALT,
    DRAWN_GAME,
    FIELDS,
    GONE,
    ONLY_EAT,
    ONLY_PONG,
    OUTRANKED,
    THROWN,
    Reader,
    state_of,
)
from paiju.games.paohuzi.state import Left, Phase, Result, Source, Start, State
from paiju.games.paohuzi.views import View


def read(game: Game, options: PaohuziOptions, fields: Fields, rng: random.Random | None) -> Position:
    """The position that some fields are.

    Raises:
        PositionError: position.value | conflict | cards | open | rare.
    """
    reader = Reader(options, fields)
    state = state_of(reader, rng)
    return Position(game, state, views.view(state, reader.viewer) if reader.is_view else None)


def _state_text(game: Game, state: State) -> str:
    window, start = state.window, state.start
    answers = window.answers if window else ()
    said = {
        "turn": _turn(state),
        "answers": _answers([(seat, a) for seat, a in enumerate(answers) if a]),
        **_common(state, start, held=state.shown_held),
        "hands": by_seat(cards_text(cards_of(hand)) for hand in state.hands),
        "smelled": by_seat(_forfeited(*bits) for bits in zip(state.no_pong, state.no_eat, strict=True)),
        "stock": _stock(cards_text(state.stock[state.known :]), state.stock[: state.known]),
        "bottom": None if state.stock else card_text(start.bottom),
        "turned": None if start.turned == state.known else str(start.turned),
        "pause": "" if window and not window.asked and state.result is None else None,
    }
    return _line(game, state.rules.options, said)


def _view_text(game: Game, view: View) -> str:
    viewer, seats = view.viewer, range(len(view.sizes))
    others = () if view.phase is Phase.CUT else view.order
    forfeited = [
        _forfeited(view.no_pong, view.no_eat) if seat == viewer else UNKNOWN * (seat in others)
        for seat in seats
    ]
    said = {
        "view": SPECTATOR if viewer is None else str(viewer),
        "turn": _view_turn(view),
        "answers": _answers([(viewer, view.answer)] if viewer is not None and view.answer else []),
        "offers": _offers(view),
        **_common(view, view, held=view.shown_held),
        "hands": by_seat(_hand_of(view, seat) for seat in seats),
        "smelled": by_seat(forfeited),
        "stock": _seen_stock(view),
        "bottom": None if view.left else card_text(view.bottom),
        "turned": None if view.turned == len(view.known_top) else str(view.turned),
    }
    return _line(game, view.options, said)


def _common(shown: State | View, start: Start | View, *, held: bool) -> dict[str, str | None]:
    """What a state and a view of it say alike."""
    result = shown.result
    gone = "" if held else f" {GONE}"
    return {
        "won": None if result is None or result.drawn_game else str(result.winner),
        "dealer": str(start.dealer),
        "streak": str(start.streak) if start.streak != 1 else None,
        "draws": str(start.draws) if start.draws else None,
        "shown": None if start.shown == UNSEEN else card_text(start.shown) + gone,
        "table": by_seat(map(_melds, shown.melds)),
        "piles": by_seat(map(_pile, shown.piles)),
        "dead": " ".join(str(seat) for seat, out in enumerate(shown.dead) if out) or None,
    }


def _line(game: Game, options: PaohuziOptions, said: dict[str, str | None]) -> str:
    return joined(head_text(game, options), [(name, said.get(name)) for name in FIELDS])


def _turn(state: State) -> str:
    window, result = state.window, state.result
    if window is not None:
        return _asked(window.seat, window.source, window.card)
    return f"{state.turn} {state.phase}" if result is None else _ended(state.turn, result, state.melds)


def _view_turn(view: View) -> str:
    if view.result is not None:
        return _ended(view.turn, view.result, view.melds)
    return f"{view.turn} {view.phase}" if view.source is None else _asked(view.turn, view.source, view.card)


def _asked(seat: int, source: Source, card: int) -> str:
    named = "" if source is Source.SHOWN else f" {UNKNOWN if card == UNSEEN else card_text(card)}"
    return f"{seat} {source}{named}"


def _ended(seat: int, result: Result, melds: Sequence[Sequence[Meld]]) -> str:
    """Where the card of the last question came from, or that there was none."""
    if result.drawn_game:
        return f"{seat} {DRAWN_GAME}"
    if result.card == UNSEEN:
        return f"{seat} {DEALT}"
    if result.apart:
        return _asked(seat, Source.THROWN if result.why == "discard" else Source.DRAWN, result.card)
    if not any(melds):
        return _asked(seat, Source.SHOWN, result.card)
    source = Source.PAO if melds[seat][-1].kind is SetKind.EXPOSED_4 else Source.OWN
    return _asked(seat, source, result.card)


def _answers(given: Iterable[tuple[int, Action]]) -> str | None:
    return ", ".join(f"{seat} {action_text(action)}" for seat, action in given) or None


def _offers(view: View) -> str | None:
    """What the viewer may do about an open card; `outranked` says that the viewer has no answer left to give."""
    if not view.offers:
        return None if view.source is None or view.viewer is None else NONE
    outranked = [OUTRANKED] if not view.asked and view.answer is None else []
    return ", ".join([*map(action_text, view.offers), *outranked])


def _hand_of(view: View, seat: int) -> str:
    if view.hands:
        counts: Sequence[int] | None = view.hands[seat]
    else:
        counts = view.hand if seat == view.viewer else None
    if counts is not None:
        return cards_text(kind for kind in range(KINDS) for _ in range(counts[kind]))
    return f"{view.sizes[seat]}{UNKNOWN}" if view.sizes[seat] else ""


def _melds(melds: Iterable[Meld]) -> str:
    return ", ".join(map(_meld, melds))


def _meld(meld: Meld) -> str:
    if meld.kind in RUNS:
        return set_text(meld.cards)
    card = UNKNOWN if meld.cards[0] == UNSEEN else card_text(meld.cards[0])
    return f"{meld.kind} {card}" if meld.known else f"{meld.kind} ({card})"


def _pile(pile: Iterable[Left]) -> str:
    return " ".join(card_text(left.card) + THROWN * left.thrown for left in pile)


def _forfeited(no_pong: int, no_eat: int) -> str:
    words = []
    for kind in range(KINDS):
        pong, eat = no_pong >> kind & 1, no_eat >> kind & 1
        if pong or eat:
            words.append(card_text(kind) + ("" if pong and eat else ONLY_PONG if pong else ONLY_EAT))
    return " ".join(words)


def _stock(cards: str, known: Sequence[int]) -> str:
    """The stock from the top, what all have seen of it before a bar."""
    return f"{cards_text(known)} | {cards}".strip() if known else cards or NONE


def _seen_stock(view: View) -> str:
    unknown = view.left - len(view.known_top)
    bottom = [card_text(view.bottom)] if unknown and view.bottom != UNSEEN else []
    unknown -= len(bottom)
    return _stock(" ".join([f"{unknown}{UNKNOWN}"] * (unknown > 0) + bottom), view.known_top)


def text_of(game: Game, shown: State | View) -> str:
    """A state, or what a seat knows, as text; cards that are not seen are counts."""
    return _state_text(game, shown) if isinstance(shown, State) else _view_text(game, shown)


def said_of(shown: State | View, *, past: bool) -> State | View:
    """What a text says: there is nothing past in it that could be left out."""
    return shown


GRAMMAR = Grammar(FIELDS, read, text_of, View, said_of)
