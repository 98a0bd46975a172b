"""The past as rows of numbers: all that a seat has witnessed, and nothing else."""

from __future__ import annotations

import random
import re
from pathlib import Path

import numpy as np
import pytest

import paiju
from paiju.core.game import Event
from paiju.envs.history import OTHER, STEP, UNTOLD, Log, Rows, Step
from paiju.envs.pack import pack_of
from paiju.envs.table import Table
from tests.envs.tables import EVERY

GAMES = Path(paiju.__file__).parent / "games"


def played(name, options, deal):
    """A table and its log after each step of a deal."""
    table, rng = Table(name, options), random.Random(deal)
    table.reset(deal)
    log = Log(table.events)
    yield table, log
    while table.turn >= 0:
        step = Step(table.turn, rng.choice(table.legal()))
        table.step(step.number)
        log = Log((*log, step, *table.events))
        yield table, log


def rows_of(table, rows=0):
    return Rows(table.config.pack.past, table.config.space, table.config.seats, rows)


@pytest.mark.parametrize("name", paiju.available()[:2])
def test_every_kind_of_event_has_a_row(name) -> None:
    """But for the cut in Paohuzi, after which environments begin."""
    text = "".join(path.read_text("utf-8") for path in (GAMES / name).glob("*.py"))
    before = {"cut"} if name == "paohuzi" else set()
    assert set(re.findall(r'Event\(\s*"(\w+)"', text)) - before <= set(pack_of(name).past.events)


@pytest.mark.parametrize(("name", "options"), EVERY)
def test_no_deal_fills_all_rows(name, options) -> None:
    *_, (table, log) = played(name, options, 5)
    rows = rows_of(table)
    for seat in range(table.config.seats):
        assert 0 < rows.of(log, seat).any(axis=1).sum() < rows.rows


@pytest.mark.parametrize(("name", "options"), [("paohuzi", {}), ("baohuang", {"preset": "moegirl"})])
def test_history_rows_hold_what_was_played_and_drawn(name, options) -> None:
    """Cards that were laid, counted in the rows, are those of the observation, seat by seat."""
    *_, (table, log) = played(name, options, 11)
    rows, past = rows_of(table), table.config.pack.past
    cards, private = rows.start["cards"], rows.start["told"]
    kinds = {"baohuang": ("played",), "paohuzi": ("left",)}[name]
    for seat in range(table.config.seats):
        history = rows.of(log, seat)
        counts = np.zeros((table.config.seats, past.kinds))
        for row in history:
            if row[[past.events.index(kind) for kind in kinds]].any():
                who = int(row[rows.start["who"] : rows.start["whom"]].argmax())
                counts[who] += row[cards:private] * 4
        seen = table.config.layout.named(table.observe(seat))
        there = seen["played"] if name == "baohuang" else seen["piles"].sum(1)[: table.config.seats]
        assert np.array_equal(counts, there)
        dealt = history[0]
        assert dealt[past.events.index("dealt")] == dealt[private] == 1
        assert dealt[cards:private].sum() > 0
        mine = [line.number for line in log if isinstance(line, Step) and line.seat == seat]
        own = history[history[:, len(past.events) + 1] == 1][:, rows.start["step"] :] * 16
        assert np.array_equal(own, [table.config.space.features[number] for number in mine])


@pytest.mark.parametrize(("name", "options"), [("paohuzi", {}), ("baohuang", {"preset": "pagat-scored"})])
def test_facts_known_to_others_alone_change_no_row(name, options) -> None:
    *_, (table, log) = played(name, options, 3)
    rows = rows_of(table)

    def spoilt(line):
        if isinstance(line, Step):
            return line if line.seat == 0 else Step(line.seat, 0)
        private = {s: facts if s == 0 else {"cards": (1, 1)} for s, facts in line.private.items()}
        return Event(line.kind, line.public, private)

    other = Log(map(spoilt, log))
    assert np.array_equal(rows.of(other, 0), rows.of(log, 0))
    assert other.known_to(0).digest() == log.known_to(0).digest()
    assert not np.array_equal(rows.of(other, 1), rows.of(log, 1))


@pytest.mark.parametrize(("name", "options"), [("paohuzi", {}), ("baohuang", {"preset": "weihai"})])
def test_rows_differ_wherever_the_event_texts_differ(name, options) -> None:
    """Over all moments of some deals: the hash of what was witnessed and the numbers name the same moments."""
    by_words, by_numbers = {}, {}
    for deal in range(3):
        for table, log in played(name, options, deal):
            words = log.known_to(0).digest(), table.observe(0).tobytes()
            numbers = rows_of(table).of(log, 0).tobytes(), table.observe(0).tobytes()
            assert by_words.setdefault(words, numbers) == numbers
            assert by_numbers.setdefault(numbers, words) == words
    assert len(by_words) > 50


def test_only_the_latest_rows_are_kept_and_a_game_may_have_none() -> None:
    *_, (table, log) = played("paohuzi", {}, 2)
    everything, few = rows_of(table).of(log, 1), rows_of(table, 5).of(log, 1)
    filled = everything.any(axis=1).sum()
    assert np.array_equal(few, everything[filled - 5 : filled])
    untold = Rows(UNTOLD, table.config.space, 3)
    kinds = untold.of(log, 1)[:, : untold.start["who"]]
    assert kinds[kinds.any(axis=1)].shape[1] == len((OTHER, STEP))
