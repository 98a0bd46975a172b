"""Learning who the guard is: players of many kinds, what they did as evidence, the learner, and how well it is known."""
