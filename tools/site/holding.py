"""A Paohuzi hand described in HTML: the win and its sets, the winning cards, the discards."""

from __future__ import annotations

from collections.abc import Iterable

from paiju.analysis.paohuzi import hands
from paiju.analysis.paohuzi.hands import Holding, Verdict, live_copies
from paiju.games.paohuzi.cards import cards_of
from paiju.games.paohuzi.notation import cards_text
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.scoring import How, Score
from paiju.locales import Texts
from tools.site import drawing

_NONE_SEEN = 0


def explained(options: PaohuziOptions, holding: Holding, card: int | None, how: How, texts: Texts) -> str:
    """What there is to say of a holding and a card that comes to it (None: none)."""
    parts = [_laid(holding, texts)]
    found = hands.verdict(options, holding, card, how) if card is not None or holding.due else None
    if found is not None:
        parts.append(_verdict(found, texts))
    far = 0 if found is not None and found.score else hands.away(options, holding, _NONE_SEEN)
    if far != 0:
        text = texts.t("hand.never") if far is None else texts.t("hand.away", away=far)
        parts.append(f"<p>{text}</p>")
    parts.append(_throws(options, holding, texts) if holding.due else _waits(options, holding, how, texts))
    return "".join(parts)


def _tiles(cards: Iterable[int], texts: Texts) -> str:
    return drawing.cards("paohuzi", cards_text(cards), texts.lang)


def _named(kind: str, cards: Iterable[int], texts: Texts, below: str = "") -> str:
    name = texts.t(f"set.paohuzi.{kind}.short")
    return f'<span class="set"><span class="kind">{name}</span>{_tiles(cards, texts)}<span class="below">{below}</span></span>'


def _laid(holding: Holding, texts: Texts) -> str:
    sets = "".join(_named(meld.kind, meld.cards, texts) for meld in holding.table)
    missing = texts.t("hand.missing", count=holding.missing) if holding.missing else ""
    return f'<p class="holding">{sets} <span class="hand">{_tiles(cards_of(holding.hand), texts)}</span></p><p>{missing}</p>'


def _verdict(found: Verdict, texts: Texts) -> str:
    if found.plain is None:
        return f'<p class="no">✗ {texts.t("hand.incomplete")}</p>'
    sets = "".join(_named(part.kind, part.cards, texts, texts.number(part.hu)) for part in found.parts)
    if found.score is None:
        return f'<p class="no">✗ {texts.t("hand.short", hu=found.plain.hu)}</p><p>{sets}</p>'
    head = f'<p class="yes">✓ {texts.t("hand.wins", final=found.score.final)}</p>'
    return f"{head}<p>{sets}</p>{_score(found.score, texts)}"


def _score(won: Score, texts: Texts) -> str:
    items = [(texts.t(f"item.paohuzi.{name}"), value) for name, value in won.items]
    rows = [
        (texts.t("hand.hu"), won.hu),
        (texts.t("hand.bottom"), won.bottom),
        *items,
        (texts.t("hand.multiplier"), won.multiplier),
        (texts.t("hand.final"), won.final),
    ]
    cells = "".join(
        f"<tr><th scope=row>{name}</th><td>{texts.number(value)}</td></tr>" for name, value in rows
    )
    return f"<table>{cells}</table>"


def _waits(options: PaohuziOptions, holding: Holding, how: How, texts: Texts) -> str:
    waits = hands.hand_waits(options, holding.laid, holding.hand, _NONE_SEEN, last=how.last)
    if not waits:
        return ""
    live = live_copies(holding.owned, _NONE_SEEN)
    head = "".join(f"<th>{texts.t(f'hand.{name}')}</th>" for name in ("card", "live", "own", "other"))
    rows = "".join(
        f"<tr><td>{_tiles((card,), texts)}</td><td>{texts.number(live[card])}</td>"
        f"<td>{_worth(wait.own, texts)}</td><td>{_worth(wait.other, texts)}</td></tr>"
        for card, wait in waits.items()
    )
    total = texts.t("hand.waits", count=sum(live[card] for card in waits))
    return f"<p>{total}</p><table><tr>{head}</tr>{rows}</table>"


def _worth(score: Score | None, texts: Texts) -> str:
    return texts.t("hand.worth", final=score.final, hu=score.hu) if score else "–"


def _throws(options: PaohuziOptions, holding: Holding, texts: Texts) -> str:
    head = "".join(
        f"<th>{texts.t(f'hand.{name}')}</th>" for name in ("discard", "live", "winning", "further")
    )
    rows = "".join(
        f"<tr><td>{_tiles((one.card,), texts)}</td><td>{texts.number(one.live)}</td>"
        f"<td>{_tiles(one.waits, texts)}</td><td>{'–' if one.away is None else texts.number(one.away)}</td></tr>"
        for one in hands.discards(options, holding, _NONE_SEEN)
    )
    return f"<table><tr>{head}</tr>{rows}</table>"
