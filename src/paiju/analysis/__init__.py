"""Analysis of play: reviews, lessons and puzzles of every game, and what hands of Paohuzi wait for.

| module | holds |
|---|---|
| `review` | what each decision cost, and how much of a result was luck |
| `lessons` | a guided first deal, short lessons, and their questions |
| `puzzles` | questions with one right answer, found in games of bots |
| `GAME.review`, `GAME.lessons`, `GAME.puzzles` | what a game brings for these |
| `baohuang.endgame` | endgames solved exactly, whatever the others hold |
| `paohuzi.hands`, `paohuzi.safety` | what a hand waits for, what discards are worth, and which are safe |
"""
