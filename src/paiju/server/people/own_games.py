"""A guest's own games: their list, results by role and place, and the share of luck.

The result without luck is the part of the points that decisions made, as reviews find it with open cards: its mean is that of the
result, its spread smaller (the idea of AIVAT; Burch, Schmid, Moravcik, Morrill and Bowling, 2018).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Annotated, Any

import msgspec

from paiju.server.options_form import presets_of
from paiju.server.store.engines import parsed
from paiju.server.store.rows import PlayedDeal

Json = dict[str, Any]
ON_A_PAGE = 20
_LAST, _EXTREMES, _DIGITS = 8, 3, 3
Review = tuple[str, int, str | None]
"""A record, a deal of it, and what a review found; None where it was one of an earlier version, which is not counted."""


Number = Annotated[int, msgspec.Meta(ge=0, lt=10**10)]


class Wanted(msgspec.Struct):
    """The query; fields that are empty or 0 do not count. `since` is in seconds since 1970, `page` counts from 0."""

    game: str = ""
    rules: str = ""
    role: str = ""
    search: str = ""
    since: Number = 0
    page: Number = 0


def own_games(deals: Sequence[PlayedDeal], reviews: Sequence[Review], wanted: Wanted) -> Json:
    """Everything about the deals that fit, by record: a page of the list, figures, what else there would be to look for."""
    fit = [deal for deal in deals if _fits(deal, wanted)]
    matches = matches_of(fit)
    first = wanted.page * ON_A_PAGE
    own = {(deal.record, deal.deal): deal for deal in fit}
    found = _parts(own, reviews)
    return {
        "games": [_line(match, found) for match in matches[first : first + ON_A_PAGE]],
        "matches": len(matches),
        "deals": len(fit),
        "pages": -(-len(matches) // ON_A_PAGE),
        "by_role": by_role(fit),
        "by_place": _by([deal for deal in fit if deal.place], lambda deal: str(deal.place)),
        "last": last_of(fit),
        "best": [_deal(deal) for deal in sorted(fit, key=lambda deal: -deal.points)[:_EXTREMES]],
        "worst": [_deal(deal) for deal in sorted(fit, key=lambda deal: deal.points)[:_EXTREMES]],
        "luck": luck([part for _, part in found.values()]),
        "losses": [
            {"deal": _deal(deal), "loss": part["loss"]}
            for deal, part in reversed(found.values())
            if part["loss"] is not None
        ],
        "earlier": sum(text is None and (record, number) in own for record, number, text in reviews),
        "choices": {
            "games": sorted({deal.game for deal in deals}),
            "rules": [
                {"digest": digest, "game": game, "preset": presets_of(game).get(digest, "")}
                for game, digest in sorted({(deal.game, deal.digest) for deal in deals})
            ],
            "roles": sorted({deal.role for deal in deals}),
        },
    }


def by_role(deals: Iterable[PlayedDeal]) -> list[Json]:
    """Points a deal in each role, as a mean with its standard error and the number of deals."""
    return _by(deals, lambda deal: deal.role)


def last_of(deals: Sequence[PlayedDeal]) -> list[Json]:
    """The last deals, the newest first."""
    return [_deal(deal) for deal in deals[:_LAST]]


def matches_of(deals: Iterable[PlayedDeal]) -> list[list[PlayedDeal]]:
    """Deals by their match, in the order of the first one of each."""
    records: dict[str, list[PlayedDeal]] = defaultdict(list)
    for deal in deals:
        records[deal.record].append(deal)
    return list(records.values())


def luck(parts: Sequence[Json]) -> Json | None:
    """Points a deal as they were, and without luck, each with its standard error; None without a reviewed deal."""
    if not parts:
        return None
    results = [part["result"] for part in parts]
    skill = [part["skill"] for part in parts]
    return {
        "deals": len(parts), "result": _mean(results), "skill": _mean(skill), "sum": round(sum(skill), _DIGITS),
    }  # fmt: skip


def _mean(values: Sequence[float]) -> Json:
    error = stdev(values) / sqrt(len(values)) if len(values) > 1 else None
    return {
        "mean": round(fmean(values), _DIGITS), "se": None if error is None else round(error, _DIGITS), "n": len(values),
    }  # fmt: skip


def _fits(deal: PlayedDeal, wanted: Wanted) -> bool:
    return (
        wanted.game in {"", deal.game}
        and wanted.rules in {"", deal.digest}
        and wanted.role in {"", deal.role}
        and deal.ended >= wanted.since
        and (not wanted.search or _names(deal, wanted.search.casefold()))
    )


def _names(deal: PlayedDeal, sought: str) -> bool:
    return any(sought in str(name).casefold() for name in parsed(deal.names, []))


def _by(deals: Iterable[PlayedDeal], key: Callable[[PlayedDeal], str]) -> list[Json]:
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for deal in deals:
        groups[deal.game, key(deal)].append(deal.points)
    return [{"game": game, "name": name, **_mean(points)} for (game, name), points in sorted(groups.items())]


def _parts(
    own: Mapping[tuple[str, int], PlayedDeal], reviews: Sequence[Review]
) -> dict[tuple[str, int], tuple[PlayedDeal, Json]]:
    """Of deals that were reviewed: result, what of it was no luck, loss a decision."""
    return {
        (record, number): (own[record, number], part)
        for record, number, found in reviews
        if found is not None
        and (record, number) in own
        and (part := part_of(found, own[record, number].stood)) is not None
    }


def part_of(found: str, auto_played: str | None) -> Json | None:
    """The figures of a deal in a stored review; None for a void deal, and for a review that cannot be read any more.

    The loss a decision is of those that the guest took, not of what a bot did for them; None if there is none.
    """
    review = parsed(found, {})
    deal, decisions = review.get("deal"), review.get("decisions", [])
    if not deal or deal["void"]:
        return None
    others = set(parsed(auto_played or "[]", []))
    losses = [one["loss"] for one in decisions if one["verdict"] != "untold" and one["index"] not in others]
    return {
        "result": deal["result"],
        "skill": deal["parts"]["own"] + deal["parts"]["others"],
        "loss": round(fmean(losses), _DIGITS) if losses else None,
    }


def _line(deals: Sequence[PlayedDeal], found: dict[tuple[str, int], tuple[PlayedDeal, Json]]) -> Json:
    """A match: when, against whom, what it came to; its luck once each of its deals has been reviewed."""
    last = deals[0]
    parts = [found[one.record, one.deal][1] for one in deals if (one.record, one.deal) in found]
    return {
        "record": last.record, "game": last.game, "preset": presets_of(last.game).get(last.digest, ""), "seat": last.seat,
        "names": parsed(last.names, []), "scores": parsed(last.scores, []), "when": last.ended * 1000,
        "deals": len(deals), "points": sum(one.points for one in deals),
        "roles": sorted({one.role for one in deals}), "luck": luck(parts) if len(parts) == len(deals) else None,
    }  # fmt: skip


def _deal(deal: PlayedDeal) -> Json:
    return {
        "record": deal.record, "deal": deal.deal, "seat": deal.seat, "game": deal.game, "role": deal.role,
        "place": deal.place, "points": deal.points, "when": deal.ended * 1000,
    }  # fmt: skip
