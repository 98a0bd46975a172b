// @ts-check
/** @import { Prompt, Typed } from "paiju/page" */
/** The pack lies to be cut, before anything is dealt. */
import { html, useState } from "../vendor/htm-preact.js";
import { num, t } from "../texts.js";
import { Question } from "./question.js";

/** How many cards are lifted. @param {string} action */
const lifted = (action) => Number(action.split(" ")[1]);

/** A cut in words. @param {string} action */
export const cutWords = (action) => t("web.table.cut.do", { count: lifted(action) });

/**
 * A slider over the pack.
 * @param {{prompt: Prompt, off: boolean, sent: string, onAct: (action: string) => void}} props
 */
export function Cut({ prompt, off, sent, onAct }) {
  const offered = prompt.actions.map(lifted).sort((a, b) => a - b);
  const [at, setAt] = useState(lifted(prompt.default));
  const action = `cut ${at}`;
  const title = t("web.table.cut");
  return html`<${Question} name=${prompt.id} title=${title} help=${t("web.table.cut.help")}
      dflt=${prompt.default} off=${off} sent=${sent} onAct=${onAct}
      answers=${[{ action, label: cutWords(action), main: true }]}>
    <input class="cut" type="range" dir="ltr" min=${offered[0]} max=${offered.at(-1)} value=${at}
        aria-label=${title} aria-valuetext=${num(at)}
        onInput=${(/** @type {Typed} */ event) => setAt(Number(event.target.value))} />
  <//>`;
}
