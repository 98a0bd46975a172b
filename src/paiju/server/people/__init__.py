"""Guests: identity, names, ratings, and the games they played.

- `guests`: the signed token in a browser's cookie, names, the codes that move a seat, and the seals of shared records
- `names`: what people write, made fit to be displayed to others: nothing invisible, nothing stacked, and names in
  the letters they seem to be in
- `own_games`: a guest's own games: a page of them, results by role and place, luck and what was no luck
- `push`: telling guests of things while no page of theirs is open, on the devices on which they asked for it
- `ratings`: ratings of people who agreed to be rated: a belief about how strong someone is, with its doubt
"""
