// @ts-check
/** @import { Drawn, Figure } from "paiju/page" */
/** The pictures of the rules: cards that the rules engine judged, and questions to try, which it answered. */
import { signed, t } from "../texts.js";
import { Icon } from "../ui/ui.js";
import { html, useState } from "../vendor/htm-preact.js";
import { Row } from "../faces.js";

const BADGES = /** @type {Record<string, string>} */ ({
  emperor: "crown",
  guard: "shield",
  commoner: "person",
});
const SMALL = 22; // of several sets side by side
const LARGE = 38;

/**
 * All pictures of a section; without `whole` those that ask nothing.
 * @param {{game: string, figures: Figure[], whole: boolean}} props
 */
export const Figures = ({ game, figures, whole }) =>
  figures.map((figure) => {
    const lines = figure.lines.filter(({ choices }) => whole || choices.length === 0);
    const first = figure.lines.find(({ choices }) => choices.length > 0);
    return html`<figure key=${figure.title} class="plate" data-game=${game} data-testid="plate">
      <figcaption>${figure.title}</figcaption>
      <ul>${lines.map(
        (line, n) => html`${
          whole && line === first && html`<li class="plate-try"><strong>${t("web.figure.try")}</strong></li>`
        }
          <li key=${n} data-asks=${String(line.choices.length > 0)}>
            <${Line} game=${game} line=${line} /></li>`,
      )}</ul>
    </figure>`;
  });

/** @param {{game: string, line: Drawn}} props */
function Line({ game, line }) {
  const [chosen, setChosen] = useState(-1);
  const { choices, answer, label, right, roles, points } = line;
  const asks = choices.length > 0;
  const w = line.cards.length > 1 && line.on.length === 0 ? SMALL : LARGE;
  const mark = (/** @type {number} */ n) =>
    chosen < 0 ? "" : n === answer ? "right" : n === chosen ? "wrong" : "";
  return html`<div class="plate-cards" dir="ltr">
      ${
        line.on.length > 0 &&
        html`<${Row} game=${game} codes=${line.on} w=${w} /><span class="plate-on">
          <${Icon} name="chevron" size=${24} />
          <span class="visually-hidden">${t("web.figure.on")}</span></span>`
      }
      ${line.cards.map((codes, n) => html`<${Row} key=${n} game=${game} codes=${codes} w=${w} />`)}
      ${
        roles.length > 0 &&
        html`<ol class="plate-places">${roles.map(
          (role, n) => html`<li key=${n} data-role=${role}><i><${Icon} name=${BADGES[role]} /></i>
            <small>${t(`place.${n + 1}`)}</small><span class="visually-hidden">${t(`role.${role}`)}</span>
            ${
              points.length > 0 && (!asks || chosen >= 0) && html`<b class="digits">${signed(points[n])}</b>`
            }</li>`,
        )}</ol>`
      }</div>
    ${
      asks &&
      html`<div class="plate-choices" role="group" aria-label=${t("web.figure.try")}>${choices.map(
        (choice, n) => html`<button type="button" key=${n} class="button" data-mark=${mark(n)}
            aria-pressed=${String(chosen === n)} onClick=${() => setChosen(n)}>
          ${mark(n) && html`<${Icon} name=${mark(n) === "right" ? "check" : "close"} size=${18} />`}
          ${choice}</button>`,
      )}</div>`
    }
    <p class="plate-said" role=${asks ? "status" : null} data-right=${asks ? null : right}>
      ${
        asks &&
        chosen >= 0 &&
        html`<strong>${t(chosen === answer ? "web.figure.hit" : "web.figure.missed")}
        </strong> `
      }
      ${(!asks || chosen >= 0) && html`<${Said} right=${asks ? null : right} label=${label} />`}</p>`;
}

/** What the rules say of it. @param {{right: boolean | null, label: string | null}} props */
const Said = ({ right, label }) =>
  html`${
    right !== null &&
    html`<${Icon} name=${right ? "check" : "close"} size=${18} />
    <span class=${label ? "visually-hidden" : ""}>${t(right ? "web.figure.yes" : "web.figure.no")}</span>`
  }${label}`;
