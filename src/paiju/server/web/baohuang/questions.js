// @ts-check
/** @import { BaohuangView, Child, DealState, Ui } from "paiju/page" */
import { html } from "../vendor/htm-preact.js";
import { has, lang, list, t } from "../texts.js";
import { barred, pausedText, underway, whyBarred } from "../table/acting.js";
import { Cut } from "../table/cut.js";
import { awayText } from "../table/pod.js";
import { Question } from "../table/question.js";
import { drawn, parse } from "./cards.js";
import { Row } from "./row.js";
import { actionWords } from "./naming.js";

const KEY = "web.baohuang.ask";
const MOST_CHIPS = 12;
/** @type {string[]} */
const NONE = [];
const NOT_ASKED = new Set(["play", "over"]);
const OF_ALL = new Set(["draw", "usurp", "declare", "counter"]); // nobody sees who decides

/** @typedef {import("../table/question.js").Answer} Answer */

/** @param {string} action @param {Partial<Answer>} [more] @returns {Answer} */
const answer = (action, more = {}) => ({ action, label: actionWords(action), ...more });

/**
 * An action drawn as its cards, those of `faces` that it takes.
 * @param {string} action
 * @param {string[] | null} faces
 * @param {Child} [note]
 * @param {number} [times]
 * @returns {Answer}
 */
function chip(action, faces, note, times = 1) {
  const cards = drawn(
    parse(action.slice(action.indexOf(" "))).flatMap((code) => Array(times).fill(code)),
    faces ?? NONE,
  );
  const label = html`<span class="visually-hidden">${actionWords(action)}</span>
    <${Row} cards=${cards} w=${34} room=${34 + 18 * (cards.length - 1)} />`;
  return { action, label, note };
}

/** What abdicating costs, in the words of its button. @param {BaohuangView["plan"]} plan */
const abdicate = (plan) =>
  plan?.kind === "succession" && plan.price && plan.price !== "none"
    ? t(`${KEY}.abdicate.${plan.price}`)
    : t("action.abdicate");

/**
 * @type {Record<string, (at: {view: BaohuangView, actions: string[], names: string[]}) => {help?: string,
 *   answers: Answer[], chips?: boolean, title?: string}>}
 */
const PHASES = {
  draw: ({ actions }) => ({ answers: actions.map((action) => answer(action, { main: action === "crown" })) }),
  tribute: ({ view, actions }) => ({
    answers: actions.length <= MOST_CHIPS ? actions.map((action) => chip(action, view.hand_faces)) : [],
    chips: true,
  }),
  take: ({ view, actions }) => ({ answers: actions.map((action) => chip(action, lying(view))), chips: true }),
  give_back: () => ({ answers: [] }),
  crown: ({ view, actions, names }) => ({
    help:
      actions.includes("abdicate") && view.plan?.kind === "succession" && view.plan.heir != null
        ? t(`${KEY}.crown.help`, { heir: names[view.plan.heir] })
        : t(`${KEY}.crown.forced`),
    answers: actions.map((action) =>
      action === "abdicate" ? answer(action, { label: abdicate(view.plan) }) : answer(action, { main: true }),
    ),
  }),
  call: ({ view, actions }) => ({ answers: actions.map((action) => called(view, action)), chips: true }),
  usurp: ({ actions }) => ({ answers: actions.map((action) => answer(action)) }),
  declare: ({ actions }) => declare(actions),
  counter: ({ actions }) => ({
    answers: actions.map((action) => answer(action, { main: action === "counter" })),
  }),
};

/**
 * Whom the cards go to that the viewer is to pay or to return, as far as the plan of the tribute says it.
 * @param {BaohuangView} view
 * @returns {number[]}
 */
export function partners({ phase, plan, viewer }) {
  if (plan?.kind !== "tribute" || (phase !== "tribute" && phase !== "give_back")) return [];
  const [own, others] = phase === "tribute" ? [plan.payers, plan.receivers] : [plan.got, plan.paid];
  const at = own.findIndex(({ seat }) => seat === viewer);
  if (at < 0) return [];
  const { partner, count } = own[at];
  if (partner !== null) return [partner];
  if (phase === "tribute") return others.map(({ seat }) => seat);
  // out of the pile: who paid gets as many back, in the order in which it was paid
  const before = own.slice(0, at).reduce((sum, due) => sum + due.count, 0);
  const slots = others.flatMap((due) => Array(due.count).fill(due.seat));
  return [...new Set(slots.slice(before, before + count))];
}

/**
 * What lies in the middle, the cards that go first at the end.
 * @param {BaohuangView} view
 * @returns {string[]}
 */
const lying = (view) =>
  (view.plan?.kind === "tribute" ? view.plan.pile : [])
    .flatMap(({ face, card }) => face ?? card ?? [])
    .reverse();

/**
 * Three copies are displayed; who holds the fourth as well plays alone.
 * @param {BaohuangView} view
 * @param {string} action
 */
function called(view, action) {
  const code = action.split(" ")[1];
  const held = view.hand?.filter((card) => card === code).length ?? 0;
  const shown = Math.min(3, Math.max(view.plan?.kind === "calling" ? view.plan.need : 3, held));
  return chip(action, view.hand_faces, held > 3 ? t(`${KEY}.call.alone`) : null, shown);
}

/**
 * The same two buttons for every seat; the help says what speaking means for this one.
 * @param {string[]} actions
 */
function declare(actions) {
  const open = actions.find((action) => action !== "quiet");
  const answers = [{ action: open ?? "", label: t(`${KEY}.declare.yes`), main: Boolean(open) }];
  if (actions.includes("quiet"))
    answers.push({ action: "quiet", label: t(`${KEY}.declare.no`), main: false });
  return { help: t(`${KEY}.declare.${open ?? "none"}`), answers };
}

/**
 * Whether the question of the phase lies over the table.
 * @param {DealState<BaohuangView>} state
 * @param {Ui} ui
 */
export const isAsked = ({ prompt, view }, ui) =>
  prompt !== null && !NOT_ASKED.has(view.phase) && !ui.readonly;

/**
 * The question of the phase as a card over the table; nothing while others decide.
 * @param {{state: DealState<BaohuangView>, ui: Ui, onAct: (action: string) => void}} props
 */
export function Asked({ state, ui, onAct }) {
  const { view, prompt } = state;
  if (!prompt || !isAsked(state, ui)) return null;
  const count =
    prompt.pick?.count ??
    Math.max(0, ...prompt.actions.map((/** @type {string} */ action) => action.split(" ").length - 1));
  const off = barred(state) !== "";
  if (view.phase === "cut")
    return html`<${Cut} prompt=${prompt} off=${off} sent=${underway(state)} onAct=${onAct} />`;
  const title = t(`${KEY}.${view.phase}`, { count });
  /** @type {{answers: Answer[], help?: string, chips?: boolean, title?: string}} */
  const made = PHASES[view.phase]?.({ view, actions: prompt.actions, names: ui.names }) ?? {
    answers: prompt.actions.map((/** @type {string} */ action) => answer(action)),
  };
  const to = partners(view).map((seat) => ui.names[seat]);
  const help =
    state.conn === "on" && !state.room.paused
      ? [
          to.length && t(`${KEY}.to`, { who: list(to) }),
          made.help ?? t(`${KEY}.${view.phase}.help`, { count }),
        ]
          .filter(Boolean)
          .join(lang() === "zh" ? "" : " ")
      : whyBarred(state);
  return html`<${Question} name=${prompt.id} title=${title} help=${help} answers=${made.answers}
    chips=${made.chips} dflt=${prompt.default} off=${off} sent=${underway(state)} onAct=${onAct} />`;
}

/**
 * The line above the hand: what one is to do, or who decides.
 * @param {DealState<BaohuangView>} state
 * @param {string[]} names
 * @returns {string}
 */
export function lineText({ view, prompt, room }, names) {
  if (view.over) return t("phase.over");
  if (room.paused) return pausedText(room);
  if (prompt && view.phase === "play") {
    if (prompt.actions.length === 1 && prompt.actions[0] === "pass")
      return t("web.baohuang.line.cannot", { count: view.top?.cards.length ?? 0 });
    return view.top
      ? t("web.baohuang.line.follow", { count: view.top?.cards.length ?? 0 })
      : t("web.baohuang.line.lead");
  }
  if (prompt) return t("web.baohuang.line.asked");
  const away = awayText(room, view.turn);
  if (away) return away;
  const key = `web.baohuang.line.wait.${view.phase}`;
  const known = has(key) && (view.turn != null || OF_ALL.has(view.phase));
  return t(known ? key : "web.baohuang.line.wait.all", { who: names[view.turn ?? -1] ?? "" });
}
