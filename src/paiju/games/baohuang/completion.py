"""A deal at random that a viewer cannot tell from the true one: each is as likely as every other.

The deals that are left to a viewer are those in which the past, with what was done in it, looks to him as it did. What others
did face down (which cards of a rank they gave as tribute, what they gave back) is as unknown to him as their cards: a deal with
each way of it counts as one. What the past says of each kind (`witness`) makes an exact draw over kinds (`core.shares`); the rest
is found by dealing and playing the past again (`retracing`), and another deal is drawn if it does not fit.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb
from operator import add

from paiju.core.border import SEED_BYTES
from paiju.core.shares import Counts, Shares
from paiju.games.baohuang import flow, succession
from paiju.games.baohuang.actions import WAIT
from paiju.games.baohuang.cards import EMPTY, SEATS, Kind, cards_of, hand_of
from paiju.games.baohuang.dealing import draw
from paiju.games.baohuang.hiding import Hiding, Owned, Ways, trouble
from paiju.games.baohuang.identity import without_laowang
from paiju.games.baohuang.past import GOT, PAID, Past
from paiju.games.baohuang.plans import UNKNOWN, Drawing, Plan
from paiju.games.baohuang.retracing import Retracing
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Phase, Start, State, Winner
from paiju.games.baohuang.transfers import highest_sets
from paiju.games.baohuang.viewing import View
from paiju.games.baohuang.witness import Witness

TRIES = 3000
TURNS = 5
"""How often hidden cards and hands are drawn by turns, each for the other: how much is left of the beginning is not measured."""
_TRIES_A_TURN = 40
"""Where other hands for the same hidden cards are not found soon, the old ones stay."""
_KEPT = 300
_BEGINNINGS = 10
_GUESSES = 4


def complete(view: View, rng: random.Random) -> State:
    """A state whose view for `view.viewer` equals `view`, its past included; of a view without a past, as `anyhow`.

    Where cards changed hands face down, they and the hands are drawn by turns, each exactly for the other. If no deal at all is
    found in a bounded search, the unseen cards lie anyhow, and the past is what was seen of it.
    """
    if view.past is None:
        return anyhow(view, rng)
    state = _veiled(view, rng) if view.phase is Phase.DRAW and not view.asked else _worlds(view).draw(rng)
    if state is None:
        state = anyhow(view, rng)
        state.past = view.past
    return state


def anyhow(view: View, rng: random.Random) -> State:
    """A state that looks like `view` but for its past, quickly made: nothing is asked about how its cards came to lie so.

    Bots of which the worlds are their own start from it, and it is what there is of a view without a past.
    """
    return flow.stage_of(view.phase).fill(view, rng)


@lru_cache(maxsize=4)
def _worlds(view: View) -> Worlds:
    """What all deals that look like a view have in common; searches ask for many of the same."""
    return Worlds(view)


class Worlds:
    """All deals that look like a view."""

    def __init__(self, view: View) -> None:
        assert view.past is not None
        self._view, self._rules = view, compile_rules(view.options)
        self._in_order = self._rules.transfers.emperor_takes_low and view.carry.winner is Winner.EMPEROR
        self._hiding = Hiding(self._rules, view.past, in_order=self._in_order)
        self._known: dict[Past, _Known] = {}
        rules = self._rules
        self._by_rank = self._hiding.by_rank and not (
            rules.transfers.buys or rules.transfers.returned_lows or rules.natural_bombs
        )

    def draw(self, rng: random.Random) -> State | None:
        """Any of them; None if none was found."""
        if not self._hiding.any:
            return self._with(self._hiding.past).draw(rng, TRIES)
        return self._by_turns(rng)

    def _with(self, past: Past) -> _Known:
        if past not in self._known:
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[past] = _Known(self._view, self._rules, past)
        return self._known[past]

    def _by_turns(self, rng: random.Random) -> State | None:
        """Hidden cards for some hands, then hands for these cards, and again."""
        found = self._begin(rng)
        if found is None:
            return None
        ways, state = found
        for _ in range(TURNS):
            hiding = Hiding(self._rules, self._filled(state), in_order=self._in_order)
            other = hiding.turned(ways, self._owned(state), rng, self._fits(rng))
            again = self._with(self._hiding.filled(other)).draw(rng, _TRIES_A_TURN)
            if again is not None:
                ways, state = other, again
        return state

    def _owned(self, shown: State | View) -> list[Counter[Kind]]:
        """What each seat holds or has laid."""
        called = shown.called if isinstance(shown, View) else shown.roles.called
        pairs = zip(shown.hands, shown.played, strict=True)
        return [Counter(cards_of(without_laowang(tuple(map(add, *pair)), called))) for pair in pairs]

    def _filled(self, state: State) -> Past:
        """The past that was seen, with what still lies in the middle as it is in `state`."""
        seen = [step for step in state.past or () if step.verb != "wait" or step.seat == self._view.viewer]
        last = sum(len(step.cards) for step in seen if step.verb == GOT)
        past = []
        for step, own in zip(self._hiding.past, seen, strict=True):
            last -= len(step.cards) if step.verb == PAID else 0
            past.append(own if step.verb == PAID and last < 0 else step)
        return tuple(past)

    def _fits(self, rng: random.Random) -> Callable[[Past, Owned], bool]:
        def fits(past: Past, dealt: Owned) -> bool:
            if trouble(self._rules, past, dealt):
                return False
            if self._by_rank:
                return True
            hands = [tuple(cards.elements()) for cards in dealt]
            return Retracing(self._view, self._rules, past).state(hands, (), rng) is not None

        return fits

    def _begin(self, rng: random.Random) -> tuple[Ways, State] | None:
        """Some deal: hidden cards are guessed; where that comes to nothing, so are hands, until the cards may have gone so."""
        kinds = Counter(self._rules.deck(first_deal=self._view.carry.first_deal))
        if self._view.viewer is not None and self._view.hand is not None:
            kinds.subtract(cards_of(without_laowang(self._view.hand, self._view.called)))
        anyhow = None
        for number in range(_BEGINNINGS):
            ways = self._hiding.guess(+kinds, rng)
            if number >= _GUESSES or self._view.hands:
                anyhow = anyhow or Anyhow(self._view, self._rules, self._hiding.past)
                owned = anyhow.owned(rng)
                ways = self._hiding.mended(ways, owned, rng) if owned else ways
            known = _Known(self._view, self._rules, self._hiding.filled(ways))
            state = known.draw(rng, 3)
            if state is not None:
                return ways, state
        return None


class Anyhow:
    """Hands as a viewer may think them without asking how hidden cards came there."""

    def __init__(self, view: View, rules: Rules, past: Past) -> None:
        self._view = view
        self._witness = witness = Witness(view, rules, tuple(step for step in past if step.decides))
        room, heaps = witness.room_now(), witness.heaps()
        middle = sum(heap.copies for heap in heaps) - sum(room)
        if middle > 0:
            room = (*room, middle)
            heaps = [
                heap._replace(gone=(*heap.gone, 0), least=(*heap.least, 0), most=(*heap.most, heap.copies))
                for heap in heaps
            ]
        self._shares = Shares(room, heaps)

    def owned(self, rng: random.Random) -> list[Counter[Kind]] | None:
        """What each seat holds or has laid."""
        counts = self._shares.draw(rng)
        if counts is None:
            return None
        hands, _ = self._witness.hands(counts)
        return [hand + played for hand, played in zip(hands, self._witness.played, strict=True)]


class _Known:
    """Draws deals in which the cards that changed hands are those of a past; what lies in the middle may be unknown."""

    def __init__(self, view: View, rules: Rules, past: Past) -> None:
        self._view, self._rules, self._past = view, rules, past
        self._pending = any(step.verb == PAID and UNKNOWN in step.cards for step in past)
        told = tuple(step for step in past if step.verb != PAID or UNKNOWN not in step.cards)
        self._witness = Witness(view, rules, told)
        self._shares = Shares(self._witness.room(), self._witness.heaps())
        self._retracing = Retracing(view, rules, past)

    def draw(self, rng: random.Random, tries: int) -> State | None:
        """A deal that could come to look like this; None if none was found in so many tries."""
        if not self._shares.possible:
            return None
        for _ in range(tries):
            counts = self._shares.draw(rng)
            if counts is None:
                return None
            state = self._dealt(counts, rng)
            if state is not None:
                return state
        return None

    def _dealt(self, counts: Sequence[Counts], rng: random.Random) -> State | None:
        witness, view = self._witness, self._view
        hands, rest = witness.hands(counts)
        dealt = [witness.dealt_to(seat, hand) for seat, hand in enumerate(hands)]
        if any(min(cards.values(), default=0) < 0 for cards in dealt):
            return None
        retracing = self._retracing
        if self._pending:
            past = self._paid(hands, rng)
            if past is None:
                return None
            retracing = Retracing(view, self._rules, past)
        return retracing.state([tuple(cards.elements()) for cards in dealt], rest, rng)

    def _paid(self, hands: Sequence[Counter[Kind]], rng: random.Random) -> Past | None:
        """The past with what each seat must have paid into the middle, or any of what it may, as likely as all it may in other deals."""
        past, declined = list(self._past), False
        transfers, crowning = self._rules.transfers, self._rules.crowning
        for at, step in enumerate(self._past):
            declined = declined or step.verb == "abdicate"
            if step.verb != PAID or UNKNOWN not in step.cards:
                continue
            hand, many = hand_of(hands[step.seat].elements()), len(step.cards)
            if declined:
                cards = succession.COSTS[crowning.cost](hand, lambda kind: kind not in transfers.kept)
            else:
                sets = highest_sets(hand, many, lambda kind: kind not in transfers.kept_from_tribute)
                if not sets or rng.random() * comb(many + 3, 3) >= len(sets):
                    return None
                cards = rng.choice(sets)
            if len(cards) != many:
                return None
            past[at] = step._replace(cards=cards)
        return tuple(past)


def _veiled(view: View, rng: random.Random) -> State | None:
    """A draw that stopped for a question to another, of which nothing is seen (BH A18-70): any of all there are in any deal."""
    rules = compile_rules(view.options)
    deck = list(rules.deck(first_deal=view.carry.first_deal))
    none = (EMPTY,) * SEATS
    for _ in range(TRIES):
        rng.shuffle(deck)
        cards = tuple(deck)
        cut = next((step.number for step in view.past or () if step.verb == "cut"), 0)
        whole = (*cards[len(cards) - cut :], *cards[: len(cards) - cut])
        start = Start(
            rng.randbytes(SEED_BYTES), (), view.first_drawer, view.carry, view.drawn_sizes, deck=whole
        )
        state = State(rules, start, Phase.DRAW, (), none, none, Plan(Drawing(cards)), past=view.past)
        questions: list[State] = []
        asks = draw(state, [])
        while asks:
            questions.append(state.copy())
            flow.step(state, state.queue[0], WAIT, [])
            asks = state.phase is Phase.DRAW and bool(state.queue)
        at = rng.randrange(max(view.drawn_sizes))
        if at < len(questions) and questions[0].queue != (view.viewer,):
            return questions[at]
    return None
