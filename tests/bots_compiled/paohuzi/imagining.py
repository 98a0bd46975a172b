"""Deals that a seat of Paohuzi imagines, as states of the law."""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.outlook import see
from paiju.bots.paohuzi.compiled.reading import from_view
from paiju.bots.paohuzi.compiled.records import SEARCH, new_work, new_works
from paiju.bots.paohuzi.compiled.worlds import imagine, prepare
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for, to_law
from paiju.kernels.paohuzi.play import new_state
from paiju.kernels.paohuzi.records import new


@compiled
def world_of(rules, sets, root, seat, w, k, q, chance, world, g, others):
    see(sets[0], root[0], seat, w[0], k[0])
    prepare(rules[0], sets[0], root[0], seat, k[0], q[0], g[0], others)
    return imagine(rules[0], sets[0], root[0], seat, q[0], chance, world, g[0], others)


def imagined(view, chance):
    """A state of the law that a seat takes for possible, None if none was found."""
    rules, sets = compile_for(view.options)
    query, world = new(SEARCH), new_state()
    query[0]["sizes"][: len(view.sizes)] = view.sizes
    root = from_view(view)
    guess, work = weights("guess"), new_work()
    if not world_of(
        rules, sets, root, view.viewer, weights("expected"), work, query, chance, world, guess, new_works()
    ):
        return None
    return to_law(world, view.options)
