"""Conformance cases: small facts about the rules in JSON Lines, checked against the rules engine.

| module | holds |
|---|---|
| `runner` | reads case files, checks each case, reports differences |
| `script` | what the cases of every game share |
| `baohuang`, `paohuzi` | the kinds of cases of a game |
| `foreign` | another implementation, checked by the same cases |
"""

from paiju.conformance.runner import Outcome, check_file, check_line

__all__ = ["Outcome", "check_file", "check_line"]
