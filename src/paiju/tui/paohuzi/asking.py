"""The question to a player of Paohuzi: what lies open, what he may do with it, and what a Hu would pay."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from paiju.core.cutting import CUT
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.cards import packed
from paiju.games.paohuzi.notation import action_text, set_text
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.scoring import Score
from paiju.games.paohuzi.sets import tally
from paiju.games.paohuzi.state import Phase, Source
from paiju.games.paohuzi.viewing import View
from paiju.games.paohuzi.winning import score_on, terms_of
from paiju.tui.paohuzi.cards import Brush
from paiju.tui.screen import Screen


def title(view: View, screen: Screen) -> str:
    """The question, in one line."""
    texts = screen.texts
    if view.phase is Phase.CUT:
        return texts.t("ask.cut")
    if view.phase is Phase.DISCARD:
        return texts.t("ui.pz.ask.discard")
    if view.source in (Source.OWN, Source.PAO):
        return texts.t("ui.pz.ask.own")
    return texts.t("ui.pz.ask.claim", card=texts.ltr(Brush(hanzi=screen.hanzi).named(view.card).plain))


def notes(view: View, actions: Sequence[Action], screen: Screen) -> list[str]:
    """What to type."""
    texts = screen.texts
    if view.phase is Phase.CUT:
        return [texts.t("help.ask.cut"), texts.t("ui.default", default=texts.ltr(action_text(actions[0])))]
    if view.phase is Phase.DISCARD:
        return [texts.t("ui.pz.note.discard", card=texts.ltr(action_text(actions[0]).partition(" ")[2]))]
    return [texts.t("ui.pz.note.claim")]


def choice(view: View, action: Action, screen: Screen) -> Text:
    """An action with its cards drawn."""
    texts, brush = screen.texts, Brush(hanzi=screen.hanzi)
    if action.verb == CUT:
        return Text(f"{texts.t('action.cut')} {action.number}")
    word = texts.cell(texts.t(f"ui.pz.do.{action.verb}"))
    line = Text().append(word, "bold green" if action == HU else "")
    if action.verb == "discard":
        return brush.named(action.cards[0])
    if action.verb == "eat":
        line.append(" ").append_text(Text(" + ").join(map(brush.set, action.sets)))
        if brush.hanzi:
            line.append("  " + " ".join(map(set_text, action.sets)), "dim")
    if action == HU and (score := hu_score(view)):
        line.append("  " + texts.cell(texts.t("ui.pz.pays", hu=score.hu, final=score.final)), "green")
    return line


def forced(action: Action, screen: Screen) -> str:
    """The line that says that the only action there was has been carried out."""
    card = Brush(hanzi=screen.hanzi).named(action.cards[0]).plain if action.cards else ""
    label = f"{screen.texts.t(f'ui.pz.do.{action.verb}')} {screen.texts.ltr(card)}"
    return screen.texts.t("ui.forced", action=label.rstrip())


def hu_score(view: View) -> Score | None:
    """What the viewer's Hu on the open card is worth."""
    assert view.viewer is not None
    assert view.source is not None
    rules, laid, hand = compile_rules(view.options), tally(view.melds[view.viewer]), packed(view.hand or ())
    own = view.viewer == view.turn
    on = terms_of(rules, view.source, laid, hand, view.card, own=own, last=view.last, draws=view.draws)
    return score_on(rules, laid, hand, on)
