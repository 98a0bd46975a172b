// @ts-check
/** Mounts the real table on a state that stands still. Tests may read `sent` and push further state with `push`. */
import { html, render } from "/static/vendor/htm-preact.js";
import { dated, timed } from "/static/net.js";
import { loadTexts } from "/static/texts.js";
import { Toasts } from "/static/ui/ui.js";
import { Table } from "/static/table/table.js";

const query = new URLSearchParams(location.search);
const name = location.pathname.split("/").at(-1);
const theme = query.get("theme");
if (theme) document.documentElement.dataset.theme = theme;

const EMPTY = {
  conn: "on", lost: null, retry: null, room: null, view: null, prompt: null, clock: null, log: [], news: [],
  said: null, error: null, hint: null, checked: null, bye: null, nonces: {},
};
let state = EMPTY;
window.sent = [];
const live = { send: (message) => window.sent.push(message) > 0 };

function show() {
  render(html`<${Table} live=${{ ...live, state }} /><${Toasts} />`, document.getElementById("app"));
}

window.push = (changes) => {
  const { view } = state;
  state = { ...state, ...changes };
  for (const key of ["prompt", "clock"]) if (key in changes) state[key] = timed(changes[key]);
  if (changes.room) state.room = dated(changes.room);
  if (changes.retry_ms) state.retry = performance.now() + changes.retry_ms;
  if (changes.view) state.view = changes.whole ? changes.view : { ...view, ...changes.view };
  show();
};

await loadTexts(query.get("lang") ?? "zh");
const given = await (await fetch(`/gallery/${name}.json`)).json();
window.push({ ...given, whole: true });
window.ready = true;
