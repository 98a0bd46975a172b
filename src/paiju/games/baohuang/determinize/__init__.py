"""Deals that agree with a view of Bao Huang: what the view tells of hidden cards, and the draw.

- `bounds`: what a seat has seen of a deal, kind by kind: how many copies each other hand can hold
- `draw`: A random deal that a viewer cannot tell from the true one: each is as likely as every other
- `constraints`: transfer constraints: how many copies of a kind may have changed hands unseen
- `quick`: the quick draw of searches: hands that look like a view, without asking how they came about
- `replay`: whether a sampled deal can have had the past that was seen: it is dealt and played again
- `transfers`: cards that changed hands before play, as a viewer's past tells of them: which are hidden, and of how
  many something is known
"""
