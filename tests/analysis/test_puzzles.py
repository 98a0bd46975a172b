"""Puzzles: mined, written, read, solved again, marked and rated."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from math import log
from pathlib import Path

import pytest

import paiju
from paiju.analysis.puzzles import Puzzle, Rated, after, check, expected, kinds_of, mine, spot_of
from paiju.cli import run
from paiju.games.paohuzi.actions import HU

EXACT = {"baohuang": ["win", "guard"], "paohuzi": ["safe", "hu", "waits"]}
LEVELS = ("greedy", "easy")


def some(game: str, rng: random.Random, kinds: list[str]) -> dict[str, Puzzle]:
    """A puzzle of each of these kinds."""
    found: dict[str, Puzzle] = {}
    law = paiju.load(game)
    while set(found) < set(kinds):
        wanted = [kind for kind in kinds if kind not in found]
        for puzzle in mine(law, law.options({}), 3, rng.randbytes(8).hex(), kinds=wanted, levels=LEVELS):
            found[puzzle.kind] = puzzle
    return found


@pytest.mark.parametrize("game", EXACT)
def test_a_puzzle_can_be_solved_from_its_text_alone(game: str, rng: random.Random) -> None:
    for kind, puzzle in some(game, rng, EXACT[game]).items():
        assert check(puzzle) == ("told" if kind == "guard" else "same")
        assert check(replace(puzzle, answers=("no answer",))) == ("told" if kind == "guard" else "other")
        mark = kinds_of(game)[kind].mark
        if kind != "guard":
            assert [mark(puzzle, answer) for answer in (*puzzle.answers, "no answer")][-1] == 0
            assert all(mark(puzzle, answer) == 1 for answer in puzzle.answers)
        spot = spot_of(puzzle.position)
        if kinds_of(game)[kind].acts:
            offered = {spot.game.action_text(spot.state, action) for action in spot.actions}
            assert set(puzzle.answers) < offered


def test_a_hand_is_worth_the_hu_that_the_rules_pay(rng: random.Random) -> None:
    puzzle = some("paohuzi", rng, ["hu"])["hu"]
    spot = spot_of(puzzle.position)
    state = spot.state
    while state.result is None:
        seat = spot.game.actors(state)[0]
        action = HU if seat == spot.seat else spot.game.legal_actions(state, seat)[0]
        state, _ = spot.game.apply(state, seat, action)
    assert state.result.winner == spot.seat
    assert str(state.result.hu) == puzzle.answers[0]


def believed(guard: int) -> Puzzle:
    """A question of which four seats could be the guard, and play points to the last."""
    return Puzzle("baohuang", "guard", "", (str(guard),), {"chances": [0.0, 0.06, 0.14, 0.1, 0.7]}, {}, 1200)


def test_a_belief_is_marked_by_log_likelihood() -> None:
    mark = kinds_of("baohuang")["guard"].mark
    assert mark(believed(4), "0 0 0 0 100") == pytest.approx(1, abs=0.03)
    assert mark(believed(4), "10 10 10 10 60") == pytest.approx(1 - log(100 / 60) / log(4))
    assert mark(believed(4), "20 20 20 20 20") == 0
    for nonsense in ("", "1 2", "x y z a b", "-5 1 1 1 1", "9" * 50):
        assert mark(believed(4), nonsense) == 0


def test_a_reasonable_belief_is_not_a_mistake_even_if_wrong() -> None:
    """And who was certain has."""
    mark = kinds_of("baohuang")["guard"].mark
    for guard in (1, 2, 3):
        assert mark(believed(guard), "0 6 14 10 70") == 0.5
        assert mark(believed(guard), "0 0 0 0 100") == 0


def test_a_question_about_the_guard_depends_on_the_evidence_alone(
    rng: random.Random,
) -> None:
    """Otherwise anyone who bets on the likeliest seat could never lose, and the rating would tell."""
    law, others, found = paiju.load("baohuang"), 0, 0
    while not 0 < others < found:
        for puzzle in mine(law, law.options({}), 5, rng.randbytes(8).hex(), kinds=["guard"], levels=()):
            chances = puzzle.details["chances"]
            assert max(chances) >= 0.6
            assert puzzle.rating == round(900 + 1000 * (1 - max(chances)))
            others += chances[int(puzzle.answers[0])] < max(chances)
            found += 1


def test_puzzle_files_are_read_back_and_errors_are_named(
    tmp_path: Path, rng: random.Random, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.jsonl"
    seed = rng.randbytes(4).hex()
    line = f"puzzles mine paohuzi --deals 6 --kinds waits,hu --seed {seed} --out {file}".split()
    assert run(line) == 0
    first = file.read_bytes()
    assert run(["puzzles", "verify", str(file)]) == 0
    assert run(line) == 2
    file.unlink()
    assert run(line) == 0
    assert file.read_bytes() == first
    head, *lines = first.decode().splitlines()
    assert json.loads(head)["seed"] == seed
    wrong = {**json.loads(lines[0]), "answers": ["99"]}
    file.write_text(f"{head}\n{json.dumps(wrong)}\n")
    assert run(["puzzles", "verify", str(file)]) == 1
    for damaged in ("", "[]", "{}", f"{head}\n{{}}", f"{head}\nnonsense"):
        file.write_text(damaged)
        assert run(["puzzles", "verify", str(file)]) == 2
    assert run(f"puzzles mine paohuzi --kinds chess --out {tmp_path / 'b'}".split()) == 2
    capsys.readouterr()


def test_ratings_settle_where_results_match_expectations(rng: random.Random) -> None:
    truth, player, puzzle = 1500.0, Rated(1200, 0), Rated(1500, 0)
    for _ in range(400):
        level = rng.uniform(1100, 1900)
        player, _ = after(
            player, Rated(level, 50), float(rng.random() < expected(truth, level)), round(level)
        )
    assert abs(player.rating - truth) < 300
    for _ in range(1000):
        _, puzzle = after(Rated(1500, 50), puzzle, 1.0, 1500)
    assert puzzle.rating == 1000


def test_a_solved_puzzle_never_lowers_its_players_rating():
    own, _ = after(Rated(1800, 50), Rated(1200, 50), 0.6, 1200)
    assert own.rating < 1800, "the score alone would"
    own, its = after(Rated(1800, 50), Rated(1200, 50), 0.6, 1200, solved=True)
    assert (own.rating, its.rating) == (1800, 1200)
