"""The parts that all games share, on the standard library alone.

- `game`: the seven verbs, events and moments, the object that checks what its users pass in, and how values are displayed
- `signals`: what a seat may say about a play
- `options`: rule options, declared once
- `errors`: all errors, and the checks of foreign arguments
- `rng`: fair chance: seeds, commitments, the shuffle, cuts
- `record`, `document`, `reading`: records as they are written and replayed, their form, and reading them safely
- `match`: deals in a row with running scores
- `position`: the text of positions, and what a game brings for it
- `files`: files, lines and JSON from untrusted sources
- `sampling`: exact draws of hidden cards
"""
