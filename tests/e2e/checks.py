"""What must hold of every page: axe finds nothing serious, nothing sticks out or is cut, targets are large enough."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from paiju.analysis.puzzles import shipped
from tests.e2e.reading import TOUCHABLE, UNREAD

SIZES = {"small": (320, 568), "phone": (390, 664), "low": (844, 390), "desk": (1280, 800)}
MOST_BYTES = 180 * 1024
# What axe says of all that is well would take as long on its way here as looking does; it fetches style sheets for a rule that is not run.
_VIOLATIONS = """async (root) => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const { violations } = await axe.run(root ?? document, { resultTypes: ["violations"], preload: { assets: ["media"] }, rules });
  return violations.flatMap(({ id, impact, nodes }) => nodes.slice(0, 3).map(({ html }) => [impact, `${id}: ${html.slice(0, 160)}`]));
}"""
_FITS = """() => {
  const wrong = [];
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
  const root = sheet ?? document.body;
  const name = (el) => `${el.tagName.toLowerCase()}.${String(el.className.baseVal ?? el.className).split(" ").join(".")} «${(el.textContent ?? el.value ?? "").trim().slice(0, 30)}»`;
  const scrolls = (el, axis) => {
    for (let at = el.parentElement; at && at !== document.body; at = at.parentElement) {
      const how = getComputedStyle(at)[`overflow${axis}`];
      if (how === "auto" || how === "scroll") return true;
    }
    return false;
  };
  const visible = (el) => {
    const box = el.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && el.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      && !el.closest(".visually-hidden, .skip-link, [inert]") && (!sheet || sheet.contains(el));
  };
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth) wrong.push(`scrolls sideways: ${page.scrollWidth} > ${innerWidth}`);
  for (const [mixed] of root.innerText.matchAll(/[۰-۹] *·.{0,9}|.{0,9}· *[۰-۹]/g)) wrong.push(`a dot beside digits reads as a zero: ${mixed}`);
  const texts = [...root.querySelectorAll("*")].filter((el) => [...el.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && visible(el));
  const held = [...root.querySelectorAll("button, a[href], input, select, summary, [role=button]")].filter(visible);
  for (const el of [...texts, ...held]) {
    const box = el.getBoundingClientRect();
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(el, "X")) wrong.push(`outside: ${name(el)} ${Math.round(box.left)}…${Math.round(box.right)}`);
  }
  for (const el of texts) {
    const style = getComputedStyle(el);
    if (style.display === "inline" || el.tagName === "OPTION") continue;
    const clamped = el.matches(".preset-line, .line-news"); // ends in an ellipsis, the whole is a tap away, of news in the log
    const named = clamped || style.textOverflow === "ellipsis" && (el.matches("bdi, .names, .named, [class*=name], .bar-title b") || el.querySelector("bdi") || el.closest(".past-row, .pod"));
    if (el.scrollWidth > el.clientWidth + 1 && style.overflowX !== "visible" && !["auto", "scroll"].includes(style.overflowX) && !named) wrong.push(`cut: ${name(el)} ${el.scrollWidth} > ${el.clientWidth}`);
    if (el.scrollHeight > el.clientHeight + 2 && ["hidden", "clip"].includes(style.overflowY) && !named) wrong.push(`cut below: ${name(el)} ${el.scrollHeight} > ${el.clientHeight}`);
  }
  for (const el of held) {
    if (el.matches("[tabindex='-1'], .column, .pz-card, input[type=range]")) continue;
    const label = el.matches("input[type=checkbox], input[type=radio]") ? el.closest("label") : null;
    const box = (label ?? el).getBoundingClientRect();
    const least = el.closest(".actions, .pz-actions, .ask, .answers, .start-bar") && el.tagName === "BUTTON" ? 44 : 24;
    const flows = el.tagName === "A" && getComputedStyle(el).display === "inline" || el.classList.contains("rule-link") || el.classList.contains("skip-link");
    if (!flows && (box.height < least - 0.5 || box.width < least - 0.5)) wrong.push(`small: ${name(el)} ${Math.round(box.width)}×${Math.round(box.height)} < ${least}`);
  }
  for (const face of [...root.querySelectorAll(".avatar")].filter(visible)) {
    const [round, figure] = [face, face.firstElementChild].map((el) => el.getBoundingClientRect().width);
    if (figure < 0.7 * round) wrong.push(`lost in its round: ${name(face.parentElement)} ${Math.round(figure)} of ${Math.round(round)}`);
  }
  const inks = texts.filter((el) => !el.closest("[aria-hidden=true], .toasts, option")).map((el) => {
    const range = document.createRange();
    range.selectNodeContents([...el.childNodes].find((n) => n.nodeType === 3 && n.textContent.trim()));
    return [el, range.getBoundingClientRect()];
  });
  for (const [at, [one, a]] of inks.entries()) for (const [two, b] of inks.slice(at + 1)) {
    const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)];
    const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)];
    const small = Math.min(...[one, two].map((el) => parseFloat(getComputedStyle(el).fontSize)));
    const leading = Math.max(4, small / 5); // a text's box reaches so far beyond its letters
    if (right - left < 4 || bottom - top < leading || one.contains(two) || two.contains(one)) continue;
    const seen = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    const [over, under] = [one, two].sort((x, y) => seen.indexOf(x) - seen.indexOf(y));
    const between = seen.slice(0, seen.indexOf(under)).filter((el) => !el.contains(under));
    const opaque = between.some((el) => /^rgb\\(/.test(getComputedStyle(el).backgroundColor) || getComputedStyle(el).backgroundImage !== "none");
    if (seen.includes(over) && seen.includes(under) && !opaque) wrong.push(`over each other: ${name(one)} ${name(two)}`);
  }
  return wrong;
}"""
_MISFITS = f"""() => {{
  const end = ({TOUCHABLE})();
  try {{ return [...({_FITS})(), ...({UNREAD})()]; }} finally {{ end(); }}
}}"""
_REST = """async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  while (document.querySelector('[data-coming]:not([data-coming="0"]), #hand[aria-busy=true]')) await new Promise(requestAnimationFrame);
  await document.fonts.ready;
  await drawn(); // a hand measures its new room before its cards set out
  const short = document.getAnimations().filter((run) => run.effect.getTiming().duration < 1000);
  await Promise.allSettled(short.map((run) => run.finished));
  await drawn();
}"""

_NOTE = """(place) => {
  globalThis.noted = [];
  let last;
  const look = () => {
    const text = document.querySelector(place)?.textContent;
    if (text && text !== last) noted.push(text);
    last = text;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  look();
}"""
_GO_ON = """(path) => {
  document.querySelectorAll("h1").forEach((title) => { title.dataset.left = ""; });
  history.pushState({}, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""


def puzzle_pages() -> list[str]:
    """The path of a puzzle of each game and kind."""
    return [
        f"puzzle/{name}" for name in {(one.game, one.kind): name for name, one in shipped().items()}.values()
    ]


def tried(names: str, *usual: Any, long: Iterable[Any]) -> pytest.MarkDecorator:
    """Parametrize: the `usual` cases are tried by `make test`, the others by `make test-long`."""
    others = [(case if "," in names else (case,)) for case in long]
    return pytest.mark.parametrize(
        names, [*usual, *(pytest.param(*case, marks=pytest.mark.long) for case in others)]
    )


def rest(page: Page) -> None:
    """Fonts are there and nothing moves any more."""
    page.evaluate(_REST)


def go_on(page: Page, path: str) -> None:
    """To another page of the site, as its own links lead there, without loading everything again."""
    page.evaluate(_GO_ON, path)
    page.locator("h1:not([data-left])").first.wait_for()


def turn_to(page: Page, gallery: str, name: str, lang: str, theme: str = "") -> None:
    """A prepared state; where the page shows one already, in its place, without loading everything again."""
    if page.url.startswith(f"{gallery}/gallery/"):
        page.wait_for_function("() => window.ready")
        page.evaluate("(what) => turnTo(...what)", [name, lang, theme])
    else:
        page.goto(f"{gallery}/gallery/{name}?lang={lang}&theme={theme}")


def show(page: Page, gallery: str, name: str, lang: str, theme: str = "dark") -> None:
    """A prepared state at rest, with what its table loads later: the result of a deal that is over."""
    turn_to(page, gallery, name, lang, theme)
    standing(page, name)
    rest(page)


def standing(page: Page, name: str) -> None:
    """Wait until a prepared state is there. Grey shapes, a state of their own, stand for every other one while its files come."""
    if name == "loading":
        there = ".table-waiting"
    else:
        ended = name == "over" or (name.startswith("settle") and not name.endswith("-end"))
        there = "[data-testid=settle]" if ended else ".frame .bar"
    page.locator(there).first.wait_for()


def misfits(page: Page) -> list[str]:
    """What sticks out of the page, is cut, covered or too small to hit."""
    found: list[str] = page.evaluate(_MISFITS)
    return sorted(set(found))


def barriers(page: Page) -> list[str]:
    """What axe finds on a page, however bad it calls it."""
    return [text for _, text in violations(page)]


def violations(page: Page, root: str | None = None) -> list[tuple[str, str]]:
    """All that axe finds on a page or in a part of it, and how bad it is."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    return [(impact, text) for impact, text in page.evaluate(_VIOLATIONS, root)]


def note(page: Page, place: str) -> None:
    """Have the page keep each text that stands in a place, however short: a busy machine may look again when it is gone. `noted` tells."""
    page.evaluate(_NOTE, place)


def noted(page: Page, least: int = 1) -> list[str]:
    """All texts displayed until now, in their order; waits until there are that many."""
    page.wait_for_function("(least) => noted.length >= least", arg=least)
    found: list[str] = page.evaluate("() => noted")
    return found


def watch_for(page: Page, name: str) -> None:
    """Have the page note when something of a stable name first stands on it; `seen_at` tells."""
    page.evaluate(
        """(name) => {
             globalThis.seenAt = new Promise((done) => new MutationObserver((_, observer) => {
               if (document.querySelector(`[data-testid="${name}"]`)) { observer.disconnect(); done(performance.now()) }
             }).observe(document, { childList: true, subtree: true }))
           }""",
        name,
    )


def seen_at(page: Page) -> float:
    """When that was, in ms since the page began; waits for it."""
    at: float = page.evaluate("globalThis.seenAt")
    return at


def weight(page: Page, until: float) -> dict[str, int]:
    """Bytes of everything the page had begun to load by then, by address, as sent; later parts come when there is time."""
    loaded: dict[str, int] = page.evaluate(
        """(until) => Object.fromEntries([...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
             .filter((entry) => entry.startTime <= until).map((entry) => [entry.name.split("#")[0], entry.encodedBodySize]))""",
        until,
    )
    return loaded


def hint(*actions: str) -> dict[str, Any]:
    """What a page hears when it requested a hint: the first action was played out, the others were not."""
    points = [1.25, *[None] * (len(actions) - 1)]
    advice = [
        {"action": action, "points": worth, "error": worth and 0.31, "reasons": []}
        for action, worth in zip(actions, points, strict=True)
    ]
    return {"hint": {"type": "hint", "prompt": "p1", "actions": list(actions), "advice": advice}}
