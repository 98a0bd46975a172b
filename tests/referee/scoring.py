"""A16: winner and points of every scoring. Roles and places are lists by seat."""

from __future__ import annotations

from . import options
from .options import Options


def team_sum(roles: str, places: list[int], worth: list[int]) -> int:
    return sum(worth[place - 1] for role, place in zip(roles, places, strict=True) if role in "EG")


def won_by_place(o: Options, roles: str, places: list[int]) -> str:
    """`free` and `moegirl`: emperor, people or tie."""
    emperor = places[roles.index("E")]
    if "G" not in roles:
        return solo_winner(o["solo_result"], emperor)
    first, last = roles[places.index(1)] in "EG", roles[places.index(5)] in "EG"
    if first != last:
        return "emperor" if first else "people"
    if o["scoring"] == "moegirl" and roles.count("G") == 1:
        pair = tuple(sorted((emperor, places[roles.index("G")])))
        switch = {(2, 4): "tie_24", (3, 4): "tie_34", (2, 3): "tie_23"}.get(pair)
        if switch:
            return str(o[switch])
    return "tie"


def solo_winner(policy: str, place: int) -> str:
    if policy == "first_only":
        return "emperor" if place == 1 else "people"
    if policy in ("first_win_last_lose", "first_win_last_lose_else_tie"):
        return {1: "emperor", 5: "people"}.get(place, "tie")
    assert policy == "top2_win_third_tie"
    return {1: "emperor", 2: "emperor", 3: "tie"}.get(place, "people")


def role_points(o: Options, roles: str, places: list[int], announced: bool) -> dict[str, int]:
    """Points per role before the multiplier, under a point scoring."""
    place = places[roles.index("E")]
    guards = roles.count("G")
    if o["scoring"] == "team4":
        return team4(o, roles, places, announced)
    if guards:
        s = team_sum(roles, places, [2, 1, 0, -1, -2])
        return {"E": 2 * s, "G": s, "P": -s if guards == 1 else -2 * s}
    if o["scoring"] == "solo16":
        emperor = {1: 16, 2: 4, 3: 0, 4: -4, 5: -16}[place]
        return {"E": emperor, "P": -emperor // 4}
    if place == 1:
        return {"E": 12, "P": -3}
    if place == 2 and not (announced and o["open_solo_second"] == "lose"):
        return {"E": 0, "P": 0}
    return {"E": -12, "P": 3}


def team4(o: Options, roles: str, places: list[int], announced: bool) -> dict[str, int]:
    s = team_sum(roles, places, [4, 2, 0, -2, -4])
    if "G" in roles:
        return {"E": 2 * s if o["team4_balance"] else s, "G": s, "P": -s}
    if o["team4_balance"]:
        return {"E": 4 * s, "P": -s}
    return {"E": 3 * s if options.emperor_x3(o) and announced else 2 * s, "P": -s}


def winner(o: Options, roles: str, places: list[int], announced: bool = False) -> str:
    """Who counts as the winner for tribute."""
    if not options.points(o):
        return won_by_place(o, roles, places)
    emperor = role_points(o, roles, places, announced)["E"]
    return "emperor" if emperor > 0 else "people" if emperor < 0 else "tie"


def by_role(
    o: Options, roles: str, places: list[int], multiplier: int, announced: bool = False
) -> dict[str, int]:
    if options.points(o):
        return {role: n * multiplier for role, n in role_points(o, roles, places, announced).items()}
    side = {"emperor": 1, "people": -1, "tie": 0}[won_by_place(o, roles, places)]
    return {role: -side if role == "P" else side for role in roles}


def returns(
    o: Options,
    roles: str,
    places: list[int],
    multiplier: int,
    announced: bool = False,
    stuck: tuple[int, ...] = (),
) -> list[int]:
    """Returns by seat, the penalty of stuck seats (row 61) included."""
    per_role = by_role(o, roles, places, multiplier, announced)
    penalty = o["stuck_penalty"] * multiplier if options.points(o) else 0
    return [per_role[role] - (penalty if seat in stuck else 0) for seat, role in enumerate(roles)]
