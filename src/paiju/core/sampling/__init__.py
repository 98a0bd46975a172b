"""Exact draws of hidden cards: many copies of few kinds, hands of known sizes, and facts that tie them together.

- `closing`: the end of a draw: groups dealt last, all at once, and groups that are linked by states
- `copies`: copies of a kind in hands: in how many ways they may lie, draws of one of them, and whether every hand
  can be full
- `groups`: exact draws of how many cards of each group lie where, if all places together must come to their sizes
- `hands`: exact draws of hands from many copies of few kinds, where what is true of one kind depends on what was of
  those before
"""
