"""Random conformance cases of Bao Huang, answered by the referee."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from paiju.games.baohuang import GAME
from paiju.games.baohuang.options import BaohuangOptions
from tests import drawing, strategies

from . import cards, options, plays, run
from .cards import NATURALS, Cards
from .deal import Referee
from .options import Options
from .question import Question, Refused
from .random_hands import random_carry, random_hands

Case = dict[str, Any]
UNKNOWN = {"cut", "crown_during_draw", "match_end", "match_length", "tie_break"}
VALUES = {
    declared.name: drawing.values_of(declared)
    for declared in BaohuangOptions.declared()
    if declared.name not in UNKNOWN
}
PRESETS = sorted(options.PRESETS.keys() & GAME.presets().keys())
WORDS = (
    "crown",
    "abdicate",
    "usurp",
    "decline",
    "declare",
    "revolt",
    "quiet",
    "counter",
    "pass",
    "defer",
    "call 9s",
    "call b",
    "call r",
    "call 2h",
    "give 2s",
    "give 2",
    "take 2",
    "take 2s",
    "return 6",
    "return 7s",
)


def random_options(rng: Random) -> Options:
    """Options that mean something and do not conflict, as the referee reads part B as well."""
    preset = rng.choice(PRESETS)
    drawn = drawing.random_options(GAME, rng, preset=preset, values=VALUES)
    case = drawing.as_case(strategies.bundled(rng, drawn) if rng.random() < 0.5 else drawn, GAME, preset)
    o = options.resolve(case)
    idle = [name for name in case if name != "preset" and not options.active(name, o)]
    assert not options.conflict(o), case
    assert all(o[name] == options.PAGAT[name] for name in idle), (idle, case)
    return case


def concrete(rng: Random, referee: Referee, question: Question, action: str) -> str:
    """The same action with any copies of the ranks it names."""
    verb, _, rest = action.partition(" ")
    hand = list(referee.table.hands[question.seat])
    if verb != "play" or not options.suited(referee.table.o):
        return action
    rng.shuffle(hand)
    chosen: Cards = []
    for want in rest.split():
        card = next(card for card in hand if card == want or (len(want) == 1 and card[0] == want))
        hand.remove(card)
        chosen.append(card)
    return "play " + cards.text(chosen)


def random_action(rng: Random, referee: Referee) -> str:
    question = referee.question
    assert question is not None
    if question.verb == "return":
        return random_return(rng, referee, question)
    if question.words == ("usurp", "decline"):
        return rng.choices(question.words, (1, 9))[0]
    if question.words and not question.verb:
        return rng.choice(question.words)
    if question.words and rng.random() < 0.3:
        return rng.choice(question.words)
    sets = [f"{question.verb} {one}" for one in question.listing()]
    if not sets:
        return rng.choice(question.words)
    rare = [action for action in sets if is_rare(action)]
    if question.verb == "play" and rare and rng.random() < 0.25:
        return concrete(rng, referee, question, rng.choice(rare))
    long = [action for action in sets if len(action) > 9]
    action = rng.choice(long if long and not question.words and rng.random() < 0.6 else sets)
    return concrete(rng, referee, question, action)


def is_rare(action: str) -> bool:
    """Bombs, jokers alone, three 2s: plays with interesting answers."""
    named = action.split()[1:]
    return any(len(card) == 2 for card in named) or set(named) <= set("bBrRL") or named == ["2", "2", "2"]


def random_return(rng: Random, referee: Referee, question: Question) -> str:
    """The question does not say how many, and there may be too many sets to list: some are tried until one fits."""
    hand = referee.table.hands[question.seat]
    low = rng.random() < 0.5
    while True:
        pick = hand[: rng.randrange(1, 14)] if low else hand
        chosen = cards.canonical(rng.sample(pick, min(rng.randrange(1, 14), len(pick))))
        if question.fits(chosen):
            return "return " + cards.text(chosen)
        low = low and rng.random() < 0.9


def bad_action(rng: Random, referee: Referee) -> tuple[str, str]:
    """A line the referee refuses, and the code."""
    question = referee.question
    if question is None:
        return f"{rng.randrange(5)} {rng.choice(('pass', 'play 9', 'crown'))}", "action.game_over"
    if rng.random() < 0.2:
        seat = rng.choice([s for s in range(5) if s != question.seat])
        return f"{seat} {random_action(rng, referee)}", "action.not_your_turn"
    hand = referee.table.hands[question.seat]
    while True:
        action = rng.choice(WORDS)
        if question.verb and rng.random() < 0.85:
            size = rng.choice((1, 1, 2, 2, 3, 4, 5))
            chosen = rng.sample(hand, min(size, len(hand)))
            if rng.random() < 0.6:
                rank = rng.choice(hand)[0]
                chosen = [card for card in hand if card[0] == rank or card in "bBrRL"][:size]
            action = f"{question.verb} {cards.text(chosen)}"
        try:
            question.read(action)
        except Refused as refused:
            return f"{question.seat} {action}", refused.code


def deal_setup(rng: Random, case_options: Options) -> tuple[Case, Options]:
    o = options.resolve(case_options)
    first_drawer = rng.randrange(5)
    carry = random_carry(rng, o) if rng.random() < 0.75 else None
    hands = random_hands(rng, o, first_drawer, carry)
    write = cards.text if options.suited(o) else cards.joined
    return {
        "options": case_options,
        "hands": [write(hand) for hand in hands],
        "first_drawer": first_drawer,
        "carry": carry,
    }, o


def random_deal(rng: Random, case_options: Options, kind: str | None = None) -> Case | None:
    """A case of kind deal, legal, or deal with an error; None where no fitting stop was found."""
    case, o = deal_setup(rng, case_options)
    hands = [cards.parse(hand) for hand in case["hands"]]
    referee = Referee(
        o, hands, case["first_drawer"], case["carry"], shuffle=lambda heap: rng.sample(heap, len(heap))
    )
    script: list[str] = []
    reluctance = {"force_original": 0.2, "two_card_call": 0.8}.get(o["abdication_full_circle"], 0.5)
    shy = rng.random() < reluctance  # nobody wants to be emperor
    while not referee.over:
        seat = referee.actors()[0]
        words = referee.question.words if referee.question else ()
        action = "abdicate" if shy and "abdicate" in words else random_action(rng, referee)
        referee.act(seat, action)
        script.append(f"{seat} {action}")
    pile = referee.table.used_pile
    kind = kind or rng.choices(("deal", "legal", "error"), (5, 4, 1))[0]
    if kind == "deal":
        return finish(case, "deal", script, pile, referee.result())
    return stopped(rng, case, o, hands, script, pile, kind)


def stopped(
    rng: Random, case: Case, o: Options, hands: list[Cards], script: list[str], pile: Cards | None, kind: str
) -> Case | None:
    early = next((i for i, line in enumerate(script) if " play " in line), len(script))
    for _ in range(8):
        stop = rng.randrange(len(script) + 1) if rng.random() < 0.5 else rng.randrange(early + 1)
        referee = Referee(o, hands, case["first_drawer"], case["carry"], pile)
        assert run.follow(referee, script[:stop]) is None
        used = referee.table.used_pile
        if kind == "error":
            line, code = bad_action(rng, referee)
            return finish(case, "deal", [*script[:stop], line], used, {"error": code, "at": stop})
        if referee.question is None:
            continue
        answers = set(islice(referee.question.answers(), 200))
        if len(answers) <= 60:
            seat = referee.actors()[0]
            expect = {"actors": [seat], "legal": {str(seat): sorted(answers)}}
            return finish(case, "legal", script[:stop], used, expect)
    return None


def finish(case: Case, kind: str, script: list[str], pile: Cards | None, expect: Any) -> Case:
    made = {"kind": kind, **case, "script": script}
    if pile:
        made["pile"] = " ".join(pile)
    return made | {"expect": expect}


def table_options(rng: Random) -> Options:
    """Options for beats and plays, whose cards have no suits: no bombs."""
    case_options = {"preset": rng.choice(("pagat", "sixes-last", "moegirl", "moegirl-threes"))}
    for name in ("order", "marked_red_high", "three_twos_beat_red", "twos_fill", "twos_with_jokers"):
        if rng.random() < 0.3:
            case_options[name] = {"order": "joker_strict", "twos_with_jokers": False}.get(name, True)
    if rng.random() < 0.2:
        case_options["low_last"] = rng.choice(("off", "lowest_rank"))
    return case_options


def some_cards(rng: Random, o: Options, size: int) -> Cards:
    """Few ranks, many jokers."""
    ranks = rng.sample(NATURALS[NATURALS.index(cards.lowest_rank(o)) :], rng.choice((1, 2, 2, 3, 4)))
    ranks += ["2"] * rng.choice((0, 1))
    pool = ranks * 5 + list("bbbrrr") + ["R", "L" if options.suited(o) else "B"]
    return cards.canonical(rng.sample(pool, min(size, len(pool))))


def some_set(rng: Random, o: Options, size: int) -> Cards:
    while True:
        chosen = some_cards(rng, o, size)
        if plays.values(chosen, o) is not None:
            return chosen


def random_beats(rng: Random) -> Case:
    case_options = table_options(rng)
    o = options.resolve(case_options)
    size = rng.choice((1, 1, 2, 3, 3, 4, 5))
    top = some_set(rng, o, size)
    other = rng.choice((size, size, size, size, size + 1, 3))
    play = some_set(rng, o, other) if rng.random() < 0.9 else some_cards(rng, o, other)
    case = {"kind": "beats", "options": case_options, "top": cards.joined(top), "play": cards.joined(play)}
    return case | {"expect": run.run_case(case)}


def random_plays(rng: Random) -> Case:
    case_options = table_options(rng)
    o = options.resolve(case_options)
    hand = some_cards(rng, o, rng.randrange(1, 16))
    if rng.random() < 0.1:
        hand = [cards.lowest_rank(o)] * rng.randrange(1, 6)
    top = None if rng.random() < 0.4 else cards.joined(some_set(rng, o, rng.choice((1, 1, 2, 3, 4))))
    case = {"kind": "plays", "options": case_options, "hand": cards.joined(hand), "top": top}
    return case | {"expect": run.run_case(case)}


def random_result(rng: Random) -> Case:
    """Roles and multiplier only, so nothing that depends on an announcement."""
    while True:
        case_options = random_options(rng)
        o = options.resolve(case_options)
        roles = random_carry(rng, o)["roles"]
        announcement = options.emperor_x3(o) or o["open_solo_second"] == "lose"
        if "G" in roles or not announcement:
            break
    multiplier = rng.choice((1, 2, 3, 4)) if options.points(o) else 1
    case = {"kind": "result", "options": case_options, "roles": roles, "multiplier": multiplier}
    return case | {"expect": run.run_case(case)}


def random_case(rng: Random) -> Case:
    case = None
    while case is None:
        kind = rng.choices(("deal", "beats", "plays", "result"), (16, 2, 2, 2))[0]
        if kind == "deal":
            case = random_deal(rng, random_options(rng))
        else:
            case = {"beats": random_beats, "plays": random_plays, "result": random_result}[kind](rng)
    return {"id": "random", "game": "baohuang", **case}
