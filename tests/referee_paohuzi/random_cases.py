"""Random conformance cases of Paohuzi, answered by the referee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.options import PaohuziOptions
from tests import drawing

from . import options, run
from .cards import CARDS, Card, is_quad, loose, number
from .deal import Referee, Refused
from .eating import eat_text
from .options import Options
from .random_hands import SHAPES, random_hu, random_wall

Case = dict[str, Any]
PRESETS = ("akagiri", "wikipedia")
UNKNOWN = {"seats", "hu_order", "items", "base", "match_end", "match_length", "tie_break"}
# Rules and referee read differently what `times_two` doubles; the others belong to regional tables.
REGIONAL = {"times_two", "plus_ten", "deal_moves"}
VALUES = {
    declared.name: [value for value in drawing.values_of(declared) if value not in REGIONAL]
    for declared in PaohuziOptions.declared()
    if declared.name not in UNKNOWN
}
SCORING = {
    name: VALUES[name]
    for name in (
        "min_hu", "break_pao_hu", "exposed_triple_fourth", "multiplier_mode", "self_draw", "partition", "one_five_ten",
        "cap",
    )
}  # fmt: skip


def worth_keeping(hand: tuple[Card, ...], card: Card) -> int:
    """How well a card goes with the rest of the loose cards."""
    value = 0
    for other in loose(hand):
        if other == card:
            value += 3
        elif (
            number(other) == number(card)
            or (other[0] == card[0] and abs(number(other) - number(card)) <= 2)
            or (other[0] == card[0] and {number(other), number(card)} <= {2, 7, 10})
        ):
            value += 2
    return value


def random_action(rng: Random, referee: Referee, seat: int, eager: float, greed: float) -> str:
    legal = referee.legal(seat)
    if referee.uncut:
        return rng.choice(legal)
    if legal[0].startswith("discard"):
        if rng.random() < 0.2:
            return rng.choice(legal)
        hand = referee.seats[seat].hand
        return min(legal, key=lambda action: (worth_keeping(hand, action.split()[1]), rng.random()))
    if "hu" in legal and rng.random() < greed:
        return "hu"
    claims = [action for action in legal if action not in ("pass", "hu")]
    if claims and rng.random() < eager:
        return rng.choice(claims)
    return rng.choice(legal) if rng.random() < 0.1 else "pass"


def next_actor(rng: Random, referee: Referee, *, in_order: bool) -> int:
    """Scripts list answers by the rank of each seat's best claim; any order must give the same deal."""
    actors = referee.actors()
    if referee.window is None or not in_order:
        return rng.choice(actors)
    return min(actors, key=referee.window.best_rank)


def random_play(rng: Random, referee: Referee) -> list[str]:
    script: list[str] = []
    eager, greed = rng.choice((0.1, 0.4, 0.7, 0.9, 0.95)), rng.choice((0.9, 0.9, 0.9, 0.5, 0.0))
    in_order = rng.random() < 0.8
    while not referee.over:
        seat = next_actor(rng, referee, in_order=in_order)
        action = random_action(rng, referee, seat, eager, greed)
        referee.act(seat, action)
        script.append(f"{seat} {action}")
    return script


def bad_line(rng: Random, referee: Referee) -> tuple[str, str]:
    """A line the referee refuses, and the code."""
    actors = referee.actors()
    everybody = range(referee.o["seats"])
    while True:
        seat = rng.choice(everybody) if not actors or rng.random() < 0.3 else rng.choice(actors)
        hand = referee.seats[seat].hand if seat in referee.seats else ()
        actions = [
            "pass",
            "hu",
            "pong",
            f"discard {rng.choice(hand or CARDS)}",
            f"discard {rng.choice(CARDS)}",
        ]
        card = referee.window.card if referee.window else rng.choice(CARDS)
        one = rng.choice([shape for shape in SHAPES if card in shape.cards])
        actions += [eat_text((one,)), f"eat {card}"]
        action = rng.choice(actions)
        if seat in actors and action in referee.legal(seat):
            continue
        return f"{seat} {action}", "action.illegal" if seat in actors else "action.not_your_turn"


def interest(referee: Referee) -> int:
    """How much a stop here would show."""
    value, window = 1, referee.window
    for seat in referee.actors():
        legal = referee.legal(seat)
        value += 6 * any(action.count("-") > 2 for action in legal)
        value += 3 * any(action.startswith("eat") for action in legal)
        value += 4 * ("hu" in legal) + 3 * ("pong" in legal)
    if window is not None:
        value += 4 * (len(window.claims) > 1) + 8 * bool(window.answers)
    value += 3 * any(is_quad(one) for seat in referee.seats.values() for one in seat.table)
    value += 6 * any(seat.dead for seat in referee.seats.values())
    return value


def replayed(case: Case, o: Options, script: list[str]) -> Referee:
    referee = run.start(case, o)
    assert run.follow(referee, script, run.Refused) is None
    return referee


def stop_at(rng: Random, case: Case, o: Options, script: list[str]) -> int:
    """Where to stop a script, biased to places that show something."""
    referee, weights = run.start(case, o), []
    for line in script:
        weights.append(interest(referee) ** 2)
        seat, _, action = line.partition(" ")
        referee.act(int(seat), action)
    return rng.choices(range(len(script)), weights)[0]


def random_deal(rng: Random, case_options: Options) -> Case:
    """A case of kind deal, legal, or deal ending in a refused line."""
    o = options.resolve(case_options)
    dealer, streak = rng.randrange(o["seats"]), rng.choice((1, 1, 2, 3))
    case: Case = {"options": case_options, "dealer": dealer, "streak": streak, "wall": random_wall(rng)}
    referee = run.start(case, o)
    script = random_play(rng, referee)
    kind = rng.choices(("deal", "legal", "error"), (5, 4, 1))[0]
    if kind == "legal" and script:
        stop = stop_at(rng, case, o, script)
        referee = replayed(case, o, script[:stop])
        actors = referee.actors()
        expect = {"actors": list(actors), "legal": {str(seat): referee.legal(seat) for seat in actors}}
        return {"kind": "legal", **case, "script": script[:stop], "expect": expect}
    if kind == "error" and script:
        stop = stop_at(rng, case, o, script) if rng.random() < 0.95 else len(script)
        referee = replayed(case, o, script[:stop])
        line, code = bad_line(rng, referee)
        refused = None
        try:
            referee.act(int(line[0]), line[2:])
        except Refused as refusal:
            refused = refusal.code
        assert refused == code, line
        return {
            "kind": "deal",
            **case,
            "script": [*script[:stop], line],
            "expect": {"error": code, "at": stop},
        }
    return {"kind": "deal", **case, "script": script, "expect": referee.result()}


def random_hu_case(rng: Random, case_options: Options) -> Case:
    table, hand, card = random_hu(rng)
    case: Case = {
        "kind": "hu",
        "options": case_options,
        "table": [one.text() for one in table],
        "hand": " ".join(hand),
        "card": card,
        "by": rng.choice(("self", "other")),
        "last": rng.random() < 0.15,
    }
    return case | {"expect": run.run_case(case)}


def is_comparable(case: Case) -> bool:
    """1-5-10 lies on a table only where it is a set."""
    numbers = [{card[1:] for card in text.split()[1:]} for text in case.get("table", ())]
    return case["options"].get("one_five_ten", False) or {"1", "5", "10"} not in numbers


def random_options(rng: Random, presets: Sequence[str], values: Mapping[str, Sequence[Any]]) -> Options:
    preset = rng.choice(presets)
    return drawing.as_case(drawing.random_options(GAME, rng, preset=preset, values=values), GAME, preset)


def random_case(rng: Random) -> Case:
    while True:
        if rng.random() < 0.3:
            case = random_hu_case(rng, random_options(rng, PRESETS, SCORING))
        else:
            case = random_deal(rng, random_options(rng, PRESETS, VALUES))
        if is_comparable(case):
            return {"id": "random", "game": "paohuzi", **case}
