"""Paohuzi in the terminal: its table, its narrator and its questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.box import SQUARE
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from paiju.analysis.paohuzi.hands import CHARACTERS, read_cards
from paiju.core.errors import NotationError
from paiju.core.game import Event
from paiju.core.match import Match
from paiju.core.rng import CUT
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.cards import IS_RED, KINDS, LARGE, UNKNOWN, Kind, counts_of, is_large
from paiju.games.paohuzi.melds import IDENTICAL, Meld, SetKind
from paiju.games.paohuzi.notation import CARDS, action_text, card_text, set_text
from paiju.games.paohuzi.options import DrawGame
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.state import NOBODY, Phase, Result, Source
from paiju.games.paohuzi.views import View
from paiju.tui.plain import NAME_WIDTH, Drawn, Face, Parse, Show
from paiju.tui.screen import paragraph
from paiju.wire import view_json

LOCK = "▌"
BACK = "▒"
_LOCKED, _SET = 3, 3
_COUNT, _SCORE, _STACK = 8, 6, 3
_WORDS = {"吃": "eat", "打": "discard", "碰": "pong", "胡": "hu", "过": "pass", "不要": "pass"}
_BARE = ("pass", "hu", "pong")
_EVENTS = {"pong": "E3"}
"""The sets that are no facts of their events."""


def style_of(kind: Kind) -> str:
    """Red for 2, 7 and 10; large cards bold, so that the two suits differ without reading."""
    if kind == UNKNOWN:
        return "dim"
    return f"{'bold' if is_large(kind) else ''} {'red' if IS_RED[kind] else ''}".strip()


class PaohuziFace(Face):
    """See `Face`."""

    keys = "ui.pz.keys"

    # Cards and hands.

    def card(self, kind: Kind) -> Text:
        """A card in its colour; one that lies face down has a back."""
        if kind == UNKNOWN:
            return Text(2 * BACK if self.screen.hanzi else "?", "dim")
        return Text(CHARACTERS[kind] if self.screen.hanzi else card_text(kind), style_of(kind))

    def named(self, kind: Kind) -> Text:
        """A card, and how it is typed if that is not the same."""
        card = self.card(kind)
        return card.append(f" {card_text(kind)}", "dim") if self.screen.hanzi else card

    def row(self, cards: Iterable[Kind]) -> Text:
        """Cards beside each other."""
        return Text(" ").join(map(self.card, cards))

    def set(self, cards: Sequence[Kind]) -> Text:
        """The cards of one set, in brackets."""
        inside = Text("" if self.screen.hanzi else " ").join(map(self.card, cards))
        return Text("[").append_text(inside).append("]")

    def meld(self, meld: Meld) -> Text:
        """A set on the table, with the word for how it came there; own sets that others do not see have a back."""
        text = self.word(f"ui.pz.set.{meld.kind}").append_text(self.set(meld.cards))
        return text if meld.known or meld.cards[0] < 0 else text.append(BACK, "dim")

    def short(self, hand: Sequence[int]) -> Text:
        """A whole hand in one line: secret triples in brackets, then the others by number."""
        locked = [self.set((kind,) * hand[kind]) for kind in range(KINDS) if hand[kind] >= _LOCKED]
        by_number = sorted(range(KINDS), key=lambda kind: kind % LARGE)
        others = [kind for kind in by_number if hand[kind] < _LOCKED for _ in range(hand[kind])]
        return Text(" ").join([*locked, self.row(others)] if others else locked)

    def stacks(self, hand: Sequence[int]) -> list[list[Text]]:
        """A hand as players hold it: stacks by number, small cards above large ones, the number below; secret triples have a bar beside them."""

        def face(kind: Kind) -> Text:
            return self.card(kind).append(LOCK if hand[kind] >= _LOCKED else "", "bold")

        return [
            [*map(face, cards), Text(str(number + 1), "dim")]
            for number in range(LARGE)
            if (cards := (number,) * hand[number] + (number + LARGE,) * hand[number + LARGE])
        ]

    # The table.

    def table(self, view: View, match: Match) -> Drawn:
        """The table; the viewer's own seat comes last, then the open card, and the hand under it."""
        texts, dealer = self.texts, "ui.pz.dealer.again" if view.streak > 1 else "ui.pz.dealer"
        parts = [
            texts.t(dealer, who=self.names[view.dealer], streak=view.streak),
            texts.t("ui.pz.minimum", hu=view.options.min_hu),
        ]
        if view.draws:
            parts.append(texts.t("ui.pz.draws", count=view.draws))
        rows = [self._seat(view, seat, match.scores[seat]) for seat in self.around(view)]
        drawn: Drawn = [
            self.head(match, *parts),
            self.screen.grid(rows, (1, 1, NAME_WIDTH, _COUNT, _SCORE), indent=0),
            self._middle(view),
        ]
        return drawn + (self._own(view) if view.hand is not None and view.viewer in view.order else [])

    def _seat(self, view: View, seat: int, score: int) -> list[str | Text]:
        signs = []
        if seat == view.dealer:
            signs.append(self.word("ui.pz.dealer.sign", "bold yellow"))
            if view.shown_held and view.phase is not Phase.CUT:
                signs.append(self.word("ui.pz.shown").append(" ").append_text(self.card(view.shown)))
        if view.dead[seat]:
            signs.append(self.word("ui.pz.dead", "red"))
        lines = [Text(" ").join(signs)] if signs else []
        if view.melds[seat]:
            lines.append(Text("  ").join(map(self.meld, view.melds[seat])))
        if view.piles[seat]:
            pile = self.row(left.card for left in view.piles[seat])
            lines.append(self.word("ui.pz.pile").append(" ").append_text(pile))
        playing = seat in view.order
        return [
            *self.place(view, seat, acts=seat == view.turn and view.phase is not Phase.OVER),
            self.text("ui.count", count=view.sizes[seat]) if playing else self.word("ui.pz.idle"),
            self.screen.amount(score, "dim"),
            Text("\n").join(lines),
        ]

    def _middle(self, view: View) -> Table:
        """Stock, bottom card, and the open card with whose it is."""
        texts = self.texts
        stock = [self.word("ui.pz.stock", "", count=view.left)]
        for key, cards in (("bottom", (view.bottom,)), ("top", view.known_top)):
            if cards and view.left and view.phase is not Phase.CUT:
                stock.append(self.word(f"ui.pz.{key}", "").append(" ").append_text(self.row(cards)))
        middle = Table.grid(padding=(0, 2), pad_edge=True)
        if view.phase is not Phase.CLAIM or view.card < 0:
            middle.add_row(*stock)
            return middle
        whose = texts.t(f"ui.pz.from.{view.source}", who=self.names[view.turn])
        last = f" · {texts.t('ui.pz.last')}" if view.last else ""
        named = self.named(view.card).append("  ") if self.screen.hanzi else Text()
        named.append(texts.cell(whose + last), "bold")
        box = Panel.fit(self.card(view.card), box=SQUARE)
        middle.add_row(Text("\n").join(stock), box, Text("\n").append_text(named))
        return middle

    def _own(self, view: View) -> Drawn:
        """Hu so far, the hand in stacks, forfeited claims."""
        assert view.hand is not None
        texts, hand = self.texts, view.hand
        hu = texts.t("ui.pz.hu", hu=view_json(view, counter=False)["hu"], minimum=view.options.min_hu)
        count = self.word("ui.hand", "bold", count=sum(hand))
        drawn: Drawn = [count.append(" · " + texts.cell(hu), "bold cyan")]
        if any(hand):
            drawn.append(self.screen.stacks(self.stacks(hand), _STACK))
        if max(hand) >= _LOCKED:
            drawn.append(paragraph(texts.t("ui.pz.locked"), style="dim"))
        both = view.no_pong & view.no_eat
        for key, bits in (("both", both), ("pong", view.no_pong & ~both), ("eat", view.no_eat & ~both)):
            if kinds := [kind for kind in range(KINDS) if bits >> kind & 1]:
                label = self.word(f"ui.pz.smelled.{key}", "magenta")
                drawn.append(Text.assemble("  ", label, " ", self.row(kinds)))
        return drawn

    def open_view(self, state: Any) -> View:
        """The view of a spectator who sees every set."""
        view: View = super().open_view(state)
        return replace(view, melds=state.melds)

    def open_hands(self, state: Any) -> Drawn:
        """The hands of all who play."""
        return self.hands({seat: counts_of(state.hands[seat]) for seat in state.start.order})

    # The result.

    def settle(self, view: View, events: Sequence[Event], match: Match) -> Drawn:
        """The result of a finished deal: the winner's sets and items, points, the others' hands."""
        texts, result = self.texts, view.result
        assert result is not None
        drawn: Drawn = [self.settled(match)]
        if result.winner == NOBODY:
            drawn.append(Text(f"{texts.t('ui.pz.drawn_game')} [{texts.ltr('PZ 3.5')}]", "bold"))
        rows: list[list[str | Text]] = []
        after: Drawn = [self.text("ui.open_hands", "bold")]
        for event in events:
            facts: Any = event.public
            if event.kind == "hu":
                drawn += self._won(view, result, facts)
            elif event.kind == "score":
                seat = facts["seat"]
                total = Text(self.total(match.scores[seat]), "dim")
                why = "  ".join(self._why(item) for item in facts["items"])
                rows.append([self.names[seat], self.screen.amount(facts["amount"]), total, Text(why, "dim")])
            elif event.kind == "over":
                who = self.names[facts["next_dealer"]]
                after.insert(0, paragraph(texts.t("ui.pz.next_dealer", who=who), style="dim"))
        losers = {seat: view.hands[seat] for seat in view.order if seat != result.winner}
        return [*drawn, self.screen.grid(rows, (NAME_WIDTH, _SCORE)), *after, *self.hands(losers)]

    def _why(self, item: Mapping[str, Any]) -> str:
        why = self.texts.t(f"ui.pz.why.{item['why']}")
        return f"{why} [{self.texts.ltr(str(item['rule']))}]"

    def _won(self, view: View, result: Result, facts: Any) -> Drawn:
        """The winner, the sets, the items, and how the hu became points."""
        texts = self.texts
        line = self.text("ui.pz.won", "bold green", who=self.names[result.winner])
        if "card" in facts:
            line = Text.assemble(line, "  ", self.named(facts["card"]))
        sets = (
            self.word(f"ui.pz.set.{part.kind}")
            .append_text(self.set(part.cards))
            .append(" " + texts.cell(texts.t("ui.pz.set_hu", hu=part.hu)), "cyan")
            for part in result.sets
        )
        drawn: Drawn = [Text.assemble(line, (f"  [{texts.ltr(str(facts['rule']))}]", "dim"))]
        drawn.append(self.screen.flow(sets, indent=2))
        for key in ("items", "extra"):
            for item in facts[key]:
                name = texts.t(f"item.paohuzi.{item['why']}")
                if not self.screen.hanzi:
                    name = "".join(filter(str.isascii, name)).strip() or name
                amount = texts.ltr(texts.number(item["amount"], signed=True))
                sentence = texts.t(
                    "ui.pz.item" if key == "items" else "ui.pz.extra", name=name, amount=amount
                )
                drawn.append(paragraph(f"{sentence} [{texts.ltr(str(item['rule']))}]"))
        return [*drawn, paragraph(self._sum(view, result, facts["extra"]), style="bold")]

    def _sum(self, view: View, result: Result, extra: Sequence[Any]) -> str:
        """How the hu became points; what lifts the bottom number above that of the hu, items apart, is named."""
        texts, rules, options = self.texts, compile_rules(view.options), view.options
        facts = {name: getattr(result, name) for name in ("hu", "bottom", "multiplier", "final")}
        parts = [texts.t("ui.pz.sum", **facts)]
        base, bottom = max(0, rules.base(result.hu)), result.bottom - sum(item["amount"] for item in extra)
        if bottom != base:
            own = view.turn == result.winner and bottom == rules.self_bottom(base)
            parts.append(texts.t("ui.pz.own_draw" if own else "ui.pz.heavenly"))
        if options.draw_game is DrawGame.DOUBLED and view.draws:
            parts.append(texts.t("ui.pz.doubled", count=view.draws))
        if options.cap and result.final == options.cap:
            parts.append(texts.t("ui.pz.capped", cap=options.cap))
        return f"{texts.t('ui.comma').join(parts)} [{texts.ltr('PZ M21')}]"

    # The narrator: what an event hides from the viewer is not in it.

    def tell(self, events: Iterable[Event], view: Any) -> list[Text]:
        """Lines for events in the order they come."""
        lines = []
        for event in events:
            name = event.public.get("set", _EVENTS.get(event.kind, event.kind))
            key = "event.cut" if event.kind == CUT else f"event.pz.{name}"
            if self.texts.has(key):
                lines.append(Text("  ").append_text(self._line(event, key)))
        return lines

    def _line(self, event: Event, key: str) -> Text:
        facts: Any = event.public
        seat = facts.get("dealer", facts.get("seat"))
        who = {} if seat is None else {"who": self.names[seat]}
        laid = {"set", "sets"} & {*facts} or event.kind == "pong"
        style = "bold green" if event.kind == "hu" else "bold" if laid else ""
        line = Text().append(self.texts.t(key, **{**facts, **who}), style)
        after = []
        if event.kind in ("draw", "discard", "hu", "dealt", "bottom") and (
            "card" in facts or event.kind == "draw"
        ):
            after.append(self.card(facts.get("card", UNKNOWN)))
        elif event.kind == "pong":
            after.append(self.set((facts["card"],) * 3))
        elif "set" in facts:
            after.append(self.set(facts.get("cards", (UNKNOWN,) * IDENTICAL[SetKind(facts["set"])])))
        elif "sets" in facts:
            after.append(Text(" + ").join(map(self.set, facts["sets"])))
        if facts.get("last"):
            after.append(self.text("event.pz.last", "bold"))
        if "triple" in facts:
            after.append(self.text(f"event.pz.from.{facts['triple']}"))
        if event.kind == "bottom" and facts["cards"]:
            after += [Text("· " + self.texts.t("event.pz.moved")), self.row(facts["cards"])]
        if event.kind == "dealt":
            idle = (name for seat, name in enumerate(self.names) if seat not in facts["seats"])
            after += [Text("· " + self.texts.t("event.pz.idle", who=name)) for name in idle]
        return Text(" ").join([line, *after])

    # The questions.

    def title(self, view: View) -> str:
        """Take the open card, or discard one."""
        texts = self.texts
        if view.phase is Phase.CUT:
            return texts.t("ask.cut")
        if view.phase is Phase.DISCARD:
            return texts.t("ui.pz.ask.discard")
        if view.source in (Source.OWN, Source.PAO):
            return texts.t("ui.pz.ask.own")
        return texts.t("ui.pz.ask.claim", card=texts.ltr(self.named(view.card).plain))

    def notes(self, view: View, actions: Sequence[Action]) -> list[str]:
        """The hints on what to type."""
        texts = self.texts
        if view.phase is Phase.CUT:
            return [texts.t("help.ask.cut"), *super().notes(view, actions)]
        if view.phase is Phase.DISCARD:
            return [texts.t("ui.pz.note.discard", card=texts.ltr(card_text(actions[0].cards[0])))]
        return [texts.t("ui.pz.note.claim")]

    def lists_at_once(self, view: View, actions: Sequence[Action]) -> bool:
        """Claims; a discard is chosen from the hand."""
        return view.phase is Phase.CLAIM

    def choice(self, view: View, action: Action) -> Text:
        """An action with its cards drawn."""
        texts = self.texts
        if action.verb == CUT:
            return Text(f"{texts.t('action.cut')} {action.number}")
        if action.verb == "discard":
            return self.named(action.cards[0])
        line = self.word(f"ui.pz.do.{action.verb}", "bold green" if action == HU else "")
        if action.verb == "eat":
            line.append(" ").append_text(Text(" + ").join(map(self.set, action.sets)))
            if self.screen.hanzi:
                line.append("  " + " ".join(map(set_text, action.sets)), "dim")
        if action == HU and (win := self.details.get("hu")):
            pays = texts.t("ui.pz.pays", hu=win["hu"], final=win["final"])
            line.append("  " + texts.cell(pays), "green")
        return line

    def typed(self, view: View, action: Action) -> str:
        """An action in notation."""
        return action_text(action)

    def read(self, text: str, view: View, actions: Sequence[Action], parse: Parse) -> Any:
        """Notation, characters, a word, or a bare card."""
        verb, rest = self._verb(text)
        at = len(text) - len(rest) + 1
        if verb in _BARE:
            if rest.strip():
                raise NotationError("notation.action", f"{verb} takes no cards", text, at)
            return parse(verb)
        if verb == "eat" and not rest.strip():
            ways = [action for action in actions if action.verb == "eat"]
            if len(ways) != 1:
                raise NotationError("notation.action", "eat needs cards", text, at)
            return ways[0]
        try:
            cards = [card_text(kind) for kind in read_cards(text.lower().replace("+", " "), at - 1)]
        except NotationError as error:
            if verb or error.column > 1:
                raise
            raise NotationError("notation.action", "no action", text, 1) from None
        single = len(cards) == 1
        if not verb:
            verb = "discard" if view.phase is Phase.DISCARD and single else "eat"
        if verb == "discard" and not single:
            raise NotationError("notation.action", "a discard is one card", text, at)
        sets = (cards[first : first + _SET] for first in range(0, len(cards), _SET))
        return parse(f"{verb} {' '.join(map('-'.join, sets))}")

    def _verb(self, text: str) -> tuple[str, str]:
        """The verb that a text begins with, "" for none, and the rest."""
        word, _, rest = text.partition(" ")
        verbs = (*_BARE, "eat", "discard")
        named = {self.texts.t(f"ui.pz.do.{verb}").lower(): verb for verb in verbs}
        named |= {verb: verb for verb in verbs} | {"p": "pass"}
        if word.lower() in named:
            return named[word.lower()], rest
        for start, verb in _WORDS.items():
            if text.startswith(start):
                return verb, text[len(start) :]
        return "", text

    # What may be looked up at any time.

    def looks(self, view: View) -> Mapping[str, Show]:
        """The discards and the cards not seen too."""
        return {
            **super().looks(view),
            "u": lambda: self._discards(view),
            "c": lambda: self._counter(view),
        }

    def rules(self, view: View) -> Drawn:
        """The rules in short."""
        return self.digest("ui.pz.rules_more")

    def _discards(self, view: View) -> Drawn:
        """The cards that nobody used, by seat, the newest last; those thrown from a hand are marked."""
        rows = []
        for seat in view.order:
            cards = (
                self.card(left.card).append("'" if left.thrown else "", "bold cyan")
                for left in view.piles[seat]
            )
            rows.append((self.names[seat], Text(" ").join(cards) if view.piles[seat] else "-"))
        return [self.text("ui.pz.discards", "bold"), self.screen.grid(rows, (NAME_WIDTH - 1,))]

    def _counter(self, view: View) -> Drawn:
        """How many copies of each card the viewer has not seen."""
        unseen = view_json(view, counter=True)["unseen"]
        counts = [unseen[card] for card in CARDS]
        stacks = [
            [self.card(kind), Text(str(left), "" if left else "dim")] for kind, left in enumerate(counts)
        ]
        rows = (self.screen.stacks(stacks[first : first + LARGE], _STACK + 1) for first in (0, LARGE))
        return [self.text("ui.pz.counter", "bold"), *rows]

    def help(self) -> Drawn:
        """What may be typed, and all the cards with their names."""
        keys = ["pz.play", "pz.bare", "pz.list", "pz.keys", "leave", "pz.hand"]
        keys += ["pz.characters"] if self.screen.hanzi else []
        drawn: Drawn = [self.text(f"help.{key}") for key in keys]
        if self.screen.hanzi:
            drawn.append(self.screen.flow(map(self.named, range(KINDS)), indent=2))
        return drawn


PACK = PaohuziFace
