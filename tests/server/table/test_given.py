"""What a host has chosen by hand stays chosen, also where it is what most tables play."""

from __future__ import annotations

import pytest

import paiju
from paiju.core.errors import OptionError
from paiju.server.hub.rooms import new_room
from paiju.server.people.guests import Guest
from paiju.server.tables.room import settle_options


def back_to_default(game, preset):
    """The options that a preset changes and that may be changed back, each alone."""
    for rule in (rule for rule in game.options({}).declared() if rule.group != "match"):
        if rule.name in game.options({"preset": preset}).differences():
            try:
                game.options({"preset": preset, rule.name: rule.default})
            except OptionError:
                continue
            yield rule


@pytest.mark.parametrize("name", ["baohuang", "paohuzi"])
def test_an_option_set_back_to_the_default_outlives_the_next_change(name):
    game, tried = paiju.load(name), 0
    for preset in game.presets():
        for rule in back_to_default(game, preset):
            room = new_room(
                Guest("a" * 22, "host", "en"), name, preset=preset, options={rule.name: rule.default},
                settings={}, quick=False,
            )  # fmt: skip
            assert list(room.given) == [rule.name]
            later, differs = settle_options(
                game, preset, room.given, {"match_length": 7, "match_end": "deals"}
            )
            assert getattr(later, rule.name) == rule.default
            assert rule.name in differs
            tried += 1
    assert tried > 10
