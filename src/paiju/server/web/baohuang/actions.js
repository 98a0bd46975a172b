// @ts-check
/** @import { BaohuangView, DealState, Refused } from "paiju/page" */
import { html, useEffect, useRef } from "../vendor/htm-preact.js";
import { has, sayError, t } from "../texts.js";
import { barred, underway, whyBarred } from "../table/acting.js";
import { still } from "../motion.js";
import { parse } from "./cards.js";
import { actionWords, cardsWords, playWords } from "./naming.js";
import { asksHand } from "./select.js";

/** @typedef {ReturnType<typeof import("./selection.js").useSelection>} Picking */

/**
 * What the main button says: the play, what is missing for it, or why the selection is none.
 * @param {DealState<BaohuangView>} state
 * @param {Picking} pick
 * @returns {{text: string, open: boolean}}
 */
function label(state, pick) {
  const { prompt, view } = state;
  if (barred(state)) return { text: whyBarred(state), open: false };
  if (pick.action) return { text: actionWords(pick.action), open: true };
  if (pick.fill)
    return {
      text: t("web.baohuang.fill", {
        missing: cardsWords(pick.fill.missing),
        play: fillName(pick.fill.action),
      }),
      open: true,
    };
  if (pick.reason) return { text: whyNot(pick.reason, view), open: false };
  if (!prompt)
    return { text: pick.count ? cardsWords(pick.cards.split(" ")) : t("web.baohuang.do.wait"), open: false };
  if (prompt.pick)
    return { text: t("web.baohuang.do.need", { count: prompt.pick.count - pick.count }), open: false };
  if (!pick.from.plays.length)
    return {
      text: t(prompt.actions.includes("pass") ? "web.baohuang.do.none" : "web.baohuang.do.above"),
      open: false,
    };
  return { text: pick.count ? t("web.baohuang.do.not") : t("web.baohuang.do.choose"), open: false };
}

/** The play that a selection grows into; what is added to it is said beside. @param {string} action */
const fillName = (action) =>
  action.startsWith("play ") ? playWords(parse(action.slice(5)), true) : actionWords(action);

/**
 * Why the server would refuse a selection, in few words, with its rule.
 * @param {Refused} error
 * @param {BaohuangView} view
 */
function whyNot(error, view) {
  const key = `web.baohuang.why.${error.facts?.why}`;
  const text = has(key) ? t(key, { count: view.top?.cards.length ?? 0 }) : sayError(error);
  return error.rule ? `${text} · ${error.rule.replace("BH ", "")}` : text;
}

/**
 * Pass at the start edge, hint, and the main button at the end edge.
 * @param {{state: DealState<BaohuangView>, pick: Picking, onPlay: () => void, onAct: (action: string) =>
 *   void}} props
 */
export function Actions({ state, pick, onPlay, onAct }) {
  const { prompt, room } = state;
  const off = barred(state) !== "";
  const offered = prompt?.actions ?? [];
  const { text, open } = label(state, pick);
  const only = offered.length === 1 && offered[0] === "pass";
  const canPass = offered.includes("pass") && !off;
  const sent = underway(state);
  return html`<div class="actions" role="toolbar" aria-label=${t("web.table.actions")}>
    <button type="button" class="button pass" data-testid="pass" data-action=${canPass ? "pass" : null}
        aria-disabled=${canPass ? null : "true"} aria-busy=${sent === "pass" || null}
        onClick=${() => canPass && onAct("pass")}>
      ${only && html`<${Filling} ms=${prompt?.auto_ms} key=${prompt?.id} />`}<span>
      ${t(only ? "web.baohuang.cannot" : "action.pass")}</span></button>
    ${
      offered.includes("defer") &&
      html`<button type="button" class="button" data-testid="choice"
    data-action="defer" aria-disabled=${off ? "true" : null} title=${t("web.baohuang.defer.help")}
    onClick=${() => onAct("defer")}>${t("action.defer")}</button>`
    }
    ${
      room.settings.hints &&
      html`<button type="button" class="button hint-button" data-testid="hint"
    aria-disabled=${asksHand(pick.from) && !off ? null : "true"} onClick=${() => !off && pick.tips.next()}>
      ${t("web.baohuang.hint")}</button>`
    }
    <button type="button" class="button button-main do" data-testid="do"
        data-action=${off ? "" : (pick.action ?? "")}
        data-fill=${pick.fill ? pick.fill.missing.join(" ") : null}
      aria-disabled=${open ? null : "true"} aria-busy=${(sent !== "" && sent !== "pass") || null}
      aria-describedby=${pick.reason ? "reason" : null} onClick=${onPlay}><span class="do-text" key=${text}>
        ${text}</span></button>
  </div>`;
}

/** Fills up while the server waits before it passes by itself. @param {{ms: number|null}} props */
function Filling({ ms }) {
  const ref = useRef(/** @type {HTMLElement|null} */ (null));
  useEffect(() => {
    if (!ms || still()) return undefined;
    const run = ref.current?.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], {
      duration: ms,
      fill: "both",
    });
    return () => run?.cancel();
  }, []);
  return html`<i class="filling" ref=${ref}></i>`;
}
