"""Deals that agree with a view of Paohuzi: what the view tells of hidden cards, and the draw.

- `bounds`: what a seat has seen of a deal, kind by kind: where copies may still lie, and which numbers of them the
  past allows
- `draw`: a random deal that a viewer cannot tell from the true one, checked by playing its past again
"""
