"""The role-aware heuristic of Bao Huang: groups and control, suspicion, and a few dozen tuned numbers."""
