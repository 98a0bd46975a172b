"""The phases of a deal of Bao Huang, in the order of `flow`.

- `calling`: calling the guard: which cards may be called, who becomes guard, and 老王 (BH A4, A12)
- `crowning`: crowning and abdication 登基 让位, round the table and back (BH A6, A18-38..44)
- `dealing`: deck, cut and drawing (BH A1, A3), crowning during the draw (BH A18-64), and buying threes (BH A14,
  A18-28)
- `declarations`: usurper 抢独, declarations 明保 造反 and the counter 踢 (BH A8, A9, A18-45..50)
- `flow`: the order of a deal: its stages one after another, and who answers for each
- `play`: leads, answers, passes, deferral, wind, the end of play (BH A13-A15), and zhan pai 站牌 (BH A18-71)
- `transfers`: cards that change hands before play: which ones a rule takes, and who comes to know of it
- `tribute`: tribute 进贡 and its return 还贡 (BH A7, A18-30..35), and choices of several cards from a hand
"""
