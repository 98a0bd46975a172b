"""Bao Huang at a live table: what its room asks, the pictures of its rules, and how long bots think."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from paiju.games.baohuang.cards import COPIES, FIRST_JOKER, MARKED_BIG, RANKS, SEATS, SUITS
from paiju.games.baohuang.notation import card_text, parse_cards
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.scoring import points
from paiju.games.baohuang.state import Phase, Roles, Stakes, Winner
from paiju.games.baohuang.views import View
from paiju.server.pack import PHRASES, Drawn, Figure, Glance, Pack, Question, Words

_BEFORE, _LEAD, _ANSWER = 0.7, 0.5, 0.15
_OF_THE_EMPEROR, _LARGE_SET, _NEAR_THE_END = 0.1, 0.15, 0.25
_LARGE_PACK, _FEW = 3, 6


def pondering(public: View, seat: int) -> float:
    """From 0, the seat cannot but pass, to 1; `public` is the view of a spectator."""
    if public.phase is not Phase.PLAY:
        return _BEFORE
    near = _NEAR_THE_END * any(0 < public.held(other) <= _FEW for other in range(len(public.sizes)))
    if public.top is None:
        return _LEAD + near
    laid = len(public.top.strengths)
    if public.held(seat) < laid:
        return 0.0
    return (
        _ANSWER
        + near
        + _OF_THE_EMPEROR * (public.owner == public.emperor)
        + _LARGE_SET * (laid >= _LARGE_PACK)
    )


QUESTIONS = (
    Question("threes", "3 4 5", {"deck": "216"}, {"deck": "168"}),
    # A called guard has no marked card to hold as well, so abdication cannot ask for both cards (BH A6).
    Question("called", "9 9 9 → L", {"guard_by": "called", "abdication": "on"}, {"guard_by": "marked_black"}),
    Question("abdication", "R → R", {"abdication": "on"}, {"abdication": "off"}),
    Question("by_place", "2 → 2", {"tribute_mode": "place"}, {"tribute_mode": "camp"}),
    Question("return", "2 ⇄ 6", {"tribute_return": "same_count"}, {"tribute_return": "none"}),
    Question("declare", "B ×2", {"declarations": "all"}, {"declarations": "off"}),
    Question("lowest_last", "K K … 6", {"low_last": "lowest_rank"}, {"low_last": "off"}),
    Question("points", "+2 −2", {"scoring": "team2"}, {"scoring": "free"}),
    Question("equal", "9 9 r = 9 9 b", {"order": "joker_strict"}, {"order": "strict"}),
    Question("bombs", "8h 8h 8h 8h > 2", {"bombs": "on"}, {"bombs": "off"}),
)


# --- pictures of the rules: what lies on what, as the rules engine compares it, and what places are worth

_SETS = ("9s", "9s 9h 9c", "9s 9h b", "b r", "8s 9h Tc", "8s 8h 9c 9d")
_BOMBS = ("8h 8h 8h 8h", "8s 8h 8c 8d", "b b b b", "r r r")
_LAID = (
    ("8s 8h 8c", "9s 9h 9c"), ("8s 8h 8c", "Ks Kh"), ("8s 8h 8c b", "9s 9h 9c 9d"), ("6s 6h", "Js b"),
    ("9s 9h b", "9c 9d r"), ("Qs Qh", "Ks 2h"), ("r", "2s 2h 2c"),
)  # fmt: skip
"""Cards on the table, and others that are laid on them."""
_TRIED = 3
"""The last of them are questions."""
_PLACES = ((1, 2), (1, 4), (2, 3), (1, 5), (4, 5))
"""Places of emperor and guard."""
_TRIED_PLACES = 2
_YES_NO = tuple(Words(f"option.{answer}") for answer in ("true", "false"))
_WINNERS = tuple(Words(f"figure.baohuang.won.{one}") for one in Winner)


def figures(options: BaohuangOptions) -> tuple[Figure, ...]:
    """The pictures of the rules of these options."""
    rules = compile_rules(options)
    bombs = tuple(_bomb(rules, text) for text in _BOMBS)
    low = RANKS[rules.low_rank]
    last = (Drawn((tuple(low + suit for suit in SUITS[:3]),)),) if rules.low_last else ()
    found = (
        Figure("deal", "order", (Drawn((_order(rules),)),)),
        Figure("roles", "marks", tuple(_marks(rules))),
        Figure("play", "sets", tuple(_set(rules, text) for text in _SETS)),
        Figure("play", "laid", tuple(_laid(rules, at, *texts) for at, texts in enumerate(_LAID))),
        Figure("lowest_last", "last", last),
        Figure("bombs", "bombs", bombs if any(line.right for line in bombs) else ()),
        Figure("score", "places", tuple(_places(rules, at, *places) for at, places in enumerate(_PLACES))),
    )
    return tuple(figure for figure in found if figure.lines)


def _order(rules: Rules) -> tuple[str, ...]:
    """A card of each strength, the highest first."""
    kinds = {kind - kind % 4 if kind < FIRST_JOKER else kind for kind in rules.later_deck}
    strength = rules.comparison.strength_of
    return tuple(
        card_text(kind, suited=False) for kind in sorted(kinds, key=lambda kind: (-strength[kind], -kind))
    )


def _marks(rules: Rules) -> Iterator[Drawn]:
    """The cards that say who is who."""
    called = rules.crowning.guard_called
    if MARKED_BIG in rules.first_deck:
        yield Drawn((("R",),), label=Words("role.emperor"))
    if called:
        yield Drawn(
            (("Ks",) * (COPIES - 1), ("L" if rules.crowning.laowang else "Ks",)),
            label=Words("figure.baohuang.called"),
        )
    else:
        yield Drawn((("B",),), label=Words("role.guard"))


def _set(rules: Rules, text: str) -> Drawn:
    right = rules.comparison.shape(parse_cards(text, suited=True)) is not None
    return Drawn((tuple(text.split()),), right=right)


def _bomb(rules: Rules, text: str) -> Drawn:
    return Drawn((tuple(text.split()),), right=rules.comparison.bomb_rank(parse_cards(text, suited=True)) > 0)


def _laid(rules: Rules, at: int, on: str, text: str) -> Drawn:
    """Cards laid on others, with the reason of the rules."""
    below, new = (rules.comparison.shape(parse_cards(cards, suited=True)) for cards in (on, text))
    assert below is not None, "what lies there was laid"
    right = new is not None and rules.comparison.beats(new, below)
    alike = new is not None and len(new.strengths) == len(below.strengths)
    why = "why.shape" if new is None else "why.does_not_beat" if alike else "why.count"
    return Drawn(
        (tuple(text.split()),), tuple(on.split()), right=right,
        label=Words("figure.baohuang.beats" if right else why),
        choices=_YES_NO if at >= len(_LAID) - _TRIED else (), answer=int(not right),
    )  # fmt: skip


def _places(rules: Rules, at: int, emperor: int, guard: int) -> Drawn:
    """The roles from the first to the last place, and their points."""
    others = (place for place in range(1, SEATS + 1) if place not in (emperor, guard))
    roles, places = Roles(emperor=0, guards=(1,)), (emperor, guard, *others)
    worth, winner = points(rules, roles, Stakes(), places)
    seats = [places.index(place) for place in range(1, SEATS + 1)]
    won = Words(f"figure.baohuang.won.{winner}")
    return Drawn(
        roles=tuple(roles.of(seat) for seat in seats),
        points=tuple(worth[seat] for seat in seats) if rules.options.points else (),
        label=won,
        choices=_WINNERS if at >= len(_PLACES) - _TRIED_PLACES else (),
        answer=_WINNERS.index(won),
    )


def glance(state: Any, public: View) -> Glance:
    """The seats that decide, as far as everyone sees; who is out of cards or was taken out of play."""
    out = frozenset((*public.out, *public.stuck))
    return Glance(public.asked, out, (public.phase, public.turn), leads=public.top is None)


PACK = Pack(
    glance, ("no", "pass", "trust_me", *PHRASES), QUESTIONS, figures, pondering=pondering,
    styles=("hand", "felt", "counter"),
)  # fmt: skip
