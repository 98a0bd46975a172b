"""Bao Huang 保皇: an emperor and a hidden guard against three of the people.

- `cards`, `actions`, `notation`: cards and hands, what a seat may do, and both as text
- `options`, `rules`: every rule option, and a set of options compiled
- `state`: the state of a deal, its past, and the small values that they are made of
- `plays`: what a play is, which beats which, and all plays of a hand
- `phases`: a deal from the cut to the last trick
- `scoring`: places, winners and points
- `views`, `suits`: what one viewer may know, and the suits of cards where the rules have none
- `position`, `position_state`: positions as text, and the state that a text means
- `determinize`: random deals that agree with a view
- `game`: the game itself, as `paiju.load` returns it
"""

from paiju.games.baohuang.game import GAME, Baohuang

__all__ = ["GAME", "Baohuang"]
