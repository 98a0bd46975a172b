"""Paohuzi 跑胡子: a rummy of character cards with forced sets, for three players.

- `cards`, `actions`, `notation`: cards and hands, what a seat may do, and both as text
- `options`, `rules`: every rule option, and a set of options compiled, with the named items
- `melds`, `hands`: sets and how loose cards are cut into them; whether a hand is won, and for how much
- `state`: the state of a deal, and how cards are dealt
- `claims`, `turns`: who may claim a card and how claims rank; draws, forced sets, discards and the end of a deal
- `scoring`: from hu to points
- `views`: what one viewer may know, and why a seat may not do something
- `position`, `position_state`: positions as text, and the state that a text means
- `determinize`: random deals that agree with a view
- `game`: the game itself, as `paiju.load` returns it
"""

from paiju.games.paohuzi.game import GAME, Paohuzi

__all__ = ["GAME", "Paohuzi"]
