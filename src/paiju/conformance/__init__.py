"""Conformance cases: small facts about the rules in JSON Lines, checked against the rules engine."""

from paiju.conformance.runner import Outcome, check_file, check_line

__all__ = ["Outcome", "check_file", "check_line"]
