"""The fast twin of Paohuzi: whole deals, from the cards as they are dealt, cut or not, to the points.

`compiling` makes the two records that say what the rules are (`rules_for`, `sets_for`), `stepping` has what a caller does with
a deal, `adapter` and `coding` translate states, actions and sets to the law's and back. A hand is one word of
three bits a kind (`packing`); whether it is won is looked up suit by suit (`catalogue`, `decompose`, `winning`).
`dealing`, `claims`, `eating`, `turns` and `ending` are the law's modules of these names once more.

Every option of the game is played. In a claim window the seats answer one after another, the lowest first.
"""

from __future__ import annotations

from paiju.kernels.cache import Family

FAMILY = Family("paohuzi", ("kernels/paohuzi", "games/paohuzi"))
