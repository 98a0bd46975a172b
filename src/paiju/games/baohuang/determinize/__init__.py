"""Deals that agree with a view of Bao Huang: what the view shows of hidden cards, and the draw.

- `draw`: a random deal that a viewer cannot tell from the true one, with its past or, for searches, without
- `bounds`: hand bounds: what a seat has seen of a deal, kind by kind, and how many copies each other hand can hold
- `transfers`: cards that changed hands before play, as the past of a view shows them, and which of them are hidden
- `constraints`: transfer constraints: how many copies of a kind may have changed hands unseen
- `replay`: whether a sampled deal can have had the past that was seen: it is dealt and played again
"""
