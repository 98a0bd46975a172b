"""The part of a game at a live table, beside its wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from paiju.core.errors import RuleError
from paiju.core.game import Game
from paiju.core.options import Raw
from paiju.core.signals import signals_of
from paiju.games import registry


@dataclass(frozen=True, slots=True)
class Question:
    """One question of «How does your town play?», and the options that each answer sets.

    The words are in the browser's texts under `web.question.GAME.ID`; `art` is the example drawn beside them, cards in
    text notation and signs between them. An answer is given on top of what holds at the table, so it names everything
    it needs; options that lose their meaning by it fall back to their default.
    """

    id: str
    art: str
    yes: Mapping[str, Raw]
    no: Mapping[str, Raw]

    def to_json(self) -> dict[str, Any]:
        """The question as the browser gets it, without its words."""
        return {"id": self.id, "art": self.art, "yes": dict(self.yes), "no": dict(self.no)}


class Words(NamedTuple):
    """A text of the library by its key, with its facts."""

    key: str
    facts: Mapping[str, Any] = {}


class Drawn(NamedTuple):
    """A line of a picture: cards in groups, None for a back, laid `on` others; or the `roles` that came first to last, and their `points`.

    `label` says what it is, `right` whether the rules allow it. With `choices` it is a question: the label, which is the
    reason, comes after the answer, and `answer` is the place of the right choice.
    """

    cards: tuple[tuple[str | None, ...], ...] = ()
    on: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    label: Words | None = None
    right: bool | None = None
    choices: tuple[Words | int, ...] = ()
    answer: int = 0


class Figure(NamedTuple):
    """A picture beside the rules of an option group, drawn with cards; its title is the text `figure.GAME.NAME`."""

    group: str
    name: str
    lines: tuple[Drawn, ...]


class Glance(NamedTuple):
    """The public part of a moment: who decides, and who has no more decisions in this deal.

    With another `mark` it is another question, though nothing may have happened. `leads` says whether the decision begins a trick.
    """

    actors: tuple[int, ...]
    out: frozenset[int] = frozenset()
    mark: tuple[Any, ...] = ()
    leads: bool = True


def turns(state: Any, public: Any) -> Glance:
    """What everyone sees in a game in which all know who decides."""
    return Glance(registry.load(public.options.game).actors(state))


def evenly(public: Any, seat: int) -> float:
    """Each question is like any other."""
    return 0.5


PHRASES = ("hello", "hurry", "wait", "nice", "thanks", "sorry", "unlucky", "again", "bye")
"""Quick phrases of every game."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A game at a live table.

    `glance(state, public)` is what everyone sees of the moment of a state, of which `public` is the view of a spectator.
    `phrases` are the quick phrases beside the signals of the game; their words are in the browser's texts under `web.phrase.`. `questions` are yes-or-no
    questions about the rules. `figures` are the pictures of the rules of some options, as the rules engine finds them. `waits` are the cards that would complete the hand of a view, where hands are completed.
    `why_not(view, action)` is why a seat that has no question may not do something, found from its view, where the rules say so.
    `pondering(public, seat)` says from 0 to 1 how long people think about a question, as far as all see; bots take their time by it.
    `styles` are the parts of the style sheet of its board, in the order in which they count.

    A game of another package has its board in a folder, `face`: the modules `board.js` and `settle.js`, the style sheet `board.css`, and
    whatever they import. They are beside this package's own (`../table/acting.js`); plain ones replace those that are missing.
    """

    glance: Callable[[Any, Any], Glance] = turns
    phrases: tuple[str, ...] = PHRASES
    questions: tuple[Question, ...] = ()
    figures: Callable[[Any], tuple[Figure, ...]] | None = None
    waits: Callable[[Any], dict[str, Any]] | None = None
    why_not: Callable[[Any, Any], RuleError | None] | None = None
    pondering: Callable[[Any, int], float] = evenly
    styles: tuple[str, ...] = ()
    face: Path | None = None


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game; one that brings none has the phrases of all.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("server", game))


def phrases_of(game: Game, options: Any) -> tuple[str, ...]:
    """The phrases of a table without typing: the signals of the game, and the quick phrases."""
    return (*signals_of(game, options), *pack_of(game.name).phrases)
