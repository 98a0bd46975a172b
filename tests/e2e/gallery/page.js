// @ts-check
/** Mounts the real table on a state that stands still. Tests may read `sent` and push further state with `push`, which also answers what was sent. */
import { html, render } from "/static/vendor/htm-preact.js";
import { Outbox } from "/static/outbox.js";
import { Sending } from "/static/sending.js";
import { PASSING } from "/static/live.js";
import { dated, timed } from "/static/received.js";
import { loadTexts, worded } from "/static/texts.js";
import { styled, Toasts } from "/static/ui/ui.js";

const EMPTY = {
  conn: "on", lost: null, retry: null, room: null, view: null, prompt: null, clock: null, log: [], news: [],
  said: null, error: null, hint: null, checked: null, waits: null, bye: null, pending: [], doubts: [], own: {},
};
let state = EMPTY;
window.sent = [];
const outbox = new Outbox();
const ANSWERS = ["error", "prompt", "view"];

function send(message) {
  window.sent.push(message);
  if (PASSING.has(message.what)) return true;
  outbox.add(message);
  window.push({ pending: outbox.parcels });
  return true;
}
const live = { send };

function show() {
  render(html`<${Sending} value=${state.pending}><${Table} live=${{ ...live, state }} /><//><${Toasts} />`, document.getElementById("app"));
}

window.push = (changes) => {
  const { view } = state;
  if (ANSWERS.some((key) => key in changes)) {
    const sent = outbox.parcels[0]?.message;
    outbox.parcels = [];
    changes = { ...changes, pending: [], ...(changes.error && { error: { ...changes.error, sent } }) };
  }
  state = { ...state, ...changes };
  for (const key of ["prompt", "clock"]) if (key in changes) state[key] = timed(changes[key]);
  if (changes.room) state.room = dated(changes.room);
  if (changes.unpause) state.room = { ...state.room, paused: false };
  if (changes.retry_ms) state.retry = performance.now() + changes.retry_ms;
  if (changes.grown) state.log = [...state.log, ...state.news];
  if (changes.view) state.view = changes.whole ? changes.view : { ...view, ...changes.view };
  show();
};

/** Mount a state as if the page had just been opened on it: a third of the work, for all modules are there. What is stored stays. */
window.turnTo = async (name, lang, theme) => {
  window.ready = false;
  render(null, document.getElementById("app"));
  delete document.documentElement.dataset.theme;
  if (theme) document.documentElement.dataset.theme = theme;
  [state, window.sent, outbox.parcels] = [EMPTY, [], []];
  await loadTexts(lang);
  const given = await (await fetch(`/gallery/${name}.json`)).json();
  window.push({ ...given, whole: true });
  window.ready = true;
};

const query = new URLSearchParams(location.search);
await loadTexts(query.get("lang") ?? "zh");
const { Table } = await styled(worded(import("/static/table/table.js"), "table"), "table");
await window.turnTo(location.pathname.split("/").at(-1), query.get("lang") ?? "zh", query.get("theme"));
