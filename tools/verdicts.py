"""Whether reviews find what is wrong, and only that: how often planted errors and the decisions of a bot are called bad.

    python -m tools.verdicts planted baohuang --decisions 200 --seed a --out planted.jsonl
    python -m tools.verdicts played paohuzi --bot master --decisions 400 --out master.jsonl
    python -m tools.verdicts sum planted.jsonl master.jsonl

`planted` takes moments of deals between `normal` bots, puts a random action in the place of theirs, and keeps those whose true
loss is over two points; `played` takes every decision with a choice in deals of a bot with itself. Each gets the verdict of a review,
and the truth: the same comparison with ten times the deals and twice the candidates, from chance of its own. Runs with different
seeds add up, one line for each decision; `sum` counts them, with 95 % intervals.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import paiju
from paiju.analysis.review import STANDARD, Comparison, Verdict
from paiju.analysis.review.model import Pack, Reviewer, pack_of, seed_of
from paiju.arena.seeds import bot_seed, deal_seed
from paiju.bots.anchored import MOST_TRIED
from paiju.bots.base import make_bot

Json = dict[str, Any]
OVER = 2.0
"""Points beyond which an error has to be found."""
TRUTH = replace(
    STANDARD,
    candidates=2 * STANDARD.candidates,
    first=10 * STANDARD.first,
    second=10 * STANDARD.second,
    most=0,
)
_GLANCE, _FAR = 96, 4.0
"""Deals for a first look, and how many errors below the bound an action must be in it to be left out."""
_ASKED = 0.3
"""The part of a deal's decisions that an error is planted in."""
_Z = 1.96


class Question(NamedTuple):
    """A decision: what its seat saw, what it could do, each with its text, and what it did."""

    view: Any
    actions: dict[Any, str]
    done: Any
    seed: int


def main() -> None:
    """Measure and write lines, or sum up what was written."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind in ("planted", "played"):
        one = kinds.add_parser(kind)
        one.add_argument("game", choices=paiju.available())
        one.add_argument("--bot", default="normal" if kind == "planted" else "master")
        one.add_argument("--decisions", type=int, default=100)
        one.add_argument("--preset")
        one.add_argument("--seed", default="verdicts")
        one.add_argument("--out", type=Path)
    kinds.add_parser("sum").add_argument("files", type=Path, nargs="+")
    given = parser.parse_args()
    if given.kind == "sum":
        print("\n".join(summed(given.files)))
        return
    out = given.out.open("a") if given.out else sys.stdout
    for line in measured(given):
        print(json.dumps(line), file=out, flush=True)


def measured(given: argparse.Namespace) -> Iterator[Json]:
    """A line for each decision: what the review says of it, and the truth."""
    game = paiju.load(given.game)
    options = game.options({"preset": given.preset} if given.preset else {})
    pack = pack_of(options)
    judge, truth = pack.reviewer(options, STANDARD), pack.reviewer(options, TRUTH)
    question = _questions(game, options, given.bot, given.seed)
    found = 0
    while found < given.decisions:
        one = next(question)
        true = None
        if given.kind == "planted":
            planted = _planted(one, truth, pack)
            if planted is None:
                continue
            one, true = planted
        seen = _told(judge.judge(one.view, list(one.actions), one.done, seed_of(one.seed, "judge")), pack)
        if true is None and seen["verdict"] not in {Verdict.GOOD, Verdict.UNTOLD}:
            true = _true(one, truth, pack)
        found += 1
        yield {
            "kind": given.kind, "game": game.name, "digest": options.digest(), "bot": given.bot, "phase": str(one.view.phase),
            "action": one.actions[one.done], **seen, "true": true,
        }  # fmt: skip


def _questions(game: Any, options: Any, bot: str, seed: str) -> Iterator[Question]:
    """Every decision with a choice, in one deal of a bot with itself after the other."""
    number = 0
    while True:
        state = game.deal(options, deal_seed(seed, number))
        bots = [make_bot(bot, bot_seed(seed, number, seat)) for seat in range(game.seats_of(options))]
        count = 0
        while actors := game.actors(state):
            seat = actors[0]
            actions, view = game.legal_actions(state, seat), game.view(state, seat)
            action = actions[0] if len(actions) == 1 else bots[seat].choose(view, actions)
            if len(actions) > 1:
                texts = {one: game.action_text(state, one) for one in actions}
                yield Question(view, texts, action, seed_of(seed, number, count))
            state, _ = game.apply(state, seat, action)
            count += 1
        number += 1


def _planted(one: Question, truth: Reviewer, pack: Pack) -> tuple[Question, Json] | None:
    """Another action in its place and the truth about it, if it loses over two points."""
    chance = Random(one.seed)
    if chance.random() > _ASKED:
        return None
    done = chance.choice([action for action in one.actions if action != one.done])
    planted = one._replace(done=done)
    if len(one.actions) <= MOST_TRIED:
        others = truth.beside(one.view, list(one.actions), done, seed_of(one.seed, "glance"), _GLANCE)
        if others is not None and all(other.gain + _FAR * other.error < OVER for other in others):
            return None
    true = _true(planted, truth, pack)
    return (planted, true) if true["loss"] > OVER else None


def _true(one: Question, truth: Reviewer, pack: Pack) -> Json:
    return _told(truth.judge(one.view, list(one.actions), one.done, seed_of(one.seed, "truth")), pack)


def _told(compared: Comparison | None, pack: Pack) -> Json:
    if compared is None:
        return {"loss": 0.0, "se": 0.0, "verdict": Verdict.UNTOLD}
    best = compared.best
    loss, error = (0.0, 0.0) if best is None or best.gain <= 0 else (best.gain, best.error)
    return {"loss": round(loss, 3), "se": round(error, 3), "verdict": pack.marks.verdict(loss, error)}


def summed(files: list[Path]) -> Iterator[str]:
    """What part of the decisions is called bad, by kind, game and bot; and where that is so, in what part the truth agrees."""
    lines = [_named(json.loads(line)) for file in files for line in file.read_text("utf-8").splitlines()]
    for group in sorted({(one["kind"], one["game"], one["bot"]) for one in lines}):
        ours = [one for one in lines if (one["kind"], one["game"], one["bot"]) == group]
        decided = [one for one in ours if one["verdict"] != Verdict.UNTOLD]
        bad = [one for one in decided if one["verdict"] != Verdict.GOOD]
        yield f"{' '.join(group)}: {_rate(len(bad), len(decided))} called bad, {len(ours) - len(decided)} untold"
        if group[0] == "played":
            true = sum(one["true"]["verdict"] != Verdict.GOOD for one in bad)
            yield f"  of these the truth calls bad: {_rate(true, len(bad))}"


def _named(line: Json) -> Json:
    """A line with the verdicts that its losses get by today's marks."""
    marks = pack_of(paiju.load(line["game"]).options({})).marks
    for row in filter(None, (line, line["true"])):
        if row["verdict"] != Verdict.UNTOLD:
            row["verdict"] = marks.verdict(row["loss"], row["se"])
    return line


def _rate(hits: int, of: int) -> str:
    """A rate and its interval after Wilson."""
    if not of:
        return "0 of 0"
    rate, half = hits / of, _Z * sqrt(hits * (of - hits) / of + _Z * _Z / 4) / (of + _Z * _Z)
    middle = (hits + _Z * _Z / 2) / (of + _Z * _Z)
    return f"{hits} of {of}, {rate:.1%} ({max(0.0, middle - half):.1%} to {min(1.0, middle + half):.1%})"


if __name__ == "__main__":
    main()
