"""Deals that a seat of Paohuzi samples, as states of the rules."""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.outlook import see
from paiju.bots.paohuzi.compiled.records import SearchRecord
from paiju.bots.paohuzi.compiled.sampling import KNOWN, SAMPLED, prepare, sample
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import from_view
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import fields, new
from tests.kernels.paohuzi.states import to_law


@compiled
def sampled_state(search, rules, sets, root, weights, guess):
    q = search[0]
    q.states[KNOWN] = root[0]
    see(q.states[KNOWN], sets[0], q.seat, weights[0], q.work)
    prepare(rules[0], sets[0], q, guess[0])
    return sample(rules[0], sets[0], q, guess[0])


def sampled(view, chance):
    """A state of the rules that a seat takes for possible, None if none was found."""
    rules, sets = rules_for(view.options), sets_for(view.options)
    search = new(SearchRecord)
    q = fields(search)
    q.seat = view.viewer
    q.sizes[: len(view.sizes)] = view.sizes
    q.chance[:] = chance
    found = sampled_state(search, rules, sets, from_view(view), weights("expected"), weights("guess"))
    chance[:] = q.chance
    return to_law(search["states"][0, SAMPLED : SAMPLED + 1].copy(), view.options) if found else None
