"""The heuristic of Paohuzi: plans of a hand, their chances to be complete, and a few tuned numbers."""
