"""Guests: who they are, what they are called, how strong they play, and the games they played.

- `guests`: who a browser is: a signed token in a cookie, a name, the codes that move a seat, and the seals of shared
  records
- `names`: what people write, made fit to be displayed to others: nothing invisible, nothing stacked, and names in
  the letters they seem to be in
- `own_games`: A guest's own games: which there are, what came of them by role and place, what was luck and what was
  not
- `ratings`: ratings of people who agreed to be rated: a belief about how strong somebody is, with its doubt
"""
