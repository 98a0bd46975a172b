"""What the playground asks of paiju: questions and answers as JSON, cards drawn as HTML.

It runs in the browser. A question names a `verb` and the `lang` to answer in; what is refused comes back as `error`, a
sentence. The table that lies open, and the record that is leafed through, are stored between questions.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import paiju
from paiju.analysis.paohuzi import hands
from paiju.core.errors import PaijuError, RuleError, UsageError
from paiju.core.reading import loads
from paiju.games.paohuzi.scoring import How
from paiju.locales import Texts, leaflet
from tools.site import differences, drawing, tables, telling
from tools.site.holding import explained

Answer = dict[str, Any]


class Desk:
    """What lies before the visitor: a deal, a record."""

    def __init__(self) -> None:
        self.game: Any = paiju.load("paohuzi")
        self.state: Any = None
        self.past: list[Any] = []
        self.steps: list[Any] = []
        self.names: list[str] = []
        self.recorded: Any = self.game

    def call(self, question: str) -> str:
        """The answer to a question, both as JSON."""
        requested = json.loads(question)
        texts = Texts(requested["lang"])
        try:
            answer = _VERBS[requested["verb"]](self, texts, requested)
        except PaijuError as error:
            answer = {"error": texts.error(error)}
        return json.dumps(answer, ensure_ascii=False)

    # What there is.

    def start(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """The games with their presets, and all faces of cards."""
        games = [
            {
                "name": game,
                "title": leaflet.title(game, texts),
                "presets": [
                    {"name": preset, "title": texts.t(f"preset.{game}.{preset}")}
                    for preset in paiju.load(game).presets()
                ],
            }
            for game in paiju.available()
        ]
        return {"games": games, "faces": drawing.faces(), "version": paiju.__version__}

    # A Paohuzi hand.

    def hand(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """What a hand is worth, what it waits for, what to throw from it."""
        options = paiju.load("paohuzi").options({"preset": request["preset"]})
        holding = hands.read_holding(request["hand"])
        card = hands.read_card(request["card"]) if request["card"].strip() else None
        if card is not None and holding.due:
            raise UsageError("usage.card", "the hand has a card too many for a further one", {})
        how = How(own=request["by"] == "self", last=request["last"])
        return {"html": explained(options, holding, card, how, texts)}

    # A deal.

    def deal(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """A deal of a preset by the words of a seed."""
        self.game = paiju.load(request["game"])
        options = self.game.options({"preset": request["preset"]})
        seed = random.Random(f"paiju playground {request['seed']}").randbytes(32)
        self.state, self.past = self.game.deal(options, seed), []
        return self.shown(texts, request)

    def position(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """The deal that a line of text describes; what it leaves open is dealt by chance."""
        found = paiju.position(request["text"].strip(), random.Random(request["seed"]))
        self.game, self.state, self.past = found.game, found.state, []
        return self.shown(texts, request)

    def act(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """Does an action that is legal; says why another is not."""
        if self.state is None:
            raise UsageError("usage.position", "no deal lies open")
        seat, text = int(request["seat"]), request["action"].strip()
        try:
            after, _ = self.game.apply(self.state, seat, text)
        except RuleError as error:
            raise self._why_not(seat, text) or error from None
        self.past.append(self.state)
        self.state = after
        return self.shown(texts, request)

    def _why_not(self, seat: int, text: str) -> RuleError | None:
        """What the view of a seat says against an action, also while it is not prompted, where the game can tell."""
        if not hasattr(self.game, "why_not"):
            return None
        found: RuleError | None = self.game.why_not(
            self.game.view(self.state, seat), self.game.parse_action(self.state, seat, text)
        )
        return found

    def back(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """Takes the last action back."""
        if self.past:
            self.state = self.past.pop()
        return self.shown(texts, request)

    def shown(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """The deal as it lies, and what may be done in it."""
        if self.state is None:
            return {"html": "", "actions": [], "text": "", "back": False}
        return {
            "html": tables.table(self.game, self.state, request.get("seat_from"), texts),
            "actions": tables.actions(self.game, self.state, texts),
            "seats": list(self.game.actors(self.state)),
            "text": tables.position_text(self.game, self.state),
            "back": bool(self.past),
        }

    # A record.

    def record(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """Reads a record and plays it through, checking every event."""
        record = loads(request["text"].encode())
        game = paiju.load(record.game)
        self.steps, self.names = list(paiju.replay(game, record)), list(record.seats)
        self.recorded = game
        return self.step(texts, {**request, "at": 0})

    def sample(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """A record to leaf through: a deal played by chance."""
        game = paiju.load(request["game"])
        rng = random.Random()
        seats = game.seats_of(options := game.options({}))
        recorder = paiju.Recorder(game, options, [""] * seats)
        state = recorder.begin(rng.randbytes(32), [b""] * seats, None)[-1].state
        while actors := game.actors(state):
            action = rng.choice(list(game.legal_actions(state, actors[0])))
            state = recorder.act(state, actors[0], action)[-1].state
        return self.record(texts, {**request, "text": paiju.dumps(recorder.record)})

    def step(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """One step of the record."""
        if not self.steps:
            return {"html": "", "at": 0, "of": 0}
        at = max(0, min(request["at"], len(self.steps) - 1))
        step = self.steps[at]
        line = tables.step_line(self.recorded, step, self.names, texts)
        html = line + tables.table(self.recorded, step.state, request.get("seat_from"), texts, self.names)
        return {"html": html, "at": at, "of": len(self.steps), "deal": step.deal + 1}

    # Rules.

    def rules(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """The rules of one option set."""
        game, options, title = _chosen(request, "one", texts)
        sections = "".join(map(_section, leaflet.sections(options, texts)))
        lines = leaflet.differences(options, texts)
        return {
            "html": f'<h3 aria-level="2">{leaflet.title(game, texts)} · {title}</h3><p><em>{lines}</em></p>{sections}'
        }

    def compare(self, texts: Texts, request: Mapping[str, Any]) -> Answer:
        """What two option sets have differently, each with an example where there is one."""
        game, one, title = _chosen(request, "one", texts)
        _, other, against = _chosen(request, "other", texts)
        sets = one, other
        pair = differences.Pair(game, sets, (title, against), texts.lang)
        found = leaflet.contrasts(*sets, texts)
        return {"html": "".join(_contrast(pair, one) for one in found), "count": len(found)}


def _chosen(request: Mapping[str, Any], side: str, texts: Texts) -> tuple[str, Any, str]:
    """The option set of a side: its preset, with what is written beside it changed; and what it is called."""
    game, preset, changes = request["game"], request[side], request[f"{side}_changes"].split()
    given = dict(change.partition("=")[::2] for change in changes)
    options = paiju.load(game).options({"preset": preset, **given})
    return game, options, " · ".join((texts.t(f"preset.{game}.{preset}"), *map(escape, changes)))


def _section(section: leaflet.Section) -> str:
    lines = (f'<p>{text} <span class="rule" dir="ltr">{rule}</span></p>' for text, rule in section.paragraphs)
    return f"<section><h3>{section.title}</h3>{''.join(lines)}</section>"


def _contrast(pair: differences.Pair, one: leaflet.Contrast) -> str:
    silent = f"<em>{telling.words(pair.lang)['differences.silent']}</em>"
    sides = "".join(
        f'<div><h4 aria-level="3">{name}</h4><p>{text or silent}</p></div>'
        for name, text in zip(pair.names, (one.one, one.other), strict=True)
    )
    rule = f'<span class="rule" dir="ltr">{one.rule}</span>'
    return f'<section><h3 aria-level="2">{one.label} {rule}</h3><div class="sides">{sides}</div>{_example(pair, one.option)}</section>'


def _example(pair: differences.Pair, option: str) -> str:
    """The example of an option; nothing for one that has none, or none for such a value."""
    try:
        return differences.figure(pair, option) if option in differences.questions(pair.game) else ""
    except PaijuError:
        return ""


_VERBS: dict[str, Callable[[Desk, Texts, Mapping[str, Any]], Answer]] = {
    "start": Desk.start,
    "hand": Desk.hand,
    "deal": Desk.deal,
    "position": Desk.position,
    "act": Desk.act,
    "back": Desk.back,
    "shown": Desk.shown,
    "record": Desk.record,
    "sample": Desk.sample,
    "step": Desk.step,
    "rules": Desk.rules,
    "compare": Desk.compare,
}
