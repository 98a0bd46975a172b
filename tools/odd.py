"""What it brings to play as nobody does: one seat plays so, the others a level, and the same deal without it is taken off.

    python -m tools.odd baohuang net --deals 500

It prints the points a deal that each odd way gains for its side (Bao Huang, place points) or its seat (Paohuzi), below nothing where it loses. All that chance has a
say in is the same in both plays of a deal. A level against which one of these gains is one that can be fooled.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import paiju
from paiju.arena.baohuang import PLACE_POINTS
from paiju.arena.figures import Mean, mean_of
from paiju.arena.match import play_out
from paiju.arena.seeds import bot_seed, deal_seed
from paiju.bots.base import Bot, make_bot
from paiju.core.errors import PaijuError
from paiju.games.baohuang.cards import FIRST_JOKER, RANK_OF, TWO
from paiju.games.baohuang.state import Phase, Role

Odd = Callable[[Bot, Any, Sequence[Any]], Any]
"""What is done in place of the choice of a bot."""


def passing(bot: Bot, view: Any, actions: Sequence[Any]) -> Any:
    """Passes wherever that is allowed, but wins."""
    return next((action for verb in ("hu", "pass") for action in actions if action.verb == verb), None)


def grabbing(bot: Bot, view: Any, actions: Sequence[Any]) -> Any:
    """Takes whatever can be taken: never passes, with as little as will do."""
    return next(
        (action for verb in ("hu", "play", "pong", "eat") for action in actions if action.verb == verb), None
    )


def hoarding(bot: Bot, view: Any, actions: Sequence[Any]) -> Any:
    """Keeps jokers and twos as long as anything else is allowed."""
    stored = [
        action for action in actions
        if not any(kind >= FIRST_JOKER or RANK_OF[kind] == TWO for kind in action.cards) or len(action.cards) == sum(view.hand)
    ]  # fmt: skip
    return bot.choose(view, stored) if stored else None


def hiding(bot: Bot, view: Any, actions: Sequence[Any]) -> Any:
    """As a guard plays as one of the people, to the end or until the card is out."""
    return bot.choose(_taken_for(view, Role.GUARD, Role.COMMONER), actions)


def acting(bot: Bot, view: Any, actions: Sequence[Any]) -> Any:
    """As one of the people plays as a guard does while the guard is hidden."""
    return bot.choose(_taken_for(view, Role.COMMONER, Role.GUARD), actions)


ODD: Mapping[str, tuple[Odd, ...]] = {
    "baohuang": (passing, grabbing, hoarding, hiding, acting),
    "paohuzi": (passing, grabbing),
}


def _taken_for(view: Any, own: Role, other: Role) -> Any:
    """The view of a seat that takes itself for something else, while nobody is known to be the guard."""
    if view.roles[view.viewer] is not own or view.shown or view.alone:
        return view
    roles = tuple(other if seat == view.viewer else role for seat, role in enumerate(view.roles))
    return replace(view, roles=roles, alone=False if other is Role.GUARD else None)


def gain(game: Any, options: Any, level: str, odd: Odd, seed: str) -> float | None:
    """What an odd way gains in a deal; None where no guard sits with the emperor."""
    start = game.deal(options, deal_seed(seed, 0))
    seats = game.seats_of(options)
    own = bot_seed(seed, 0, 0) % seats
    points = []
    for way in (odd, None):
        bots = [make_bot(level, bot_seed(seed, 1, seat)) for seat in range(seats)]

        def choose(
            seat: int, view: Any, actions: Sequence[Any], bots: Sequence[Bot] = bots, way: Odd | None = way
        ) -> Any:
            playing = game.name != "baohuang" or view.phase is Phase.PLAY
            action = way(bots[seat], view, actions) if way is not None and seat == own and playing else None
            return bots[seat].choose(view, actions) if action is None else action

        points.append(_points(game, play_out(game, start, choose), own))
    return points[0] - points[1] if None not in points else None


def _points(game: Any, end: Any, seat: int) -> float | None:
    """The points of a seat's side."""
    if game.name != "baohuang":
        return float(game.returns(end)[seat])
    roles = end.roles
    if game.is_void(end) or not roles.guards:
        return None
    crown = {roles.emperor, *roles.guards}
    worth = sum(PLACE_POINTS[end.result.places[one]] for one in crown)
    return float(worth if seat in crown else -worth)


def measured(name: str, level: str, odd: Odd, *, deals: int, seed: str, preset: str | None = None) -> Mean:
    """Points a deal over a number of deals with a guard."""
    game = paiju.load(name)
    options = game.options({"preset": preset} if preset else {})
    found: list[float] = []
    number = 0
    while len(found) < deals:
        worth = gain(game, options, level, odd, f"{seed}/{number}")
        number += 1
        if worth is not None:
            found.append(worth)
    return mean_of(found)


def main() -> None:
    """Print what each odd way gains, with its standard error."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=tuple(ODD))
    parser.add_argument("level")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--preset")
    parser.add_argument("--seed", default="odd")
    given = parser.parse_args()
    for odd in ODD[given.game]:
        try:
            mean = measured(
                given.game, given.level, odd, deals=given.deals, seed=given.seed, preset=given.preset
            )
        except PaijuError as error:
            parser.error(str(error))
        print(f"{odd.__name__:10} {mean.points}", flush=True)


if __name__ == "__main__":
    main()
