"""A review in words, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.analysis.review import Decision, Reviewed, Verdict
from paiju.bots.base import Reason
from paiju.locales import Texts
from paiju.locales.pages import browser_texts

MARK = {
    Verdict.GOOD: "",
    Verdict.INACCURACY: "?!",
    Verdict.MISTAKE: "?",
    Verdict.BLUNDER: "??",
    Verdict.UNTOLD: "–",
}
_BETWEEN = {"zh": "；", "en": "; ", "fa": "؛ "}


class Words:
    """Says what a review found, in one language; `names` are the seats of the record."""

    def __init__(self, lang: str, names: Sequence[str]) -> None:
        self.texts = Texts(lang)
        self.names = names

    def t(self, key: str, /, **facts: object) -> str:
        """A text of reviews."""
        return self.texts.t(f"review.{key}", **facts)

    def points(self, value: float, *, signed: bool = True) -> str:
        """Points with one digit after the point, in the digits of the language."""
        text = f"{value:+.1f}" if signed else f"{value:.1f}"
        text = "0.0" if float(text) == 0 else text
        whole, _, part = text.partition(".")
        sign = whole[:1] if whole[:1] in "+-" else ""
        digits = self.texts.number(int(whole.lstrip("+-")))
        return self.texts.ltr(f"{sign}{digits}.{self.texts.number(int(part))}")

    def title(self, deal: Reviewed) -> str:
        """Which deal, whose, and how it ended."""
        result = self.texts.ltr(self.texts.number(int(deal.result), signed=True))
        return self.t("title", deal=deal.deal + 1, who=self.names[deal.seat], points=result)

    def parts(self, deal: Reviewed) -> str:
        """Where the points came from."""
        return self.t("parts", **{name: self.points(value) for name, value in deal.parts.to_json().items()})

    def summary(self, deal: Reviewed) -> str:
        """How many decisions there were, and what they cost together."""
        own = [one for one in deal.decisions if not one.stood]
        lost = self.points(sum(one.loss for one in own), signed=False)
        said = self.t("summary", count=len(own), flagged=sum(one.flagged for one in own), lost=lost)
        stood = len(deal.decisions) - len(own)
        return f"{said}{_BETWEEN[self.texts.lang]}{self.t('stood', count=stood)}" if stood else said

    def decision(self, one: Decision) -> str:
        """A decision that could have been better."""
        said = self.t(
            "decision", index=one.index + 1, verdict=self.t(f"verdict.{one.verdict}"), played=self.texts.ltr(one.played),
            best=self.texts.ltr(one.best), loss=self.points(one.loss, signed=False),
            error=self.points(one.error, signed=False),
        )  # fmt: skip
        why = self.reasons(one.why_best)
        return f"{said} ({why})" if why else said

    def reasons(self, reasons: Sequence[Reason]) -> str:
        """The reasons for an action; nothing where there are none."""
        said = [self._reason(one) for one in reasons]
        return _BETWEEN[self.texts.lang].join(said)

    def _reason(self, reason: Reason) -> str:
        facts: dict[str, object] = dict(reason.facts)
        if "seat" in reason.facts:
            facts["name"] = self.names[reason.facts["seat"]]
        return self.texts.filled(browser_texts(self.texts.lang)[f"web.hint.{reason.key}"], facts)
