"""Bao Huang in the terminal: its table, its narrator and its questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from rich.text import Text

from paiju.core.errors import NotationError
from paiju.core.game import Event, Game
from paiju.core.match import Match
from paiju.games.baohuang.actions import VERBS, Action
from paiju.games.baohuang.cards import (
    FIRST_JOKER,
    JOKERS,
    RANK_OF,
    RANKS,
    SEATS,
    Hand,
    Kind,
    cards_of,
)
from paiju.games.baohuang.cards import plain as drawn_as
from paiju.games.baohuang.notation import CARD_VERBS, action_text, card_text
from paiju.games.baohuang.options import Scoring
from paiju.games.baohuang.scoring import TEAM2_VALUES, TEAM4_VALUES
from paiju.games.baohuang.state import Laid, Phase, Role
from paiju.games.baohuang.views import View
from paiju.tui.plain import NAME_WIDTH, Drawn, Face, Parse, Show, as_typed, sign
from paiju.tui.screen import Screen, paragraph
from paiju.wire import view_json

_SUIT_STYLES = ("", "red", "green", "cyan")
_JOKER_STYLES = ("bold", "bold", "bold red", "bold red", "bold yellow")
"""In the order of `JOKERS`."""
_ROLE_STYLES = {Role.EMPEROR: "bold yellow", Role.GUARD: "bold cyan", Role.COMMONER: "", None: "dim"}
_ROLE_SIGNS = {Role.EMPEROR: "♛ ", Role.GUARD: "◆ ", Role.COMMONER: "· ", None: "? "}
_ALIKE = {3: "│", 4: "║"}
_MANY = 8
"""Cards of a play above which equal ones are counted."""
_SHOWN_AT_ONCE = 12
_COUNT, _ROLE, _PLACE, _POINTS, _STACK = 8, 14, 10, 8, 3
_NAMED = {"seat": "who", "from": "giver", "to": "to", "winner": "winner", "leader": "leader", "first_drawer": "first_drawer"}  # fmt: skip
_SILENT = frozenset({"play", "over", "score"})
_BOLD = frozenset(
    {"crowned", "called", "revealed", "usurped", "declared", "revolted", "countered", "finished"}
)
_OUTCOMES = {1: "score.win", -1: "score.lose", 0: "score.tie"}
_LOWER_RANKS = str.maketrans("tjqkal", "TJQKAL")
_CARDS = re.compile("[3-9TJQKA2bBrRLshcd]+")


def _height(kind: Kind) -> tuple[int, int]:
    """Sort key: rank first, marked jokers above plain ones, ♠ before ♥ when read from the highest."""
    return RANK_OF[kind], kind if kind >= FIRST_JOKER else -(kind & 3)


def _by_rank(hand: Sequence[int]) -> Iterator[list[Kind]]:
    """A hand in groups of one rank, or one joker, from the highest on."""
    order = sorted(cards_of(tuple(hand)), key=_height, reverse=True)
    groups = groupby(order, lambda kind: kind if kind >= FIRST_JOKER else -RANK_OF[kind])
    return (list(group) for _, group in groups)


def _cards_typed(text: str) -> str:
    """Cards as people type them: `10` for T, small letters for court cards."""
    return text.replace("10", "T").translate(_LOWER_RANKS)


class BaohuangFace(Face):
    """See `Face`."""

    keys = "ui.keys"
    bare = "1"

    def __init__(self, game: Game, options: Any, names: Sequence[str], screen: Screen) -> None:
        super().__init__(game, options, names, screen)
        self.points = options.points
        self._suited: bool = options.suited
        self._passed: list[int] = []

    # Cards and hands.

    def _card(self, kind: Kind, *, before: str = "", skip: int = 0) -> Text:
        """A card in its colour: jokers bold, suits in four colours where they matter."""
        suit = _SUIT_STYLES[kind & 3] if self._suited else ""
        style = _JOKER_STYLES[kind - FIRST_JOKER] if kind >= FIRST_JOKER else suit
        return Text(before + card_text(kind, suited=self._suited)[skip:], style)

    def cards(self, cards: Iterable[Kind]) -> Text:
        """Cards in notation, highest first; of many, equal ones are counted (`4×9`)."""
        counts = Counter(sorted(cards, key=_height, reverse=True))
        if counts.total() > _MANY:
            return Text(" ").join(self._card(kind, before=f"{n}×") for kind, n in counts.items())
        return Text(" ").join(map(self._card, counts.elements()))

    def short(self, hand: Sequence[int]) -> Text:
        """A whole hand in few cells, highest first: `AAA KK`, with suits `Assh Kd`."""

        def word(group: list[Kind]) -> Text:
            skip = int(self._suited and group[0] < FIRST_JOKER)
            return Text().join([self._card(group[0]), *(self._card(kind, skip=skip) for kind in group[1:])])

        return Text(" ").join(map(word, _by_rank(hand)))

    def hand(self, hand: Hand) -> Drawn:
        """A hand as players hold it: stacks of equal cards, highest at the left, their number underneath; and what its letters mean.

        Three or four identical cards have a stroke beside them where suits matter.
        """
        texts = self.texts

        def face(kind: Kind) -> Text:
            alike = _ALIKE.get(hand[kind], "") if self._suited and kind < FIRST_JOKER else ""
            return self._card(kind).append(alike, "bold")

        stacks = [[*map(face, reversed(group)), Text(str(len(group)), "dim")] for group in _by_rank(hand)]
        letters = (letter for letter, count in zip(JOKERS[::-1], hand[::-1], strict=False) if count)
        legend = [" · ".join(f"{texts.cell(letter)} = {texts.t(f'card.{letter}')}" for letter in letters)]
        if self._suited and any(n in _ALIKE for n in hand[:FIRST_JOKER]):
            legend.append(texts.t("ui.triples"))
        return [
            self.text("ui.hand", "bold", count=sum(hand)),
            *([self.screen.stacks(stacks, _STACK)] if stacks else []),
            *(paragraph(texts.cell(line), style="dim") for line in legend if line),
        ]

    # The table.

    def table(self, view: View, match: Match) -> Drawn:
        """The table; the viewer's own seat comes last, their hand under it."""
        texts, parts = self.texts, [self.texts.t(f"phase.{view.phase}")]
        if self.points:
            parts.append(texts.t("ui.multiplier", multiplier=view.multiplier))
            parts += [] if view.viewer is None else [self.total(match.scores[view.viewer])]
        places = view_json(view, counter=False).get("places", [None] * SEATS)
        rows = [self._seat(view, seat, places[seat]) for seat in self.around(view)]
        drawn: Drawn = [
            self.head(match, *parts),
            self.screen.grid(rows, (1, 1, NAME_WIDTH, _COUNT, _ROLE), indent=0),
        ]
        if view.phase is Phase.PLAY and view.owner >= 0:
            cards = next(
                laid.cards for laid in reversed(view.trick) if laid.seat == view.owner and laid.cards
            )
            name, role = self.names[view.owner], view.roles[view.owner]
            if role in (Role.EMPEROR, Role.GUARD):
                name = f"{name} {_ROLE_SIGNS[role]}".rstrip()
            line = Text(texts.t("ui.to_beat", name=name, count=len(cards)) + " ")
            drawn.append(line.append_text(self.cards(cards)))
        return [*drawn, *([] if view.hand is None else self.hand(view.hand))]

    def _seat(self, view: View, seat: int, place: int | None) -> list[str | Text]:
        size = view.sizes[seat]
        count = Text() if size is None else self.text("ui.count", count=size)
        laid = next((laid for laid in reversed(view.trick) if laid.seat == seat), None)
        return [
            *self.place(view, seat, acts=seat == view.turn),
            self.text(f"place.{place}", "bold magenta") if place else count,
            self._role(view, seat),
            self._laid(laid) if laid else "",
        ]

    def _laid(self, laid: Laid) -> Text:
        """One answer in a trick: its cards, or the word for passing."""
        return self.cards(laid.cards) if laid.cards else self.text(f"action.{laid.verb}", "dim")

    def _role(self, view: View, seat: int) -> Text:
        """A seat's role as the viewer knows it: its sign and its name."""
        role = view.roles[seat]
        if view.emperor < 0:
            return Text()
        name = "solo" if role is Role.EMPEROR and view.alone else role or "unknown"
        return Text(_ROLE_SIGNS[role] + self.texts.t(f"role.{name}"), _ROLE_STYLES[role])

    def open_view(self, state: Any) -> View:
        """The view of a spectator who sees every role, once there are roles."""
        view: View = super().open_view(state)
        if view.emperor < 0 or view.phase in (Phase.CALL, Phase.DRAW):
            return view
        return replace(view, roles=tuple(map(state.roles.of, range(SEATS))), alone=state.roles.solo)

    def open_hands(self, state: Any) -> Drawn:
        """The hands of all seats."""
        return self.hands(dict(enumerate(state.hands)))

    # The result.

    def settle(self, view: View, events: Sequence[Event], match: Match) -> Drawn:
        """The result of a finished deal: places, points and their reasons."""
        result = view.result
        if result is None or result.void:
            return [self.text("ui.void", "bold")]
        drawn: Drawn = [self.settled(match), self.text(f"ui.won.{result.winner}")]
        scores: dict[int, Any] = {e.number("seat"): e.public for e in events if e.kind == "score"}
        for seat in sorted(range(SEATS), key=result.places.__getitem__):
            place = self.text(f"place.{result.places[seat]}", "magenta")
            row: list[str | Text] = [place, self.names[seat], self._role(view, seat)]
            if self.points:
                amount = self.screen.amount(scores[seat]["amount"])
                row += [amount, Text(self.total(match.scores[seat]), "dim")]
            drawn.append(self.screen.grid([row], (_PLACE, NAME_WIDTH - 1, _ROLE, _POINTS)))
            drawn += (paragraph(self._reason(view, item), 6, "dim") for item in scores[seat]["items"])
        if hands := self.hands(dict(enumerate(view.hands))):
            drawn += [self.text("ui.open_hands", "bold"), *hands]
        return drawn

    def _reason(self, view: View, item: Mapping[str, Any]) -> str:
        """Why a seat gets an amount, and the rules this rests on: the item's own, and those of the multiplier."""
        texts, result = self.texts, view.result
        assert result is not None
        crown = sorted(result.places[seat] for seat in range(SEATS) if view.roles[seat] is not Role.COMMONER)
        places, rules = texts.t("ui.comma").join(map(texts.number, crown)), [str(item["rule"])]
        amount = texts.ltr(texts.number(item["amount"], signed=True)) + " " if self.points else ""
        if item["why"] != "stuck" and not self.points:
            text = texts.t(_OUTCOMES[sign(item["amount"])])
        else:
            values = TEAM4_VALUES if view.options.scoring is Scoring.TEAM4 else TEAM2_VALUES
            why = "solo" if view.alone and item["why"] != "stuck" else item["why"]
            text = texts.t(f"score.{why}", places=places, sum=sum(values[place] for place in crown))
            if result.multiplier > 1:
                text += texts.t("ui.comma") + texts.t("score.multiplier", multiplier=result.multiplier)
        if result.multiplier > 1:
            rules.append("BH A18-45" if view.usurped else "BH A18-48")
            rules += ["BH A18-49"] if view.stakes.countered else []
        return f"{amount}{text} [{texts.ltr(', '.join(rules))}]"

    # The narrator: what an event hides from the viewer is not in it.

    def tell(self, events: Iterable[Event], view: View) -> list[Text]:
        """Lines for events in the order they come; passes in a row become one line."""
        lines: list[Text] = []
        for event in events:
            if event.kind == "passed":
                self._passed.append(event.number("seat"))
            elif event.kind not in _SILENT:
                lines += [*self.flush(), self._line(event, view.emperor)]
        return lines

    def flush(self) -> list[Text]:
        """The passes that have no line yet."""
        names = self.texts.t("ui.comma").join(self.names[seat] for seat in self._passed)
        self._passed.clear()
        return [Text("  " + self.texts.t("event.passed", who=names), "dim")] if names else []

    def _line(self, event: Event, emperor: int) -> Text:
        facts: Any = event.public
        key, cards = event.kind, facts.get("cards", ())
        if key == "played":
            text = self.texts.t(
                "event.bomb" if facts["bomb"] else "event.played", who=self.names[facts["seat"]]
            )
            return Text(f"  {text} ").append_text(self.cards(cards))
        if key == "declared":
            key += ".solo" if facts["seat"] == emperor else ".guard"
        elif key in ("revealed", "guard_named") and "role" in facts:
            key += f".{facts['role']}"
        elif key == "trick" and facts["wind"]:
            key += ".wind"
        elif key == "moved":
            key += f".{facts['why']}"
        if cards and event.kind in ("moved", "paid", "received", "pool", "dealt"):
            key += ".seen"
        words = dict(facts)
        words |= {word: self.names[facts[name]] for name, word in _NAMED.items() if name in facts}
        for name, held in (("card", (facts.get("card"),)), ("cards", cards)):
            if name in facts:
                words[name] = self.texts.ltr(self.cards(held).plain)
        if "place" in facts:
            words["place"] = self.texts.t(f"place.{facts['place']}")
        style = "bold" if event.kind in _BOLD else "dim" if event.kind == "trick" else ""
        return Text("  " + self.texts.t(f"event.{key}", **words), style)

    # The questions.

    def title(self, view: View) -> str:
        """The question of the phase."""
        return self.texts.t(f"ask.{view.phase}")

    def notes(self, view: View, actions: Sequence[Action]) -> list[str]:
        """What the question means, and its default."""
        texts, meaning = self.texts, f"help.ask.{view.phase}"
        if view.phase is Phase.PLAY:
            default = texts.ltr(self.typed(view, actions[0]))
            return [texts.t("ui.lead" if view.top is None else "ui.follow", default=default)]
        return [*([texts.t(meaning)] if texts.has(meaning) else []), *super().notes(view, actions)]

    def lists_at_once(self, view: View, actions: Sequence[Action]) -> bool:
        """Not plays and cuts."""
        return view.phase not in (Phase.PLAY, Phase.CUT) and len(actions) <= _SHOWN_AT_ONCE

    def choice(self, view: View, action: Action) -> Text:
        """Cards, or the word for an action without."""
        if action.cards:
            return self.cards(action.cards)
        number = f" {action.number}" if action.verb == "cut" else ""
        return Text(self.texts.t(f"action.{action.verb}") + number)

    def typed(self, view: View, action: Action) -> str:
        """An action in notation."""
        return action_text(action, suited=self._suited)

    def forced(self, view: View, action: Action) -> str:
        """A pass, or another action without a choice."""
        return self.texts.t("ui.auto_pass") if action.verb == "pass" else super().forced(view, action)

    def read(self, text: str, view: View, actions: Sequence[Action], parse: Parse) -> Any:
        """Notation, bare cards, or a word."""
        for action in actions[:3]:
            words = (self.texts.t(f"action.{action.verb}"), action.verb)
            if (text in words and not action.cards) or (action.verb == "pass" and text in ("p", "P")):
                return action
        word, _, rest = text.partition(" ")
        if (verb := word.lower()) in VERBS:
            cards = _cards_typed(rest) if verb in CARD_VERBS else rest
            return as_typed(parse, f"{verb} {cards}".rstrip(), text, 0)
        verb, bare = "play" if view.phase is Phase.PLAY else actions[0].verb, _cards_typed(text)
        looks_like_a_word = len(text) > 1 and text.isalpha() and not _CARDS.fullmatch(bare)
        if verb not in CARD_VERBS or looks_like_a_word:
            raise NotationError("notation.action", f"{word!r} is not an action", text, 1)
        return as_typed(parse, f"{verb} {bare}", text, len(verb) + 1)

    # What may be looked up at any time.

    def looks(self, view: View) -> Mapping[str, Show]:
        """The tricks and the cards too."""
        return {
            **super().looks(view),
            "u": lambda: self._tricks(view),
            "c": lambda: self._counter(view),
        }

    def _tricks(self, view: View) -> Drawn:
        """The trick that was closed last, and the running one if it has begun."""
        drawn: Drawn = []
        last = view.tricks[-1] if view.tricks else ()
        for key, trick in (("ui.last_trick", last), ("ui.this_trick", view.trick)):
            if trick:
                rows = [(self.names[laid.seat], self._laid(laid)) for laid in trick]
                drawn += [self.text(key, "bold"), self.screen.grid(rows, (NAME_WIDTH - 1,))]
        return drawn or [self.text("ui.no_trick")]

    def _counter(self, view: View) -> Drawn:
        """How many cards of each rank were played, and how many the viewer has not seen; lao wang counts as the card it was called as."""
        unseen, played = Counter[str](), Counter[str]()
        for card, count in view_json(view, counter=True)["unseen"].items():
            unseen[card[0]] += count
        for hand in view.played:
            played.update(card_text(drawn_as(kind, view.called), suited=False) for kind in cards_of(hand))
        names = [name for name in "RrBb" + RANKS[::-1] if name in unseen]
        rows: list[list[str | Text]] = [["", *(Text(name, "bold", justify="right") for name in names)]]
        for key, column in (("ui.played", played), ("ui.unseen", unseen)):
            rows.append([self.texts.t(key), *(Text(str(column[name]), justify="right") for name in names)])
        return [self.screen.grid(rows, (8,), indent=0)]

    def rules(self, view: View) -> Drawn:
        """The viewer's role, and the rules in short."""
        role = "" if view.viewer is None else self._role(view, view.viewer).plain
        own = [self.text("ui.your_role", "bold", role=role)] if role else []
        return [*own, *self.digest("ui.rules_more")]

    def help(self) -> Drawn:
        """What may be typed, and how the hand is drawn."""
        keys = ["play", "bare", "list", "keys", "leave", "cards", *(["suits"] if self._suited else [])]
        return [self.text(f"help.{key}") for key in keys]


PACK = BaohuangFace
