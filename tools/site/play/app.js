// @ts-check
/** The playground's page: forms ask the worker, answers are shown. Cards come as HTML that the library's own code has drawn. */

const LANGUAGES = ["zh", "en", "fa"];
/** @type {Record<string, Record<string, string>>} */
const TEXTS = await (await fetch("texts.json")).json();
/** @type {{bytes: number}} */
const BUILT = await (await fetch("built.json")).json();
const MEGABYTE = 1e6;
const FOLLOWING = ["#deal form[data-verb=deal]", "#rules form"];

let lang = first_language();
/** @type {{name: string, title: string, presets: {name: string, title: string}[]}[]} */
let games = [];
let deal = { back: false };
let at = 0;

function first_language() {
  const asked = new URLSearchParams(location.search).get("lang");
  const wished = [asked, ...navigator.languages].map((one) => one?.slice(0, 2) ?? "");
  return wished.find((one) => LANGUAGES.includes(one)) ?? "en";
}

/** @template {Element} T @param {string} where @param {ParentNode} [within] @returns {T} */
const one = (where, within = document) => /** @type {T} */ (within.querySelector(where));
/** @param {string} where @param {ParentNode} [within] */
const all = (where, within = document) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(where)]);
/** What a form says. @param {string} where @returns {Record<string, any>} */
const values = (where) =>
  Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (one(where))).entries());
/** @param {string} where */
const select = (where) => /** @type {HTMLSelectElement} */ (one(where));

/** @param {string} key @param {Record<string, string | number>} [facts] */
function t(key, facts = {}) {
  return TEXTS[lang][key].replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
}
/** @param {number} value */
const digits = (value) =>
  lang === "fa" ? value.toLocaleString("fa", { useGrouping: false }) : String(value);

// The worker: one question at a time has an answer of its own.

const worker = BUILT.bytes ? new Worker("worker.js", { type: "module" }) : null;
let asked = 0;
/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();

/** @param {string} verb @param {object} [facts] @returns {Promise<any>} */
function ask(verb, facts = {}) {
  return new Promise((resolve) => {
    asked += 1;
    waiting.set(asked, resolve);
    worker?.postMessage({ id: asked, question: { verb, lang, ...facts } });
  });
}

worker?.addEventListener("message", ({ data }) => {
  if (data.id) {
    waiting.get(data.id)?.(data.answer);
    waiting.delete(data.id);
  } else if (data.loaded) show_progress(data.loaded);
  else if (data.starting) one("#status").textContent = t("starting");
  else if (data.failed) one("#status").textContent = t("failed", { why: data.failed });
  else if (data.ready) open();
});

/** @param {number} bytes */
function show_progress(bytes) {
  one("#progress").setAttribute("value", String(Math.min(1, bytes / BUILT.bytes)));
  const [done, whole] = [bytes, BUILT.bytes].map((count) => digits(Math.round(count / MEGABYTE)));
  one("#status").textContent = t("loading", { done, all: whole });
}

async function open() {
  const { faces, version } = await ask("start");
  document.body.insertAdjacentHTML("afterbegin", faces);
  one("#progress").remove();
  one("#status").textContent = t("ready", { version });
  document.body.dataset.version = version;
  for (const part of ["#tabs", "main"]) one(part).removeAttribute("hidden");
  await speak();
  choose(location.hash.slice(1) || "hand");
  document.body.dataset.ready = "true";
}

// Languages.

async function speak() {
  document.documentElement.lang = lang;
  document.documentElement.dir = lang === "fa" ? "rtl" : "ltr";
  document.title = `${t("title")} · paiju`;
  for (const part of all("[data-text]")) part.textContent = t(/** @type {string} */ (part.dataset.text));
  for (const button of all("[data-lang]"))
    button.setAttribute("aria-pressed", String(button.dataset.lang === lang));
  if (!worker) one("#status").textContent = t("absent");
  if (!document.body.dataset.version) return;
  one("#status").textContent = t("ready", { version: /** @type {string} */ (document.body.dataset.version) });
  ({ games } = await ask("start"));
  for (const field of all("[data-games]")) fill(field, games);
  fill(one("[data-presets]"), presets_of("paohuzi"));
  for (const field of all("[data-viewer]")) fill(field, viewers());
  FOLLOWING.forEach(follow_game);
  await Promise.all([judge(), compare(), show_deal(), show_step(at)]);
}

/** @param {string} game */
const presets_of = (game) => games.find(({ name }) => name === game)?.presets ?? [];
const viewers = () => [
  { name: "", title: t("all") },
  ...[0, 1, 2, 3, 4].map((seat) => ({ name: String(seat), title: `${t("seat")} ${digits(seat)}` })),
];

/** @param {Element} place @param {{name: string, title: string}[]} choices */
function fill(place, choices) {
  const field = /** @type {HTMLSelectElement} */ (place);
  const kept = field.value;
  field.replaceChildren(...choices.map(({ name, title }) => new Option(title, name)));
  if (choices.some(({ name }) => name === kept)) field.value = kept;
}

/** The presets of the game that a form has chosen. @param {string} form */
function follow_game(form) {
  const presets = presets_of(select(`${form} [name=game]`).value);
  for (const field of all(`${form} :is([name=preset], [name=one])`)) fill(field, presets);
  for (const field of all(`${form} [name=other]`)) fill(field, [{ name: "", title: "–" }, ...presets]);
}

for (const button of all("[data-lang]")) {
  button.addEventListener("click", () => {
    lang = /** @type {string} */ (button.dataset.lang);
    speak();
  });
}

// Tabs, with the arrow keys.

const tabs = all("[role=tab]");

/** @param {string} name @param {boolean} [focus] */
function choose(name, focus = false) {
  const chosen = tabs.find((tab) => tab.getAttribute("aria-controls") === name) ?? tabs[0];
  for (const tab of tabs) {
    const here = tab === chosen;
    tab.setAttribute("aria-selected", String(here));
    tab.tabIndex = here ? 0 : -1;
    one(`#${tab.getAttribute("aria-controls")}`).toggleAttribute("hidden", !here);
  }
  history.replaceState(null, "", `#${chosen.getAttribute("aria-controls")}`);
  if (focus) chosen.focus();
}

for (const [place, tab] of tabs.entries()) {
  tab.addEventListener("click", () => choose(/** @type {string} */ (tab.getAttribute("aria-controls"))));
  tab.addEventListener("keydown", ({ key }) => {
    const ahead = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const step = key === ahead ? 1 : key === "ArrowLeft" || key === "ArrowRight" ? -1 : 0;
    const next = tabs[(place + step + tabs.length) % tabs.length];
    if (step) choose(/** @type {string} */ (next.getAttribute("aria-controls")), true);
  });
}

/** @param {string} where @param {() => unknown} act */
function on_submit(where, act) {
  one(where).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/** @param {string} where @param {{html?: string, error?: string}} answer */
function put(where, { html = "", error = "" }) {
  const place = one(where);
  if (!error) place.innerHTML = html;
  else if (place.parentElement?.querySelector(":scope > .error"))
    one(":scope > .error", place.parentElement).textContent = error;
  else
    place.replaceChildren(
      Object.assign(document.createElement("p"), { className: "no", textContent: error }),
    );
  if (!error && place.parentElement)
    for (const old of all(":scope > .error", place.parentElement)) old.textContent = "";
}

// The hand.

async function judge() {
  const said = values("#hand form");
  put("#hand .answer", await ask("hand", { ...said, last: "last" in said }));
}
on_submit("#hand form", judge);

// The deal.

/** @param {string} place */
const viewer = (place) => {
  const { value } = select(`${place} [data-viewer]`);
  return value === "" ? null : Number(value);
};

/** @param {any} answer */
function lay(answer) {
  put("#deal .answer", answer);
  if (answer.error) return;
  deal = answer;
  one("#back").toggleAttribute("disabled", !deal.back);
  const field = /** @type {HTMLTextAreaElement} */ (one("#deal textarea"));
  if (answer.text) field.value = answer.text;
  const buttons = answer.actions.map((/** @type {{seat: number, text: string, html: string}} */ action) => {
    const button = document.createElement("button");
    button.type = "button";
    button.innerHTML = `<small>${digits(action.seat)}</small> ${action.html}`;
    button.title = action.text;
    button.addEventListener("click", () => act(action.seat, action.text));
    return button;
  });
  one("#actions").replaceChildren(...(buttons.length || !answer.html ? buttons : [t("nothing")]));
  if (answer.seats?.length)
    /** @type {HTMLInputElement} */ (one("#deal [name=seat]")).value = answer.seats[0];
}

/** @param {number | string} seat @param {string} action */
const act = async (seat, action) => lay(await ask("act", { seat, action, seat_from: viewer("#deal") }));
const show_deal = async () => lay(await ask("shown", { seat_from: viewer("#deal") }));

on_submit("#deal form[data-verb=deal]", async () => {
  lay(await ask("deal", { ...values("#deal form[data-verb=deal]"), seat_from: viewer("#deal") }));
});
on_submit("#deal form[data-verb=position]", async () => {
  const { seed } = values("#deal form[data-verb=deal]");
  lay(
    await ask("position", { ...values("#deal form[data-verb=position]"), seed, seat_from: viewer("#deal") }),
  );
});
on_submit("#deal form[data-verb=act]", () => {
  const { seat, action } = values("#deal form[data-verb=act]");
  act(seat, action);
});
one("#back").addEventListener("click", async () => lay(await ask("back", { seat_from: viewer("#deal") })));
one("#deal [data-viewer]").addEventListener("change", show_deal);

// The record.

/** @param {any} answer */
function show_record(answer) {
  put("#record .answer", answer);
  if (answer.error) return;
  at = answer.at;
  one("#record .at").textContent = answer.of ? t("step", { at: digits(at + 1), of: digits(answer.of) }) : "";
}

/** @param {number} to */
const show_step = async (to) => show_record(await ask("step", { at: to, seat_from: viewer("#record") }));

one("#record [name=file]").addEventListener("change", async ({ target }) => {
  const file = /** @type {HTMLInputElement} */ (target).files?.[0];
  if (file) show_record(await ask("record", { text: await file.text(), seat_from: viewer("#record") }));
});
on_submit("#record form", async () => {
  const { game } = values("#record form");
  show_record(await ask("sample", { game, seat_from: viewer("#record") }));
});
const GO = { first: () => 0, prev: () => at - 1, next: () => at + 1, end: () => Number.MAX_SAFE_INTEGER };
for (const button of all("[data-go]")) {
  button.addEventListener("click", () => show_step(GO[/** @type {keyof typeof GO} */ (button.dataset.go)]()));
}
one("#record [data-viewer]").addEventListener("change", () => show_step(at));

// The rules.

async function compare() {
  const said = values("#rules form");
  const answer = await ask(said.other ? "compare" : "rules", said);
  const head = answer.count === undefined ? "" : `<p>${t("differ", { count: digits(answer.count) })}</p>`;
  put("#rules .answer", { ...answer, html: head + answer.html });
}
on_submit("#rules form", compare);

for (const form of FOLLOWING) one(`${form} [name=game]`).addEventListener("change", () => follow_game(form));

speak();

export {};
