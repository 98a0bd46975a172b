"""Attacks count what falls: faults that are planted are found, and the command fails then."""

from __future__ import annotations

import pytest

from paiju.server.people.guests import Tokens
from paiju.server.store.database import Timekeeper
from paiju.server.tables import match
from paiju.server.tables.commands import Votes
from paiju.server.tables.deal import Running
from tests.attack import __main__ as command
from tests.attack import clocks, counterparts, guests, messages, timing
from tests.attack.outcome import Attack, Outcome
from tests.server.table.test_counterparts import leaky_view

pytestmark = pytest.mark.long


def test_the_attack_by_a_leak_is_found(rng, tmp_path, monkeypatch):
    monkeypatch.setattr(Running, "view_of", leaky_view)
    assert counterparts.run(1, rng, tmp_path).fallen == 1


def test_the_attack_by_revealing_delays_is_found(rng, tmp_path, monkeypatch):
    """Forced passes come at once."""
    passes = timing.passes_of_people
    reported = [(who, took * (not forced), forced) for who, took, forced in passes(rng)]
    monkeypatch.setattr(timing, "passes_of_people", lambda rng, enough: list(reported))
    assert timing.run(1, rng, tmp_path).fallen >= 1


def test_the_attack_by_unrefused_messages_is_found(rng, tmp_path, monkeypatch):
    """An attack that holds good messages for broken ones finds them taken."""
    good = '{"type":"ping"}'
    monkeypatch.setattr("tests.server.protocol.frames.broken", lambda rng: good)
    monkeypatch.setattr("tests.server.protocol.frames.is_message", lambda frame: False)
    assert messages.run(600, rng, tmp_path).fallen > 0


def some_clock_falls(rng, folder) -> bool:
    """Whether anything falls: chance may set a clock wrong a dozen times and never far enough, or in the wrong direction."""
    for number in range(5):
        own = folder / str(number)
        own.mkdir()
        if clocks.run(12, rng, own).fallen:
            return True
    return False


def test_the_attack_by_a_clock_jump_is_found(rng, tmp_path, monkeypatch):
    monkeypatch.setattr(Timekeeper, "now", lambda self: int(self._wall()))
    monkeypatch.setattr(Timekeeper, "in_doubt", False)
    assert some_clock_falls(rng, tmp_path)


def test_the_attack_on_cookies_by_clock_is_found(rng, tmp_path, monkeypatch):
    read = Tokens.read

    def strict(self, token):
        found = read(self, token)
        return found if found and not found[1] else None

    monkeypatch.setattr(Tokens, "read", strict)
    assert some_clock_falls(rng, tmp_path)


@pytest.mark.long
def test_the_attack_by_immediate_seat_transfer_is_found(rng, tmp_path, monkeypatch):
    """A table that gives dealt cards to anyone who asks for them, and gives everybody a voice."""
    ask_for = match.ask_for

    def at_once(course, guest, name, seat, now):
        if not ask_for(course, guest, name, seat, now):
            match._take_over(course, guest, name, seat, now)
        return True

    monkeypatch.setattr(match, "ask_for", at_once)
    monkeypatch.setattr(match, "check_moved", lambda room, guest, seat: None)
    monkeypatch.setattr(Votes, "_may_vote", lambda self, guest: True)
    found = guests.run(1, rng, tmp_path)
    assert found.fallen >= 2
    assert "hands of bots were seen" in found.figure


@pytest.mark.long
@pytest.mark.parametrize("attack", command.ATTACKS, ids=lambda attack: attack.name)
def test_the_short_attack_finds_nothing(attack, rng, tmp_path):
    outcome = attack.run(attack.short, rng, tmp_path)
    assert outcome.tried
    assert not outcome.fallen, outcome


@pytest.mark.parametrize(("fallen", "status"), [(0, 0), (2, 1)])
def test_the_command_fails_when_something_falls(fallen, status, monkeypatch, capsys):
    attack = Attack("one", lambda size, rng, folder: Outcome("tries", size, fallen, "by hand"), 7, 3)
    monkeypatch.setattr(command, "ATTACKS", (attack,))
    monkeypatch.setattr("sys.argv", ["attack", "--short"])
    assert command.main() == status
    assert f"| tries | 3 | {fallen} | by hand |" in capsys.readouterr().out
