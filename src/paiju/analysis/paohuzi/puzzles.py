"""The puzzles of Paohuzi: discards that nobody can claim, the best discard or claim, what a hand counts and waits for."""

from __future__ import annotations

from paiju.analysis.paohuzi.safety import solve
from paiju.analysis.puzzles import Found, Kind, Puzzle, Spot, best_action
from paiju.games.paohuzi import claims
from paiju.games.paohuzi.actions import HU
from paiju.games.paohuzi.cards import packed
from paiju.games.paohuzi.hands import waits
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.state import Phase

_LEAST_ACTIONS, _MOST_ACTIONS, _MOST_SAFE, _MOST_WAITS = 4, 24, 2, 5
_EASIEST, _BY_CARD, _BY_WAIT = 900, 40, 150


def _due(spot: Spot) -> bool:
    return spot.view.phase is Phase.DISCARD and len(spot.actions) >= _LEAST_ACTIONS


def _safe(spot: Spot) -> Found | None:
    found = solve(spot.state, spot.view)
    if found is None or found.left_open or not 0 < len(found.safe) <= _MOST_SAFE:
        return None
    claimed = {f"discard {card_text(card)}": list(claim) for card, claim in found.claims.items()}
    return Found(spot.view, tuple(f"discard {card_text(card)}" for card in found.safe), {"claims": claimed})


def _choice(spot: Spot) -> bool:
    """A discard, or whether to eat and how."""
    eats = any(action.verb == "eat" for action in spot.actions)
    least = _LEAST_ACTIONS if spot.view.phase is Phase.DISCARD else 2
    return (spot.view.phase is Phase.DISCARD or eats) and least <= len(spot.actions) <= _MOST_ACTIONS


def _wins(spot: Spot) -> bool:
    return HU in spot.view.offers


def _hu(spot: Spot) -> Found | None:
    """The count of an offered win by the rules."""
    window = spot.state.window
    score = claims.score_of(spot.state, window.source, window.seat, spot.seat, window.card, last=window.last)
    assert score is not None, "a win that is offered counts something"
    hand = sum(spot.view.hand)
    details = {"bottom": score.bottom, "final": score.final, "items": [list(item) for item in score.items]}
    return Found(spot.view, (str(score.hu),), details, _EASIEST + _BY_CARD * hand)


def _somebody_waits(spot: Spot) -> bool:
    return spot.view.phase is Phase.DISCARD


def _waits(spot: Spot) -> Found | None:
    """What the seat after the one that discards waits for."""
    seat = spot.state.start.right[spot.seat]
    return _waits_of(spot._replace(seat=seat, view=spot.game.view(spot.state, seat)))


def _waits_of(spot: Spot) -> Found | None:
    view = spot.view
    found = waits(packed(view.hand), view.melds[spot.seat], view.options)
    if not 0 < len(found) <= _MOST_WAITS:
        return None
    rating = _EASIEST + _BY_CARD * sum(view.hand) // 2 + _BY_WAIT * (len(found) - 1)
    return Found(view, (" ".join(map(card_text, found)),), {}, rating)


def _mark_waits(puzzle: Puzzle, answer: str) -> float:
    """1 for all of the cards and no others."""
    (right,) = puzzle.answers
    return float(set(answer.split()) == set(right.split()))


KINDS = {
    "safe": Kind(_due, _safe, again=_safe),
    "best": Kind(_choice, best_action, every=5, again=best_action),
    "hu": Kind(_wins, _hu, acts=False, again=_hu, hides=("hu",)),
    "waits": Kind(_somebody_waits, _waits, _mark_waits, acts=False, every=3, again=_waits_of),
}
