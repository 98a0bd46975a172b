// @ts-check
/** @import { Asked, GameInfo, Values } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { facesOf, withSuits } from "../faces.js";
import { has, t } from "../texts.js";
import { Segmented } from "../ui/ui.js";

/**
 * The drawn example beside a question: cards, and signs between them.
 * @param {{game: string, art: string}} props
 */
function Drawing({ game, art }) {
  const { One, w, isCard } = facesOf(game);
  return html`<div class="drawing" dir="ltr" aria-hidden="true">
    ${withSuits(art.split(" ")).map((sign, n) =>
      isCard.test(sign) ? html`<${One} key=${n} code=${sign} w=${w} />` : html`<span key=${n}>${sign}</span>`,
    )}
  </div>`;
}

/** Which answer holds now, if one does. @param {Asked} question @param {Values} values */
function answered(question, values) {
  const holds = (/** @type {Values} */ answer) =>
    Object.entries(answer).every(([name, value]) => values[name] === value);
  if (holds(question.yes)) return true;
  return holds(question.no) ? false : null;
}

/**
 * «How does your town play?»: each answer sets a few options at once.
 * @param {{game: string, info: GameInfo, values: Values, locked: boolean, onAnswer: (options: Values) =>
 *   void}} props
 */
export function Questions({ game, info, values, locked, onAnswer }) {
  return html`<p class="hint">${t("web.room.questions")}</p>
    <ol class="questions">
      ${info.questions.map((/** @type {Asked} */ question) => {
        const key = `web.question.${game}.${question.id}`;
        const text = has(key) ? t(key) : question.text;
        const options = [true, false].map((value) => ({
          value,
          label: t(value ? "web.yes" : "web.no"),
          testid: `question-${question.id}-${value ? "yes" : "no"}`,
        }));
        return html`<li key=${question.id} class="question-card">
          <${Drawing} game=${game} art=${question.art} />
          <div class="question-words"><h3>${text}</h3><p class="hint">
          ${has(`${key}.help`) ? t(`${key}.help`) : question.help}</p></div>
          <${Segmented} hideLabel label=${text} value=${answered(question, values)} options=${options}
              disabled=${locked}
            onChange=${(/** @type {boolean} */ yes) => onAnswer(yes ? question.yes : question.no)} />
        </li>`;
      })}
    </ol>`;
}
