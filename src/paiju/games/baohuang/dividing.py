"""Hidden steps of a past, divided into blocks of which each can be drawn at once."""

from __future__ import annotations

from math import prod

from paiju.games.baohuang.past import GOT, PAID, Past, Step, first_declined, unasked
from paiju.games.baohuang.plans import UNKNOWN

_CHOSEN = 6


def blocks(past: Past, most: int, *, suited: bool) -> list[frozenset[int]]:
    """The steps that were not seen, in sets that are drawn together, in the order of time: one set if they are few enough.

    What was paid into the middle stays with what came out of it, also what was seen of it.
    """
    hidden = [
        at
        for at, step in enumerate(past)
        if (UNKNOWN in step.cards and step.moves) or step.verb in (PAID, GOT)
    ]
    declined = first_declined(past)
    middles = [
        [at for at in hidden if not past[at].moves and (at > declined) is pool] for pool in (False, True)
    ]
    spans = [range(middle[0], middle[-1]) for middle in middles if middle]
    bound: list[list[int]] = []
    for at in hidden:
        if any(at - 1 in span for span in spans):
            bound[-1].append(at)
        else:
            bound.append([at])
    found: list[frozenset[int]] = []
    heavy = 1
    for steps in bound:
        own = prod([_burden(past[at], suited=suited, crown=at > declined) for at in steps])
        if found and heavy * own <= most:
            found[-1] |= {*steps}
            heavy *= own
        else:
            found.append(frozenset(steps))
            heavy = own
    return found


def _burden(step: Step, *, suited: bool, crown: bool) -> int:
    """In how many ways, about, a step divides the deck where its cards have been found up to some kind."""
    if step.verb == GOT:
        return 1
    many = step.cards.count(UNKNOWN)
    return _CHOSEN if suited and many == len(step.cards) == 1 and unasked(step, crown=crown) else many + 1
