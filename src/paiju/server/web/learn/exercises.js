// @ts-check
/** @import { AskedPrompt, Message, Prompt, Refused, Send } from "paiju/page" */
/** What could have been better, once more: the same question, another answer, and what that is worth. */
import { Mark, reasonWords, Verdict } from "../review/decision.js";
import { api } from "../net.js";
import { num, sayError, t } from "../texts.js";
import { Button } from "../ui/ui.js";
import { html, useEffect, useRef, useState } from "../vendor/htm-preact.js";

/** @typedef {import("../review/following.js").Decision} Decision */
/**
 * A question on the table of a replay: where it is, what it asks, what is pending, and where the answer goes.
 * @typedef {{at: number, prompt: Prompt | null, sent: Message | null, send: Send}} Lesson
 */

/**
 * A question that was answered once, and answers to it.
 * @param {string} path @param {{deal: number, seat: number, at: number}} place
 */
function useQuestion(path, place) {
  const { deal, seat, at } = place;
  const [asked, setAsked] = useState(/** @type {{at: number, prompt: AskedPrompt} | null} */ (null));
  const [sent, setSent] = useState(/** @type {Message | null} */ (null));
  const [tried, setTried] = useState(/** @type {Decision | null} */ (null));
  const [error, setError] = useState(/** @type {Refused | null} */ (null));
  const [round, setRound] = useState(0);
  const now = useRef(at);
  now.current = at;
  useEffect(() => {
    setTried(null);
    setSent(null);
    setError(null);
    api("GET", `${path}?deal=${deal}&seat=${seat}&at=${at}`).then(
      (prompt) => now.current === at && setAsked({ at, prompt }),
      (refused) => now.current === at && setError(refused),
    );
  }, [path, deal, seat, at, round]);
  const send = (/** @type {Message} */ message) => {
    if (message.type !== "act" || sent) return false;
    setSent(message);
    api("POST", path, { deal, seat, at, action: message.action }).then(
      (found) => now.current === at && setTried(found),
      (refused) => {
        if (now.current !== at) return;
        setSent(null);
        setError(refused);
      },
    );
    return true;
  };
  const prompt =
    asked?.at === at && !tried
      ? /** @type {Prompt} */ ({ ...asked.prompt, id: `again-${at}-${round}`, deadline: null, total_ms: 0 })
      : null;
  return { prompt, sent: tried ? null : sent, tried, error, send, again: () => setRound(round + 1) };
}

/**
 * A row of exercises from decisions of one deal; `onLesson` puts the question on the table.
 * @param {{id: string, deal: number, seat: number, row: Decision[], names: string[], numbers: boolean,
 *   words: (action: string) => string, onAt: (at: number) => void, onLesson: (lesson: Lesson | null) => void,
 *   onEnd: () => void}} props
 */
export function Exercises({ id, deal, seat, row, names, numbers, words, onAt, onLesson, onEnd }) {
  const [n, setN] = useState(0);
  const [shown, setShown] = useState(false);
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  const one = row[n];
  const path = `/api/records/${encodeURIComponent(id)}/question`;
  const question = useQuestion(path, { deal, seat, at: one.index });
  const { prompt, sent, tried, error } = question;
  useEffect(() => {
    onAt(one.index);
    setShown(false);
    title.current?.focus();
  }, [n]);
  useEffect(() => {
    onLesson({ at: one.index, prompt, sent, send: question.send });
    return () => onLesson(null);
  }, [one.index, prompt?.id, sent, tried]);
  const last = n === row.length - 1;
  return html`<div class="exercise" data-testid="exercise" data-at=${one.index}
      data-tried=${tried ? tried.verdict : ""}>
    <h2 tabindex="-1" ref=${title}>${t("web.learn.title", { at: num(n + 1), of: num(row.length) })}</h2>
    <p role="status">${
      error ? sayError(error) : !tried && !shown && t(sent ? "web.learn.judging" : "web.learn.ask")
    }</p>
    ${tried && html`<${Tried} tried=${tried} names=${names} words=${words} />`}
    ${shown && html`<${Verdict} one=${one} names=${names} words=${words} numbers=${numbers} />`}
    <div class="exercise-ways">
      ${
        tried &&
        html`<${Button} data-testid="exercise-again" onClick=${question.again}>${t("web.learn.again")}<//>`
      }
      ${
        !shown &&
        html`<${Button} data-testid="exercise-show" onClick=${() => setShown(true)}>
          ${t("web.learn.show")}<//>`
      }
      <${Button} kind=${tried || shown ? "main" : "plain"} data-testid="exercise-next"
          onClick=${() => (last ? onEnd() : setN(n + 1))}>${t(last ? "web.learn.end" : "web.learn.next")}<//>
    </div>
  </div>`;
}

/**
 * What another answer would have been.
 * @param {{tried: Decision, names: string[], words: (action: string) => string}} props
 */
function Tried({ tried, names, words }) {
  const good = tried.verdict === "good";
  const why = reasonWords(tried.why, names);
  return html`<div class="review-verdict" data-verdict=${tried.verdict}>
    <p><${Mark} verdict=${tried.verdict} />
      <strong>${t(good ? "web.learn.good" : `web.review.verdict.${tried.verdict}`)}</strong></p>
    <p>${words(tried.played)}</p>
    ${good && why && html`<p class="review-why">${why}</p>`}
  </div>`;
}
