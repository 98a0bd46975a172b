// @ts-check
/** @import { Child, Context, Happening, RoomState, Send } from "paiju/page" */
import { html, useEffect, useMemo, useRef, useState } from "../vendor/htm-preact.js";
import { lang, t } from "../texts.js";
import { Aloud } from "../ui/aloud.js";
import { setPref } from "../prefs.js";
import { steady } from "../ui/steady.js";
import { Button } from "../ui/ui.js";
import { Chat } from "./chat.js";
import { useSettled, useShape } from "./frame.js";
import { sentences } from "./narrate.js";

const ANNOUNCE_MS = 1000;
const AFTER_MS = 120; // the text is laid out after the frame that shows the event on the table

/**
 * A value that follows another a little later, at most once a second.
 * @template T
 * @param {T} value
 * @returns {T}
 */
function useCalm(value) {
  const [shown, setShown] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    const wait = Math.max(AFTER_MS, last.current + ANNOUNCE_MS - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setShown(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
}

/** A line of the log. */
const Line = steady((/** @type {{text: string}} */ { text }) => html`<li><${Aloud} text=${text} /></li>`);

/** The lines that are there; what stays the same is not compared again. */
const Lines = steady(
  (/** @type {{lines: string[]}} */ { lines }) =>
    html`<ol>${lines.map((text, i) => html`<${Line} key=${i} text=${text} />`)}</ol>`,
);

/**
 * The log of the deal, every event one sentence: read out politely, at most once a second.
 * @param {{log: Happening[], context: Context}} props
 */
export function LogPanel({ log, context }) {
  const shown = useCalm(log);
  const end = useRef(/** @type {HTMLElement|null} */ (null));
  const cache = useMemo(() => new WeakMap(), [context.names.join(), context.emperor, lang()]);
  const lines = useMemo(() => sentences(shown, context, cache), [shown, cache]);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [lines]);
  return html`<section class="log" role="log" aria-live="polite" aria-label=${t("web.table.log")}
      data-testid="log" tabindex="0" ref=${end}>
    <${Lines} lines=${lines} />
  </section>`;
}

/**
 * Log and chat: beside the table where there is room, else a sheet that stays readable to screen readers
 * while closed.
 * @param {{state: RoomState, send: Send, context: Context, tab: string, open: (name: string) => void, extra?:
 *   Child}} props
 */
export function Panel({ state, send, context, tab, open, extra }) {
  const shown = tab === "chat" || tab === "log" ? tab : "";
  const chat = state.room.settings.chat;
  const { folded } = useShape();
  const settled = useSettled(true); // its many lines are not laid out with the table
  const show = (/** @type {string} */ name) => {
    if (folded) setPref("panel", "open");
    open(name);
  };
  return html`<aside class="panel" data-open=${String(shown !== "")} data-folded=${String(folded)}
      data-tab=${shown || "log"}
      aria-label=${t("web.table.panel")}>
    <div class="panel-head">
      <div class="panel-tabs">
        <button type="button" aria-pressed=${String(shown !== "chat")} onClick=${() => show("log")}>
        ${t("web.table.log")}</button>
        <button type="button" aria-pressed=${String(shown === "chat")} onClick=${() => show("chat")}>
        ${t("web.table.chat")}</button>
        <button type="button" onClick=${() => open("scores")}>${t("web.table.scores.short")}</button>
        <button type="button" onClick=${() => open("rules")}>${t("web.table.rules.short")}</button>
      </div>
      <${Button} kind="quiet" icon=${folded ? "back" : "chevron"} class="panel-fold"
          aria-label=${t(folded ? "web.table.panel.open" : "web.table.panel.fold")} data-testid="panel-fold"
          onClick=${() => setPref("panel", folded ? "open" : "folded")} />
      <${Button} kind="quiet" icon="close" class="panel-close" aria-label=${t("web.close")}
          onClick=${() => open("")} />
    </div>
    ${settled && html`<${LogPanel} log=${state.log} context=${context} />`}
    ${shown === "chat" && html`<${Chat} state=${state} send=${send} allowed=${chat} />`}
    ${extra}
  </aside>`;
}
