"""Puzzles on the server: a question reveals no answer, the first answer counts, and the day's is the same for all."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from paiju.analysis.puzzles import check, kinds_of, shipped
from paiju.locales import LANGUAGES
from paiju.locales.pages import browser_texts
from paiju.server.practice import puzzles
from paiju.server.store.base import DAY

KINDS = sorted({(puzzle.game, puzzle.kind) for puzzle in shipped().values()})


def one(game, kind, rng):
    return rng.choice([puzzle for puzzle in shipped().values() if (puzzle.game, puzzle.kind) == (game, kind)])


def wrong_answer(puzzle, question):
    if question["prompt"]:
        return next(action for action in question["prompt"]["actions"] if action not in puzzle.answers)
    return "-"


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_puzzle_is_asked_and_answered(visit, rng, game, kind):
    puzzle = one(game, kind, rng)
    right = puzzle.answers[0]
    if kind == "guard":
        right = " ".join("96" if seat == int(right) else "1" for seat in range(5))

    async def work(site):
        guest, other = await site.guest(), await site.guest()
        question = (await guest.get(f"/api/puzzles/{puzzle.id}?lang=zh")).json()
        assert (question["game"], question["kind"], question["tried"]) == (game, kind, False)
        if kind == "hu":
            assert question["view"]["hu"] == 0
        assert not {"answers", "told", "levels"} & set(question)
        missed = (
            await guest.post(f"/api/puzzles/{puzzle.id}", json={"answer": wrong_answer(puzzle, question)})
        ).json()
        assert (missed["solved"], missed["streak"], missed["answers"]) == (False, 0, list(puzzle.answers))
        assert missed["gained"] < 0
        late = (await guest.post(f"/api/puzzles/{puzzle.id}", json={"answer": right})).json()
        assert (late["solved"], late["gained"], late["streak"]) == (True, None, 0)
        first = (await other.post(f"/api/puzzles/{puzzle.id}", json={"answer": right})).json()
        assert (first["solved"], first["streak"], first["results"]) == (True, 1, 1)
        assert first["gained"] > 0
        if question["prompt"]:
            refused = await other.post(f"/api/puzzles/{puzzle.id}", json={"answer": "chess"})
            assert refused.status_code == 400
        nothing = await other.post(f"/api/puzzles/{puzzle.id}", json={"answer": "x" * 201})
        assert nothing.status_code == 400
        assert (await other.get("/api/puzzles/none")).status_code == 404

    visit(work)


def test_the_next_one_is_new_and_the_days_are_the_same_for_all(visit):
    async def work(site):
        guest, other = await site.guest(), await site.guest()
        seen = set()
        for _ in range(3):
            now = (await guest.get("/api/puzzles?game=paohuzi&kind=hu")).json()
            assert now["next"] not in seen
            seen.add(now["next"])
            assert shipped()[now["next"]].kind == "hu"
            await guest.post(f"/api/puzzles/{now['next']}", json={"answer": "1"})
        assert (await guest.get("/api/puzzles?game=chess")).json()["next"] is None
        days = []
        for _ in range(3):
            answer = [(await one.get("/api/puzzles")).json()["day"]["id"] for one in (guest, other)]
            assert answer[0] == answer[1]
            days += answer[:1]
            site.clock.pass_(DAY)
        assert len(set(days)) == 3

    visit(work)


def test_every_puzzle_is_used_before_one_repeats():
    many = len(shipped())
    assert {puzzles.of_day(day) for day in range(many)} == set(shipped())


def test_shipped_puzzles_match_their_descriptions(rng):
    assert 200 <= len(shipped()) <= 600
    size = sum(
        len(json.dumps(puzzle.to_json(), ensure_ascii=False).encode()) for puzzle in shipped().values()
    )
    assert size < 600_000
    exact = [
        puzzle
        for puzzle in shipped().values()
        if kinds_of(puzzle.game)[puzzle.kind].again and puzzle.kind != "best"
    ]
    for puzzle in rng.sample(exact, 20):
        assert check(puzzle) == "same", puzzle.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_have_words_for_every_announced_claim(lang):
    sent = {verb for puzzle in shipped().values() for _, verb in puzzle.details.get("claims", {}).values()}
    assert "hu" in sent, "puzzles of tables where a discard wins come along"
    assert {f"web.puzzle.claim.{verb}" for verb in sent} <= set(browser_texts(lang))


def test_a_puzzle_draws_real_cards_where_the_rules_know_no_suits():
    name = next(one.id for one in shipped().values() if one.kind == "guard")
    view = puzzles.question(name, "en")["view"]
    assert [face[0] for face in view["hand_faces"]] == [card[0] for card in view["hand"]]
    plays = [laid for trick in view["tricks"] for laid in trick if laid["cards"]]
    assert plays
    faces = [face for laid in plays for face in laid["faces"]]
    seen = Counter(face for face in faces + view["hand_faces"] if face[0] not in "bBrRL")
    assert all(len(face) == 2 for face in seen)
    assert max(seen.values()) <= 4, "four packs have no more of any card"
