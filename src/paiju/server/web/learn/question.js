// @ts-check
/** @import { GameView, Refused } from "paiju/page" */
/** A question of a lesson: options or cards of the hand; the server says what is right, and why. */
import { api } from "../net.js";
import { sayError, t } from "../texts.js";
import { Button, Icon, Link } from "../ui/ui.js";
import { html, useState } from "../vendor/htm-preact.js";
import { named, Row } from "../faces.js";
import { handOf, optionOf, reason } from "./drawing.js";
import { namesOf } from "./names.js";

/**
 * `hand` and `card` are in notation, for questions without a table.
 * @typedef {{name: string, kind: string | null, cards: string[], options?: string[], many?: boolean,
 *   free?: boolean, view?: GameView | null, hand?: string | null, card?: string | null}} Part
 */
/** @typedef {{option: string} & Refused} Why */
/** @typedef {{right: boolean, solution: string[], why: Why[]}} Marked */

const ME = 0;

/**
 * @param {{game: string, path: string, at: number, part: Part, why: string, onNext: () => void}} props
 */
export function Question({ game, path, at, part, why, onNext }) {
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [marked, setMarked] = useState(/** @type {Marked | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const [busy, setBusy] = useState(false);
  const help = t(part.free ? "web.lesson.hand.choose" : part.many ? "web.lesson.many" : "web.lesson.one");
  const names = namesOf(part.view?.order.length ?? 0, ME);
  const check = () => {
    setBusy(true);
    const answer = part.free ? [played(part, chosen)] : chosen;
    api("POST", path, { at, answer })
      .then(
        (found) => setMarked(found),
        (refused) => setError(refused),
      )
      .then(() => setBusy(false));
  };
  const again = () => {
    setMarked(null);
    setChosen([]);
  };
  const toggle = (/** @type {string} */ one) =>
    !marked &&
    setChosen(
      chosen.includes(one)
        ? chosen.filter((other) => other !== one)
        : part.many || part.free
          ? [...chosen, one]
          : [one],
    );
  return html`
    ${
      part.free && part.view?.hand
        ? html`<${HandOptions} game=${game} hand=${handOf(part.view)} chosen=${chosen}
            onToggle=${toggle} />`
        : html`<div class="lesson-options" role="group" aria-label=${help}>
      ${part.options?.map(
        (option) => html`<${Option} key=${option} game=${game} kind=${part.kind ?? ""} option=${option}
          names=${names} on=${chosen.includes(option)} right=${marked?.solution.includes(option) ?? null}
          onToggle=${() => toggle(option)} />`,
      )}</div>`
    }
    ${!marked && html`<p class="muted">${help}</p>`}
    ${error && html`<p role="alert">${sayError(error)}</p>`}
    <div role="status" data-testid="verdict" data-right=${marked ? String(marked.right) : ""}>
      ${
        marked &&
        html`<${Verdict} game=${game} part=${part} marked=${marked} why=${why}
          names=${names} />`
      }
    </div>
    <div class="guided-ways">
      ${
        marked
          ? html`${
              !marked.right &&
              html`<${Button} icon="replay" data-testid="lesson-again" onClick=${again}>
            ${t("web.lesson.again")}<//>`
            }
            <${Button} kind="main" data-testid="lesson-next" onClick=${onNext}>${t("web.first.next")}<//>`
          : html`<${Button} kind="main" data-testid="lesson-check" busy=${busy}
            onClick=${check}>${t("web.lesson.check")}<//>`
      }
    </div>`;
}

/** The action that chosen cards of the hand are; they are chosen by their places. */
/** @type {(part: Part, chosen: string[]) => string} */
const played = (part, chosen) => {
  const hand = part.view ? handOf(part.view) : [];
  return `play ${chosen.map((place) => hand[Number(place)]).join(" ")}`;
};

/** @param {{game: string, hand: string[], chosen: string[], onToggle: (place: string) => void}} props */
const HandOptions = ({ game, hand, chosen, onToggle }) => html`<p class="muted">${t("web.lesson.hand")}</p>
  <div class="lesson-hand" role="group" dir="ltr" aria-label=${t("web.lesson.hand")}>
  ${hand.map(
    (code, n) => html`<button type="button" key=${n} class="lesson-card" data-card=${code}
      aria-label=${named([code])} aria-pressed=${String(chosen.includes(`${n}`))}
      onClick=${() => onToggle(`${n}`)}><${Row} game=${game} codes=${[code]} w=${46} /></button>`,
  )}</div>`;

/**
 * @param {{game: string, kind: string, option: string, names: string[], on: boolean, right: boolean | null,
 *   onToggle: () => void}} props
 */
function Option({ game, kind, option, names, on, right, onToggle }) {
  const { cards, words } = optionOf(game, kind, option, names);
  const mark = right === null ? "" : right ? "right" : on ? "wrong" : "";
  const label = [words, ...cards.map(named)].filter(Boolean).join(" ");
  return html`<button type="button" class="lesson-option" data-option=${option} data-mark=${mark}
      aria-pressed=${String(on)} aria-label=${mark ? `${label}: ${t(`web.lesson.${mark}`)}` : label}
      onClick=${onToggle}>
    ${mark && html`<${Icon} name=${mark === "right" ? "check" : "close"} size="18" />`}
    ${words && html`<span>${words}</span>`}
    ${cards.map((codes, n) => html`<${Row} key=${n} game=${game} codes=${codes} w=${30} />`)}</button>`;
}

/**
 * Whether it was right, what would be, and why; refusals lead to their rules.
 * @param {{game: string, part: Part, marked: Marked, why: string, names: string[]}} props
 */
function Verdict({ game, part, marked, why, names }) {
  const kind = part.kind ?? "";
  const shown =
    part.free && !marked.right ? marked.solution.map((one) => optionOf(game, kind, one, names)) : [];
  return html`<p class="lesson-verdict" data-right=${String(marked.right)}>
      <${Icon} name=${marked.right ? "check" : "close"} /><strong>
      ${t(marked.right ? "web.lesson.right" : "web.lesson.wrong")}</strong></p>
    ${marked.why.map(
      (one) => html`<p key=${one.option} class="lesson-why">
      <${Refusal} game=${game} option=${optionOf(game, kind, one.option, names)} refused=${one} /></p>`,
    )}
    ${shown.map(
      ({ cards }, n) => html`<p key=${n} class="muted">${t("web.lesson.better")}</p>
      <${Row} game=${game} codes=${cards.flat()} />`,
    )}
    <p>${why}</p>`;
}

/** @param {{game: string, option: {cards: string[][], words: string}, refused: Refused}} props */
const Refusal = ({ game, option: { cards, words }, refused }) => html`
  ${cards.map((codes, n) => html`<${Row} key=${n} game=${game} codes=${codes} w=${22} />`)} ${words}
  <span>${reason(refused)}</span>
  ${
    refused.rule &&
    html` <${Link} class="rule" href=${`/rules/${game}#${encodeURIComponent(refused.rule.slice(3))}`}>
    <bdi>${refused.rule}</bdi><//>`
  }`;
