"""An implementation of one kind of case that knows nothing of paiju: which set beats which, strictly ordered."""

import json
import sys

RANKS = "3456789TJQKA2"
PLAIN = {"preset": "pagat"}


def worth(cards: str) -> "list[int] | None":
    """Strengths, strongest first; None for cards of several ranks."""
    ranks = {card for card in cards if card in RANKS}
    if len(ranks) > 1 or ("2" in ranks and set(cards) - ranks):
        return None
    return sorted((RANKS.index(c) if c in RANKS else 13 if c in "bB" else 14 for c in cards), reverse=True)


for line in sys.stdin:
    case = json.loads(line)
    assert "expect" not in case
    answer = {"id": case["id"]}
    if case["kind"] != "beats" or case.get("options", PLAIN) != PLAIN or "L" in case["top"] + case["play"]:
        answer["skip"] = True
    else:
        old, new = worth(case["top"]), worth(case["play"])
        sound = old is not None and new is not None and len(old) == len(new)
        answer["answer"] = sound and all(a > b for a, b in zip(new, old, strict=True))
    print(json.dumps(answer), flush=True)
