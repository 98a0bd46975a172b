"""A review as one HTML page that stands alone: no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from paiju.analysis.review import Decision, Review, Reviewed
from paiju.cli.review_words import MARK, Words

_WIDTH, _HEIGHT, _PAD = 720, 150, 8
_STYLE = """
:root { color-scheme: light dark; --ink: #26221c; --paper: #faf6ee; --line: #cfc6b4; --red: #a8321f; --green: #2c6e49; --amber: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece5d8; --paper: #1d1a16; --line: #4a4338; --red: #f08a76; --green: #7cc79c; --amber: #e0b050; }
}
body { margin: 0 auto; padding: 1rem; max-width: 48rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Noto Sans", "Noto Sans SC", sans-serif; }
h1, h2 { font-family: "Noto Serif SC", "Songti SC", "Noto Naskh Arabic", serif; line-height: 1.25; }
h2 { margin: 2rem 0 0.25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.35rem 0.5rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
td.n { white-space: nowrap; }
.parts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.5rem 0; }
.parts b { font-variant-numeric: tabular-nums; }
.inaccuracy .mark, .inaccuracy .loss { color: var(--amber); }
.mistake .mark, .mistake .loss, .blunder .mark, .blunder .loss { color: var(--red); font-weight: 600; }
.quiet { opacity: 0.75; }
svg { box-sizing: border-box; width: 100%; height: auto; display: block; border: 1px solid var(--line); }
svg .zero { stroke: var(--line); } svg .curve { fill: none; stroke: var(--green); stroke-width: 2; }
svg circle { fill: var(--red); }
.scroll { overflow-x: auto; }
"""


def page(found: Review, words: Words) -> str:
    """The whole page."""
    title = escape(words.t("heading"))
    direction = "rtl" if words.texts.right_to_left else "ltr"
    body = "".join(_deal(deal, words) for deal in found.deals) or f"<p>{escape(words.t('none'))}</p>"
    return (
        f'<!doctype html>\n<html lang="{words.texts.lang}" dir="{direction}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{escape(words.t('about'))}</p>{body}</body></html>\n"
    )


def _deal(deal: Reviewed, words: Words) -> str:
    parts = "".join(
        f"<span>{escape(words.t(f'part.{name}'))} <b>{escape(words.points(value))}</b></span>"
        for name, value in deal.parts.to_json().items()
    )
    rows = "".join(_row(one, words) for one in deal.decisions)
    heads = "".join(
        f"<th>{escape(words.t(f'head.{name}'))}</th>" for name in ("at", "played", "best", "loss", "why")
    )
    return (
        f'<h2>{escape(words.title(deal))}</h2><div class="parts">{parts}</div>{_curve(deal, words)}'
        f"<p>{escape(words.summary(deal))}</p>"
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _row(one: Decision, words: Words) -> str:
    flagged = one.flagged
    loss = (
        f"{words.points(one.loss, signed=False)} ± {words.points(one.error, signed=False)}" if flagged else ""
    )
    verdict = escape(words.t(f"verdict.{one.verdict}"), quote=True)
    mark = "" if one.stood else f'<span class="mark" title="{verdict}">{MARK[one.verdict]}</span>'
    why = words.t("by_other") if one.stood else words.reasons(one.why_best if flagged else one.why)
    cells = (
        f'<td class="n">{escape(words.texts.number(one.index + 1))} {mark}</td>',
        f"<td>{_cards(one.played)}</td>",
        f"<td>{_cards(one.best) if flagged else ''}</td>",
        f'<td class="n loss">{escape(loss)}</td>',
        f"<td>{escape(why)}</td>",
    )
    return f'<tr class="{one.verdict if flagged else "quiet"}">{"".join(cells)}</tr>'


def _cards(text: str) -> str:
    return f'<bdi dir="ltr">{escape(text)}</bdi>'


def _curve(deal: Reviewed, words: Words) -> str:
    """The points to expect with open cards, action by action, with the flagged decisions on it."""
    values = deal.curve
    most = max(1.0, *(abs(value) for value in values))
    line = " ".join(f"{_x(at, values):.1f},{_y(value, most):.1f}" for at, value in enumerate(values))
    dots = "".join(
        f'<circle cx="{_x(one.index, values):.1f}" cy="{_y(values[one.index], most):.1f}" r="4"/>'
        for one in deal.decisions
        if one.flagged
    )
    label = escape(words.t("curve", most=words.points(most, signed=False)), quote=True)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}"><title>{label}</title>'
        f'<line class="zero" x1="0" x2="{_WIDTH}" y1="{_HEIGHT / 2}" y2="{_HEIGHT / 2}"/>'
        f'<polyline class="curve" points="{line}"/>{dots}</svg>'
    )


def _x(at: int, values: Sequence[float]) -> float:
    return _PAD + (_WIDTH - 2 * _PAD) * at / max(1, len(values) - 1)


def _y(value: float, most: float) -> float:
    return _HEIGHT / 2 - (_HEIGHT / 2 - _PAD) * value / most
