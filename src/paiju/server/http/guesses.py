"""Limits on guessing codes: wrong ones make an address and its networks wait, here and on all nodes together."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from paiju.server.cluster.nodes import Neighbours
from paiju.server.errors import ServerError
from paiju.server.http.limits import MOST_KEYS, Buckets, Clock, limited, network_of
from paiju.server.store.base import (
    FIRST_WAIT,
    FLOOD_WAIT,
    FORGIVEN_AFTER,
    INNOCENT,
    WRONG_PER_MINUTE,
    StoreError,
)
from paiju.server.store.rows import CodeTry, TriedPlace


@dataclass(frozen=True, slots=True)
class Width:
    """Networks with a prefix of `length`: the first `free` wrong codes cost nothing; then each doubles the wait up to `longest`."""

    length: int
    free: int
    longest: float


@dataclass(frozen=True, slots=True)
class Try:
    """A try that began, and when its places had been wrong last."""

    begun: float
    places: tuple[tuple[Width, str, float], ...]


_WIDTHS = {
    4: (Width(32, 3, 900), Width(24, 9, 60), Width(16, 30, FIRST_WAIT)),
    6: (Width(64, 3, 900), Width(56, 6, 300), Width(48, 9, 60), Width(32, 30, FIRST_WAIT)),
}
_ALONE = (Width(0, 3, 900),)


class GuessLimiter:
    """Makes guessers wait; right codes wait as long, so that a wait reveals nothing.

    A try counts as wrong from its beginning, so that many at once get no more than one after the other. When all
    together are wrong too often, only those go on who have hardly been wrong lately.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._wrong: dict[Width, OrderedDict[str, tuple[int, float]]] = {}
        self._all = Buckets(WRONG_PER_MINUTE, clock)
        self._flooded_until = 0.0

    def wait(self, key: str) -> float:
        """Seconds until an address may try; 0 for now."""
        now = self._clock()
        places = places_of(key)
        seen = self._seen(places)
        waits = [last - now + delay for width, _, tries, last in seen if (delay := _delay(tries, width))]
        if seen[0][2] > INNOCENT:
            waits.append(self._flooded_until - now)
        return max([0.0, *waits])

    def begin(self, key: str) -> Try:
        """An address tries a code, wrong as far as is known."""
        now = self._clock()
        seen = self._seen(places_of(key))
        for width, place, tries, _ in seen:
            wrong = self._wrong[width]
            wrong[place] = (tries + 1, now)
            wrong.move_to_end(place)
            if len(wrong) > MOST_KEYS:
                wrong.popitem(last=False)
        if self._all.take(""):
            self._flooded_until = now + FLOOD_WAIT
        return Try(now, tuple((width, place, last) for width, place, _, last in seen))

    def right(self, one: Try) -> None:
        """Forget a try that was no guess."""
        for width, place, before in one.places:
            tries, last = self._wrong[width].get(place, (1, one.begun))
            self._wrong[width][place] = (max(0, tries - 1), before if last == one.begun else last)
        self._all.take("", -1.0)

    def _seen(self, places: list[tuple[Width, str]]) -> list[tuple[Width, str, int, float]]:
        """How often each place has been wrong lately, and when last."""
        now, seen = self._clock(), []
        for width, place in places:
            tries, last = self._wrong.setdefault(width, OrderedDict()).get(place, (0, now))
            seen.append((width, place, 0 if now - last > FORGIVEN_AFTER else tries, last))
        return seen


def places_of(key: str) -> list[tuple[Width, str]]:
    """An address and the networks around it, the narrowest first."""
    try:
        version = ipaddress.ip_address(key).version
    except ValueError:
        return [(_ALONE[0], key)]
    return [(width, network_of(key, width.length)) for width in _WIDTHS[version]]


def _delay(tries: int, width: Width) -> float:
    if tries <= width.free:
        return 0.0
    return min(width.longest, FIRST_WAIT * 2.0 ** min(tries - width.free - 1, 20))


_WRONG = ("room.none", "code.none")


class CodeGuesses:
    """Guesses of a `kind` of codes. The database, where nodes share one, sees the `mark` of an address and no address.

    Each node counts for itself too: what it refuses costs the database nothing, and what is stored there does not outlive a crash of it.
    """

    def __init__(
        self, kind: str, clock: Clock, neighbours: Neighbours | None, mark: Callable[[str], str]
    ) -> None:
        self._kind = kind
        self._guard = GuessLimiter(clock)
        self._neighbours = neighbours
        self._mark = mark

    @asynccontextmanager
    async def trying(self, key: str) -> AsyncIterator[None]:
        """An address tries a code: wrong ones make it wait, and right ones wait as long.

        Raises:
            ServerError: rate.limited.
            StoreError: store.open.
        """
        if wait := self._guard.wait(key):
            raise limited(wait)
        own, shared, wrong = self._guard.begin(key), None, False
        try:
            shared = await self._begin(key)
            yield
        except ServerError as error:
            wrong = error.code in _WRONG
            raise
        finally:
            if not wrong:
                self._guard.right(own)
                if shared is not None and self._neighbours is not None:
                    with suppress(StoreError):  # it is right all the same
                        await self._neighbours.limits.right_try(shared, self._kind)

    async def _begin(self, key: str) -> CodeTry | None:
        """Begin on all nodes."""
        if self._neighbours is None:
            return None
        places = [
            TriedPlace(self._mark(f"{self._kind} {place}"), width.free, width.longest)
            for width, place in places_of(key)
        ]
        begun = await self._neighbours.limits.begin_try(places, self._kind)
        if begun.wait:
            raise limited(begun.wait)
        return begun
