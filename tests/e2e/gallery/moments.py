"""Moments of a deal worth a look: conditions on a view and the prompt that comes with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Check = Callable[[Json, Json], bool]


def leads(view: Json, prompt: Json) -> bool:
    """A lead in mid-game."""
    return view["phase"] == "play" and view["top"] is None and len(view["tricks"]) > 2


def follows(low: int, high: int, plays: int) -> Check:
    """Following a play of low to high cards, with that many plays at least."""

    def check(view: Json, prompt: Json) -> bool:
        top = view.get("top")
        return (
            view["phase"] == "play"
            and bool(top)
            and low <= len(top["cards"]) <= high
            and len(prompt["actions"]) > plays
            and len(view["hand"] or ()) > 15
        )

    return check


def phase(name: str, **facts: Any) -> Check:
    """A phase, with some facts of the prompt: `least` actions, `has` a verb, `lacks` a verb, `pick`."""

    def check(view: Json, prompt: Json) -> bool:
        verbs = {action.split()[0] for action in prompt["actions"]}
        return (
            view["phase"] == name
            and len(prompt["actions"]) >= facts.get("least", 0)
            and (not facts.get("has") or facts["has"] in verbs)
            and (not facts.get("lacks") or facts["lacks"] not in verbs)
            and (not facts.get("pick") or prompt["pick"] is not None)
        )

    return check


def joker_fill(view: Json, prompt: Json) -> bool:
    """A follow where some column can only be played with a joker's help."""
    if not follows(3, 6, 2)(view, prompt):
        return False
    return any(
        set(a.split()[1:]) & set("bBrR") and not set(a.split()[1:]) <= set("bBrR")
        for a in prompt["actions"][1:3]
    )


def only_pass(view: Json, prompt: Json) -> bool:
    """Nothing can be played."""
    return view["phase"] == "play" and prompt["actions"] == ["pass"] and len(view["hand"]) > 15
