"""The phases of a deal of Bao Huang, in the order of `flow`.

- `dealing`: deck, cut and drawing (BH A1, A3), crowning during the draw (A18-64), buying threes (A14, A18-28), and the call (A4, A12)
- `transfers`: cards that change hands before play, and who comes to know of it; tribute 进贡 and its return 还贡 (BH A7, A18-30..35)
- `crowning`: crowning and abdication 登基 让位 (BH A6, A18-38..44), usurper 抢独, declarations 明保 造反, counter 踢 (A8, A9, A18-45..50)
- `play`: leads, answers, passes, deferral, wind, the end of play (BH A13-A15), and zhan pai 站牌 (A18-71)
- `flow`: the order of a deal: its stages one after another, and who answers for each
"""
