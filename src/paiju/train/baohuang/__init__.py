"""Training of the bots of Bao Huang: numbers of the heuristic by evolution, networks by self-play and by what the guard shows."""
