// @ts-check
/** @import { Child, Clock } from "paiju/page" */
import { html, useEffect, useLayoutEffect, useMemo, useRef } from "../vendor/htm-preact.js";
import { dot, t } from "../texts.js";
import { Aloud, plain } from "../ui/aloud.js";
import { Icon } from "../ui/ui.js";
import { TimeBar } from "./bar.js";
import { useSeconds } from "./frame.js";

const SLOW_MS = 3000; // until then nobody asks how long it may take

/**
 * @typedef {object} Answer  one button of a question
 * @property {string} action  what it answers; "" for one that is shown but not offered
 * @property {Child} label
 * @property {boolean} [main]
 * @property {Child} [note]  a second, smaller line
 */

/**
 * One question: its words as a card over the table, its answers below them, on phones in the bar at
 * the thumb. It takes the focus when it opens and gives it back.
 * @param {{title: string, help?: string, answers: Answer[], dflt?: string|null, onAct: (action: string) =>
 *   void, name: string, chips?: boolean, off?: boolean, sent?: string, children?: Child}} props
 *   `off`: nothing can be answered now; `sent` is the answer on its way
 */
export function Question({
  title,
  help,
  answers,
  dflt,
  onAct,
  name,
  chips = false,
  off = false,
  sent = "",
  children,
}) {
  const card = useRef(/** @type {HTMLElement|null} */ (null));
  useLayoutEffect(() => {
    /** @type {Element | null} */
    let before = null;
    // taking the focus causes layout: it happens once, with everything else of the frame
    const frame = requestAnimationFrame(() => {
      before = document.activeElement;
      if (!document.querySelector("dialog[open]")) card.current?.focus({ preventScroll: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      requestAnimationFrame(
        () => before instanceof HTMLElement && before.isConnected && before.focus({ preventScroll: true }),
      );
    };
  }, [name]);
  return html`<section class="ask" aria-labelledby="ask-title" aria-describedby="ask-help">
    <div class="ask-words" tabindex="-1" ref=${card}>
      <h2 id="ask-title">${title}</h2>
      ${help && html`<p id="ask-help" class="muted"><${Aloud} text=${help} /></p>`}
    </div>
    ${
      answers.length > 0 &&
      html`<div class="ask-do">${children}<div class=${chips ? "chips" : "answers"}>
      ${answers.map(
        (one) => html`<${Choice} key=${one.action || "off"} ...${one} off=${off}
      sent=${sent !== "" && sent === one.action} isDefault=${one.action !== "" && one.action === dflt}
      onAct=${onAct} />`,
      )}
    </div></div>`
    }
  </section>`;
}

/**
 * A button for an offered action.
 * @param {Answer & {isDefault?: boolean, off?: boolean, sent?: boolean, onAct: (action: string) => void,
 *   class?: string, children?: Child}} props
 */
export function Choice({
  action,
  label,
  note,
  main = false,
  isDefault = false,
  off = false,
  sent = false,
  onAct,
  class: extra = "",
}) {
  const open = action && !off;
  const act = () => open && onAct(action);
  return html`<button type="button" class=${`button choice ${main ? "button-main" : ""} ${extra}`}
      data-testid=${action ? "choice" : null} data-action=${action || null}
      aria-disabled=${open ? null : "true"} aria-busy=${sent || null} onClick=${act}>
    <span>${label}${note && html`<small>${note}</small>`}</span>
    ${
      isDefault &&
      html`<span class="choice-default" role="img" aria-label=${t("web.table.default")}
    title=${t("web.table.default")}><${Icon} name="clock" size="16" /></span>`
    }
  </button>`;
}

/**
 * How long others may still think, once they have thought for a while.
 * @param {{clock: Clock | null | undefined}} props
 */
function Left({ clock }) {
  const seconds = useSeconds(clock?.deadline);
  if (!seconds || clock?.deadline == null || !clock.total_ms) return null;
  if (clock.deadline - performance.now() > clock.total_ms - SLOW_MS) return null;
  return html`<span class="muted digits" aria-hidden="true">
    ${dot() + t("web.table.seconds", { seconds })}</span>`;
}

/**
 * The line above the hand: whose turn it is and for what, with the time left under it. News stand over it, or
 * in its
 * place where `text` is "".
 * @param {{text: string, news?: string, refusal?: Child, clock?: Clock | null, waits?: boolean, children?:
 *   Child}} props `waits`: nothing is asked here, others think
 */
export function QuestionLine({ text, news, refusal, clock, waits = false, children }) {
  // Said once when the question comes; the clock itself is not read out.
  const seconds = useMemo(
    () => (clock?.id && clock.deadline !== null ? Math.ceil((clock.deadline - performance.now()) / 1000) : 0),
    [clock?.id, clock?.deadline],
  );
  return html`<div class="line">
    <p class="line-text" data-news=${news ? (text ? "over" : "alone") : null}>
    ${
      news &&
      !refusal &&
      html`<span class="line-news" role="status" title=${plain(news)}><${Aloud} text=${news} />
    </span>`
    }${
      refusal
        ? html`<span class="refusal" id="reason" role="alert">${refusal}
    </span>`
        : html`<span role="status"><${Aloud} text=${text} />
    ${
      seconds > 0 &&
      html`<span class="visually-hidden">
    ${t("web.comma")}${t("web.table.seconds", { seconds })}</span>`
    }</span>${waits && text && html`<${Left} clock=${clock} />`}`
    }</p>
    <span class="line-tools">${children}</span>
    <${TimeBar} deadline=${clock?.deadline} total=${clock?.total_ms} />
  </div>`;
}

/**
 * Why something was refused, with the way to its rule.
 * @param {{text: string, rule?: string|null, onRule?: (rule: string) => void}} props
 */
export const Refusal = ({ text, rule, onRule }) =>
  html`${text} ${
    rule &&
    onRule &&
    html`<button type="button" class="rule-link" onClick=${() => onRule(rule)}>
    <bdi>${rule}</bdi></button>`
  }`;

/**
 * A refusal of the page itself, which goes away.
 * @param {unknown} error
 * @param {() => void} clear
 * @param {number} [ms]
 */
export function useFading(error, clear, ms = 6000) {
  useEffect(() => {
    if (!error) return undefined;
    const timer = setTimeout(clear, ms);
    return () => clearTimeout(timer);
  }, [error]);
}
