"""Who becomes emperor (A6, 38-44), whom they call (36, 42), usurper (45), declarations (46-50), counter (49)."""

from __future__ import annotations

from collections import Counter

from . import options
from .cards import canonical, is_joker, lowest_rank, without
from .question import Phase, Question, Table


def crowning(t: Table) -> Phase:
    """Ends with an emperor who has said 'crown', a void deal, or a deal lost by abdication."""
    original = t.holder()
    step = (1 if t.o["abdication_direction"] == "with_play" else -1) * (1 + t.o["abdication_skip"])
    declined: list[int] = []
    pool: list[str] = []
    seat = original
    while len(declined) < 5:
        answer = yield Question(seat, choices(t, seat, seat == original))
        if answer.word == "crown":
            break
        declined.append(seat)
        following = (seat + step) % 5
        hand_on(t, seat, following, pool, first=len(declined) == 1)
        seat = following
    else:
        forced = full_circle(t, original, declined)
        if forced is None:
            return
        if t.has_emperor_card() and forced != seat:
            t.move(seat, forced, ["R"])
        seat = forced
        yield Question(seat, ("crown",))
    t.emperor = seat
    t.give(seat, pool)


def callable_kinds(t: Table, seat: int, copies: int) -> list[str]:
    """Row 36: kinds the deal has four of, and this seat at least `copies`."""
    plain = [["r" if one == "R" else one for one in hand] for hand in t.hands]
    deal = Counter(one for hand in t.drawn for one in ("r" if x == "R" else x for x in hand))
    own = Counter(plain[seat])
    return canonical(k for k in own if own[k] >= copies and deal[k] == 4 and not barred(t, k))


def barred(t: Table, kind: str) -> bool:
    if kind == "r":
        return bool(t.o["call_restriction"] != "none")
    if kind == "b":
        return bool(t.o["call_restriction"] == "no_jokers")
    return kind[0] == lowest_rank(t.o) and not t.o["call_threes"]


def able(t: Table, seat: int) -> bool:
    return t.o["guard_by"] != "called" or bool(callable_kinds(t, seat, 3))


def choices(t: Table, seat: int, is_original: bool) -> tuple[str, ...]:
    if not able(t, seat):
        return ("abdicate",)
    both = "R" in t.hands[seat] and "B" in t.hands[seat]
    if t.o["abdication"] == "off":
        return ("crown",)
    if t.o["abdication"] == "double_holder_only" and is_original and not both:
        return ("crown",)
    if t.o["guard_by"] == "called" and t.o["must_crown_with_triple"]:
        return ("crown",)
    return ("crown", "abdicate")


def hand_on(t: Table, seat: int, following: int, pool: list[str], first: bool) -> None:
    """R (or the card in its place) goes on first, then a second or later abdicator pays (39, 44)."""
    if t.has_emperor_card():
        t.move(seat, following, ["R"])
    else:
        instead = t.highest(t.hands[seat], lambda one: not t.identity(one))
        if instead is not None:
            t.move(seat, following, [instead])
    price = None if first else cost(t, seat)
    if price is None:
        return
    t.take(seat, [price])
    if t.o["abdication_pool"]:
        pool.append(price)
    else:
        t.give(following, [price])


def cost(t: Table, seat: int) -> str | None:
    hand = t.hands[seat]
    if t.o["abdication_cost"] == "highest_card":
        return t.highest(hand, lambda one: not t.identity(one) and t.no_aces(one))
    if t.o["abdication_cost"] == "two":
        two = t.highest(hand, lambda one: one[0] == "2")
        return two or t.highest(hand, lambda one: not is_joker(one) and t.no_aces(one))
    return None


def full_circle(t: Table, original: int, declined: list[int]) -> int | None:
    """All five have passed: who must crown now, or nobody."""
    policy = t.o["abdication_full_circle"]
    if policy == "original_loses":
        t.lost_by_abdication = True
        t.emperor = original
        return None
    if policy == "two_card_call":
        t.two_card_call = bool(callable_kinds(t, original, 2))
        t.void = not t.two_card_call
        return original if t.two_card_call else None
    candidates: list[int] = []
    if policy == "force_first_eligible":
        candidates = declined
    elif policy in ("force_original", "last_decliner"):
        candidates = [original, *reversed(declined)]
    for seat in candidates:
        if able(t, seat):
            return seat
    t.void = True
    return None


def calling(t: Table) -> Phase:
    """The guard by card or by call."""
    others = t.around(t.emperor)[1:]
    if t.o["guard_by"] == "marked_black":
        t.guards = [seat for seat in others if "B" in t.hands[seat]]
        return
    kinds = callable_kinds(t, t.emperor, 2 if t.two_card_call else 3)
    answer = yield Question(t.emperor, tuple(f"call {kind}" for kind in kinds))
    t.called = answer.cards[0]
    t.guards = [seat for seat in others if t.called in t.hands[seat]]
    outside = sum(t.hands[seat].count(t.called) for seat in others)
    if outside == 1 and t.o["laowang"]:
        t.laowang = t.guards[0]
        t.hands[t.laowang] = canonical([*without(t.hands[t.laowang], [t.called]), "L"])


def usurping(t: Table) -> Phase:
    if not t.o["usurper"]:
        return
    for seat in t.around(t.emperor):
        answer = yield Question(seat, ("usurp", "decline"))
        if answer.word == "usurp":
            if t.has_emperor_card() and seat != t.emperor:
                t.move(t.emperor, seat, ["R"])
            t.emperor, t.guards = seat, []
            if t.laowang is not None:
                t.hands[t.laowang] = canonical([*without(t.hands[t.laowang], ["L"]), t.called])
                t.laowang = None
            t.usurped = t.announced = t.opened = True
            return


def declarations(t: Table) -> Phase:
    """One round (A8); then the counter (49)."""
    if t.usurped:
        t.multiplier = 2 if options.points(t.o) and not options.emperor_x3(t.o) else 1  # 65
        return
    factors: list[tuple[str, int]] = []  # the side that declared and its factor, in the order they fell
    if t.o["open_solo"]:
        words = ("quiet",) if not t.solo else ("quiet", "declare") if t.o["silent_solo"] else ("declare",)
        if (yield Question(t.emperor, words)).word == "declare":
            t.announced = t.opened = True
            if not options.emperor_x3(t.o):
                factors.append(("emperor", t.o["open_solo_multiplier"]))
    if t.o["declarations"] != "off":
        yield from round_of_declarations(t, factors)
    if not options.points(t.o) or not factors:
        return
    for _, factor in factors:
        t.multiplier = t.multiplier * factor if t.o["declarations_stack"] else max(t.multiplier, factor)
    if t.o["counter_double"]:
        yield from counter(t, first_side=factors[0][0])


def round_of_declarations(t: Table, factors: list[tuple[str, int]]) -> Phase:
    revolts = 0
    guard_declared = False
    for seat in t.around(t.emperor)[1:]:
        words: tuple[str, ...] = ("quiet",)
        if seat in t.guards and seat not in t.known:
            words = ("quiet", "declare")
        elif seat not in t.guards and t.o["declarations"] == "all":
            words = ("quiet", "revolt")
        answer = yield Question(seat, words)
        if answer.word == "declare":
            t.known.add(seat)
            t.opened = True
            if not guard_declared:
                factors.append(("emperor", t.o["declaration_multiplier"]))
            guard_declared = True
        if answer.word == "revolt":
            revolts += 1
            if revolts == t.o["revolt_threshold"]:
                factors.append(("people", t.o["declaration_multiplier"]))
                if t.o["revolt_forces_reveal"]:
                    t.known |= set(t.guards)
                    t.opened = True


def counter(t: Table, first_side: str) -> Phase:
    """Every seat that is not known to be on the side that raised the stakes is prompted; a hidden guard keeps quiet (69)."""
    for seat in t.around(t.emperor):
        known_royal = seat == t.emperor or seat in t.known
        if known_royal == (first_side == "emperor"):
            continue
        words = ("quiet",) if seat in t.guards and not known_royal else ("quiet", "counter")
        if (yield Question(seat, words)).word == "counter":
            t.multiplier *= 2
            return
