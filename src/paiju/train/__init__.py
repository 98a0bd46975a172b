"""Training of bots: evolution of weights, self-play, expert iteration. The only part that knows torch."""
