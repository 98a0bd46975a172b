// @ts-check
/** @import { Message, Prompt, Refused, Send } from "paiju/page" */
/** Playing on from a moment of a replay, against bots; the record stays as it is. */
import { api } from "../net.js";
import { sayError, signed, t } from "../texts.js";
import { Button } from "../ui/ui.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";

/**
 * A branch of a deal: steps after moment `at` (from 0), and the next question.
 * @typedef {{seat: number, at: number, steps: import("../replay/steps.js").Step[], prompt: Prompt | null,
 *   answers: string[], sent: Message | null, error: Refused | null}} Branch
 */

/**
 * The branch that is played, null for none, and the ways in, on and out; the browser's way back leads out of
 * it too. `onEnd` hears where it began.
 * @param {string} id @param {number} deal @param {(at: number) => void} onEnd
 */
export function useBranch(id, deal, onEnd) {
  const [branch, setBranch] = useState(/** @type {Branch | null} */ (null));
  const now = useRef(branch);
  now.current = branch;
  const path = `/api/records/${encodeURIComponent(id)}/branch`;
  const ask = (/** @type {Branch} */ from, /** @type {string[]} */ answers) => {
    const { seat, at, steps } = from;
    api("POST", path, { deal, seat, at, answers, known: steps.length }).then(
      (reply) => {
        if (now.current?.sent !== from.sent || now.current?.at !== at) return;
        const prompt = reply.prompt && {
          ...reply.prompt,
          id: `branch-${at}-${answers.length}`,
          deadline: null,
          total_ms: 0,
        };
        setBranch({ ...from, answers, steps: [...steps, ...reply.steps], prompt, sent: null, error: null });
      },
      (error) => now.current?.at === at && setBranch({ ...from, sent: null, error }),
    );
  };
  const begin = (/** @type {number} */ seat, /** @type {number} */ at) => {
    const from = { seat, at, steps: [], prompt: null, answers: [], sent: null, error: null };
    if (!now.current) history.pushState({ ...history.state, branch: true }, "");
    now.current = from;
    setBranch(from);
    ask(from, []);
  };
  /** @type {Send} */
  const send = (message) => {
    if (!branch || message.type !== "act" || branch.sent) return false;
    const from = { ...branch, sent: message, error: null };
    now.current = from;
    setBranch(from);
    ask(from, [...branch.answers, message.action ?? ""]);
    return true;
  };
  useEffect(() => setBranch(null), [id, deal]);
  useEffect(() => {
    const back = () => {
      if (!now.current || history.state?.branch) return;
      onEnd(now.current.at);
      now.current = null;
      setBranch(null);
    };
    addEventListener("popstate", back);
    return () => removeEventListener("popstate", back);
  }, []);
  return { branch, begin, send, end: () => now.current && history.back() };
}

/**
 * Beside the table meanwhile: a note that this is not a record, the result, and the way back.
 * @param {{branch: Branch, who: string, onEnd: () => void}} props
 */
export function BranchPanel({ branch, who, onEnd }) {
  const { steps, prompt, error, sent } = branch;
  const view = steps[steps.length - 1]?.view;
  const points = view?.over ? view.result?.returns[branch.seat] : null;
  const line = () => {
    if (error) return sayError(error);
    if (points !== null && points !== undefined) return t("web.branch.over", { points: signed(points) });
    return view?.over ? t("web.branch.void") : t(prompt && !sent ? "web.branch.asked" : "web.branch.waiting");
  };
  return html`<section class="review" aria-label=${t("web.branch.title")} tabindex="0" data-testid="branch"
      data-over=${String(Boolean(view?.over))} data-answers=${branch.answers.length}>
    <h2>${t("web.branch.title")}</h2>
    <p>${t("web.branch.help", { who })}</p>
    <p role="status"><strong>${line()}</strong></p>
    <${Button} icon="back" data-testid="branch-end" onClick=${onEnd}>${t("web.branch.end")}<//>
  </section>`;
}
