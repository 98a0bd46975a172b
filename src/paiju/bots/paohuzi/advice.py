"""Hints for Paohuzi, and the reasons for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paiju.bots.advice import Adviser, Found, ranked
from paiju.bots.base import Reason
from paiju.bots.paohuzi.heuristic import completions
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.cards import KINDS, Kind
from paiju.games.paohuzi.melds import RUN_OF, tally
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.views import View

MOST_REASONS = 2
_COPIES_OF_PAIR = 2
_HARDLY = 0.7
"""From this chance on that nobody takes a thrown card, that is said; below, who is likeliest to."""


def reasons(view: View, action: Action, takers: Sequence[float] | None = None) -> tuple[Reason, ...]:
    """The reasons for one legal action; `takers` are the chances that nobody and each seat after the viewer takes what it throws."""
    return tuple(reason for reason, _ in zip(_found(view, action, takers), range(MOST_REASONS), strict=False))


def _found(view: View, action: Action, takers: Sequence[float] | None) -> Iterator[Reason]:
    assert view.hand is not None
    if action == HU:
        yield Reason("wins")
    elif action.verb == "discard":
        worth = _for_discard(view, action.cards[0])
        yield next(worth)
        if takers is not None:
            yield _who_takes(view, takers)
        yield from worth
    elif action.verb == "eat":
        yield Reason("lays_sets", {"count": len(action.sets), "hu": sum(RUN_OF[c].hu for c in action.sets)})
        yield _so_far(view)
    elif action.verb == "pong":
        yield Reason("lays_triple")
        yield _so_far(view)
    elif action.verb == "pass":
        yield Reason("keeps_hand")


def _for_discard(view: View, kind: Kind) -> Iterator[Reason]:
    """The use of a card to the rest of the hand."""
    assert view.hand is not None
    rest = [copies - (other == kind) for other, copies in enumerate(view.hand)]
    if rest[kind]:
        yield Reason("breaks_pair" if rest[kind] < _COPIES_OF_PAIR else "breaks_triple")
    ties = sum(1 for other in range(KINDS) if rest[other] and _tied(view, kind, other))
    yield Reason("loose_card") if not ties else Reason("least_tied", {"count": ties})


def _who_takes(view: View, takers: Sequence[float]) -> Reason:
    """Whether a thrown card is likely to be taken."""
    assert view.viewer is not None
    nobody, *others = takers
    if nobody >= _HARDLY:
        return Reason("hardly_taken", {"percent": _percent(nobody)})
    after = max(range(len(others)), key=others.__getitem__) + 1
    seat = (view.viewer + after) % view.options.seats
    return Reason("likely_taken", {"seat": seat, "percent": _percent(others[after - 1])})


def _percent(chance: float) -> int:
    """Nothing is called certain."""
    return min(99, max(1, round(100 * chance)))


def _tied(view: View, kind: Kind, other: Kind) -> bool:
    return (min(kind, other), max(kind, other)) in completions(one_five_ten=view.options.one_five_ten)


def _so_far(view: View) -> Reason:
    """The hu laid before, and what a hand needs."""
    assert view.viewer is not None
    return Reason(
        "hu_so_far", {"hu": tally(view.melds[view.viewer]).hu, "needed": compile_rules(view.options).min_hu}
    )


# --- advice in Paohuzi: what a search finds, with reasons

PLAYOUTS = 1200  # no clock has a say, so that the same question gets the same answer


def _reasons(view: Any, actions: Sequence[Any], searches: bool) -> list[tuple[Reason, ...]]:  # noqa: FBT001 - see `Adviser`
    takers = _takers(view) if searches else {}
    return [reasons(view, action, takers.get(action)) for action in actions]


def _takers(view: Any) -> Mapping[Any, Sequence[float]]:
    """For each action the chances that nobody, the next seat and the one after takes what it throws, as far as the network knows."""
    from paiju.bots.paohuzi.net import SHIPPED
    from paiju.bots.paohuzi.net.network import read_judge

    if view.phase is not Phase.DISCARD or not SHIPPED.is_file():
        return {}
    judge = read_judge(SHIPPED)
    if not judge.fits(view.options):
        return {}
    actions = judge.judge(view).actions
    return dict(zip(actions, judge.takers().tolist(), strict=True))


def _search(view: Any, actions: Sequence[Any], seed: int) -> list[Found]:
    """The points are the seat's own."""
    from paiju.bots.paohuzi.compiled.search import Budget, SearchBot
    from paiju.kernels.paohuzi.actions import decode

    thought = SearchBot(seed, Budget(playouts=PLAYOUTS)).think(view, actions)
    return ranked(thought, decode, actions) if thought else []


ADVISER = Adviser(_search, _reasons)
